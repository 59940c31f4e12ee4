//! A chart as its files, parsed once and rendered often.

use crate::{Error, lint, schema::Schema, template::Engine, values, yaml};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A file of a chart: its path inside the chart's folder and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// `templates/web.yaml`, with `/` on every system.
    pub path: String,
    /// The content.
    pub data: Vec<u8>,
}

/// Files by their paths inside a folder, as they are passed in.
pub type Files<'a> = &'a [(&'a str, &'a [u8])];

/// A chart this chart builds on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependency {
    /// The folder below `charts/`.
    pub name: String,
    /// The version wanted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Where Helm finds it; `file://../common` for the one beside this chart.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub repository: String,
}

/// What `Chart.yaml` says; also stored in every release record.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// `wordpress`
    pub name: String,
    /// The chart's own version, semantic.
    pub version: String,
    /// Always `v2` for our charts.
    #[serde(default)]
    pub api_version: String,
    /// The version of the application.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub app_version: String,
    /// One sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// `application` or `library`.
    #[serde(rename = "type", default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The charts it builds on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependencies: Vec<Dependency>,
    /// Everything else of `Chart.yaml` (`kubeVersion`, `home`, …), kept for the record.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A library chart found below `charts/`.
#[derive(Debug)]
pub(crate) struct Library {
    pub(crate) metadata: Metadata,
    pub(crate) values: Value,
}

/// A chart that was read and whose templates were parsed and linked. Loading is the expensive part; keep it.
#[derive(Debug)]
pub struct Chart {
    pub(crate) files: Vec<File>,
    pub(crate) metadata: Metadata,
    pub(crate) values: Value,
    pub(crate) schema: Option<Schema>,
    pub(crate) engine: Engine,
}

impl Chart {
    /// Reads a chart from its files: path inside the chart's folder and content, those of `charts/common/**` included.
    /// A dependency named in `Chart.yaml` that is not among the files is an error, as it is for Helm.
    pub fn load(files: Files<'_>) -> Result<Self, Error> {
        Self::with_libraries(files, &[])
    }

    /// As [`Chart::load`], for a chart in a source tree whose libraries stand beside it (`repository: file://../common`)
    /// and are not copied below `charts/`: each library, by its folder's name, is put where `helm dependency build`
    /// would put it.
    pub fn with_libraries(files: Files<'_>, libraries: &[(&str, Files<'_>)]) -> Result<Self, Error> {
        let mut all: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for (path, data) in files {
            add(&mut all, (*path).to_string(), data)?;
        }
        let metadata = metadata(&all, "")?;
        for dependency in &metadata.dependencies {
            let folder = dependency.repository.rsplit('/').next().unwrap_or_default();
            if let Some((_, found)) =
                libraries.iter().find(|(name, _)| dependency.repository.starts_with("file://") && *name == folder)
            {
                for (path, data) in *found {
                    add(&mut all, format!("charts/{}/{path}", dependency.name), data)?;
                }
            }
        }
        Self::from_files(all, metadata)
    }

    fn from_files(all: BTreeMap<String, Vec<u8>>, metadata: Metadata) -> Result<Self, Error> {
        if metadata.api_version != "v2" {
            return Err(Error::Chart("Chart.yaml: apiVersion must be v2".into()));
        }
        let own_values = yaml_file(&all, "values.yaml")?;
        let schema = match all.get("values.schema.json") {
            Some(data) => Some(Schema::parse(data).map_err(|e| Error::Chart(format!("values.schema.json: {e}")))?),
            None => None,
        };
        let mut libraries = Vec::new();
        for dependency in &metadata.dependencies {
            let prefix = format!("charts/{}/", dependency.name);
            let library = self::metadata(&all, &prefix).map_err(|_| {
                Error::Chart(format!("found in Chart.yaml, but missing in charts/ directory: {}", dependency.name))
            })?;
            if library.kind != "library" {
                return Err(Error::Chart(format!(
                    "{}: only library charts are supported below charts/",
                    dependency.name
                )));
            }
            if library.version != dependency.version {
                return Err(Error::Chart(format!(
                    "{}: version {} is wanted, {} was found",
                    dependency.name, dependency.version, library.version
                )));
            }
            libraries.push(Library { values: yaml_file(&all, &format!("{prefix}values.yaml"))?, metadata: library });
        }
        if let Some(stray) = all.keys().find(|p| {
            p.strip_prefix("charts/")
                .is_some_and(|r| !metadata.dependencies.iter().any(|d| r.starts_with(&format!("{}/", d.name))))
        }) {
            return Err(Error::Chart(format!("{stray} belongs to no dependency of Chart.yaml")));
        }
        let engine = Engine::build(&metadata.name, &all)?;
        lint::links(&engine)?;
        let values = values::with_libraries(own_values, &libraries);
        let files = all.into_iter().map(|(path, data)| File { path, data }).collect();
        Ok(Self { files, metadata, values, schema, engine })
    }

    /// What `Chart.yaml` says.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The content of `values.yaml`, with a (mostly empty) section for each library chart, as Helm has it.
    #[must_use]
    pub fn default_values(&self) -> &Value {
        &self.values
    }

    /// Every file, libraries included, sorted by path.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// Says what is wrong with user-supplied values, all at once; an empty list means that they are fine.
    #[must_use]
    pub fn check_values(&self, values: &Value) -> Vec<crate::Violation> {
        match &self.schema {
            Some(schema) => schema.check(&values::coalesce(&self.values, values)),
            None => Vec::new(),
        }
    }
}

fn add(all: &mut BTreeMap<String, Vec<u8>>, path: String, data: &[u8]) -> Result<(), Error> {
    let clean =
        !path.is_empty() && path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains('\\');
    if !clean {
        return Err(Error::Chart("a file's path leaves the chart's folder".into()));
    }
    if all.insert(path.clone(), data.to_vec()).is_some() {
        return Err(Error::Chart(format!("{path} is there twice")));
    }
    Ok(())
}

fn text<'a>(all: &'a BTreeMap<String, Vec<u8>>, path: &str) -> Result<Option<&'a str>, Error> {
    all.get(path).map(|d| std::str::from_utf8(d).map_err(|_| Error::Chart(format!("{path} is not UTF-8")))).transpose()
}

fn yaml_file(all: &BTreeMap<String, Vec<u8>>, path: &str) -> Result<Value, Error> {
    match text(all, path)? {
        None => Ok(Value::Object(Map::new())),
        Some(t) => match yaml::parse(t).map_err(|e| Error::Chart(format!("{path}: {e}")))? {
            Value::Null => Ok(Value::Object(Map::new())),
            object @ Value::Object(_) => Ok(object),
            _ => Err(Error::Chart(format!("{path} is not a map"))),
        },
    }
}

fn metadata(all: &BTreeMap<String, Vec<u8>>, prefix: &str) -> Result<Metadata, Error> {
    let path = format!("{prefix}Chart.yaml");
    if !all.contains_key(&path) {
        return Err(Error::Chart(format!("{path} file is missing")));
    }
    let found: Metadata =
        serde_json::from_value(yaml_file(all, &path)?).map_err(|e| Error::Chart(format!("{path}: {e}")))?;
    if found.name.is_empty() || found.version.is_empty() {
        return Err(Error::Chart(format!("{path}: name and version are required")));
    }
    Ok(found)
}
