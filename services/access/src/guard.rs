//! The guard in front of every handler: token, policy row, caller.

use crate::{
    Access, CLIENT_ADDRESS, Caller, Credential, IDEMPOTENCY_KEY, RIGHTS_CHANGED, Role, Row, User, VOUCHED_ADDRESS, Who,
    caller::Kind, database, dead_letters, logs,
};
use futures::future::BoxFuture;
use http::HeaderMap;
use kit::{Context, Error, Origin, Result, UserRef, http::Connection, identity::Claims, message};
use std::{collections::HashMap, sync::Arc, time::Duration};

/// Admits calls by their policy rows. Cheap to clone.
#[derive(Clone)]
pub struct Guard {
    access: Access,
    rows: Arc<HashMap<&'static str, Row>>,
}

/// Beyond this machine reflection is shown to whoever has a token.
const REFLECTION: [Row; 1] =
    [crate::user("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo").or_services(&["*"])];

/// The guard of a role.
///
/// # Errors
/// A sentence when a call has two rows, or a setting cannot be read.
pub fn guard(cx: &Context, rows: &[Row]) -> anyhow::Result<Guard> {
    let of_every_role = [&dead_letters::ROWS[..], &logs::ROWS, &database::ROWS];
    let common: Vec<&Row> = REFLECTION.iter().chain(of_every_role.into_iter().flatten()).collect();
    let mut map = HashMap::with_capacity(rows.len() + common.len());
    for row in rows.iter().chain(common) {
        anyhow::ensure!(map.insert(row.call, *row).is_none(), "{} has two policy rows", row.call);
    }
    Ok(Guard { access: Access::of(cx)?, rows: Arc::new(map) })
}

/// Takes the caller that the guard left, and the message.
///
/// # Errors
/// `Unauthenticated` when no guard stood before this handler, which would be a defect.
pub fn open<M>(mut request: tonic::Request<M>) -> Result<(Caller, M)> {
    let caller = request.extensions_mut().remove::<Caller>();
    let caller = caller.ok_or_else(|| Error::Unauthenticated(message!(NO_CALLER)))?;
    Ok((caller, request.into_inner()))
}

impl Guard {
    /// The rights behind it.
    #[must_use]
    pub fn access(&self) -> &Access {
        &self.access
    }

    /// The rule of a call.
    #[must_use]
    pub fn row(&self, call: &str) -> Option<Row> {
        self.rows.get(call).copied()
    }

    /// Who is calling, judged by the row of `call`. The bff asks this with `METHOD /path`.
    ///
    /// # Errors
    /// `Unauthenticated` (no, bad or ended token), `Forbidden` (the row), `Unavailable` (nobody can say).
    pub async fn caller(&self, call: &str, headers: &HeaderMap, mut origin: Origin) -> Result<Caller> {
        let row = self.row(call).ok_or_else(|| Error::forbidden(message!(NOT_PERMITTED)))?;
        let kind = match bearer(headers) {
            // A public call looks at services' tokens only: whatever a browser still carries does not matter.
            Some(token) if row.who == Who::Public => match self.access.claims(token) {
                Ok(Claims::Service { name, .. }) if row.admits_service(&name) => Kind::Service(name),
                _ => Kind::Anonymous,
            },
            Some(token) => self.identify(&row, token, headers, &mut origin).await?,
            None if row.who == Who::Public => Kind::Anonymous,
            None => return Err(Error::Unauthenticated(message!(NO_TOKEN))),
        };
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        // Whoever is not the bff could write any address here.
        let address = matches!(&kind, Kind::Service(name) if name == "bff").then(|| text(CLIENT_ADDRESS)).flatten();
        origin.address = match &kind {
            Kind::User(user) => text(CLIENT_ADDRESS).filter(|address| self.is_vouched(headers, address, user.id)),
            _ => address.clone(),
        };
        let idempotency_key = text(IDEMPOTENCY_KEY).filter(|key| (1..=255).contains(&key.len()));
        Ok(Caller { kind, origin, idempotency_key, address, access: Some(self.access.clone()) })
    }

    async fn identify(&self, row: &Row, token: &str, headers: &HeaderMap, origin: &mut Origin) -> Result<Kind> {
        let denied = || Error::forbidden(message!(NOT_PERMITTED));
        if let Some(handle) = crate::token::handle(token) {
            let user = self.user(handle, self.told(headers).map(|(age, _)| age)).await?;
            return admitted(row, user, origin);
        }
        match self.access.claims(token)? {
            Claims::Service { name, user, .. } => {
                if !row.admits_service(&name) {
                    return Err(denied());
                }
                origin.user = user;
                Ok(Kind::Service(name))
            }
            Claims::User { user, session, .. } => {
                let age = self.told(headers).filter(|(_, about)| *about == user).map(|(age, _)| age);
                admitted(row, self.user(session, age).await?, origin)
            }
        }
    }
}

impl Guard {
    async fn user(&self, session: uuid::Uuid, age: Option<Duration>) -> Result<Arc<User>> {
        let user = match age {
            Some(age) => self.access.user_since(session, age).await?,
            None => self.access.user(session).await?,
        };
        user.ok_or_else(|| Error::Unauthenticated(message!(SESSION_ENDED)))
    }

    /// How long ago somebody's rights were changed, where the bff knows that they were, and whose. Its statement stands behind
    /// the number: from anybody else it would be a way past the cache, to auth.
    fn told(&self, headers: &HeaderMap) -> Option<(Duration, uuid::Uuid)> {
        let (age, statement) = headers.get(RIGHTS_CHANGED)?.to_str().ok()?.split_once(' ')?;
        let (role, about) = self.access.statement(statement)?;
        let age = age.parse().ok().map(Duration::from_millis)?;
        (role == "bff").then_some((age, about))
    }
}

impl Guard {
    /// Whether the bff says that this user is at this address: anybody else could write any address.
    fn is_vouched(&self, headers: &HeaderMap, address: &str, user: uuid::Uuid) -> bool {
        let statement = headers.get(VOUCHED_ADDRESS).and_then(|value| value.to_str().ok());
        let vouched = statement.and_then(|statement| self.access.vouched(statement, address));
        vouched.is_some_and(|(role, about)| role == "bff" && about == user)
    }
}

/// Whether a row lets this user in, with what they show.
fn admitted(row: &Row, user: Arc<User>, origin: &mut Origin) -> Result<Kind> {
    match (row.who, user.credential) {
        (Who::Nobody, _) => return Err(Error::forbidden(message!(NOT_PERMITTED))),
        (Who::Admin, _) if user.role != Role::Admin => return Err(Error::forbidden(message!(NOT_PERMITTED))),
        (_, Credential::Token | Credential::ReadOnlyToken) if row.in_person => {
            return Err(Error::forbidden(message!(TOKEN_NOT_SIGNED_IN)));
        }
        (_, Credential::ReadOnlyToken) if !row.reads() => return Err(Error::forbidden(message!(TOKEN_READ_ONLY))),
        _ => {}
    }
    origin.user = Some(UserRef { id: user.id, name: user.name() });
    Ok(Kind::User(user))
}

impl kit::Guard for Guard {
    fn covers(&self, method: &str) -> bool {
        self.rows.contains_key(method)
    }

    fn admit(&self, mut head: http::request::Parts) -> BoxFuture<'static, Result<http::request::Parts>> {
        let guard = self.clone();
        Box::pin(async move {
            let origin = head.extensions.remove::<Origin>().unwrap_or_default();
            let mut caller = guard.caller(head.uri.path(), &head.headers, origin).await?;
            kit::trace::admitted(guard.access.role(), &mut head, &mut caller.origin);
            if let Some(connection) = head.extensions.get::<Connection>()
                && !connection.is_of_role()
                && shown_by_role(&caller, &head.headers)
            {
                connection.belongs_to_role();
            }
            head.extensions.insert(caller);
            Ok(head)
        })
    }
}

/// Whether the token is one that only roles can sign: their own, or what they say of a user.
fn shown_by_role(caller: &Caller, headers: &HeaderMap) -> bool {
    match caller.kind {
        Kind::Service(_) => true,
        Kind::User(_) => bearer(headers).is_some_and(|token| crate::token::handle(token).is_none()),
        Kind::Anonymous => false,
    }
}

/// The token of `Authorization: Bearer …`, exactly one such header.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(http::header::AUTHORIZATION).iter();
    let value = values.next()?.to_str().ok()?;
    if values.next().is_some() {
        return None;
    }
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim()).filter(|token| !token.is_empty())
}
