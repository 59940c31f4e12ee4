//! GetKubeconfig: the only call that shows one. Each reading is in the history.

use crate::{app::App, kubeconfig};
use access::Caller;
use history::{Kind, Line};
use kit::{Error, Result, message};
use proto::infrastructure::{GetKubeconfigRequest, GetKubeconfigResponse};

/// The canonical text. The right is checked before anything is looked up.
///
/// # Errors
/// `Forbidden`; `NotFound` for the cluster or when none is set.
pub async fn get(app: &App, caller: &Caller, request: GetKubeconfigRequest) -> Result<GetKubeconfigResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.cluster_id, "Cluster")?;
    let cx = &app.cx;
    let mut tx = cx.begin().await?;
    let row = sqlx::query!("select name, kubeconfig, kubeconfig_version from infrastructure.cluster where id = $1", id)
        .fetch_optional(tx.conn())
        .await?
        .ok_or_else(|| Error::not_found("Cluster"))?;
    let sealed = row.kubeconfig.ok_or_else(|| Error::not_found("Kubeconfig"))?;
    let text = cx.keyring.open(&kubeconfig::place(id, row.kubeconfig_version), &sealed)?;
    let text = String::from_utf8(text.to_vec()).map_err(|_| Error::internal(anyhow::anyhow!("not UTF-8")))?;
    let line = Line::new(Kind::Warning, "Cluster", &message!(KubeconfigRead, cluster = &row.name));
    line.admin_only().cluster(id, &row.name).write(cx, &mut tx, caller.origin()).await?;
    // Without the line in the history nothing is shown.
    tx.commit().await?;
    Ok(GetKubeconfigResponse { kubeconfig: text })
}
