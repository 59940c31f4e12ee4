//! `/events` and `/admin/events`: the history people read.

pub mod export;
pub mod hours;

use super::prelude::*;
use proto::events as pb;

/// Events of a list that was asked for without a limit.
const DEFAULT: u32 = 20;
const TYPES: &[&str] = &["Normal", "Warning", "Error"];

/// One line of history.
#[derive(Serialize, ToSchema)]
pub struct Event {
    pub id: String,
    /// Kubernetes' uid of the event, or the id.
    pub uid: String,
    /// Normal, Warning or Error.
    #[schema(example = "Normal")]
    pub r#type: String,
    pub message: String,
    /// For instance `RestartRequested`.
    pub reason: String,
    /// What the message is filled with; null for a text that is not ours, whose reason is not one of our codes.
    #[schema(required)]
    pub params: Option<TextParams>,
    /// For instance `Deployment`.
    pub component: String,
    pub host: String,
    pub namespace: String,
    pub count: i32,
    /// Empty when it is about no cluster.
    pub cluster_id: String,
    #[serde(rename = "createdAt", with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(rename = "updatedAt", with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub first_seen: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub last_seen: OffsetDateTime,
    #[schema(required)]
    pub deployment: Option<Named>,
    #[schema(required)]
    pub cluster: Option<Named>,
    #[schema(required)]
    pub team: Option<Named>,
    #[schema(required)]
    pub task: Option<Named>,
    /// Who did it; null for what happened by itself.
    #[schema(required)]
    pub actor: Option<Named>,
    /// The `x-request-id` of the request that caused it; null when none did, or when it is not known.
    #[schema(required)]
    pub request_id: Option<String>,
    /// The network address that it was asked from; null where that is not known, and for everybody but admins and managers.
    #[schema(required, example = "203.0.113.9")]
    pub address: Option<String>,
    /// What was changed, field by field; empty where nothing was, or where the message says all.
    pub changes: Vec<Change>,
}

/// One field before and after a change.
#[derive(Serialize, ToSchema)]
pub struct Change {
    /// As this API calls it.
    #[schema(example = "role")]
    pub field: String,
    /// Null for a secret.
    #[schema(required)]
    pub before: Option<String>,
    /// Null for a secret.
    #[schema(required)]
    pub after: Option<String>,
    /// Its values are not told.
    pub secret: bool,
}

impl From<pb::Change> for Change {
    fn from(change: pb::Change) -> Self {
        let pb::Change { field, before, after, secret } = change;
        let told = |text: String| (!secret).then_some(text);
        Self { field, before: told(before), after: told(after), secret }
    }
}

/// A reference with its name at that time.
#[derive(Clone, Serialize, ToSchema)]
pub struct Named {
    pub id: String,
    pub name: String,
}

impl Named {
    /// Null when there is no reference.
    pub fn of(reference: Option<pb::Reference>) -> Option<Self> {
        let pb::Reference { id, name } = reference?;
        Self::known(id, name)
    }

    /// Null without an id.
    pub fn known(id: String, name: String) -> Option<Self> {
        (!id.is_empty()).then_some(Self { id, name })
    }
}

impl TryFrom<pb::Event> for Event {
    type Error = kit::Error;

    fn try_from(event: pb::Event) -> kit::Result<Self> {
        let pb::Event { record, created_at, updated_at } = event;
        let pb::EventRecorded {
            id,
            r#type,
            message,
            reason,
            component,
            host,
            namespace,
            count,
            at,
            deployment,
            cluster,
            team,
            task,
            actor,
            first_seen,
            last_seen,
            admin_only: _,
            uid,
            params,
            request_id,
            address,
            changes,
        } = record.ok_or_else(|| missing("Event.record"))?;
        Ok(Self {
            uid: if uid.is_empty() { id.clone() } else { uid },
            id,
            r#type,
            message,
            reason,
            params: (!params.is_empty()).then(|| TextParams::of(&params)),
            component,
            host,
            namespace,
            count,
            cluster_id: cluster.as_ref().map(|cluster| cluster.id.clone()).unwrap_or_default(),
            created_at: moment(created_at.or(at), "Event.created_at")?,
            updated_at: moment(updated_at.or(created_at).or(at), "Event.updated_at")?,
            first_seen: moment(first_seen.or(at), "Event.first_seen")?,
            last_seen: moment(last_seen.or(at), "Event.last_seen")?,
            deployment: Named::of(deployment),
            cluster: Named::of(cluster),
            team: Named::of(team),
            task: Named::of(task),
            actor: Named::of(actor),
            request_id: text(request_id),
            address: text(address),
            changes: changes.into_iter().map(Into::into).collect(),
        })
    }
}

/// Documents the filters.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Filters {
    /// Beginnings of words, any case: of the English message, of what it is filled with, of its code, of names (each part of
    /// `shop.example.com` is a word, as is all from it on), or eight characters or more from the beginning of the
    /// event's or its request's id. Each must be there.
    #[param(max_length = 100, required = false)]
    search: String,
    /// Normal, Warning or Error.
    #[param(required = false)]
    r#type: String,
    /// For instance Deployment.
    #[param(required = false)]
    component: String,
    /// RFC 3339 moment or date, inclusive.
    #[param(required = false, example = "2026-11-14")]
    from: String,
    /// RFC 3339 moment, or a date that is included to its end; at most 366 days after `from`.
    #[param(required = false, example = "2026-11-21")]
    to: String,
    /// Id of a cluster.
    #[param(required = false)]
    cluster: String,
    /// Id of a deployment.
    #[param(required = false)]
    deployment: String,
    /// Id of a team.
    #[param(required = false)]
    team: String,
    /// Id of the user who did it.
    #[param(required = false)]
    actor: String,
    /// The `x-request-id` of the request that caused it.
    #[param(max_length = 100, required = false)]
    request: String,
}

/// Events of the caller's teams and account, newest first.
#[utoipa::path(get, path = "/events", tag = "events", params(Filters, Paging),
    responses((status = 200, body = Listed<Event>), ReadErrors))]
pub async fn list(call: Call, query: Parameters) -> Result<Answer<Listed<Event>>> {
    listed(call, query, false).await
}

/// Every event, newest first.
#[utoipa::path(get, path = "/admin/events", tag = "events", params(Filters, Paging),
    responses((status = 200, body = Listed<Event>), ReadErrors))]
pub async fn list_all(call: Call, query: Parameters) -> Result<Answer<Listed<Event>>> {
    listed(call, query, true).await
}

/// One event, for whoever has it in their list.
#[utoipa::path(get, path = "/events/{id}", tag = "events", params(("id" = String, Path, description = "The event")),
    responses((status = 200, body = Data<Event>), ReadErrors))]
pub async fn get(call: Call, ids: Ids) -> Result<Answer<Data<Event>>> {
    let message = pb::GetEventRequest { id: ids.one("Event")? };
    let answer = call.api().events.clone().get_event(call.ask(message)?).await?.into_inner();
    let event = answer.event.ok_or_else(|| missing("GetEventResponse.event"))?;
    Ok(call.data(event.try_into()?))
}

async fn listed(call: Call, mut query: Parameters, admin: bool) -> Result<Answer<Listed<Event>>> {
    let paging = query.paging(DEFAULT);
    let message = pb::ListEventsRequest { page: paging.page, limit: paging.limit, admin, ..filter(&mut query) };
    query.done()?;
    let answer = call.api().events.clone().list_events(call.ask(message)?).await?.into_inner();
    let pb::ListEventsResponse { events, total } = answer;
    Ok(call.list(readable(events), paging, total))
}

/// What is looked for.
fn filter(query: &mut Parameters) -> pb::ListEventsRequest {
    let (from, to) = query.span();
    pb::ListEventsRequest {
        search: query.search(),
        r#type: query.word("type", TYPES),
        component: query.text("component"),
        from,
        to,
        cluster_id: query.id("cluster"),
        deployment_id: query.id("deployment"),
        team_id: query.id("team"),
        actor_id: query.id("actor"),
        request_id: query.text("request"),
        ..Default::default()
    }
}
