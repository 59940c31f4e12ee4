-- What the first administrator decided at the set-up: one row, or none before it.
create table auth.decision (
    the_only boolean primary key default true check (the_only),
    registration_open boolean not null
);

-- The networks that a user has signed in from, longer than sessions are kept: floods of guesses from elsewhere do not count
-- there. Hashed with the user's id, so that nobody reads in it where people sit; a user has the twenty latest.
create table auth.known_network (
    user_id uuid not null references auth.user on delete cascade,
    network bytea not null,
    seen_at timestamptz not null,
    primary key (user_id, network)
);
insert into auth.known_network (user_id, network, seen_at)
select user_id, sha256(convert_to(user_id || ' ' || network, 'UTF8')), max(created_at)
from auth.session where network <> '' group by user_id, network;
drop index auth.session_network;
