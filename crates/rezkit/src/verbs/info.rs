//! A summary of a file that fits on one screen.

pub(crate) mod parts;
mod remarks;
pub(crate) mod scenes;

pub use parts::Part;
use remarks::Sizes;
pub(super) use remarks::percent;
pub use remarks::{Remark, THRESHOLDS, Threshold};
pub use scenes::info_of_scene;

use files::facts::{Fact, Facts, StreamingCost};
use files::{Family, Format};
use files::{File, Wrapper};
use rbxbinary::forms::CollisionGroup;
use scene::Problem;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The result of [`info`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Info {
    /// The shape of this result: `rezkit.info/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.info/1")))]
    pub schema: &'static str,
    /// The format of the file.
    pub format: Format,
    /// The name of the format.
    pub title: &'static str,
    /// The version, where there is one.
    pub version: Option<String>,
    /// The number of bytes of the file.
    pub n_bytes: usize,
    /// The wrappers around the content, outermost first.
    pub wrappers: Vec<Wrapper>,
    /// The number of bytes of the content without its wrappers.
    pub n_unwrapped_bytes: usize,
    /// The number of bytes of the packed parts, in the file and as plain data.
    pub packed: Option<Packed>,
    /// The facts about the content: names, and numbers or texts.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(any(test, feature = "schemars"), schemars(with = "std::collections::BTreeMap<String, Fact>"))]
    pub facts: Vec<(&'static str, Fact)>,
    /// The smallest box around all vertices: its lower and its upper corner.
    #[serde(serialize_with = "as_corners")]
    #[cfg_attr(any(test, feature = "schemars"), schemars(with = "Option<[[Number; 3]; 2]>"))]
    pub bounds: Option<[[f32; 3]; 2]>,
    /// The triangles of each level of detail, the finest first; empty without levels.
    pub levels: Vec<usize>,
    /// The streaming cost of a Second Life mesh; an estimate for other models.
    pub streaming_cost: Option<StreamingCost>,
    /// The number of instances or chunks of each class, the most frequent first.
    pub classes: Vec<Class>,
    /// The collision groups of a place, and which collide with which.
    pub collision_groups: Vec<Collisions>,
    /// The parts at the top levels of the file, with their sizes.
    pub parts: Vec<Part>,
    /// The number of recoverable errors that reading met.
    pub n_warnings: usize,
    /// The remarks on what stands out, at most five.
    pub remarks: Vec<Remark>,
}

/// Packed parts, all together.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Packed {
    /// The number of packed parts.
    pub n_parts: usize,
    /// Their bytes in the file.
    pub n_bytes: usize,
    /// The bytes of their plain data.
    pub n_plain_bytes: usize,
}

/// A class, and how many instances it has.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The number of instances or chunks.
    pub count: usize,
}

/// A collision group, and those with which its parts collide.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Collisions {
    /// Its number.
    pub id: u8,
    /// Its name.
    pub name: String,
    /// The numbers of the groups with which it collides, possibly including its own.
    pub collides_with: Vec<u8>,
}

impl Collisions {
    fn from_groups(groups: &[CollisionGroup]) -> Vec<Self> {
        let group = |one: &CollisionGroup| Self {
            id: one.id,
            name: String::from_utf8_lossy(&one.name).into_owned(),
            collides_with: groups
                .iter()
                .filter(|other| one.collides_with(other))
                .map(|other| other.id)
                .collect(),
        };
        groups.iter().map(group).collect()
    }
}

/// Options of [`info_with`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct InfoOptions {
    /// The size of a Second Life mesh in the world, in metres.
    pub scale: Option<[f32; 3]>,
}

impl InfoOptions {
    /// Sets the size of a Second Life mesh in the world, in metres. The default is the size in the upload, or a cube of
    /// one metre if the file has none.
    #[must_use]
    pub fn scale(self, scale: [f32; 3]) -> Self {
        Self { scale: Some(scale), ..self }
    }
}

/// Summarises a file: what it is and contains, on one screen.
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
    info_with(file, &InfoOptions::default())
}

/// Summarises like [`info`], with options.
///
/// # Errors
///
/// If the file cannot be read.
pub fn info_with(file: &File<'_>, options: &InfoOptions) -> Result<Info, Problem> {
    let scale = options.scale.map(geom::Vec3::from_array);
    let (layout, model) = file.traced()?;
    let (packed, parts, sizes) = (parts::packed(&layout), parts::parts(&layout), Sizes::measure(&layout));
    let n_warnings = layout.warnings().total();
    // Facts may take as much memory as the layout, so it is dropped first.
    drop(layout);
    let mut facts = Facts { scale, ..Facts::default() };
    model.facts(file.bytes(), &mut facts);
    drop(model);
    let identity = file.identity();
    if identity.format.family() == Family::M3d {
        add_programs(&mut facts);
    }
    let mut classes: Vec<_> = facts.classes.into_iter().map(|(name, count)| Class { name, count }).collect();
    classes.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    let mut info = Info {
        schema: "rezkit.info/1",
        format: identity.format,
        title: identity.title,
        version: facts.version.or_else(|| identity.version.map(|version| version.to_string())),
        n_bytes: file.n_packed_bytes(),
        wrappers: identity.wrappers.clone(),
        n_unwrapped_bytes: file.bytes().len(),
        packed,
        facts: facts.list,
        bounds: facts.bounds.map(|bounds| [bounds.min.to_array(), bounds.max.to_array()]),
        levels: if facts.levels.len() > 1 { facts.levels } else { Vec::new() },
        streaming_cost: facts.cost,
        classes,
        collision_groups: Collisions::from_groups(&facts.collision_groups),
        parts,
        n_warnings,
        remarks: Vec::new(),
    };
    info.remarks = remarks::remarks(&info, identity, sizes);
    Ok(info)
}

/// Adds the cost and the limits of a Model 3D in the programs that import it.
fn add_programs(facts: &mut Facts) {
    let n_triangles = facts.list.iter().find_map(|(name, fact)| match fact {
        Fact::Count(count) if *name == "triangles" => Some(*count),
        _ => None,
    });
    let Some(n_triangles) = n_triangles else { return };
    facts.text("Roblox", scenes::in_roblox(&[n_triangles]));
    let size = facts.scale.or_else(|| Some(facts.bounds?.size() * facts.unit));
    facts.cost = size.and_then(|size| scenes::estimated(&[n_triangles], size));
}

fn as_map<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(facts.len()))?;
    for (name, fact) in facts {
        map.serialize_entry(name, fact)?;
    }
    map.end()
}

/// Serialises bounds with infinite numbers as text, because JSON has no infinity.
fn as_corners<S: Serializer>(bounds: &Option<[[f32; 3]; 2]>, serializer: S) -> Result<S::Ok, S::Error> {
    bounds.map(|corners| corners.map(|corner| corner.map(Number))).serialize(serializer)
}

/// A number that is serialised as text if it is not finite.
struct Number(f32);

#[cfg(any(test, feature = "schemars"))]
impl schemars::JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "anyOf": [{ "type": "number" }, { "enum": ["NaN", "inf", "-inf"] }] })
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() { serializer.serialize_f32(self.0) } else { serializer.collect_str(&self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::{CheckOptions, check, fixture};
    use files::OpenOptions;
    use files::file::N_READ;

    #[test]
    fn a_file_is_read_once_and_again_only_to_find_what_is_wrong() {
        let n_read = |work: &dyn Fn(&File<'_>), path: &str| {
            let bytes = fixture(path);
            let file = File::open(&bytes, &OpenOptions::default()).unwrap();
            let before = N_READ.get();
            work(&file);
            N_READ.get() - before
        };
        for path in ["rbxmesh/valid/v500.mesh", "rbxbinary/valid/nested.rbxm", "slmesh/valid/part.llmesh"] {
            assert_eq!(n_read(&|file| drop(info(file).unwrap()), path), 1, "{path}");
        }
        let checked = |file: &File<'_>| drop(check(file, &CheckOptions::default()).unwrap());
        assert_eq!(n_read(&checked, "rbxmesh/valid/v500.mesh"), 1);
        assert_eq!(n_read(&checked, "rbxmesh/rules/RBM015.fires.mesh"), 2);
    }

    #[test]
    fn numbers_that_json_lacks_are_texts() {
        #[derive(Serialize)]
        struct Bounds {
            #[serde(serialize_with = "as_corners")]
            bounds: Option<[[f32; 3]; 2]>,
        }
        let bounds =
            Bounds { bounds: Some([[f32::NEG_INFINITY, f32::NAN, -0.5], [f32::INFINITY, 0.1, 2.0]]) };
        assert_eq!(
            serde_json::to_string(&bounds).unwrap(),
            r#"{"bounds":[["-inf","NaN",-0.5],["inf",0.1,2.0]]}"#
        );
    }
}
