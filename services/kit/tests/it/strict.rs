//! HTTP that two programs could read in two ways, and reflection, on sockets.

use crate::{
    boot,
    connections::{Running, rest},
};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};
use tonic_reflection::pb::v1::{
    ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
    server_reflection_request::MessageRequest,
};

#[tokio::test]
async fn an_unclear_request_is_400_in_the_shape_of_the_api_and_ends_the_connection() {
    let running = Running::with(|_| {}).await;
    let long = format!("x: {}\r\nhost: a\r\n\r\n", "a".repeat(20 * 1024));
    for fields in [
        "host: a\r\nhost: b\r\n\r\n",
        "accept: */*\r\n\r\n",
        "host: a\nx: y\r\n\r\n",
        "host: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        "host: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        &long,
    ] {
        let mut socket = TcpStream::connect(running.http).await.unwrap();
        // A good one before it is answered, one after it is not: whose it is, is not clear.
        let good = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
        socket.write_all(good.as_bytes()).await.unwrap();
        let mut first = [0; 512];
        let read = tokio::io::AsyncReadExt::read(&mut socket, &mut first).await.unwrap();
        assert!(String::from_utf8_lossy(&first[..read]).ends_with("here"));
        socket.write_all(format!("POST / HTTP/1.1\r\n{fields}{good}").as_bytes()).await.unwrap();
        let answer = rest(&mut socket).await;
        assert!(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{fields:.60}: {answer}");
        assert!(answer.contains("content-security-policy: default-src 'none'\r\n"), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{fields:.60}: {answer}");
        let id = answer.split("x-request-id: ").nth(1).unwrap().split("\r\n").next().unwrap();
        assert!(answer.ends_with(&format!(" {id}")), "the body is the role's own: {answer}");
    }
    running.end().await;
}

#[tokio::test]
async fn reflection_beyond_this_machine_wants_a_token() {
    for (ip, open) in [("127.0.0.1", true), ("0.0.0.0", false)] {
        let port = boot::free().port();
        let running = Running::at(format!("{ip}:{port}").parse().unwrap()).await;
        let mut client = ServerReflectionClient::new(
            tonic::transport::Endpoint::from_shared(format!("http://127.0.0.1:{port}")).unwrap().connect_lazy(),
        );
        let asked = ServerReflectionRequest {
            host: String::new(),
            message_request: Some(MessageRequest::ListServices(String::new())),
        };
        let answer = client.server_reflection_info(tokio_stream::once(asked)).await;
        assert_eq!(answer.is_ok(), open, "{ip}: {answer:?}");
        running.end().await;
    }
}
