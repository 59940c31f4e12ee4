//! What a role counts, told in the form that Prometheus reads, on a port of its own. Without an address for it nothing is
//! counted and nothing is kept.
//!
//! What stands in the database (the outbox, dead letters, a service's own numbers) is looked up when somebody asks, so that it
//! costs nothing in between. Labels are words of the code or ids of things that an administrator made, never what a request says.

mod calls;
mod chassis;
mod process;
mod serve;

pub use calls::durations;
pub(crate) use chassis::observe;
pub use prometheus_client::metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram};
pub(crate) use serve::serve;

use calls::Calls;
use futures::future::{BoxFuture, join_all};
use process::Process;
use prometheus_client::{
    encoding::text,
    metrics::info::Info,
    registry::{Metric, Registry},
};
use std::{
    borrow::Cow,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

/// Names and values of a metric's labels, always in the same order.
pub type Labels<const N: usize> = [(&'static str, Cow<'static, str>); N];
/// A number with a fraction that goes up and down.
pub type Level = Gauge<f64, AtomicU64>;
/// A histogram for each set of labels.
pub type Histograms<const N: usize> = Family<Labels<N>, Histogram, fn() -> Histogram>;

/// How long looking something up for one answer may take. Fixed: Prometheus itself gives up after ten seconds.
const LOOK: Duration = Duration::from_secs(4);

type Look = (&'static str, Box<dyn Fn() -> BoxFuture<'static, anyhow::Result<()>> + Send + Sync>);

/// The metrics of one role. Cheap to clone; the clones share them.
#[derive(Clone, Default)]
pub struct Metrics(Option<Arc<Inner>>);

struct Inner {
    registry: Mutex<Registry>,
    looks: Mutex<Vec<Arc<Look>>>,
    /// Whether each look succeeded the last time.
    fresh: Family<Labels<1>, Gauge>,
    calls: Calls,
    process: Process,
    ready: AtomicBool,
}

impl Metrics {
    /// Metrics that are kept.
    #[must_use]
    pub fn on(role: &'static str) -> Self {
        let labels = std::iter::once((Cow::Borrowed("role"), Cow::Borrowed(role)));
        let mut registry = Registry::with_labels(labels);
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("canopy_build", "The version that runs", version);
        let fresh = Family::<Labels<1>, Gauge>::default();
        registry.register(
            "canopy_look_succeeded",
            "Whether numbers that stand in the database could be read for this answer",
            fresh.clone(),
        );
        let inner = Inner {
            calls: Calls::register(&mut registry),
            process: Process::register(&mut registry),
            registry: Mutex::new(registry),
            looks: Mutex::default(),
            fresh,
            ready: AtomicBool::new(false),
        };
        Self(Some(Arc::new(inner)))
    }

    /// Whether anybody can ask for them.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Shows a metric from now on, under a name of its own that begins with `canopy_`. A counter's name gets `_total` behind it.
    pub fn register(&self, name: &str, help: &str, metric: impl Metric) {
        if let Some(inner) = &self.0 {
            inner.registry().register(name, help, metric);
        }
    }

    /// Calls `look` before each answer, to set what stands in the database. `name`: one word for `canopy_look_succeeded`.
    pub fn look<F>(&self, name: &'static str, look: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        if let Some(inner) = &self.0 {
            let look: Look = (name, Box::new(move || Box::pin(look())));
            inner.looks.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(look));
        }
    }

    /// All of them as text (OpenMetrics 1.0).
    ///
    /// # Errors
    /// When a metric cannot be written as text.
    pub async fn text(&self) -> anyhow::Result<String> {
        let Some(inner) = &self.0 else { return Ok("# EOF\n".to_owned()) };
        let looks = inner.looks.lock().unwrap_or_else(PoisonError::into_inner).clone();
        join_all(looks.iter().map(|look| async move {
            let (name, look) = &**look;
            let seen = match tokio::time::timeout(LOOK, look()).await {
                Ok(Ok(())) => true,
                Ok(Err(error)) => {
                    tracing::debug!(what = name, error = format!("{error:#}"), "numbers could not be looked up");
                    false
                }
                Err(_) => false,
            };
            inner.fresh.get_or_create(&[("what", Cow::Borrowed(*name))]).set(i64::from(seen));
        }))
        .await;
        inner.process.measure();
        let mut shown = String::with_capacity(16 * 1024);
        text::encode(&mut shown, &inner.registry())?;
        Ok(shown)
    }

    /// The role takes calls from now on.
    pub(crate) fn ready(&self) {
        if let Some(inner) = &self.0 {
            inner.ready.store(true, Ordering::Relaxed);
        }
    }

    fn is_ready(&self) -> bool {
        self.0.as_ref().is_some_and(|inner| inner.ready.load(Ordering::Relaxed))
    }
}

impl Inner {
    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How often a cache knew what it was asked for.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    hit: Counter,
    miss: Counter,
}

impl Hits {
    /// Counts for these caches, in their order; all stand in one family.
    #[must_use]
    pub fn of<const N: usize>(metrics: &Metrics, caches: [&'static str; N]) -> [Self; N] {
        let lookups = Family::<Labels<2>, Counter>::default();
        metrics.register(
            "canopy_cache_lookups",
            "Questions to a cache, and whether it knew the answer",
            lookups.clone(),
        );
        caches.map(|cache| {
            let of = |result: &'static str| {
                lookups.get_or_create_owned(&[("cache", Cow::Borrowed(cache)), ("result", Cow::Borrowed(result))])
            };
            Self { hit: of("hit"), miss: of("miss") }
        })
    }

    /// Counts one question.
    pub fn count(&self, known: bool) {
        if known {
            self.hit.inc()
        } else {
            self.miss.inc()
        };
    }
}

/// Sets one number of a family.
pub fn set<const N: usize>(family: &Family<Labels<N>, Level>, labels: [(&'static str, String); N], value: f64) {
    family.get_or_create(&labels.map(|(name, value)| (name, Cow::Owned(value)))).set(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_counted_and_looked_up_is_shown_with_the_role() {
        let metrics = Metrics::on("teams");
        let [rights, _] = Hits::of(&metrics, ["rights", "tokens"]);
        rights.count(true);
        rights.count(true);
        rights.count(false);
        let level = Level::default();
        metrics.register("canopy_waiting", "Things that wait", level.clone());
        metrics.look("waiting", move || {
            let level = level.clone();
            async move {
                level.set(2.5);
                Ok(())
            }
        });
        metrics.look("broken", || async { anyhow::bail!("the database is away") });
        let text = metrics.text().await.unwrap();
        for line in [
            r#"canopy_cache_lookups_total{role="teams",cache="rights",result="hit"} 2"#,
            r#"canopy_cache_lookups_total{role="teams",cache="rights",result="miss"} 1"#,
            r#"canopy_cache_lookups_total{role="teams",cache="tokens",result="miss"} 0"#,
            r#"canopy_waiting{role="teams"} 2.5"#,
            r#"canopy_look_succeeded{role="teams",what="waiting"} 1"#,
            r#"canopy_look_succeeded{role="teams",what="broken"} 0"#,
            concat!(r#"canopy_build_info{role="teams",version=""#, env!("CARGO_PKG_VERSION"), r#""} 1"#),
            r#"canopy_panics_total{role="teams"} "#,
            "# EOF",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }

    #[tokio::test]
    async fn what_is_off_keeps_nothing() {
        let metrics = Metrics::default();
        metrics.look("never", || async { panic!("nobody asked") });
        let [hits] = Hits::of(&metrics, ["rights"]);
        hits.count(true);
        assert!(!metrics.is_on() && metrics.call(|| unreachable!("nothing is counted")).is_none());
        assert_eq!(metrics.text().await.unwrap(), "# EOF\n");
    }
}
