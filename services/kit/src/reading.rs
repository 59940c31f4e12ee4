//! Connections to read with, handed from reader to reader.
//!
//! After each use of a connection the pool asks the server whether it is there still, in a task of its own: another round trip
//! for each statement. A reader that was answered knows that it is; so it leaves its connection for the next one, for a few
//! milliseconds, and then the pool has it back.

use crate::{Result, db::Beginning};
use sqlx::{PgConnection, PgPool, Postgres, pool::PoolConnection};
use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// So long a connection is kept from the pool at most, whoever reads with it. Fixed: whoever writes waits no longer for it.
const LENT: Duration = Duration::from_millis(20);

/// Begins a transaction whose statements are planned for the values that they are given: one message to the server.
const PLANNED: &str = "begin read only; set local plan_cache_mode = force_custom_plan";

/// A connection to read with: see [`Context::read`](crate::Context::read).
pub struct Reading(Way);

enum Way {
    Plain(Lent, Readers),
    Planned(sqlx::Transaction<'static, Postgres>),
}

/// A connection of the pool, and when it was taken from it.
struct Lent {
    connection: PoolConnection<Postgres>,
    taken: Instant,
}

impl Lent {
    fn is_over(&self) -> bool {
        self.taken.elapsed() >= LENT
    }
}

/// Connections that readers have left for the next one. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Readers(Arc<Mutex<Left>>);

#[derive(Default)]
struct Left {
    connections: Vec<Lent>,
    /// Somebody gives them back to the pool when their time is over.
    watched: bool,
}

impl Reading {
    pub(crate) async fn of(pool: &PgPool, readers: &Readers, narrowed: bool) -> Result<Self> {
        if narrowed {
            return Ok(Self(Way::Planned(Beginning::with(pool, Some(PLANNED)).await?)));
        }
        let lent = match readers.take().filter(|_| !pool.is_closed()) {
            Some(lent) => lent,
            None => Lent { connection: pool.acquire().await?, taken: Instant::now() },
        };
        Ok(Self(Way::Plain(lent, readers.clone())))
    }

    /// All that was asked was answered, without an error: the next reader may have the connection. One that is dropped instead goes back
    /// to the pool, which looks whether it is of any use still.
    pub fn done(self) {
        if let Way::Plain(lent, readers) = self.0 {
            readers.leave(lent);
        }
    }
}

impl Readers {
    /// The one that was left last. One whose time is over goes back to the pool: whoever waits there is first.
    fn take(&self) -> Option<Lent> {
        let lent = self.left().connections.pop()?;
        (!lent.is_over()).then_some(lent)
    }

    fn leave(self, lent: Lent) {
        if lent.is_over() {
            return;
        }
        let is_watched = {
            let mut left = self.left();
            left.connections.push(lent);
            std::mem::replace(&mut left.watched, true)
        };
        if !is_watched {
            #[expect(clippy::disallowed_methods, reason = "it ends by itself, and a pool that is closed waits for it")]
            tokio::spawn(self.give_back());
        }
    }

    /// Gives back to the pool what nobody takes, until nothing is left.
    async fn give_back(self) {
        loop {
            tokio::time::sleep(LENT).await;
            let (over, is_watched) = {
                let mut left = self.left();
                let over: Vec<Lent> = left.connections.extract_if(.., |lent| lent.is_over()).collect();
                left.watched = !left.connections.is_empty();
                (over, left.watched)
            };
            drop(over);
            if !is_watched {
                return;
            }
        }
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Deref for Reading {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        match &self.0 {
            Way::Plain(lent, _) => &lent.connection,
            Way::Planned(transaction) => transaction,
        }
    }
}

impl DerefMut for Reading {
    fn deref_mut(&mut self) -> &mut PgConnection {
        match &mut self.0 {
            Way::Plain(lent, _) => &mut lent.connection,
            Way::Planned(transaction) => transaction,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn backend(db: &mut PgConnection) -> i32 {
        sqlx::query_scalar("select pg_backend_pid()").fetch_one(db).await.unwrap()
    }

    #[tokio::test]
    async fn a_reader_that_was_answered_leaves_its_connection_to_the_next_and_then_to_the_pool() {
        let bench = crate::testing::context(&crate::testing::ROLE).await;
        let (cx, readers) = (&bench.cx, &bench.cx.readers);
        let mut one = cx.read(false).await.unwrap();
        let first = backend(&mut one).await;
        one.done();
        if let Some(lent) = readers.take() {
            // unless this machine took its time
            let mut next = Reading(Way::Plain(lent, readers.clone()));
            assert_eq!(backend(&mut next).await, first);
            drop(next);
        }
        // all of them are the pool's again, for whoever writes
        let mut all = Vec::new();
        for _ in 0..cx.settings.database_connections {
            all.push(cx.begin().await.unwrap());
        }
        assert!(readers.take().is_none());
    }

    #[tokio::test]
    async fn whoever_writes_gets_a_connection_while_others_read_without_an_end() {
        let bench = crate::testing::context(&crate::testing::ROLE).await;
        let cx = &bench.cx;
        let read = async || {
            while !cx.stop.is_cancelled() {
                let mut db = cx.read(false).await.unwrap();
                backend(&mut db).await;
                db.done();
            }
        };
        let readers = futures::future::join_all((0..2 * cx.settings.database_connections).map(|_| read()));
        let write = async {
            for _ in 0..5 {
                cx.begin().await.unwrap().commit().await.unwrap();
            }
            cx.stop.cancel();
        };
        tokio::join!(readers, write);
        assert!(cx.db.size() <= cx.settings.database_connections);
    }
}
