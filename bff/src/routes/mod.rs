//! One file per URL prefix: its REST structs, their conversion from the protos, its handlers. Never a rule, never SQL.

pub mod auth;
pub mod catalogue;
pub mod clusters;
pub mod dashboard;
pub mod datacenters;
pub mod deployments;
pub mod events;
pub mod health;
pub mod probes;
pub mod tasks;
pub mod teams;
pub mod users;
pub mod welcome;

/// What every handler needs.
mod prelude {
    pub use crate::{
        body::Body,
        caller::Call,
        envelope::{Answer, Data, Deleted, Listed, all, moment, moment_or_none, text},
        error::{Changing, Open, Reading, Result, missing},
        path::Ids,
        query::{ALL, Paging, Parameters, Search},
    };
    pub use serde::{Deserialize, Serialize};
    pub use std::collections::BTreeMap;
    pub use time::OffsetDateTime;
    pub use utoipa::{IntoParams, ToSchema};
}
