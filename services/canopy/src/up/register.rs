//! What `up` tells the services at the start, with an identity of its own: the cluster of `CANOPY_KUBECONFIG` or the
//! simulated one, and the question whether the set-up is still open.

use anyhow::{Context as _, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use kit::{Clock as _, clock::SystemClock, identity::Identity, ids::SystemIds};
use proto::{
    auth::{GetSetupRequest, ResetPasswordRequest, auth_service_client::AuthServiceClient},
    infrastructure::{
        CreateClusterRequest, CreateDatacenterRequest, cluster_service_client::ClusterServiceClient,
        datacenter_service_client::DatacenterServiceClient,
    },
};
use serde_json::{Value, json};
use std::{net::SocketAddr, path::Path, time::Duration};
use tonic::{Request, transport::Endpoint};

/// A kubeconfig of this machine, reduced to its current context, with files embedded.
pub struct Kubeconfig {
    text: String,
    name: String,
    description: String,
    server: String,
}

/// Reads and flattens it. Plugins that would run programs are refused.
pub fn read(file: &Path) -> anyhow::Result<Kubeconfig> {
    let what = || format!("the kubeconfig {}", file.display());
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", what()))?;
    let config: Value = serde_saphyr::from_str(&text).with_context(|| format!("{} is not YAML", what()))?;
    flatten(&config, file.parent().unwrap_or(Path::new("."))).with_context(what)
}

fn flatten(config: &Value, folder: &Path) -> anyhow::Result<Kubeconfig> {
    let named = |list: &str, name: &str| {
        let found = config[list].as_array().and_then(|entries| entries.iter().find(|entry| entry["name"] == name));
        found.with_context(|| format!("{list} has no '{name}'"))
    };
    let current = match config["current-context"].as_str() {
        Some(name) if !name.is_empty() => name,
        _ => config["contexts"][0]["name"].as_str().context("there is no context")?,
    };
    let context = &named("contexts", current)?["context"];
    let cluster_name = context["cluster"].as_str().context("the context names no cluster")?;
    let cluster = &named("clusters", cluster_name)?["cluster"];
    let user = &named("users", context["user"].as_str().context("the context names no user")?)?["user"];
    for plugin in ["exec", "auth-provider"] {
        if !user[plugin].is_null() {
            bail!("'{plugin}' would run a program; use a ServiceAccount token");
        }
    }
    let embed = |object: &Value, data: &str, file: &str| -> anyhow::Result<Option<String>> {
        if let Some(data) = object[data].as_str() {
            return Ok(Some(data.to_owned()));
        }
        let Some(path) = object[file].as_str() else { return Ok(None) };
        let path = folder.join(path);
        let content = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        Ok(Some(STANDARD.encode(content)))
    };
    let server = cluster["server"].as_str().context("the cluster has no server")?.to_owned();
    let mut flat_cluster = json!({ "server": server });
    let mut flat_user = json!({});
    let pairs = [(&mut flat_cluster, cluster, "certificate-authority")];
    for (flat, object, field) in pairs {
        let data = format!("{field}-data");
        if let Some(content) = embed(object, &data, field)? {
            flat[data] = content.into();
        }
    }
    for field in ["client-certificate", "client-key"] {
        let data = format!("{field}-data");
        if let Some(content) = embed(user, &data, field)? {
            flat_user[data] = content.into();
        }
    }
    if let Some(token) = user["token"].as_str() {
        flat_user["token"] = token.into();
    } else if let Some(path) = user["tokenFile"].as_str() {
        let path = folder.join(path);
        let token = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        flat_user["token"] = token.trim().into();
    }
    if let Some(name) = cluster["tls-server-name"].as_str() {
        flat_cluster["tls-server-name"] = name.into();
    }
    let flat = json!({
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{ "name": "cluster", "cluster": flat_cluster }],
        "users": [{ "name": "user", "user": flat_user }],
        "contexts": [{ "name": "context", "context": { "cluster": "cluster", "user": "user" } }],
        "current-context": "context",
    });
    let description = "The cluster of CANOPY_KUBECONFIG".to_owned();
    Ok(Kubeconfig { text: flat.to_string(), name: cluster_name.to_owned(), description, server })
}

impl Kubeconfig {
    /// The same cluster, shown under another name.
    pub fn named(self, name: &str, description: &str) -> Self {
        Self { name: name.to_owned(), description: description.to_owned(), ..self }
    }

    /// host:port when the server is on this machine: then it must be allowed by name.
    pub fn loopback(&self) -> Option<String> {
        let url = url::Url::parse(&self.server).ok()?;
        // The machine's own addresses are judged as loopback is.
        let local = match url.host()? {
            url::Host::Ipv4(address) => address.is_loopback() || is_own(address.into()),
            url::Host::Ipv6(address) => address.is_loopback() || is_own(address.into()),
            url::Host::Domain(name) => name == "localhost",
        };
        local.then(|| format!("{}:{}", url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or(443)))
    }
}

fn is_own(ip: std::net::IpAddr) -> bool {
    // Only what is ours can be bound.
    std::net::UdpSocket::bind((ip, 0)).is_ok()
}

/// Calls with the identity `canopy`.
pub struct Control(Identity);

impl Control {
    /// Reads the keys of `canopy`.
    pub fn load(keys: &Path) -> anyhow::Result<Self> {
        Ok(Self(Identity::load(keys, "canopy")?))
    }

    fn request<M>(&self, target: &str, message: M) -> anyhow::Result<Request<M>> {
        let token = self.0.service_token(target, None, SystemClock.now())?;
        let mut request = Request::new(message);
        kit::context::put(&mut request, "authorization", &format!("Bearer {token}"))?;
        kit::context::trace_onto(&mut request, &kit::Origin::of_role(&SystemIds))?;
        request.set_timeout(Duration::from_secs(30));
        Ok(request)
    }

    /// Whether the first admin is still to come.
    pub async fn setup_is_open(&self, auth: SocketAddr) -> anyhow::Result<bool> {
        let channel =
            Endpoint::from_shared(format!("http://{auth}"))?.connect().await.context("auth does not answer")?;
        let answer = AuthServiceClient::new(channel)
            .max_decoding_message_size(kit::MESSAGE_LIMIT)
            .get_setup(self.request("auth", GetSetupRequest {})?)
            .await;
        Ok(answer.map_err(|status| anyhow::anyhow!("auth answered: {}", status.message()))?.into_inner().open)
    }

    /// Gives an account a new password; how many sessions ended.
    pub async fn reset_password(
        &self,
        auth: SocketAddr,
        email: &str,
        password: &str,
        remove_two_factor: bool,
    ) -> anyhow::Result<u32> {
        let channel =
            Endpoint::from_shared(format!("http://{auth}"))?.connect().await.context("auth does not answer")?;
        let message =
            ResetPasswordRequest { email: email.to_owned(), password: password.to_owned(), remove_two_factor };
        let answer = AuthServiceClient::new(channel)
            .max_decoding_message_size(kit::MESSAGE_LIMIT)
            .reset_password(self.request("auth", message)?)
            .await;
        match answer.map_err(kit::Error::from) {
            Ok(answer) => Ok(answer.into_inner().sessions),
            Err(kit::Error::Invalid { fields, message }) => {
                bail!("{}", fields.into_values().next().unwrap_or(message))
            }
            Err(error) => bail!("{error}"),
        }
    }

    /// Registers the cluster in the datacenter "Local"; both are left as they are when they exist.
    pub async fn register(&self, kubeconfig: &Kubeconfig, infrastructure: SocketAddr) -> anyhow::Result<()> {
        let channel = Endpoint::from_shared(format!("http://{infrastructure}"))?
            .connect()
            .await
            .context("infrastructure does not answer")?;
        let said = |status: tonic::Status| {
            anyhow::anyhow!("the cluster {} was not registered: {}", kubeconfig.name, status.message())
        };
        let datacenter = CreateDatacenterRequest {
            name: "Local".into(),
            city: "Local".into(),
            country: "DE".into(),
            provider: "custom".into(),
            region: "eu-central-1".into(),
            status: "operational".into(),
            address: "This machine".into(),
            domains: Vec::new(),
        };
        let made = DatacenterServiceClient::new(channel.clone())
            .max_decoding_message_size(kit::MESSAGE_LIMIT)
            .create_datacenter(self.request("infrastructure", datacenter)?)
            .await
            .map_err(said)?;
        let datacenter = made.into_inner().datacenter.context("infrastructure answered without a datacenter")?;
        let cluster = CreateClusterRequest {
            name: self::display_name(&kubeconfig.name),
            description: kubeconfig.description.clone(),
            provider: "custom".into(),
            region: datacenter.region,
            datacenter_id: datacenter.id,
            endpoint: kubeconfig.server.clone(),
            domains: Vec::new(),
            kubeconfig: STANDARD.encode(&kubeconfig.text),
        };
        ClusterServiceClient::new(channel)
            .max_decoding_message_size(kit::MESSAGE_LIMIT)
            .create_cluster(self.request("infrastructure", cluster)?)
            .await
            .map_err(said)?;
        Ok(())
    }
}

/// The cluster's name in its kubeconfig may be anything; ours has at most 100 characters.
fn display_name(name: &str) -> String {
    kit::text::cut(name, 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_embedded_and_only_the_current_context_is_kept() {
        let folder = std::env::temp_dir().join(format!("canopy-flatten-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("ca.crt"), "CA").unwrap();
        std::fs::write(folder.join("token"), "secret\n").unwrap();
        let config = json!({
            "clusters": [{"name": "a", "cluster": {"server": "https://127.0.0.1:6443", "certificate-authority": "ca.crt"}}, {"name": "b", "cluster": {"server": "https://other"}}],
            "users": [{"name": "u", "user": {"tokenFile": "token"}}],
            "contexts": [{"name": "other", "context": {"cluster": "b", "user": "u"}}, {"name": "x", "context": {"cluster": "a", "user": "u"}}],
            "current-context": "x",
        });
        let flat = flatten(&config, &folder).unwrap();
        assert!(flat.text.contains("\"token\":\"secret\""), "{}", flat.text);
        assert!(flat.text.contains("Q0E="));
        assert!(!flat.text.contains("other"));
        assert_eq!(flat.loopback().as_deref(), Some("127.0.0.1:6443"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_kubeconfig_that_would_run_a_program_is_refused() {
        let config = json!({
            "clusters": [{"name": "a", "cluster": {"server": "https://x"}}],
            "users": [{"name": "u", "user": {"exec": {"command": "sh"}}}],
            "contexts": [{"name": "x", "context": {"cluster": "a", "user": "u"}}],
        });
        let error = flatten(&config, Path::new(".")).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("exec"), "{error}");
    }
}
