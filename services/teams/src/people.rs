//! Names and addresses of users: auth's, asked for in batches and kept no longer than what is known of their rights.

use crate::App;
use kit::{Error, Origin, Result, message};
use moka::sync::Cache;
use proto::auth::{FindUserRequest, LookupUsersRequest, User, UserStatus};
use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};
use uuid::Uuid;

/// Ids that auth takes in one call. Fixed: agreed with auth.
const BATCH: usize = 1_000;

/// Users that are remembered at most. Fixed: each for about a second.
const REMEMBERED: u64 = 10_000;

/// Names that were asked for a moment ago. Cheap to clone.
#[derive(Clone)]
pub struct Known(Option<Cache<Uuid, User>>);

impl Known {
    /// Remembers each for `fresh`.
    #[must_use]
    pub fn of(fresh: Duration) -> Self {
        let cache = || Cache::builder().max_capacity(REMEMBERED).time_to_live(fresh).build();
        Self((!fresh.is_zero()).then(cache))
    }
}

/// Users by id.
#[derive(Default)]
pub struct People(HashMap<Uuid, User>);

impl People {
    /// Asks auth about all of these at once (one call per thousand).
    ///
    /// # Errors
    /// `Unavailable` when auth can't be reached.
    pub async fn find(app: &App, origin: &Origin, ids: BTreeSet<Uuid>) -> Result<Self> {
        let ids: Vec<String> = ids.iter().map(Uuid::to_string).collect();
        let mut people = Self::default();
        for ids in ids.chunks(BATCH) {
            let request = app.cx.request("auth", origin, LookupUsersRequest { ids: ids.to_vec() })?;
            let answer = app.auth.clone().lookup_users(request).await.map_err(passing)?.into_inner();
            people.0.extend(answer.users.into_iter().filter_map(|user| Some((Uuid::try_parse(&user.id).ok()?, user))));
        }
        Ok(people)
    }

    /// For showing: as they were at most a moment ago, which is as long as anything about a user is believed.
    ///
    /// # Errors
    /// `Unavailable` when auth has to be asked and can't be reached.
    pub async fn lately(app: &App, origin: &Origin, ids: BTreeSet<Uuid>) -> Result<Self> {
        let Some(known) = &app.known.0 else { return Self::find(app, origin, ids).await };
        let mut people = Self::default();
        let unknown = ids.into_iter().filter(|id| match known.get(id) {
            Some(user) => {
                people.0.insert(*id, user);
                false
            }
            None => true,
        });
        let unknown: BTreeSet<Uuid> = unknown.collect();
        for (id, user) in Self::find(app, origin, unknown).await?.0 {
            known.insert(id, user.clone());
            people.0.insert(id, user);
        }
        Ok(people)
    }

    /// Everybody in a team, asked for before it is changed: a change that was made is never answered with an outage.
    ///
    /// # Errors
    /// `Unavailable` when auth can't be reached.
    pub async fn of_team(app: &App, origin: &Origin, team: Uuid) -> Result<Self> {
        let ids = sqlx::query_scalar!("select user_id from teams.member where team_id = $1", team)
            .fetch_all(&app.cx.db)
            .await?;
        Self::find(app, origin, ids.into_iter().collect()).await
    }

    /// The active user of exactly this address.
    ///
    /// # Errors
    /// `Unavailable` when auth can't be reached.
    pub async fn by_address(app: &App, origin: &Origin, email: &str) -> Result<Option<Uuid>> {
        let request = app.cx.request("auth", origin, FindUserRequest { email: email.to_owned() })?;
        let answer = app.auth.clone().find_user(request).await.map_err(passing)?.into_inner();
        answer.user.map(|user| kit::ids::parse(&user.id)).transpose()
    }

    /// What a letter to this address is written in; empty when nobody has chosen a language.
    ///
    /// # Errors
    /// `Unavailable` when auth can't be reached.
    pub async fn language(app: &App, origin: &Origin, email: &str) -> Result<String> {
        let request = app.cx.request("auth", origin, FindUserRequest { email: email.to_owned() })?;
        Ok(app.auth.clone().find_user(request).await.map_err(passing)?.into_inner().language)
    }

    /// The one who calls, whom nobody has to be asked about.
    #[must_use]
    pub fn of_caller(user: &access::User) -> Self {
        let known = User {
            id: user.id.to_string(),
            email: user.email.clone(),
            first_name: user.first_name.clone(),
            last_name: user.last_name.clone(),
            ..User::default()
        };
        Self(HashMap::from([(user.id, known)]))
    }

    /// A user, when auth knows one.
    #[must_use]
    pub fn get(&self, id: Uuid) -> Option<&User> {
        self.0.get(&id)
    }

    /// Whether one of these has this canonical address.
    #[must_use]
    pub fn has_address(&self, email: &str) -> bool {
        self.0.values().any(|user| user.email == email)
    }

    /// A user that may be let in.
    #[must_use]
    pub fn active(&self, id: Uuid) -> Option<&User> {
        self.get(id).filter(|user| user.status() == UserStatus::Active)
    }

    /// How a user is named in sentences: first and last name, else the address, else the id.
    #[must_use]
    pub fn name(&self, id: Uuid) -> String {
        let Some(user) = self.get(id) else { return id.to_string() };
        let name = format!("{} {}", user.first_name, user.last_name);
        let name = name.trim();
        if name.is_empty() { user.email.clone() } else { name.to_owned() }
    }
}

/// Whatever goes wrong between teams and auth is an outage for the one who asks teams: that auth refuses teams' own token
/// says nothing about theirs.
fn passing(status: tonic::Status) -> Error {
    match Error::from(status) {
        error @ (Error::Unavailable { .. } | Error::RateLimited { .. }) => error,
        error => Error::unavailable(message!(NAMES_UNAVAILABLE), error),
    }
}
