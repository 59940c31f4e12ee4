-- Attempts that count against a limit. A row is written before the password is looked at, so that guesses made at the
-- same time count too, and taken back when the attempt was a good one. Rows are of use for 15 minutes.
create table auth.attempt (
    id uuid primary key,
    -- hash of the address that was tried (people type passwords into the wrong field); null where no account is concerned
    account bytea,
    -- the door and the network address
    source text not null,
    at timestamptz not null
);
create index attempt_account on auth.attempt (account, at) where account is not null;
create index attempt_source on auth.attempt (source, at);
create index attempt_at on auth.attempt (at);
