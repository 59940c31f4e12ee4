//! What in the cluster differs from the revision in effect, asked of the cluster when somebody looks.

use crate::{
    App,
    deployment::{self, Row},
    drift::{check::comparable, take_over},
    plan::{self, Wanted},
    revision::Opened,
    rollback::opened,
};
use access::Caller;
use kit::Result;
use proto::{
    deployments::{GetDriftRequest, GetDriftResponse},
    infrastructure::PlannedAction,
};

/// The objects that differ, what of it can be taken over, and the hash that binds putting it right.
///
/// # Errors
/// 404 for foreign deployments, 403 for who only oversees the team; 409 while a task is at work, the deployment is being
/// deleted, or what is wanted is not in effect; and when the cluster cannot be asked.
pub async fn get_drift(app: &App, caller: &Caller, request: GetDriftRequest) -> Result<GetDriftResponse> {
    let row = {
        let mut connection = app.cx.db.acquire().await?;
        let (id, team) = deployment::owner(&mut connection, &request.id).await?;
        caller.read_private(team, deployment::WHAT)?;
        deployment::find(&mut connection, caller.read(team, deployment::WHAT)?, id).await?
    };
    let revision = comparable(&row)?;
    let opened = opened(app, &row, revision).await?;
    let answer = plan::ask(app, caller.origin(), plan::taking_back(&row, &opened.plain, false)?).await?;
    let hash = plan::hash(&row, &wanted(&row, &opened), &answer.state);
    let mut objects = answer.objects;
    objects.retain(|object| object.action() != PlannedAction::None);
    let takes = take_over::of(app, &row, &objects)?;
    let hash = if objects.is_empty() { String::new() } else { hash };
    Ok(GetDriftResponse { revision, objects, hash, takes })
}

/// What is brought about once more.
#[must_use]
pub fn wanted<'a>(row: &Row, opened: &'a Opened) -> Wanted<'a> {
    Wanted { number: row.revision, ..Wanted::again(row, opened) }
}
