//! Tests of events on a real PostgreSQL.

mod list_events;
mod on_event_recorded;
mod record_events;
mod stage;
