//! The canonical text: what it says, and that it does not depend on how a file is encoded.

#![allow(missing_docs)]

use crate::support::{corpus, files, fixtures};
use rezkit::{ConvertOptions, File, Format, OpenOptions, PrintKind, convert, print};
use std::ops::ControlFlow;
use std::path::Path;

fn text(bytes: &[u8]) -> String {
    let file = File::open(bytes, &OpenOptions::default()).unwrap();
    let mut text = String::new();
    print(&file, &mut |line| {
        text.push_str(&format!("{line}\n"));
        ControlFlow::Continue(())
    })
    .unwrap();
    text
}

fn printed(path: &Path) -> String {
    text(&std::fs::read(path).unwrap())
}

/// The lines that only one of two texts has.
fn differences(one: &str, other: &str) -> Vec<String> {
    let (one, other): (Vec<_>, Vec<_>) = (one.lines().collect(), other.lines().collect());
    let beside = |all: &[&str], rest: &[&str]| -> Vec<String> {
        let rest: std::collections::HashSet<_> = rest.iter().collect();
        all.iter().filter(|line| !rest.contains(line)).map(ToString::to_string).collect()
    };
    [beside(&one, &other), beside(&other, &one)].concat()
}

const PLACE: &str = r#"<roblox version="4">
<Item class="Folder" referent="A"><Properties><string name="Name">a/b</string></Properties>
  <Item class="Part" referent="B"><Properties>
    <float name="Transparency">0.100000001</float><bool name="Anchored">true</bool>
    <Vector3 name="size"><X>4</X><Y>1.20000005</Y><Z>-0</Z></Vector3>
    <CoordinateFrame name="CFrame"><X>1</X><Y>2</Y><Z>3</Z><R00>1</R00><R01>-0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame>
    <Ref name="Other">C</Ref><Ref name="Lost">Z</Ref><Faces name="Faces"><faces>3</faces></Faces>
    <BinaryString name="Tags">YQBi</BinaryString><BinaryString name="Blob">AP8=</BinaryString>
    <BinaryString name="AttributesSerialize">AQAAAAUAAABTcGVlZAYAAAAAAADwPw==</BinaryString>
  </Properties></Item>
  <Item class="Part" referent="C"></Item>
  <Item class="Script" referent="D"><Properties><string name="Name"></string>
    <ProtectedString name="Source"><![CDATA[print("hi")
	-- \n
]]></ProtectedString></Properties></Item>
</Item></roblox>"#;

#[test]
fn each_property_has_a_line() {
    let expected = "[Roblox] (file)
[Folder] a\\/b
[Part] a\\/b/Part
  Anchored = true
  @Speed = 1
  Blob = <2 bytes, 3a0b6a8a3ec5>
  CFrame = CFrame(1, 2, 3)
  Faces = Faces(Right, Top)
  Lost = missing
  Other = -> a\\/b/Part[2]
  Size = Vector3(4, 1.2, -0)
  Tags = [\"a\", \"b\"]
  Transparency = 0.1
[Part] a\\/b/Part[2]
[Script] a\\/b/''
  Source =
    |print(\"hi\")
    |\t-- \\n
    |
";
    let blob = rezkit::summary(&[0, 255]);
    assert_eq!(text(PLACE.as_bytes()), expected.replace("<2 bytes, 3a0b6a8a3ec5>", &blob));
}

#[test]
fn conversion_does_not_change_the_text() {
    for (path, to) in [
        ("rbxbinary/valid/nested.rbxm", Format::RbxXml),
        ("rbxbinary/valid/place.rbxl", Format::RbxXml),
        ("rbxxml/valid/place.rbxlx", Format::RbxBinary),
    ] {
        let bytes = std::fs::read(fixtures().join(path)).unwrap();
        let file = File::open(&bytes, &OpenOptions::default()).unwrap();
        let converted = convert(&file, &ConvertOptions::to(to)).unwrap();
        assert_eq!(text(&bytes), text(&converted.bytes), "{path}");
    }
}

#[test]
fn encodings_of_llsd_have_one_text() {
    let folder = fixtures().join("llsd/valid");
    let first = printed(&folder.join("everything.xml"));
    assert!(first.lines().count() > 10, "{first}");
    for name in ["everything.llsd", "everything.notation", "everything_pretty.xml"] {
        assert_eq!(printed(&folder.join(name)), first, "{name}");
    }
}

#[test]
fn twins_have_one_text() {
    for name in ["model.rbx_binary.rbxm", "rotations.rbx_binary.rbxm"] {
        let path = fixtures().join("foreign/roblox").join(name);
        let xml = path.with_file_name(name.replace(".rbx_binary.rbxm", ".rbx_xml.rbxmx"));
        assert_eq!(printed(&path), printed(&xml), "{name}");
    }
    let Some(corpus) = corpus() else { return };
    let mut n_equal = 0;
    for path in files(&corpus.join("roblox/models")) {
        if path.file_name().unwrap() != "binary.rbxm" {
            continue;
        }
        let folder = path.parent().unwrap();
        let found = differences(&printed(&path), &printed(&folder.join("xml.rbxmx")));
        // Saved at different times: the part was moved, and the file has metadata in one form only.
        let expected: &[&str] = match folder.file_name().unwrap().to_str().unwrap() {
            "default-inserted-part" => {
                &["  CFrame = CFrame(-6, 0.50000095, -12)", "  CFrame = CFrame(-14, 15.5, -7)"]
            }
            "gui-inset-and-font-migration" => &["  ExplicitAutoJoints = \"true\""],
            _ => &[],
        };
        assert_eq!(found, expected, "{}", folder.display());
        n_equal += usize::from(found.is_empty());
    }
    assert!(n_equal >= 30, "{n_equal} pairs");
}

#[test]
fn all_files_have_a_text() {
    let mut n_printed = 0;
    let folders = [Some(fixtures()), corpus()];
    for path in folders.iter().flatten().flat_map(|folder| files(folder)) {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(file) = File::open(&bytes, &OpenOptions::default()) else { continue };
        let mut n_lines = 0;
        let printed = print(&file, &mut |line| {
            let shown = line.to_string();
            assert!(!shown.chars().any(|letter| letter.is_control() && letter != '\t'), "{shown:?}");
            n_lines += 1;
            ControlFlow::Continue(())
        });
        assert!(printed.is_err() || n_lines > 0, "{}", path.display());
        n_printed += usize::from(printed.is_ok());
    }
    assert!(n_printed > 100, "{n_printed} files");
}

#[test]
fn a_reader_can_stop() {
    let file = File::open(PLACE.as_bytes(), &OpenOptions::default()).unwrap();
    let mut kinds = Vec::new();
    print(&file, &mut |line| {
        kinds.push(line.kind);
        if line.kind == PrintKind::Property { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    assert_eq!(kinds, [PrintKind::Part, PrintKind::Part, PrintKind::Part, PrintKind::Property]);
}

/// Deep and long names: the text stays linear in the size of the file.
#[test]
fn paths_are_bounded() {
    let mut xml = b"<roblox version=\"4\">".to_vec();
    let name = "n".repeat(5_000);
    for _ in 0..5_000 {
        xml.extend(b"<Item class=\"Folder\">");
    }
    xml.extend(format!("<Properties><string name=\"Name\">{name}</string></Properties>").as_bytes());
    for _ in 0..5_000 {
        xml.extend(b"</Item>");
    }
    xml.extend(b"</roblox>");
    let text = text(&xml);
    assert!(text.len() < 5_000 * 1_200, "{} bytes", text.len());
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("[Folder] [#4936]/Folder/") && last.ends_with("nnn[…]"), "{last}");
}

/// Normals and the places of bones stand in the same list as points.
#[test]
fn the_vertices_of_a_model_are_its_points() {
    let mut model = m3d::Model::default();
    model.add_bone("far", None, geom::Vec3::splat(90.0), geom::Quat::new(0.0, 0.0, -7.0, 0.0)).unwrap();
    let corners = [geom::Vec3::ZERO, geom::Vec3::X, geom::Vec3::Y].map(|at| model.add_point(at).unwrap().0);
    model.add_point(geom::Vec3::splat(-8.0)).unwrap();
    model.chunks.push(m3d::Chunk::Mesh(m3d::Mesh::from_triangles([corners])));
    let bytes = m3d::write(&model).unwrap();
    let lines = text(&bytes);
    let start = "[vertices] vertices\n  min = [0, 0, 0]\n  max = [1, 1, 0]\n  positions = <3, ";
    assert!(lines.contains(start) && lines.contains("\n  unused = <1, "), "{lines}");
    let info = rezkit::info(&File::open(&bytes, &OpenOptions::default()).unwrap()).unwrap();
    assert_eq!(info.bounds, Some([[0.0; 3], [1.0, 1.0, 0.0]]));
    assert!(info.facts.contains(&("vertices", rezkit::Fact::Count(3))), "{:?}", info.facts);
}
