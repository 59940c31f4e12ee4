//! Connections to the database that nobody uses: they are closed, for each is a process of PostgreSQL.

use sqlx::PgPool;
use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// How often connections were taken from a pool. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Uses(Arc<AtomicU32>);

impl Uses {
    pub(crate) fn note(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Those since this was asked last.
    fn take(&self) -> u32 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

/// How often a pool is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// Looks in a minute. Spare connections are closed once in it: one costs the server about 4 MB, and some milliseconds of processor to open,
/// which whoever does something every half minute is not to wait for.
const MINUTE: usize = 60;
/// A role that took a connection fewer times within a minute has served nobody: its loops have looked whether there is anything to do.
const FEW: u32 = 30;

/// Keeps one connection of a pool in which none is in use, and none of a role that serves nobody. Left to itself the pool hands its
/// connections out in turn, so that some work every few seconds keeps all of them for ever.
pub(crate) async fn shrink(cx: crate::Context) -> anyhow::Result<()> {
    let mut looks = Looks::default();
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = cx.stop.cancelled() => return Ok(()),
        }
        if let Some(kept) = looks.kept(cx.uses.take()) {
            close_idle(&cx.db, kept).await;
        }
    }
}

/// How often connections were taken between the looks of the last minute.
struct Looks {
    uses: VecDeque<u32>,
    number: usize,
}

impl Default for Looks {
    /// What starts is not quiet.
    fn default() -> Self {
        Self { uses: VecDeque::from([FEW; MINUTE]), number: 0 }
    }
}

impl Looks {
    /// How many idle connections are kept at this look; `None`: it closes none. `used`: how often one was taken since the last look.
    fn kept(&mut self, used: u32) -> Option<usize> {
        self.uses.pop_front();
        self.uses.push_back(used);
        self.number += 1;
        let few = self.uses.iter().sum::<u32>() < FEW;
        if few && used == 0 { Some(0) } else { self.number.is_multiple_of(MINUTE).then_some(1) }
    }
}

/// Closes all connections but so many when none is in use.
async fn close_idle(pool: &PgPool, kept: usize) {
    if usize::try_from(pool.size()).unwrap_or(usize::MAX) > pool.num_idle() {
        return;
    }
    while pool.num_idle() > kept {
        let Some(spare) = pool.try_acquire() else { return };
        if let Err(error) = spare.close().await {
            tracing::debug!(%error, "a spare connection did not close in order");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_pool_keeps_as_many_connections_as_it_is_to_and_one_in_use_keeps_all() {
        let bench = crate::testing::context(&crate::testing::ROLE).await;
        let pool = &bench.cx.db;
        let (one, two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        let wait_for_idle = async |wanted: usize| {
            tokio::time::timeout(Duration::from_secs(60), async {
                while pool.num_idle() != wanted {
                    tokio::task::yield_now().await;
                }
            })
            .await
            .unwrap();
        };
        drop(one);
        wait_for_idle(1).await;
        let before = pool.size();
        close_idle(pool, 0).await;
        assert_eq!(pool.size(), before, "one is in use");
        drop(two);
        wait_for_idle(before as usize).await;
        close_idle(pool, 1).await;
        assert_eq!((pool.size(), pool.num_idle()), (1, 1));
        bench.cx.uses.take();
        close_idle(pool, 0).await;
        assert_eq!((pool.size(), bench.cx.uses.take()), (0, 0), "to close is no use");
        let one: i32 = sqlx::query_scalar("select 1").fetch_one(pool).await.unwrap();
        assert_eq!((one, bench.cx.uses.take()), (1, 1));
        sqlx::query("select 1").execute(pool).await.unwrap();
        assert_eq!(bench.cx.uses.take(), 1, "a statement on the pool takes one as well");
    }

    #[test]
    fn the_last_connection_goes_when_hardly_any_was_taken_for_a_minute_and_none_since_the_last_look() {
        let mut looks = Looks::default();
        let spare = |looks: &mut Looks, used: u32, number: usize| {
            (0..number).filter_map(|_| looks.kept(used)).collect::<Vec<_>>()
        };
        assert_eq!(spare(&mut looks, 0, MINUTE - 1), [0; 0], "it has only begun");
        assert_eq!(spare(&mut looks, 0, 2), [0, 0]);
        assert_eq!(spare(&mut looks, 3, 1), [0; 0], "its loops have looked");
        assert_eq!(spare(&mut looks, 0, 1), [0]);
        assert_eq!(spare(&mut looks, FEW, 1), [0; 0]);
        assert_eq!(spare(&mut looks, 0, MINUTE - 1), [1], "it has served somebody");
        assert_eq!(spare(&mut looks, 0, 1), [0]);
    }
}
