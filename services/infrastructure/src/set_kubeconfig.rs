//! SetKubeconfig: the new way in must lead to the same cluster while deployments run there.

use crate::{
    app::App,
    cluster::{ClusterRow, Visibility},
    facts,
    kubeconfig::{self, Kubeconfig},
    probe,
};
use access::Caller;
use history::{Changes, Kind, Line};
use kit::{Context, Error, Origin, Result, Tx, message};
use proto::{
    deployments::{CountDeploymentsRequest, deployment_service_client::DeploymentServiceClient},
    infrastructure::{Cluster, SetKubeconfigRequest, SetKubeconfigResponse},
};
use uuid::Uuid;

/// Sets or replaces the kubeconfig of a cluster.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Invalid` with the field `kubeconfig`, `Conflict` when another one was set at the same time.
pub async fn set(app: &App, caller: &Caller, request: SetKubeconfigRequest) -> Result<SetKubeconfigResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.cluster_id, "Cluster")?;
    // an unknown cluster is not found, whatever is to be set
    ClusterRow::load(&mut *app.cx.db.acquire().await?, id).await?;
    let config = app.intake.read(&request.kubeconfig, app.cx.clock.now()).await?;
    let cluster = replace(app, caller.origin(), id, &config, Trust::Verified).await?;
    Ok(SetKubeconfigResponse { cluster: Some(cluster) })
}

/// How sure we must be that it is the same cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Someone uploads: the cluster itself must say so.
    Verified,
    /// The supervisor registers its own cluster again: it is believed unless the cluster says otherwise.
    Known,
}

/// The text and what recognises it.
pub(crate) struct Sealed {
    pub text: Vec<u8>,
    pub hmac: Vec<u8>,
}

impl Sealed {
    /// For a row and its version.
    pub fn of(cx: &Context, cluster: Uuid, version: i64, config: &Kubeconfig) -> Self {
        let text = config.canonical();
        let sealed = cx.keyring.seal(&kubeconfig::place(cluster, version), text.as_bytes());
        Self { text: sealed, hmac: hmac(cx, config) }
    }
}

fn hmac(cx: &Context, config: &Kubeconfig) -> Vec<u8> {
    cx.keyring.hmac("kubeconfig", &[config.canonical().as_bytes()])
}

/// What is known of the present way in.
struct Present {
    name: String,
    kubeconfig_version: i64,
    kubeconfig_hmac: Option<Vec<u8>>,
    api_endpoint: String,
    ca_fingerprint: String,
    kube_uid: Option<String>,
}

/// Stores a checked kubeconfig; the same one again changes nothing.
///
/// # Errors
/// As [`set`].
pub async fn replace(app: &App, origin: &Origin, id: Uuid, config: &Kubeconfig, trust: Trust) -> Result<Cluster> {
    let cx = &app.cx;
    let Some(way_in) = WayIn::found(app, origin, id, config, trust).await? else {
        app.look_at(id);
        let mut connection = cx.db.acquire().await?;
        return Ok(ClusterRow::load(&mut connection, id).await?.shown(Visibility::Full));
    };
    let mut tx = cx.begin().await?;
    let row_version = way_in.store(app, &mut tx, origin, config).await?;
    facts::changed(&mut tx, "cluster", id, row_version);
    let row = ClusterRow::load(tx.conn(), id).await?;
    tx.commit().await?;
    app.look_at(id);
    Ok(row.shown(Visibility::Full))
}

/// Another way in, that may take the place of the present one.
pub(crate) struct WayIn {
    id: Uuid,
    present: Present,
    /// uid of kube-system, when it is the known cluster.
    uid: Option<String>,
}

impl WayIn {
    /// Asks the cluster whether it is the one that is known. `None`: it is the present way in.
    ///
    /// # Errors
    /// As [`set`].
    pub async fn found(
        app: &App,
        origin: &Origin,
        id: Uuid,
        config: &Kubeconfig,
        trust: Trust,
    ) -> Result<Option<Self>> {
        let present = sqlx::query_as!(
            Present,
            "select name, kubeconfig_version, kubeconfig_hmac, api_endpoint, ca_fingerprint, kube_uid
             from infrastructure.cluster where id = $1",
            id
        )
        .fetch_optional(&app.cx.db)
        .await?
        .ok_or_else(|| Error::not_found("Cluster"))?;
        if present.kubeconfig_hmac.as_deref() == Some(hmac(&app.cx, config).as_slice()) {
            return Ok(None);
        }
        let uid = identity(app, origin, id, &present, config, trust).await?;
        Ok(Some(Self { id, present, uid }))
    }

    /// Stores it, with a line of history; answers the row's version.
    ///
    /// # Errors
    /// `Conflict` when another one was set at the same time.
    pub async fn store(&self, app: &App, tx: &mut Tx, origin: &Origin, config: &Kubeconfig) -> Result<i64> {
        let (cx, id, present) = (&app.cx, self.id, &self.present);
        let version = present.kubeconfig_version + 1;
        let sealed = Sealed::of(cx, id, version, config);
        let by = origin.user.as_ref().map(|user| user.name.clone()).unwrap_or_default();
        // What was observed stays only when it is the same cluster.
        let row_version = sqlx::query_scalar!(
            "update infrastructure.cluster set
                kubeconfig = $3, kubeconfig_version = $4, kubeconfig_hmac = $5, access_type = $7,
                -- an endpoint that was taken from the kubeconfig follows it, one that somebody wrote stays
                endpoint = case when endpoint = api_endpoint then $6 else endpoint end, api_endpoint = $6,
                ca_fingerprint = $8,
                version = case when kube_uid is not distinct from $9 then version end,
                nodes = case when kube_uid is not distinct from $9 then nodes end,
                total_cpu = case when kube_uid is not distinct from $9 then total_cpu end,
                total_memory = case when kube_uid is not distinct from $9 then total_memory end,
                cordoned_nodes = case when kube_uid is not distinct from $9 then cordoned_nodes end,
                unready_nodes = case when kube_uid is not distinct from $9 then unready_nodes end,
                requested_cpu = case when kube_uid is not distinct from $9 then requested_cpu end,
                requested_memory = case when kube_uid is not distinct from $9 then requested_memory end,
                reach = case when kube_uid is not distinct from $9 then reach else 'unknown' end,
                problem = case when kube_uid is not distinct from $9 then problem else '' end,
                kube_uid = $9, checked_at = null, row_version = row_version + 1, updated_at = $10,
                changed_version = row_version + 1, changed_by = $11
             where id = $1 and kubeconfig_version = $2
             returning row_version",
            id,
            present.kubeconfig_version,
            sealed.text,
            version,
            sealed.hmac,
            config.server.url,
            config.access_type(),
            config.ca_fingerprint(),
            self.uid.as_deref(),
            cx.clock.now(),
            by
        )
        .fetch_optional(tx.conn())
        .await?
        .ok_or_else(|| Error::conflict(message!(KUBECONFIG_CHANGED)))?;
        let line = Line::new(Kind::Normal, "Cluster", &message!(KubeconfigSet, cluster = &present.name));
        let line = line.changes(Changes::new().secret("kubeconfig"));
        line.admin_only().cluster(id, &present.name).write(cx, tx, origin).await?;
        Ok(row_version)
    }
}

/// The kube-system uid to store: that of the present cluster, or that of another one while nothing runs there.
async fn identity(
    app: &App,
    origin: &Origin,
    id: Uuid,
    present: &Present,
    config: &Kubeconfig,
    trust: Trust,
) -> Result<Option<String>> {
    let Some(known) = present.kube_uid.clone() else { return Ok(None) };
    let authority = config.ca_fingerprint();
    if !authority.is_empty() && authority == present.ca_fingerprint && config.server.url == present.api_endpoint {
        return Ok(Some(known));
    }
    let found = probe::uid(&app.gateway.foreign(&present.name, config)?, probe::WAITED).await;
    if let Ok(Some(uid)) = &found
        && *uid == known
    {
        return Ok(Some(known));
    }
    let count = count_deployments(app, origin, id).await?;
    if count == 0 {
        return Ok(found.ok().flatten());
    }
    let why = match found {
        Ok(Some(_)) => message!(KubeconfigElsewhere),
        Ok(None) | Err(_) if trust == Trust::Known => return Ok(Some(known)),
        Ok(None) => message!(KubeconfigUnrecognised),
        Err(reason) => message!(KubeconfigUnsure, why = reason),
    };
    Err(kubeconfig::invalid(message!(KubeconfigInUse, why = why, count = count)))
}

/// How many deployments are on the cluster, gone ones not counted.
///
/// # Errors
/// `Unavailable` when deployments does not answer.
pub(crate) async fn count_deployments(app: &App, origin: &Origin, id: Uuid) -> Result<u32> {
    let message = CountDeploymentsRequest { cluster_id: id.to_string(), team_id: String::new() };
    let request = app.cx.request("deployments", origin, message)?;
    let answer = DeploymentServiceClient::new(app.cx.peer("deployments"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .count_deployments(request)
        .await?;
    Ok(answer.into_inner().total)
}
