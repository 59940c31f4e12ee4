//! ListUsers: everybody who has an account, for administrators.

use crate::{App, user, user::User};
use access::{Admin, Caller};
use kit::{
    Result,
    page::{MAX_LIMIT, Page, TOTAL_CAP},
    text,
};
use proto::auth::{ListUsersRequest, ListUsersResponse, UserStatus};

/// Characters of a search at most; the rest is not looked at. Fixed: as for other lists.
const MAX_SEARCH: usize = 100;

/// What to show.
struct Filter {
    pattern: String,
    role: &'static str,
    status: &'static str,
}

/// A page of accounts, newest first.
///
/// # Errors
/// `Forbidden` for everybody who is no administrator.
pub async fn list_users(app: &App, caller: &Caller, request: ListUsersRequest) -> Result<ListUsersResponse> {
    let admin = caller.admin()?;
    // PostgreSQL cannot hold NUL, and no name contains the character that stands for it here
    let search: String = request.search.trim().replace('\0', "\u{FFFD}").chars().take(MAX_SEARCH).collect();
    let filter = Filter {
        pattern: text::like(&search),
        role: user::role_word(request.role()).unwrap_or_default(),
        status: match request.status() {
            UserStatus::Active => "active",
            UserStatus::Inactive => "inactive",
            UserStatus::Unspecified => "",
        },
    };
    let page = Page::of(request.page, request.limit, MAX_LIMIT);
    let (users, total) = rows(app, admin, &filter, page).await?;
    let ids: Vec<uuid::Uuid> = users.iter().map(|user| user.id).collect();
    let two_factor = sqlx::query_scalar!(
        "select user_id from auth.two_factor where user_id = any($1) and confirmed_at is not null",
        &ids
    )
    .fetch_all(&app.cx.db)
    .await?;
    let two_factor = two_factor.iter().map(uuid::Uuid::to_string).collect();
    Ok(ListUsersResponse { users: users.into_iter().map(Into::into).collect(), total, two_factor })
}

async fn rows(app: &App, _: Admin, filter: &Filter, page: Page) -> Result<(Vec<User>, u32)> {
    let users = sqlx::query_as!(
        User,
        "select id, email, first_name, last_name, role, status, last_login, created_at from auth.user
         where (first_name || ' ' || last_name ilike $1 or email ilike $1)
           and ($2 = '' or role = $2) and ($3 = '' or status = $3)
         order by created_at desc, id desc limit $4 offset $5",
        filter.pattern,
        filter.role,
        filter.status,
        page.limit,
        page.offset
    )
    .fetch_all(&app.cx.db)
    .await?;
    if let Some(total) = page.total(users.len()) {
        return Ok((users, total));
    }
    let total = sqlx::query_scalar!(
        r#"select count(*) as "n!" from (
             select 1 from auth.user
             where (first_name || ' ' || last_name ilike $1 or email ilike $1)
               and ($2 = '' or role = $2) and ($3 = '' or status = $3) limit $4) as capped"#,
        filter.pattern,
        filter.role,
        filter.status,
        TOTAL_CAP
    )
    .fetch_one(&app.cx.db)
    .await?;
    Ok((users, u32::try_from(total).unwrap_or(u32::MAX)))
}
