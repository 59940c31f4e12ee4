//! A cluster that a deployment does not run on, and that something of it is on or is to be on: where a move brings it, or
//! what it left. As long as there is one, that cluster counts the deployment, so that it is not deleted under it.

use crate::{App, create, deployment::Row, facts, moving, operation::Kind, owners};
use kit::{Context, Error, Origin, Result, Tx, message};
use proto::{deployments as wire, infrastructure::Cluster};
use serde::Deserialize;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Where what is elsewhere stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A task brings the deployment there.
    Target,
    /// The move did not come about; what it began there goes, or remains.
    Undoing,
    /// The same, and nothing is there. A retry moves again.
    Undone,
    /// It has moved away, or the move was given up; what is there goes, or remains.
    Left,
}

impl State {
    /// The word in the database and in the contract.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::Undoing => "undoing",
            Self::Undone => "undone",
            Self::Left => "left",
        }
    }
}

/// The other cluster.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Elsewhere {
    /// Its id.
    pub cluster_id: Uuid,
    /// What it is called.
    pub cluster_name: String,
    /// Its datacenter; empty when it has none.
    pub location: String,
    /// What it has to do with the deployment.
    pub state: State,
    /// What the plan named of it, as infrastructure digests it.
    pub planned: String,
    /// The task that switched over to where the deployment runs now.
    pub switched_by: Option<Uuid>,
    /// The highest fence that has asked for anything here.
    pub fence: i64,
    /// Of a move: what is on the volumes is brought along.
    pub copies: bool,
}

impl Elsewhere {
    /// The wire's form.
    #[must_use]
    pub fn shown(&self) -> wire::Elsewhere {
        wire::Elsewhere {
            cluster_id: self.cluster_id.to_string(),
            cluster_name: self.cluster_name.clone(),
            state: self.state.word().to_owned(),
        }
    }
}

impl Row {
    /// Where what is wanted is to run, if that is another cluster than where it runs.
    #[must_use]
    pub fn bound_for(&self) -> Option<&Elsewhere> {
        self.elsewhere.as_ref().filter(|elsewhere| elsewhere.state != State::Left)
    }

    /// What may be there of it beside the cluster that it runs on.
    #[must_use]
    pub fn remains(&self) -> Option<&Elsewhere> {
        self.elsewhere.as_ref().filter(|elsewhere| elsewhere.state != State::Undone)
    }

    /// Whether the last task is a move that has come about.
    #[must_use]
    pub fn has_switched(&self) -> bool {
        self.task_kind == Kind::Move
            && self.elsewhere.as_ref().is_none_or(|elsewhere| elsewhere.switched_by == Some(self.last_task))
    }

    /// Whether the last task is a move that brings the deployment anywhere, and does not only remove what remains.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.task_kind == Kind::Move && (self.bound_for().is_some() || self.has_switched())
    }
}

/// A cluster that a deployment is to move to.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its id.
    pub id: Uuid,
    /// What it is called.
    pub name: String,
    /// Its datacenter; empty when it has none.
    pub location: String,
    /// What is on the volumes is not brought along.
    pub leaves_data: bool,
}

impl Target {
    /// As its owner knows it.
    ///
    /// # Errors
    /// `Internal` for an id that is none.
    pub fn of(cluster: Cluster, leaves_data: bool) -> Result<Self> {
        let id = kit::ids::parse(&cluster.id).map_err(Error::internal)?;
        Ok(Self { id, name: cluster.name, location: cluster.datacenter_id, leaves_data })
    }
}

/// Makes the target count the deployment, then asks its owner: whoever is deleting it has either seen that, or is seen.
///
/// # Errors
/// `Conflict` `TASK_RUNNING` when something is elsewhere already, `DOMAIN_TAKEN`; 400 and `CLUSTER_IN_MAINTENANCE` when
/// nothing can be put there; when its owner cannot be asked.
pub async fn reserve(app: &App, origin: &Origin, row: &Row, target: &Target) -> Result<Uuid> {
    let cx = &app.cx;
    let reservation = cx.ids.uuid();
    let mut tx = cx.begin().await?;
    let made = sqlx::query!(
        "insert into deployments.elsewhere as known
           (deployment_id, cluster_id, cluster_name, location, state, reservation, at)
         select id, $2, $3, $4, 'reserved', $5, $6 from deployments.deployment
         where id = $1 and gone_at is null and cluster_id <> $2
         on conflict (deployment_id) do update
           set cluster_id = excluded.cluster_id, cluster_name = excluded.cluster_name, location = excluded.location,
               state = excluded.state, reservation = excluded.reservation, at = excluded.at
           where known.state = 'reserved'",
        row.id,
        target.id,
        target.name,
        target.location,
        reservation,
        cx.clock.now()
    )
    .execute(tx.conn())
    .await
    .map_err(create::taken)?;
    if made.rows_affected() == 0 {
        return Err(Error::conflict(message!(TASK_RUNNING)));
    }
    tx.commit().await?;
    let refused = match owners::cluster(cx, origin, target.id).await {
        Ok(cluster) => match owners::cluster_problem(cluster.as_ref()) {
            None => return Ok(reservation),
            Some(_) if cluster.as_ref().is_some_and(owners::in_maintenance) => {
                Error::conflict(message!(CLUSTER_IN_MAINTENANCE))
            }
            Some(problem) => Error::invalid_field("clusterId", problem),
        },
        Err(outage) => outage,
    };
    release(cx, reservation).await;
    Err(refused)
}

/// Gives a reservation up. One that cannot be given up now goes with the sweep.
pub async fn release(cx: &Context, reservation: Uuid) {
    let given =
        sqlx::query!("delete from deployments.elsewhere where reservation = $1 and state = 'reserved'", reservation)
            .execute(&cx.db)
            .await;
    if let Err(error) = given {
        tracing::debug!(%error, "a reservation is left to the sweep");
    }
}

/// Takes reservations away that a crash left.
///
/// # Errors
/// Those of the database.
pub async fn sweep(db: &mut PgConnection, before: OffsetDateTime) -> Result<()> {
    sqlx::query!("delete from deployments.elsewhere where state = 'reserved' and at < $1", before).execute(db).await?;
    Ok(())
}

/// Makes a reservation the target of a locked row.
///
/// # Errors
/// `Timeout` when the reservation is not there any more; `Conflict` `DOMAIN_TAKEN`.
pub async fn take(tx: &mut Tx, row: &Row, bound: &moving::Bound) -> Result<()> {
    let taken = sqlx::query!(
        "update deployments.elsewhere set state = 'target', planned = $3, copies = $4
         where deployment_id = $1 and reservation = $2 and state = 'reserved'",
        row.id,
        bound.reservation,
        bound.parts,
        bound.copies
    )
    .execute(tx.conn())
    .await
    .map_err(create::taken)?;
    if taken.rows_affected() == 0 {
        return Err(Error::Timeout(message!(CALL_TOO_LONG)));
    }
    Ok(())
}

/// Before another try: what is wanted is brought there again; of what remains, all goes, since somebody has seen what it is.
///
/// # Errors
/// `Conflict` `DOMAIN_TAKEN`, and those of the database.
pub async fn again(tx: &mut Tx, row: &Row) -> Result<()> {
    sqlx::query!(
        "update deployments.elsewhere
         set state = case state when 'left' then 'left' else 'target' end,
             planned = case state when 'left' then '' else planned end, switched_by = null
         where deployment_id = $1 and state <> 'reserved'",
        row.id
    )
    .execute(tx.conn())
    .await
    .map_err(create::taken)?;
    Ok(())
}

/// A locked row is not to move any more. What the move began there may remain.
///
/// # Errors
/// Those of the database.
pub async fn give_up(tx: &mut Tx, row: &Row) -> Result<()> {
    sqlx::query!("delete from deployments.elsewhere where deployment_id = $1 and state = 'undone'", row.id)
        .execute(tx.conn())
        .await?;
    sqlx::query!(
        "update deployments.elsewhere set state = 'left', planned = '', switched_by = null
         where deployment_id = $1 and state in ('target', 'undoing')",
        row.id
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Nothing of it is elsewhere any more.
///
/// # Errors
/// Those of the database.
pub async fn forget(tx: &mut Tx, deployment: Uuid) -> Result<()> {
    sqlx::query!("delete from deployments.elsewhere where deployment_id = $1", deployment).execute(tx.conn()).await?;
    Ok(())
}

/// What a move began there is gone.
///
/// # Errors
/// Those of the database.
pub async fn undone(tx: &mut Tx, deployment: Uuid) -> Result<()> {
    sqlx::query!("update deployments.elsewhere set state = 'undone' where deployment_id = $1", deployment)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// A move of a locked row ended. One that ended without having undone what it began (nobody could, or nobody tried) leaves
/// something there.
///
/// # Errors
/// Those of the database.
pub async fn ended(cx: &Context, tx: &mut Tx, row: &Row) -> Result<()> {
    sqlx::query!(
        "update deployments.elsewhere set state = 'undoing' where deployment_id = $1 and state = 'target'",
        row.id
    )
    .execute(tx.conn())
    .await?;
    if let Some(elsewhere) = row.remains() {
        let message = message!(RemainsElsewhere, deployment = &row.name, cluster = &elsewhere.cluster_name);
        facts::record(cx, tx, &row.task_origin, row, history::Kind::Warning, message).await?;
    }
    Ok(())
}
