//! HTTPS without a proxy: the certificate of the bff, and what becomes of plain HTTP.

use crate::{
    command_line::person::Person,
    system::{Canopy, Folder, PATIENCE},
};
use kit::Ids as _;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    pki_types::{CertificateDer, ServerName},
};
use serde_json::json;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    sync::Arc,
    time::{Duration, Instant},
};

const NAME: &str = "console.example.com";

/// An authority, and its certificates for the console.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap())
    }

    /// A new certificate and its key in the folder; answers the certificate.
    fn issue(&self, folder: &Folder) -> CertificateDer<'static> {
        let key = KeyPair::generate().unwrap();
        let names = CertificateParams::new(vec![NAME.to_owned(), "127.0.0.1".to_owned()]).unwrap();
        let certificate = names.signed_by(&key, &self.0).unwrap();
        std::fs::write(folder.0.join("tls.key"), key.serialize_pem()).unwrap();
        std::fs::write(folder.0.join("tls.crt"), certificate.pem()).unwrap();
        certificate.der().clone()
    }
}

/// One request over TLS and its answer, after which the connection ends.
struct Client {
    config: Arc<ClientConfig>,
    address: SocketAddr,
}

impl Client {
    fn new(authority: &Authority, address: SocketAddr) -> Self {
        let mut roots = RootCertStore::empty();
        roots.add(authority.0.der().clone()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots);
        Self { config: Arc::new(config.with_no_client_auth()), address }
    }

    fn connect(&self, protocols: &[&str]) -> StreamOwned<ClientConnection, TcpStream> {
        let mut config = (*self.config).clone();
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        let connection = ClientConnection::new(Arc::new(config), ServerName::try_from(NAME).unwrap()).unwrap();
        let mut stream = StreamOwned::new(connection, TcpStream::connect(self.address).unwrap());
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock).unwrap();
        }
        stream
    }

    fn shown(&self) -> CertificateDer<'static> {
        self.connect(&[]).conn.peer_certificates().unwrap()[0].clone().into_owned()
    }

    fn ask(&self, head: &str, body: &str) -> String {
        ask(self.connect(&["http/1.1"]), NAME, head, body)
    }
}

/// What is answered, its head in lower case.
fn ask(mut stream: impl Read + Write, host: &str, head: &str, body: &str) -> String {
    let length = body.len();
    let text = format!(
        "{head} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    format!("{}\r\n\r\n{body}", head.to_ascii_lowercase())
}

/// An address of loopback that nobody else has.
fn own_address() -> String {
    let bytes = kit::ids::SystemIds.bytes(3);
    format!("127.{}.{}.{}:8080", bytes[0], bytes[1], bytes[2].clamp(1, 254))
}

#[test]
fn the_console_speaks_tls_and_sends_plain_http_on() {
    let folder = Folder::fresh("https");
    let authority = Authority::new();
    let first = authority.issue(&folder);
    let redirect = own_address();
    let canopy = Canopy::up(&folder.0.join("data"), |command| {
        command.env("CANOPY_HOSTS", NAME).env("CANOPY_PUBLIC_URL", format!("https://{NAME}/"));
        command.env("CANOPY_HTTPS_CERT", folder.0.join("tls.crt")).env("CANOPY_HTTPS_KEY", folder.0.join("tls.key"));
        command.env("CANOPY_HTTP_REDIRECT", &redirect);
    });
    let url = canopy.report["address"].as_str().unwrap().to_owned();
    let link = canopy.report["setupLink"].as_str().unwrap();
    assert!(link.starts_with(&format!("https://{NAME}/setup?token=")), "{link}");
    let address: SocketAddr = url.strip_prefix("https://").unwrap().parse().unwrap();
    let client = Client::new(&authority, address);

    let answer = client.ask("GET /api/auth/setup", "");
    assert!(answer.starts_with("http/1.1 200 "), "{answer}");
    assert!(answer.contains("\r\nstrict-transport-security: max-age=31536000\r\n"), "{answer}");
    assert_eq!(client.connect(&["h2", "http/1.1"]).conn.alpn_protocol(), Some(&b"h2"[..]));
    let admin = json!({"token": canopy.setup_token(), "email": "admin@example.com", "password": "correct horse battery",
        "firstName": "Ada", "lastName": "Admin"});
    let answer = client.ask("POST /api/auth/setup", &admin.to_string());
    assert!(answer.starts_with("http/1.1 201 "), "{answer}");

    // a password that was sent in the clear is no reason to do what was asked for
    let path = "/api/auth/login?a=b";
    for at in [address, redirect.parse().unwrap()] {
        for host in [NAME.to_owned(), format!("{NAME}:80"), "127.0.0.1".to_owned()] {
            let answer = ask(TcpStream::connect(at).unwrap(), &host, &format!("POST {path}"), &admin.to_string());
            let host = host.trim_end_matches(":80");
            let location = format!("\r\nlocation: https://{host}:{}{path}\r\n", address.port());
            assert!(answer.starts_with("http/1.1 308 ") && answer.contains(&location), "{at}: {answer}");
            assert!(!answer.contains("strict-transport-security") && !answer.contains("\"token\""), "{answer}");
        }
        let answer = ask(TcpStream::connect(at).unwrap(), "evil.example.com", "GET /", "");
        assert!(answer.starts_with("http/1.1 421 "), "{answer}");
    }

    let person = Person::new("https-person");
    let ca = person.write("authority.pem", &authority.0.pem());
    let answers = [("E-mail: ", "admin@example.com"), ("Password: ", "correct horse battery")];
    let (code, screen) = person.at_a_terminal(&["login", &url, "--ca", &ca], &answers);
    assert_eq!(code, 0, "{screen}");
    assert!(person.well(&["get", "teams"], &[]).starts_with("NAME "));

    assert_eq!(client.shown(), first);
    let second = authority.issue(&folder);
    let until = Instant::now() + PATIENCE;
    while client.shown() != second {
        assert!(Instant::now() < until, "the renewed certificate is not shown");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(canopy.stop().success());
}
