//! Rules and findings.

use serde::Serialize;
use std::fmt;

/// The importance of a finding.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; no program enforces it.
    Note,
    /// The file works, but probably not as intended.
    Warning,
    /// Programs for this format reject the file or fail.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// A rule of a format.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its identifier, such as `SLM012`.
    pub id: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// The requirement, in one sentence.
    pub title: &'static str,
    /// The fault in a file that breaks the rule, in one sentence.
    pub broken: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// The remedy.
    pub fix: &'static str,
}

/// A violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The path of the part in the model that breaks the rule, outermost part first.
    pub path: String,
    /// The value that was found.
    pub found: String,
    /// The allowed values; empty if the title of the rule names them.
    pub limit: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, path, found, limit } = self;
        write!(f, "{} {}: {path}: {}; found {found}", rule.severity, rule.id, rule.broken)?;
        if limit.is_empty() { Ok(()) } else { write!(f, ", limit {limit}") }
    }
}

/// The findings of a validation: the first thousand of each rule, and the number of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first thousand of each rule.
    pub list: Vec<Finding>,
    /// The ids of the rules with findings, and the number of findings of each.
    pub counts: Vec<(&'static str, usize)>,
}

impl Findings {
    /// The number of findings of a rule.
    #[must_use]
    pub fn count(&self, rule: &str) -> usize {
        self.counts.iter().find(|(id, _)| *id == rule).map_or(0, |(_, count)| *count)
    }

    /// The number of findings with this severity, including those that are not in the list.
    #[must_use]
    pub fn n_of(&self, severity: Severity) -> usize {
        let counted = self.counts.iter().filter(|(id, _)| {
            self.list.iter().find(|finding| finding.rule.id == *id).map(|finding| finding.rule.severity)
                == Some(severity)
        });
        counted.fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Keeps the findings of rules for which `is_kept` returns true.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&str) -> bool) {
        self.counts.retain(|(id, _)| is_kept(id));
        let kept = &self.counts;
        self.list.retain(|finding| kept.iter().any(|(id, _)| *id == finding.rule.id));
    }
}

/// The maximum number of findings in the list for each rule.
const KEPT: usize = 1000;

impl Findings {
    /// Counts a finding of a rule, and adds it to the list if it is one of the first.
    #[doc(hidden)]
    pub fn add(&mut self, rule: Rule, make: impl FnOnce() -> Finding) {
        // Findings of one rule are mostly consecutive, so its count is usually the last.
        let at = self.counts.iter().rposition(|(id, _)| *id == rule.id).unwrap_or_else(|| {
            self.counts.push((rule.id, 0));
            self.counts.len().saturating_sub(1)
        });
        let Some((_, count)) = self.counts.get_mut(at) else { return };
        *count = count.saturating_add(1);
        if *count <= KEPT {
            self.list.push(make());
        }
    }

    /// Adds other findings, including findings of the same rules.
    #[doc(hidden)]
    pub fn append(&mut self, others: Self) {
        self.extend(others.list);
        // The first findings are in the list, and have been counted above.
        for (id, n_more) in others.counts.iter().map(|(id, count)| (*id, count.saturating_sub(KEPT))) {
            let own = self.counts.iter_mut().find(|(own, _)| *own == id);
            own.into_iter().for_each(|(_, count)| *count = count.saturating_add(n_more));
        }
    }
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, all: I) {
        all.into_iter().for_each(|finding| self.add(finding.rule, || finding));
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(all: I) -> Self {
        let mut findings = Self::default();
        findings.extend(all);
        findings
    }
}

/// Programs with requirements of their own that can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Profile {
    /// raylib: features of a Model 3D file that it cannot show.
    Raylib,
    /// The uploader of Second Life's viewers and the simulators: files that they reject.
    SlUpload,
    /// Roblox: files that Studio cannot import, or properties that it cannot save.
    Roblox,
    /// A model by a stranger: known disguises in its scripts, and code that comes from elsewhere.
    Toolbox,
}

impl Profile {
    /// All profiles.
    pub const ALL: &[Self] = &[Self::Raylib, Self::SlUpload, Self::Roblox, Self::Toolbox];

    /// The name of the profile: `raylib`, `sl-upload`, `roblox`, `toolbox`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Raylib => "raylib",
            Self::SlUpload => "sl-upload",
            Self::Roblox => "roblox",
            Self::Toolbox => "toolbox",
        }
    }
}

/// A part that is damaged, which reading works around.
pub static RZK001: Rule = Rule {
    id: "RZK001",
    severity: Severity::Warning,
    title: "Every part of the file can be read",
    broken: "A part of the file is damaged",
    why: "Other programs may refuse the file, or read something else from it.",
    fix: "Save the file again with the program that made it, or fetch it again.",
};

/// A file extension that belongs to another format than the content.
pub static RZK002: Rule = Rule {
    id: "RZK002",
    severity: Severity::Note,
    title: "The name of the file fits its content",
    broken: "The name of the file does not fit its content",
    why: "Programs that go by the name fail on the file, or do not offer to open it.",
    fix: "Rename the file by the format of its content.",
};

/// A file whose bytes in the archive are damaged, or overlap those of another file.
pub static RZK003: Rule = Rule {
    id: "RZK003",
    severity: Severity::Warning,
    title: "The archived file is undamaged",
    broken: "The archive of the file is damaged",
    why: "The bytes differ from those that were archived, or another member shares them, as in archives that are made to become large: a value may be wrong even where the file can be read.",
    fix: "Fetch the archive again, or make it again from the files.",
};

/// The maximum number of triangles that Studio imports as one mesh.
pub const MOST_TRIANGLES: usize = 20_000;

/// A mesh with more triangles than Studio imports, with the profile `roblox`.
pub static RZK010: Rule = Rule {
    id: "RZK010",
    severity: Severity::Error,
    title: "A mesh for Roblox has at most 20,000 triangles",
    broken: "A mesh for Roblox has more than 20,000 triangles",
    why: "Studio refuses to import a mesh with more.",
    fix: "Simplify the mesh, or divide it into several.",
};

/// A flat mesh, with the profile `roblox`.
pub static RZK011: Rule = Rule {
    id: "RZK011",
    severity: Severity::Warning,
    title: "A mesh for Roblox has a volume",
    broken: "A mesh for Roblox has no volume",
    why: "Roblox's requirements for models exclude flat meshes, which have no thickness for collisions.",
    fix: "Give the mesh a thickness.",
};

/// A class that the engine does not have, with the profile `roblox`.
pub static RZK020: Rule = Rule {
    id: "RZK020",
    severity: Severity::Note,
    title: "The engine has the class of an instance",
    broken: "The engine does not have the class of an instance",
    why: "Studio leaves out instances of classes that it does not have. A class may also be newer than the list of classes in this program, whose version `rez --version -v` prints.",
    fix: "Correct the name of the class, or remove the instance, unless the class is newer than the list.",
};

/// A property that a class does not have, with the profile `roblox`.
pub static RZK021: Rule = Rule {
    id: "RZK021",
    severity: Severity::Note,
    title: "The class has the property",
    broken: "The class does not have the property",
    why: "Studio ignores properties that a class does not have; old files and files of other programs may contain them. A property may also be newer than the list of classes in this program, whose version `rez --version -v` prints.",
    fix: "Correct the name, or remove the property with `rez strip`, unless it is newer than the list.",
};

/// A value of a kind from which the engine does not read the property.
pub static RZK022: Rule = Rule {
    id: "RZK022",
    severity: Severity::Warning,
    title: "The value of a property has a type that the engine reads",
    broken: "The value of a property has a type that the engine does not read",
    why: "Studio ignores a value of another type, and the property keeps its default. Readers that are stricter, such as rbx_binary, refuse the whole file.",
    fix: "Remove the property with `rez strip`, and set it again with `rez set --type`.",
};

/// A number that is not that of an item of the property's enum, with the profile `roblox`.
pub static RZK023: Rule = Rule {
    id: "RZK023",
    severity: Severity::Warning,
    title: "The enum of a property has an item with this number",
    broken: "The enum of a property has no item with this number",
    why: "Studio uses the default instead, or fails when a script reads the property.",
    fix: "Set the property to an item: `rez set` takes the names of items.",
};

/// A property that the engine has replaced by another, with the profile `roblox`.
pub static RZK024: Rule = Rule {
    id: "RZK024",
    severity: Severity::Note,
    title: "A value is in the property that the engine uses today",
    broken: "A value is in a property that the engine has replaced",
    why: "Studio moves the value when it opens the file; other programs may look at the new property alone. Values that equal those of a new instance are not reported.",
    fix: "Move the values with `rez migrate`, or save the file with Studio.",
};

/// A joint that influences vertices, but does not exist in the avatar, in a rig for Second Life.
pub static RZK030: Rule = Rule {
    id: "RZK030",
    severity: Severity::Warning,
    title: "The avatar of Second Life has every joint of a rig that moves vertices",
    broken: "The avatar of Second Life does not have a joint of a rig that moves vertices",
    why: "The uploader drops the joint with its weights (SkinUsupportedJoints). Of a Collada file, it leaves out the whole skin (UnrecognizedJoint, UnknownJoints). `rez convert` gives its weights to the nearest ancestor that the avatar has.",
    fix: "Rename the joint, or give its weights to one that the avatar has. `rez convert` knows the joints of other rigs, and `--map-joint` renames single ones.",
};

/// Too many joints in a rig for Second Life.
pub static RZK031: Rule = Rule {
    id: "RZK031",
    severity: Severity::Error,
    title: "A mesh for Second Life uses at most 110 joints",
    broken: "A mesh for Second Life uses more than 110 joints",
    why: "The uploader leaves out the skin of a mesh with more (ModelTooManyJoints; TooManyJoint of a Collada file).",
    fix: "Split the mesh, or remove the weights of joints that hardly matter.",
};

/// Vertices without weights in a rig for Second Life.
pub static RZK032: Rule = Rule {
    id: "RZK032",
    severity: Severity::Warning,
    title: "Every vertex of a rigged mesh has a weight on a joint of the avatar",
    broken: "A vertex of a rigged mesh has no weight on a joint of the avatar",
    why: "The uploader does not report it. It takes the weights of a vertex nearby; a vertex that is stored without weights moves with the first joint.",
    fix: "Give the vertex a weight on a joint of the avatar.",
};

/// A vertex with more than four joints in a rig for Second Life.
pub static RZK033: Rule = Rule {
    id: "RZK033",
    severity: Severity::Warning,
    title: "A vertex of a mesh for Second Life has weights on at most four joints",
    broken: "A vertex of a mesh for Second Life has weights on more than four joints",
    why: "From a glTF file, the uploader reads only the first four, and does not report it; `rez convert` keeps the strongest four.",
    fix: "Limit the number of weights of each vertex to four.",
};

/// Joints that influence no vertex in a rig for Second Life.
pub static RZK034: Rule = Rule {
    id: "RZK034",
    severity: Severity::Note,
    title: "Every joint of a skin for Second Life moves a vertex",
    broken: "Some joints of a skin for Second Life move no vertex",
    why: "The uploader counts them (SkinUnusedJoints). They do no harm, unless they move joints of the avatar by their positions.",
    fix: "Nothing, or remove the joints.",
};

/// Too many materials in a mesh for Second Life.
pub static RZK035: Rule = Rule {
    id: "RZK035",
    severity: Severity::Note,
    title: "A mesh for Second Life has at most eight materials",
    broken: "A mesh for Second Life has more than eight materials",
    why: "Each material needs a face, and a mesh has eight faces. The uploader makes further meshes of the others, and leaves some out if there are very many (ModelTooManySubmodels).",
    fix: "Use fewer materials, or split the mesh.",
};

/// Too many vertices with one material in a mesh for Second Life.
pub static RZK036: Rule = Rule {
    id: "RZK036",
    severity: Severity::Note,
    title: "A material of a mesh for Second Life has at most 65,534 vertices",
    broken: "A material of a mesh for Second Life has more than 65,534 vertices",
    why: "The uploader splits it into several faces (ModelSplitPrimitive), and a mesh has eight.",
    fix: "Simplify the mesh, or divide it.",
};

/// A joint whose position differs from the avatar's, in a rig for Second Life.
pub static RZK037: Rule = Rule {
    id: "RZK037",
    severity: Severity::Note,
    title: "A joint of a rig is where the avatar of Second Life has it",
    broken: "A joint of a rig is not where the avatar of Second Life has it",
    why: "Viewers put the joint where the avatar has it, and the mesh moves with it, unless the upload includes joint positions. RZK041 reports how far the mesh as a whole is moved.",
    fix: "Convert with `--joint-positions`, or bind the mesh to the skeleton that `rez convert --rig sl-avatar -o avatar.glb` writes.",
};

/// A joint that is moved only slightly in a rig for Second Life.
pub static RZK038: Rule = Rule {
    id: "RZK038",
    severity: Severity::Note,
    title: "A joint of a rig with its own position is more than 0.1 mm from that of the avatar of Second \
        Life",
    broken: "A joint of a rig differs from the avatar by less than viewers notice",
    why: "Viewers leave a joint where the avatar has it if its position differs by no more than 0.1 mm.",
    fix: "Nothing, or put the joint where the avatar has it.",
};

/// A joint with several bind positions in a rig for Second Life.
pub static RZK039: Rule = Rule {
    id: "RZK039",
    severity: Severity::Warning,
    title: "All meshes of a rig for Second Life have a joint at the same position",
    broken: "Meshes of a rig for Second Life have a joint at different positions",
    why: "An avatar that wears them all has the joint at one of these positions, and the other meshes are \
        deformed.",
    fix: "Bind the meshes to one skeleton, in one pose.",
};

/// A joint that is rotated or scaled in its bind pose, in a rig for Second Life.
pub static RZK040: Rule = Rule {
    id: "RZK040",
    severity: Severity::Note,
    title: "The bind matrix of a joint of a rig for Second Life has no rotation and no scale",
    broken: "The bind matrix of a joint of a rig for Second Life has a rotation or a scale",
    why: "Viewers neither rotate nor scale the bones of an avatar at rest. `rez convert` and the uploader of glTF files rebind such a joint; the uploader of Collada files does not, and the vertices of the joint are rotated or scaled around it.",
    fix: "Upload a glTF file, or bind the mesh to the skeleton that `rez convert --rig sl-avatar -o avatar.glb` writes.",
};

/// A mesh that the avatar would wear in another position than in the model, in a rig for Second Life.
pub static RZK041: Rule = Rule {
    id: "RZK041",
    severity: Severity::Warning,
    title: "The avatar of Second Life wears a mesh within 1 cm of where the model has it",
    broken: "The avatar of Second Life wears a mesh more than 1 cm from where the model has it",
    why: "Viewers put joints where the avatar has them, and the vertices of a joint move with it. The uploader does not report it.",
    fix: "Keep the joints of the model with `--joint-positions`, which is «Include joint positions» in the uploader; or fit the model to the skeleton that `rez convert --rig sl-avatar -o avatar.glb` writes.",
};

/// A primitive that does not consist of whole triangles, in a glTF file for Second Life.
pub static RZK042: Rule = Rule {
    id: "RZK042",
    severity: Severity::Error,
    title: "A primitive of a glTF file for Second Life consists of whole triangles",
    broken: "A primitive of a glTF file for Second Life does not consist of whole triangles",
    why: "The uploader takes indices three at a time, whatever the primitive is, and refuses the model if their number is not a multiple of three (InvalidGeometryNonTriangulated). `rez convert` reads strips and fans, and leaves out lines and points.",
    fix: "Export the mesh as triangles, without loose edges and points.",
};

/// A mesh that is mirrored by the scale of a node, for Second Life.
pub static RZK043: Rule = Rule {
    id: "RZK043",
    severity: Severity::Warning,
    title: "No node mirrors a mesh for Second Life",
    broken: "A node mirrors a mesh for Second Life by a negative scale",
    why: "The uploader refuses it in a Collada file (NegativeScaleTrans, NegativeScaleNormTrans). In a glTF file it turns the triangles around, as `rez convert` does.",
    fix: "Apply the scale in the program that made the model.",
};

/// A glTF file without a scene, for Second Life.
pub static RZK044: Rule = Rule {
    id: "RZK044",
    severity: Severity::Error,
    title: "A glTF file for Second Life has a scene",
    broken: "A glTF file for Second Life has no scene",
    why: "The uploader finds no model in it (NoScenesFound). `rez convert` takes all nodes.",
    fix: "Export the model with its scene.",
};

/// A skin with fewer bind matrices than joints, in a glTF file for Second Life.
pub static RZK045: Rule = Rule {
    id: "RZK045",
    severity: Severity::Warning,
    title: "A skin of a glTF file for Second Life has an inverse bind matrix for each joint",
    broken: "A skin of a glTF file for Second Life has more or fewer inverse bind matrices than joints",
    why: "The uploader reports it (InvBindCountMismatch), and binds joints without a matrix at the origin.",
    fix: "Export the model again, with its armature at rest.",
};

/// A primitive without vertices in a glTF file for Second Life.
pub static RZK046: Rule = Rule {
    id: "RZK046",
    severity: Severity::Error,
    title: "A primitive of a glTF file for Second Life has vertices",
    broken: "A primitive of a glTF file for Second Life has no vertices",
    why: "The uploader refuses the model (EmptyVertexArray). `rez convert` leaves the primitive out.",
    fix: "Remove the empty mesh, or the material that none of its faces uses.",
};

/// A node whose mesh does not exist, in a glTF file for Second Life.
pub static RZK047: Rule = Rule {
    id: "RZK047",
    severity: Severity::Warning,
    title: "The mesh of a node of a glTF file for Second Life is in the file",
    broken: "The mesh of a node of a glTF file for Second Life is not in the file",
    why: "The uploader leaves the node out (InvalidMeshReference).",
    fix: "Export the model again.",
};

/// A required extension that the uploader does not read, in a glTF file for Second Life.
pub static RZK048: Rule = Rule {
    id: "RZK048",
    severity: Severity::Error,
    title: "A glTF file for Second Life requires no extension that the uploader does not read",
    broken: "A glTF file for Second Life requires an extension that the uploader does not read",
    why: "The uploader refuses the file (UnsupportedExtension), unless it requires only KHR_materials_unlit, KHR_texture_transform or KHR_materials_pbrSpecularGlossiness. `rez convert` reads more.",
    fix: "Export without compression and quantisation.",
};

/// A number that is not finite, in a model for Second Life.
pub static RZK049: Rule = Rule {
    id: "RZK049",
    severity: Severity::Error,
    title: "The positions, normals and texture coordinates of a model for Second Life are finite",
    broken: "Numbers of a model for Second Life are not finite",
    why: "The uploader refuses the model (PositionNaN, NormalsNaN). `rez convert` leaves out triangles with such positions, and computes normals.",
    fix: "Repair the model in the program that made it.",
};

/// A model with more triangles than Roblox allows.
pub static RZK050: Rule = Rule {
    id: "RZK050",
    severity: Severity::Error,
    title: "A model for Roblox has no more triangles than its kind allows",
    broken: "A model for Roblox has more triangles than its kind allows",
    why: "Studio refuses meshes of more than 20,000 triangles; the Marketplace refuses accessories of more than 4,000, and body parts above their own budgets.",
    fix: "Simplify the mesh, for example with `rez lod`.",
};

/// A model that is larger or smaller than Roblox allows.
pub static RZK051: Rule = Rule {
    id: "RZK051",
    severity: Severity::Error,
    title: "An avatar item for Roblox has a size that its kind allows",
    broken: "An avatar item for Roblox has a size that its kind does not allow",
    why: "The Marketplace refuses it. Sizes are in studs (one unit of the file is one stud) and depend on the body scale: the largest of Normal, Slender and Classic counts here.",
    fix: "Scale the model in the program that made it.",
};

/// A mesh with holes, for Roblox.
pub static RZK052: Rule = Rule {
    id: "RZK052",
    severity: Severity::Warning,
    title: "A mesh for Roblox is watertight",
    broken: "A mesh for Roblox has holes",
    why: "The documentation requires it of all meshes, and back faces are not drawn, so that holes show.",
    fix: "Close the holes in the program that made the mesh.",
};

/// An avatar item of several objects, for Roblox.
pub static RZK053: Rule = Rule {
    id: "RZK053",
    severity: Severity::Error,
    title: "An avatar item for Roblox has no object that does not belong to it",
    broken: "An avatar item for Roblox has objects that do not belong to it",
    why: "Accessories are a single mesh, and the Marketplace refuses items with extraneous objects.",
    fix: "Join the meshes, and remove lights and cameras.",
};

/// A vertex with too many influences, for Roblox.
pub static RZK054: Rule = Rule {
    id: "RZK054",
    severity: Severity::Error,
    title: "A vertex of a mesh for Roblox has weights on at most four joints",
    broken: "A vertex of a mesh for Roblox has weights on more than four joints",
    why: "The engine blends four joints. `rez convert` keeps the strongest four.",
    fix: "Limit the number of influences in the program that made the mesh.",
};

/// An avatar item that is not opaque, for Roblox.
pub static RZK055: Rule = Rule {
    id: "RZK055",
    severity: Severity::Error,
    title: "An avatar item for Roblox is opaque",
    broken: "An avatar item for Roblox is transparent",
    why: "The Marketplace requires a transparency of 0, and body parts that are fully opaque.",
    fix: "Set the opacity of the material to 1; textures may have transparent parts, where the colour of the skin shows.",
};

/// A part of a body that is missing or has another name, for Roblox.
pub static RZK056: Rule = Rule {
    id: "RZK056",
    severity: Severity::Error,
    title: "The parts of a body for Roblox have the documented names",
    broken: "A part of a body for Roblox is missing, or has another name",
    why: "Studio recognises the 15 parts by names such as LeftUpperArm_Geo.",
    fix: "Rename the objects in the program that made the model.",
};

/// An attachment that is missing or in the wrong place, for Roblox.
pub static RZK057: Rule = Rule {
    id: "RZK057",
    severity: Severity::Warning,
    title: "An avatar item for Roblox has its attachments",
    broken: "An attachment of an avatar item for Roblox is missing, or in the wrong place",
    why: "An accessory is fixed by its attachment to the attachment of the same name of a body part. Most attachments must be in a certain half of the bounding box of their part.",
    fix: "Add objects with names such as Hat_Att at the documented positions; in a Roblox model, attachments are instances such as HatAttachment.",
};

/// A texture that is too large for Roblox.
pub static RZK058: Rule = Rule {
    id: "RZK058",
    severity: Severity::Error,
    title: "A texture for Roblox is at most 4,096 pixels wide and high, and 2,048 in the Marketplace",
    broken: "A texture for Roblox is wider or higher than allowed",
    why: "The documentation does not allow larger textures.",
    fix: "Scale the picture down.",
};

/// A mesh with several materials, for Roblox.
pub static RZK059: Rule = Rule {
    id: "RZK059",
    severity: Severity::Warning,
    title: "A mesh for Roblox has one material",
    broken: "A mesh for Roblox has several materials",
    why: "A MeshPart has one texture; the importer keeps one material of each mesh.",
    fix: "Put the textures into one picture, or split the mesh.",
};

/// A texture that Roblox scales down.
pub static RZK060: Rule = Rule {
    id: "RZK060",
    severity: Severity::Warning,
    title: "A texture for Roblox is no larger than the engine shows",
    broken: "A texture for Roblox is larger than the engine shows",
    why: "Textures of models are supported up to 1,024 × 1,024 pixels; larger ones are made smaller.",
    fix: "Scale the picture down.",
};

/// A cage that is missing or does not fit, for Roblox.
pub static RZK061: Rule = Rule {
    id: "RZK061",
    severity: Severity::Error,
    title: "A layered accessory or a body part for Roblox has its cages",
    broken: "A layered accessory or a body part for Roblox lacks a cage, or its cages differ in more than positions",
    why: "Clothing stretches from one cage to another, vertex by vertex. Their names end in _InnerCage and _OuterCage, and their vertices and texture coordinates stay those of the template.",
    fix: "Start with the cage templates of Roblox, and move vertices only.",
};

/// A texture coordinate outside of the picture, for Roblox.
pub static RZK062: Rule = Rule {
    id: "RZK062",
    severity: Severity::Warning,
    title: "The texture coordinates of a mesh for Roblox are between 0 and 1",
    broken: "Texture coordinates of a mesh for Roblox are below 0 or above 1",
    why: "The documentation requires it; where several pictures are packed into one, such coordinates show \
        the wrong picture.",
    fix: "Move the islands into the square of the picture.",
};

/// A mesh without thickness, for Roblox.
pub static RZK063: Rule = Rule {
    id: "RZK063",
    severity: Severity::Error,
    title: "A mesh for Roblox has a volume",
    broken: "A mesh for Roblox has no thickness",
    why: "The documentation does not allow it; a part has a size above 0 along each axis.",
    fix: "Make the mesh thicker.",
};

/// A vertex on the root joint, for Roblox.
pub static RZK064: Rule = Rule {
    id: "RZK064",
    severity: Severity::Warning,
    title: "No vertex of a body for Roblox has a weight on the root joint",
    broken: "Vertices of a body for Roblox have weights on the root joint",
    why: "The documentation does not allow it, since the root does not move with the body.",
    fix: "Assign the vertices to other joints.",
};

/// A texture that the uploader scales down, for Second Life.
pub static RZK065: Rule = Rule {
    id: "RZK065",
    severity: Severity::Note,
    title: "A texture for Second Life is at most 2,048 pixels wide and high",
    broken: "A texture for Second Life is larger than 2,048 pixels",
    why: "The uploader makes it smaller (ModelTextureScaling).",
    fix: "Scale the picture down.",
};

/// Missing texture coordinates, for Second Life.
pub static RZK066: Rule = Rule {
    id: "RZK066",
    severity: Severity::Warning,
    title: "In a mesh for Second Life with texture coordinates, every vertex has some",
    broken: "Vertices of a mesh for Second Life lack texture coordinates",
    why: "The uploader places them at 0, 0 (IncompleteTC), so a texture is smeared across their triangles.",
    fix: "Unwrap the whole mesh, and export the model again.",
};

/// A broken reference in a Collada file, for Second Life.
pub static RZK067: Rule = Rule {
    id: "RZK067",
    severity: Severity::Error,
    title: "A Collada file for Second Life contains the geometries that its nodes use, with their positions",
    broken: "A Collada file for Second Life lacks part of a geometry",
    why: "The uploader refuses the file (CantResolveGeometryUrl, ParsingErrorBadElement, ParsingErrorCantParseScene, ParsingErrorNoScene, ParsingErrorPositionInvalidModel), or fails (UnknownException). `rez convert` leaves the shape out.",
    fix: "Export the model again.",
};

/// A required extension that the uploader ignores, in a glTF file for Second Life.
pub static RZK068: Rule = Rule {
    id: "RZK068",
    severity: Severity::Note,
    title: "A glTF file for Second Life requires no extension that the uploader ignores",
    broken: "A glTF file for Second Life requires an extension that the uploader ignores",
    why: "The uploader reads the file without the properties of the extension (IgnoredExtension). `rez convert` reads them.",
    fix: "Export the materials with metalness and roughness.",
};

/// A material or a tint that the Marketplace does not allow, for Roblox.
pub static RZK069: Rule = Rule {
    id: "RZK069",
    severity: Severity::Error,
    title: "The parts of an avatar item for Roblox are of Plastic without a tint",
    broken: "A part of an avatar item for Roblox has another material than Plastic, or a tint",
    why: "The Marketplace requires `Material` to be Plastic and `VertexColor` to be 1, 1, 1.",
    fix: "Set both in Studio, or with `rez set`; textures have the colours.",
};

/// The rules that do not belong to one format.
pub static RULES: &[&Rule] = &[
    &RZK001, &RZK002, &RZK003, &RZK010, &RZK011, &RZK020, &RZK021, &RZK022, &RZK023, &RZK024, &RZK030,
    &RZK031, &RZK032, &RZK033, &RZK034, &RZK035, &RZK036, &RZK037, &RZK038, &RZK039, &RZK040, &RZK041,
    &RZK042, &RZK043, &RZK044, &RZK045, &RZK046, &RZK047, &RZK048, &RZK049, &RZK050, &RZK051, &RZK052,
    &RZK053, &RZK054, &RZK055, &RZK056, &RZK057, &RZK058, &RZK059, &RZK060, &RZK061, &RZK062, &RZK063,
    &RZK064, &RZK065, &RZK066, &RZK067, &RZK068, &RZK069,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(rule: Rule, n: usize) -> impl Iterator<Item = Finding> {
        let (path, limit) = (String::new(), String::new());
        (0..n).map(move |n| Finding { rule, path: path.clone(), found: n.to_string(), limit: limit.clone() })
    }

    #[test]
    fn the_first_of_each_rule_are_kept_and_all_counted() {
        let mut all = findings(RZK001, 600).collect::<Findings>();
        all.extend(findings(RZK002, 1));
        all.append(findings(RZK001, 1200).collect());
        assert_eq!(all.counts, [("RZK001", 1800), ("RZK002", 1)]);
        assert_eq!(all.list.len(), 1001);
        assert_eq!(all.list[1000].found, "399");
    }
}
