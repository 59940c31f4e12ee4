-- Quotas: what a team or a user has, and what of it is at work, counted without reading every deployment.
create index deployment_created_by on deployments.deployment (created_by) where gone_at is null;
create index deployment_at_work_team on deployments.deployment (team_id) where current_task is not null;
create index deployment_at_work_user on deployments.deployment ((task_origin -> 'user' ->> 'id'))
    where current_task is not null;
