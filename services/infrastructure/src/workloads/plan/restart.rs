//! What a restart does: which pods are made anew, and where nothing serves meanwhile. Nothing of what was asked for becomes
//! another, so no fields are told: the time that a restart writes is not known before.

use super::{AT_ONCE, Planned, answer, json, replicas, said_no, state_alone, stops_first};
use crate::{
    kubernetes::{change, kinds::Kind},
    workloads::{Workloads, component, masked, restart},
};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use kit::Result;
use kube::{ResourceExt as _, api::DynamicObject};
use proto::infrastructure::{self as pb, PlannedAction};

/// The plan; with `state_only` the state alone, and nothing is tried.
pub(super) async fn plan(app: &Workloads, request: &pb::PlanRequest) -> Result<pb::PlanResponse> {
    let release = change::namespace(&request.release_name)?;
    let mut components = Vec::new();
    for name in &request.components {
        components.push(component("components", name)?);
    }
    if components.is_empty() {
        components.push("");
    }
    let space = app.space(&request.cluster_id, &request.deployment_id, &request.namespace).await?;
    let now = app.cx.clock.now();
    masked(&space, async {
        let asked: Vec<_> = components.iter().map(|name| restart::concerned(&space, &release, name)).collect();
        let found: Vec<Vec<_>> = stream::iter(asked).buffered(AT_ONCE).try_collect().await?;
        let tries: Vec<_> = found
            .into_iter()
            .flatten()
            .map(|(kind, live)| {
                let space = &space;
                async move {
                    let tried = if request.state_only { Ok(()) } else { restart::tried(space, kind, &live, now).await };
                    restarted(kind, &live, tried)
                }
            })
            .collect();
        let planned: Vec<Planned> = stream::iter(tries).buffered(AT_ONCE).try_collect().await?;
        let answer = answer(planned, &space.mask().await?);
        Ok(if request.state_only { state_alone(answer) } else { answer })
    })
    .await
}

/// What becomes of one workload; `tried` is what the API server said.
fn restarted(kind: Kind, live: &DynamicObject, tried: Result<()>) -> Result<Planned> {
    let now = json(live);
    let problem = match tried {
        Ok(()) => None,
        Err(error) if said_no(&error) => Some(error.message()),
        Err(error) => return Err(error),
    };
    let restarts = problem.is_none() && replicas(&now) > 0;
    let object = pb::PlannedObject {
        kind: kind.kind.to_owned(),
        name: live.name_any(),
        action: PlannedAction::Change.into(),
        restarts,
        interrupts: restarts && stops_first(kind, &now),
        ..pb::PlannedObject::default()
    };
    Ok(Planned { object, live: Some(now), problem })
}
