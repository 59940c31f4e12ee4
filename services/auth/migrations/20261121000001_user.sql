-- Who may sign in. The address is kept in its canonical form only (trimmed, lower case), so that no two spellings of one
-- address are two accounts.
create table auth.user (
    id uuid primary key,
    email text not null constraint user_email_taken unique,
    -- both may be empty: the documented registration sends an address and a password
    first_name text not null,
    last_name text not null,
    role text not null check (role in ('user', 'manager', 'admin')),
    status text not null check (status in ('active', 'inactive')),
    language text not null default 'en',
    timezone text not null default 'UTC',
    -- null until the first log-in
    last_login timestamptz,
    created_at timestamptz not null
);
-- "is there an admin?": asked by every visit of the sign-in page
create index user_admin on auth.user (id) where role = 'admin';

-- Kept apart from the user, so that no query about people can carry a hash along.
create table auth.credential (
    user_id uuid primary key references auth.user on delete cascade,
    -- PHC string: algorithm, parameters, salt and hash
    password_hash text not null,
    changed_at timestamptz not null
);
