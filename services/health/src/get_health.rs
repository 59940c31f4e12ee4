//! GetHealth: one round of probes serves everybody who asks within a few seconds.

use access::Caller;
use futures::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};
use kit::{Context, Result};
use proto::health::{GetHealthRequest, GetHealthResponse};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::time::Instant;

use crate::{Options, component::Component, probe};

type Answer = Shared<BoxFuture<'static, Arc<Vec<Component>>>>;

/// What the verb works with.
#[derive(Clone)]
pub struct App {
    pub(crate) cx: Context,
    pub(crate) options: Arc<Options>,
    last: Arc<Mutex<Option<(Instant, Answer)>>>,
    /// Slow probes in a row, by name: one slow probe alone does not make a part dead.
    pub(crate) slow: Arc<Mutex<HashMap<String, u32>>>,
}

impl App {
    /// With the usual times, or a test's.
    #[must_use]
    pub fn of(cx: Context, options: Options) -> Self {
        Self { options: Arc::new(options), cx, last: Arc::default(), slow: Arc::default() }
    }

    /// The round under way or a fresh one's answer; else a round begins.
    fn round(&self) -> Answer {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((began, answer)) = &*last {
            // A round takes no longer than this; one that nobody has waited for to the end is not gone on with, its
            // time-outs would all have passed meanwhile.
            let round = self.options.health_wait * 3 / 2;
            let counts = if answer.peek().is_some() { self.options.health_fresh } else { round };
            if began.elapsed() < counts {
                return answer.clone();
            }
        }
        let app = self.clone();
        let answer = async move { Arc::new(probe::everything(&app).await) }.boxed().shared();
        *last = Some((Instant::now(), answer.clone()));
        answer
    }
}

/// The state of every part.
///
/// # Errors
/// None of its own: what cannot be reached is a component that says so.
pub async fn get_health(app: &App, caller: &Caller, _: GetHealthRequest) -> Result<GetHealthResponse> {
    let overseer = caller.overseer().is_ok();
    let components = app.round().await;
    let shown = components.iter().filter(|component| overseer || !component.hidden);
    Ok(GetHealthResponse { components: shown.map(|component| component.proto(overseer)).collect() })
}
