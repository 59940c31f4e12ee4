//! The nouns of every change to a cluster: which kinds there are, whose turn it is, how an object is applied and deleted
//! so that a worker that was overtaken changes nothing, how a release is recorded, and what may leave as text.

pub mod apply;
pub mod change;
pub mod delete;
pub mod difference;
pub mod failure;
pub mod fence;
pub mod hands;
pub mod kinds;
pub mod lock;
pub mod managed_fields;
pub mod mask;
pub mod pause;
pub mod release;
pub mod space;
