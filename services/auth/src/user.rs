//! A user, as auth keeps them.

use kit::{Origin, Problems, UserRef, clock::stamp, message};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Characters of a first or last name at most. Fixed: a documented limit of the REST API.
const MAX_NAME: usize = 100;

/// A row of `auth.user`.
#[derive(Clone, Debug)]
pub struct User {
    /// Id.
    pub id: Uuid,
    /// Canonical address.
    pub email: String,
    /// May be empty.
    pub first_name: String,
    /// May be empty.
    pub last_name: String,
    /// user, manager or admin
    pub role: String,
    /// active or inactive
    pub status: String,
    /// `None` until the first log-in.
    pub last_login: Option<OffsetDateTime>,
    /// When the account was made.
    pub created_at: OffsetDateTime,
}

impl User {
    /// How the user is named in sentences: first and last name, else the address.
    #[must_use]
    pub fn display_name(&self) -> String {
        let name = format!("{} {}", self.first_name, self.last_name);
        let name = name.trim();
        if name.is_empty() { self.email.clone() } else { name.to_owned() }
    }

    /// The user as the cause of something.
    #[must_use]
    pub fn reference(&self) -> UserRef {
        UserRef { id: self.id, name: self.display_name() }
    }

    /// The request's origin, now that it is known who it is.
    #[must_use]
    pub fn origin(&self, request: &Origin) -> Origin {
        Origin { user: Some(self.reference()), ..request.clone() }
    }

    /// By id.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn find(app: &crate::App, id: Uuid) -> kit::Result<Option<Self>> {
        let user = sqlx::query_as!(
            User,
            "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user where id = $1",
            id
        );
        Ok(user.fetch_optional(&app.cx.db).await?)
    }

    /// Writes a new user with the hash of their password.
    ///
    /// # Errors
    /// `Conflict` with reason `EMAIL_TAKEN`.
    pub async fn insert(&self, connection: &mut PgConnection, password_hash: &str) -> kit::Result<()> {
        self.insert_without_password(connection).await?;
        sqlx::query!(
            "insert into auth.credential (user_id, password_hash, changed_at) values ($1, $2, $3)",
            self.id,
            password_hash,
            self.created_at
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Writes a new user who signs in with the provider only, until they choose a password.
    ///
    /// # Errors
    /// `Conflict` with reason `EMAIL_TAKEN`.
    pub async fn insert_without_password(&self, connection: &mut PgConnection) -> kit::Result<()> {
        sqlx::query!(
            "insert into auth.user (id, email, first_name, last_name, role, status, last_login, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            self.id,
            self.email,
            self.first_name,
            self.last_name,
            self.role,
            self.status,
            self.last_login,
            self.created_at
        )
        .execute(connection)
        .await
        .map_err(|error| kit::db::on_constraint(error, "user_email_taken", email_taken))?;
        Ok(())
    }
}

/// Somebody has that address already.
#[must_use]
pub fn email_taken() -> kit::Error {
    kit::Error::conflict(message!(EMAIL_TAKEN))
}

impl From<User> for proto::auth::User {
    fn from(user: User) -> Self {
        let role = role(&user.role);
        let status = match user.status.as_str() {
            "active" => proto::auth::UserStatus::Active,
            _ => proto::auth::UserStatus::Inactive,
        };
        Self {
            id: user.id.to_string(),
            email: user.email,
            first_name: user.first_name,
            last_name: user.last_name,
            role: role.into(),
            status: status.into(),
            last_login: user.last_login.map(stamp),
            created_at: Some(stamp(user.created_at)),
        }
    }
}

/// A role as it was kept.
#[must_use]
pub fn role(word: &str) -> proto::auth::Role {
    match word {
        "admin" => proto::auth::Role::Admin,
        "manager" => proto::auth::Role::Manager,
        _ => proto::auth::Role::User,
    }
}

/// A role as it is kept; `None` when none is named.
#[must_use]
pub fn role_word(role: proto::auth::Role) -> Option<&'static str> {
    match role {
        proto::auth::Role::Admin => Some("admin"),
        proto::auth::Role::Manager => Some("manager"),
        proto::auth::Role::User => Some("user"),
        proto::auth::Role::Unspecified => None,
    }
}

/// Notes what is wrong with a first and a last name; both may be empty.
pub fn check_names(problems: &mut Problems, first_name: &str, last_name: &str) {
    let names =
        [("firstName", message!(Label_FirstName), first_name), ("lastName", message!(Label_LastName), last_name)];
    for (field, label, name) in names {
        if name.trim().chars().count() > MAX_NAME {
            problems.add(field, message!(TOO_LONG, label = label, most = MAX_NAME));
        } else if let Some(problem) = kit::text::name_problem(&label, name.trim()) {
            problems.add(field, problem);
        }
    }
}

/// What somebody typed to get an account, checked.
pub struct Person {
    /// Canonical address.
    pub email: String,
    /// Trimmed.
    pub first_name: String,
    /// Trimmed.
    pub last_name: String,
}

impl Person {
    /// Checks everything at once.
    ///
    /// # Errors
    /// `Invalid` with all fields that are wrong.
    pub fn check(email: &str, password: &str, first_name: &str, last_name: &str) -> kit::Result<Self> {
        let mut problems = Problems::new();
        let address = kit::email::canonical(email);
        if email.trim().is_empty() {
            problems.add("email", message!(REQUIRED, label = message!(Label_Email)));
        } else if address.is_none() {
            problems.add("email", message!(EMAIL_INVALID));
        }
        if let Some(problem) = crate::password::problem(password) {
            problems.add("password", problem);
        }
        check_names(&mut problems, first_name, last_name);
        problems.done()?;
        Ok(Self {
            email: address.unwrap_or_default(),
            first_name: first_name.trim().to_owned(),
            last_name: last_name.trim().to_owned(),
        })
    }

    /// The person as a new, active user.
    #[must_use]
    pub fn into_user(self, id: Uuid, role: &str, now: OffsetDateTime) -> User {
        User {
            id,
            email: self.email,
            first_name: self.first_name,
            last_name: self.last_name,
            role: role.to_owned(),
            status: "active".to_owned(),
            last_login: None,
            created_at: now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_of_an_account_is_told_at_once() {
        let Err(kit::Error::Invalid { fields, .. }) = Person::check("nobody", "short", &"x".repeat(101), "\u{202E}eve")
        else {
            panic!("it was taken")
        };
        let fields: Vec<_> = fields.iter().map(|(field, text)| (field.as_str(), text.sentence())).collect();
        assert_eq!(
            fields,
            [
                ("email", "Invalid email address"),
                ("firstName", "First name must not exceed 100 characters."),
                ("lastName", "Last name must not contain control or invisible characters."),
                ("password", "Password should be at least 8 characters long for security"),
            ]
        );
        let Err(kit::Error::Invalid { fields, .. }) = Person::check(" ", "", "", "") else { panic!("it was taken") };
        assert_eq!(fields["email"], "Email is required");
        assert_eq!(fields["password"], "Password is required");
    }

    #[test]
    fn names_may_be_missing_and_are_trimmed() {
        let person = Person::check("Ada@Example.com", "correct horse", " Ada ", "").unwrap();
        let user = person.into_user(Uuid::nil(), "user", OffsetDateTime::UNIX_EPOCH);
        assert_eq!((user.display_name().as_str(), user.email.as_str()), ("Ada", "ada@example.com"));
        let person = Person::check("ada@example.com", "correct horse", "", " ").unwrap();
        assert_eq!(person.into_user(Uuid::nil(), "user", OffsetDateTime::UNIX_EPOCH).display_name(), "ada@example.com");
    }
}
