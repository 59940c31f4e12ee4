//! ListMemberships: which teams users belong to, and who belongs to teams. Every service's one-second cache asks the first:
//! one query by index.

use crate::{App, member::role};
use kit::{Error, Result, message};
use proto::teams::{ListMembershipsRequest, ListMembershipsResponse, Membership};
use uuid::Uuid;

/// Ids in one call at most. Fixed: every service's cache asks in batches of this size.
const LIMIT: usize = 1_000;

/// Users without teams are left out.
///
/// # Errors
/// `Invalid` for too many ids.
pub async fn list_memberships(app: &App, request: ListMembershipsRequest) -> Result<ListMembershipsResponse> {
    let users = ids(&request.user_ids, "userIds")?;
    let teams = ids(&request.team_ids, "teamIds")?;
    let mut db = app.cx.read(false).await?;
    let rows = sqlx::query!(
        r#"select m.user_id, m.team_id, m.role, t.owner_id = m.user_id as "owner!"
           from teams.member m join teams.team t on t.id = m.team_id where m.user_id = any($1) or m.team_id = any($2)"#,
        &users,
        &teams
    )
    .fetch_all(&mut *db)
    .await?;
    db.done();
    let memberships = rows.into_iter().map(|row| Membership {
        user_id: row.user_id.to_string(),
        team_id: row.team_id.to_string(),
        role: role(&row.role).into(),
        owner: row.owner,
    });
    Ok(ListMembershipsResponse { memberships: memberships.collect() })
}

/// The ids of a batch; what is no id is of nothing that exists, and is left out as such.
///
/// # Errors
/// `Invalid` when there are too many.
pub fn ids(texts: &[String], field: &str) -> Result<Vec<Uuid>> {
    if texts.len() > LIMIT {
        return Err(Error::invalid_field(field, message!(TOO_MANY_IDS, most = 1000)));
    }
    Ok(texts.iter().filter_map(|text| kit::ids::parse(text).ok()).collect())
}
