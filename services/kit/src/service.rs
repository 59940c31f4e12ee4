//! What a service hands to the chassis: a constant with a start function, and the parts that it starts.

use crate::{Context, Result, consume::Consumer, relay::OnRefused, reseal::Sealed};
use futures::future::BoxFuture;
use std::{convert::Infallible, future::Future, sync::Arc};
use tonic::{body::Body, server::NamedService, service::RoutesBuilder};

/// A role that is being started.
pub type Starting = BoxFuture<'static, anyhow::Result<Parts>>;

/// One role of the product. A value, so that a process may run any subset of them.
#[derive(Clone, Copy)]
pub struct Service {
    /// The one word: folder, crate, schema, NATS name, proto package segment, log target.
    pub name: &'static str,
    /// Its tables; `None` for a role that keeps nothing.
    pub migrator: Option<&'static sqlx::migrate::Migrator>,
    /// Columns with sealed values.
    pub sealed: &'static [Sealed],
    /// Encoded `FileDescriptorSet` for reflection.
    pub descriptors: &'static [u8],
    /// Wires the role up. A function by name: what a closure here uses is compiled anew in every place that names the constant.
    pub start: fn(Context) -> Starting,
}

/// Decides about each call before any handler sees it.
pub trait Guard: Send + Sync + 'static {
    /// Whether a rule exists for this method path; a role with an uncovered method does not start.
    fn covers(&self, method: &str) -> bool;

    /// Admits a request (and leaves who is calling in its extensions, and by [`crate::trace::admitted`] its part of a trace) or
    /// refuses it.
    fn admit(&self, head: http::request::Parts) -> BoxFuture<'static, Result<http::request::Parts>>;
}

/// What is served on the address of the REST API.
pub(crate) struct Http {
    pub(crate) router: axum::Router,
    /// Answers who speaks plain HTTP where TLS is spoken.
    pub(crate) plain: axum::Router,
    pub(crate) malformed: crate::wire::Malformed,
}

/// The parts of a started role.
pub struct Parts {
    pub(crate) guard: Arc<dyn Guard>,
    pub(crate) routes: RoutesBuilder,
    pub(crate) names: Vec<&'static str>,
    pub(crate) http: Option<Http>,
    pub(crate) tasks: Vec<(&'static str, BoxFuture<'static, anyhow::Result<()>>)>,
    pub(crate) consumers: Vec<Consumer>,
    pub(crate) refused: Option<OnRefused>,
}

impl Parts {
    /// Nothing served yet; every call will go through the guard.
    pub fn new(guard: impl Guard) -> Self {
        Self {
            guard: Arc::new(guard),
            routes: RoutesBuilder::default(),
            names: Vec::new(),
            http: None,
            tasks: Vec::new(),
            consumers: Vec::new(),
            refused: None,
        }
    }

    /// Serves a generated gRPC server.
    #[must_use]
    pub fn rpc<S>(mut self, service: S) -> Self
    where
        S: tower::Service<http::Request<Body>, Error = Infallible> + NamedService + Clone + Send + Sync + 'static,
        S::Response: axum::response::IntoResponse,
        S::Future: Send + 'static,
    {
        self.names.push(S::NAME);
        self.routes.add_service(service);
        self
    }

    /// Serves HTTP on the address of the REST API. `plain` answers who does so without TLS where there is a certificate;
    /// `malformed` writes the body of the 400 for what cannot be read as a request.
    #[must_use]
    pub fn http(mut self, router: axum::Router, plain: axum::Router, malformed: crate::wire::Malformed) -> Self {
        self.http = Some(Http { router, plain, malformed });
        self
    }

    /// Runs a loop beside the servers. It watches the context's stop token; when it ends before, the role ends.
    #[must_use]
    pub fn task(mut self, name: &'static str, work: impl Future<Output = anyhow::Result<()>> + Send + 'static) -> Self {
        self.tasks.push((name, Box::pin(work)));
        self
    }

    /// Reads facts.
    #[must_use]
    pub fn consumer(mut self, consumer: Consumer) -> Self {
        self.consumers.push(consumer);
        self
    }

    /// Reacts to commands that their receiver refused for good.
    #[must_use]
    pub fn refused(mut self, handler: OnRefused) -> Self {
        self.refused = Some(handler);
        self
    }
}
