//! Comparison of values of a file with those in an expression.

use files::outline::Datum;
use std::cmp::Ordering;

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Below,
    AtMost,
    Above,
    AtLeast,
}

impl Operator {
    /// Returns true if an ordering satisfies the operator. Incomparable values are only unequal.
    fn wants(self, order: Option<Ordering>) -> bool {
        match (self, order) {
            (Self::Equal, Some(Ordering::Equal)) => true,
            (Self::NotEqual, order) => order != Some(Ordering::Equal),
            (Self::Below | Self::AtMost, Some(Ordering::Less)) => true,
            (Self::Above | Self::AtLeast, Some(Ordering::Greater)) => true,
            (Self::AtMost | Self::AtLeast, Some(Ordering::Equal)) => true,
            _ => false,
        }
    }

    /// Compares values without an order: returns true if their equality, or the lack of it, satisfies the
    /// operator.
    fn wants_same(self, is_same: bool) -> bool {
        match self {
            Self::Equal => is_same,
            Self::NotEqual => !is_same,
            _ => false,
        }
    }
}

/// A value in an expression, in each of the types that it may have.
#[derive(Debug, Clone)]
pub(super) struct Literal {
    text: String,
    /// The text without spaces, for comparison with values of several components.
    tight: String,
    integer: Option<i128>,
    real: Option<f64>,
    /// A colour, written as `#ff8800` or as scripts construct it.
    colour: Option<[u8; 3]>,
    /// A colour as three numbers up to 255, which is how Studio shows colours that files store as numbers up to 1.
    of_panel: Option<[u8; 3]>,
}

/// A function that formats a value as `print` does.
type FormatFn<'s> = dyn Fn(&Datum<'_>) -> String + 's;

impl Literal {
    pub(super) fn new(text: String) -> Self {
        let (tight, integer, real) = (tight(&text), text.parse().ok(), text.parse().ok());
        // `Vector3.new(4, 1, 2)` equals `(4, 1, 2)`.
        let (name, inner) = tight.split_once(['(', '[']).unwrap_or(("", &tight));
        let inner = inner.strip_suffix([')', ']']).unwrap_or(inner);
        let numbers: Option<Vec<f32>> = inner.split(',').map(|number| number.parse().ok()).collect();
        let rgb: Option<[f32; 3]> = numbers.and_then(|numbers| numbers.try_into().ok());
        let bytes = |most: f32| colour(&rgb?.map(|number| Datum::Float(number / most)));
        let colour = match name {
            "Color3.fromRGB" => bytes(255.0),
            "Color3.new" => bytes(1.0),
            _ => hex_colour(&text),
        };
        let is_of_panel = name.is_empty() && rgb.is_some_and(|rgb| rgb.iter().any(|number| *number > 1.0));
        let of_panel = bytes(255.0).filter(|_| is_of_panel);
        let tight = if name.ends_with(".new") { format!("({inner})") } else { tight };
        Self { text, tight, integer, real, colour, of_panel }
    }

    /// Divides a number above 1 by 255, because Studio shows the channels of colours up to 255.
    pub(super) fn of_channel(self) -> Self {
        match self.real.filter(|real| *real > 1.0) {
            Some(real) => Self::new((real / 255.0).to_string()),
            None => self,
        }
    }

    /// Returns true if the value is a single number.
    pub(super) fn is_number(&self) -> bool {
        self.real.is_some()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The text, if it is a word other than the constants that all formats share.
    pub(super) fn word(&self) -> Option<&str> {
        let is_value = matches!(&*self.text.to_ascii_lowercase(), "true" | "false" | "none" | "null" | "nil");
        let is_word = self.text.starts_with(char::is_alphabetic) && !self.text.contains(['(', '/']);
        (is_word && !is_value && self.real.is_none()).then_some(&self.text)
    }

    /// Compares a number with the number of an enum item.
    pub(super) fn orders(operator: Operator, number: u64, other: u32) -> bool {
        operator.wants(Some(number.cmp(&u64::from(other))))
    }

    pub(super) fn compares(&self, operator: Operator, value: &Datum<'_>, shown: &FormatFn<'_>) -> bool {
        match value {
            Datum::Int(number) => operator.wants(self.whole(i128::from(*number))),
            Datum::Unsigned(number) => operator.wants(self.whole(i128::from(*number))),
            #[expect(clippy::cast_possible_truncation, reason = "files have so many digits")]
            Datum::Float(number) => {
                // Narrowed to `f32`, because a query for 0.1 means the nearest number that a file can store.
                operator.wants(self.real.and_then(|real| number.partial_cmp(&(real as f32))))
            }
            Datum::Double(number) | Datum::Real(number) => {
                operator.wants(self.real.and_then(|real| number.partial_cmp(&real)))
            }
            Datum::Text(text) => operator.wants(Some((**text).cmp(self.text.as_bytes()))),
            // A list matches if one of its values does.
            Datum::List(values) => {
                let same = |value: &Datum<'_>| self.compares(Operator::Equal, value, shown);
                operator.wants_same(values.iter().any(same) || self.tight == tight(&shown(value)))
            }
            Datum::Nil => operator.wants_same(matches!(&*self.text, "none" | "null" | "nil")),
            Datum::Bool(value) => {
                let word = if *value { "true" } else { "false" };
                operator.wants_same(self.text.eq_ignore_ascii_case(word))
            }
            Datum::Call(_, parts) if self.colour.is_some() => {
                operator.wants_same(self.colour == colour(parts))
            }
            Datum::Call("Color3", parts) if self.of_panel.is_some() => {
                operator.wants_same(self.of_panel == colour(parts) || self.is_shown_as(&shown(value)))
            }
            // Other comparisons need the hash, which takes time to compute.
            Datum::Blob(_) if !self.text.starts_with('<') => operator.wants_same(false),
            value => operator.wants_same(self.is_shown_as(&shown(value))),
        }
    }

    /// Compares an integer with the value.
    fn whole(&self, number: i128) -> Option<Ordering> {
        #[expect(clippy::cast_precision_loss, reason = "the other one has no more digits")]
        let with_point = || (number as f64).partial_cmp(&self.real?);
        // As doubles, different integers above 2^53 may be equal, so integers are compared first.
        self.integer.map(|integer| number.cmp(&integer)).or_else(with_point)
    }

    /// Returns true if the texts are equal apart from spaces, a type before brackets, and the arrow before a path.
    fn is_shown_as(&self, shown: &str) -> bool {
        let shown = tight(shown.strip_prefix("-> ").unwrap_or(shown));
        let inner = || shown.find('(').and_then(|at| shown.get(at..));
        let bare = || inner()?.strip_prefix('(')?.strip_suffix(')');
        let listed = || self.tight.strip_prefix('[')?.strip_suffix(']');
        shown == self.tight
            || listed().is_some() && bare() == listed()
            || self.tight.starts_with('(') && inner() == Some(&self.tight)
            || self.tight.contains(',') && bare() == Some(&self.tight)
    }
}

/// Parses a colour such as `#ff8800`.
pub(in crate::verbs) fn hex_colour(text: &str) -> Option<[u8; 3]> {
    let digits = text.trim().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, r, g, b] = number.to_be_bytes();
    Some([r, g, b])
}

/// The colour with these three channels, from 0 to 255 as integers, or from 0 to 1 as floats.
fn colour(parts: &[Datum<'_>]) -> Option<[u8; 3]> {
    let channel = |part: &Datum<'_>| match part {
        Datum::Unsigned(number) => u8::try_from(*number).ok(),
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        Datum::Float(number) => Some(libm::roundf(number.clamp(0.0, 1.0) * 255.0) as u8),
        _ => None,
    };
    let [r, g, b] = parts else { return None };
    Some([channel(r)?, channel(g)?, channel(b)?])
}

fn tight(text: &str) -> String {
    text.chars().filter(|letter| *letter != ' ').collect()
}

/// A pattern with asterisks, split at these: each asterisk matches any characters.
#[derive(Debug, Clone)]
pub(super) struct Pattern(Vec<String>);

impl Pattern {
    pub(super) fn new(text: &str) -> Self {
        let (mut parts, mut letters) = (vec![String::new()], text.chars());
        while let Some(letter) = letters.next() {
            let part = parts.last_mut();
            match letter {
                '*' => parts.push(String::new()),
                '\\' => _ = part.map(|part| part.extend(letters.next())),
                letter => _ = part.map(|part| part.push(letter)),
            }
        }
        Self(parts)
    }

    pub(super) fn fits(&self, value: &Datum<'_>, shown: &FormatFn<'_>) -> bool {
        match value {
            Datum::Text(text) => self.is(&String::from_utf8_lossy(text)),
            Datum::List(values) => values.iter().any(|value| self.fits(value, shown)),
            Datum::Node(_) => self.is(shown(value).trim_start_matches("-> ")),
            value => self.is(&shown(value)),
        }
    }

    /// Returns true if the pattern matches a text. This takes linear time: each piece is searched after the previous
    /// one, and its first occurrence leaves most room for the others.
    pub(super) fn is(&self, text: &str) -> bool {
        let (first, rest) = self.0.split_first().map_or(("", &[][..]), |(first, rest)| (&**first, rest));
        let Some((last, middle)) = rest.split_last() else { return text == first };
        let Some(mut left) = text.strip_prefix(first).and_then(|text| text.strip_suffix(&**last)) else {
            return false;
        };
        for part in middle {
            match left.split_once(&**part) {
                Some((_, behind)) => left = behind,
                None => return false,
            }
        }
        true
    }
}
