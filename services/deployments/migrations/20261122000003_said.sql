-- What is said, with its code and parameters (JSON of kit::Message), beside the sentence made of them. Nothing for what
-- an older role wrote.
alter table deployments.deployment add column error_said jsonb, add column observation_said jsonb;
alter table deployments.revision add column error_said jsonb;
