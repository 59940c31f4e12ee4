//! Things as rows of a table.

use crate::{age, noun::Noun, output};
use serde_json::Value;
use time::OffsetDateTime;

/// The cells of one thing, as they are at that time.
type Cells = fn(&Value, OffsetDateTime) -> Vec<String>;

/// The table of things of a kind.
pub fn table(noun: Noun, things: &[Value]) -> String {
    let now = age::now();
    let (headings, row): (&[&str], Cells) = match noun {
        Noun::Deployment => (&["NAME", "STATUS", "TYPE", "TEAM", "CLUSTER", "REVISION", "DOMAIN", "AGE"], deployment),
        Noun::Team => (&["NAME", "MEMBERS", "DESCRIPTION", "AGE"], team),
        Noun::Cluster => (&["NAME", "STATUS", "VERSION", "NODES", "PROVIDER", "REGION", "AGE"], cluster),
        Noun::Datacenter => (&["NAME", "STATUS", "PROVIDER", "REGION", "LOCATION", "CLUSTERS", "AGE"], datacenter),
        Noun::Task => (&["ID", "TYPE", "STATUS", "DEPLOYMENT", "STEPS", "TOOK", "AGE"], task),
        Noun::Event => (&["AGE", "TYPE", "REASON", "ABOUT", "BY", "MESSAGE"], event),
        Noun::Revision => (&["REVISION", "CHANGE", "RESULT", "AUTHOR", "AGE", "REASON"], revision),
        Noun::User => (&["EMAIL", "NAME", "ROLE", "STATUS", "LAST SEEN", "AGE"], user),
    };
    output::table(headings, &things.iter().map(|thing| row(thing, now)).collect::<Vec<_>>())
}

/// A value as a cell: nothing for null.
pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What a deployment does, with how far its task is.
pub fn status(site: &Value) -> String {
    let status = cell(&site["status"]);
    if site["deleting"] == true {
        return "deleting".to_owned();
    }
    let work = &site["work"];
    match work["type"].as_str() {
        Some(kind) => format!("{status} ({kind} {}/{})", work["position"], work["steps"]),
        None => status,
    }
}

fn deployment(site: &Value, now: OffsetDateTime) -> Vec<String> {
    let revision = match &site["effectiveRevision"] {
        effective if *effective == site["revision"] => cell(effective),
        Value::Null => format!("- -> {}", site["revision"]),
        effective => format!("{effective} -> {}", site["revision"]),
    };
    vec![
        cell(&site["name"]),
        status(site),
        cell(&site["type"]),
        cell(&site["teamName"]),
        cell(&site["clusterName"]),
        revision,
        cell(&site["baseParameters"]["domain"]),
        age::since(now, &site["createdAt"]),
    ]
}

fn team(team: &Value, now: OffsetDateTime) -> Vec<String> {
    let members = team["members"].as_array().map_or(0, Vec::len).to_string();
    vec![cell(&team["name"]), members, cell(&team["description"]), age::since(now, &team["createdAt"])]
}

fn cluster(cluster: &Value, now: OffsetDateTime) -> Vec<String> {
    let fields = ["name", "status", "version", "nodes", "provider", "region"];
    let mut row: Vec<String> = fields.iter().map(|field| cell(&cluster[field])).collect();
    row.push(age::since(now, &cluster["createdAt"]));
    row
}

fn datacenter(datacenter: &Value, now: OffsetDateTime) -> Vec<String> {
    let fields = ["name", "status", "provider", "region", "location", "clusterCount"];
    let mut row: Vec<String> = fields.iter().map(|field| cell(&datacenter[field])).collect();
    row.push(age::since(now, &datacenter["createdAt"]));
    row
}

fn task(task: &Value, now: OffsetDateTime) -> Vec<String> {
    let steps = task["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    let over = steps.iter().filter(|step| step["status"] == "complete" || step["status"] == "skipped").count();
    vec![
        cell(&task["id"]),
        cell(&task["type"]),
        cell(&task["status"]),
        cell(&task["deploymentName"]),
        format!("{over}/{}", steps.len()),
        age::between(now, &task["startedAt"], &task["finishedAt"]),
        age::since(now, &task["createdAt"]),
    ]
}

fn event(event: &Value, now: OffsetDateTime) -> Vec<String> {
    let count = match event["count"].as_i64() {
        Some(count) if count > 1 => format!(" (x{count})"),
        _ => String::new(),
    };
    vec![
        age::since(now, &event["last_seen"]),
        cell(&event["type"]),
        cell(&event["reason"]),
        about(event),
        cell(&event["actor"]["name"]),
        format!("{}{count}", cell(&event["message"])),
    ]
}

/// What an event is about: the narrowest thing that it names.
pub fn about(event: &Value) -> String {
    let named =
        ["deployment", "cluster", "team"].into_iter().find_map(|noun| Some((noun, event[noun]["name"].as_str()?)));
    named.map(|(noun, name)| format!("{noun}/{name}")).unwrap_or_default()
}

fn revision(revision: &Value, now: OffsetDateTime) -> Vec<String> {
    let effective = if revision["effective"] == true { " (in effect)" } else { "" };
    vec![
        format!("{}{effective}", revision["number"]),
        cell(&revision["change"]),
        cell(&revision["result"]),
        cell(&revision["authorName"]),
        age::since(now, &revision["createdAt"]),
        cell(&revision["reason"]),
    ]
}

fn user(user: &Value, now: OffsetDateTime) -> Vec<String> {
    vec![
        cell(&user["email"]),
        format!("{} {}", cell(&user["firstName"]), cell(&user["lastName"])).trim().to_owned(),
        cell(&user["role"]),
        cell(&user["status"]),
        age::since(now, &user["lastLogin"]),
        age::since(now, &user["createdAt"]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_deployment_at_work_says_what_is_done_and_how_far_it_is() {
        let site = json!({"name": "shop", "status": "pending", "type": "wordpress", "teamName": "Web", "clusterName": "prod",
            "revision": 3, "effectiveRevision": 2, "baseParameters": {"domain": "shop.example.com"}, "createdAt": null,
            "work": {"type": "upgrade", "position": 2, "steps": 7}});
        let table = table(Noun::Deployment, &[site]);
        let row = "shop  pending (upgrade 2/7)  wordpress  Web   prod     2 -> 3    shop.example.com";
        assert_eq!(table.lines().last(), Some(row));
    }
}
