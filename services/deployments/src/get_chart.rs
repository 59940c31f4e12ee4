//! The chart of a revision with its values, for the Helm CLI: what Canopy applied can be applied without it.

use crate::{App, deployment, kept_chart, revision};
use access::Caller;
use helm::release::Content;
use kit::{Error, Result, message};
use proto::deployments::{GetChartRequest, GetChartResponse};
use serde_json::Value;

/// Packs the chart that the revision was rendered from, with the revision's values as its own. Neither holds a secret:
/// passwords are Secrets beside the release, which the values name.
///
/// # Errors
/// 404 for foreign deployments and unknown numbers, 403 for who only oversees the team, `Conflict` `CHART_NOT_KEPT`.
pub async fn get_chart(app: &App, caller: &Caller, request: GetChartRequest) -> Result<GetChartResponse> {
    let (row, opened, archive) = {
        let mut connection = app.cx.db.acquire().await?;
        let (id, team) = deployment::owner(&mut connection, &request.id).await?;
        caller.read_private(team, deployment::WHAT)?;
        let row = deployment::find(&mut connection, caller.read(team, deployment::WHAT)?, id).await?;
        let opened = revision::open(&app.cx, &mut connection, &row, request.revision).await?;
        (row, opened, kept_chart::of_revision(&mut connection, id, request.revision).await?)
    };
    let Some(archive) = archive else {
        return Err(Error::conflict(message!(CHART_NOT_KEPT, number = request.revision)));
    };
    let release = row.release_name;
    let about = format!(
        "Revision {} of {release}: helm upgrade --install --reset-values {release} <this file> -n {release}",
        request.revision
    );
    // parsing and packing is work for a thread of its own
    let packed = tokio::task::spawn_blocking(move || {
        let content: Content = serde_json::from_str(&opened.bundle.release).map_err(Error::internal)?;
        let chart = helm::unpack(&archive).map_err(Error::internal)?;
        helm::package_with(&chart, &Value::Object(content.config), &about).map_err(Error::internal)
    });
    let archive = packed.await.map_err(Error::internal)??;
    Ok(GetChartResponse { file_name: format!("{release}-{}.tgz", request.revision), archive })
}
