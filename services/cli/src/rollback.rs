//! `canopy rollback`: an earlier revision once more.

use crate::{
    client::Client,
    done,
    failure::{Exit, Failure, Result},
    find,
    follow::Waiting,
    noun::{Reference, deployments},
    output::{self, Output},
    place::Place,
    planned::{Consent, Planned},
};
use http::Method;
use serde_json::{Value, json};

#[derive(clap::Args)]
pub struct Options {
    /// The deployment: its name or id, or deployment/NAME
    #[arg(value_parser = deployments())]
    deployment: Reference,
    /// Number of the revision to go back to [default: the last good one before the wanted one]
    revision: Option<u32>,
    /// Why, for the list of revisions
    #[arg(long)]
    reason: Option<String>,
    /// Only show what it would do
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    consent: Consent,
    #[command(flatten)]
    waiting: Waiting,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    place: Place,
}

/// Shows the plan, asks, and does it.
pub async fn run(options: Options) -> Result<()> {
    let Options { deployment, revision, reason, dry_run, consent, waiting, output, place } = options;
    let client = place.client()?;
    let site = find::deployment(&client, &deployment).await?;
    let id = find::id_of(&site);
    let revision = match revision {
        Some(revision) => i64::from(revision),
        None => previous(&client, &id, site["revision"].as_i64().unwrap_or_default()).await?,
    };
    let planned =
        Planned::ask(&client, &format!("/deployments/{id}/plan/rollback"), &json!({ "revision": revision })).await?;
    let name = output::printable(site["name"].as_str().unwrap_or_default());
    let title = format!("deployment/{name} goes back to revision {revision}, as revision {}", planned.plan["revision"]);
    if dry_run {
        planned.tell(output.format, &title)?;
        return planned.possible();
    }
    eprintln!("{}", planned.text(&title));
    planned.possible()?;
    consent.given(&name, planned.destroys()).await?;
    let body = json!({ "revision": revision, "reason": reason, "plan": planned.hash() });
    let path = format!("/deployments/{id}/rollback");
    let answer = client.change(Method::POST, &path, &[], Some(&body), site["version"].as_i64()).await?;
    done::tell(&client, output, &waiting, answer, ("going back", "rolled back")).await
}

async fn previous(client: &Client, id: &str, wanted: i64) -> Result<i64> {
    let (revisions, _) = client.list(&format!("/deployments/{id}/revisions"), &[], usize::MAX).await?;
    let none = || Failure::new(Exit::Conflict, "There is no earlier revision that was in effect.");
    before(&revisions, wanted).ok_or_else(none)
}

/// The last revision before the wanted one that came about; they are newest first. Where the wanted one failed that is the one
/// in effect.
fn before(revisions: &[Value], wanted: i64) -> Option<i64> {
    let good = revisions.iter().filter(|revision| revision["result"] == "succeeded");
    good.filter_map(|revision| revision["number"].as_i64()).find(|number| *number < wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_number_it_is_the_last_good_revision_before_the_wanted_one() {
        let revision = |number: i64, result: &str| json!({"number": number, "result": result});
        let all = [(5, "failed"), (4, "succeeded"), (3, "failed"), (2, "succeeded"), (1, "cancelled")]
            .map(|(number, result)| revision(number, result));
        assert_eq!(before(&all, 5), Some(4), "the change failed: what serves");
        assert_eq!(before(&all[1..], 4), Some(2));
        assert_eq!(before(&all[3..], 2), None);
    }
}
