-- A revision in the place of the one in effect.
alter table tasks.task
    drop constraint task_kind_check,
    add constraint task_kind_check check (kind in ('install', 'upgrade', 'restart', 'uninstall'));

-- It ended because somebody asked for that: a cancel that came too late ends nothing.
alter table tasks.task add column cancelled boolean not null default false;
update tasks.task set cancelled = true where status = 'failed' and cancel_requested and error like 'Cancelled by %';
