//! Keeps what was measured: a statement for all sites of a cluster, whatever their number.

use super::{figures::Used, slots, volumes::Stored};
use crate::sample::{COARSE, FINE, begin};
use kit::{Context, Message, Result, Tx};
use sqlx::{PgConnection, types::Json};
use std::collections::HashMap;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// For how long a site's figures stay when its namespace is gone. Fixed: whoever deleted it by mistake has time to bring the site
/// back.
const GONE: Duration = Duration::DAY;

/// Whether it is on us to ask: several replicas may run, and one question is enough.
pub(super) async fn claim(
    db: &mut PgConnection,
    cluster: Uuid,
    now: OffsetDateTime,
    since: std::time::Duration,
) -> Result<bool> {
    let claimed = sqlx::query!(
        "insert into infrastructure.usage_cluster as kept (cluster_id, asked_at) values ($1, $2)
         on conflict (cluster_id) do update set asked_at = excluded.asked_at where kept.asked_at <= $3 or kept.asked_at > $2",
        cluster,
        now,
        now - since
    )
    .execute(db)
    .await?;
    Ok(claimed.rows_affected() > 0)
}

/// Stores what the pods of all sites of a cluster use, or why nothing is known of them.
pub(super) async fn sites(
    cx: &Context,
    cluster: Uuid,
    at: OffsetDateTime,
    sites: &Result<HashMap<Uuid, Option<Used>>, Message>,
) -> Result<()> {
    let mut tx = cx.begin().await?;
    sqlx::query!(
        "update infrastructure.usage_cluster set said = $2 where cluster_id = $1 and said is distinct from $2",
        cluster,
        sites.as_ref().err().map(Json) as _
    )
    .execute(tx.conn())
    .await?;
    if let Ok(sites) = sites {
        slots::turn(&mut tx, at).await?;
        let rows = Rows::of(sites);
        rows.sites(&mut tx, cluster, at).await?;
        rows.spans(&mut tx, at).await?;
        sqlx::query!(
            "delete from infrastructure.usage_site where cluster_id = $1 and seen_at < $2",
            cluster,
            at - GONE
        )
        .execute(tx.conn())
        .await?;
    }
    tx.commit().await
}

/// Stores how full the volumes of sites are, or why that is not known.
pub(super) async fn volumes(
    cx: &Context,
    cluster: Uuid,
    at: OffsetDateTime,
    stored: &Result<HashMap<Uuid, Stored>, Message>,
) -> Result<()> {
    let mut tx = cx.begin().await?;
    sqlx::query!(
        "update infrastructure.usage_cluster set storage_said = $2
         where cluster_id = $1 and storage_said is distinct from $2",
        cluster,
        stored.as_ref().err().map(Json) as _
    )
    .execute(tx.conn())
    .await?;
    if let Ok(stored) = stored {
        slots::turn(&mut tx, at).await?;
        let mut sorted: Vec<(Uuid, Stored)> = stored.iter().map(|(id, stored)| (*id, *stored)).collect();
        sorted.sort_by_key(|(id, _)| *id);
        let ids: Vec<Uuid> = sorted.iter().map(|(id, _)| *id).collect();
        let used: Vec<i64> = sorted.iter().map(|(_, stored)| stored.used).collect();
        let of: Vec<i64> = sorted.iter().map(|(_, stored)| stored.of).collect();
        let (fine, coarse) = (begin(at, FINE), begin(at, COARSE));
        sqlx::query!(
            "with seen as (
                 select * from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as seen (id, used, whole)
             ), site as (
                 update infrastructure.usage_site kept
                 set storage = seen.used, storage_of = seen.whole, storage_at = $4
                 from seen where kept.deployment_id = seen.id
                 returning kept.deployment_id, kept.storage, kept.storage_of
             )
             insert into infrastructure.usage as kept (deployment_id, slot, at, count, storage, storage_of)
             select site.deployment_id, span.slot, span.began, 0, site.storage, site.storage_of
             from site, (values ($5::smallint, $6::timestamptz), ($7::smallint, $8::timestamptz)) as span (slot, began)
             on conflict (deployment_id, slot, at) do update
             set storage = excluded.storage, storage_of = excluded.storage_of",
            &ids,
            &used,
            &of,
            at,
            slots::at(fine, FINE).0,
            fine,
            slots::at(coarse, COARSE).0,
            coarse
        )
        .execute(tx.conn())
        .await?;
    }
    tx.commit().await
}

/// Columns, a place for each site, in the order of their ids: two transactions that meet wait for each other.
#[derive(Default)]
struct Rows {
    ids: Vec<Uuid>,
    cpu: Vec<Option<i64>>,
    cpu_of: Vec<Option<i64>>,
    cpu_basis: Vec<Option<String>>,
    memory: Vec<Option<i64>>,
    memory_of: Vec<Option<i64>>,
    memory_basis: Vec<Option<String>>,
}

impl Rows {
    fn of(sites: &HashMap<Uuid, Option<Used>>) -> Self {
        let mut sorted: Vec<(&Uuid, &Option<Used>)> = sites.iter().collect();
        sorted.sort_by_key(|(id, _)| **id);
        let mut rows = Self::default();
        for (id, used) in sorted {
            let (cpu, memory) = (used.map(|used| used.cpu), used.map(|used| used.memory));
            let (cpu_bound, memory_bound) = (cpu.and_then(|cpu| cpu.of), memory.and_then(|memory| memory.of));
            rows.ids.push(*id);
            rows.cpu.push(cpu.map(|cpu| cpu.used));
            rows.cpu_of.push(cpu_bound.map(|bound| bound.whole));
            rows.cpu_basis.push(cpu_bound.map(|bound| bound.basis.to_owned()));
            rows.memory.push(memory.map(|memory| memory.used));
            rows.memory_of.push(memory_bound.map(|bound| bound.whole));
            rows.memory_basis.push(memory_bound.map(|bound| bound.basis.to_owned()));
        }
        rows
    }

    /// What was measured last. Of a site without pods what was measured before stays, with its time.
    async fn sites(&self, tx: &mut Tx, cluster: Uuid, at: OffsetDateTime) -> Result<()> {
        sqlx::query!(
            "insert into infrastructure.usage_site as kept
                 (deployment_id, cluster_id, seen_at, at, cpu, cpu_of, cpu_basis, memory, memory_of, memory_basis)
             select id, $1::uuid, $2::timestamptz, case when cpu is not null then $2::timestamptz end, cpu, cpu_of, cpu_basis, memory, memory_of, memory_basis
             from unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[], $9::text[])
                  as seen (id, cpu, cpu_of, cpu_basis, memory, memory_of, memory_basis)
             on conflict (deployment_id) do update
             set cluster_id = excluded.cluster_id, seen_at = excluded.seen_at, at = coalesce(excluded.at, kept.at),
                 cpu = case when excluded.at is null then kept.cpu else excluded.cpu end,
                 cpu_of = case when excluded.at is null then kept.cpu_of else excluded.cpu_of end,
                 cpu_basis = case when excluded.at is null then kept.cpu_basis else excluded.cpu_basis end,
                 memory = case when excluded.at is null then kept.memory else excluded.memory end,
                 memory_of = case when excluded.at is null then kept.memory_of else excluded.memory_of end,
                 memory_basis = case when excluded.at is null then kept.memory_basis else excluded.memory_basis end",
            cluster,
            at,
            &self.ids,
            &self.cpu as _,
            &self.cpu_of as _,
            &self.cpu_basis as _,
            &self.memory as _,
            &self.memory_of as _,
            &self.memory_basis as _
        )
        .execute(tx.conn())
        .await?;
        Ok(())
    }

    /// Adds it to the spans that it falls in.
    async fn spans(&self, tx: &mut Tx, at: OffsetDateTime) -> Result<()> {
        let (fine, coarse) = (begin(at, FINE), begin(at, COARSE));
        sqlx::query!(
            "insert into infrastructure.usage as kept (deployment_id, slot, at, count, cpu, cpu_of, memory, memory_of)
             select id, slot, began, 1, cpu, cpu_of, memory, memory_of
             from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
                  as seen (id, cpu, cpu_of, memory, memory_of),
                  (values ($6::smallint, $7::timestamptz), ($8::smallint, $9::timestamptz)) as span (slot, began)
             where cpu is not null
             on conflict (deployment_id, slot, at) do update
             set count = kept.count + 1,
                 cpu = coalesce(kept.cpu, 0) + excluded.cpu, memory = coalesce(kept.memory, 0) + excluded.memory,
                 -- one measurement without a whole, and the span has none
                 cpu_of = case when kept.count = 0 then excluded.cpu_of else kept.cpu_of + excluded.cpu_of end,
                 memory_of = case when kept.count = 0 then excluded.memory_of else kept.memory_of + excluded.memory_of end",
            &self.ids,
            &self.cpu as _,
            &self.cpu_of as _,
            &self.memory as _,
            &self.memory_of as _,
            slots::at(fine, FINE).0,
            fine,
            slots::at(coarse, COARSE).0,
            coarse
        )
        .execute(tx.conn())
        .await?;
        Ok(())
    }
}
