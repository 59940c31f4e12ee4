//! After a rotation of keys: what another key has sealed is sealed anew with the current one, while the role goes on.

use crate::{
    Context, Error, Result, Rounds,
    db::returned,
    seal::{self, KeyId, SealContext},
    trouble::Trouble,
};
use sqlx::{AssertSqlSafe, Row as _};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// A column with sealed values, of a table whose rows have an `id`.
#[derive(Clone, Copy, Debug)]
pub struct Sealed {
    table: &'static str,
    column: &'static str,
    team: &'static str,
    version: &'static str,
}

impl Sealed {
    /// Sealed for no team, in the first version.
    #[must_use]
    pub const fn column(table: &'static str, column: &'static str) -> Self {
        Self { table, column, team: "null::uuid", version: "1::bigint" }
    }

    /// `sql`: the team that it is sealed for.
    #[must_use]
    pub const fn team(self, sql: &'static str) -> Self {
        Self { team: sql, ..self }
    }

    /// `sql`: the version that it is sealed for.
    #[must_use]
    pub const fn version(self, sql: &'static str) -> Self {
        Self { version: sql, ..self }
    }

    /// Where the value of a row is sealed for.
    #[must_use]
    pub const fn place(&self, row: Uuid, team: Option<Uuid>, version: i64) -> SealContext<'static> {
        SealContext { table: self.table, column: self.column, row, team, version }
    }

    /// A statement that counts what another key than $1 has sealed, of a service's schema.
    #[must_use]
    pub fn count(&self, schema: &str) -> String {
        let Self { table, column, .. } = self;
        format!("select count(*) from {schema}.{table} where {}", of_another_key(column))
    }
}

/// The value that every role with tables has.
pub const CANARY: Sealed = Sealed::column("seal_canary", "sealed");

/// How often key files are looked at. Fixed: who rotates keys waits as long at most.
const LOOK: Duration = Duration::from_secs(30);
/// How often is looked again whether another replica, which did not have the new key yet, has sealed with the one before. Fixed:
/// that one is kept for days.
const AGAIN: Duration = Duration::from_secs(3_600);
/// Rows that are read at once. Fixed: the documents of a revision are up to a megabyte.
const PAGE: i64 = 20;

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    /// Sealed anew.
    resealed: u64,
    /// No key of ours opens it.
    unopened: u64,
}

/// Looks until the role stops.
pub(crate) async fn reseal(cx: Context, columns: &'static [Sealed]) -> anyhow::Result<()> {
    let (rounds, unopened) = (Rounds::of(&cx), Trouble::default());
    let mut done: Option<(KeyId, Instant)> = None;
    loop {
        let (current, has_others) = cx.keyring.current();
        let is_done = done.is_some_and(|(key, at)| key == current && at.elapsed() < AGAIN);
        if has_others && !is_done {
            let Some(outcome) = cx.stop.run_until_cancelled(all(&cx, columns, current)).await else { return Ok(()) };
            match outcome {
                Ok(found) => {
                    done = Some((current, Instant::now()));
                    tell(&found, current, &unopened);
                }
                Err(error) => tracing::debug!(%error, "what other keys have sealed stays so for now"),
            }
        }
        tokio::select! {
            () = tokio::time::sleep(rounds.next(LOOK)) => {}
            () = cx.keyring.changed() => {}
            () = cx.stop.cancelled() => return Ok(()),
        }
    }
}

fn tell(found: &Found, current: KeyId, unopened: &Trouble) {
    let (values, key) = (found.resealed, hex(current));
    if found.unopened == 0 {
        unopened.ends();
        tracing::info!(values, key, "everything is sealed with the current key");
    } else if unopened.begins() {
        tracing::error!(values = found.unopened, key, "what no key in the folder opens cannot be sealed anew");
    }
}

fn hex(key: KeyId) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn all(cx: &Context, columns: &[Sealed], current: KeyId) -> Result<Found> {
    let mut found = Found::default();
    for column in columns {
        let mut after = Some(Uuid::nil());
        while let Some(id) = after {
            after = page(cx, column, current, id, &mut found).await?;
        }
    }
    seal::renew_canary(&cx.keyring, &mut *cx.db.acquire().await?).await?;
    returned().await;
    Ok(found)
}

/// The rows after one; the last of them, where there may be more.
async fn page(cx: &Context, column: &Sealed, current: KeyId, after: Uuid, found: &mut Found) -> Result<Option<Uuid>> {
    let Sealed { table, column: name, team, version } = column;
    let sql = format!(
        "select id, {team} as team, {version} as version, case when {} then {name} end as sealed
         from {table} where id > $2 and {name} is not null order by id limit {PAGE}",
        of_another_key(name)
    );
    let mut db = cx.db.acquire().await?;
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(&current[..]).bind(after).fetch_all(&mut *db).await?;
    for row in &rows {
        let Some(old) = row.try_get::<Option<Vec<u8>>, _>("sealed")? else { continue };
        let place = column.place(row.try_get("id")?, row.try_get("team")?, row.try_get("version")?);
        match cx.keyring.open(&place, &old) {
            Ok(plain) => {
                // whoever has changed the value meanwhile has sealed it themselves
                let sql = format!("update {table} set {name} = $3 where id = $1 and {name} = $2");
                let new = cx.keyring.seal(&place, &plain);
                sqlx::query(AssertSqlSafe(sql)).bind(place.row).bind(old).bind(new).execute(&mut *db).await?;
                found.resealed += 1;
            }
            Err(error) => {
                tracing::debug!(?error, "a value cannot be sealed anew");
                found.unopened += 1;
            }
        }
    }
    drop(db);
    returned().await;
    let full = i64::try_from(rows.len()).is_ok_and(|count| count == PAGE);
    rows.last().filter(|_| full).map(|row| row.try_get("id").map_err(Error::from)).transpose()
}

/// Another key than $1: see the form of sealed values.
fn of_another_key(column: &str) -> String {
    format!("substring({column} from 2 for 4) <> $1")
}
