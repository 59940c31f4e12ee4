//! A folder of backups in a store that speaks S3. Requests are signed in their address (AWS Signature Version 4, by rusty-s3); only
//! what is sealed under the passphrase goes there.

use super::shelf;
use crate::up::environment;
use anyhow::{Context as _, anyhow, bail};
use bytes::Bytes;
use futures::stream;
use http::{Method, Request, StatusCode, header::CONTENT_LENGTH};
use http_body_util::{BodyExt as _, Full, Limited, StreamBody, combinators::UnsyncBoxBody};
use hyper::body::{Frame, Incoming};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use rusty_s3::{Credentials, S3Action, UrlStyle};
use std::{
    fmt,
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::PathBuf,
    str::FromStr,
    time::Duration,
};
use time::OffsetDateTime;
use url::Url;

type Body = UnsyncBoxBody<Bytes, io::Error>;

/// For how long a signed address is good: longer than the slowest transfer.
const SIGNED: Duration = Duration::from_secs(6 * 3_600);
const CONNECT: Duration = Duration::from_secs(10);
/// What an answer may take, and what each byte of a backup may take beside it: a slow line has 128 KiB a second.
const ANSWER: Duration = Duration::from_secs(60);
const SLOWEST: u64 = 128 * 1024;
/// What one upload may have, in bytes: more would be one of many parts.
const LARGEST: u64 = 5 * 1024 * 1024 * 1024;
/// Bytes that are read from the disk at once.
const PIECE: usize = 64 * 1024;
/// Bytes of a list or of an error that are read.
const SAID: usize = 8 * 1024 * 1024;

/// `s3://bucket/folder`, or one backup in it: `s3://bucket/folder/canopy.tar.age`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    bucket: String,
    key: String,
}

impl Address {
    /// Whether it is one backup, and not a folder of them.
    pub fn is_backup(&self) -> bool {
        self.key.ends_with(shelf::AFTER)
    }

    /// One in this folder.
    pub fn join(&self, name: &str) -> Self {
        let key = if self.key.is_empty() { name.to_owned() } else { format!("{}/{name}", self.key) };
        Self { bucket: self.bucket.clone(), key }
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (bucket, key) = text
            .strip_prefix("s3://")
            .map(|rest| rest.split_once('/').unwrap_or((rest, "")))
            .filter(|(bucket, _)| !bucket.is_empty())
            .ok_or_else(|| "s3://bucket/folder is expected".to_owned())?;
        Ok(Self { bucket: bucket.to_owned(), key: key.trim_matches('/').to_owned() })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s3://{}/{}", self.bucket, self.key)
    }
}

/// The store of `s3://…`, and who we are there.
#[derive(Clone, clap::Args)]
pub struct StoreArgs {
    /// Address of the store in which s3://… is [default: Amazon's in the region]
    #[arg(long, env = "CANOPY_BACKUP_S3_ENDPOINT")]
    s3_endpoint: Option<Url>,
    /// Region of that store
    #[arg(long, env = "CANOPY_BACKUP_S3_REGION", default_value = "us-east-1")]
    s3_region: String,
    /// Id of the access key to that store
    #[arg(long, env = "CANOPY_BACKUP_S3_KEY_ID")]
    s3_key_id: Option<String>,
    /// File whose first line is the secret of that access key [default: the variable CANOPY_BACKUP_S3_SECRET]
    #[arg(long, env = "CANOPY_BACKUP_S3_SECRET_FILE")]
    s3_secret_file: Option<PathBuf>,
}

impl StoreArgs {
    /// For a program that makes a backup with the same: its environment.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let told = [
            ("CANOPY_BACKUP_S3_ENDPOINT", self.s3_endpoint.as_ref().map(ToString::to_string)),
            ("CANOPY_BACKUP_S3_REGION", Some(self.s3_region.clone())),
            ("CANOPY_BACKUP_S3_KEY_ID", self.s3_key_id.clone()),
            ("CANOPY_BACKUP_S3_SECRET_FILE", self.s3_secret_file.as_ref().map(|file| file.display().to_string())),
        ];
        told.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    fn credentials(&self) -> anyhow::Result<Credentials> {
        let key = self.s3_key_id.as_deref().context("the access key of the store is missing: --s3-key-id names it")?;
        let text = match &self.s3_secret_file {
            Some(file) => {
                std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?
            }
            None => environment::variable("CANOPY_BACKUP_S3_SECRET")
                .and_then(|text| text.into_string().ok())
                .context("the secret of the store's access key is missing: --s3-secret-file names its file")?,
        };
        Ok(Credentials::new(key, text.lines().next().unwrap_or_default().trim()))
    }
}

/// A bucket, reached with our key.
pub struct Bucket {
    bucket: rusty_s3::Bucket,
    credentials: Credentials,
    http: Client<HttpsConnector<HttpConnector>, Body>,
}

impl Bucket {
    /// Opens no connection.
    ///
    /// # Errors
    /// What is missing to sign with; a region or bucket that is no word.
    pub fn of(address: &Address, store: &StoreArgs) -> anyhow::Result<Self> {
        let (endpoint, style) = match &store.s3_endpoint {
            Some(endpoint) => (endpoint.clone(), UrlStyle::Path),
            None => {
                let amazon = format!("https://s3.{}.amazonaws.com", store.s3_region);
                (Url::parse(&amazon).context("the region of the store")?, UrlStyle::VirtualHost)
            }
        };
        let bucket = rusty_s3::Bucket::new(endpoint, style, address.bucket.clone(), store.s3_region.clone())
            .with_context(|| format!("{address} cannot be an address there"))?;
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(CONNECT));
        let tls = kit::tls::verified(Vec::new())?;
        let https = HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1();
        let http = Client::builder(TokioExecutor::new()).build(https.wrap_connector(connector));
        Ok(Self { bucket, credentials: store.credentials()?, http })
    }

    /// The backups in a folder there, the newest first. What else is there is left alone.
    ///
    /// # Errors
    /// What the store says; no answer.
    pub async fn list(&self, folder: &Address) -> anyhow::Result<Vec<(OffsetDateTime, Address)>> {
        let prefix = if folder.key.is_empty() { String::new() } else { format!("{}/", folder.key) };
        let (mut found, mut next) = (Vec::new(), None::<String>);
        loop {
            let mut list = self.bucket.list_objects_v2(Some(&self.credentials));
            list.with_prefix(prefix.as_str());
            list.with_delimiter("/");
            if let Some(next) = &next {
                list.with_continuation_token(next.as_str());
            }
            let answer = self.asked(Method::GET, list.sign(SIGNED), nothing(), 0).await?;
            let text = said(answer).await?;
            let page = rusty_s3::actions::ListObjectsV2::parse_response(&text)
                .with_context(|| format!("{folder}: what the store answers is no list of objects"))?;
            for object in page.contents {
                let name = object.key.strip_prefix(&prefix).unwrap_or_default();
                if let Some(at) = shelf::moment(name) {
                    found.push((at, folder.join(name)));
                }
            }
            next = page.next_continuation_token;
            if next.is_none() {
                break;
            }
        }
        found.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        Ok(found)
    }

    /// Whether there is something at this address.
    ///
    /// # Errors
    /// What the store says; no answer.
    pub async fn has(&self, backup: &Address) -> anyhow::Result<bool> {
        let head = self.bucket.head_object(Some(&self.credentials), &backup.key).sign(SIGNED);
        let answer = self.answered(Method::HEAD, head, nothing(), 0).await?;
        match answer.status() {
            StatusCode::NOT_FOUND => Ok(false),
            status if status.is_success() => Ok(true),
            status => bail!("{backup}: the store answers {status}"),
        }
    }

    /// Puts a whole file there; answers its size in bytes.
    ///
    /// # Errors
    /// What the store says; no answer; a file of more than 5 GiB, which is what one upload may have.
    pub async fn put(&self, backup: &Address, mut file: File) -> anyhow::Result<u64> {
        let bytes = file.seek(SeekFrom::End(0))?;
        if bytes > LARGEST {
            bail!("a backup of {bytes} bytes is more than one upload to a store may have (5 GiB)");
        }
        file.seek(SeekFrom::Start(0))?;
        let put = self.bucket.put_object(Some(&self.credentials), &backup.key).sign(SIGNED);
        let content = stream::try_unfold(file, async |mut file| {
            let mut piece = vec![0; PIECE];
            let n = file.read(&mut piece)?;
            piece.truncate(n);
            Ok((n > 0).then(|| (Frame::data(Bytes::from(piece)), file)))
        });
        let content = StreamBody::new(content).boxed_unsync();
        let answer = self.asked(Method::PUT, put, content, bytes).await.with_context(|| backup.to_string())?;
        said(answer).await?;
        Ok(bytes)
    }

    /// Fetches a backup into a file.
    ///
    /// # Errors
    /// What the store says; no answer; what the disk says.
    pub async fn get(&self, backup: &Address, into: &mut File) -> anyhow::Result<()> {
        let get = self.bucket.get_object(Some(&self.credentials), &backup.key).sign(SIGNED);
        let mut content = self.asked(Method::GET, get, nothing(), 0).await.with_context(|| backup.to_string())?;
        loop {
            let Some(frame) = tokio::time::timeout(ANSWER, content.frame())
                .await
                .with_context(|| format!("{backup}: nothing more came for {} s", ANSWER.as_secs()))?
            else {
                return Ok(());
            };
            if let Ok(data) = frame?.into_data() {
                into.write_all(&data)?;
            }
        }
    }

    /// Removes all backups of a folder but the newest; answers how many went. For when a new one is whole.
    ///
    /// # Errors
    /// What the store says; no answer.
    pub async fn prune(&self, folder: &Address, keep: usize) -> anyhow::Result<usize> {
        let all = self.list(folder).await?;
        let old: Vec<_> = all.into_iter().skip(keep.max(1)).collect();
        for (_, backup) in &old {
            let delete = self.bucket.delete_object(Some(&self.credentials), &backup.key).sign(SIGNED);
            let removed = self.asked(Method::DELETE, delete, nothing(), 0).await;
            said(removed.with_context(|| format!("the old backup {backup} cannot be removed"))?).await?;
        }
        Ok(old.len())
    }

    /// The answer, when it is one that says yes.
    async fn asked(&self, method: Method, signed: Url, body: Body, bytes: u64) -> anyhow::Result<Incoming> {
        let answer = self.answered(method, signed, body, bytes).await?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer.into_body());
        }
        let text = said(answer.into_body()).await.unwrap_or_default();
        let part = |name: &str| {
            let (_, rest) = text.split_once(&format!("<{name}>"))?;
            Some(kit::text::cut(rest.split_once('<')?.0, 300))
        };
        bail!(
            "the store answers {}: {}",
            part("Code").unwrap_or_else(|| status.to_string()),
            part("Message").unwrap_or_else(|| "it says no more".to_owned())
        )
    }

    async fn answered(
        &self,
        method: Method,
        signed: Url,
        body: Body,
        bytes: u64,
    ) -> anyhow::Result<http::Response<Incoming>> {
        let host = signed.host_str().unwrap_or_default().to_owned();
        let request =
            Request::builder().method(method).uri(signed.as_str()).header(CONTENT_LENGTH, bytes).body(body)?;
        let patience = ANSWER + Duration::from_secs(bytes / SLOWEST);
        tokio::time::timeout(patience, self.http.request(request))
            .await
            .map_err(|_| anyhow!("the store {host} does not answer"))?
            .with_context(|| format!("the store {host} cannot be reached"))
    }
}

fn nothing() -> Body {
    Full::default().map_err(|never| match never {}).boxed_unsync()
}

async fn said(body: Incoming) -> anyhow::Result<String> {
    let read = Limited::new(body, SAID).collect();
    let text = tokio::time::timeout(ANSWER, read).await.context("the store does not end its answer")?;
    let text = text.map_err(|error| anyhow!("the store's answer: {error}"))?.to_bytes();
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_folders_or_backups() {
        let folder: Address = "s3://backups/canopy/".parse().unwrap();
        assert_eq!((folder.to_string(), folder.is_backup()), ("s3://backups/canopy".to_owned(), false));
        let backup = folder.join("canopy-20261123T194446Z.tar.age");
        assert_eq!(backup.to_string(), "s3://backups/canopy/canopy-20261123T194446Z.tar.age");
        assert!(backup.is_backup());
        assert_eq!("s3://backups".parse::<Address>().unwrap().join("a").to_string(), "s3://backups/a");
        for wrong in ["", "s3:", "s3://", "s3:///folder", "/folder"] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
    }
}
