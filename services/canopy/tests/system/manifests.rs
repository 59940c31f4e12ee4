//! What is in `k8s/`, rendered, and as much of Kubernetes as it takes to start a container of it on this machine: environment,
//! references in it, files of Secrets and ConfigMaps.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

/// The tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Whether the runner has said that the checks of `k8s/` cannot be built on this machine, and why.
pub fn is_left_out() -> bool {
    kit::testing::is_left_out("CANOPY_TEST_DEPLOY")
}

/// The folder that `scripts/deploy.py` made.
pub fn tools() -> PathBuf {
    kit::testing::told("CANOPY_TEST_DEPLOY").into()
}

/// Runs the program of `tests/deploy`; what it printed, a line each.
pub fn deploy(action: &str, path: &str) -> Vec<String> {
    let output = Command::new(tools().join("deploy")).arg(action).arg(root().join(path)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The objects of a kustomization.
#[derive(Clone, Default)]
pub struct Objects(pub Vec<Value>);

impl Objects {
    /// Of a folder of the tree.
    pub fn of(folder: &str) -> Self {
        Self(deploy("build", folder).iter().map(|line| serde_json::from_str(line).unwrap()).collect())
    }

    pub fn all(&self, kind: &str) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(move |object| object["kind"] == kind)
    }

    pub fn find(&self, kind: &str, name: &str) -> Option<&Value> {
        self.all(kind).find(|object| object["metadata"]["name"] == name)
    }

    /// The files of a ConfigMap or a Secret.
    pub fn files(&self, kind: &str, name: &str) -> Option<BTreeMap<String, Vec<u8>>> {
        let data = self.find(kind, name)?["data"].as_object()?;
        let value = |value: &Value| match kind {
            "Secret" => {
                use base64::Engine as _;
                base64::engine::general_purpose::STANDARD.decode(value.as_str().unwrap()).unwrap()
            }
            _ => value.as_str().unwrap().as_bytes().to_vec(),
        };
        Some(data.iter().map(|(name, content)| (name.clone(), value(content))).collect())
    }

    fn text(&self, kind: &str, reference: &Value) -> String {
        let (name, key) = (reference["name"].as_str().unwrap(), reference["key"].as_str().unwrap());
        let files = self.files(kind, name).unwrap_or_else(|| panic!("there is no {kind} {name}"));
        String::from_utf8(files.get(key).unwrap_or_else(|| panic!("{kind} {name} has no {key}")).clone()).unwrap()
    }
}

/// The one container of a pod template, as the kubelet would start it.
pub struct Container {
    pub args: Vec<String>,
    pub env: BTreeMap<String, String>,
    /// Mount path → files.
    pub mounts: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
    /// Name → number.
    pub ports: BTreeMap<String, u64>,
    pub spec: Value,
}

impl Container {
    /// Of a Deployment or StatefulSet. `pod`: its name.
    pub fn of(objects: &Objects, workload: &Value, pod: &str) -> Self {
        let template = &workload["spec"]["template"]["spec"];
        let containers = template["containers"].as_array().unwrap();
        assert_eq!(containers.len(), 1, "{pod}");
        let spec = containers[0].clone();
        let env = environment(objects, &spec, pod);
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let args = list(&spec["args"]).iter().map(|arg| expand(arg.as_str().unwrap(), &env)).collect();
        let mounts = list(&spec["volumeMounts"])
            .iter()
            .filter_map(|mount| {
                let volume = list(&template["volumes"]).into_iter().find(|volume| volume["name"] == mount["name"])?;
                Some((mount["mountPath"].as_str().unwrap().to_owned(), files(objects, &volume)?))
            })
            .collect();
        let ports = list(&spec["ports"])
            .iter()
            .map(|port| (port["name"].as_str().unwrap().to_owned(), port["containerPort"].as_u64().unwrap()))
            .collect();
        Self { args, env, mounts, ports, spec }
    }

    /// Path and port of an HTTP probe.
    pub fn probe(&self, name: &str) -> (String, u64) {
        let get = &self.spec[name]["httpGet"];
        (get["path"].as_str().unwrap().to_owned(), self.ports[get["port"].as_str().unwrap()])
    }
}

/// `env` over `envFrom`; what one of `env` refers to stands above it in `env`.
fn environment(objects: &Objects, container: &Value, pod: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for source in container["envFrom"].as_array().into_iter().flatten() {
        for (field, kind) in [("configMapRef", "ConfigMap"), ("secretRef", "Secret")] {
            let Some(name) = source[field]["name"].as_str() else { continue };
            match objects.files(kind, name) {
                Some(files) => all.extend(files.into_iter().map(|(k, v)| (k, String::from_utf8(v).unwrap()))),
                None => assert_eq!(source[field]["optional"], true, "there is no {kind} {name}"),
            }
        }
    }
    let mut own = BTreeMap::new();
    for entry in container["env"].as_array().into_iter().flatten() {
        let from = &entry["valueFrom"];
        let value = match (entry["value"].as_str(), &from["configMapKeyRef"], &from["secretKeyRef"]) {
            (Some(value), ..) => expand(value, &own),
            (None, reference, _) if reference.is_object() => objects.text("ConfigMap", reference),
            (None, _, reference) if reference.is_object() => objects.text("Secret", reference),
            _ => {
                assert_eq!(from["fieldRef"]["fieldPath"], "metadata.name", "{entry}");
                pod.to_owned()
            }
        };
        own.insert(entry["name"].as_str().unwrap().to_owned(), value);
    }
    all.extend(own);
    all
}

/// `$(NAME)`, where there is that name.
fn expand(text: &str, known: &BTreeMap<String, String>) -> String {
    known.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("$({name})"), value))
}

/// The files of a volume; `None` for one that begins empty.
fn files(objects: &Objects, volume: &Value) -> Option<BTreeMap<String, Vec<u8>>> {
    let (kind, source, name) = match (&volume["secret"], &volume["configMap"]) {
        (secret, _) if secret.is_object() => ("Secret", secret, "secretName"),
        (_, map) if map.is_object() => ("ConfigMap", map, "name"),
        _ => return None,
    };
    let name = source[name].as_str().unwrap();
    let files = objects.files(kind, name);
    assert!(files.is_some() || source["optional"] == true, "there is no {kind} {name}");
    files
}
