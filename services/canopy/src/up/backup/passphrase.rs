//! The passphrase of a backup: from a file, from the environment or typed; never from an argument, which everybody on the
//! machine could read.

use crate::up::{environment, typed};
use age::secrecy::SecretString;
use anyhow::{Context as _, bail};
use std::{io::IsTerminal as _, path::PathBuf};
use zeroize::Zeroizing;

/// Characters at least.
const SHORTEST: usize = 12;

/// Where it comes from.
#[derive(Clone, clap::Args)]
pub struct PassphraseArgs {
    /// File whose first line is the passphrase [default: the variable CANOPY_BACKUP_PASSPHRASE, else it is asked for]
    #[arg(long, env = "CANOPY_BACKUP_PASSPHRASE_FILE")]
    pub passphrase_file: Option<PathBuf>,
}

impl PassphraseArgs {
    /// One for a backup that will be made: long enough, and typed twice where it is typed.
    ///
    /// # Errors
    /// One sentence.
    pub fn fresh(&self) -> anyhow::Result<SecretString> {
        let told = match self.told()? {
            Some(told) => told,
            None => {
                let first = typed::secret("Passphrase of the backup: ")?;
                if *first != *typed::secret("Once more: ")? {
                    bail!("the two passphrases differ");
                }
                first
            }
        };
        if told.chars().count() < SHORTEST {
            bail!("the passphrase of a backup has at least {SHORTEST} characters");
        }
        Ok(SecretString::from(told.as_str()))
    }

    /// The one of a backup that exists.
    ///
    /// # Errors
    /// One sentence.
    pub fn known(&self) -> anyhow::Result<SecretString> {
        let told = match self.told()? {
            Some(told) => told,
            None => typed::secret("Passphrase of the backup: ")?,
        };
        Ok(SecretString::from(told.as_str()))
    }

    /// From the file or the environment; `None` when somebody can type it.
    fn told(&self) -> anyhow::Result<Option<Zeroizing<String>>> {
        let told = match &self.passphrase_file {
            Some(file) => {
                let text = std::fs::read_to_string(file)
                    .with_context(|| format!("the passphrase's file {} cannot be read", file.display()))?;
                Some(Zeroizing::new(text))
            }
            None => environment::variable("CANOPY_BACKUP_PASSPHRASE")
                .map(|text| text.into_string().map(Zeroizing::new))
                .transpose()
                .map_err(|_| anyhow::anyhow!("CANOPY_BACKUP_PASSPHRASE is no text"))?,
        };
        let Some(told) = told else {
            if std::io::stdin().is_terminal() {
                return Ok(None);
            }
            bail!("the backup's passphrase is missing: name its file with --passphrase-file");
        };
        let line = Zeroizing::new(told.lines().next().unwrap_or_default().to_owned());
        if line.is_empty() {
            bail!("the backup's passphrase is empty");
        }
        Ok(Some(line))
    }
}
