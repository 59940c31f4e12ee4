//! The passwords, on a request of its own, with a line of history that it happened.

use crate::{App, deployment, facts, secrets};
use access::Caller;
use kit::{Error, Result, message};
use proto::deployments::{Environment, RevealSecretsRequest, RevealSecretsResponse, Secrets};
use secrecy::ExposeSecret;

/// Calls of one user a minute. Fixed: nobody reads more, and a stolen session reads no more.
pub const MOST: usize = 10;

/// What can be asked for.
const FIELDS: [&str; 5] = ["appPass", "databasePass", ROOT, "cloudflareToken", "env"];
const ROOT: &str = "databaseRootPass";

/// Reveals the passwords: all to the team's admins and owner and to global admins, all but the database's root
/// password to the member who created the deployment.
///
/// # Errors
/// 404 when foreign, 403 for everyone else who can see the deployment and for who names what they may not see, 400 for a
/// field that there is not, 429 for the eleventh call within a minute.
pub async fn reveal_secrets(
    app: &App,
    caller: &Caller,
    request: RevealSecretsRequest,
) -> Result<RevealSecretsResponse> {
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let row = deployment::visible(tx.conn(), caller, &request.id).await?;
    let (id, team) = (row.id, row.team_id);
    let all = match caller.manage(team, deployment::WHAT) {
        Ok(_) => true,
        Err(refusal) => {
            caller.write(team, deployment::WHAT)?;
            if row.created_by != caller.user()?.id {
                return Err(refusal);
            }
            false
        }
    };
    let wanted = wanted(&request.fields)?;
    if !all && request.fields.iter().any(|field| field == ROOT) {
        caller.manage(team, deployment::WHAT)?;
    }
    app.reveals.take(caller.user()?.id).map_err(|retry_after| Error::RateLimited { retry_after })?;
    let named = secrets::open(cx, tx.conn(), id, team).await?;
    let message = message!(SecretsRevealed, deployment = &row.name, which = if all { "all" } else { "some" });
    facts::record(cx, &mut tx, origin, &row, history::Kind::Warning, message).await?;
    // nothing is told before it is certain that it will be known
    tx.commit().await?;
    let open = |name: &str| named.get(name).map(|secret| secret.expose_secret().to_owned()).unwrap_or_default();
    let text = |field: &str, name: &str| if wanted(field) { open(name) } else { String::new() };
    if named.is_empty() {
        return Err(Error::not_found(deployment::WHAT));
    }
    Ok(RevealSecretsResponse {
        secrets: Some(Secrets {
            app_pass: text("appPass", secrets::APP_PASS),
            database_pass: text("databasePass", secrets::DATABASE_PASS),
            database_root_pass: if all { text(ROOT, secrets::DATABASE_ROOT_PASS) } else { String::new() },
            cloudflare_token: text("cloudflareToken", secrets::CLOUDFLARE_TOKEN),
            env: wanted("env").then(|| Environment {
                values: row
                    .spec
                    .env
                    .iter()
                    .map(|name| (name.clone(), open(&format!("{}{name}", secrets::ENV))))
                    .collect(),
            }),
        }),
    })
}

/// Whether a field is asked for; none named means all of them.
fn wanted(fields: &[String]) -> Result<impl Fn(&str) -> bool> {
    if let Some(unknown) = fields.iter().find(|field| !FIELDS.contains(&field.as_str())) {
        let problem = message!(NO_SECRET_FIELD, field = kit::text::cut(unknown, 100), known = &FIELDS[..]);
        return Err(Error::invalid_field("fields", problem));
    }
    Ok(move |field: &str| fields.is_empty() || fields.iter().any(|named| named == field))
}
