//! Letters to people: written in the receiver's language, queued in the database of the role that writes them, in the
//! transaction of what they tell, and delivered by SMTP at least once, never on the way of a call.
//!
//! A role that sends letters has the tables `mail` and `mail_state` in its schema, runs [`deliver`] and serves [`mail`]. Without an SMTP server nothing is
//! queued: whoever asked gets the link, to be passed on.

mod attempt;
mod deliver;
mod letter;
mod queue;
mod rpc;
mod settings;
mod state;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use deliver::deliver;
pub use letter::{Letter, Reason};
pub use queue::{Handed, Mailer, SEALED};
pub use rpc::{Mail, ROWS, mail};
pub use settings::Options;
