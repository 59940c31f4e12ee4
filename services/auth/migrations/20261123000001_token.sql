-- A token for programs: its owner's rights, or those of reading only. The token itself is told once and kept nowhere.
create table auth.token (
    id uuid primary key,
    -- the first half of the token's SHA-256: what every service asks about
    handle uuid not null constraint token_handle unique,
    user_id uuid not null references auth.user on delete cascade,
    name text not null,
    scope text not null check (scope in ('read', 'full')),
    created_at timestamptz not null,
    -- null: it does not expire
    expires_at timestamptz,
    -- to the minute: written by a background task, never on the way of a call; null until it was used
    last_used_at timestamptz
);
create index token_of_user on auth.token (user_id, created_at desc, id desc);
create index token_expiry on auth.token (expires_at) where expires_at is not null;
