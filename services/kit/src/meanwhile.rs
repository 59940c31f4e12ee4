//! Waiting for one thing while others go on.

use futures::{StreamExt as _, stream::FuturesUnordered};
use std::pin::pin;

/// Waits for `first` while `going` goes on; answers what of it has ended, too. Futures that nobody polls keep what they hold: when
/// each connection of a pool is held by one of them, whoever waits for a connection before polling them waits in vain.
pub async fn meanwhile<T, F: Future>(
    going: &mut FuturesUnordered<F>,
    first: impl Future<Output = T>,
) -> (T, Vec<F::Output>) {
    let (mut first, mut ended) = (pin!(first), Vec::new());
    loop {
        tokio::select! {
            done = &mut first => return (done, ended),
            Some(output) = going.next(), if !going.is_empty() => ended.push(output),
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
        let (mine, ended) = meanwhile(&mut going, connections.acquire()).await;
        assert!(mine.is_ok());
        drop(mine);
        assert_eq!(ended.len() + going.count().await, 2);
    }
}
