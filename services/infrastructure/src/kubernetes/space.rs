//! One namespace of one cluster, as this module's verbs see it: bounded calls, faults instead of raw errors, one mask.

use crate::{
    gateway::Cluster,
    kubernetes::{
        failure::{self, Doing, Fault},
        kinds::{self, Kind},
        mask::Mask,
    },
};
use k8s_openapi::api::core::v1::{Namespace, Secret};
use kit::{Error, Result, message};
use kube::{
    Api,
    api::{DeleteParams, DynamicObject, ListParams, PartialObjectMeta, Patch, PatchParams, PostParams},
};
use serde_json::Value;
use std::{future::Future, sync::Arc};
use uuid::Uuid;

/// Objects of one kind that are looked at. Fixed: a deployment has a handful.
const MOST: u32 = 500;
/// Our label on everything that belongs to a deployment.
pub const DEPLOYMENT_LABEL: &str = "canopy.internal/deployment";

/// One namespace of one cluster. Cheap to clone.
#[derive(Clone)]
pub struct Space {
    cluster: Arc<Cluster>,
    /// The namespace.
    pub namespace: String,
}

impl Space {
    /// The namespace may not exist; its name was checked.
    #[must_use]
    pub fn new(cluster: Arc<Cluster>, namespace: String) -> Self {
        Self { cluster, namespace }
    }

    /// The cluster.
    #[must_use]
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// The client, for watches and followed logs.
    #[must_use]
    pub fn client(&self) -> kube::Client {
        self.cluster.client().clone()
    }

    /// Objects of a kind of the table.
    #[must_use]
    pub fn objects(&self, kind: Kind) -> Api<DynamicObject> {
        let api = kind.api();
        if [kinds::NAMESPACE, kinds::VOLUME, kinds::STORAGE_CLASS].contains(&kind) {
            Api::all_with(self.client(), &api)
        } else {
            Api::namespaced_with(self.client(), &self.namespace, &api)
        }
    }

    /// The namespace's Secrets.
    #[must_use]
    pub fn secrets(&self) -> Api<Secret> {
        Api::namespaced(self.client(), &self.namespace)
    }

    /// What is being done, for sentences.
    #[must_use]
    pub fn doing<'a>(&'a self, verb: &'static str, kind: Kind, name: &'a str) -> Doing<'a> {
        Doing { verb, kind, name, namespace: &self.namespace }
    }

    /// One bounded request.
    ///
    /// # Errors
    /// The API server's no as a fault; an outage as `Fault::Other`.
    pub async fn call<T>(
        &self,
        doing: Doing<'_>,
        work: impl Future<Output = Result<T, kube::Error>>,
    ) -> Result<T, Fault> {
        let what = format!("{} {}", doing.verb, doing.object());
        // An answer that says no is a result here: only we know what it means.
        let answered = async {
            match work.await {
                Ok(value) => Ok(Ok(value)),
                Err(kube::Error::Api(status)) if failure::is_answer(&status) => Ok(Err(status)),
                Err(error) => Err(error),
            }
        };
        match self.cluster.call(&what, self.cluster.options().cluster_call, answered).await? {
            Ok(value) => Ok(value),
            Err(status) => Err(doing.refused(&status)),
        }
    }

    /// The object, if it is there.
    ///
    /// # Errors
    /// Anything but "not found".
    pub async fn get(&self, kind: Kind, name: &str) -> Result<Option<DynamicObject>> {
        let (doing, api) = (self.doing("get", kind, name), self.objects(kind));
        match self.call(doing, api.get(name)).await {
            Ok(object) => Ok(Some(object)),
            Err(Fault::Missing) => Ok(None),
            Err(fault) => Err(doing.error(fault)),
        }
    }

    /// Objects of a kind that match, at most [`MOST`]; none when the cluster does not know the kind.
    ///
    /// # Errors
    /// When the cluster refuses or does not answer.
    pub async fn list(&self, kind: Kind, selector: &ListParams) -> Result<Vec<DynamicObject>> {
        let (doing, api) = (self.doing("list", kind, ""), self.objects(kind));
        let params = selector.clone().limit(MOST);
        self.call(doing, api.list(&params)).await.map(|list| list.items).map_err(|fault| doing.error(fault))
    }

    /// As [`Space::list`], metadata only: no payload travels.
    ///
    /// # Errors
    /// When the cluster refuses or does not answer.
    pub async fn list_metadata(
        &self,
        kind: Kind,
        selector: &ListParams,
    ) -> Result<Vec<PartialObjectMeta<DynamicObject>>> {
        let (doing, api) = (self.doing("list", kind, ""), self.objects(kind));
        let params = selector.clone().limit(MOST);
        self.call(doing, api.list_metadata(&params)).await.map(|list| list.items).map_err(|fault| doing.error(fault))
    }

    /// Server-side apply, never forced, unknown fields refused.
    pub(crate) async fn send_apply(
        &self,
        kind: Kind,
        name: &str,
        manager: &str,
        body: &Value,
    ) -> Result<DynamicObject, Fault> {
        let params = PatchParams {
            field_manager: Some(manager.to_owned()),
            force: false,
            field_validation: Some(kube::api::ValidationDirective::Strict),
            dry_run: false,
        };
        let api = self.objects(kind);
        self.call(self.doing("apply", kind, name), api.patch(name, &params, &Patch::Apply(body))).await
    }

    /// What the API server would make of an apply. With `force` fields that belong to others are taken over: then it says
    /// what would be, and not that it would refuse.
    pub(crate) async fn try_apply(
        &self,
        kind: Kind,
        name: &str,
        manager: &str,
        body: &Value,
        force: bool,
    ) -> Result<DynamicObject, Fault> {
        let params = PatchParams {
            field_manager: Some(manager.to_owned()),
            force,
            field_validation: Some(kube::api::ValidationDirective::Strict),
            dry_run: true,
        };
        let api = self.objects(kind);
        self.call(self.doing("apply", kind, name), api.patch(name, &params, &Patch::Apply(body))).await
    }

    /// A patch of another form; the body carries uid and resourceVersion.
    pub(crate) async fn send_patch(
        &self,
        kind: Kind,
        name: &str,
        manager: Option<&str>,
        patch: &Patch<Value>,
    ) -> Result<DynamicObject, Fault> {
        self.patch(kind, name, manager, patch, false).await
    }

    /// What the API server would make of it.
    pub(crate) async fn try_patch(
        &self,
        kind: Kind,
        name: &str,
        manager: &str,
        patch: &Patch<Value>,
    ) -> Result<DynamicObject, Fault> {
        self.patch(kind, name, Some(manager), patch, true).await
    }

    async fn patch(
        &self,
        kind: Kind,
        name: &str,
        manager: Option<&str>,
        patch: &Patch<Value>,
        dry_run: bool,
    ) -> Result<DynamicObject, Fault> {
        let params = PatchParams { field_manager: manager.map(str::to_owned), dry_run, ..PatchParams::default() };
        let api = self.objects(kind);
        self.call(self.doing("patch", kind, name), api.patch(name, &params, patch)).await
    }

    /// Creates a Secret.
    pub(crate) async fn send_create(&self, secret: &Secret) -> Result<Secret, Fault> {
        let params = PostParams { field_manager: Some("helm".into()), ..PostParams::default() };
        let (name, api) = (secret.metadata.name.as_deref().unwrap_or_default(), self.secrets());
        self.call(self.doing("create", kinds::SECRET, name), api.create(&params, secret)).await
    }

    /// Replaces a Secret; the body carries uid and resourceVersion.
    pub(crate) async fn send_replace(&self, secret: &Secret) -> Result<Secret, Fault> {
        let params = PostParams { field_manager: Some("helm".into()), ..PostParams::default() };
        let (name, api) = (secret.metadata.name.as_deref().unwrap_or_default(), self.secrets());
        self.call(self.doing("update", kinds::SECRET, name), api.replace(name, &params, secret)).await
    }

    /// Deletes; the parameters carry uid and resourceVersion.
    pub(crate) async fn send_delete(&self, kind: Kind, name: &str, params: &DeleteParams) -> Result<(), Fault> {
        let api = self.objects(kind);
        self.call(self.doing("delete", kind, name), api.delete(name, params)).await.map(|_| ())
    }

    /// The namespace itself, if it is there.
    ///
    /// # Errors
    /// When the cluster refuses or does not answer.
    pub async fn itself(&self) -> Result<Option<Namespace>> {
        let (doing, api) = (self.doing("get", kinds::NAMESPACE, &self.namespace), Api::<Namespace>::all(self.client()));
        match self.call(doing, api.get(&self.namespace)).await {
            Ok(namespace) => Ok(Some(namespace)),
            Err(Fault::Missing) => Ok(None),
            Err(fault) => Err(doing.error(fault)),
        }
    }

    /// That the namespace exists, is not going away, and carries the deployment's label.
    ///
    /// # Errors
    /// Conflict `GONE` or `FOREIGN_NAMESPACE`; `Unavailable` while it is being deleted.
    pub async fn belongs_to(&self, deployment: Uuid) -> Result<Namespace> {
        let Some(namespace) = self.itself().await? else {
            return Err(Error::conflict(message!(NAMESPACE_GONE, namespace = &self.namespace)));
        };
        if !is_of(&namespace, deployment) {
            return Err(foreign(&self.namespace));
        }
        if namespace.metadata.deletion_timestamp.is_some() {
            let message = message!(NAMESPACE_GOING, namespace = &self.namespace);
            return Err(Error::unavailable(message, anyhow::anyhow!("it has a deletionTimestamp")));
        }
        Ok(namespace)
    }

    /// The mask of this namespace's Secrets. A cluster that does not say them gives a mask for tokens only, and then
    /// whoever needs more must keep the text.
    ///
    /// # Errors
    /// When the Secrets cannot be read.
    pub async fn mask(&self) -> Result<Mask> {
        let (doing, api) = (self.doing("list", kinds::SECRET, ""), self.secrets());
        let params = ListParams::default().fields("type!=helm.sh/release.v1").limit(MOST);
        let list = self.call(doing, api.list(&params)).await.map_err(|fault| doing.error(fault))?;
        let pairs = list.items.iter().flat_map(|secret| secret.data.iter().flatten());
        Ok(Mask::of(pairs.map(|(key, value)| (key.as_str(), value.0.as_slice()))))
    }

    /// Masks an error on its way out. The Secrets are asked for only when the cluster said something; when they cannot be
    /// read, what stands in quotes is left out.
    pub async fn masked(&self, error: Error) -> Error {
        let ours = error.is_conflict("FENCED");
        let said_by_cluster = matches!(&error, Error::Invalid { .. } | Error::Conflict(_) | Error::Forbidden(_));
        if ours || !said_by_cluster {
            return Mask::default().error(error);
        }
        match self.mask().await {
            Ok(mask) => mask.error(error),
            Err(_) => Mask::default().error(without_quotes(error)),
        }
    }
}

/// Whether the namespace is labelled as the deployment's.
#[must_use]
pub fn is_of(namespace: &Namespace, deployment: Uuid) -> bool {
    let label = namespace.metadata.labels.as_ref().and_then(|labels| labels.get(DEPLOYMENT_LABEL));
    label.is_some_and(|label| *label == deployment.to_string())
}

/// The refusal to touch somebody else's namespace.
#[must_use]
pub fn foreign(namespace: &str) -> Error {
    Error::conflict(message!(FOREIGN_NAMESPACE, namespace = namespace))
}

/// What stands in quotes may be a value: out with it.
fn without_quotes(error: Error) -> Error {
    let cut = |text: &str| {
        text.split('"').enumerate().map(|(i, part)| if i % 2 == 0 { part } else { "…" }).collect::<Vec<_>>().join("\"")
    };
    error.with_texts(&cut)
}
