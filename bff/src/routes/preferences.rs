//! Preferences: a part of one's own profile.

use super::prelude::*;

/// How the console looks and writes. Null until it was chosen: then each browser decides.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    /// `en`, `es` or `fr`.
    #[schema(required)]
    pub language: Option<String>,
    /// For instance `Europe/Berlin`.
    #[schema(required)]
    pub timezone: Option<String>,
    /// `light`, `dark` or `system`.
    #[schema(required)]
    pub theme: Option<String>,
    /// `hidden`: the dashboard has no checklist of first steps.
    #[schema(required)]
    pub first_steps: Option<String>,
}

/// What is absent stays; an empty text takes a choice back.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePreferences {
    /// `en`, `es` or `fr`.
    pub language: Option<String>,
    /// A name of the IANA time zone database, for instance `Europe/Berlin`.
    #[schema(max_length = 64)]
    pub timezone: Option<String>,
    /// `light`, `dark` or `system`.
    pub theme: Option<String>,
    /// `hidden`: the dashboard has no checklist of first steps.
    pub first_steps: Option<String>,
}
