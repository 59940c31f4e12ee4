use crate::{HOME, PASSWORD, alive, browser, login, open_house, register, session_of};
use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use auth::App;
use futures::future::join_all;
use kit::{Error, Result};
use proto::auth::{LoginRequest, SignedIn};
use std::time::Duration;

const WRONG: &str = "incorrect horse";

fn wait(result: &Result<SignedIn>) -> Option<Duration> {
    match result {
        Err(Error::RateLimited { retry_after }) => Some(*retry_after),
        _ => None,
    }
}

fn is_refused(result: &Result<SignedIn>) -> bool {
    matches!(result, Err(Error::Unauthenticated(sentence)) if sentence == "Invalid email or password")
}

#[tokio::test]
async fn the_right_password_opens_a_session_of_seven_days() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let signed_in = login(&app, "ADA@example.com ", PASSWORD, HOME).await.unwrap();
    let now = bench.cx.clock.now();
    assert_eq!(signed_in.expires_at_ms, (now.unix_timestamp() + 7 * 86_400) * 1000);
    assert_eq!(signed_in.user.unwrap().last_login, Some(kit::clock::stamp(now)));
    let session = session_of(&bench, &signed_in.token);
    assert_eq!(alive(&app, &[session]).await, [session.to_string()]);
    bench.clock.advance(Duration::from_secs(7 * 86_400));
    assert!(alive(&app, &[session]).await.is_empty(), "it is over to the second");
    assert!(bench.cx.identity.verify(&signed_in.token, bench.cx.clock.now()).is_err());
}

#[tokio::test]
async fn a_stranger_cannot_tell_which_addresses_have_an_account() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    register(&app, "gone@example.com").await.unwrap();
    sqlx::query("update auth.user set status = 'inactive' where email = 'gone@example.com'")
        .execute(&bench.cx.db)
        .await
        .unwrap();
    let tries = [
        ("ada@example.com", WRONG),
        ("ada@example.com", ""),
        ("nobody@example.com", WRONG),
        ("nobody@example.com", PASSWORD),
        ("gone@example.com", PASSWORD),
        ("gone@example.com", WRONG),
        ("no address", PASSWORD),
        ("ada@example.com\0", PASSWORD),
        ("", ""),
    ];
    let mut answers = vec![];
    for (email, password) in tries {
        let error = login(&app, email, password, HOME).await.unwrap_err();
        let status = tonic::Status::from(error);
        answers.push((status.code(), status.message().to_owned(), status.details().to_vec()));
    }
    assert_eq!(answers[0].1, "Invalid email or password");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");

    // The limits look alike too: neither the account nor the stranger's name gets an eleventh guess, after the same waits.
    let mut waits = vec![];
    for email in ["ada@example.com", "nobody@example.com"] {
        let all = join_all((0..12).map(|_| login(&app, email, WRONG, "203.0.113.1"))).await;
        waits.push(all.iter().filter_map(wait).collect::<Vec<_>>());
    }
    assert!(!waits[0].is_empty());
    assert_eq!(waits[0].len(), waits[1].len());
}

#[tokio::test]
async fn two_hundred_guesses_at_once_are_five() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let spellings = ["ada@example.com", "ADA@example.com", " ada@example.com"];
    let all = join_all((0..200).map(|n| {
        let address = format!("203.0.113.{}", n % 50);
        let app = app.clone();
        async move { login(&app, spellings[n % 3], WRONG, &address).await }
    }))
    .await;
    assert_eq!(all.iter().filter(|result| is_refused(result)).count(), 5);
    assert_eq!(all.iter().filter(|result| wait(result).is_some()).count(), 195);
    let now = login(&app, "ada@example.com", PASSWORD, "203.0.113.77").await;
    assert_eq!(wait(&now), Some(Duration::from_secs(1)), "the right password is one more guess");
    bench.clock.advance(Duration::from_secs(1));
    login(&app, "ada@example.com", PASSWORD, "203.0.113.77").await.unwrap();
}

#[tokio::test]
async fn the_eleventh_guess_waits_for_the_window_even_when_it_is_right_and_a_restart_forgets_nothing() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let (mut wrong, mut waited) = (0, vec![]);
    for _ in 0..100 {
        let result = login(&app, "ada@example.com", WRONG, HOME).await;
        match wait(&result) {
            Some(long) if long > Duration::from_secs(60) => break,
            Some(pause) => {
                waited.push(pause.as_secs());
                bench.clock.advance(pause);
            }
            None => {
                assert!(is_refused(&result), "{result:?}");
                wrong += 1;
            }
        }
    }
    assert_eq!((wrong, waited), (10, vec![1, 2, 4, 8, 16]));
    let restarted = App::of(&bench.cx).unwrap();
    let pause = wait(&login(&restarted, "ada@example.com", PASSWORD, HOME).await).unwrap();
    assert!((800..=900).contains(&pause.as_secs()), "{pause:?}");
    bench.clock.advance(pause - Duration::from_secs(1));
    assert!(wait(&login(&restarted, "ada@example.com", PASSWORD, HOME).await).is_some());
    bench.clock.advance(Duration::from_secs(1));
    login(&restarted, "ada@example.com", PASSWORD, HOME).await.unwrap();
}

#[tokio::test]
async fn strangers_who_guess_do_not_lock_the_owner_out() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    for n in 0..10 {
        bench.clock.advance(Duration::from_secs(20));
        let result = login(&app, "ada@example.com", WRONG, &format!("203.0.113.{n}")).await;
        assert!(is_refused(&result), "{result:?}");
    }
    assert!(wait(&login(&app, "ada@example.com", WRONG, "203.0.113.50").await).is_some());
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    // and what the owner knows does not give the strangers new guesses
    assert!(wait(&login(&app, "ada@example.com", WRONG, "203.0.113.51").await).is_some());
}

#[tokio::test]
async fn guessing_one_password_for_many_accounts_is_limited_by_network() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    for n in 0..30 {
        let address = format!("2001:db8:1:2::{n:x}");
        assert!(is_refused(&login(&app, &format!("user{n}@example.com"), WRONG, &address).await));
    }
    let pause = wait(&login(&app, "ada@example.com", PASSWORD, "2001:db8:1:2:ffff::1").await).unwrap();
    login(&app, "ada@example.com", PASSWORD, "2001:db8:1:3::1").await.unwrap();
    bench.clock.advance(pause);
    login(&app, "ada@example.com", PASSWORD, "2001:db8:1:2::1").await.unwrap();
}

/// Behind one address sit an owner and somebody who guesses: an office, or a proxy that is not trusted.
#[tokio::test]
async fn an_owner_at_a_known_address_is_let_in_whatever_else_comes_from_there() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    for n in 0..40 {
        let _ = login(&app, &format!("user{n}@example.com"), WRONG, HOME).await;
    }
    assert!(wait(&login(&app, "bob@example.com", PASSWORD, HOME).await).is_some(), "the address is limited for others");
    for _ in 0..31 {
        assert!(is_refused(&login(&app, "ada@example.com", WRONG, HOME).await));
    }
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    // and yet a neighbour does not guess for ever
    let mut guesses = 0;
    while is_refused(&login(&app, "ada@example.com", WRONG, HOME).await) {
        guesses += 1;
        assert!(guesses < 100, "it is not limited");
    }
    assert_eq!(guesses, 60);
    bench.clock.advance(Duration::from_secs(15 * 60));
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
}

#[tokio::test]
async fn a_flood_from_many_addresses_leaves_owners_where_they_are_known() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    // Sessions end and are removed; where the owner sits is remembered longer.
    bench.clock.advance(Duration::from_secs(8 * 86_400));
    auth::sweep::round(&app).await.unwrap();
    let flood = join_all((0..200).map(|n| {
        let app = app.clone();
        async move { login(&app, "ada@example.com", WRONG, &format!("203.0.113.{n}")).await }
    }));
    let (flooded, signed_in) = futures::join!(flood, login(&app, "ada@example.com", PASSWORD, HOME));
    signed_in.unwrap();
    assert!(flooded.iter().filter(|result| is_refused(result)).count() <= 10);
    login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    let kept: Vec<u8> =
        sqlx::query_scalar("select network from auth.known_network").fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(kept.len(), 32, "a hash");
}

#[tokio::test]
async fn twenty_addresses_are_remembered() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    for n in 0..25 {
        bench.clock.advance(Duration::from_secs(1));
        login(&app, "ada@example.com", PASSWORD, &format!("198.51.100.{n}")).await.unwrap();
    }
    let known = "select count(*) from auth.known_network";
    assert_eq!(sqlx::query_scalar::<_, i64>(known).fetch_one(&bench.cx.db).await.unwrap(), 20);
}

#[tokio::test]
async fn an_address_that_the_caller_claims_does_not_make_them_somebody_else() {
    let (_bench, app) = open_house().await;
    let mut limited = 0;
    for n in 0..40 {
        let request = LoginRequest {
            email: format!("user{n}@example.com"),
            password: WRONG.to_owned(),
            address: format!("203.0.113.{n}"),
            ..Default::default()
        };
        let result = auth::login::login(&app, &access::testing::anonymous(), request).await;
        limited += usize::from(matches!(result, Err(Error::RateLimited { .. })));
    }
    assert_eq!(limited, 10);
}

#[tokio::test]
async fn good_log_ins_do_not_count() {
    let (_bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    for _ in 0..4 {
        for _ in 0..4 {
            assert!(is_refused(&login(&app, "ada@example.com", WRONG, HOME).await));
        }
        login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    }
    for _ in 0..35 {
        login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
    }
}

#[tokio::test]
async fn the_twenty_first_session_ends_the_oldest() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let mut sessions = vec![];
    for _ in 0..21 {
        bench.clock.advance(Duration::from_secs(1));
        let signed_in = login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
        sessions.push(session_of(&bench, &signed_in.token));
    }
    let alive = alive(&app, &sessions).await;
    assert_eq!(alive.len(), 20);
    assert!(!alive.contains(&sessions[0].to_string()));
}

#[tokio::test]
async fn many_log_ins_at_once_leave_twenty_sessions() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let mut sessions = vec![];
    for _ in 0..8 {
        let all = join_all((0..5).map(|_| login(&app, "ada@example.com", PASSWORD, HOME))).await;
        sessions.extend(all.into_iter().map(|result| session_of(&bench, &result.unwrap().token)));
    }
    assert_eq!(alive(&app, &sessions).await.len(), 20);
}

#[tokio::test]
async fn a_hash_of_weaker_parameters_is_made_anew_at_the_next_log_in() {
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8_192, 1, 1, None).unwrap());
    let hash = weak.hash_password_with_salt(PASSWORD.as_bytes(), b"0123456789abcdef").unwrap().to_string();
    let db = &bench.cx.db;
    sqlx::query("update auth.credential set password_hash = $1").bind(hash).execute(db).await.unwrap();
    for _ in 0..2 {
        login(&app, "ada@example.com", PASSWORD, HOME).await.unwrap();
        let stored: String =
            sqlx::query_scalar("select password_hash from auth.credential").fetch_one(db).await.unwrap();
        assert!(stored.contains("m=19456,t=2,p=1"), "{stored}");
    }
}

#[tokio::test]
async fn a_message_with_a_password_is_never_printed() {
    let request = LoginRequest { password: PASSWORD.to_owned(), ..Default::default() };
    assert!(!format!("{request:?}").contains(PASSWORD));
    let (_bench, app) = open_house().await;
    let error = auth::login::login(&app, &browser(HOME), request).await.unwrap_err();
    assert!(!format!("{error:?}").contains(PASSWORD));
}

#[tokio::test]
async fn a_sign_in_from_another_network_than_ever_before_is_told_to_its_owner() {
    use prost::Message as _;
    let (bench, app) = open_house().await;
    register(&app, "ada@example.com").await.unwrap();
    let told = async || {
        let sent = bench.outbox().await;
        let events = sent.iter().filter_map(|row| proto::events::EventRecorded::decode(row.payload.as_slice()).ok());
        events.filter(|event| event.reason == "SignedInElsewhere").collect::<Vec<_>>()
    };
    for address in [HOME, HOME] {
        login(&app, "ada@example.com", PASSWORD, address).await.unwrap();
    }
    assert!(told().await.is_empty(), "the first network is nothing to tell of");
    for address in ["203.0.113.9", "203.0.113.9", HOME] {
        login(&app, "ada@example.com", PASSWORD, address).await.unwrap();
    }
    let told = told().await;
    let [event] = told.as_slice() else { panic!("{told:?}") };
    assert!(event.message.contains("203.0.113.9") && !event.admin_only && event.team.is_none(), "{event:?}");
    let hers = "select id from auth.user where email = 'ada@example.com'";
    let user: uuid::Uuid = sqlx::query_scalar(hers).fetch_one(&bench.cx.db).await.unwrap();
    assert_eq!(event.actor.as_ref().map(|actor| actor.id.clone()), Some(user.to_string()));
}
