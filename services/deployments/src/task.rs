//! Admitting work: `current_task` is the lock, and the order to do the work leaves in the same transaction.

use crate::{
    App, applications, chart,
    deployment::Row,
    elsewhere::Elsewhere,
    operation::Kind,
    plan, restart,
    volumes::{self, Deletion},
};
use kit::{Context, Origin, Result, Tx, clock::stamp, outbox::Command};
use proto::tasks as wire;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

/// The method of the order, by which unsent ones are found in the outbox.
pub const SUBMIT: &str = "/canopy.tasks.v1.TaskService/Submit";
/// The method of the order to stop.
pub const CANCEL: &str = "/canopy.tasks.v1.TaskService/Cancel";

/// Makes a task the current one and orders it. The row must be locked and free.
pub async fn start(cx: &Context, tx: &mut Tx, origin: &Origin, row: &Row, kind: Kind) -> Result<Row> {
    start_on(cx, tx, origin, row, kind, None).await
}

/// As [`start`], for a task whose order says what it is bound to.
pub async fn start_on(
    cx: &Context,
    tx: &mut Tx,
    origin: &Origin,
    row: &Row,
    kind: Kind,
    state: Option<&str>,
) -> Result<Row> {
    let task = cx.ids.uuid();
    let now = cx.clock.now();
    let from = serde_json::to_value(origin).map_err(kit::Error::internal)?;
    sqlx::query!(
        "update deployments.deployment
         set current_task = $2, last_task = $2, task_kind = $3, task_origin = $4, task_at = $5, cancelled_by = null,
             updated_at = $5, version = version + 1
         where id = $1",
        row.id,
        task,
        kind.word(),
        from,
        now
    )
    .execute(tx.conn())
    .await?;
    let row = crate::deployment::changed(tx, row.id).await?;
    if let Some(state) = state {
        plan::bind(tx, &row, state).await?;
    }
    submit(cx, tx, &row).await?;
    Ok(row)
}

/// Orders the current task of the row; repeating it is harmless, because tasks knows an order by the task's id.
pub async fn submit(cx: &Context, tx: &mut Tx, row: &Row) -> Result<()> {
    let order = order(tx.conn(), row).await?;
    let command = Command {
        id: cx.ids.uuid(),
        target: "tasks",
        method: SUBMIT,
        key: row.id,
        origin: &row.task_origin,
        message: &order,
    };
    kit::outbox::command(tx, command).await
}

/// The order of the row's last task.
///
/// # Errors
/// When the database does not answer.
pub async fn order(db: &mut PgConnection, row: &Row) -> Result<wire::SubmitRequest> {
    let wanted = sqlx::query!(
        r#"select hash, deletes as "deletes: Json<Vec<Deletion>>"
           from deployments.revision where deployment_id = $1 and number = $2"#,
        row.id,
        row.revision
    )
    .fetch_one(&mut *db)
    .await?;
    let planned = match row.task_kind {
        // others are told when they apply
        Kind::Uninstall => plan::bound(db, row.id, row.last_task).await?,
        _ => String::new(),
    };
    order_of(row, wanted.hash, &wanted.deletes, &planned)
}

/// Called after the commit: the task that the answer names is then in lists, too, as a rule. Tasks being away refuses no click,
/// and neither does anything else here: the change is made, and whoever asks for the task has tasks fetch its order.
pub async fn accepted(app: &App, deployment: Uuid) {
    if let Err(error) = kit::outbox::accepted(&app.cx, deployment, app.options.deployments_acceptance).await {
        tracing::debug!(%error, "whether the order was accepted is not known");
    }
}

/// Orders the current task to stop at its next step.
pub async fn cancel(cx: &Context, tx: &mut Tx, origin: &Origin, deployment: Uuid, task: Uuid, by: &str) -> Result<()> {
    let message =
        wire::CancelRequest { id: task.to_string(), actor_name: by.to_owned(), deployment_id: deployment.to_string() };
    let command =
        Command { id: cx.ids.uuid(), target: "tasks", method: CANCEL, key: deployment, origin, message: &message };
    kit::outbox::command(tx, command).await
}

/// Which clusters the last task is about, each with its name.
struct Places<'a> {
    cluster: (Uuid, &'a str),
    /// Of a move, where it comes from; else where something remains that goes with it.
    other: Option<(Uuid, &'a str)>,
}

impl<'a> Places<'a> {
    /// The same before and after the switch, since an order may be sent again.
    fn of(row: &'a Row) -> Self {
        let home = (row.cluster_id, row.cluster_name.as_str());
        let place = |other: &'a Elsewhere| (other.cluster_id, other.cluster_name.as_str());
        match row.task_kind {
            Kind::Move => match row.bound_for() {
                Some(target) => Self { cluster: place(target), other: Some(home) },
                None => Self { cluster: home, other: row.elsewhere.as_ref().map(place) },
            },
            Kind::Uninstall => Self { cluster: home, other: row.remains().map(place) },
            _ => Self { cluster: home, other: None },
        }
    }
}

/// `hash` is that of the revision's documents; `planned` what an uninstall is bound to.
fn order_of(row: &Row, hash: String, deletes: &[Deletion], planned: &str) -> Result<wire::SubmitRequest> {
    let actor = row.task_origin.user.as_ref();
    let places = Places::of(row);
    Ok(wire::SubmitRequest {
        id: row.last_task.to_string(),
        kind: match row.task_kind {
            Kind::Install => wire::TaskKind::Install,
            Kind::Upgrade => wire::TaskKind::Upgrade,
            Kind::Restart => wire::TaskKind::Restart,
            Kind::Stop => wire::TaskKind::Stop,
            Kind::Start => wire::TaskKind::Start,
            Kind::Scale => wire::TaskKind::Scale,
            Kind::Move => wire::TaskKind::Move,
            Kind::Uninstall => wire::TaskKind::Uninstall,
        }
        .into(),
        deployment_id: row.id.to_string(),
        deployment_name: row.name.clone(),
        team_id: row.team_id.to_string(),
        team_name: row.team_name.clone(),
        cluster_name: places.cluster.1.to_owned(),
        params: Some(wire::TaskParams {
            chart_name: format!("canopy/{}", row.application),
            release_name: row.release_name.clone(),
            namespace: row.release_name.clone(),
            cluster_id: places.cluster.0.to_string(),
            other_cluster_id: places.other.map(|(id, _)| id.to_string()).unwrap_or_default(),
            other_cluster_name: places.other.map(|(_, name)| name.to_owned()).unwrap_or_default(),
            vacates: row.task_kind == Kind::Move && !row.is_moving(),
            copies: row.is_moving() && row.elsewhere.as_ref().is_some_and(|elsewhere| elsewhere.copies),
            services: row.spec.services.clone(),
            restart: match row.task_kind {
                Kind::Restart => restart::components(row)?,
                _ => Vec::new(),
            },
            delete_volumes: if row.task_kind.applies() { volumes::names(deletes) } else { Vec::new() },
            planned: planned.split_whitespace().map(str::to_owned).collect(),
            values: Some(chart::shown_values(
                applications::of(&row.application)?,
                &row.spec,
                &row.release_name,
                &row.name,
            )),
            values_json: String::new(),
        }),
        revision: row.revision,
        hash,
        actor_id: actor.map(|user| user.id.to_string()).unwrap_or_default(),
        actor_name: actor.map(|user| user.name.clone()).unwrap_or_default(),
        created_at: Some(stamp(row.task_at)),
    })
}
