//! ListTeams: the caller's own teams, newest first, or for an admin all of them.

use crate::{App, invite, member, people::People, team::Team};
use access::{Admin, Caller, OwnTeams};
use kit::{
    Result,
    page::{MAX_LIMIT, Page, TOTAL_CAP},
    text,
};
use proto::teams::{ListTeamsRequest, ListTeamsResponse};
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

/// A page of teams with their members and invites: three queries, and one question to auth about the names.
///
/// # Errors
/// `Forbidden` when somebody who is no admin asks for all; `Unavailable` when auth can't be asked for names.
pub async fn list(app: &App, caller: &Caller, request: ListTeamsRequest) -> Result<ListTeamsResponse> {
    let scope = if request.all { Scope::All(caller.admin()?) } else { Scope::Own(caller.own_teams()) };
    let page = Page::of(request.page, request.limit, MAX_LIMIT);
    // PostgreSQL cannot hold NUL, and no name contains the character that stands for it here
    let search: String = request.search.trim().replace('\0', "\u{FFFD}").chars().take(MAX_SEARCH).collect();
    if request.only_total {
        let total = u32::try_from(count(app, &scope, &text::like(&search)).await?).unwrap_or(u32::MAX);
        return Ok(ListTeamsResponse { teams: Vec::new(), total });
    }
    let (teams, total) = rows(app, &scope, &text::like(&search), page).await?;
    let ids: Vec<Uuid> = teams.iter().map(|team| team.id).collect();
    let (mut members, mut invites) = {
        let mut connection = app.cx.db.acquire().await?;
        (member::of_teams(&mut connection, &ids).await?, invite::of_teams(&mut connection, caller, &ids).await?)
    };
    let users = members.values().flatten().map(|member| member.user_id).collect();
    let people = People::find(app, caller.origin(), users).await?;
    let teams = teams.into_iter().map(|team| {
        let members = members.remove(&team.id).unwrap_or_default();
        let invites = invites.remove(&team.id).unwrap_or_default();
        member::show(team, &members, &people, invites)
    });
    Ok(ListTeamsResponse { teams: teams.collect(), total: u32::try_from(total).unwrap_or(u32::MAX) })
}

async fn rows(app: &App, scope: &Scope, pattern: &str, page: Page) -> Result<(Vec<Team>, i64)> {
    let (all, own) = scope.parts();
    let teams = sqlx::query_as!(
        Team,
        "select id, name, description, owner_id, version, created_at, updated_at from teams.team
         where ($1 or id = any($2)) and name ilike $3
         order by created_at desc, id desc limit $4 offset $5",
        all,
        own,
        pattern,
        page.limit,
        page.offset
    )
    .fetch_all(&app.cx.db)
    .await?;
    // a first page that is not full needs no counting
    let shown = i64::try_from(teams.len()).unwrap_or(i64::MAX);
    if page.offset == 0 && shown < page.limit {
        return Ok((teams, shown));
    }
    Ok((teams, count(app, scope, pattern).await?))
}

/// How many there are, up to where totals are exact.
async fn count(app: &App, scope: &Scope, pattern: &str) -> Result<i64> {
    let (all, own) = scope.parts();
    let total = sqlx::query_scalar!(
        r#"select count(*) as "n!" from (
             select 1 from teams.team where ($1 or id = any($2)) and name ilike $3 limit $4) as capped"#,
        all,
        own,
        pattern,
        TOTAL_CAP
    )
    .fetch_one(&app.cx.db)
    .await?;
    Ok(total)
}
