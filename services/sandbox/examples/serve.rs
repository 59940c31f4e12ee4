use clap::Parser;
use std::sync::Arc;
#[derive(Parser)]
struct Cli { #[command(flatten)] options: sandbox::Options }
#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let started = sandbox::serve(Cli::parse().options, Arc::new(kit::clock::SystemClock), Arc::new(kit::ids::SystemIds), tokio_util::sync::CancellationToken::new()).await?;
    started.ended().await
}
