-- What was asked for, what is being done about it, and what was last seen of it.
create table deployments.deployment (
    id uuid primary key,
    name text not null,
    description text not null,
    type text not null check (type in ('wordpress', 'laravel', 'nodejs', 'orangecms')),
    -- owned by infrastructure and teams: no foreign key, see "admitted"
    cluster_id uuid not null,
    team_id uuid not null,
    -- names as they were when the deployment was admitted: for events and tasks, so that nobody has to be asked again
    cluster_name text not null,
    team_name text not null,
    -- the cluster's datacenter; empty when it has none
    location text not null,
    -- lower case; also in spec, here for its uniqueness
    domain text not null,
    -- Helm's release name and the Kubernetes namespace; never changes, whatever the name becomes
    release_name text not null,
    -- without a secret
    spec jsonb not null,
    -- the newest row of deployments.revision
    revision int not null,
    -- requests of the rendered documents, as people read them
    cpu text not null,
    memory text not null,
    storage text not null,

    wanted text not null default 'present' check (wanted in ('present', 'deleted')),
    -- request id, trace and user of the Delete: an uninstall that has to wait for another task comes from it too
    wanted_origin jsonb,
    -- false until the owners of team and cluster said yes; the row counts against them from the start,
    -- so that neither can be deleted in between
    admitted boolean not null default false,
    -- the lock: one task per deployment
    current_task uuid,
    -- the newest task, at work or not, and what it is about
    last_task uuid not null,
    task_kind text not null check (task_kind in ('install', 'restart', 'uninstall')),
    -- request id, trace and user that the newest task comes from
    task_origin jsonb not null,
    task_at timestamptz not null,
    -- who wants the current task cancelled; null when nobody does
    cancelled_by text,
    -- how the last finished task ended; null before the first
    last_result text check (last_result in ('succeeded', 'failed', 'cancelled')),
    -- why it failed; empty otherwise
    error_log text not null default '',
    -- does the site serve, as far as the last task or the last observation (whichever is later) could see
    serving boolean not null default false,
    observation text not null default '',
    observed_at timestamptz,
    -- Helm's own number of the revision that is in effect; 0 when none is
    helm_revision int not null default 0,

    -- The one place that says what is shown. A deployment that is to be deleted and has no task is one whose
    -- uninstall failed: it waits for another Delete.
    status text not null generated always as (
        case
            when current_task is not null then 'pending'
            when wanted = 'deleted' then 'failed'
            when serving then 'running'
            else 'failed'
        end
    ) stored,

    created_by uuid not null,
    -- Idempotency-Key of the creating call: a creation that its owners refuse gives the key back
    created_key text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- grows with each change; screens compare it
    version bigint not null default 1,
    -- uninstalled or abandoned: kept for history, shown nowhere
    gone_at timestamptz,
    check (current_task is null or current_task = last_task),
    check (gone_at is null or current_task is null)
);
-- a double click without an Idempotency-Key; names compare without case and without look-alike forms
create unique index deployment_team_name on deployments.deployment (team_id, lower(normalize(name, nfkc))) where gone_at is null;
-- two sites cannot answer to one host name behind one ingress
create unique index deployment_cluster_domain on deployments.deployment (cluster_id, domain) where gone_at is null;
-- two namespaces cannot have one name
create unique index deployment_cluster_release on deployments.deployment (cluster_id, release_name) where gone_at is null;
-- lists: newest first, of everything, of a team, of a cluster
create index deployment_newest on deployments.deployment (created_at desc, id desc) where gone_at is null;
create index deployment_team_newest on deployments.deployment (team_id, created_at desc, id desc) where gone_at is null;
-- lists and counts by status: the failed ones are few among many
create index deployment_status_newest on deployments.deployment (status, created_at desc, id desc) where gone_at is null;
create index deployment_cluster on deployments.deployment (cluster_id) where gone_at is null;
-- the sweep: tasks at work, in the order of their ids
create index deployment_at_work on deployments.deployment (current_task) where current_task is not null;

-- Exactly what is applied: rendered once, sealed, never rendered again.
create table deployments.revision (
    -- part of what the seal is bound to
    id uuid primary key,
    deployment_id uuid not null references deployments.deployment (id) on delete cascade,
    -- from 1
    number int not null,
    spec jsonb not null,
    chart_version text not null,
    -- SHA-256 (hex) of the documents before sealing
    hash text not null,
    -- sealed; null once the deployment is gone
    documents bytea,
    created_by uuid not null,
    created_at timestamptz not null,
    unique (deployment_id, number)
);

-- Passwords, tokens and salts, one by one.
create table deployments.secret (
    -- part of what the seal is bound to
    id uuid primary key,
    deployment_id uuid not null references deployments.deployment (id) on delete cascade,
    name text not null,
    -- part of the seal too: an older ciphertext put back in place does not open
    version bigint not null default 1,
    sealed bytea not null,
    created_at timestamptz not null,
    unique (deployment_id, name)
);
