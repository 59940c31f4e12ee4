-- Who is invited to have an account, by address. An invite that was accepted or cancelled has no row.
create table auth.invite (
    id uuid primary key,
    -- in its canonical form
    email text not null constraint invite_once unique,
    role text not null check (role in ('user', 'manager', 'admin')),
    -- half of the token's SHA-256: the token itself is kept nowhere
    handle uuid not null constraint invite_handle unique,
    -- the name of whoever invited, as it was then
    invited_by text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index invite_created on auth.invite (created_at desc, id desc);
