//! Tells deployments of the sites of a cluster, as its watches show them: whether each serves, that something of it has
//! changed, and what the objects of its release are. What does not change is told again after each look at the cluster, so that nothing stays untold.

use crate::{
    app::App,
    gateway::Cluster,
    kubernetes::space::Space,
    releases, reporter,
    serving::{Serving, Site, Verdict, digest},
    usage,
    watch::{Changes, Standing, Store},
};
use kit::{Message, Origin, clock::stamp};
use kube::core::Status;
use proto::deployments::{
    Observation, ObserveRequest, ReleaseState, deployment_service_client::DeploymentServiceClient,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::Notify, task::JoinSet, time::Instant};
use uuid::Uuid;

/// Sites in one call. Fixed: agreed with deployments.
const BATCH: usize = 1000;
/// Changes of one moment are told together. Fixed: shorter than anybody waits for a screen.
const SETTLE: Duration = Duration::from_millis(300);
/// After how long what could not be told is told again. Fixed: deployments is away while it is updated.
const AGAIN: Duration = Duration::from_secs(5);
/// After how long watches that were refused are tried again; with missing rights, somebody has to give them first.
const REFUSED: Duration = Duration::from_secs(60);
const FORBIDDEN: Duration = Duration::from_secs(600);

/// The teller of one cluster. It ends when this is dropped.
#[derive(Default)]
pub(crate) struct Sites {
    work: JoinSet<()>,
    cluster: Option<Arc<Cluster>>,
    look: Arc<Notify>,
}

impl Sites {
    /// Sees to it that the sites behind this way into the cluster are told; another way in ends what came before.
    pub(crate) fn keep(&mut self, app: &App, id: Uuid, cluster: &Arc<Cluster>) {
        while let Some(ended) = self.work.try_join_next() {
            if let Err(error) = ended
                && error.is_panic()
            {
                std::panic::resume_unwind(error.into_panic());
            }
        }
        if self.cluster.as_ref().is_some_and(|known| Arc::ptr_eq(known, cluster)) && !self.work.is_empty() {
            return;
        }
        self.work.abort_all();
        self.cluster = Some(Arc::clone(cluster));
        let teller = Teller {
            app: app.clone(),
            id,
            cluster: Arc::clone(cluster),
            look: Arc::clone(&self.look),
            serving: Serving::default(),
            sites: HashMap::new(),
            waiting: Waiting { all: true, anew: true, ..Waiting::default() },
            untold: false,
            seen: false,
        };
        self.work.spawn(teller.run());
        self.work.spawn(reporter::run(app.clone(), id, Arc::clone(cluster)));
        self.work.spawn(usage::run(app.clone(), id, Arc::clone(cluster)));
    }

    /// The cluster answered: what is known of its sites is told again.
    pub(crate) fn tell(&self) {
        self.look.notify_one();
    }
}

struct Teller {
    app: App,
    id: Uuid,
    cluster: Arc<Cluster>,
    look: Arc<Notify>,
    serving: Serving,
    sites: HashMap<Uuid, Known>,
    waiting: Waiting,
    /// The last call failed, and that was logged.
    untold: bool,
    /// All sites were looked at.
    seen: bool,
}

/// What was last seen of a site.
struct Known {
    digest: u64,
    /// All is as it is asked for: time alone changes nothing.
    settled: bool,
    verdict: Option<Verdict>,
    /// A cause as the cluster says it, and as it is told: without the site's secrets.
    masked: Option<(Message, Message)>,
    /// What the objects of its release are.
    release: Option<String>,
}

/// What is to be looked at and told.
#[derive(Default)]
struct Waiting {
    /// All is told.
    all: bool,
    /// All is looked at: what was seen before may be past.
    anew: bool,
    namespaces: BTreeSet<String>,
    /// Deployments of which something has changed.
    changed: BTreeSet<Uuid>,
    /// What the objects of releases are, where that is news.
    releases: BTreeMap<Uuid, String>,
}

/// A site that is to be told of.
struct Told {
    namespace: String,
    deployment: Uuid,
    verdict: Verdict,
}

impl Teller {
    async fn run(mut self) {
        let mut said = None;
        loop {
            let standing = self.cluster.watches().stand(self.cluster.client());
            let refusal = self.follow(standing).await;
            if said.replace(refusal.code) != Some(refusal.code) {
                let (cluster, reason) = (self.cluster.name(), &refusal.message);
                tracing::info!(cluster, reason, "the sites of the cluster cannot be watched");
            }
            tokio::time::sleep(if refusal.code == 403 { FORBIDDEN } else { REFUSED }).await;
        }
    }

    /// Until the cluster refuses.
    async fn follow(&mut self, mut standing: Standing) -> Status {
        let mut next: Option<Instant> = None;
        loop {
            let due = async {
                match next {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = standing.changed() => tokio::time::sleep(SETTLE).await,
                () = self.look.notified() => self.waiting.all = true,
                () = due => {}
            }
            if let Some(status) = standing.refusal() {
                return status;
            }
            let Changes { all, namespaces } = standing.changes();
            self.waiting.all |= all;
            self.waiting.anew |= all;
            self.waiting.namespaces.extend(namespaces);
            next = self.round(&standing).await;
        }
    }

    /// Looks, and tells what is to be told; answers when to look again though nothing changes.
    async fn round(&mut self, standing: &Standing) -> Option<Instant> {
        let at = self.app.cx.clock.now();
        let lacks_releases = standing.lacks_releases();
        let Some((told, next)) = standing.look(|store| self.look_at(store, lacks_releases)) else {
            // What waits is told when the watches are up again.
            return None;
        };
        // Whoever changes a kubeconfig or deletes a cluster ends what was seen through the old one.
        let current = self.app.gateway.find(self.id).await;
        if !current.is_ok_and(|current| Arc::ptr_eq(&current, &self.cluster)) {
            return None;
        }
        let mut observations = Vec::with_capacity(told.len());
        for Told { namespace, deployment, verdict } in told {
            let problem = match verdict {
                Verdict::Down { cause: Some(cause), counted } => {
                    Some(self.masked(&namespace, deployment, cause).await.unwrap_or(counted))
                }
                Verdict::Down { cause: None, counted } => Some(counted),
                Verdict::Serves | Verdict::Borne(_) => None,
            };
            observations.push(Observation {
                deployment_id: deployment.to_string(),
                serving: problem.is_none(),
                message: problem.as_ref().map(Message::to_string).unwrap_or_default(),
                said: problem.as_ref().map(Message::packed).unwrap_or_default(),
                at: Some(stamp(at)),
            });
        }
        let changed: Vec<String> = self.waiting.changed.iter().map(Uuid::to_string).collect();
        let release =
            |(id, state): (&Uuid, &String)| ReleaseState { deployment_id: id.to_string(), state: state.clone() };
        let releases: Vec<ReleaseState> = self.waiting.releases.iter().map(release).collect();
        match self.tell(&observations, &changed, &releases).await {
            Ok(()) => {
                self.waiting = Waiting::default();
                self.untold = false;
                next
            }
            Err(error) => {
                if !std::mem::replace(&mut self.untold, true) {
                    tracing::info!(cluster = self.cluster.name(), %error, "which sites serve cannot be told now");
                }
                self.waiting.all = true;
                Some(Instant::now() + AGAIN)
            }
        }
    }

    /// Judges what waits, and what did not serve when it was judged last.
    fn look_at(&mut self, store: &Store, lacks_releases: bool) -> (Vec<Told>, Option<Instant>) {
        let patience = self.app.options.patience;
        let (now, borne) = (Instant::now(), self.app.options.serving_borne);
        let (mut told, mut next) = (Vec::new(), None::<Instant>);
        let owners: BTreeMap<Uuid, &String> = store.owners().iter().map(|(name, owner)| (*owner, name)).collect();
        let gone: Vec<Uuid> = self.sites.keys().filter(|known| !owners.contains_key(known)).copied().collect();
        for deployment in gone {
            self.sites.remove(&deployment);
            self.serving.forget(deployment);
            self.waiting.changed.insert(deployment);
        }
        let first = !std::mem::replace(&mut self.seen, true);
        let knows_releases = lacks_releases || store.knows_releases();
        for (deployment, namespace) in owners {
            let before = self.sites.get(&deployment);
            let settled = before.is_some_and(|before| before.settled && (before.release.is_some() || !knows_releases));
            let waits = self.waiting.anew
                || self.waiting.namespaces.contains(namespace)
                || self.waiting.all && !settled
                || self.serving.is_down(deployment);
            if !waits {
                if let Some(before) = before.filter(|_| self.waiting.all) {
                    let state = before.release.clone();
                    self.waiting.releases.extend(state.map(|state| (deployment, state)));
                    let verdict = before.verdict.clone().filter(|verdict| !matches!(verdict, Verdict::Borne(_)));
                    told.extend(verdict.map(|verdict| Told { namespace: namespace.clone(), deployment, verdict }));
                }
                continue;
            }
            let snapshot = store.snapshot(namespace).unwrap_or_default();
            let (digest, settled) = digest(&snapshot, &patience);
            let verdict = Site::of(&snapshot, &patience).map(|site| self.serving.judge(deployment, &site, now, borne));
            if verdict.is_none() {
                self.serving.forget(deployment);
            }
            // When all is seen for the first time, screens have just asked, or nobody looks.
            if before.map_or(!first, |before| before.digest != digest) {
                self.waiting.changed.insert(deployment);
            }
            let is_news = before.is_none_or(|before| before.verdict != verdict);
            let before = self.sites.remove(&deployment);
            let (masked, known) = before.map_or((None, None), |before| (before.masked, before.release));
            let release = if knows_releases { Some(releases::state(&snapshot)) } else { known.clone() };
            if let Some(state) = release.as_ref().filter(|_| self.waiting.all || release != known) {
                self.waiting.releases.insert(deployment, state.clone());
            }
            self.sites.insert(deployment, Known { digest, settled, verdict: verdict.clone(), masked, release });
            match verdict {
                Some(Verdict::Borne(until)) => next = Some(next.map_or(until, |next| next.min(until))),
                Some(verdict) if is_news || self.waiting.all => {
                    told.push(Told { namespace: namespace.clone(), deployment, verdict });
                }
                _ => {}
            }
        }
        (told, next)
    }

    /// The cause as it may be told. The site's secrets are read once for each; when they cannot be, nothing that the cluster
    /// said is told.
    async fn masked(&mut self, namespace: &str, deployment: Uuid, cause: Message) -> Option<Message> {
        let known = self.sites.get_mut(&deployment)?;
        if let Some((said, masked)) = &known.masked
            && *said == cause
        {
            return Some(masked.clone());
        }
        let mask = Space::new(Arc::clone(&self.cluster), namespace.to_owned()).mask().await.ok()?;
        let masked = cause.clone().with_texts(&|text| mask.lines(text));
        known.masked = Some((cause, masked.clone()));
        Some(masked)
    }

    async fn tell(
        &self,
        observations: &[Observation],
        changed: &[String],
        releases: &[ReleaseState],
    ) -> kit::Result<()> {
        let cx = &self.app.cx;
        let (mut observations, mut changed) = (observations.chunks(BATCH), changed.chunks(BATCH));
        let mut releases = releases.chunks(BATCH);
        loop {
            let (seen, moved, states) = (observations.next(), changed.next(), releases.next());
            if seen.is_none() && moved.is_none() && states.is_none() {
                return Ok(());
            }
            let request = ObserveRequest {
                observations: seen.unwrap_or_default().to_vec(),
                changed: moved.unwrap_or_default().to_vec(),
                named: Vec::new(),
                releases: states.unwrap_or_default().to_vec(),
                cluster_id: self.id.to_string(),
            };
            let request = cx.request("deployments", &Origin::of_role(&*cx.ids), request)?;
            let mut client =
                DeploymentServiceClient::new(cx.peer("deployments")).max_decoding_message_size(kit::MESSAGE_LIMIT);
            client.observe(request).await?;
        }
    }
}
