//! The only way to a cluster: one strict client, one semaphore and one circuit breaker each, so that a dead or hanging
//! cluster never slows another.

mod pages;

use crate::{
    Options,
    address::AddressPolicy,
    breaker::Breaker,
    client,
    dial::{Dialer, Resolve},
    fault::{self, Verdict},
    kubeconfig::{self, Kubeconfig},
    traced,
    watch::Watches,
};
use kit::{Context, Error, Message, message};
use sqlx::PgConnection;
use std::{
    collections::{BTreeMap, HashMap},
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::Semaphore, time::Instant};
use uuid::Uuid;

/// Finds clusters by id. Cheap to clone; the clones share the connections.
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

struct Inner {
    cx: Context,
    policy: AddressPolicy,
    resolve: Resolve,
    options: Arc<Options>,
    clusters: Mutex<HashMap<Uuid, Arc<Cluster>>>,
}

/// What the table says about a cluster's way in.
struct Row {
    name: String,
    kubeconfig: Option<Vec<u8>>,
    version: i64,
}

impl Gateway {
    /// Knows no cluster yet; each is opened when it is first asked for.
    #[must_use]
    pub fn new(cx: Context, policy: AddressPolicy, resolve: Resolve, options: Arc<Options>) -> Self {
        Self(Arc::new(Inner { cx, policy, resolve, options, clusters: Mutex::default() }))
    }

    /// Settings of this service.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.0.options
    }

    /// The cluster, ready to be called.
    ///
    /// # Errors
    /// `NotFound`; `Invalid` when it has no kubeconfig; `Unavailable` ("Cluster "x" cannot be reached: <reason>") while
    /// its breaker is open.
    pub async fn cluster(&self, id: Uuid) -> kit::Result<Arc<Cluster>> {
        let cluster = self.find(id).await?;
        match cluster.breaker.refusal(Instant::now()) {
            None => Ok(cluster),
            Some(reason) => Err(cluster.unreachable(reason)),
        }
    }

    /// As [`Gateway::cluster`], also while the breaker is open: for the probes.
    ///
    /// # Errors
    /// `NotFound`, `Invalid` without kubeconfig.
    pub(crate) async fn find(&self, id: Uuid) -> kit::Result<Arc<Cluster>> {
        // One read by primary key on each call, so that a new kubeconfig counts at once in every replica. The sealed
        // text is fetched only when it is needed.
        self.find_on(&mut *self.0.cx.db.acquire().await?, id).await
    }

    /// The same on a connection that is there.
    pub(crate) async fn find_on(&self, db: &mut PgConnection, id: Uuid) -> kit::Result<Arc<Cluster>> {
        let known = self.known(id);
        let mut row = read(db, id, known.as_ref().map(|cluster| cluster.version)).await?;
        if let Some(cluster) = known
            && cluster.version == row.version
        {
            if cluster.name == row.name {
                return Ok(cluster);
            }
            // Renamed: the same way in under another name.
            row = read(db, id, None).await?;
        }
        let cluster = Arc::new(self.open(id, row)?);
        self.clusters().insert(id, Arc::clone(&cluster));
        Ok(cluster)
    }

    /// Forgets the connections of clusters that are not in the list (they were deleted).
    pub(crate) fn keep(&self, ids: &[Uuid]) {
        self.clusters().retain(|id, _| ids.contains(id));
    }

    /// A cluster that is not stored: what a kubeconfig that is being checked leads to.
    ///
    /// # Errors
    /// `Invalid` when its certificates cannot be used.
    pub(crate) fn foreign(&self, name: &str, config: &Kubeconfig) -> kit::Result<Cluster> {
        let client = client::client(config, self.dialer(), &self.0.options)
            .map_err(|error| kubeconfig::invalid(Message::said(format!("{error:#}"))))?;
        Ok(self.build(Uuid::nil(), name, 0, client))
    }

    fn open(&self, id: Uuid, row: Row) -> kit::Result<Cluster> {
        let Some(sealed) = row.kubeconfig else {
            let message = message!(CLUSTER_WITHOUT_KUBECONFIG, cluster = &row.name);
            let fields = BTreeMap::from([("clusterId".to_owned(), message!(WITHOUT_KUBECONFIG))]);
            return Err(Error::Invalid { message, fields });
        };
        let text = self.0.cx.keyring.open(&kubeconfig::place(id, row.version), &sealed)?;
        // What is stored passes the same checks again: the policy may have changed, and a row may have been written by
        // other hands.
        let now = self.0.cx.clock.now();
        let config = Kubeconfig::read(&text, &self.0.policy, now).map_err(|reject| unusable(&row.name, &reject))?;
        let client = client::client(&config, self.dialer(), &self.0.options).map_err(|error| {
            Error::unavailable(
                message!(CLUSTER_UNREACHABLE, cluster = &row.name, said = message!(KubeconfigUnusable)),
                error,
            )
        })?;
        Ok(self.build(id, &row.name, row.version, client))
    }

    fn build(&self, id: Uuid, name: &str, version: i64, client: kube::Client) -> Cluster {
        Cluster {
            id,
            name: name.to_owned(),
            version,
            client,
            permits: Semaphore::new(self.0.options.cluster_calls),
            breaker: Breaker::new(self.0.options.breaker()),
            watches: Watches::default(),
            unlisted: Mutex::default(),
            inspected: crate::inspection::Inspected::default(),
            simulated: tokio::sync::OnceCell::new(),
            ids: Arc::clone(&self.0.cx.ids),
            options: Arc::clone(&self.0.options),
        }
    }

    fn dialer(&self) -> Dialer {
        Dialer::new(self.0.policy.clone(), Arc::clone(&self.0.resolve), self.0.options.cluster_keep_alive)
    }

    pub(crate) fn known(&self, id: Uuid) -> Option<Arc<Cluster>> {
        self.clusters().get(&id).cloned()
    }

    fn clusters(&self) -> std::sync::MutexGuard<'_, HashMap<Uuid, Arc<Cluster>>> {
        self.0.clusters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// With the sealed text unless its version is the one we have.
async fn read(db: &mut PgConnection, id: Uuid, have: Option<i64>) -> kit::Result<Row> {
    let row = sqlx::query_as!(
        Row,
        "select name, case when kubeconfig_version is not distinct from $2 then null else kubeconfig end as kubeconfig,
                    kubeconfig_version as version
             from infrastructure.cluster where id = $1",
        id,
        have
    );
    row.fetch_optional(db).await?.ok_or_else(|| Error::not_found("Cluster"))
}

fn unusable(name: &str, reject: &kubeconfig::Reject) -> Error {
    let said = message!(KubeconfigRefused, why = reject.reason());
    Error::unavailable(
        message!(CLUSTER_UNREACHABLE, cluster = name, said = said),
        anyhow::anyhow!("the stored kubeconfig is refused"),
    )
}

/// One cluster: its client and its limits.
pub struct Cluster {
    id: Uuid,
    name: String,
    version: i64,
    client: kube::Client,
    permits: Semaphore,
    breaker: Breaker,
    watches: Watches,
    /// Kinds that could not be listed when they were last, and why: it is said when it changes.
    unlisted: Mutex<HashMap<String, String>>,
    pub(crate) inspected: crate::inspection::Inspected,
    pub(crate) simulated: tokio::sync::OnceCell<bool>,
    ids: Arc<dyn kit::Ids>,
    options: Arc<Options>,
}

impl Cluster {
    /// Canopy's id of it.
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// Its name, for sentences.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Settings of this service.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The strict client: no retries, no redirects, no proxy of the environment, addresses checked at each connection,
    /// bounded in time to connect, silence and size of an answer (of a watch: per line). A single request goes through
    /// [`Cluster::call`]; a watch or a followed log uses the client itself and needs limits of its own.
    #[must_use]
    pub fn client(&self) -> &kube::Client {
        &self.client
    }

    /// What the cluster shows, for those who follow it.
    #[must_use]
    pub fn watches(&self) -> &Watches {
        &self.watches
    }

    /// One bounded call: takes a permit of this cluster, ends at the deadline (waiting for the permit included), tells
    /// the breaker, and turns the error into a sentence. `what` names it by Kubernetes' verb and resource, for instance `apply Secret shop-db`.
    ///
    /// # Errors
    /// 403 `Forbidden`, 404 `NotFound`, 409 `Conflict` (KUBE_CONFLICT), 400 and 422 `Invalid`; no connection, 401, 429 and
    /// 5xx `Unavailable`; the deadline `Timeout`.
    pub async fn call<T, F>(&self, what: &str, deadline: Duration, future: F) -> kit::Result<T>
    where
        F: Future<Output = Result<T, kube::Error>>,
    {
        self.breaker.pass(Instant::now()).map_err(|reason| self.unreachable(reason))?;
        let hop = traced::call(self.id, what);
        let ends = Instant::now() + deadline;
        // Waiting behind other calls is no fault of the connection: the breaker does not hear of it.
        let permit = tokio::time::timeout_at(ends, self.permits.acquire()).await;
        let _permit = permit.map_err(|_| self.too_late(what))?.map_err(Error::internal)?;
        let result = hop.run(tokio::time::timeout_at(ends, future)).await;
        traced::ended(&hop, &result);
        self.account(result.as_ref().map(Result::as_ref).map_err(|_| deadline));
        match result {
            Err(_) => Err(self.too_late(what)),
            Ok(result) => result.map_err(|error| fault::sentence(&self.name, what, error)),
        }
    }

    /// As [`Cluster::call`] without permit and without asking the breaker, but telling it: the probe is what closes it.
    pub(crate) async fn probe<T, F>(&self, deadline: Duration, future: F) -> Result<T, ProbeError>
    where
        F: Future<Output = Result<T, kube::Error>>,
    {
        let result = tokio::time::timeout(deadline, future).await;
        self.account(result.as_ref().map(Result::as_ref).map_err(|_| deadline));
        match result {
            Err(_) => Err(ProbeError::Unreachable(message!(NoAnswerInTime))),
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => Err(match fault::verdict(&error) {
                Verdict::Refused => ProbeError::Unreachable(message!(CredentialsRefused)),
                Verdict::Failed(reason) => ProbeError::Unreachable(reason),
                Verdict::Answered => ProbeError::Answered(error),
            }),
        }
    }

    /// Opens the breaker with a reason of the probe's own.
    pub(crate) fn refuse(&self, reason: Message) {
        self.breaker.refused(Instant::now(), reason, self.jitter());
    }

    /// Whether calls pass freely.
    pub(crate) fn is_open(&self) -> bool {
        !self.breaker.is_closed()
    }

    /// Version of the kubeconfig it was built from.
    pub(crate) fn version(&self) -> i64 {
        self.version
    }

    fn account<T>(&self, result: Result<Result<&T, &kube::Error>, Duration>) {
        let now = Instant::now();
        match result {
            Ok(Ok(_)) => self.breaker.succeeded(),
            Ok(Err(error)) => match fault::verdict(error) {
                Verdict::Answered => self.breaker.succeeded(),
                Verdict::Failed(reason) => self.breaker.failed(now, reason, self.jitter()),
                Verdict::Refused => self.breaker.refused(now, message!(CredentialsRefused), self.jitter()),
            },
            Err(deadline) => {
                tracing::debug!(cluster = self.name, ?deadline, "no answer within the deadline");
                self.breaker.failed(now, message!(NoAnswerInTime), self.jitter());
            }
        }
    }

    fn unreachable(&self, reason: Message) -> Error {
        let message = message!(CLUSTER_UNREACHABLE, cluster = &self.name, said = reason);
        Error::unavailable(message, fault::of_cluster(anyhow::anyhow!("the circuit breaker is open")))
    }

    fn too_late(&self, what: &str) -> Error {
        Error::Timeout(message!(CLUSTER_TIMEOUT, cluster = &self.name, what = what))
    }

    /// Random bytes.
    pub(crate) fn random(&self, n: usize) -> Vec<u8> {
        self.ids.bytes(n)
    }

    fn jitter(&self) -> u8 {
        self.ids.bytes(1).first().copied().unwrap_or(128)
    }
}

/// What a probe met.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProbeError {
    /// Not reachable, or the credentials are refused; the reason is a part of a sentence.
    #[error("{0}")]
    Unreachable(Message),
    /// It answered with an error (403, 404 …).
    #[error("{0}")]
    Answered(kube::Error),
}
