//! One running system with two teams that own the same kinds of things, and everybody who may try to get at them.

use super::rule::{Names, Person, Thing};
use crate::system::{Canopy, PATIENCE, Session, base64};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};
use tokio::{
    sync::{Mutex, MutexGuard},
    time::Instant,
};

/// The password of everybody.
pub const PASSWORD: &str = "correct horse battery";
/// Who signs in when that is what is tried: a session too many ends the oldest, which nobody else may lose.
pub const VISITOR: &str = "visitor@example.com";

/// What a call uses up, so that each has one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spare {
    Nothing,
    /// A finished task.
    Task,
    /// A line of the team's history.
    Event,
    /// A plain member of the team.
    Member,
    /// Somebody who is invited into the team.
    Invite,
    /// A notification rule of the team, with a delivery of the same id.
    Rule,
    /// Somebody who is invited to have an account.
    UserInvite,
    /// A dead letter of the service.
    Letter(&'static str),
    /// A session of the caller.
    Session,
    /// Somebody else with the same rights calls, who has an account of their own.
    Double,
    /// An account.
    User,
    /// A datacenter without clusters.
    Datacenter,
    /// A cluster without a kubeconfig.
    Cluster,
}

/// What a team has.
#[derive(Clone, Debug)]
pub struct Things {
    pub team: String,
    pub team_name: String,
    pub deployment: String,
    pub site: String,
    /// A finished one.
    pub task: String,
    /// Somebody who is in the team.
    pub colleague: String,
}

/// The right to make calls again that met an outage.
pub struct Turn<'w> {
    until: Instant,
    _alone: MutexGuard<'w, ()>,
}

/// What one call names.
#[derive(Clone, Debug)]
pub struct Named {
    pub things: Things,
    pub cluster: String,
    pub spare: String,
    /// A word that no other call has.
    pub word: String,
}

pub struct World<'a> {
    pub canopy: &'a Canopy,
    pub cluster: String,
    pub datacenter: String,
    /// Of the cluster, base64.
    pub kubeconfig: String,
    /// Of the set-up that is done.
    pub setup_token: String,
    db: PgPool,
    own: Things,
    foreign: Things,
    tokens: BTreeMap<Person, String>,
    sessions: BTreeMap<Person, std::sync::Mutex<Vec<String>>>,
    calls: AtomicUsize,
    again: Mutex<()>,
}

fn random() -> String {
    use kit::Ids as _;
    kit::ids::SystemIds.uuid().to_string()
}

fn address(person: Person) -> String {
    format!("{person:?}@example.com").to_lowercase()
}

/// What a person signs in with.
fn login_address(person: Person) -> String {
    if person == Person::Administrator { "admin@example.com".to_owned() } else { address(person) }
}

impl<'a> World<'a> {
    /// Makes the teams, their things and everybody.
    pub async fn of(canopy: &'a Canopy) -> Self {
        let admin = canopy.first_admin().await;
        let db = canopy.database().await;
        let operational = |_: u16, clusters: &Value| clusters[0]["status"] == "operational";
        let clusters = admin.until("/clusters", "the cluster is seen", operational).await;
        let cluster = clusters[0]["id"].as_str().unwrap().to_owned();
        let datacenter = clusters[0]["datacenter"].as_str().unwrap().to_owned();
        let kubeconfig = admin.get(&format!("/clusters/{cluster}/kubeconfig")).await;
        let kubeconfig = base64(kubeconfig.as_str().unwrap().as_bytes());

        let mut people = BTreeMap::new();
        let with_account =
            |person: &Person| !matches!(person, Person::Nobody | Person::Administrator) && *person == person.owner();
        for person in Person::ALL.into_iter().filter(with_account) {
            people.insert(person, canopy.user(&address(person)).await);
        }
        let (stranger, stranger_id) = canopy.user("stranger@example.com").await;
        canopy.user(VISITOR).await;
        let owner = &people[&Person::Owner];
        let own = things(&owner.0, "own", &cluster, &people[&Person::Member].1);
        let foreign = things(&stranger, "foreign", &cluster, &stranger_id);
        let (own, foreign) = tokio::join!(own, foreign);
        for person in [Person::Member, Person::Creator, Person::TeamAdmin, Person::FormerMember, Person::Deactivated] {
            let path = format!("/teams/{}/members", own.team);
            owner.0.post(&path, json!({"userId": people[&person].1})).await;
        }
        let by_hand = [
            format!("update teams.member set role = 'admin' where user_id = '{}'", people[&Person::TeamAdmin].1),
            format!(
                "update deployments.deployment set created_by = '{}' where id = '{}'",
                people[&Person::Creator].1,
                own.deployment
            ),
            format!("update auth.user set role = 'manager' where id = '{}'", people[&Person::Manager].1),
        ];
        for statement in by_hand {
            sqlx::query(AssertSqlSafe(statement)).execute(&db).await.unwrap();
        }

        let mut tokens: BTreeMap<Person, String> =
            people.iter().map(|(person, (session, _))| (*person, session.token.clone())).collect();
        tokens.insert(Person::Administrator, admin.token.clone());
        let mut sessions = BTreeMap::new();
        for person in tokens.keys() {
            let email = login_address(*person);
            // over REST and over gRPC
            let two = vec![sign_in(canopy, &email).await, sign_in(canopy, &email).await];
            sessions.insert(*person, std::sync::Mutex::new(two));
        }
        for (person, scope) in [(Person::Program, "full"), (Person::Reader, "read")] {
            let token = people[&person.owner()].0.post("/auth/tokens", json!({"name": scope, "scope": scope})).await;
            tokens.insert(person, token["secret"].as_str().unwrap().to_owned());
        }
        let setup_token = canopy.setup_token();
        let world = Self {
            canopy,
            cluster,
            datacenter,
            kubeconfig,
            setup_token,
            db,
            own,
            foreign,
            tokens,
            sessions,
            calls: AtomicUsize::new(0),
            again: Mutex::default(),
        };
        world.events_are_told(&admin).await;
        world.part(&people[&Person::FormerMember].1, &people[&Person::Deactivated].1).await;
        world
    }

    /// Both deployments are in the history, which is told to its service a moment later.
    async fn events_are_told(&self, admin: &Session<'_>) {
        for things in [&self.own, &self.foreign] {
            let path = format!("/events?deployment={}", things.deployment);
            let told = |_: u16, events: &Value| events.as_array().is_some_and(|events| !events.is_empty());
            admin.until(&path, "the history of the site is there", told).await;
        }
    }

    /// The former member leaves and the other one is deactivated, both while every service knows them.
    async fn part(&self, former: &str, deactivated: &str) {
        let former_session = self.session(Person::FormerMember);
        let deactivated_session = self.session(Person::Deactivated);
        for path in self.paths() {
            former_session.get(&path).await;
            deactivated_session.get(&path).await;
        }
        former_session.delete(&format!("/teams/{}/members/{former}", self.own.team)).await;
        sqlx::query(AssertSqlSafe(format!("update auth.user set status = 'inactive' where id = '{deactivated}'")))
            .execute(&self.db)
            .await
            .unwrap();
        for path in self.paths() {
            former_session.until(&path, "the team is lost", |status, _| status == 404).await;
            deactivated_session.until(&path, "the session is lost", |status, _| status == 401).await;
        }
    }

    /// One thing of each service that keeps things of teams.
    fn paths(&self) -> [String; 3] {
        let Things { team, deployment, task, .. } = &self.own;
        [format!("/teams/{team}"), format!("/deployments/{deployment}"), format!("/tasks/{task}")]
    }

    fn session(&self, person: Person) -> Session<'a> {
        Session { canopy: self.canopy, token: self.tokens[&person].clone() }
    }

    /// The token that a person calls with.
    pub async fn token(&self, person: Person, spare: Spare) -> Option<String> {
        if spare == Spare::Double && self.sessions.contains_key(&person) {
            return Some(self.double(person).await);
        }
        if spare == Spare::Session
            && let Some(sessions) = self.sessions.get(&person)
        {
            return Some(sessions.lock().unwrap().pop().expect("a session for each log-out"));
        }
        self.tokens.get(&person).cloned()
    }

    /// Makes an account with the role and the status of a person's, in none of their teams, and signs in.
    async fn double(&self, person: Person) -> String {
        let id = random();
        let email = format!("matrix-{id}@example.com");
        let made = "insert into auth.user (id, email, first_name, last_name, role, status, created_at)
             select $1::text::uuid, $2, '', '', role, 'active', now() from auth.user where email = $3";
        let of = login_address(person);
        sqlx::query(made).bind(&id).bind(&email).bind(&of).execute(&self.db).await.unwrap();
        let made = "insert into auth.credential (user_id, password_hash, changed_at)
             select $1::text::uuid, c.password_hash, now() from auth.credential c join auth.user u on u.id = c.user_id where u.email = $2";
        sqlx::query(made).bind(&id).bind(&of).execute(&self.db).await.unwrap();
        let token = sign_in(self.canopy, &email).await;
        let same =
            "update auth.user set status = (select status from auth.user where email = $2) where id = $1::text::uuid";
        sqlx::query(same).bind(&id).bind(&of).execute(&self.db).await.unwrap();
        token
    }

    /// What to set at the named cluster. At one that is not there it is nonsense: nobody learns that before.
    pub fn kubeconfig_for(&self, named: &Named) -> String {
        if named.cluster == self.cluster { self.kubeconfig.clone() } else { base64(b"nonsense") }
    }

    /// What a call names, with a spare thing of its own.
    pub async fn named(&self, thing: Thing, names: Names, spare: Spare) -> Named {
        let word = format!("matrix{}", self.calls.fetch_add(1, Ordering::Relaxed));
        let cluster = if thing == Thing::Random && names == Names::Shared { random() } else { self.cluster.clone() };
        let things = match thing {
            Thing::Own => self.own.clone(),
            Thing::Foreign => self.foreign.clone(),
            Thing::Random => Things {
                team: random(),
                team_name: random(),
                deployment: random(),
                // no good name: nobody learns that before
                site: String::new(),
                task: random(),
                colleague: self.own.colleague.clone(),
            },
        };
        let id = random();
        let make = match spare {
            Spare::Task => Some(format!(
                "insert into tasks.task
                 select (jsonb_populate_record(t, jsonb_build_object('id', '{id}'))).* from tasks.task t where id = '{}'",
                things.task
            )),
            Spare::Event => Some(format!(
                "insert into events.event
                 select (jsonb_populate_record(e, jsonb_build_object('id', '{id}'))).* from events.event e
                 where deployment_id = '{}' and not admin_only order by created_at limit 1",
                things.deployment
            )),
            Spare::Member => Some(format!(
                "insert into teams.member (team_id, user_id, role, created_at) values ('{}', '{id}', 'member', now())",
                things.team
            )),
            Spare::Invite => Some(format!(
                "insert into teams.invite (id, team_id, email, role, handle, created_at, expires_at)
                 values ('{id}', '{}', 'matrix-{id}@example.com', 'member', '{id}', now(), now() + interval '7 days')",
                things.team
            )),
            Spare::Rule => Some(format!(
                "with made as (
                   insert into events.rule (id, team_id, team_name, name, kinds, everything, channel, language, sealed_version,
                     shown, enabled, author_id, created_at, updated_at, held_until, claimed_until)
                   values ('{id}', '{}', 'Web', 'spare', '{{task_failed}}', false, 'mail', '', 0, '', true, '{id}', now(), now(), now(), now())
                   returning id)
                 insert into events.delivery (id, rule_id, state, created_at, next_at, expires_at)
                 select id, id, 'delivered', now(), now(), now() from made",
                things.team
            )),
            Spare::UserInvite => Some(format!(
                "insert into auth.invite (id, email, role, handle, invited_by, created_at, expires_at)
                 values ('{id}', 'matrix-{id}@example.com', 'user', '{id}', 'Ada', now(), now() + interval '7 days')"
            )),
            Spare::Letter(service) => Some(format!(
                "insert into {service}.dead_letter (id, kind, target, method, payload, origin, error, created_at)
                 values ('{id}', 'fact', 'nobody', 'Nothing', '', '{{}}', 'unreadable', now())"
            )),
            Spare::User => Some(format!(
                "insert into auth.user (id, email, first_name, last_name, role, status, created_at)
                 values ('{id}', 'matrix-{id}@example.com', '', '', 'user', 'active', now())"
            )),
            Spare::Datacenter => Some(format!(
                "insert into infrastructure.datacenter
                    (id, name, city, country, provider, region, status, address, domains, created_at, updated_at)
                 values ('{id}', 'Spare {id}', 'Falkenstein', 'DE', 'hetzner', 'fsn1', 'operational',
                    'Hetzner fsn1, Falkenstein', '{{}}', now(), now())"
            )),
            Spare::Cluster => Some(format!(
                "insert into infrastructure.cluster
                    (id, name, description, provider, region, endpoint, domains, created_at, updated_at)
                 values ('{id}', 'Spare {id}', 'one more', 'custom', '', 'https://cluster.example.com', '{{}}', now(), now())"
            )),
            Spare::Nothing | Spare::Session | Spare::Double => None,
        };
        if let Some(make) = make.filter(|_| thing != Thing::Random) {
            sqlx::query(AssertSqlSafe(make)).execute(&self.db).await.unwrap();
        }
        Named { things, cluster, spare: id, word }
    }

    /// Whether a call that met an outage is made once more; waits a moment first. From then on until its end it is the only such
    /// one: calls that are too much for a busy machine together would be so again and again.
    pub async fn once_more<'w>(&'w self, turn: &mut Option<Turn<'w>>) -> bool {
        if turn.is_none() {
            let alone = self.again.lock().await;
            *turn = Some(Turn { until: Instant::now() + PATIENCE, _alone: alone });
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        turn.as_ref().is_some_and(|turn| Instant::now() < turn.until)
    }

    /// What the calls must leave as it is: the deployments as people made them, the teams, the people's rights.
    pub async fn picture(&self) -> Vec<String> {
        let mut picture = Vec::new();
        for query in [
            "select row(id, name, description, revision, changed_version, wanted)::text from deployments.deployment order by id",
            "select row(id, name, description, owner_id)::text from teams.team where name like 'The % team' order by id",
            "select row(m.team_id, m.user_id, m.role)::text from teams.member m
             where m.user_id in (select id from auth.user) and m.team_id in (select id from teams.team where name like 'The % team')
             order by m.team_id, m.user_id",
            "select row(id, name, api_endpoint)::text from infrastructure.cluster where name like 'Sandbox%' order by id",
            "select row(id, email, role, status)::text from auth.user where email not like 'matrix%' order by id",
        ] {
            picture.extend(sqlx::query_scalar::<_, String>(query).fetch_all(&self.db).await.unwrap());
        }
        picture
    }
}

/// A team with a site that runs; its newest change is not its first, so that a change made on the first is a conflict.
async fn things(owner: &Session<'_>, which: &str, cluster: &str, colleague: &str) -> Things {
    let team_name = format!("The {which} team");
    let team = owner.post("/teams", json!({"name": team_name, "description": "has a site"})).await;
    let team = team["id"].as_str().unwrap().to_owned();
    let created = owner.post("/deployments", Session::site(which, cluster, &team)).await;
    let task = created["taskId"].as_str().unwrap().to_owned();
    let deployment = created["id"].as_str().unwrap().to_owned();
    let done = owner.finished(&task).await;
    assert_eq!(done["status"], "complete", "{done:#}");
    owner.rested(&deployment).await;
    let path = format!("/deployments/{deployment}");
    owner.put(&path, json!({"description": "changed once"})).await;
    Things { team, team_name, deployment, site: which.to_owned(), task, colleague: colleague.to_owned() }
}

async fn sign_in(canopy: &Canopy, email: &str) -> String {
    let body = json!({"email": email, "password": PASSWORD});
    let (status, answer) = canopy.call(Method::POST, "/auth/login", None, Some(body)).await;
    assert_eq!(status, 200, "{answer}");
    answer["data"]["token"].as_str().unwrap().to_owned()
}
