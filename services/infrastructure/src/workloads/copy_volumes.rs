//! `CopyVolumes`: the data of a site that moves to another cluster. Both clusters' pods of the site stop, so that what is
//! copied is whole; then each volume is copied as it is, files and databases alike; then the site starts where it moves to.
//!
//! The cluster that the site moves to comes first: what cannot be done is found out there, while visitors are still served.

use crate::{
    kubernetes::{change::Change, kinds, space::Space},
    workloads::{
        Workloads, check_cluster, claims,
        progress::{Answers, Progress, told},
        standstill,
    },
};
use helm::Document;
use kit::{Error, Message, Result, ids, message};
use kube::{ResourceExt, api::ListParams};
use pipe::End;
use proto::infrastructure as pb;
use serde_json::Value;
use std::{
    future::Future,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use tokio::time::sleep;

pub(super) mod copier;
mod pipe;

/// Where a volume is mounted while it is copied.
const FOLDER: &str = "/volume";
/// How often it is looked whether pods are gone or there. Fixed: they take seconds.
const LOOK: Duration = Duration::from_secs(1);
/// How often is told how far it is, and looked whether the change is still this worker's. Fixed: a line of the log each.
const TOLD: Duration = Duration::from_secs(10);
/// Named in one line. Fixed: it is a line on the screen.
const SHOWN: usize = 5;

type Tell = Progress<pb::CopyVolumesResponse>;

pub(super) async fn copy_volumes(
    app: &Workloads,
    request: pb::CopyVolumesRequest,
) -> Result<Answers<pb::CopyVolumesResponse>> {
    let to = app.change(request.ticket).await?;
    let cluster = ids::parse_as(&request.from_cluster_id, "Cluster")?;
    let space = Space::new(app.gateway.cluster(cluster).await?, to.ticket.namespace.clone());
    let from = to.on(cluster, space);
    let app = app.clone();
    Ok(told(move |tell| {
        Box::pin(async move {
            let copy = Copy { app: &app, from: Side::of(&from).await?, to: Side::of(&to).await?, tell: &tell };
            match copy.run().await {
                Ok(()) => Ok(()),
                // either cluster may have said it
                Err(error) => Err(from.space.masked(to.space.masked(error).await).await),
            }
        })
    }))
}

/// The site in one cluster.
struct Side<'a> {
    change: &'a Change,
    documents: Vec<Document>,
}

impl<'a> Side<'a> {
    async fn of(change: &'a Change) -> Result<Self> {
        change.space.belongs_to(change.ticket.deployment).await?;
        let documents = standstill::deployed(&change.space, &change.ticket.release).await?;
        Ok(Self { change, documents })
    }

    fn cluster(&self) -> &str {
        self.change.space.cluster().name()
    }
}

struct Copy<'a> {
    app: &'a Workloads,
    from: Side<'a>,
    to: Side<'a>,
    tell: &'a Tell,
}

impl Copy<'_> {
    async fn run(&self) -> Result<()> {
        let (from, to) = (&self.from, &self.to);
        let volumes = self.volumes().await?;
        if volumes.is_empty() {
            return self.done(&message!(NothingToCopy, cluster = from.cluster())).await;
        }
        for side in [to, from] {
            if !check_cluster::may_exec(&side.change.space).await? {
                return Err(Error::conflict(message!(COPY_NO_RIGHT, cluster = side.cluster())));
            }
        }
        let writers = self.pods(to, &volumes).await?;
        for name in &writers {
            pipe::probe(&self.end(to, name).await?).await?;
        }
        let readers = self.pods(from, &volumes).await?;
        let still = standstill::generations(&from.change.space, &from.documents).await?;
        let bytes = AtomicU64::new(0);
        for (n, volume) in volumes.iter().enumerate() {
            let (reader, writer) = (self.end(from, &readers[n]).await?, self.end(to, &writers[n]).await?);
            let how = |bytes: u64| {
                message!(CopyingVolume, volume = volume, n = n + 1, total = volumes.len(), size = size(bytes))
            };
            self.telling(&bytes, &how, pipe::pipe(volume, &reader, &writer, &bytes)).await?;
        }
        self.undisturbed(&volumes, &still).await?;
        for side in [from, to] {
            self.until(&message!(CopyEnding), || async { copier::remove(&side.change.next_part()).await }).await?;
        }
        standstill::resume(&to.change.next_part(), &to.documents).await?;
        let copied = bytes.load(Ordering::Relaxed);
        self.done(&message!(VolumesCopied, volumes = volumes, size = size(copied))).await
    }

    /// What there is to copy, by the claims' names: all that the site will use, whatever the release there says of it.
    async fn volumes(&self) -> Result<Vec<String>> {
        if self.to.documents.is_empty() {
            return Err(Error::conflict(message!(COPY_NO_RELEASE, cluster = self.to.cluster())));
        }
        let used = claims::used(&self.to.documents);
        let found = self.from.change.space.list(kinds::CLAIM, &ListParams::default()).await?;
        Ok(found.iter().map(ResourceExt::name_any).filter(|name| used.has(name)).collect())
    }

    /// That nothing was started meanwhile where the data comes from: what it wrote would be lost.
    async fn undisturbed(&self, volumes: &[String], still: &[i64]) -> Result<()> {
        let space = &self.from.change.space;
        let pods = mounting(space, volumes).await?;
        if pods.is_empty() && standstill::generations(space, &self.from.documents).await? == still {
            return Ok(());
        }
        let disturbed = message!(COPY_DISTURBED, cluster = self.from.cluster());
        Err(Error::unavailable(disturbed, anyhow::anyhow!("pods {pods:?}")))
    }

    /// Has the site stand still on one side, with a pod for each volume.
    async fn pods(&self, side: &Side<'_>, volumes: &[String]) -> Result<Vec<String>> {
        let cluster = side.cluster();
        let stopping = message!(CopyStops, cluster = cluster);
        self.say(&stopping, 0).await?;
        // those of an earlier worker may still be writing
        self.until(&stopping, || async { copier::remove(&side.change.next_part()).await }).await?;
        standstill::halt(&side.change.next_part(), &side.documents).await?;
        loop {
            let pods = mounting(&side.change.space, volumes).await?;
            if pods.is_empty() {
                break;
            }
            self.say(&message!(CopyWaitsForPods, cluster = cluster, pods = pods), 0).await?;
            sleep(LOOK).await;
        }
        let mut names = Vec::new();
        for (n, volume) in volumes.iter().enumerate() {
            // what uses a volume there may not be known any more, but is as it was
            let documents = [side.documents.as_slice(), &self.to.documents].concat();
            names.push(copier::start(&side.change.next_part(), &documents, volume, n + 1).await?);
        }
        for name in &names {
            self.end(side, name).await?;
        }
        Ok(names)
    }

    /// The pod of a volume, once it runs.
    async fn end<'a>(&self, side: &'a Side<'_>, name: &str) -> Result<End<'a>> {
        let space = &side.change.space;
        loop {
            if let Some(place) = copier::running(self.app, space, name).await? {
                return Ok(End { space, place });
            }
            self.say(&message!(CopyStarts, cluster = side.cluster()), 0).await?;
            sleep(LOOK).await;
        }
    }

    /// Repeats something until it says that it is done.
    async fn until<F: Future<Output = Result<bool>>>(&self, how: &Message, mut done: impl FnMut() -> F) -> Result<()> {
        while !done().await? {
            self.say(how, 0).await?;
            sleep(LOOK).await;
        }
        Ok(())
    }

    /// Tells now and then how far the work is, as long as it is still this worker's.
    async fn telling(
        &self,
        bytes: &AtomicU64,
        how: &(dyn Fn(u64) -> Message + Sync),
        work: impl Future<Output = Result<()>>,
    ) -> Result<()> {
        let watching = async {
            loop {
                let so_far = bytes.load(Ordering::Relaxed);
                self.say(&how(so_far), so_far).await?;
                sleep(TOLD).await;
                self.to.change.fence.check().await?;
            }
        };
        tokio::select! {
            done = work => done,
            failed = watching => failed,
        }
    }

    async fn say(&self, how: &Message, bytes: u64) -> Result<()> {
        let (message, said) = (how.to_string(), how.packed());
        self.tell.tell(pb::CopyVolumesResponse { message, said, bytes, done: false }).await
    }

    async fn done(&self, how: &Message) -> Result<()> {
        let (message, said) = (how.to_string(), how.packed());
        self.tell.tell(pb::CopyVolumesResponse { message, said, bytes: 0, done: true }).await
    }
}

/// Pods beside the copying ones that have one of the volumes.
async fn mounting(space: &Space, volumes: &[String]) -> Result<Vec<String>> {
    let others = ListParams::default().labels(&format!("!{}", copier::LABEL));
    let mut pods = space.list(kinds::POD, &others).await?;
    pods.retain(|pod| claims::may_run(pod) && volumes.iter().any(|volume| claims::mounts(pod, volume)));
    Ok(pods.iter().map(ResourceExt::name_any).take(SHOWN).collect())
}

/// The template of the StatefulSet that a claim is of.
fn template<'a>(document: &'a Document, claim: &str) -> Option<&'a Value> {
    let templates = document.object.pointer("/spec/volumeClaimTemplates").and_then(Value::as_array)?;
    templates.iter().find(|template| {
        let start = format!("{}-{}-", template["metadata"]["name"].as_str().unwrap_or_default(), document.name);
        claim.strip_prefix(start.as_str()).is_some_and(|rest| rest.parse::<u32>().is_ok())
    })
}

/// As people read it.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut unit = 0;
    let mut whole = bytes;
    while whole >= 10_240 && unit + 1 < UNITS.len() {
        whole /= 1024;
        unit += 1;
    }
    format!("{whole} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        for (bytes, text) in
            [(0, "0 B"), (10_239, "10239 B"), (10_240, "10 KiB"), (3 << 30, "3072 MiB"), (30 << 30, "30 GiB")]
        {
            assert_eq!(size(bytes), text, "{bytes}");
        }
    }
}
