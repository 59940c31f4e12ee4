-- What became of the last backup of Canopy itself. `canopy backup` writes it with the administrator's hand, also when it is run
-- by the schedule of `canopy up`; auth has it as it has the settings of the whole system.
create table auth.backup (
    only_one boolean primary key default true check (only_one),
    -- the last one that is whole: the moment whose state it holds, its size and its path on the machine that made it
    at timestamptz,
    bytes bigint,
    place text,
    -- the last attempt, when it failed after that: a stable word, and what was said
    failed_at timestamptz,
    problem text,
    said text,
    -- how often `canopy up` makes one by itself; null: never
    every_seconds bigint check (every_seconds > 0),
    check ((at is null) = (bytes is null) and (at is null) = (place is null)),
    check ((failed_at is null) = (problem is null) and (failed_at is null) = (said is null))
);
