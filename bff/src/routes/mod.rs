//! One file per URL prefix: its REST structs, their conversion from the protos, its handlers. Never a rule, never SQL.

pub mod admin_database;
pub mod admin_logs;
pub mod admin_security;
pub mod auth;
pub mod catalogue;
pub mod clusters;
pub mod dashboard;
pub mod datacenters;
pub mod dead_letters;
pub mod deployments;
pub mod events;
pub mod health;
pub mod mail;
pub mod notifications;
pub mod preferences;
pub mod probes;
pub mod provider;
pub mod quotas;
mod range;
pub mod resets;
pub mod system_settings;
pub mod tasks;
pub mod teams;
mod text_params;
pub mod tokens;
pub mod two_factor;
pub mod user_invites;
pub mod users;
mod version;
pub mod welcome;

pub use text_params::TextParams;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A secret on its way to the service that it is meant for; empty when absent.
pub fn revealed(secret: Option<secrecy::SecretString>) -> String {
    use secrecy::ExposeSecret as _;
    secret.map(|secret| secret.expose_secret().to_owned()).unwrap_or_default()
}

/// The code and the parameters of what was said; nothing for what came without.
pub fn coded(said: &str) -> (String, TextParams) {
    /// The parts of a message as [`kit::Message::packed`] writes them.
    #[derive(Deserialize)]
    struct Said<'a> {
        reason: String,
        #[serde(borrow)]
        params: Option<&'a RawValue>,
    }
    if said.is_empty() {
        return Default::default();
    }
    match serde_json::from_str(said) {
        Ok(Said { reason, params }) => (reason, TextParams::of(params.map_or("", RawValue::get))),
        Err(_) => (kit::Message::said("").reason().to_owned(), TextParams::default()),
    }
}

/// Does not compile for a type that can be printed or serialised: then two implementations fit, and none is chosen.
#[cfg(test)]
macro_rules! assert_mute {
    ($($type:ty),* $(,)?) => {{
        trait Mute<A> {
            fn check() {}
        }
        struct Printed;
        struct Serialised;
        impl<T: ?Sized> Mute<()> for T {}
        impl<T: ?Sized + std::fmt::Debug> Mute<Printed> for T {}
        impl<T: ?Sized + serde::Serialize> Mute<Serialised> for T {}
        $(<$type as Mute<_>>::check();)*
    }};
}
#[cfg(test)]
use assert_mute;

/// What every handler needs.
mod prelude {
    pub use super::{TextParams, coded, revealed};
    pub use crate::{
        body::{Body, OptionalBody},
        caller::Call,
        envelope::{Answer, Data, Deleted, Listed, Paged, all, moment, moment_or_none, readable, text},
        error::{ChangeErrors, PublicErrors, ReadErrors, Result, StateErrors, missing},
        path::Ids,
        query::{ALL, Paging, Parameters, Search},
    };
    pub use serde::{Deserialize, Serialize};
    pub use std::collections::BTreeMap;
    pub use time::OffsetDateTime;
    pub use utoipa::{IntoParams, ToSchema};
}
