use crate::fixture::{CHARTS, borrowed, chart, folder, read, small, target, wordpress};
use helm::{Chart, Error, render};
use serde_json::json;

#[test]
fn no_template_prints_a_value_bare() {
    for (folder, _) in CHARTS {
        assert_eq!(helm::lint(&chart(folder)), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn the_lint_finds_a_bare_value() {
    let chart = small(&[("templates/a.yaml", "a: {{ .Values.a | quote }}\nb: {{ .Values.b }}\nc: {{ .Values.c | toYaml }}\nd:\n  {{- .Values.d | toYaml | nindent 2 }}\n")]).unwrap();
    assert_eq!(helm::lint(&chart), ["small/templates/a.yaml:2", "small/templates/a.yaml:3"]);
}

#[test]
fn a_chart_without_its_dependency_is_refused_in_helms_words() {
    let own = read(&folder("wordpress"));
    let error = Chart::load(&borrowed(&own)).unwrap_err().to_string();
    assert!(error.contains("found in Chart.yaml, but missing in charts/ directory: common"), "{error}");
}

#[test]
fn broken_charts_are_refused_when_they_are_loaded() {
    for (template, want) in [
        ("{{ .Values.a | nonsense }}", "function \"nonsense\" not defined"),
        ("{{ include \"missing\" . }}", "no template \"missing\""),
        (
            "{{ define \"a\" }}{{ include \"b\" . }}{{ end }}{{ define \"b\" }}{{ include \"a\" . }}{{ end }}",
            "includes itself",
        ),
        ("{{ include .Values.name . }}", "as a literal"),
        ("{{ tpl .Values.text . }}", "function \"tpl\" not defined"),
        ("{{ randAlphaNum 8 }}", "function \"randAlphaNum\" not defined"),
        ("{{ if }}", "small/templates/a.yaml:1"),
    ] {
        let error = small(&[("templates/a.yaml", template)]).unwrap_err().to_string();
        assert!(error.contains(want), "{template}: {error}");
    }
    assert!(Chart::load(&[("Chart.yaml", b"{apiVersion: v2, name: a, version: 1.0.0}"), ("../x", b"")]).is_err());
    assert!(
        small(&[("values.schema.json", "{\"oneOf\": []}")]).unwrap_err().to_string().contains("oneOf is not supported")
    );
}

#[test]
fn quirks_of_helm_are_kept() {
    let chart = small(&[
        ("values.yaml", "n: 3\nbig: 1000000\n"),
        ("templates/_hidden.yaml", "kind: Hidden"),
        ("templates/empty.yaml", "\n# nothing but a comment\n"),
        ("templates/a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  missing: \"{{ .Values.nothing }}\"\n  big: {{ .Values.big | quote }}\n  same: {{ eq (int .Values.n) 3 | quote }}\n"),
        ("templates/NOTES.txt", "hello {{ .Release.Name }}\n"),
    ])
    .unwrap();
    let out = render(&chart, &json!({}), &target()).unwrap();
    assert_eq!(out.documents.len(), 1);
    assert_eq!(out.documents[0].object["data"], json!({"missing": "", "big": "1e+06", "same": "true"}));
    assert_eq!(out.notes, "hello shop-a1b2c3\n");
    assert!(out.manifest.starts_with("---\n# Source: small/templates/a.yaml\napiVersion: v1\n"));
    // A number of the values is a float for Helm, and comparing it with an integer fails there too.
    let wrong = small(&[("values.yaml", "n: 3"), ("templates/a.yaml", "{{ if eq .Values.n 3 }}{{ end }}")]).unwrap();
    assert!(matches!(render(&wrong, &json!({}), &target()), Err(Error::Template { .. })));
}

#[test]
fn a_template_may_refuse_and_its_sentence_arrives() {
    let chart = small(&[("templates/a.yaml", "{{ required \"a name is needed\" .Values.name }}")]).unwrap();
    let error = render(&chart, &json!({}), &target()).unwrap_err().to_string();
    assert!(error.contains("a name is needed") && error.contains("small/templates/a.yaml"), "{error}");
}

#[test]
fn release_names_that_would_never_start_a_pod_are_refused() {
    let chart = wordpress();
    for release in ["", "Shop", "-shop", "shop.x", &"a".repeat(41)] {
        assert!(
            matches!(
                render(&chart, &json!({"domain": "a.example.com"}), &helm::Target { release, ..target() }),
                Err(Error::State(_))
            ),
            "{release}"
        );
    }
    assert!(
        render(&chart, &json!({"domain": "a.example.com"}), &helm::Target { release: &"a".repeat(40), ..target() })
            .is_ok()
    );
}

#[test]
fn rendering_leaves_nothing_behind() {
    let chart = wordpress();
    let values = json!({"domain": "shop.example.com"});
    let first = render(&chart, &values, &target()).unwrap();
    for _ in 0..20 {
        assert_eq!(render(&chart, &values, &target()).unwrap(), first);
    }
}

#[test]
fn a_loaded_chart_is_shared_between_threads() {
    let chart = wordpress();
    let values = json!({"domain": "shop.example.com"});
    let want = render(&chart, &values, &target()).unwrap();
    std::thread::scope(|scope| {
        for thread in [0; 4].map(|_| scope.spawn(|| render(&chart, &values, &target()).unwrap())) {
            assert_eq!(thread.join().unwrap(), want);
        }
    });
}
