-- A session is the truth behind a bearer token: the token's jti is the id of the row.
create table auth.session (
    id uuid primary key,
    user_id uuid not null references auth.user on delete cascade,
    created_at timestamptz not null,
    -- to the minute: written by a background task, never on the way of a call
    last_seen_at timestamptz not null,
    -- absolute
    expires_at timestamptz not null,
    ended_at timestamptz,
    -- where it was opened, as the bff saw it; empty for a call that did not come through the bff
    address text not null,
    -- the IPv4 address or the IPv6 /64 of it: from there the user's log-ins are counted apart from strangers'
    network text not null,
    user_agent text not null
);
-- the live sessions of a user, newest first: the limit of 20
create index session_of_user on auth.session (user_id, created_at desc, id desc) where ended_at is null;
-- "has this user signed in from there before?"
create index session_network on auth.session (user_id, network);
create index session_expiry on auth.session (expires_at);
