//! Who is calling and what they may do.
//!
//! * **Default deny**: every RPC and every REST route has a [`Row`]; a role with an uncovered RPC does not start.
//! * **Capabilities**: checks return values ([`ReadTeam`], [`WriteTeam`], [`Admin`] …) that queries take as arguments, so
//!   that a forgotten check does not compile.
//! * **The token is a handle**: session, status, role and memberships are read from auth and teams through a cache of one
//!   second ([`Access`]), so log-out, a changed role or a lost membership takes effect everywhere within about a second.
//!   When auth or teams cannot be reached, what is at most 30 s old counts; after that the answer is "unavailable", never
//!   "unauthenticated".

mod caller;
mod database;
mod dead_letters;
mod guard;
mod logs;
mod policy;
mod rights;
#[cfg(feature = "testing")]
pub mod testing;
pub mod token;

pub use caller::{
    Admin, Caller, ManageTeam, Overseer, OwnTeam, OwnTeams, Peer, PrivateTeam, ReadTeam, Readable, WriteTeam,
};
pub use database::{Database, ROWS as DATABASE, database};
pub use dead_letters::{Actor, DeadLetterAction, DeadLetters, ROWS as DEAD_LETTERS, dead_letters};
pub use guard::{Guard, guard, open};
pub use logs::{Logs, ROWS as LOGS, logs};
pub use policy::{Capability, Row, Who, admin, public, services, user};
pub use rights::{Access, Credential, Membership, Options, Role, User};

/// Header with the browser's address; counts only when the bff sends it.
pub const CLIENT_ADDRESS: &str = "x-client-address";
/// Header with the bff's statement that the user who asks is at the address of [`CLIENT_ADDRESS`]: with changes, for the history.
pub const VOUCHED_ADDRESS: &str = "x-client-address-vouched";
/// Header that says how many milliseconds ago the caller's rights were changed, with the bff's statement about them: what a cache knows from before does not
/// count, so that whoever has just made a team sees it in the next call.
pub const RIGHTS_CHANGED: &str = "x-rights-changed";
/// Header of the client's idempotency key.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
