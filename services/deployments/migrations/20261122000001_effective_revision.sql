-- What is wanted (revision) and what is in effect: the last revision whose release was deployed, set-up included.
alter table deployments.deployment
    -- null: it never came up
    add column effective_revision int,
    -- the version that the last change by a person made, and who that was: a change made on an older one is refused
    add column changed_version bigint not null default 1,
    add column changed_by text not null default '',
    drop constraint deployment_task_kind_check,
    add constraint deployment_task_kind_check check (task_kind in ('install', 'upgrade', 'restart', 'uninstall'));

update deployments.deployment set effective_revision = revision
where helm_revision > 0 and case task_kind when 'install' then last_result = 'succeeded' else serving end;

-- A site whose set-up never ran is not running, whatever its pods do.
drop index deployments.deployment_status_newest;
alter table deployments.deployment drop column status;
alter table deployments.deployment
    add column status text not null generated always as (
        case
            when current_task is not null then 'pending'
            when wanted = 'deleted' then 'failed'
            when serving and effective_revision is not null then 'running'
            else 'failed'
        end
    ) stored;
create index deployment_status_newest on deployments.deployment (status, created_at desc, id desc) where gone_at is null;

alter table deployments.revision
    add column change text not null default 'create' check (change in ('create', 'update', 'discard')),
    -- why, as its author wrote it
    add column reason text not null default '',
    add column created_by_name text not null default '',
    -- how the last try to bring it about ended; null before
    add column result text check (result in ('succeeded', 'failed', 'cancelled')),
    add column error_log text not null default '',
    add column finished_at timestamptz,
    -- Helm's numbers of the revisions made for it, in order
    add column helm_revisions int[] not null default '{}',
    -- requests of the rendered documents, as people read them
    add column cpu text not null default '',
    add column memory text not null default '',
    add column storage text not null default '';

update deployments.revision r
set cpu = d.cpu, memory = d.memory, storage = d.storage, result = d.last_result, error_log = d.error_log,
    helm_revisions = case when d.helm_revision > 0 then array[d.helm_revision] else '{}' end
from deployments.deployment d where d.id = r.deployment_id and d.revision = r.number;

-- The revision that set the secret last: the pods that read it start anew with that revision.
alter table deployments.secret add column revision int not null default 1;
