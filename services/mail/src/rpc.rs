//! The calls about a role's mail, the same for every role that sends letters.

use crate::{
    Letter, Mailer, Reason,
    attempt::{Answer, compose, hand},
    letter::Written,
    queue::{Office, Sealed},
    state::{self, Failed, State},
};
use access::{Caller, Row, admin, open};
use history::{Kind, Line};
use kit::{Context, Error, Result, clock::stamp, message, rate::Rate};
use proto::mail::{
    GetMailRequest, GetMailResponse, MailFailure, MailServer, SendTestMailRequest, SendTestMailResponse,
    mail_service_server::{MailService, MailServiceServer},
};
use std::time::Duration;
use tonic::{Request, Response, Status};

/// Who may call what. The guard of every role that sends letters has these rows.
pub const ROWS: [Row; 2] =
    [admin("/canopy.mail.v1.MailService/GetMail"), admin("/canopy.mail.v1.MailService/SendTestMail")];

/// Test letters a minute of one user. Fixed: enough to try settings, and no way to fill a mailbox.
const TESTS: usize = 5;
/// How long the server may take for a test letter as a whole: less than a call may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The calls about a role's own mail, to be served beside its own.
#[must_use]
pub fn mail(cx: &Context, mailer: &Mailer) -> MailServiceServer<Mail> {
    MailServiceServer::new(Mail::of(cx, mailer)).max_decoding_message_size(kit::MESSAGE_LIMIT)
}

/// The gRPC face.
#[derive(Clone)]
pub struct Mail {
    cx: Context,
    mailer: Mailer,
    tests: Rate,
}

fn server(office: &Office) -> MailServer {
    let post = &office.post;
    MailServer {
        host: post.server.host.clone(),
        port: post.server.port.into(),
        encryption: post.server.encryption.into(),
        signs_in: post.server.signs_in,
        sender: post.from.to_string(),
        public_url: post.public_url.clone(),
    }
}

impl Mail {
    /// About the letters of this role.
    #[must_use]
    pub fn of(cx: &Context, mailer: &Mailer) -> Self {
        Self { cx: cx.clone(), mailer: mailer.clone(), tests: Rate::of(TESTS) }
    }

    async fn get(&self, caller: &Caller) -> Result<GetMailResponse> {
        caller.admin()?;
        let State { waiting, oldest, sent_at, failed } = state::read(&self.cx).await?;
        let failure = failed.map(|Failed { at, outcome, answer, given_up }| MailFailure {
            at: Some(stamp(at)),
            outcome: outcome.into(),
            answer,
            given_up,
        });
        Ok(GetMailResponse {
            server: self.mailer.0.as_deref().map(server),
            waiting: u32::try_from(waiting).unwrap_or(u32::MAX),
            oldest: oldest.map(stamp),
            sent_at: sent_at.map(stamp),
            failure,
        })
    }

    /// The history has it before it is sent: whoever hangs up in between has sent it none the less.
    async fn send_test(&self, caller: &Caller, request: SendTestMailRequest) -> Result<SendTestMailResponse> {
        caller.admin()?;
        let me = caller.user()?;
        let office = self.mailer.0.as_deref().ok_or_else(|| Error::conflict(message!(MAIL_OFF)))?;
        self.tests.take(me.id).map_err(|retry_after| Error::RateLimited { retry_after })?;
        let cx = &self.cx;
        let letter = Letter {
            to: &me.email,
            language: &request.language,
            reason: Reason::Test,
            path: "/system".to_owned(),
            expires_at: cx.clock.now(),
        };
        let Written { subject, text } = letter.write(&office.post.public_url);
        let sealed = Sealed { to: me.email.clone(), subject, text };
        let message = compose(cx, &office.post, cx.ids.uuid(), sealed)?;
        let mut tx = cx.begin().await?;
        let told = message!(TestMailRequested, email = &me.email);
        Line::new(Kind::Normal, "System", &told)
            .host(cx.service)
            .admin_only()
            .write(cx, &mut tx, caller.origin())
            .await?;
        tx.commit().await?;
        let answer = tokio::time::timeout(PATIENCE, hand(&office.post, message)).await;
        let Answer { outcome, text, .. } = answer.unwrap_or_else(|_| Answer::silent());
        Ok(SendTestMailResponse { to: me.email.clone(), outcome: outcome.into(), answer: text })
    }
}

#[tonic::async_trait]
impl MailService for Mail {
    async fn get_mail(&self, request: Request<GetMailRequest>) -> Result<Response<GetMailResponse>, Status> {
        let (caller, GetMailRequest {}) = open(request)?;
        Ok(Response::new(self.get(&caller).await?))
    }

    async fn send_test_mail(
        &self,
        request: Request<SendTestMailRequest>,
    ) -> Result<Response<SendTestMailResponse>, Status> {
        let (caller, message) = open(request)?;
        Ok(Response::new(self.send_test(&caller, message).await?))
    }
}
