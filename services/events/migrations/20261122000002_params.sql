-- What the code of a message is filled with, so that it can be said in other languages. Nothing for texts that are not
-- ours, and for what was told before.
alter table events.event add column params jsonb;
