//! Two looks at a chart's templates as trees: the links that must hold for it to load, and the habits that keep a
//! value from becoming YAML of its own.

use crate::{Chart, Error, template};
use gotmpl::parse::{CommandNode, Expr, ListNode, Node, PipeNode};
use std::collections::{BTreeMap, BTreeSet};

/// Functions whose result is one YAML scalar or a block that was built from parsed data, or that print nothing.
const SAFE_ENDS: [&str; 6] = ["quote", "toJson", "int", "int64", "include", "fail"];
/// Functions that only move a safe block.
const MOVES: [&str; 2] = ["nindent", "indent"];

#[derive(Default)]
struct Found {
    functions: BTreeSet<String>,
    includes: BTreeSet<String>,
    unnamed: usize,
    prints: Vec<(usize, PipeNode)>,
}

/// Every function must be known, every `include` must name a template that exists, and none may lead back to itself:
/// the engine finds these only while running, and a circle would exhaust the stack.
pub(crate) fn links(engine: &template::Engine) -> Result<(), Error> {
    let mut calls: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, tree) in engine.trees() {
        let found = look(tree);
        if let Some(unknown) = found.functions.iter().find(|f| !template::known(f)) {
            return Err(Error::Chart(format!("template {name}: function {unknown:?} not defined")));
        }
        if found.unnamed > 0 {
            return Err(Error::Chart(format!("template {name}: include wants the name as a literal")));
        }
        calls.insert(name, found.includes);
    }
    for (name, targets) in &calls {
        if let Some(missing) = targets.iter().find(|t| !calls.contains_key(t.as_str())) {
            return Err(Error::Chart(format!("template {name}: no template {missing:?}")));
        }
        let mut open: Vec<&str> = targets.iter().map(String::as_str).collect();
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            if next == *name {
                return Err(Error::Chart(format!("template {name} includes itself")));
            }
            if seen.insert(next) {
                open.extend(calls.get(next).into_iter().flatten().map(String::as_str));
            }
        }
    }
    Ok(())
}

/// Says where a template prints a value bare: `file:line`, empty when every printing action ends in `quote`, `toJson`,
/// `int`, `include`, or `toYaml | nindent`. Notes are text for people and may print what they like.
#[must_use]
pub fn lint(chart: &Chart) -> Vec<String> {
    let mut out = Vec::new();
    for (name, tree) in chart.engine.trees() {
        if name.ends_with("NOTES.txt") {
            continue;
        }
        for (line, pipe) in look(tree).prints {
            if !safe(&pipe) {
                out.push(format!("{name}:{line}"));
            }
        }
    }
    out
}

fn safe(pipe: &PipeNode) -> bool {
    let mut ends: Vec<&str> = pipe.commands.iter().filter_map(function).collect();
    // A literal is the chart author's own text; a call written with its arguments in parentheses is a pipe too.
    if pipe.commands.len() == 1 && matches!(pipe.commands[0].args.as_slice(), [Expr::String(..) | Expr::Number(..)]) {
        return true;
    }
    let mut moved = false;
    while ends.last().is_some_and(|e| MOVES.contains(e)) {
        ends.pop();
        moved = true;
    }
    match ends.last() {
        Some(&"toYaml") => moved,
        Some(end) => SAFE_ENDS.contains(end),
        // `nindent 4 (include …)`: the block is the last argument of the first command.
        None => {
            moved
                && matches!(pipe.commands.first().and_then(|c| c.args.last()), Some(Expr::Pipe(_, inner)) if safe(inner))
        }
    }
}

fn function(command: &CommandNode) -> Option<&str> {
    match command.args.first() {
        Some(Expr::Identifier(_, name)) => Some(name.as_str()),
        _ => None,
    }
}

fn look(tree: &ListNode) -> Found {
    let mut found = Found::default();
    list(tree, &mut found);
    found
}

fn list(tree: &ListNode, found: &mut Found) {
    for node in &tree.nodes {
        match node {
            Node::List(inner) => list(inner, found),
            Node::Action(action) => {
                if action.pipe.decl.is_empty() {
                    found.prints.push((action.pos.line, action.pipe.clone()));
                }
                pipe(&action.pipe, found);
            }
            Node::If(branch) | Node::Range(branch) | Node::With(branch) => {
                pipe(&branch.pipe, found);
                list(&branch.body, found);
                if let Some(other) = &branch.else_body {
                    list(other, found);
                }
            }
            Node::Template(call) => {
                found.includes.insert(call.name.to_string());
                if let Some(p) = &call.pipe {
                    pipe(p, found);
                }
            }
            Node::Define(define) => list(&define.body, found),
            Node::Text(_) | Node::Break(_) | Node::Continue(_) => {}
        }
    }
}

fn pipe(pipe: &PipeNode, found: &mut Found) {
    for command in &pipe.commands {
        if function(command) == Some("include") {
            match command.args.get(1) {
                Some(Expr::String(_, name)) => {
                    found.includes.insert(name.to_string());
                }
                _ => found.unnamed += 1,
            }
        }
        for argument in &command.args {
            expression(argument, found);
        }
    }
}

fn expression(e: &Expr, found: &mut Found) {
    match e {
        Expr::Identifier(_, name) => {
            found.functions.insert(name.to_string());
        }
        Expr::Pipe(_, inner) => pipe(inner, found),
        Expr::Chain(_, inner, _) => expression(inner, found),
        _ => {}
    }
}
