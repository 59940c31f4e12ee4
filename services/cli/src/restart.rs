//! `canopy restart`.

use crate::{
    failure::Result,
    order::{Order, Verb},
};

#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    order: Order,
}

/// Asks for a restart of what is in effect.
pub async fn run(options: Options) -> Result<()> {
    let verb = Verb { call: "restart", body: None, doing: "restarting", done: "restarted", dry_run: false };
    options.order.give(verb).await
}
