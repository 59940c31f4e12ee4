//! A deployment as the wire has it.

use crate::{
    deployment::Row,
    elsewhere::Elsewhere,
    secrets::{APP_PASS, DATABASE_PASS, DATABASE_ROOT_PASS},
};
use kit::{Message, clock::stamp};
use proto::deployments as wire;

impl Row {
    /// The wire's form. `reduced` is for those who oversee other people's teams: no account names.
    #[must_use]
    pub fn shown(&self, reduced: bool) -> wire::Deployment {
        let problem = self.problem();
        let has = |name: &str| self.secrets.iter().any(|set| set == name);
        wire::Deployment {
            id: self.id.to_string(),
            name: self.name.clone(),
            description: self.description.clone(),
            status: status_of_word(&self.status).into(),
            r#type: type_of_word(&self.application).into(),
            cluster_id: self.cluster_id.to_string(),
            location: self.location.clone(),
            team_id: self.team_id.to_string(),
            team_name: self.team_name.clone(),
            cluster_name: self.cluster_name.clone(),
            spec: Some(self.spec.shown(reduced)),
            said: problem.as_ref().map(Message::packed).unwrap_or_default(),
            error_log: problem.map(|problem| problem.to_string()).unwrap_or_default(),
            deleting: self.to_be_deleted && self.current_task.is_some(),
            current_task: self.current_task.map(|task| task.to_string()).unwrap_or_default(),
            last_task: self.last_task.to_string(),
            release_name: self.release_name.clone(),
            namespace: self.release_name.clone(),
            revision: self.revision,
            has_app_pass: has(APP_PASS),
            has_database_pass: has(DATABASE_PASS),
            has_database_root_pass: has(DATABASE_ROOT_PASS),
            created_by: self.created_by.to_string(),
            created_at: Some(stamp(self.created_at)),
            updated_at: Some(stamp(self.updated_at)),
            version: self.version,
            drift: self.drift_shown().filter(|_| !reduced),
            effective_revision: self.effective.unwrap_or_default(),
            operation: self.task_kind.word().to_owned(),
            last_change: Some(wire::LastChange {
                at: Some(stamp(self.task_at)),
                actor_id: self.task_origin.user.as_ref().map(|user| user.id.to_string()).unwrap_or_default(),
                actor_name: self.task_origin.actor_name().to_owned(),
            }),
            last_result: self.last_result.clone().unwrap_or_default(),
            actions: self.verbs().into_iter().map(|(verb, answer)| (verb.to_owned(), action(answer))).collect(),
            reach: Some(self.reach_shown()),
            elsewhere: self.elsewhere.as_ref().map(Elsewhere::shown),
            resources: Some(wire::Resources {
                cpu: self.cpu.clone(),
                memory: self.memory.clone(),
                storage: self.storage.clone(),
            }),
        }
    }

    /// Why the last change failed, or else why the site does not serve.
    fn problem(&self) -> Option<Message> {
        let failed = self.last_result.as_deref().is_some_and(|result| result != "succeeded");
        let (said, sentence) = match (failed, self.status.as_str()) {
            (true, _) => (self.error_said.as_ref(), &self.error_log),
            (false, "failed") => (self.observation_said.as_ref(), &self.observation),
            (false, _) => return None,
        };
        (!sentence.is_empty()).then(|| Message::beside(said, sentence))
    }
}

fn action(answer: kit::Result<()>) -> wire::Action {
    match answer {
        Ok(()) => wire::Action::default(),
        Err(refusal) => {
            let message = refusal.message();
            wire::Action {
                reason: message.reason().to_owned(),
                params: message.params_json(),
                message: message.to_string(),
            }
        }
    }
}

/// The word in the database; `None` for no filter.
#[must_use]
pub fn word_of_status(status: i32) -> Option<&'static str> {
    match wire::DeploymentStatus::try_from(status).unwrap_or_default() {
        wire::DeploymentStatus::Unspecified => None,
        wire::DeploymentStatus::Pending => Some("pending"),
        wire::DeploymentStatus::Running => Some("running"),
        wire::DeploymentStatus::Failed => Some("failed"),
        wire::DeploymentStatus::Stopped => Some("stopped"),
    }
}

fn status_of_word(word: &str) -> wire::DeploymentStatus {
    match word {
        "pending" => wire::DeploymentStatus::Pending,
        "running" => wire::DeploymentStatus::Running,
        "failed" => wire::DeploymentStatus::Failed,
        "stopped" => wire::DeploymentStatus::Stopped,
        _ => wire::DeploymentStatus::Unspecified,
    }
}

/// The type a word names; `Unspecified` for an unknown one.
#[must_use]
pub fn type_of_word(word: &str) -> wire::DeploymentType {
    match word {
        "wordpress" => wire::DeploymentType::Wordpress,
        "laravel" => wire::DeploymentType::Laravel,
        "nodejs" => wire::DeploymentType::Nodejs,
        "orangecms" => wire::DeploymentType::Orangecms,
        _ => wire::DeploymentType::Unspecified,
    }
}
