//! Name resolution: decides which words of an expression are classes, which are properties, and which are unknown in a
//! file.

use super::meets::{Literal, Operator};
use super::parse::component;
use super::parts::Parts;
use super::{Asked, Bound, Check, Field, Key, Link, Node, Step, Test, Word};
use dom::Kind;
use dom::classes;
use dom::classes::{ARE_KNOWN, Class};
use dom::equivalent::equivalents;
use dom::script_path::path_of_script;
use dom::words::{ScriptOnly, in_files, in_words};
use files::names::near;
use scene::{Problem, ProblemKind};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

pub(super) struct Binder<'b> {
    parts: &'b dyn Parts,
    kinds: OnceCell<BTreeSet<Vec<u8>>>,
    properties: OnceCell<HashSet<Vec<u8>>>,
    /// A cache of the names that were looked up among all known properties.
    known: HashMap<String, bool>,
    /// Notes on names that are known, but do not occur in the file.
    pub(super) notes: Vec<String>,
}

/// A property in a file.
struct FoundProperty {
    key: Key,
    made: Option<ScriptOnly>,
    component: Option<usize>,
}

impl FoundProperty {
    fn plain(key: Key, component: Option<usize>) -> Self {
        Self { key, made: None, component }
    }
}

/// Words that people use for a class or a property that files and scripts call otherwise.
const SYNONYMS: [(&str, &str); 6] = [
    ("type", "class"),
    ("kind", "class"),
    ("colour", "Color"),
    ("tag", "Tags"),
    ("pos", "Position"),
    ("script", "class=Script"),
];

#[cold]
fn wrong(message: String, at: usize) -> Problem {
    Problem::new(ProblemKind::Value, message).with_path(format!("column {at}"))
}

/// The suggestion `; Name?`, or nothing.
fn perhaps(found: Option<&str>) -> String {
    found.map_or_else(String::new, |name| format!("; {name}?"))
}

fn text(name: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(name)
}

impl<'b> Binder<'b> {
    pub(super) fn new(parts: &'b dyn Parts) -> Self {
        Self {
            parts,
            kinds: OnceCell::new(),
            properties: OnceCell::new(),
            known: HashMap::new(),
            notes: Vec::new(),
        }
    }

    /// The classes or kinds that occur in the file.
    fn kinds(&self) -> &BTreeSet<Vec<u8>> {
        self.kinds.get_or_init(|| {
            let (mut kinds, mut last) = (BTreeSet::new(), Vec::new());
            for number in 1..self.parts.len() {
                let kind = self.parts.class(number);
                // Parts of one class are mostly consecutive, so the set is updated only when the class changes.
                if *kind != *last || kinds.is_empty() {
                    last = kind.into_owned();
                    kinds.insert(last.clone());
                }
            }
            kinds
        })
    }

    fn properties(&self) -> &HashSet<Vec<u8>> {
        self.properties.get_or_init(|| self.parts.properties())
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// An unknown name is an error if the class database would know it, and otherwise only a note.
    fn unknown(&mut self, message: String, absent: String, at: usize) -> Result<(), Problem> {
        if ARE_KNOWN && self.parts.are_instances() {
            return Err(wrong(message, at));
        }
        self.note(absent);
        Ok(())
    }

    pub(super) fn node(&mut self, node: &Node) -> Result<Bound, Problem> {
        Ok(match node {
            Node::All(nodes) => {
                let has_spaces = |node: &Node| matches!(node, Node::Word { is_first: false, .. });
                let bound = self.nodes(nodes).map_err(|mut problem| {
                    if nodes.iter().any(has_spaces) {
                        problem.message.push_str("; put texts with spaces in quotes");
                    }
                    problem
                })?;
                self.note_both(nodes, &bound);
                Bound::All(bound)
            }
            Node::Any(nodes) => Bound::Any(self.nodes(nodes)?),
            Node::Not(node) => Bound::Not(Box::new(self.node(node)?)),
            Node::Test(test) => self.test(test)?,
            Node::Word { word, at, .. } => self.word(word, *at)?,
            Node::Tag(tag) => tagged(tag),
            Node::Has(steps) => Bound::Has(self.steps(steps)?),
            Node::Chain(steps) => Bound::Chain(0, self.steps(steps)?),
            Node::InsidePath { path, at: column } => {
                let at = |path: &str| self.parts.node_at(path);
                let Some(number) = at(path).or_else(|| at(&path_of_script(path)?)) else {
                    let message = format!("there is no part {path}; `rez query` lists the paths");
                    return Err(
                        Problem::new(ProblemKind::Reference, message).with_path(format!("column {column}"))
                    );
                };
                Bound::Chain(number, vec![(Link::Inside, Bound::All(Vec::new()))])
            }
        })
    }

    fn nodes(&mut self, nodes: &[Node]) -> Result<Vec<Bound>, Problem> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    /// Adds a note on classes separated by spaces: as in CSS, descendants may be meant.
    fn note_both(&mut self, nodes: &[Node], bound: &[Bound]) {
        let mut classes = nodes.iter().zip(bound).filter_map(|(node, bound)| match (node, bound) {
            (Node::Word { word, .. }, Bound::Kinds(kinds)) => Some((&word.whole, kinds)),
            _ => None,
        });
        if let (Some((one, kinds)), Some((other, others))) = (classes.next(), classes.next())
            && !kinds.is_empty()
            && !others.is_empty()
            && !kinds.iter().any(|kind| others.contains(kind))
        {
            self.note(format!(
                "no part is both a {one} and a {other}; to find a {other} inside a {one}, use {one} >> \
                 {other}"
            ));
        }
    }

    fn steps(&mut self, steps: &[Step]) -> Result<Vec<(Link, Bound)>, Problem> {
        steps.iter().map(|step| Ok((step.link, self.node(&step.node)?))).collect()
    }

    /// Resolves a single word: a class with tags, or else a property that has to exist.
    fn word(&mut self, word: &Word, at: usize) -> Result<Bound, Problem> {
        let (key, component) = word.tested();
        let test = Test { key, component, check: Check::Is, at, or_default: true };
        let Key::Property { name, is_quoted: false } = &test.key else { return self.test(&test) };
        let (class, tags) = word.parts();
        if !self.parts.are_instances() {
            let kinds = self.exactly(&word.whole).map(Bound::Kinds);
            return kinds.map_or_else(|| self.test(&test), Ok);
        }
        // An exact class takes precedence over a property, and a property over a class in another case.
        if let Some(kinds) = self.exactly(class) {
            return Ok(self.of_kinds(class, kinds, tags));
        }
        if self.found(name, component).is_some() {
            return self.test(&test);
        }
        if let Some(kinds) = self.loosely(class) {
            return Ok(self.of_kinds(class, kinds, tags));
        }
        if ["not", "has", "inside"].contains(&class) {
            return Err(wrong(format!("`{class}` must be followed by an expression"), at));
        }
        if tags.is_empty() || component.is_some() || self.is_property(name) {
            return self.test_or_class(&test, class);
        }
        self.no_class(class, at)?;
        Ok(Bound::Fixed(false))
    }

    fn of_kinds(&mut self, class: &str, kinds: Vec<Vec<u8>>, tags: Vec<&str>) -> Bound {
        if kinds.is_empty() {
            self.note(format!("no part is a {class}"));
        }
        Bound::all(Bound::Kinds(kinds), tags)
    }

    /// Resolves a single unknown word, which may be a misspelt class or property.
    fn test_or_class(&mut self, test: &Test, class: &str) -> Result<Bound, Problem> {
        match &test.key {
            Key::Property { name, .. } if !self.is_property(name) => {
                let near = self.near_class(class).or_else(|| self.near_property(name));
                let absent = format!("no part has the class or property {class}{}", perhaps(near.as_deref()));
                let message = format!("there is no class or property {class}{}", perhaps(near.as_deref()));
                self.unknown(message, absent, test.at)?;
                Ok(Bound::Fixed(false))
            }
            _ => self.test(test),
        }
    }

    fn test(&mut self, test: &Test) -> Result<Bound, Problem> {
        // Only models and places have `ClassName`.
        let key = match &test.key {
            Key::Property { name, is_quoted: false } if self.parts.are_instances() => {
                self.found(name, None).map(|found| found.key).filter(|key| *key == Key::Class)
            }
            _ => None,
        };
        match (key.as_ref().unwrap_or(&test.key), &test.check) {
            (Key::Class, Check::Compare(operator @ (Operator::Equal | Operator::NotEqual), class)) => {
                self.class(class.text(), *operator, test.at)
            }
            (Key::IsA, Check::Compare(operator @ (Operator::Equal | Operator::NotEqual), class)) => {
                self.is_a(class.text(), *operator, test.at)
            }
            (Key::IsA, _) => {
                Err(wrong("isa must be followed by `=` or `!=` and a class".to_owned(), test.at))
            }
            _ => Ok(Bound::Test(Box::new(self.asked(test)?))),
        }
    }

    /// The kinds in the file that an exact name stands for: the class itself and those derived from it.
    fn exactly(&self, name: &str) -> Option<Vec<Vec<u8>>> {
        let is_there = self.kinds().contains(name.as_bytes());
        if !self.parts.are_instances() {
            return is_there.then(|| vec![name.as_bytes().to_vec()]);
        }
        if Class::from_name(name.as_bytes()).is_some() {
            return Some(self.derived(name));
        }
        is_there.then(|| vec![name.as_bytes().to_vec()])
    }

    /// The kinds in the file that a name stands for, regardless of case.
    fn loosely(&self, name: &str) -> Option<Vec<Vec<u8>>> {
        let alike = self.kinds().iter().find(|kind| text(kind).eq_ignore_ascii_case(name));
        let alike = alike.map(|kind| text(kind).into_owned());
        let known = || Class::like(name).map(|class| class.name().to_owned());
        self.exactly(&alike.or_else(known)?)
    }

    fn derived(&self, name: &str) -> Vec<Vec<u8>> {
        let is_a = |kind: &&Vec<u8>| {
            kind.as_slice() == name.as_bytes() || Class::from_name(kind).is_some_and(|class| class.is_a(name))
        };
        self.kinds().iter().filter(is_a).cloned().collect()
    }

    /// Resolves `class=Part` to that class alone; an abstract class such as BasePart stands for all classes derived
    /// from it.
    fn class(&mut self, name: &str, operator: Operator, at: usize) -> Result<Bound, Problem> {
        let is_there = |kind: &&Vec<u8>| text(kind).eq_ignore_ascii_case(name);
        let exact = self.kinds().get(name.as_bytes()).or_else(|| self.kinds().iter().find(is_there)).cloned();
        let kinds = match exact {
            Some(kind) => vec![kind],
            None => match Class::from_name(name.as_bytes()).or_else(|| Class::like(name)) {
                Some(class) if class.is_abstract() => self.derived(class.name()),
                Some(class) => {
                    self.note(format!("no part is a {}", class.name()));
                    Vec::new()
                }
                None => {
                    self.no_class(name, at)?;
                    Vec::new()
                }
            },
        };
        Ok(Bound::Kinds(kinds).unless(operator == Operator::NotEqual))
    }

    fn is_a(&mut self, name: &str, operator: Operator, at: usize) -> Result<Bound, Problem> {
        let kinds = match self.exactly(name).or_else(|| self.loosely(name)) {
            Some(kinds) => kinds,
            None => {
                self.no_class(name, at)?;
                return Ok(Bound::Fixed(operator == Operator::NotEqual));
            }
        };
        Ok(self.of_kinds(name, kinds, Vec::new()).unless(operator == Operator::NotEqual))
    }

    fn no_class(&mut self, name: &str, at: usize) -> Result<(), Problem> {
        let near = perhaps(self.near_class(name).as_deref());
        let kind = if self.parts.are_instances() { "class" } else { "kind" };
        let absent = format!("no part is of the {kind} {name}{near}");
        self.unknown(format!("there is no class {name}{near}"), absent, at)
    }

    fn near_class(&self, name: &str) -> Option<String> {
        let own: Vec<_> = self.kinds().iter().map(|kind| text(kind)).collect();
        let of_file = near(name, own.iter().map(|kind| &**kind)).first().map(|name| (*name).to_owned());
        of_file.or_else(|| near(name, classes::all_names()).first().map(|name| (*name).to_owned()))
    }

    fn near_property(&self, name: &str) -> Option<String> {
        let synonym = SYNONYMS.iter().find(|(word, _)| word.eq_ignore_ascii_case(name));
        if let Some((_, meant)) = synonym {
            return Some((*meant).to_owned());
        }
        let own: BTreeSet<_> = self.properties().iter().map(|name| text(in_words(name))).collect();
        let special = ["Name", "ClassName", "Parent"].into_iter().chain(ScriptOnly::NAMES);
        let all = own.iter().map(|name| &**name).chain(special);
        let of_file = near(name, all).first().map(|name| (*name).to_owned());
        of_file.or_else(|| near(name, classes::all_properties()).first().map(|name| (*name).to_owned()))
    }

    /// Returns true if files or scripts can have such a property.
    fn is_property(&mut self, name: &str) -> bool {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        let is_property = ScriptOnly::like(name).is_some()
            || in_files(name).next().is_some()
            || classes::all_properties().any(is_it);
        self.known.insert(name.to_owned(), is_property);
        is_property
    }

    /// The property with this name in the file: exactly, or else regardless of case.
    fn found(&self, name: &str, component: Option<usize>) -> Option<FoundProperty> {
        let has = |name: &str| self.properties().contains(name.as_bytes());
        let names = [name].into_iter().chain(in_files(name)).filter(|name| has(name));
        let names: Vec<_> = names.map(str::to_owned).collect();
        let made = ScriptOnly::named(name).filter(|made| has(made.source()));
        if !names.is_empty() || made.is_some() {
            return Some(FoundProperty { key: Key::Stored(names), made, component });
        }
        let special = match &*name.to_ascii_lowercase() {
            "class" | "classname" => Some(Key::Class),
            "name" => Some(Key::Name),
            "path" => Some(Key::Path),
            "parent" => Some(Key::Parent),
            _ => None,
        };
        if let Some(key) = special {
            return Some(FoundProperty::plain(key, component));
        }
        let is_it = |known: &&Vec<u8>| {
            text(known).eq_ignore_ascii_case(name) || text(in_words(known)).eq_ignore_ascii_case(name)
        };
        let mut names: Vec<_> =
            self.properties().iter().filter(is_it).map(|it| text(it).into_owned()).collect();
        names.sort_unstable();
        let made = ScriptOnly::like(name).filter(|made| has(made.source()));
        if !names.is_empty() || made.is_some() {
            return Some(FoundProperty { key: Key::Stored(names), made, component });
        }
        if let Some(name) = self.elsewhere(name) {
            return Some(FoundProperty::plain(Key::Stored(vec![name]), component));
        }
        // A component in lower case, such as `size.y`.
        let (start, letter) = name.split_at_checked(name.rfind('.')?)?;
        let component = Some(self::component(&letter.to_ascii_uppercase())?);
        self.found(start, component)
    }

    /// The proper name of a property that follows from others that parts of the file store.
    fn elsewhere(&self, name: &str) -> Option<String> {
        if !self.parts.are_instances() {
            return None;
        }
        let has = |name: &String| self.properties().contains(name.as_bytes());
        self.kinds().iter().find_map(|class| {
            let all = equivalents(class, name);
            let is_any = all.iter().any(|equivalent| equivalent.names().iter().all(has));
            all.first().filter(|_| is_any).and_then(|own| own.names().first()).cloned()
        })
    }

    /// Resolves a property.
    fn key(&mut self, key: &Key, component: Option<usize>, at: usize) -> Result<FoundProperty, Problem> {
        let Key::Property { name, is_quoted } = key else {
            return Ok(FoundProperty::plain(key.clone(), component));
        };
        let own = FoundProperty::plain(Key::Stored(vec![name.clone()]), component);
        if !self.parts.are_instances() {
            return Ok(own);
        }
        if !is_quoted && name.eq_ignore_ascii_case("bytes") {
            return Ok(FoundProperty::plain(Key::Bytes(self.parts.n_bytes()), None));
        }
        if let Some(found) = self.found(name, component).filter(|found| !is_quoted || found.is_stored()) {
            return Ok(found);
        }
        if self.is_property(name) {
            self.note(format!("no part has the property {name}"));
            return Ok(own);
        }
        let near = perhaps(self.near_property(name).as_deref());
        let message = match Class::from_name(name.as_bytes()) {
            Some(class) => format!("there is no property {name}; it is a class: class={}", class.name()),
            None => format!("there is no property {name}{near}"),
        };
        self.unknown(message, format!("no part has the property {name}{near}"), at)?;
        Ok(own)
    }

    fn asked(&mut self, test: &Test) -> Result<Asked, Problem> {
        let FoundProperty { key, made, component } = self.key(&test.key, test.component, test.at)?;
        let mut asked = Asked::new(key, made, component, test.check.clone());
        asked.or_default = test.or_default && self.parts.are_instances();
        if let Key::Property { name, .. } = &test.key {
            // A component in lower case is a part of the name.
            let is_whole = test.component.is_some() || asked.component.is_none();
            let whole =
                name.rsplit_once('.').map_or(&**name, |(whole, _)| if is_whole { name } else { whole });
            asked.is_fraction = whole.eq_ignore_ascii_case("Color");
            if let (true, Some(_), Check::Compare(_, literal)) =
                (asked.is_fraction, asked.component, &mut asked.check)
            {
                *literal = literal.clone().of_channel();
            }
            self.items(&mut asked, name, test.at)?;
        }
        Ok(asked)
    }

    /// Resolves a word where the property has numbers: items of enums, and colours of the palette. A word that names
    /// none of them is an error.
    fn items(&self, asked: &mut Asked, typed: &str, at: usize) -> Result<(), Problem> {
        let Key::Stored(names) = &asked.key else { return Ok(()) };
        let is_text = |name: &String| self.parts.is_text(name);
        // Text may be any word.
        let may_be_any = asked.made.is_none() && names.iter().any(is_text);
        if may_be_any || !(self.parts.are_instances() && ARE_KNOWN) {
            return Ok(());
        }
        let word = asked.check.word().map(str::to_owned);
        let is_palette = asked.made == Some(ScriptOnly::BrickColor)
            || names.iter().any(|name| name.eq_ignore_ascii_case("BrickColor"));
        if let (true, Some(word)) = (is_palette, &word) {
            let number = classes::brick_named(word).ok_or_else(|| no_colour(word, at))?;
            asked.items.push((Vec::new(), number));
            return Ok(());
        }
        let mut enumeration = None;
        let mut kinds = BTreeSet::from_iter(asked.made.map(|made| made.kind().name()));
        for kind in self.kinds() {
            let Some(class) = Class::from_name(kind) else { continue };
            let Some(property) = names.iter().find_map(|name| class.property(name.as_bytes())) else {
                continue;
            };
            let Some(items) = property.enumeration() else {
                kinds.insert(property.value_kind().map_or("", Kind::name));
                continue;
            };
            enumeration = Some(items);
            let Some(word) = &word else { continue };
            let fits = items.items().into_iter().filter(|item| asked.check.fits(item));
            let numbers = items.number(word).into_iter().chain(fits.filter_map(|item| items.number(item)));
            asked.items.extend(numbers.map(|number| (kind.clone(), number)));
        }
        let Check::Compare(_, literal) = &asked.check else { return Ok(()) };
        match (enumeration, word) {
            (Some(items), Some(word)) if asked.items.is_empty() && kinds.is_empty() => {
                let own = word.rsplit('.').next().unwrap_or_default();
                let near = perhaps(near(own, items.items()).first().copied());
                Err(wrong(format!("Enum.{} has no item {word}{near}", items.name()), at)
                    .help(format!("its items are {}", items.items().join(", "))))
            }
            (None, _) if asked.component.is_none() => not_of(&kinds, typed, literal, at),
            _ => Ok(()),
        }
    }

    pub(super) fn field(&mut self, field: &Field) -> Result<Asked, Problem> {
        let FoundProperty { key, made, component } = self.key(&field.key, field.component, field.at)?;
        let mut asked = Asked::new(key, made, component, Check::Is);
        asked.or_default = self.parts.are_instances();
        Ok(asked)
    }

    /// Adds notes on conditions that no part can meet, after nothing was selected.
    pub(super) fn explain(&mut self, bound: &Bound) {
        let mut tests = Vec::new();
        bound.tests(&mut tests);
        for asked in tests {
            if let Some(why) = asked.is_nowhere(self.parts) {
                self.note(why);
            }
        }
    }
}

impl FoundProperty {
    fn is_stored(&self) -> bool {
        matches!(self.key, Key::Stored(_))
    }
}

/// The error for comparing a property of these kinds with a value of another kind.
fn not_of(kinds: &BTreeSet<&str>, property: &str, literal: &Literal, at: usize) -> Result<(), Problem> {
    let text = literal.text();
    let is_word = literal.word().is_some();
    let is_several = |kind: &str| {
        matches!(kind, "Vector2" | "Vector3" | "CFrame" | "UDim" | "UDim2" | "NumberRange" | "NumberSequence")
    };
    let is_colour = |kind: &str| matches!(kind, "Color3" | "Color3uint8" | "ColorSequence");
    let is_never = |kind: &&str| match *kind {
        "Bool" | "Int32" | "Int64" | "Float32" | "Float64" => is_word,
        "BrickColor" => is_word && classes::brick_named(text).is_none(),
        kind => (is_several(kind) || is_colour(kind)) && (is_word || literal.is_number()),
    };
    if kinds.is_empty() || !kinds.iter().all(is_never) {
        return Ok(());
    }
    let is = |what: &str| wrong(format!("{property} is {what}, not {text}"), at);
    // The last of several kinds, in alphabetical order, is most likely the one of parts: Vector3 rather than UDim2 or
    // Vector2.
    Err(if let Some(kind) = kinds.iter().rfind(|kind| is_several(kind)) {
        let written = Kind::of_name(kind).and_then(Kind::example);
        let all = written.map_or_else(String::new, |written| format!("; all are written as {written}"));
        is("several numbers").help(format!("compare a single component, such as {property}.X{all}"))
    } else if kinds.iter().any(|kind| is_colour(kind)) {
        is("a colour").help("write it as #ff8800, or 255,136,0")
    } else if kinds.iter().all(|kind| *kind == "Bool") {
        is("true or false")
    } else {
        is("a number")
    })
}

#[cold]
fn no_colour(word: &str, at: usize) -> Problem {
    let all: Vec<_> = (0..=1032).filter_map(classes::brick_name).collect();
    let near = perhaps(near(word, all.iter().map(String::as_str)).first().copied());
    wrong(format!("there is no BrickColor {word}{near}"), at)
}

fn tagged(tag: &str) -> Bound {
    let check = Check::Compare(Operator::Equal, Literal::new(tag.to_owned()));
    Bound::Test(Box::new(Asked::new(Key::Stored(vec!["Tags".to_owned()]), None, None, check)))
}

impl Bound {
    /// Combines a class and tags.
    fn all(class: Self, tags: Vec<&str>) -> Self {
        match tags[..] {
            [] => class,
            _ => Self::All([class].into_iter().chain(tags.into_iter().map(tagged)).collect()),
        }
    }

    fn unless(self, is_not: bool) -> Self {
        if is_not { Self::Not(Box::new(self)) } else { self }
    }
}
