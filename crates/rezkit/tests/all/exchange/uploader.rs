//! Each message of the importers of Second Life's viewers, and a file that provokes it.

use super::rigs::{PLACES, rigged, too_many_joints};
use geom::Vec3;
use rezkit::exchange::{ExchangeOptions, convert, judge};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::{Scene, dae};
use rezkit::{CheckOptions, File, Format, OpenOptions, Profile, check};

/// A message of the viewer, a file that provokes it, and the answer: a rule, or words of the error.
type Case = (&'static str, Vec<u8>, &'static str);

/// The rules that a file breaks, or the error.
fn answers(file: &[u8]) -> Vec<String> {
    // The header of a PNG file of 4,096 × 4,096 pixels.
    let picture = *b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x10\0\0\0\x10\0\x08\x02\0\0\0";
    let files = &mut |name: &str| (name == "large.png").then(|| picture.to_vec());
    let made = match convert(file, &ExchangeOptions::to(Format::SlMesh), files) {
        Ok(made) => made,
        Err(problem) => return vec![problem.message],
    };
    let checks = CheckOptions { profiles: vec![Profile::SlUpload], ..CheckOptions::default() };
    let found = judge(&made, &checks, None).unwrap().report.findings;
    found.into_iter().map(|finding| finding.rule.to_owned()).collect()
}

/// A triangle as glTF, with a part replaced.
fn gltf(old: &str, new: &str) -> Vec<u8> {
    let data = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/";
    let file = format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "buffers":[{{"uri":"{data}","byteLength":48}}],"bufferViews":[{{"buffer":0,"byteLength":48}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}},
        {{"bufferView":0,"componentType":5126,"type":"VEC3","count":4}}]}}"#
    );
    replaced(&file, old, new)
}

/// A triangle as Collada, with a part replaced.
pub(super) fn collada(old: &str, new: &str) -> Vec<u8> {
    let source = |id: &str, numbers: &str, width: usize| {
        format!(
            r##"<source id="{id}"><float_array id="{id}-array">{numbers}</float_array><technique_common>
            <accessor source="#{id}-array" stride="{width}"/></technique_common></source>"##
        )
    };
    let sources = [
        source("places", "0 0 0 1 0 0 0 1 0", 3),
        source("normals", "0 0 1", 3),
        source("uvs", "0 0 1 0 0 1", 2),
    ];
    let file = format!(
        r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
        <library_geometries><geometry id="shape"><mesh>{}
        <vertices id="corners"><input semantic="POSITION" source="#places"/></vertices>
        <triangles count="1"><input semantic="VERTEX" source="#corners" offset="0"/>
        <input semantic="NORMAL" source="#normals" offset="1"/>
        <input semantic="TEXCOORD" source="#uvs" offset="2"/><p>0 0 0 1 0 1 2 0 2</p></triangles>
        </mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="scene">
        <node><scale>1 1 1</scale><instance_geometry url="#shape"/></node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#scene"/></scene></COLLADA>"##,
        sources.concat()
    );
    replaced(&file, old, new)
}

fn replaced(file: &str, old: &str, new: &str) -> Vec<u8> {
    assert!(file.contains(old), "{old}");
    file.replace(old, new).into_bytes()
}

/// A scene as binary glTF.
fn glb(scene: &Scene) -> Vec<u8> {
    gltf::write_glb(scene, &WriteOptions::default().camera(false)).unwrap().0
}

/// A scene as Collada.
fn written_collada(scene: &Scene) -> Vec<u8> {
    dae::write(scene, "model").0.dae
}

/// A mesh on joints, one of which the avatar lacks.
fn with_unknown_joint() -> Scene {
    let mut scene = rigged(&PLACES);
    "Wing".clone_into(&mut scene.nodes[2].name);
    scene
}

/// A mesh of which the avatar lacks one joint, on which few vertices hang.
fn with_rare_joint() -> Scene {
    let mut scene = with_unknown_joint();
    let shape = &mut scene.meshes[0].shape;
    for copy in 1..=100_u32 {
        let first = u32::try_from(shape.positions.len()).unwrap();
        let moved = |corner: usize| shape.positions[corner] + Vec3::Y * (copy as f32 / 1000.0);
        let corners = [0, 1, 2].map(moved);
        shape.positions.extend(corners);
        shape.joints.extend([[0; 4]; 3]);
        shape.weights.extend([shape.weights[0]; 3]);
        shape.indices.push([first, first + 1, first + 2]);
    }
    scene
}

/// A mesh of which one joint holds no vertex.
fn with_idle_joint() -> Scene {
    let mut scene = rigged(&PLACES);
    let joints = &mut scene.meshes[0].shape.joints;
    joints.iter_mut().filter(|joints| joints[0] == 4).for_each(|joints| joints[0] = 3);
    scene
}

/// A mesh of more vertices than a face has.
fn too_many_vertices() -> Scene {
    let mut scene = rigged(&PLACES);
    (scene.nodes[5].skin, scene.skins) = (None, Vec::new());
    let shape = &mut scene.meshes[0].shape;
    (shape.joints, shape.weights) = Default::default();
    let place = |number: usize| Vec3::new((number % 256) as f32, (number / 256) as f32, (number % 3) as f32);
    shape.positions = (0..65_535).map(place).collect();
    shape.indices = (0..21_845).map(|triangle| [0, 1, 2].map(|corner| triangle * 3 + corner)).collect();
    scene
}

fn cases() -> Vec<Case> {
    let materials = (0..9).map(|number| format!(r#"{{"attributes":{{"POSITION":0}},"material":{number}}}"#));
    let materials = materials.collect::<Vec<_>>().join(",");
    let many =
        format!(r#""primitives":[{materials}]}}],"materials":[{}],"x":[{{"y":[0]"#, ["{}"; 9].join(","));
    let whole = r#""primitives":[{"attributes":{"POSITION":0}}]"#;
    let first = r#""asset""#;
    let required = |name: &str| gltf(first, &format!(r#""extensionsRequired":["{name}"],"asset""#));
    vec![
        ("ParsingErrorException", gltf(r#""nodes":[{"#, r#""nodes":[{{"#), "the JSON is broken"),
        ("ParsingErrorMissingBuffer", gltf(r#""uri":"data:"#, r#""other":"data:"#), "the buffer has no URI"),
        (
            "ParsingErrorMissingBufferBin",
            gltf("data:application/octet-stream;base64,", "a.bin?"),
            "was not found",
        ),
        ("UnsupportedExtension", required("KHR_mesh_quantization"), "RZK048"),
        ("UnsupportedExtension", required("EXT_other"), "EXT_other"),
        ("IgnoredExtension", required("KHR_materials_pbrSpecularGlossiness"), "RZK068"),
        ("NoScenesFound", gltf(r#""scenes":[{"nodes":[0]}],"#, ""), "RZK044"),
        ("InvalidMeshReference", gltf(r#"{"mesh":0}"#, r#"{"mesh":0},{"mesh":7}"#), "RZK047"),
        (
            "InvalidGeometryNonTriangulated",
            gltf(whole, &whole.replace("}]", r#"},{"attributes":{"POSITION":1}}]"#)),
            "RZK042",
        ),
        ("EmptyVertexArray", gltf(whole, &whole.replace("}]", r#"},{"attributes":{}}]"#)), "RZK046"),
        ("ErrorIndexLimit", glb(&too_many_vertices()), "RZK036"),
        ("ModelSplitPrimitive", glb(&too_many_vertices()), "RZK036"),
        ("ModelTooManySubmodels", gltf(whole, &many), "RZK035"),
        ("NegativeScaleNormTrans", gltf(r#"{"mesh":0}"#, r#"{"mesh":0,"scale":[1,-1,1]}"#), "RZK043"),
        ("InvBindCountMismatch", gltf(first, r#""skins":[{"joints":[0]}],"asset""#), "RZK045"),
        ("SkinUsupportedJoints", glb(&with_unknown_joint()), "Wing"),
        ("SkinUsupportedJoints", glb(&with_rare_joint()), "RZK030"),
        ("SkinUnusedJoints", glb(&with_idle_joint()), "RZK034"),
        ("SkinJointsOverLimit", glb(&too_many_joints()), "RZK031"),
        ("ModelTooManyJoints", glb(&too_many_joints()), "RZK031"),
        ("ModelTextureScaling", gltf(first, r#""images":[{"uri":"large.png"}],"asset""#), "RZK065"),
        ("TooManyJoint", written_collada(&too_many_joints()), "RZK031"),
        ("UnrecognizedJoint", written_collada(&with_unknown_joint()), "Wing"),
        ("UnknownJoints", written_collada(&with_unknown_joint()), "Wing"),
        ("UnknownJoints", written_collada(&with_rare_joint()), "RZK030"),
        ("NegativeScaleTrans", collada("1 1 1", "-1 1 1"), "RZK043"),
        ("NegativeScaleNormTrans", collada("1 1 1", "1 1 -1"), "RZK043"),
        (
            "PositionNaN",
            collada(">0 0 0 1 0 0 0 1 0<", ">0 0 0 NaN 0 0 0 1 0<"),
            "not finite were left out (at shape)",
        ),
        ("NormalsNaN", collada(">0 0 1<", ">0 0 NaN<"), "RZK049"),
        ("IncompleteTC", collada(">0 0 1 0 0 1<", ">0 0 1 0<"), "RZK066"),
        (
            "CantResolveGeometryUrl",
            collada(r##"url="#shape""##, r##"url="#other""##),
            "a geometry is missing",
        ),
        (
            "ParsingErrorBadElement",
            collada("0 0 0 1 0 1 2 0 2", "0 0 0 1 0 1 9 0 2"),
            "left out, since a vertex is missing",
        ),
        (
            "ParsingErrorBadElement",
            collada("0 0 0 1 0 1 2 0 2", "0 0 0 1 0 1 2 0"),
            "left out, since a vertex is missing",
        ),
        (
            "ParsingErrorPositionInvalidModel",
            collada(r##"<input semantic="POSITION" source="#places"/>"##, ""),
            "has no positions",
        ),
        ("ParsingErrorNoScene", collada("visual_scene", "other"), "there is no visual scene"),
        (
            "ParsingErrorCantParseScene",
            collada("</node>", r##"<instance_geometry url="#other"/></node>"##),
            "RZK067",
        ),
        (
            "ParsingErrorNoController",
            collada(r##"geometry url="#shape""##, r##"controller url="#places""##),
            "a geometry is missing",
        ),
        ("ParsingErrorCorrupt", collada("</COLLADA>", ""), "never closed"),
        ("ParsingErrorNoRoot", collada("<COLLADA", "<OTHER"), "this is XML"),
    ]
}

#[test]
fn each_message_of_the_importers_is_anticipated() {
    let cases = cases().into_iter().map(|(message, file, expected)| (message, answers(&file), expected));
    let is_answered = |answers: &[String], expected: &str| answers.iter().any(|it| it.contains(expected));
    let silent: Vec<_> = cases.filter(|(_, answers, expected)| !is_answered(answers, expected)).collect();
    assert_eq!(silent, []);
    // The file without a change has no such fault.
    for file in [gltf("asset", "asset"), collada("shape", "shape")] {
        assert_eq!(answers(&file), [""; 0]);
    }
}

/// The rows of the documentation have the answers of the cases, and a case for each message that has an answer.
#[test]
fn the_documentation_lists_the_answers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/second-life-uploader.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (importers, _) = page.split_once("\n## Uploader").unwrap();
    let rows =
        importers.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let rows: Vec<_> = rows.filter(|(message, _)| *message != "Message").collect();
    let cases = cases();
    for (message, answer) in &rows {
        let expected: Vec<_> = cases.iter().filter(|case| case.0 == *message).map(|case| case.2).collect();
        assert_eq!(expected.is_empty(), answer.starts_with("no rule"), "{message}");
        for expected in expected {
            let named = if expected.starts_with("RZK") { expected } else { "refused" };
            assert!(answer.contains(named), "{message}: {answer:?} lacks {named}");
        }
    }
    let is_listed = |message: &str| rows.iter().any(|row| row.0 == message);
    assert!(cases.iter().all(|case| is_listed(case.0)));
}

/// Each rule that the documentation names for a message of the uploader has a file that breaks it: a fixture of the
/// format, or a case above.
#[test]
fn the_messages_of_the_uploader_have_fixtures() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page = std::fs::read_to_string(format!("{folder}/docs/rules/second-life-uploader.md")).unwrap();
    let (_, uploader) = page.split_once("\n## Uploader").unwrap();
    let rows =
        uploader.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let cases = cases();
    let (mut n_rows, mut n_rules) = (0, 0);
    for (message, answer) in rows.filter(|(message, _)| *message != "Message") {
        n_rows += 1;
        let words = answer.split(|letter: char| !letter.is_alphanumeric());
        let rules: Vec<&str> =
            words.filter(|word| word.starts_with("SLM") || word.starts_with("RZK")).collect();
        assert_eq!(rules.is_empty(), answer.starts_with("no rule") || answer == "as above", "{message}");
        for rule in rules {
            n_rules += 1;
            if rule.starts_with("RZK") {
                assert!(cases.iter().any(|(_, _, expected)| *expected == rule), "{message}: {rule}");
                continue;
            }
            let bytes = std::fs::read(format!("{folder}/fixtures/slmesh/rules/{rule}.fires.llmesh")).unwrap();
            let file = File::open(&bytes, &OpenOptions::default()).unwrap();
            let found = check(&file, &CheckOptions::default()).unwrap().findings;
            assert!(found.iter().any(|finding| finding.rule == rule), "{message}: {rule}");
        }
    }
    assert_eq!((n_rows, n_rules), (18, 16));
}
