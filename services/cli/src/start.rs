//! `canopy start`.

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

/// Asks for a stopped site to come up again.
pub async fn run(options: Options) -> Result<()> {
    let Options { reason, dry_run, order } = options;
    let body = Some(json!({ "reason": reason }));
    order.give(Verb { call: "start", body, doing: "starting", done: "started", dry_run }).await
}
