//! What a deployment uses.

use crate::site::{Site, id, made};
use proto::{
    deployments as pb,
    infrastructure::{GetUsageResponse, MetricsRange, UsageFigure, UsageFigures, UsageSample},
};
use serde_json::{Value, json};

const CALL: &str = "deployments.DeploymentService/GetUsage";

fn figure(used: f64, of: Option<f64>, basis: &str) -> Option<UsageFigure> {
    Some(UsageFigure { used: Some(used), of, basis: basis.into(), at: made(), ..Default::default() })
}

fn none() -> Option<UsageFigure> {
    let why = kit::message!(UsageNoMetrics);
    Some(UsageFigure { unavailable: why.to_string(), said: why.packed(), ..Default::default() })
}

fn usage() -> pb::GetUsageResponse {
    let now = UsageFigures {
        cpu: figure(300.0, Some(200.0), "requests"),
        memory: figure(333.0, Some(1000.0), "limits"),
        storage: figure(5.0, None, ""),
        requests: figure(12.5, None, ""),
        response_time: none(),
        error_rate: none(),
    };
    let sample = UsageSample { at: made(), cpu: Some(50), cpu_of: Some(200), memory: Some(7), ..Default::default() };
    pb::GetUsageResponse {
        usage: Some(GetUsageResponse { from: made(), to: made(), seconds: 300, now: Some(now), samples: vec![sample] }),
        revisions: vec![pb::RevisionMark { number: 3, at: made(), change: "rollback".into() }],
        stopped: false,
    }
}

#[tokio::test]
async fn each_figure_is_there_with_its_whole_or_says_why_it_is_not() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer(CALL, &usage());
    let data = site.get(&token, &format!("/deployments/{}/usage?range=7d", id(11))).await.data();
    let asked: pb::GetUsageRequest = site.fake.message(CALL);
    assert_eq!((asked.id.as_str(), asked.range()), (id(11).as_str(), MetricsRange::Week));

    let cpu = &data["cpu"];
    assert_eq!((&cpu["available"], &cpu["used"], &cpu["of"]), (&json!(true), &json!(300.0), &json!(200.0)));
    assert_eq!((&cpu["percent"], &cpu["basis"], &cpu["problem"]), (&json!(150.0), &json!("requests"), &Value::Null));
    assert!(!cpu["at"].is_null());
    assert_eq!((&data["memory"]["percent"], &data["memory"]["basis"]), (&json!(33.3), &json!("limits")));
    assert_eq!((&data["storage"]["percent"], &data["storage"]["basis"]), (&Value::Null, &Value::Null));
    assert_eq!(data["requests"]["used"], json!(12.5));
    let missing = &data["responseTime"];
    assert_eq!((&missing["available"], &missing["used"], &missing["at"]), (&json!(false), &Value::Null, &Value::Null));
    assert_eq!(missing["problemReason"], "UsageNoMetrics");
    assert!(missing["problem"].as_str().unwrap().contains("metrics.k8s.io"));

    let sample = &data["samples"][0];
    assert_eq!((&sample["cpu"], &sample["cpuPercent"]), (&json!(50), &json!(25.0)));
    assert_eq!((&sample["memory"], &sample["memoryPercent"]), (&json!(7), &Value::Null));
    assert_eq!((&sample["storage"], &data["seconds"], &data["stopped"]), (&Value::Null, &json!(300), &json!(false)));
    assert_eq!((&data["revisions"][0]["number"], &data["revisions"][0]["change"]), (&json!(3), &json!("rollback")));
}

#[tokio::test]
async fn a_day_is_asked_for_unless_said_otherwise_and_nothing_else_than_the_three_ranges() {
    let site = Site::open().await;
    let token = site.user();
    site.fake.answer(CALL, &usage());
    let path = format!("/deployments/{}/usage", id(11));
    site.get(&token, &path).await.data();
    assert_eq!(site.fake.message::<pb::GetUsageRequest>(CALL).range(), MetricsRange::Day);
    assert_eq!(site.get(&token, &format!("{path}?range=1h")).await.status.as_u16(), 400);
}
