-- The problem with its code and parameters (JSON of kit::Message), beside the sentence made of them. Nothing for what an
-- older role wrote.
alter table infrastructure.cluster add column problem_said jsonb;
