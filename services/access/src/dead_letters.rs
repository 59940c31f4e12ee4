//! The administrator's hand on dead letters: every role with tables serves the same few calls for its own.

use crate::{Row, admin, open, services};
use kit::{Context, Error, Origin, Result, clock::stamp, dead_letters as kept, outbox};
use proto::{
    events::{EventRecorded, Reference},
    letters::{
        CountDeadLettersRequest, CountDeadLettersResponse, DeadLetter, DropDeadLetterRequest, DropDeadLetterResponse,
        ListDeadLettersRequest, ListDeadLettersResponse, ResendDeadLetterRequest, ResendDeadLetterResponse,
        dead_letter_service_server::{DeadLetterService, DeadLetterServiceServer},
    },
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

/// Who may call what. The guard of every role has these rows.
pub(crate) const ROWS: [Row; 4] = [
    admin("/canopy.letters.v1.DeadLetterService/ListDeadLetters"),
    services("/canopy.letters.v1.DeadLetterService/CountDeadLetters", &["health"]),
    admin("/canopy.letters.v1.DeadLetterService/ResendDeadLetter"),
    admin("/canopy.letters.v1.DeadLetterService/DropDeadLetter"),
];

/// The calls about a role's own dead letters, to be served beside its own.
#[must_use]
pub fn dead_letters(cx: &Context) -> DeadLetterServiceServer<DeadLetters> {
    DeadLetterServiceServer::new(DeadLetters(cx.clone())).max_decoding_message_size(kit::MESSAGE_LIMIT)
}

/// What can be done about one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Sent again.
    Resend,
    /// Thrown away.
    Drop,
}

/// What a line of history about it needs to know.
pub struct Doer<'a> {
    /// The role whose letter it is.
    pub service: &'a str,
    /// Who does it; nobody for whoever has the data folder.
    pub origin: &'a Origin,
    /// Ids of the line of history.
    pub ids: &'a dyn kit::Ids,
    /// Its time.
    pub clock: &'a dyn kit::Clock,
}

impl Deed {
    /// Does it and writes the line of history, both in the caller's transaction.
    ///
    /// # Errors
    /// `NotFound`; those of the database.
    pub async fn on(self, db: &mut sqlx::PgConnection, id: Uuid, doer: &Doer<'_>) -> Result<kept::Letter> {
        let letter = match self {
            Self::Resend => kept::resend(db, id).await?,
            Self::Drop => kept::drop(db, id).await?,
        };
        let (reason, done) = match self {
            Self::Resend => ("DeadLetterResent", "sent again"),
            Self::Drop => ("DeadLetterDropped", "dropped"),
        };
        let place = if doer.origin.user.is_some() { "" } else { " on the server" };
        let (event, now) = (doer.ids.uuid(), Some(stamp(doer.clock.now())));
        let record = EventRecorded {
            id: event.to_string(),
            uid: event.to_string(),
            r#type: "Warning".to_owned(),
            message: format!("A dead letter of {} was {done}{place}: {} ({id}).", doer.service, letter.method),
            reason: reason.to_owned(),
            component: "System".to_owned(),
            host: doer.service.to_owned(),
            count: 1,
            at: now,
            first_seen: now,
            last_seen: now,
            actor: doer.origin.user.as_ref().map(|user| Reference { id: user.id.to_string(), name: user.name.clone() }),
            admin_only: true,
            ..EventRecorded::default()
        };
        outbox::fact_on(db, event, doer.origin, &record).await?;
        Ok(letter)
    }
}

/// The gRPC face.
#[derive(Clone)]
pub struct DeadLetters(Context);

impl DeadLetters {
    async fn does<M>(
        &self,
        deed: Deed,
        request: Request<M>,
        id: impl FnOnce(M) -> String,
    ) -> Result<Option<DeadLetter>> {
        let (caller, message) = open(request)?;
        caller.admin()?;
        let id = kit::ids::parse_as(&id(message), "Dead letter")?;
        let Self(cx) = self;
        let mut tx = cx.begin().await?;
        let doer = Doer { service: cx.service, origin: caller.origin(), ids: &*cx.ids, clock: &*cx.clock };
        let letter = deed.on(tx.conn(), id, &doer).await?;
        tx.commit().await?;
        Ok(Some(shown(letter)))
    }
}

fn shown(letter: kept::Letter) -> DeadLetter {
    let kept::Letter { id, kind, target, method, origin, error, created_at, again } = letter;
    DeadLetter {
        id: id.to_string(),
        kind,
        target,
        method,
        error,
        created_at: Some(stamp(created_at)),
        request_id: origin.request_id,
        actor_name: origin.user.map(|user| user.name).unwrap_or_default(),
        again,
    }
}

#[tonic::async_trait]
impl DeadLetterService for DeadLetters {
    async fn list_dead_letters(
        &self,
        request: Request<ListDeadLettersRequest>,
    ) -> Result<Response<ListDeadLettersResponse>, Status> {
        let (caller, ListDeadLettersRequest {}) = open(request)?;
        caller.admin()?;
        let mut db = self.0.db.acquire().await.map_err(Error::from)?;
        let letters = kept::list(&mut db).await?.into_iter().map(shown).collect();
        Ok(Response::new(ListDeadLettersResponse { letters }))
    }

    async fn count_dead_letters(
        &self,
        request: Request<CountDeadLettersRequest>,
    ) -> Result<Response<CountDeadLettersResponse>, Status> {
        let (caller, CountDeadLettersRequest {}) = open(request)?;
        caller.peer()?;
        let mut db = self.0.db.acquire().await.map_err(Error::from)?;
        let kept::Count { letters, oldest } = kept::count(&mut db).await?;
        let letters = u32::try_from(letters).unwrap_or(u32::MAX);
        Ok(Response::new(CountDeadLettersResponse { letters, oldest: oldest.map(stamp) }))
    }

    async fn resend_dead_letter(
        &self,
        request: Request<ResendDeadLetterRequest>,
    ) -> Result<Response<ResendDeadLetterResponse>, Status> {
        let letter = self.does(Deed::Resend, request, |message| message.id).await?;
        Ok(Response::new(ResendDeadLetterResponse { letter }))
    }

    async fn drop_dead_letter(
        &self,
        request: Request<DropDeadLetterRequest>,
    ) -> Result<Response<DropDeadLetterResponse>, Status> {
        let letter = self.does(Deed::Drop, request, |message| message.id).await?;
        Ok(Response::new(DropDeadLetterResponse { letter }))
    }
}
