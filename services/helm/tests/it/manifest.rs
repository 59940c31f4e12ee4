use crate::fixture::{rendered, toggled};
use helm::{documents, install_order, owned, owner, parse_manifest, prune_set, uninstall_order};
use serde_json::json;

fn names(list: &[helm::Document]) -> Vec<String> {
    list.iter().map(|d| format!("{}/{}", d.kind, d.name)).collect()
}

#[test]
fn the_stored_manifest_reads_back_as_the_documents() {
    let out = rendered(&toggled(0b11_1111));
    assert_eq!(documents(&out.manifest).unwrap(), out.documents);
    assert_eq!(parse_manifest(&out.manifest), out.documents);
}

#[test]
fn half_a_manifest_is_an_error_for_deleting_and_shown_for_reading() {
    let text = "---\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n---\n: broken: [\n";
    assert!(documents(text).is_err());
    assert_eq!(names(&parse_manifest(text)), ["ConfigMap/a"]);
    assert!(documents("---\nkind: ConfigMap\nmetadata: {name: a}\n").is_err());
}

#[test]
fn what_left_the_manifest_is_deleted_unless_it_asks_to_stay() {
    let before = documents(
        "---\napiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: same}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: gone}\n---\n\
         apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, annotations: {helm.sh/resource-policy: keep}}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: gone, namespace: ns}\n",
    )
    .unwrap();
    let failed_since = documents("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: stray}\n").unwrap();
    let new = documents("---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: same, namespace: ns}\n").unwrap();
    let (delete, keep) = prune_set(&[&before, &failed_since], &new, "ns");
    assert_eq!(names(&delete), ["Service/gone", "Deployment/gone", "ConfigMap/stray"]);
    assert_eq!(names(&keep), ["PersistentVolumeClaim/data"]);
}

#[test]
fn switching_services_off_prunes_exactly_their_objects() {
    let all = rendered(&toggled(0b01_1111)).documents;
    let fewer = rendered(&toggled(0b00_0111)).documents;
    let (delete, keep) = prune_set(&[&all], &fewer, "shop-a1b2c3");
    assert_eq!(
        names(&delete),
        [
            "Service/shop-a1b2c3-ftp",
            "Service/shop-a1b2c3-phpmyadmin",
            "Deployment/shop-a1b2c3-ftp",
            "Deployment/shop-a1b2c3-phpmyadmin",
            "ConfigMap/shop-a1b2c3-phpmyadmin",
            "NetworkPolicy/shop-a1b2c3-ftp"
        ]
    );
    assert!(keep.is_empty());
}

#[test]
fn an_owned_object_carries_what_helm_looks_for_and_is_otherwise_the_same() {
    let plain = json!({"kind": "ConfigMap", "metadata": {"name": "a", "labels": {"x": "y"}, "annotations": null}});
    let object = owned(&plain, "shop", "ns");
    assert_eq!(object["metadata"]["labels"], json!({"x": "y", "app.kubernetes.io/managed-by": "Helm"}));
    assert_eq!(
        object["metadata"]["annotations"],
        json!({"meta.helm.sh/release-name": "shop", "meta.helm.sh/release-namespace": "ns"})
    );
    assert_eq!(owner(&object), Some(("shop".into(), "ns".into())));
    assert_eq!(owner(&plain), None);
}

#[test]
fn objects_are_created_before_what_needs_them_and_deleted_after() {
    let mut list = rendered(&toggled(0b11_1101)).documents;
    list.reverse();
    install_order(&mut list);
    let at = |list: &[helm::Document], kind: &str| list.iter().position(|d| d.kind == kind).unwrap();
    assert!(
        at(&list, "ServiceAccount") < at(&list, "ConfigMap")
            && at(&list, "PersistentVolumeClaim") < at(&list, "Deployment")
    );
    uninstall_order(&mut list);
    assert!(
        at(&list, "Service") < at(&list, "Deployment") && at(&list, "Deployment") < at(&list, "PersistentVolumeClaim")
    );
    let mut unknown = documents("---\napiVersion: x/v1\nkind: Zebra\nmetadata: {name: z}\n---\napiVersion: x/v1\nkind: Ant\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: s}\n").unwrap();
    install_order(&mut unknown);
    assert_eq!(names(&unknown), ["Service/s", "Ant/a", "Zebra/z"]);
}
