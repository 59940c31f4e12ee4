use crate::fixture::{rendered, toggled, wordpress};
use helm::release::{
    Content, KEPT_REVISIONS, LOCK_LABEL, Record, Revision, Status, Written, current, decode, deployed, encode, failed,
    install, labels, lock_holder, locked, rollback, secret_name, superseded, to_delete, uninstalled, uninstalling,
    upgrade,
};
use std::collections::BTreeMap;
use time::OffsetDateTime;
use time::macros::datetime;

const NOW: OffsetDateTime = datetime!(2026-11-21 08:00:00.123456789 UTC);
const LATER: OffsetDateTime = datetime!(2026-11-21 09:30:00 UTC);

fn content() -> Content {
    let values = toggled(0b01_0111);
    Content::of(&wordpress(), &values, &rendered(&values))
}

fn own(task: &str, version: u32) -> BTreeMap<String, String> {
    BTreeMap::from([
        (LOCK_LABEL.into(), format!("{task}.v{version}")),
        ("canopy.internal/deployment".into(), "d1".into()),
    ])
}

fn first() -> Record {
    install("shop", "shop", content(), own("t1", 1), &[], NOW).unwrap()
}

fn revision(version: u32, status: Status) -> Revision {
    Revision { version, status, labels: BTreeMap::new() }
}

#[test]
fn a_record_reads_back_as_it_was_written() {
    let mut record = deployed(first(), NOW);
    let text = encode(&record).unwrap();
    let back = decode(text.as_bytes()).unwrap();
    record.labels.clear();
    assert_eq!(back, record);
    assert_eq!(encode(&back).unwrap(), text);
    assert!(text.len() < 200_000, "{} bytes", text.len());
}

#[test]
fn the_json_has_helms_names_and_no_password_field_of_ours() {
    let record = deployed(first(), NOW);
    let json = serde_json::to_value(&record).unwrap();
    assert_eq!(json["info"]["status"], "deployed");
    assert_eq!(json["info"]["first_deployed"], "2026-11-21T08:00:00.123456789Z");
    assert_eq!(json["info"]["deleted"], "");
    assert_eq!(json["info"]["description"], "Install complete");
    assert_eq!(json["apply_method"], "ssa");
    assert_eq!(json["version"], 1);
    assert_eq!(json["chart"]["metadata"]["appVersion"], "7.1.0");
    assert_eq!(json["chart"]["metadata"]["dependencies"][0]["repository"], "file://../common");
    assert_eq!(json["config"]["domain"], "shop.example.com");
    assert_eq!(json["hooks"][0]["last_run"]["phase"], "");
    assert!(json["chart"]["values"]["php"].is_object());
    assert!(json.get("labels").is_none());
}

#[test]
fn what_helm_wrote_is_kept_when_we_write_it_again() {
    // As Helm 3 and Helm 4 write: null lists, Go's zero time, fields of later versions.
    let theirs = br#"{"name":"x","info":{"first_deployed":"2026-01-02T03:04:05.678+02:00","last_deployed":"2026-01-02T03:04:05Z","deleted":"","description":"Upgrade complete","status":"deployed","later":1},
        "chart":{"metadata":{"name":"c","version":"1.0.0","apiVersion":"v2","home":"https://x"},"lock":null,"templates":null,"values":null,"schema":null,"files":null,"modtime":"z"},
        "manifest":"---\n","hooks":[{"name":"h","kind":"Job","path":"p","manifest":"m","events":["test"],"last_run":{"started_at":"0001-01-01T00:00:00Z","completed_at":"","phase":""}}],"version":3,"namespace":"ns","future":{"a":1}}"#;
    let record = decode(base64_of(theirs).as_bytes()).unwrap();
    assert_eq!(record.info.status, Status::Deployed);
    assert_eq!(record.hooks[0].last_run.started_at, None);
    let again = serde_json::to_value(superseded(record)).unwrap();
    assert_eq!(again["info"]["status"], "superseded");
    assert_eq!(
        (&again["future"]["a"], &again["info"]["later"], &again["chart"]["modtime"]),
        (&1.into(), &1.into(), &"z".into())
    );
    assert_eq!(again["chart"]["metadata"]["home"], "https://x");
}

#[test]
fn info_resources_is_never_written_since_helm_could_not_read_the_record_again() {
    let mut record = first();
    record.info.other.insert("resources".into(), serde_json::json!({"v1/Pod": []}));
    let back = decode(encode(&record).unwrap().as_bytes()).unwrap();
    assert!(back.info.other.is_empty());
}

#[test]
fn a_damaged_record_is_an_error_that_repeats_nothing_of_it() {
    for bad in [
        "",
        "!!!",
        &base64_of(b"{\"config\": {\"password\": \"hunter2\"}, "),
        &base64_of(b"\x1f\x8b\x08hunter2"),
        &base64_of(b"[]"),
    ] {
        let error = decode(bad.as_bytes()).unwrap_err().to_string();
        assert!(!error.contains("hunter2"), "{error}");
    }
}

#[test]
fn a_record_that_unpacks_to_more_than_helm_could_store_is_refused() {
    use std::io::Write as _;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..40 {
        gzip.write_all(&[b' '; 1 << 20]).unwrap();
    }
    assert!(decode(base64_of(&gzip.finish().unwrap()).as_bytes()).unwrap_err().to_string().contains("too large"));
}

#[test]
fn secrets_are_named_and_labelled_as_helm_does() {
    let record = first();
    assert_eq!(secret_name("shop", 12), "sh.helm.release.v1.shop.v12");
    let made = labels(&record, Written::Created(NOW));
    assert_eq!(made["name"], "shop");
    assert_eq!(made["owner"], "helm");
    assert_eq!(made["status"], "pending-install");
    assert_eq!(made["version"], "1");
    assert_eq!(made["createdAt"], NOW.unix_timestamp().to_string());
    assert_eq!(made[LOCK_LABEL], "t1.v1");
    let changed = labels(&deployed(record, LATER), Written::Modified(LATER));
    assert_eq!((changed["status"].as_str(), changed.contains_key("createdAt")), ("deployed", false));
    assert_eq!(Revision::of(&changed).unwrap().status, Status::Deployed);
    assert_eq!(Revision::of(&BTreeMap::from([("owner".to_string(), "me".to_string())])), None);
}

#[test]
fn an_upgrade_goes_through_pending_to_deployed_and_the_old_one_is_superseded() {
    let one = deployed(first(), NOW);
    let history = [Revision::from(&one)];
    let two = upgrade(&one, content(), own("t2", 2), &history, LATER).unwrap();
    assert_eq!((two.version, two.info.status), (2, Status::PendingUpgrade));
    assert_eq!((two.info.first_deployed, two.info.last_deployed), (Some(NOW), Some(LATER)));
    assert_eq!(two.labels[LOCK_LABEL], "t2.v2");
    let two = deployed(two, LATER);
    assert_eq!((two.info.status, two.info.description.as_str()), (Status::Deployed, "Upgrade complete"));
    assert_eq!(superseded(one).info.status, Status::Superseded);
}

#[test]
fn a_failed_upgrade_leaves_the_one_before_in_effect_and_the_next_starts_from_that() {
    let one = deployed(first(), NOW);
    let two =
        failed(upgrade(&one, content(), own("t2", 2), &[Revision::from(&one)], LATER).unwrap(), "image not found");
    assert_eq!(two.info.description, "Upgrade \"shop\" failed: image not found");
    let history = [Revision::from(&one), Revision::from(&two)];
    assert_eq!(current(&history).unwrap().version, 1);
    let three = upgrade(&one, content(), own("t3", 3), &history, LATER).unwrap();
    assert_eq!(three.version, 3);
    assert!(upgrade(&two, content(), own("t3", 3), &history, LATER).is_err(), "revision 2 is not the one in effect");
}

#[test]
fn nobody_starts_while_another_operation_is_in_progress() {
    let one = first();
    let history = [Revision::from(&one)];
    for error in [
        upgrade(&one, content(), own("t2", 2), &history, LATER).unwrap_err(),
        install("shop", "shop", content(), own("t2", 2), &history, LATER).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "another operation (install/upgrade/rollback) is in progress");
    }
    assert_eq!(locked(&history).map(|r| r.version), Some(1));
    let going = uninstalling(deployed(one, NOW), LATER);
    assert!(upgrade(&going, content(), own("t2", 2), &[Revision::from(&going)], LATER).is_err());
    assert!(rollback(&going, &going, own("t2", 2), &[Revision::from(&going)], LATER).is_err());
}

#[test]
fn a_name_in_use_is_not_installed_again_but_a_failed_install_is() {
    let one = deployed(first(), NOW);
    assert!(install("shop", "shop", content(), own("t2", 2), &[Revision::from(&one)], LATER).is_err());
    let broken = failed(first(), "no");
    let again = install("shop", "shop", content(), own("t2", 2), &[Revision::from(&broken)], LATER).unwrap();
    assert_eq!((again.version, again.info.status), (2, Status::PendingInstall));
    let history = [revision(1, Status::Deployed), revision(2, Status::Failed)];
    assert!(install("shop", "shop", content(), own("t3", 3), &history, LATER).is_err());
}

#[test]
fn a_rollback_is_a_new_revision_with_the_old_content() {
    let one = superseded(deployed(first(), NOW));
    let mut other = content();
    other.manifest = "---\n# other\n".into();
    let two = deployed(
        upgrade(&deployed(first(), NOW), other, own("t2", 2), &[revision(1, Status::Deployed)], LATER).unwrap(),
        LATER,
    );
    let three = rollback(&two, &one, own("t3", 3), &[Revision::from(&one), Revision::from(&two)], LATER).unwrap();
    assert_eq!((three.version, three.info.status, three.info.rollback_revision), (3, Status::PendingRollback, Some(1)));
    assert_eq!((&three.manifest, three.info.first_deployed), (&one.manifest, Some(NOW)));
    assert_eq!(three.labels[LOCK_LABEL], "t3.v3");
    assert_eq!(deployed(three.clone(), LATER).info.description, "Rollback to 1");
    assert_eq!(failed(three, "no").info.description, "Rollback \"shop\" failed: no");
}

#[test]
fn an_uninstall_says_since_when() {
    let going = uninstalling(deployed(first(), NOW), LATER);
    assert_eq!((going.info.status, going.info.deleted), (Status::Uninstalling, Some(LATER)));
    assert_eq!(uninstalled(going).info.status, Status::Uninstalled);
}

#[test]
fn labels_of_others_are_carried_on_but_never_a_lock() {
    let mut one = deployed(first(), NOW);
    one.labels.insert("team".into(), "blue".into());
    one.labels.insert("createdAt".into(), "1".into());
    let history = [Revision::from(&one)];
    let two = upgrade(&one, content(), BTreeMap::new(), &history, LATER).unwrap();
    assert_eq!(two.labels["team"], "blue");
    assert!(!two.labels.contains_key(LOCK_LABEL) && !two.labels.contains_key("createdAt"));
}

#[test]
fn a_lock_counts_only_with_its_own_revision() {
    let labelled = |version, lock: &str| Revision {
        version,
        status: Status::PendingUpgrade,
        labels: BTreeMap::from([(LOCK_LABEL.into(), lock.into())]),
    };
    assert_eq!(lock_holder(&labelled(3, "task-1.v3")), Some("task-1"));
    assert_eq!(lock_holder(&labelled(4, "task-1.v3")), None);
    assert_eq!(lock_holder(&labelled(3, ".v3")), None);
    assert_eq!(lock_holder(&revision(3, Status::PendingUpgrade)), None);
}

#[test]
fn ten_revisions_are_kept_and_the_deployed_one_always() {
    let mut history: Vec<Revision> = (1..=12).map(|v| revision(v, Status::Failed)).collect();
    history[1].status = Status::Deployed;
    assert_eq!(to_delete(&history, KEPT_REVISIONS), [1, 3, 4]);
    assert!(to_delete(&history[..9], KEPT_REVISIONS).is_empty());
    assert_eq!(to_delete(&history[..10], KEPT_REVISIONS), [1]);
}

fn base64_of(data: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(data)
}

/// `tests/records/`: what helm 3.21.4 and helm 4.2.4 stored for a chart of one ConfigMap and one hook.
#[test]
fn records_that_helm_wrote_lose_nothing_on_the_way_through_us() {
    for (name, text) in
        [("helm 3", include_str!("../records/helm3.release")), ("helm 4", include_str!("../records/helm4.release"))]
    {
        let record = decode(text.as_bytes()).unwrap();
        assert_eq!(
            (record.version, record.info.status, record.config["a"]["b"].as_u64()),
            (1, Status::Deployed, Some(2)),
            "{name}"
        );
        assert_eq!(record.hooks[0].last_run.phase, "Succeeded", "{name}");
        let again = decode(encode(&record).unwrap().as_bytes()).unwrap();
        assert_eq!(again, record, "{name}");
        let ours = serde_json::to_value(&again).unwrap();
        for (pointer, value) in leaves(&original(text)) {
            assert_eq!(ours.pointer(&pointer), Some(&value), "{name}: {pointer}");
        }
    }
}

fn original(text: &str) -> serde_json::Value {
    use base64::Engine as _;
    let packed = base64::engine::general_purpose::STANDARD.decode(text.trim()).unwrap();
    serde_json::from_reader(flate2::read::GzDecoder::new(packed.as_slice())).unwrap()
}

/// Every value that says something, with its place; null is what Go writes for an empty list.
fn leaves(value: &serde_json::Value) -> Vec<(String, serde_json::Value)> {
    match value {
        serde_json::Value::Object(map) => map.iter().flat_map(|(k, v)| below(k, v)).collect(),
        serde_json::Value::Array(list) => list.iter().enumerate().flat_map(|(i, v)| below(&i.to_string(), v)).collect(),
        serde_json::Value::Null => Vec::new(),
        other => vec![(String::new(), other.clone())],
    }
}

fn below(key: &str, value: &serde_json::Value) -> Vec<(String, serde_json::Value)> {
    leaves(value)
        .into_iter()
        .map(|(rest, v)| (format!("/{}{rest}", key.replace('~', "~0").replace('/', "~1")), v))
        .collect()
}
