//! The probes: all at once, each bounded, so that a part that hangs costs its bound and no more.

use futures::future::{BoxFuture, join_all};
use kit::{Message, Origin, message};
use proto::{
    health::State,
    infrastructure::{ClusterState, ListClusterStatesRequest, cluster_service_client::ClusterServiceClient},
    letters::{CountDeadLettersRequest, dead_letter_service_client::DeadLetterServiceClient},
};
use std::{collections::HashMap, future::Future, sync::PoisonError, time::Duration};
use tokio::time::Instant;
use tonic::Code;
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

use crate::{App, backup, component::Component};

/// Every role but health itself.
pub const ROLES: [&str; 7] = ["auth", "teams", "infrastructure", "deployments", "tasks", "events", "bff"];
/// Names in the one line for many clusters. Fixed: more would not be read.
const NAMES: usize = 5;

/// What a probe says about a part that answered that it is not well, or where nothing listens.
type Failure = Message;
/// What is to be said about a part that works, and is not quite well.
type Remark = Option<Message>;

/// Asks everybody at once.
pub async fn everything(app: &App) -> Vec<Component> {
    let mut probes: Vec<BoxFuture<'_, Vec<Component>>> = Vec::with_capacity(ROLES.len() + 4);
    for role in ROLES {
        probes.push(Box::pin(async move { vec![one(app, role, ask_role(app, role)).await] }));
    }
    probes.push(Box::pin(async move { vec![one(app, "postgres", ask_postgres(app)).await] }));
    probes.push(Box::pin(async move { vec![one(app, "nats", ask_nats(app)).await] }));
    probes.push(Box::pin(clusters(app)));
    probes.push(Box::pin(async move { backup::probe(app).await.into_iter().collect() }));
    join_all(probes).await.into_iter().flatten().collect()
}

/// Runs one probe within its bound and words what it found.
async fn one(app: &App, name: &str, probe: impl Future<Output = Result<Remark, Failure>>) -> Component {
    let began = Instant::now();
    let found = tokio::time::timeout(app.options.health_wait, probe).await;
    if found.is_ok() {
        app.slow.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
    let (state, details) = match found {
        Ok(Ok(None)) => (State::Up, None),
        Ok(Ok(Some(remark))) => (State::Degraded, Some(remark)),
        Ok(Err(sentence)) => (State::Down, Some(sentence)),
        Err(_) => {
            let (state, details) = slow(app, name);
            (state, Some(details))
        }
    };
    component(app, name, state, details, began.elapsed())
}

/// No answer in time: once is degraded, again is down.
fn slow(app: &App, name: &str) -> (State, Message) {
    let mut slow = app.slow.lock().unwrap_or_else(PoisonError::into_inner);
    let times = slow.entry(name.to_owned()).or_default();
    *times = times.saturating_add(1);
    let wait = app.options.health_wait.as_millis();
    let (unit, wait) = if wait.is_multiple_of(1000) { ("seconds", wait / 1000) } else { ("milliseconds", wait) };
    let wait = u64::try_from(wait).unwrap_or(u64::MAX);
    let within = message!(Lapse, unit = unit, count = wait);
    if *times < app.options.health_slow {
        (State::Degraded, message!(HealthSlow, within = within))
    } else {
        (State::Down, message!(HealthSilent, within = within, times = *times))
    }
}

pub fn component(app: &App, name: &str, state: State, details: Option<Message>, latency: Duration) -> Component {
    let checked_at = app.cx.clock.now();
    Component { name: name.to_owned(), state, details, inside: None, hidden: false, latency, checked_at }
}

/// `grpc.health.v1` of a role.
async fn ask_role(app: &App, role: &str) -> Result<Remark, Failure> {
    let mut request = tonic::Request::new(HealthCheckRequest { service: String::new() });
    request.set_timeout(app.options.health_wait * 2);
    match HealthClient::new(app.cx.peer(role)).check(request).await {
        Ok(answer) if answer.get_ref().status() == ServingStatus::Serving => Ok(dead_letters(app, role).await),
        Ok(_) => Err(message!(HealthStarting)),
        Err(status) if status.code() == Code::Unavailable => Err(message!(HealthUnreachable)),
        Err(status) => {
            tracing::warn!(role, code = ?status.code(), message = status.message(), "a probe was refused");
            Err(message!(HealthRefused))
        }
    }
}

/// What a role has that was refused for good, and that somebody should look at. That it does not say is no illness of its
/// own: it has just answered that it is well.
async fn dead_letters(app: &App, role: &str) -> Remark {
    if role == "bff" {
        // it keeps nothing
        return None;
    }
    let origin = Origin::of_role(app.cx.ids.as_ref());
    let within = app.options.health_wait * 2;
    let request = app.cx.request_within(role, &origin, CountDeadLettersRequest {}, within).ok()?;
    let mut client = DeadLetterServiceClient::new(app.cx.peer(role)).max_decoding_message_size(kit::MESSAGE_LIMIT);
    let counted = match client.count_dead_letters(request).await {
        Ok(answer) => answer.into_inner(),
        Err(status) => {
            tracing::warn!(role, code = ?status.code(), message = status.message(), "dead letters were not counted");
            return None;
        }
    };
    let oldest = counted.oldest.as_ref().and_then(kit::clock::unstamp);
    let age = oldest.map_or(Duration::ZERO, |at| (app.cx.clock.now() - at).try_into().unwrap_or_default());
    match counted.letters {
        0 => None,
        letters => Some(message!(DeadLetters, count = letters, age = worded_age(age))),
    }
}

/// In the largest unit of which there are two.
pub fn worded_age(age: Duration) -> Message {
    let seconds = age.as_secs();
    let units = [(86_400, "days"), (3_600, "hours"), (60, "minutes")];
    let fits = units.into_iter().find(|(unit, _)| seconds >= 2 * unit);
    let (unit, count) = fits.map_or(("moments", 0), |(unit, word)| (word, seconds / unit));
    message!(Lapse, unit = unit, count = count)
}

async fn ask_postgres(app: &App) -> Result<Remark, Failure> {
    match sqlx::query("select 1").execute(&app.cx.db).await {
        Ok(_) => Ok(None),
        Err(error) => {
            tracing::warn!(%error, "PostgreSQL did not answer the probe");
            Err(message!(PostgresAway))
        }
    }
}

async fn ask_nats(app: &App) -> Result<Remark, Failure> {
    // Bounded from outside like the others, so that one slow answer is not yet "down".
    app.cx
        .nats
        .probe(app.options.health_wait * 2)
        .await
        .map(|()| None)
        .map_err(|said| message!(WorkGoesOn, said = said))
}

/// The clusters, as infrastructure last saw them.
async fn clusters(app: &App) -> Vec<Component> {
    let began = Instant::now();
    let states = tokio::time::timeout(app.options.health_wait, ask_clusters(app)).await;
    let latency = began.elapsed();
    match states {
        Ok(Ok(states)) => worded(app, states),
        Ok(Err(_)) | Err(_) => {
            vec![component(app, "clusters", State::Degraded, Some(message!(ClustersUnknown)), latency)]
        }
    }
}

async fn ask_clusters(app: &App) -> kit::Result<Vec<ClusterState>> {
    let origin = Origin::of_role(app.cx.ids.as_ref());
    let request =
        app.cx.request_within("infrastructure", &origin, ListClusterStatesRequest {}, app.options.health_wait * 2)?;
    let mut client =
        ClusterServiceClient::new(app.cx.peer("infrastructure")).max_decoding_message_size(kit::MESSAGE_LIMIT);
    Ok(client.list_cluster_states(request).await?.into_inner().states)
}

/// One component per cluster, or one for all when there are many. A cluster that was never looked at (no kubeconfig
/// yet) is neither well nor ill, and is left out.
fn worded(app: &App, states: Vec<ClusterState>) -> Vec<Component> {
    let known: Vec<ClusterState> = states.into_iter().filter(|state| state.status != "unknown").collect();
    if known.len() > app.options.health_clusters {
        return vec![summary(app, &known)];
    }
    let mut names: HashMap<&str, usize> = HashMap::new();
    for state in &known {
        *names.entry(&state.name).or_default() += 1;
    }
    known
        .iter()
        .map(|state| {
            // Two of the same name must not become one.
            let name = match names.get(state.name.as_str()) {
                Some(1) | None => format!("cluster {}", state.name),
                Some(_) => format!("cluster {} ({})", state.name, state.id.get(..8).unwrap_or(&state.id)),
            };
            let (value, details) = match state.status.as_str() {
                "operational" => (State::Up, None),
                "maintenance" => (State::Degraded, Some(message!(ClusterInMaintenance))),
                _ => (State::Degraded, Some(message!(HealthUnreachable))),
            };
            let latency = Duration::from_millis(u64::try_from(state.latency_ms).unwrap_or_default());
            let mut component = component(app, &name, value, details, latency);
            if value != State::Up && !state.problem.is_empty() {
                component.inside = Some(Message::unpacked(&state.said, &state.problem));
            }
            if let Some(at) = state.checked_at.as_ref().and_then(kit::clock::unstamp) {
                component.checked_at = at;
            }
            component
        })
        .collect()
}

fn summary(app: &App, known: &[ClusterState]) -> Component {
    let ill: Vec<&str> =
        known.iter().filter(|state| state.status != "operational").map(|state| state.name.as_str()).collect();
    if ill.is_empty() {
        return component(app, "clusters", State::Up, None, Duration::ZERO);
    }
    let more = if ill.len() > NAMES { "yes" } else { "no" };
    let named: Vec<&str> = ill.iter().take(NAMES).copied().collect();
    let details = message!(ClustersIll, ill = ill.len(), count = known.len(), names = named, more = more);
    component(app, "clusters", State::Degraded, Some(details), Duration::ZERO)
}
