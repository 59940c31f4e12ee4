//! `canopy restart`.

use crate::{
    failure::Result,
    order::{Order, Verb},
};

#[derive(clap::Args)]
pub struct Options {
    /// Only show what it would do
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    order: Order,
}

/// Asks for a restart of what is in effect.
pub async fn run(options: Options) -> Result<()> {
    let Options { dry_run, order } = options;
    order.give(Verb { call: "restart", body: None, doing: "restarting", done: "restarted", dry_run }).await
}
