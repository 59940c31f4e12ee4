//! `canopy retry`.

use crate::{
    failure::Result,
    order::{Order, Verb},
};

#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    order: Order,
}

/// Asks to bring about what is wanted and is not in effect.
pub async fn run(options: Options) -> Result<()> {
    let verb = Verb { call: "retry", body: None, doing: "tried again", done: "changed", dry_run: false };
    options.order.give(verb).await
}
