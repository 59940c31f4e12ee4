-- Who is invited into a team, by address: with or without an account. An invite that was accepted or cancelled has no row.
create table teams.invite (
    id uuid primary key,
    team_id uuid not null references teams.team on delete cascade,
    -- in its canonical form
    email text not null,
    role text not null check (role in ('member', 'admin')),
    -- half of the token's SHA-256: the token itself is kept nowhere
    handle uuid not null constraint invite_handle unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint invite_once unique (team_id, email)
);
