//! Every service at once on one port of loopback: answers what a test prepared, and remembers what it was asked.

use futures::{StreamExt, stream};
use kit::testing::{Asked, Peer};
use prost::Message;
use proto::{auth, teams};
use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tonic::Status;

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
        Peer::of(self.clone()).otherwise(Self::played).serve().await
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

    async fn played(self, asked: Asked) -> Result<kit::testing::Answer, Status> {
        let answer = self.decide(&asked);
        self.state().asked.push(asked);
        let said = |messages: Vec<Vec<u8>>| stream::iter(messages.into_iter().map(|message| Ok(message.into())));
        match answer {
            Answer::Messages(messages) => Ok(said(messages).boxed()),
            Answer::Endless(messages) => Ok(said(messages).chain(stream::pending()).boxed()),
            Answer::Refused(messages, refusal) if messages.is_empty() => Err(refusal().into()),
            Answer::Refused(messages, refusal) => {
                Ok(said(messages).chain(stream::once(async move { Err(refusal().into()) })).boxed())
            }
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
                let live = |id: String| {
                    state.sessions.get(&id).cloned().map(|user| auth::Session {
                        id,
                        user: Some(user),
                        ..Default::default()
                    })
                };
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
