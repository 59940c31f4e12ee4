//! Fields that a kind does not have, and values of the wrong type.

use crate::{
    quantity,
    schema::{Id, Scalar, Schema, Shape},
    typed::type_name,
};
use serde_json::Value;

/// Fields that the kind does not have, each as `spec.foo`; a value of the wrong type is the error.
///
/// # Errors
/// A sentence about the value that does not fit.
pub fn unknown_fields(schema: &Schema, id: Id, value: &Value) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    fields(schema, id, value, &mut String::new(), &mut found)?;
    Ok(found)
}

fn fields(schema: &Schema, id: Id, value: &Value, path: &mut String, found: &mut Vec<String>) -> Result<(), String> {
    let length = path.len();
    let misfit = |wanted: &str, path: &str| {
        Err(format!("json: cannot unmarshal {} into Go struct field .{path} of type {wanted}", go_name(value)))
    };
    match (schema.shape(id), value) {
        (Shape::Any, _) | (_, Value::Null) => {}
        (Shape::Scalar(scalar), _) => {
            let (fits, name) = match scalar {
                Scalar::Text => (value.is_string(), "string"),
                Scalar::Whole => (value.is_i64() || value.is_u64(), "int32"),
                Scalar::Number => (value.is_number(), "float64"),
                Scalar::Truth => (value.is_boolean(), "bool"),
                Scalar::WholeOrText => (value.is_string() || value.is_i64(), "intstr.IntOrString"),
                Scalar::Quantity => {
                    let said = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    if quantity::nanos(&said).is_none() {
                        return Err("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'".into());
                    }
                    (true, "")
                }
            };
            if !fits {
                return misfit(name, path);
            }
        }
        (Shape::List { items, .. }, Value::Array(list)) => {
            for (i, item) in list.iter().enumerate() {
                path.push_str(&format!("[{i}]"));
                fields(schema, *items, item, path, found)?;
                path.truncate(length);
            }
        }
        (shape @ (Shape::Struct { .. } | Shape::Map { .. }), Value::Object(map)) => {
            for (key, value) in map {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
                match schema.field(id, key) {
                    Some(field) => fields(schema, field, value, path, found)?,
                    None if matches!(shape, Shape::Struct { .. }) => found.push(path.clone()),
                    None => {}
                }
                path.truncate(length);
            }
        }
        (Shape::List { .. }, _) => return misfit("list", path),
        _ => return misfit("map", path),
    }
    Ok(())
}

fn go_name(value: &Value) -> &'static str {
    match value {
        Value::Number(_) => "number",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::Bool(_) => "bool",
        other => type_name(other),
    }
}
