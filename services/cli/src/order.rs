//! A small change of a deployment that has a call of its own, such as a restart.

use crate::{
    done,
    failure::Result,
    find,
    follow::Waiting,
    noun::{Reference, deployments},
    output::Output,
    place::Place,
    planned::Planned,
};
use http::Method;
use serde_json::Value;

/// Which deployment, and how to tell of it.
#[derive(clap::Args)]
pub struct Order {
    /// The deployment: its name or id, or deployment/NAME
    #[arg(value_parser = deployments())]
    deployment: Reference,
    #[command(flatten)]
    waiting: Waiting,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    place: Place,
}

/// A call, its body, and what is said of it meanwhile and afterwards.
pub struct Verb<'a> {
    pub call: &'a str,
    pub body: Option<Value>,
    pub doing: &'a str,
    pub done: &'a str,
    /// Only show what it would do.
    pub dry_run: bool,
}

impl Order {
    /// Asks for it.
    ///
    /// # Errors
    /// Whatever the API says; a task that fails where it is waited for.
    pub async fn give(self, verb: Verb<'_>) -> Result<()> {
        let client = self.place.client()?;
        let site = find::deployment(&client, &self.deployment).await?;
        let id = find::id_of(&site);
        if verb.dry_run {
            let body = verb.body.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
            let planned = Planned::ask(&client, &format!("/deployments/{id}/plan/{}", verb.call), &body).await?;
            return planned.tell(self.output.format, &format!("deployment/{}", self.deployment.name));
        }
        let path = format!("/deployments/{id}/{}", verb.call);
        let answer = client.change(Method::POST, &path, &[], verb.body.as_ref(), None).await?;
        done::tell(&client, self.output, &self.waiting, answer, (verb.doing, verb.done)).await
    }
}
