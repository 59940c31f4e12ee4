-- Active is what serves, a task at work or not: a restart of a site takes nothing away from the count.
create function deployments.is_active(serving boolean, effective_revision integer, wanted text) returns boolean
language sql immutable as $$
    select serving and effective_revision is not null and wanted = 'present'
$$;

drop trigger deployment_tally_again on deployments.deployment;

create or replace function deployments.tell_tally() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' and old.gone_at is null then
        insert into deployments.tally values (old.cluster_id, old.team_id, -1,
            -deployments.is_active(old.serving, old.effective_revision, old.wanted)::int);
    end if;
    if tg_op <> 'DELETE' and new.gone_at is null then
        insert into deployments.tally values (new.cluster_id, new.team_id, 1,
            deployments.is_active(new.serving, new.effective_revision, new.wanted)::int);
    end if;
    return null;
end $$;

create trigger deployment_tally_again after update on deployments.deployment
    for each row
    when ((deployments.is_active(old.serving, old.effective_revision, old.wanted), (old.gone_at is null), old.cluster_id, old.team_id)
        is distinct from (deployments.is_active(new.serving, new.effective_revision, new.wanted), (new.gone_at is null), new.cluster_id, new.team_id))
    execute function deployments.tell_tally();

-- nobody changes a deployment meanwhile: the trigger was made in this transaction
delete from deployments.tally;
insert into deployments.tally
    select cluster_id, team_id, count(*), count(*) filter (where deployments.is_active(serving, effective_revision, wanted))
    from deployments.deployment where gone_at is null group by cluster_id, team_id;
