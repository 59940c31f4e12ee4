//! ListDatacenters.

use crate::{app::App, datacenter::Datacenter};
use kit::{
    Result,
    page::{Page, TOTAL_CAP},
    text::like,
};
use proto::infrastructure::{ListDatacentersRequest, ListDatacentersResponse};
use sqlx::PgConnection;

/// Newest first, with what the clusters there say. Every signed-in user may read it.
///
/// # Errors
/// Those of the database.
pub async fn list(app: &App, request: ListDatacentersRequest) -> Result<ListDatacentersResponse> {
    let page = Page::of(request.page, request.limit, 1_000);
    let search = like(request.search.trim());
    let mut db = app.cx.read(false).await?;
    let rows = if request.only_total {
        Vec::new()
    } else {
        // The page is cut first: the figures of the clusters are then read for its rows only.
        sqlx::query_as!(
            Datacenter,
            r#"select d.id, d.name, d.city, d.country, d.provider, d.region, d.status, d.address, d.domains,
                      d.created_at, d.updated_at, d.row_version,
                      s.cluster_count as "cluster_count!", s.latency_ms, a.availability
               from (select id, name, city, country, provider, region, status, address, domains, created_at, updated_at, row_version
                     from infrastructure.datacenter
                     where name ilike $1 or city ilike $1 or country ilike $1
                     order by created_at desc, id desc limit $2 offset $3) d
               left join lateral (
                     select count(*) as cluster_count,
                            percentile_cont(0.5) within group (order by c.latency_ms) as latency_ms
                     from infrastructure.cluster c where c.datacenter_id = d.id) s on true
               left join lateral (
                     select (100.0 * sum(v.seconds_up) / nullif(sum(v.seconds), 0))::float8 as availability
                     from infrastructure.cluster c
                     join infrastructure.availability v on v.cluster_id = c.id
                     where c.datacenter_id = d.id and v.day > $4::date - 30) a on true
               order by d.created_at desc, d.id desc"#,
            search,
            page.limit,
            page.offset,
            app.cx.clock.now().date()
        )
        .fetch_all(&mut *db)
        .await?
    };
    let told = page.total(rows.len()).filter(|_| !request.only_total);
    let total = match told {
        Some(total) => total,
        None => count(&mut db, &search).await?,
    };
    db.done();
    Ok(ListDatacentersResponse { datacenters: rows.into_iter().map(Into::into).collect(), total })
}

/// How many there are, up to where totals are exact.
async fn count(db: &mut PgConnection, search: &str) -> Result<u32> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from (
               select 1 from infrastructure.datacenter
               where name ilike $1 or city ilike $1 or country ilike $1 limit $2) counted"#,
        search,
        TOTAL_CAP
    )
    .fetch_one(db)
    .await?;
    Ok(u32::try_from(total).unwrap_or(0))
}
