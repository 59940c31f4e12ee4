//! A small HTTP server on loopback: it keeps what it is sent, and answers as a test wants it to.

use std::{
    collections::{BTreeMap, VecDeque},
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// How long a test waits for a request: a busy machine takes its time.
const PATIENCE: Duration = Duration::from_secs(90);

/// What the next request is answered.
#[derive(Clone, Debug)]
pub enum Say {
    Status(u16, &'static str),
    Redirect(String),
    /// Nothing, for ever.
    Nothing,
    /// 200 and so many bytes.
    Much(usize),
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Got {
    pub line: String,
    /// By their names in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Got {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// The server. It lives as long as the test's runtime.
#[derive(Clone)]
pub struct Receiver {
    address: SocketAddr,
    got: watch::Sender<Vec<Got>>,
    says: Arc<Mutex<VecDeque<Say>>>,
}

impl Receiver {
    #[expect(clippy::disallowed_methods, reason = "a test's server lives as long as its runtime")]
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let receiver = Self { address, got: watch::channel(Vec::new()).0, says: Arc::default() };
        let server = receiver.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let server = server.clone();
                tokio::spawn(async move { server.talk(connection).await });
            }
        });
        receiver
    }

    /// `host:port`.
    pub fn place(&self) -> String {
        self.address.to_string()
    }

    pub fn url(&self) -> String {
        format!("http://{}/hooks/a-long-secret-path", self.address)
    }

    /// The next requests are answered so, in this order; those after them 200.
    pub fn will(&self, says: impl IntoIterator<Item = Say>) {
        self.says.lock().unwrap().extend(says);
    }

    /// Waits until so many requests have come.
    pub async fn requests(&self, n: usize) -> Vec<Got> {
        let mut got = self.got.subscribe();
        let come = tokio::time::timeout(PATIENCE, got.wait_for(|got| got.len() >= n)).await;
        come.unwrap_or_else(|_| panic!("waited in vain for {n} requests")).unwrap().clone()
    }

    pub fn count(&self) -> usize {
        self.got.borrow().len()
    }

    async fn talk(&self, connection: TcpStream) {
        let mut lines = BufReader::new(connection);
        let Some(got) = read(&mut lines).await else { return };
        let say = self.says.lock().unwrap().pop_front().unwrap_or(Say::Status(200, "thanks"));
        self.got.send_modify(|all| all.push(got));
        let connection = lines.get_mut();
        match say {
            Say::Nothing => std::future::pending().await,
            Say::Status(status, body) => {
                let answer = format!("HTTP/1.1 {status} Said\r\ncontent-length: {}\r\n\r\n{body}", body.len());
                let _ = connection.write_all(answer.as_bytes()).await;
            }
            Say::Redirect(to) => {
                let answer = format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
                let _ = connection.write_all(answer.as_bytes()).await;
            }
            Say::Much(bytes) => {
                let _ = connection
                    .write_all(format!("HTTP/1.1 200 OK\r\ncontent-length: {bytes}\r\n\r\n").as_bytes())
                    .await;
                let piece = vec![b'x'; 64 * 1024];
                for _ in 0..bytes / piece.len() {
                    if connection.write_all(&piece).await.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

async fn read(lines: &mut BufReader<TcpStream>) -> Option<Got> {
    let (mut head, mut headers) = (String::new(), BTreeMap::new());
    lines.read_line(&mut head).await.ok().filter(|n| *n > 0)?;
    loop {
        let mut line = String::new();
        lines.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length: usize = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    lines.read_exact(&mut body).await.ok()?;
    Some(Got { line: head.trim_end().to_owned(), headers, body: String::from_utf8(body).unwrap() })
}
