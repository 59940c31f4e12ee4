//! Compiles the protos with protox: no protoc has to be installed.
#![allow(clippy::disallowed_methods, reason = "build scripts are told by cargo's environment")]
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = [
        "canopy/auth/v1/auth.proto",
        "canopy/teams/v1/teams.proto",
        "canopy/infrastructure/v1/datacenters.proto",
        "canopy/infrastructure/v1/clusters.proto",
        "canopy/infrastructure/v1/usage.proto",
        "canopy/infrastructure/v1/workloads.proto",
        "canopy/deployments/v1/deployments.proto",
        "canopy/tasks/v1/tasks.proto",
        "canopy/events/v1/events.proto",
        "canopy/events/v1/notifications.proto",
        "canopy/live/v1/live.proto",
        "canopy/health/v1/health.proto",
        "canopy/letters/v1/letters.proto",
        "canopy/mail/v1/mail.proto",
        "canopy/logs/v1/logs.proto",
        "canopy/database/v1/database.proto",
    ];
    for file in files {
        println!("cargo:rerun-if-changed={file}");
    }
    let descriptors = protox::Compiler::new(["."])?
        .include_imports(true)
        .include_source_info(false)
        .open_files(files)?
        .encode_file_descriptor_set();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?).join("descriptors.bin");
    std::fs::write(&out, &descriptors)?;
    let set = protox::compile(files, ["."])?;
    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names();
    // Encoded the same way each time: idempotency keys compare encoded requests.
    config.btree_map(["."]);
    // Printing a message must never print a password: these have a Debug of their own in lib.rs.
    config.skip_debug([
        "canopy.auth.v1.CompleteSetupRequest",
        "canopy.auth.v1.RegisterRequest",
        "canopy.auth.v1.LoginRequest",
        "canopy.auth.v1.SignedIn",
        "canopy.auth.v1.ChangePasswordRequest",
        "canopy.auth.v1.RedeemResetRequest",
        "canopy.auth.v1.CreateResetResponse",
        "canopy.auth.v1.BeginProviderSignInResponse",
        "canopy.auth.v1.FinishProviderSignInRequest",
        "canopy.auth.v1.FinishProviderSignInResponse",
        "canopy.auth.v1.BeginProviderLinkRequest",
        "canopy.auth.v1.BeginProviderLinkResponse",
        "canopy.auth.v1.FinishProviderLinkRequest",
        "canopy.auth.v1.RemoveProviderLinkRequest",
        "canopy.events.v1.CreateRuleRequest",
        "canopy.events.v1.CreateRuleResponse",
        "canopy.events.v1.UpdateRuleRequest",
        "canopy.events.v1.UpdateRuleResponse",
        "canopy.deployments.v1.Secrets",
        // what is typed into a shell, and what it answers
        "canopy.deployments.v1.OpenShellRequest",
        "canopy.deployments.v1.OpenShellResponse",
        "canopy.infrastructure.v1.OpenShellRequest",
        "canopy.infrastructure.v1.OpenShellResponse",
        "canopy.deployments.v1.Environment",
        "canopy.infrastructure.v1.CreateClusterRequest",
        "canopy.infrastructure.v1.SetKubeconfigRequest",
        "canopy.infrastructure.v1.UpdateClusterRequest",
        "canopy.infrastructure.v1.ValidateKubeconfigRequest",
        "canopy.infrastructure.v1.GetKubeconfigResponse",
        "canopy.infrastructure.v1.SecretObject",
    ]);
    tonic_prost_build::configure().compile_fds_with_config(set, config)?;
    Ok(())
}
