//! Fake peers: a role that answers what a test has written down, and nothing else.
#![expect(clippy::disallowed_methods, reason = "a fake peer fails as a transport does")]

use crate::raw::Raw;
use bytes::Bytes;
use futures::{
    FutureExt as _, Stream, StreamExt as _,
    future::BoxFuture,
    stream::{self, BoxStream},
};
use http::HeaderMap;
use prost::{Message, Name};
use std::{collections::BTreeMap, convert::Infallible, net::SocketAddr, sync::Arc};
use tonic::{Request, Response, Status, service::Routes};

/// One call as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The method's path: `/canopy.teams.v1.TeamService/GetTeam`.
    pub path: String,
    /// Its headers.
    pub headers: HeaderMap,
    /// The encoded request.
    pub body: Bytes,
}

/// Encoded messages of an answer, then its end: one message where the call is unary.
pub type Answer = BoxStream<'static, Result<Bytes, Status>>;

type Handler<S> = Arc<dyn Fn(S, Asked) -> BoxFuture<'static, Result<Answer, Status>> + Send + Sync>;

/// A fake peer over what a test keeps about it. Calls that it has no answer to are UNIMPLEMENTED.
///
/// ```ignore
/// impl Auth {
///     async fn lookup_users(self, request: LookupUsersRequest) -> Result<LookupUsersResponse, Status> { … }
/// }
/// let address = Peer::of(auth).unary("AuthService", Auth::lookup_users).serve().await;
/// ```
#[derive(Clone)]
pub struct Peer<S> {
    state: S,
    calls: BTreeMap<String, Handler<S>>,
    rest: Handler<S>,
}

impl<S: Clone + Send + Sync + 'static> Peer<S> {
    /// One without answers.
    #[must_use]
    pub fn of(state: S) -> Self {
        let rest: Handler<S> = Arc::new(|_, asked| {
            async move { Err(Status::unimplemented(format!("no test needs {}", asked.path))) }.boxed()
        });
        Self { state, calls: BTreeMap::new(), rest }
    }

    /// A unary call, named by its service and its request's type (`GetTeamRequest`: `GetTeam`).
    #[must_use]
    pub fn unary<Q, A, R>(self, service: &str, answer: impl Fn(S, Q) -> R + Send + Sync + 'static) -> Self
    where
        Q: Message + Name + Default,
        A: Message + 'static,
        R: Future<Output = Result<A, Status>> + Send + 'static,
    {
        self.streaming(service, move |state, request| {
            answer(state, request).map(|answer| answer.map(|message| stream::iter([Ok(message)])))
        })
    }

    /// A call that is answered with a stream, named as in [`Peer::unary`].
    ///
    /// # Panics
    /// When the type of the request is not named as a request is.
    #[must_use]
    pub fn streaming<Q, A, M, R>(mut self, service: &str, answer: impl Fn(S, Q) -> R + Send + Sync + 'static) -> Self
    where
        Q: Message + Name + Default,
        A: Message + 'static,
        M: Stream<Item = Result<A, Status>> + Send + 'static,
        R: Future<Output = Result<M, Status>> + Send + 'static,
    {
        let method = Q::NAME.strip_suffix("Request").expect("a request's name");
        let handler: Handler<S> = Arc::new(move |state, asked| match Q::decode(asked.body) {
            Ok(request) => answer(state, request).map(|messages| messages.map(encoded)).boxed(),
            Err(error) => futures::future::err(Status::invalid_argument(error.to_string())).boxed(),
        });
        self.calls.insert(format!("/{}.{service}/{method}", Q::PACKAGE), handler);
        self
    }

    /// All other calls.
    #[must_use]
    pub fn otherwise<R>(mut self, answer: impl Fn(S, Asked) -> R + Send + Sync + 'static) -> Self
    where
        R: Future<Output = Result<Answer, Status>> + Send + 'static,
    {
        self.rest = Arc::new(move |state, asked| answer(state, asked).boxed());
        self
    }

    /// Serves it on a free port of loopback until the test ends.
    pub async fn serve(self) -> SocketAddr {
        super::serve(self.routes()).await
    }

    /// Serves it where it is looked for already.
    pub async fn serve_at(self, address: SocketAddr) {
        super::serve_at(self.routes(), address).await;
    }

    /// The same, to be served with real services.
    #[must_use]
    pub fn routes(self) -> Routes {
        let peer = Arc::new(self);
        let answer = move |request: http::Request<axum::body::Body>| {
            let peer = Arc::clone(&peer);
            async move { Ok::<_, Infallible>(peer.answer(request).await) }.boxed()
        };
        Routes::from(axum::Router::new().fallback_service(tower::service_fn(answer)))
    }

    async fn answer(&self, request: http::Request<axum::body::Body>) -> http::Response<tonic::body::Body> {
        let path = request.uri().path().to_owned();
        let handler = Arc::clone(self.calls.get(&path).unwrap_or(&self.rest));
        let state = self.state.clone();
        let answer = tower::service_fn(move |request: Request<Bytes>| {
            let headers = request.metadata().clone().into_headers();
            let asked = Asked { path: path.clone(), headers, body: request.into_inner() };
            let answer = handler(state.clone(), asked);
            async move { answer.await.map(Response::new) }.boxed()
        });
        let mut grpc = tonic::server::Grpc::new(Raw).max_decoding_message_size(crate::MESSAGE_LIMIT);
        grpc.server_streaming(answer, request).await
    }
}

fn encoded<A: Message + 'static>(messages: impl Stream<Item = Result<A, Status>> + Send + 'static) -> Answer {
    messages.map(|message| message.map(|message| Bytes::from(message.encode_to_vec()))).boxed()
}
