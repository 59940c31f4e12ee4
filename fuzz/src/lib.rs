//! What reads texts of strangers, each with a sentence that must hold whatever comes, beside "it does not panic".

pub mod bodies;
pub mod kubeconfig;
pub mod record;
pub mod token;
pub mod values;
