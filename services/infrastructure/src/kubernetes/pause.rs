//! Where a test may stop a worker: between its last look at the fence and the request that changes something.
//!
//! It is a value that the service carries (never a global), and does nothing unless a test put something in.

use futures::future::BoxFuture;
use std::sync::Arc;

type Hook = Arc<dyn Fn(Moment) -> BoxFuture<'static, ()> + Send + Sync>;

/// What is about to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// `apply`, `create`, `update`, `patch` or `delete`.
    pub verb: &'static str,
    /// `Deployment`
    pub kind: &'static str,
    /// The object's name.
    pub name: String,
}

/// The stop; empty outside tests.
#[derive(Clone, Default)]
pub struct Pause(Option<Hook>);

impl Pause {
    /// Stops wherever `hook` waits.
    pub fn at(hook: impl Fn(Moment) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(hook)))
    }

    /// Waits as long as the hook does.
    pub async fn here(&self, verb: &'static str, kind: &'static str, name: &str) {
        if let Some(hook) = &self.0 {
            hook(Moment { verb, kind, name: name.to_owned() }).await;
        }
    }
}
