//! PostgreSQL's own programs: `pg_dump` writes all schemas as they were at one moment, while everybody goes on writing;
//! `pg_restore` reads that.

use crate::{
    SERVICES,
    up::{environment, postgres, reach::Reach},
};
use anyhow::{Context as _, bail};
use std::{
    fs::File,
    path::{Path, PathBuf},
    process::Stdio,
};
use tokio::process::Command;

/// Where both programs are.
pub struct Tools {
    bin: PathBuf,
}

impl Tools {
    /// Programs that are not older than a server of this major version: in the folder that was told, beside the server's
    /// own, on the PATH, or where Debian puts them.
    ///
    /// # Errors
    /// One sentence that says what to install or name.
    pub fn find(told: Option<&Path>, server: u32) -> anyhow::Result<Self> {
        let mut older = None;
        for bin in told.map(Path::to_owned).into_iter().chain(postgres::folders()) {
            match version(&bin) {
                Some(version) if version >= server && bin.join("pg_restore").exists() => return Ok(Self { bin }),
                Some(version) => older = older.max(Some(version)),
                None => {}
            }
        }
        match older {
            Some(older) => bail!(
                "the pg_dump and pg_restore that were found are those of PostgreSQL {older}, older than the server ({server}): \
                 name a folder with newer ones with --postgres-bin"
            ),
            None => bail!(
                "pg_dump and pg_restore were not found: install the clients of PostgreSQL {server} (Debian: postgresql-client), \
                 or name the folder with --postgres-bin"
            ),
        }
    }

    /// Writes all schemas into a file, as a snapshot has them that another transaction holds open.
    ///
    /// # Errors
    /// What pg_dump said.
    pub async fn dump(&self, reach: &Reach, snapshot: &str, into: &File) -> anyhow::Result<()> {
        let mut command = self.command("pg_dump", reach);
        command.args(["--format=custom", "--no-password"]).arg(format!("--snapshot={snapshot}"));
        for service in SERVICES.iter().filter(|service| service.migrator.is_some()) {
            command.arg(format!("--schema={}", service.name));
        }
        command.stdout(into.try_clone()?);
        finished("the database could not be written", command).await
    }

    /// Reads a dump into a database without these schemas, all or nothing.
    ///
    /// # Errors
    /// What pg_restore said.
    pub async fn load(&self, reach: &Reach, from: &Path) -> anyhow::Result<()> {
        let mut command = self.command("pg_restore", reach);
        command.args(["--exit-on-error", "--single-transaction", "--no-password"]);
        command.arg(from).stdout(Stdio::null());
        finished("the database could not be restored", command).await
    }

    /// `--dbname` with an address, the password in the environment, and nothing of ours that would lead elsewhere.
    fn command(&self, program: &str, reach: &Reach) -> Command {
        let mut command = Command::new(self.bin.join(program));
        command
            .env_clear()
            .envs(environment::all().filter(|(name, _)| matches!(name.as_str(), "PATH" | "HOME" | "TMPDIR")));
        command.env("LC_ALL", "C").env("PGAPPNAME", "canopy-backup").env("PGPASSWORD", reach.password.as_str());
        command.arg(format!("--dbname={}", reach.url));
        command.stdin(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        command
    }
}

/// Major version of the pg_dump in a folder.
fn version(bin: &Path) -> Option<u32> {
    let program = bin.join("pg_dump");
    if !program.exists() {
        return None;
    }
    let output = std::process::Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split_whitespace().find_map(|word| word.split('.').next()?.parse().ok())
}

async fn finished(what: &str, mut command: Command) -> anyhow::Result<()> {
    let child = command.spawn().with_context(|| format!("{what}: PostgreSQL's programs cannot be run"))?;
    let output = child.wait_with_output().await?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // the first line says what is wrong, later ones what was being done
    let line = said.lines().find(|line| line.contains("error")).or_else(|| said.lines().next());
    bail!("{what}: {}", line.unwrap_or("it said nothing"))
}
