//! The cases of gRPC that are about accounts.

use super::{
    case::Case,
    grpc::{email, empty},
    rule::Names::{Nothing, Shared},
    world::{PASSWORD, Spare, VISITOR},
};
use prost::Message;
use proto::auth;
use tonic::Code;

/// Those of auth, and what is nobody's in particular.
pub fn cases() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        of("/canopy.auth.v1.AuthService/GetSetup", Nothing, Code::Ok, empty),
        // it is done: also with the token
        of("/canopy.auth.v1.AuthService/CompleteSetup", Nothing, Code::FailedPrecondition, |world, n| {
            let (token, email, password) = (world.setup_token.clone(), email(n), PASSWORD.to_owned());
            auth::CompleteSetupRequest { token, email, password, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.auth.v1.AuthService/Register", Nothing, Code::Ok, |_, n| {
            auth::RegisterRequest { email: email(n), password: PASSWORD.to_owned(), ..Default::default() }
                .encode_to_vec()
        }),
        of("/canopy.auth.v1.AuthService/Login", Nothing, Code::Ok, |_, _| {
            auth::LoginRequest { email: VISITOR.to_owned(), password: PASSWORD.to_owned(), ..Default::default() }
                .encode_to_vec()
        }),
        of("/canopy.auth.v1.AuthService/ForgetPassword", Nothing, Code::Ok, |_, n| {
            auth::ForgetPasswordRequest { email: email(n) }.encode_to_vec()
        }),
        // nobody's
        of("/canopy.auth.v1.AuthService/RedeemReset", Nothing, Code::FailedPrecondition, |_, n| {
            auth::RedeemResetRequest { token: n.word.clone(), password: PASSWORD.to_owned() }.encode_to_vec()
        }),
        // there is no provider
        of("/canopy.auth.v1.ProviderService/BeginProviderSignIn", Nothing, Code::FailedPrecondition, empty),
        of("/canopy.auth.v1.ProviderService/FinishProviderSignIn", Nothing, Code::FailedPrecondition, empty),
        of("/canopy.auth.v1.ProviderService/BeginProviderLink", Nothing, Code::FailedPrecondition, empty),
        of("/canopy.auth.v1.ProviderService/FinishProviderLink", Nothing, Code::FailedPrecondition, empty),
        of("/canopy.auth.v1.ProviderService/RemoveProviderLink", Nothing, Code::FailedPrecondition, empty),
        of("/canopy.auth.v1.AuthService/Logout", Nothing, Code::Ok, empty).with(Spare::Session),
        of("/canopy.auth.v1.AuthService/GetProfile", Nothing, Code::Ok, empty),
        of("/canopy.auth.v1.AccountService/UpdateProfile", Nothing, Code::Ok, empty),
        // the present password is another one
        of("/canopy.auth.v1.AccountService/ChangePassword", Nothing, Code::InvalidArgument, |_, _| {
            let (current_password, new_password) = ("not this one".to_owned(), PASSWORD.to_owned());
            auth::ChangePasswordRequest { current_password, new_password }.encode_to_vec()
        }),
        of("/canopy.auth.v1.AccountService/ListSessions", Nothing, Code::Ok, empty),
        // it is nobody's
        of("/canopy.auth.v1.AccountService/EndSession", Nothing, Code::NotFound, |_, n| {
            auth::EndSessionRequest { id: n.spare.clone() }.encode_to_vec()
        }),
        of("/canopy.auth.v1.AccountService/EndOtherSessions", Nothing, Code::Ok, empty).with(Spare::Double),
        of("/canopy.auth.v1.AccountService/CreateToken", Nothing, Code::Ok, |_, n| {
            let (name, scope) = (n.word.clone(), auth::TokenScope::Read.into());
            auth::CreateTokenRequest { name, scope, days: None }.encode_to_vec()
        }),
        of("/canopy.auth.v1.AccountService/ListTokens", Nothing, Code::Ok, empty),
        // it is nobody's
        of("/canopy.auth.v1.AccountService/RevokeToken", Nothing, Code::NotFound, |_, n| {
            auth::RevokeTokenRequest { id: n.spare.clone() }.encode_to_vec()
        }),
        // the password is another one
        of("/canopy.auth.v1.AccountService/BeginTwoFactor", Nothing, Code::InvalidArgument, |_, _| {
            auth::BeginTwoFactorRequest { current_password: "not this one".to_owned() }.encode_to_vec()
        }),
        of("/canopy.auth.v1.AccountService/DisableTwoFactor", Nothing, Code::InvalidArgument, |_, _| {
            let (current_password, code) = ("not this one".to_owned(), "123456".to_owned());
            auth::DisableTwoFactorRequest { current_password, code }.encode_to_vec()
        }),
        // it was not begun
        of("/canopy.auth.v1.AccountService/ConfirmTwoFactor", Nothing, Code::FailedPrecondition, empty),
        of("/canopy.auth.v1.AccountService/RenewRecoveryCodes", Nothing, Code::FailedPrecondition, empty),
        // it is not on
        of("/canopy.auth.v1.UserService/ResetTwoFactor", Shared, Code::FailedPrecondition, |_, n| {
            auth::ResetTwoFactorRequest { user_id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::User),
        of("/canopy.auth.v1.UserService/CreateReset", Shared, Code::Ok, |_, n| {
            auth::CreateResetRequest { user_id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::User),
        of("/canopy.auth.v1.UserService/ListUserInvites", Nothing, Code::Ok, empty),
        of("/canopy.auth.v1.UserService/CreateUserInvite", Nothing, Code::Ok, |_, n| {
            auth::CreateUserInviteRequest { email: email(n), role: auth::Role::User.into() }.encode_to_vec()
        }),
        of("/canopy.auth.v1.UserService/ResendUserInvite", Shared, Code::Ok, |_, n| {
            auth::ResendUserInviteRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::UserInvite),
        of("/canopy.auth.v1.UserService/CancelUserInvite", Shared, Code::Ok, |_, n| {
            auth::CancelUserInviteRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::UserInvite),
        // it is nobody's
        of("/canopy.auth.v1.AuthService/GetUserProfile", Nothing, Code::NotFound, |_, n| {
            auth::GetUserProfileRequest { user_id: n.spare.clone() }.encode_to_vec()
        }),
        of("/canopy.auth.v1.UserService/GetUser", Shared, Code::Ok, |_, n| {
            auth::GetUserRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::User),
        of("/canopy.auth.v1.UserService/GetSecurity", Nothing, Code::Ok, empty),
        of("/canopy.auth.v1.UserService/ListUsers", Nothing, Code::Ok, empty),
        of("/canopy.auth.v1.UserService/UpdateUser", Shared, Code::Ok, |_, n| {
            let (id, role) = (n.spare.clone(), auth::Role::Manager.into());
            auth::UpdateUserRequest { id, role, ..Default::default() }.encode_to_vec()
        })
        .with(Spare::User),
        of("/canopy.auth.v1.UserService/DeleteUser", Shared, Code::Ok, |_, n| {
            auth::DeleteUserRequest { id: n.spare.clone() }.encode_to_vec()
        })
        .with(Spare::User),
        of("/canopy.auth.v1.SettingsService/GetSettings", Nothing, Code::Ok, empty),
        of("/canopy.auth.v1.SettingsService/GetBackup", Nothing, Code::Ok, empty),
        // as it is
        of("/canopy.auth.v1.SettingsService/UpdateSettings", Nothing, Code::Ok, empty),
        of("/canopy.health.v1.HealthService/GetHealth", Nothing, Code::Ok, empty),
        of("/canopy.live.v1.LiveService/Watch", Nothing, Code::Ok, empty),
    ]
}
