//! The catalogues of texts: the English one, of which sentences are made, and the others.

use crate::message::Params;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use std::{
    collections::BTreeMap,
    sync::{LazyLock, PoisonError, RwLock},
};

/// All texts, shared with the console.
const CATALOGUE: &str = include_str!("../../../web/src/lib/server.en.ftl");
/// The same in the other languages, for what is sent to people beyond the console. A test holds them together.
const OTHERS: [(&str, &str); 2] = [
    ("es", include_str!("../../../web/src/lib/server.es.ftl")),
    ("fr", include_str!("../../../web/src/lib/server.fr.ftl")),
];

type Texts = FluentBundle<FluentResource>;

static TEXTS: LazyLock<Texts> = LazyLock::new(|| read("en", CATALOGUE));

/// In the order of [`OTHERS`].
static OTHER_TEXTS: LazyLock<Vec<Texts>> =
    LazyLock::new(|| OTHERS.iter().map(|(language, catalogue)| read(language, catalogue)).collect());

fn read(language: &str, catalogue: &str) -> Texts {
    let resource = FluentResource::try_new(catalogue.to_owned()).unwrap_or_else(|(rest, problems)| {
        debug_assert!(problems.is_empty(), "the catalogue cannot be read: {problems:?}");
        rest
    });
    let language = unic_langid::LanguageIdentifier::from_bytes(language.as_bytes()).unwrap_or_default();
    let mut texts = FluentBundle::new_concurrent(vec![language]);
    // Marks around parameters are for writing systems of both directions; in sentences for programs they are noise.
    texts.set_use_isolating(false);
    texts.add_resource_overriding(resource);
    texts
}

/// Sentences without parameters, once they were made: they are always the same.
static PLAIN: RwLock<BTreeMap<String, String>> = RwLock::new(BTreeMap::new());

/// The English sentence of a code.
///
/// # Errors
/// What is wrong with the text.
pub(crate) fn render(reason: &str, params: &Params) -> Result<String, String> {
    if !params.is_empty() {
        return fill(&TEXTS, reason, params);
    }
    let known = PLAIN.read().unwrap_or_else(PoisonError::into_inner).get(reason).cloned();
    match known {
        Some(sentence) => Ok(sentence),
        None => {
            let sentence = fill(&TEXTS, reason, params)?;
            PLAIN.write().unwrap_or_else(PoisonError::into_inner).insert(reason.to_owned(), sentence.clone());
            Ok(sentence)
        }
    }
}

fn fill(texts: &Texts, reason: &str, params: &Params) -> Result<String, String> {
    let pattern = texts
        .get_message(reason)
        .and_then(|message| message.value())
        .ok_or_else(|| format!("there is no text {reason}"))?;
    let args: FluentArgs<'_> = params.iter().map(|(name, value)| (name.as_str(), FluentValue::from(value))).collect();
    let mut problems = Vec::new();
    let sentence = texts.format_pattern(pattern, Some(&args), &mut problems).into_owned();
    if problems.is_empty() { Ok(sentence) } else { Err(format!("{reason} cannot be filled in: {problems:?}")) }
}

/// The sentence of a code in a language other than English; `None` where there is none.
pub(crate) fn fill_in(language: &str, reason: &str, params: &Params) -> Option<String> {
    let at = OTHERS.iter().position(|(name, _)| *name == language)?;
    fill(OTHER_TEXTS.get(at)?, reason, params).ok()
}
