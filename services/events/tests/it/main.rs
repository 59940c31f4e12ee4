//! Tests of events on a real PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a test may give up at once")]

mod count_events;
mod deliver;
mod deliver_bounds;
mod export_events;
mod get_event;
mod house;
mod list_events;
mod notify_people;
mod on_event_recorded;
mod receiver;
mod record_events;
mod rules;
mod search;
mod stage;
