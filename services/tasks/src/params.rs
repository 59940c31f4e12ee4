//! The shown parameters between their stored form (JSON) and the contract's (`google.protobuf.Struct`).

use prost_types::{ListValue, Struct, Value, value::Kind};
use proto::tasks as pb;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::task::{Params, Place};

/// Values nested deeper are cut off. Fixed: nothing of ours is.
const DEPTH: usize = 16;

/// For storing.
#[must_use]
pub fn of_proto(params: pb::TaskParams) -> Params {
    let pb::TaskParams {
        chart_name,
        release_name,
        namespace,
        cluster_id: _,
        services,
        values,
        restart,
        delete_volumes,
        planned,
        values_json: _,
        other_cluster_id,
        other_cluster_name,
        vacates,
        copies,
    } = params;
    let other =
        Uuid::try_parse(&other_cluster_id).ok().map(|id| Place { cluster_id: id, cluster_name: other_cluster_name });
    let values = values.map_or_else(|| Json::Object(serde_json::Map::new()), |values| object(values, DEPTH));
    let services = services.into_iter().collect();
    Params {
        chart_name,
        release_name,
        namespace,
        services,
        values,
        restart,
        delete_volumes,
        planned,
        other,
        vacates,
        copies,
    }
}

/// For showing.
#[must_use]
pub fn to_proto(params: Params, cluster: Uuid) -> pb::TaskParams {
    let Params {
        chart_name,
        release_name,
        namespace,
        services,
        values,
        restart,
        delete_volumes,
        planned: _,
        other,
        vacates,
        copies,
    } = params;
    let (other_cluster_id, other_cluster_name) =
        other.map(|other| (other.cluster_id.to_string(), other.cluster_name)).unwrap_or_default();
    let values = to_struct(values);
    let services = services.into_iter().collect();
    let cluster_id = cluster.to_string();
    let planned = Vec::new();
    pb::TaskParams {
        chart_name,
        release_name,
        namespace,
        cluster_id,
        services,
        values,
        restart,
        delete_volumes,
        planned,
        values_json: String::new(),
        other_cluster_id,
        other_cluster_name,
        vacates,
        copies,
    }
}

/// Of a JSON object; nothing of anything else.
#[must_use]
pub fn to_struct(values: Json) -> Option<Struct> {
    let Json::Object(fields) = values else { return None };
    Some(Struct { fields: fields.into_iter().map(|(name, value)| (name, to_value(value))).collect() })
}

fn object(values: Struct, depth: usize) -> Json {
    Json::Object(values.fields.into_iter().map(|(name, value)| (name, of_value(value, depth))).collect())
}

fn of_value(value: Value, depth: usize) -> Json {
    let Some(below) = depth.checked_sub(1) else { return Json::Null };
    match value.kind {
        None | Some(Kind::NullValue(_)) => Json::Null,
        // Whole numbers are shown without ".0".
        #[expect(
            clippy::cast_possible_truncation,
            reason = "checked to be a whole number that both types hold exactly"
        )]
        Some(Kind::NumberValue(number)) if number.fract() == 0.0 && number.abs() < 9e15 => Json::from(number as i64),
        Some(Kind::NumberValue(number)) => Json::from(number),
        Some(Kind::StringValue(text)) => Json::String(text),
        Some(Kind::BoolValue(on)) => Json::Bool(on),
        Some(Kind::StructValue(fields)) => object(fields, below),
        Some(Kind::ListValue(list)) => {
            Json::Array(list.values.into_iter().map(|value| of_value(value, below)).collect())
        }
    }
}

fn to_value(value: Json) -> Value {
    let kind = match value {
        Json::Null => Kind::NullValue(0),
        Json::Bool(on) => Kind::BoolValue(on),
        Json::Number(number) => Kind::NumberValue(number.as_f64().unwrap_or_default()),
        Json::String(text) => Kind::StringValue(text),
        Json::Array(values) => Kind::ListValue(ListValue { values: values.into_iter().map(to_value).collect() }),
        Json::Object(fields) => Kind::StructValue(Struct {
            fields: fields.into_iter().map(|(name, value)| (name, to_value(value))).collect(),
        }),
    };
    Value { kind: Some(kind) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_values_come_back_as_they_were() {
        let json = serde_json::json!({"replicas": 2, "ratio": 0.5, "php": {"version": "8.3", "jit": false}, "none": null,
            "extensions": ["gd", "intl"]});
        let params = Params { values: json.clone(), chart_name: "canopy/wordpress".to_owned(), ..Params::default() };
        let back = of_proto(to_proto(params.clone(), Uuid::nil()));
        assert_eq!(back, params);
    }
}
