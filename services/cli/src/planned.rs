//! A change before it happens: what the cluster itself says of it, and the consent to it.

use crate::{
    client::Client,
    columns::cell,
    failure::{Failure, Result},
    output::{self, Format, printable},
    terminal,
};
use serde_json::Value;

/// The longest text of a field that is shown.
const LONGEST: usize = 200;

/// Consent to a change that was shown.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Consent {
    /// Do it without asking
    #[arg(short, long)]
    pub yes: bool,
    /// Do it although data goes with it: the name of the deployment
    #[arg(long, value_name = "NAME")]
    pub confirm: Option<String>,
}

impl Consent {
    /// Takes it from the command line, else asks for it.
    ///
    /// # Errors
    /// It is not given; nobody can be asked.
    pub async fn given(&self, name: &str, destroys: bool) -> Result<()> {
        let name = printable(name);
        match &self.confirm {
            Some(confirmed) if *confirmed == name => return Ok(()),
            Some(_) => return Err(Failure::usage(format!("--confirm names something else than {name}."))),
            None => {}
        }
        if !destroys {
            return match self.yes {
                true => Ok(()),
                false => terminal::agree("Do this?", "Nobody can be asked here: --yes does it without asking.").await,
            };
        }
        if !terminal::is_attended() {
            let said = format!("Data goes with this, and nobody can be asked here: --confirm {name} does it.");
            return Err(Failure::usage(said));
        }
        match terminal::ask(&format!("Data goes with this. Type {name} to do it: ")).await? {
            typed if typed == name => Ok(()),
            _ => Err(Failure::failed("Nothing was changed.")),
        }
    }
}

/// A plan, and what it is of.
pub struct Planned {
    /// As the API answers it.
    pub plan: Value,
    /// Of a change of the description, which no cluster sees: before and after.
    pub description: Option<(String, String)>,
}

impl Planned {
    /// Asks for a plan.
    ///
    /// # Errors
    /// Those of the change itself.
    pub async fn ask(client: &Client, path: &str, body: &Value) -> Result<Self> {
        Ok(Self { plan: client.post(path, body).await?, description: None })
    }

    /// Asks what a file would do: a creation, or a change of the deployment of its name.
    ///
    /// # Errors
    /// As [`Planned::ask`].
    pub async fn of_file(client: &Client, existing: Option<&Value>, body: &Value) -> Result<Self> {
        let Some(site) = existing else { return Self::ask(client, "/deployments/plan", body).await };
        let id = cell(&site["id"]);
        let planned = Self::ask(client, &format!("/deployments/{id}/plan"), body).await?;
        let (before, after) = (cell(&site["description"]), body["description"].as_str());
        let after = after.map(str::trim).filter(|after| *after != before);
        Ok(Self { description: after.map(|after| (before.clone(), after.to_owned())), ..planned })
    }

    /// What the change itself names, so that it does this and nothing else; none where nothing is rolled out.
    pub fn hash(&self) -> Option<&str> {
        self.plan["hash"].as_str()
    }

    /// Nothing would be another afterwards.
    pub fn changes_nothing(&self) -> bool {
        self.hash().is_none() && self.description.is_none()
    }

    /// A volume goes with it, or something else that holds data.
    pub fn destroys(&self) -> bool {
        let destroyed = |object: &Value| {
            object["action"] == "delete" && (object["losesData"] == true || !object["volume"].is_null())
        };
        self.objects().any(destroyed)
    }

    /// Refuses a change that the cluster would refuse.
    ///
    /// # Errors
    /// With what it says.
    pub fn possible(&self) -> Result<()> {
        let problems = self.objects().filter_map(|object| {
            let problem = object["problem"].as_str()?;
            Some(format!("\n  {} {}: {}", cell(&object["kind"]), cell(&object["name"]), printable(problem)))
        });
        let problems: String = problems.collect();
        if problems.is_empty() {
            return Ok(());
        }
        Err(Failure::failed(format!("The cluster would refuse this:{problems}")))
    }

    /// Tells it on standard output.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn tell(&self, format: Format, title: &str) -> Result<()> {
        match format {
            Format::Json | Format::Yaml => output::value(format, &self.plan),
            Format::Table => output::line(&self.text(title)),
            Format::Name => {
                let touched = self.objects().filter(|object| object["action"] != "none");
                touched
                    .map(|object| format!("{}/{}", cell(&object["kind"]), cell(&object["name"])))
                    .try_for_each(|name| output::line(&printable(&name)))
            }
        }
    }

    /// In words: every object that is touched with every field that is another one then, and what that means.
    pub fn text(&self, title: &str) -> String {
        let mut lines = vec![format!("{title}:")];
        lines.extend(self.power().map(str::to_owned));
        if let Some((before, after)) = &self.description {
            lines.push(format!("  description: {} -> {}", quoted(before), quoted(after)));
        }
        for action in ["delete", "create", "change"] {
            for object in self.objects().filter(|object| object["action"] == action) {
                told(object, &mut lines);
            }
        }
        let secrets: Vec<String> = self.plan["secrets"].as_array().into_iter().flatten().map(cell).collect();
        if !secrets.is_empty() {
            lines.push(format!("  New values of secrets: {}", printable(&secrets.join(", "))));
        }
        if let Some(namespace) = self.plan["triedIn"].as_str() {
            let namespace = printable(namespace);
            lines.push(format!("  Tried in the namespace {namespace}, as its own is not there yet."));
        }
        let count = |action: &str| self.objects().filter(|object| object["action"] == action).count();
        let [created, changed, deleted, same] = ["create", "change", "delete", "none"].map(count);
        lines.push(match created + changed + deleted {
            0 => "No object in the cluster changes.".to_owned(),
            _ => format!("{created} created, {changed} changed, {deleted} deleted, {same} left as they are."),
        });
        lines.join("\n")
    }

    fn power(&self) -> Option<&'static str> {
        Some(match self.plan["power"].as_str()? {
            "stops" => "  The site cannot be reached until it is started. Its data stays.",
            "starts" => "  The site comes up again.",
            _ => "  The site stays stopped; this counts when it is started.",
        })
    }

    fn objects(&self) -> impl Iterator<Item = &Value> {
        self.plan["objects"].as_array().into_iter().flatten()
    }
}

fn told(object: &Value, lines: &mut Vec<String>) {
    let sign = match object["action"].as_str() {
        Some("create") => '+',
        Some("delete") => '-',
        _ => '~',
    };
    let mut said = Vec::new();
    if object["interrupts"] == true {
        said.push("no pod serves from the end of the old one until the new one is ready".to_owned());
    } else if object["restarts"] == true {
        said.push("new pods take over before the old ones end".to_owned());
    }
    let volume = &object["volume"];
    match volume["end"].as_str() {
        Some("deleted") => said.push(format!("{} of data are deleted", cell(&volume["size"]))),
        Some("kept") => said.push(format!("the cluster keeps its volume ({})", cell(&volume["size"]))),
        Some("reused") => said.push(format!("goes on with the data that was kept ({})", cell(&volume["size"]))),
        Some(_) => said.push("whether the cluster keeps its volume cannot be seen".to_owned()),
        None if object["losesData"] == true => said.push("all data in it goes with it".to_owned()),
        None => {}
    }
    if object["foreign"] == true {
        said.push("somebody else's".to_owned());
    }
    let said = if said.is_empty() { String::new() } else { format!(": {}", said.join("; ")) };
    lines.push(printable(&format!("{sign} {} {}{said}", cell(&object["kind"]), cell(&object["name"]))));
    // all of an object that is made or goes is new or gone
    if sign == '~' {
        for field in object["fields"].as_array().into_iter().flatten() {
            differs(field, lines);
        }
    }
}

fn differs(field: &Value, lines: &mut Vec<String>) {
    let path = printable(&cell(&field["path"]));
    let (before, after) = (field["before"].as_str(), field["after"].as_str());
    let many = |text: Option<&str>| text.is_some_and(|text| text.contains('\n'));
    if !many(before) && !many(after) {
        let shown = |text: Option<&str>| text.map_or_else(|| "not set".to_owned(), quoted);
        lines.push(format!("    {path}: {} -> {}", shown(before), shown(after)));
        return;
    }
    lines.push(format!("    {path}:"));
    let of = |text: Option<&str>| text.unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (of(before), of(after));
    for (sign, these, others) in [('-', &before, &after), ('+', &after, &before)] {
        let new = these.iter().filter(|line| !others.contains(line));
        lines.extend(new.map(|line| format!("      {sign} {}", printable(line))));
    }
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(LONGEST).collect();
    let dots = if short.len() < text.len() { "..." } else { "" };
    format!("\"{}{dots}\"", printable(&short))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn planned(objects: Value) -> Planned {
        let plan = json!({"hash": "h", "revision": 2, "objects": objects, "secrets": ["env.KEY"], "triedIn": null, "power": null});
        Planned { plan, description: None }
    }

    #[test]
    fn a_plan_is_told_field_by_field() {
        let plan = planned(json!([
            {"kind": "ConfigMap", "name": "a", "action": "change", "fields": [
                {"path": "data.conf", "before": "x\ny\n", "after": "x\nz\n"}]},
            {"kind": "Deployment", "name": "web", "action": "change", "restarts": true, "fields": [
                {"path": "spec.replicas", "before": "1", "after": "2"}, {"path": "p", "before": null, "after": "q"}]},
            {"kind": "Service", "name": "s", "action": "none", "fields": []},
            {"kind": "PersistentVolumeClaim", "name": "data", "action": "delete", "fields": [], "losesData": true,
                "volume": {"size": "8Gi", "end": "deleted"}},
        ]));
        let expected = "deployment/shop, revision 2:
- PersistentVolumeClaim data: 8Gi of data are deleted
~ ConfigMap a
    data.conf:
      - y
      + z
~ Deployment web: new pods take over before the old ones end
    spec.replicas: \"1\" -> \"2\"
    p: not set -> \"q\"
  New values of secrets: env.KEY
0 created, 2 changed, 1 deleted, 1 left as they are.";
        assert_eq!(plan.text("deployment/shop, revision 2"), expected);
        assert!(plan.destroys() && !plan.changes_nothing());
    }

    #[test]
    fn what_the_cluster_refuses_is_not_done() {
        let refused =
            planned(json!([{"kind": "Ingress", "name": "i", "action": "create", "problem": "host is taken"}]));
        assert_eq!(
            refused.possible().unwrap_err().text(),
            "The cluster would refuse this:\n  Ingress i: host is taken"
        );
        assert!(planned(json!([])).possible().is_ok() && !planned(json!([])).destroys());
    }

    #[test]
    fn a_description_alone_is_a_change() {
        let mut plan = planned(json!([]));
        plan.plan["hash"] = Value::Null;
        assert!(plan.changes_nothing());
        plan.description = Some(("a".into(), "b".into()));
        assert!(!plan.changes_nothing());
    }
}
