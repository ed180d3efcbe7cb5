//! Expressions that choose parts of a file by class, name, path and properties.

mod meets;
mod parse;

use self::meets::{Literal, Operator, Pattern};
use super::print::{PrintedPart, part};
use crate::formats::File;
use crate::formats::outline::{Datum, Label, Outline, Paths, Step, Visit, attributes_alone, property_of};
use crate::formats::roblox::{ATTRIBUTES, Document, Id};
use crate::verbs::Tree;
use scene::allowance::Allowance;
use scene::{Problem, Warnings, counted};
use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

/// An expression that chooses instances of models and places, and parts of other files: the ones that
/// [`print()`](crate::print()) shows.
///
/// | Expression | Chooses |
/// |---|---|
/// | `class=Part`, `name=Door`, `path=Workspace/Door` | by class or kind, by name, by path |
/// | `Anchored=true`, `Transparency>0.5`, `Material!=256` | by a property: `=`, `!=`, `<`, `<=`, `>`, `>=`; a part without the property is not chosen |
/// | `name~*Door*`, `path~Workspace/*`, `TextureID!~rbxasset*` | by a pattern, in which `*` stands for any letters and `\*` for a star |
/// | `size.Y>10`, `Color.R=1` | by one number of a value: X, Y, Z, or R, G, B |
/// | `@Speed>1`, `Tags=Door` | by an attribute, by a tag |
/// | `Anchored`, `PrimaryPart` | what has the property, unless it is `false` or `none` |
/// | `not A`, `A and B`, `A or B`, `(A)` | by several of these; `and` binds tighter than `or` |
///
/// Values are as `print` prints them, and may be in quotes, as they must be with spaces: `name="Old door"`. A property
/// in quotes is one whatever it is called: `"class"=x`.
///
/// ```
/// use rezkit::{File, OpenOptions, Query, query};
/// use std::ops::ControlFlow;
///
/// let file = File::open(b"{'chair':{'legs':i4},'table':{'legs':i4,'wide':r2.5}}", &OpenOptions::default())?;
/// let wide: Query = "class=map and legs=4 and wide>2".parse()?;
/// let mut found = Vec::new();
/// query(&file, &wide, &mut |part| {
///     found.push((part.path().to_owned(), part.get("wide")));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(found, [("table".to_owned(), Some("2.5".to_owned()))]);
/// assert_eq!("legs=".parse::<Query>().unwrap_err().to_string(), "column 6: a value is missing");
/// # Ok::<(), rezkit::Problem>(())
/// ```
#[derive(Debug, Clone)]
pub struct Query {
    text: String,
    root: Node,
}

/// Those of the same text are equal.
impl PartialEq for Query {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Query {}

/// As it was written.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Query {
    type Err = Problem;

    /// Reads an expression. The path of an error is its column, counted in letters from 1.
    fn from_str(text: &str) -> Result<Self, Problem> {
        parse::expression(text).map(|root| Self { text: text.to_owned(), root })
    }
}

/// A part of an expression. Parsing bounds how deep these are in each other.
#[derive(Debug, Clone)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Test(Test),
}

/// What is asked of one property.
#[derive(Debug, Clone)]
struct Test {
    key: Key,
    /// Which number of its value is meant; `None` for the whole.
    component: Option<usize>,
    check: Check,
}

/// What a test is about.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    Class,
    Name,
    Path,
    Property(String),
    Attribute(String),
    Index(usize),
}

impl Key {
    fn is(&self, label: &Label<'_>) -> bool {
        match (self, label) {
            (Self::Property(name), Label::Name(found)) => name.as_bytes() == &**found,
            (Self::Property(name), Label::Plain(found)) => name == found,
            (Self::Attribute(name), Label::Attribute(found)) => name.as_bytes() == *found,
            (Self::Index(index), Label::Index(found)) => index == found,
            _ => false,
        }
    }
}

#[derive(Debug, Clone)]
enum Check {
    /// That it is there, and not `false` or nothing.
    Is,
    Compare(Operator, Literal),
    Like {
        pattern: Pattern,
        is_not: bool,
    },
}

/// What is asked.
trait Subject {
    fn class(&self) -> Cow<'_, [u8]>;
    fn name(&self) -> Cow<'_, [u8]>;
    fn path(&self) -> String;
    /// Visits at least the properties with this key.
    fn visit(&self, key: &Key, visit: &mut Visit<'_>);
    /// A value as `print` prints it.
    fn shown(&self, value: &Datum<'_>) -> String;
}

impl Node {
    /// Whether a part meets it; `is_sure` becomes false where that is not known.
    fn meets(&self, subject: &dyn Subject, is_sure: &Cell<bool>) -> bool {
        match self {
            Self::All(nodes) => nodes.iter().all(|node| node.meets(subject, is_sure)),
            Self::Any(nodes) => nodes.iter().any(|node| node.meets(subject, is_sure)),
            Self::Not(node) => !node.meets(subject, is_sure),
            Self::Test(test) => test.meets(subject, is_sure),
        }
    }
}

impl Test {
    fn meets(&self, subject: &dyn Subject, is_sure: &Cell<bool>) -> bool {
        match &self.key {
            Key::Class => self.suits(&Datum::Text(&subject.class()), subject),
            Key::Name => self.suits(&Datum::Text(&subject.name()), subject),
            Key::Path => self.suits(&Datum::Text(subject.path().as_bytes()), subject),
            key => {
                let (mut is_met, mut is_found, mut is_unread) = (false, false, false);
                subject.visit(key, &mut |label, value| {
                    if key.is(label) {
                        (is_found, is_met) = (true, self.suits(value, subject));
                    }
                    // What is left of their string.
                    is_unread |= *label == Label::name(ATTRIBUTES.as_bytes());
                });
                if is_unread && !is_found && matches!(key, Key::Attribute(_)) {
                    is_sure.set(false);
                }
                is_met
            }
        }
    }

    fn suits(&self, value: &Datum<'_>, subject: &dyn Subject) -> bool {
        let number;
        let value = match self.component {
            None => value,
            Some(index) => {
                let mut numbers = Vec::new();
                value.numbers(&mut numbers);
                let Some(found) = numbers.get(index) else { return false };
                number = Datum::Float(*found);
                &number
            }
        };
        let shown = &|value: &Datum<'_>| subject.shown(value);
        match &self.check {
            Check::Is => !matches!(value, Datum::Nil | Datum::Bool(false)),
            Check::Compare(operator, literal) => literal.compares(*operator, value, shown),
            Check::Like { pattern, is_not } => pattern.fits(value, shown) != *is_not,
        }
    }
}

/// A node of a view.
struct InOutline<'o> {
    outline: &'o dyn Outline,
    paths: &'o Paths,
    number: u32,
}

impl Subject for InOutline<'_> {
    fn class(&self) -> Cow<'_, [u8]> {
        self.outline.kind(self.number).into()
    }

    fn name(&self) -> Cow<'_, [u8]> {
        match self.outline.step(self.number) {
            Step::Name(name) => name.into(),
            _ => self.paths.last(self.outline, self.number).into_bytes().into(),
        }
    }

    fn path(&self) -> String {
        self.paths.of(self.outline, self.number)
    }

    fn visit(&self, _: &Key, visit: &mut Visit<'_>) {
        self.outline.properties(self.number, visit);
    }

    fn shown(&self, value: &Datum<'_>) -> String {
        let mut text = String::new();
        value.write(&mut text, self.outline, self.paths);
        text
    }
}

/// An instance of a document, whose references are paths.
struct InDocument<'d> {
    document: &'d Document,
    path: &'d dyn Fn(Id) -> String,
    id: Id,
}

impl Subject for InDocument<'_> {
    fn class(&self) -> Cow<'_, [u8]> {
        self.document.class(self.id).into_owned().into_bytes().into()
    }

    fn name(&self) -> Cow<'_, [u8]> {
        self.document.name(self.id).into_owned().into_bytes().into()
    }

    fn path(&self) -> String {
        (self.path)(self.id)
    }

    fn visit(&self, key: &Key, visit: &mut Visit<'_>) {
        match key {
            Key::Property(name) if name != ATTRIBUTES => {
                if let Some(value) = self.document.get(self.id, name) {
                    property_of(&self.class(), name.as_bytes(), &value, self.path, visit);
                }
            }
            _ => attributes_alone(&self.document.whole_attributes(self.id), self.path, visit),
        }
    }

    fn shown(&self, value: &Datum<'_>) -> String {
        value.alone()
    }
}

/// The nodes that an expression chooses. The file itself is none of them. Where that is not sure, `notes` says so.
pub(crate) fn chosen(outline: &dyn Outline, query: &Query, notes: &mut Vec<String>) -> Vec<u32> {
    let paths = &Paths::new(outline);
    let (mut n_unsure, mut first) = (0_usize, 0);
    let mut is_chosen = |number: &u32| {
        let is_sure = Cell::new(true);
        let is_met = query.root.meets(&InOutline { outline, paths, number: *number }, &is_sure);
        if !is_sure.get() {
            n_unsure = n_unsure.saturating_add(1);
            first = if n_unsure == 1 { *number } else { first };
        }
        is_met
    };
    let numbers = 1..u32::try_from(outline.len()).unwrap_or(u32::MAX);
    let numbers = numbers.filter(&mut is_chosen).collect();
    if n_unsure > 0 {
        let parts = counted(n_unsure, "part");
        notes.push(format!(
            "whether {parts} should be chosen is not known, because attributes of unknown types cannot be read, first in {}",
            paths.of(outline, first)
        ));
    }
    numbers
}

/// A part that an expression chooses.
pub struct Match<'m> {
    outline: &'m dyn Outline,
    paths: &'m Paths,
    written: &'m Allowance,
    memory: usize,
    number: u32,
    path: String,
}

impl Match<'_> {
    /// Its path.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its class or kind.
    #[must_use]
    pub fn kind(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.outline.kind(self.number))
    }

    /// A property as [`print()`](crate::print()) prints it, on one line; `None` without it.
    #[must_use]
    pub fn get(&self, property: &str) -> Option<String> {
        let mut text = None;
        self.outline.properties(self.number, &mut |label, value| {
            if label.to_string() == property
                && self.written.pay(value.n_bytes().saturating_mul(8)).is_continue()
            {
                let text = text.insert(String::new());
                value.write(text, self.outline, self.paths);
            }
        });
        // The name is in the path, and no property of a view.
        let name = || match self.outline.step(self.number) {
            Step::Name(name) if property == "Name" && self.outline.instances().is_some() => {
                Some(Datum::Text(name).alone())
            }
            _ => None,
        };
        text.or_else(name)
    }

    /// It and the properties with these names, or all, with values of their types; `None` if they take more memory than
    /// is granted, which then ends the query.
    #[must_use]
    pub fn part(&self, properties: &[String]) -> Option<PrintedPart> {
        let held = Allowance::new(self.memory);
        let is_wanted = |name: &str| properties.is_empty() || properties.iter().any(|wanted| wanted == name);
        let part = part(self.outline, self.paths, self.number, &is_wanted, [self.written, &held]);
        if held.end().is_err() {
            let _ = self.written.take(usize::MAX);
        }
        part
    }
}

impl fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match").field("path", &self.path).finish_non_exhaustive()
    }
}

/// What [`query()`] says beside the parts that it hands out.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Answered {
    /// What was wrong with the file and did not hinder its reading.
    pub warnings: Warnings,
    /// Of which parts it is not known whether they should be chosen, because what is asked could not be read.
    pub notes: Vec<String>,
}

/// Hands out the parts of a file that an expression chooses, in the order of the file. [`Query`] has an example.
///
/// # Errors
///
/// If the file cannot be read, or what is handed out takes more memory than is granted.
pub fn query(
    file: &File<'_>,
    query: &Query,
    take: &mut dyn FnMut(&Match<'_>) -> ControlFlow<()>,
) -> Result<Answered, Problem> {
    let (written, memory) = (file.allowance(), file.memory());
    let mut notes = Vec::new();
    let warnings = file.outline(&mut |outline| {
        let paths = &Paths::new(outline);
        for number in chosen(outline, query, &mut notes) {
            let path = paths.of(outline, number);
            let part = Match { outline, paths, written: &written, memory, number, path };
            if written.pay(part.path.len().saturating_add(100)).is_break() || take(&part).is_break() {
                break;
            }
        }
        written.end()
    })?;
    Ok(Answered { warnings, notes })
}

impl Tree {
    /// The nodes that an expression chooses. Where that is not sure, because what is asked could not be read, `notes` says
    /// so.
    #[must_use]
    pub fn select(&self, query: &Query, notes: &mut Vec<String>) -> Vec<u32> {
        let mut found = Vec::new();
        self.show(&mut |outline| found = chosen(outline, query, notes));
        found
    }
}

impl Document {
    /// The instances that an expression chooses. Attributes of unknown types are none: [`is_unclear`](Self::is_unclear)
    /// says which instances have some.
    ///
    /// ```rust,standalone_crate
    /// use rezkit::roblox::Document;
    ///
    /// # let place = include_bytes!("../../../../fixtures/rbxbinary/valid/nested.rbxm");
    /// let mut document = Document::open(place)?;
    /// for part in document.select(&"class=Part and Anchored=false".parse()?) {
    ///     document.set(part, "Anchored", true)?;
    /// }
    /// assert!(document.select(&"class=Part and not Anchored".parse()?).is_empty());
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    #[must_use]
    pub fn select(&self, query: &Query) -> Vec<Id> {
        self.with_paths(|path| {
            let is_sure = Cell::new(true);
            let meets = |id: &Id| query.root.meets(&InDocument { document: self, path, id: *id }, &is_sure);
            self.ids().into_iter().filter(meets).collect()
        })
    }
}

#[cfg(test)]
mod tests;
