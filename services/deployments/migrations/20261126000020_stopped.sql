-- A stopped site is to have no pods: that it does not serve is no failure. Its spec says that it is to be stopped, this column
-- that what is in effect is; both must be true, since a start that failed is a failure.
alter table deployments.deployment
    add column stopped boolean not null default false,
    drop constraint deployment_task_kind_check,
    add constraint deployment_task_kind_check check (task_kind in ('install', 'upgrade', 'restart', 'stop', 'start', 'uninstall'));

alter table deployments.revision
    drop constraint revision_change_check,
    add constraint revision_change_check check (change in ('create', 'update', 'discard', 'rollback', 'stop', 'start'));

drop index deployments.deployment_status_newest;
drop index deployments.deployment_team_status;
alter table deployments.deployment drop column status;
alter table deployments.deployment
    add column status text not null generated always as (
        case
            when current_task is not null then 'pending'
            when wanted = 'deleted' then 'failed'
            when stopped and spec @> '{"stopped": true}' then 'stopped'
            when serving and effective_revision is not null then 'running'
            else 'failed'
        end
    ) stored;
create index deployment_status_newest on deployments.deployment (status, created_at desc, id desc) where gone_at is null;
create index deployment_team_status on deployments.deployment (team_id, status, created_at desc, id desc) where gone_at is null;

-- What is stopped is counted like what is active: a task at work on it or not.
create function deployments.is_stopped(stopped boolean, spec jsonb, wanted text) returns boolean
language sql immutable as $$
    select stopped and spec @> '{"stopped": true}' and wanted = 'present'
$$;

alter table deployments.tally add column stopped bigint not null default 0;

drop trigger deployment_tally_again on deployments.deployment;

create or replace function deployments.tell_tally() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' and old.gone_at is null then
        insert into deployments.tally (cluster_id, team_id, total, active, stopped) values (old.cluster_id, old.team_id, -1,
            -deployments.is_active(old.serving, old.effective_revision, old.wanted)::int,
            -deployments.is_stopped(old.stopped, old.spec, old.wanted)::int);
    end if;
    if tg_op <> 'DELETE' and new.gone_at is null then
        insert into deployments.tally (cluster_id, team_id, total, active, stopped) values (new.cluster_id, new.team_id, 1,
            deployments.is_active(new.serving, new.effective_revision, new.wanted)::int,
            deployments.is_stopped(new.stopped, new.spec, new.wanted)::int);
    end if;
    return null;
end $$;

create trigger deployment_tally_again after update on deployments.deployment
    for each row
    when ((deployments.is_active(old.serving, old.effective_revision, old.wanted), deployments.is_stopped(old.stopped, old.spec, old.wanted),
           (old.gone_at is null), old.cluster_id, old.team_id)
        is distinct from (deployments.is_active(new.serving, new.effective_revision, new.wanted), deployments.is_stopped(new.stopped, new.spec, new.wanted),
           (new.gone_at is null), new.cluster_id, new.team_id))
    execute function deployments.tell_tally();
