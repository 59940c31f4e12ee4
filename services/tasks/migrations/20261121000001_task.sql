-- Long work: this table is the work queue.

-- Fencing numbers. One sequence for all tasks: infrastructure keeps the highest number of a deployment, and the next
-- task of that deployment must never start below it.
create sequence tasks.fence as bigint;

create table tasks.task (
    -- given by deployments: submitting twice is one row
    id uuid primary key,
    kind text not null check (kind in ('install', 'restart', 'uninstall')),
    status text not null default 'pending' check (status in ('pending', 'running', 'complete', 'failed')),

    -- what it is about: ids and names as they were when the task was admitted
    deployment_id uuid not null,
    deployment_name text not null,
    team_id uuid not null,
    team_name text not null,
    cluster_id uuid not null,
    cluster_name text not null,
    -- chart, release, namespace, services, values: shown to people, never a secret
    params jsonb not null,
    -- install: the sealed revision to apply, and its hash
    revision int not null,
    hash text not null,

    -- who asked; null when it was Canopy itself
    actor_id uuid,
    actor_name text not null,
    -- request id, trace and user, passed on in every call that the task makes
    origin jsonb not null,

    -- who is at work on it. Times are the database's clock, because several workers compare them.
    lease_owner uuid,
    lease_until timestamptz,
    -- not taken up before: a task that waits for a cluster gives its place to others
    run_after timestamptz not null default now(),
    -- drawn anew at each taking up; every later write names it
    fence bigint not null default 0,
    -- times a worker took it up, hand-overs and waits aside
    attempt int not null default 0,
    -- waits in a row without getting on
    waits int not null default 0,

    -- what the steps learned
    helm_revision int not null default 0,
    -- whether the application serves; null when nothing was seen
    serving boolean,
    -- number of the last log line
    log_seq bigint not null default 0,

    cancel_requested boolean not null default false,
    cancelled_by text not null default '',
    -- why it failed, for people
    error text not null default '',
    -- deleted from the lists; the row stays for the record
    hidden boolean not null default false,
    -- grows with each change
    version bigint not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- first taken up; the budget counts from here
    started_at timestamptz,
    finished_at timestamptz,

    check ((lease_owner is null) = (lease_until is null)),
    check ((status in ('complete', 'failed')) = (finished_at is not null)),
    check (lease_owner is null or status = 'running')
);
-- the runner's only question
create index task_open on tasks.task (run_after) where status in ('pending', 'running');
-- lists: everybody's, a team's, a deployment's
create index task_newest on tasks.task (created_at desc, id desc) where not hidden;
create index task_team on tasks.task (team_id, created_at desc, id desc) where not hidden;
create index task_deployment on tasks.task (deployment_id, created_at desc, id desc) where not hidden;

create table tasks.step (
    task_id uuid not null references tasks.task (id) on delete cascade,
    position int not null,
    -- stable word
    name text not null,
    title text not null,
    status text not null default 'pending' check (status in ('pending', 'running', 'complete', 'failed', 'skipped')),
    started_at timestamptz,
    finished_at timestamptz,
    -- one line of progress
    message text not null default '',
    primary key (task_id, name)
);

create table tasks.log_line (
    task_id uuid not null references tasks.task (id) on delete cascade,
    -- from 1; the oldest lines of a long task are dropped, so the first one left tells how many
    seq bigint not null,
    at timestamptz not null,
    step text not null,
    level text not null check (level in ('info', 'warn', 'error')),
    message text not null,
    primary key (task_id, seq)
);

-- A cancel that came before its task: the task is born cancelled.
create table tasks.tombstone (
    task_id uuid primary key,
    deployment_id uuid not null,
    cancelled_by text not null,
    created_at timestamptz not null
);
