-- Dead letters can be sent again by an administrator: a command goes back into the outbox, where its order is kept for
-- this key; a fact is handled again by the consumer that could not decode it.
alter table dead_letter add column key uuid;
-- when it is to be handled again; null for one that rests
alter table dead_letter add column again_at timestamptz;
create index dead_letter_again on dead_letter (target, again_at) where again_at is not null;
