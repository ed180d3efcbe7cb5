//! The parser of expressions and selectors.

use super::meets::{Literal, Operator, Pattern};
use super::{Check, Field, Key, Link, Node, Step, Test, Word};
use crate::verbs::quotes::{plain, quoted};
use scene::{Problem, ProblemKind};
use std::cell::Cell;

/// Upper bound on the nesting of `not`, `has` and parentheses, which bounds the recursion of the parser.
const MOST_DEPTH: usize = 64;

/// Upper bound on the number of `>`, `>>`, `has` and `inside`. Each takes one bit for each part of a file.
const MOST_STEPS: usize = 256;

pub(super) fn expression(text: &str) -> Result<Node, Problem> {
    let mut parser = Parser::new(text, text);
    let node = parser.list(MOST_DEPTH)?;
    parser.skip();
    match parser.rest.chars().next() {
        None => Ok(node),
        Some(sign @ (')' | ']')) => {
            let opening = if sign == ')' { '(' } else { '[' };
            Err(parser.error(&format!("this {sign} has no matching {opening}")))
        }
        _ => Err(parser.error("expected `and`, `or`, `>`, `>>` or the end; put texts with spaces in quotes")),
    }
}

/// Parses a field, such as `Size.Y`.
pub(super) fn field(text: &str) -> Result<Field, Problem> {
    let mut parser = Parser::new(text, text.trim());
    let word = parser.word()?;
    let (key, component) = word.tested();
    match parser.rest {
        "" => Ok(Field { text: text.to_owned(), key, component, at: 1 }),
        _ => Err(parser.error("expected only a property, such as Size.Y")),
    }
}

/// Keywords of the language.
const WORDS: [&str; 5] = ["and", "or", "not", "has", "inside"];

/// Returns true if the name of a class, a tag or an instance may begin with this character.
fn begins_name(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_'
}

struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
    /// The byte offset up to which the text was counted last, and the number of characters before it.
    counted: Cell<[usize; 2]>,
    n_steps: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, rest: &'t str) -> Self {
        Self { text, rest, counted: Cell::new([0, 0]), n_steps: 0 }
    }

    /// The column of the next character, counted from 1. It is counted from the last known column, because each part
    /// asks for it and counting from the start would take quadratic time.
    fn column(&self) -> usize {
        let at = self.text.len().saturating_sub(self.rest.len());
        let [known, letters] = self.counted.get();
        let count = |from: usize, to: usize| self.text.get(from..to).unwrap_or_default().chars().count();
        let letters = letters.saturating_add(count(known, at)).saturating_sub(count(at, known));
        self.counted.set([at, letters]);
        letters.saturating_add(1)
    }

    #[cold]
    fn error(&self, message: &str) -> Problem {
        Problem::new(ProblemKind::Value, message).with_path(format!("column {}", self.column()))
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Consumes an operator or punctuation.
    fn sign(&mut self, sign: &str) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Consumes a keyword, unless it is the start of a longer word or compared with a value.
    fn keyword(&mut self, word: &str) -> bool {
        self.skip();
        let is_end = |letter: char| letter.is_whitespace() || letter == '(' || letter == '"';
        let rest = self.rest.strip_prefix(word).filter(|rest| rest.chars().next().is_none_or(is_end));
        let rest = rest.filter(|rest| operator(rest.trim_start()).is_none());
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Consumes a keyword that needs an operand; at the end of the text, it is an ordinary word.
    fn prefix(&mut self, word: &str) -> bool {
        let is_alone = |rest: &str| rest.trim_start().is_empty();
        !self.rest.trim_start().strip_prefix(word).is_some_and(is_alone) && self.keyword(word)
    }

    fn deeper(&self, depth: usize) -> Result<usize, Problem> {
        depth.checked_sub(1).ok_or_else(|| self.error("this is nested more than 64 levels deep"))
    }

    fn step(&mut self) -> Result<(), Problem> {
        self.n_steps = self.n_steps.saturating_add(1);
        match self.n_steps > MOST_STEPS {
            true => Err(self.error("this has more than 256 of `>`, `>>`, `has` and `inside`")),
            false => Ok(()),
        }
    }

    /// A list of alternatives, separated by commas.
    fn list(&mut self, depth: usize) -> Result<Node, Problem> {
        let mut nodes = vec![self.any(depth)?];
        while self.sign(",") {
            nodes.push(self.any(depth)?);
        }
        Ok(Node::Any(nodes))
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
        // All recursion passes through here, so that no expression exhausts the stack.
        let depth = self.deeper(depth)?;
        if self.keyword("not") {
            return Ok(Node::Not(Box::new(self.one(depth)?)));
        }
        if self.prefix("has") {
            self.step()?;
            let node = self.one(depth)?;
            return Ok(Node::Has(vec![Step { link: Link::Inside, node }]));
        }
        if self.prefix("inside") {
            self.step()?;
            return self.inside(depth);
        }
        self.chain(depth)
    }

    /// The operand of `inside`: a path, or an expression in parentheses.
    fn inside(&mut self, depth: usize) -> Result<Node, Problem> {
        self.skip();
        if self.sign("(") {
            let node = self.closed(depth)?;
            let all = Step { link: Link::Inside, node: Node::All(Vec::new()) };
            return Ok(Node::Chain(vec![Step { link: Link::Start, node }, all]));
        }
        let at = self.column();
        Ok(Node::InsidePath { path: self.value(None)?, at })
    }

    /// A list up to its closing parenthesis, after the opening one.
    fn closed(&mut self, depth: usize) -> Result<Node, Problem> {
        let node = self.list(depth)?;
        if self.sign(")") { Ok(node) } else { Err(self.error("expected a )")) }
    }

    /// A chain of selectors, such as `Model > Part`.
    fn chain(&mut self, depth: usize) -> Result<Node, Problem> {
        let mut steps = self.steps(depth)?;
        match steps.pop() {
            Some(Step { link: Link::Start, node }) if steps.is_empty() => Ok(node),
            last => {
                steps.extend(last);
                Ok(Node::Chain(steps))
            }
        }
    }

    fn steps(&mut self, depth: usize) -> Result<Vec<Step>, Problem> {
        let mut link = self.link()?.unwrap_or(Link::Start);
        let mut steps = Vec::new();
        loop {
            steps.push(Step { link, node: self.compound(depth)? });
            match self.link()? {
                Some(next) => link = next,
                None => return Ok(steps),
            }
        }
    }

    fn link(&mut self) -> Result<Option<Link>, Problem> {
        // `>>` begins with `>`, so it is tried first.
        let link = match () {
            () if self.sign(">>") => Link::Inside,
            () if self.sign(">") => Link::Child,
            () => return Ok(None),
        };
        self.step()?;
        Ok(Some(link))
    }

    /// A sequence of selectors that one part has to match. Spaces between them have no meaning, as in the engine.
    fn compound(&mut self, depth: usize) -> Result<Node, Problem> {
        self.skip();
        let is_word = !self.rest.starts_with(['#', '.', '[', ':', '(']);
        let first = self.first(depth)?;
        // A word after a value is more likely the rest of an unquoted text.
        let has_value = is_word && matches!(first, Node::Test(_));
        let mut all = vec![first];
        loop {
            let rest = self.rest;
            self.skip();
            let next = match self.simple(depth)? {
                None if !has_value => self.further()?,
                next => next,
            };
            match next {
                Some(node) => all.push(node),
                None => {
                    self.rest = rest;
                    break;
                }
            }
        }
        match all.len() {
            1 => Ok(all.pop().unwrap_or(Node::All(Vec::new()))),
            _ => Ok(Node::All(all)),
        }
    }

    fn first(&mut self, depth: usize) -> Result<Node, Problem> {
        if self.sign("(") {
            return self.closed(depth);
        }
        match self.simple(depth)? {
            Some(node) => Ok(node),
            None => self.test(),
        }
    }

    /// A class after another selector, unless it is compared with a value.
    fn further(&mut self) -> Result<Option<Node>, Problem> {
        if !self.rest.starts_with(begins_name) {
            return Ok(None);
        }
        Ok(match self.test()? {
            Node::Word { word, .. } if WORDS.contains(&&*word.whole) => None,
            Node::Word { word, at, .. } => Some(Node::Word { word, at, is_first: false }),
            _ => None,
        })
    }

    /// A tag, a name, a property in brackets, `:not()` or `:has()`.
    fn simple(&mut self, depth: usize) -> Result<Option<Node>, Problem> {
        let at = self.column();
        let mut letters = self.rest.chars();
        match (letters.next(), letters.next()) {
            (Some('.'), Some(letter)) if begins_name(letter) || letter == '"' || letter.is_whitespace() => {
                self.sign(".");
                Ok(Some(Node::Tag(self.name()?)))
            }
            (Some('#'), _) => {
                self.sign("#");
                let literal = Literal::new(self.name()?);
                let check = Check::Compare(Operator::Equal, literal);
                Ok(Some(Node::Test(Test { key: Key::Name, component: None, check, at, or_default: false })))
            }
            (Some('['), _) if index(self.rest).is_none() => self.bracket().map(Some),
            (Some(':'), _) => self.pseudo(depth).map(Some),
            _ => Ok(None),
        }
    }

    /// A name, plain or in quotes.
    fn name(&mut self) -> Result<String, Problem> {
        self.skip();
        if self.rest.starts_with('"') {
            return self.quoted();
        }
        let is_end = |letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '-');
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at_checked(end).unwrap_or(("", self.rest));
        if name.is_empty() {
            return Err(self.error("expected a name; put names with spaces or operators in quotes"));
        }
        self.rest = rest;
        Ok(name.to_owned())
    }

    fn pseudo(&mut self, depth: usize) -> Result<Node, Problem> {
        let depth = self.deeper(depth)?;
        let start = self.rest;
        self.sign(":");
        let is_not = self.sign("not");
        if !(is_not || self.sign("has")) || !self.sign("(") {
            self.rest = start;
            return Err(self.error("only :not(…) and :has(…) begin with a colon"));
        }
        if is_not {
            return Ok(Node::Not(Box::new(self.closed(depth)?)));
        }
        let mut all = Vec::new();
        loop {
            self.step()?;
            let mut steps = self.steps(depth)?;
            if let Some(first) = steps.first_mut().filter(|first| first.link == Link::Start) {
                first.link = Link::Inside;
            }
            all.push(Node::Has(steps));
            if !self.sign(",") {
                break;
            }
        }
        if self.sign(")") { Ok(Node::Any(all)) } else { Err(self.error("expected a )")) }
    }

    /// `[Property = value]`, `[$Attribute]`.
    fn bracket(&mut self) -> Result<Node, Problem> {
        self.sign("[");
        self.skip();
        let at = self.column();
        let is_attribute = self.sign("$");
        let (key, component) =
            if is_attribute { (Key::Attribute(self.name()?), None) } else { self.word()?.tested() };
        self.skip();
        let check = match operator(self.rest) {
            None => Check::Has,
            Some((sign, operator)) => {
                self.sign(sign);
                let value_at = self.rest;
                let value = self.value(Some(']'))?;
                if let Key::Attribute(name) = &key
                    && is_attribute
                    && value == "nil"
                {
                    self.rest = value_at.trim_start();
                    let message = format!("to find parts without the attribute, use :not([${name}])");
                    return Err(self.error(&message));
                }
                check(sign, operator, value)
            }
        };
        match self.sign("]") {
            true => Ok(Node::Test(Test { key, component, check, at, or_default: true })),
            false => Err(self.error("expected a ]")),
        }
    }

    fn test(&mut self) -> Result<Node, Problem> {
        let at = self.column();
        let word = self.word()?;
        let before = self.rest;
        self.skip();
        let found = operator(self.rest);
        let is_link = || {
            let behind = self.rest.strip_prefix('>');
            behind.is_some_and(|behind| behind.starts_with('>') || word.is_bare() && begins_part(behind))
        };
        let Some((sign, operator)) = found.filter(|_| !is_link()) else {
            self.rest = before;
            return Ok(Node::Word { word, at, is_first: true });
        };
        self.sign(sign);
        let value = self.value(None)?;
        let (key, component) = word.tested();
        Ok(Node::Test(Test { key, component, check: check(sign, operator, value), at, or_default: true }))
    }

    /// The name of a property or a class, possibly with dots in it.
    fn word(&mut self) -> Result<Word, Problem> {
        if self.rest.starts_with('"') {
            return Ok(Word { whole: self.quoted()?, points: Vec::new(), is_quoted: true });
        }
        let (mut whole, mut points, mut is_escaped) = (String::new(), Vec::new(), false);
        let mut end = self.rest.len();
        for (at, letter) in self.rest.char_indices() {
            let is_end = letter.is_whitespace()
                || "()=<>!~\"#,".contains(letter)
                || letter == ']' && !whole.starts_with('[')
                || letter == '[' && at > 0
                || letter == ':' && self.rest.get(at..).is_some_and(begins_pseudo);
            match letter {
                letter if is_escaped => {
                    whole.push(letter);
                    is_escaped = false;
                }
                '\\' => is_escaped = true,
                _ if is_end => {
                    end = at;
                    break;
                }
                letter => {
                    if letter == '.' {
                        points.push(whole.len());
                    }
                    whole.push(letter);
                }
            }
        }
        if whole.is_empty() {
            return Err(self.error("expected a class, a property, `name` or `path`"));
        }
        self.rest = self.rest.get(end..).unwrap_or_default();
        Ok(Word { whole, points, is_quoted: false })
    }

    /// A value, which ends at a space, or where a bracket closes that was opened before it.
    fn value(&mut self, end: Option<char>) -> Result<String, Problem> {
        self.skip();
        if self.rest.starts_with('"') {
            return self.quoted();
        }
        let value = self.bare(end)?.trim();
        if value.is_empty() { Err(self.error("expected a value")) } else { Ok(value.to_owned()) }
    }

    fn quoted(&mut self) -> Result<String, Problem> {
        let end = quoted(self.rest).ok_or_else(|| self.error("the quotation mark is not closed"))?;
        let (text, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        Ok(plain(text))
    }

    /// Unquoted text up to a space, an unbalanced parenthesis or `end_sign`. A comma at its end does not belong to it.
    fn bare(&mut self, end_sign: Option<char>) -> Result<&'t str, Problem> {
        let (mut depth, mut is_text, mut end) = (0_usize, false, self.rest.len());
        for (at, letter) in self.rest.char_indices() {
            let is_end = match end_sign {
                None => letter == ')' || letter.is_whitespace(),
                Some(sign) => letter == sign,
            };
            match letter {
                '"' if depth > 0 => is_text = !is_text,
                _ if is_text => {}
                '(' | '[' => depth = depth.saturating_add(1),
                ')' | ']' if depth > 0 => depth = depth.saturating_sub(1),
                _ if depth == 0 && is_end => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        if depth > 0 {
            return Err(
                self.error("a bracket of this value is not closed; put the value in quotes if it is a text")
            );
        }
        let (value, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        match value.strip_suffix(',').filter(|_| end_sign.is_none() && !rest.is_empty()) {
            Some(value) => {
                self.rest = self.rest.get(value.len()..).unwrap_or_default();
                Ok(value)
            }
            None => {
                self.rest = rest;
                Ok(value)
            }
        }
    }
}

fn check(sign: &str, operator: Option<Operator>, value: String) -> Check {
    match operator {
        Some(operator) => Check::Compare(operator, Literal::new(value)),
        None => Check::Like { pattern: Pattern::new(&value), is_not: sign == "!~" },
    }
}

fn begins_pseudo(text: &str) -> bool {
    let word = text.strip_prefix(':').map(str::trim_start);
    let rest = word.and_then(|word| word.strip_prefix("not").or_else(|| word.strip_prefix("has")));
    rest.is_some_and(|rest| rest.trim_start().starts_with('('))
}

/// Returns true if the text after a `>` is a selector; otherwise it is a value to compare with.
fn begins_part(behind: &str) -> bool {
    let behind = behind.trim_start();
    let mut letters = behind.chars();
    match (letters.next(), letters.next()) {
        (Some('.'), Some(letter)) => begins_name(letter),
        (Some('#' | '[' | ':' | '('), _) => true,
        (Some(letter), _) => {
            let end = behind.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(behind.len());
            let word = behind.get(..end).unwrap_or_default();
            // These words are numbers, so they are values.
            begins_name(letter) && !["inf", "nan", "infinity"].contains(&&*word.to_ascii_lowercase())
        }
        _ => false,
    }
}

/// The operator at the start of a text, with its length as text; the inner `None` is a pattern.
fn operator(rest: &str) -> Option<(&'static str, Option<Operator>)> {
    // Longer operators come before their prefixes.
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

/// The index at the start of a text such as `[3]`.
fn index(text: &str) -> Option<usize> {
    text.strip_prefix('[')?.split_once(']')?.0.parse().ok()
}

impl Word {
    /// Returns true if the word may be the name of a class, followed by tags.
    fn is_bare(&self) -> bool {
        let is_plain =
            !["class", "name", "path"].contains(&&*self.whole) && !self.whole.starts_with(['@', '[']);
        is_plain && !self.is_quoted && self.component().is_none()
    }

    /// The index of the component that the letter after the last dot names.
    fn component(&self) -> Option<usize> {
        component(self.whole.get(*self.points.last()?..)?)
    }

    /// The subject of a comparison with this word, and the component to compare.
    pub(super) fn tested(&self) -> (Key, Option<usize>) {
        if self.is_quoted {
            return (Key::Property { name: self.whole.clone(), is_quoted: true }, None);
        }
        let component = self.component();
        let end = self.points.last().filter(|_| component.is_some()).copied();
        let name = self.whole.get(..end.unwrap_or(self.whole.len())).unwrap_or_default();
        (key(name), component)
    }

    /// The word as the name of a class, and tags.
    pub(super) fn parts(&self) -> (&str, Vec<&str>) {
        let ends = self.points.iter().copied().chain([self.whole.len()]);
        let starts = [0].into_iter().chain(self.points.iter().map(|point| point.saturating_add(1)));
        let mut all = starts.zip(ends).map(|(start, end)| self.whole.get(start..end).unwrap_or_default());
        (all.next().unwrap_or_default(), all.collect())
    }
}

fn key(name: &str) -> Key {
    match name {
        "class" => Key::Class,
        "name" | "Name" => Key::Name,
        "path" => Key::Path,
        "isa" | "IsA" => Key::IsA,
        _ => match (name.strip_prefix('@'), index(name).filter(|_| name.ends_with(']'))) {
            (Some(attribute), _) if !attribute.is_empty() => Key::Attribute(attribute.to_owned()),
            (_, Some(index)) => Key::Index(index),
            _ => Key::Property { name: name.to_owned(), is_quoted: false },
        },
    }
}

/// The index of the component of a vector or a colour that a suffix such as `.X` names.
pub(super) fn component(letter: &str) -> Option<usize> {
    match letter {
        ".X" | ".R" => Some(0),
        ".Y" | ".G" => Some(1),
        ".Z" | ".B" => Some(2),
        _ => None,
    }
}
