//! The call as handlers see it: who is calling, and how to ask a service on their behalf.
//!
//! The only place where REST authentication is read. The user's own token is passed on, so that every service judges
//! for itself; only calls before the log-in carry the bff's own token, because auth believes an address from the bff only.

use crate::{
    App,
    api::Api,
    edge::Client,
    envelope::{Answer, Data, Listed, Paged, Pagination, Rows, Success},
    error::{ApiError, Result},
    query::Paging,
    table::Row,
};
use access::Caller;
use axum::extract::FromRequestParts;
use http::{HeaderMap, StatusCode, header, request::Parts};
use kit::{
    Message, Origin, UserRef,
    context::{put, trace_onto},
    message,
};
use serde::Serialize;
use std::sync::Arc;
use uuid::Uuid;

/// One admitted call. Cheap to clone.
#[derive(Clone)]
pub struct Call(Arc<Inner>);

struct Inner {
    app: App,
    row: Row,
    caller: Caller,
    /// `Bearer …` as it came; `None` where no token is looked at.
    authorization: Option<String>,
    address: String,
    agent: String,
}

impl Call {
    /// Reads and checks who is calling.
    pub async fn of(app: &App, row: Row, origin: Origin, headers: &HeaderMap, client: Option<Client>) -> Result<Self> {
        let caller = app.guard.caller(row.rule.call, headers, origin).await.map_err(|error| match error {
            kit::Error::Unauthenticated(why) => refusal(why),
            other => other.into(),
        })?;
        check_key(headers)?;
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        Ok(Self(Arc::new(Inner {
            app: app.clone(),
            row,
            authorization: (!row.is_public()).then(|| text(header::AUTHORIZATION)),
            caller,
            address: client.map(|Client(address)| address.to_string()).unwrap_or_default(),
            agent: text(header::USER_AGENT).chars().take(256).collect(),
        })))
    }

    /// The clients.
    pub fn api(&self) -> &Api {
        &self.0.app.api
    }

    /// The role's parts.
    pub fn app(&self) -> &App {
        &self.0.app
    }

    /// Who is calling.
    pub fn caller(&self) -> &Caller {
        &self.0.caller
    }

    /// The signed-in user's id.
    pub fn user_id(&self) -> Option<Uuid> {
        self.0.caller.user().ok().map(|user| user.id)
    }

    /// The browser's address; empty when unknown.
    pub fn address(&self) -> String {
        self.0.address.clone()
    }

    /// What the browser calls itself.
    pub fn user_agent(&self) -> String {
        self.0.agent.clone()
    }

    /// A message as a request on the caller's behalf: token, request id, trace, idempotency key, address, deadline.
    pub fn ask<M>(&self, message: M) -> kit::Result<tonic::Request<M>> {
        let Inner { app, row, caller, authorization, address, .. } = &*self.0;
        let origin = caller.origin();
        let mut request = match authorization {
            Some(authorization) => {
                let mut request = tonic::Request::new(message);
                put(&mut request, "authorization", authorization)?;
                trace_onto(&mut request, origin)?;
                request.set_timeout(row.deadline());
                request
            }
            // What needs no token is auth's.
            None => app.cx.request_within("auth", origin, message, row.deadline())?,
        };
        if let Some(key) = caller.idempotency_key() {
            put(&mut request, access::IDEMPOTENCY_KEY, key)?;
        }
        if !address.is_empty() {
            put(&mut request, access::CLIENT_ADDRESS, address)?;
        }
        if let Ok(user) = caller.user()
            && row.is_told()
            && !address.is_empty()
        {
            let user = UserRef { id: user.id, name: user.name() };
            put(&mut request, access::VOUCHED_ADDRESS, &app.cx.identity.vouch(&user, address, app.cx.clock.now())?)?;
        }
        if let Ok(user) = caller.user()
            && let Some(age) = app.rights_changes.age(user.id)
        {
            let statement =
                app.cx.identity.statement(&UserRef { id: user.id, name: user.name() }, app.cx.clock.now())?;
            put(&mut request, access::RIGHTS_CHANGED, &format!("{} {statement}", age.as_millis()))?;
        }
        Ok(request)
    }

    /// This call has changed what a user may see: their next calls count on it.
    pub fn rights_changed(&self, user: &str) {
        // A service has done its part with this id: whatever it is, the call is a success.
        if let Ok(user) = kit::ids::parse(user) {
            self.0.app.rights_changes.note(user);
        }
    }

    /// Whether the session is good, asked anew.
    pub async fn afresh(&self) -> Result<()> {
        let Ok(user) = self.0.caller.user() else { return Ok(()) };
        match self.0.app.guard.access().user_now(user.session).await? {
            Some(_) => Ok(()),
            None => Err(ended()),
        }
    }

    fn request_id(&self) -> String {
        self.0.caller.origin().request_id.clone()
    }

    /// 200 with one thing.
    pub fn data<T: Serialize>(&self, data: T) -> Answer<Data<T>> {
        Answer(StatusCode::OK, Data { request_id: self.request_id(), status: Success::Success, data })
    }

    /// 201 with the thing that was created.
    pub fn created<T: Serialize>(&self, data: T) -> Answer<Data<T>> {
        Answer(StatusCode::CREATED, self.data(data).1)
    }

    /// 200 with a page of a list.
    pub fn list<T: Serialize>(&self, rows: Rows<T>, paging: Paging, total: u32) -> Answer<Listed<T>> {
        let Rows { rows: data, unreadable } = rows;
        let pagination = Pagination::of(paging, total, data.len(), unreadable);
        Answer(StatusCode::OK, Listed { request_id: self.request_id(), status: Success::Success, data, pagination })
    }

    /// 200 with one thing that holds a page of a list.
    pub fn paged<T: Serialize>(&self, data: T, paging: Paging, total: u32, shown: usize) -> Answer<Paged<T>> {
        let pagination = Pagination::of(paging, total, shown, 0);
        Answer(StatusCode::OK, Paged { request_id: self.request_id(), status: Success::Success, data, pagination })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Call {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| {
            tracing::error!("a handler ran without its gate");
            ApiError::internal()
        })
    }
}

/// The token's session is over: the client logs out on this.
fn ended() -> ApiError {
    ApiError::unauthorized(message!(SESSION_EXPIRED))
}

/// A missing token and one that counts no more read differently.
fn refusal(why: Message) -> ApiError {
    if why.reason() == "NO_TOKEN" { ApiError::unauthorized(why) } else { ended() }
}

/// 1 to 255 visible characters; a key that would not be kept is refused, for it would protect from nothing.
fn check_key(headers: &HeaderMap) -> Result<()> {
    let mut keys = headers.get_all(access::IDEMPOTENCY_KEY).iter();
    let fine = match (keys.next(), keys.next()) {
        (None, _) => true,
        (Some(key), None) => key.to_str().is_ok_and(|key| (1..=255).contains(&key.trim().len())),
        (Some(_), Some(_)) => false,
    };
    if fine {
        return Ok(());
    }
    Err(ApiError::invalid_field("Idempotency-Key", message!(IDEMPOTENCY_KEY_WRONG)))
}
