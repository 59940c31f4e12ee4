//! ListRules: one's own rules, or those of a team.

use access::Caller;
use kit::Result;
use proto::events::{ListRulesRequest, ListRulesResponse};
use std::collections::HashMap;
use uuid::Uuid;

use crate::{
    App,
    rule::{self, Owner},
};

/// Oldest first.
///
/// # Errors
/// Those of [`Owner::of`] and of the database.
pub async fn list_rules(app: &App, caller: &Caller, request: ListRulesRequest) -> Result<ListRulesResponse> {
    let (owner, _) = Owner::of(app, caller, &request.team_id).await?;
    let mut db = app.cx.db.acquire().await?;
    let rules = rule::of_owner(&mut db, owner).await?;
    let ids: Vec<Uuid> = rules.iter().map(|rule| rule.id).collect();
    let last = sqlx::query!(
        "select r.id, d.state, d.created_at from unnest($1::uuid[]) as r (id) cross join lateral (
           select state, created_at from events.delivery where rule_id = r.id order by created_at desc, id desc limit 1) d",
        &ids
    )
    .fetch_all(&mut *db)
    .await?;
    let last: HashMap<_, _> = last.into_iter().filter_map(|row| Some((row.id?, (row.state, row.created_at)))).collect();
    let rules = rules.into_iter().map(|rule| {
        let last = last.get(&rule.id);
        rule.shown(last)
    });
    Ok(ListRulesResponse { rules: rules.collect(), most: u32::try_from(rule::MOST).unwrap_or(u32::MAX) })
}
