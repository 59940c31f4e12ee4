-- What a cluster had and what was asked of it, over time: a row for each five minutes of the last two days and one for each
-- hour of the last thirty. A time in which it did not answer has no row.
create table infrastructure.sample (
    cluster_id       uuid        not null references infrastructure.cluster (id) on delete cascade,
    -- How long the span is.
    seconds          integer     not null check (seconds in (300, 3600)),
    -- When it began.
    at               timestamptz not null,
    -- As last seen in the span; null where it may not be read.
    nodes            integer,
    unready_nodes    integer,
    total_cpu        integer,
    -- MiB
    total_memory     integer,
    -- The most that was asked for in the span: that much had to fit. Thousandths of a core.
    requested_cpu    bigint,
    -- MiB
    requested_memory bigint,
    primary key (cluster_id, seconds, at)
);
