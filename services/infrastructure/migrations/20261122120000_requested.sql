-- What of a cluster's nodes takes no pods, and what the pods on those that do ask for. Null until it was seen, and where it
-- may not be read.
alter table infrastructure.cluster
    add column cordoned_nodes   integer,
    add column unready_nodes    integer,
    -- Thousandths of a core.
    add column requested_cpu    bigint,
    -- MiB
    add column requested_memory bigint;
