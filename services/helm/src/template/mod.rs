//! The templates of one chart and of its libraries, parsed and linked.

mod functions;

pub(crate) use functions::{from_json, known};

use crate::Error;
use gotmpl::parse::{ListNode, Parser};
use gotmpl::{MissingKey, Template, TemplateError, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// More rounds than any chart of ours needs; a loop over values ends here, not in the memory of the service.
const MOST_ROUNDS: u64 = 100_000;
/// A rendered file is kept below the size that a release record could store anyway.
const MOST_BYTES: usize = 1 << 20;

/// A parsed template set. `include` needs the set it is part of, so the set sits in a cell that the function knows
/// weakly: a strong reference would be a circle that is never freed.
pub(crate) struct Engine {
    set: Arc<OnceLock<Template>>,
    /// The files that render something, by their template names, sorted.
    pub(crate) files: Vec<String>,
    /// The name of the template that renders the notes.
    pub(crate) notes: Option<String>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Engine {
    /// Parses every file below a `templates/` folder. Helm's names for them are `<chart>/templates/<file>` and
    /// `<chart>/charts/<library>/templates/<file>`; of a library only files that begin with `_` count.
    pub(crate) fn build(chart: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<Self, Error> {
        let set = Arc::new(OnceLock::new());
        let mut template = Template::new(chart)
            .missing_key(MissingKey::ZeroValue)
            .max_range_iters(MOST_ROUNDS)
            .funcs(functions::all(Arc::downgrade(&set)));
        let mut rendered = Vec::new();
        let mut notes = None;
        for (path, data) in files {
            let own = path.starts_with("templates/");
            let base = path.rsplit('/').next().unwrap_or(path);
            let library =
                path.starts_with("charts/") && path.split('/').nth(2) == Some("templates") && base.starts_with('_');
            if !own && !library {
                continue;
            }
            let name = format!("{chart}/{path}");
            let source = std::str::from_utf8(data).map_err(|_| Error::Chart(format!("{path} is not UTF-8")))?;
            let parsed = Parser::with_name(Some(&name), source, "{{", "}}").and_then(Parser::parse);
            let (tree, defines) = parsed.map_err(|e| Error::Chart(e.to_string()))?;
            for define in defines {
                if template.lookup(&define.name).is_some() {
                    return Err(Error::Chart(format!("{path} defines {:?} a second time", define.name.as_str())));
                }
                template = template.add_parse_tree(&define.name, define.body);
            }
            template = template.add_parse_tree(&name, tree);
            if own && path == "templates/NOTES.txt" {
                notes = Some(name);
            } else if own && !base.starts_with('_') {
                rendered.push(name);
            }
        }
        // The cell was made three lines above and is filled once.
        let _ = set.set(template);
        Ok(Self { set, files: rendered, notes })
    }

    /// Every template's name and tree, defines and files alike.
    pub(crate) fn trees(&self) -> impl Iterator<Item = (&str, &ListNode)> {
        self.set
            .get()
            .into_iter()
            .flat_map(|set| set.templates().into_iter().filter_map(|name| Some((name, set.lookup(name)?))))
    }

    /// Runs one template. What is missing prints as nothing, as Helm has it.
    pub(crate) fn run(&self, name: &str, data: &Value) -> Result<String, Error> {
        let failed = |reason: String| Error::Template { file: name.to_string(), reason };
        let set = self.set.get().ok_or_else(|| failed("the chart was not loaded".into()))?;
        let text = set.execute_template_to_string(name, data).map_err(|e| failed(sentence(&e)))?;
        if text.len() > MOST_BYTES {
            return Err(failed("renders more than 1 MiB".into()));
        }
        Ok(text.replace("<no value>", ""))
    }
}

fn sentence(error: &TemplateError) -> String {
    error.to_string()
}
