//! Every service at once on one port of loopback: answers what a test prepared, and remembers what it was asked.

use bytes::{BufMut, Bytes, BytesMut};
use futures::{StreamExt, stream};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, StreamBody};
use prost::Message;
use proto::{auth, teams};
use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{Arc, Mutex},
};

/// What a call is answered.
#[derive(Clone)]
enum Answer {
    /// Messages, then the end.
    Messages(Vec<Vec<u8>>),
    /// Messages, then silence.
    Endless(Vec<Vec<u8>>),
    /// Messages, then an error.
    Refused(Vec<Vec<u8>>, Refusal),
    /// Nothing at all.
    Silence,
}

/// Errors in the form they have on the wire, made when they are needed: a `kit::Error` cannot be cloned.
pub type Refusal = fn() -> kit::Error;

/// One call that arrived.
#[derive(Clone)]
pub struct Asked {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

#[derive(Default)]
struct State {
    answers: HashMap<String, Answer>,
    rest: Option<Refusal>,
    asked: Vec<Asked>,
    sessions: BTreeMap<String, auth::User>,
    memberships: Vec<teams::Membership>,
    auth_away: bool,
}

/// The fake of all services.
#[derive(Clone, Default)]
pub struct Fake(Arc<Mutex<State>>);

impl Fake {
    /// Listens; all roles are at this address.
    pub async fn listen(&self) -> SocketAddr {
        let fake = self.clone();
        let router =
            axum::Router::new().fallback(move |request: Request<axum::body::Body>| fake.clone().serve(request));
        kit::testing::serve(tonic::service::Routes::from(router)).await
    }

    /// The call `path` (without `/canopy.` and `.v1`, for instance `teams.TeamService/GetTeam`) is answered this.
    pub fn answer(&self, path: &str, message: &impl Message) {
        self.set(path, Answer::Messages(vec![message.encode_to_vec()]));
    }

    pub fn stream<M: Message>(&self, path: &str, messages: &[M]) {
        self.set(path, Answer::Messages(messages.iter().map(Message::encode_to_vec).collect()));
    }

    pub fn endless<M: Message>(&self, path: &str, messages: &[M]) {
        self.set(path, Answer::Endless(messages.iter().map(Message::encode_to_vec).collect()));
    }

    pub fn refuse(&self, path: &str, refusal: Refusal) {
        self.set(path, Answer::Refused(Vec::new(), refusal));
    }

    pub fn stream_then_refuse<M: Message>(&self, path: &str, messages: &[M], refusal: Refusal) {
        self.set(path, Answer::Refused(messages.iter().map(Message::encode_to_vec).collect(), refusal));
    }

    pub fn never_answer(&self, path: &str) {
        self.set(path, Answer::Silence);
    }

    /// Whatever is not prepared is refused so.
    pub fn refuse_all(&self, refusal: Refusal) {
        self.state().rest = Some(refusal);
    }

    /// auth does not answer questions about sessions any more.
    pub fn auth_away(&self, away: bool) {
        self.state().auth_away = away;
    }

    /// A session and its user.
    pub fn sign_in(&self, session: uuid::Uuid, user: auth::User) {
        self.state().sessions.insert(session.to_string(), user);
    }

    pub fn sign_out_everyone(&self) {
        self.state().sessions.clear();
    }

    /// The user becomes a plain member of the team.
    pub fn join(&self, user: &str, team: &str) {
        let role = teams::MemberRole::Member.into();
        let member = teams::Membership { user_id: user.to_owned(), team_id: team.to_owned(), role, owner: false };
        self.state().memberships.push(member);
    }

    pub fn leave(&self, user: &str, team: &str) {
        self.state().memberships.retain(|member| (member.user_id.as_str(), member.team_id.as_str()) != (user, team));
    }

    /// The calls of `path` that arrived, oldest first.
    pub fn asked(&self, path: &str) -> Vec<Asked> {
        let path = full(path);
        self.state().asked.iter().filter(|asked| asked.path == path).cloned().collect()
    }

    /// The only message of `path` that arrived.
    pub fn message<M: Message + Default>(&self, path: &str) -> M {
        let asked = self.asked(path);
        assert_eq!(asked.len(), 1, "{path} was asked {} times", asked.len());
        M::decode(asked[0].body.clone()).unwrap()
    }

    /// How many calls arrived besides those about sessions.
    pub fn count(&self) -> usize {
        let about = |path: &str| path.ends_with("/CheckSessions") || path.ends_with("/ListMemberships");
        self.state().asked.iter().filter(|asked| !about(&asked.path)).count()
    }

    fn set(&self, path: &str, answer: Answer) {
        self.state().answers.insert(full(path), answer);
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    async fn serve(self, request: Request<axum::body::Body>) -> Response<axum::body::Body> {
        let (head, body) = request.into_parts();
        let frames = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        let asked = Asked {
            path: head.uri.path().to_owned(),
            headers: head.headers,
            body: frames.slice(5.min(frames.len())..),
        };
        let answer = self.decide(&asked);
        self.state().asked.push(asked);
        match answer {
            Answer::Messages(messages) => framed(messages, Some(tonic::Status::ok(""))),
            Answer::Endless(messages) => framed(messages, None),
            // As tonic does: an error before the first message stands in the headers.
            Answer::Refused(messages, refusal) if messages.is_empty() => tonic::Status::from(refusal()).into_http(),
            Answer::Refused(messages, refusal) => framed(messages, Some(refusal().into())),
            Answer::Silence => std::future::pending().await,
        }
    }

    fn decide(&self, asked: &Asked) -> Answer {
        let state = self.state();
        if let Some(answer) = state.answers.get(&asked.path) {
            return answer.clone();
        }
        match asked.path.as_str() {
            "/canopy.auth.v1.AuthService/CheckSessions" if state.auth_away => Answer::Refused(Vec::new(), || {
                kit::Error::unavailable(kit::message!(PART_AWAY), std::io::Error::other("test"))
            }),
            "/canopy.auth.v1.AuthService/CheckSessions" => {
                let wanted = auth::CheckSessionsRequest::decode(asked.body.clone()).unwrap();
                let live =
                    |id: String| state.sessions.get(&id).cloned().map(|user| auth::Session { id, user: Some(user) });
                let sessions = wanted.session_ids.into_iter().filter_map(live).collect();
                Answer::Messages(vec![auth::CheckSessionsResponse { sessions }.encode_to_vec()])
            }
            "/canopy.teams.v1.TeamService/ListMemberships" => {
                let memberships = state.memberships.clone();
                Answer::Messages(vec![teams::ListMembershipsResponse { memberships }.encode_to_vec()])
            }
            _ => match state.rest {
                Some(refusal) => Answer::Refused(Vec::new(), refusal),
                None => panic!("{} was not prepared", asked.path),
            },
        }
    }
}

fn full(path: &str) -> String {
    let (package, rest) = path.split_once('.').unwrap();
    format!("/canopy.{package}.v1.{rest}")
}

/// Messages as gRPC frames, then the status as trailers (or nothing, for ever).
fn framed(messages: Vec<Vec<u8>>, end: Option<tonic::Status>) -> Response<axum::body::Body> {
    let frames = messages.into_iter().map(|message| {
        let mut frame = BytesMut::with_capacity(message.len() + 5);
        frame.put_u8(0);
        frame.put_u32(u32::try_from(message.len()).unwrap());
        frame.extend_from_slice(&message);
        http_body::Frame::data(frame.freeze())
    });
    let frames = stream::iter(frames.collect::<Vec<_>>());
    let rest = match end {
        Some(status) => {
            let mut trailers = HeaderMap::new();
            status.add_header(&mut trailers).unwrap();
            stream::iter([http_body::Frame::trailers(trailers)]).left_stream()
        }
        None => stream::pending().right_stream(),
    };
    let body = StreamBody::new(frames.chain(rest).map(Ok::<_, std::convert::Infallible>));
    Response::builder().header("content-type", "application/grpc").body(axum::body::Body::new(body)).unwrap()
}
