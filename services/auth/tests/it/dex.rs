//! A Dex of the test's own: a real OpenID Connect provider on loopback, and a browser that signs in with its form.
#![expect(clippy::disallowed_methods, reason = "a file of the test's own has an id that no other one has")]

use auth::App;
use kit::{Result, testing::Bench};
use proto::auth::{BeginProviderSignInRequest, FinishProviderSignInRequest, FinishProviderSignInResponse, SignedIn};
use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};
use uuid::Uuid;

use crate::{HOME, PASSWORD, browser};

/// bcrypt of [`PASSWORD`].
const HASH: &str = "$2b$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS";
/// What Canopy shows Dex.
pub const SECRET: &str = "not-to-be-seen-anywhere";
const BACK: &str = "http://127.0.0.1:9/login/callback";

/// Somebody whom Dex knows.
pub struct Person {
    pub email: &'static str,
    pub verified: bool,
    pub groups: &'static [&'static str],
}

/// Somebody with a verified address and no groups.
pub fn person(email: &'static str) -> Person {
    Person { email, verified: true, groups: &[] }
}

/// Ends with the test.
pub struct Dex {
    child: Child,
    pub issuer: String,
}

impl Drop for Dex {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether the runner has said that there is no Dex on this machine, and why.
pub fn is_left_out() -> bool {
    kit::testing::is_left_out("CANOPY_TEST_DEX")
}

/// Where something can listen.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Dex {
    /// With these people, whose password is [`PASSWORD`].
    pub fn start(people: &[Person]) -> Self {
        // somebody else may take the port in between
        (0..5).find_map(|_| Self::at(free_port(), people)).expect("Dex does not start")
    }

    /// `None` when the port is taken.
    pub fn at(port: u16, people: &[Person]) -> Option<Self> {
        let quoted = |all: &[&str]| all.iter().map(|one| format!("\"{one}\"")).collect::<Vec<_>>().join(",");
        let people: Vec<String> = people
            .iter()
            .map(|Person { email, verified, groups }| {
                let groups = quoted(groups);
                format!(
                    r#"{{"id":"id-{email}","email":"{email}","name":"Ada Lovelace","passwordHash":"{HASH}","verified":{verified},"groups":[{groups}]}}"#
                )
            })
            .collect();
        let config = format!(
            r#"{{"listen":"127.0.0.1:{port}","clientId":"canopy","clientSecret":"{SECRET}","redirectUris":["{BACK}"],"people":[{}]}}"#,
            people.join(",")
        );
        let file = std::env::temp_dir().join(format!("canopy-dex-{}.json", Uuid::new_v4()));
        std::fs::write(&file, config).unwrap();
        let mut child = Command::new(kit::testing::told("CANOPY_TEST_DEX"))
            .arg(&file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let _ = std::fs::remove_file(&file);
        let dex = Self { child, issuer: format!("http://127.0.0.1:{port}/dex") };
        line.starts_with("ready").then_some(dex)
    }

    pub fn port(&self) -> u16 {
        self.issuer.split([':', '/']).nth(4).unwrap().parse().unwrap()
    }
}

/// auth with an administrator and this provider; registration is open.
pub async fn house(dex: &Dex, more: &[&str]) -> (Bench, App) {
    let own = [
        "--registration=open".to_owned(),
        "--public-url=http://127.0.0.1:9/".to_owned(),
        format!("--oidc-issuer={}", dex.issuer),
        "--oidc-client-id=canopy".to_owned(),
        format!("--oidc-client-secret={SECRET}"),
        "--oidc-name=Dex".to_owned(),
        "--oidc-scopes=profile email groups".to_owned(),
    ];
    let all: Vec<&str> = own.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let (bench, app) = crate::with_options(&all).await;
    sqlx::query(
        "insert into auth.user (id, email, first_name, last_name, role, status, created_at)
         values ($1, 'admin@example.com', '', '', 'admin', 'active', now())",
    )
    .bind(Uuid::nil())
    .execute(&bench.cx.db)
    .await
    .unwrap();
    (bench, app)
}

/// What the browser is sent back with: state and code.
pub struct Back {
    pub state: String,
    pub code: String,
}

/// Signs in with Dex's form, as a browser that follows where it is led.
pub async fn visit(url: &str, email: &str) -> Back {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let mut at = reqwest::Url::parse(url).unwrap();
    for _ in 0..10 {
        if at.as_str().starts_with(BACK) {
            let value = |name: &str| at.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
            return Back { state: value("state").unwrap(), code: value("code").unwrap_or_default() };
        }
        let mut answer = client.get(at.clone()).send().await.unwrap();
        if answer.status().is_success() {
            let form = form_urlencoded::Serializer::new(String::new())
                .append_pair("login", email)
                .append_pair("password", PASSWORD)
                .finish();
            let kind = "application/x-www-form-urlencoded";
            answer = client.post(at.clone()).header("content-type", kind).body(form).send().await.unwrap();
        }
        let to = answer.headers().get("location").expect("Dex leads somewhere").to_str().unwrap().to_owned();
        at = at.join(&to).unwrap();
    }
    panic!("Dex leads nowhere: {at}")
}

/// Goes to the provider and comes back with all that a browser has then.
pub async fn go(app: &App, email: &str) -> FinishProviderSignInRequest {
    let begun = auth::begin_provider_sign_in::begin_provider_sign_in(app, BeginProviderSignInRequest {}).await.unwrap();
    let Back { state, code } = visit(&begun.url, email).await;
    FinishProviderSignInRequest { state, code, ticket: begun.ticket, ..Default::default() }
}

/// The browser is back.
pub async fn finish(app: &App, back: &FinishProviderSignInRequest) -> Result<FinishProviderSignInResponse> {
    auth::finish_provider_sign_in::finish_provider_sign_in(app, &browser(HOME), back.clone()).await
}

/// The whole way.
pub async fn sign_in(app: &App, email: &str) -> Result<SignedIn> {
    Ok(finish(app, &go(app, email).await).await?.signed_in.expect("no second factor is asked for"))
}
