-- The task that was ordered by somebody who had seen its plan, and the state of the cluster that the plan stood on
-- (SHA-256, hex): the task refuses to begin on another one. Nobody else's task is bound, nor is a retry.
alter table deployments.deployment
  add column planned_task uuid,
  add column planned_state text;
