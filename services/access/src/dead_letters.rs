//! The administrator's hand on dead letters: every role with tables serves the same few calls for its own.

use crate::{Row, admin, open, services};
use history::{Kind, Line};
use kit::{Context, Error, Origin, Result, clock::stamp, dead_letters as kept, message, outbox};
use proto::letters::{
    CountDeadLettersRequest, CountDeadLettersResponse, DeadLetter, DropDeadLetterRequest, DropDeadLetterResponse,
    ListDeadLettersRequest, ListDeadLettersResponse, ResendDeadLetterRequest, ResendDeadLetterResponse,
    dead_letter_service_server::{DeadLetterService, DeadLetterServiceServer},
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

/// Who may call what. The guard of every role has these rows.
pub const ROWS: [Row; 4] = [
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
pub enum DeadLetterAction {
    /// Sent again.
    Resend,
    /// Thrown away.
    Drop,
}

/// What a line of history about it needs to know.
pub struct Actor<'a> {
    /// The role whose letter it is.
    pub service: &'a str,
    /// Who does it; nobody for whoever has the data folder.
    pub origin: &'a Origin,
    /// Ids of the line of history.
    pub ids: &'a dyn kit::Ids,
    /// Its time.
    pub clock: &'a dyn kit::Clock,
}

impl DeadLetterAction {
    /// Does it and writes the line of history, both in the caller's transaction.
    ///
    /// # Errors
    /// `NotFound`; those of the database.
    pub async fn on(self, db: &mut sqlx::PgConnection, id: Uuid, actor: &Actor<'_>) -> Result<kept::DeadLetter> {
        let letter = match self {
            Self::Resend => kept::resend(db, id).await?,
            Self::Drop => kept::drop(db, id).await?,
        };
        let place = if actor.origin.user.is_some() { "canopy" } else { "server" };
        let (service, method, id) = (actor.service, &letter.method, id.to_string());
        let message = match self {
            Self::Resend => message!(DeadLetterResent, service = service, place = place, method = method, id = id),
            Self::Drop => message!(DeadLetterDropped, service = service, place = place, method = method, id = id),
        };
        let line = Line::new(Kind::Warning, "System", &message).host(service).admin_only();
        let (event, record) = line.event(actor.ids, actor.clock, actor.origin);
        outbox::fact_on(db, event, actor.origin, &record).await?;
        Ok(letter)
    }
}

/// The gRPC face.
#[derive(Clone)]
pub struct DeadLetters(Context);

impl DeadLetters {
    async fn does<M>(
        &self,
        action: DeadLetterAction,
        request: Request<M>,
        id: impl FnOnce(M) -> String,
    ) -> Result<Option<DeadLetter>> {
        let (caller, message) = open(request)?;
        caller.admin()?;
        let id = kit::ids::parse_as(&id(message), "DeadLetter")?;
        let Self(cx) = self;
        let mut tx = cx.begin().await?;
        let actor = Actor { service: cx.service, origin: caller.origin(), ids: &*cx.ids, clock: &*cx.clock };
        let letter = action.on(tx.conn(), id, &actor).await?;
        tx.wrote_by_hand();
        tx.commit().await?;
        Ok(Some(shown(letter)))
    }
}

fn shown(letter: kept::DeadLetter) -> DeadLetter {
    let kept::DeadLetter { id, kind, target, method, origin, error, said, created_at, again } = letter;
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
        said: said.as_ref().map(kit::Message::packed).unwrap_or_default(),
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
        let letter = self.does(DeadLetterAction::Resend, request, |message| message.id).await?;
        Ok(Response::new(ResendDeadLetterResponse { letter }))
    }

    async fn drop_dead_letter(
        &self,
        request: Request<DropDeadLetterRequest>,
    ) -> Result<Response<DropDeadLetterResponse>, Status> {
        let letter = self.does(DeadLetterAction::Drop, request, |message| message.id).await?;
        Ok(Response::new(DropDeadLetterResponse { letter }))
    }
}
