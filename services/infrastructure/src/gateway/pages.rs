//! Lists of a cluster's objects, page by page, and what the log says of kinds that cannot be listed.

use super::{Cluster, ProbeError};
use kube::{
    Resource,
    api::{ListParams, ObjectList},
    core::Request,
};
use serde::de::DeserializeOwned;
use std::{collections::HashMap, ops::ControlFlow, sync::PoisonError};

impl Cluster {
    /// Lists all objects of a kind, page by page, each as a probe; `take` may end it. What goes wrong is logged when it
    /// begins and when it is over, not with each try.
    pub(crate) async fn pages<K>(
        &self,
        params: ListParams,
        take: impl FnMut(ObjectList<K>) -> ControlFlow<()>,
    ) -> Result<(), ProbeError>
    where
        K: Resource<DynamicType = ()> + Clone + DeserializeOwned,
    {
        self.pages_as::<K, K>(params, take).await
    }

    /// The same, of each object what a `T` holds: the rest is not kept while a page is read.
    pub(crate) async fn pages_as<K, T>(
        &self,
        mut params: ListParams,
        mut take: impl FnMut(ObjectList<T>) -> ControlFlow<()>,
    ) -> Result<(), ProbeError>
    where
        K: Resource<DynamicType = ()>,
        T: Clone + DeserializeOwned,
    {
        loop {
            let page = async {
                let request = Request::new(K::url_path(&(), None)).list(&params);
                self.client.request(request.map_err(kube::Error::BuildRequest)?).await
            };
            let page: Result<ObjectList<T>, _> = self.probe(self.options.probe_deadline, page).await;
            self.note_listed(&K::plural(&()), page.as_ref().err());
            let mut page = page?;
            params.continue_token = page.metadata.continue_.take().filter(|token| !token.is_empty());
            if take(page).is_break() || params.continue_token.is_none() {
                return Ok(());
            }
        }
    }

    fn note_listed(&self, kind: &str, error: Option<&ProbeError>) {
        let mut unlisted = self.unlisted.lock().unwrap_or_else(PoisonError::into_inner);
        match news(&mut unlisted, kind, error.map(ToString::to_string)) {
            Some(News::Fails(reason)) => {
                tracing::info!(cluster = self.name, kind, reason, "objects cannot be listed");
            }
            Some(News::Works) => tracing::info!(cluster = self.name, kind, "objects can be listed again"),
            None => {}
        }
    }
}

/// What is worth a line in the log.
#[derive(Debug, PartialEq, Eq)]
enum News {
    Fails(String),
    Works,
}

/// Takes in how the last try with that kind ended, and says whether that is another end than the one before.
fn news(known: &mut HashMap<String, String>, kind: &str, reason: Option<String>) -> Option<News> {
    match reason {
        Some(reason) => {
            let before = known.insert(kind.to_owned(), reason.clone());
            (before.as_ref() != Some(&reason)).then_some(News::Fails(reason))
        }
        None => known.remove(kind).map(|_| News::Works),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_cannot_be_listed_is_said_once_for_each_reason_and_once_when_it_is_over() {
        let mut known = HashMap::new();
        let mut said = |reason: Option<&str>| news(&mut known, "pods", reason.map(str::to_owned));
        let fails = |reason: &str| Some(News::Fails(reason.to_owned()));
        assert_eq!(said(None), None);
        assert_eq!([said(Some("forbidden")), said(Some("forbidden"))], [fails("forbidden"), None]);
        assert_eq!([said(Some("silent")), said(None), said(None)], [fails("silent"), Some(News::Works), None]);
    }
}
