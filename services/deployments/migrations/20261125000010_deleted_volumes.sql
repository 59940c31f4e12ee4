-- Kept volumes that a revision deletes once it is in effect: their claims as they were when it was asked for, and what
-- became of each.
alter table deployments.revision
  add column deletes jsonb not null default '[]';
