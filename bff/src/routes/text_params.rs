//! What texts are filled with: as it is passed on, and as it is documented.

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::value::RawValue;
use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr, Schema,
        schema::{ObjectBuilder, Type},
    },
};

/// What a text is filled with, by name; passed on as the service wrote it.
#[derive(Clone, Debug, Default)]
pub struct TextParams(Option<Box<RawValue>>);

impl TextParams {
    /// From the JSON of a service; nothing where that is no object.
    pub fn of(json: &str) -> Self {
        let read: Option<Box<RawValue>> = serde_json::from_str(json).ok();
        Self(read.filter(|params| params.get().starts_with('{')))
    }
}

impl Serialize for TextParams {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(params) => params.serialize(to),
            None => to.serialize_map(Some(0))?.end(),
        }
    }
}

impl PartialSchema for TextParams {
    fn schema() -> RefOr<Schema> {
        let value = Ref::from_schema_name(TextParam::name());
        ObjectBuilder::new().schema_type(Type::Object).additional_properties(Some(value)).build().into()
    }
}

impl ToSchema for TextParams {
    fn name() -> Cow<'static, str> {
        "TextParams".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((TextParam::name().into_owned(), TextParam::schema()));
        // named here, since what has itself inside is not followed
        schemas.push((Sentence::name().into_owned(), Sentence::schema()));
    }
}

/// What a text can be filled with.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the documentation of what kit::message::Value writes")]
enum TextParam {
    /// Counted or measured; it chooses plurals.
    Number(i64),
    /// A name, a word, or a text that is not Canopy's.
    Text(String),
    /// Several, listed with commas.
    List(Vec<String>),
    /// A sentence within a sentence.
    #[schema(no_recursion)]
    Sentence(Sentence),
    /// Several sentences within a sentence, a line each.
    Lines {
        #[schema(no_recursion)]
        lines: Vec<Sentence>,
    },
}

/// A sentence with its stable word and what it is filled with.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "the documentation of what kit::Message writes")]
struct Sentence {
    reason: String,
    #[schema(no_recursion)]
    params: TextParams,
    /// In English.
    message: String,
}
