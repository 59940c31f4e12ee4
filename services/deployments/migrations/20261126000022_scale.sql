-- Upgrades to a revision of another size.
alter table deployments.deployment
    drop constraint deployment_task_kind_check,
    add constraint deployment_task_kind_check check (task_kind in ('install', 'upgrade', 'restart', 'stop', 'start', 'scale', 'uninstall'));

alter table deployments.revision
    drop constraint revision_change_check,
    add constraint revision_change_check check (change in ('create', 'update', 'discard', 'rollback', 'stop', 'start', 'scale'));
