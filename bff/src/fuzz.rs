//! What cargo-fuzz asks of the role (`fuzz/targets/bodies.rs`).

use crate::{body, error::ApiError, routes::*};
use http::StatusCode;

/// Reads a body as what is named.
type Reader = fn(&[u8]) -> Result<(), ApiError>;

macro_rules! readers {
    ($($module:path: $($name:ident)*;)*) => {
        [$($({
            use $module as of;
            (stringify!($name), (|bytes| body::read::<of::$name>(bytes).map(drop)) as Reader)
        }),*),*]
    };
}

/// Everything that calls take as a body, by its name in the document.
fn readers() -> Vec<(&'static str, Reader)> {
    readers![
        auth: CompleteSetup Register Login;
        clusters: CreateCluster Kubeconfig Validated;
        clusters::change: UpdateCluster Maintenance;
        datacenters: CreateDatacenter UpdateDatacenter;
        deployments: CreateDeployment UpdateDeployment;
        deployments::power: Power;
        deployments::reveal: Reveal;
        deployments::rollback: RollBack;
        deployments::scale: Scale;
        mail: TestMail;
        notifications: CreateRule UpdateRule;
        provider: ProviderReturn ProviderLink;
        resets: ForgotPassword ResetPassword;
        system_settings: UpdateSystemSettings;
        teams: CreateTeam AddMember UpdateTeam ChangeMember HandOver CreateInvite AcceptInvite;
        tokens: CreateToken;
        two_factor: BeginTwoFactor TwoFactorCode DisableTwoFactor;
        user_invites: CreateUserInvite;
        users: UpdateProfile ChangePassword UpdateUser;
    ]
    .into()
}

/// Reads the first line as the name of what the rest is to be read as.
///
/// # Panics
/// When the refusal is another one than of bad input.
pub fn body(input: &[u8]) {
    let (name, text) = input.split_at(input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len()));
    let Some((_, read)) = readers().into_iter().find(|(known, _)| known.as_bytes() == name) else { return };
    if let Err(refused) = read(text.trim_ascii_start()) {
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_body_of_the_document_is_read() {
        let document = crate::document().expect("the document");
        let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
        let operations = document["paths"].as_object().into_iter().flatten().filter_map(|(_, path)| path.as_object());
        let bodies = operations.flatten().map(|(_, operation)| &operation["requestBody"]["content"]);
        let schemas = bodies.filter_map(|content| content["application/json"]["schema"].as_object());
        let names: BTreeSet<_> = schemas.flat_map(referred).collect();
        let known: BTreeSet<_> = readers().into_iter().map(|(name, _)| name.to_owned()).collect();
        assert_eq!(names, known);
    }

    /// The type that a body has, or may have.
    fn referred(schema: &serde_json::Map<String, serde_json::Value>) -> Option<String> {
        let one_of = schema.get("oneOf").and_then(|any| any.as_array()).into_iter().flatten();
        let refers = schema.get("$ref").into_iter().chain(one_of.filter_map(|one| one.get("$ref"))).next();
        refers?.as_str()?.rsplit('/').next().map(str::to_owned)
    }
}
