//! `canopy admin`: what must be possible for whoever has the data folder, even when nobody can sign in any more.

use super::{
    environment,
    folder::Folder,
    installation::InstallationArgs,
    keys,
    ports::Ports,
    register::Control,
    rotate_keys::RotateKeys,
    supervisor::{Program, Supervisor},
    typed,
};
use anyhow::Context as _;
use kit::{Ids as _, ids::SystemIds};
use std::{
    collections::BTreeMap,
    io::Write as _,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    time::Duration,
};
use zeroize::Zeroizing;

/// What to do.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Give an account a new password and end its sessions; works whether Canopy is running or not
    ResetPassword(Reset),
    /// Give every role new keys, that sign and that seal, and seal everything anew; works whether Canopy is running or not
    RotateKeys(RotateKeys),
}

#[derive(clap::Args)]
struct Reset {
    /// E-mail address of the account
    email: String,
    /// Read the new password from standard input instead of making one up
    #[arg(long)]
    typed: bool,
    /// Take the account's two-factor authentication away, too
    #[arg(long)]
    remove_two_factor: bool,
    #[command(flatten)]
    installation: InstallationArgs,
}

/// Does it.
pub fn run(options: Options) -> anyhow::Result<()> {
    // One thread, as `up`: what is started is bound to it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let reset = match options.command {
        Command::ResetPassword(reset) => reset,
        Command::RotateKeys(rotation) => return runtime.block_on(rotation.run()),
    };
    let password = if reset.typed { typed::secret("New password: ")? } else { Zeroizing::new(SystemIds.token()) };
    let ended = runtime.block_on(reset.run(&password))?;
    let mut out = std::io::stdout().lock();
    if !reset.typed {
        writeln!(out, "New password of {}: {}", reset.email, *password)?;
    }
    writeln!(out, "Sessions ended: {ended}")?;
    Ok(())
}

impl Reset {
    async fn run(&self, password: &str) -> anyhow::Result<u32> {
        match Folder::in_use(self.installation.data.clone())? {
            Some(root) => {
                let control = Control::load(&root.join("keys/canopy"))?;
                control.reset_password(address_of("auth", &root)?, &self.email, password, self.remove_two_factor).await
            }
            None => self.offline(password).await,
        }
    }

    /// Starts the database and auth for this one call.
    async fn offline(&self, password: &str) -> anyhow::Result<u32> {
        let folder = Folder::open(self.installation.data.clone())?;
        keys::prepare(&folder, &SystemIds)?;
        let mut ports = Ports::load(&folder, true).await;
        let mut supervisor = Supervisor::default();
        let outcome = tokio::select! {
            outcome = self.with_auth(&folder, &mut ports, &mut supervisor, password) => outcome,
            () = tokio::time::sleep(Duration::from_secs(120)) => Err(anyhow::anyhow!("auth did not start within two minutes")),
        };
        supervisor.stop().await;
        outcome
    }

    async fn with_auth(
        &self,
        folder: &Folder,
        ports: &mut Ports,
        supervisor: &mut Supervisor,
        password: &str,
    ) -> anyhow::Result<u32> {
        let database = self.installation.database(folder, ports, supervisor).await?;
        let urls = database.prepare(&[auth::SERVICE]).await?;
        let url = urls.get("auth").context("auth has no database")?;
        let listen = ports.of("auth")?;
        let mut environment: BTreeMap<String, String> =
            environment::all().filter(|(name, _)| matches!(name.as_str(), "PATH" | "HOME" | "LANG" | "TZ")).collect();
        environment.insert("CANOPY_LISTEN".into(), format!("auth={listen}"));
        environment.insert("CANOPY_DATABASES".into(), format!("auth={url}"));
        environment.insert("CANOPY_KEYS".into(), folder.keys("auth").display().to_string());
        supervisor.start(Program::role("auth", environment, folder)?)?;
        let control = Control::load(&folder.keys("canopy"))?;
        while tokio::net::TcpStream::connect(listen).await.is_err() {
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        control.reset_password(listen, &self.email, password, self.remove_two_factor).await
    }
}

/// Where a role or server of the running installation listens.
pub fn address_of(role: &str, root: &Path) -> anyhow::Result<SocketAddr> {
    let file = root.join("ports.json");
    let text = std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let ports: BTreeMap<String, u16> = serde_json::from_slice(&text).context("ports.json is broken")?;
    let port = ports.get(role).with_context(|| format!("ports.json names no {role}"))?;
    Ok((Ipv4Addr::LOCALHOST, *port).into())
}
