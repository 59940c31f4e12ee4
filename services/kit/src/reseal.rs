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
const LOOK: Duration = Duration::from_secs(10);
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
            // the keys of each call are looked at, and lie in the same folder
            () = cx.identity.changed() => {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Keyring, testing};
    use std::{path::PathBuf, sync::Arc};

    const COLUMN: Sealed = Sealed::column("letter", "sealed").team("team").version("version");
    const ROLE: crate::Service = crate::Service { sealed: &[COLUMN], ..testing::STATEFUL_ROLE };
    /// More than a page.
    const ROWS: u128 = 3 * PAGE as u128 + 1;

    struct Stage {
        bench: testing::Bench,
        keys: PathBuf,
    }

    impl Stage {
        async fn of() -> Self {
            let mut bench = testing::context(&ROLE).await;
            let keys = std::env::temp_dir().join(format!("canopy-reseal-{}", crate::Ids::uuid(&crate::ids::SystemIds)));
            std::fs::create_dir_all(&keys).unwrap();
            std::fs::write(keys.join("chassis.kek"), [1; 32]).unwrap();
            bench.cx.keyring = Arc::new(Keyring::load(&keys, "chassis", bench.cx.ids.clone()).unwrap());
            seal::check_canary(&bench.cx.keyring, &bench.cx.db).await.unwrap();
            let sql =
                "create table letter (id uuid primary key, team uuid not null, version bigint not null, sealed bytea)";
            sqlx::query(sql).execute(&bench.cx.db).await.unwrap();
            let stage = Self { bench, keys };
            for row in 1..=ROWS {
                stage.write(row, Some(&stage.seal(row, "text"))).await;
            }
            stage.write(ROWS + 1, None).await;
            stage
        }

        fn place(row: u128) -> SealContext<'static> {
            COLUMN.place(Uuid::from_u128(row), Some(Uuid::from_u128(9)), 4)
        }

        fn seal(&self, row: u128, text: &str) -> Vec<u8> {
            self.bench.cx.keyring.seal(&Self::place(row), text.as_bytes())
        }

        async fn write(&self, row: u128, sealed: Option<&[u8]>) {
            let sql = "insert into letter values ($1, $2, 4, $3) on conflict (id) do update set sealed = $3";
            let query = sqlx::query(sql).bind(Uuid::from_u128(row)).bind(Uuid::from_u128(9)).bind(sealed);
            query.execute(&self.bench.cx.db).await.unwrap();
        }

        /// The key of before becomes an older one.
        fn rotate(&self, key: u8) {
            std::fs::rename(self.keys.join("chassis.kek"), self.keys.join("chassis.older.kek")).unwrap();
            std::fs::write(self.keys.join("chassis.kek"), [key; 32]).unwrap();
        }

        async fn left(&self) -> i64 {
            let mut left = 0;
            for column in [&COLUMN, &CANARY] {
                let query = sqlx::query_scalar::<_, i64>(AssertSqlSafe(column.count("chassis")));
                left += query.bind(&self.bench.cx.keyring.current().0[..]).fetch_one(&self.bench.cx.db).await.unwrap();
            }
            left
        }

        async fn all(&self) -> Found {
            all(&self.bench.cx, ROLE.sealed, self.bench.cx.keyring.current().0).await.unwrap()
        }
    }

    impl Drop for Stage {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.keys);
        }
    }

    #[tokio::test]
    async fn what_an_older_key_has_sealed_is_sealed_anew_and_the_older_key_can_go() {
        let stage = Stage::of().await;
        assert_eq!((stage.left().await, stage.all().await), (0, Found::default()));
        stage.rotate(2);
        let rows = i64::try_from(ROWS).unwrap();
        assert_eq!(stage.left().await, rows + 1, "and the value that is known in advance");
        // one was changed since
        stage.write(2, Some(&stage.seal(2, "another text"))).await;
        let resealed = u64::try_from(rows - 1).unwrap();
        assert_eq!(stage.all().await, Found { resealed, unopened: 0 });
        assert_eq!((stage.left().await, stage.all().await), (0, Found::default()));
        std::fs::remove_file(stage.keys.join("chassis.older.kek")).unwrap();
        seal::check_canary(&stage.bench.cx.keyring, &stage.bench.cx.db).await.unwrap();
        for (row, text) in [(1, "text"), (2, "another text"), (ROWS, "text")] {
            let query = sqlx::query_scalar("select sealed from letter where id = $1").bind(Uuid::from_u128(row));
            let sealed: Vec<u8> = query.fetch_one(&stage.bench.cx.db).await.unwrap();
            assert_eq!(stage.bench.cx.keyring.open(&Stage::place(row), &sealed).unwrap().as_slice(), text.as_bytes());
        }
    }

    #[tokio::test]
    async fn what_no_key_opens_stays_as_it_is() {
        let stage = Stage::of().await;
        let strange = stage.seal(7, "of another row");
        stage.write(8, Some(&strange)).await;
        stage.rotate(2);
        assert_eq!(stage.all().await, Found { resealed: u64::try_from(ROWS - 1).unwrap(), unopened: 1 });
        let kept: Vec<u8> = sqlx::query_scalar("select sealed from letter where id = $1")
            .bind(Uuid::from_u128(8))
            .fetch_one(&stage.bench.cx.db)
            .await
            .unwrap();
        assert!(kept == strange && stage.left().await == 1);
    }

    /// A value may be used while it is sealed anew: whoever has read it before still opens it.
    #[tokio::test]
    async fn a_running_role_notices_new_keys_by_itself() {
        let stage = Stage::of().await;
        let before = stage.seal(1, "text");
        let loops = tokio::task::JoinSet::from_iter([reseal(stage.bench.cx.clone(), ROLE.sealed)]);
        stage.rotate(2);
        // whoever uses the keys reads them, and so wakes the loop
        assert_eq!(stage.bench.cx.keyring.open(&Stage::place(1), &before).unwrap().as_slice(), b"text");
        for _ in 0..600 {
            if stage.left().await == 0 {
                stage.bench.cx.stop.cancel();
                assert!(loops.join_all().await.iter().all(Result::is_ok));
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{} values are still sealed with the older key", stage.left().await);
    }
}
