//! SetMaintenance: meanwhile nothing new is begun on the cluster; what is at work goes on.

use crate::{
    app::App,
    cluster::{ClusterRow, Visibility},
    facts, update_cluster,
};
use access::Caller;
use history::{Changes, Kind, Line};
use kit::{Error, Result, message};
use proto::infrastructure::{SetMaintenanceRequest, SetMaintenanceResponse};

/// Begins or ends it; what is so already stays, without a line of history.
///
/// # Errors
/// `Forbidden`; `NotFound`; `Invalid` when it is not said which; `Conflict` when somebody changed the cluster meanwhile.
pub async fn set(app: &App, caller: &Caller, request: SetMaintenanceRequest) -> Result<SetMaintenanceResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "Cluster")?;
    let Some(maintenance) = request.maintenance else {
        return Err(Error::invalid_field("maintenance", message!(REQUIRED, label = message!(Label_Maintenance))));
    };
    let cx = &app.cx;
    let mut tx = cx.begin().await?;
    sqlx::query!("select id from infrastructure.cluster where id = $1 for update", id)
        .fetch_optional(tx.conn())
        .await?;
    let (before, changed) = update_cluster::read(tx.conn(), id).await?;
    changed.allows(request.row_version)?;
    if before.maintenance == maintenance {
        tx.rollback().await?;
        return Ok(SetMaintenanceResponse { cluster: Some(before.shown(Visibility::Full)) });
    }
    sqlx::query!(
        "update infrastructure.cluster set maintenance = $2, updated_at = $3, changed_by = $4,
            row_version = row_version + 1, changed_version = row_version + 1
         where id = $1",
        id,
        maintenance,
        cx.clock.now(),
        caller.user()?.name()
    )
    .execute(tx.conn())
    .await?;
    let message = if maintenance {
        message!(MaintenanceBegun, cluster = &before.name)
    } else {
        message!(MaintenanceEnded, cluster = &before.name)
    };
    let kind = if maintenance { Kind::Warning } else { Kind::Normal };
    let changes = Changes::new().field("maintenance", before.maintenance, maintenance);
    let line = Line::new(kind, "Cluster", &message).admin_only().cluster(id, &before.name).changes(changes);
    line.write(cx, &mut tx, caller.origin()).await?;
    let after = ClusterRow::load(tx.conn(), id).await?;
    facts::changed(&mut tx, "cluster", id, after.row_version);
    tx.commit().await?;
    Ok(SetMaintenanceResponse { cluster: Some(after.shown(Visibility::Full)) })
}
