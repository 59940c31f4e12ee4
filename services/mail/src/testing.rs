//! A small SMTP server on loopback, which keeps what it is given.
#![allow(clippy::unwrap_used, reason = "a test that cannot be prepared fails")]

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::TcpListener,
    sync::watch,
};

/// How long a test waits for a letter: a busy machine takes its time.
const PATIENCE: Duration = Duration::from_secs(90);

/// A letter as it came.
#[derive(Clone, Debug)]
pub struct Received {
    /// The address of the envelope.
    pub to: String,
    /// Header lines.
    pub head: Vec<String>,
    /// The text, decoded.
    pub text: String,
}

impl Received {
    /// What stands behind the `#` of its link.
    #[must_use]
    pub fn token(&self) -> String {
        self.text.lines().find_map(|line| line.split_once('#')).map(|(_, token)| token.to_owned()).unwrap()
    }
}

/// The server. It lives as long as the test's runtime.
#[derive(Clone)]
pub struct Smtp {
    address: SocketAddr,
    letters: watch::Sender<Vec<Received>>,
    /// Answers to the next receivers, in their order, in place of 250.
    answers: Arc<Mutex<Vec<&'static str>>>,
}

impl Smtp {
    /// Starts one.
    #[expect(clippy::disallowed_methods, reason = "a test's server lives as long as its runtime")]
    pub async fn start() -> Self {
        let (smtp, listener) = Self::bound().await;
        let server = smtp.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let server = server.clone();
                tokio::spawn(async move { server.talk(connection).await });
            }
        });
        smtp
    }

    async fn bound() -> (Self, TcpListener) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        (Self { address, letters: watch::channel(Vec::new()).0, answers: Arc::default() }, listener)
    }

    /// Starts one that speaks TLS from the first byte, with a certificate of an authority of its own: that one's certificate
    /// as PEM.
    #[cfg(test)]
    #[expect(clippy::disallowed_methods, reason = "a test's server lives as long as its runtime")]
    pub async fn start_with_tls() -> (Self, String) {
        use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
        use rustls::pki_types::PrivateKeyDer;
        let (authority_key, key) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
        let mut authority = CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = authority.self_signed(&authority_key).unwrap().pem();
        let issuer = Issuer::new(authority, authority_key);
        let certificate = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        let certificate = certificate.signed_by(&key, &issuer).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config =
            rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key).unwrap();
        let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
        let (smtp, listener) = Self::bound().await;
        let server = smtp.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let (server, acceptor) = (server.clone(), acceptor.clone());
                tokio::spawn(async move {
                    if let Ok(connection) = acceptor.accept(connection).await {
                        server.talk(connection).await;
                    }
                });
            }
        });
        (smtp, pem)
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Options of a role, so that it sends its letters here.
    #[must_use]
    pub fn options(&self) -> [String; 3] {
        [
            format!("--smtp-url=smtp://canopy:hunter2@{}", self.address),
            "--mail-from=Canopy <canopy@example.com>".to_owned(),
            "--public-url=https://canopy.example.com".to_owned(),
        ]
    }

    /// The next receivers are answered so, each once.
    pub fn refuse(&self, answers: &[&'static str]) {
        self.answers.lock().unwrap().extend(answers.iter().rev());
    }

    /// Waits until so many letters have come.
    ///
    /// # Panics
    /// When they do not come.
    pub async fn letters(&self, n: usize) -> Vec<Received> {
        let mut letters = self.letters.subscribe();
        let come = letters.wait_for(|letters| letters.len() >= n);
        let come = tokio::time::timeout(PATIENCE, come).await;
        come.unwrap_or_else(|_| panic!("waited in vain for {n} letters")).unwrap().clone()
    }

    /// How many have come so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.letters.borrow().len()
    }

    async fn talk(&self, connection: impl AsyncRead + AsyncWrite + Unpin) {
        let mut lines = BufReader::new(connection);
        let mut to = String::new();
        let _ = write(&mut lines, "220 test").await;
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line).await.unwrap_or(0) == 0 {
                return;
            }
            let word = line.split([' ', ':']).next().unwrap_or_default().trim().to_ascii_uppercase();
            let answer = match word.as_str() {
                "EHLO" => "250-test\r\n250 AUTH PLAIN",
                // "\0canopy\0hunter2"
                "AUTH" if line.trim_end().ends_with("AGNhbm9weQBodW50ZXIy") => "235 welcome",
                "AUTH" => "535 wrong",
                "RCPT" => {
                    to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    self.answers.lock().unwrap().pop().unwrap_or("250 fine")
                }
                "DATA" => {
                    let _ = write(&mut lines, "354 go on").await;
                    let received = data(&mut lines, &to).await;
                    self.letters.send_modify(|letters| letters.push(received));
                    "250 taken"
                }
                "QUIT" => "221 bye",
                _ => "250 fine",
            };
            if write(&mut lines, answer).await.is_err() || word == "QUIT" {
                return;
            }
        }
    }
}

async fn write(lines: &mut (impl AsyncWrite + Unpin), answer: &str) -> std::io::Result<()> {
    lines.write_all(format!("{answer}\r\n").as_bytes()).await?;
    lines.flush().await
}

async fn data(lines: &mut (impl AsyncBufRead + Unpin), to: &str) -> Received {
    let (mut head, mut text, mut in_head) = (Vec::new(), String::new(), true);
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).await.unwrap_or(0) == 0 || line == ".\r\n" {
            break;
        }
        let line = line.trim_end_matches("\r\n");
        match in_head {
            true if line.is_empty() => in_head = false,
            true => head.push(line.to_owned()),
            false => {
                text.push_str(line.strip_prefix("..").map_or(line, |_| &line[1..]));
                text.push('\n');
            }
        }
    }
    let quoted = head.iter().any(|line| line.to_lowercase().ends_with("quoted-printable"));
    Received { to: to.to_owned(), head, text: if quoted { unquoted(&text) } else { text } }
}

/// Quoted-printable (RFC 2045, 6.7).
fn unquoted(text: &str) -> String {
    let text = text.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let pair = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) if first == b'=' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}
