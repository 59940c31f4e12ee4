//! Sends hops to a collector: in batches, in the background, from a queue with an end. A collector that is away costs the hops of
//! the time that it is away, and nothing else.

use super::ROLE;
use crate::{Settings, context};
use anyhow::Context as _;
use opentelemetry::{KeyValue, Value, trace::TracerProvider as _};
use opentelemetry_otlp::{RetryPolicy, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracer, SdkTracerProvider, SpanData, SpanExporter},
};
use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::registry::LookupSpan;

/// Hops that wait at most; more are lost. Fixed: some megabytes.
const QUEUE: usize = 8_192;
/// How long they wait for others to be sent with. Fixed: who looks at a trace does so later.
const DELAY: Duration = Duration::from_secs(1);
/// How long a collector may take for a batch. Fixed: the next ones wait meanwhile, no request does.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the end of the process waits for the last batch. Fixed.
const FLUSH: Duration = Duration::from_secs(2);

/// Makes spans and sends them. Cheap to clone.
#[derive(Clone)]
pub struct Sender {
    provider: SdkTracerProvider,
}

impl Sender {
    /// For the roles of this process, as the settings say; nothing where they name no collector. Must be called within the
    /// runtime that will do the sending.
    ///
    /// # Errors
    /// A sentence when the address is none.
    pub fn of(settings: &Settings, roles: &[&'static str]) -> anyhow::Result<Option<Self>> {
        let Some(url) = settings.otlp_endpoint() else { return Ok(None) };
        let endpoint =
            context::endpoint(settings, url).with_context(|| format!("'{url}' is no address of a collector"))?;
        let channel = endpoint.timeout(PATIENCE).connect_lazy();
        let mut exporters = Vec::new();
        for role in roles {
            let mut exporter = opentelemetry_otlp::SpanExporter::builder()
                .with_tonic()
                .with_channel(channel.clone())
                .with_timeout(PATIENCE)
                .with_retry_policy(RetryPolicy::disabled())
                .build()
                .context("sending traces")?;
            exporter.set_resource(&resource(role));
            exporters.push((*role, exporter));
        }
        Ok(Some(Self::with(Roles { exporters, away: AtomicBool::new(false) })))
    }

    pub(super) fn with(exporter: impl SpanExporter + 'static) -> Self {
        let config = BatchConfigBuilder::default()
            .with_max_queue_size(QUEUE)
            .with_max_export_batch_size(512)
            .with_scheduled_delay(DELAY)
            .build();
        let processor = BatchSpanProcessor::builder(exporter).with_batch_config(config).build();
        let provider = SdkTracerProvider::builder()
            // whether there is a trace was decided where it began
            .with_sampler(Sampler::AlwaysOn)
            .with_resource(Resource::builder_empty().build())
            .with_span_processor(processor)
            .build();
        Self { provider }
    }

    /// Takes up the spans of hops. What the library would add by itself (threads, lines of code) is nobody's business.
    pub(crate) fn layer<S>(&self) -> OpenTelemetryLayer<S, SdkTracer>
    where
        S: tracing::Subscriber + for<'a> LookupSpan<'a>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("canopy"))
            .with_context_activation(false)
            .with_tracked_inactivity(false)
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
    }

    /// Sends what waits and stops, within a bounded time. The runtime must be there still.
    pub fn finish(&self) {
        if let Err(error) = self.provider.shutdown_with_timeout(FLUSH) {
            tracing::debug!(%error, "the last parts of traces are lost");
        }
    }
}

/// Who a role is to OpenTelemetry.
fn resource(role: &str) -> Resource {
    let facts =
        [("service.name", role), ("service.namespace", "canopy"), ("service.version", env!("CARGO_PKG_VERSION"))];
    Resource::builder_empty().with_attributes(facts.map(|(name, value)| KeyValue::new(name, value.to_owned()))).build()
}

/// One exporter for each role of the process, so that each has a name of its own.
#[derive(Debug)]
struct Roles<E> {
    exporters: Vec<(&'static str, E)>,
    /// Whether the last batch was lost.
    away: AtomicBool,
}

impl<E> Roles<E> {
    /// Told when it begins and when it is over, not with each batch.
    fn tell(&self, outcome: &OTelSdkResult) {
        let is_away = outcome.is_err();
        if self.away.swap(is_away, Relaxed) == is_away {
            return;
        }
        match outcome {
            Err(error) => {
                tracing::warn!(%error, "the collector of traces cannot be reached: traces are lost until it can")
            }
            Ok(()) => tracing::info!("the collector of traces is there again"),
        }
    }
}

impl<E: SpanExporter> SpanExporter for Roles<E> {
    async fn export(&self, mut batch: Vec<SpanData>) -> OTelSdkResult {
        let mut outcome = Ok(());
        for (role, exporter) in &self.exporters {
            let own: Vec<SpanData> = batch.extract_if(.., |span| is_of(span, role)).collect();
            if !own.is_empty() {
                outcome = exporter.export(own).await.and(outcome);
            }
        }
        self.tell(&outcome);
        outcome
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporters.iter().map(|(_, exporter)| exporter.shutdown_with_timeout(timeout)).fold(Ok(()), Result::and)
    }
}

fn is_of(span: &SpanData, role: &str) -> bool {
    let own = span.attributes.iter().find(|attribute| attribute.key.as_str() == ROLE);
    own.is_some_and(|own| matches!(&own.value, Value::String(name) if name.as_str() == role))
}

#[cfg(test)]
mod tests;
