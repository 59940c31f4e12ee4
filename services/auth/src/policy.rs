//! Who may call what.

use access::Row;

/// One row per RPC. Every service has the one-second cache that asks about sessions and memberships, auth and teams too.
pub const POLICY: &[Row] = &[
    access::public("/canopy.auth.v1.AuthService/GetSetup"),
    access::public("/canopy.auth.v1.AuthService/CompleteSetup"),
    access::public("/canopy.auth.v1.AuthService/Register"),
    access::public("/canopy.auth.v1.AuthService/Login"),
    access::public("/canopy.auth.v1.AuthService/ForgetPassword"),
    access::public("/canopy.auth.v1.AuthService/RedeemReset"),
    access::services("/canopy.auth.v1.AuthService/ResetPassword", &["canopy"]),
    access::user("/canopy.auth.v1.AuthService/Logout").in_person(),
    access::user("/canopy.auth.v1.AuthService/GetProfile"),
    access::user("/canopy.auth.v1.AuthService/GetUserProfile"),
    access::services("/canopy.auth.v1.AuthService/CheckSessions", &["*"]),
    access::services("/canopy.auth.v1.AuthService/LookupUsers", &["*"]),
    access::services("/canopy.auth.v1.AuthService/FindUser", &["teams"]),
    access::user("/canopy.auth.v1.AccountService/UpdateProfile"),
    access::user("/canopy.auth.v1.AccountService/ChangePassword").in_person(),
    access::user("/canopy.auth.v1.AccountService/ListSessions").in_person(),
    access::user("/canopy.auth.v1.AccountService/EndSession").in_person(),
    access::user("/canopy.auth.v1.AccountService/EndOtherSessions").in_person(),
    access::user("/canopy.auth.v1.AccountService/CreateToken").in_person(),
    access::user("/canopy.auth.v1.AccountService/ListTokens").in_person(),
    access::user("/canopy.auth.v1.AccountService/RevokeToken").in_person(),
    access::user("/canopy.auth.v1.AccountService/BeginTwoFactor").in_person(),
    access::user("/canopy.auth.v1.AccountService/ConfirmTwoFactor").in_person(),
    access::user("/canopy.auth.v1.AccountService/RenewRecoveryCodes").in_person(),
    access::user("/canopy.auth.v1.AccountService/DisableTwoFactor").in_person(),
    access::public("/canopy.auth.v1.ProviderService/BeginProviderSignIn"),
    access::public("/canopy.auth.v1.ProviderService/FinishProviderSignIn"),
    access::user("/canopy.auth.v1.ProviderService/BeginProviderLink").in_person(),
    access::user("/canopy.auth.v1.ProviderService/FinishProviderLink").in_person(),
    access::user("/canopy.auth.v1.ProviderService/RemoveProviderLink").in_person(),
    access::admin("/canopy.auth.v1.UserService/GetUser"),
    access::admin("/canopy.auth.v1.UserService/ListUsers"),
    access::admin("/canopy.auth.v1.UserService/UpdateUser"),
    access::admin("/canopy.auth.v1.UserService/DeleteUser"),
    access::admin("/canopy.auth.v1.UserService/CreateReset").in_person(),
    access::admin("/canopy.auth.v1.UserService/ListUserInvites"),
    access::admin("/canopy.auth.v1.UserService/CreateUserInvite"),
    access::admin("/canopy.auth.v1.UserService/ResendUserInvite"),
    access::admin("/canopy.auth.v1.UserService/CancelUserInvite"),
    access::admin("/canopy.auth.v1.UserService/ResetTwoFactor").in_person(),
    access::admin("/canopy.auth.v1.UserService/GetSecurity"),
    access::admin("/canopy.auth.v1.SettingsService/GetSettings").or_services(&["events"]),
    access::admin("/canopy.auth.v1.SettingsService/UpdateSettings"),
    access::admin("/canopy.auth.v1.SettingsService/GetBackup").or_services(&["health"]),
];

#[cfg(test)]
mod tests {
    use super::POLICY;
    use prost::Message;
    use std::collections::BTreeSet;

    #[test]
    fn every_call_has_exactly_one_row() {
        let all = prost_types::FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
        let file = all.file.iter().find(|file| file.package() == "canopy.auth.v1").unwrap();
        let calls: BTreeSet<String> = file
            .service
            .iter()
            .flat_map(|service| {
                service.method.iter().map(|m| format!("/canopy.auth.v1.{}/{}", service.name(), m.name()))
            })
            .collect();
        let rows: BTreeSet<String> = POLICY.iter().map(|row| row.call.to_owned()).collect();
        assert_eq!(calls, rows);
        assert_eq!(rows.len(), POLICY.len());
    }
}
