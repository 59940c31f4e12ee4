//! What a backup says about itself: the first thing in its archive, read before anything else is.

use crate::SERVICES;
use anyhow::bail;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// Name of the manifest in the archive.
pub const MANIFEST: &str = "manifest.json";
/// Name of the database's dump in the archive: what `pg_dump --format=custom` wrote.
pub const DUMP: &str = "database.dump";
/// The form of the archive. It grows when an older Canopy could not read it.
const FORMAT: u32 = 1;

/// What is in a backup, and who made it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Of the archive.
    pub format: u32,
    /// Version of the Canopy that made it.
    pub canopy: String,
    /// The moment whose state it holds.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Major version of the PostgreSQL that it comes from.
    pub postgres: u32,
    /// Migrations that were applied, by schema.
    pub schemas: BTreeMap<String, Applied>,
    /// Everything else in the archive, in its order there.
    pub files: Vec<Entry>,
}

/// Migrations of a schema, by number.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Applied {
    /// Of the tables that all services have.
    pub common: Vec<i64>,
    /// Of the service's own tables.
    pub own: Vec<i64>,
}

/// A file of the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Where it is, below the data folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 in hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    /// Of a backup that is being made by this program.
    pub fn of(created_at: OffsetDateTime, postgres: u32, schemas: BTreeMap<String, Applied>) -> Self {
        let canopy = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, canopy, created_at, postgres, schemas, files: Vec::new() }
    }

    /// Refuses what this program cannot continue with: a newer form, or tables that it does not know.
    ///
    /// # Errors
    /// One sentence that names both versions.
    pub fn check(&self) -> anyhow::Result<()> {
        let newer = || {
            format!(
                "the backup was made by a newer Canopy ({}, this one is {}): restore it with that version or a later one",
                self.canopy,
                env!("CARGO_PKG_VERSION")
            )
        };
        if self.format > FORMAT {
            bail!(newer());
        }
        for (schema, applied) in &self.schemas {
            let Some(service) = SERVICES.iter().find(|service| service.name == schema) else { bail!(newer()) };
            let (common, own) = kit::db::migrations(service);
            let known = applied.common.iter().all(|version| common.contains(version))
                && applied.own.iter().all(|version| own.contains(version));
            if !known {
                bail!(newer());
            }
        }
        for entry in &self.files {
            if !may_be_there(&entry.name) {
                bail!("the backup holds a file that no backup of Canopy has: {:?}", entry.name);
            }
        }
        if !self.files.iter().any(|entry| entry.name == DUMP) {
            bail!("the backup holds no database");
        }
        Ok(())
    }
}

/// The dump, keys, and tokens; nothing that could lead out of the folder.
fn may_be_there(name: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
    };
    let parts: Vec<&str> = name.split('/').collect();
    match parts.as_slice() {
        [DUMP] => true,
        ["secrets", file] => plain(file),
        ["keys", role, file] => plain(role) && plain(file),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        let known = |service: &kit::Service| {
            let (common, own) = kit::db::migrations(service);
            Applied { common: common.into_iter().collect(), own: own.into_iter().collect() }
        };
        let with_tables = SERVICES.iter().filter(|service| service.migrator.is_some());
        let schemas = with_tables.map(|service| (service.name.to_owned(), known(service))).collect();
        let mut manifest = Manifest::of(OffsetDateTime::UNIX_EPOCH, 15, schemas);
        manifest.files.push(Entry { name: DUMP.into(), bytes: 0, sha256: String::new() });
        manifest
    }

    #[test]
    fn what_a_newer_version_wrote_is_refused_with_both_versions() {
        manifest().check().unwrap();
        let mut newer = manifest();
        newer.canopy = "9.9.9".into();
        newer.schemas.get_mut("tasks").unwrap().own.push(29_990_101_000_001);
        let said = newer.check().unwrap_err().to_string();
        assert!(said.contains("newer Canopy (9.9.9, this one is 0."), "{said}");
        let mut newer = manifest();
        newer.schemas.insert("billing".into(), Applied::default());
        assert!(newer.check().is_err());
        let mut newer = manifest();
        newer.format += 1;
        assert!(newer.check().is_err());
        let mut older = manifest();
        older.schemas.get_mut("tasks").unwrap().own.pop();
        older.check().unwrap();
    }

    #[test]
    fn nothing_in_it_leads_out_of_the_folder() {
        for name in ["keys/auth/auth.kek", "keys/canopy/users.pub", "secrets/setup-token", DUMP] {
            assert!(may_be_there(name), "{name}");
        }
        for name in ["../x", "/etc/passwd", "keys/../x", "keys/auth/../../x", "keys/auth", "postgres/data", "keys//x"] {
            assert!(!may_be_there(name), "{name}");
        }
    }
}
