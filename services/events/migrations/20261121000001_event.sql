-- The history people read. Rows are written once; only repeated Kubernetes events grow in count.
create table events.event (
    -- given by the sender: the same fact three times is one row, for ever
    id uuid primary key,
    -- the role that told it; only the same one may add to a row
    sender text not null,
    type text not null check (type in ('Normal', 'Warning', 'Error')),
    message text not null,
    reason text not null,
    component text not null,
    host text not null,
    namespace text not null,
    count int not null check (count > 0),
    uid text not null,
    -- what it is about: ids to filter by, names as they were then
    deployment_id uuid,
    deployment_name text not null,
    cluster_id uuid,
    cluster_name text not null,
    team_id uuid,
    team_name text not null,
    task_id uuid,
    task_name text not null,
    actor_id uuid,
    actor_name text not null,
    -- for admins and managers
    admin_only boolean not null,
    -- when it happened, never later than when it came
    created_at timestamptz not null,
    updated_at timestamptz not null,
    first_seen timestamptz not null,
    last_seen timestamptz not null
);
-- every list is newest first, along the index of what it is narrowed to
create index event_newest on events.event (created_at desc, id desc);
-- (admin_only is in the index so that what is for admins can be left out without reading the rows)
create index event_team on events.event (team_id, created_at desc, id desc) include (admin_only) where team_id is not null;
create index event_deployment on events.event (deployment_id, created_at desc, id desc) where deployment_id is not null;
create index event_cluster on events.event (cluster_id, created_at desc, id desc) where cluster_id is not null;
create index event_component on events.event (component, created_at desc, id desc);
create index event_notable on events.event (type, created_at desc, id desc) where type <> 'Normal';
-- a user's own account: sign-ins and the like, of no team
create index event_account on events.event (actor_id, created_at desc, id desc) include (admin_only) where team_id is null;
