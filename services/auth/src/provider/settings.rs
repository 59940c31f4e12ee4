//! Settings of signing in with OpenID Connect, from the environment, and what they mean.

use anyhow::{Context as _, bail, ensure};
use rustls::pki_types::{CertificateDer, pem::PemObject as _};
use secrecy::SecretString;
use url::{Host, Url};

/// Who gets an account by signing in with the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Accounts {
    /// Nobody.
    Never,
    /// Whoever is invited to have one, by the address that the provider has verified.
    Invited,
    /// Everybody whom the provider vouches for.
    Always,
}

/// How an account that is there already becomes one with an identity at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Link {
    /// Its owner, who is signed in to it, says so under Settings.
    Explicit,
    /// By an address that the provider has verified, too.
    VerifiedEmail,
}

/// Whose second factor counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SecondFactor {
    /// Whoever has one here is asked for it after the provider.
    Own,
    /// The provider's sign-in is enough.
    Provider,
}

/// The OpenID Connect provider.
#[derive(Clone, Debug, clap::Args)]
pub struct ProviderOptions {
    /// OpenID Connect provider that people can sign in with, as it names itself, such as https://id.example.com; without one nobody can
    #[arg(long, env = "CANOPY_OIDC_ISSUER", default_value = "", hide_default_value = true)]
    pub oidc_issuer: String,
    /// What Canopy is called at the provider; it sends people back to CANOPY_PUBLIC_URL followed by /login/callback
    #[arg(long, env = "CANOPY_OIDC_CLIENT_ID", default_value = "", hide_default_value = true)]
    pub oidc_client_id: String,
    /// What Canopy shows the provider; without one it is a public client, which PKCE alone protects
    #[arg(
        long,
        env = "CANOPY_OIDC_CLIENT_SECRET",
        hide_env_values = true,
        default_value = "",
        hide_default_value = true
    )]
    pub oidc_client_secret: SecretString,
    /// How the provider is called on the sign-in page [default: the host of the issuer]
    #[arg(long, env = "CANOPY_OIDC_NAME", default_value = "", hide_default_value = true)]
    pub oidc_name: String,
    /// What is asked of the provider beside openid, separated by spaces; many tell groups only when asked for "groups"
    #[arg(long, env = "CANOPY_OIDC_SCOPES", default_value = "profile email")]
    pub oidc_scopes: String,
    /// The claim that has the groups of whoever signs in
    #[arg(long, env = "CANOPY_OIDC_GROUPS_CLAIM", default_value = "groups")]
    pub oidc_groups_claim: String,
    /// Roles by group, such as admin=canopy-admins,manager=operations; then each sign-in sets the role, and who is in none of them is a user, or, if there is an entry for user, does not get in
    #[arg(long, env = "CANOPY_OIDC_ROLES", default_value = "", hide_default_value = true)]
    pub oidc_roles: String,
    /// Who gets an account by signing in with the provider
    #[arg(long, env = "CANOPY_OIDC_ACCOUNTS", value_enum, default_value = "invited")]
    pub oidc_accounts: Accounts,
    /// How an account that is there already is opened by the provider: after its owner has said so under Settings, or by an address that the provider has verified, too (then its password, sessions and API tokens end; never for administrators, managers and accounts with a second factor)
    #[arg(long, env = "CANOPY_OIDC_LINK", value_enum, default_value = "explicit")]
    pub oidc_link: Link,
    /// Whether an account's own second factor is asked for after the provider, or the provider's sign-in is enough
    #[arg(long, env = "CANOPY_OIDC_SECOND_FACTOR", value_enum, default_value = "own")]
    pub oidc_second_factor: SecondFactor,
    /// File with the certificates (PEM) of an own authority that vouches for the provider; the public ones are known anyway
    #[arg(long, env = "CANOPY_OIDC_CA", default_value = "", hide_default_value = true)]
    pub oidc_ca: String,
}

impl ProviderOptions {
    /// The issuer as a URL: https, or http on loopback.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn issuer(&self) -> anyhow::Result<Url> {
        let url = Url::parse(self.oidc_issuer.trim()).context("CANOPY_OIDC_ISSUER is no URL")?;
        ensure!(
            url.scheme() == "https" || (url.scheme() == "http" && is_loopback(&url)),
            "CANOPY_OIDC_ISSUER must begin with https://, except on loopback"
        );
        ensure!(
            url.query().is_none() && url.fragment().is_none() && url.username().is_empty() && url.password().is_none(),
            "CANOPY_OIDC_ISSUER must be an address without user, query and fragment"
        );
        Ok(url)
    }

    /// Roles with their groups.
    ///
    /// # Errors
    /// A sentence with the entry that is none.
    pub fn roles(&self) -> anyhow::Result<Roles> {
        let mut roles = Roles::default();
        for entry in self.oidc_roles.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (role, group) =
                entry.split_once('=').map(|(role, group)| (role.trim(), group.trim())).unwrap_or_default();
            let groups = match role {
                "admin" => &mut roles.admin,
                "manager" => &mut roles.manager,
                "user" => &mut roles.user,
                _ => bail!("CANOPY_OIDC_ROLES: \"{entry}\" is not admin=, manager= or user= and a group"),
            };
            ensure!(!group.is_empty(), "CANOPY_OIDC_ROLES: \"{entry}\" has no group");
            groups.push(group.to_owned());
        }
        Ok(roles)
    }

    /// The certificates of the own authority.
    ///
    /// # Errors
    /// A sentence when there is a file without them.
    pub fn authority(&self) -> anyhow::Result<Vec<CertificateDer<'static>>> {
        let file = self.oidc_ca.trim();
        if file.is_empty() {
            return Ok(Vec::new());
        }
        let pem = std::fs::read(file).with_context(|| format!("CANOPY_OIDC_CA: {file} cannot be read"))?;
        let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
        let all = all.ok().filter(|all| !all.is_empty());
        all.with_context(|| format!("CANOPY_OIDC_CA: {file} has no certificates in PEM"))
    }
}

/// Whether the URL names this machine by its loopback interface.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Groups that make somebody what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    admin: Vec<String>,
    manager: Vec<String>,
    user: Vec<String>,
}

/// What the groups of somebody say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapped {
    /// Nothing: roles are given here.
    Nothing,
    /// This role.
    Role(&'static str),
    /// They do not get in.
    Outside,
}

impl Roles {
    /// Whether the provider gives roles at all.
    #[must_use]
    pub fn are_given(&self) -> bool {
        *self != Self::default()
    }

    /// The highest role counts.
    #[must_use]
    pub fn of(&self, groups: &[String]) -> Mapped {
        let is_in = |named: &[String]| named.iter().any(|group| groups.contains(group));
        if !self.are_given() {
            Mapped::Nothing
        } else if is_in(&self.admin) {
            Mapped::Role("admin")
        } else if is_in(&self.manager) {
            Mapped::Role("manager")
        } else if self.user.is_empty() || is_in(&self.user) {
            Mapped::Role("user")
        } else {
            Mapped::Outside
        }
    }

    /// As they are set.
    #[must_use]
    pub fn entries(&self) -> Vec<String> {
        let of = |role: &'static str, groups: &[String]| -> Vec<String> {
            groups.iter().map(|group| format!("{role}={group}")).collect()
        };
        [of("admin", &self.admin), of("manager", &self.manager), of("user", &self.user)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args as _, FromArgMatches as _};

    fn options(said: &[&str]) -> ProviderOptions {
        let command = ProviderOptions::augment_args(clap::Command::new("auth").no_binary_name(true));
        ProviderOptions::from_arg_matches(&command.mut_args(|arg| arg.env(None)).get_matches_from(said)).unwrap()
    }

    #[test]
    fn an_issuer_is_https_except_on_loopback() {
        let issuer = |url: &str| options(&[&format!("--oidc-issuer={url}")]).issuer();
        for good in ["https://id.example.com", "http://127.0.0.1:5556/dex", "http://localhost/dex", "http://[::1]:1"] {
            assert!(issuer(good).is_ok(), "{good}");
        }
        for bad in [
            "http://id.example.com",
            "http://127.0.0.1.example.com",
            "http://10.0.0.1",
            "id.example.com",
            "ftp://localhost",
            "https://me:secret@id.example.com",
            "https://id.example.com?a=b",
        ] {
            assert!(issuer(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_highest_role_counts_and_an_entry_for_users_keeps_everybody_else_out() {
        let of = |set: &str, groups: &[&str]| {
            let groups: Vec<String> = groups.iter().map(|&group| group.to_owned()).collect();
            options(&[&format!("--oidc-roles={set}")]).roles().unwrap().of(&groups)
        };
        let set = "admin=root, manager=ops,manager=dev";
        assert_eq!(of(set, &["dev", "root"]), Mapped::Role("admin"));
        assert_eq!(of(set, &["dev"]), Mapped::Role("manager"));
        assert_eq!(of(set, &["Dev"]), Mapped::Role("user"));
        assert_eq!(of("admin=root,user=staff", &["staff"]), Mapped::Role("user"));
        assert_eq!(of("admin=root,user=staff", &[]), Mapped::Outside);
        assert_eq!(of("", &["root"]), Mapped::Nothing);
        let entries = options(&[&format!("--oidc-roles={set}")]).roles().unwrap().entries();
        assert_eq!(entries, ["admin=root", "manager=ops", "manager=dev"]);
        for bad in ["root", "owner=root", "admin="] {
            assert!(options(&[&format!("--oidc-roles={bad}")]).roles().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_secret_cannot_be_printed() {
        let options = options(&["--oidc-client-secret=hunter2hunter2"]);
        assert!(!format!("{options:?}").contains("hunter2"));
    }
}
