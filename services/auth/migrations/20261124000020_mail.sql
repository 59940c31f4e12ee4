-- Letters that wait to be sent; one that was taken by the mail server has no row.
create table auth.mail (
    id uuid primary key,
    -- receiver, subject and text: they have a link that opens an account
    sealed bytea not null,
    created_at timestamptz not null,
    -- when it is tried (again)
    next_at timestamptz not null,
    attempts integer not null,
    -- its link is worth nothing any more from then on
    expires_at timestamptz not null
);
create index mail_next on auth.mail (next_at, id);
create index mail_expiry on auth.mail (expires_at);

-- Addresses for which somebody has asked for another password, whether they have an account or not: that is looked at
-- afterwards, so that the answer says nothing about it.
create table auth.forgotten (
    email text primary key,
    asked_at timestamptz not null
);

-- Links to choose another password. A link that was used has no row.
create table auth.reset (
    -- half of the token's SHA-256: the token itself is kept nowhere
    handle uuid primary key,
    user_id uuid not null references auth.user on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index reset_of_user on auth.reset (user_id, created_at desc);
create index reset_expiry on auth.reset (expires_at);
