//! From what was asked for to what is applied: the values of a chart and the documents it renders to. No I/O.

use crate::{
    applications::Application,
    resources::{Resources, Sums},
    rest_name,
    spec::{Amounts, Spec},
};
use helm::{Chart, Target, release::Content};
use kit::{Error, Message, Problems, Result, message, message::as_is};
use prost_types::{ListValue, Struct, Value as Wire, value::Kind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

type Files = &'static [(&'static str, &'static [u8])];
type Folder = (&'static str, Files);
static CHARTS: &[Folder] = include!(concat!(env!("OUT_DIR"), "/charts.rs"));

/// Charts that others build on; they render nothing by themselves.
const LIBRARIES: [&str; 2] = ["common", "program"];

/// What a cluster that was not asked yet is taken for; our charts render alike for every version they support.
const KUBE_VERSION: &str = "v1.33.0";

/// The embedded charts, each parsed when it is first needed: they take more memory than the rest of the service.
pub struct Charts(BTreeMap<&'static str, (Files, OnceLock<Embedded>)>);

struct Embedded {
    chart: Chart,
    packed: Arc<Packed>,
}

/// A chart as one archive, libraries included.
#[derive(Debug)]
pub struct Packed {
    /// The bytes of a `.tgz`.
    pub archive: Vec<u8>,
    /// SHA-256 of them, hex.
    pub hash: String,
}

/// Versions of the Secrets beside the release, as text: a change of one rolls the pods that read it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// Of `<release>-app`.
    pub app: String,
    /// Of `<release>-db`.
    pub db: String,
    /// Of `<release>-env`.
    pub env: String,
}

impl Versions {
    /// Of a new deployment.
    #[must_use]
    pub fn first() -> Self {
        Self { app: "1".to_owned(), db: "1".to_owned(), env: "1".to_owned() }
    }
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
    /// The chart itself.
    pub chart: Arc<Packed>,
    /// The documents, as they will be sealed.
    pub bundle: Vec<u8>,
    /// SHA-256 of the bundle, hex.
    pub hash: String,
    /// What the documents request.
    pub resources: Resources,
    /// A sentence for each limit of the namespace that the pods together would exceed: they would never start.
    pub too_much: Vec<Message>,
}

impl Embedded {
    fn parse(files: Files) -> Result<Self, helm::Error> {
        let libraries: Vec<Folder> = CHARTS.iter().filter(|(name, _)| LIBRARIES.contains(name)).copied().collect();
        let chart = Chart::with_libraries(files, &libraries)?;
        let archive = helm::package(&chart)?;
        let packed = Arc::new(Packed { hash: hash(&archive), archive });
        Ok(Self { chart, packed })
    }
}

impl Charts {
    /// Every embedded chart. A test parses all of them.
    #[must_use]
    pub fn embedded() -> Self {
        let charts = CHARTS.iter().filter(|(name, _)| !LIBRARIES.contains(name));
        Self(charts.map(|(name, files)| (*name, (*files, OnceLock::new()))).collect())
    }

    fn of(&self, application: &str) -> Result<&Embedded> {
        let unknown = || Error::internal(anyhow::anyhow!("there is no chart for {application}"));
        let (files, parsed) = self.0.get(application).ok_or_else(unknown)?;
        if let Some(parsed) = parsed.get() {
            return Ok(parsed);
        }
        let embedded =
            Embedded::parse(files).map_err(|e| Error::internal(anyhow::anyhow!("chart {application}: {e}")))?;
        Ok(parsed.get_or_init(|| embedded))
    }

    /// Notes what the chart's own schema says about values, under the names of the REST contract.
    ///
    /// # Errors
    /// No such chart, or a problem with a value that the user did not give.
    pub fn check(&self, application: &str, values: &Value, problems: &mut Problems) -> Result<()> {
        for violation in self.of(application)?.chart.check_values(values) {
            match rest_name::of(&violation.path) {
                Some(field) => problems.add(field, wrong(&violation.rule)),
                None if problems.is_empty() => {
                    return Err(Error::internal(anyhow::anyhow!("chart values: {violation}")));
                }
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
        let Embedded { chart, packed } = self.of(application)?;
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
        let objects: Vec<&Value> = rendered.documents.iter().map(|document| &document.object).collect();
        let sums = Sums::of(objects.iter().copied());
        let with_hooks = sums.plus(Sums::of(rendered.hooks.iter().map(|hook| &hook.object)));
        let bundle = Bundle {
            release: serde_json::to_string(&Content::of(chart, values, &rendered)).map_err(Error::internal)?,
            documents: serde_json::to_string(&objects).map_err(Error::internal)?,
        };
        let bundle = serde_json::to_vec(&bundle).map_err(Error::internal)?;
        Ok(Built {
            chart_version: chart.metadata().version.clone(),
            chart: Arc::clone(packed),
            hash: hash(&bundle),
            bundle,
            resources: sums.resources(),
            too_much: objects.iter().flat_map(|object| with_hooks.beyond(object)).collect(),
        })
    }
}

/// SHA-256 of a sealed revision's content, or of an archive, hex.
#[must_use]
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The values a chart gets: only what was asked for, defaults are the chart's. They are part of the release record,
/// which everyone in the namespace can read, and so hold no secret.
#[must_use]
pub fn values(application: &Application, spec: &Spec, release: &str, title: &str, versions: &Versions) -> Value {
    let mut values = json!({
        "domain": spec.domain,
        "app": {"adminUser": spec.app_user, "existingSecret": format!("{release}-app")},
        "services": spec.services,
        "secretVersions": {"app": versions.app, "db": versions.db},
    });
    // what one switches on can be reached
    if spec.has("phpmyadmin") {
        values["phpmyadmin"] = json!({"ingress": {"enabled": true}});
    }
    if spec.has("ftp") {
        values["ftp"] = json!({"service": {"type": "LoadBalancer"}});
    }
    if application.titled {
        values["title"] = title.into();
    }
    if let Some(database) = &spec.database {
        values["database"] = json!({
            "host": database.host,
            "port": database.port,
            "name": database.name,
            "user": database.user,
            "existingSecret": format!("{release}-db"),
        });
    }
    if !spec.domains.is_empty() {
        values["domains"] = spec.domains.as_slice().into();
    }
    if !spec.env.is_empty() {
        values["env"] = json!({"existingSecret": format!("{release}-env")});
        values["secretVersions"]["env"] = versions.env.as_str().into();
    }
    if spec.replicas > 1 {
        values["replicas"] = spec.replicas.into();
    }
    if spec.stopped {
        values["stopped"] = true.into();
    }
    asked_resources(application, spec, &mut values);
    if let Value::Object(map) = &mut values {
        map.extend((application.values)(spec));
    }
    values
}

/// Of the container that runs the program, and of the volume.
fn asked_resources(application: &Application, spec: &Spec, values: &mut Value) {
    let Amounts { cpu, memory, storage } = &spec.resources;
    let mut amounts = json!({});
    if !cpu.is_empty() {
        amounts["requests"]["cpu"] = cpu.as_str().into();
    }
    if !memory.is_empty() {
        amounts["requests"]["memory"] = memory.as_str().into();
        amounts["limits"]["memory"] = memory.as_str().into();
    }
    if amounts != json!({}) {
        let container = if application.source.is_some() { "app" } else { "php" };
        values["resources"] = json!({container: amounts});
    }
    if !storage.is_empty() {
        values["persistence"] = json!({"size": storage});
    }
}

/// The values as a task shows them; its services are a field of their own.
#[must_use]
pub fn shown_values(application: &Application, spec: &Spec, release: &str, title: &str) -> Struct {
    let mut values = values(application, spec, release, title, &Versions::default());
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
        Value::Object(map) => {
            Kind::StructValue(Struct { fields: map.iter().map(|(k, v)| (k.clone(), wire(v))).collect() })
        }
    };
    Wire { kind: Some(kind) }
}

/// What a release consists of, `Kind name` each.
///
/// # Errors
/// Documents that are no documents: they were not made here.
pub fn objects(bundle: &Bundle) -> Result<Vec<String>> {
    let documents: Vec<Value> = serde_json::from_str(&bundle.documents).map_err(Error::internal)?;
    let text =
        |object: &Value, pointer: &str| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(documents.iter().map(|d| format!("{} {}", text(d, "/kind"), text(d, "/metadata/name"))).collect())
}

/// What the chart's schema says of a value. A text of the chart itself stays as it is.
fn wrong(rule: &helm::Rule) -> Message {
    let about = rule.about();
    message!(VALUE_WRONG, rule = rule.word(), about = as_is(about.trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{applications::find, spec::Database};

    fn spec() -> Spec {
        Spec {
            domain: "shop.example.com".into(),
            app_user: "boss".into(),
            database: Some(Database {
                host: "localhost".into(),
                port: 3306,
                name: "wordpress".into(),
                user: "wp".into(),
            }),
            ..Spec::blank(wordpress())
        }
    }

    fn wordpress() -> &'static Application {
        find("wordpress").unwrap()
    }

    fn built(spec: &Spec) -> Built {
        let values = values(wordpress(), spec, "shop-00abcd", "Shop", &Versions::first());
        Charts::embedded().build("wordpress", &values, "shop-00abcd", None).unwrap()
    }

    #[test]
    fn the_values_of_a_chart_are_in_its_own_words_and_without_secrets() {
        let versions = Versions { app: "1".into(), db: "2".into(), env: "3".into() };
        let expected = json!({
            "domain": "shop.example.com",
            "title": "Shop",
            "app": {"adminUser": "boss", "existingSecret": "shop-00abcd-app"},
            "services": {"nginx": true, "mysql": true, "redis": true, "ftp": false, "phpmyadmin": true, "cloudflare": false},
            "phpmyadmin": {"ingress": {"enabled": true}},
            "php": {
                "version": "8.3", "extensions": ["gd", "mysqli", "curl", "intl"], "memoryLimitMB": 256, "maxExecutionTime": 60,
                "poolSize": 10, "maxRequestsPerChild": 500, "uploadMaxFilesizeMB": 10
            },
            "database": {"host": "localhost", "port": 3306, "name": "wordpress", "user": "wp", "existingSecret": "shop-00abcd-db"},
            "secretVersions": {"app": "1", "db": "2"},
        });
        let made = values(wordpress(), &spec(), "shop-00abcd", "Shop", &versions);
        assert_eq!(made, expected);
        let mut problems = Problems::new();
        Charts::embedded().check("wordpress", &made, &mut problems).unwrap();
        assert!(problems.is_empty());
        let shown = shown_values(wordpress(), &spec(), "shop-00abcd", "Shop");
        let keys: Vec<&str> = shown.fields.keys().map(String::as_str).collect();
        assert_eq!(keys, ["app", "database", "domain", "php", "phpmyadmin", "title"]);
    }

    #[test]
    fn every_embedded_chart_parses() {
        let charts = Charts::embedded();
        assert!(!charts.0.is_empty());
        for name in charts.0.keys() {
            charts.of(name).unwrap();
        }
        assert!(charts.of("common").is_err(), "a library is no site");
    }

    #[test]
    fn a_revision_renders_the_same_every_time() {
        let (first, second) = (built(&spec()), built(&spec()));
        assert_eq!((&first.hash, &first.bundle), (&second.hash, &second.bundle));
        assert!(first.too_much.is_empty(), "{:?}", first.too_much);
        let bundle: Bundle = serde_json::from_slice(&first.bundle).unwrap();
        let objects = objects(&bundle).unwrap();
        for object in [
            "Deployment shop-00abcd-web",
            "StatefulSet shop-00abcd-mysql",
            "Deployment shop-00abcd-redis",
            "Ingress shop-00abcd",
        ] {
            assert!(objects.iter().any(|found| found == object), "{object} is missing in {objects:?}");
        }
        assert!(objects.iter().all(|object| !object.starts_with("Secret ")));
    }

    #[test]
    fn what_is_switched_off_is_not_rendered() {
        let mut spec = spec();
        spec.services.extend(["redis", "phpmyadmin"].map(|name| (name.to_owned(), false)));
        let objects = objects(&serde_json::from_slice(&built(&spec).bundle).unwrap()).unwrap();
        assert!(
            objects.iter().all(|object| !object.contains("redis") && !object.contains("phpmyadmin")),
            "{objects:?}"
        );
    }

    #[test]
    fn more_than_the_namespace_may_have_is_said_in_words() {
        let mut spec = spec();
        spec.php.as_mut().unwrap().pool_size = 200;
        let too_much = built(&spec).too_much;
        assert!(
            !too_much.is_empty() && too_much.iter().all(|sentence| sentence.to_string().contains("memory")),
            "{too_much:?}"
        );
    }
}
