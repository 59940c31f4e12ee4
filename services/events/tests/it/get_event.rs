use access::{Caller, Role};
use proto::events::{Change, GetEventRequest, ListEventsRequest, event_service_server::EventService as _};
use tonic::Code;
use uuid::Uuid;

use crate::stage::{ADA, OTHERS, Stage, TEAM, asked, member, person, reference};

#[tokio::test]
async fn what_was_changed_is_told_without_secrets_and_from_where_only_to_overseers() {
    let stage = Stage::set().await;
    let change = |field: &str, secret| Change { field: field.into(), before: "a".into(), after: "b".into(), secret };
    let mut event = stage.event(1, 5, "changed");
    event.address = "203.0.113.9".into();
    event.changes = vec![change("domain", false), change("appPass", true)];
    stage.tell(&event).await;
    let get = async |caller: Caller| {
        let request = GetEventRequest { id: Uuid::from_u128(1).to_string() };
        stage.rpc.get_event(asked(caller, request)).await.unwrap().into_inner().event.unwrap().record.unwrap()
    };
    let kept = vec![change("domain", false), Change { field: "appPass".into(), secret: true, ..Default::default() }];
    let seen = get(member()).await;
    assert_eq!((seen.address.as_str(), &seen.changes), ("", &kept));
    let seen = get(person(Role::Manager, &[])).await;
    assert_eq!((seen.address.as_str(), &seen.changes), ("203.0.113.9", &kept));
}

#[tokio::test]
async fn an_event_is_there_for_those_who_have_it_in_their_list_and_for_nobody_else() {
    let stage = Stage::set().await;
    let ours = stage.event(1, 5, "ours");
    let mut theirs = stage.event(2, 4, "theirs");
    theirs.team = reference(OTHERS, "Finance");
    let mut account = stage.event(3, 3, "my account");
    (account.team, account.actor) = (None, reference(ADA, "Ada"));
    let mut stranger = stage.event(4, 2, "another account");
    (stranger.team, stranger.actor) = (None, reference(Uuid::from_u128(0xb0b), "Bob"));
    let mut hushed = stage.event(5, 1, "for admins");
    hushed.admin_only = true;
    for event in [&ours, &theirs, &account, &stranger, &hushed] {
        stage.tell(event).await;
    }
    let callers: [fn() -> Caller; 4] =
        [member, || person(Role::User, &[]), || person(Role::Manager, &[]), || person(Role::Admin, &[TEAM])];
    for caller in callers {
        let listed = stage.messages(caller(), ListEventsRequest::default()).await;
        for n in 1..=6 {
            let request = GetEventRequest { id: Uuid::from_u128(n).to_string() };
            match stage.rpc.get_event(asked(caller(), request)).await {
                Ok(answer) => {
                    let message = answer.into_inner().event.unwrap().record.unwrap().message;
                    assert!(listed.contains(&message), "{message}");
                }
                Err(refused) => {
                    assert_eq!((refused.code(), refused.message()), (Code::NotFound, "Event not found"));
                    let hidden = [&ours, &theirs, &account, &stranger, &hushed].get(n as usize - 1).copied();
                    assert!(hidden.is_none_or(|event| !listed.contains(&event.message)), "{n}");
                }
            }
        }
    }
    let nonsense = GetEventRequest { id: "7".to_owned() };
    assert_eq!(stage.rpc.get_event(asked(member(), nonsense)).await.unwrap_err().code(), Code::NotFound);
}
