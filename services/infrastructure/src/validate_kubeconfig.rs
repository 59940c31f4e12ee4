//! ValidateKubeconfig: reads a kubeconfig and asks its cluster, without storing anything.

use crate::{app::App, cluster::ClusterRow, probe, rights, store};
use access::Caller;
use kit::{Message, Result, clock::stamp, message};
use proto::infrastructure::{ValidateKubeconfigRequest, ValidateKubeconfigResponse};

/// What it names, whether the server answers, and what the credentials may not do.
///
/// # Errors
/// `Forbidden`; `NotFound` for the cluster that it is for; `Invalid` with the field `kubeconfig`. An unreachable server is no error: the answer says so.
pub async fn validate(
    app: &App,
    caller: &Caller,
    request: ValidateKubeconfigRequest,
) -> Result<ValidateKubeconfigResponse> {
    caller.admin()?;
    let known = known(app, &request.cluster_id).await?;
    let config = app.intake.read(&request.kubeconfig, app.cx.clock.now()).await?;
    let cluster = app.gateway.foreign(&config.server.url, &config)?;
    let mut response = ValidateKubeconfigResponse {
        endpoint: config.server.url.clone(),
        access_type: config.access_type().to_owned(),
        ca_fingerprint: config.ca_fingerprint(),
        expires_at: config.expires_at.map(stamp),
        ..Default::default()
    };
    let mut problem = None;
    match probe::version(&cluster, probe::WAITED).await {
        Ok((version, _)) => {
            response.reachable = true;
            response.version = version;
            if let Some(known) = known {
                let found = probe::uid(&cluster, probe::WAITED / 2).await.ok().flatten();
                response.same_cluster = found.map(|uid| uid == known);
            }
            // Of all questions together.
            match tokio::time::timeout(app.options.cluster_rights.min(probe::WAITED), rights::missing(&cluster, None))
                .await
            {
                Ok(Ok(missing)) => {
                    response.missing_said = missing.iter().map(Message::packed).collect();
                    response.missing = missing.iter().map(ToString::to_string).collect();
                }
                Ok(Err(error)) => problem = Some(message!(RightsUnknown, said = error.message())),
                Err(_) => problem = Some(message!(RightsUnknown, said = message!(NoAnswerInTime))),
            }
        }
        Err(reason) => problem = Some(message!(ClusterAway, said = reason)),
    }
    if let Some(problem) = problem {
        response.said = problem.packed();
        response.problem = problem.to_string();
    }
    Ok(response)
}

/// The uid of kube-system of the cluster that the kubeconfig is for; nothing where it was not seen yet.
async fn known(app: &App, cluster: &str) -> Result<Option<String>> {
    if cluster.is_empty() {
        return Ok(None);
    }
    let id = kit::ids::parse_as(cluster, "Cluster")?;
    ClusterRow::load(&mut *app.cx.db.acquire().await?, id).await?;
    Ok(store::probed(&mut *app.cx.db.acquire().await?, id).await?.kube_uid)
}
