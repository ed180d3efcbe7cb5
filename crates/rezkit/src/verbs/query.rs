//! Queries: expressions that select parts of a file by class, name, path and properties, including the selectors of
//! Roblox's engine.

mod bind;
mod marks;
mod meets;
mod parse;
mod parts;

use self::bind::Binder;
use self::marks::{Asked, Bound, Marks};
pub(in crate::verbs) use self::meets::hex_colour;
use self::meets::{Literal, Operator, Pattern};
use self::parts::{InDocument, InOutline, Parts};
use super::print::{PrintedPart, Typed, part};
use crate::roblox::Document;
use crate::verbs::Tree;
use dom::Id;
use dom::words::in_scripts;
use files::File;
use files::outline::{Outline, Paths};
use scene::allowance::Allowance;
use scene::{Problem, Warnings, counted};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

/// An expression that selects instances of models and places, or parts of other files, as [`print()`](crate::print())
/// shows them.
///
/// | Expression | Chooses |
/// |---|---|
/// | `class=Part`, `ClassName=Part`, `isa=BasePart`, `name=Door`, `path=Workspace/Door` | by class or kind, by base class, by name, by path |
/// | `Anchored=true`, `Transparency>0.5`, `Material=Neon` | by a property: `=`, `!=`, `<`, `<=`, `>`, `>=`; parts without the property are not selected |
/// | `name~*Door*`, `path~Workspace/*`, `TextureID!~rbxasset*` | by a pattern, in which `*` matches any characters and `\*` an asterisk |
/// | `Size.Y>10`, `Position.X<0`, `Color.R=1`, `Color=#ff8800` | by a component of a value: X, Y, Z, or R, G, B; by a colour |
/// | `@Speed>1`, `Tags=Door` | by an attribute, by a tag |
/// | `bytes>100000` | instances by the bytes of their values, with those of all instances in them |
/// | `Part`, `Anchored` | instances of a class or of one derived from it; parts that have the property, unless it is `false` or `none` |
/// | `not A`, `A and B`, `A or B`, `(A)` | by combinations of these; `and` binds tighter than `or` |
/// | `inside Workspace/Map`, `has Script` | by ancestor, at any depth; by descendant |
///
/// Properties have the names that scripts use, those in files, or older ones, whichever the file stores. Case does not
/// matter where a name is unambiguous. A word that is neither a class nor a property is an error. Values are written as
/// `print` prints them, optionally in quotes, which values with spaces need: `name="Old door"`. A word in quotes is
/// always a property: `"class"=x`.
///
/// The selectors that `Instance:QueryDescendants` accepts may be used wherever an expression may:
///
/// | Selector | Chooses |
/// |---|---|
/// | `BasePart`, `.Tag`, `#Name` | by class, as `IsA` does, by tag, by name |
/// | `[Anchored = true]`, `[$Speed = 4]`, `[$Speed]` | by property, by attribute; a property that is missing from the file has its default |
/// | `Model.Door[$Open]` | by several of these at once |
/// | `Model > Part`, `Model >> Part`, `> Workspace` | children, descendants, roots |
/// | `Part, Model` | by either of these |
/// | `:not(Part, Model)`, `:has(> Part)` | by none of these, by a child or descendant |
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
/// assert_eq!("legs=".parse::<Query>().unwrap_err().to_string(), "column 6: expected a value");
/// # Ok::<(), rezkit::Problem>(())
/// ```
#[derive(Debug, Clone)]
pub struct Query {
    text: String,
    root: Node,
}

/// Compares the texts of queries.
impl PartialEq for Query {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Query {}

/// Prints the query as it was written.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Query {
    /// A query for the instances of a class, or for all with `*`.
    pub(super) fn of_class(class: &str) -> Self {
        let equal = Check::Compare(Operator::Equal, Literal::new(class.to_owned()));
        let test = Test { key: Key::Class, component: None, check: equal, at: 1, or_default: false };
        let root = if class == "*" { Node::All(Vec::new()) } else { Node::Test(test) };
        Self { text: format!("class={class}"), root }
    }
}

impl FromStr for Query {
    type Err = Problem;

    /// Parses an expression. The path of an error is its column, counted in characters from 1.
    fn from_str(text: &str) -> Result<Self, Problem> {
        parse::expression(text).map(|root| Self { text: text.to_owned(), root })
    }
}

/// A value to report of each part: `class`, `name`, `path`, `bytes`, a property, an `@attribute`, or a component such
/// as `Size.Y`.
///
/// ```
/// use rezkit::{Field, File, OpenOptions, Query, query_fields};
/// use std::ops::ControlFlow;
///
/// let place = br#"<roblox version="4"><Item class="Part"><Properties><Vector3 name="size"><X>4</X><Y>1</Y><Z>2</Z></Vector3>
///     </Properties></Item></roblox>"#;
/// let fields: [Field; 2] = ["Size.X".parse()?, "ClassName".parse()?];
/// let mut found = Vec::new();
/// query_fields(&File::open(place, &OpenOptions::default())?, &"Part".parse()?, &fields, &mut |part| {
///     found = [part.field(0), part.field(1)].into_iter().flatten().collect();
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(found, ["4", "\"Part\""]);
/// # Ok::<(), rezkit::Problem>(())
/// ```
#[derive(Debug, Clone)]
pub struct Field {
    text: String,
    key: Key,
    component: Option<usize>,
    at: usize,
}

/// Prints the field as it was written.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Field {
    type Err = Problem;

    /// Parses a field. The path of an error is its column, counted in characters from 1.
    fn from_str(text: &str) -> Result<Self, Problem> {
        parse::field(text)
    }
}

/// A node of the syntax tree of an expression. The parser bounds the depth of nesting.
#[derive(Debug, Clone)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Test(Test),
    /// A class or a property; the file decides which. It may follow other selectors.
    Word {
        word: Word,
        at: usize,
        is_first: bool,
    },
    Tag(String),
    /// Selects parts with descendants that match.
    Has(Vec<Step>),
    /// Selects parts that match the last step, inside parts that match those before it.
    Chain(Vec<Step>),
    InsidePath {
        path: String,
        at: usize,
    },
}

/// A step of a chain of selectors, and its relation to the step before.
#[derive(Debug, Clone)]
struct Step {
    link: Link,
    node: Node,
}

/// The position of a part relative to the one that the step before matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    /// Any position.
    Start,
    /// A child of the part before.
    Child,
    /// A descendant of the part before.
    Inside,
}

/// A word that may be the name of a class or a property.
#[derive(Debug, Clone)]
struct Word {
    whole: String,
    /// The byte offsets of the dots in it.
    points: Vec<usize>,
    is_quoted: bool,
}

/// A condition on one property.
#[derive(Debug, Clone)]
struct Test {
    key: Key,
    /// The index of the component to compare; `None` for the whole value.
    component: Option<usize>,
    check: Check,
    /// The column of the property in the expression.
    at: usize,
    /// Uses the default of the class for parts that lack the property.
    or_default: bool,
}

/// The subject of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    Class,
    IsA,
    Name,
    Path,
    Parent,
    /// The name of a property, as it was written.
    Property {
        name: String,
        is_quoted: bool,
    },
    /// The names that the property has in the file; each part has at most one of them.
    Stored(Vec<String>),
    Attribute(String),
    Index(usize),
    /// The bytes of each part with all that is in it, by number.
    Bytes(Vec<usize>),
}

#[derive(Debug, Clone)]
enum Check {
    /// The property exists, and is neither `false` nor none.
    Is,
    /// The property exists.
    Has,
    Compare(Operator, Literal),
    Like {
        pattern: Pattern,
        is_not: bool,
    },
}

impl Check {
    /// The word with which a value is compared, if it may be the name of an enum item.
    fn word(&self) -> Option<&str> {
        match self {
            Self::Compare(_, literal) => literal.word(),
            Self::Like { .. } => Some(""),
            _ => None,
        }
    }

    /// Returns true if the name of an enum item matches the pattern.
    fn fits(&self, item: &str) -> bool {
        matches!(self, Self::Like { pattern, .. } if pattern.is(item))
    }
}

/// The parts that a query selects. Adds notes about unknown properties and unreadable values.
fn choose(parts: &dyn Parts, query: &Query, notes: &mut Vec<String>) -> Result<Vec<u32>, Problem> {
    let mut binder = Binder::new(parts);
    let bound = binder.node(&query.root)?;
    let marks = Marks::new(parts);
    let bound = marks.marked(bound);
    let chosen: Vec<_> = (1..parts.len()).filter(|number| marks.meets(&bound, *number)).collect();
    if chosen.is_empty() {
        binder.explain(&bound);
    }
    notes.append(&mut binder.notes);
    if let Some((n, first)) = marks.doubts() {
        let (parts_in_doubt, first) = (counted(n, "part"), parts.path(first));
        notes.push(format!(
            "it is unknown whether {parts_in_doubt} should be chosen, because attributes of unknown types cannot be read, first in {first}"
        ));
    }
    Ok(chosen)
}

/// The nodes that a query selects, never the file itself. Adds a note where a value could not be read, so that the
/// selection is uncertain, and for each property that no part has.
pub(crate) fn chosen(
    outline: &dyn Outline,
    query: &Query,
    notes: &mut Vec<String>,
) -> Result<Vec<u32>, Problem> {
    choose(&InOutline { outline, paths: &Paths::new(outline) }, query, notes)
}

/// Refuses a property that neither the file nor Roblox knows.
pub(crate) fn check_property(
    outline: &dyn Outline,
    property: &str,
    notes: &mut Vec<String>,
) -> Result<(), Problem> {
    if property.starts_with('@') {
        return Ok(());
    }
    let parts = InOutline { outline, paths: &Paths::default() };
    let mut binder = Binder::new(&parts);
    let key = Key::Property { name: property.to_owned(), is_quoted: false };
    binder.field(&Field { text: String::new(), key, component: None, at: 1 })?;
    notes.append(&mut binder.notes);
    Ok(())
}

/// A part that a query selects.
pub struct Match<'m> {
    outline: &'m dyn Outline,
    paths: &'m Paths,
    /// Resolves properties that are asked for later.
    binder: &'m RefCell<Binder<'m>>,
    fields: &'m [Asked],
    written: &'m Allowance,
    memory: usize,
    number: u32,
    path: OnceCell<String>,
}

impl Match<'_> {
    /// The path of the part.
    #[must_use]
    pub fn path(&self) -> &str {
        self.path.get_or_init(|| {
            let path = self.paths.path(self.outline, self.number);
            let _ = self.written.pay(path.len());
            path
        })
    }

    /// The class or kind of the part.
    #[must_use]
    pub fn kind(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.outline.kind(self.number))
    }

    /// A property as [`print()`](crate::print()) prints it, on one line, by its name in scripts or in the file, or the
    /// value of a [`Field`]; `None` if the part does not have it.
    #[must_use]
    pub fn get(&self, property: &str) -> Option<String> {
        let field: Field = property.parse().ok()?;
        let asked = self.binder.borrow_mut().field(&field).ok()?;
        self.value(&asked)
    }

    /// The value of one of the fields, on one line; `None` if the part does not have it. Enum items have their names.
    #[must_use]
    pub fn field(&self, index: usize) -> Option<String> {
        let asked = self.fields.get(index)?;
        let parts = &InOutline { outline: self.outline, paths: self.paths };
        asked.item(parts, self.number).or_else(|| self.value(asked))
    }

    /// The value of one of the fields as a number; `None` if it is not a number.
    #[must_use]
    pub fn number(&self, index: usize) -> Option<f64> {
        self.fields.get(index)?.number(&InOutline { outline: self.outline, paths: self.paths }, self.number)
    }

    /// Adds properties that are derived from stored ones, such as the position of a part.
    fn add_made(&self, part: &mut PrintedPart, properties: &[String]) {
        let parts = &InOutline { outline: self.outline, paths: self.paths };
        let has = |name: &str| part.stored.values().any(|stored| stored == name);
        let others = properties.iter().filter(|name| !has(name) && !part.properties.contains_key(*name));
        let others: Vec<_> = others.filter_map(|name| Some((name, name.parse::<Field>().ok()?))).collect();
        for (name, field) in others {
            let Ok(asked) = self.binder.borrow_mut().field(&field) else { continue };
            asked.look(parts, self.number, &mut |value| {
                part.properties
                    .entry(name.clone())
                    .or_insert_with(|| Typed::from_value(value, self.outline, self.paths));
            });
        }
    }

    fn value(&self, asked: &Asked) -> Option<String> {
        let parts = &InOutline { outline: self.outline, paths: self.paths };
        let mut text = None;
        asked.look(parts, self.number, &mut |value| {
            if self.written.pay(value.n_bytes().saturating_mul(8)).is_continue() {
                value.write(text.insert(String::new()), self.outline, self.paths);
            }
        });
        text
    }

    /// The part and the properties with these names, or all of them, with typed values; `None` if they exceed the
    /// memory limit, which ends the query.
    #[must_use]
    pub fn part(&self, properties: &[String]) -> Option<PrintedPart> {
        let held = Allowance::new(self.memory);
        let is_named = |name: &str, wanted: &str| {
            wanted == name || in_scripts(name.as_bytes()).unwrap_or(name).eq_ignore_ascii_case(wanted)
        };
        let is_wanted =
            |name: &str| properties.is_empty() || properties.iter().any(|wanted| is_named(name, wanted));
        let mut part = part(self.outline, self.paths, self.number, &is_wanted, [self.written, &held]);
        if let Some(part) = &mut part {
            self.add_made(part, properties);
        }
        if held.end().is_err() {
            // Uses up the budget, so that the query ends.
            let _ = self.written.take(usize::MAX);
        }
        part
    }
}

impl fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match").field("path", &self.path()).finish_non_exhaustive()
    }
}

/// The result of [`query()`], in addition to the parts that it hands out.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Answered {
    /// Warnings from reading the file.
    pub warnings: Warnings,
    /// Properties in the query that no part has, and parts for which the query could not be decided because a value
    /// could not be read.
    pub notes: Vec<String>,
}

/// Passes the parts of a file that a query selects to `take`, in the order of the file. [`Query`] has an example.
///
/// # Errors
///
/// If the file cannot be read, the results exceed the memory limit, or the query names a class or a property that
/// neither the file nor Roblox knows.
pub fn query(
    file: &File<'_>,
    query: &Query,
    take: &mut dyn FnMut(&Match<'_>) -> ControlFlow<()>,
) -> Result<Answered, Problem> {
    query_fields(file, query, &[], take)
}

/// Selects like [`query`], and makes the values of `fields` available on each match.
///
/// # Errors
///
/// The errors of [`query`].
pub fn query_fields(
    file: &File<'_>,
    query: &Query,
    fields: &[Field],
    take: &mut dyn FnMut(&Match<'_>) -> ControlFlow<()>,
) -> Result<Answered, Problem> {
    let written = file.allowance();
    let mut notes = Vec::new();
    let warnings = file.outline(&mut |outline| {
        let parts = &InOutline { outline, paths: &Paths::new(outline) };
        hand_out(parts, query, fields, (&written, file.memory()), &mut notes, take)
    })?;
    Ok(Answered { warnings, notes })
}

/// Passes the selected parts to `take`. `written` bounds the length of all results, `memory` that of one part.
fn hand_out(
    parts: &InOutline<'_>,
    query: &Query,
    fields: &[Field],
    (written, memory): (&Allowance, usize),
    notes: &mut Vec<String>,
    take: &mut dyn FnMut(&Match<'_>) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let (&InOutline { outline, paths }, numbers) = (parts, choose(parts, query, notes)?);
    let mut binder = Binder::new(parts);
    let fields: Vec<_> = fields.iter().map(|field| binder.field(field)).collect::<Result<_, _>>()?;
    notes.append(&mut binder.notes);
    let binder = &RefCell::new(binder);
    for number in numbers {
        let path = OnceCell::new();
        let part = Match { outline, paths, binder, fields: &fields, written, memory, number, path };
        // Each part counts, even if no value of it is read.
        if written.pay(100).is_break() || take(&part).is_break() {
            break;
        }
    }
    written.end()
}

impl Tree {
    /// Selects like [`query_fields`](crate::query_fields), from a file that has been read already; returns the notes.
    ///
    /// # Errors
    ///
    /// The errors of [`select`](Self::select), and an error if the results exceed the memory limit.
    pub fn query_fields(
        &self,
        query: &Query,
        fields: &[Field],
        take: &mut dyn FnMut(&Match<'_>) -> ControlFlow<()>,
    ) -> Result<Vec<String>, Problem> {
        let (written, mut notes, mut ended) = (Allowance::new(self.memory()), Vec::new(), Ok(()));
        self.show(&mut |outline| {
            let parts = &InOutline { outline, paths: self.paths() };
            ended = hand_out(parts, query, fields, (&written, self.memory()), &mut notes, take);
        });
        ended.map(|()| notes)
    }

    /// The nodes that a query selects. Adds a note where a value could not be read, so that the selection is uncertain.
    ///
    /// # Errors
    ///
    /// If the query names a class or a property that neither the file nor Roblox knows.
    pub fn select(&self, query: &Query, notes: &mut Vec<String>) -> Result<Vec<u32>, Problem> {
        let mut found = Ok(Vec::new());
        self.show(&mut |outline| {
            found = choose(&InOutline { outline, paths: self.paths() }, query, notes);
        });
        found
    }
}

impl Document {
    /// The instances that a query selects. Attributes of unknown types count as missing;
    /// [`is_unclear`](Self::is_unclear) is true for instances that have some.
    ///
    /// ```rust,standalone_crate
    /// use rezkit::roblox::Document;
    ///
    /// # let place = include_bytes!("../../fixtures/rbxbinary/valid/nested.rbxm");
    /// let mut document = Document::open(place)?;
    /// for part in document.select(&"Folder > Part[Anchored = false]".parse()?)? {
    ///     document.set(part, "Anchored", true)?;
    /// }
    /// assert!(document.select(&"class=Part and not Anchored".parse()?)?.is_empty());
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the query names a class or a property that neither the document nor Roblox knows.
    pub fn select(&self, query: &Query) -> Result<Vec<Id>, Problem> {
        self.0.with_paths(|path| {
            let parts = InDocument::new(self, path);
            let numbers = choose(&parts, query, &mut Vec::new())?.into_iter();
            Ok(numbers.filter_map(|number| parts.id(number)).collect())
        })
    }
}

#[cfg(test)]
mod tests;
