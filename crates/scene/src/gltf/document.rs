//! The JSON and the buffers of a file.

use super::buffers::{Buffers, buffers};
use super::container::{Parts, parts};
use super::context::{Context, Files, ReadOptions};
use super::cursor::At;
use super::write::{INSTANCING, MESHOPT, TEXTURE_KTX2, TEXTURE_WEBP};
use crate::json::{Json, locate};
use crate::problem::{Problem, ProblemKind, Warnings};

/// The JSON and the buffers of a file.
pub(super) struct Document<'a> {
    pub(super) json: Json,
    pub(super) buffers: Buffers<'a>,
    text: &'a [u8],
    text_start: usize,
}

impl<'a> Document<'a> {
    pub(super) fn open(
        file: &'a [u8],
        options: &ReadOptions,
        files: &mut Files<'_>,
    ) -> Result<(Self, Context), Problem> {
        let mut context = Context::new(options);
        let Parts { json: text, json_start, bin, problems } = parts(file)?;
        for problem in problems {
            context.excuse(problem)?;
        }
        let text = text.trim_ascii_end();
        let mut json = Json::read(text).map_err(|(message, byte)| {
            Problem::new(ProblemKind::Framing, format!("the JSON is broken: {message}"))
                .on_byte(json_start.saturating_add(byte))
        })?;
        prune(&mut json);
        let mut document = Self { json, buffers: Buffers::default(), text, text_start: json_start };
        let opened = document.refuse_versions().and_then(|()| document.refuse_extensions(&mut context));
        opened.map_err(|problem| document.placed(problem))?;
        let buffers = buffers(At::root(&document.json), bin, files, &mut context);
        document.buffers = buffers.map_err(|problem| document.placed(problem))?;
        if options.output_bytes.is_none() {
            // The default limit for decoded data and copies, in proportion to the input.
            let n_bytes = document.buffers.len().saturating_add(file.len());
            context.bytes_left = context.bytes_left.saturating_add(n_bytes.saturating_mul(16));
        }
        let mut buffers = std::mem::take(&mut document.buffers);
        buffers.unpack(document.root(), &mut context).map_err(|problem| document.placed(problem))?;
        document.buffers = buffers;
        Ok((document, context))
    }

    pub(super) fn root(&self) -> At<'_> {
        At::root(&self.json)
    }

    fn refuse_versions(&self) -> Result<(), Problem> {
        let Some(asset) = self.root().get("asset") else {
            return Err(self.root().fault(ProblemKind::Value, "\"asset\" is missing: this is not glTF"));
        };
        let minor = asset.text("minVersion").unwrap_or("2.0");
        let version = asset.text("version").unwrap_or("2.0");
        match () {
            () if !version.starts_with("2.") => Err(asset
                .fault(ProblemKind::Unsupported, format!("glTF version {version} is not supported: 2.0 is"))),
            () if minor != "2.0" => Err(asset.fault(
                ProblemKind::Unsupported,
                format!("the file needs glTF {minor}, and 2.0 is supported"),
            )),
            () => Ok(()),
        }
    }

    fn refuse_extensions(&self, context: &mut Context) -> Result<(), Problem> {
        for required in self.root().list("extensionsRequired").iter() {
            let name = required.value.as_text().unwrap_or_default();
            if !is_harmless(name) {
                let (what, help) = match name {
                    "KHR_meshopt_compression" => ("a later version of meshopt compression", Some(UNPACK)),
                    _ => ("unknown or unsupported", None),
                };
                let problem = required.fault(ProblemKind::Unsupported, format!("requires {name} ({what})"));
                return Err(match help {
                    Some(help) => problem.help(help),
                    None => problem,
                });
            }
        }
        for used in self.root().list("extensionsUsed").iter() {
            let name = used.value.as_text().unwrap_or_default();
            let is_read = READ.contains(&name);
            if !is_read {
                let message = format!("the unsupported extension {name} is ignored");
                context.excuse(used.fault(ProblemKind::Dropped, message))?;
            }
        }
        Ok(())
    }

    /// Adds the byte of its JSON pointer to a problem.
    #[cold]
    pub(super) fn placed(&self, problem: Problem) -> Problem {
        if problem.byte.is_some() {
            return problem;
        }
        let byte = locate(self.text, &problem.path);
        problem.on_byte(self.text_start.saturating_add(byte))
    }

    /// Returns all warnings with their byte positions, as long as finding these takes only a few passes over the text.
    pub(super) fn placed_warnings(&self, context: Context) -> Warnings {
        let mut warnings = context.reports.into_warnings();
        let n_passes = (64_usize << 20).checked_div(self.text.len().max(1)).unwrap_or(0).max(4);
        for warning in warnings.list.iter_mut().filter(|warning| warning.byte.is_none()).take(n_passes) {
            warning.byte = Some(self.text_start.saturating_add(locate(self.text, &warning.path)));
        }
        warnings
    }
}

/// Removes unused keys from maps that are searched repeatedly, so that no file can make each search slow.
fn prune(root: &mut Json) {
    const ROOT: &[&str] = &[
        "asset",
        "extensionsUsed",
        "extensionsRequired",
        "buffers",
        "bufferViews",
        "accessors",
        "images",
        "samplers",
        "textures",
        "materials",
        "meshes",
        "skins",
        "cameras",
        "nodes",
        "animations",
        "scenes",
        "scene",
        "extensions",
        "extras",
    ];
    const ACCESSOR: &[&str] =
        &["bufferView", "byteOffset", "componentType", "normalized", "count", "type", "sparse"];
    const SPARSE: &[&str] = &["count", "indices", "values", "bufferView", "byteOffset", "componentType"];
    const VIEW: &[&str] = &["buffer", "byteOffset", "byteLength", "byteStride", "extensions"];
    const TEXTURE: &[&str] = &["source", "sampler", "extensions"];
    const SAMPLER: &[&str] = &["magFilter", "minFilter", "wrapS", "wrapT"];
    keep(root, ROOT);
    for (list, keys) in
        [("accessors", ACCESSOR), ("bufferViews", VIEW), ("textures", TEXTURE), ("samplers", SAMPLER)]
    {
        let Some(Json::List(items)) = root.value_mut(list) else { continue };
        for item in items {
            keep(item, keys);
            for (_, part) in item.entries_mut().iter_mut().filter(|(key, _)| key == "sparse") {
                keep(part, SPARSE);
                part.entries_mut().iter_mut().for_each(|(_, part)| keep(part, SPARSE));
            }
        }
    }
}

/// Keeps only these keys of a map, and the last of duplicates.
fn keep(map: &mut Json, keys: &[&str]) {
    let Json::Map(entries) = map else { return };
    let mut seen = vec![false; keys.len()];
    // The map is reversed so that the last of duplicates stays; its order does not matter for look-ups.
    entries.reverse();
    entries.retain(|(key, _)| {
        let place = keys.iter().position(|known| known == key).and_then(|index| seen.get_mut(index));
        place.is_some_and(|seen| !std::mem::replace(seen, true))
    });
}

pub(super) const DRACO: &str = "KHR_draco_mesh_compression";

/// Advice for errors about compressed geometry.
pub(super) const UNPACK: &str = "export the model again without compression of meshes";

/// Extensions whose contents are read.
const READ: &[&str] = &[
    DRACO,
    INSTANCING,
    MESHOPT,
    "KHR_lights_punctual", // reported by itself
    "KHR_materials_ior",
    "KHR_materials_specular",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "MSFT_lod",
    TEXTURE_WEBP,
    TEXTURE_KTX2,
];

/// Extensions without which a file can still be shown, even if it requires them: Blender requires lights and texture
/// transforms, and a texture of an unknown kind does not change the geometry.
fn is_harmless(name: &str) -> bool {
    READ.contains(&name) || ["KHR_materials_", "EXT_texture_"].iter().any(|start| name.starts_with(start))
}
