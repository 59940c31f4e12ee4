//! CompleteSetup: makes the first admin with the token of the printed link, signs them in, and has teams make their team.

use crate::{
    App, attempt,
    attempt::AttemptKind,
    facts,
    get_setup::has_admin,
    session,
    session::SessionOrigin,
    user::{Person, User},
};
use access::Caller;
use kit::{
    Error, Problems, Result, message, outbox,
    text::{length_problem, name_problem},
};
use proto::{
    auth::{CompleteSetupRequest, CompleteSetupResponse},
    teams::CreateFirstTeamRequest,
};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// Key of the advisory lock that lets one set-up through at a time ("setup" in ASCII).
const LOCK: i64 = 0x73_65_74_75_70;
/// What fits into a team's name before "'s team". Fixed: teams' names have 50 characters at most.
const MAX_TEAM_OWNER: usize = 43;

/// One of any number of attempts at the same time makes the admin.
///
/// # Errors
/// `Forbidden` for a wrong token, `Invalid` with fields, `Conflict` with reason `SETUP_COMPLETED`.
pub async fn complete_setup(
    app: &App,
    caller: &Caller,
    mut request: CompleteSetupRequest,
) -> Result<CompleteSetupResponse> {
    let password = Zeroizing::new(std::mem::take(&mut request.password));
    let token = Zeroizing::new(std::mem::take(&mut request.token));
    let address = crate::address(caller, "");
    check_token(app, &token, &address).await?;
    let person = Person::check(&request.email, &password, &request.first_name, &request.last_name)?;
    let team = first_team(&person.first_name, &request)?;
    {
        // Before the hash, which is dear; asked again below, under the lock.
        let mut connection = app.cx.db.acquire().await?;
        if has_admin(&mut connection).await? {
            return Err(completed());
        }
    }
    let hash = app.hasher.hash(&app.hasher.enter(true)?, password, &*app.cx.ids).await?;
    let user = person.into_user(app.cx.ids.uuid(), "admin", app.cx.clock.now());
    let from = SessionOrigin { address: &address, user_agent: &request.user_agent };
    let signed_in = admit(app, caller, user, &hash, &from, request.registration_open, team).await?;
    Ok(CompleteSetupResponse { signed_in: Some(signed_in) })
}

/// A wrong token counts against the address it comes from; the right one is never refused for what others tried.
async fn check_token(app: &App, token: &str, address: &str) -> Result<()> {
    let digest = <[u8; 32]>::from(Sha256::digest(token));
    // Digests are compared, so how long it takes says nothing about the token.
    if app.setup_token == Some(digest) {
        return Ok(());
    }
    attempt::admit(app, AttemptKind::Setup, None, address).await?;
    Err(Error::forbidden(message!(SETUP_LINK_INVALID)))
}

async fn admit(
    app: &App,
    caller: &Caller,
    mut user: User,
    hash: &str,
    from: &SessionOrigin<'_>,
    registration_open: bool,
    (name, description): (String, String),
) -> Result<proto::auth::SignedIn> {
    let cx = &app.cx;
    let origin = user.origin(caller.origin());
    let mut tx = cx.begin().await?;
    sqlx::query!("select pg_advisory_xact_lock($1)", LOCK).execute(tx.conn()).await?;
    if has_admin(tx.conn()).await? {
        return Err(completed());
    }
    user.last_login = Some(cx.clock.now());
    user.insert(tx.conn(), hash).await?;
    sqlx::query!(
        "insert into auth.decision (registration_open) values ($1)
         on conflict (the_only) do update set registration_open = excluded.registration_open",
        registration_open
    )
    .execute(tx.conn())
    .await?;
    let (id, key) = (cx.ids.uuid(), cx.ids.uuid());
    let team = CreateFirstTeamRequest { id: key.to_string(), owner_id: user.id.to_string(), name, description };
    let method = "/canopy.teams.v1.TeamService/CreateFirstTeam";
    let command = outbox::Command { id, target: "teams", method, key, origin: &origin, message: &team };
    outbox::command(&mut tx, command).await?;
    let message = message!(SetupCompleted, user = user.display_name());
    facts::record(app, &mut tx, &origin, message).await?;
    let signed_in = session::open(app, &mut tx, user, from).await?;
    tx.commit().await?;
    Ok(signed_in)
}

/// Name and description of the first team: as the set-up page says them in its reader's language, in English for who says none.
fn first_team(first_name: &str, request: &CompleteSetupRequest) -> Result<(String, String)> {
    let name = match (request.team_name.trim(), first_name) {
        ("", "") => "First team".to_owned(),
        ("", first) => format!("{}'s team", kit::text::cut(first, MAX_TEAM_OWNER)),
        (given, _) => given.to_owned(),
    };
    let description = match request.team_description.trim() {
        "" => "The team that was made when Canopy was set up.",
        given => given,
    };
    let mut problems = Problems::new();
    for (field, label, text, most) in [
        ("teamName", message!(Label_TeamName), name.as_str(), 50),
        ("teamDescription", message!(Label_Description), description, 200),
    ] {
        if let Some(problem) = length_problem(&label, text, 2, most).or_else(|| name_problem(&label, text)) {
            problems.add(field, problem);
        }
    }
    problems.done()?;
    Ok((name, description.to_owned()))
}

fn completed() -> Error {
    Error::conflict(message!(SETUP_COMPLETED))
}
