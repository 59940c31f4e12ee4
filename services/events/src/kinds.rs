//! The kinds of events that somebody wants to be told of: what people distinguish, made of codes and components.

use proto::events::NotificationKind as Kind;

use crate::event::Row;

/// Every kind with the word that it is kept as.
const WORDS: [(Kind, &str); 14] = [
    (Kind::SiteFailed, "site_failed"),
    (Kind::SiteRecovered, "site_recovered"),
    (Kind::CertificateLate, "certificate_late"),
    (Kind::TaskFailed, "task_failed"),
    (Kind::TaskEnded, "task_ended"),
    (Kind::SiteChanged, "site_changed"),
    (Kind::SecretsShown, "secrets_shown"),
    (Kind::KubernetesWarning, "kubernetes_warning"),
    (Kind::TeamChanged, "team_changed"),
    (Kind::SignIn, "sign_in"),
    (Kind::ClusterState, "cluster_state"),
    (Kind::InfrastructureChanged, "infrastructure_changed"),
    (Kind::Accounts, "accounts"),
    (Kind::System, "system"),
];

/// As it is kept; `None` for none.
pub fn word(kind: Kind) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == kind).map(|(_, word)| *word)
}

/// As it was kept.
pub fn kind(word: &str) -> Option<Kind> {
    WORDS.iter().find(|(_, known)| *known == word).map(|(kind, _)| *kind)
}

/// Whether only administrators and managers see events of it.
pub fn is_for_overseers(kind: Kind) -> bool {
    matches!(kind, Kind::ClusterState | Kind::InfrastructureChanged | Kind::Accounts | Kind::System)
}

/// Whether it is about one account, and nothing for a team.
pub fn is_personal(kind: Kind) -> bool {
    kind == Kind::SignIn
}

/// Of what kind an event is; `None` for what nobody is told of.
pub fn of(row: &Row) -> Option<Kind> {
    Some(match (row.reason.as_str(), row.component.as_str()) {
        // what Kubernetes says has words of its own
        _ if row.sender == "infrastructure" && row.deployment_id.is_some() => Kind::KubernetesWarning,
        ("SiteFailed" | "SiteUnreachable", _) => Kind::SiteFailed,
        ("SiteRecovered" | "SiteReachable", _) => Kind::SiteRecovered,
        ("SiteCertificateLate", _) => Kind::CertificateLate,
        ("TaskFailed", _) => Kind::TaskFailed,
        ("TaskCompleted" | "TaskCancelled", _) => Kind::TaskEnded,
        ("SecretsRevealed" | "KubeconfigRead", _) => Kind::SecretsShown,
        ("SignedInElsewhere", _) => Kind::SignIn,
        ("ClusterReachable" | "ClusterUnreachable" | "MaintenanceBegun" | "MaintenanceEnded", _) => Kind::ClusterState,
        (_, "Deployment") => Kind::SiteChanged,
        (_, "Team") => Kind::TeamChanged,
        (_, "Cluster" | "Datacenter") => Kind::InfrastructureChanged,
        (_, "User") => Kind::Accounts,
        (_, "System") => Kind::System,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::events::{EventRecorded, Reference};
    use time::OffsetDateTime;
    use uuid::Uuid;

    fn of_event(sender: &str, reason: &str, component: &str, site: bool) -> Option<Kind> {
        let id = Uuid::from_u128(1).to_string();
        let deployment = site.then(|| Reference { id: id.clone(), name: "shop".to_owned() });
        let record = EventRecorded {
            id,
            r#type: "Normal".to_owned(),
            reason: reason.to_owned(),
            component: component.to_owned(),
            deployment,
            ..Default::default()
        };
        of(&Row::of(sender, record, OffsetDateTime::UNIX_EPOCH).expect("a row"))
    }

    #[test]
    fn events_have_the_kinds_that_people_know() {
        for (sender, reason, component, site, expected) in [
            ("deployments", "SiteFailed", "Deployment", true, Some(Kind::SiteFailed)),
            ("deployments", "SiteUnreachable", "Deployment", true, Some(Kind::SiteFailed)),
            ("deployments", "SiteReachable", "Deployment", true, Some(Kind::SiteRecovered)),
            ("deployments", "SiteCertificateLate", "Deployment", true, Some(Kind::CertificateLate)),
            ("deployments", "RestartRequested", "Deployment", true, Some(Kind::SiteChanged)),
            ("deployments", "SecretsRevealed", "Deployment", true, Some(Kind::SecretsShown)),
            ("tasks", "TaskFailed", "Task", true, Some(Kind::TaskFailed)),
            ("tasks", "TaskCancelled", "Task", true, Some(Kind::TaskEnded)),
            ("infrastructure", "BackOff", "kubelet", true, Some(Kind::KubernetesWarning)),
            ("infrastructure", "ClusterUnreachable", "Cluster", false, Some(Kind::ClusterState)),
            ("infrastructure", "ClusterCreated", "Cluster", false, Some(Kind::InfrastructureChanged)),
            ("auth", "SignedInElsewhere", "User", false, Some(Kind::SignIn)),
            ("auth", "UserInvited", "User", false, Some(Kind::Accounts)),
            ("teams", "MemberAdded", "Team", false, Some(Kind::TeamChanged)),
            ("tasks", "DeadLetterDropped", "System", false, Some(Kind::System)),
            ("tasks", "SomethingNew", "Thing", false, None),
        ] {
            assert_eq!(of_event(sender, reason, component, site), expected, "{reason}");
        }
    }

    #[test]
    fn every_kind_has_a_word_and_every_word_a_kind() {
        for (known, word_of) in WORDS {
            assert_eq!((word(known), kind(word_of)), (Some(word_of), Some(known)));
        }
        assert_eq!((word(Kind::Unspecified), kind("")), (None, None));
    }
}
