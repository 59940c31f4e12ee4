-- Whether visitors reach a site: what the last visit to its domain found, and when the next one is due. It moves every few
-- minutes, so it has rows of its own; only the last result is kept.
create table deployments.reach (
    deployment_id uuid primary key references deployments.deployment (id) on delete cascade,
    -- null: nothing is done until the next task ends
    due timestamptz,
    -- when a visit began last, whoever asked for it, and when one ended
    asked_at timestamptz,
    checked_at timestamptz,
    -- null: nothing is known yet
    found jsonb,
    -- it was reachable, and two visits in a row have not said otherwise; null: it never was
    up boolean,
    -- visits in a row that did not reach it
    failures int not null default 0,
    -- its cluster is a simulated one; null: not known yet
    simulated boolean
);
create index reach_due on deployments.reach (due) where due is not null;

insert into deployments.reach (deployment_id, due)
select id, now() from deployments.deployment where gone_at is null and effective_revision is not null;
