//! Letters: queued with what they tell, sealed, delivered at least once.

use crate::{HOME, browser, register};
use auth::App;
use kit::testing::{Bench, wait_until};
use mail::testing::{Received, Smtp};
use proto::auth::ForgetPasswordRequest;
use std::{collections::BTreeMap, time::Duration};

/// auth with an SMTP server, whose tasks run until the test ends.
pub struct Office {
    pub bench: Bench,
    pub app: App,
    pub smtp: Smtp,
}

impl Office {
    pub async fn open() -> Self {
        Self::with("--registration=open").await
    }

    pub async fn with(registration: &str) -> Self {
        let smtp = Smtp::start().await;
        let letters = smtp.options();
        let options: Vec<&str> = letters.iter().map(String::as_str).chain([registration]).collect();
        let bench = kit::testing::context_with_peers(&auth::SERVICE, BTreeMap::new(), &options).await;
        sqlx::query(
            "insert into auth.user (id, email, first_name, last_name, role, status, created_at)
             values ($1, 'admin@example.com', 'Ada', 'Admin', 'admin', 'active', now())",
        )
        .bind(uuid::Uuid::nil())
        .execute(&bench.cx.db)
        .await
        .unwrap();
        let app = App::of(&bench.cx).unwrap();
        let office = Self { bench, app, smtp };
        office.work();
        office
    }

    /// Runs what auth runs beside its servers.
    #[expect(clippy::disallowed_methods, reason = "a test's loops live as long as its runtime")]
    fn work(&self) {
        tokio::spawn(self.app.clone().letters());
    }

    pub async fn forget(&self, email: &str) -> kit::Result<()> {
        let request = ForgetPasswordRequest { email: email.to_owned() };
        auth::forget_password::forget_password(&self.app, &browser(HOME), request).await.map(|_| ())
    }

    /// All questions for passwords were looked at.
    pub async fn looked(&self) {
        wait_until(&self.bench.cx.db, "all were looked at", "select not exists (select 1 from auth.forgotten)").await;
    }

    /// All letters were delivered, or given up.
    pub async fn posted(&self) {
        wait_until(&self.bench.cx.db, "all were posted", "select not exists (select 1 from auth.mail)").await;
    }
}

fn header<'a>(letter: &'a Received, name: &str) -> &'a str {
    let line = letter.head.iter().find(|line| line.to_lowercase().starts_with(&format!("{name}: ")));
    line.and_then(|line| line.split_once(": ")).map_or("", |(_, value)| value)
}

#[tokio::test]
async fn a_letter_comes_from_the_one_who_is_named_in_the_language_of_its_receiver() {
    let office = Office::open().await;
    for (email, language, said) in [
        ("bob@example.com", "", "Choose it here within one hour"),
        ("eva@example.com", "es", "Elíjala aquí antes de una hora"),
        ("zoé@example.com", "fr", "Choisissez-le ici dans l’heure"),
    ] {
        let email = &email.replace('é', "e");
        register(&office.app, email).await.unwrap();
        sqlx::query("update auth.user set language = $1 where email = $2")
            .bind(language)
            .bind(email)
            .execute(&office.bench.cx.db)
            .await
            .unwrap();
        let before = office.smtp.count();
        office.forget(email).await.unwrap();
        let letter = office.smtp.letters(before + 1).await.pop().unwrap();
        assert_eq!((letter.to.as_str(), header(&letter, "to")), (email.as_str(), email.as_str()));
        assert_eq!(header(&letter, "from"), "Canopy <canopy@example.com>");
        assert_eq!(header(&letter, "auto-submitted"), "auto-generated");
        assert!(letter.text.contains(said), "{}", letter.text);
        assert!(letter.text.contains("\nhttps://canopy.example.com/reset-password#canopy_"), "{}", letter.text);
    }
}

#[tokio::test]
async fn a_letter_that_is_not_taken_is_sent_again_and_known_as_the_same() {
    let office = Office::open().await;
    register(&office.app, "bob@example.com").await.unwrap();
    office.smtp.refuse(&["451 later", "421 later still"]);
    office.forget("bob@example.com").await.unwrap();
    let put_off = [
        (
            30,
            "select exists (select 1 from auth.mail where attempts = 1 and next_at < created_at + interval '4 minutes')",
        ),
        (
            60,
            "select exists (select 1 from auth.mail where attempts = 2 and next_at < created_at + interval '4 minutes')",
        ),
    ];
    for (pause, once) in put_off {
        // it waits for its time, which does not pass by itself here; while it is at work its time is later
        wait_until(&office.bench.cx.db, "it was put off", once).await;
        assert_eq!(office.smtp.count(), 0);
        office.bench.clock.advance(Duration::from_secs(pause));
        office.app.post();
    }
    let letter = office.smtp.letters(1).await.pop().unwrap();
    assert_eq!(letter.to, "bob@example.com");
    assert!(header(&letter, "message-id").ends_with("@example.com>"), "{letter:?}");
    office.posted().await;
    assert_eq!(office.smtp.count(), 1);
}

#[tokio::test]
async fn a_letter_whose_receiver_is_refused_for_good_or_whose_link_is_too_old_is_given_up() {
    let office = Office::open().await;
    register(&office.app, "bob@example.com").await.unwrap();
    office.smtp.refuse(&["550 no such person"]);
    office.forget("bob@example.com").await.unwrap();
    office.looked().await;
    office.posted().await;
    office.bench.clock.advance(Duration::from_secs(600));
    office.smtp.refuse(&["451 later"]);
    office.forget("bob@example.com").await.unwrap();
    office.looked().await;
    wait_until(
        &office.bench.cx.db,
        "it was put off",
        "select exists (select 1 from auth.mail where next_at > created_at)",
    )
    .await;
    office.bench.clock.advance(Duration::from_secs(3600));
    office.app.post();
    office.posted().await;
    assert_eq!(office.smtp.count(), 0);
}

#[tokio::test]
async fn what_a_letter_says_is_sealed_while_it_waits() {
    let office = Office::open().await;
    register(&office.app, "bob@example.com").await.unwrap();
    office.smtp.refuse(&["451 later"]);
    office.forget("bob@example.com").await.unwrap();
    wait_until(&office.bench.cx.db, "it waits", "select exists (select 1 from auth.mail)").await;
    let sealed: Vec<u8> =
        sqlx::query_scalar("select sealed from auth.mail").fetch_one(&office.bench.cx.db).await.unwrap();
    for word in ["bob@example.com", "canopy_", "reset-password"] {
        assert!(!sealed.windows(word.len()).any(|bytes| bytes == word.as_bytes()), "{word} can be read");
    }
}
