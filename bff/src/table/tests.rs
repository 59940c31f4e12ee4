use super::*;

#[utoipa::path(get, path = "/things", responses((status = 200)))]
async fn list() {}
#[utoipa::path(post, path = "/things", responses((status = 201)))]
async fn create() {}
#[utoipa::path(get, path = "/things/{id}", responses((status = 200)))]
async fn get() {}

#[utoipa::path(method(put, patch), path = "/things", responses((status = 200)))]
async fn put_or_patch() {}

fn refusal(lines: Vec<Line>) -> String {
    document_of(lines).map(|_| ()).expect_err("refused").to_string()
}

#[test]
fn one_line_is_one_call() {
    let lines = || vec![user("GET /things", handler!(list)), admin("POST /things", handler!(create))];
    assert_eq!(Table::of(lines()).expect("two calls of one path").rules.rows().len(), 2);
    assert!(document_of(lines()).is_ok());
    let both = Handler { document: || routes!(list, create), ..handler!(list) };
    let said = refusal(vec![user("GET /things", both)]);
    assert!(said.contains("a line is one call") && said.contains("POST /things"), "{said}");
    let said = refusal(vec![user("PUT /things", handler!(put_or_patch))]);
    assert!(said.contains("a line is one call") && said.contains("PATCH /things"), "{said}");
}

#[test]
fn one_call_is_one_line() {
    let lines = vec![user("GET /things", handler!(list)), admin("GET /things", handler!(list))];
    let said = Table::of(lines).map(|_| ()).expect_err("refused").to_string();
    assert_eq!(said, "GET /things has two lines");
}

#[test]
fn a_line_names_the_call_that_its_handler_documents() {
    let said = refusal(vec![user("GET /things", handler!(get))]);
    assert_eq!(said, r#"GET /things: its handler documents ["GET /things/{id}"]"#);
    let said = refusal(vec![user("GET /things", handler!(create))]);
    assert_eq!(said, r#"GET /things: its handler documents ["POST /things"]"#);
}

#[test]
fn a_route_is_found_by_its_method_and_path_and_head_follows_get() {
    let rules = table().expect("the table").rules;
    let found = |method, path| rules.find(&method, path).map(|row| row.rule.call);
    assert_eq!(found(Method::GET, "/teams"), Some("GET /teams"));
    assert_eq!(found(Method::HEAD, "/teams"), Some("GET /teams"));
    assert_eq!(found(Method::POST, "/teams"), Some("POST /teams"));
    assert_eq!(found(Method::PUT, "/teams"), None);
    assert_eq!(found(Method::GET, "/secrets"), None);
}

#[test]
fn only_routes_that_take_a_kubeconfig_take_large_bodies() {
    let rules = table().expect("the table").rules;
    let large = rules.rows().iter().filter(|row| row.limit != USUAL).map(Row::path).collect::<Vec<_>>();
    assert_eq!(large, ["/clusters", "/clusters/validate", "/clusters/{id}", "/clusters/{id}/kubeconfig"]);
}

#[test]
fn only_secrets_are_shown_sparingly_and_only_services_judge_teams() {
    let rules = table().expect("the table").rules;
    let sparing = rules.rows().iter().filter(|row| row.sparing).map(Row::path).collect::<Vec<_>>();
    assert_eq!(sparing, ["/clusters/{id}/kubeconfig", "/deployments/{id}/secrets/reveal"]);
    for row in rules.rows() {
        assert!(row.rule.needs.is_none() || row.rule.who == Who::User, "{row:?}: what is it judged by?");
    }
}
