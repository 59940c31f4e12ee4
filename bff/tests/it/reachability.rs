//! Whether visitors reach a site.

use crate::{
    deployments::deployment,
    site::{MADE_TEXT, Site, id, made},
};
use proto::deployments as pb;
use serde_json::{Value, json};

pub fn reach() -> pb::Reach {
    let expired = kit::message!(ReachCertificateExpired, name = "shop.example.com");
    pb::Reach {
        state: "certificate".into(),
        https: false,
        checked_at: made(),
        since: made(),
        status: 301,
        milliseconds: 120,
        redirect: String::new(),
        addresses: vec!["203.0.113.7".into()],
        certificate: Some(pb::ReachCertificate {
            valid: false,
            issuer: "R3".into(),
            not_after: made(),
            problem: expired.to_string(),
            said: expired.packed(),
        }),
        problem: kit::message!(ReachCertificate, said = expired.clone()).to_string(),
        said: kit::message!(ReachCertificate, said = expired).packed(),
    }
}

pub fn reachability() -> Value {
    let reach = reach();
    let params: Value = serde_json::from_str::<Value>(&reach.said).unwrap()["params"].take();
    json!({"state": "certificate", "https": false, "checkedAt": MADE_TEXT, "since": MADE_TEXT, "status": 301,
        "milliseconds": 120, "redirect": null, "addresses": ["203.0.113.7"],
        "certificate": {"valid": false, "issuer": "R3", "notAfter": MADE_TEXT,
            "problem": "The certificate of shop.example.com has expired.",
            "problemReason": "ReachCertificateExpired", "problemParams": {"name": "shop.example.com"}},
        "problem": reach.problem, "problemReason": "ReachCertificate", "problemParams": params})
}

#[tokio::test]
async fn a_site_is_visited_when_somebody_asks() {
    let site = Site::open().await;
    let token = site.user();
    let found = pb::CheckReachResponse { deployment: Some(deployment()) };
    site.fake.answer("deployments.DeploymentService/CheckReach", &found);
    let answer = site.post(&token, &format!("/deployments/{}/reachability/check", id(7)), &json!({})).await;
    assert_eq!((answer.status.as_u16(), &answer.data()["reachability"]), (200, &reachability()));
    let asked: pb::CheckReachRequest = site.fake.message("deployments.DeploymentService/CheckReach");
    assert_eq!(asked.id, id(7));
    // a service that does not say it yet
    site.fake.answer(
        "deployments.DeploymentService/GetDeployment",
        &pb::GetDeploymentResponse { deployment: Some(pb::Deployment { reach: None, ..deployment() }) },
    );
    let data = site.get(&token, &format!("/deployments/{}", id(7))).await.data();
    assert_eq!((&data["reachability"]["state"], &data["reachability"]["https"]), (&json!("unchecked"), &json!(true)));
}
