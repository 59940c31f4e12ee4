//! The last lines of a container, for an error text.

use crate::kubernetes::{kinds, mask::Mask, space::Space};
use k8s_openapi::api::core::v1::Pod;
use kube::{Api, api::LogParams};

/// Lines that are read, and the bytes they may have. Fixed: what tasks keeps of an error.
const LINES: i64 = 20;
const BYTES: i64 = 16 * 1024;
/// Longest line shown. Fixed, as above.
const WIDTH: usize = 300;

/// The lines, masked; empty when the log cannot be read, which is no reason to say less about the failure itself.
pub async fn tail(space: &Space, pod: &str, container: Option<&str>, previous: bool, mask: &Mask) -> String {
    let params = LogParams {
        container: container.map(str::to_owned),
        previous,
        tail_lines: Some(LINES),
        limit_bytes: Some(BYTES),
        ..LogParams::default()
    };
    let pods = Api::<Pod>::namespaced(space.client(), &space.namespace);
    match space.call(space.doing("logs", kinds::POD, pod), pods.logs(pod, &params)).await {
        Ok(text) => {
            text.lines().map(|line| crate::fault::clean(&mask.text(line), WIDTH)).collect::<Vec<_>>().join("\n")
        }
        Err(_) => String::new(),
    }
}
