//! What every role has: its pool, its outbox, its dead letters, its connection to NATS.

use super::{Family, Gauge, Labels, Level, set};
use crate::Context;
use sqlx::Row as _;
use std::borrow::Cow;

/// Shows all of it. `keeps`: the role has tables.
pub(crate) fn observe(cx: &Context, keeps: bool) {
    if !cx.metrics.is_on() {
        return;
    }
    nats(cx);
    pool(cx);
    if keeps {
        outbox(cx);
        letters(cx);
    }
}

fn nats(cx: &Context) {
    let connected = Gauge::<i64>::default();
    cx.metrics.register("canopy_nats_connected", "Whether NATS answers, 0 or 1", connected.clone());
    let state = cx.nats.clone();
    cx.metrics.look("nats", move || {
        connected.set(i64::from(state.is_connected()));
        async { Ok(()) }
    });
}

fn pool(cx: &Context) {
    let connections = Family::<Labels<1>, Gauge>::default();
    let most = Gauge::<i64>::default();
    most.set(i64::from(cx.settings.database_connections));
    cx.metrics.register("canopy_database_connections", "Open connections to PostgreSQL", connections.clone());
    cx.metrics.register("canopy_database_connections_max", "Connections to PostgreSQL at most", most);
    let db = cx.db.clone();
    cx.metrics.look("pool", move || {
        let (all, idle) = (i64::from(db.size()), i64::try_from(db.num_idle()).unwrap_or(i64::MAX));
        for (state, count) in [("idle", idle), ("used", (all - idle).max(0))] {
            connections.get_or_create(&[("state", Cow::Borrowed(state))]).set(count);
        }
        async { Ok(()) }
    });
}

fn outbox(cx: &Context) {
    let (length, age) = (Family::<Labels<1>, Level>::default(), Family::<Labels<1>, Level>::default());
    cx.metrics.register("canopy_outbox_length", "Rows of the outbox that wait to be sent", length.clone());
    cx.metrics.register("canopy_outbox_age_seconds", "How long the oldest of them has waited", age.clone());
    let db = cx.db.clone();
    cx.metrics.look("outbox", move || {
        let (db, length, age) = (db.clone(), length.clone(), age.clone());
        async move {
            let rows = sqlx::query(
                "select k.kind, count(o.seq)::float8 as length,
                        coalesce(extract(epoch from now() - min(o.created_at)), 0)::float8 as age
                 from (values ('command'), ('fact')) k (kind)
                 left join outbox o on o.kind = k.kind and o.sent_at is null group by k.kind",
            )
            .fetch_all(&db)
            .await?;
            for row in rows {
                let kind: String = row.try_get("kind")?;
                set(&length, [("kind", kind.clone())], row.try_get("length")?);
                set(&age, [("kind", kind)], row.try_get::<f64, _>("age")?.max(0.0));
            }
            Ok(())
        }
    });
}

fn letters(cx: &Context) {
    let (letters, oldest) = (Level::default(), Level::default());
    cx.metrics.register("canopy_dead_letters", "Messages that were refused for good and are kept", letters.clone());
    cx.metrics.register("canopy_dead_letter_age_seconds", "How long ago the oldest was refused", oldest.clone());
    let db = cx.db.clone();
    cx.metrics.look("dead_letters", move || {
        let (db, letters, oldest) = (db.clone(), letters.clone(), oldest.clone());
        async move {
            let row = sqlx::query(
                "select count(*)::float8 as letters,
                        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest from dead_letter",
            )
            .fetch_one(&db)
            .await?;
            letters.set(row.try_get("letters")?);
            oldest.set(row.try_get::<f64, _>("oldest")?.max(0.0));
            Ok(())
        }
    });
}
