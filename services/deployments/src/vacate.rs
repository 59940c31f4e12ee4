//! One pass of removing what is on the cluster that a deployment does not run on: what a move left, or what one that does not
//! come about began. It is never the cluster that the deployment runs on.

use crate::{
    App,
    deployment::{self, Row},
    elsewhere::{self, Elsewhere, State},
    moving,
    operation::Kind,
    owners, ticket,
};
use access::Caller;
use kit::{Error, Message, Result, message};
use proto::{
    deployments::{VacateRequest, VacateResponse},
    infrastructure::{ResumeWorkloadsRequest, UninstallRequest, workload_service_client::WorkloadServiceClient},
};
use uuid::Uuid;

/// Decides, in one transaction with the row locked, that it is to go, and has infrastructure make a pass. From that decision
/// on a move that is undone cannot come about any more, whichever worker asks.
///
/// # Errors
/// `Conflict` `TASK_OUTDATED` when another task or none is at work, or a move has not come about that was not to be undone;
/// `FENCED` for an earlier worker; `REMAINS_UNSEEN` when the move was planned without an answer of that cluster; those of
/// infrastructure.
pub async fn vacate(app: &App, caller: &Caller, request: VacateRequest) -> Result<VacateResponse> {
    caller.peer()?;
    let id = kit::ids::parse_as(&request.deployment_id, deployment::WHAT)?;
    let task = kit::ids::parse_as(&request.task_id, "Task")?;
    let (row, other) = match decide(app, id, task, &request).await? {
        Decision::Nothing => return Ok(nothing()),
        Decision::Switched => return Ok(VacateResponse { switched: true, ..nothing() }),
        Decision::Goes(row, other) => (row, other),
    };
    if request.undo && request.resume {
        let ticket = Some(ticket::of(&row, row.cluster_id, task, request.fence));
        let message = ResumeWorkloadsRequest { ticket };
        let asked = app.cx.request_within("infrastructure", caller.origin(), message, ticket::WITHIN)?;
        WorkloadServiceClient::new(app.cx.peer("infrastructure"))
            .max_decoding_message_size(kit::MESSAGE_LIMIT)
            .resume_workloads(asked)
            .await
            .map_err(owners::failure)?;
    }
    // what the plan named is of the cluster that a move leaves; of what a move began, nobody has seen a plan
    let planned = if row.has_switched() { other.planned.as_str() } else { "" };
    if planned == moving::UNSEEN {
        return Err(Error::conflict(message!(REMAINS_UNSEEN, cluster = &other.cluster_name)));
    }
    let message = UninstallRequest {
        ticket: Some(ticket::of(&row, other.cluster_id, task, request.fence)),
        planned: planned.split_whitespace().map(str::to_owned).collect(),
    };
    let asked = app.cx.request_within("infrastructure", caller.origin(), message, ticket::WITHIN)?;
    let pass = WorkloadServiceClient::new(app.cx.peer("infrastructure"))
        .max_decoding_message_size(kit::MESSAGE_LIMIT)
        .uninstall(asked)
        .await
        .map_err(owners::failure)?
        .into_inner();
    if pass.done {
        gone(app, &row, &other).await?;
    }
    let said = match (pass.message.is_empty(), pass.remaining.as_slice()) {
        (true, []) => message!(WaitingForRest),
        (true, remaining) => message!(StillThere, names = remaining),
        (false, _) => Message::unpacked(&pass.said, &pass.message),
    };
    Ok(VacateResponse { done: pass.done, message: said.to_string(), said: said.packed(), switched: false })
}

fn nothing() -> VacateResponse {
    let message = message!(NothingLeft);
    VacateResponse { done: true, message: message.to_string(), said: message.packed(), switched: false }
}

enum Decision {
    /// Nothing is there.
    Nothing,
    /// It was to be undone and has come about.
    Switched,
    /// What is there goes.
    Goes(Box<Row>, Elsewhere),
}

async fn decide(app: &App, id: Uuid, task: Uuid, request: &VacateRequest) -> Result<Decision> {
    let outdated = || Error::conflict(message!(TASK_NOT_CURRENT));
    let mut tx = app.cx.begin().await?;
    let row = deployment::lock_own(&mut tx, id).await?.ok_or_else(|| Error::not_found(deployment::WHAT))?;
    if row.current_task != Some(task) {
        return Err(outdated());
    }
    let Some(other) = row.elsewhere.clone() else { return Ok(Decision::Nothing) };
    if other.cluster_id == row.cluster_id {
        return Err(Error::internal(anyhow::anyhow!("deployment {id} is to be removed from where it runs")));
    }
    let state = match (row.task_kind, request.undo, other.state) {
        (Kind::Move, true, State::Left) => return Ok(Decision::Switched),
        (Kind::Move | Kind::Uninstall, _, State::Undone) => return Ok(Decision::Nothing),
        (Kind::Move, true, State::Target | State::Undoing) => State::Undoing,
        (Kind::Move, false, State::Left) | (Kind::Uninstall, _, State::Left) => State::Left,
        (Kind::Uninstall, _, State::Target | State::Undoing) => State::Undoing,
        _ => return Err(outdated()),
    };
    let held = sqlx::query!(
        "update deployments.elsewhere set state = $2, fence = $3 where deployment_id = $1 and fence <= $3",
        row.id,
        state.word(),
        request.fence
    )
    .execute(tx.conn())
    .await?;
    if held.rows_affected() == 0 {
        return Err(Error::conflict(message!(FENCED)));
    }
    tx.commit().await?;
    Ok(Decision::Goes(Box::new(row), Elsewhere { state, ..other }))
}

/// Nothing is left there. A move that was undone can be tried again.
async fn gone(app: &App, before: &Row, other: &Elsewhere) -> Result<()> {
    let mut tx = app.cx.begin().await?;
    let row = deployment::lock_own(&mut tx, before.id).await?.filter(|row| row.current_task == before.current_task);
    let Some(row) = row else { return Err(Error::conflict(message!(TASK_NOT_CURRENT))) };
    if other.state == State::Undoing && row.task_kind == Kind::Move {
        elsewhere::undone(&mut tx, row.id).await?;
    } else {
        elsewhere::forget(&mut tx, row.id).await?;
    }
    deployment::changed(&mut tx, row.id).await?;
    tx.commit().await
}
