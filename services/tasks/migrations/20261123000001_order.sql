-- Lists in another order than newest first, of everything and of a team: by status, and by how long the work took, where
-- what has not ended comes after all that has.
create index task_status on tasks.task (status, created_at, id) where not hidden;
create index task_team_status on tasks.task (team_id, status, created_at, id) where not hidden;
create index task_duration on tasks.task ((finished_at - started_at), created_at, id) where not hidden;
create index task_team_duration on tasks.task (team_id, (finished_at - started_at), created_at, id) where not hidden;
