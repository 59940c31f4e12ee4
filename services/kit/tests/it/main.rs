//! The chassis against real PostgreSQL and NATS.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

mod boot;
mod connections;
mod facts;
mod idempotency;
mod inspect;
mod limits;
mod migrate;
mod relay;
mod strict;
mod texts;
mod transactions;

pub const ROLE: kit::Service = kit::Service { name: "probe", ..kit::testing::STATEFUL_ROLE };

/// A message of our own: kit has no protos.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Note {
    #[prost(string, tag = "1")]
    pub text: String,
}

impl prost::Name for Note {
    const NAME: &'static str = "Note";
    const PACKAGE: &'static str = "test";
}
