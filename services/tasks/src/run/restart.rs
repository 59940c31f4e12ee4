//! Restart: the components of the site one after the other, the database first, each when the one before is up.

use futures::future::BoxFuture;
use kit::{Message, clock::stamp, message};
use proto::infrastructure::RestartRequest;

use super::{rollout, ticket};
use crate::{
    interruption::Interruption,
    step::{Step, Turn},
    work::Work,
};

/// A step for each component that is known by name; deployments says in which order.
const PARTS: &[(&str, Step)] = &[
    part(
        "mysql",
        "restart_mysql",
        || message!(Step_restart_mysql),
        |work| Box::pin(one(work, "restart_mysql", "mysql")),
    ),
    part(
        "redis",
        "restart_redis",
        || message!(Step_restart_redis),
        |work| Box::pin(one(work, "restart_redis", "redis")),
    ),
    part("web", "restart_web", || message!(Step_restart_web), |work| Box::pin(one(work, "restart_web", "web"))),
    part(
        "phpmyadmin",
        "restart_phpmyadmin",
        || message!(Step_restart_phpmyadmin),
        |work| Box::pin(one(work, "restart_phpmyadmin", "phpmyadmin")),
    ),
    part("ftp", "restart_ftp", || message!(Step_restart_ftp), |work| Box::pin(one(work, "restart_ftp", "ftp"))),
    part(
        "cloudflared",
        "restart_cloudflared",
        || message!(Step_restart_cloudflared),
        |work| Box::pin(one(work, "restart_cloudflared", "cloudflared")),
    ),
];

/// Every Deployment at once.
const REST: Step = Step { name: "restart", title: || message!(Step_restart), run: |work| Box::pin(restart_all(work)) };
/// Every component was waited for when it was restarted: now all of them together.
const READY: Step =
    Step { name: rollout::NAME, title: rollout::TITLE, run: |work| Box::pin(rollout::follow(work, None)) };
const ROLLOUT: Step = Step { name: rollout::NAME, title: rollout::TITLE, run: follow };

const fn part(
    component: &'static str,
    name: &'static str,
    title: fn() -> Message,
    run: for<'a> fn(&'a mut Work) -> BoxFuture<'a, Result<Turn, Interruption>>,
) -> (&'static str, Step) {
    (component, Step { name, title, run })
}

/// The steps for these components, in their order. An order of an older role names none, one of a newer role perhaps some
/// that are not known here: then what is left is restarted at once.
#[must_use]
pub fn steps(components: &[String]) -> Vec<&'static Step> {
    let known = |component: &String| PARTS.iter().find(|(name, _)| name == component).map(|(_, step)| step);
    let mut steps: Vec<&'static Step> = components.iter().filter_map(known).collect();
    if steps.is_empty() || steps.len() < components.len() {
        steps.extend([&REST, &ROLLOUT]);
    } else {
        steps.push(&READY);
    }
    steps
}

/// Restarts one component and waits until it is up.
async fn one(work: &mut Work, step: &str, component: &str) -> Result<Turn, Interruption> {
    let workloads = restart(work, component).await?;
    if workloads.is_empty() {
        return Ok(Turn::Done(message!(NothingRestarted)));
    }
    let since = stamp(work.task.created_at);
    rollout::follow_part(work, step, component, Some(since)).await?;
    Ok(Turn::Done(message!(Restarted, names = workloads)))
}

async fn restart_all(work: &mut Work) -> Result<Turn, Interruption> {
    let workloads = restart(work, "").await?;
    Ok(Turn::Done(if workloads.is_empty() {
        message!(NothingRestarted)
    } else {
        message!(Restarted, names = workloads)
    }))
}

/// Patches the workloads; says which. The task's creation time is the restart's time in every attempt: repeated, the
/// patch changes nothing.
async fn restart(work: &mut Work, component: &str) -> Result<Vec<String>, Interruption> {
    let task = &work.task;
    let message = RestartRequest {
        ticket: Some(ticket(task)),
        at: Some(stamp(task.created_at)),
        component: component.to_owned(),
    };
    let request = work.app.cx.request_within("infrastructure", &task.origin, message, super::release::CHANGE)?;
    Ok(work.app.workloads.clone().restart(request).await?.into_inner().workloads)
}

fn follow(work: &mut Work) -> BoxFuture<'_, Result<Turn, Interruption>> {
    let since = stamp(work.task.created_at);
    Box::pin(rollout::follow(work, Some(since)))
}
