//! Conversions, by the functions that `rez convert` calls.

use rezkit::exchange::{self, ExchangeOptions, TargetRig};
use rezkit::{Format, Loss, MeshVersion, Packing, Problem, TargetOptions};
use serde::{Deserialize, Serialize};

/// The options of a conversion.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wish {
    /// The name of a target.
    to: String,
    /// The version of a Roblox mesh.
    version: Option<String>,
    packing: Option<String>,
    /// The level of detail to convert, for formats without levels.
    #[serde(default)]
    level: u8,
    /// Leaves out the data that a conversion back to the source format needs.
    #[serde(default)]
    no_extras: bool,
    /// Adds the numbers of instances to nodes, for a model that is only displayed.
    #[serde(default)]
    numbers: bool,
    /// The rig that animations move: the name of a Roblox model that the session has received, or `r15`, `r6` or
    /// `none`.
    rig: Option<String>,
    /// The rig by whose names the joints are called.
    rig_preset: Option<String>,
    /// New names for joints: the name in the file, and the new one.
    #[serde(default)]
    map_joint: Vec<(String, String)>,
    /// The repetition of animations: `yes`, `no`, or a range of seconds such as `0.5..1.5`.
    r#loop: Option<String>,
    /// The priority of animations, as a number of Second Life or a name of Roblox.
    priority: Option<String>,
    /// The seconds of the transitions into animations and out of them, such as `0.2,0.5`.
    ease: Option<String>,
    /// The memory that the user allows after being asked, in bytes.
    memory: Option<usize>,
}

/// A target of conversions.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Target {
    /// The name in `rez convert --to`.
    id: &'static str,
    title: &'static str,
    extension: &'static str,
    /// The versions that the user may choose.
    versions: Vec<String>,
    /// The packings that the user may choose.
    packings: Vec<String>,
    /// True if one level of detail has to be chosen.
    is_of_level: bool,
}

/// The outcome of a conversion.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) report: Report,
    /// The new file, followed by the files that belong next to it.
    pub(crate) bytes: Vec<u8>,
}

/// The report on a new file.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// The name under which the file is saved.
    name: String,
    n_bytes_before: usize,
    n_bytes: usize,
    /// The names and the sizes of files that belong next to it.
    beside: Vec<(String, usize)>,
    losses: Vec<Loss>,
    notes: Vec<String>,
}

/// Returns true if a file can be shown in three dimensions.
pub(crate) fn is_model(format: Format) -> bool {
    exchange::converts(format, Format::Glb)
}

/// The name of the compression of arrays in glTF.
const MESHOPT: &str = "meshopt";

/// The targets to which files of a format can be converted.
pub(crate) fn targets(from: Format) -> Vec<Target> {
    let can = |to: Format| exchange::converts(from, to) || from.conversions().contains(&to);
    // The encoding that a file has already would only be written anew.
    let is_same = |to: Format| to == from && !matches!(to, Format::RbxMesh | Format::RbxBinary);
    let targets = rezkit::Target::ALL.iter().map(|target| (*target, target.format()));
    targets
        .filter(|(_, to)| can(*to) && !is_same(*to))
        .map(|(target, to)| Target {
            id: target.name(),
            title: target.title(),
            extension: target.extension(""),
            versions: match to {
                Format::RbxMesh => MeshVersion::ALL.iter().map(ToString::to_string).collect(),
                _ => Vec::new(),
            },
            packings: match to {
                Format::RbxBinary => Packing::ALL.iter().map(|packing| packing.name().to_owned()).collect(),
                Format::Glb | Format::Gltf => ["stored", MESHOPT].map(str::to_owned).to_vec(),
                _ => Vec::new(),
            },
            is_of_level: matches!(to, Format::Obj | Format::Stl),
        })
        .collect()
}

/// Converts a file, with the files that it refers to.
pub(crate) fn convert(
    bytes: &[u8],
    name: &str,
    wish: &Wish,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Made, Problem> {
    let target: rezkit::Target = wish.to.parse()?;
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let (stem, before) = base.rsplit_once('.').unwrap_or((base, ""));
    let version = wish.version.as_deref().and_then(|version| version.parse().ok());
    let mut options = TargetOptions::to(target).mesh(version, None);
    options.direct.packing = wish.packing.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default();
    wish.apply(stem, &mut options.by_scene, files)?;
    let (made, beside, losses, notes) = rezkit::convert_to(bytes, &options, files)?.into_parts();
    let name = format!("{stem}.{}", target.extension(before));
    Ok(Made::new(name, bytes.len(), made, beside, losses, notes))
}

impl Wish {
    /// Sets the options of a conversion by way of a scene with this name.
    fn apply(
        &self,
        name: &str,
        options: &mut ExchangeOptions,
        files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<(), Problem> {
        let mut scene = options.scene.clone().name(name).extras(!self.no_extras).numbers(self.numbers);
        options.asset.target_rig = self.rig.as_deref().and_then(|rig| target_rig(rig, files));
        if let Some(TargetRig::Model(model)) = &options.asset.target_rig {
            scene.rig_model = Some(model.clone());
        }
        options.scene = match self.memory {
            Some(memory) => scene.max_memory(memory),
            None => scene,
        };
        options.asset.rig = self.rig_preset.as_deref().map(str::parse).transpose()?;
        options.asset.joint_names.clone_from(&self.map_joint);
        options.playback.repeats = self.r#loop.as_deref().map(str::parse).transpose()?;
        options.playback.priority = self.priority.as_deref().map(exchange::parse_priority).transpose()?;
        options.playback.ease = self.ease.as_deref().map(exchange::parse_ease).transpose()?;
        options.gltf = options.gltf.clone().compress(self.packing.as_deref() == Some(MESHOPT));
        (options.level, options.parts) = (self.level, true);
        Ok(())
    }
}

/// The rig with this name, or the model in the file with this name.
fn target_rig(name: &str, files: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Option<TargetRig> {
    TargetRig::named(name).or_else(|| files(name).map(TargetRig::Model))
}

impl Made {
    fn new(
        name: String,
        n_bytes_before: usize,
        mut bytes: Vec<u8>,
        beside: Vec<(String, Vec<u8>)>,
        losses: Vec<Loss>,
        notes: Vec<String>,
    ) -> Self {
        let n_bytes = bytes.len();
        let sizes = beside.iter().map(|(name, bytes)| (name.clone(), bytes.len())).collect();
        beside.into_iter().for_each(|(_, more)| bytes.extend(more));
        Self { report: Report { name, n_bytes_before, n_bytes, beside: sizes, losses, notes }, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rezkit::identify;

    const MESH: &[u8] = include_bytes!("../../../fixtures/rbxmesh/valid/v300.mesh");

    fn wish(to: &str) -> Wish {
        Wish { to: to.into(), ..Wish::default() }
    }

    #[test]
    fn a_mesh_becomes_what_its_targets_say() {
        let targets = targets(Format::RbxMesh);
        let ids: Vec<_> = targets.iter().map(|target| target.id).collect();
        assert_eq!(ids, ["glb", "gltf", "obj", "dae", "stl", "mesh", "llmesh", "slm", "m3d"]);
        for target in &targets {
            let version = target.versions.first().cloned();
            let made =
                convert(MESH, "a/head.mesh", &Wish { version, ..wish(target.id) }, &mut |_| None).unwrap();
            assert_eq!(made.report.name, format!("head.{}", target.extension));
            let of_file = made.bytes.get(..made.report.n_bytes).unwrap();
            let expected: rezkit::Target = target.id.parse().unwrap();
            assert_eq!(identify(of_file).format, expected.format(), "{}", target.id);
            let beside: usize = made.report.beside.iter().map(|(_, n_bytes)| n_bytes).sum();
            assert_eq!(made.bytes.len(), made.report.n_bytes + beside);
        }
    }

    #[test]
    fn glb_is_smaller_by_meshopt() {
        let mut obj: String =
            (0..400).map(|number| format!("v {} 0 {}\n", number % 20, number / 20)).collect();
        for corner in (1..380).filter(|corner| corner % 20 != 0) {
            obj += &format!("f {corner} {} {}\n", corner + 1, corner + 20);
        }
        let made = |packing: &str| {
            let wish = Wish { packing: Some(packing.to_owned()), ..wish("glb") };
            convert(obj.as_bytes(), "grid.obj", &wish, &mut |_| None).unwrap().bytes.len()
        };
        assert!(made("meshopt") < made("stored"), "{} {}", made("meshopt"), made("stored"));
    }

    #[test]
    fn facts_about_animations_are_stated_as_in_the_command() {
        let animation = include_bytes!("../../../fixtures/anim/valid/example.anim");
        let text = |text: &str| Some(text.to_owned());
        let wish = Wish { r#loop: text("yes"), priority: text("Core"), rig: text("r6"), ..wish("rbxmx") };
        let made = convert(animation, "wave.anim", &wish, &mut |_| None).unwrap();
        let made = String::from_utf8(made.bytes).unwrap();
        for expected in ["<bool name=\"Loop\">true<", "<token name=\"Priority\">1000<", ">Left Arm<"] {
            assert!(made.contains(expected), "{expected}: {made}");
        }
        let wish = Wish { ease: text("soon"), ..wish };
        let problem = convert(animation, "wave.anim", &wish, &mut |_| None).unwrap_err();
        assert!(problem.message.contains("soon"), "{}", problem.message);
    }

    #[test]
    fn places_keep_their_extension() {
        let place = include_bytes!("../../../fixtures/rbxbinary/valid/place.rbxl");
        let made = convert(place, "place.rbxl", &wish("rbxmx"), &mut |_| None).unwrap();
        assert_eq!(
            (made.report.name.as_str(), identify(&made.bytes).format),
            ("place.rbxlx", Format::RbxXml)
        );
    }

    #[test]
    fn what_is_no_model_cannot_be_shown() {
        assert!(is_model(Format::A3d) && is_model(Format::Glb) && !is_model(Format::LlsdXml));
        let problem = convert(b"{'a':i1}", "a", &wish("glb"), &mut |_| None).unwrap_err();
        assert!(!problem.message.is_empty());
    }
}
