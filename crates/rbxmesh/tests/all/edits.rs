//! Law 6 after edits: `write_onto` writes what the model says, whatever the original was.
//!
//! `REZKIT_EDITS` says how many edits are made.

use crate::random::Random;
use crate::support;
#[allow(dead_code, unreachable_pub, reason = "a file of another crate, of which the damage is wanted")]
#[path = "../../../../fuzz/src/mutate.rs"]
mod mutate;

use geom::{Rgba8, Vec2, Vec3};
use rbxmesh::{
    BitList, Bone, BoneIndex, Chunk, ChunkPart, Envelope, Facs, FacsBlock, LineEnd, LodType, Mesh, NameTable,
    Same, Subset, Tangent, VDirection, Version, Vertex, read, write, write_onto,
};

impl Random {
    fn word(&mut self) -> u32 {
        [0, 1, 2, 3, 7, 255, u32::MAX, 0x7fc0_0000][self.below(8)]
    }

    fn float(&mut self) -> f32 {
        [0.0, -0.0, 1.0, -2.5, 1e-7, f32::MAX, f32::INFINITY, f32::NAN][self.below(8)]
    }

    fn vec3(&mut self) -> Vec3 {
        Vec3::new(self.float(), self.float(), self.float())
    }

    fn bytes(&mut self) -> Vec<u8> {
        (0..self.below(9)).map(|_| self.word() as u8).collect()
    }
}

#[test]
fn write_onto_writes_what_the_model_says() {
    let n_edits = std::env::var("REZKIT_EDITS").map_or(10_000, |number| number.parse().expect("a number"));
    let folders = ["valid", "invalid", "rules"].map(|folder| support::fixtures(format!("rbxmesh/{folder}")));
    let files: Vec<_> = folders.into_iter().flatten().map(|(_, bytes)| bytes).collect();
    let mut random = Random::new(0);
    let mut n_written = 0;
    while n_written < n_edits {
        let mut original = files[random.below(files.len())].clone();
        if random.below(2) == 0 {
            original = mutate::mutant(&original, random.below(1 << 30) as u64);
        }
        let Ok(mut before) = read(&original) else { continue };
        assert!(write_onto(&before, &original).unwrap() == original, "without an edit nothing changes");
        // The output of an edit is the original of the next.
        for _ in 0..4 {
            let mut after = before.clone();
            let mut names = vec![edit(&mut after, &mut random)];
            while random.below(2) == 0 {
                names.push(edit(&mut after, &mut random));
            }
            if random.below(4) > 0 {
                fit(&mut after);
            }
            let Ok(written) = write(&after) else {
                assert!(write_onto(&after, &original).is_err());
                continue;
            };
            n_written += 1;
            let onto = write_onto(&after, &original).unwrap();
            let [onto_read, written_read] = [&onto, &written].map(|bytes| read(bytes).unwrap());
            assert_eq!(onto_read.difference(&written_read), None, "{names:?}, {}", original.escape_ascii());
            assert_eq!(
                changed_parts(&before, &original, &after, &onto),
                None,
                "{names:?}, {}",
                original.escape_ascii()
            );
            if random.below(3) == 0 {
                (original, before) = (written, written_read);
            }
        }
    }
}

/// The chunk that differs though nothing in it was edited; before 6.00 the unit is the file.
fn changed_parts(before: &Mesh, original: &[u8], after: &Mesh, written: &[u8]) -> Option<String> {
    if before.difference(after).is_none() {
        return (original != written).then(|| "the file".into());
    }
    let [old, new] = [original, written].map(chunks);
    if before.version.major < 6
        || before.version != after.version
        || before.chunks.difference(&after.chunks).is_some()
        || old.len() != new.len()
    {
        return None;
    }
    let is_same = |part: ChunkPart| {
        let ([a, b], same) = ([before, after], Option::<String>::is_none);
        match part {
            ChunkPart::CoreMesh => {
                same(&a.vertices.difference(&b.vertices)) && a.faces == b.faces && a.draco == b.draco
            }
            ChunkPart::Lods => {
                a.lod_offsets == b.lod_offsets
                    && (a.lod_type, a.n_high_quality_lods) == (b.lod_type, b.n_high_quality_lods)
            }
            ChunkPart::Skinning => {
                let same_bones = same(&a.bones.difference(&b.bones)) && a.bone_names == b.bone_names;
                same_bones && a.envelopes == b.envelopes && a.subsets == b.subsets
            }
            ChunkPart::Facs => same(&a.facs.difference(&b.facs)),
            ChunkPart::HsrVisibility => a.hsr_visibility == b.hsr_visibility,
            _ => false,
        }
    };
    let parts = [
        (b"COREMESH", ChunkPart::CoreMesh),
        (b"LODS\0\0\0\0", ChunkPart::Lods),
        (b"SKINNING", ChunkPart::Skinning),
        (b"FACS\0\0\0\0", ChunkPart::Facs),
        (b"HSRAVIS\0", ChunkPart::HsrVisibility),
    ];
    for (old, new) in old.iter().zip(&new).filter(|(old, new)| old != new) {
        let part = parts.iter().find(|(name, _)| old.starts_with(*name));
        if part.is_none_or(|(_, part)| is_same(*part)) {
            return Some(format!("{} and {}", old.escape_ascii(), new.escape_ascii()));
        }
    }
    None
}

/// The chunks of a file, with their frames.
fn chunks(bytes: &[u8]) -> Vec<&[u8]> {
    let start = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let (mut rest, mut found) = (&bytes[start..], Vec::new());
    while let Some((frame, payload)) = rest.split_first_chunk::<16>() {
        let size = u32::from_le_bytes(frame[12..].try_into().unwrap()) as usize;
        if size > payload.len() {
            break;
        }
        let (chunk, after) = rest.split_at(16 + size);
        found.push(chunk);
        rest = after;
    }
    found
}

/// Makes lists that belong together equally long again.
fn fit(mesh: &mut Mesh) {
    let n_vertices = mesh.vertices.len();
    if mesh.version.major == 1 {
        mesh.vertices.truncate(n_vertices / 3 * 3);
        let n_faces = mesh.vertices.len() as u32 / 3;
        mesh.faces = (0..n_faces).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
        if !mesh.texture_w.is_empty() {
            mesh.texture_w.resize(mesh.vertices.len(), 1.0);
        }
    }
    if (4..=5).contains(&mesh.version.major) {
        let n_envelopes = if mesh.bones.is_empty() { 0 } else { n_vertices };
        mesh.envelopes.resize(n_envelopes, Envelope::default());
    }
    let least = if mesh.sizes.vertex < 40 { 36 } else { 40 };
    let surplus = |size: usize, least: usize, count: usize| size.saturating_sub(least) * count;
    mesh.surplus.vertices.resize(surplus(mesh.sizes.vertex.into(), least, n_vertices), 5);
    mesh.surplus.faces.resize(surplus(mesh.sizes.face.into(), 12, mesh.faces.len()), 5);
    let n_offsets = surplus(mesh.sizes.lod_offset.into(), 4, mesh.lod_offsets.len());
    mesh.surplus.lod_offsets.resize(n_offsets, 5);
}

/// Changes something, and says what.
fn edit(mesh: &mut Mesh, random: &mut Random) -> &'static str {
    match random.below(26) {
        0 => {
            let (version, v_direction) =
                (Version::ALL[random.below(10)], VDirection::for_version(mesh.version));
            let others = [Version { major: 2, minor: 50 }, version, mesh.version];
            mesh.version = others[random.below(3)];
            // Else it could not be written.
            mesh.v_direction =
                if random.below(9) == 0 { v_direction } else { VDirection::for_version(mesh.version) };
            "version"
        }
        1 => {
            mesh.line_end = [LineEnd::Lf, LineEnd::CrLf][random.below(2)];
            "line end"
        }
        2..=5 => {
            let is_text = mesh.version.major == 1;
            list(&mut mesh.vertices, random, |random| Vertex {
                position: random.vec3(),
                normal: random.vec3(),
                uv: Vec2::new(random.float(), random.float()),
                tangent: if is_text { Tangent::NONE } else { Tangent(random.word().to_le_bytes()) },
                colour: if is_text { Rgba8::WHITE } else { Rgba8::new(1, 2, 3, 4) },
            })
        }
        6 => list(&mut mesh.envelopes, random, |random| Envelope {
            slots: random.word().to_le_bytes(),
            weights: random.word().to_le_bytes(),
        }),
        7..=8 => list(&mut mesh.faces, random, |random| [random.word(), random.word(), 0]),
        9..=10 => list(&mut mesh.lod_offsets, random, Random::word),
        11 => {
            mesh.lod_type = LodType(random.word() as u16);
            "lod type"
        }
        12 => {
            mesh.n_high_quality_lods = random.word() as u8;
            "high quality levels"
        }
        13 => {
            mesh.unused = random.word() as u8;
            "unused"
        }
        14 => list(&mut mesh.bones, random, |random| Bone {
            name_offset: random.word(),
            parent: BoneIndex(random.word() as u16),
            culling_distance: random.float(),
            ..Bone::default()
        }),
        15 => list(&mut mesh.bone_names.0, random, |random| random.word() as u8),
        16 => list(&mut mesh.subsets, random, |random| Subset {
            vertices_length: random.word(),
            faces_begin: random.word(),
            n_bones: random.word(),
            ..Subset::default()
        }),
        17..=18 => facs(mesh, random),
        19 => {
            let bits: Vec<_> = (0..random.below(20)).map(|bit| bit % 3 == 0).collect();
            mesh.hsr_visibility = BitList::from_bits(&bits).filter(|_| random.below(3) > 0);
            "hsr visibility"
        }
        20 => {
            let stream = b"DRACO\x02\x02\x01\x00\x00\x00\x01\x03\x01".as_slice();
            mesh.draco = [None, Some(stream.to_vec()), Some(random.bytes())][random.below(3)].clone();
            // It may also hold what the mesh does, or be the only thing that there is.
            match random.below(4) {
                0 => drop(mesh.compress(&rbxmesh::DracoOptions::usual())),
                1 => (mesh.vertices, mesh.faces) = Default::default(),
                _ => {}
            }
            "draco"
        }
        21 => list(&mut mesh.chunks, random, |random| match random.below(4) {
            0 => Chunk::Raw { name: *b"NEWCHUNK", version: random.word(), data: random.bytes() },
            1 => Chunk::Raw { name: *b"LODS\0\0\0\0", version: 1, data: random.bytes() },
            2 => Chunk::Part { part: ChunkPart::Lods, surplus: random.bytes() },
            _ => Chunk::Part { part: ChunkPart::CoreMesh, surplus: random.bytes() },
        }),
        22 => list(&mut mesh.texture_w, random, Random::float),
        23 => {
            mesh.sizes.vertex = [36, 38, 40, 44][random.below(4)];
            mesh.sizes.face = [12, 12, 13][random.below(3)];
            mesh.sizes.lod_offset = [4, 4, 6][random.below(3)];
            mesh.sizes.header = [None, None, Some(0), Some(random.word() as u16)][random.below(4)];
            "sizes"
        }
        24 => {
            mesh.surplus.header = random.bytes();
            "surplus"
        }
        _ => list(&mut mesh.trailing, random, |random| random.word() as u8),
    }
}

fn facs(mesh: &mut Mesh, random: &mut Random) -> &'static str {
    match (&mut mesh.facs, random.below(6)) {
        (block, 0) => *block = FacsBlock::None,
        (block, 1) => *block = FacsBlock::Raw { format: random.word(), data: random.bytes() },
        (block, 2) => *block = FacsBlock::Decoded(Box::default()),
        (FacsBlock::Decoded(facs), choice) => {
            let Facs { control_names, two_pose_correctives, three_pose_correctives, transforms, .. } =
                &mut **facs;
            match (choice, transforms) {
                (3, _) => *control_names = NameTable(random.bytes()),
                (4, Some(transforms)) => transforms.swap(random.below(6), random.below(6)),
                (5, transforms) => *transforms = None,
                _ => {
                    let word = random.word() as u16;
                    two_pose_correctives.push([word, 0]);
                    three_pose_correctives.push([0, word, 1]);
                }
            }
        }
        _ => {}
    }
    "facs"
}

/// Sets, removes, inserts, copies, swaps or moves an item, or removes all.
fn list<T: Clone>(items: &mut Vec<T>, random: &mut Random, fresh: impl Fn(&mut Random) -> T) -> &'static str {
    let (from, to) = (random.below(items.len()), random.below(items.len()));
    let choice = if items.is_empty() { 2 } else { random.below(7) };
    match choice {
        0 => items[from] = fresh(random),
        1 => drop(items.remove(from)),
        2 => items.insert(to, fresh(random)),
        3 => items.insert(to, items[from].clone()),
        4 => items.swap(from, to),
        5 => {
            let item = items.remove(from);
            items.insert(to, item);
        }
        _ => items.clear(),
    }
    ["set", "remove", "insert", "copy", "swap", "move", "clear"][choice]
}
