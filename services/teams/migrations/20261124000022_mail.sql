-- Letters that wait to be sent; one that was taken by the mail server has no row.
create table teams.mail (
    id uuid primary key,
    -- receiver, subject and text: they have a link into a team
    sealed bytea not null,
    created_at timestamptz not null,
    -- when it is tried (again)
    next_at timestamptz not null,
    attempts integer not null,
    -- its link is worth nothing any more from then on
    expires_at timestamptz not null
);
create index mail_next on teams.mail (next_at, id);
create index mail_expiry on teams.mail (expires_at);
