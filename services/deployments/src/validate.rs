//! What may be asked for. Every problem is noted, under the names of the REST contract, so that one answer tells all.
//! The rules come from the kind's descriptor; what the chart's schema says about names is not repeated here.

mod host;
mod parts;
mod secret;

use crate::{
    applications::{self, Application},
    secrets::Named,
    spec::{LOCALHOST, Spec},
};
use kit::{Problems, message};
use proto::deployments::{self as wire, CreateDeploymentRequest, ScaleDeploymentRequest, SpecInput};
use std::collections::BTreeMap;
use uuid::Uuid;

/// A request that was read. It may only be used when no problem was noted.
pub struct DeploymentInput {
    /// One line, trimmed.
    pub name: String,
    /// May be empty.
    pub description: String,
    /// The kind; an unknown word is noted as a problem, and the rest is read as if it were the first one.
    pub application: &'static Application,
    /// Where to.
    pub cluster: Uuid,
    /// What to run.
    pub spec: Spec,
    /// What the user typed as passwords.
    pub secrets: Named,
}

/// What was read of a site's input.
pub struct Input {
    /// All of it, what was not given included.
    pub spec: Spec,
    /// Secrets that were given: new ones, and ones that replace earlier ones. Those of environment variables are named
    /// [`crate::secrets::ENV`] and the variable; one whose variable is no longer in the spec is of no use any more.
    pub secrets: Named,
}

/// What there is already when a site is changed.
#[derive(Clone, Copy)]
pub struct Earlier<'a> {
    /// What was asked for until now: what is absent in the input stays so.
    pub spec: &'a Spec,
    /// Names of the secrets that are kept.
    pub secrets: &'a [String],
}

/// Reads a request and notes everything that is wrong with it.
pub fn wish(request: &CreateDeploymentRequest, problems: &mut Problems) -> DeploymentInput {
    let empty = SpecInput::default();
    let name = name(&request.name, problems);
    let description = description(&request.description, problems);
    let application = application(&request.r#type, problems);
    let asked = request.spec.as_ref().unwrap_or(&empty);
    let Input { spec, secrets } = input(application, asked, request.secrets.as_ref(), None, problems);
    DeploymentInput { name, description, application, cluster: cluster(&request.cluster_id, problems), spec, secrets }
}

/// Reads what a site is to be, for a new one and for one that is changed (`earlier`), and notes everything that is
/// wrong with it.
pub fn input(
    application: &Application,
    asked: &SpecInput,
    secrets: Option<&wire::Secrets>,
    earlier: Option<Earlier<'_>>,
    problems: &mut Problems,
) -> Input {
    let mut spec = earlier.map_or_else(|| Spec::blank(application), |earlier| earlier.spec.clone());
    services(application, &asked.services, &mut spec, problems);
    if let Some(domain) = &asked.domain {
        spec.domain = domain.trim().to_ascii_lowercase();
    }
    host::domain("baseParameters.domain", &spec.domain, problems);
    host::domains(asked.domains.as_ref(), &mut spec, problems);
    if let Some(user) = &asked.app_user {
        user.trim().clone_into(&mut spec.app_user);
    }
    if spec.app_user.is_empty() {
        problems.add("baseParameters.appUser", message!(ADMIN_USERNAME_REQUIRED));
    }
    parts::php(application, asked.php.as_ref(), &mut spec, problems);
    parts::numbers(application, asked, &mut spec, problems);
    parts::database(application, asked.database.as_ref(), &mut spec, problems);
    parts::source(application, asked.source.as_ref(), &mut spec, problems);
    parts::resources(asked.resources.as_ref(), earlier.map(|earlier| earlier.spec), &mut spec, problems);
    parts::replicas(application, asked.replicas, &mut spec, problems);
    let secrets = secret::read(application, secrets, earlier, &mut spec, problems);
    Input { spec, secrets }
}

/// Reads how large a site is to be, and notes what is wrong with that. What is absent stays as it is.
pub fn scaled(
    application: &Application,
    asked: &ScaleDeploymentRequest,
    before: &Spec,
    problems: &mut Problems,
) -> Spec {
    let mut spec = before.clone();
    let text = |given: &Option<String>, before: &str| given.clone().unwrap_or_else(|| before.to_owned());
    let amounts = wire::Amounts {
        cpu: text(&asked.cpu, &before.resources.cpu),
        memory: text(&asked.memory, &before.resources.memory),
        storage: text(&asked.storage, &before.resources.storage),
    };
    parts::resources(Some(&amounts), Some(before), &mut spec, problems);
    parts::replicas(application, asked.replicas, &mut spec, problems);
    spec
}

/// A deployment's name: 1 to 63 characters on one line.
pub fn name(text: &str, problems: &mut Problems) -> String {
    let (name, label) = (text.trim(), message!(Label_DeploymentName));
    if name.is_empty() {
        problems.add("name", message!(REQUIRED, label = label));
    } else if name.chars().count() > 63 {
        problems.add("name", message!(TOO_LONG, label = label, most = 63));
    } else if let Some(problem) = kit::text::name_problem(&label, name) {
        problems.add("name", problem);
    }
    name.to_owned()
}

/// Free text of at most 500 characters.
pub fn description(text: &str, problems: &mut Problems) -> String {
    let (description, label) = (text.trim(), message!(Label_Description));
    if description.chars().count() > 500 {
        problems.add("description", message!(TOO_LONG, label = label, most = 500));
    } else if let Some(problem) = description.lines().find_map(|line| kit::text::line_problem(&label, line)) {
        problems.add("description", problem);
    }
    description.to_owned()
}

fn application(word: &str, problems: &mut Problems) -> &'static Application {
    let word = word.trim();
    applications::find(word).unwrap_or_else(|| {
        if word.is_empty() {
            problems.add("type", message!(REQUIRED, label = message!(Label_Type)));
        } else {
            let known: Vec<&str> = applications::APPLICATIONS.iter().map(|application| application.id).collect();
            problems.add("type", message!(TYPE_UNKNOWN, known = known));
        }
        applications::APPLICATIONS[0]
    })
}

fn cluster(id: &str, problems: &mut Problems) -> Uuid {
    if id.trim().is_empty() {
        problems.add("clusterId", message!(NO_CLUSTER_CHOSEN));
        return Uuid::nil();
    }
    kit::ids::parse_as(id, "Cluster").unwrap_or_else(|_| {
        problems.add("clusterId", message!(NO_CLUSTER));
        Uuid::nil()
    })
}

fn services(application: &Application, given: &BTreeMap<String, bool>, spec: &mut Spec, problems: &mut Problems) {
    let plain =
        |name: &str| name.len() <= 32 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    for (name, on) in given {
        match application.service(name) {
            Some(service) if !service.fixed => {
                spec.services.insert(name.clone(), *on);
            }
            Some(_) if *on => {}
            Some(service) => problems
                .add(&format!("services.{name}"), message!(SERVICE_FIXED, service = service.name.to_lowercase())),
            None if plain(name) => problems.add(&format!("services.{name}"), message!(SERVICE_UNKNOWN)),
            None => problems.add("services", message!(SERVICE_NAME_UNKNOWN)),
        }
    }
    // the site's own host name comes behind it
    let longest = 253 - "pma.".len();
    if spec.has("phpmyadmin") && spec.domain.len() > longest {
        problems.add("services.phpmyadmin", message!(PHPMYADMIN_HOST_TOO_LONG));
    }
}

/// A host that means the deployment's own database.
fn is_local(host: &str) -> bool {
    matches!(host, "" | LOCALHOST | "127.0.0.1" | "::1")
}
