//! Passwords, tokens and salts: which ones a release needs, how they are kept, and the Secrets they become.

use crate::spec::Spec;
use kit::{Context, Error, Result, Tx, seal::Place};
use proto::infrastructure::SecretObject;
use secrecy::{ExposeSecret, SecretString};
use sqlx::PgConnection;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Secrets by name. Their content can neither be printed nor serialised.
pub type Named = BTreeMap<String, SecretString>;

/// The application's administrator.
pub const APP_PASS: &str = "app_pass";
/// The database's user.
pub const DATABASE_PASS: &str = "database_pass";
/// The database's root.
pub const DATABASE_ROOT_PASS: &str = "database_root_pass";
/// The Cloudflare tunnel.
pub const CLOUDFLARE_TOKEN: &str = "cloudflare_token";
const REDIS_PASSWORD: &str = "redis_password";
const PHPMYADMIN_SECRET: &str = "phpmyadmin_secret";

/// What WordPress signs cookies with. Made once: a new one would sign everybody out.
const SALTS: [&str; 8] = [
    "auth_key",
    "secure_auth_key",
    "logged_in_key",
    "nonce_key",
    "auth_salt",
    "secure_auth_salt",
    "logged_in_salt",
    "nonce_salt",
];

/// Makes what nobody has to know or choose, once for the life of the deployment: all of it, whatever is switched on
/// now, so that a later switch needs no new secret.
pub fn generate(cx: &Context, named: &mut Named) {
    for name in SALTS.into_iter().chain([REDIS_PASSWORD]) {
        named.insert(name.to_owned(), SecretString::from(cx.ids.token()));
    }
    // phpMyAdmin wants exactly 32 characters
    let token: String = cx.ids.token().chars().take(32).collect();
    named.insert(PHPMYADMIN_SECRET.to_owned(), SecretString::from(token));
}

/// Seals and stores; nothing of that name may be there.
pub async fn store(cx: &Context, tx: &mut Tx, deployment: Uuid, team: Uuid, named: &Named) -> Result<()> {
    let (mut ids, mut names, mut sealed) = (Vec::new(), Vec::new(), Vec::new());
    for (name, secret) in named {
        let row = cx.ids.uuid();
        sealed.push(cx.keyring.seal(&place(row, team, 1), secret.expose_secret().as_bytes()));
        names.push(name.clone());
        ids.push(row);
    }
    sqlx::query!(
        "insert into deployments.secret (id, deployment_id, name, sealed, created_at)
         select id, $1, name, sealed, $5 from unnest($2::uuid[], $3::text[], $4::bytea[]) given (id, name, sealed)",
        deployment,
        &ids,
        &names,
        &sealed,
        cx.clock.now()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Opens all secrets of a deployment.
///
/// # Errors
/// A ciphertext that was moved, changed or put back from an older state.
pub async fn open(cx: &Context, db: &mut PgConnection, deployment: Uuid, team: Uuid) -> Result<Named> {
    let rows =
        sqlx::query!("select id, name, version, sealed from deployments.secret where deployment_id = $1", deployment)
            .fetch_all(db)
            .await?;
    let mut named = Named::new();
    for row in rows {
        let plain = cx.keyring.open(&place(row.id, team, row.version), &row.sealed)?;
        let text = std::str::from_utf8(&plain)
            .map_err(|_| Error::internal(anyhow::anyhow!("secret {} is no text", row.name)))?;
        named.insert(row.name, SecretString::from(text.to_owned()));
    }
    Ok(named)
}

/// Forgets all secrets and sealed documents of a deployment that is gone.
pub async fn forget(tx: &mut Tx, deployment: Uuid) -> Result<()> {
    sqlx::query!("delete from deployments.secret where deployment_id = $1", deployment).execute(tx.conn()).await?;
    sqlx::query!("update deployments.revision set documents = null where deployment_id = $1", deployment)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// The Secrets beside the release, with the keys that the chart reads.
///
/// # Errors
/// One that a switched-on service needs is missing.
pub fn objects(
    spec: &Spec,
    release: &str,
    labels: &BTreeMap<String, String>,
    named: &Named,
) -> Result<Vec<SecretObject>> {
    let take = |pairs: &[(&str, &str)]| -> Result<BTreeMap<String, Vec<u8>>> {
        pairs
            .iter()
            .map(|(key, name)| {
                let secret =
                    named.get(*name).ok_or_else(|| Error::internal(anyhow::anyhow!("secret {name} is missing")))?;
                Ok(((*key).to_owned(), secret.expose_secret().as_bytes().to_vec()))
            })
            .collect()
    };
    let salts: Vec<(String, &str)> = SALTS.iter().map(|name| (name.replace('_', "-"), *name)).collect();
    let mut app: Vec<(&str, &str)> = salts.iter().map(|(key, name)| (key.as_str(), *name)).collect();
    app.push(("admin-password", APP_PASS));
    app.push(("redis-password", REDIS_PASSWORD));
    app.push(("phpmyadmin-secret", PHPMYADMIN_SECRET));
    // files are reached with the administrator's name and password
    app.push(("ftp-password", APP_PASS));
    if spec.has("cloudflare") {
        app.push(("tunnel-token", CLOUDFLARE_TOKEN));
    }
    let mut db = vec![("user-password", DATABASE_PASS)];
    // the root of somebody else's database server is not ours to hold in a cluster
    if spec.has("mysql") {
        db.push(("root-password", DATABASE_ROOT_PASS));
    }
    Ok(vec![
        SecretObject { name: format!("{release}-app"), data: take(&app)?, labels: labels.clone() },
        SecretObject { name: format!("{release}-db"), data: take(&db)?, labels: labels.clone() },
    ])
}

fn place(row: Uuid, team: Uuid, version: i64) -> Place<'static> {
    Place { table: "secret", column: "sealed", row, team: Some(team), version }
}
