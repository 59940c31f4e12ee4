//! Signing in where a second factor is asked for, at a server with a certificate of an own authority; and where there is none.

use super::person::Person;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use serde_json::{Value, json};
use std::{
    io::{BufRead as _, BufReader, Read as _},
    net::{TcpListener, TcpStream},
    sync::Arc,
};

/// Answers a sign-in as the API does: a password leads to a challenge, a code to the session.
fn answer(body: &Value) -> (&'static str, Value) {
    let refused = |code: &str, reason: &str, challenge: Option<&str>| {
        let details = json!({"reason": reason, "challenge": challenge});
        (
            "401 Unauthorized",
            json!({"message": "A code is asked for.", "code": code, "request_id": "r-1", "details": details}),
        )
    };
    match (body["password"].as_str(), body["challenge"].as_str(), body["code"].as_str()) {
        (Some("Canary-password"), ..) => {
            refused("SECOND_FACTOR_REQUIRED", "SECOND_FACTOR_REQUIRED", Some("Canary-challenge"))
        }
        (_, Some("Canary-challenge"), Some("222222")) => {
            ("200 OK", json!({"data": {"token": "Canary-token", "user": {"email": "me@example.com"}}}))
        }
        _ => refused("UNAUTHORIZED", "CODE_WRONG", None),
    }
}

fn serve(stream: impl std::io::Read + std::io::Write) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line)? == 0 {
                return Ok(());
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body)?;
        let (status, answer) = answer(&serde_json::from_slice(&body).unwrap_or_default());
        let answer = answer.to_string();
        write!(
            stream.get_mut(),
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{answer}",
            answer.len()
        )?;
        stream.get_mut().flush()?;
    }
}

/// A server of that kind over TLS; its port, and its authority as PEM.
fn server() -> (u16, String) {
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate =
        CertificateParams::new(vec!["localhost".to_owned()]).unwrap().signed_by(&key, &authority).unwrap();
    let chain: Vec<CertificateDer<'static>> = vec![certificate.der().clone()];
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let config = Arc::new(config.with_single_cert(chain, key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, config): (TcpStream, _) = (stream.unwrap(), config.clone());
            // who does not trust it hangs up
            std::thread::spawn(move || serve(StreamOwned::new(ServerConnection::new(config).unwrap(), stream)));
        }
    });
    (port, authority.pem())
}

#[test]
fn a_second_factor_and_an_own_authority_are_met_at_a_terminal() {
    let mut person = Person::new("factor");
    person.unspeakable = ["Canary-password", "Canary-challenge", "Canary-token", "222222"].map(str::to_owned).to_vec();
    let (port, authority) = server();
    let url = format!("https://localhost:{port}");
    let ca = person.write("authority.pem", &authority);
    let password = [("E-mail: ", "me@example.com"), ("Password: ", "Canary-password")];
    let (code, screen) = person.at_a_terminal(&["login", &url], &password);
    assert_eq!(code, 6, "{screen}");
    assert!(screen.contains("--ca names the file of yours"), "{screen}");
    assert!(!person.config().exists());

    let code_of = "Code of the authenticator app: ";
    let answers = [&password[..], &[(code_of, "111111"), (code_of, "222222")]].concat();
    let (code, screen) = person.at_a_terminal(&["login", &url, "--ca", &ca, "--name", "own"], &answers);
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("Signed in to own as me@example.com."), "{screen}");
    let kept = std::fs::read_to_string(person.config()).unwrap();
    assert!(
        kept.contains("Canary-token") && kept.contains("authority.pem") && !kept.contains("Canary-password"),
        "{kept}"
    );
    let listed = person.well(&["context", "list"], &[]);
    assert!(listed.lines().any(|line| line.starts_with("*     own ")), "{listed}");
    person.well(&["context", "list", "-o", "json"], &[]);
}

#[test]
fn what_cannot_be_is_told_in_a_sentence_and_by_its_code() {
    let mut person = Person::new("nobody");
    person.unspeakable = vec!["Canary".to_owned()];
    person.ends(3, &["get", "deployments"], "You are not signed in");
    person.ends(2, &["login", "http://127.0.0.1:1"], "--token-stdin");
    person.ends(2, &["login", "http://canopy.example.com", "--token-stdin"], "is not encrypted");
    person.ends(2, &["login", "https://me:Canary@canopy.example.com"], "holds no name and no password");
    person.ends(2, &["get", "deploymnets"], "do you mean deployments?");
    person.ends(2, &["context", "use", "nowhere"], "There is no context nowhere");
    person.ends(2, &["wait", "deployment/shop", "--for=runing"], "do you mean running?");
    let here = [("CANOPY_URL", "http://127.0.0.1:1"), ("CANOPY_TOKEN", "Canary")];
    let said = person.run_with(&["get", "deployments"], &here);
    assert_eq!(
        (said.code, said.err.as_str()),
        (6, "canopy: http://127.0.0.1:1/ cannot be reached: nothing listens there.\n")
    );
    let said = person.run_with(&["get", "deployments"], &here[1..]);
    assert_eq!(said.code, 3, "a token is not sent to whatever there is: {said:?}");
    // no server is asked for these
    for (shell, sign) in [("bash", "complete -F _canopy"), ("zsh", "#compdef canopy"), ("fish", "complete -c canopy")] {
        let script = person.well(&["completion", shell], &[]);
        assert!(script.contains(sign) && script.contains("rollback") && script.contains("deployments"), "{shell}");
    }
    let help = person.well(&["--help"], &[]);
    assert!(help.contains("With an account") && help.contains("On the machine"), "{help}");
}
