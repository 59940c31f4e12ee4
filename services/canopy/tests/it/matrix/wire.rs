//! gRPC without generated clients: a method by its path, messages as bytes.

use std::time::Duration;
use tonic::{
    Code, Request, Status,
    client::Grpc,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    transport::Channel,
};

struct Bytes;

impl Codec for Bytes {
    type Encode = Vec<u8>;
    type Decode = Vec<u8>;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        prost::bytes::BufMut::put_slice(buffer, &item);
        Ok(())
    }
}

impl Decoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Vec<u8>>, Status> {
        use prost::bytes::Buf as _;
        let length = buffer.remaining();
        Ok(Some(buffer.copy_to_bytes(length).to_vec()))
    }
}

/// Calls and answers code, message of an error, and bytes of the (first) answer.
pub async fn call(
    channel: &Channel,
    path: &'static str,
    streams: bool,
    token: Option<&str>,
    message: Vec<u8>,
) -> (Code, String, Vec<u8>) {
    let mut request = Request::new(message);
    request.set_timeout(Duration::from_secs(40));
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    match ask(channel, path, streams, request).await {
        Ok(answer) => (Code::Ok, String::new(), answer),
        Err(status) => (status.code(), status.message().to_owned(), Vec::new()),
    }
}

async fn ask(
    channel: &Channel,
    path: &'static str,
    streams: bool,
    request: Request<Vec<u8>>,
) -> Result<Vec<u8>, Status> {
    let mut client = Grpc::new(channel.clone());
    client.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
    let path = path.parse().unwrap();
    if streams {
        let mut answers = client.server_streaming(request, path, Bytes).await?.into_inner();
        return Ok(answers.message().await?.unwrap_or_default());
    }
    Ok(client.unary(request, path, Bytes).await?.into_inner())
}
