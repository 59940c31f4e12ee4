-- That the cluster shows something else than the revision in effect: what was found when something moved last, nothing where
-- nothing differs. And the task that takes back what others changed by hand; no other task does.
alter table deployments.deployment
  add column drift jsonb,
  add column taking_back uuid;

-- What is to be compared with its cluster, and when. It moves with every change there, so it has rows of its own.
create table deployments.drift_check (
    deployment_id uuid primary key references deployments.deployment (id) on delete cascade,
    -- what infrastructure told of the objects of the release; empty: nothing yet
    state text not null default '',
    -- null: there is nothing to compare
    due timestamptz,
    -- comparisons in a row that could not be made
    failures int not null default 0
);
create index drift_check_due on deployments.drift_check (due) where due is not null;
