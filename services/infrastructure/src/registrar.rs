//! Who may register datacenters and clusters: an admin, and `canopy up` at its start.

use access::Caller;
use kit::{Error, Result, message};
use uuid::Uuid;

/// Proof of the right to register.
#[derive(Debug, Clone, Copy)]
pub enum Registrar {
    /// A global admin, by id.
    Admin(Uuid),
    /// The supervisor: what it registers again is found by name, not refused.
    Canopy,
}

impl Registrar {
    /// Judges the caller.
    ///
    /// # Errors
    /// `Forbidden`.
    pub fn of(caller: &Caller) -> Result<Self> {
        match caller.service() {
            Some("canopy") => Ok(Self::Canopy),
            Some(_) => Err(Error::forbidden(message!(MAY_NOT_REGISTER))),
            None => {
                caller.admin()?;
                Ok(Self::Admin(caller.user()?.id))
            }
        }
    }
}
