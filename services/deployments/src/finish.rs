//! A task ended. Whoever says so twice, late, or about another task changes nothing.

use crate::{
    App,
    deployment::{self, Row},
    drift, elsewhere, facts,
    operation::Kind,
    reach, revision, secrets, task,
};
use access::Caller;
use kit::{Context, Message, Result, Tx, message, message::as_is};
use proto::deployments::{FinishRequest, FinishResponse};
use sqlx::types::Json;

/// The longest error text that is kept, in characters. Fixed: tasks sends half of it at most.
const ERROR_LIMIT: usize = 16_000;

/// How a task ended.
pub struct Outcome {
    /// It did what it was to do.
    pub succeeded: bool,
    /// Someone stopped it.
    pub cancelled: bool,
    /// Why it failed; masked by whoever saw it.
    pub error: Message,
    /// Whether the site serves now; `None` when nobody could look.
    pub serving: Option<bool>,
    /// Helm's revision that is in effect; 0 when none was made.
    pub helm_revision: i32,
}

/// Stores how the current task ended; a wish to delete that waited for it starts the uninstall in the same
/// transaction.
///
/// # Errors
/// 403 for everyone but services, 404 for what is no id.
pub async fn finish(app: &App, caller: &Caller, request: FinishRequest) -> Result<FinishResponse> {
    caller.peer()?;
    let id = kit::ids::parse_as(&request.deployment_id, deployment::WHAT)?;
    let task = kit::ids::parse_as(&request.task_id, "Task")?;
    let mut tx = app.cx.begin().await?;
    if let Some(row) = deployment::lock_own(&mut tx, id).await?.filter(|row| row.current_task == Some(task)) {
        let outcome = Outcome {
            succeeded: request.succeeded,
            cancelled: request.cancelled,
            error: Message::unpacked(&request.said, &request.error),
            serving: (!request.serving_unknown).then_some(request.serving),
            helm_revision: request.helm_revision,
        };
        end(&app.cx, &mut tx, &row, outcome).await?;
    }
    tx.commit().await?;
    Ok(FinishResponse {})
}

/// Ends the current task of a locked row.
pub async fn end(cx: &Context, tx: &mut Tx, row: &Row, outcome: Outcome) -> Result<()> {
    if row.task_kind == Kind::Uninstall && outcome.succeeded {
        return gone(cx, tx, row).await;
    }
    let now = cx.clock.now();
    let result = match (outcome.succeeded, outcome.cancelled) {
        (true, _) => "succeeded",
        (false, true) => "cancelled",
        (false, false) => "failed",
    };
    let error = (!outcome.succeeded).then(|| kept(outcome.error)).filter(|error| !error.sentence().is_empty());
    let sentence = error.as_ref().map_or("", Message::sentence);
    let said = error.as_ref().map(Json);
    let moves = row.task_kind == Kind::Move;
    // what a failed or cancelled change leaves in the cluster is not in effect; a move was put into effect by its switch
    let in_effect = row.task_kind.applies() && outcome.succeeded && !moves;
    // of a move that has not come about, the task saw the other cluster
    let serving = outcome.serving.filter(|_| !moves || row.has_switched());
    sqlx::query!(
        r#"update deployments.deployment
         set current_task = null, cancelled_by = null, last_result = $2, error_log = $3, error_said = $8,
             serving = case when ($6 or stopped) and spec @> '{"stopped": true}' then false else coalesce($4, serving) end,
             stopped = case when $6 then spec @> '{"stopped": true}' else stopped end, observation = '', observation_said = null, observed_at = $5, updated_at = $5, version = version + 1,
             effective_revision = case when $6 then revision else effective_revision end,
             helm_revision = case when $6 then $7 else helm_revision end
         where id = $1"#,
        row.id,
        result,
        sentence,
        serving,
        now,
        in_effect,
        outcome.helm_revision,
        said as _
    )
    .execute(tx.conn())
    .await?;
    if moves {
        elsewhere::ended(cx, tx, row).await?;
    }
    if row.task_kind.applies() && (!moves || row.bound_for().is_some()) {
        let ended = revision::Ended { result, error: error.as_ref(), helm_revision: outcome.helm_revision, at: now };
        revision::end(tx, row, ended).await?;
        drift::due(cx, tx, row.id).await?;
    }
    if outcome.succeeded {
        reach::due(cx, tx, row.id).await?;
    }
    if row.to_be_deleted && row.task_kind != Kind::Uninstall {
        let origin = row.wanted_origin.as_ref().unwrap_or(&row.task_origin);
        task::start(cx, tx, origin, row, Kind::Uninstall).await?;
    } else {
        deployment::changed(tx, row.id).await?;
    }
    Ok(())
}

/// Nothing is left in the cluster: the row stays for history, what was secret does not.
async fn gone(cx: &Context, tx: &mut Tx, row: &Row) -> Result<()> {
    let message = message!(DeploymentDeleted, deployment = &row.name, cluster = &row.cluster_name);
    facts::record(cx, tx, &row.task_origin, row, history::Kind::Normal, message).await?;
    sqlx::query!(
        "update deployments.deployment
         set current_task = null, cancelled_by = null, last_result = 'succeeded', error_log = '', error_said = null,
             serving = false, observation = '', observation_said = null, observed_at = $2, updated_at = $2, gone_at = $2, version = version + 1
         where id = $1",
        row.id,
        cx.clock.now()
    )
    .execute(tx.conn())
    .await?;
    secrets::forget(tx, row.id).await?;
    drift::forget(tx, row.id).await?;
    elsewhere::forget(tx, row.id).await?;
    reach::forget(tx, row.id).await?;
    facts::changed(tx, row.id, row.team_id, row.version + 1);
    Ok(())
}

/// PostgreSQL has no text with U+0000, and an error must never be the reason that a task cannot end.
fn kept(error: Message) -> Message {
    let text = error.with_texts(&|text| text.replace('\0', ""));
    if text.sentence().chars().count() <= ERROR_LIMIT {
        return text;
    }
    message!(Shortened, said = as_is(kit::text::cut(text.sentence(), ERROR_LIMIT)))
}
