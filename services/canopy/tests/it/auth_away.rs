//! An outage of auth is 503, never 401: a client that reads 401 signs its user out.

use crate::system::{Canopy, Folder, PATIENCE};
use nix::sys::signal::Signal;
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn while_auth_hangs_or_dies_answers_are_good_or_503() {
    let folder = Folder::fresh("auth-away");
    // rights grow old at once, so that the outage is felt without waiting for half a minute
    let canopy = Canopy::up_started(&folder.0.join("data"), |command| {
        command.env("CANOPY_RIGHTS_STALE", "2s");
    });
    let admin = canopy.first_admin().await;
    admin.first_team().await;
    canopy.signal("auth", Signal::SIGSTOP);
    let mut seen = std::collections::BTreeSet::new();
    let until = tokio::time::Instant::now() + PATIENCE;
    while !seen.contains(&503) {
        assert!(tokio::time::Instant::now() < until, "the outage was never told: {seen:?}");
        for path in ["/teams", "/deployments", "/users/profile"] {
            let (status, answer) = admin.try_call(Method::GET, path, None).await;
            assert!(status == 200 || status == 503, "{path}: {status} {answer}");
            if status == 503 {
                assert_eq!(answer["code"], "SERVICE_UNAVAILABLE", "{answer}");
            }
            seen.insert(status);
        }
    }
    // signing in is 503 as well, not "wrong password"
    let body = json!({"email": "admin@example.com", "password": "correct horse battery"});
    let (status, answer) = canopy.call(Method::POST, "/auth/login", None, Some(body)).await;
    assert_eq!(status, 503, "{answer}");

    canopy.signal("auth", Signal::SIGCONT);
    admin.until("/users/profile", "auth is back and the session with it", |status, _| status == 200).await;
    canopy.signal("auth", Signal::SIGKILL);
    let until = tokio::time::Instant::now() + PATIENCE;
    let mut good = 0;
    while good < 20 {
        let (status, answer) = admin.try_call(Method::GET, "/users/profile", None).await;
        assert!(status == 200 || status == 503, "{status} {answer}");
        good = if status == 200 { good + 1 } else { 0 };
        assert!(tokio::time::Instant::now() < until, "auth did not come back");
    }
    assert!(canopy.stop().success());
}

#[tokio::test]
async fn a_log_out_ends_the_session_everywhere() {
    let folder = Folder::fresh("log-out");
    let canopy = Canopy::up_started(&folder.0.join("data"), |_| {});
    let admin = canopy.first_admin().await;
    let (user, _) = canopy.user("uma@example.com").await;
    assert_eq!(user.try_call(Method::GET, "/teams", None).await.0, 200);
    let (status, answer) = user.try_call(Method::GET, "/teams/all", None).await;
    assert_eq!((status, answer["code"].as_str()), (403, Some("FORBIDDEN")), "{answer}");
    let (status, answer) = user.try_call(Method::POST, "/auth/logout", Some(json!({}))).await;
    assert_eq!(status, 200, "{answer}");
    for path in ["/teams", "/deployments", "/events", "/users/profile"] {
        user.until(path, "the session has ended", |status, _| status == 401).await;
    }
    assert_eq!(admin.try_call(Method::GET, "/teams", None).await.0, 200, "other sessions live on");
    let (status, answer) = canopy.call(Method::GET, "/teams", None, None).await;
    assert_eq!((status, answer["code"].as_str()), (401, Some("UNAUTHORIZED")));
}
