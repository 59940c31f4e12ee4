-- What sites use. A cluster is asked for all of its sites together, by one of the replicas.
create table infrastructure.usage_cluster (
    cluster_id   uuid primary key references infrastructure.cluster (id) on delete cascade,
    -- When somebody began to ask it last.
    asked_at     timestamptz not null,
    -- Why it told nothing of pods, and of volumes; null where it did.
    said         jsonb,
    storage_said jsonb
);

-- A site with what was measured of it last.
create table infrastructure.usage_site (
    deployment_id uuid primary key,
    cluster_id    uuid        not null references infrastructure.cluster (id) on delete cascade,
    -- When its namespace was there last: a day later its rows go.
    seen_at       timestamptz not null,
    -- When its pods were measured last; null: never.
    at            timestamptz,
    -- Thousandths of a core, and what they are a part of: the sum of the limits or requests of the pods that were measured, null
    -- where some have neither.
    cpu           bigint,
    cpu_of        bigint,
    cpu_basis     text check (cpu_basis in ('limits', 'requests')),
    -- Bytes, as above.
    memory        bigint,
    memory_of     bigint,
    memory_basis  text check (memory_basis in ('limits', 'requests')),
    -- When its volumes were measured last; null: never.
    storage_at    timestamptz,
    -- Bytes.
    storage       bigint,
    storage_of    bigint
);
create index usage_site_cluster on infrastructure.usage_site (cluster_id);

-- What sites used over time: a row for each five minutes of the last days and one for each hour of the last thirty. A time in
-- which nothing was measured has no row. The rows go round in slots: 0 to 3 have the five minutes of one day each, 4 to 8 the
-- hours of eight days each. When a slot's turn comes again it is emptied as a whole, which costs the same however many sites
-- there are.
create table infrastructure.usage (
    deployment_id uuid        not null references infrastructure.usage_site (deployment_id) on delete cascade,
    slot          smallint    not null,
    -- When the span began.
    at            timestamptz not null,
    -- How often pods were measured in it: what follows are sums of as many.
    count         integer     not null,
    cpu           bigint,
    cpu_of        bigint,
    memory        bigint,
    memory_of     bigint,
    -- As last seen in the span.
    storage       bigint,
    storage_of    bigint,
    primary key (deployment_id, slot, at)
) partition by list (slot);
create table infrastructure.usage_0 partition of infrastructure.usage for values in (0);
create table infrastructure.usage_1 partition of infrastructure.usage for values in (1);
create table infrastructure.usage_2 partition of infrastructure.usage for values in (2);
create table infrastructure.usage_3 partition of infrastructure.usage for values in (3);
create table infrastructure.usage_4 partition of infrastructure.usage for values in (4);
create table infrastructure.usage_5 partition of infrastructure.usage for values in (5);
create table infrastructure.usage_6 partition of infrastructure.usage for values in (6);
create table infrastructure.usage_7 partition of infrastructure.usage for values in (7);
create table infrastructure.usage_8 partition of infrastructure.usage for values in (8);

-- Since when each slot has what it has.
create table infrastructure.usage_slot (
    slot  smallint primary key,
    began timestamptz not null
);
insert into infrastructure.usage_slot (slot, began) select slot, 'epoch' from generate_series(0, 8) slot;
