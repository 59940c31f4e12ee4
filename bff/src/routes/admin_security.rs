//! `/admin/security`: what auth knows about the safety of the accounts.

use super::{prelude::*, users::User};
use proto::auth as pb;

/// Failed sign-ins, what is signed in, and who has no second factor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountSecurity {
    pub failed_sign_ins: FailedSignIns,
    /// Sessions that count now.
    pub sessions: u32,
    /// API tokens that count now.
    pub tokens: u32,
    /// Active accounts.
    pub users: u32,
    /// Active administrators, at most 100.
    pub administrators: Vec<User>,
    /// Active accounts whose sign-in asks for a password only, administrators first, at most 100.
    pub without_two_factor: Vec<User>,
    /// All of them.
    pub without_two_factor_total: u32,
    /// The provider that people can sign in with; null where there is none.
    #[schema(required)]
    pub provider: Option<SignInProvider>,
}

/// An OpenID Connect provider, as the operator has set it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInProvider {
    #[schema(example = "Example ID")]
    pub name: String,
    #[schema(example = "https://id.example.com")]
    pub issuer: String,
    /// Who gets an account by signing in: `never`, `invited` or `always`.
    pub accounts: &'static str,
    /// An account that is there already is opened by an address that the provider has verified, too.
    pub link_by_email: bool,
    /// The account's own second factor is asked for after the provider.
    pub own_second_factor: bool,
    /// Roles by group; empty: roles are given here.
    #[schema(example = json!(["admin=canopy-admins"]))]
    pub roles: Vec<String>,
    /// Accounts that are connected with it.
    pub linked: u32,
}

fn provider(state: pb::ProviderState) -> SignInProvider {
    let accounts = match state.accounts() {
        pb::ProviderAccounts::Always => "always",
        pb::ProviderAccounts::Invited => "invited",
        pb::ProviderAccounts::Never | pb::ProviderAccounts::Unspecified => "never",
    };
    let pb::ProviderState { name, issuer, accounts: _, link_by_email, own_second_factor, roles, linked } = state;
    SignInProvider { name, issuer, accounts, link_by_email, own_second_factor, roles, linked }
}

/// Sign-ins that failed. One that was followed by a good sign-in to the same account does not count.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedSignIns {
    /// From when on they are counted: 24 hours.
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
    /// By network, most first, at most 100.
    pub networks: Vec<FailedNetwork>,
    /// Of all networks.
    pub total: u32,
    /// Wrong passwords where the account was signed in to before, and wrong codes of the second factor: where these came
    /// from is not kept.
    pub unplaced: u32,
}

/// Those from one network.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedNetwork {
    /// An IPv4 address or an IPv6 network of 64 bits; null for what did not come through the console.
    #[schema(required, example = "203.0.113.9")]
    pub network: Option<String>,
    pub attempts: u32,
    #[serde(with = "time::serde::rfc3339")]
    pub last_at: OffsetDateTime,
    /// Until then it is refused; null when it is not.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub throttled_until: Option<OffsetDateTime>,
}

fn network(from: pb::FailedSignIns) -> kit::Result<FailedNetwork> {
    let pb::FailedSignIns { network, attempts, last_at, throttled_until } = from;
    let last_at = moment(last_at, "FailedSignIns.last_at")?;
    Ok(FailedNetwork { network: text(network), attempts, last_at, throttled_until: moment_or_none(throttled_until) })
}

fn people(users: Vec<pb::User>) -> kit::Result<Vec<User>> {
    users.into_iter().map(|user| Some(user).try_into()).collect()
}

/// Failed sign-ins by network, sessions, API tokens, administrators, and who signs in with a password only.
#[utoipa::path(get, path = "/admin/security", tag = "users", responses((status = 200, body = Data<AccountSecurity>), ReadErrors))]
pub async fn get(call: Call) -> Result<Answer<Data<AccountSecurity>>> {
    let answer = call.api().users.clone().get_security(call.ask(pb::GetSecurityRequest {})?).await?.into_inner();
    let failed_sign_ins = FailedSignIns {
        since: moment(answer.since, "GetSecurityResponse.since")?,
        networks: answer.failed.into_iter().map(network).collect::<kit::Result<_>>()?,
        total: answer.failed_total,
        unplaced: answer.failed_known,
    };
    Ok(call.data(AccountSecurity {
        failed_sign_ins,
        sessions: answer.sessions,
        tokens: answer.tokens,
        users: answer.users,
        administrators: people(answer.administrators)?,
        without_two_factor: people(answer.without_two_factor)?,
        without_two_factor_total: answer.without_two_factor_total,
        provider: answer.provider.map(provider),
    }))
}
