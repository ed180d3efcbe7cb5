//! Meshes, LLSD, saved uploads, and other packing.

use rezkit::{
    Asset, ConvertOptions, Converted, Fact, File, Format, MeshVersion, OpenOptions, Packing, ProblemKind,
    WeldOptions, bundle_assets, convert, convert_json, extract_assets, info,
};
use std::path::Path;

fn fixture(path: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    std::fs::read(root.join(path)).unwrap()
}

fn converted(bytes: &[u8], options: &ConvertOptions) -> Converted {
    convert(&File::open(bytes, &OpenOptions::default()).unwrap(), options).unwrap()
}

fn losses(converted: &Converted) -> Vec<String> {
    converted.losses.iter().map(ToString::to_string).collect()
}

fn llsd_value(bytes: &[u8]) -> llsd::Value {
    match Asset::read(bytes).unwrap() {
        Asset::Llsd(value) => value,
        other => panic!("{other:?} is not LLSD"),
    }
}

#[test]
fn a_mesh_becomes_any_version_and_the_report_counts_what_it_loses() {
    let original = fixture("rbxmesh/valid/v500.mesh");
    for version in MeshVersion::ALL {
        let result = converted(&original, &ConvertOptions::to(Format::RbxMesh).mesh_version(version));
        let Ok(Asset::RbxMesh(mesh)) = Asset::read(&result.bytes) else { panic!("{version} cannot be read") };
        assert_eq!(mesh.version, version);
        // Bones, and with them levels and poses, came with version 4.
        assert_eq!(losses(&result).contains(&"bones (2)".to_owned()), version.major < 4, "{version}");
        assert_eq!(result.losses.is_empty(), version.major > 4, "{version}: {:?}", result.losses);
    }
    let file = File::open(&original, &OpenOptions::default()).unwrap();
    let problem = convert(&file, &ConvertOptions::to(Format::RbxMesh)).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Unsupported);
}

/// A cube whose sides have vertices of their own.
#[test]
fn vertices_of_a_mesh_become_one() {
    let cube = fixture("rbxmesh/valid/v200.mesh");
    let welded = |options: WeldOptions| {
        let result = converted(&cube, &ConvertOptions::to(Format::RbxMesh).weld(options));
        let Ok(Asset::RbxMesh(mesh)) = Asset::read(&result.bytes) else { panic!("it cannot be read") };
        assert_eq!((mesh.version, mesh.faces.len()), (MeshVersion::V2_00, 12));
        (mesh.vertices.len(), result.notes)
    };
    let any = f32::INFINITY;
    assert_eq!(welded(WeldOptions::default()), (24, vec![]));
    assert_eq!(
        welded(WeldOptions::default().normal(any).uv(any).tangent(any)),
        (8, vec!["joined with others: 16 vertices".into()])
    );
}

#[test]
fn llsd_goes_through_all_encodings_and_back() {
    let original = fixture("llsd/valid/everything.llsd");
    let value = llsd_value(&original);
    for to in [Format::LlsdXml, Format::LlsdNotation, Format::LlsdBinary] {
        let result = converted(&original, &ConvertOptions::to(to));
        assert_eq!(losses(&result), [""; 0], "{to:?}");
        assert_eq!(llsd::Same::difference(&value, &llsd_value(&result.bytes)), None, "{to:?}");
    }
    let json = converted(&original, &ConvertOptions::to(Format::Json));
    assert_eq!(losses(&json), [""; 0]);
    let back = convert_json(&json.bytes, &ConvertOptions::to(Format::LlsdBinary)).unwrap();
    assert_eq!(losses(&back), [""; 0]);
    assert_eq!(llsd::Same::difference(&value, &llsd_value(&back.bytes)), None);
}

#[test]
fn plain_json_reports_each_type_that_it_lacks() {
    let notation = b"{'a':ud7f4aeca-88f1-42a1-b385-b97b18abb255,'b':[l\"x\",d\"1970-01-01T00:00:00Z\"],'c':b64\"AA==\",'d':i1,'e':rnan}";
    let plain = converted(notation, &ConvertOptions::to(Format::Json).plain_json(true));
    assert_eq!(
        losses(&plain),
        [
            "UUIDs, which become strings (1, at a)",
            "URIs, which become strings (1, at b[0])",
            "dates, which become strings (1, at b[1])",
            "binary values, which become strings (1, at c)",
            "reals, which become strings (1, at e)",
        ]
    );
    let text: serde_json::Value = serde_json::from_slice(&plain.bytes).unwrap();
    assert_eq!(text["b"], serde_json::json!(["x", "1970-01-01T00:00:00Z"]));
}

#[test]
fn json_of_other_programs_is_read() {
    let to = ConvertOptions::to(Format::LlsdNotation);
    // The key is a tag of ours by chance, and its value is not one that the tag can have.
    let result = convert_json(br#"{"$uuid": "not one", "n": null}"#, &to).unwrap();
    assert!(String::from_utf8(result.bytes).unwrap().contains("'$uuid':'not one'"));
    let result = convert_json(br#"{"x": {"$uuid": 3}}"#, &to).unwrap();
    assert!(String::from_utf8(result.bytes).unwrap().contains("'$uuid':i3"));
    let problem = convert_json(b"{\"a\": [1,\n 2", &to).unwrap_err();
    assert!(problem.excerpt.is_some() && problem.byte.is_some(), "{problem}");
    assert!(convert_json(b"{}", &ConvertOptions::to(Format::RbxXml)).is_err());
}

#[test]
fn an_upload_is_bundled_and_taken_apart_byte_by_byte() {
    let (chair, table) = (fixture("slmesh/valid/uploaded.llmesh"), fixture("slmesh/valid/hulls.llmesh"));
    let options = OpenOptions::default();
    let files = [File::open(&chair, &options).unwrap(), File::open(&table, &options).unwrap()];
    let upload = bundle_assets("set", [("chair", &files[0]), ("table", &files[1])]).unwrap();
    let file = File::open(&upload.bytes, &options).unwrap();
    assert_eq!(file.identity().format, Format::Slm);
    let (assets, lost) = extract_assets(&file).unwrap();
    let found: Vec<_> = assets.iter().map(|asset| (&*asset.label, &*asset.bytes)).collect();
    assert_eq!(found, [("chair", &*chair), ("table", &*table)]);
    let lost: Vec<_> = lost.iter().map(ToString::to_string).collect();
    assert_eq!(lost, ["name of the upload (1)", "positions of instances (2)"]);
    // Two assets are not one file.
    let problem = convert(&file, &ConvertOptions::to(Format::SlMesh)).unwrap_err();
    assert!(problem.message.contains("the upload has 2 assets"), "{problem}");
    let single = bundle_assets("one", [("chair", &files[0])]).unwrap();
    assert_eq!(converted(&single.bytes, &ConvertOptions::to(Format::SlMesh)).bytes, chair);
    assert!(bundle_assets("none", []).is_err());
}

#[test]
fn packing_that_enlarges_a_file_is_mentioned() {
    let place = fixture("rbxbinary/valid/place.rbxl");
    let to = |packing| converted(&place, &ConvertOptions::to(Format::RbxBinary).packing(packing));
    let zstd = to(Packing::Zstd);
    assert!(zstd.bytes.len() > place.len());
    assert_eq!(
        zstd.notes,
        [format!(
            "packed with Zstandard, the file is larger than before: {} bytes instead of {}",
            zstd.bytes.len(),
            place.len()
        )]
    );
    assert!(to(Packing::Lz4).notes.is_empty());
    assert!(losses(&zstd).is_empty());
    let (Ok(Asset::RbxBinary(before)), Ok(Asset::RbxBinary(after))) =
        (Asset::read(&place), Asset::read(&zstd.bytes))
    else {
        panic!("not readable")
    };
    assert!(rbxbinary::Same::difference(&before, &after).is_none());
}

#[test]
fn what_is_impossible_says_what_is_possible() {
    let file = fixture("rbxmesh/valid/v200.mesh");
    let file = File::open(&file, &OpenOptions::default()).unwrap();
    let problem = convert(&file, &ConvertOptions::to(Format::LlsdXml)).unwrap_err();
    assert_eq!(problem.message, "a Roblox mesh cannot become LLSD as XML");
    assert_eq!(problem.help.as_deref(), Some("it can become a Roblox mesh"));
}

#[test]
fn model_3d_becomes_text_and_binary_again() {
    let (to_text, to_binary) = (ConvertOptions::to(Format::A3d), ConvertOptions::to(Format::M3d));
    let binary = fixture("m3d/valid/authored/auth_bones2.fixedsdk.m3d");
    let text = converted(&binary, &to_text);
    assert_eq!(losses(&text), [""; 0]);
    assert!(text.bytes.starts_with(b"3dmodel 1\r\nTwo bone pole\r\n"));
    let again = converted(&text.bytes, &to_binary);
    assert_eq!(losses(&again), [""; 0]);
    assert_eq!(converted(&again.bytes, &to_text).bytes, text.bytes);

    let mut model = m3d::read(&binary).unwrap();
    model.set_asset("skin", vec![1]);
    let text = converted(&m3d::write(&model).unwrap(), &to_text);
    assert_eq!(losses(&text), ["1 byte for the separate file \"skin.png\" (1, at chunks[5] ASET)"]);
    let again = converted(&text.bytes, &to_binary);
    assert_eq!(losses(&again), ["files that the text refers to and that are not part of it (1, at skin)"]);
}

/// A corner without a normal among others, and numbers of more digits than nine.
#[test]
fn a_text_says_what_the_binary_form_does_not() {
    let text = "3dmodel 1\nm\nCC0\nme\n\n\nTextmap\n0.1 0.123456789012\n\nVertex\n0.1 0.333333343 0.3333333333333333\n1 0 0\n\
                0 1 0\n0 0 1\n\nMesh\n0//3 1//3 2\n\nEnd\n";
    let binary = converted(text.as_bytes(), &ConvertOptions::to(Format::M3d));
    assert_eq!(
        losses(&binary),
        [
            "numbers of double precision, which were rounded (2)",
            "parts that readers of the binary form reject (1, at chunks[2] MESH, \
             records[0].polygons[0].normals[2]: expected a vertex, found -1 (at byte 0x80 of the data \
             decompressed from byte 0x8))",
        ]
    );
    let plain = text
        .replace("0.3333333333333333", "0.3")
        .replace("0.123456789012", "1")
        .replace("2\n\nEnd", "2//3\n\nEnd");
    assert_eq!(losses(&converted(plain.as_bytes(), &ConvertOptions::to(Format::M3d))), [""; 0]);
}

#[test]
fn voxels_have_a_size_and_a_mesh_without_a_level_has_no_cost() {
    let of = |path: &str| info(&File::open(&fixture(path), &OpenOptions::default()).unwrap()).unwrap();
    for path in ["m3d/valid/voxels.m3d", "m3d/rules/M3D044.fires.m3d"] {
        let facts = of(path).facts;
        assert!(facts.contains(&("voxels", Fact::Count(2))), "{path}: {facts:?}");
        assert!(facts.contains(&("extent", Fact::Text("2 × 1 × 1 voxels".into()))), "{path}: {facts:?}");
    }
    let cost = ["fires", "silent"].map(|it| of(&format!("slmesh/rules/SLM005.{it}.llmesh")).streaming_cost);
    assert!(cost[0].is_none() && cost[1].is_some());
}
