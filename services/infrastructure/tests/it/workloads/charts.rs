//! Charts for tests: small ones made of templates, rendered as deployments renders them.

use serde_json::Value;

/// What a chart comes to, as deployments sends it.
pub struct Rendered {
    pub release: Vec<u8>,
    pub documents: Vec<u8>,
    /// The state that its plan stood on; empty without a plan.
    pub planned: String,
    /// Volumes that were part of that plan.
    pub delete_volumes: Vec<String>,
    /// What others changed by hand is taken back.
    pub take_back: bool,
}

const CHART: &str =
    "apiVersion: v2\nname: demo\nversion: 1.2.3\nappVersion: \"6\"\ntype: application\ndescription: A demo\n";

/// A chart of these templates, by file name.
pub fn chart(release: &str, templates: &[(&str, &str)]) -> Rendered {
    let named: Vec<(String, &str)> =
        templates.iter().map(|(name, text)| (format!("templates/{name}.yaml"), *text)).collect();
    let mut files: Vec<(&str, &[u8])> = vec![("Chart.yaml", CHART.as_bytes()), ("values.yaml", b"greeting: hello\n")];
    files.extend(named.iter().map(|(name, text)| (name.as_str(), text.as_bytes())));
    rendered(&helm::Chart::load(&files).expect("a chart"), release, &serde_json::json!({"greeting": "welcome"}))
}

pub fn rendered(chart: &helm::Chart, release: &str, values: &Value) -> Rendered {
    let target = helm::Target {
        release,
        namespace: release,
        revision: 1,
        is_install: true,
        kube_version: "v1.36.3",
        api_versions: &[],
    };
    let rendered = helm::render(chart, values, &target).expect("rendered");
    let objects: Vec<&Value> = rendered.documents.iter().map(|document| &document.object).collect();
    Rendered {
        release: serde_json::to_vec(&helm::release::Content::of(chart, values, &rendered)).expect("JSON"),
        documents: serde_json::to_vec(&objects).expect("JSON"),
        planned: String::new(),
        delete_volumes: Vec::new(),
        take_back: false,
    }
}

pub const CONFIG: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-config\ndata:\n  greeting: {{ .Values.greeting | quote }}\n";

/// A Deployment that the restricted profile admits.
pub fn deployment(image: &str, replicas: u32) -> String {
    workload("apps/v1", "Deployment", &format!("  replicas: {replicas}\n"), image)
}

pub fn workload(api_version: &str, kind: &str, spec: &str, image: &str) -> String {
    let labels = "app.kubernetes.io/instance: {{ .Release.Name }}";
    format!(
        "apiVersion: {api_version}\nkind: {kind}\nmetadata:\n  name: {{{{ .Release.Name }}}}-web\n  labels:\n    {labels}\n    app.kubernetes.io/component: web\n\
         spec:\n{spec}  selector:\n    matchLabels:\n      {labels}\n      app.kubernetes.io/component: web\n  template:\n    metadata:\n      labels:\n        {labels}\n        app.kubernetes.io/component: web\n{}",
        pod(image, "    ")
    )
}

/// A pod spec of one container, indented.
pub fn pod(image: &str, indent: &str) -> String {
    let lines = format!(
        "spec:\n  securityContext:\n    runAsNonRoot: true\n    seccompProfile:\n      type: RuntimeDefault\n  containers:\n    - name: app\n      image: {image}\n\
         \x20     ports:\n        - name: http\n          containerPort: 8080\n          protocol: TCP\n\
         \x20     securityContext:\n        allowPrivilegeEscalation: false\n        capabilities:\n          drop: [ALL]\n"
    );
    lines.lines().map(|line| format!("{indent}{line}\n")).collect()
}
