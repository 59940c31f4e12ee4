//! The networks that an account was signed in to from before: there its owner is not held up by what strangers try.

use kit::{Result, net::Network};
use sqlx::PgConnection;
use std::net::IpAddr;
use time::OffsetDateTime;
use uuid::Uuid;

/// Networks remembered of one user. Fixed: the same number as sessions.
const MOST: i64 = 20;

/// The network of an address as text; empty for what is no address.
#[must_use]
pub fn network(address: &str) -> String {
    address.parse::<IpAddr>().map(|ip| Network::of(ip).to_string()).unwrap_or_default()
}

/// Whether somebody signed in to this account from there.
///
/// # Errors
/// Those of the database.
pub async fn is_known(connection: &mut PgConnection, account: &str, network: &str) -> Result<bool> {
    let known = sqlx::query_scalar!(
        r#"select exists (select 1 from auth.user u join auth.known_network k on k.user_id = u.id
           where u.email = $1 and k.network = sha256(convert_to(u.id || ' ' || $2, 'UTF8'))) as "known!""#,
        // a text column cannot be compared with a text that it cannot hold
        account.replace('\0', ""),
        network
    );
    Ok(!network.is_empty() && known.fetch_one(connection).await?)
}

/// Remembers where a user signed in from; the one not seen for longest is forgotten for it. Whether they were elsewhere each
/// time before.
///
/// # Errors
/// Those of the database.
pub async fn note(connection: &mut PgConnection, user: Uuid, network: &str, now: OffsetDateTime) -> Result<bool> {
    if network.is_empty() {
        return Ok(false);
    }
    let is_elsewhere = sqlx::query_scalar!(
        r#"insert into auth.known_network as k (user_id, network, seen_at)
         values ($1, sha256(convert_to($1::uuid || ' ' || $2::text, 'UTF8')), $3)
         on conflict (user_id, network) do update set seen_at = excluded.seen_at
         -- a row that was there has a transaction that ended it; what this statement adds it does not see
         returning k.xmax = 0 and exists (select 1 from auth.known_network o where o.user_id = $1) as "is_elsewhere!""#,
        user,
        network,
        now
    )
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from auth.known_network where user_id = $1 and network in (
           select network from auth.known_network where user_id = $1 order by seen_at desc, network offset $2)",
        user,
        MOST
    )
    .execute(connection)
    .await?;
    Ok(is_elsewhere)
}
