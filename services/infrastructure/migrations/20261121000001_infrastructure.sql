-- Where clusters stand.
create table infrastructure.datacenter (
    id          uuid primary key,
    name        text        not null,
    city        text        not null,
    country     text        not null,
    provider    text        not null,
    region      text        not null,
    status      text        not null check (status in ('operational', 'maintenance', 'issues')),
    address     text        not null,
    domains     text[]      not null,
    row_version bigint      not null default 1,
    created_at  timestamptz not null,
    updated_at  timestamptz not null
);
-- Names that look alike are one name. Registration at the start of `canopy up` is idempotent by it, too.
create unique index datacenter_name on infrastructure.datacenter (lower(normalize(name, nfkc)));
create index datacenter_newest on infrastructure.datacenter (created_at desc, id desc);

-- A cluster, the way in, and what was last seen of it.
create table infrastructure.cluster (
    id            uuid primary key,
    name          text        not null,
    description   text        not null,
    provider      text        not null,
    region        text        not null,
    datacenter_id uuid references infrastructure.datacenter (id) on delete set null,
    -- As typed; display only. Connections use the kubeconfig's server.
    endpoint      text        not null,
    domains       text[]      not null,

    -- The canonical kubeconfig, sealed for (this row, kubeconfig_version).
    kubeconfig         bytea,
    kubeconfig_version bigint not null default 0,
    -- Keyed hash of the canonical text: "the same again" is recognised without opening the seal.
    kubeconfig_hmac    bytea,
    api_endpoint       text   not null default '',
    access_type        text   not null default '',
    ca_fingerprint     text   not null default '',

    maintenance boolean not null default false,
    -- Observed. The shown status is made of maintenance and reach in one place (cluster.rs).
    reach        text not null default 'unknown' check (reach in ('unknown', 'operational', 'unreachable')),
    version      text,
    nodes        integer,
    total_cpu    integer,
    -- MiB
    total_memory integer,
    -- uid of the namespace kube-system: a cluster's identity.
    kube_uid     text,
    problem      text not null default '',
    latency_ms   integer,
    last_seen    timestamptz,
    -- Start of the newest probe that was stored; an older one that comes late is dropped.
    checked_at   timestamptz,

    row_version bigint      not null default 1,
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    check ((kubeconfig is null) = (kubeconfig_hmac is null))
);
create unique index cluster_name on infrastructure.cluster (lower(normalize(name, nfkc)));
create index cluster_newest on infrastructure.cluster (created_at desc, id desc);
create index cluster_datacenter on infrastructure.cluster (datacenter_id);

-- Seconds watched and seconds reachable per day, for the 30-day probe success. Time, not a count of probes: an
-- unreachable cluster is probed more often.
create table infrastructure.availability (
    cluster_id uuid    not null references infrastructure.cluster (id) on delete cascade,
    day        date    not null,
    seconds    bigint  not null,
    seconds_up bigint  not null,
    primary key (cluster_id, day)
);

-- The highest fence seen per deployment: a worker with a lower one changes nothing any more. And which Helm revision a
-- task works on, saved before the release Secret is created.
create table infrastructure.fence (
    deployment_id uuid primary key,
    task_id       uuid   not null,
    fence         bigint not null,
    helm_revision integer
);
