//! The process itself: memory and processor where Linux tells them, and panics.

use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge},
    registry::Registry,
};
use std::sync::{
    Once,
    atomic::{AtomicU64, Ordering},
};

/// Panics of this process since [`hook`]. The hook of panics is the process's, so this is.
static PANICS: AtomicU64 = AtomicU64::new(0);

/// Ticks of a second in `/proc`; the kernel shows all programs this many.
const TICKS: f64 = 100.0;

pub(super) struct Process {
    panics: Counter,
    memory: Gauge,
    processor: Counter<f64, AtomicU64>,
}

impl Process {
    pub(super) fn register(registry: &mut Registry) -> Self {
        hook();
        let process = Self { panics: Counter::default(), memory: Gauge::default(), processor: Counter::default() };
        registry.register("canopy_panics", "Panics of this process, in handlers and loops", process.panics.clone());
        registry.register(
            "process_resident_memory_bytes",
            "Memory of this process that is in use, bytes",
            process.memory.clone(),
        );
        registry.register("process_cpu_seconds", "Time of processors that was used", process.processor.clone());
        process
    }

    /// Takes in what the system says now.
    pub(super) fn measure(&self) {
        self.panics.inner().store(PANICS.load(Ordering::Relaxed), Ordering::Relaxed);
        if let Some(bytes) = resident() {
            self.memory.set(bytes);
        }
        if let Some(seconds) = processor() {
            self.processor.inner().store(seconds.to_bits(), Ordering::Relaxed);
        }
    }
}

/// Counts panics, and leaves them to whoever was told of them before.
fn hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.fetch_add(1, Ordering::Relaxed);
            before(panic);
        }));
    });
}

fn resident() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(kilobytes.split_whitespace().next()?.parse::<i64>().ok()? * 1024)
}

fn processor() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // the name, in brackets, may hold blanks; behind it user and system time are the twelfth and thirteenth
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let (user, system) = (fields.next()?.parse::<f64>().ok()?, fields.next()?.parse::<f64>().ok()?);
    Some((user + system) / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_counted_and_told_as_before() {
        hook();
        hook();
        let before = PANICS.load(Ordering::Relaxed);
        assert!(std::panic::catch_unwind(|| panic!("on purpose")).is_err());
        assert!(PANICS.load(Ordering::Relaxed) > before);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_memory_and_processor() {
        assert!(resident().unwrap() > 1_000_000);
        assert!(processor().unwrap() >= 0.0);
    }
}
