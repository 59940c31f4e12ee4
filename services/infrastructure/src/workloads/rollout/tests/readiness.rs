//! The rules of readiness.

use super::*;

#[test]
fn a_deployment_is_ready_by_kubectls_rule() {
    let line = |status: Value| {
        let mut shown = Snapshot::default();
        shown.deployments.insert("shop-web", deployment(status));
        lines(&progress(&shown, &wanted()).waiting)
    };
    assert_eq!(
        line(json!({"observedGeneration": 1, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 2})),
        "web: the change is being taken up"
    );
    assert_eq!(
        line(json!({"observedGeneration": 2, "replicas": 2, "updatedReplicas": 1, "availableReplicas": 2})),
        "web: 1 of 2 pods are updated"
    );
    assert_eq!(
        line(json!({"observedGeneration": 2, "replicas": 3, "updatedReplicas": 2, "availableReplicas": 3})),
        "web: 1 old pod has to end"
    );
    assert_eq!(
        line(json!({"observedGeneration": 2, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 1})),
        "web: 1 of 2 pods are ready"
    );
    assert_eq!(line(json!({"observedGeneration": 2, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 2})), "");
}

#[test]
fn a_statefulset_is_ready_by_helms_rule() {
    let line = |strategy: Value, status: Value| {
        let mut shown = Snapshot::default();
        let set = json!({"metadata": {"name": "db", "generation": 1}, "spec": {"replicas": 2, "selector": {}, "serviceName": "x", "template": {}, "updateStrategy": strategy}, "status": status});
        shown.stateful_sets.insert("db", of(set));
        lines(&progress(&shown, &Wanted { stateful_sets: vec!["db".into()], ..Wanted::default() }).waiting)
    };
    let rolling = json!({"type": "RollingUpdate", "rollingUpdate": {"partition": 0}});
    let status = |updated: i32, ready: i32, current: &str| json!({"observedGeneration": 1, "replicas": 2, "updatedReplicas": updated, "readyReplicas": ready, "currentRevision": current, "updateRevision": "b"});
    assert_eq!(line(rolling.clone(), status(1, 2, "a")), "db: 1 of 2 pods are updated");
    assert_eq!(line(rolling.clone(), status(2, 1, "b")), "db: 1 of 2 pods are ready");
    assert_eq!(line(rolling.clone(), status(2, 2, "a")), "db: the update is being completed");
    assert_eq!(line(rolling, status(2, 2, "b")), "");
    assert_eq!(line(json!({"type": "RollingUpdate", "rollingUpdate": {"partition": 1}}), status(1, 2, "a")), "");
    assert_eq!(line(json!({"type": "OnDelete"}), status(0, 2, "a")), "");
}

#[test]
fn a_restart_waits_until_the_deployment_carries_it() {
    let since = datetime!(2026-11-21 09:00 UTC);
    let mut shown = Snapshot::default();
    let mut web =
        deployment(json!({"observedGeneration": 2, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 2}));
    shown.deployments.insert("shop-web", web.clone());
    let wanted = Wanted { stateful_sets: vec!["db".into()], ..wanted() }.restarted(since);
    assert_eq!(progress(&shown, &wanted).waiting, ["web: waiting for the restart"]);
    let template = json!({"metadata": {"annotations": {"kubectl.kubernetes.io/restartedAt": "2026-11-21T09:00:00Z"}}});
    if let Some(spec) = &mut web.spec {
        spec.template = of(template);
    }
    shown.deployments.insert("shop-web", web);
    assert!(progress(&shown, &wanted).waiting.is_empty(), "the database is not waited for");
}

#[test]
fn a_part_that_restarts_is_waited_for_alone_and_the_site_serves_by_its_web_part() {
    let since = datetime!(2026-11-21 09:00 UTC);
    let status = json!({"observedGeneration": 1, "replicas": 1, "updatedReplicas": 1, "readyReplicas": 1, "currentRevision": "a", "updateRevision": "a"});
    let set = |template: Value| -> StatefulSet {
        of(json!({"metadata": {"name": "db", "generation": 1}, "status": status,
            "spec": {"replicas": 1, "selector": {}, "serviceName": "x", "template": template}}))
    };
    let mut shown = Snapshot::default();
    shown.deployments.insert("shop-web", deployment(json!({"availableReplicas": 0})));
    shown.stateful_sets.insert("db", set(json!({})));
    let whole = Wanted { stateful_sets: vec!["db".into()], ..wanted() };
    let part = Wanted {
        stateful_sets: vec!["db".into()],
        since: Some(since),
        whole: Some(Box::new(whole)),
        ..Wanted::default()
    };
    assert_eq!(lines(&progress(&shown, &part).waiting), "db: waiting for the restart");
    let restarted = json!({"metadata": {"annotations": {"kubectl.kubernetes.io/restartedAt": "2026-11-21T09:00:00Z"}}});
    shown.stateful_sets.insert("db", set(restarted));
    let found = progress(&shown, &part);
    assert!(found.waiting.is_empty(), "the web part is not waited for: {:?}", found.waiting);
    assert!(!found.serving, "a database that is up serves nobody");
    shown.deployments.insert("shop-web", deployment(json!({"availableReplicas": 1})));
    assert!(progress(&shown, &part).serving);
}

#[test]
fn serving_is_what_the_web_part_does() {
    let mut shown = Snapshot::default();
    shown.deployments.insert("shop-web", deployment(json!({"availableReplicas": 0})));
    let redis = json!({"metadata": {"name": "redis", "labels": {"app.kubernetes.io/component": "redis"}}, "spec": {"selector": {}, "template": {}}, "status": {"availableReplicas": 1}});
    shown.deployments.insert("redis", of(redis));
    let both = Wanted { deployments: vec!["shop-web".into(), "redis".into()], ..Wanted::default() };
    assert!(!progress(&shown, &both).serving);
    shown.deployments.insert("shop-web", deployment(json!({"availableReplicas": 1})));
    assert!(progress(&shown, &both).serving);
    assert!(
        progress(&shown, &Wanted { deployments: vec!["redis".into()], ..Wanted::default() }).serving,
        "without a web part any part counts"
    );
}
