//! Words of notifications, as REST writes them.

use crate::routes::prelude::*;
use proto::events as pb;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident of $of:ident, $what:literal { $($(#[$each:meta])* $word:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$each])* $word),* }

        impl $name {
            pub(super) fn of(word: pb::$of) -> kit::Result<Self> {
                match word {
                    $(pb::$of::$word => Ok(Self::$word),)*
                    pb::$of::Unspecified => Err(missing($what)),
                }
            }
        }

        impl From<$name> for pb::$of {
            fn from(word: $name) -> Self {
                match word { $($name::$word => Self::$word),* }
            }
        }
    };
}

words! {
    /// What somebody wants to be told of.
    NotificationKind of NotificationKind, "NotificationRule.kinds" {
        /// A site does not serve any more.
        SiteFailed,
        /// It serves again.
        SiteRecovered,
        /// The certificate of a site should have been renewed by now.
        CertificateLate,
        TaskFailed,
        /// A task is done, or was cancelled.
        TaskEnded,
        /// Somebody asked for a change of a site, or deleted it.
        SiteChanged,
        /// Passwords or a kubeconfig were shown.
        SecretsShown,
        /// Kubernetes warns about a site.
        KubernetesWarning,
        /// Members, roles and the name of a team.
        TeamChanged,
        /// One's own account was signed in to from a network from which it never was before. Not for teams.
        SignIn,
        /// A cluster cannot be reached, or can again, or is in maintenance. For administrators and managers, as all that follow.
        ClusterState,
        /// Clusters and datacenters were registered, changed or deleted.
        InfrastructureChanged,
        /// Accounts, passwords, second factors, API tokens.
        Accounts,
        /// Canopy itself: dead letters, test mails.
        System,
    }
}
words! {
    /// How somebody is told.
    NotificationChannel of NotificationChannel, "NotificationRule.channel" {
        /// To the owner's address, or to those of the team's members.
        Mail,
        /// A body as Slack, Mattermost and others take it: `{"text": …}`.
        Slack,
        /// The event as JSON (`WebhookNotification`), signed.
        Webhook,
    }
}
words! {
    /// How far a delivery is.
    DeliveryState of DeliveryState, "Delivery.state" {
        Waiting,
        Delivered,
        /// Given up, a day after it was queued.
        Failed,
        /// Not sent: the rule is off, or its receiver may not see the event any more.
        Skipped,
    }
}
words! {
    /// How an attempt ended.
    AttemptOutcome of AttemptOutcome, "Attempt.outcome" {
        /// The receiver took it: any 2xx.
        Taken,
        /// It answered, and did not take it. Redirects are not followed.
        Refused,
        /// There was no connection, or it broke.
        Unreachable,
        /// It did not answer within ten seconds.
        Silent,
        /// Its address is one that a webhook may not have.
        Forbidden,
        /// Its name has no address.
        Unresolved,
        /// No mail is sent from here.
        MailOff,
    }
}
