//! CreateCluster: with a kubeconfig, both are one step.

use crate::{
    app::App,
    cluster::{ClusterRow, Draft, Visibility},
    facts,
    kubeconfig::{self, Kubeconfig},
    registrar::Registrar,
    set_kubeconfig,
};
use access::Caller;
use history::{Kind, Line};
use kit::{
    Error, Problems, Result, Tx,
    idempotency::{Attempt, attempt},
    message,
};
use prost::Message;
use proto::infrastructure::{CreateClusterRequest, CreateClusterResponse};
use uuid::Uuid;

/// Registers a cluster. For `canopy up` an existing one of that name is the answer; its kubeconfig is replaced when it
/// differs (a local cluster may listen on another port after each start).
///
/// # Errors
/// `Forbidden`; `Invalid` with all fields; `Conflict` when the name is taken.
pub async fn create(app: &App, caller: &Caller, request: CreateClusterRequest) -> Result<CreateClusterResponse> {
    let registrar = Registrar::of(caller)?;
    let (draft, mut problems) = Draft::of(&request, &app.catalogue);
    let config = kubeconfig_of(app, &request, &mut problems).await?;
    if let Registrar::Canopy = registrar
        && let Some(found) = existing(app, caller, &draft.name, config.as_ref()).await?
    {
        return Ok(found);
    }
    let cx = &app.cx;
    let mut tx = cx.begin().await?;
    let draft = placed(&mut tx, draft, &mut problems).await?;
    problems.done()?;
    let ticket = match registrar {
        Registrar::Canopy => None,
        Registrar::Admin(user) => {
            let body = request.encode_to_vec();
            match attempt(cx, &mut tx, user, "CreateCluster", caller.idempotency_key(), &body).await? {
                Attempt::Repeat(answer) => {
                    return CreateClusterResponse::decode(answer.as_slice()).map_err(Error::internal);
                }
                Attempt::First(ticket) => Some(ticket),
            }
        }
    };
    let id = insert(app, &mut tx, &draft, config.as_ref()).await?;
    let with = if config.is_some() { "kubeconfig" } else { "nothing" };
    let line = Line::new(Kind::Normal, "Cluster", &message!(ClusterCreated, with = with, cluster = &draft.name));
    line.admin_only().cluster(id, &draft.name).write(cx, &mut tx, caller.origin()).await?;
    facts::changed(&mut tx, "cluster", id, 1);
    let row = ClusterRow::load(tx.conn(), id).await?;
    let response = CreateClusterResponse { cluster: Some(row.shown(Visibility::Full)) };
    if let Some(ticket) = ticket {
        ticket.record(&mut tx, &response).await?;
    }
    tx.commit().await?;
    if config.is_some() {
        app.look_at(id);
    }
    Ok(response)
}

/// Reads the kubeconfig; what is wrong with it stands beside the other problems.
async fn kubeconfig_of(
    app: &App,
    request: &CreateClusterRequest,
    problems: &mut Problems,
) -> Result<Option<Kubeconfig>> {
    if request.kubeconfig.is_empty() {
        return Ok(None);
    }
    match app.intake.read(&request.kubeconfig, app.cx.clock.now()).await {
        Ok(config) => Ok(Some(config)),
        // When it is the only thing that is wrong, its sentence is the answer's.
        Err(Error::Invalid { message, .. }) if !problems.is_empty() => {
            problems.add("kubeconfig", message);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

async fn existing(
    app: &App,
    caller: &Caller,
    name: &str,
    config: Option<&Kubeconfig>,
) -> Result<Option<CreateClusterResponse>> {
    let mut tx = app.cx.begin().await?;
    let Some(id) = ClusterRow::named(tx.conn(), name).await? else { return Ok(None) };
    let row = ClusterRow::load(tx.conn(), id).await?;
    tx.rollback().await?;
    let cluster = match config {
        Some(config) => set_kubeconfig::replace(app, caller.origin(), id, config, set_kubeconfig::Trust::Known).await?,
        None => row.shown(Visibility::Full),
    };
    Ok(Some(CreateClusterResponse { cluster: Some(cluster) }))
}

/// Provider and region are those of the datacenter, which must exist.
pub(crate) async fn placed(tx: &mut Tx, mut draft: Draft, problems: &mut Problems) -> Result<Draft> {
    let Some(id) = draft.datacenter_id else { return Ok(draft) };
    let place = sqlx::query!("select provider, region from infrastructure.datacenter where id = $1 for share", id)
        .fetch_optional(tx.conn())
        .await?;
    match place {
        Some(place) => {
            draft.provider = place.provider;
            draft.region = place.region;
        }
        None => problems.add("datacenter", message!(NO_DATACENTER)),
    }
    Ok(draft)
}

async fn insert(app: &App, tx: &mut Tx, draft: &Draft, config: Option<&Kubeconfig>) -> Result<Uuid> {
    let cx = &app.cx;
    let id = cx.ids.uuid();
    let sealed = config.map(|config| set_kubeconfig::Sealed::of(cx, id, 1, config));
    let server = config.map(|config| config.server.url.clone()).unwrap_or_default();
    let endpoint = if draft.endpoint.is_empty() { &server } else { &draft.endpoint };
    sqlx::query!(
        "insert into infrastructure.cluster
            (id, name, description, provider, region, datacenter_id, endpoint, domains,
             kubeconfig, kubeconfig_version, kubeconfig_hmac, api_endpoint, access_type, ca_fingerprint,
             created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)",
        id,
        draft.name,
        draft.description,
        draft.provider,
        draft.region,
        draft.datacenter_id,
        endpoint,
        &draft.domains,
        sealed.as_ref().map(|sealed| sealed.text.as_slice()),
        i64::from(sealed.is_some()),
        sealed.as_ref().map(|sealed| sealed.hmac.as_slice()),
        server,
        config.map_or("", kubeconfig::Kubeconfig::access_type),
        config.map(kubeconfig::Kubeconfig::ca_fingerprint).unwrap_or_default(),
        cx.clock.now()
    )
    .execute(tx.conn())
    .await
    .map_err(|error| {
        kit::db::on_constraint(error, "cluster_name", || {
            Error::conflict(message!(NAME_TAKEN, kind = "cluster", name = &draft.name))
        })
    })?;
    Ok(id)
}
