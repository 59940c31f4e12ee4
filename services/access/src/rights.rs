//! The one-second cache: what a session may do, read from auth and teams in batches.
//!
//! One call a second per process however many requests: a request whose entry is too old waits for the batch in flight,
//! and each batch renews every session in use. Nothing is spawned: whoever waits first does the work for all.

use kit::{Context, Error, Origin, PeerChannel, Result, config::seconds, message, metrics::Hits};
use proto::{
    auth::{CheckSessionsRequest, TokenScope, auth_service_client::AuthServiceClient},
    teams::{ListMembershipsRequest, MemberRole, team_service_client::TeamServiceClient},
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::Instant;
use uuid::Uuid;

/// Settings of the cache.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// How long rights are believed without asking again
    #[arg(long, env = "CANOPY_RIGHTS_FRESH", value_parser = seconds(0.0..=3_600.0), default_value = "1s")]
    pub rights_fresh: Duration,
    /// How long rights are believed while auth or teams cannot be reached
    #[arg(long, env = "CANOPY_RIGHTS_STALE", value_parser = seconds(0.0..=86_400.0), default_value = "30s")]
    pub rights_stale: Duration,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How long asking auth or teams about rights may take
    #[arg(skip = Duration::from_secs(3))]
    pub rights_wait: Duration,
    /// Sessions and tokens that are remembered at most
    #[arg(skip = 50_000_u64)]
    pub rights_remembered: u64,
}

/// Global role of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// What their teams own.
    User,
    /// Reads all teams' things, without secrets and logs.
    Manager,
    /// Everything.
    Admin,
}

/// What somebody shows to be let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// The session of somebody who is signed in.
    Session,
    /// An API token: what its owner may, but for what only somebody who is signed in does.
    Token,
    /// An API token that only reads.
    ReadOnlyToken,
}

/// A user's place in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The team.
    pub team: Uuid,
    /// Member with role admin.
    pub admin: bool,
    /// Owner of the team.
    pub owner: bool,
}

/// A signed-in user, as auth and teams saw them at most a moment ago.
#[derive(Clone, Debug)]
pub struct User {
    /// Id.
    pub id: Uuid,
    /// Address.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Global role.
    pub role: Role,
    /// Session of the token, or the handle of an API token.
    pub session: Uuid,
    /// Which of the two it is.
    pub credential: Credential,
    /// Teams.
    pub memberships: Vec<Membership>,
}

impl User {
    /// First and last name, else the address.
    #[must_use]
    pub fn name(&self) -> String {
        let name = format!("{} {}", self.first_name, self.last_name).trim().to_owned();
        if name.is_empty() { self.email.clone() } else { name }
    }
}

#[derive(Clone)]
struct Entry {
    /// `None`: the session ended.
    user: Option<Arc<User>>,
    fetched: Instant,
}

/// The cache of one role. Cheap to clone.
#[derive(Clone)]
pub struct Access(Arc<Inner>);

struct Inner {
    cx: Context,
    options: Options,
    auth: AuthServiceClient<PeerChannel>,
    teams: TeamServiceClient<PeerChannel>,
    entries: moka::sync::Cache<Uuid, Entry>,
    /// Each with the generation of the keys that it was verified with.
    tokens: moka::sync::Cache<[u8; 32], (kit::identity::Claims, u64)>,
    /// How often the two knew an answer.
    known_users: Hits,
    known_tokens: Hits,
    /// Sessions asked for since the last batch.
    waiting: Mutex<BTreeSet<Uuid>>,
    /// The batch in flight; remembers when the last one failed.
    batch: tokio::sync::Mutex<Option<Instant>>,
}

/// Sessions in one batch at most. Fixed: auth and teams accept so many.
const BATCH: usize = 1_000;

impl Access {
    /// The role that it is of.
    pub(crate) fn role(&self) -> &'static str {
        self.0.cx.service
    }

    pub(crate) fn of(cx: &Context) -> anyhow::Result<Self> {
        let options: Options = cx.options()?;
        let [known_users, known_tokens] = Hits::of(&cx.metrics, ["rights", "tokens"]);
        Ok(Self(Arc::new(Inner {
            auth: AuthServiceClient::new(cx.peer("auth")).max_decoding_message_size(kit::MESSAGE_LIMIT),
            teams: TeamServiceClient::new(cx.peer("teams")).max_decoding_message_size(kit::MESSAGE_LIMIT),
            entries: moka::sync::Cache::builder()
                .max_capacity(options.rights_remembered)
                .time_to_idle(options.rights_stale + Duration::from_secs(30))
                .build(),
            tokens: moka::sync::Cache::builder()
                .max_capacity(options.rights_remembered)
                .time_to_idle(Duration::from_secs(3_600))
                .build(),
            known_users,
            known_tokens,
            waiting: Mutex::default(),
            batch: tokio::sync::Mutex::new(None),
            cx: cx.clone(),
            options,
        })))
    }

    /// The claims of a token; its signature is verified once and remembered by its hash.
    ///
    /// # Errors
    /// `Unauthenticated` for one that cannot be read, that somebody else signed or that is over.
    pub fn claims(&self, token: &str) -> Result<kit::identity::Claims> {
        use sha2::Digest as _;
        let now = self.0.cx.clock.now();
        let hash: [u8; 32] = sha2::Sha256::digest(token.as_bytes()).into();
        let generation = self.0.cx.identity.generation();
        let known = self.0.tokens.get(&hash).filter(|(_, of)| *of == generation);
        self.0.known_tokens.count(known.is_some());
        if let Some((claims, _)) = known {
            if claims.expires() > now {
                return Ok(claims);
            }
            self.0.tokens.invalidate(&hash);
        }
        let claims = self.0.cx.identity.verify(token, now)?;
        self.0.tokens.insert(hash, (claims.clone(), generation));
        Ok(claims)
    }

    /// Who made a statement about whom.
    pub(crate) fn statement(&self, statement: &str) -> Option<(String, Uuid)> {
        self.0.cx.identity.verify_statement(statement, self.0.cx.clock.now())
    }

    /// Who vouches that somebody is at an address, and for whom.
    pub(crate) fn vouched(&self, statement: &str, address: &str) -> Option<(String, Uuid)> {
        self.0.cx.identity.verify_address(statement, address, self.0.cx.clock.now())
    }

    /// The user of a session, at most a second old (30 s while auth or teams is away); `None` when the session ended.
    ///
    /// # Errors
    /// `Unavailable` when nothing recent enough is known.
    pub async fn user(&self, session: Uuid) -> Result<Option<Arc<User>>> {
        self.user_since(session, self.0.options.rights_fresh).await
    }

    /// The same, not older than `age` either.
    ///
    /// # Errors
    /// `Unavailable` when nothing recent enough is known.
    pub async fn user_since(&self, session: Uuid, age: Duration) -> Result<Option<Arc<User>>> {
        let age = age.min(self.0.options.rights_fresh);
        let known = self.entry(session, age);
        self.0.known_users.count(known.is_some());
        match known {
            Some(entry) => Ok(entry.user),
            None => self.renew(session, age).await,
        }
    }

    /// After how long everyone has noticed that rights were changed.
    #[must_use]
    pub fn fresh(&self) -> Duration {
        self.0.options.rights_fresh
    }

    /// Asks anew, whatever the cache says.
    ///
    /// # Errors
    /// `Unavailable` when auth or teams cannot be reached.
    pub async fn user_now(&self, session: Uuid) -> Result<Option<Arc<User>>> {
        self.0.entries.invalidate(&session);
        self.renew(session, Duration::ZERO).await
    }

    fn entry(&self, session: Uuid, age: Duration) -> Option<Entry> {
        self.0.entries.get(&session).filter(|entry| entry.fetched.elapsed() <= age)
    }

    async fn renew(&self, session: Uuid, age: Duration) -> Result<Option<Arc<User>>> {
        self.lock_waiting().insert(session);
        let asked = Instant::now();
        let mut failed = self.0.batch.lock().await;
        // Whoever held the lock before us may have fetched ours as well.
        if let Some(entry) = self.entry(session, age.max(asked.elapsed())) {
            return Ok(entry.user);
        }
        // An outage is asked about once a second, not by every request.
        let recently = failed.is_some_and(|at| at.elapsed() < Duration::from_secs(1));
        let outcome =
            if recently { Err(away(anyhow::anyhow!("it failed a moment ago"))) } else { self.fetch(session).await };
        match outcome {
            Ok(()) => {
                *failed = None;
                Ok(self.0.entries.get(&session).and_then(|entry| entry.user))
            }
            Err(error) => {
                if !recently {
                    *failed = Some(Instant::now());
                }
                match self.entry(session, self.0.options.rights_stale) {
                    Some(entry) => Ok(entry.user),
                    None => Err(error),
                }
            }
        }
    }

    fn lock_waiting(&self) -> std::sync::MutexGuard<'_, BTreeSet<Uuid>> {
        self.0.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// One batch: everyone who waits.
    async fn fetch(&self, session: Uuid) -> Result<()> {
        let mut ids = std::mem::take(&mut *self.lock_waiting());
        while ids.len() >= BATCH {
            if let Some(last) = ids.pop_last() {
                self.lock_waiting().insert(last);
            }
        }
        ids.insert(session);
        let fetched = Instant::now();
        let origin = Origin::of_role(self.0.cx.ids.as_ref());
        let within = self.0.options.rights_wait;
        let asked = CheckSessionsRequest { session_ids: ids.iter().map(Uuid::to_string).collect() };
        let request = self.0.cx.request_within("auth", &origin, asked, within)?;
        let sessions = self.0.auth.clone().check_sessions(request).await.map_err(away)?.into_inner().sessions;
        let users: BTreeSet<String> = sessions.iter().filter_map(|s| s.user.as_ref().map(|u| u.id.clone())).collect();
        let mut memberships: HashMap<String, Vec<Membership>> = HashMap::new();
        if !users.is_empty() {
            let asked = ListMembershipsRequest { user_ids: users.into_iter().collect(), ..Default::default() };
            let request = self.0.cx.request_within("teams", &origin, asked, within)?;
            for m in self.0.teams.clone().list_memberships(request).await.map_err(away)?.into_inner().memberships {
                let place = Membership {
                    team: kit::ids::parse(&m.team_id)?,
                    admin: m.role() == MemberRole::Admin,
                    owner: m.owner,
                };
                memberships.entry(m.user_id).or_default().push(place);
            }
        }
        for session in sessions {
            let scope = session.scope();
            let Some(user) = session.user else { continue };
            let id = kit::ids::parse(&session.id)?;
            ids.remove(&id);
            let role = match user.role() {
                proto::auth::Role::Admin => Role::Admin,
                proto::auth::Role::Manager => Role::Manager,
                _ => Role::User,
            };
            let memberships = memberships.get(&user.id).cloned().unwrap_or_default();
            let user = User {
                id: kit::ids::parse(&user.id)?,
                email: user.email,
                first_name: user.first_name,
                last_name: user.last_name,
                role,
                session: id,
                credential: match scope {
                    TokenScope::Unspecified => Credential::Session,
                    TokenScope::Full => Credential::Token,
                    TokenScope::Read => Credential::ReadOnlyToken,
                },
                memberships,
            };
            self.0.entries.insert(id, Entry { user: Some(Arc::new(user)), fetched });
        }
        for ended in ids {
            self.0.entries.insert(ended, Entry { user: None, fetched });
        }
        Ok(())
    }
}

/// Whatever auth or teams answers when they cannot say: an outage, never a verdict about the user.
fn away(cause: impl Into<anyhow::Error>) -> Error {
    Error::unavailable(message!(SIGN_IN_UNCHECKED), cause)
}
