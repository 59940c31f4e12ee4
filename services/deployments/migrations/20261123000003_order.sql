-- Lists in another order than newest first: by name and by last change, of everything and of a team. By status there is
-- deployment_status_newest, and a team's names have deployment_team_name.
create index deployment_name on deployments.deployment (lower(normalize(name, nfkc)), id) where gone_at is null;
create index deployment_changed on deployments.deployment (updated_at desc, id desc) where gone_at is null;
create index deployment_team_changed on deployments.deployment (team_id, updated_at desc, id desc) where gone_at is null;
create index deployment_team_status on deployments.deployment (team_id, status, created_at desc, id desc) where gone_at is null;
