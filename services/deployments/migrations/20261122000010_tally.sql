-- How many deployments there are, by cluster and team: counting costs the same however many there are. Each change adds a row
-- with its difference, in its own transaction, so that none waits for another; the sweep adds rows up. What is read is the sum:
-- right at every moment.
create table deployments.tally (
    cluster_id uuid not null,
    team_id uuid not null,
    -- deployments that are not gone
    total bigint not null,
    -- those of them that run
    active bigint not null
);

create function deployments.tell_tally() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' and old.gone_at is null then
        insert into deployments.tally values (old.cluster_id, old.team_id, -1, -(old.status = 'running')::int);
    end if;
    if tg_op <> 'DELETE' and new.gone_at is null then
        insert into deployments.tally values (new.cluster_id, new.team_id, 1, (new.status = 'running')::int);
    end if;
    return null;
end $$;

create trigger deployment_tally after insert or delete on deployments.deployment
    for each row execute function deployments.tell_tally();
create trigger deployment_tally_again after update on deployments.deployment
    for each row
    when (((old.status = 'running'), (old.gone_at is null), old.cluster_id, old.team_id)
        is distinct from ((new.status = 'running'), (new.gone_at is null), new.cluster_id, new.team_id))
    execute function deployments.tell_tally();

-- nobody changes a deployment meanwhile: the triggers were made in this transaction
insert into deployments.tally
    select cluster_id, team_id, count(*), count(*) filter (where status = 'running')
    from deployments.deployment where gone_at is null group by cluster_id, team_id;
