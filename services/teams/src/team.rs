//! A team, as teams keeps it, and what its texts must look like.

use kit::{
    Error, Problems, Result, message,
    text::{length_problem, line_problem, name_problem},
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// A row of `teams.team`.
#[derive(Clone, Debug)]
pub struct Team {
    /// Id.
    pub id: Uuid,
    /// 2 to 50 characters.
    pub name: String,
    /// 2 to 200 characters.
    pub description: String,
    /// Always a member too, with role admin.
    pub owner_id: Uuid,
    /// Grows with every change.
    pub version: i64,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// When it or its members were last changed.
    pub updated_at: OffsetDateTime,
}

impl Team {
    /// Writes a new team with its owner as a member with role admin. `false` when there is a team with that id.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn insert(&self, connection: &mut PgConnection) -> Result<bool> {
        let inserted = sqlx::query!(
            "insert into teams.team (id, name, description, owner_id, version, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing",
            self.id,
            self.name,
            self.description,
            self.owner_id,
            self.version,
            self.created_at,
            self.updated_at
        )
        .execute(&mut *connection)
        .await?
        .rows_affected();
        if inserted == 0 {
            return Ok(false);
        }
        sqlx::query!(
            "insert into teams.member (team_id, user_id, role, created_at) values ($1, $2, 'admin', $3)",
            self.id,
            self.owner_id,
            self.created_at
        )
        .execute(connection)
        .await?;
        Ok(true)
    }

    /// Locks a team whose members are about to change, and counts its version up.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn touch(connection: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> Result<Self> {
        sqlx::query_as!(
            Team,
            "update teams.team set version = version + 1, updated_at = $2 where id = $1
             returning id, name, description, owner_id, version, created_at, updated_at",
            id,
            now
        )
        .fetch_optional(connection)
        .await?
        .ok_or_else(|| Error::not_found("Team"))
    }

    /// Refuses when this user owns `most` teams or more. Calls of one user are counted one after the other.
    ///
    /// # Errors
    /// `Conflict` with reason `TEAM_LIMIT`.
    pub async fn check_limit(connection: &mut PgConnection, owner: Uuid, most: i64) -> Result<()> {
        let (key, _) = owner.as_u64_pair();
        sqlx::query!("select pg_advisory_xact_lock($1)", key.cast_signed()).execute(&mut *connection).await?;
        let owned = sqlx::query_scalar!(r#"select count(*) as "n!" from teams.team where owner_id = $1"#, owner)
            .fetch_one(connection)
            .await?;
        if owned >= most {
            return Err(Error::conflict(message!(TEAM_LIMIT, most = most)));
        }
        Ok(())
    }
}

/// Name and description of a team that is changed: what is absent is as it was, and is not looked at.
///
/// # Errors
/// `Invalid` with all fields that are wrong.
pub fn changed_texts(team: &Team, name: Option<&str>, description: Option<&str>) -> Result<(String, String)> {
    texts(name.unwrap_or(&team.name), description.unwrap_or(&team.description))
}

/// Name and description, trimmed and checked. Counted in characters (Unicode scalar values).
///
/// # Errors
/// `Invalid` with all fields that are wrong.
pub fn texts(name: &str, description: &str) -> Result<(String, String)> {
    let (name, description) = (name.trim(), description.trim());
    let mut problems = Problems::new();
    let label = message!(Label_TeamName);
    if let Some(problem) = length_problem(&label, name, 2, 50).or_else(|| name_problem(&label, name)) {
        problems.add("name", problem);
    }
    let label = message!(Label_Description);
    // It may have several lines.
    let line = || description.lines().find_map(|line| line_problem(&label, line));
    if let Some(problem) = length_problem(&label, description, 2, 200).or_else(line) {
        problems.add("description", problem);
    }
    problems.done()?;
    Ok((name.to_owned(), description.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::texts;
    use kit::Message;
    use std::collections::BTreeMap;

    fn problems(name: &str, description: &str) -> BTreeMap<String, Message> {
        match texts(name, description) {
            Err(kit::Error::Invalid { fields, .. }) => fields,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_name_is_counted_in_characters_after_trimming() {
        assert_eq!(problems(" W ", "About it")["name"], "Team name must be at least 2 characters.");
        assert_eq!(problems(&"x".repeat(51), "About it")["name"], "Team name must not exceed 50 characters.");
        assert_eq!(texts("  Web  ", " About it ").unwrap(), ("Web".to_owned(), "About it".to_owned()));
        assert!(texts(&"🦀".repeat(50), "About it").is_ok(), "50 emoji are 50 characters");
        assert!(texts("é日", "ok").is_ok());
    }

    #[test]
    fn every_problem_is_told_at_once() {
        let all = problems("", &"x".repeat(201));
        assert_eq!(all["name"], "Team name must be at least 2 characters.");
        assert_eq!(all["description"], "Description must not exceed 200 characters.");
        assert_eq!(problems("Web", " ")["description"], "Description must be at least 2 characters.");
    }

    #[test]
    fn invisible_characters_are_refused_and_lines_of_a_description_are_not() {
        assert!(problems("We\u{202E}b", "ok").contains_key("name"));
        assert!(problems("We\nb", "ok").contains_key("name"));
        assert!(problems("Web", "a\u{0}b").contains_key("description"));
        assert!(texts("Web", "First line\r\nsecond line").is_ok());
    }
}
