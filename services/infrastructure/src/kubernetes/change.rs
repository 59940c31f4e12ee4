//! A change to one deployment's namespace: whose it is, that it is still theirs, and how long it may take.

use crate::kubernetes::{fence::Fence, pause::Pause, space::Space};
use kit::{Error, Result, ids, message};
use proto::infrastructure as pb;
use std::time::Duration;
use tokio::time::Instant;
use uuid::Uuid;

/// The longest a mutating call may work; the caller repeats it when it was not enough. Fixed: deployments and tasks wait
/// for so long.
pub const LONGEST: Duration = Duration::from_secs(30);
/// What is kept back for the answer to travel. Fixed: part of that agreement.
const MARGIN: Duration = Duration::from_secs(2);

/// A ticket whose every part was checked.
#[derive(Debug, Clone)]
pub struct Ticket {
    /// The cluster.
    pub cluster: Uuid,
    /// The deployment.
    pub deployment: Uuid,
    /// The task at work on it.
    pub task: Uuid,
    /// The worker's number.
    pub fence: i64,
    /// The deployment's namespace.
    pub namespace: String,
    /// The release's name.
    pub release: String,
}

impl Ticket {
    /// Reads the contract's form.
    ///
    /// # Errors
    /// `NotFound` for malformed ids, `Invalid` for names that cannot be a namespace or a release.
    pub fn read(ticket: Option<pb::Ticket>) -> Result<Self> {
        let ticket = ticket.ok_or_else(|| Error::invalid_field("ticket", message!(MISSING)))?;
        let mut problems = kit::Problems::new();
        if ticket.fence < 1 {
            problems.add("ticket.fence", message!(AT_LEAST, least = 1));
        }
        if !is_label(&ticket.namespace) {
            problems.add("ticket.namespace", message!(NO_NAMESPACE));
        }
        if !is_label(&ticket.release_name) || ticket.release_name.len() > 53 {
            problems.add("ticket.release_name", message!(NO_RELEASE));
        }
        problems.done()?;
        Ok(Self {
            cluster: ids::parse_as(&ticket.cluster_id, "Cluster")?,
            deployment: ids::parse_as(&ticket.deployment_id, "Deployment")?,
            task: ids::parse_as(&ticket.task_id, "Task")?,
            fence: ticket.fence,
            namespace: ticket.namespace,
            release: ticket.release_name,
        })
    }
}

/// The name of a namespace (RFC 1123 label), checked before it becomes part of an address.
///
/// # Errors
/// `Invalid`.
pub fn namespace(name: &str) -> Result<String> {
    if is_label(name) {
        return Ok(name.to_owned());
    }
    Err(Error::invalid_field("namespace", message!(NO_NAMESPACE)))
}

fn is_label(name: &str) -> bool {
    let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=63).contains(&name.len()) && name.bytes().all(inner) && !name.starts_with('-') && !name.ends_with('-')
}

/// A change at work.
#[derive(Clone)]
pub struct Change {
    /// Whose change this is.
    pub ticket: Ticket,
    /// That it is still theirs.
    pub fence: Fence,
    /// The namespace, as the cluster shows it.
    pub space: Space,
    /// Where tests stop.
    pub pause: Pause,
    /// What others changed by hand is taken back by its applies.
    pub takes_back: bool,
    deadline: Instant,
}

impl Change {
    /// With the time from now.
    #[must_use]
    pub fn new(ticket: Ticket, fence: Fence, space: Space, pause: Pause) -> Self {
        Self { ticket, fence, space, pause, takes_back: false, deadline: Instant::now() + LONGEST - MARGIN }
    }

    /// The next part of a change that is made part by part, with its own time from now.
    #[must_use]
    pub fn next_part(&self) -> Self {
        Self { deadline: Instant::now() + LONGEST - MARGIN, ..self.clone() }
    }

    /// The same change in the other cluster that it is about.
    #[must_use]
    pub fn on(&self, cluster: Uuid, space: Space) -> Self {
        let ticket = Ticket { cluster, ..self.ticket.clone() };
        Self { ticket, space, ..self.next_part() }
    }

    /// Whether there is time for another step.
    ///
    /// # Errors
    /// `Timeout`; the caller repeats the call, which goes on where this one stopped.
    pub fn in_time(&self) -> Result<()> {
        if Instant::now() < self.deadline {
            return Ok(());
        }
        Err(Error::Timeout(message!(CLUSTER_SLOW)))
    }

    /// The last look before a request that changes something: the fence, then the clock.
    ///
    /// The clock matters for what does not exist yet: a first creation has no version to be compared with, so a worker
    /// that slept past its time must not send it. The clock runs on while a process is stopped.
    ///
    /// # Errors
    /// Conflict `FENCED`, or `Timeout`.
    pub async fn still_mine(&self, verb: &'static str, kind: &'static str, name: &str) -> Result<()> {
        self.fence.check().await?;
        self.pause.here(verb, kind, name).await;
        self.in_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket() -> pb::Ticket {
        pb::Ticket {
            cluster_id: "0c4f6a52-8f3e-4d62-9d3f-6f9a1c2b3d4e".into(),
            deployment_id: "1c4f6a52-8f3e-4d62-9d3f-6f9a1c2b3d4e".into(),
            task_id: "2c4f6a52-8f3e-4d62-9d3f-6f9a1c2b3d4e".into(),
            fence: 1,
            namespace: "shop-1c4f6a".into(),
            release_name: "shop-1c4f6a".into(),
        }
    }

    #[test]
    fn a_ticket_is_read_strictly() {
        assert!(Ticket::read(Some(ticket())).is_ok());
        assert!(Ticket::read(None).is_err());
        assert!(Ticket::read(Some(pb::Ticket { fence: 0, ..ticket() })).is_err());
        for id in ["", "1C4F6A52-8F3E-4D62-9D3F-6F9A1C2B3D4E", "1c4f6a528f3e4d629d3f6f9a1c2b3d4e", "x"] {
            assert!(Ticket::read(Some(pb::Ticket { deployment_id: id.into(), ..ticket() })).is_err(), "{id}");
        }
        for name in ["", "-a", "a-", "A", "a/b", "a.b", "../kube-system", "a b", &"a".repeat(64)] {
            assert!(Ticket::read(Some(pb::Ticket { namespace: name.into(), ..ticket() })).is_err(), "{name}");
        }
        assert!(Ticket::read(Some(pb::Ticket { release_name: "a".repeat(54), ..ticket() })).is_err());
    }
}
