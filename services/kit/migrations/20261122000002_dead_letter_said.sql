-- The refusal with its code and parameters (JSON of kit::Message), beside its sentence; nothing for what is not ours to say.
alter table dead_letter add column said jsonb;
