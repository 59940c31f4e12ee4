//! The steps of an install that come here, and the logs.

use crate::{APP_PASS, DB_PASS, NOBODY, ROOT_PASS, World, manager, member, stranger, tasks, verdict, world};
use deployments::{apply::apply, stream_logs::stream_logs, write_secrets::write_secrets};
use futures::StreamExt;
use proto::{
    deployments::{ApplyRequest, ApplyResponse, CreateDeploymentResponse, StreamLogsRequest, WriteSecretsRequest},
    infrastructure,
};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

async fn step(world: &World) -> (CreateDeploymentResponse, ApplyRequest) {
    let made = world.create(&member()).await;
    let order = world.orders().await.remove(0);
    let request = ApplyRequest {
        deployment_id: order.deployment_id,
        task_id: order.id,
        fence: 7,
        revision: order.revision,
        hash: order.hash,
        helm_revision: 3,
    };
    (made, request)
}

async fn all(world: &World, request: ApplyRequest) -> Vec<Result<ApplyResponse, kit::Error>> {
    let answers = apply(&world.app, &tasks(), request).await.unwrap();
    answers.map(|answer| answer.map_err(kit::Error::from)).collect().await
}

#[tokio::test]
async fn apply_sends_exactly_the_sealed_documents_with_the_ticket_of_its_task() {
    let world = world().await;
    let (made, request) = step(&world).await;
    let line = |message: &str, helm_revision, done| infrastructure::ApplyResponse {
        message: message.into(),
        helm_revision,
        done,
        ..Default::default()
    };
    world.peers.state().progress = vec![line("revision 4", 4, false), line("done", 4, true)];
    let answers = all(&world, request.clone()).await;
    let answers: Vec<ApplyResponse> = answers.into_iter().map(Result::unwrap).collect();
    assert_eq!((answers.len(), answers[0].helm_revision, answers[1].done), (2, 4, true));

    let release = made.deployment.unwrap().release_name;
    let applied = world.peers.state().applied.remove(0);
    let ticket = applied.ticket.unwrap();
    assert_eq!(
        (ticket.task_id, ticket.fence, ticket.namespace, ticket.release_name),
        (request.task_id, 7, release.clone(), release.clone())
    );
    assert_eq!((applied.helm_revision, applied.revision), (3, 1));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (content, documents) = (text(applied.release), text(applied.documents));
    assert!(!content.contains("canary") && !documents.contains("canary"), "no document holds a password");
    let bundle =
        serde_json::to_vec(&deployments::chart::Bundle { release: content.clone(), documents: documents.clone() })
            .unwrap();
    let hash: String = Sha256::digest(&bundle).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, request.hash);
    let content: helm::release::Content = serde_json::from_str(&content).unwrap();
    assert_eq!(
        (content.chart.metadata.name.as_str(), content.config["domain"].as_str()),
        ("wordpress", Some("shop.example.com"))
    );
    let documents: Vec<serde_json::Value> = serde_json::from_str(&documents).unwrap();
    assert!(documents.iter().any(|d| d["kind"] == "Deployment" && d["metadata"]["name"] == format!("{release}-web")));
    assert!(documents.iter().all(|d| d["kind"] != "Secret"));
}

#[tokio::test]
async fn apply_is_refused_for_another_task_another_hash_and_changed_documents() {
    let world = world().await;
    let (made, request) = step(&world).await;
    let refused = |request: ApplyRequest| {
        let app = world.app.clone();
        async move { verdict(apply(&app, &tasks(), request).await) }
    };
    assert_eq!(refused(ApplyRequest { task_id: NOBODY.into(), ..request.clone() }).await, "409 TASK_NOT_CURRENT");
    assert_eq!(refused(ApplyRequest { hash: "0".repeat(64), ..request.clone() }).await, "409 HASH_MISMATCH");
    assert_eq!(refused(ApplyRequest { revision: 2, ..request.clone() }).await, "404 Revision");
    assert_eq!(verdict(apply(&world.app, &member(), request.clone()).await), "403");
    sqlx::query("update deployments.revision set documents = set_byte(documents, 150, get_byte(documents, 150) # 1)")
        .execute(&world.app.cx.db)
        .await
        .unwrap();
    assert!(refused(request.clone()).await.starts_with("other Internal"));
    world.finish(&made.deployment.unwrap().id, &made.task_id, false, false).await;
    assert_eq!(refused(request).await, "409 TASK_NOT_CURRENT", "its task has ended");
    assert!(world.peers.state().applied.is_empty());
}

#[tokio::test]
async fn a_release_that_someone_else_holds_is_worth_waiting_for() {
    let world = world().await;
    let (_, request) = step(&world).await;
    let since = Some(prost_types::Timestamp { seconds: 1_795_000_000, nanos: 5 });
    world.peers.state().progress =
        vec![infrastructure::ApplyResponse { waiting: true, locked_since: since, ..Default::default() }];
    let answers = all(&world, request).await;
    let [Err(kit::Error::Conflict(message))] = answers.as_slice() else { panic!("{answers:?}") };
    assert_eq!(message.reason(), "LOCKED");
    assert_eq!(*message, "Another Helm operation has held the release since 2026-11-18T11:06:40Z.");
}

#[tokio::test]
async fn the_secrets_beside_the_release_have_the_keys_that_the_chart_reads() {
    let world = world().await;
    let (made, request) = step(&world).await;
    let request =
        WriteSecretsRequest { deployment_id: request.deployment_id, task_id: request.task_id, fence: 7, revision: 1 };
    let release = made.deployment.unwrap().release_name;
    for _ in 0..2 {
        let names = write_secrets(&world.app, &tasks(), request.clone()).await.unwrap().names;
        assert_eq!(names, [format!("{release}-app"), format!("{release}-db")]);
    }
    let mut put = std::mem::take(&mut world.peers.state().put);
    assert_eq!(put[0], put[1], "the same again, also what was generated");
    let put = put.remove(0);
    assert_eq!(put.ticket.unwrap().fence, 7);
    let text = |data: &BTreeMap<String, Vec<u8>>| -> BTreeMap<String, String> {
        data.iter().map(|(key, value)| (key.clone(), String::from_utf8(value.clone()).unwrap())).collect()
    };
    let (app, db) = (text(&put.secrets[0].data), text(&put.secrets[1].data));
    assert_eq!((app["admin-password"].as_str(), app["ftp-password"].as_str()), (APP_PASS, APP_PASS));
    assert_eq!((db["user-password"].as_str(), db["root-password"].as_str()), (DB_PASS, ROOT_PASS));
    let salts = [
        "auth-key",
        "secure-auth-key",
        "logged-in-key",
        "nonce-key",
        "auth-salt",
        "secure-auth-salt",
        "logged-in-salt",
        "nonce-salt",
    ];
    let different: std::collections::BTreeSet<&String> = salts.iter().map(|key| &app[*key]).collect();
    assert_eq!(different.len(), salts.len());
    assert!(app["redis-password"].len() >= 32);
    assert_eq!(app["phpmyadmin-secret"].len(), 32);
    assert!(!app.contains_key("tunnel-token"));
    assert_eq!(put.secrets[0].labels["app.kubernetes.io/instance"], release);

    let outdated = WriteSecretsRequest { task_id: NOBODY.into(), ..request.clone() };
    assert_eq!(verdict(write_secrets(&world.app, &tasks(), outdated).await), "409 TASK_NOT_CURRENT");
    assert_eq!(verdict(write_secrets(&world.app, &member(), request).await), "403");
}

#[tokio::test]
async fn every_key_of_a_secret_that_a_rendered_document_reads_is_written() {
    let world = world().await;
    let mut everything = crate::shop();
    let spec = everything.spec.as_mut().unwrap();
    spec.services.extend([("ftp".to_owned(), true), ("cloudflare".to_owned(), true)]);
    everything.secrets.as_mut().unwrap().cloudflare_token = "canary-token".into();
    let made = deployments::create::create(&world.app, &member(), everything).await.unwrap().deployment.unwrap();
    let order = world.orders().await.remove(0);
    let asked =
        WriteSecretsRequest { deployment_id: made.id.clone(), task_id: order.id.clone(), fence: 1, revision: 1 };
    write_secrets(&world.app, &tasks(), asked).await.unwrap();
    let request = ApplyRequest {
        deployment_id: made.id,
        task_id: order.id,
        fence: 1,
        revision: 1,
        hash: order.hash,
        helm_revision: 0,
    };
    all(&world, request).await;
    let state = world.peers.state();
    let written: BTreeMap<&str, &infrastructure::SecretObject> =
        state.put[0].secrets.iter().map(|s| (s.name.as_str(), s)).collect();
    let content: serde_json::Value = serde_json::from_slice(&state.applied[0].documents).unwrap();
    let release: helm::release::Content = serde_json::from_slice(&state.applied[0].release).unwrap();
    let mut read = Vec::new();
    references(&content, &mut read);
    for hook in &release.hooks {
        for document in helm::parse_manifest(&format!("---\n{}", hook.manifest)) {
            references(&document.object, &mut read);
        }
    }
    assert!(read.len() > 10, "{read:?}");
    for (name, key) in read {
        assert!(written[name.as_str()].data.contains_key(&key), "{name} has no {key}");
    }
}

/// Every (Secret, key) that something reads.
fn references(value: &serde_json::Value, out: &mut Vec<(String, String)>) {
    let text =
        |value: Option<&serde_json::Value>| value.and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    match value {
        serde_json::Value::Object(map) => {
            if let Some(reference) = map.get("secretKeyRef") {
                out.push((text(reference.get("name")), text(reference.get("key"))));
            }
            if let Some(secret) = map.get("secret").filter(|secret| secret.get("secretName").is_some()) {
                for item in secret.get("items").and_then(serde_json::Value::as_array).into_iter().flatten() {
                    out.push((text(secret.get("secretName")), text(item.get("key"))));
                }
            }
            map.values().for_each(|value| references(value, out));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| references(value, out)),
        _ => {}
    }
}

#[tokio::test]
async fn logs_are_for_members_and_come_from_a_source_that_is_there() {
    let world = world().await;
    let id = world.running().await;
    let asked = |source: &str| StreamLogsRequest { id: id.clone(), source: source.into(), ..Default::default() };
    let lines: Vec<_> = stream_logs(&world.app, &member(), asked("mysql")).await.unwrap().collect().await;
    assert_eq!(lines[0].as_ref().unwrap().lines.len(), 2);
    let lines: Vec<_> = stream_logs(&world.app, &member(), StreamLogsRequest { follow: true, tail: 9999, ..asked("") })
        .await
        .unwrap()
        .collect()
        .await;
    assert_eq!(lines.len(), 1);
    let before = StreamLogsRequest { previous: true, ..asked("") };
    assert_eq!(stream_logs(&world.app, &member(), before).await.unwrap().count().await, 1);
    {
        let state = world.peers.state();
        let seen: Vec<(&str, &str, u32, bool)> =
            state.looked.iter().map(|l| (l.component.as_str(), l.container.as_str(), l.tail, l.previous)).collect();
        assert_eq!(seen, [("mysql", "mysql", 200, false), ("web", "php", 2000, false), ("web", "php", 200, true)]);
    }
    let refused = |caller, request| {
        let app = world.app.clone();
        async move { verdict(stream_logs(&app, &caller, request).await) }
    };
    assert_eq!(refused(member(), asked("ftp")).await, "400 source", "it is switched off");
    assert_eq!(refused(member(), asked("etcd")).await, "400 source");
    assert_eq!(refused(manager(), asked("mysql")).await, "403");
    assert_eq!(refused(stranger(), asked("mysql")).await, "404 Deployment");
}
