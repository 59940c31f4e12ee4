//! gRPC without generated clients: a method by its path, messages as bytes.

use kit::raw::Raw;
use prost::bytes::Bytes;
use std::time::Duration;
use tonic::{Code, Request, Status, client::Grpc, transport::Channel};

/// Calls and answers code, message of an error, and bytes of the (first) answer.
pub async fn call(
    channel: &Channel,
    path: &'static str,
    streams: bool,
    token: Option<&str>,
    message: Vec<u8>,
) -> (Code, String, Vec<u8>) {
    let mut request = Request::new(Bytes::from(message));
    request.set_timeout(Duration::from_secs(40));
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    match ask(channel, path, streams, request).await {
        Ok(answer) => (Code::Ok, String::new(), answer),
        Err(status) => (status.code(), status.message().to_owned(), Vec::new()),
    }
}

async fn ask(channel: &Channel, path: &'static str, streams: bool, request: Request<Bytes>) -> Result<Vec<u8>, Status> {
    let mut client = Grpc::new(channel.clone());
    client.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
    let path = path.parse().unwrap();
    if streams {
        let mut answers = client.server_streaming(request, path, Raw).await?.into_inner();
        return Ok(answers.message().await?.unwrap_or_default().to_vec());
    }
    Ok(client.unary(request, path, Raw).await?.into_inner().to_vec())
}
