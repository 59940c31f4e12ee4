-- What is said, with its code and parameters (JSON of kit::Message), beside the sentence made of them. Nothing for what
-- an older role wrote.
alter table tasks.step add column said jsonb;
alter table tasks.log_line add column said jsonb;
alter table tasks.task add column error_said jsonb;
