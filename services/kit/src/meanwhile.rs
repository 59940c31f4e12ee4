//! Waiting for one thing while others go on.

use futures::{StreamExt as _, stream::FuturesUnordered};
use std::pin::pin;

/// Waits for `first` while `going` goes on; `ended` gets what of it ends. Futures that nobody polls keep what they hold: when each
/// connection of a pool is held by one of them, whoever waits for a connection before polling them waits in vain.
pub async fn meanwhile<T, F: Future>(
    going: &mut FuturesUnordered<F>,
    first: impl Future<Output = T>,
    mut ended: impl FnMut(F::Output),
) -> T {
    let mut first = pin!(first);
    loop {
        tokio::select! {
            done = &mut first => return done,
            Some(output) = going.next(), if !going.is_empty() => ended(output),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::Semaphore;

    #[tokio::test]
    async fn who_waits_for_what_others_hold_gets_it() {
        let connections = Semaphore::new(2);
        let mut going = FuturesUnordered::new();
        for _ in 0..2 {
            going.push(async {
                let held = connections.acquire().await;
                tokio::task::yield_now().await;
                drop(held);
            });
        }
        // they hold all there is
        assert!(futures::poll!(going.next()).is_pending());
        assert_eq!(connections.available_permits(), 0);
        let mut ends = 0;
        let mine = meanwhile(&mut going, connections.acquire(), |()| ends += 1).await;
        assert!(mine.is_ok());
        drop(mine);
        while going.next().await.is_some() {
            ends += 1;
        }
        assert_eq!(ends, 2);
    }
}
