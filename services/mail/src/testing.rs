//! A small SMTP server on loopback, which keeps what it is given.
#![allow(clippy::unwrap_used, reason = "a test that cannot be prepared fails")]

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
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
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let smtp = Self {
            address: listener.local_addr().unwrap(),
            letters: watch::channel(Vec::new()).0,
            answers: Arc::default(),
        };
        let server = smtp.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let server = server.clone();
                tokio::spawn(async move { server.talk(connection).await });
            }
        });
        smtp
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

    async fn talk(&self, connection: TcpStream) {
        let mut lines = BufReader::new(connection);
        let mut to = String::new();
        let _ = lines.write_all(b"220 test\r\n").await;
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
                    let _ = lines.write_all(b"354 go on\r\n").await;
                    let received = data(&mut lines, &to).await;
                    self.letters.send_modify(|letters| letters.push(received));
                    "250 taken"
                }
                "QUIT" => "221 bye",
                _ => "250 fine",
            };
            if lines.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() || word == "QUIT" {
                return;
            }
        }
    }
}

async fn data(lines: &mut BufReader<TcpStream>, to: &str) -> Received {
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
