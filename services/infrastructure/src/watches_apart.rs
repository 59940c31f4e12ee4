//! Watches over connections of their own. A cluster has a dozen of them, all year: over HTTP/2 they share one connection, where
//! HTTP/1.1 wants one for each. Everything else stays with HTTP/1.1: an exec cannot do otherwise, and a log that somebody reads
//! slowly would hold up all that share a connection with it.

use crate::bounded::is_on;
use http::Request;
use std::task::{Context, Poll};
use tower::Service;

/// One client for watches of whole clusters, one for all other calls.
#[derive(Clone)]
pub struct WatchesApart<S> {
    /// For all that ends soon, and for what is read at somebody's pace.
    pub calls: S,
    /// For watches of all namespaces.
    pub watches: S,
}

impl<S: Service<Request<B>>, B> Service<Request<B>> for WatchesApart<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        futures::ready!(self.calls.poll_ready(cx))?;
        self.watches.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> S::Future {
        if is_watch_of_all(request.uri()) { self.watches.call(request) } else { self.calls.call(request) }
    }
}

/// Whether it is a watch, and not of one namespace: of those there may be more than an API server lets one connection have (100).
fn is_watch_of_all(uri: &http::Uri) -> bool {
    is_on(uri, "watch") && !uri.path().contains("/namespaces/")
}

#[cfg(test)]
mod tests {
    use super::is_watch_of_all;

    #[test]
    fn only_watches_of_all_namespaces_share_a_connection() {
        let cases = [
            ("/api/v1/pods?labelSelector=a&watch=true", true),
            ("/api/v1/namespaces?watch=true&timeoutSeconds=120", true),
            ("/apis/apps/v1/deployments?watch=1", true),
            ("/api/v1/namespaces/shop/pods?watch=true", false),
            ("/api/v1/pods?limit=250", false),
            ("/api/v1/namespaces/shop/pods/web/log?follow=true", false),
        ];
        for (uri, expected) in cases {
            assert_eq!(is_watch_of_all(&uri.parse().expect("an address")), expected, "{uri}");
        }
    }
}
