//! `/health`: how Canopy itself is doing.

use super::prelude::*;
use proto::health as pb;

/// One component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Up,
    Degraded,
    Down,
}

/// All of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Overall {
    Healthy,
    Degraded,
    Unhealthy,
}

/// The state of every component, by name.
#[derive(Serialize, ToSchema)]
pub struct Health {
    pub status: Overall,
    pub components: BTreeMap<String, State>,
    pub details: BTreeMap<String, Details>,
}

/// What a probe found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HealthDetails)]
pub struct Details {
    /// One sentence; null when all is well.
    #[schema(required)]
    pub text: Option<String>,
    /// Its stable word; empty without one.
    pub reason: String,
    /// What it is filled with.
    pub params: TextParams,
    /// Milliseconds that the probe took.
    pub latency: i64,
    /// When it was probed.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_check: Option<OffsetDateTime>,
}

/// Name, state and details of a component.
fn read(component: pb::Component) -> kit::Result<(String, State, Details)> {
    let state = match component.state() {
        pb::State::Up => State::Up,
        pb::State::Degraded => State::Degraded,
        pb::State::Down => State::Down,
        pb::State::Unspecified => return Err(missing("Component.state")),
    };
    let pb::Component { name, state: _, details, latency_ms, checked_at, said } = component;
    let (reason, params) = coded(&said);
    let last_check = moment_or_none(checked_at);
    Ok((name, state, Details { text: text(details), reason, params, latency: latency_ms, last_check }))
}

fn overall<'a>(states: impl Iterator<Item = &'a State> + Clone) -> Overall {
    let any = |wanted: State| states.clone().any(|state| *state == wanted);
    match (any(State::Down), any(State::Degraded)) {
        (true, _) => Overall::Unhealthy,
        (false, true) => Overall::Degraded,
        (false, false) => Overall::Healthy,
    }
}

/// How Canopy itself is doing.
#[utoipa::path(get, path = "/health", tag = "health", responses((status = 200, body = Data<Health>), ReadErrors))]
pub async fn get(call: Call) -> Result<Answer<Data<Health>>> {
    let answer = call.api().health.clone().get_health(call.ask(pb::GetHealthRequest {})?).await?.into_inner();
    let (mut components, mut details) = (BTreeMap::new(), BTreeMap::new());
    for component in answer.components {
        let (name, state, found) = read(component)?;
        components.insert(name.clone(), state);
        details.insert(name, found);
    }
    Ok(call.data(Health { status: overall(components.values()), components, details }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_component_decides() {
        assert_eq!(overall([State::Up, State::Up].iter()), Overall::Healthy);
        assert_eq!(overall([State::Up, State::Degraded].iter()), Overall::Degraded);
        assert_eq!(overall([State::Degraded, State::Down].iter()), Overall::Unhealthy);
    }
}
