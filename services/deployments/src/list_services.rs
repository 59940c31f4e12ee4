//! What runs of a deployment's services, where each is reached and how one signs in: as the cluster shows it at this
//! moment. Nothing of it is kept.

use crate::{
    App,
    applications::{self, Application, Service},
    ask_cluster::ask_cluster,
    deployment::{self, Row},
};
use access::Caller;
use kit::{Context, Error, Message, Origin, Result};
use proto::{
    deployments::{ListServicesRequest, ListServicesResponse, RunningService, ServiceAddress},
    infrastructure::{
        IngressObject, ListWorkloadsRequest, ListWorkloadsResponse, ServiceObject, Workload, WorkloadContainer,
    },
};

/// Ports of a host name at an Ingress.
const HTTP: i32 = 80;
const HTTPS: i32 = 443;

/// The services of the kind, in the catalogue's order. A cluster that cannot be asked is part of the answer.
///
/// # Errors
/// 404 for unknown and foreign deployments alike.
pub async fn list_services(app: &App, caller: &Caller, request: ListServicesRequest) -> Result<ListServicesResponse> {
    let row = {
        let mut connection = app.cx.db.acquire().await?;
        deployment::visible(&mut connection, caller, &request.id).await?
    };
    let application = applications::of(&row.application)?;
    let reduced = deployment::reduced(caller, row.team_id);
    let (seen, problem) = match ask(&app.cx, caller.origin(), &row, application).await {
        Ok(seen) => (Some(seen), None),
        // not installed yet, or gone with everything in it
        Err(error) if error.is_conflict("NAMESPACE_GONE") => (Some(ListWorkloadsResponse::default()), None),
        Err(Error::Unavailable { message, .. }) => (None, Some(message)),
        Err(other) => return Err(other),
    };
    let site = Site { row: &row, application, seen: seen.as_ref(), reduced };
    Ok(ListServicesResponse {
        services: application.services.iter().filter_map(|service| site.shown(service)).collect(),
        unreachable: problem.as_ref().map(Message::to_string).unwrap_or_default(),
        said: problem.as_ref().map(Message::packed).unwrap_or_default(),
    })
}

async fn ask(cx: &Context, origin: &Origin, row: &Row, application: &Application) -> Result<ListWorkloadsResponse> {
    let own = application.services.iter().filter(|service| is_wanted(row, service) && is_reached(service));
    let components: Vec<&str> = own.filter_map(|service| application.place(service)).map(|place| place.0).collect();
    let message = ListWorkloadsRequest {
        cluster_id: row.cluster_id.to_string(),
        deployment_id: row.id.to_string(),
        namespace: row.release_name.clone(),
        release_name: row.release_name.clone(),
        services: components.iter().map(|component| object(row, component)).collect(),
        ingresses: components.iter().map(|component| ingress(row, application, component)).collect(),
        whether_simulated: false,
    };
    ask_cluster(cx, origin, message, |mut cluster, request| async move { cluster.list_workloads(request).await }).await
}

/// Whether the revision that is wanted has it.
fn is_wanted(row: &Row, service: &Service) -> bool {
    service.fixed || row.spec.has(service.id)
}

/// Whether there is a Kubernetes Service of its own for it.
fn is_reached(service: &Service) -> bool {
    service.access.is_some() || !service.inside.is_empty()
}

/// The chart's name of a component's Kubernetes Service.
fn object(row: &Row, component: &str) -> String {
    format!("{}-{component}", row.release_name)
}

/// The chart's name of a component's Ingress: the site's own has none.
fn ingress(row: &Row, application: &Application, component: &str) -> String {
    if component == application.serves { row.release_name.clone() } else { object(row, component) }
}

struct Site<'a> {
    row: &'a Row,
    application: &'a Application,
    /// `None`: the cluster could not be asked.
    seen: Option<&'a ListWorkloadsResponse>,
    /// For those who only oversee the team.
    reduced: bool,
}

impl Site<'_> {
    fn shown(&self, service: &Service) -> Option<RunningService> {
        let (component, container) = self.application.place(service)?;
        let wanted = is_wanted(self.row, service);
        let workload = self.workload(component);
        let part = workload.and_then(|workload| workload.containers.iter().find(|part| part.name == container));
        let workload = workload.filter(|_| part.is_some());
        let (user, password) = self.sign_in(service);
        let told = |text: &String| if self.reduced { String::new() } else { text.clone() };
        Some(RunningService {
            id: service.id.to_owned(),
            wanted,
            state: self.state(wanted, workload.zip(part)).to_owned(),
            ready: part.map_or(0, |part| part.ready),
            pods: workload.map_or(0, |workload| workload.wanted),
            restarts: part.map_or(0, |part| part.restarts),
            cpu: part.map(|part| part.cpu.clone()).unwrap_or_default(),
            memory: part.map(|part| part.memory.clone()).unwrap_or_default(),
            problem: workload.map(|workload| told(&workload.problem)).unwrap_or_default(),
            said: workload.map(|workload| told(&workload.said)).unwrap_or_default(),
            addresses: if wanted { self.addresses(service, component) } else { Vec::new() },
            user: if self.reduced { String::new() } else { user },
            password: password.to_owned(),
        })
    }

    fn workload(&self, component: &str) -> Option<&Workload> {
        self.seen?.workloads.iter().find(|workload| workload.component == component)
    }

    /// The word of the contract for what is there and what is asked for.
    fn state(&self, wanted: bool, there: Option<(&Workload, &WorkloadContainer)>) -> &'static str {
        let at_work = self.row.current_task.is_some();
        let stopped = self.row.spec.stopped;
        if self.seen.is_none() {
            return "unknown";
        }
        match there {
            None if !wanted || self.row.to_be_deleted => "inactive",
            None if at_work => "starting",
            None => "waiting",
            Some(_) if at_work && (!wanted || self.row.to_be_deleted) => "stopping",
            Some((workload, _)) if stopped && workload.wanted == 0 => "stopped",
            Some(_) if at_work && stopped => "stopping",
            Some((workload, _)) if workload.wanted == 0 => {
                if at_work {
                    "starting"
                } else {
                    "inactive"
                }
            }
            Some((workload, part)) if part.ready >= workload.wanted => "active",
            Some((workload, _)) if workload.failing => "failing",
            Some(_) => "starting",
        }
    }

    /// The name to sign in with, and the field whose password goes with it.
    fn sign_in(&self, service: &Service) -> (String, &'static str) {
        let spec = &self.row.spec;
        let database = |password| {
            let user = spec.database.as_ref().map(|database| database.user.clone());
            (user.unwrap_or_default(), password)
        };
        match &service.access {
            Some(access) if access.user == "databaseParameters.databaseUser" => database(access.password),
            Some(access) => (spec.app_user.clone(), access.password),
            None if service.fixed => (spec.app_user.clone(), "baseParameters.appPass"),
            None if service.inside == "mysql" => database("databaseParameters.databasePass"),
            None => (String::new(), ""),
        }
    }

    /// Where it is reached: from outside first.
    fn addresses(&self, service: &Service, component: &str) -> Vec<ServiceAddress> {
        let Some(seen) = self.seen.filter(|_| is_reached(service)) else { return Vec::new() };
        let object = object(self.row, component);
        let behind = seen.services.iter().find(|found| found.name == object);
        let entrance = ingress(self.row, self.application, component);
        let mut addresses = Vec::new();
        if let Some(found) = seen.ingresses.iter().find(|found| found.name == entrance) {
            addresses.extend(at_ingress(found, behind).into_iter().map(|address| self.as_visited(address)));
        }
        if service.fixed && self.row.spec.has("cloudflare") && self.workload("cloudflared").is_some() {
            addresses.push(ServiceAddress {
                public: true,
                protocol: "https".to_owned(),
                host: self.row.spec.domain.clone(),
                port: HTTPS,
                service: behind.map(|found| found.name.clone()).unwrap_or_default(),
            });
        }
        addresses.extend(behind.map(|found| self.at_service(service, found)));
        addresses
    }

    /// The site's own address leads where a visit has found it: an Ingress that asks for a certificate may have none.
    fn as_visited(&self, address: ServiceAddress) -> ServiceAddress {
        if address.host != self.row.spec.domain || address.protocol != "https" || self.row.reach_shown().https {
            return address;
        }
        ServiceAddress { protocol: "http".to_owned(), port: HTTP, ..address }
    }

    fn at_service(&self, service: &Service, found: &ServiceObject) -> ServiceAddress {
        let public = found.r#type == "LoadBalancer";
        let protocol = match &service.access {
            // its Ingress ends TLS, if there is one
            Some(access) if access.protocol == "https" => "http",
            Some(access) => access.protocol,
            None => service.inside,
        };
        ServiceAddress {
            public,
            protocol: protocol.to_owned(),
            host: if public { found.address.clone() } else { format!("{}.{}.svc", found.name, self.row.release_name) },
            port: found.port,
            service: found.name.clone(),
        }
    }
}

/// One address for each host name.
fn at_ingress(found: &IngressObject, behind: Option<&ServiceObject>) -> Vec<ServiceAddress> {
    let (protocol, port) = if found.tls { ("https", HTTPS) } else { ("http", HTTP) };
    let address = |host: &String| ServiceAddress {
        public: true,
        protocol: protocol.to_owned(),
        host: host.clone(),
        port,
        service: behind.map(|found| found.name.clone()).unwrap_or_default(),
    };
    found.hosts.iter().map(address).collect()
}
