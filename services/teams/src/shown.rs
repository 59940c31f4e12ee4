//! Teams as they are shown, each read with its members and invites by one statement.

use crate::{
    invite::Invite,
    member::{self, Member},
    people::People,
    team::Team,
};
use access::{Caller, ReadTeam};
use kit::{Error, Result, page::Page};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Who belongs to a team, as a row of its own: user and role.
type MemberRow = (Uuid, String);
/// Who is invited: id, address, role, end.
type InviteRow = (Uuid, String, String, OffsetDateTime);

/// A team with what belongs to it.
pub struct Found {
    team: Team,
    /// In the order in which they joined.
    pub members: Vec<Member>,
    /// Oldest first; none for whoever may not manage the team.
    invites: Vec<Invite>,
}

impl Found {
    /// With the names of its members.
    #[must_use]
    pub fn shown(self, people: &People) -> proto::teams::Team {
        member::show(self.team, &self.members, people, self.invites)
    }
}

/// Whose invites a caller sees.
pub struct Managed {
    all: bool,
    teams: Vec<Uuid>,
}

impl Managed {
    /// Those of the teams that the caller may manage.
    #[must_use]
    pub fn of(caller: &Caller) -> Self {
        let own = caller.own_teams();
        let teams = own.ids().iter().copied().filter(|team| caller.manage(*team, "Team").is_ok()).collect();
        Self { all: caller.admin().is_ok(), teams }
    }
}

/// A team from a record with all columns.
macro_rules! found {
    ($record:ident) => {{
        let id = $record.id;
        let member = |(user_id, role): MemberRow| Member { team_id: id, user_id, role };
        let invite =
            |(own, email, role, expires_at): InviteRow| Invite { id: own, team_id: id, email, role, expires_at };
        Found {
            members: $record.members.into_iter().map(member).collect(),
            invites: $record.invites.into_iter().map(invite).collect(),
            team: Team {
                id,
                name: $record.name,
                description: $record.description,
                owner_id: $record.owner_id,
                version: $record.version,
                created_at: $record.created_at,
                updated_at: $record.updated_at,
            },
        }
    }};
}

/// One team; with its invites when the caller may manage it.
///
/// # Errors
/// `NotFound`: whoever sees all teams may name one that is not there.
pub async fn read_one(db: &mut PgConnection, readable: ReadTeam, managed: bool) -> Result<Found> {
    let found = sqlx::query!(
        r#"select t.id, t.name, t.description, t.owner_id, t.version, t.created_at, t.updated_at,
             array(select (m.user_id, m.role) from teams.member m where m.team_id = t.id
                   order by m.created_at, m.user_id) as "members!: Vec<MemberRow>",
             array(select (i.id, i.email, i.role, i.expires_at) from teams.invite i where i.team_id = t.id and $2
                   order by i.created_at, i.id) as "invites!: Vec<InviteRow>"
           from teams.team t where t.id = $1"#,
        readable.team(),
        managed
    )
    .fetch_optional(db)
    .await?;
    let found = found.ok_or_else(|| Error::not_found("Team"))?;
    Ok(found!(found))
}

/// A page of teams, newest first: of all, or of these.
///
/// # Errors
/// Those of the database.
pub async fn read_page(
    db: &mut PgConnection,
    (all, own): (bool, &[Uuid]),
    pattern: &str,
    managed: &Managed,
    page: Page,
) -> Result<Vec<Found>> {
    let found = sqlx::query!(
        r#"select t.id, t.name, t.description, t.owner_id, t.version, t.created_at, t.updated_at,
             array(select (m.user_id, m.role) from teams.member m where m.team_id = t.id
                   order by m.created_at, m.user_id) as "members!: Vec<MemberRow>",
             array(select (i.id, i.email, i.role, i.expires_at) from teams.invite i
                   where i.team_id = t.id and ($6 or t.id = any($7))
                   order by i.created_at, i.id) as "invites!: Vec<InviteRow>"
           from teams.team t
           where ($1 or t.id = any($2)) and t.name ilike $3
           order by t.created_at desc, t.id desc limit $4 offset $5"#,
        all,
        own,
        pattern,
        page.limit,
        page.offset,
        managed.all,
        &managed.teams
    )
    .fetch_all(db)
    .await?;
    Ok(found.into_iter().map(|row| found!(row)).collect())
}
