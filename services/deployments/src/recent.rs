//! Deployments as they were shown last. A list mostly shows what it has just shown: so it asks the database which deployments are on
//! its page and in which state they are, and reads those whose state is another one. One deployment alone is answered the same way.

use crate::{
    deployment::{self, Row},
    read,
};
use kit::{Context, Result};
use proto::deployments as wire;
use sqlx::PgConnection;
use std::{collections::HashMap, sync::Arc, time::Duration};
use uuid::Uuid;

/// So many are remembered, of about 3 KB each. Fixed: pages that people look at, and no more memory than a connection to the database takes.
const REMEMBERED: u64 = 1_000;
/// So long. Fixed: a database that has lost its newest transactions (a standby took over) gives their numbers to others.
const FRESH: Duration = Duration::from_secs(60);
/// A page of more is read as a whole. Fixed: it is a program's, and would push out what people look at.
const PAGE: usize = 100;

/// Which state of a deployment it is: the numbers of the transactions that wrote its row and the two beside it (PostgreSQL's `xmin` of
/// `deployment`, `reach` and `elsewhere`; 0 where there is no row). Whatever changes one of them makes it another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(pub i64, pub i64, pub i64);

/// A deployment on a page, of which nothing else is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed {
    pub(crate) id: Uuid,
    pub(crate) team: Uuid,
    pub(crate) stamp: Stamp,
}

/// [`Listed`] as a record of the database.
pub(crate) type ListedRecord = (Uuid, Uuid, i64, i64, i64);

impl From<ListedRecord> for Listed {
    fn from((id, team, row, reach, elsewhere): ListedRecord) -> Self {
        Self { id, team, stamp: Stamp(row, reach, elsewhere) }
    }
}

#[derive(Clone)]
struct Shown {
    stamp: Stamp,
    deployment: Arc<wire::Deployment>,
}

/// By id, and whether it is the reduced form. Cheap to clone.
#[derive(Clone)]
pub struct Recent(moka::sync::Cache<(Uuid, bool), Shown>);

impl Default for Recent {
    fn default() -> Self {
        Self(moka::sync::Cache::builder().max_capacity(REMEMBERED).time_to_live(FRESH).build())
    }
}

impl Recent {
    /// The wire's form of a page, in its order. `reduced`: of a team that the caller only oversees. Ones that went away since and ones
    /// that cannot be read are left out.
    ///
    /// # Errors
    /// Those of the database.
    pub(crate) async fn shown(
        &self,
        cx: &Context,
        db: &mut PgConnection,
        page: &[Listed],
        reduced: impl Fn(Uuid) -> bool,
    ) -> Result<Vec<wire::Deployment>> {
        let few = page.len() <= PAGE;
        let known = |listed: &Listed| self.known(*listed, reduced(listed.team));
        let mut shown: Vec<_> = page.iter().map(|listed| few.then(|| known(listed)).flatten()).collect();
        let unknown: HashMap<Uuid, usize> = page
            .iter()
            .enumerate()
            .filter(|(place, _)| shown[*place].is_none())
            .map(|(place, listed)| (listed.id, place))
            .collect();
        if !unknown.is_empty() {
            let ids: Vec<Uuid> = unknown.keys().copied().collect();
            for row in deployment::load_readable(cx, db, &ids).await? {
                let reduced = reduced(row.team_id);
                let deployment = Arc::new(row.shown(reduced));
                if few {
                    self.remember(&row, reduced, &deployment);
                }
                shown[unknown[&row.id]] = Some(deployment);
            }
        }
        Ok(shown.into_iter().flatten().map(Arc::unwrap_or_clone).collect())
    }

    /// The wire's form of one deployment; `None` when it went away since. `reduced`: as for [`Recent::shown`].
    ///
    /// # Errors
    /// Those of the database, and for a row that cannot be read.
    pub(crate) async fn one(
        &self,
        db: &mut PgConnection,
        listed: Listed,
        reduced: bool,
    ) -> Result<Option<wire::Deployment>> {
        if let Some(deployment) = self.known(listed, reduced) {
            return Ok(Some(Arc::unwrap_or_clone(deployment)));
        }
        let found = read::load_one(db, listed.id).await?.filter(|row| row.team_id == listed.team);
        let Some(row) = found else { return Ok(None) };
        let deployment = Arc::new(row.shown(reduced));
        self.remember(&row, reduced, &deployment);
        Ok(Some(Arc::unwrap_or_clone(deployment)))
    }

    fn known(&self, listed: Listed, reduced: bool) -> Option<Arc<wire::Deployment>> {
        let Shown { stamp, deployment } = self.0.get(&(listed.id, reduced))?;
        (stamp == listed.stamp).then_some(deployment)
    }

    fn remember(&self, row: &Row, reduced: bool, deployment: &Arc<wire::Deployment>) {
        self.0.insert((row.id, reduced), Shown { stamp: row.stamp, deployment: deployment.clone() });
    }
}
