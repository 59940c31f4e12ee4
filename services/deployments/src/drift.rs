//! Drift: the cluster shows something else than the revision in effect. What is kept is a summary for lists, made when
//! something moved; the fields are asked of the cluster when somebody looks.

pub mod check;
pub mod take_over;
mod told;

use crate::{App, deployment::Row};
use kit::{Context, Result, Tx};
use proto::{
    deployments as wire,
    deployments::ReleaseState,
    infrastructure::{PlannedAction, PlannedObject},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, time::Duration};
use time::OffsetDateTime;
use uuid::Uuid;

/// Names of those who changed something that are kept. Fixed: a row has no room for more.
const MANAGERS: usize = 3;
/// What moves in so long is compared once. Fixed: who edits by hand makes several changes.
const SETTLE: Duration = Duration::from_secs(1);

/// What differs. Stored as jsonb, so fields are only ever added, with a default. Times are seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drift {
    /// The revision in effect when it was found.
    pub revision: i32,
    /// Fields of objects that are there.
    pub fields: u32,
    /// Objects that are not there.
    pub missing: u32,
    /// Objects of the release that the revision has not.
    pub surplus: u32,
    /// Who changed it, the last one first; nobody where that is not known.
    pub managers: Vec<String>,
    /// When the last of it was changed; when it was found, where that is not known.
    pub changed_at: i64,
    /// When it was found.
    pub found_at: i64,
    /// Of which fields and objects history was told; `None`: an earlier version found it.
    #[serde(default)]
    pub told: Option<Vec<u32>>,
}

impl Drift {
    /// Of what putting right would do; `None`: nothing differs.
    #[must_use]
    pub fn of(objects: &[PlannedObject], revision: i32, now: OffsetDateTime) -> Option<Self> {
        let (mut fields, mut missing, mut surplus) = (0, 0, 0);
        let mut hands: BTreeMap<&str, i64> = BTreeMap::new();
        for object in objects {
            match object.action() {
                PlannedAction::Create => missing += 1,
                PlannedAction::Delete => surplus += 1,
                // one that the cluster refuses to be compared differs, too
                PlannedAction::Change => fields += u32::try_from(object.fields.len().max(1)).unwrap_or(u32::MAX),
                PlannedAction::None | PlannedAction::Unspecified => {}
            }
            for field in object.fields.iter().filter(|field| !field.manager.is_empty()) {
                let at = field.changed_at.as_ref().map_or(0, |at| at.seconds);
                let last = hands.entry(&field.manager).or_insert(at);
                *last = (*last).max(at);
            }
        }
        if fields + missing + surplus == 0 {
            return None;
        }
        let found_at = now.unix_timestamp();
        let mut hands: Vec<(&str, i64)> = hands.into_iter().collect();
        hands.sort_by_key(|(name, at)| (std::cmp::Reverse(*at), *name));
        let changed_at = hands.first().map_or(found_at, |(_, at)| if *at > 0 { *at } else { found_at });
        let managers = hands.into_iter().take(MANAGERS).map(|(name, _)| name.to_owned()).collect();
        let told = Some(told::marks(objects));
        Some(Self { revision, fields, missing, surplus, managers, changed_at, found_at, told })
    }

    /// The same, found when the earlier one was; with the time of its change where that is not known.
    #[must_use]
    fn since(mut self, earlier: Option<&Self>) -> Self {
        if let Some(earlier) = earlier {
            if self.changed_at == self.found_at && self.managers.is_empty() {
                self.changed_at = earlier.changed_at;
            }
            self.found_at = earlier.found_at;
        }
        self
    }

    fn shown(&self) -> wire::Drift {
        let stamp = |seconds| Some(prost_types::Timestamp { seconds, nanos: 0 });
        wire::Drift {
            revision: self.revision,
            fields: self.fields,
            missing: self.missing,
            surplus: self.surplus,
            managers: self.managers.clone(),
            changed_at: stamp(self.changed_at),
            found_at: stamp(self.found_at),
        }
    }
}

impl Row {
    /// What is shown of its drift: nothing of another revision's, nor of a site that is to go.
    #[must_use]
    pub fn drift_shown(&self) -> Option<wire::Drift> {
        let of_effect =
            |drift: &&Drift| Some(drift.revision) == self.effective && self.effective == Some(self.revision);
        self.drift.as_ref().filter(of_effect).filter(|_| !self.to_be_deleted).map(Drift::shown)
    }
}

/// Has a deployment compared with its cluster as soon as no task is at work on it.
///
/// # Errors
/// Those of the database.
pub async fn due(cx: &Context, tx: &mut Tx, deployment: Uuid) -> Result<()> {
    sqlx::query!(
        "insert into deployments.drift_check (deployment_id, due) values ($1, $2)
         on conflict (deployment_id) do update set due = excluded.due, failures = 0",
        deployment,
        cx.clock.now()
    )
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Nothing is compared any more, and nothing differs.
///
/// # Errors
/// Those of the database.
pub async fn forget(tx: &mut Tx, deployment: Uuid) -> Result<()> {
    sqlx::query!("delete from deployments.drift_check where deployment_id = $1", deployment).execute(tx.conn()).await?;
    Ok(())
}

/// Takes in what the objects of releases are now, on this cluster: those that moved are compared soon.
///
/// # Errors
/// Those of the database.
pub async fn moved(app: &App, states: &[ReleaseState], cluster: Option<Uuid>) -> Result<()> {
    // ordered by id, so that two batches lock in the same order
    let latest: BTreeMap<Uuid, &str> =
        states.iter().filter_map(|state| Some((Uuid::try_parse(&state.deployment_id).ok()?, &*state.state))).collect();
    if latest.is_empty() {
        return Ok(());
    }
    let (ids, states): (Vec<Uuid>, Vec<String>) =
        latest.into_iter().map(|(id, state)| (id, kit::text::cut(&state.replace('\0', ""), 200))).unzip();
    let moved = sqlx::query!(
        "insert into deployments.drift_check as c (deployment_id, state, due)
         select d.id, g.state, $3 from unnest($1::uuid[], $2::text[]) g (id, state)
         join deployments.deployment d on d.id = g.id and d.gone_at is null and ($4::uuid is null or d.cluster_id = $4)
         order by d.id
         on conflict (deployment_id) do update set state = excluded.state, due = coalesce(c.due, excluded.due)
         where c.state <> excluded.state",
        &ids,
        &states,
        app.cx.clock.now() + SETTLE,
        cluster
    )
    .execute(&app.cx.db)
    .await?;
    if moved.rows_affected() > 0 {
        app.moved.notify_one();
    }
    Ok(())
}

/// Makes the task at work on a locked row one that takes back what others changed by hand.
///
/// # Errors
/// Those of the database.
pub async fn take_back(tx: &mut Tx, deployment: Uuid) -> Result<()> {
    sqlx::query!("update deployments.deployment set taking_back = current_task where id = $1", deployment)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Whether the task takes back what others changed by hand.
///
/// # Errors
/// Those of the database.
pub async fn takes_back(db: &mut sqlx::PgConnection, deployment: Uuid, task: Uuid) -> Result<bool> {
    let found = sqlx::query_scalar!(
        "select 1 from deployments.deployment where id = $1 and taking_back = $2",
        deployment,
        task
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::infrastructure::PlannedField;

    fn object(action: PlannedAction, fields: &[(&str, i64)]) -> PlannedObject {
        let field = |(manager, seconds): &(&str, i64)| PlannedField {
            manager: (*manager).to_owned(),
            changed_at: Some(prost_types::Timestamp { seconds: *seconds, nanos: 0 }),
            ..PlannedField::default()
        };
        PlannedObject { action: action.into(), fields: fields.iter().map(field).collect(), ..PlannedObject::default() }
    }

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(seconds).expect("a time")
    }

    #[test]
    fn a_summary_counts_what_differs_and_names_the_last_who_changed_it() {
        let objects = [
            object(PlannedAction::None, &[]),
            object(PlannedAction::Change, &[("kubectl-edit", 500), ("a", 100), ("b", 200), ("c", 300), ("", 0)]),
            object(PlannedAction::Create, &[]),
            object(PlannedAction::Delete, &[]),
            object(PlannedAction::Change, &[]),
        ];
        let drift = Drift::of(&objects, 7, at(1000)).expect("something differs");
        assert_eq!((drift.revision, drift.fields, drift.missing, drift.surplus), (7, 6, 1, 1));
        assert_eq!(
            (drift.managers.join(" "), drift.changed_at, drift.found_at),
            ("kubectl-edit c b".into(), 500, 1000)
        );
        assert_eq!(Drift::of(&objects[..1], 7, at(1000)), None);
    }

    #[test]
    fn what_is_found_again_keeps_its_times() {
        let gone = [object(PlannedAction::Create, &[])];
        let first = Drift::of(&gone, 7, at(1000)).expect("something is missing");
        let again = Drift::of(&gone, 7, at(2000)).expect("something is missing").since(Some(&first));
        assert_eq!(again, first, "nothing has to be told");
        let edited = [object(PlannedAction::Change, &[("kubectl-edit", 1500)])];
        let edited = Drift::of(&edited, 7, at(2000)).expect("a field").since(Some(&first));
        assert_eq!((edited.changed_at, edited.found_at), (1500, 1000));
    }
}
