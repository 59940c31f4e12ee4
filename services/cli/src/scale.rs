//! `canopy scale`.

use crate::{
    failure::Result,
    order::{Order, Verb},
};
use serde_json::{Value, json};

#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("size").required(true).multiple(true))]
pub struct Options {
    /// How many copies serve
    #[arg(long, group = "size", value_name = "N")]
    replicas: Option<u32>,
    /// Of each copy, as Kubernetes writes it: 500m
    #[arg(long, group = "size")]
    cpu: Option<String>,
    /// Of each copy: 512Mi
    #[arg(long, group = "size")]
    memory: Option<String>,
    /// Of the site's volume, which can only grow: 20Gi
    #[arg(long, group = "size")]
    storage: Option<String>,
    /// Why, for the list of revisions
    #[arg(long)]
    reason: Option<String>,
    /// Only show what it would do
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    order: Order,
}

/// Asks for another size; what is not named stays.
pub async fn run(options: Options) -> Result<()> {
    let Options { replicas, cpu, memory, storage, reason, dry_run, order } = options;
    let amounts = cpu.is_some() || memory.is_some() || storage.is_some();
    let resources = if amounts { json!({ "cpu": cpu, "memory": memory, "storage": storage }) } else { Value::Null };
    let body = Some(json!({ "replicas": replicas, "resources": resources, "reason": reason }));
    order.give(Verb { call: "scale", body, doing: "getting another size", done: "has another size", dry_run }).await
}
