//! What administrators see of mail, and the letter to try it with.

use crate::{mail::Office, register, with_options};
use access::{Caller, Role, testing::user_caller};
use kit::testing::{Bench, wait_until};
use mail::{Mail, Mailer};
use prost::Message as _;
use proto::{
    events::EventRecorded,
    mail::{
        Encryption, GetMailRequest, GetMailResponse, Outcome, SendTestMailRequest, SendTestMailResponse,
        mail_service_server::MailService,
    },
};
use std::time::Duration;
use tonic::{Code, Request, Status};
use uuid::Uuid;

const BOB: &str = "bob@example.com";

fn admin() -> Caller {
    user_caller(Uuid::from_u128(9 << 96), Role::Admin, vec![])
}

fn by<M>(caller: &Caller, message: M) -> Request<M> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(caller.clone());
    request
}

fn of(bench: &Bench) -> Mail {
    Mail::of(&bench.cx, &Mailer::of(&bench.cx).unwrap())
}

async fn get(mail: &Mail) -> GetMailResponse {
    mail.get_mail(by(&admin(), GetMailRequest {})).await.unwrap().into_inner()
}

async fn send(mail: &Mail, language: &str) -> Result<SendTestMailResponse, Status> {
    let request = SendTestMailRequest { language: language.to_owned() };
    Ok(mail.send_test_mail(by(&admin(), request)).await?.into_inner())
}

#[tokio::test]
async fn letters_that_wait_were_taken_and_failed_are_counted() {
    let office = Office::open().await;
    let (db, mail) = (&office.bench.cx.db, of(&office.bench));
    let before = get(&mail).await;
    let server = before.server.clone().unwrap();
    assert_eq!((server.host.as_str(), server.encryption(), server.signs_in), ("127.0.0.1", Encryption::None, true));
    assert_eq!(server.sender, "Canopy <canopy@example.com>");
    assert_eq!(server.public_url, "https://canopy.example.com");
    assert_eq!((before.waiting, before.oldest, before.sent_at, before.failure), (0, None, None, None));

    register(&office.app, BOB).await.unwrap();
    office.smtp.refuse(&["451 4.7.1 later,\tplease", "550 nobody of that name"]);
    office.forget(BOB).await.unwrap();
    wait_until(db, "it was put off", "select exists (select 1 from auth.mail_state where failed_at is not null)").await;
    let put_off = get(&mail).await;
    assert_eq!((put_off.waiting, put_off.oldest.is_some(), put_off.sent_at), (1, true, None));
    let failure = put_off.failure.unwrap();
    assert_eq!((failure.outcome(), failure.answer.as_str()), (Outcome::Refused, "451 4.7.1 later, please"));
    assert!(!failure.given_up && failure.at == put_off.oldest);

    office.bench.clock.advance(Duration::from_secs(30));
    office.app.post();
    office.posted().await;
    let given_up = get(&mail).await;
    let failure = given_up.failure.unwrap();
    assert_eq!((given_up.waiting, given_up.oldest, given_up.sent_at), (0, None, None));
    assert_eq!((failure.answer.as_str(), failure.given_up), ("550 nobody of that name", true));

    office.bench.clock.advance(Duration::from_secs(1_800));
    office.forget(BOB).await.unwrap();
    office.smtp.letters(1).await;
    office.posted().await;
    let taken = get(&mail).await;
    assert!(taken.sent_at.unwrap().seconds > taken.failure.unwrap().at.unwrap().seconds, "what failed is still told");
}

#[tokio::test]
async fn a_test_letter_goes_to_whoever_asks_and_its_answer_is_told() {
    let office = Office::open().await;
    let mail = of(&office.bench);
    let me = admin().user().unwrap().email.clone();
    let taken = send(&mail, "fr").await.unwrap();
    assert_eq!((taken.to.as_str(), taken.outcome(), taken.answer.as_str()), (me.as_str(), Outcome::Taken, "250 taken"));
    let letter = office.smtp.letters(1).await.remove(0);
    assert_eq!(letter.to, me);
    assert!(letter.text.contains("pour essayer le courrier de Canopy"), "{}", letter.text);
    assert!(letter.text.contains("\nhttps://canopy.example.com/system\n"), "{}", letter.text);

    office.smtp.refuse(&["550 5.1.1 nobody of that name"]);
    let refused = send(&mail, "").await.unwrap();
    assert_eq!((refused.outcome(), refused.answer.as_str()), (Outcome::Refused, "550 5.1.1 nobody of that name"));
    let state = get(&mail).await;
    assert!(state.sent_at.is_none() && state.failure.is_none(), "figures are of letters that were queued");

    let rows = office.bench.outbox().await.into_iter().filter(|row| row.method == "EventRecorded");
    let told: Vec<_> = rows.map(|row| EventRecorded::decode(row.payload.as_slice()).unwrap()).collect();
    assert_eq!(told.len(), 2);
    assert_eq!((told[0].reason.as_str(), told[0].admin_only), ("TestMailRequested", true));
    assert_eq!(told[0].message, format!("A test mail to {me} was requested."));

    for _ in 0..3 {
        send(&mail, "en").await.unwrap();
    }
    assert_eq!(send(&mail, "en").await.unwrap_err().code(), Code::ResourceExhausted, "five a minute");
    assert_eq!(office.smtp.count(), 4);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_and_without_one_nothing_is_sent() {
    // Nothing listens on port 1.
    let (bench, _) = with_options(&[
        "--smtp-url=smtp://canopy:hunter2@127.0.0.1:1",
        "--mail-from=canopy@example.com",
        "--public-url=https://canopy.example.com",
    ])
    .await;
    let nowhere = send(&of(&bench), "en").await.unwrap();
    assert_eq!(nowhere.outcome(), Outcome::Unreachable);
    assert!(!nowhere.answer.is_empty() && !nowhere.answer.contains("hunter2"), "{}", nowhere.answer);

    let (bench, _) = with_options(&[]).await;
    let mail = of(&bench);
    assert!(get(&mail).await.server.is_none());
    assert_eq!(send(&mail, "en").await.unwrap_err().code(), Code::FailedPrecondition);
    assert!(bench.outbox().await.is_empty());
    let manager = user_caller(Uuid::from_u128(8), Role::Manager, vec![]);
    for code in [
        mail.get_mail(by(&manager, GetMailRequest {})).await.unwrap_err().code(),
        mail.send_test_mail(by(&manager, SendTestMailRequest::default())).await.unwrap_err().code(),
    ] {
        assert_eq!(code, Code::PermissionDenied);
    }
}
