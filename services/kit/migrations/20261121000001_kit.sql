-- Tables of the chassis, in the schema of each service (found through search_path: the same file serves all of them).

-- What must be told to others, written in the transaction of the change it tells about.
create table outbox (
    -- order within a key: verbs lock the row they change before they write here
    seq bigint generated always as identity primary key,
    -- idempotency id of a command, Nats-Msg-Id of a fact
    id uuid not null unique,
    kind text not null check (kind in ('command', 'fact')),
    -- command: the peer; fact: empty
    target text not null default '',
    -- command: the gRPC method path; fact: the message name
    method text not null,
    -- command: what its order is kept for (a deployment); fact: null
    key uuid,
    payload bytea not null,
    -- request id, trace and user that this comes from
    origin jsonb not null,
    created_at timestamptz not null,
    -- null until accepted by the peer or acknowledged by the stream; facts stay 7 days, so that a lost stream can be refilled
    sent_at timestamptz,
    attempts int not null default 0,
    next_at timestamptz not null default now(),
    -- a relay that has taken the row; no transaction is held open across the network
    claimed_until timestamptz
);
-- the relay's only question
create index outbox_unsent on outbox (kind, seq) where sent_at is null;
-- "is an earlier command of this key still unsent?"
create index outbox_unsent_key on outbox (key, seq) where sent_at is null and kind = 'command';
-- for the sweep after 7 days and for the refill
create index outbox_sent on outbox (sent_at) where sent_at is not null;

-- Commands refused for good, and facts that could not be decoded.
create table dead_letter (
    id uuid primary key,
    kind text not null,
    target text not null,
    method text not null,
    payload bytea not null,
    origin jsonb not null,
    error text not null,
    created_at timestamptz not null
);

-- What this relay knows of the stream: another epoch or a lower last sequence means that it was lost.
create table relay_state (
    stream text primary key,
    epoch text not null,
    acked_sequence bigint not null
);

-- Answers to creating calls, so that a retry gets the first answer.
create table idempotency (
    user_id uuid not null,
    call text not null,
    key text not null,
    body_hmac bytea not null,
    answer bytea,
    created_at timestamptz not null,
    primary key (user_id, call, key)
);
create index idempotency_created on idempotency (created_at);

-- One sealed value known in advance: a wrong key is noticed at start, before anything is written with it.
create table seal_canary (
    id int primary key check (id = 1),
    sealed bytea not null
);
