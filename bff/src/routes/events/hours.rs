//! How many events each hour of the last day had.

use super::super::prelude::*;
use proto::events as pb;

/// Events of an hour, by type.
#[derive(Serialize, ToSchema)]
pub struct EventHour {
    pub normal: u32,
    pub warning: u32,
    pub error: u32,
}

/// Events of the last 24 hours.
#[derive(Serialize, ToSchema)]
pub struct EventHours {
    /// When the first hour began.
    #[serde(with = "time::serde::rfc3339")]
    pub from: OffsetDateTime,
    /// 24, oldest first; the last one is not over.
    pub hours: Vec<EventHour>,
    /// There are more than were counted: the oldest hours are not complete.
    pub more: bool,
}

impl From<pb::EventHour> for EventHour {
    fn from(pb::EventHour { normal, warning, error }: pb::EventHour) -> Self {
        Self { normal, warning, error }
    }
}

/// How many events of the caller's teams and account each of the last 24 hours had.
#[utoipa::path(get, path = "/events/hours", tag = "events", responses((status = 200, body = Data<EventHours>), ReadErrors))]
pub async fn hours(call: Call) -> Result<Answer<Data<EventHours>>> {
    let answer = call.api().events.clone().count_events(call.ask(pb::CountEventsRequest {})?).await?.into_inner();
    let pb::CountEventsResponse { from, hours, more } = answer;
    let from = moment(from, "CountEventsResponse.from")?;
    Ok(call.data(EventHours { from, hours: hours.into_iter().map(Into::into).collect(), more }))
}
