use super::*;
use serde_json::json;

fn pod(namespace: &str, name: &str) -> Pod {
    serde_json::from_value(json!({"metadata": {"namespace": namespace, "name": name, "labels": {"app.kubernetes.io/instance": namespace}}}))
        .expect("a pod")
}

fn take_pod(store: &mut Store, event: watcher::Event<Pod>) -> Touched {
    let own = |namespace: &str, labels: &BTreeMap| {
        labels.get("app.kubernetes.io/instance").is_some_and(|release| release == namespace)
    };
    store.take(Message::Pod(Ok(event)), own, |_| false).expect("no error")
}

fn names(store: &Store, namespace: &str) -> Vec<String> {
    store.snapshot(namespace).map(|snapshot| snapshot.pods.keys().map(str::to_owned).collect()).unwrap_or_default()
}

#[test]
fn a_new_list_replaces_what_is_known_when_it_is_complete_and_not_before() {
    let mut store = Store::default();
    for event in [
        watcher::Event::Init,
        watcher::Event::InitApply(pod("shop", "a")),
        watcher::Event::InitApply(pod("blog", "b")),
        watcher::Event::InitDone,
    ] {
        take_pod(&mut store, event);
    }
    assert_eq!((names(&store, "shop"), names(&store, "blog")), (vec!["a".to_owned()], vec!["b".to_owned()]));
    assert_eq!(take_pod(&mut store, watcher::Event::Init), Touched::Nobody);
    assert_eq!(take_pod(&mut store, watcher::Event::InitApply(pod("shop", "c"))), Touched::Nobody);
    assert_eq!(names(&store, "shop"), ["a"], "half a list says nothing");
    assert_eq!(take_pod(&mut store, watcher::Event::InitDone), Touched::Everybody);
    assert_eq!((names(&store, "shop"), names(&store, "blog")), (vec!["c".to_owned()], Vec::new()));
    assert!(store.snapshot("blog").is_none(), "nothing is kept of a namespace that shows nothing");
}

#[test]
fn what_is_no_releases_is_not_kept() {
    let mut store = Store::default();
    let mut foreign = pod("kube-system", "dns");
    foreign.metadata.labels = None;
    assert_eq!(take_pod(&mut store, watcher::Event::Apply(foreign)), Touched::Nobody);
    assert_eq!(take_pod(&mut store, watcher::Event::Apply(pod("shop", "a"))), Touched::Namespace("shop".into()));
    assert_eq!(take_pod(&mut store, watcher::Event::Delete(pod("shop", "a"))), Touched::Namespace("shop".into()));
    assert!(store.namespaces.is_empty());
}
