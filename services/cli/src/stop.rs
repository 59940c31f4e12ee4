//! `canopy stop`.

use crate::{
    failure::Result,
    order::{Order, Verb},
};
use serde_json::json;

#[derive(clap::Args)]
pub struct Options {
    /// Why, for the list of revisions
    #[arg(long)]
    reason: Option<String>,
    /// Only show what it would do
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    order: Order,
}

/// Asks for a site without pods, until it is started.
pub async fn run(options: Options) -> Result<()> {
    let Options { reason, dry_run, order } = options;
    let body = Some(json!({ "reason": reason }));
    order.give(Verb { call: "stop", body, doing: "stopping", done: "stopped", dry_run }).await
}
