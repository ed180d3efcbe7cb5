//! A file on one screen.

mod parts;
mod remarks;

pub use parts::Part;
pub use remarks::{Remark, THRESHOLDS, Threshold};

use crate::family::Fact;
use crate::{File, Format, Problem, Wrapper};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What [`info`] gives.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Info {
    /// The shape of this result: `rezkit.info/1`.
    pub schema: &'static str,
    /// What the file is.
    pub format: Format,
    /// The same in words.
    pub title: &'static str,
    /// The version, where there is one.
    pub version: Option<String>,
    /// How many bytes the file has.
    pub n_bytes: usize,
    /// What the content was packed in, outermost first.
    pub wrappers: Vec<Wrapper>,
    /// How many bytes the content has outside of what it is packed in.
    pub n_unwrapped_bytes: usize,
    /// How many bytes the packed parts take in the file, and how many they have as plain data.
    pub packed: Option<Packed>,
    /// What the file holds: names, and numbers or texts.
    #[serde(serialize_with = "as_map")]
    pub facts: Vec<(&'static str, Fact)>,
    /// The smallest box around all vertices: its lower and its upper corner.
    #[serde(serialize_with = "as_corners")]
    pub bounds: Option<[[f32; 3]; 2]>,
    /// The triangles of each level of detail, the finest first; empty without levels.
    pub levels: Vec<usize>,
    /// How many instances or chunks there are of each class, the most frequent first.
    pub classes: Vec<Class>,
    /// The upper parts of the file, with their sizes.
    pub parts: Vec<Part>,
    /// How many recoverable errors reading met.
    pub n_warnings: usize,
    /// What stands out, at most five remarks.
    pub remarks: Vec<Remark>,
}

/// Packed parts, all together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Packed {
    /// How many there are.
    pub n_parts: usize,
    /// Their bytes in the file.
    pub n_bytes: usize,
    /// The bytes of their plain data.
    pub n_plain_bytes: usize,
}

/// A class, and how many instances it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Class {
    /// Its name.
    pub name: String,
    /// How many there are.
    pub count: usize,
}

/// Says what a file is and holds: one screen that a person judges it by.
///
/// ```
/// use rezkit::{File, OpenOptions, info};
///
/// let file = File::open(b"{'name':'chair','legs':i4}", &OpenOptions::default())?;
/// let info = info(&file)?;
/// assert_eq!((info.title, info.n_bytes, info.n_warnings), ("LLSD notation", 26, 0));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read.
pub fn info(file: &File<'_>) -> Result<Info, Problem> {
    let facts = (file.reader().facts)(file.bytes(), file.options());
    let (facts, warnings) = facts.map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })?;
    let layout = &*file.layout();
    let identity = file.identity();
    let mut classes: Vec<_> = facts.classes.into_iter().map(|(name, count)| Class { name, count }).collect();
    classes.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    let mut info = Info {
        schema: "rezkit.info/1",
        format: identity.format,
        title: identity.title,
        version: facts.version.or_else(|| identity.version.clone()),
        n_bytes: file.n_packed_bytes(),
        wrappers: identity.wrappers.clone(),
        n_unwrapped_bytes: file.bytes().len(),
        packed: parts::packed(layout),
        facts: facts.list,
        bounds: facts.bounds.map(|bounds| [bounds.min.to_array(), bounds.max.to_array()]),
        levels: if facts.levels.len() > 1 { facts.levels } else { Vec::new() },
        classes,
        parts: parts::parts(layout),
        n_warnings: warnings.total(),
        remarks: Vec::new(),
    };
    info.remarks = remarks::remarks(&info, identity, layout);
    Ok(info)
}

fn as_map<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(facts.len()))?;
    for (name, fact) in facts {
        map.serialize_entry(name, fact)?;
    }
    map.end()
}

/// JSON has no infinity: such numbers are texts.
fn as_corners<S: Serializer>(bounds: &Option<[[f32; 3]; 2]>, serializer: S) -> Result<S::Ok, S::Error> {
    bounds.map(|corners| corners.map(|corner| corner.map(Number))).serialize(serializer)
}

/// A number of JSON, or a text where it has none.
struct Number(f32);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() { serializer.serialize_f32(self.0) } else { serializer.collect_str(&self.0) }
    }
}
