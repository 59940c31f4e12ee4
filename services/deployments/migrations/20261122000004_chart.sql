-- Charts as archives, each once: what a revision was made of stays, whatever chart a later release of Canopy brings.
create table deployments.chart (
    -- SHA-256 of the archive, hex
    hash text primary key,
    -- a .tgz as Helm reads it, libraries included
    archive bytea not null,
    kept_at timestamptz not null
);

-- Nothing for revisions of before.
alter table deployments.revision add column chart_hash text references deployments.chart (hash);
