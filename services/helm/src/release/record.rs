//! The JSON of a release. Fields that this version does not know are kept when a record is read and written again.

use crate::{Chart, Hook, Metadata, Rendered};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Where a revision stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Not known to Helm either.
    Unknown,
    /// The revision that is in effect.
    Deployed,
    /// Uninstalled with its history kept.
    Uninstalled,
    /// Replaced by a later one.
    Superseded,
    /// It did not come about.
    Failed,
    /// Being deleted.
    Uninstalling,
    /// The first revision, being applied.
    PendingInstall,
    /// A later revision, being applied.
    PendingUpgrade,
    /// A return to an earlier revision, being applied.
    PendingRollback,
}

impl Status {
    /// Helm's word, in the JSON and in the label alike.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Deployed => "deployed",
            Self::Uninstalled => "uninstalled",
            Self::Superseded => "superseded",
            Self::Failed => "failed",
            Self::Uninstalling => "uninstalling",
            Self::PendingInstall => "pending-install",
            Self::PendingUpgrade => "pending-upgrade",
            Self::PendingRollback => "pending-rollback",
        }
    }

    /// The status of a label; a word that Helm does not have is `Unknown`.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        const ALL: [Status; 8] = [
            Status::Deployed,
            Status::Uninstalled,
            Status::Superseded,
            Status::Failed,
            Status::Uninstalling,
            Status::PendingInstall,
            Status::PendingUpgrade,
            Status::PendingRollback,
        ];
        ALL.into_iter().find(|s| s.as_str() == word).unwrap_or(Self::Unknown)
    }

    /// Is somebody at work on it?
    #[must_use]
    pub fn is_pending(self) -> bool {
        matches!(self, Self::PendingInstall | Self::PendingUpgrade | Self::PendingRollback)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One revision of a release.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The release's name.
    pub name: String,
    /// When and how it went.
    pub info: Info,
    /// The chart it was made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<ChartRecord>,
    /// The values the user supplied, without the defaults. `helm get values` prints them: never a password.
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "Map::is_empty")]
    pub config: Map<String, Value>,
    /// The documents, hooks and ownership labels left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub manifest: String,
    /// The hooks.
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<HookRecord>,
    /// The revision, from 1.
    pub version: u32,
    /// The release's namespace.
    #[serde(default)]
    pub namespace: String,
    /// `ssa` when applied by server-side apply; Helm 4 follows it. Helm 3 does not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apply_method: Option<String>,
    /// What else the record holds.
    #[serde(flatten)]
    pub other: Map<String, Value>,
    /// The Secret's labels, not part of the JSON; the reader fills them in.
    #[serde(skip)]
    pub labels: BTreeMap<String, String>,
}

/// When and how a revision went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Info {
    /// When revision 1 was made.
    #[serde(default, with = "moment", skip_serializing_if = "Option::is_none")]
    pub first_deployed: Option<OffsetDateTime>,
    /// When this one was made.
    #[serde(default, with = "moment", skip_serializing_if = "Option::is_none")]
    pub last_deployed: Option<OffsetDateTime>,
    /// When it was uninstalled; Helm 3 wants the field, as an empty string.
    #[serde(default, with = "moment")]
    pub deleted: Option<OffsetDateTime>,
    /// "Upgrade complete", or why it failed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Where it stands; the Secret's label says the same.
    pub status: Status,
    /// Which revision a rollback returned to (Helm 4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollback_revision: Option<u32>,
    /// The notes of the chart.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// What else it holds.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The chart inside a record. Helm stores no sub-charts there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChartRecord {
    /// `Chart.yaml`.
    pub metadata: Metadata,
    /// `Chart.lock`.
    #[serde(default)]
    pub lock: Value,
    /// The files below `templates/`.
    #[serde(default, deserialize_with = "null_is_default")]
    pub templates: Vec<Template>,
    /// The chart's default values.
    #[serde(default, deserialize_with = "null_is_default")]
    pub values: Map<String, Value>,
    /// `values.schema.json` in base64.
    #[serde(default)]
    pub schema: Option<String>,
    /// The other files.
    #[serde(default, deserialize_with = "null_is_default")]
    pub files: Vec<Template>,
    /// What else it holds.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The files of a chart that a record has fields of their own for.
pub const CHART_FIELDS: [&str; 4] = ["Chart.yaml", "Chart.lock", "values.yaml", "values.schema.json"];

/// A file inside a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Template {
    /// Its path inside the chart.
    pub name: String,
    /// Its content in base64.
    #[serde(default, deserialize_with = "null_is_default")]
    pub data: String,
    /// What else it holds.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A hook inside a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HookRecord {
    /// `metadata.name`
    #[serde(default)]
    pub name: String,
    /// `Job`
    #[serde(default)]
    pub kind: String,
    /// The template it came from.
    #[serde(default)]
    pub path: String,
    /// Its YAML.
    #[serde(default)]
    pub manifest: String,
    /// The moments at which it runs.
    #[serde(default, deserialize_with = "null_is_default")]
    pub events: Vec<String>,
    /// How it went.
    #[serde(default, deserialize_with = "null_is_default")]
    pub last_run: LastRun,
    /// Lower ones run first.
    #[serde(default)]
    pub weight: i32,
    /// When it is deleted.
    #[serde(default, deserialize_with = "null_is_default")]
    pub delete_policies: Vec<String>,
    /// What else it holds.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// How a hook went.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LastRun {
    /// When it began.
    #[serde(default, with = "moment")]
    pub started_at: Option<OffsetDateTime>,
    /// When it ended.
    #[serde(default, with = "moment")]
    pub completed_at: Option<OffsetDateTime>,
    /// `Succeeded`, `Failed`, `Running`, `Unknown`, or empty.
    #[serde(default)]
    pub phase: String,
}

/// What a revision is made of, before it has a number: enough to write its record without the chart at hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// The chart.
    pub chart: ChartRecord,
    /// The values the user supplied.
    pub config: Map<String, Value>,
    /// The documents.
    pub manifest: String,
    /// The hooks.
    pub hooks: Vec<HookRecord>,
    /// The notes.
    pub notes: String,
}

impl Content {
    /// Takes together what was rendered and what it was rendered from.
    #[must_use]
    pub fn of(chart: &Chart, user: &Value, rendered: &Rendered) -> Self {
        Self {
            chart: ChartRecord::of(chart),
            config: user.as_object().cloned().unwrap_or_default(),
            manifest: rendered.manifest.clone(),
            hooks: rendered.hooks.iter().map(HookRecord::of).collect(),
            notes: rendered.notes.clone(),
        }
    }
}

impl ChartRecord {
    fn of(chart: &Chart) -> Self {
        let own = chart.files().iter().filter(|f| !f.path.starts_with("charts/"));
        let file =
            |f: &crate::File| Template { name: f.path.clone(), data: STANDARD.encode(&f.data), other: Map::new() };
        let (templates, files): (Vec<_>, Vec<_>) =
            own.filter(|f| !CHART_FIELDS.contains(&f.path.as_str())).partition(|f| f.path.starts_with("templates/"));
        Self {
            metadata: chart.metadata().clone(),
            lock: Value::Null,
            templates: templates.into_iter().map(file).collect(),
            values: chart.default_values().as_object().cloned().unwrap_or_default(),
            schema: chart.files().iter().find(|f| f.path == "values.schema.json").map(|f| STANDARD.encode(&f.data)),
            files: files.into_iter().map(file).collect(),
            other: Map::new(),
        }
    }
}

impl HookRecord {
    fn of(hook: &Hook) -> Self {
        Self {
            name: hook.name.clone(),
            kind: hook.kind.clone(),
            path: hook.path.clone(),
            manifest: hook.manifest.clone(),
            events: hook.events.clone(),
            last_run: LastRun::default(),
            weight: hook.weight,
            delete_policies: hook.delete_policies.clone(),
            other: Map::new(),
        }
    }
}

/// Go writes an absent list or map as null.
fn null_is_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(d: D) -> Result<T, D::Error> {
    Ok(Option::<T>::deserialize(d)?.unwrap_or_default())
}

/// Times as Helm writes them: RFC 3339, or an empty string for none. Go's zero time is none too.
mod moment {
    use super::{Deserialize, Deserializer, OffsetDateTime, Rfc3339, Serializer};
    use serde::{de, ser};

    #[allow(clippy::ref_option, reason = "the signature that serde calls")]
    pub(super) fn serialize<S: Serializer>(at: &Option<OffsetDateTime>, s: S) -> Result<S::Ok, S::Error> {
        match at {
            Some(at) => s.serialize_str(&at.format(&Rfc3339).map_err(ser::Error::custom)?),
            None => s.serialize_str(""),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<OffsetDateTime>, D::Error> {
        match Option::<String>::deserialize(d)?.as_deref() {
            None | Some("") => Ok(None),
            Some(text) if text.starts_with("0001-01-01T00:00:00") => Ok(None),
            Some(text) => OffsetDateTime::parse(text, &Rfc3339).map(Some).map_err(de::Error::custom),
        }
    }
}
