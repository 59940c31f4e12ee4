-- Upgrades to a revision without pods, and to one with pods after that.
alter table tasks.task
    drop constraint task_kind_check,
    add constraint task_kind_check check (kind in ('install', 'upgrade', 'restart', 'stop', 'start', 'uninstall'));
