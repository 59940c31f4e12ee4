//! UpdateProfile: a person's own name and preferences.

use crate::{App, get_profile, user};
use access::Caller;
use kit::{Problems, Result, message};
use proto::auth::{UpdateProfileRequest, UpdateProfileResponse};

/// What the console speaks. Fixed: each has its catalogue of texts.
const LANGUAGES: [&str; 3] = ["en", "es", "fr"];
/// Fixed: how the console can look.
const THEMES: [&str; 3] = ["light", "dark", "system"];
/// Fixed: the checklist of first steps is there or not.
const FIRST_STEPS: [&str; 1] = ["hidden"];
/// Characters of a time zone's name at most. Fixed: the longest one has 32.
const MAX_ZONE: usize = 64;

/// What is absent stays. An empty preference takes a choice back: the browser decides again.
///
/// # Errors
/// `Forbidden` for services, `Invalid` with all fields that are wrong.
pub async fn update_profile(
    app: &App,
    caller: &Caller,
    request: UpdateProfileRequest,
) -> Result<UpdateProfileResponse> {
    let me = caller.user()?.id;
    check(&request)?;
    let UpdateProfileRequest { first_name, last_name, language, timezone, theme, first_steps } = request;
    let mut tx = app.cx.begin().await?;
    sqlx::query!(
        "update auth.user set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
           language = coalesce($4, language), timezone = coalesce($5, timezone), theme = coalesce($6, theme),
           first_steps = coalesce($7, first_steps)
         where id = $1",
        me,
        first_name.map(|name| name.trim().to_owned()),
        last_name.map(|name| name.trim().to_owned()),
        language,
        timezone,
        theme,
        first_steps
    )
    .execute(tx.conn())
    .await?;
    let profile = get_profile::of(app, tx.conn(), me).await?;
    tx.commit().await?;
    Ok(UpdateProfileResponse { profile: Some(profile) })
}

fn check(request: &UpdateProfileRequest) -> Result<()> {
    let mut problems = Problems::new();
    user::check_names(&mut problems, request.first_name(), request.last_name());
    let unknown = |word: &str, known: &[&str]| !word.is_empty() && !known.contains(&word);
    if unknown(request.language(), &LANGUAGES) {
        problems.add("preferences.language", message!(LANGUAGE_UNKNOWN, known = LANGUAGES.as_slice()));
    }
    if unknown(request.theme(), &THEMES) {
        problems.add("preferences.theme", message!(THEME_UNKNOWN, known = THEMES.as_slice()));
    }
    if unknown(request.first_steps(), &FIRST_STEPS) {
        problems.add("preferences.firstSteps", message!(FIRST_STEPS_UNKNOWN, known = FIRST_STEPS.as_slice()));
    }
    if !request.timezone().is_empty() && !is_zone(request.timezone()) {
        problems.add("preferences.timezone", message!(TIME_ZONE_UNKNOWN));
    }
    problems.done()
}

/// Formed as names of time zones are. Which there are is known to the browsers that write times in them, and differs.
fn is_zone(name: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.bytes().all(|c| c.is_ascii_alphanumeric() || b"_+-".contains(&c))
    };
    name.len() <= MAX_ZONE && name.split('/').count() <= 3 && name.split('/').all(part)
}

#[cfg(test)]
mod tests {
    use super::is_zone;

    #[test]
    fn names_of_time_zones_are_told_from_anything_else() {
        for good in ["UTC", "Europe/Zurich", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "America/Port-au-Prince"] {
            assert!(is_zone(good), "{good}");
        }
        let long = "A".repeat(65);
        for bad in
            ["/", "Europe/", "Europe//Zurich", "+02:00", "../etc/passwd", "Europe/Zürich", "a/b/c/d", " UTC", &long]
        {
            assert!(!is_zone(bad), "{bad}");
        }
    }
}
