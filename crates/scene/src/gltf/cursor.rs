//! A JSON value with its JSON pointer, for errors.

use crate::json::Json;
use crate::problem::{Problem, ProblemKind};
use geom::{Vec3, Vec4};

/// The largest depth of a pointer: all values that the reader uses are less deep.
const DEPTH: usize = 12;

#[derive(Clone, Copy)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// An optional list; a missing one is empty.
#[derive(Clone, Copy)]
pub(super) struct List<'a>(Option<At<'a>>);

impl<'a> List<'a> {
    pub(super) fn len(&self) -> usize {
        self.0.map_or(0, |at| at.value.items().len())
    }

    pub(super) fn get(&self, index: usize) -> Option<At<'a>> {
        self.0?.item(index)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = At<'a>> {
        self.0.into_iter().flat_map(At::items)
    }
}

/// A value and the JSON pointer that refers to it.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) value: &'a Json,
    steps: [Step<'a>; DEPTH],
    depth: usize,
}

impl<'a> At<'a> {
    pub(super) fn root(value: &'a Json) -> Self {
        Self { value, steps: [Step::Index(0); DEPTH], depth: 0 }
    }

    fn below(&self, value: &'a Json, step: Step<'a>) -> Self {
        let mut below = Self { value, ..*self };
        if let Some(place) = below.steps.get_mut(self.depth) {
            *place = step;
            below.depth = self.depth.saturating_add(1);
        }
        below
    }

    /// The value of a key; `null` counts as absent.
    pub(super) fn get(&self, key: &'a str) -> Option<Self> {
        let value = self.value.get(key).filter(|value| **value != Json::Null)?;
        Some(self.below(value, Step::Key(key)))
    }

    /// The value below several keys.
    pub(super) fn path<const N: usize>(&self, keys: [&'a str; N]) -> Option<Self> {
        keys.into_iter().try_fold(*self, |at, key| at.get(key))
    }

    /// The items of a list.
    pub(super) fn items(self) -> impl ExactSizeIterator<Item = Self> {
        self.value.items().iter().enumerate().map(move |(index, item)| self.below(item, Step::Index(index)))
    }

    pub(super) fn item(&self, index: usize) -> Option<Self> {
        self.value.items().get(index).map(|item| self.below(item, Step::Index(index)))
    }

    /// The entries of a map.
    pub(super) fn entries(self) -> impl Iterator<Item = (&'a str, Self)> {
        self.value.entries().iter().map(move |(key, value)| (key.as_str(), self.below(value, Step::Key(key))))
    }

    /// The items of an optional list.
    pub(super) fn list(&self, key: &'a str) -> List<'a> {
        List(self.get(key))
    }

    #[cold]
    pub(super) fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.steps.iter().take(self.depth) {
            pointer.push('/');
            match step {
                Step::Key(key) => pointer.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Step::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    #[cold]
    pub(super) fn fault(&self, kind: ProblemKind, message: impl Into<String>) -> Problem {
        Problem::new(kind, message).with_path(self.pointer())
    }

    #[cold]
    fn expected(&self, what: &str) -> Problem {
        self.fault(ProblemKind::Value, format!("expected {what}, found {}", self.value.what()))
    }

    #[cold]
    fn missing(&self, key: &str) -> Problem {
        self.fault(ProblemKind::Value, format!("{key:?} is missing"))
    }

    pub(super) fn whole(&self) -> Result<usize, Problem> {
        self.value.as_usize().ok_or_else(|| self.expected("a whole number that is not negative"))
    }

    /// An integer; `None` if the key is missing.
    pub(super) fn maybe_whole(&self, key: &'a str) -> Result<Option<usize>, Problem> {
        self.get(key).map(|at| at.whole()).transpose()
    }

    pub(super) fn needed_whole(&self, key: &'a str) -> Result<usize, Problem> {
        self.maybe_whole(key)?.ok_or_else(|| self.missing(key))
    }

    /// An index into a list of this length; `None` if the key is missing.
    pub(super) fn index(&self, key: &'a str, len: usize, of: &str) -> Result<Option<usize>, Problem> {
        let Some(at) = self.get(key) else { return Ok(None) };
        let index = at.whole()?;
        if index >= len {
            let message = format!("there is no {of} {index}, of which there are {len}");
            return Err(at.fault(ProblemKind::Reference, message));
        }
        Ok(Some(index))
    }

    pub(super) fn needed_index(&self, key: &'a str, len: usize, of: &str) -> Result<usize, Problem> {
        self.index(key, len, of)?.ok_or_else(|| self.missing(key))
    }

    pub(super) fn text(&self, key: &'a str) -> Option<&'a str> {
        self.get(key)?.value.as_text()
    }

    pub(super) fn name(&self) -> String {
        self.text("name").unwrap_or_default().to_owned()
    }

    pub(super) fn needed_text(&self, key: &'a str) -> Result<&'a str, Problem> {
        let at = self.get(key).ok_or_else(|| self.missing(key))?;
        at.value.as_text().ok_or_else(|| at.expected("a text"))
    }

    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    fn float(&self) -> Result<f32, Problem> {
        let number = self.value.as_f64().ok_or_else(|| self.expected("a number"))? as f32;
        if number.is_finite() { Ok(number) } else { Err(self.expected("a number of single precision")) }
    }

    /// A number; `usual` if the key is missing.
    pub(super) fn number(&self, key: &'a str, usual: f32) -> Result<f32, Problem> {
        self.get(key).map_or(Ok(usual), |at| at.float())
    }

    /// A list of exactly this many numbers; `None` if the key is missing.
    pub(super) fn numbers<const N: usize>(&self, key: &'a str) -> Result<Option<[f32; N]>, Problem> {
        let Some(list) = self.get(key) else { return Ok(None) };
        if list.value.items().len() != N {
            return Err(list.fault(ProblemKind::Value, format!("expected a list of {N} numbers")));
        }
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(list.items()) {
            *number = item.float()?;
        }
        Ok(Some(numbers))
    }

    pub(super) fn vec3(&self, key: &'a str, usual: Vec3) -> Result<Vec3, Problem> {
        Ok(self.numbers(key)?.map_or(usual, Vec3::from_array))
    }

    pub(super) fn vec4(&self, key: &'a str, usual: Vec4) -> Result<Vec4, Problem> {
        Ok(self.numbers(key)?.map_or(usual, Vec4::from_array))
    }

    /// A list of any number of numbers.
    pub(super) fn all_numbers(&self, key: &'a str) -> Result<Vec<f32>, Problem> {
        self.list(key).iter().map(|at| at.float()).collect()
    }

    pub(super) fn extras(&self) -> Json {
        self.value.get("extras").cloned().unwrap_or_default()
    }
}
