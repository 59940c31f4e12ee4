//! `canopy secrets rotate`: new keys on Kubernetes, where pods have new files of a Secret at different moments. So it takes two
//! calls: one that makes the next keys known, and one, when every pod has them, that makes them the current ones.

use super::list_of;
use crate::keys::{Files, KeyFolders};
use anyhow::{Context as _, anyhow, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use kit::{Clock as _, Ids, clock::SystemClock, ids::SystemIds};
use serde_json::{Map, Value, json};
use std::io::{Read as _, Write as _};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use zeroize::Zeroizing;

/// Where a Secret says since when it has the next keys.
const ANNOUNCED: &str = "canopy/keys-announced";
/// What the names of Secrets with keys begin with; the rest is the role's.
const PREFIX: &str = "keys-";
/// For so long the next keys must be known before they are used. Fixed: a kubelet looks each minute, and may believe its cache for
/// another.
const KNOWN: Duration = Duration::minutes(3);

/// How to rotate.
#[derive(clap::Args)]
pub struct Rotate {
    /// A key was stolen: with the call that uses the next keys, refuse what older ones have signed; everybody signs in again
    #[arg(long)]
    revoke: bool,
    /// Make no new keys; remove older ones whose time is over. Before, each role's log must say that everything is sealed with the
    /// current key
    #[arg(long, conflicts_with = "revoke")]
    finish: bool,
}

impl Rotate {
    /// From standard input to standard output; what was done, and is to be done next, on standard error.
    pub fn run(&self) -> anyhow::Result<()> {
        let mut text = Zeroizing::new(String::new());
        std::io::stdin().read_to_string(&mut text).context("standard input cannot be read")?;
        let (list, said) = self.step(&text, SystemClock.now(), &SystemIds)?;
        writeln!(std::io::stdout(), "{list}")?;
        eprintln!("canopy: {said}");
        Ok(())
    }

    fn step(&self, text: &str, now: OffsetDateTime, ids: &dyn Ids) -> anyhow::Result<(Value, String)> {
        let mut secrets = Secrets::read(text)?;
        let said = if self.finish {
            let removed = secrets.folders.forget(now, |_| true);
            format!("{removed} older key files are removed")
        } else if secrets.folders.is_announced() {
            let known = secrets.announced_at()?.map_or(KNOWN, |at| now - at);
            if known < KNOWN {
                bail!(
                    "the next keys are not known to every pod yet: run this again in {} seconds",
                    (KNOWN - known).whole_seconds().max(1)
                );
            }
            secrets.folders.adopt(now, self.revoke);
            secrets.announce(None)?;
            let kept = if self.revoke {
                "What older keys have signed is refused from then on; when each role's log says that everything is sealed anew, \
                 `canopy secrets rotate --finish` removes them"
            } else {
                "Older keys are kept for eight days; then `canopy secrets rotate --finish` removes them"
            };
            format!(
                "the next keys are used as soon as pods have these Secrets, and roles then seal everything anew. {kept}"
            )
        } else {
            secrets.folders.announce(ids)?;
            secrets.announce(Some(now))?;
            format!("the next keys are made known; run this again in {} minutes to use them", KNOWN.whole_minutes())
        };
        Ok((secrets.written(), said))
    }
}

/// The Secrets with keys, and what is in them.
struct Secrets {
    /// By the role, in the order of `folders`.
    items: Vec<Value>,
    folders: KeyFolders,
}

impl Secrets {
    fn read(text: &str) -> anyhow::Result<Self> {
        let none = "on standard input: kubectl get secrets --namespace canopy --output json";
        let list: Value = serde_json::from_str(text).map_err(|_| anyhow!("a list of Secrets is to come {none}"))?;
        let mut found = Vec::new();
        for item in list["items"].as_array().into_iter().flatten() {
            let Some(role) = item["metadata"]["name"].as_str().and_then(|name| name.strip_prefix(PREFIX)) else {
                continue;
            };
            let mut files = Files::new();
            for (file, content) in item["data"].as_object().into_iter().flatten() {
                let content = content.as_str().and_then(|content| STANDARD.decode(content).ok());
                let content = content.with_context(|| format!("{file} of the Secret {PREFIX}{role} is no base64"))?;
                files.insert(file.clone(), Zeroizing::new(content));
            }
            found.push((role.to_owned(), files, item.clone()));
        }
        found.sort_by(|(a, ..), (b, ..)| a.cmp(b));
        let missing: Vec<&str> = crate::SERVICES
            .iter()
            .map(|service| service.name)
            .filter(|name| {
                !found.iter().any(|(role, files, _)| role == name && files.contains_key(&format!("{name}.kek")))
            })
            .collect();
        if !missing.is_empty() {
            bail!("there are no keys of {} {none}", missing.join(", "));
        }
        let items = found.iter().map(|(.., item)| item.clone()).collect();
        let folders = KeyFolders(found.into_iter().map(|(role, files, _)| (role, files)).collect());
        Ok(Self { items, folders })
    }

    /// Since when all of them have the next keys.
    fn announced_at(&self) -> anyhow::Result<Option<OffsetDateTime>> {
        let mut last = None;
        for item in &self.items {
            if let Some(text) = item["metadata"]["annotations"][ANNOUNCED].as_str() {
                let at = OffsetDateTime::parse(text, &Rfc3339).with_context(|| format!("{text} is no time"))?;
                last = last.max(Some(at));
            }
        }
        Ok(last)
    }

    fn announce(&mut self, at: Option<OffsetDateTime>) -> anyhow::Result<()> {
        for item in &mut self.items {
            let annotations = &mut item["metadata"]["annotations"];
            if !annotations.is_object() {
                *annotations = json!({});
            }
            match at {
                Some(at) => annotations[ANNOUNCED] = at.format(&Rfc3339)?.into(),
                None => drop(annotations.as_object_mut().and_then(|annotations| annotations.remove(ANNOUNCED))),
            }
        }
        Ok(())
    }

    fn written(mut self) -> Value {
        for (item, files) in self.items.iter_mut().zip(self.folders.0.values()) {
            let data = files.iter().map(|(file, content)| (file.clone(), STANDARD.encode(content).into()));
            item["data"] = Value::Object(data.collect::<Map<String, Value>>());
        }
        list_of(self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-28 08:00 UTC);
    const PLAIN: Rotate = Rotate { revoke: false, finish: false };

    fn files(list: &Value, role: &str) -> Vec<String> {
        let items = list["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["metadata"]["name"] == format!("keys-{role}")).unwrap();
        item["data"].as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn keys_are_made_known_then_used_then_removed() {
        let (mut first, _) = super::super::list(&SystemIds).unwrap();
        first["items"][3]["metadata"]["resourceVersion"] = "17".into();
        let name = first["items"][3]["metadata"]["name"].clone();
        let (known, said) = PLAIN.step(&first.to_string(), NOW, &SystemIds).unwrap();
        assert!(said.contains("run this again in 3 minutes"), "{said}");
        assert_eq!(known["items"].as_array().unwrap().len(), 8, "only keys");
        let item = known["items"].as_array().unwrap().iter().find(|item| item["metadata"]["name"] == name).unwrap();
        assert_eq!(item["metadata"]["resourceVersion"], "17", "whoever writes between the two is not overwritten");
        assert_eq!(files(&known, "teams").len(), 2 * (2 + 8 + 1));

        let early = PLAIN.step(&known.to_string(), NOW + Duration::seconds(100), &SystemIds).unwrap_err();
        assert_eq!(early.to_string(), "the next keys are not known to every pod yet: run this again in 80 seconds");
        let later = NOW + KNOWN;
        let (used, said) = PLAIN.step(&known.to_string(), later, &SystemIds).unwrap();
        assert!(said.contains("kept for eight days"), "{said}");
        assert!(!used.to_string().contains(ANNOUNCED));
        let count = |list: &Value, part: &str| files(list, "teams").iter().filter(|file| file.contains(part)).count();
        assert_eq!((count(&used, ".next."), count(&used, ".20261206T080300Z.")), (0, 8 + 1 + 1));
        assert_ne!(used["items"][0]["data"]["auth.key"], first["items"][1]["data"]["auth.key"]);

        let finish = Rotate { finish: true, ..PLAIN };
        assert_eq!(finish.step(&used.to_string(), later, &SystemIds).unwrap().0, used, "too early");
        let (done, said) = finish.step(&used.to_string(), later + crate::keys::KEPT, &SystemIds).unwrap();
        assert_eq!(said, "80 older key files are removed");
        assert_eq!(files(&done, "teams"), files(&first, "teams"));

        let revoke = Rotate { revoke: true, ..PLAIN };
        let (revoked, said) = revoke.step(&known.to_string(), later, &SystemIds).unwrap();
        assert!(said.contains("is refused from then on") && !said.contains("eight days"), "{said}");
        assert_eq!(files(&revoked, "teams").iter().filter(|file| file.ends_with(".pub")).count(), 9);
    }

    #[test]
    fn what_are_no_secrets_with_keys_is_refused_in_a_sentence() {
        for (text, says) in [
            ("", "a list of Secrets is to come on standard input: kubectl get secrets"),
            (
                "{}",
                "there are no keys of auth, teams, infrastructure, tasks, deployments, events, health, bff on standard input",
            ),
            (
                r#"{"items": [{"metadata": {"name": "keys-auth"}, "data": {"auth.kek": "!"}}]}"#,
                "auth.kek of the Secret keys-auth is no base64",
            ),
        ] {
            let said = PLAIN.step(text, NOW, &SystemIds).unwrap_err().to_string();
            assert!(said.starts_with(says), "{said}");
        }
    }
}
