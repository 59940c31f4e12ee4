//! Settings of mail, from the environment. They are the same for every role that sends letters.

use anyhow::{Context as _, ensure};
use lettre::{
    AsyncSmtpTransport, Tokio1Executor,
    message::Mailbox,
    transport::smtp::{AsyncSmtpTransportBuilder, Error},
};
use std::time::Duration;

/// How mail is sent. Not printable: the address has a password.
#[derive(clap::Args)]
pub struct Options {
    /// SMTP server for mail: smtps://user:password@host, or smtp://user:password@host?tls=required for STARTTLS; without one links are passed on by hand
    #[arg(long, env = "CANOPY_SMTP_URL", hide_env_values = true, default_value = "", hide_default_value = true)]
    pub smtp_url: String,
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
    pub from: Mailbox,
    /// Without a slash at its end.
    pub public_url: String,
    pub poll: Duration,
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
        let builder = builder.ok().context(
            "CANOPY_SMTP_URL is not smtps://user:password@host or smtp://user:password@host:587?tls=required",
        )?;
        let from: Mailbox = self.mail_from.trim().parse().context("CANOPY_MAIL_FROM is no sender of mail")?;
        let public_url = self.public_url.trim().trim_end_matches('/').to_owned();
        ensure!(
            public_url.starts_with("https://") || public_url.starts_with("http://"),
            "CANOPY_PUBLIC_URL must say where people reach the console: links in mail begin with it"
        );
        let transport = builder.timeout(Some(self.mail_timeout)).build();
        Ok(Some(Post { transport, from, public_url, poll: self.mail_poll }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(smtp: &str, from: &str, public: &str) -> Options {
        Options {
            smtp_url: smtp.to_owned(),
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
}
