//! The queue: a letter is a row in the transaction of what it tells. What it says is sealed, for it has a link that opens
//! an account.

use crate::{
    Letter, Options,
    attempt::{Answer, compose, hand},
    letter::Written,
    settings::Post,
};
use kit::{Context, Error, Result, Tx, reseal, seal::SealContext};
use proto::mail::Outcome;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::Notify;
use uuid::Uuid;

/// Writes letters. Cheap to clone.
#[derive(Clone)]
pub struct Mailer(pub(crate) Option<Arc<Office>>);

/// Where an SMTP server is named.
pub(crate) struct Office {
    pub post: Post,
    pub wake: Notify,
}

/// What is sealed.
#[derive(Serialize, Deserialize)]
pub(crate) struct Sealed {
    pub to: String,
    pub subject: String,
    pub text: String,
}

/// How handing a letter over ended.
#[derive(Clone, Debug)]
pub struct Handed {
    /// Whether the server took it.
    pub outcome: Outcome,
    /// In the words of the server or of the connection, on one line; empty for what was not answered.
    pub answer: String,
    /// It would be refused again.
    pub for_good: bool,
}

/// What the letters say that wait to be sent.
pub const SEALED: reseal::Sealed = reseal::Sealed::column("mail", "sealed");

/// Where a letter is sealed for.
pub(crate) fn place(id: Uuid) -> SealContext<'static> {
    SEALED.place(id, None, 1)
}

impl Mailer {
    /// With its settings, from the environment.
    ///
    /// # Errors
    /// A sentence when a setting cannot be read, or is missing beside the others.
    pub fn of(cx: &Context) -> anyhow::Result<Self> {
        Self::with(&cx.options::<Options>()?)
    }

    /// With these settings.
    ///
    /// # Errors
    /// As [`Mailer::of`].
    pub fn with(options: &Options) -> anyhow::Result<Self> {
        Ok(Self(options.post()?.map(|post| Arc::new(Office { post, wake: Notify::new() }))))
    }

    /// Whether letters are sent at all. Where they are not, whoever asks gets the link to pass on.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Writes a letter in the caller's transaction; after its commit, [`Mailer::wake`]. Whether it will be sent.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn queue(&self, cx: &Context, tx: &mut Tx, letter: &Letter<'_>) -> Result<bool> {
        let Some(office) = &self.0 else { return Ok(false) };
        let Written { subject, text } = letter.write(&office.post.public_url);
        let sealed = Sealed { to: letter.to.to_owned(), subject, text };
        let (id, now) = (cx.ids.uuid(), cx.clock.now());
        let sealed = cx.keyring.seal(&place(id), &serde_json::to_vec(&sealed).map_err(Error::internal)?);
        sqlx::query(
            "insert into mail (id, sealed, created_at, next_at, attempts, expires_at) values ($1, $2, $3, $3, 0, $4)",
        )
        .bind(id)
        .bind(sealed)
        .bind(now)
        .bind(letter.expires_at)
        .execute(tx.conn())
        .await?;
        Ok(true)
    }

    /// Hands a letter over now, for whoever keeps and repeats by themselves what is to be sent; the same `id` makes it the same
    /// letter. `None` where no mail is sent.
    pub async fn hand_over(&self, cx: &Context, id: Uuid, letter: &Letter<'_>) -> Option<Handed> {
        let office = self.0.as_deref()?;
        let Written { subject, text } = letter.write(&office.post.public_url);
        let sealed = Sealed { to: letter.to.to_owned(), subject, text };
        let answer = match compose(cx, &office.post, id, sealed) {
            Ok(message) => hand(&office.post, message).await,
            Err(error) => {
                tracing::error!(%id, ?error, "a letter cannot be written");
                Answer::unwritten()
            }
        };
        Some(Handed { outcome: answer.outcome, answer: answer.text, for_good: answer.for_good })
    }

    /// Something was queued and committed: it is sent at once.
    pub fn wake(&self) {
        if let Some(office) = &self.0 {
            office.wake.notify_one();
        }
    }
}
