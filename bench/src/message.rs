//! What goes between the two processes.

use serde::Serialize;
use serde_json::value::RawValue;

/// Path of the call that reads one deployment.
pub const DEPLOYMENT: &str = "/bare.Reads/Deployment";
/// Path of the call that reads the newest deployments.
pub const DEPLOYMENTS: &str = "/bare.Reads/Deployments";
/// Path of the call that reads the newest tasks.
pub const TASKS: &str = "/bare.Reads/Tasks";
/// Path of the call that reads the newest events.
pub const EVENTS: &str = "/bare.Reads/Events";

/// Which one.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Get {
    #[prost(string, tag = "1")]
    pub id: String,
}

/// How many.
#[derive(Clone, PartialEq, prost::Message)]
pub struct List {
    #[prost(int64, tag = "1")]
    pub limit: i64,
}

/// As much as Canopy tells of a deployment.
#[derive(Clone, PartialEq, prost::Message, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deployment {
    #[prost(string, tag = "1")]
    pub id: String,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(string, tag = "3")]
    pub description: String,
    #[prost(string, tag = "4")]
    pub status: String,
    #[prost(string, tag = "5")]
    pub r#type: String,
    #[prost(string, tag = "6")]
    pub cluster_id: String,
    #[prost(string, tag = "7")]
    pub location: String,
    #[prost(string, tag = "8")]
    pub team_id: String,
    #[prost(string, tag = "9")]
    pub release_name: String,
    #[prost(string, tag = "10")]
    pub error_log: String,
    #[prost(string, tag = "11")]
    pub last_task: String,
    #[prost(string, tag = "12")]
    pub task_kind: String,
    #[prost(string, tag = "13")]
    pub cpu: String,
    #[prost(string, tag = "14")]
    pub memory: String,
    #[prost(string, tag = "15")]
    pub storage: String,
    #[prost(string, tag = "16")]
    pub created_by: String,
    #[prost(string, tag = "17")]
    pub created_at: String,
    #[prost(string, tag = "18")]
    pub updated_at: String,
    #[prost(int32, tag = "19")]
    pub revision: i32,
    #[prost(int64, tag = "20")]
    pub version: i64,
    #[prost(string, tag = "21")]
    #[serde(serialize_with = "as_json")]
    pub spec: String,
    #[prost(string, tag = "22")]
    pub cluster_name: String,
    #[prost(string, tag = "23")]
    pub team_name: String,
    #[prost(string, optional, tag = "24")]
    pub current_task: Option<String>,
    #[prost(int32, optional, tag = "25")]
    pub effective_revision: Option<i32>,
    #[prost(string, optional, tag = "26")]
    pub last_result: Option<String>,
    #[prost(string, tag = "27")]
    pub task_at: String,
    #[prost(string, tag = "28")]
    #[serde(serialize_with = "as_json")]
    pub task_origin: String,
    #[prost(string, repeated, tag = "29")]
    pub secrets: Vec<String>,
    #[prost(string, tag = "30")]
    #[serde(serialize_with = "as_json")]
    pub drift: String,
    #[prost(string, tag = "31")]
    #[serde(serialize_with = "as_json")]
    pub reach: String,
}

/// As much as Canopy tells of a task in a list.
#[derive(Clone, PartialEq, prost::Message, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    #[prost(string, tag = "1")]
    pub id: String,
    #[prost(string, tag = "2")]
    pub kind: String,
    #[prost(string, tag = "3")]
    pub status: String,
    #[prost(string, tag = "4")]
    pub deployment_id: String,
    #[prost(string, tag = "5")]
    pub deployment_name: String,
    #[prost(string, tag = "6")]
    pub team_id: String,
    #[prost(string, tag = "7")]
    pub team_name: String,
    #[prost(string, tag = "8")]
    pub cluster_id: String,
    #[prost(string, tag = "9")]
    pub cluster_name: String,
    #[prost(string, tag = "10")]
    #[serde(serialize_with = "as_json")]
    pub params: String,
    #[prost(int32, tag = "11")]
    pub revision: i32,
    #[prost(int32, tag = "12")]
    pub attempt: i32,
    #[prost(bool, tag = "13")]
    pub cancel_requested: bool,
    #[prost(string, tag = "14")]
    pub actor_name: String,
    #[prost(string, tag = "15")]
    pub error: String,
    #[prost(string, tag = "16")]
    pub created_at: String,
    #[prost(string, tag = "17")]
    pub updated_at: String,
    #[prost(string, tag = "18")]
    pub started_at: String,
    #[prost(string, tag = "19")]
    pub finished_at: String,
    #[prost(message, repeated, tag = "20")]
    pub steps: Vec<Step>,
}

/// As much as Canopy tells of a step.
#[derive(Clone, PartialEq, prost::Message, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(string, tag = "2")]
    pub title: String,
    #[prost(string, tag = "3")]
    pub status: String,
    #[prost(string, tag = "4")]
    pub started_at: String,
    #[prost(string, tag = "5")]
    pub finished_at: String,
    #[prost(string, tag = "6")]
    pub message: String,
    #[prost(string, tag = "7")]
    #[serde(serialize_with = "as_json")]
    pub said: String,
}

/// As much as Canopy tells of an event.
#[derive(Clone, PartialEq, prost::Message, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    #[prost(string, tag = "1")]
    pub id: String,
    #[prost(string, tag = "2")]
    pub r#type: String,
    #[prost(string, tag = "3")]
    pub message: String,
    #[prost(string, tag = "4")]
    pub reason: String,
    #[prost(string, tag = "5")]
    pub component: String,
    #[prost(string, tag = "6")]
    pub host: String,
    #[prost(string, tag = "7")]
    pub namespace: String,
    #[prost(int32, tag = "8")]
    pub count: i32,
    #[prost(string, tag = "9")]
    pub deployment_name: String,
    #[prost(string, tag = "10")]
    pub cluster_name: String,
    #[prost(string, tag = "11")]
    pub team_name: String,
    #[prost(string, tag = "12")]
    pub actor_name: String,
    #[prost(string, tag = "13")]
    pub created_at: String,
    #[prost(string, tag = "14")]
    pub first_seen: String,
    #[prost(string, tag = "15")]
    pub last_seen: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Deployments {
    #[prost(message, repeated, tag = "1")]
    pub deployments: Vec<Deployment>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Tasks {
    #[prost(message, repeated, tag = "1")]
    pub tasks: Vec<Task>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Events {
    #[prost(message, repeated, tag = "1")]
    pub events: Vec<Event>,
}

fn as_json<S: serde::Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    serde_json::from_str::<&RawValue>(text).map_err(serde::ser::Error::custom)?.serialize(to)
}
