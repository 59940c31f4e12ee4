//! Changing what people call a deployment. The release keeps its name.

use crate::{
    App, create, deployment,
    facts::{self, quoted},
    validate,
};
use access::Caller;
use kit::{Problems, Result};
use proto::deployments::{UpdateDeploymentRequest, UpdateDeploymentResponse};

/// Changes name and description; what is absent stays.
///
/// # Errors
/// 404, 403, 400 with every problem, 409 for a name that is taken or a deployment that is being deleted.
pub async fn update(app: &App, caller: &Caller, request: UpdateDeploymentRequest) -> Result<UpdateDeploymentResponse> {
    let (id, team) = deployment::owner(&mut *app.cx.db.acquire().await?, &request.id).await?;
    let team = caller.write(team, deployment::WHAT)?;
    let mut problems = Problems::new();
    let name = request.name.as_deref().map(|text| validate::name(text, &mut problems));
    let description = request.description.as_deref().map(|text| validate::description(text, &mut problems));
    problems.done("Validation Error")?;
    let mut tx = app.cx.begin().await?;
    let before = deployment::lock(&mut tx, team, id).await?;
    before.kept()?;
    let name = name.unwrap_or_else(|| before.name.clone());
    let description = description.unwrap_or_else(|| before.description.clone());
    if name == before.name && description == before.description {
        tx.rollback().await?;
        return Ok(UpdateDeploymentResponse { deployment: Some(before.shown(false)), task_id: String::new() });
    }
    sqlx::query!(
        "update deployments.deployment set name = $2, description = $3, updated_at = $4, version = version + 1 where id = $1",
        id,
        name,
        description,
        app.cx.clock.now()
    )
    .execute(tx.conn())
    .await
    .map_err(create::taken)?;
    let row = deployment::changed(&app.cx, &mut tx, caller.origin(), id).await?;
    let sentence = if name == before.name {
        format!("The description of deployment {} was changed.", quoted(&name))
    } else {
        format!("Deployment {} was renamed to {}.", quoted(&before.name), quoted(&name))
    };
    facts::record(&app.cx, &mut tx, caller.origin(), &row, "Normal", "DeploymentUpdated", sentence).await?;
    tx.commit().await?;
    Ok(UpdateDeploymentResponse { deployment: Some(row.shown(false)), task_id: String::new() })
}
