//! Which parts meet an expression.

use super::meets::Literal;
use super::parts::{Parts, is_label};
use super::{Check, Key, Link};
use dom::ATTRIBUTES;
use dom::classes::{Class, Enumeration, brick_name, enumeration};
use dom::words::ScriptOnly;
use files::outline::{Datum, Label, property_of};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// An expression in the words of a file.
pub(super) enum Bound {
    All(Vec<Bound>),
    Any(Vec<Bound>),
    Not(Box<Bound>),
    Test(Box<Asked>),
    /// What is of one of these classes.
    Kinds(Vec<Vec<u8>>),
    /// What has these inside.
    Has(Vec<(Link, Bound)>),
    /// What is in the part with this number, and there inside of these.
    Chain(u32, Vec<(Link, Bound)>),
    /// These parts.
    Marked(Bits),
    Fixed(bool),
}

impl Bound {
    /// All that is asked of properties.
    pub(super) fn tests<'b>(&'b self, tests: &mut Vec<&'b Asked>) {
        match self {
            Self::All(all) | Self::Any(all) => all.iter().for_each(|bound| bound.tests(tests)),
            Self::Not(bound) => bound.tests(tests),
            Self::Test(asked) => tests.push(asked),
            _ => {}
        }
    }
}

/// What is asked of one property, in the words of a file.
pub(super) struct Asked {
    pub(super) key: Key,
    /// How it is made of another where no part has it.
    pub(super) made: Option<ScriptOnly>,
    pub(super) component: Option<usize>,
    pub(super) check: Check,
    /// The numbers that a word stands for, by class; without one, in all.
    pub(super) items: Vec<(Vec<u8>, u32)>,
    /// Whether the numbers of a colour go up to 1, as in scripts.
    pub(super) is_fraction: bool,
    /// Whether a part without it has the default of its class.
    pub(super) or_default: bool,
    /// The enum of the class that was asked last: finding it takes longer than all else.
    last: RefCell<Option<(Vec<u8>, Option<Enumeration>)>>,
}

impl Asked {
    pub(super) fn new(key: Key, made: Option<ScriptOnly>, component: Option<usize>, check: Check) -> Self {
        let (items, last) = (Vec::new(), RefCell::default());
        Self { key, made, component, check, items, is_fraction: false, or_default: false, last }
    }

    /// Shows the value that a part has; `None` where it cannot be known whether there is one.
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
                    // What is left of their string.
                    is_unread |= *label == Label::name(ATTRIBUTES.as_bytes());
                });
                is_found = is_found || self.look_otherwise(parts, number, take).is_some();
                return (is_found || !is_unread || !matches!(key, Key::Attribute(_))).then_some(is_found);
            }
        }
        Some(true)
    }

    /// A value that is made of another, or the default.
    fn look_otherwise(&self, parts: &dyn Parts, number: u32, take: &mut dyn FnMut(&Datum<'_>)) -> Option<()> {
        let default = || {
            let Key::Stored(names) = self.or_default.then_some(&self.key)? else { return None };
            let class = Class::of(&parts.class(number))?;
            names.iter().find_map(|name| class.default(name.as_bytes()))
        };
        let made = self.made.and_then(|made| made.of(&parts.value(number, made.source())?));
        let value = made.or_else(default)?;
        property_of(b"", b"", &value, &|_| String::new(), &mut |_, value| self.take(value, false, take));
        Some(())
    }

    /// Takes the value, or the one number of it that is meant.
    fn take(&self, value: &Datum<'_>, is_bytes: bool, take: &mut dyn FnMut(&Datum<'_>)) {
        let Some(index) = self.component else { return take(value) };
        let mut numbers = Vec::new();
        value.numbers(&mut numbers);
        // Scales and offsets by turns.
        let step = if matches!(value, Datum::Call("UDim2", _)) { 2 } else { 1 };
        if let Some(number) = numbers.get(index.saturating_mul(step)) {
            // Files have bytes where scripts count to 1.
            let most = if is_bytes && self.is_fraction { 255.0 } else { 1.0 };
            take(&Datum::Float(number / most));
        }
    }

    fn suits(&self, value: &Datum<'_>, parts: &dyn Parts, number: u32) -> bool {
        let shown = &|value: &Datum<'_>| parts.shown(value);
        if let (Datum::Unsigned(found), false) = (value, self.items.is_empty()) {
            let class = parts.class(number);
            let mut own = self.items.iter().filter(|(of, _)| of.is_empty() || **of == *class);
            return match &self.check {
                Check::Compare(operator, _) => own.any(|(_, item)| Literal::orders(*operator, *found, *item)),
                Check::Like { is_not, .. } => own.any(|(_, item)| u64::from(*item) == *found) != *is_not,
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

    /// The number that a part has.
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
                if let Datum::Unsigned(number) = value {
                    found = u32::try_from(*number).ok().and_then(brick_name);
                }
            });
            return found;
        }
        let (name, value) = names.iter().find_map(|name| Some((name, parts.value(number, name)?)))?;
        Some(self.enumeration(&parts.class(number), name)?.item(value.as_enum()?)?.to_owned())
    }

    fn enumeration(&self, class: &[u8], name: &str) -> Option<Enumeration> {
        let mut last = self.last.borrow_mut();
        match &*last {
            Some((of, found)) if **of == *class => *found,
            _ => last.insert((class.to_vec(), enumeration(class, name.as_bytes()))).1,
        }
    }

    /// Why no part meets it, if that is so of all parts.
    pub(super) fn is_nowhere(&self, parts: &dyn Parts) -> Option<String> {
        let (what, is_met) = match (&self.key, &self.check) {
            (Key::Name, Check::Compare(_, literal)) => {
                (format!("no part is called {}", literal.text()), true)
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

    /// Whether a part meets it; `None` where that is not known.
    fn meets(&self, parts: &dyn Parts, number: u32) -> Option<bool> {
        let mut is_met = false;
        let is_known = self.look(parts, number, &mut |value| is_met = self.suits(value, parts, number));
        is_known.map(|_| is_met)
    }
}

fn is_bytes(label: &Label<'_>) -> bool {
    *label == Label::name(b"Color3uint8")
}

/// A bit for each part.
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

/// Finds out which parts meet what, each part once for each word of an expression.
pub(super) struct Marks<'m> {
    parts: &'m dyn Parts,
    /// The parts of which it is not known.
    doubts: RefCell<BTreeSet<u32>>,
}

impl<'m> Marks<'m> {
    pub(super) fn new(parts: &'m dyn Parts) -> Self {
        Self { parts, doubts: RefCell::default() }
    }

    /// Of how many parts it is not known whether they meet the expression, and the first.
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
            // They have become marks.
            Bound::Has(_) | Bound::Chain(..) => false,
        }
    }

    /// The same, with marks on parts in the place of what asks for other parts.
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

    /// What is in a part, and there inside of what the steps choose, from the first step to the last.
    fn within(&self, start: u32, steps: Vec<(Link, Bound)>) -> Bits {
        let n = self.parts.len();
        let mut before = Bits::new(n);
        before.set(start);
        for (link, bound) in steps {
            let bound = self.marked(bound);
            let (mut own, mut inside) = (Bits::new(n), Bits::new(n));
            for number in 1..n {
                let parent = self.parts.parent(number);
                // Parents stand before what is in them.
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

    /// What has inside what the steps choose, from the last step to the first.
    fn around(&self, steps: Vec<(Link, Bound)>) -> Bits {
        let n = self.parts.len();
        let mut behind: Option<Bits> = None;
        for (link, bound) in steps.into_iter().rev() {
            let bound = self.marked(bound);
            let mut around = Bits::new(n);
            // All that is in a part stands behind it, and is done before it.
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
