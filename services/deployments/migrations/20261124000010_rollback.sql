-- A revision that a rollback made, and the earlier revision whose values a discard or a rollback brought back.
alter table deployments.revision
  drop constraint revision_change_check,
  add constraint revision_change_check check (change in ('create', 'update', 'discard', 'rollback')),
  add column restored integer;
