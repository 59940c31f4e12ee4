//! What the sites of a cluster use: asked of it once a minute for all of them together, and kept for thirty days.

mod api;
mod figures;
mod keep;
mod sampler;
mod slots;
mod volumes;

pub(crate) use sampler::run;
pub(crate) use slots::of as slots_of;
