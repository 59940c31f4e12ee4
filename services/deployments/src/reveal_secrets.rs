//! The passwords, on a request of its own, with a line of history that it happened.

use crate::{App, deployment, facts, secrets};
use access::Caller;
use kit::{Error, Result, message};
use proto::deployments::{Environment, RevealSecretsRequest, RevealSecretsResponse, Secrets};
use secrecy::ExposeSecret;

/// Reveals the passwords: all to the team's admins and owner and to global admins, all but the database's root
/// password to the member who created the deployment.
///
/// # Errors
/// 404 when foreign, 403 for everyone else who can see the deployment.
pub async fn reveal_secrets(
    app: &App,
    caller: &Caller,
    request: RevealSecretsRequest,
) -> Result<RevealSecretsResponse> {
    let (cx, origin) = (&app.cx, caller.origin());
    let mut tx = cx.begin().await?;
    let (id, team) = deployment::owner(tx.conn(), &request.id).await?;
    let row = deployment::find(tx.conn(), caller.read(team, deployment::WHAT)?, id).await?;
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
    let named = secrets::open(cx, tx.conn(), id, team).await?;
    let message = message!(SecretsRevealed, deployment = &row.name, which = if all { "all" } else { "some" });
    facts::record(cx, &mut tx, origin, &row, history::Kind::Warning, message).await?;
    // nothing is told before it is certain that it will be known
    tx.commit().await?;
    let text = |name: &str| named.get(name).map(|secret| secret.expose_secret().to_owned()).unwrap_or_default();
    if named.is_empty() {
        return Err(Error::not_found(deployment::WHAT));
    }
    Ok(RevealSecretsResponse {
        secrets: Some(Secrets {
            app_pass: text(secrets::APP_PASS),
            database_pass: text(secrets::DATABASE_PASS),
            database_root_pass: if all { text(secrets::DATABASE_ROOT_PASS) } else { String::new() },
            cloudflare_token: text(secrets::CLOUDFLARE_TOKEN),
            env: Some(Environment {
                values: row
                    .spec
                    .env
                    .iter()
                    .map(|name| (name.clone(), text(&format!("{}{name}", secrets::ENV))))
                    .collect(),
            }),
        }),
    })
}
