//! The volumes of a deployment as its cluster has them, and which of them are kept though nothing uses them. Nothing of it
//! is stored.

use crate::{
    App, applications,
    deployment::{self, Row},
    revision, volumes,
};
use access::Caller;
use helm::Claims;
use kit::{Error, Message, Result, clock::stamp};
use proto::{
    deployments::{ListVolumesRequest, ListVolumesResponse, Volume},
    infrastructure::VolumeClaim,
};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// The deployment's own volumes, by name; what somebody else put into its namespace is left out. A cluster that cannot be
/// asked is part of the answer.
///
/// # Errors
/// 404 for unknown and foreign deployments alike.
pub async fn list_volumes(app: &App, caller: &Caller, request: ListVolumesRequest) -> Result<ListVolumesResponse> {
    let row = {
        let mut connection = app.cx.db.acquire().await?;
        deployment::visible(&mut connection, caller, &request.id).await?
    };
    let claims = match volumes::seen(&app.cx, caller.origin(), &row, true).await {
        Ok(claims) => claims,
        Err(Error::Unavailable { message, .. }) => return Ok(unseen(&message)),
        Err(other) => return Err(other),
    };
    let mut connection = app.cx.db.acquire().await?;
    let used = used(app, &mut connection, &row).await?;
    let mut volumes = Vec::new();
    for claim in claims.into_iter().filter(|claim| !claim.foreign) {
        volumes.push(shown(&mut connection, &row, &used, claim).await?);
    }
    Ok(ListVolumesResponse { volumes, ..ListVolumesResponse::default() })
}

fn unseen(message: &Message) -> ListVolumesResponse {
    ListVolumesResponse { volumes: Vec::new(), unreachable: message.to_string(), said: message.packed() }
}

/// What the revision that is wanted uses, and the one in effect.
async fn used(app: &App, db: &mut PgConnection, row: &Row) -> Result<Vec<Claims>> {
    let mut used = Vec::new();
    for number in
        [Some(row.revision), row.effective.filter(|effective| *effective != row.revision)].into_iter().flatten()
    {
        let opened = revision::open(&app.cx, db, row, number).await?;
        used.push(volumes::used(&opened.bundle)?);
    }
    Ok(used)
}

async fn shown(db: &mut PgConnection, row: &Row, used: &[Claims], claim: VolumeClaim) -> Result<Volume> {
    let kept = !used.iter().any(|used| used.has(&claim.name));
    let service = applications::of(&row.application)?.keeps(&claim.component).map(|service| service.id);
    let since = match service.filter(|_| kept) {
        Some(service) => since(db, row, service).await?,
        None => None,
    };
    Ok(Volume {
        name: claim.name,
        service: service.unwrap_or_default().to_owned(),
        size: claim.size,
        created_at: claim.created_at,
        kept,
        kept_since: since.map(stamp),
        ending: claim.ending,
        growable: claim.growable,
        storage_class: claim.storage_class,
    })
}

/// When the service was switched off: the end of the first revision without it that came about since the last one with it.
async fn since(db: &mut PgConnection, row: &Row, service: &str) -> Result<Option<OffsetDateTime>> {
    let since = sqlx::query_scalar!(
        "select min(finished_at) from deployments.revision
         where deployment_id = $1 and result = 'succeeded' and number > coalesce(
           (select max(number) from deployments.revision
            where deployment_id = $1 and result = 'succeeded' and (spec -> 'services' ->> $2::text)::boolean), 0)",
        row.id,
        service
    )
    .fetch_one(db)
    .await?;
    Ok(since)
}
