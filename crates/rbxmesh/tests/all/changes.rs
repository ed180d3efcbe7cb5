//! Edits of faces, vertices and levels: what belongs to them follows.

use crate::support;
use geom::Rgba8;
use rbxmesh::{
    Bone, BoneIndex, Envelope, FacsBlock, Influence, Mesh, NameTable, Severity, Subset, VDirection, Vertex,
    read, validate, write,
};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxmesh/valid");

fn fixture(name: &str) -> Mesh {
    read(&std::fs::read(format!("{FIXTURES}/{name}.mesh")).unwrap()).unwrap()
}

/// What a viewer needs of each corner of a level: where it is, and which bones move it.
fn corners(mesh: &Mesh, level: usize) -> Vec<(Vertex, Vec<(String, u8)>)> {
    let of = |Influence { bone, weight }| {
        (mesh.bone_name(&mesh.bones[usize::from(bone.0)]).unwrap().into_owned(), weight)
    };
    let indices = mesh.lod_faces(level).iter().flatten();
    indices
        .map(|index| {
            (mesh.vertices[*index as usize], mesh.bone_influences(*index as usize).map(of).collect())
        })
        .collect()
}

fn assert_sound(mesh: &Mesh, name: &str) {
    let errors: Vec<_> =
        validate(mesh).iter().filter(|finding| finding.rule.severity == Severity::Error).cloned().collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    assert_eq!(read(&write(mesh).unwrap()).unwrap().faces, mesh.faces, "{name}");
}

#[test]
fn a_level_alone_looks_as_before() {
    for name in ["v300", "v400", "v500", "v600", "v700", "v700_draco"] {
        for level in 0..2 {
            let mesh = fixture(name);
            let mut one = mesh.clone();
            assert_eq!(one.keep_levels(level..level + 1), 1);
            assert_eq!(one.lods().len(), 1);
            assert_eq!(corners(&one, 0), corners(&mesh, level), "{name}");
            assert_eq!(one.compact(), 0, "nothing is left over");
            assert_sound(&one, name);
        }
        let mut same = fixture(name);
        assert_eq!((same.keep_levels(0..2), same.keep_levels(2..3)), (0, 0));
        assert_eq!(same, fixture(name));
    }
    for (name, bytes) in support::corpus("rbxmesh").unwrap_or_default() {
        let Ok(mesh) = read(&bytes) else { continue };
        for level in 0..mesh.lods().len() {
            let mut one = mesh.clone();
            one.keep_levels(level..level + 1);
            // Compared as text, since a NaN is not itself.
            let [a, b] = [corners(&one, 0), corners(&mesh, level)].map(|corners| format!("{corners:?}"));
            assert!(a == b, "{name}, level {level}");
            assert_sound(&one, &name);
        }
    }
}

#[test]
fn faces_take_their_subsets_along() {
    let mesh = fixture("v400");
    let mut edited = mesh.clone();
    assert_eq!(edited.retain_faces(|index, _| index % 3 > 0), 6);
    assert_eq!((edited.faces.len(), &edited.lod_offsets), (10, &vec![0, 8, 10]));
    assert_eq!((edited.subsets[0].faces_begin, edited.subsets[0].faces_length), (0, 8));
    assert_sound(&edited, "fewer faces");
    let n_vertices = edited.vertices.len();
    let removed = edited.compact();
    assert_eq!((edited.vertices.len(), edited.envelopes.len()), (n_vertices - removed, n_vertices - removed));
    assert_eq!(edited.subsets[0].vertices_length as usize, n_vertices - removed);
    assert_sound(&edited, "fewer vertices");
    edited.retain_faces(|_, _| false);
    edited.compact();
    assert!(edited.subsets.is_empty() && edited.vertices.is_empty() && edited.envelopes.is_empty());
    // In 1.x each face has its vertices.
    let mut text = fixture("v101");
    let last = text.vertices[text.vertices.len() - 1];
    let n_faces = text.faces.len();
    text.retain_faces(|index, _| index == n_faces - 1);
    assert_eq!((text.faces.as_slice(), text.vertices[2]), (&[[0, 1, 2]][..], last));
}

#[test]
fn a_face_of_a_missing_vertex_stays_one() {
    let mut mesh =
        Mesh { vertices: vec![Vertex::default(); 4], faces: vec![[3, 9, u32::MAX]], ..Mesh::default() };
    assert_eq!(mesh.compact(), 3);
    assert_eq!(mesh.faces, [[0, 9, u32::MAX]]);
}

#[test]
fn meshes_join_by_the_names_of_their_bones() {
    let mut whole = fixture("v400");
    whole.keep_levels(0..1);
    let other = {
        let mut other = whole.clone();
        // The jaw again, and an eye that hangs on it.
        let names = NameTable::from_names(["Jaw", "Eye"]);
        let eye = Bone { name_offset: 4, parent: BoneIndex(0), lod_parent: BoneIndex(0), ..Bone::default() };
        let jaw =
            Bone { name_offset: 0, parent: BoneIndex::NONE, lod_parent: BoneIndex::NONE, ..other.bones[1] };
        (other.bones, other.bone_names) = (vec![jaw, eye], names);
        other
    };
    let before = [corners(&whole, 0), corners(&other, 0)].concat();
    whole.append(&other).unwrap();
    assert_eq!(corners(&whole, 0), before);
    let names: Vec<_> = whole.bones.iter().map(|bone| whole.bone_name(bone).unwrap().into_owned()).collect();
    assert_eq!(names, ["Root", "Jaw", "Eye"]);
    assert_eq!([whole.bones[1].parent, whole.bones[2].parent], [BoneIndex(0), BoneIndex(1)]);
    assert_eq!(whole.lod_offsets, [0, 24]);
    assert_sound(&whole, "joined");

    // One of the two without bones: it hangs on the first.
    let mut rigid = fixture("v200");
    rigid.version = whole.version;
    let faces = rigid.faces.len();
    let one = fixture("v400");
    let one = Mesh { lod_offsets: vec![], faces: one.faces[..12].to_vec(), ..one };
    rigid.append(&one).unwrap();
    assert_eq!(rigid.envelopes[0], Envelope { slots: [0; 4], weights: [255, 0, 0, 0] });
    assert_eq!((rigid.faces.len(), rigid.subsets.len()), (faces + 12, 2));
    assert_sound(&rigid, "a rigid and a skinned one");
}

#[test]
fn what_does_not_join_is_said() {
    let two = fixture("v400");
    let plain = Mesh::default();
    let says = |a: &Mesh, b: &Mesh, expected: &str| {
        let mut joined = a.clone();
        let error = joined.append(b).unwrap_err().to_string();
        assert_eq!(error, format!("meshes with {expected} cannot be joined"));
        assert_eq!(&joined, a);
    };
    says(&plain, &two, "several levels of detail");
    let face = Mesh { facs: FacsBlock::Decoded(Box::default()), ..Mesh::default() };
    says(&plain, &face, "facial animation");
    says(&plain, &Mesh { v_direction: VDirection::Up, ..Mesh::default() }, "another direction of V");
    says(&fixture("v700_edgebreaker"), &plain, "geometry that is not decoded");
    let bones = Mesh { bones: vec![Bone::default(); 27], ..Mesh::default() };
    says(&plain, &bones, "many bones and no subset");
    assert_eq!(Subset::default().palette(), []);
}

#[test]
fn vertices_without_colour_get_room_for_one() {
    let mut mesh = fixture("v200_without_colours");
    mesh.recolour(Rgba8::WHITE);
    assert_eq!(mesh.sizes.vertex, 36);
    mesh.recolour(Rgba8::new(9, 8, 7, 6));
    assert_eq!(read(&write(&mesh).unwrap()).unwrap(), mesh);
    assert_eq!((mesh.sizes.vertex, mesh.vertices[0].colour), (40, Rgba8::new(9, 8, 7, 6)));
}
