//! UpdateCluster: another name, description, endpoint, place or kubeconfig.

use crate::{
    app::App,
    cluster::{ClusterRow, Draft, Visibility},
    create_cluster,
    datacenter::made_on,
    facts,
    set_kubeconfig::{Trust, WayIn},
};
use access::Caller;
use history::{Changes, Kind, Line};
use kit::{Error, Message, Problems, Result, Tx, message, outbox};
use proto::{
    deployments::TellNameRequest,
    infrastructure::{CreateClusterRequest, UpdateClusterRequest, UpdateClusterResponse},
};
use uuid::Uuid;

/// What is absent stays. With another datacenter come its provider and region. A kubeconfig is stored in the same step,
/// or nothing is. Of another name deployments is told by a command.
///
/// # Errors
/// `Forbidden`; `NotFound`; `Invalid` with all fields; `Conflict` when the name is taken, or somebody was faster.
pub async fn update(app: &App, caller: &Caller, request: UpdateClusterRequest) -> Result<UpdateClusterResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "Cluster")?;
    let cx = &app.cx;
    let (before, changed) = read(&mut *cx.db.acquire().await?, id).await?;
    changed.allows(request.row_version)?;
    let config = if request.kubeconfig.is_empty() {
        None
    } else {
        Some(app.intake.read(&request.kubeconfig, cx.clock.now()).await?)
    };
    // Said before the cluster is asked anything.
    wished(app, &before, &request).1.done()?;
    let way_in = match &config {
        Some(config) => WayIn::found(app, caller.origin(), id, config, Trust::Verified).await?,
        None => None,
    };
    let mut tx = cx.begin().await?;
    sqlx::query!("select id from infrastructure.cluster where id = $1 for update", id)
        .fetch_optional(tx.conn())
        .await?;
    let (before, changed) = read(tx.conn(), id).await?;
    changed.allows(request.row_version)?;
    let (draft, mut problems) = wished(app, &before, &request);
    let draft = create_cluster::placed(&mut tx, draft, &mut problems).await?;
    problems.done()?;
    let told = told(&before, &draft);
    if told.is_empty() && way_in.is_none() {
        tx.rollback().await?;
        return Ok(UpdateClusterResponse { cluster: Some(before.shown(Visibility::Full)) });
    }
    if !told.is_empty() {
        write(app, &mut tx, caller, id, &draft).await?;
    }
    if draft.name != before.name {
        let told = TellNameRequest { cluster_id: id.to_string(), name: draft.name.clone(), ..Default::default() };
        let command = outbox::Command {
            id: cx.ids.uuid(),
            target: "deployments",
            method: "/canopy.deployments.v1.DeploymentService/TellName",
            key: id,
            origin: caller.origin(),
            message: &told,
        };
        outbox::command(&mut tx, command).await?;
    }
    for (message, changes) in told {
        let line = Line::new(Kind::Normal, "Cluster", &message).admin_only().cluster(id, &draft.name).changes(changes);
        line.write(cx, &mut tx, caller.origin()).await?;
    }
    if let (Some(way_in), Some(config)) = (&way_in, &config) {
        way_in.store(app, &mut tx, caller.origin(), config).await?;
    }
    let after = ClusterRow::load(tx.conn(), id).await?;
    facts::changed(&mut tx, "cluster", id, after.row_version);
    for place in [before.datacenter_id, after.datacenter_id].into_iter().flatten() {
        if before.datacenter_id != after.datacenter_id {
            // how many clusters there are is shown with it
            facts::changed(&mut tx, "datacenter", place, 0);
        }
    }
    tx.commit().await?;
    if way_in.is_some() {
        app.look_at(id);
    }
    Ok(UpdateClusterResponse { cluster: Some(after.shown(Visibility::Full)) })
}

/// The last change by a person.
pub(crate) struct Changed {
    version: i64,
    by: String,
}

impl Changed {
    /// Refuses a change that was made on an older version; 0 is any version.
    ///
    /// # Errors
    /// `Conflict` `PLACE_CHANGED_MEANWHILE`.
    pub fn allows(&self, version: i64) -> Result<()> {
        made_on("cluster", version, self.version, &self.by)
    }
}

/// The cluster and its last change.
///
/// # Errors
/// `NotFound`.
pub(crate) async fn read(conn: &mut sqlx::PgConnection, id: Uuid) -> Result<(ClusterRow, Changed)> {
    let changed = sqlx::query_as!(
        Changed,
        "select changed_version as version, changed_by as by from infrastructure.cluster where id = $1",
        id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or_else(|| Error::not_found("Cluster"))?;
    Ok((ClusterRow::load(conn, id).await?, changed))
}

/// The whole cluster as it is wished for, with what is wrong with it.
fn wished(app: &App, before: &ClusterRow, request: &UpdateClusterRequest) -> (Draft, Problems) {
    let or = |wish: &Option<String>, present: &String| wish.clone().unwrap_or_else(|| present.clone());
    let present = before.datacenter_id.map(|id| id.to_string()).unwrap_or_default();
    let whole = CreateClusterRequest {
        name: or(&request.name, &before.name),
        description: or(&request.description, &before.description),
        provider: before.provider.clone(),
        region: before.region.clone(),
        datacenter_id: or(&request.datacenter_id, &present),
        endpoint: or(&request.endpoint, &before.endpoint),
        domains: request.domains.as_ref().map_or_else(|| before.domains.clone(), |domains| domains.names.clone()),
        kubeconfig: String::new(),
    };
    Draft::of(&whole, &app.catalogue)
}

/// A line of history for each thing that becomes another one.
fn told(before: &ClusterRow, draft: &Draft) -> Vec<(Message, Changes)> {
    let mut told = Vec::new();
    if draft.name != before.name {
        let changes = Changes::new().field("name", &before.name, &draft.name);
        told.push((message!(ClusterRenamed, cluster = &before.name, name = &draft.name), changes));
    }
    if draft.datacenter_id != before.datacenter_id {
        let id = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let changes = Changes::new().field("datacenter", id(before.datacenter_id), id(draft.datacenter_id));
        told.push((message!(ClusterMoved, cluster = &draft.name), changes));
    }
    if (&draft.description, &draft.endpoint, &draft.domains) != (&before.description, &before.endpoint, &before.domains)
    {
        let changes = Changes::new()
            .field("description", &before.description, &draft.description)
            .field("k8sendpoint", &before.endpoint, &draft.endpoint)
            .field("domains", before.domains.join(", "), draft.domains.join(", "));
        told.push((message!(ClusterChanged, cluster = &draft.name), changes));
    }
    told
}

async fn write(app: &App, tx: &mut Tx, caller: &Caller, id: Uuid, draft: &Draft) -> Result<()> {
    sqlx::query!(
        "update infrastructure.cluster set
            name = $2, description = $3, provider = $4, region = $5, datacenter_id = $6, endpoint = $7, domains = $8,
            updated_at = $9, changed_by = $10, row_version = row_version + 1, changed_version = row_version + 1
         where id = $1",
        id,
        draft.name,
        draft.description,
        draft.provider,
        draft.region,
        draft.datacenter_id,
        draft.endpoint,
        &draft.domains,
        app.cx.clock.now(),
        caller.user()?.name()
    )
    .execute(tx.conn())
    .await
    .map_err(|error| {
        kit::db::on_constraint(error, "cluster_name", || {
            Error::conflict(message!(NAME_TAKEN, kind = "cluster", name = &draft.name))
        })
    })?;
    Ok(())
}
