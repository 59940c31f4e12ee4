//! Settings of mail, from the environment. They are the same for every role that sends letters.

use anyhow::{Context as _, bail, ensure};
use lettre::{
    AsyncSmtpTransport, Tokio1Executor,
    message::Mailbox,
    transport::smtp::{
        AsyncSmtpTransportBuilder, Error,
        client::{Certificate, Tls, TlsParameters},
    },
};
use proto::mail::Encryption;
use std::time::Duration;
use url::Url;

/// How a certificate begins.
const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// How mail is sent. Not printable: the address has a password.
#[derive(clap::Args)]
pub struct Options {
    /// SMTP server for mail: smtps://user:password@host, or smtp://user:password@host?tls=required for STARTTLS; without one links are passed on by hand
    #[arg(long, env = "CANOPY_SMTP_URL", hide_env_values = true, default_value = "", hide_default_value = true)]
    pub smtp_url: String,
    /// File with the certificates (PEM) of an own authority that vouches for the SMTP server; the public ones are known anyway
    #[arg(long, env = "CANOPY_SMTP_CA", default_value = "", hide_default_value = true)]
    pub smtp_ca: String,
    /// Who mail comes from, such as "Canopy <canopy@example.com>"
    #[arg(long, env = "CANOPY_MAIL_FROM", default_value = "", hide_default_value = true)]
    pub mail_from: String,
    /// Where people reach the console, for links in mail, such as https://canopy.example.com
    #[arg(long, env = "CANOPY_PUBLIC_URL", default_value = "", hide_default_value = true)]
    pub public_url: String,

    // From here on: no settings. These values fit every installation; tests put others into the struct.
    /// How often is looked for letters whose time has come; those that were just queued go at once
    #[arg(skip = Duration::from_secs(15))]
    pub mail_poll: Duration,
    /// How long the server may take for each of its answers
    #[arg(skip = Duration::from_secs(30))]
    pub mail_timeout: Duration,
}

/// What a mailer is made of.
pub(crate) struct Post {
    pub transport: AsyncSmtpTransport<Tokio1Executor>,
    /// As it is shown.
    pub server: Server,
    pub from: Mailbox,
    /// Without a slash at its end.
    pub public_url: String,
    pub poll: Duration,
}

/// Where letters are handed in. Nothing of it is secret.
pub(crate) struct Server {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub signs_in: bool,
}

impl Server {
    /// Of an address that a transport could be made of. Ports are those of RFC 5321, 6409 and 8314, as the transport has them.
    fn of(url: &Url) -> Option<Self> {
        let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value);
        let (encryption, usual) = match (url.scheme(), tls.as_deref()) {
            ("smtps", _) => (Encryption::Tls, 465),
            (_, Some("required")) => (Encryption::Starttls, 587),
            (_, Some(_)) => (Encryption::Opportunistic, 587),
            (_, None) => (Encryption::None, 25),
        };
        let (host, port) = (url.host_str()?.to_owned(), url.port().unwrap_or(usual));
        Some(Self { host, port, encryption, signs_in: url.password().is_some() })
    }
}

impl Options {
    /// `None` where no mail is sent.
    ///
    /// # Errors
    /// A sentence when a server is named and something is missing or cannot be read.
    pub(crate) fn post(&self) -> anyhow::Result<Option<Post>> {
        let url = self.smtp_url.trim();
        if url.is_empty() {
            return Ok(None);
        }
        let builder: Result<AsyncSmtpTransportBuilder, Error> = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
        // the error may have the address in it, and with it the password
        let server = Url::parse(url).ok().and_then(|url| Server::of(&url));
        let (builder, server) = builder.ok().zip(server).context(
            "CANOPY_SMTP_URL is not smtps://user:password@host or smtp://user:password@host:587?tls=required",
        )?;
        let from: Mailbox = self.mail_from.trim().parse().context("CANOPY_MAIL_FROM is no sender of mail")?;
        let public_url = self.public_url.trim().trim_end_matches('/').to_owned();
        ensure!(
            public_url.starts_with("https://") || public_url.starts_with("http://"),
            "CANOPY_PUBLIC_URL must say where people reach the console: links in mail begin with it"
        );
        let builder = match self.smtp_ca.trim() {
            "" => builder,
            file => builder.tls(trusting(file, &server)?),
        };
        let transport = builder.timeout(Some(self.mail_timeout)).build();
        Ok(Some(Post { transport, server, from, public_url, poll: self.mail_poll }))
    }
}

/// TLS as it is for this server, where the authority in the file may vouch for it, too.
fn trusting(file: &str, server: &Server) -> anyhow::Result<Tls> {
    let pem = std::fs::read(file).with_context(|| format!("CANOPY_SMTP_CA: {file} cannot be read"))?;
    let is_there = pem.windows(CERTIFICATE.len()).any(|bytes| bytes == CERTIFICATE);
    let certificate = Certificate::from_pem(&pem).ok().filter(|_| is_there);
    let certificate = certificate.with_context(|| format!("CANOPY_SMTP_CA: {file} has no certificates in PEM"))?;
    let parameters = TlsParameters::builder(server.host.clone()).add_root_certificate(certificate).build();
    let parameters = parameters.with_context(|| format!("CANOPY_SMTP_CA: a certificate in {file} cannot be used"))?;
    match server.encryption {
        Encryption::Tls => Ok(Tls::Wrapper(parameters)),
        Encryption::Starttls => Ok(Tls::Required(parameters)),
        Encryption::Opportunistic => Ok(Tls::Opportunistic(parameters)),
        Encryption::None | Encryption::Unspecified => {
            bail!("CANOPY_SMTP_CA is for a server with TLS: smtps://… or smtp://…?tls=required")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        attempt::{Answer, hand},
        testing::Smtp,
    };
    use proto::mail::Outcome;

    fn options(smtp: &str, from: &str, public: &str) -> Options {
        Options {
            smtp_url: smtp.to_owned(),
            smtp_ca: String::new(),
            mail_from: from.to_owned(),
            public_url: public.to_owned(),
            mail_poll: Duration::from_secs(1),
            mail_timeout: Duration::from_secs(1),
        }
    }

    #[tokio::test]
    async fn without_a_server_there_is_no_post_and_with_one_all_of_it_must_be_said() {
        assert!(options(" ", "", "").post().unwrap().is_none());
        let post = options("smtp://127.0.0.1:2525", "Canopy <canopy@example.com>", "https://canopy.example.com/");
        let post = post.post().unwrap().unwrap();
        assert_eq!(post.public_url, "https://canopy.example.com");
        assert_eq!(post.from.email.to_string(), "canopy@example.com");
        let secret = "hunter2";
        for (smtp, from, public, named) in [
            ("ftp://u:hunter2@mail", "a@example.com", "https://c", "CANOPY_SMTP_URL"),
            ("mail.example.com", "a@example.com", "https://c", "CANOPY_SMTP_URL"),
            ("smtp://u:hunter2@mail", "nobody", "https://c", "CANOPY_MAIL_FROM"),
            ("smtp://u:hunter2@mail", "a@example.com", "canopy.example.com", "CANOPY_PUBLIC_URL"),
        ] {
            let error = options(smtp, from, public).post().err().map(|error| format!("{error:#}")).unwrap();
            assert!(error.contains(named) && !error.contains(secret), "{error}");
        }
    }

    #[tokio::test]
    async fn a_server_is_shown_without_what_opens_it() {
        for (smtp, host, port, encryption, signs_in) in [
            ("smtps://u:hunter2@mail.example.com", "mail.example.com", 465, Encryption::Tls, true),
            ("smtp://u:hunter2@mail.example.com?tls=required", "mail.example.com", 587, Encryption::Starttls, true),
            ("smtp://mail.example.com?tls=opportunistic", "mail.example.com", 587, Encryption::Opportunistic, false),
            ("smtp://127.0.0.1", "127.0.0.1", 25, Encryption::None, false),
            ("smtp://127.0.0.1:2525", "127.0.0.1", 2525, Encryption::None, false),
        ] {
            let server = options(smtp, "a@example.com", "https://c").post().unwrap().unwrap().server;
            assert_eq!((server.host.as_str(), server.port), (host, port), "{smtp}");
            assert_eq!((server.encryption, server.signs_in), (encryption, signs_in), "{smtp}");
        }
    }

    /// A letter to a server whose certificate an own authority has signed.
    async fn sent(post: &Post) -> Answer {
        let message = lettre::Message::builder()
            .from(post.from.clone())
            .to("bob@example.com".parse().unwrap())
            .body("Hello".to_owned())
            .unwrap();
        hand(post, message).await
    }

    #[tokio::test]
    async fn a_server_of_an_own_authority_is_trusted_when_the_authority_is_named() {
        let (smtp, authority) = Smtp::start_with_tls().await;
        let file = std::env::temp_dir().join(format!("canopy-smtp-ca-{}.pem", std::process::id()));
        std::fs::write(&file, authority).unwrap();
        let at = format!("smtps://canopy:hunter2@{}", smtp.address());
        let mut options = options(&at, "canopy@example.com", "https://canopy.example.com");
        options.mail_timeout = Duration::from_secs(60);
        let unknown = sent(&options.post().unwrap().unwrap()).await;
        assert_eq!(unknown.outcome, Outcome::Unreachable, "{}", unknown.text);
        assert!(unknown.text.contains("certificate"), "{}", unknown.text);
        assert_eq!(smtp.count(), 0);

        options.smtp_ca = file.display().to_string();
        let known = sent(&options.post().unwrap().unwrap()).await;
        assert_eq!((known.outcome, known.text.as_str()), (Outcome::Taken, "250 taken"));
        assert_eq!(smtp.letters(1).await[0].to, "bob@example.com");

        options.smtp_url = "smtp://127.0.0.1".to_owned();
        assert!(refusal(&options).contains("for a server with TLS"));
        std::fs::write(&file, "no certificate").unwrap();
        options.smtp_url = at;
        assert!(refusal(&options).contains("has no certificates in PEM"));
        std::fs::remove_file(&file).unwrap();
        assert!(refusal(&options).contains("cannot be read"));
    }

    fn refusal(options: &Options) -> String {
        options.post().err().map(|error| format!("{error:#}")).unwrap()
    }
}
