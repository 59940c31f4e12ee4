-- Where it was asked from, and what was changed: [{"field", "before", "after", "secret"}]. Nothing for what was told before.
alter table events.event add column address text;
alter table events.event add column changes jsonb;
