//! Passwords, tokens and salts: which ones a release needs, how they are kept, and the Secrets they become.

use crate::{
    applications::{Application, Content, Entry, Form},
    chart::Versions,
    deployment::Row,
    spec::Spec,
};
use kit::{Context, Error, Result, Tx, reseal::Sealed, seal::SealContext};
use proto::infrastructure::SecretObject;
use secrecy::{ExposeSecret, SecretString};
use sqlx::PgConnection;
use std::{collections::BTreeMap, fmt::Write};
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
/// Of the release's own Redis.
pub const REDIS_PASSWORD: &str = "redis_password";
/// What phpMyAdmin encrypts its cookies with.
pub const PHPMYADMIN_SECRET: &str = "phpmyadmin_secret";
/// Before the name of an environment variable.
pub const ENV: &str = "env.";

/// Makes what nobody has to know or choose, once for the life of the deployment: all of it, whatever is switched on
/// now, so that a later switch needs no new secret. One that is there already stays.
pub fn generate(cx: &Context, application: &Application, named: &mut Named) {
    for made in application.made {
        if !named.contains_key(made.name) {
            named.insert(made.name.to_owned(), SecretString::from(form(made.form, cx.ids.token())));
        }
    }
}

fn form(form: Form, token: String) -> String {
    match form {
        Form::Token => token,
        Form::Token32 => token.chars().take(32).collect(),
        // 32 bytes in the alphabet of addresses and without its end; Laravel reads the other one
        Form::Base64Key => format!("base64:{}=", token.replace('-', "+").replace('_', "/")),
    }
}

/// The keys that every kind's chart reads.
#[must_use]
pub fn shared(spec: &Spec) -> Vec<Entry> {
    let entry = |object, key, name| Entry { object, key, content: Content::Secret(name) };
    let mut entries = vec![
        entry("app", "admin-password", APP_PASS),
        entry("app", "redis-password", REDIS_PASSWORD),
        entry("app", "phpmyadmin-secret", PHPMYADMIN_SECRET),
        // files are reached with the administrator's name and password
        entry("app", "ftp-password", APP_PASS),
    ];
    if spec.has("cloudflare") {
        entries.push(entry("app", "tunnel-token", CLOUDFLARE_TOKEN));
    }
    if spec.database.is_some() {
        entries.push(entry("db", "user-password", DATABASE_PASS));
    }
    // the root of somebody else's database server is not ours to hold in a cluster
    if spec.has("mysql") {
        entries.push(entry("db", "root-password", DATABASE_ROOT_PASS));
    }
    entries
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

/// Whether two secrets are the same text.
#[must_use]
pub fn same(known: Option<&SecretString>, new: &SecretString) -> bool {
    known.is_some_and(|known| known.expose_secret() == new.expose_secret())
}

/// Seals and stores secrets that are new or replaced by a revision.
pub async fn set(cx: &Context, tx: &mut Tx, deployment: Uuid, team: Uuid, revision: i32, named: &Named) -> Result<()> {
    let names: Vec<String> = named.keys().cloned().collect();
    let known = sqlx::query!(
        "select id, name, version from deployments.secret where deployment_id = $1 and name = any($2) for update",
        deployment,
        &names
    )
    .fetch_all(tx.conn())
    .await?;
    for (name, secret) in named {
        let before = known.iter().find(|row| row.name == *name);
        let (id, version) = before.map_or_else(|| (cx.ids.uuid(), 1), |row| (row.id, row.version + 1));
        let sealed = cx.keyring.seal(&place(id, team, version), secret.expose_secret().as_bytes());
        sqlx::query!(
            "insert into deployments.secret (id, deployment_id, name, version, sealed, revision, created_at)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (id) do update set version = $4, sealed = $5, revision = $6",
            id,
            deployment,
            name,
            version,
            sealed,
            revision,
            cx.clock.now()
        )
        .execute(tx.conn())
        .await?;
    }
    Ok(())
}

/// What the pods of revision `number` are told about the Secrets they read: the revision that changed each last. A
/// variable that is gone changes its Secret too.
pub async fn versions(
    db: &mut PgConnection,
    before: &Row,
    spec: &Spec,
    replaced: &Named,
    number: i32,
) -> Result<Versions> {
    let rows = sqlx::query!("select name, revision from deployments.secret where deployment_id = $1", before.id)
        .fetch_all(db)
        .await?;
    let mut last: BTreeMap<&str, i32> = BTreeMap::from([("app", 1), ("db", 1), ("env", 1)]);
    let known = rows.iter().map(|row| (row.name.as_str(), row.revision));
    for (name, revision) in known.chain(replaced.keys().map(|name| (name.as_str(), number))) {
        let at = last.entry(object(name)).or_default();
        *at = revision.max(*at);
    }
    if spec.env != before.spec.env {
        last.insert("env", number);
    }
    let text = |object: &str| last.get(object).map(i32::to_string).unwrap_or_default();
    Ok(Versions { app: text("app"), db: text("db"), env: text("env") })
}

/// The Secret beside the release that a secret is part of.
fn object(name: &str) -> &'static str {
    match name {
        _ if name.starts_with(ENV) => "env",
        DATABASE_PASS | DATABASE_ROOT_PASS => "db",
        _ => "app",
    }
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
    application: &Application,
    spec: &Spec,
    release: &str,
    labels: &BTreeMap<String, String>,
    named: &Named,
) -> Result<Vec<SecretObject>> {
    let text = |name: &str| {
        let secret = named.get(name).ok_or_else(|| Error::internal(anyhow::anyhow!("secret {name} is missing")))?;
        Ok::<_, Error>(secret.expose_secret())
    };
    let mut objects: BTreeMap<&str, BTreeMap<String, Vec<u8>>> = BTreeMap::new();
    for Entry { object, key, content } in (application.entries)(spec) {
        let value = match content {
            Content::Secret(name) => text(name)?.to_owned(),
            Content::DatabaseUrl => database_url(spec, release, text(DATABASE_PASS)?),
        };
        objects.entry(object).or_default().insert(key.to_owned(), value.into_bytes());
    }
    for name in &spec.env {
        let value = text(&format!("{ENV}{name}"))?;
        objects.entry("env").or_default().insert(name.clone(), value.as_bytes().to_vec());
    }
    Ok(objects
        .into_iter()
        .map(|(object, data)| SecretObject { name: format!("{release}-{object}"), data, labels: labels.clone() })
        .collect())
}

/// `mysql://user:password@host:port/name`, each part so that it cannot end another one.
fn database_url(spec: &Spec, release: &str, password: &str) -> String {
    let Some(database) = &spec.database else { return String::new() };
    let host = if database.is_own() { format!("{release}-mysql") } else { database.host.clone() };
    let (user, password, name) = (escaped(&database.user), escaped(password), escaped(&database.name));
    format!("mysql://{user}:{password}@{host}:{}/{name}", database.port)
}

fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            other => _ = write!(out, "%{other:02X}"),
        }
        out
    })
}

/// Passwords, tokens and salts.
pub const SEALED: Sealed = Sealed::column("secret", "sealed").team(TEAM).version("version");
/// The team of the deployment that a row belongs to.
pub(crate) const TEAM: &str = "(select d.team_id from deployment d where d.id = deployment_id)";

fn place(row: Uuid, team: Uuid, version: i64) -> SealContext<'static> {
    SEALED.place(row, Some(team), version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::applications::{APPLICATIONS, find};

    #[test]
    fn a_password_cannot_end_its_part_of_an_address() {
        let mut spec = Spec::blank(find("nodejs").unwrap());
        spec.database = Some(crate::spec::Database {
            host: "localhost".into(),
            port: 3306,
            name: "shop".into(),
            user: "web".into(),
        });
        assert_eq!(
            database_url(&spec, "shop-00abcd", "p@ss:w/ö'\"%"),
            "mysql://web:p%40ss%3Aw%2F%C3%B6%27%22%25@shop-00abcd-mysql:3306/shop"
        );
    }

    #[test]
    fn every_kind_finds_its_secrets_among_those_given_and_made() {
        for application in APPLICATIONS {
            let mut spec = Spec::blank(application);
            spec.env = vec!["MODE".into()];
            let mut named: Named = [APP_PASS, DATABASE_PASS, DATABASE_ROOT_PASS, CLOUDFLARE_TOKEN, "env.MODE"]
                .map(|name| (name.to_owned(), SecretString::from("given")))
                .into();
            for made in application.made {
                named.insert(made.name.into(), SecretString::from(form(made.form, "_".repeat(43))));
            }
            let objects = objects(application, &spec, "shop-00abcd", &BTreeMap::new(), &named).unwrap();
            let names: Vec<&str> = objects.iter().map(|object| object.name.as_str()).collect();
            assert!(names.contains(&"shop-00abcd-app") && names.contains(&"shop-00abcd-env"), "{names:?}");
            let app = &objects.iter().find(|object| object.name.ends_with("-app")).unwrap().data;
            assert_eq!(app["phpmyadmin-secret"].len(), 32);
            if application.id == "laravel" {
                assert_eq!(app["app-key"], format!("base64:{}=", "/".repeat(43)).into_bytes());
            }
        }
    }
}
