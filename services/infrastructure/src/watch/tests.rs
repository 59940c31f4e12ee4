//! How many watches there are, and what becomes of refusals.

mod standing;

use super::*;
use bytes::Bytes;
use futures::stream;
use http::{Request, Response, StatusCode};
use http_body::Frame;
use http_body_util::{BodyExt as _, Full, StreamBody, combinators::UnsyncBoxBody};
use kube::client::Body;
use serde_json::json;
use std::convert::Infallible;

type Asked = Arc<Mutex<Vec<String>>>;

/// An API server that has nothing and whose watches say nothing; where `refuses` says so it says 403.
fn client(asked: &Asked, refuses: fn(&str) -> bool) -> kube::Client {
    let asked = Arc::clone(asked);
    let service = tower::service_fn(move |request: Request<Body>| {
        let asked = Arc::clone(&asked);
        async move {
            let path = request.uri().path().to_owned();
            let watches = request.uri().query().unwrap_or_default().contains("watch=true");
            asked.lock().unwrap().push(format!("{} {path}", if watches { "watch" } else { "list" }));
            let answer = |status, body: UnsyncBoxBody<Bytes, Infallible>| {
                Response::builder().status(status).body(body).expect("an answer")
            };
            let whole = |json: serde_json::Value| Full::new(Bytes::from(json.to_string())).boxed_unsync();
            if refuses(&path) {
                let no = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
                    "message": "no", "reason": "Forbidden", "code": 403});
                return Ok::<_, Infallible>(answer(StatusCode::FORBIDDEN, whole(no)));
            }
            let silence = StreamBody::new(stream::pending::<Result<Frame<Bytes>, Infallible>>());
            let list = json!({"metadata": {"resourceVersion": "1"}, "items": []});
            Ok(answer(StatusCode::OK, if watches { silence.boxed_unsync() } else { whole(list) }))
        }
    });
    kube::Client::new(service, "default")
}

async fn follow(watches: &Watches, client: &kube::Client, namespace: &str) -> Following {
    watches.follow(client, namespace, true, Duration::from_secs(30)).await.expect("it can be followed")
}

/// How often each kind was asked for so, all namespaces or single ones.
fn count(asked: &Asked, verb: &str, namespaced: bool) -> usize {
    let all = asked.lock().unwrap();
    all.iter().filter(|line| line.starts_with(verb) && line.contains("/namespaces/") == namespaced).count()
}

#[tokio::test(start_paused = true)]
async fn hundred_followers_are_seven_watches() {
    let (asked, watches) = (Asked::default(), Watches::default());
    let client = client(&asked, |_| false);
    let mut all = Vec::new();
    for n in 0..100 {
        all.push(follow(&watches, &client, &format!("shop-{n}")).await);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!((count(&asked, "list", false), count(&asked, "watch", false)), (7, 7));
    assert_eq!(count(&asked, "watch", true), 0);
    assert_eq!(count(&asked, "list", true), 100, "the earlier events of each namespace, once");
    drop(all);
    tokio::time::sleep(LINGER / 2).await;
    drop(follow(&watches, &client, "blog").await);
    assert_eq!(count(&asked, "list", false), 7, "they linger");
    tokio::time::sleep(LINGER * 2).await;
    assert!(watches.whole().state().running.is_empty(), "nobody follows: the watches end");
    drop(follow(&watches, &client, "shop").await);
    assert_eq!(count(&asked, "list", false), 14, "and begin anew");
}

#[tokio::test(start_paused = true)]
async fn credentials_that_may_not_watch_all_namespaces_watch_each_by_itself() {
    let (asked, watches) = (Asked::default(), Watches::default());
    let client = client(&asked, |path| !path.contains("/namespaces/"));
    let first = follow(&watches, &client, "shop").await;
    let tries = count(&asked, "list", false);
    let second = follow(&watches, &client, "blog").await;
    tokio::time::sleep(LINGER).await;
    assert_eq!(count(&asked, "list", false), tries, "the refusal is remembered, and nobody asks again");
    assert_eq!(count(&asked, "watch", true), 14);
    drop((first, second));
}

#[tokio::test(start_paused = true)]
async fn credentials_that_may_watch_nothing_are_a_failure() {
    let (asked, watches) = (Asked::default(), Watches::default());
    let client = client(&asked, |_| true);
    let failed = watches.follow(&client, "shop", true, Duration::from_secs(30)).await.err();
    assert!(matches!(failed, Some(Failure::Refused(_))), "{failed:?}");
}
