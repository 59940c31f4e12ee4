//! The key files of all roles, and how they are rotated. A key pair has three states: the *next* one is known to everybody and not
//! used yet, the *current* one signs or seals, an *older* one is still accepted, or opens, until the time in its file's name.
//! Each role has its own private keys and everybody's public ones.

use anyhow::Context as _;
use kit::{
    Ids,
    identity::{key_pair, public_of, until, until_text},
};
use std::collections::BTreeMap;
use time::{Duration, OffsetDateTime};
use zeroize::Zeroizing;

/// For so long older keys are kept. Fixed: a session lasts seven days at most, and an answer is repeated for two.
pub const KEPT: Duration = Duration::days(8);

/// Name and content of the files of a folder.
pub type Files = BTreeMap<String, Zeroizing<Vec<u8>>>;

/// The files of each role.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct KeyFolders(pub BTreeMap<String, Files>);

/// The key pairs that a role has of its own: auth's second one signs the tokens of users.
fn pairs(role: &str) -> impl Iterator<Item = String> + use<'_> {
    [role, "users"].into_iter().filter(move |name| *name == role || role == "auth").map(str::to_owned)
}

impl KeyFolders {
    /// Makes what is missing of the current keys.
    ///
    /// # Errors
    /// When a key cannot be made, or one that is there is broken.
    pub fn complete(&mut self, ids: &dyn Ids) -> anyhow::Result<()> {
        self.make("", ids)
    }

    /// Makes the next keys; those that are there from an attempt that was cut short are taken.
    ///
    /// # Errors
    /// As [`Self::complete`].
    pub fn announce(&mut self, ids: &dyn Ids) -> anyhow::Result<()> {
        self.make("next.", ids)
    }

    /// `state`: between the name of a key and its ending.
    fn make(&mut self, state: &str, ids: &dyn Ids) -> anyhow::Result<()> {
        let mut public = Files::new();
        for (role, files) in &mut self.0 {
            for name in pairs(role) {
                let file = format!("{name}.{state}key");
                let shown = match files.get(&file) {
                    Some(private) => {
                        let text = std::str::from_utf8(private).with_context(|| format!("{file} of {role}"))?;
                        public_of(text).with_context(|| format!("{file} of {role}"))?
                    }
                    None => {
                        let (private, shown) = key_pair(ids)?;
                        files.insert(file, Zeroizing::new(private.as_bytes().to_vec()));
                        shown
                    }
                };
                public.insert(format!("{name}.{state}pub"), Zeroizing::new(shown.into_bytes()));
            }
            files.entry(format!("{role}.{state}kek")).or_insert_with(|| Zeroizing::new(ids.bytes(32)));
        }
        for files in self.0.values_mut() {
            files.extend(public.clone());
        }
        Ok(())
    }

    /// Whether everybody knows the next keys.
    pub fn is_announced(&self) -> bool {
        let public: Vec<String> =
            self.0.keys().flat_map(|role| pairs(role)).map(|name| format!("{name}.next.pub")).collect();
        self.0.iter().all(|(role, files)| {
            let private = pairs(role).map(|name| format!("{name}.next.key")).chain([format!("{role}.next.kek")]);
            private.chain(public.iter().cloned()).all(|file| files.contains_key(&file))
        })
    }

    /// Makes the next keys the current ones. Those of before are kept until `end`; with `revoke` nothing that older ones have
    /// signed is accepted any more, and older ones that seal may be removed at once.
    pub fn adopt(&mut self, now: OffsetDateTime, revoke: bool) {
        let end = if revoke { now } else { now + KEPT };
        for files in self.0.values_mut() {
            if revoke {
                files.retain(|file, _| !(file.ends_with(".pub") && end_of(file).is_some()));
            }
            let next: Vec<String> = files.keys().filter(|file| file.contains(".next.")).cloned().collect();
            for file in next {
                let Some(content) = files.remove(&file) else { continue };
                let current = file.replace(".next.", ".");
                let Some(before) = files.insert(current.clone(), content.clone()) else { continue };
                let (name, ending) = current.split_once('.').unwrap_or((&current, ""));
                let is_kept = ending == "kek" || (ending == "pub" && !revoke);
                if is_kept && before != content {
                    // another rotation may have ended in the same second
                    let mut ends =
                        (0..).map(|more| format!("{name}.{}.{ending}", until_text(end + Duration::seconds(more))));
                    let older = ends.find(|older| !files.contains_key(older));
                    files.extend(older.map(|older| (older, before)));
                }
            }
        }
    }

    /// Removes older keys whose time is over; those that seal only of roles that need none of them. Answers what was removed.
    pub fn forget(&mut self, now: OffsetDateTime, needs_none: impl Fn(&str) -> bool) -> usize {
        let mut removed = 0;
        for (role, files) in &mut self.0 {
            let before = files.len();
            files.retain(|file, _| {
                let over = end_of(file).is_some_and(|end| end <= now);
                !(over && (file.ends_with(".pub") || needs_none(role)))
            });
            removed += before - files.len();
        }
        removed
    }

    /// Until when the last of the older keys is kept; `None` where there is none.
    pub fn kept_until(&self) -> Option<OffsetDateTime> {
        self.0.values().flat_map(Files::keys).filter_map(|file| end_of(file)).max()
    }
}

/// When the time of an older key is over.
fn end_of(file: &str) -> Option<OffsetDateTime> {
    until(file.split('.').nth(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::ids::SystemIds;
    use std::collections::BTreeSet;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-28 08:00 UTC);

    fn folders() -> KeyFolders {
        let mut folders = KeyFolders(["auth", "teams"].map(|role| (role.to_owned(), Files::new())).into());
        folders.complete(&SystemIds).unwrap();
        folders
    }

    fn names(folders: &KeyFolders, role: &str) -> String {
        folders.0[role].keys().cloned().collect::<Vec<_>>().join(" ")
    }

    fn rotate(folders: &mut KeyFolders, now: OffsetDateTime, revoke: bool) {
        folders.announce(&SystemIds).unwrap();
        folders.adopt(now, revoke);
    }

    #[test]
    fn what_is_there_stays_and_what_is_missing_is_made() {
        let mut folders = folders();
        assert_eq!(names(&folders, "auth"), "auth.kek auth.key auth.pub teams.pub users.key users.pub");
        assert_eq!(names(&folders, "teams"), "auth.pub teams.kek teams.key teams.pub users.pub");
        assert_eq!(folders.0["auth"]["users.pub"], folders.0["teams"]["users.pub"]);
        let before = folders.clone();
        folders.complete(&SystemIds).unwrap();
        assert!(folders == before);
        folders.0.get_mut("auth").unwrap().retain(|file, _| !file.ends_with(".pub"));
        folders.complete(&SystemIds).unwrap();
        assert!(folders == before, "a public key is made of its private one");
    }

    #[test]
    fn everybody_knows_the_next_keys_before_they_are_used_and_the_ones_before_for_eight_days() {
        let mut folders = folders();
        let first = folders.clone();
        assert!(!folders.is_announced());
        folders.announce(&SystemIds).unwrap();
        assert!(folders.is_announced());
        let announced = folders.clone();
        for (role, files) in &first.0 {
            assert!(files.iter().all(|(file, content)| announced.0[role][file] == *content), "nothing is used yet");
        }
        folders.announce(&SystemIds).unwrap();
        assert!(folders == announced, "begun once");

        folders.adopt(NOW, false);
        let end = "20261206T080000Z";
        assert_eq!(
            names(&folders, "teams"),
            format!(
                "auth.{end}.pub auth.pub teams.{end}.kek teams.{end}.pub teams.kek teams.key teams.pub users.{end}.pub users.pub"
            )
        );
        let (old, new) = (&first.0["teams"], &folders.0["teams"]);
        for (file, older) in [("users.pub", format!("users.{end}.pub")), ("teams.kek", format!("teams.{end}.kek"))] {
            assert!(new[&older] == old[file] && new[file] != old[file], "{file}");
        }
        assert!(new["teams.key"] != old["teams.key"] && new["teams.pub"] == folders.0["auth"]["teams.pub"]);
        let private = std::str::from_utf8(&new["teams.key"]).unwrap();
        assert_eq!(public_of(private).unwrap().as_bytes(), new["teams.pub"].as_slice());
        assert_eq!(folders.kept_until(), Some(NOW + KEPT));

        assert_eq!(folders.forget(NOW + KEPT - Duration::SECOND, |_| true), 0);
        let mut sealed = folders.clone();
        assert_eq!(sealed.forget(NOW + KEPT, |role| role == "auth"), 6 + 1, "values of teams need the older key");
        assert!(names(&sealed, "teams").contains(&format!("teams.{end}.kek")));
        assert_eq!(folders.forget(NOW + KEPT, |_| true), 6 + 2);
        assert_eq!(names(&folders, "teams"), names(&first, "teams"));
        assert_eq!(folders.kept_until(), None);
    }

    #[test]
    fn two_rotations_of_one_second_lose_no_key_and_a_revocation_leaves_none_that_signed() {
        let mut folders = folders();
        let mut keys = BTreeSet::from([folders.0["teams"]["teams.kek"].to_vec()]);
        for revoke in [false, false, true, true] {
            rotate(&mut folders, NOW, revoke);
            keys.insert(folders.0["teams"]["teams.kek"].to_vec());
        }
        let there = folders.0["teams"].iter().filter(|(file, _)| file.ends_with(".kek"));
        assert_eq!(there.map(|(_, key)| key.to_vec()).collect::<BTreeSet<_>>(), keys, "what was sealed opens");
        let shown: Vec<&String> = folders.0["teams"].keys().filter(|file| file.ends_with(".pub")).collect();
        assert_eq!(shown, ["auth.pub", "teams.pub", "users.pub"]);
        folders.forget(NOW + Duration::SECOND, |_| true);
        assert_eq!(
            folders.0["teams"].keys().filter(|file| file.ends_with(".kek")).count(),
            1 + 2,
            "two have their time still"
        );
    }
}
