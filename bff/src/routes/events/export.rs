//! `/events/export`: what a list finds, as a file.

use super::{super::prelude::*, Change, Event, Filters, Named, filter};
use crate::{
    error::ApiError,
    streams::{StreamLimit, StreamPermit},
};
use axum::{
    body::{Body as HttpBody, Bytes},
    response::{IntoResponse, Response},
};
use futures::{Stream, stream};
use http::{HeaderValue, header};
use kit::message;
use proto::events as pb;
use time::format_description::well_known::Rfc3339;
use tonic::Streaming;

/// The forms of a file.
const FORMS: &[&str] = &["csv", "jsonl"];
/// Names of the columns of the table.
const HEAD: &str = "time,type,message,reason,component,deployment,deployment_id,cluster,cluster_id,team,team_id,task,task_id,actor,actor_id,request_id,count,first_seen,last_seen,namespace,host,id,address,changes\r\n";

/// Documents the form.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read through `Parameters`; this is its documentation")]
pub struct Form {
    /// `csv` (the default): a table with a head, in which no cell is a formula for a spreadsheet: what begins like one has an
    /// apostrophe before it. `jsonl`: one `Event` a line.
    #[param(required = false)]
    format: String,
}

/// The newest 50,000 events that the filters leave, of the caller's teams and account, newest first. The history says who
/// took it. A file that could not be finished ends in the middle: the connection breaks.
#[utoipa::path(get, path = "/events/export", tag = "events", params(Filters, Form),
    responses((status = 200, description = "The file, without the envelope",
        content((String = "text/csv"), (Event = "application/x-ndjson"))), ReadErrors))]
pub async fn export(call: Call, mut query: Parameters) -> Result<Response> {
    let lines = query.word("format", FORMS) == "jsonl";
    let form = if lines { "JSON" } else { "CSV" };
    let message = pb::ExportEventsRequest { filter: Some(filter(&mut query)), form: form.to_owned() };
    query.done()?;
    let place = call.app().streams.enter(call.caller().user()?.id).map_err(refusal)?;
    let mut asked = call.ask(message)?;
    // As long as the reader takes it; the connection ends with one who does not.
    asked.metadata_mut().remove("grpc-timeout");
    let arriving = call.api().events.clone().export_events(asked).await?.into_inner();
    let body = HttpBody::from_stream(portions(Exporting { arriving, lines, begun: false, _permit: place }));
    let (kind, name) = match lines {
        true => ("application/x-ndjson", "attachment; filename=\"events.jsonl\""),
        false => ("text/csv; charset=utf-8; header=present", "attachment; filename=\"events.csv\""),
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(name)),
    ];
    Ok((headers, body).into_response())
}

fn refusal(limit: StreamLimit) -> ApiError {
    match limit {
        StreamLimit::Caller => ApiError::too_many(message!(TOO_MANY_EXPORTS), 5),
        StreamLimit::Server => ApiError::unavailable(message!(EXPORTS_CROWDED)),
    }
}

struct Exporting {
    arriving: Streaming<pb::ExportEventsResponse>,
    /// As lines of JSON; else as a table.
    lines: bool,
    begun: bool,
    _permit: StreamPermit,
}

fn portions(exporting: Exporting) -> impl Stream<Item = Result<Bytes, kit::Error>> {
    stream::unfold(Some(exporting), |exporting| async {
        let mut exporting = exporting?;
        match exporting.next().await {
            Ok(None) => None,
            Ok(Some(text)) => Some((Ok(text.into()), Some(exporting))),
            Err(error) => {
                tracing::warn!(%error, "an export ends in the middle");
                Some((Err(error), None))
            }
        }
    })
}

impl Exporting {
    async fn next(&mut self) -> kit::Result<Option<String>> {
        let mut text = String::new();
        if !self.begun && !self.lines {
            text.push_str(HEAD);
        }
        let portion = self.arriving.message().await.map_err(kit::Error::from)?;
        if portion.is_none() && (self.begun || self.lines) {
            return Ok(None);
        }
        self.begun = true;
        for event in portion.unwrap_or_default().events {
            let event = Event::try_from(event)?;
            text.push_str(&if self.lines { line(&event)? } else { row(&event)? });
        }
        Ok(Some(text))
    }
}

impl Change {
    /// In a cell beside others.
    fn sentence(&self) -> String {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => format!("{}: \"{before}\" -> \"{after}\"", self.field),
            _ => format!("{}: (secret)", self.field),
        }
    }
}

fn line(event: &Event) -> kit::Result<String> {
    let mut text = serde_json::to_string(event).map_err(kit::Error::internal)?;
    text.push('\n');
    Ok(text)
}

fn row(event: &Event) -> kit::Result<String> {
    let at = |at: OffsetDateTime| at.format(&Rfc3339).map_err(kit::Error::internal);
    let mut cells = vec![at(event.created_at)?];
    cells.extend([&event.r#type, &event.message, &event.reason, &event.component].map(|text| cell(text)));
    for named in [&event.deployment, &event.cluster, &event.team, &event.task, &event.actor] {
        let (id, name) = named.as_ref().map_or(("", ""), |Named { id, name }| (id, name));
        cells.extend([cell(name), cell(id)]);
    }
    cells.push(cell(event.request_id.as_deref().unwrap_or_default()));
    cells.extend([event.count.to_string(), at(event.first_seen)?, at(event.last_seen)?]);
    cells.extend([&event.namespace, &event.host, &event.id].map(|text| cell(text)));
    cells.push(cell(event.address.as_deref().unwrap_or_default()));
    cells.push(cell(&event.changes.iter().map(Change::sentence).collect::<Vec<_>>().join("; ")));
    Ok(cells.join(",") + "\r\n")
}

/// A cell as RFC 4180 has it, in quotes. One that a spreadsheet would take for a formula has an apostrophe before it.
fn cell(text: &str) -> String {
    let formula = text.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
        || text.starts_with(['\t', '\r', '\n']);
    format!("\"{}{}\"", if formula { "'" } else { "" }, text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_cell_is_never_a_formula_and_never_two_cells() {
        let cells = [
            ("Shop", "\"Shop\""),
            ("", "\"\""),
            ("a \"b\", c\nd", "\"a \"\"b\"\", c\nd\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("  =1", "\"'  =1\""),
            ("\t=1", "\"'\t=1\""),
            ("\u{ff1d}1", "\"'\u{ff1d}1\""),
            ("a=1", "\"a=1\""),
        ];
        for (text, expected) in cells {
            assert_eq!(cell(text), expected);
        }
    }
}
