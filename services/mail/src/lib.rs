//! Letters to people: written in the receiver's language, queued in the database of the role that writes them, in the
//! transaction of what they tell, and delivered by SMTP at least once, never on the way of a call.
//!
//! A role that sends letters has the table `mail` in its schema and runs [`deliver`]. Without an SMTP server nothing is
//! queued: whoever asked gets the link, to be passed on.

mod deliver;
mod letter;
mod queue;
mod settings;
#[cfg(feature = "testing")]
pub mod testing;

pub use deliver::deliver;
pub use letter::{Letter, Reason};
pub use queue::Mailer;
pub use settings::Options;
