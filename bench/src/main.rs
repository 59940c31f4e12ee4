//! The least that a request costs which goes through the same crates as Canopy's: axum, tonic, sqlx, and back as JSON.
//!
//! Two processes, as in Canopy: `bare front` answers REST and asks `bare service` by gRPC, which reads Canopy's own tables.
//! There is no token, no rule, no log line, no total: what Canopy costs more is what `make bench` shows.

#![expect(clippy::disallowed_methods, reason = "it stands beside Canopy's chassis, not on it")]

mod front;
mod message;
mod service;

use clap::Parser;
use std::net::SocketAddr;

/// The heap is Canopy's too.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[derive(Parser)]
enum Role {
    /// REST
    Front {
        #[arg(long)]
        listen: SocketAddr,
        /// Where the service is: http://host:port
        #[arg(long)]
        peer: String,
    },
    /// gRPC, and the database
    Service {
        #[arg(long)]
        listen: SocketAddr,
        #[arg(long)]
        database: String,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Role::parse() {
        Role::Front { listen, peer } => front::serve(listen, &peer).await,
        Role::Service { listen, database } => service::serve(listen, &database).await,
    }
}
