-- Who is told of what, and how.
create table events.rule (
    id uuid primary key,
    -- whose it is: a person's or a team's
    user_id uuid,
    team_id uuid,
    -- as the team was called when the rule was made, for the history
    team_name text not null,
    name text not null,
    -- words of src/kinds.rs
    kinds text[] not null check (cardinality(kinds) > 0),
    -- also of teams that the person is not in, as far as they may see them
    everything boolean not null,
    channel text not null check (channel in ('mail', 'slack', 'webhook')),
    -- of a team's rule; a person has a language of their own
    language text not null,
    -- the address of a webhook and the key of its signatures; nothing for mail
    sealed bytea,
    -- grows with each sealing, so that an old value put back does not open
    sealed_version bigint not null,
    -- what is shown of the address
    shown text not null,
    enabled boolean not null,
    -- who wrote the address: what it may be is judged by their role when it is used
    author_id uuid not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- attempts that failed since the last one that did not, and until when nothing is sent for it
    failures int not null default 0,
    held_until timestamptz not null,
    -- somebody is sending until then
    claimed_until timestamptz not null,
    check ((user_id is null) <> (team_id is null)),
    check (user_id is not null or not everything),
    check ((channel = 'mail') = (sealed is null))
);
create index rule_of_user on events.rule (user_id, created_at) where user_id is not null;
create index rule_of_team on events.rule (team_id, created_at) where team_id is not null;
create index rule_enabled on events.rule using gin (kinds) where enabled;

-- Events for which nobody has looked yet whose rules they match: written with the event.
create table events.unmatched (
    event_id uuid primary key references events.event on delete cascade,
    seq bigint generated always as identity
);
create index unmatched_order on events.unmatched (seq);

-- What is to be sent, and what was.
create table events.delivery (
    id uuid primary key,
    rule_id uuid not null references events.rule on delete cascade,
    -- nothing for a test
    event_id uuid,
    -- whose mailbox; nothing for webhooks
    receiver_id uuid,
    state text not null check (state in ('waiting', 'delivered', 'failed', 'skipped')),
    -- it was skipped because the rule was off, not because of rights
    rule_off boolean not null default false,
    -- attempts since it was queued (again)
    tries int not null default 0,
    created_at timestamptz not null,
    next_at timestamptz not null,
    -- given up from then on
    expires_at timestamptz not null
);
-- an event is told once by a rule to each receiver
create unique index delivery_once on events.delivery (rule_id, event_id, receiver_id) nulls not distinct where event_id is not null;
create index delivery_newest on events.delivery (rule_id, created_at desc, id desc);
create index delivery_waiting on events.delivery (rule_id, next_at, id) where state = 'waiting';
create index delivery_old on events.delivery (created_at) where state <> 'waiting';

-- Each attempt with its answer.
create table events.attempt (
    delivery_id uuid not null references events.delivery on delete cascade,
    n int not null,
    at timestamptz not null,
    took_ms int not null,
    outcome text not null check (outcome in ('taken', 'refused', 'unreachable', 'silent', 'forbidden', 'unresolved', 'mail_off')),
    -- of HTTP; nothing when there was none
    status int,
    -- how the answer begins, in the receiver's words
    answer text not null,
    primary key (delivery_id, n)
);
