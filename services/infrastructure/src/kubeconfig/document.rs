//! A YAML document as a tree, read from the parser's events under a budget. What a kubeconfig never needs and a bomb or
//! a deception does (anchors, aliases, merge keys, tags, directives, further documents, keys that appear twice) is refused
//! while reading, so it is never built.

use super::Reject;
use granit_parser::{ErrorKind, Event, Options, Parser, ScalarStyle};
use kit::message;

/// Nodes at most. Fixed: far more than a kubeconfig has.
const NODES: usize = 5_000;
/// Levels at most. Fixed: far more than a kubeconfig has.
const DEPTH: usize = 16;

/// A value. It may hold credentials, so it cannot be printed.
pub(super) enum Node {
    /// A scalar that is not null.
    Text(String),
    /// `null`, `~` or nothing.
    Null,
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in the order of the file.
    Map(Vec<(String, Node)>),
}

impl Node {
    /// The value of a key of a mapping, unless it is null.
    pub fn get(&self, key: &str) -> Option<&Node> {
        let Self::Map(pairs) = self else { return None };
        pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value).filter(|value| !matches!(value, Self::Null))
    }
}

/// A collection that is being read.
enum Open {
    List(Vec<Node>),
    Map { pairs: Vec<(String, Node)>, key: Option<String> },
}

/// Reads the one document.
pub(super) fn read(text: &str) -> Result<Node, Reject> {
    let mut options = Options::default();
    options.disallow_directives = true;
    options.emit_unresolved_aliases = true;
    let mut reader = Reader { open: Vec::new(), root: None, nodes: 0, documents: 0 };
    for event in Parser::new_from_str_with_options(text, options) {
        match event {
            Ok((event, _)) => reader.event(event)?,
            Err(error) => return Err(syntax(&error)),
        }
    }
    reader.root.ok_or(Reject::Sections)
}

/// The parser's text may quote the file, so only the place is told.
fn syntax(error: &granit_parser::ScanError) -> Reject {
    if matches!(error.kind(), ErrorKind::DirectiveDisallowed) {
        return Reject::because(message!(KubeconfigDirectives));
    }
    Reject::because(message!(KubeconfigYamlAt, line = error.marker().line()))
}

struct Reader {
    open: Vec<Open>,
    root: Option<Node>,
    nodes: usize,
    documents: usize,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) -> Result<(), Reject> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(Reject::because(message!(KubeconfigDocuments)));
                }
                Ok(())
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) | Event::Anchor(..) => Err(anchors()),
            Event::Scalar(value, style, anchor, tag) => {
                self.node(anchor, tag.is_some())?;
                self.scalar(value.into_owned(), style)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.node(anchor, tag.is_some())?;
                self.push(Open::List(Vec::new()))
            }
            Event::MappingStart(_, anchor, tag) => {
                self.node(anchor, tag.is_some())?;
                self.push(Open::Map { pairs: Vec::new(), key: None })
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List(items)) => self.value(Node::List(items)),
                Some(Open::Map { pairs, .. }) => self.value(Node::Map(pairs)),
                None => Err(Reject::because(message!(KubeconfigYaml))),
            },
            _ => Ok(()),
        }
    }

    fn node(&mut self, anchor: usize, tagged: bool) -> Result<(), Reject> {
        self.nodes += 1;
        if anchor != 0 {
            return Err(anchors());
        }
        if tagged {
            return Err(Reject::because(message!(KubeconfigTags)));
        }
        if self.nodes > NODES {
            return Err(Reject::because(message!(KubeconfigEntries, most = NODES)));
        }
        Ok(())
    }

    fn push(&mut self, open: Open) -> Result<(), Reject> {
        if let Some(Open::Map { key: None, .. }) = self.open.last() {
            return Err(Reject::because(message!(KubeconfigKeys)));
        }
        if self.open.len() >= DEPTH {
            return Err(Reject::because(message!(KubeconfigDepth, most = DEPTH)));
        }
        self.open.push(open);
        Ok(())
    }

    fn scalar(&mut self, value: String, style: ScalarStyle) -> Result<(), Reject> {
        let plain = style == ScalarStyle::Plain;
        if let Some(Open::Map { pairs, key: key @ None }) = self.open.last_mut() {
            if plain && value == "<<" {
                return Err(Reject::because(message!(KubeconfigMergeKeys)));
            }
            if pairs.iter().any(|(name, _)| *name == value) {
                return Err(Reject::because(message!(KubeconfigKeyTwice, key = crate::fault::clean(&value, 60))));
            }
            *key = Some(value);
            return Ok(());
        }
        let null = plain && matches!(value.as_str(), "" | "~" | "null" | "Null" | "NULL");
        self.value(if null { Node::Null } else { Node::Text(value) })
    }

    fn value(&mut self, node: Node) -> Result<(), Reject> {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List(items)) => items.push(node),
            Some(Open::Map { pairs, key }) => match key.take() {
                Some(name) => pairs.push((name, node)),
                None => return Err(Reject::because(message!(KubeconfigKeys))),
            },
        }
        Ok(())
    }
}

fn anchors() -> Reject {
    Reject::because(message!(KubeconfigAnchors))
}
