//! ListTeams: the caller's own teams, newest first, or for an admin all of them.

use crate::{
    App,
    people::People,
    shown::{self, Managed},
};
use access::{Admin, Caller, OwnTeams};
use kit::{
    Result,
    page::{MAX_LIMIT, Page, TOTAL_CAP},
    text,
};
use proto::teams::{ListTeamsRequest, ListTeamsResponse};
use sqlx::PgConnection;
use uuid::Uuid;

/// Characters of a search at most; the rest is not looked at. Fixed: twice the longest name.
const MAX_SEARCH: usize = 100;

/// Whose teams.
enum Scope {
    Own(OwnTeams),
    /// With the proof that an admin asks.
    All(Admin),
}

impl Scope {
    /// Whether all teams are meant, and else which.
    fn parts(&self) -> (bool, &[Uuid]) {
        match self {
            Self::All(_) => (true, &[]),
            Self::Own(own) => (false, own.ids()),
        }
    }
}

/// A page of teams with their members and invites: one query, and a question to auth about the names that were not asked for lately.
///
/// # Errors
/// `Forbidden` when somebody who is no admin asks for all; `Unavailable` when auth can't be asked for names.
pub async fn list(app: &App, caller: &Caller, request: ListTeamsRequest) -> Result<ListTeamsResponse> {
    let scope = if request.all { Scope::All(caller.admin()?) } else { Scope::Own(caller.own_teams()) };
    let page = Page::of(request.page, request.limit, MAX_LIMIT);
    // PostgreSQL cannot hold NUL, and no name contains the character that stands for it here
    let search: String = request.search.trim().replace('\0', "\u{FFFD}").chars().take(MAX_SEARCH).collect();
    let pattern = text::like(&search);
    let mut db = app.cx.read(false).await?;
    if request.only_total {
        let total = count(&mut db, &scope, &pattern).await?;
        db.done();
        return Ok(ListTeamsResponse { teams: Vec::new(), total: u32::try_from(total).unwrap_or(u32::MAX) });
    }
    let managed = Managed::of(caller);
    let teams = shown::read_page(&mut db, scope.parts(), &pattern, &managed, page).await?;
    // a first page that is not full needs no counting
    let shown = i64::try_from(teams.len()).unwrap_or(i64::MAX);
    let is_all = page.offset == 0 && shown < page.limit;
    let total = if is_all { shown } else { count(&mut db, &scope, &pattern).await? };
    db.done();
    let users = teams.iter().flat_map(|team| &team.members).map(|member| member.user_id).collect();
    let people = People::lately(app, caller.origin(), users).await?;
    let teams = teams.into_iter().map(|team| team.shown(&people)).collect();
    Ok(ListTeamsResponse { teams, total: u32::try_from(total).unwrap_or(u32::MAX) })
}

/// How many there are, up to where totals are exact.
async fn count(db: &mut PgConnection, scope: &Scope, pattern: &str) -> Result<i64> {
    let (all, own) = scope.parts();
    let total = sqlx::query_scalar!(
        r#"select count(*) as "n!" from (
             select 1 from teams.team where ($1 or id = any($2)) and name ilike $3 limit $4) as capped"#,
        all,
        own,
        pattern,
        TOTAL_CAP
    )
    .fetch_one(db)
    .await?;
    Ok(total)
}
