//! ListClusters.

use crate::{
    app::App,
    cluster::{ClusterRow, Visibility},
};
use access::Caller;
use kit::{
    Result,
    message::Kept,
    page::{Page, TOTAL_CAP},
    text::like,
};
use proto::infrastructure::{ListClustersRequest, ListClustersResponse};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

/// Newest first. Every signed-in user may read it; a kubeconfig is never in it.
///
/// # Errors
/// Those of the database.
pub async fn list(app: &App, caller: &Caller, request: ListClustersRequest) -> Result<ListClustersResponse> {
    let page = Page::of(request.page, request.limit, 1_000);
    let search = like(request.search.trim());
    let datacenter = match request.datacenter_id.as_str() {
        "" => None,
        // A datacenter that does not exist has no clusters.
        id => match kit::ids::parse(id) {
            Ok(id) => Some(id),
            Err(_) => return Ok(ListClustersResponse::default()),
        },
    };
    let mut db = app.cx.read(false).await?;
    if request.only_total {
        let (total, datacenters) = count(&mut db, &search, datacenter).await?;
        db.done();
        return Ok(ListClustersResponse { clusters: Vec::new(), total, datacenters: Some(datacenters) });
    }
    let rows = sqlx::query_as!(
            ClusterRow,
            r#"select id, name, description, provider, region, datacenter_id, endpoint, domains,
                      kubeconfig is not null as "has_kubeconfig!", api_endpoint, access_type, maintenance, reach, version,
                      nodes, total_cpu, total_memory, cordoned_nodes, unready_nodes, requested_cpu, requested_memory,
                      problem, problem_said as "problem_said: Json<Kept>", last_seen, created_at, updated_at, row_version, closing_at
               from infrastructure.cluster
               where (name ilike $1 or description ilike $1) and ($2::uuid is null or datacenter_id = $2)
               order by created_at desc, id desc limit $3 offset $4"#,
            search,
            datacenter,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *db)
        .await?;
    let total = match page.total(rows.len()) {
        Some(total) => total,
        None => count(&mut db, &search, datacenter).await?.0,
    };
    db.done();
    let visibility = Visibility::of(caller);
    let clusters = rows.into_iter().map(|row| row.shown(visibility)).collect();
    Ok(ListClustersResponse { clusters, total, datacenters: None })
}

/// How many there are, and how many datacenters, up to where totals are exact.
async fn count(db: &mut PgConnection, search: &str, datacenter: Option<Uuid>) -> Result<(u32, u32)> {
    let totals = sqlx::query!(
        r#"select
             (select count(*) from (
               select 1 from infrastructure.cluster
               where (name ilike $1 or description ilike $1) and ($2::uuid is null or datacenter_id = $2)
               limit $3) counted) as "clusters!",
             (select count(*) from (select 1 from infrastructure.datacenter limit $3) counted) as "datacenters!""#,
        search,
        datacenter,
        TOTAL_CAP
    )
    .fetch_one(db)
    .await?;
    let narrow = |total: i64| u32::try_from(total).unwrap_or(0);
    Ok((narrow(totals.clusters), narrow(totals.datacenters)))
}
