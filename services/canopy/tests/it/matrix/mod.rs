//! The authorization matrix: every call × everybody × whose thing it names, over REST and over gRPC.
//!
//! The calls and their rules are those that the product is made of: the table of the bff and the policy rows of the services.
//! [`rule::expected`] computes the right answer from a row and from who calls; the files of cases say what is sent. A call
//! without a case fails, and so does one that stands in only one of rows and documents (openapi.json, proto descriptors).

mod accounts;
mod case;
mod grpc;
mod grpc_deployments;
mod rest;
mod rule;
mod wire;
mod world;

use crate::system::{Canopy, Folder};
use case::Case;
use futures::{StreamExt as _, stream};
use prost::Message as _;
use reqwest::Method;
use rule::{Answer, Names, Person, Thing, expected};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tonic::{
    Code,
    transport::{Channel, Endpoint},
};
use world::{Spare, World};

/// Requests at once: fewer than what one address and one user may have.
const AT_ONCE: usize = 8;

/// What came of one case.
struct Outcome {
    right: bool,
    /// Of a 404: everything but the id of the request. It must be the same for what is foreign and what is not there.
    not_found: Option<String>,
    said: String,
}

/// A call, and the number of its case in the list of cases.
type Tried = (&'static str, usize);

/// Whose things a call is tried with.
fn things(names: Names) -> &'static [Thing] {
    match names {
        Names::Nothing => &[Thing::Own],
        Names::Shared => &[Thing::Own, Thing::Random],
        Names::OfTeam => &Thing::ALL,
    }
}

/// The cases of a call, with everybody and everything.
fn tries<A, C>(case: &Case<A, C>) -> impl Iterator<Item = (Person, Thing)> + use<A, C> {
    let things = things(case.names);
    Person::ALL.into_iter().flat_map(move |who| things.iter().map(move |thing| (who, *thing)))
}

#[tokio::test]
async fn everybody_may_do_what_the_rules_say_and_nothing_else() {
    let folder = Folder::fresh("matrix");
    let canopy = Canopy::up_started(&folder.0.join("data"), |command| {
        command.env_remove("CANOPY_NO_SANDBOX").env("CANOPY_SANDBOX_SPEED", "20");
        // everybody comes from one address
        command.env("CANOPY_AUTH_ADDRESS_LIMIT", "100000");
        // and signs in at the same time: an attempt counts until its password has turned out to be right
        command.env("CANOPY_AUTH_LOGIN_LIMIT", "2000");
    });
    let world = World::of(&canopy).await;
    let before = world.picture().await;

    let rest = over_rest(&world).await;
    let grpc = over_grpc(&world).await;
    println!("authorization matrix: {} cases over REST, {} over gRPC", rest.len(), grpc.len());
    assert!(rest.len() > 800 && grpc.len() > 1_000, "{} and {}", rest.len(), grpc.len());

    let wrong: Vec<&str> =
        rest.iter().chain(&grpc).filter(|(_, o)| !o.right).map(|(_, outcome)| outcome.said.as_str()).collect();
    assert!(wrong.is_empty(), "{} of the answers are wrong:\n{}", wrong.len(), wrong.join("\n"));
    // One call may name things of several kinds, each in a case of its own.
    let mut unknown: BTreeMap<Tried, BTreeSet<&str>> = BTreeMap::new();
    for (tried, outcome) in rest.iter().chain(&grpc) {
        unknown.entry(*tried).or_default().extend(outcome.not_found.as_deref());
    }
    unknown.retain(|_, answers| answers.len() > 1);
    assert!(unknown.is_empty(), "a foreign thing can be told from none: {unknown:#?}");
    assert_eq!(world.picture().await, before, "something was changed by a call that should change nothing");
    drop(world);
    assert!(canopy.stop().success());
}

async fn over_rest(world: &World<'_>) -> Vec<(Tried, Outcome)> {
    let rows: BTreeMap<&str, access::Row> =
        bff::rules().unwrap().into_iter().filter(|row| !row.call.starts_with('/')).map(|row| (row.call, row)).collect();
    let cases = rest::cases();
    let calls: BTreeSet<&str> = rows.keys().copied().collect();
    assert_eq!(calls, cases.iter().map(|case| case.call).collect(), "each row has a case and each case a row");
    assert_eq!(calls, documented(world).await.iter().map(String::as_str).collect(), "as the document says");

    let numbered = cases.iter().enumerate();
    let jobs = numbered.flat_map(|(number, case)| tries(case).map(move |(who, thing)| (number, case, who, thing)));
    let outcomes = jobs.map(|(number, case, who, thing)| {
        let row = rows[case.call];
        async move { ((case.call, number), by_rest(world, &row, case, who, thing).await) }
    });
    stream::iter(outcomes).buffer_unordered(AT_ONCE).collect().await
}

/// The calls of the served document.
async fn documented(world: &World<'_>) -> Vec<String> {
    let (_, document) = world.canopy.call(Method::GET, "/openapi.json", None, None).await;
    let paths = document["paths"].as_object().unwrap();
    let calls = |(path, item): (&String, &Value)| {
        let methods = item.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase()));
        methods.collect::<Vec<_>>()
    };
    paths.iter().flat_map(calls).collect()
}

/// Whether a path is one of a template.
fn fits(template: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (template, path): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
    template.len() == path.len()
        && template.iter().zip(path).all(|(t, p)| *t == p || (t.starts_with('{') && !p.is_empty()))
}

async fn by_rest(
    world: &World<'_>,
    row: &access::Row,
    case: &Case<rest::Ask, u16>,
    who: Person,
    thing: Thing,
) -> Outcome {
    let named = world.named(thing, case.names, case.spare).await;
    let token = world.token(who, case.spare).await;
    let (method, template) = case.call.split_once(' ').unwrap();
    let ask = (case.ask)(world, &named);
    assert!(fits(template, &ask.path), "{}: {} is another call", case.call, ask.path);
    // an outage says nothing about rights, so the call is made again
    let mut turn = None;
    let (status, mut answer) = loop {
        let url = world.canopy.url(&ask.path);
        let mut request = world.canopy.http.request(method.parse().unwrap(), url).timeout(Duration::from_secs(60));
        if let Some(token) = &token {
            request = request.bearer_auth(token);
        }
        if ask.stale {
            request = request.header("if-match", "\"1\"");
        }
        if let Some(body) = &ask.body {
            request = request.json(body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let is_file = answer.headers().contains_key("content-disposition");
        let answer: Value = if is_file { json!({"data": null}) } else { answer.json().await.unwrap() };
        if status != 503 || !world.once_more(&mut turn).await {
            break (status, answer);
        }
    };
    let shows = answer["data"].as_array().is_some_and(|rows| !rows.is_empty());
    let expected = expected(row, case.names, case.as_admin, who, thing);
    let right = match expected {
        Answer::Granted => status == case.granted,
        Answer::Shown => status == case.granted && shows,
        Answer::Empty => status == case.granted && !shows,
        Answer::Unauthenticated => status == 401,
        Answer::Forbidden => status == 403,
        Answer::NotFound => status == 404,
    };
    let said = format!("{} by {who:?} on {thing:?}: {expected:?} ({}), not {status} {answer}", case.call, case.granted);
    answer["request_id"].take();
    Outcome { right, not_found: (status == 404).then(|| answer.to_string()), said }
}

async fn over_grpc(world: &World<'_>) -> Vec<(Tried, Outcome)> {
    let streams = described();
    let rows = grpc::rows();
    let mut cases = grpc::cases();
    let with_case: BTreeSet<&str> = cases.iter().map(|case| case.call).collect();
    let for_services: BTreeSet<&str> =
        rows.iter().filter(|(_, row)| row.who == access::Who::Nobody).map(|(_, row)| row.call).collect();
    assert!(with_case.is_disjoint(&for_services), "a case that is never asked: no person may make that call");
    cases.extend(for_services.iter().copied().map(grpc::for_services));
    let calls: BTreeSet<&str> = rows.iter().map(|(_, row)| row.call).collect();
    assert_eq!(calls, cases.iter().map(|case| case.call).collect(), "each row has a case and each case a row");
    assert_eq!(calls, streams.keys().map(String::as_str).collect(), "as the descriptors say");

    let mut channels = BTreeMap::new();
    for (role, _) in &rows {
        let address = world.canopy.report["roles"][role]["address"].as_str().unwrap();
        let channel = Endpoint::from_shared(format!("http://{address}")).unwrap().connect().await.unwrap();
        channels.insert(*role, channel);
    }
    let (channels, streams) = (&channels, &streams);
    let jobs = rows.iter().flat_map(|(role, row)| {
        let of_call = cases.iter().enumerate().filter(|(_, case)| case.call == row.call);
        of_call.flat_map(move |case| tries(case.1).map(move |(who, thing)| (*role, row, case, who, thing)))
    });
    let outcomes = jobs.map(|(role, row, (number, case), who, thing)| async move {
        let server = Server { role, channel: &channels[role], streams: streams[case.call] };
        ((case.call, number), by_grpc(world, &server, row, case, who, thing).await)
    });
    stream::iter(outcomes).buffer_unordered(AT_ONCE).collect().await
}

/// Every method of the contract, and whether it answers a stream.
fn described() -> BTreeMap<String, bool> {
    let files = prost_types::FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    let mut methods = BTreeMap::new();
    for file in files.file.iter().filter(|file| file.package().starts_with("canopy.")) {
        for service in &file.service {
            for method in &service.method {
                let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                methods.insert(path, method.server_streaming());
            }
        }
    }
    methods
}

/// Who serves a call.
struct Server<'a> {
    role: &'static str,
    channel: &'a Channel,
    streams: bool,
}

async fn by_grpc(
    world: &World<'_>,
    server: &Server<'_>,
    row: &access::Row,
    case: &Case<Vec<u8>, Code>,
    who: Person,
    thing: Thing,
) -> Outcome {
    let spare = match case.spare {
        Spare::Letter(_) => Spare::Letter(server.role),
        spare => spare,
    };
    let named = world.named(thing, case.names, spare).await;
    let token = world.token(who, spare).await;
    let message = (case.ask)(world, &named);
    let mut turn = None;
    let (code, error, answer) = loop {
        let asked = wire::call(server.channel, case.call, server.streams, token.as_deref(), message.clone());
        let (code, error, answer) = asked.await;
        if code != Code::Unavailable || !world.once_more(&mut turn).await {
            break (code, error, answer);
        }
    };
    // a list of nothing has no bytes
    let shows = !answer.is_empty();
    let expected = expected(row, case.names, case.as_admin, who, thing);
    let right = match expected {
        Answer::Granted => code == case.granted,
        Answer::Shown => code == case.granted && shows,
        Answer::Empty => code == case.granted && !shows,
        Answer::Unauthenticated => code == Code::Unauthenticated,
        Answer::Forbidden => code == Code::PermissionDenied,
        Answer::NotFound => code == Code::NotFound,
    };
    let said = format!(
        "{} of {} by {who:?} on {thing:?}: {expected:?} ({:?}), not {code:?} {error}",
        case.call, server.role, case.granted
    );
    Outcome { right, not_found: (code == Code::NotFound).then_some(error), said }
}
