-- What of a task's budget is used up, in seconds, by its workers' own clocks: the time of day may be set, or leap.
alter table tasks.task add column spent double precision not null default 0;
