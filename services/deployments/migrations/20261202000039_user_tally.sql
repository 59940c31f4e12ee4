-- What a quota counts is a sum too: how many deployments a user has created that are not gone. As with the tally each change adds
-- a row with its difference, and the sweep adds rows up. What a team has is in the tally already.
create table deployments.user_tally (
    user_id uuid not null,
    total bigint not null
);
create index user_tally_user on deployments.user_tally (user_id);
create index tally_team on deployments.tally (team_id);

create function deployments.tell_user_tally() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' and old.gone_at is null then
        insert into deployments.user_tally (user_id, total) values (old.created_by, -1);
    end if;
    if tg_op <> 'DELETE' and new.gone_at is null then
        insert into deployments.user_tally (user_id, total) values (new.created_by, 1);
    end if;
    return null;
end $$;

create trigger deployment_user_tally after insert or delete on deployments.deployment
    for each row execute function deployments.tell_user_tally();
create trigger deployment_user_tally_again after update on deployments.deployment
    for each row
    when (((old.gone_at is null), old.created_by) is distinct from ((new.gone_at is null), new.created_by))
    execute function deployments.tell_user_tally();

-- nobody changes a deployment meanwhile: the triggers were made in this transaction
insert into deployments.user_tally (user_id, total)
    select created_by, count(*) from deployments.deployment where gone_at is null group by created_by;

drop index deployments.deployment_created_by;
