//! Tests of events on a real PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a test may give up at once")]

mod count_events;
mod export_events;
mod get_event;
mod list_events;
mod on_event_recorded;
mod record_events;
mod search;
mod stage;
