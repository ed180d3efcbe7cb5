//! Expressions as text.

use super::meets::{Literal, Operator, Pattern};
use super::{Check, Key, Node, Test};
use crate::verbs::quotes::{plain, quoted};
use scene::{Problem, ProblemKind};

/// How deep `not` and parentheses may be in each other.
const MOST_DEPTH: usize = 64;

pub(super) fn expression(text: &str) -> Result<Node, Problem> {
    let mut parser = Parser { text, rest: text };
    let node = parser.any(MOST_DEPTH)?;
    parser.skip();
    match parser.rest {
        "" => Ok(node),
        rest if rest.starts_with(')') => Err(parser.error("there is no ( for this )")),
        _ => Err(parser.error("`and`, `or` or the end is expected; texts with spaces are in quotes")),
    }
}

struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Parser<'t> {
    #[cold]
    fn error(&self, message: &str) -> Problem {
        let before = self.text.len().saturating_sub(self.rest.len());
        let column = self.text.get(..before).unwrap_or_default().chars().count().saturating_add(1);
        Problem::new(ProblemKind::Value, message).at(format!("column {column}"))
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes a sign.
    fn sign(&mut self, sign: &str) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes a word, unless it is the start of a longer one or compared with something.
    fn keyword(&mut self, word: &str) -> bool {
        self.skip();
        let is_end = |letter: char| letter.is_whitespace() || letter == '(' || letter == '"';
        let rest = self.rest.strip_prefix(word).filter(|rest| rest.chars().next().is_none_or(is_end));
        let rest = rest.filter(|rest| operator(rest.trim_start()).is_none());
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn any(&mut self, depth: usize) -> Result<Node, Problem> {
        let mut nodes = vec![self.all(depth)?];
        while self.keyword("or") {
            nodes.push(self.all(depth)?);
        }
        Ok(Node::Any(nodes))
    }

    fn all(&mut self, depth: usize) -> Result<Node, Problem> {
        let mut nodes = vec![self.one(depth)?];
        while self.keyword("and") {
            nodes.push(self.one(depth)?);
        }
        Ok(Node::All(nodes))
    }

    fn one(&mut self, depth: usize) -> Result<Node, Problem> {
        self.skip();
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.error("this is more than 64 levels deep"));
        };
        if self.keyword("not") {
            return Ok(Node::Not(Box::new(self.one(depth)?)));
        }
        if self.sign("(") {
            let inner = self.any(depth)?;
            return if self.sign(")") { Ok(inner) } else { Err(self.error("a ) is missing")) };
        }
        self.test().map(Node::Test)
    }

    fn test(&mut self) -> Result<Test, Problem> {
        let (key, component) = self.key()?;
        self.skip();
        let Some((sign, operator)) = operator(self.rest) else {
            return Ok(Test { key, component, check: Check::Is });
        };
        self.sign(sign);
        let value = self.value()?;
        let check = match operator {
            Some(operator) => Check::Compare(operator, Literal::new(value)),
            None => Check::Like { pattern: Pattern::new(&value), is_not: sign == "!~" },
        };
        Ok(Test { key, component, check })
    }

    /// The name of a property, and which number of it is meant.
    fn key(&mut self) -> Result<(Key, Option<usize>), Problem> {
        if self.rest.starts_with('"') {
            return Ok((Key::Property(self.quoted()?), None));
        }
        let (mut name, mut point, mut is_escaped) = (String::new(), None, false);
        let is_end = |letter: char| letter.is_whitespace() || "()=<>!~\"".contains(letter);
        let mut end = self.rest.len();
        for (at, letter) in self.rest.char_indices() {
            match letter {
                letter if is_escaped => {
                    name.push(letter);
                    is_escaped = false;
                }
                '\\' => is_escaped = true,
                letter if is_end(letter) => {
                    end = at;
                    break;
                }
                letter => {
                    point = if letter == '.' { Some(name.len()) } else { point };
                    name.push(letter);
                }
            }
        }
        if name.is_empty() {
            return Err(self.error("a property is missing, or `class`, `name` or `path`"));
        }
        self.rest = self.rest.get(end..).unwrap_or_default();
        let component = point.and_then(|at| component(name.get(at..)?));
        if let (Some(at), Some(_)) = (point, component) {
            name.truncate(at);
        }
        Ok((key(name), component))
    }

    fn value(&mut self) -> Result<String, Problem> {
        self.skip();
        if self.rest.starts_with('"') {
            return self.quoted();
        }
        let value = self.bare()?;
        if value.is_empty() { Err(self.error("a value is missing")) } else { Ok(value.to_owned()) }
    }

    fn quoted(&mut self) -> Result<String, Problem> {
        let end = quoted(self.rest).ok_or_else(|| self.error("this quote is not closed"))?;
        let (text, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        Ok(plain(text))
    }

    /// What ends at a space or a parenthesis that is not its own.
    fn bare(&mut self) -> Result<&'t str, Problem> {
        let (mut depth, mut is_text, mut end) = (0_usize, false, self.rest.len());
        for (at, letter) in self.rest.char_indices() {
            match letter {
                '"' if depth > 0 => is_text = !is_text,
                _ if is_text => {}
                '(' | '[' => depth = depth.saturating_add(1),
                ')' | ']' if depth > 0 => depth = depth.saturating_sub(1),
                letter if depth == 0 && (letter == ')' || letter.is_whitespace()) => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        if depth > 0 {
            return Err(self.error("a bracket of this value is not closed; quotes make it a text"));
        }
        let (value, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        Ok(value)
    }
}

/// The sign of an operator, and the operator; `None` for patterns.
fn operator(rest: &str) -> Option<(&'static str, Option<Operator>)> {
    let all = [
        ("!=", Some(Operator::NotEqual)),
        ("!~", None),
        ("<=", Some(Operator::AtMost)),
        (">=", Some(Operator::AtLeast)),
        ("==", Some(Operator::Equal)),
        ("=", Some(Operator::Equal)),
        ("<", Some(Operator::Below)),
        (">", Some(Operator::Above)),
        ("~", None),
    ];
    all.into_iter().find(|(sign, _)| rest.starts_with(sign))
}

fn key(name: String) -> Key {
    let index = || name.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    match &*name {
        "class" => Key::Class,
        "name" | "Name" => Key::Name,
        "path" => Key::Path,
        _ => match (name.strip_prefix('@'), index()) {
            (Some(attribute), _) if !attribute.is_empty() => Key::Attribute(attribute.to_owned()),
            (_, Some(index)) => Key::Index(index),
            _ => Key::Property(name),
        },
    }
}

/// Which number of a vector or a colour a letter means.
fn component(letter: &str) -> Option<usize> {
    match letter {
        ".X" | ".R" => Some(0),
        ".Y" | ".G" => Some(1),
        ".Z" | ".B" => Some(2),
        _ => None,
    }
}
