//! A deployments that only counts.

use bytes::{BufMut, BytesMut};
use futures::stream;
use http::{HeaderMap, Response};
use http_body_util::StreamBody;
use prost::Message;
use proto::deployments::CountDeploymentsResponse;
use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};
use tonic::Status;

/// What says that nobody answers.
const AWAY: u32 = u32::MAX;

#[derive(Clone, Default)]
pub struct FakeDeployments(Arc<AtomicU32>);

impl FakeDeployments {
    pub async fn listen(&self) -> SocketAddr {
        let fake = self.clone();
        let path = "/canopy.deployments.v1.DeploymentService/CountDeployments";
        let router = axum::Router::new().route(path, axum::routing::post(move || async move { fake.answer() }));
        kit::testing::serve(tonic::service::Routes::from(router)).await
    }

    /// From now on there are so many.
    pub fn have(&self, total: u32) {
        self.0.store(total, Ordering::SeqCst);
    }

    pub fn go_away(&self) {
        self.have(AWAY);
    }

    fn answer(&self) -> Response<axum::body::Body> {
        let total = self.0.load(Ordering::SeqCst);
        if total == AWAY {
            let away = kit::Error::unavailable(kit::message!(PART_AWAY), anyhow::anyhow!("as the test wants it"));
            return Status::from(away).into_http();
        }
        let message = CountDeploymentsResponse { total, ..Default::default() }.encode_to_vec();
        let mut frame = BytesMut::new();
        frame.put_u8(0);
        frame.put_u32(u32::try_from(message.len()).unwrap());
        frame.extend_from_slice(&message);
        let mut trailers = HeaderMap::new();
        Status::ok("").add_header(&mut trailers).unwrap();
        let frames = [http_body::Frame::data(frame.freeze()), http_body::Frame::trailers(trailers)];
        let body = StreamBody::new(stream::iter(frames.map(Ok::<_, Infallible>)));
        Response::builder().header("content-type", "application/grpc").body(axum::body::Body::new(body)).unwrap()
    }
}
