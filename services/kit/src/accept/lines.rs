//! The open connections of a listener: how many there may be, and which gives way to a new one.

use crate::{
    Context,
    line::{Line, Patience, Verdict},
    net::{self, Network},
};
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The open connections of a listener.
pub(super) struct Lines {
    cx: Context,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    lines: HashMap<u64, Arc<Line>>,
    networks: HashMap<Network, usize>,
}

/// A connection's place among the open ones.
pub(super) struct Entered {
    lines: Arc<Lines>,
    id: u64,
    pub(super) line: Arc<Line>,
}

impl Lines {
    pub(super) fn new(cx: &Context) -> Arc<Self> {
        Arc::new(Self { cx: cx.clone(), open: Mutex::default() })
    }

    /// A place for a new connection. When there is none, the connection whose client has kept us waiting longest gives way;
    /// when all of them are being worked for, the new one does.
    pub(super) fn enter(self: &Arc<Self>, peer: SocketAddr) -> Option<Entered> {
        let settings = &self.cx.settings;
        let network = Network::of(peer.ip());
        let proxy = net::is_trusted(&settings.trusted_proxies, peer.ip());
        let mut open = self.open();
        let of_network = open.networks.get(&network).copied().unwrap_or_default();
        if !proxy && of_network >= settings.connections_per_address && !open.give_way(|line| line.network == network) {
            return None;
        }
        if open.lines.len() >= settings.connections && !open.give_way(|_| true) {
            return None;
        }
        let (id, line) = (open.next, Arc::new(Line::new(network, proxy)));
        open.next += 1;
        open.lines.insert(id, line.clone());
        if !proxy {
            *open.networks.entry(network).or_default() += 1;
        }
        Some(Entered { lines: self.clone(), id, line })
    }

    pub(super) fn make_room(&self, whose: impl Fn(&Line) -> bool) {
        self.open().give_way(whose);
    }

    pub(super) fn look(&self, patience: Patience) {
        for line in self.open().lines.values() {
            match line.judge(patience) {
                Verdict::Keep => {}
                Verdict::Close => line.close.cancel(),
                Verdict::Drop => line.drop.cancel(),
            }
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Drops the connection whose client has kept us waiting longest; false when no client does.
    fn give_way(&mut self, whose: impl Fn(&Line) -> bool) -> bool {
        let waiting = self.lines.iter().filter(|(_, line)| whose(line)).filter_map(|(id, line)| {
            let waiting = line.waiting()?;
            Some((waiting, *id))
        });
        let Some((_, id)) = waiting.max() else { return false };
        if let Some(line) = self.remove(id) {
            // A client that rests is told, so that its next request goes over another connection.
            if line.rests() { line.close.cancel() } else { line.drop.cancel() }
        }
        true
    }

    fn remove(&mut self, id: u64) -> Option<Arc<Line>> {
        let line = self.lines.remove(&id)?;
        if !line.proxy
            && let Some(count) = self.networks.get_mut(&line.network)
        {
            *count -= 1;
            if *count == 0 {
                self.networks.remove(&line.network);
            }
        }
        if self.lines.is_empty() {
            // after a flood its room is given back
            self.lines.shrink_to_fit();
            self.networks.shrink_to_fit();
        }
        Some(line)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.lines.open().remove(self.id);
    }
}
