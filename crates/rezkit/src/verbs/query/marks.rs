//! Evaluation of bound queries: which parts match.

use super::meets::Literal;
use super::parts::{Parts, is_label};
use super::{Check, Key, Link};
use dom::classes::{self, Enumeration, brick_name, enumeration};
use dom::equivalent::{Equivalent, equivalents};
use dom::words::ScriptOnly;
use dom::{ATTRIBUTES, Value};
use files::outline::{Datum, Label, property_of};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// An expression whose words have been resolved for a file.
pub(super) enum Bound {
    All(Vec<Bound>),
    Any(Vec<Bound>),
    Not(Box<Bound>),
    Test(Box<Asked>),
    /// Matches parts of one of these classes.
    Kinds(Vec<Vec<u8>>),
    /// Matches parts with descendants that match.
    Has(Vec<(Link, Bound)>),
    /// Matches descendants of the part with this number that match the steps.
    Chain(u32, Vec<(Link, Bound)>),
    /// Matches the parts whose bits are set.
    Marked(Bits),
    Fixed(bool),
}

impl Bound {
    /// Collects all conditions on properties.
    pub(super) fn tests<'b>(&'b self, tests: &mut Vec<&'b Asked>) {
        match self {
            Self::All(all) | Self::Any(all) => all.iter().for_each(|bound| bound.tests(tests)),
            Self::Not(bound) => bound.tests(tests),
            Self::Test(asked) => tests.push(asked),
            _ => {}
        }
    }
}

/// A condition on one property, resolved for a file.
pub(super) struct Asked {
    pub(super) key: Key,
    /// The property from which the value is derived where no part stores it.
    pub(super) made: Option<ScriptOnly>,
    pub(super) component: Option<usize>,
    pub(super) check: Check,
    /// The enum items that a word may name, as class and number. An empty class stands for all classes.
    pub(super) items: Vec<(Vec<u8>, u32)>,
    /// True if channels of colours go up to 1, as in scripts.
    pub(super) is_fraction: bool,
    /// Uses the default of the class for parts that lack the property.
    pub(super) or_default: bool,
    /// A cache of the enum for the last class: looking it up takes longer than the rest of the test.
    last: RefCell<Option<(Vec<u8>, Option<Enumeration>)>>,
    /// The properties that parts of a class may store instead, by class.
    equivalents: RefCell<HashMap<Vec<u8>, Rc<[Equivalent]>>>,
}

impl Asked {
    pub(super) fn new(key: Key, made: Option<ScriptOnly>, component: Option<usize>, check: Check) -> Self {
        Self {
            key,
            made,
            component,
            check,
            items: Vec::new(),
            is_fraction: false,
            or_default: false,
            last: RefCell::default(),
            equivalents: RefCell::default(),
        }
    }

    /// Passes the value of a part to `take`; returns `None` if it is unknown whether the part has one.
    pub(super) fn look(
        &self,
        parts: &dyn Parts,
        number: u32,
        take: &mut dyn FnMut(&Datum<'_>),
    ) -> Option<bool> {
        match &self.key {
            Key::Class | Key::IsA => self.take(&Datum::Text(&parts.class(number)), false, take),
            Key::Name => self.take(&Datum::Text(&parts.name(number)), false, take),
            Key::Path => self.take(&Datum::Text(parts.path(number).as_bytes()), false, take),
            Key::Bytes(all) => {
                let n = all.get(number as usize).copied().unwrap_or_default();
                self.take(&Datum::Unsigned(n as u64), false, take);
            }
            Key::Parent => match parts.parent(number) {
                0 => self.take(&Datum::Nil, false, take),
                parent => self.take(&Datum::Text(parts.path(parent).as_bytes()), false, take),
            },
            key => {
                let (mut is_found, mut is_unread) = (false, false);
                parts.visit(number, key, &mut |label, value| {
                    if is_label(key, label) {
                        is_found = true;
                        self.take(value, is_bytes(label), take);
                    }
                    // The remainder of an attribute string that could not be decoded.
                    is_unread |= *label == Label::name(ATTRIBUTES.as_bytes());
                });
                is_found = is_found || self.look_otherwise(parts, number, take).is_some();
                return (is_found || !is_unread || !matches!(key, Key::Attribute(_))).then_some(is_found);
            }
        }
        Some(true)
    }

    /// Passes the value that follows from other properties, or the default, to `take`.
    fn look_otherwise(&self, parts: &dyn Parts, number: u32, take: &mut dyn FnMut(&Datum<'_>)) -> Option<()> {
        let class = parts.class(number);
        let made = || {
            let made = self.made?;
            let source = parts.value(number, made.source());
            made.compute(&source.or_else(|| self.default(&class, made.source()))?)
        };
        let default = || self.names().iter().find_map(|name| self.default(&class, name));
        let value = self.equivalent(parts, number, &class).or_else(made).or_else(default)?;
        let is_bytes = matches!(value, Value::Color3uint8(_));
        property_of(b"", b"", &value, &|_| String::new(), &mut |_, value| self.take(value, is_bytes, take));
        Some(())
    }

    /// The value that follows from the properties that a part stores instead.
    fn equivalent(&self, parts: &dyn Parts, number: u32, class: &[u8]) -> Option<Value<'static>> {
        if !parts.are_instances() {
            return None;
        }
        let known = self.equivalents.borrow().get(class).cloned();
        let known = known.unwrap_or_else(|| {
            let all = self.names().iter().flat_map(|name| equivalents(class, name)).collect();
            self.equivalents.borrow_mut().entry(class.to_vec()).or_insert(all).clone()
        });
        known.iter().find_map(|equivalent| equivalent.read(|name| parts.value(number, name)))
    }

    /// The names that the property has in the file.
    fn names(&self) -> &[String] {
        if let Key::Stored(names) = &self.key { names } else { &[] }
    }

    /// The value that the engine assumes for a missing property.
    fn default(&self, class: &[u8], name: &str) -> Option<Value<'static>> {
        self.or_default.then(|| classes::default(class, name.as_bytes()))?
    }

    /// Passes the value, or the selected component of it, to `take`.
    fn take(&self, value: &Datum<'_>, is_bytes: bool, take: &mut dyn FnMut(&Datum<'_>)) {
        let Some(index) = self.component else { return take(value) };
        let mut numbers = Vec::new();
        value.numbers(&mut numbers);
        // A UDim2 is scale and offset for each axis, and a component means the scale.
        let step = if matches!(value, Datum::Call("UDim2", _)) { 2 } else { 1 };
        if let Some(number) = numbers.get(index.saturating_mul(step)) {
            // Files store the bytes of colours whose channels go up to 1 in scripts.
            let most = if is_bytes && self.is_fraction { 255.0 } else { 1.0 };
            take(&Datum::Float(number / most));
        }
    }

    fn suits(&self, value: &Datum<'_>, parts: &dyn Parts, number: u32) -> bool {
        let shown = &|value: &Datum<'_>| parts.shown(value);
        if let Some(found) = item_number(value).filter(|_| !self.items.is_empty()) {
            let class = parts.class(number);
            let mut own = self.items.iter().filter(|(of, _)| of.is_empty() || **of == *class);
            return match &self.check {
                Check::Compare(operator, _) => own.any(|(_, item)| Literal::orders(*operator, found, *item)),
                Check::Like { is_not, .. } => own.any(|(_, item)| u64::from(*item) == found) != *is_not,
                _ => false,
            };
        }
        match &self.check {
            Check::Is => !matches!(value, Datum::Nil | Datum::Bool(false)),
            Check::Has => true,
            Check::Compare(operator, literal) => literal.compares(*operator, value, shown),
            Check::Like { pattern, is_not } => pattern.fits(value, shown) != *is_not,
        }
    }

    /// The value of a part as a number.
    pub(super) fn number(&self, parts: &dyn Parts, number: u32) -> Option<f64> {
        let mut found = None;
        self.look(parts, number, &mut |value| {
            found = match value {
                #[expect(clippy::cast_precision_loss, reason = "to be compared with others")]
                Datum::Int(number) => Some(*number as f64),
                #[expect(clippy::cast_precision_loss, reason = "to be compared with others")]
                Datum::Unsigned(number) => Some(*number as f64),
                Datum::Float(number) => Some(f64::from(*number)),
                Datum::Double(number) | Datum::Real(number) => Some(*number),
                _ => None,
            };
        });
        found
    }

    /// The name of the enum item that a part has.
    pub(super) fn item(&self, parts: &dyn Parts, number: u32) -> Option<String> {
        let Key::Stored(names) = &self.key else { return None };
        if self.made == Some(ScriptOnly::BrickColor) {
            let mut found = None;
            self.look(parts, number, &mut |value| {
                let number = item_number(value).and_then(|number| u32::try_from(number).ok());
                found = number.and_then(brick_name);
            });
            return found;
        }
        let class = parts.class(number);
        let stored = names.iter().find_map(|name| Some((name, parts.value(number, name)?)));
        let equivalent = || Some((names.first()?, self.equivalent(parts, number, &class)?));
        let absent = || names.iter().find_map(|name| Some((name, self.default(&class, name)?)));
        let (name, value) = stored.or_else(equivalent).or_else(absent)?;
        Some(self.enumeration(&class, name)?.item(value.as_enum()?)?.to_owned())
    }

    fn enumeration(&self, class: &[u8], name: &str) -> Option<Enumeration> {
        let mut last = self.last.borrow_mut();
        match &*last {
            Some((of, found)) if **of == *class => *found,
            _ => last.insert((class.to_vec(), enumeration(class, name.as_bytes()))).1,
        }
    }

    /// The reason why no part matches, if the value does not occur in the file at all.
    pub(super) fn is_nowhere(&self, parts: &dyn Parts) -> Option<String> {
        let (what, is_met) = match (&self.key, &self.check) {
            (Key::Name, Check::Compare(_, literal)) => {
                let text = literal.text();
                let pattern = || format!("; for patterns, use ~, as in name~{text}");
                let hint = if text.contains('*') { pattern() } else { String::new() };
                (format!("no part is called {text}{hint}"), true)
            }
            (Key::Stored(names), Check::Compare(_, literal)) if names.iter().any(|name| name == "Tags") => {
                (format!("no part has the tag {}", literal.text()), true)
            }
            (Key::Stored(names), _) => (format!("no part has the property {}", names.first()?), false),
            (Key::Attribute(name), _) => (format!("no part has the attribute {name}"), false),
            _ => return None,
        };
        let is_there = |number: u32| match is_met {
            true => self.meets(parts, number) == Some(true),
            false => self.look(parts, number, &mut |_| {}) != Some(false),
        };
        (!(1..parts.len()).any(is_there)).then_some(what)
    }

    /// Returns true if a part matches; `None` if that is unknown.
    fn meets(&self, parts: &dyn Parts, number: u32) -> Option<bool> {
        let mut is_met = false;
        let is_known = self.look(parts, number, &mut |value| is_met = self.suits(value, parts, number));
        is_known.map(|_| is_met)
    }
}

/// The number of an enum item or a palette colour, which XML stores as an integer.
fn item_number(value: &Datum<'_>) -> Option<u64> {
    match value {
        Datum::Unsigned(number) => Some(*number),
        Datum::Int(number) => u64::try_from(*number).ok(),
        _ => None,
    }
}

fn is_bytes(label: &Label<'_>) -> bool {
    *label == Label::name(b"Color3uint8")
}

/// A set of parts, one bit for each.
pub(super) struct Bits(Vec<u64>);

impl Bits {
    fn new(len: u32) -> Self {
        Self(vec![0; (len as usize).div_ceil(64)])
    }

    fn set(&mut self, number: u32) {
        if let Some(word) = self.0.get_mut(number as usize / 64) {
            *word |= 1 << (number % 64);
        }
    }

    fn has(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }
}

/// Evaluates expressions. Each part is visited once for each word of an expression.
pub(super) struct Marks<'m> {
    parts: &'m dyn Parts,
    /// The parts for which a test could not be decided.
    doubts: RefCell<BTreeSet<u32>>,
}

impl<'m> Marks<'m> {
    pub(super) fn new(parts: &'m dyn Parts) -> Self {
        Self { parts, doubts: RefCell::default() }
    }

    /// The number of parts for which a test could not be decided, and the first of them.
    pub(super) fn doubts(&self) -> Option<(usize, u32)> {
        let doubts = self.doubts.borrow();
        doubts.first().map(|first| (doubts.len(), *first))
    }

    pub(super) fn meets(&self, bound: &Bound, number: u32) -> bool {
        match bound {
            Bound::All(all) => all.iter().all(|bound| self.meets(bound, number)),
            Bound::Any(all) => all.iter().any(|bound| self.meets(bound, number)),
            Bound::Not(bound) => !self.meets(bound, number),
            Bound::Test(asked) => asked.meets(self.parts, number).unwrap_or_else(|| {
                self.doubts.borrow_mut().insert(number);
                false
            }),
            Bound::Kinds(kinds) => {
                let kind = self.parts.class(number);
                kinds.iter().any(|one| **one == *kind)
            }
            Bound::Marked(bits) => bits.has(number),
            Bound::Fixed(is_met) => *is_met,
            // These have been replaced by marks.
            Bound::Has(_) | Bound::Chain(..) => false,
        }
    }

    /// Replaces conditions on other parts by the set of parts that meet them.
    pub(super) fn marked(&self, bound: Bound) -> Bound {
        let all = |all: Vec<Bound>| all.into_iter().map(|bound| self.marked(bound)).collect();
        match bound {
            Bound::All(nodes) => Bound::All(all(nodes)),
            Bound::Any(nodes) => Bound::Any(all(nodes)),
            Bound::Not(bound) => Bound::Not(Box::new(self.marked(*bound))),
            Bound::Has(steps) => Bound::Marked(self.around(steps)),
            Bound::Chain(start, steps) => Bound::Marked(self.within(start, steps)),
            bound => bound,
        }
    }

    /// Descendants of a part that match the steps, evaluated from the first step to the last.
    fn within(&self, start: u32, steps: Vec<(Link, Bound)>) -> Bits {
        let n = self.parts.len();
        let mut before = Bits::new(n);
        before.set(start);
        for (link, bound) in steps {
            let bound = self.marked(bound);
            let (mut own, mut inside) = (Bits::new(n), Bits::new(n));
            for number in 1..n {
                let parent = self.parts.parent(number);
                // Parents come before their children.
                let is_there = match link {
                    Link::Start => true,
                    Link::Child => before.has(parent),
                    Link::Inside => before.has(parent) || inside.has(parent),
                };
                if is_there && link == Link::Inside {
                    inside.set(number);
                }
                if is_there && self.meets(&bound, number) {
                    own.set(number);
                }
            }
            before = own;
        }
        before
    }

    /// Parts with descendants that match the steps, evaluated from the last step to the first.
    fn around(&self, steps: Vec<(Link, Bound)>) -> Bits {
        let n = self.parts.len();
        let mut behind: Option<Bits> = None;
        for (link, bound) in steps.into_iter().rev() {
            let bound = self.marked(bound);
            let mut around = Bits::new(n);
            // Children come after their parents, so going backwards completes all descendants of a part before the
            // part.
            for number in (1..n).rev() {
                let is_it =
                    behind.as_ref().is_none_or(|behind| behind.has(number)) && self.meets(&bound, number);
                if is_it || link == Link::Inside && around.has(number) {
                    around.set(self.parts.parent(number));
                }
            }
            behind = Some(around);
        }
        behind.unwrap_or(Bits(Vec::new()))
    }
}
