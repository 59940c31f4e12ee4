//! The contract between the services: one module per service, generated from `canopy/<service>/v1/*.proto`.
//!
//! Nothing is written by hand here but the `Debug` of messages that carry secrets.
#![allow(clippy::all, clippy::pedantic, rust_2018_idioms, reason = "generated code")]

/// All packages as one encoded `FileDescriptorSet`: for reflection and for the check that every RPC has a policy row.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// Modules are nested as the packages are, because generated code refers to its neighbours by path.
pub mod canopy {
    pub mod auth {
        pub mod v1 {
            tonic::include_proto!("canopy.auth.v1");
        }
    }
    pub mod teams {
        pub mod v1 {
            tonic::include_proto!("canopy.teams.v1");
        }
    }
    pub mod infrastructure {
        pub mod v1 {
            tonic::include_proto!("canopy.infrastructure.v1");
        }
    }
    pub mod deployments {
        pub mod v1 {
            tonic::include_proto!("canopy.deployments.v1");
        }
    }
    pub mod tasks {
        pub mod v1 {
            tonic::include_proto!("canopy.tasks.v1");
        }
    }
    pub mod events {
        pub mod v1 {
            tonic::include_proto!("canopy.events.v1");
        }
    }
    pub mod live {
        pub mod v1 {
            tonic::include_proto!("canopy.live.v1");
        }
    }
    pub mod health {
        pub mod v1 {
            tonic::include_proto!("canopy.health.v1");
        }
    }
    pub mod letters {
        pub mod v1 {
            tonic::include_proto!("canopy.letters.v1");
        }
    }
    pub mod mail {
        pub mod v1 {
            tonic::include_proto!("canopy.mail.v1");
        }
    }
    pub mod database {
        pub mod v1 {
            tonic::include_proto!("canopy.database.v1");
        }
    }
    pub mod logs {
        pub mod v1 {
            tonic::include_proto!("canopy.logs.v1");
        }
    }
}
pub use canopy::{
    auth::v1 as auth, database::v1 as database, deployments::v1 as deployments, events::v1 as events,
    health::v1 as health, infrastructure::v1 as infrastructure, letters::v1 as letters, live::v1 as live,
    logs::v1 as logs, mail::v1 as mail, tasks::v1 as tasks, teams::v1 as teams,
};

mod redacted;
