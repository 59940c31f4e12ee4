-- Moves to another cluster.
alter table tasks.task
    drop constraint task_kind_check,
    add constraint task_kind_check check (kind in ('install', 'upgrade', 'restart', 'stop', 'start', 'scale', 'move', 'uninstall'));
