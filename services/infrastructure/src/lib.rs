//! Datacenters, clusters, kubeconfigs and everything that talks to Kubernetes. Only this service does.

pub mod address;
pub mod bounded;
pub mod breaker;
pub mod client;
pub mod dial;
pub mod fault;
pub mod gateway;
pub mod kubeconfig;
