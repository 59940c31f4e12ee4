//! Helm in Rust, without any I/O: charts are rendered, values checked against the chart's schema, manifests taken
//! apart and compared, and Helm's release records written and read.
//!
//! What this crate renders equals what `helm template` renders (a test compares the two), and the records it writes
//! are the ones that `helm ls`, `history`, `get`, `rollback`, `upgrade` and `uninstall` read. Time is always passed in.
//!
//! The way of a release: [`Chart::load`] → [`render`] → [`checked`] → [`release::Content::of`] →
//! [`release::install`] or [`release::upgrade`] → [`owned`] and apply in [`install_order`] → [`prune_set`] →
//! [`release::deployed`] and [`release::superseded`].
//!
//! Supported is what our own charts need: the Go template language, the functions of `template/functions.rs`,
//! library charts under `charts/`. Not supported, and refused at loading: sub-charts that render objects, `tpl`,
//! `.Files`, random values (a chart must render the same twice), and `lookup` answers an empty map.

mod archive;
mod chart;
mod check;
mod claims;
mod error;
mod lint;
mod manifest;
mod order;
pub mod release;
mod render;
mod schema;
mod template;
mod values;
mod yaml;

pub use archive::{package, package_with, unpack};
pub use chart::{Chart, Dependency, File, Files, Metadata};
pub use check::{ALLOWED_KINDS, checked};
pub use claims::Claims;
pub use error::{Error, Rule, Violation};
pub use lint::lint;
pub use manifest::{Identity, KEEP, documents, owned, owner, parse_manifest, prune_set};
pub use order::{install_order, uninstall_order};
pub use render::{Document, Hook, Rendered, Target, render};
pub use values::coalesce;
