//! A cluster: its row, its shown status, its message, and the checks of its fields.

use crate::{
    catalogue::{CUSTOM, Catalogue},
    input,
};
use access::Caller;
use kit::{Error, Message, Problems, clock::stamp, message, message::Kept};
use proto::infrastructure as wire;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

/// How long a cluster is closed to newcomers by one attempt to delete it. Fixed: well above what the attempt takes.
pub const CLOSED: time::Duration = time::Duration::minutes(2);

/// What is shown of a cluster: everything but the kubeconfig.
#[derive(Debug, Clone)]
pub struct ClusterRow {
    pub id: Uuid,
    pub name: String,
    pub description: String,
    pub provider: String,
    pub region: String,
    pub datacenter_id: Option<Uuid>,
    pub endpoint: String,
    pub domains: Vec<String>,
    pub has_kubeconfig: bool,
    pub api_endpoint: String,
    pub access_type: String,
    pub maintenance: bool,
    pub reach: String,
    pub version: Option<String>,
    pub nodes: Option<i32>,
    pub total_cpu: Option<i32>,
    pub total_memory: Option<i32>,
    pub cordoned_nodes: Option<i32>,
    pub unready_nodes: Option<i32>,
    pub requested_cpu: Option<i64>,
    pub requested_memory: Option<i64>,
    pub problem: String,
    pub problem_said: Option<Json<Kept>>,
    pub last_seen: Option<OffsetDateTime>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub row_version: i64,
    /// Being deleted since.
    pub closing_at: Option<OffsetDateTime>,
}

/// operational, maintenance, unreachable or unknown: the one place where it is decided.
#[must_use]
pub fn shown_status(maintenance: bool, has_kubeconfig: bool, reach: &str) -> &str {
    match (maintenance, has_kubeconfig) {
        (true, _) => "maintenance",
        (false, false) => "unknown",
        (false, true) => reach,
    }
}

/// How much of a cluster a caller sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Admins, managers, services.
    Full,
    /// Everyone else: nothing about the credentials, no reason of a failed connection.
    Plain,
}

impl Visibility {
    /// Of a caller.
    #[must_use]
    pub fn of(caller: &Caller) -> Self {
        if caller.overseer().is_ok() || caller.peer().is_ok() { Self::Full } else { Self::Plain }
    }
}

impl ClusterRow {
    /// By id.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn load(conn: &mut PgConnection, id: Uuid) -> kit::Result<Self> {
        let row = sqlx::query_as!(
            Self,
            r#"select id, name, description, provider, region, datacenter_id, endpoint, domains,
                      kubeconfig is not null as "has_kubeconfig!", api_endpoint, access_type, maintenance, reach, version,
                      nodes, total_cpu, total_memory, cordoned_nodes, unready_nodes, requested_cpu, requested_memory,
                  problem, problem_said as "problem_said: Json<Kept>", last_seen, created_at, updated_at, row_version, closing_at
               from infrastructure.cluster where id = $1"#,
            id
        )
        .fetch_optional(conn)
        .await?;
        row.ok_or_else(|| Error::not_found("Cluster"))
    }

    /// The id of the cluster of that name, as names are compared.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn named(conn: &mut PgConnection, name: &str) -> kit::Result<Option<Uuid>> {
        let id = sqlx::query_scalar!(
            "select id from infrastructure.cluster where lower(normalize(name, nfkc)) = lower(normalize($1, nfkc))",
            name
        )
        .fetch_optional(conn)
        .await?;
        Ok(id)
    }

    /// Whether somebody is deleting it right now. A closing that has not come to an end by then was cut off by a crash.
    #[must_use]
    pub fn is_closing(&self, now: OffsetDateTime) -> bool {
        self.closing_at.is_some_and(|at| now - at < CLOSED)
    }

    /// The message; `closing` is for [`ClusterRow::is_closing`] to say.
    #[must_use]
    pub fn shown(self, visibility: Visibility) -> wire::Cluster {
        let status = shown_status(self.maintenance, self.has_kubeconfig, &self.reach).to_owned();
        let (access_type, problem) = match visibility {
            Visibility::Full => (self.access_type, problem(self.problem_said.as_ref(), &self.problem)),
            Visibility::Plain if self.reach == "unreachable" => (String::new(), Some(message!(ClusterCannotBeReached))),
            Visibility::Plain => (String::new(), None),
        };
        wire::Cluster {
            id: self.id.to_string(),
            name: self.name,
            description: self.description,
            provider: self.provider,
            region: self.region,
            datacenter_id: self.datacenter_id.map(|id| id.to_string()).unwrap_or_default(),
            endpoint: self.endpoint,
            domains: self.domains,
            status,
            version: self.version,
            nodes: self.nodes,
            total_cpu: self.total_cpu,
            total_memory: self.total_memory,
            cordoned_nodes: self.cordoned_nodes,
            unready_nodes: self.unready_nodes,
            requested_cpu: self.requested_cpu,
            requested_memory: self.requested_memory,
            api_endpoint: self.api_endpoint,
            access_type,
            // Every connection is verified, by the kubeconfig's authority or by the public ones.
            has_security: self.has_kubeconfig,
            has_kubeconfig: self.has_kubeconfig,
            said: problem.as_ref().map(Message::packed).unwrap_or_default(),
            problem: problem.map(|problem| problem.to_string()).unwrap_or_default(),
            last_seen: self.last_seen.map(stamp),
            created_at: Some(stamp(self.created_at)),
            updated_at: Some(stamp(self.updated_at)),
            row_version: self.row_version,
            closing: false,
        }
    }
}

/// The problem as stored; nothing when all is well.
#[must_use]
pub fn problem(said: Option<&Json<Kept>>, sentence: &str) -> Option<Message> {
    (!sentence.is_empty()).then(|| Message::beside_kept(said.map(|Json(said)| said), sentence))
}

/// A checked input; provider and region still yield to those of the datacenter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    pub description: String,
    pub provider: String,
    pub region: String,
    pub datacenter_id: Option<Uuid>,
    pub endpoint: String,
    pub domains: Vec<String>,
}

impl Draft {
    /// Checks the fields. `problems` is handed back, because the kubeconfig's and the datacenter's belong into the same
    /// answer.
    #[must_use]
    pub fn of(request: &wire::CreateClusterRequest, catalogue: &Catalogue) -> (Self, Problems) {
        let mut problems = Problems::new();
        let p = &mut problems;
        let name = input::required(p, "name", &message!(Label_ClusterName), &request.name, input::NAME);
        let description =
            input::required(p, "description", &message!(Label_Description), &request.description, input::TEXT);
        let endpoint = if request.kubeconfig.is_empty() {
            input::required(p, "k8sendpoint", &message!(Label_Endpoint), &request.endpoint, input::TEXT)
        } else {
            input::optional(p, "k8sendpoint", &message!(Label_Endpoint), &request.endpoint, input::TEXT)
        };
        if !endpoint.is_empty() && !input::is_https(&endpoint) {
            p.add("k8sendpoint", message!(NOT_HTTPS, label = message!(Label_Endpoint)));
        }
        let domains = input::domains(p, &request.domains);
        let datacenter_id = match request.datacenter_id.trim() {
            "" => None,
            id => {
                let id = kit::ids::parse(id).ok();
                if id.is_none() {
                    p.add("datacenter", message!(NO_DATACENTER));
                }
                id
            }
        };
        let (provider, region) = place(p, request, datacenter_id.is_some(), catalogue);
        (Self { name, description, provider, region, datacenter_id, endpoint, domains }, problems)
    }
}

/// With a datacenter, its provider and region count; without one, what was typed must be in the table.
fn place(
    problems: &mut Problems,
    request: &wire::CreateClusterRequest,
    has_datacenter: bool,
    catalogue: &Catalogue,
) -> (String, String) {
    let provider = match request.provider.trim().to_lowercase() {
        empty if empty.is_empty() => CUSTOM.to_owned(),
        provider => provider,
    };
    let region = input::optional(problems, "region", &message!(Label_Region), &request.region, input::NAME);
    if has_datacenter {
        return (provider, region);
    }
    match catalogue.provider(&provider) {
        None => problems.add("provider", message!(PROVIDER_UNKNOWN, known = catalogue.provider_list())),
        Some(known) if known.id != CUSTOM && known.region(&region).is_none() => {
            problems.add("region", message!(REGION_UNKNOWN, provider = &provider));
        }
        Some(_) => {}
    }
    (provider, region)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shown_status_is_maintenance_before_all_and_unknown_without_a_kubeconfig() {
        assert_eq!(shown_status(true, true, "unreachable"), "maintenance");
        assert_eq!(shown_status(false, false, "unreachable"), "unknown");
        assert_eq!(shown_status(false, true, "operational"), "operational");
        assert_eq!(shown_status(false, true, "unreachable"), "unreachable");
    }

    #[test]
    fn name_description_and_endpoint_are_required_and_a_kubeconfig_brings_the_endpoint() {
        let catalogue = Catalogue::embedded().expect("the table");
        let (_, problems) = Draft::of(&wire::CreateClusterRequest::default(), &catalogue);
        let Err(Error::Invalid { fields, .. }) = problems.done() else { panic!("no problems") };
        assert_eq!(fields["name"], "Cluster name is required");
        assert_eq!(fields["description"], "Description is required");
        assert_eq!(fields["k8sendpoint"], "Kubernetes endpoint is required");
        for bad in ["http://a.example", "javascript:alert(1)", "a.example:6443", "https://u:p@a.example", "https://"] {
            let request = wire::CreateClusterRequest { endpoint: bad.to_owned(), ..Default::default() };
            let Err(Error::Invalid { fields, .. }) = Draft::of(&request, &catalogue).1.done() else { panic!("{bad}") };
            assert_eq!(fields["k8sendpoint"], message!(NOT_HTTPS, label = message!(Label_Endpoint)), "{bad}");
        }
        let request = wire::CreateClusterRequest {
            name: "prod".to_owned(),
            description: "The first one".to_owned(),
            kubeconfig: "eA==".to_owned(),
            ..Default::default()
        };
        let (draft, problems) = Draft::of(&request, &catalogue);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(draft.provider, CUSTOM);
    }
}
