//! From what was asked for to what is applied: the values of a chart and the documents it renders to. No I/O.

use crate::spec::Spec;
use helm::{Chart, Document, Target, release::Content};
use kit::{Error, Problems, Result};
use prost_types::{ListValue, Struct, Value as Wire, value::Kind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

type Files = &'static [(&'static str, &'static [u8])];
static CHARTS: &[(&str, Files)] = include!(concat!(env!("OUT_DIR"), "/charts.rs"));

/// Charts that others build on; they render nothing by themselves.
const LIBRARIES: [&str; 1] = ["common"];

/// What a cluster that was not asked yet is taken for; our charts render alike for every version they support.
const KUBE_VERSION: &str = "v1.33.0";

/// The embedded charts, parsed once.
pub struct Charts(BTreeMap<&'static str, Chart>);

/// Versions of the Secrets beside the release, as text: a change of one rolls the pods that read it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// Of `<release>-app`.
    pub app: String,
    /// Of `<release>-db`.
    pub db: String,
}

/// Exactly what is sent when a revision is applied: two JSON texts, stored sealed and never made again.
#[derive(Serialize, Deserialize)]
pub struct Bundle {
    /// Chart, values, manifest and hooks, for the release record.
    pub release: String,
    /// The documents in install order.
    pub documents: String,
}

/// A rendered revision.
pub struct Built {
    /// The chart's own version.
    pub chart_version: String,
    /// The documents, as they will be sealed.
    pub bundle: Vec<u8>,
    /// SHA-256 of the bundle, hex.
    pub hash: String,
    /// What the documents request.
    pub resources: Resources,
}

/// Sums of requests, as people read them: "750m", "1.2Gi", "10Gi"; "0" for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Cores.
    pub cpu: String,
    /// Memory.
    pub memory: String,
    /// Claimed volumes.
    pub storage: String,
}

impl Charts {
    /// Parses every embedded chart.
    ///
    /// # Errors
    /// A chart that does not parse: the service must not start with it.
    pub fn load() -> anyhow::Result<Self> {
        let libraries: Vec<(&str, &[(&str, &[u8])])> = CHARTS.iter().filter(|(name, _)| LIBRARIES.contains(name)).copied().collect();
        let mut charts = BTreeMap::new();
        for (name, files) in CHARTS.iter().filter(|(name, _)| !LIBRARIES.contains(name)) {
            let chart = Chart::with_libraries(files, &libraries).map_err(|e| anyhow::anyhow!("chart {name}: {e}"))?;
            charts.insert(*name, chart);
        }
        Ok(Self(charts))
    }

    fn of(&self, application: &str) -> Result<&Chart> {
        self.0.get(application).ok_or_else(|| Error::internal(anyhow::anyhow!("there is no chart for {application}")))
    }

    /// Notes what the chart's own schema says about values, under the names of the REST contract.
    ///
    /// # Errors
    /// No such chart, or a problem with a value that the user did not give.
    pub fn check(&self, application: &str, values: &Value, problems: &mut Problems) -> Result<()> {
        for violation in self.of(application)?.check_values(values) {
            match rest_name(&violation.path) {
                Some(field) => problems.add(field, format!("This value {}.", violation.message.trim_end_matches('.'))),
                None if problems.is_empty() => return Err(Error::internal(anyhow::anyhow!("chart values: {violation}"))),
                // the own checks have found something already, of which this may be a consequence
                None => {}
            }
        }
        Ok(())
    }

    /// Renders and checks a revision. `kube_version` is the cluster's, when it is known.
    ///
    /// # Errors
    /// A chart that cannot render these values, or renders what must not be applied: a defect, since [`Self::check`]
    /// has passed before.
    pub fn build(&self, application: &str, values: &Value, release: &str, kube_version: Option<&str>) -> Result<Built> {
        let chart = self.of(application)?;
        let target = Target {
            release,
            namespace: release,
            revision: 1,
            is_install: true,
            kube_version: kube_version.filter(|v| !v.is_empty()).unwrap_or(KUBE_VERSION),
            api_versions: &[],
        };
        let rendered = helm::render(chart, values, &target).map_err(Error::internal)?;
        helm::checked(&rendered.documents, &rendered.hooks, release).map_err(Error::internal)?;
        let bundle = Bundle {
            release: serde_json::to_string(&Content::of(chart, values, &rendered)).map_err(Error::internal)?,
            documents: serde_json::to_string(&rendered.documents).map_err(Error::internal)?,
        };
        let bundle = serde_json::to_vec(&bundle).map_err(Error::internal)?;
        Ok(Built {
            chart_version: chart.metadata().version.clone(),
            hash: hash(&bundle),
            bundle,
            resources: resources(&rendered.documents),
        })
    }
}

/// SHA-256 of a sealed revision's content, hex.
#[must_use]
pub fn hash(bundle: &[u8]) -> String {
    Sha256::digest(bundle).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The values a chart gets: only what was asked for, defaults are the chart's. They are part of the release record,
/// which everyone in the namespace can read, and so hold no secret.
#[must_use]
pub fn values(spec: &Spec, release: &str, title: &str, versions: &Versions) -> Value {
    json!({
        "domain": spec.domain,
        "title": title,
        "app": {"adminUser": spec.app_user, "existingSecret": format!("{release}-app")},
        "services": spec.services,
        "php": {
            "version": spec.php.version,
            "extensions": spec.php.extensions,
            "memoryLimitMB": spec.php.memory_limit,
            "maxExecutionTime": spec.php.max_execution_time,
            "poolSize": spec.php.pool_size,
            "maxRequestsPerChild": spec.php.max_requests_per_child,
            "uploadMaxFilesizeMB": spec.php.upload_max_filesize,
        },
        "database": {
            "host": spec.database.host,
            "port": spec.database.port,
            "name": spec.database.name,
            "user": spec.database.user,
            "existingSecret": format!("{release}-db"),
        },
        "secretVersions": {"app": versions.app, "db": versions.db},
    })
}

/// The values as a task shows them; its services are a field of their own.
#[must_use]
pub fn shown_values(spec: &Spec, release: &str, title: &str) -> Struct {
    let mut values = values(spec, release, title, &Versions::default());
    if let Value::Object(map) = &mut values {
        map.remove("services");
        map.remove("secretVersions");
    }
    match wire(&values).kind {
        Some(Kind::StructValue(map)) => map,
        _ => Struct::default(),
    }
}

fn wire(value: &Value) -> Wire {
    let kind = match value {
        Value::Null => Kind::NullValue(0),
        Value::Bool(yes) => Kind::BoolValue(*yes),
        Value::Number(n) => Kind::NumberValue(n.as_f64().unwrap_or_default()),
        Value::String(text) => Kind::StringValue(text.clone()),
        Value::Array(list) => Kind::ListValue(ListValue { values: list.iter().map(wire).collect() }),
        Value::Object(map) => Kind::StructValue(Struct { fields: map.iter().map(|(k, v)| (k.clone(), wire(v))).collect() }),
    };
    Wire { kind: Some(kind) }
}

/// A value's path in the chart, by the name the REST contract gives it.
fn rest_name(path: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 17] = [
        ("domain", "baseParameters.domain"),
        ("title", "name"),
        ("app.adminUser", "baseParameters.appUser"),
        ("php.version", "phpParameters.phpVersion"),
        ("php.extensions", "phpParameters.phpExtensions"),
        ("php.memoryLimitMB", "phpParameters.phpMemoryLimit"),
        ("php.maxExecutionTime", "phpParameters.phpMaxExecutionTime"),
        ("php.poolSize", "phpParameters.phpPoolSize"),
        ("php.maxRequestsPerChild", "phpParameters.phpMaxRequestsPerChild"),
        ("php.uploadMaxFilesizeMB", "phpParameters.phpUploadMaxFilesize"),
        ("database.host", "databaseParameters.databaseHost"),
        ("database.port", "databaseParameters.databasePort"),
        ("database.name", "databaseParameters.databaseName"),
        ("database.user", "databaseParameters.databaseUser"),
        ("services", "services"),
        ("app", "baseParameters"),
        ("php", "phpParameters"),
    ];
    let inside = |name: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
    NAMES.iter().find(|(name, _)| inside(name)).map(|(_, field)| *field)
}

/// What a release consists of, `Kind name` each.
///
/// # Errors
/// Documents that are no documents: they were not made here.
pub fn objects(bundle: &Bundle) -> Result<Vec<String>> {
    let documents: Vec<Document> = serde_json::from_str(&bundle.documents).map_err(Error::internal)?;
    Ok(documents.iter().map(|d| format!("{} {}", d.kind, d.name)).collect())
}

/// What the documents request: containers of workloads times replicas, volume claims.
fn resources(documents: &[Document]) -> Resources {
    let (mut cpu, mut memory, mut storage) = (0_u64, 0_u64, 0_u64);
    for document in documents {
        let replicas = document.object.pointer("/spec/replicas").and_then(Value::as_u64).unwrap_or(1);
        let list = |pointer: &str| document.object.pointer(pointer).and_then(Value::as_array).cloned().unwrap_or_default();
        match document.kind.as_str() {
            "Deployment" | "StatefulSet" => {
                for container in list("/spec/template/spec/containers") {
                    cpu += replicas * request(&container, "cpu", millis);
                    memory += replicas * request(&container, "memory", bytes);
                }
                for claim in list("/spec/volumeClaimTemplates") {
                    storage += replicas * claimed(&claim);
                }
            }
            "PersistentVolumeClaim" => storage += claimed(&document.object),
            _ => {}
        }
    }
    let cores = if cpu.is_multiple_of(1000) { (cpu / 1000).to_string() } else { format!("{cpu}m") };
    Resources { cpu: cores, memory: size(memory), storage: size(storage) }
}

fn request(container: &Value, what: &str, read: fn(&str) -> Option<u64>) -> u64 {
    quantity(container.pointer(&format!("/resources/requests/{what}")), read)
}

fn claimed(claim: &Value) -> u64 {
    quantity(claim.pointer("/spec/resources/requests/storage"), bytes)
}

fn quantity(value: Option<&Value>, read: fn(&str) -> Option<u64>) -> u64 {
    match value {
        Some(Value::String(text)) => read(text).unwrap_or(0),
        Some(Value::Number(n)) => read(&n.to_string()).unwrap_or(0),
        _ => 0,
    }
}

/// Thousandths of a core.
fn millis(text: &str) -> Option<u64> {
    match text.strip_suffix('m') {
        Some(millis) => millis.parse().ok(),
        None => decimal(text, 1000),
    }
}

fn bytes(text: &str) -> Option<u64> {
    const UNITS: [(&str, u64); 9] = [
        ("Ki", 1 << 10),
        ("Mi", 1 << 20),
        ("Gi", 1 << 30),
        ("Ti", 1 << 40),
        ("k", 1_000),
        ("M", 1_000_000),
        ("G", 1_000_000_000),
        ("T", 1_000_000_000_000),
        ("", 1),
    ];
    let (unit, factor) = UNITS.into_iter().find(|(unit, _)| text.ends_with(unit))?;
    decimal(&text[..text.len() - unit.len()], factor)
}

/// A decimal number times a factor, without the errors of floating point.
fn decimal(text: &str, factor: u64) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let mut sum = whole.parse::<u64>().ok()?.checked_mul(factor)?;
    let mut unit = factor;
    for digit in part.chars().take(9) {
        unit /= 10;
        sum = sum.checked_add(u64::from(digit.to_digit(10)?).checked_mul(unit)?)?;
    }
    Some(sum)
}

fn size(bytes: u64) -> String {
    const MI: u64 = 1 << 20;
    const GI: u64 = 1 << 30;
    match bytes {
        0 => "0".to_owned(),
        b if b.is_multiple_of(GI) => format!("{}Gi", b / GI),
        // tenths, rounded
        b if b > GI => {
            let tenths = (b * 10 + GI / 2) / GI;
            if tenths.is_multiple_of(10) { format!("{}Gi", tenths / 10) } else { format!("{}.{}Gi", tenths / 10, tenths % 10) }
        }
        b => format!("{}Mi", b.div_ceil(MI)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read_and_written_as_kubernetes_has_them() {
        assert_eq!((millis("750m"), millis("2"), millis("0.5"), millis("x")), (Some(750), Some(2000), Some(500), None));
        assert_eq!((bytes("64Mi"), bytes("1.5Gi"), bytes("1000"), bytes("1G")), (Some(64 << 20), Some(3 << 29), Some(1000), Some(1_000_000_000)));
        assert_eq!((size(64 << 20), size(10 << 30), size(1_288_490_189), size(0)), ("64Mi".into(), "10Gi".into(), "1.2Gi".into(), "0".into()));
    }

    #[test]
    fn a_violation_of_the_chart_is_told_by_the_name_of_the_rest_field() {
        assert_eq!(rest_name("php.memoryLimitMB"), Some("phpParameters.phpMemoryLimit"));
        assert_eq!(rest_name("php.extensions[3]"), Some("phpParameters.phpExtensions"));
        assert_eq!(rest_name("php.extensions.3"), Some("phpParameters.phpExtensions"));
        assert_eq!(rest_name("phpx"), None);
        assert_eq!(rest_name("quota.cpu"), None);
    }
}
