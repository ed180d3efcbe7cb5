//! Expressions that choose parts of a file by class, name, path and properties, and the selectors of Roblox's engine.

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
use std::cell::OnceCell;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

/// An expression that chooses instances of models and places, and parts of other files: the ones that
/// [`print()`](crate::print()) shows.
///
/// | Expression | Chooses |
/// |---|---|
/// | `class=Part`, `ClassName=Part`, `isa=BasePart`, `name=Door`, `path=Workspace/Door` | by class or kind, by what it is derived from, by name, by path |
/// | `Anchored=true`, `Transparency>0.5`, `Material=Neon` | by a property: `=`, `!=`, `<`, `<=`, `>`, `>=`; a part without the property is not chosen |
/// | `name~*Door*`, `path~Workspace/*`, `TextureID!~rbxasset*` | by a pattern, in which `*` stands for any letters and `\*` for a star |
/// | `Size.Y>10`, `Position.X<0`, `Color.R=1`, `Color=#ff8800` | by one number of a value: X, Y, Z, or R, G, B; by a colour |
/// | `@Speed>1`, `Tags=Door` | by an attribute, by a tag |
/// | `Part`, `Anchored` | what is a Part or of a class derived from it; what has the property, unless it is `false` or `none` |
/// | `not A`, `A and B`, `A or B`, `(A)` | by several of these; `and` binds tighter than `or` |
/// | `inside Workspace/Map`, `has Script` | by what it is in, at any depth; by what is in it |
///
/// Properties have the names that scripts use, or those in files. Case does not matter where a name is unambiguous. A
/// word that is neither a class nor a property is an error. Values are as `print` prints them, and may be in quotes, as
/// they must be with spaces: `name="Old door"`. A property in quotes is one whatever it is called: `"class"=x`.
///
/// The selectors that `Instance:QueryDescendants` takes can stand wherever an expression can:
///
/// | Selector | Chooses |
/// |---|---|
/// | `BasePart`, `.Tag`, `#Name` | by class, as `IsA` does, by tag, by name |
/// | `[Anchored = true]`, `[$Speed = 4]`, `[$Speed]` | by property, by attribute; a property that the file leaves out has its default |
/// | `Model.Door[$Open]` | by several of these |
/// | `Model > Part`, `Model >> Part`, `> Workspace` | children, all inside, what is at the top |
/// | `Part, Model` | what is one of these |
/// | `:not(Part, Model)`, `:has(> Part)` | what is none of these, what has one of these inside |
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

impl Query {
    /// What is of a class, or all with `*`.
    pub(super) fn of_class(class: &str) -> Self {
        let equal = Check::Compare(Operator::Equal, Literal::new(class.to_owned()));
        let test = Test { key: Key::Class, component: None, check: equal, at: 1, or_default: false };
        let root = if class == "*" { Node::All(Vec::new()) } else { Node::Test(test) };
        Self { text: format!("class={class}"), root }
    }
}

impl FromStr for Query {
    type Err = Problem;

    /// Reads an expression. The path of an error is its column, counted in letters from 1.
    fn from_str(text: &str) -> Result<Self, Problem> {
        parse::expression(text).map(|root| Self { text: text.to_owned(), root })
    }
}

/// What can be asked of a part: `class`, `name`, `path`, a property, an `@attribute`, or one number as in `Size.Y`.
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

/// As it was written.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Field {
    type Err = Problem;

    /// Reads what is asked. The path of an error is its column, counted in letters from 1.
    fn from_str(text: &str) -> Result<Self, Problem> {
        parse::field(text)
    }
}

/// A part of an expression. Parsing bounds how deep these are in each other.
#[derive(Debug, Clone)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Test(Test),
    /// A class or a property, which a file decides; it may stand behind other selectors.
    Word {
        word: Word,
        at: usize,
        is_first: bool,
    },
    Tag(String),
    /// What has these inside.
    Has(Vec<Step>),
    /// What is inside of these.
    Chain(Vec<Step>),
    InsidePath {
        path: String,
        at: usize,
    },
}

/// One of several parts of which each is in the one before.
#[derive(Debug, Clone)]
struct Step {
    link: Link,
    node: Node,
}

/// Where a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    /// Anywhere.
    Start,
    /// In the part before.
    Child,
    /// In the part before, at any depth.
    Inside,
}

/// What may be the name of a class or a property.
#[derive(Debug, Clone)]
struct Word {
    whole: String,
    /// Where there are points in it.
    points: Vec<usize>,
    is_quoted: bool,
}

/// What is asked of one property.
#[derive(Debug, Clone)]
struct Test {
    key: Key,
    /// Which number of its value is meant; `None` for the whole.
    component: Option<usize>,
    check: Check,
    /// The column of the property.
    at: usize,
    /// Whether a part without the property has the default of its class.
    or_default: bool,
}

/// What a test is about.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    Class,
    IsA,
    Name,
    Path,
    Parent,
    /// As it was written.
    Property {
        name: String,
        is_quoted: bool,
    },
    /// The names that it has in the file, of which a part has one.
    Stored(Vec<String>),
    Attribute(String),
    Index(usize),
}

#[derive(Debug, Clone)]
enum Check {
    /// That it is there, and not `false` or nothing.
    Is,
    /// That it is there.
    Has,
    Compare(Operator, Literal),
    Like {
        pattern: Pattern,
        is_not: bool,
    },
}

impl Check {
    /// The word that a value is compared with, if it may stand for a number.
    fn word(&self) -> Option<&str> {
        match self {
            Self::Compare(_, literal) => literal.word(),
            Self::Like { .. } => Some(""),
            _ => None,
        }
    }

    /// Whether the name of an item fits a pattern.
    fn fits(&self, item: &str) -> bool {
        matches!(self, Self::Like { pattern, .. } if pattern.is(item))
    }
}

/// What an expression chooses of a file, and what is to be said of that.
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
            "whether {parts_in_doubt} should be chosen is not known, because attributes of unknown types cannot be read, first in {first}"
        ));
    }
    Ok(chosen)
}

/// The nodes that an expression chooses. The file itself is none of them. Where that is not sure, `notes` says so, and
/// what no part has.
pub(crate) fn chosen(
    outline: &dyn Outline,
    query: &Query,
    notes: &mut Vec<String>,
) -> Result<Vec<u32>, Problem> {
    choose(&InOutline { outline, paths: &Paths::new(outline) }, query, notes)
}

/// Refuses a property that neither the file nor Roblox has.
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

/// A part that an expression chooses.
pub struct Match<'m> {
    outline: &'m dyn Outline,
    paths: &'m Paths,
    fields: &'m [Asked],
    written: &'m Allowance,
    memory: usize,
    number: u32,
    path: OnceCell<String>,
}

impl Match<'_> {
    /// Its path.
    #[must_use]
    pub fn path(&self) -> &str {
        self.path.get_or_init(|| {
            let path = self.paths.of(self.outline, self.number);
            let _ = self.written.pay(path.len());
            path
        })
    }

    /// Its class or kind.
    #[must_use]
    pub fn kind(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.outline.kind(self.number))
    }

    /// A property as [`print()`](crate::print()) prints it, on one line, by its name in scripts or in the file, or what
    /// a [`Field`] asks; `None` without it.
    #[must_use]
    pub fn get(&self, property: &str) -> Option<String> {
        let field: Field = property.parse().ok()?;
        let parts = &InOutline { outline: self.outline, paths: self.paths };
        self.value(&Binder::new(parts).field(&field).ok()?)
    }

    /// What is asked by one of the fields, on one line; `None` if the part does not have it. Enum items have their names.
    #[must_use]
    pub fn field(&self, index: usize) -> Option<String> {
        let asked = self.fields.get(index)?;
        let parts = &InOutline { outline: self.outline, paths: self.paths };
        asked.item(parts, self.number).or_else(|| self.value(asked))
    }

    /// The number that one of the fields asks for; `None` if it is none.
    #[must_use]
    pub fn number(&self, index: usize) -> Option<f64> {
        self.fields.get(index)?.number(&InOutline { outline: self.outline, paths: self.paths }, self.number)
    }

    /// Adds what no file has, such as the position of a part.
    fn add_made(&self, part: &mut PrintedPart, properties: &[String]) {
        let parts = &InOutline { outline: self.outline, paths: self.paths };
        let has = |name: &str| part.stored.values().any(|stored| stored == name);
        let others = properties.iter().filter(|name| !has(name) && !part.properties.contains_key(*name));
        let others: Vec<_> = others.filter_map(|name| Some((name, name.parse::<Field>().ok()?))).collect();
        for (name, field) in others {
            let Ok(asked) = Binder::new(parts).field(&field) else { continue };
            asked.look(parts, self.number, &mut |value| {
                part.properties
                    .entry(name.clone())
                    .or_insert_with(|| Typed::of(value, self.outline, self.paths));
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

    /// It and the properties with these names, or all, with values of their types; `None` if they take more memory than
    /// is granted, which then ends the query.
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
            // Nothing more can be paid for, so that the query ends.
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

/// What [`query()`] says beside the parts that it hands out.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Answered {
    /// What was wrong with the file and did not hinder its reading.
    pub warnings: Warnings,
    /// What no part has that is asked, and of which parts it is not known whether they should be chosen, because what is
    /// asked could not be read.
    pub notes: Vec<String>,
}

/// Hands out the parts of a file that an expression chooses, in the order of the file. [`Query`] has an example.
///
/// # Errors
///
/// If the file cannot be read, what is handed out takes more memory than is granted, or the expression asks for a class
/// or a property that neither the file nor Roblox has.
pub fn query(
    file: &File<'_>,
    query: &Query,
    take: &mut dyn FnMut(&Match<'_>) -> ControlFlow<()>,
) -> Result<Answered, Problem> {
    query_fields(file, query, &[], take)
}

/// As [`query`], with what is asked of each part that is handed out.
///
/// # Errors
///
/// As [`query`].
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

/// Hands out what is chosen, with what may be written of it, and the memory that one part may take.
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
    for number in numbers {
        let path = OnceCell::new();
        let part = Match { outline, paths, fields: &fields, written, memory, number, path };
        // A part takes something where it is handed out, even if nothing is asked of it.
        if written.pay(100).is_break() || take(&part).is_break() {
            break;
        }
    }
    written.end()
}

impl Tree {
    /// As [`query_fields`](crate::query_fields), of a file that is read already; gives the notes.
    ///
    /// # Errors
    ///
    /// If what is handed out takes more memory than is granted, or as those of [`select`](Self::select).
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

    /// The nodes that an expression chooses. Where that is not sure, because what is asked could not be read, `notes` says
    /// so.
    ///
    /// # Errors
    ///
    /// If the expression asks for a class or a property that neither the file nor Roblox has.
    pub fn select(&self, query: &Query, notes: &mut Vec<String>) -> Result<Vec<u32>, Problem> {
        let mut found = Ok(Vec::new());
        self.show(&mut |outline| {
            found = choose(&InOutline { outline, paths: self.paths() }, query, notes);
        });
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
    /// If the expression asks for a class or a property that neither the document nor Roblox has.
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
