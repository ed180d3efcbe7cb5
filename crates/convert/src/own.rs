//! Data that a scene keeps of its source file, and witnesses: hashes that show whether this data still fits the scene.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Animation, Json, Role, Scene, Skin};

/// The version of the data that this crate stores in extras.
pub(super) const SCHEMA: &str = "rezkit.gltf/1";

/// The kept part of a model: a file of its own format without the data that the scene shows.
#[derive(Debug, Default)]
pub(super) struct Own {
    /// The format, by the name of its crate.
    pub(super) source: &'static str,
    /// The bytes of the file.
    pub(super) file: Vec<u8>,
    /// For each part of the file, by its name, a hash of the scene data to which it belongs.
    pub(super) witnesses: Vec<(&'static str, u64)>,
    /// Further fields.
    pub(super) fields: Vec<(&'static str, Json)>,
}

impl Own {
    /// Stores the data in the extras of the scene, which Blender, three.js and other tools keep.
    pub(super) fn put(self, scene: &mut Scene) {
        let mut own = scene.extras.get("rezkit").cloned().unwrap_or_default();
        own.set("schema", SCHEMA);
        own.set("source", self.source);
        self.fields.into_iter().for_each(|(key, value)| own.set(key, value));
        own.set("file", packed(&self.file));
        let mut witnesses = Json::default();
        self.witnesses.into_iter().for_each(|(part, hash)| witnesses.set(part, format!("{hash:016x}")));
        own.set("witnesses", witnesses);
        scene.extras.set("rezkit", own);
    }
}

/// Encodes bytes as text: compressed by zlib, then base64.
pub(super) fn packed(bytes: &[u8]) -> Json {
    STANDARD.encode(miniz_oxide::deflate::compress_to_vec_zlib(bytes, 9)).into()
}

/// Decodes bytes that [`packed`] encoded.
pub(super) fn unpacked(text: &Json) -> Option<Vec<u8>> {
    let text = text.as_text()?;
    let packed = STANDARD.decode(text).ok()?;
    // The ratio is that allowed for gzip files.
    let limit = text.len().saturating_mul(16).saturating_add(16 << 20);
    miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&packed, limit).ok()
}

/// The kept data of a model of one format, whose version is known and whose file can be decoded.
pub(super) struct Kept<'s> {
    own: &'s Json,
    pub(super) file: Vec<u8>,
}

impl<'s> Kept<'s> {
    pub(super) fn from_scene(scene: &'s Scene, source: &str, losses: &mut Losses) -> Option<Self> {
        let own = scene.extras.get("rezkit")?;
        let schema = own.get("schema")?.as_text()?;
        if schema != SCHEMA {
            let what = format!(
                "the data kept for converting back has the unsupported version {schema:?} and is left out"
            );
            losses.report(LossCode::ExtrasSchema, LossSeverity::Lost, &what, 1, "");
            return None;
        }
        if own.get("source")?.as_text()? != source {
            let what = "data kept for converting back to another format";
            losses.report(LossCode::FileFields, LossSeverity::Lost, what, 1, "");
            return None;
        }
        let file = unpacked(own.get("file")?);
        if file.is_none() {
            losses.report(
                LossCode::FileFields,
                LossSeverity::Lost,
                "the kept data of the original file cannot be read",
                1,
                "",
            );
        }
        Some(Self { own, file: file? })
    }

    /// The value of a field that was stored as one of [`Own::fields`].
    pub(super) fn field(&self, key: &str) -> Option<&'s Json> {
        self.own.get(key)
    }

    /// True if a part kept in the extras still has the hash that was stored with it, so the scene was not edited since.
    pub(super) fn is_same(&self, part: &str, now: u64) -> bool {
        let then = self.own.get("witnesses").and_then(|all| all.get(part)).and_then(Json::as_text);
        then == Some(format!("{now:016x}").as_str())
    }

    /// Compares as [`is_same`](Self::is_same), and reports a difference as a loss.
    pub(super) fn fits(&self, part: &str, now: u64, losses: &mut Losses) -> bool {
        let fits = self.is_same(part, now);
        if !fits {
            let what = format!("the kept data of the {part} no longer matches the scene and is recreated");
            losses.report(LossCode::Rebuilt, LossSeverity::Changed, &what, 1, "");
        }
        fits
    }
}

/// A hash by FNV-1a, 64 bits: enough to notice an edit, and equal on all platforms.
#[derive(Debug, Clone, Copy)]
pub(super) struct Witness(pub(super) u64);

impl Witness {
    pub(super) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Hashes a word at a time, because the lists are long.
    pub(super) fn word(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
        // Multiplication carries bits only upward; this mixes them down again.
        self.0 ^= self.0 >> 29;
    }

    pub(super) fn len(&mut self, len: usize) {
        self.bytes(&(len as u64).to_le_bytes());
    }

    /// Hashes a number without the sign of zero, which JSON and other tools lose.
    pub(super) fn float(&mut self, number: f32) {
        self.word((number + 0.0).to_bits());
    }

    fn text(&mut self, text: &str) {
        self.len(text.len());
        self.bytes(text.as_bytes());
    }

    /// A hash of the vertex counts and the triangles of these nodes' meshes.
    pub(super) fn triangles(scene: &Scene, nodes: &[usize]) -> u64 {
        let mut witness = Self::new();
        for mesh in meshes(scene, nodes) {
            witness.len(mesh.shape.vertex_count());
            witness.len(mesh.shape.indices.len());
            mesh.shape.indices.as_flattened().iter().for_each(|index| witness.word(*index));
        }
        witness.0
    }

    /// A hash of the influences of these nodes' vertices.
    pub(super) fn weights(scene: &Scene, nodes: &[usize]) -> u64 {
        let mut witness = Self::new();
        for mesh in meshes(scene, nodes) {
            witness.len(mesh.shape.joints.len());
            let n_vertices = if mesh.shape.joints.is_empty() { 0 } else { mesh.shape.vertex_count() };
            for vertex in 0..n_vertices {
                let mut influences: [(u16, f32); 8] = Default::default();
                influences.iter_mut().zip(mesh.influences(vertex)).for_each(|(to, from)| *to = from);
                // The order of influences does not matter.
                influences.sort_by_key(|(joint, _)| *joint);
                for (joint, weight) in influences.into_iter().filter(|(_, weight)| *weight != 0.0) {
                    witness.word(joint.into());
                    witness.float(weight);
                }
            }
        }
        witness.0
    }

    /// A hash of the vertex colours; a mesh without colours counts as white.
    pub(super) fn colours(scene: &Scene, nodes: &[usize]) -> u64 {
        let mut witness = Self::new();
        for mesh in meshes(scene, nodes) {
            if mesh.shape.colours.iter().any(|colour| *colour != geom::Rgba8::WHITE) {
                witness.len(mesh.shape.colours.len());
                let words = mesh.shape.colours.iter().map(|colour| u32::from_le_bytes(colour.to_array()));
                words.for_each(|word| witness.word(word));
            }
        }
        witness.0
    }

    /// A hash of the triangles and the positions of their corners.
    pub(super) fn shapes(scene: &Scene, nodes: &[usize]) -> u64 {
        let mut witness = Self(Self::triangles(scene, nodes));
        for mesh in meshes(scene, nodes) {
            let numbers = mesh.shape.positions.iter().flat_map(|position| position.to_array());
            numbers.for_each(|number| witness.float(number));
        }
        witness.0
    }

    /// A hash of a skin's joints: names, hierarchy, transforms and bind matrices.
    pub(super) fn skeleton(scene: &Scene, skin: Option<&Skin>) -> u64 {
        let mut witness = Self::new();
        let Some(skin) = skin else { return witness.0 };
        let worlds = scene.worlds_at_rest();
        let places: std::collections::HashMap<usize, usize> = skin.joints.iter().copied().zip(1..).collect();
        for (number, joint) in skin.joints.iter().enumerate() {
            let Some(node) = scene.nodes.get(*joint) else { continue };
            witness.text(&node.name);
            let parent = node.parent.and_then(|parent| places.get(&parent)).copied();
            witness.len(parent.unwrap_or(0));
            if let Some(above) = node.parent.and_then(|above| worlds.get(above)).filter(|_| parent.is_none())
            {
                above.to_mat4().to_cols_array().into_iter().for_each(|number| witness.float(number));
            }
            let local = &node.local;
            let numbers = local.translation.to_array().into_iter().chain(local.rotation.to_array());
            numbers.chain(local.scale.to_array()).for_each(|number| witness.float(number));
            let bind = skin.inverse_bind.get(number).copied().unwrap_or_default();
            bind.to_cols_array().into_iter().for_each(|number| witness.float(number));
        }
        witness.0
    }

    /// A hash of the labels: their texts and positions.
    pub(super) fn labels(scene: &Scene) -> u64 {
        let mut witness = Self::new();
        let worlds = scene.worlds_at_rest();
        let labels = scene.nodes.iter().zip(&worlds).filter(|(node, _)| node.role == Role::Label);
        for (node, world) in labels {
            witness.text(&node.name);
            let Affine([[.., x], [.., y], [.., z]]) = world;
            #[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
            [x, y, z].into_iter().for_each(|number| witness.float(*number as f32));
        }
        witness.0
    }

    /// A hash of the animations: the joints that they move, and their keys.
    pub(super) fn animations<'a>(
        animations: impl IntoIterator<Item = &'a Animation>,
        skin: Option<&Skin>,
    ) -> u64 {
        let joints = skin.map_or(&[][..], |skin| &skin.joints);
        let places: std::collections::HashMap<usize, usize> = joints.iter().copied().zip(1..).collect();
        let mut witness = Self::new();
        for animation in animations {
            witness.text(&animation.name);
            for track in &animation.tracks {
                witness.len(places.get(&track.node).copied().unwrap_or(0));
                witness.len(track.path as usize);
                witness.len(track.times.len());
                track.times.iter().chain(&track.values).for_each(|number| witness.float(*number));
            }
        }
        witness.0
    }
}

fn meshes<'s>(scene: &'s Scene, nodes: &'s [usize]) -> impl Iterator<Item = &'s scene::Mesh> {
    nodes.iter().filter_map(|node| scene.meshes.get(scene.nodes.get(*node)?.mesh?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart_by_their_lengths() {
        let of = |texts: [&str; 2]| {
            let mut witness = Witness::new();
            texts.iter().for_each(|text| witness.text(text));
            witness.0
        };
        assert_eq!(of(["ab", "c"]), of(["ab", "c"]));
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
    }

    #[test]
    fn what_is_put_is_kept() {
        let mut scene = Scene::default();
        let own = Own {
            source: "rbxmesh",
            file: vec![7; 1000],
            witnesses: vec![("triangles", 5)],
            fields: vec![("version", "2.00".into())],
        };
        own.put(&mut scene);
        let mut losses = Losses::default();
        assert!(Kept::from_scene(&scene, "m3d", &mut losses).is_none());
        assert_eq!(std::mem::take(&mut losses).0[0].code, LossCode::FileFields);
        let kept = Kept::from_scene(&scene, "rbxmesh", &mut losses).unwrap();
        assert_eq!((kept.file.len(), kept.field("version").unwrap().as_text()), (1000, Some("2.00")));
        assert!(kept.fits("triangles", 5, &mut losses) && losses.0.is_empty());
        assert!(!kept.fits("triangles", 6, &mut losses));
        assert_eq!(losses.0[0].code, LossCode::Rebuilt);

        let mut own = scene.extras.get("rezkit").cloned().unwrap();
        own.set("schema", "rezkit.gltf/2");
        scene.extras.set("rezkit", own);
        assert!(Kept::from_scene(&scene, "rbxmesh", &mut losses).is_none());
        assert_eq!(losses.0[1].code, LossCode::ExtrasSchema);
    }
}
