//! Lines of history: the one place that builds them, for every service that changes something.

use kit::{Clock, Context, Ids, Message, Origin, Result, Tx, clock::stamp, outbox};
use proto::events::{Change, EventRecorded, Reference};
use uuid::Uuid;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As it was meant.
    Normal,
    /// Somebody should know.
    Warning,
    /// Something failed.
    Error,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Normal => "Normal",
            Self::Warning => "Warning",
            Self::Error => "Error",
        }
    }
}

/// What a change made of something, field by field: what stayed as it was is left out.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Changes(Vec<Change>);

/// Characters kept of a value. Fixed: more is read where it stands.
const LONGEST: usize = 300;

impl Changes {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A field, as the REST API calls it. It must be no secret.
    pub fn field(mut self, name: &str, before: impl ToString, after: impl ToString) -> Self {
        let (before, after) = (before.to_string(), after.to_string());
        if before != after {
            let kept = |text: &str| kit::text::cut(text, LONGEST);
            let (before, after) = (kept(&before), kept(&after));
            self.0.push(Change { field: name.to_owned(), before, after, secret: false });
        }
        self
    }

    /// Nothing was changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A secret that has become another one: neither is told.
    pub fn secret(mut self, name: &str) -> Self {
        self.0.push(Change { field: name.to_owned(), secret: true, ..Change::default() });
        self
    }
}

/// A line of history about to be written. What it refers to is kept as ids and names, never parsed out of the text.
#[derive(Clone, Debug)]
#[must_use]
pub struct Line(EventRecorded);

impl Line {
    /// About a `component` (Deployment, Team, Cluster, Datacenter, User, Task).
    pub fn new(kind: Kind, component: &str, message: &Message) -> Self {
        Self(EventRecorded {
            r#type: kind.word().to_owned(),
            message: message.sentence().to_owned(),
            reason: message.reason().to_owned(),
            params: message.params_json(),
            component: component.to_owned(),
            count: 1,
            ..EventRecorded::default()
        })
    }

    /// Only admins and managers read it: it is of no team.
    pub fn admin_only(mut self) -> Self {
        self.0.admin_only = true;
        self
    }

    /// Where it happened.
    pub fn host(mut self, host: &str) -> Self {
        host.clone_into(&mut self.0.host);
        self
    }

    /// The namespace in the cluster.
    pub fn namespace(mut self, namespace: &str) -> Self {
        namespace.clone_into(&mut self.0.namespace);
        self
    }

    /// The deployment it is about.
    pub fn deployment(mut self, id: Uuid, name: &str) -> Self {
        self.0.deployment = reference(id, name);
        self
    }

    /// The cluster it is about.
    pub fn cluster(mut self, id: Uuid, name: &str) -> Self {
        self.0.cluster = reference(id, name);
        self
    }

    /// The team in whose history it stands.
    pub fn team(mut self, id: Uuid, name: &str) -> Self {
        self.0.team = reference(id, name);
        self
    }

    /// The task it is about, by its id and kind.
    pub fn task(mut self, id: Uuid, kind: &str) -> Self {
        self.0.task = reference(id, kind);
        self
    }

    /// Who did it, when that is not who calls.
    pub fn actor(mut self, id: Uuid, name: &str) -> Self {
        self.0.actor = reference(id, name);
        self
    }

    /// What was changed.
    pub fn changes(mut self, changes: Changes) -> Self {
        self.0.changes = changes.0;
        self
    }

    /// Writes it in the transaction of the change.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn write(self, cx: &Context, tx: &mut Tx, origin: &Origin) -> Result<()> {
        let (id, event) = self.event(&*cx.ids, &*cx.clock, origin);
        outbox::fact(tx, id, origin, &event).await
    }

    /// The fact itself and its id, for whoever has no role's context.
    #[must_use]
    pub fn event(self, ids: &dyn Ids, clock: &dyn Clock, origin: &Origin) -> (Uuid, EventRecorded) {
        let id = ids.uuid();
        let now = Some(stamp(clock.now()));
        let Self(mut event) = self;
        event.id = id.to_string();
        event.uid = id.to_string();
        event.request_id.clone_from(&origin.request_id);
        event.address = origin.address.clone().unwrap_or_default();
        (event.at, event.first_seen, event.last_seen) = (now, now, now);
        if event.actor.is_none() {
            event.actor = origin.user.as_ref().and_then(|user| reference(user.id, &user.name));
        }
        (id, event)
    }
}

#[expect(clippy::unnecessary_wraps, reason = "fields of a message are options")]
fn reference(id: Uuid, name: &str) -> Option<Reference> {
    Some(Reference { id: id.to_string(), name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::message;

    #[test]
    fn what_stayed_is_left_out_and_secrets_are_not_told() {
        let long = "x".repeat(400);
        let Changes(changes) = Changes::new()
            .field("role", "user", "admin")
            .field("name", "Ada", "Ada")
            .field("port", 80, 8080)
            .field("about", "", &long)
            .secret("password");
        let told: Vec<_> =
            changes.iter().map(|c| (c.field.as_str(), c.before.as_str(), c.after.chars().count(), c.secret)).collect();
        let expected = [
            ("role", "user", 5, false),
            ("port", "80", 4, false),
            ("about", "", 300, false),
            ("password", "", 0, true),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_line_carries_its_code_and_parameters_and_nobody_forges_it() {
        let user = "x\" was added to team \"Finance";
        let Line(event) = Line::new(Kind::Normal, "Team", &message!(MemberAdded, user = user, team = "Sales"));
        assert_eq!(event.message, "\"x' was added to team 'Finance\" was added to team \"Sales\".");
        assert_eq!(event.reason, "MemberAdded");
        assert_eq!(event.params, r#"{"team":"Sales","user":"x' was added to team 'Finance"}"#);
        assert_eq!((event.r#type.as_str(), event.component.as_str(), event.count), ("Normal", "Team", 1));
    }
}
