-- What administrators decide for the whole of Canopy is kept here, too; without the row all is as the defaults say.
alter table auth.decision
    -- how long a session lasts from its sign-in
    add column session_seconds int not null default 604800 check (session_seconds between 3600 and 604800),
    -- a session that is not used for so long ends; 0: never for that
    add column idle_seconds int not null default 0 check (idle_seconds = 0 or idle_seconds between 300 and 604800),
    -- for how long events are kept; 0: as the operator has set it
    add column history_days int not null default 0 check (history_days = 0 or history_days between 30 and 36500),
    -- how often the page System looks at the parts of Canopy
    add column health_seconds int not null default 30 check (health_seconds between 30 and 3600),
    -- grows with each change by a person
    add column version bigint not null default 1,
    add column changed_at timestamptz,
    add column changed_by text not null default '';
-- sessions that nobody uses
create index session_seen on auth.session (last_seen_at) where ended_at is null;
