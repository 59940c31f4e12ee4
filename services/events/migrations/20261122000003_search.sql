-- What a search looks through, made by the service (src/words.rs): words, and names with all their parts, in lower case.
-- Nothing yet for events that are older than this; the service adds it, newest first, a few at a time.
-- No row is written here, and each index is built by reading the table once: that takes seconds for a million events, in
-- which they are read as always and new ones wait in NATS.
alter table events.event add column words tsvector;
-- the request that caused it, as its answer says; nothing for what no request caused
alter table events.event add column request_id text;
-- (without fastupdate each search would also go through a list of what came lately)
create index event_words on events.event using gin (words) with (fastupdate = off) where words is not null;
create index event_wordless on events.event (created_at desc, id desc) where words is null;
create index event_actor on events.event (actor_id, created_at desc, id desc) include (admin_only) where actor_id is not null;
create index event_request on events.event (request_id, created_at desc, id desc) where request_id is not null;
