//! Bounds on the memory for results, which depend on the size of the file, however much a few bytes expand to.

#![allow(missing_docs)]

use geom::{TriMesh, Vec3};
use m3d::{Chunk, Label, Labels, Model, Name, VertexIndex};
use rezkit::exchange::{self, AssetOptions, ExchangeOptions, SceneOptions, convert, from_scene};
use rezkit::scene::{Mesh, Node, Scene};
use rezkit::{
    ConvertOptions, DiffOptions, DumpOptions, File, Format, List, OpenOptions, Problem, ProblemKind, diff,
    dump, extract, gltf, info, list, print, print_parts, usual_memory,
};
use std::ops::ControlFlow::Continue;

/// The memory limit for the small files of these tests, in bytes.
const GRANTED: usize = 4 << 20;

fn open(bytes: &[u8]) -> File<'_> {
    File::open(bytes, &OpenOptions::default().max_memory(GRANTED)).unwrap()
}

/// Returns true if a call was refused because of its memory limit, with the advice to raise it.
fn is_refused<T>(result: Result<T, Problem>) -> bool {
    let problem = result.err();
    let is_limit = problem.as_ref().is_some_and(|problem| problem.kind == ProblemKind::Limit);
    is_limit
        && problem.and_then(|problem| problem.help).is_some_and(|help| help.contains("allow more memory"))
}

/// Each verb that shows all parts of a file, and whether it was refused.
fn shown(bytes: &[u8]) -> [(&'static str, bool); 4] {
    let file = open(bytes);
    [
        ("print", is_refused(print(&file, &mut |_| Continue(())))),
        ("print --json", is_refused(print_parts(&file, &mut |_| Continue(())))),
        ("diff", is_refused(diff(&file, &file, &DiffOptions::default(), &mut |_| Continue(())))),
        ("list", is_refused(list(&file, List::Strings))),
    ]
}

const ALL_BUT_LIST: [(&str, bool); 4] =
    [("print", true), ("print --json", true), ("diff", true), ("list", false)];

#[test]
fn names_that_share_bytes_count_with_all_of_them() {
    let mut model = Model::default();
    model.strings.bytes = [&[0; 4][..], &[b'a'; 100_000], &[0]].concat();
    let label = |i: u32| Label { vertex: VertexIndex::default(), text: Name(4 + i) };
    model.chunks.push(Chunk::Labels(Labels { labels: (0..100).map(label).collect(), ..Labels::default() }));
    model.fit();
    let labels = m3d::write(&model).unwrap();
    assert!(labels.len() < 1000, "{} bytes", labels.len());
    assert_eq!(shown(&labels), ALL_BUT_LIST);
    assert!(info(&open(&labels)).is_ok());

    // The names of bones: so many bones, whose names start at different bytes of one string.
    let mut mesh = rbxmesh::Mesh { version: rbxmesh::Version::V4_00, ..rbxmesh::Mesh::default() };
    mesh.bone_names = rbxmesh::NameTable(vec![b'a'; 100_000]);
    mesh.bones = (0..100).map(|i| rbxmesh::Bone { name_offset: i, ..rbxmesh::Bone::default() }).collect();
    let bones = rbxmesh::write(&mesh).unwrap();
    assert_eq!(shown(&bones), ALL_BUT_LIST.map(|(verb, _)| (verb, true)));
}

#[test]
fn names_of_classes_count_for_each_instance() {
    let class = |len: usize| rbxbinary::Class {
        name: rbxbinary::Name::from(&vec![b'C'; len][..]),
        referents: (0..1000).map(rbxbinary::Referent).collect(),
        ..rbxbinary::Class::default()
    };
    let of = |len: usize| {
        let chunks = vec![rbxbinary::Chunk::Class(class(len))];
        rbxbinary::write(&rbxbinary::Model { chunks, ..rbxbinary::Model::default() }).unwrap()
    };
    let to_xml = |bytes: &[u8]| rezkit::convert(&open(bytes), &ConvertOptions::to(Format::RbxXml));
    let (usual, long) = (of(4), of(10_000));
    assert_eq!(shown(&usual).map(|(_, is_refused)| is_refused), [false; 4]);
    let xml = String::from_utf8(to_xml(&usual).unwrap().bytes).unwrap();
    assert_eq!(xml.matches("class=\"CCCC\"").count(), 1000);
    assert_eq!(shown(&long).map(|(_, is_refused)| is_refused), [true; 4]);
    assert!(is_refused(to_xml(&long)));
}

#[test]
fn xml_is_handed_out_in_pieces() {
    let source = "<Item class='StringValue'><Properties><string name='Value'>a</string></Properties></Item>";
    let text = format!("<roblox version='4'>{}</roblox>", source.repeat(10_000));
    let options = OpenOptions::default();
    let file = File::open(text.as_bytes(), &options).unwrap();
    let binary = rezkit::convert(&file, &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    let file = File::open(&binary, &options).unwrap();
    let to_xml = ConvertOptions::to(Format::RbxXml);
    let (mut lens, mut xml) = (Vec::new(), Vec::new());
    let rest = rezkit::convert_in_pieces(&file, &to_xml, &mut |piece, losses| {
        assert!(losses.is_empty());
        lens.push(piece.len());
        xml.extend_from_slice(piece);
    });
    assert!(rest.unwrap().bytes.is_empty());
    assert_eq!(xml, rezkit::convert(&file, &to_xml).unwrap().bytes);
    assert!(lens.len() > 5 && lens.iter().all(|len| *len < 300_000), "{lens:?}");
}

#[test]
fn holes_take_time_and_memory_in_proportion() {
    let of = |n: usize| {
        let item =
            |i: usize| format!("<Item class='A'><Properties><int name='{i}'>1</int></Properties></Item>");
        format!("<roblox version='4'>{}</roblox>", (0..n).map(item).collect::<String>())
    };
    let to_binary =
        |text: &str| rezkit::convert(&open(text.as_bytes()), &ConvertOptions::to(Format::RbxBinary));
    // Nobody knows what the others have, and a value for each of each would be four million.
    const N: usize = 2000;
    let many = to_binary(&of(N)).unwrap();
    assert_eq!(many.losses.iter().map(|loss| loss.count).sum::<usize>(), N);
    assert!(many.losses[0].to_string().contains("A.0: its default is unknown"), "{}", many.losses[0]);
}

/// The path of each would be as long as the file is deep.
#[test]
fn deep_items_are_listed_in_linear_time() {
    const N: usize = 20_000;
    let decal =
        "<Item class='Decal'><Properties><Content name='Texture'><url>http://a</url></Content></Properties>";
    let text = format!("<roblox version='4'>{}{}</roblox>", decal.repeat(N), "</Item>".repeat(N));
    let file = File::open(text.as_bytes(), &OpenOptions::default()).unwrap();
    let items = list(&file, List::Assets).unwrap().items;
    assert_eq!((items.len(), &*items[1].path), (N, "Decal/Decal"));
    assert!(items[N - 1].path.starts_with("[#") && items[N - 1].path.len() < 1200, "{}", items[N - 1].path);
}

/// To hash it once for each would take minutes.
#[test]
fn what_is_shared_is_hashed_once() {
    let owner = "<Item class='A'><Properties><SharedString name='S'>k</SharedString></Properties></Item>";
    let string = format!(
        "<SharedStrings><SharedString md5='k'>{}</SharedString></SharedStrings>",
        "A".repeat(4 << 20)
    );
    let text = format!("<roblox version='4'>{}{string}</roblox>", owner.repeat(5000));
    let file = File::open(text.as_bytes(), &OpenOptions::default()).unwrap();
    let mut found = Vec::new();
    extract(&file, &mut |content| {
        found.push((content.source.clone(), content.n_bytes));
        Continue(())
    })
    .unwrap();
    assert_eq!(found, [("A.S".to_owned(), 3 << 20)]);
    let mut values = Vec::new();
    print(&file, &mut |line| {
        values.extend((line.name == "S").then(|| line.value.to_owned()));
        Continue(())
    })
    .unwrap();
    assert_eq!((values.len(), &*values[4999]), (5000, "<3145728 bytes, a0101ac5c8e7>"));
    let same = diff(&file, &file, &DiffOptions::default(), &mut |_| Continue(())).unwrap();
    assert!(same.is_empty());
}

/// The limits for a compressed file follow from its stored length.
#[test]
fn limits_follow_the_packed_length() {
    let values = [b"[", &b"!".repeat(4_000_000)[..], b"]"].concat();
    let header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    let packed = miniz_oxide::deflate::compress_to_vec(&values, 6);
    let packed = [&header[..], &packed, &[0; 8]].concat();
    assert!(packed.len() < 5000, "{} bytes", packed.len());
    let file = File::open(&packed, &OpenOptions::default()).unwrap();
    assert!(is_refused(info(&file)));
    assert_eq!(usual_memory(1 << 20), 256_000_000 + (64 << 20));
    // A sixty-fourth of it would be enough for a file of this length that is not compressed.
    let plain = [b"[", &b"!".repeat(60_000)[..], b"]"].concat();
    let file = File::open(&plain, &OpenOptions::default()).unwrap();
    assert!(info(&file).is_ok());
}

#[test]
fn a_mesh_counts_in_each_of_its_places() {
    let shape = TriMesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        indices: vec![[0, 1, 2]; 1000],
        ..TriMesh::default()
    };
    let scene = |n_nodes: usize| Scene {
        meshes: vec![Mesh { shape: shape.clone(), ..Mesh::default() }],
        nodes: vec![Node { mesh: Some(0), ..Node::default() }; n_nodes],
        ..Scene::default()
    };
    let options = AssetOptions::default().max_memory(GRANTED);
    for to in [Format::M3d, Format::RbxMesh, Format::SlMesh] {
        assert!(from_scene(&scene(5), to, &options).is_ok(), "{to:?}");
        assert!(is_refused(from_scene(&scene(1000), to, &options)), "{to:?}");
    }
    let (glb, _) = gltf::write_glb(&scene(450), &gltf::WriteOptions::default()).unwrap();
    for to in [Format::Obj, Format::Stl, Format::M3d] {
        let mut options = ExchangeOptions::to(to);
        options.scene = options.scene.max_memory(GRANTED);
        assert!(is_refused(convert(&glb, &options, &mut |_| None)), "{to:?}");
    }
}

#[test]
fn the_name_of_a_material_counts_for_each_part() {
    let of = |n_parts: usize, len: usize| {
        let parts = vec![r#"{"attributes":{"POSITION":0},"material":0}"#; n_parts].join(",");
        let (name, bytes) = ("m".repeat(len), "A".repeat(48));
        format!(
            r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{parts}]}}],"materials":[{{"name":"{name}"}}],
            "nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}],"buffers":[{{"byteLength":36,"uri":"data:;base64,{bytes}"}}],"bufferViews":[{{"buffer":0,"byteLength":36}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}]}}"#
        )
    };
    let options = SceneOptions::default().max_memory(GRANTED);
    let read = |text: &str| exchange::read(text.as_bytes(), &options, &mut |_| None);
    assert_eq!(read(&of(1000, 10)).unwrap().0.meshes[0].shape.groups.len(), 1000);
    assert!(is_refused(read(&of(1000, 100_000))));
}

/// A few kilobytes of which a million records are read before the limit is reached: nothing is shown of them, and no law
/// reads them again.
#[test]
fn records_beyond_the_limit_are_not_read_again() {
    let label = |_| Label { vertex: VertexIndex::default(), text: Name(0) };
    let mut model = Model::default();
    let labels = (0..1_000_000).map(label).collect();
    model.chunks.push(Chunk::Labels(Labels { labels, ..Labels::default() }));
    model.fit();
    let bytes = m3d::write(&model).unwrap();
    assert!(bytes.len() < 10_000, "{} bytes", bytes.len());
    let (file, mut n_lines) = (open(&bytes), 0);
    let dumped = dump(&file, &DumpOptions::default(), &mut |_| {
        n_lines += 1;
        Continue(())
    });
    assert_eq!(dumped.map(drop).map_err(|problem| problem.kind), Err(ProblemKind::Limit));
    assert_eq!(n_lines, 0);
    let laws = file.reader().laws(&bytes, file.options(), true);
    assert_eq!(laws.refusal.map(|problem| problem.kind), Some(ProblemKind::Limit));
    assert_eq!(laws.n_laws, 0);
}

#[test]
fn what_is_given_out_is_bounded() {
    let values = [b"[", &b"!".repeat(20_000)[..], b"]"].concat();
    let (mut n_lines, file) = (0, open(&values));
    let mut lines = |granted: usize| {
        let options = OpenOptions::default().max_memory(granted);
        let file = File::open(&values, &options).unwrap();
        dump(&file, &DumpOptions::default(), &mut |_| {
            n_lines += 1;
            Continue(())
        })
        .map(|end| end.error.map(|error| error.kind))
    };
    assert_eq!(lines(64 << 20), Ok(None));
    assert_eq!(lines(1 << 20).map_err(|problem| problem.kind), Err(ProblemKind::Limit));
    assert!(n_lines > 20_000, "{n_lines}");
    assert!(is_refused(print_parts(&file, &mut |_| Continue(()))));
    assert!(print(&file, &mut |_| Continue(())).is_ok());
}
