//! An order that tasks refused for good: its task will never run, so it ends here.

use crate::{
    deployment,
    finish::{self, Outcome},
    task,
};
use kit::{Context, Result, Tx, relay::Refused};
use prost::Message;
use proto::tasks::SubmitRequest;
use uuid::Uuid;

/// Fails the task of a refused order, in the transaction that moves the order to the dead letters. A refused Cancel
/// changes nothing: the task runs on, and the sweep asks again.
pub async fn refused(cx: &Context, tx: &mut Tx, letter: &Refused) -> Result<()> {
    if letter.method != task::SUBMIT {
        return Ok(());
    }
    let Some(ordered) =
        SubmitRequest::decode(letter.payload.as_slice()).ok().and_then(|order| Uuid::try_parse(&order.id).ok())
    else {
        return Ok(());
    };
    let Some(row) = deployment::lock_own(tx, letter.key).await?.filter(|row| row.current_task == Some(ordered)) else {
        return Ok(());
    };
    let outcome = Outcome {
        succeeded: false,
        cancelled: false,
        error: kit::message!(TaskNotStarted, said = letter.error.message()),
        serving: None,
        helm_revision: 0,
    };
    finish::end(cx, tx, &row, outcome).await
}
