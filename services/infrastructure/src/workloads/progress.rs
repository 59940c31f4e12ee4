//! A long verb that tells how it goes: the work and its messages as one stream. When the caller goes away the stream is
//! dropped, and the work with it; nothing runs on unseen.

use futures::{Stream, StreamExt as _, future::BoxFuture, stream};
use kit::{Error, Result, message, trace::Hop};
use std::pin::Pin;
use tokio::sync::mpsc;
use tonic::Status;

/// What tonic wants of a server stream.
pub type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// What [`Progress::tell`] says when nobody reads any more.
pub(super) const CALLER_GONE: &str = "CALLER_GONE";
/// Messages that may wait for a slow reader; then the work waits. Fixed: nothing is lost by it.
const WAITING: usize = 32;

/// Where the work puts its messages.
#[derive(Debug, Clone)]
pub struct Progress<T>(mpsc::Sender<Result<T, Status>>);

impl<T: Send + 'static> Progress<T> {
    /// Waits until the reader has room.
    ///
    /// # Errors
    /// `Unavailable` when nobody reads any more; the work should stop.
    pub async fn tell(&self, message: T) -> Result<()> {
        self.0
            .send(Ok(message))
            .await
            .map_err(|_| Error::unavailable(message!(CALLER_GONE), anyhow::anyhow!("stream closed")))
    }
}

/// Runs `work` while the stream is read; its error is the stream's end.
pub fn told<T: Send + 'static>(work: impl FnOnce(Progress<T>) -> BoxFuture<'static, Result<()>>) -> Answers<T> {
    let (sender, receiver) = mpsc::channel(WAITING);
    // the stream is read when the call has been answered: it goes on being the call's part of a trace
    let running = Hop::current().run(work(Progress(sender.clone())));
    // The end goes through the same channel, so that it never overtakes a message.
    let work = async move {
        if let Err(error) = running.await {
            let _ = sender.send(Err(error.into())).await;
        }
    };
    let work = stream::once(work).filter_map(|()| async { None });
    Box::pin(stream::select(tokio_stream::wrappers::ReceiverStream::new(receiver), work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_arrive_in_order_and_the_error_comes_last() {
        let stream = told(|progress| {
            Box::pin(async move {
                for n in 0..100 {
                    progress.tell(n).await?;
                }
                Err(Error::forbidden(message!(FENCED)))
            })
        });
        let all: Vec<_> = stream.collect().await;
        let numbers: Vec<i32> = all.iter().filter_map(|item| item.as_ref().ok().copied()).collect();
        assert_eq!(numbers, (0..100).collect::<Vec<_>>());
        assert_eq!(
            all.last().and_then(|item| item.as_ref().err()).map(Status::code),
            Some(tonic::Code::PermissionDenied)
        );
        assert_eq!(all.len(), 101);
    }
}
