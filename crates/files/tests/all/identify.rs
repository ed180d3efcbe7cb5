//! Each format is known by its content, and every file of the corpus and of `fixtures/` by its family.

use crate::support;
use files::{Asset, Format, Wrapper, identify, identify_named};
use std::path::{Path, PathBuf};

/// One line a format at least; what is found is the same with and without a name.
const EXAMPLES: &[(Format, Option<&str>, &[u8])] = &[
    (Format::LlsdBinary, None, b"<? LLSD/Binary ?>\n!"),
    (Format::LlsdBinary, None, b"<?llsd/binary?>\n{\0\0\0\0}"),
    (Format::LlsdXml, None, b"<?llsd/xml?><llsd><undef/></llsd>"),
    (Format::LlsdXml, None, b"<?xml version=\"1.0\"?>\n<!-- a comment -->\n<llsd><map/></llsd>"),
    (Format::LlsdNotation, None, b"<? llsd/notation ?>\n{'a':i1}"),
    (Format::LlsdNotation, None, b"{'a':i1,'b':[r2.5]}"),
    (Format::LlsdNotation, None, b"[ { 'name':'chair', 'on':true } ]"),
    (Format::RbxMesh, Some("1.00"), b"version 1.00\r\n1\r\n"),
    (Format::RbxMesh, Some("7.00"), b"version 7.00\nCOREMESH"),
    (Format::RbxBinary, Some("0"), b"<roblox!\x89\xff\r\n\x1a\n\0\0\0\0\0\0"),
    (Format::RbxXml, None, b"\xef\xbb\xbf<roblox version=\"4\">"),
    (Format::RbxXml, None, b"<?xml version='1.0'?>\n<roblox version=\"4\"></roblox>"),
    (Format::M3d, None, b"3DMO\x08\0\0\0"),
    (Format::A3d, None, b"3dmodel 1\r\nname\r\n"),
    (Format::Glb, Some("2"), b"glTF\x02\0\0\0\x0c\0\0\0"),
    (Format::Glb, Some("1"), b"glTF\x01\0\0\0\x0c\0\0\0"),
    (Format::Gltf, Some("2.0"), br#"{"asset":{"version":"2.0"},"nodes":[]}"#),
    (Format::Gltf, Some("2.0"), br#" { "scenes" : [], "asset" : { "version" : "2.0" } }"#),
    (Format::Gltf, None, br#"{"asset":{"version":"2.0"},"accessors":[{"#),
    (Format::Obj, None, b"# made by hand\nmtllib a.mtl\no chair\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
    (Format::Mtl, None, b"newmtl wood\nKd 1 1 1\nmap_Kd wood.png\n"),
    (Format::Stl, None, b"solid chair\nfacet normal 0 0 1\nouter loop\n"),
    (Format::Ply, None, b"ply\nformat ascii 1.0\n"),
    (Format::ServerError, None, br#"{"errors":[{"code":0,"message":"Asset is not approved"}]}"#),
    (Format::ServerError, None, br#"{"message":"Too many requests","status":429}"#),
    (Format::ServerError, None, b"<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>"),
    (Format::Html, None, b"\r\n<!DOCTYPE html>\n<html>"),
    (Format::Html, None, b"<html><body>404</body></html>"),
    (Format::LfsPointer, None, b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"),
    (
        Format::SlAnim,
        Some("1.0"),
        b"\x01\0\0\0\x02\0\0\0\0\0\x80\x3f\0\0\0\0\0\0\0\x80\x3f\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0mHead\0",
    ),
    (Format::Bvh, None, b"HIERARCHY\nROOT hip\n{\n"),
    (Format::CsgMesh, Some("4"), b"\x15\x7d\x29\x15\x75\x6c\x34"),
    (Format::CsgPhysics, Some("3"), b"CSGPHS\x03\0\0\0"),
    (Format::CsgKey, None, b"CSGK0393"),
    (Format::CsgSolid, None, b"\x03\x01\x01\x04\0\0\0\0\0\0\x01\x04\0\0SolidMesh\0\0\0\0"),
    (Format::Fbx, None, b"Kaydara FBX Binary  \0\x1a\0"),
    (Format::Fbx, None, b"; FBX 7.4.0 project file\n"),
    (Format::Collada, None, b"<?xml version=\"1.0\"?><COLLADA xmlns=\"x\">"),
    (Format::Blend, None, b"BLENDER-v280"),
    (Format::Usd, None, b"#usda 1.0\n"),
    (Format::Usd, None, b"PXR-USDC\0"),
    (Format::Png, None, b"\x89PNG\r\n\x1a\n"),
    (Format::Jpeg, None, b"\xff\xd8\xff\xe0"),
    (Format::Jpeg2000, None, b"\xff\x4f\xff\x51\0"),
    (Format::Jpeg2000, None, b"\0\0\0\x0cjP  \r\n"),
    (Format::Gif, None, b"GIF89a"),
    (Format::Bmp, None, b"BM\x08\0\0\0\x01\x01"),
    (Format::WebP, None, b"RIFF\0\0\0\0WEBP"),
    (Format::Wave, None, b"RIFF\0\0\0\0WAVE"),
    (Format::Dds, None, b"DDS |"),
    (Format::Ktx, None, b"\xabKTX 11\xbb"),
    (Format::Ktx, None, b"\xabKTX 20\xbb"),
    (Format::Ogg, None, b"OggS\0\x02"),
    (Format::Mp3, None, b"ID3\x03"),
    (Format::Flac, None, b"fLaC\0"),
    (Format::Mp4, None, b"\0\0\0\x18ftypmp42"),
    (Format::WebM, None, b"\x1a\x45\xdf\xa3"),
    (Format::Playlist, None, b"#EXTM3U\n"),
    (Format::Typeface, None, b"\0\x01\0\0\0\x0c"),
    (Format::Typeface, None, b"OTTO\0\x09"),
    (Format::Zip, None, b"PK\x03\x04\x14"),
    (Format::SevenZip, None, b"7z\xbc\xaf\x27\x1c"),
    (Format::Rar, None, b"Rar!\x1a\x07\x01"),
    (Format::Compressed, None, b"\x1f\x8b\x08\0garbage and more of it"),
    (Format::Pdf, None, b"%PDF-1.7"),
    (Format::Program, None, b"\x7fELF\x02"),
    (Format::Json, None, br#"{"a":1}"#),
    (Format::Json, None, br#"{"name":"chair","parts":["seat","back"]}"#),
    (Format::Json, None, b"[1, 2]"),
    (Format::Xml, None, b"<svg xmlns='x'/>"),
    (Format::Text, None, b"just a line of text\n"),
    (Format::Text, None, b"local part = Instance.new('Part')\n"),
    (Format::Empty, None, b""),
    (Format::Zeros, None, &[0; 64]),
    (Format::Unknown, None, b"\x02\x9a\0\x01\xfe\xdc"),
];

#[test]
fn each_format_is_known_by_its_start() {
    for (format, version, bytes) in EXAMPLES {
        let identity = identify(bytes);
        let shown = String::from_utf8_lossy(bytes);
        assert_eq!(
            (identity.format, identity.version.map(|it| it.to_string())),
            (*format, version.map(str::to_owned)),
            "{shown:?}"
        );
    }
    // Those that no line can show have a test of their own.
    let shown_elsewhere = [Format::SlMesh, Format::Slm];
    for format in Format::ALL.iter().filter(|format| !shown_elsewhere.contains(format)) {
        assert!(EXAMPLES.iter().any(|(shown, ..)| shown == format), "{format:?} has no example");
    }
}

#[test]
fn second_life_meshes_are_told_from_llsd() {
    let fixtures = support::fixtures();
    let asset = std::fs::read(fixtures.join("slmesh/valid/everything.llmesh"));
    let asset = asset.unwrap_or_else(|_| first(&fixtures.join("slmesh/valid")));
    assert_eq!(identify(&asset).format, Format::SlMesh);
    assert!(matches!(Asset::read(&asset), Ok(Asset::SlMesh(_))));
    let container = std::fs::read(fixtures.join("slmesh/containers/two_parts.slm")).unwrap();
    assert_eq!(identify(&container).format, Format::Slm);
    assert!(matches!(Asset::read(&container), Ok(Asset::Slm(_))));
}

fn first(folder: &Path) -> Vec<u8> {
    std::fs::read(support::files(folder).first().unwrap()).unwrap()
}

#[test]
fn damage_of_a_transfer_is_named() {
    let damage = |bytes: &[u8]| {
        let identity = identify(bytes);
        (identity.format, identity.damage.map(String::from).unwrap_or_default())
    };
    let lf = "line ends became LF: the file was sent as text";
    let crlf = "line ends became CRLF: the file was sent as text";
    assert_eq!(damage(b"<roblox!\x89\xff\n\x1a\n\0\0\0\0"), (Format::RbxBinary, lf.into()));
    assert_eq!(damage(b"<roblox!\x89\xff\r\r\n\x1a\r\n\0\0"), (Format::RbxBinary, crlf.into()));
    assert_eq!(
        damage(b"<roblox!\xef\xbf\xbd\xef\xbf\xbd\r\n").1.split(':').next(),
        Some("bytes above 127 were replaced by U+FFFD")
    );
    assert_eq!(
        damage(b"<roblox!\xc2\x89\xc3\xbf\r\n\x1a\n").1.split(':').next(),
        Some("each byte above 127 became two")
    );
    assert_eq!(
        damage(b"<roblox!123456789"),
        (Format::RbxBinary, "the signature after `<roblox!` is damaged".into())
    );
    assert_eq!(damage(b"\x89PNG\n\x1a\n"), (Format::Png, lf.into()));
    let utf16: Vec<u8> = "\u{feff}<roblox version=\"4\">".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(damage(&utf16), (Format::RbxXml, "the text is UTF-16, not UTF-8".into()));
    assert_eq!(damage(b"{\"asset\":{},\"scenes\":[").1, "the JSON is cut short or broken");
}

#[test]
fn wrappers_are_looked_into() {
    let mesh = b"version 2.00\n\x0c\0\x28\x0c".repeat(20);
    let zlib = miniz(&mesh);
    let identity = identify(&zlib);
    assert_eq!((identity.format, identity.wrappers), (Format::RbxMesh, vec![Wrapper::Zlib]));
    assert_eq!(identity.version.unwrap().to_string(), "2.00");
}

/// A zlib stream of stored blocks.
fn miniz(plain: &[u8]) -> Vec<u8> {
    let len = u16::try_from(plain.len()).unwrap();
    let mut bytes = vec![0x78, 0x01, 1];
    bytes.extend(len.to_le_bytes());
    bytes.extend((!len).to_le_bytes());
    bytes.extend(plain);
    bytes.extend([0; 4]);
    bytes
}

#[test]
fn names_never_decide_but_are_compared() {
    let says = |bytes: &[u8], name: &str| {
        let identity = identify_named(bytes, name);
        assert_eq!(identity.format, identify(bytes).format);
        identity.disagreement
    };
    let model = b"<roblox!\x89\xff\r\n\x1a\n\0\0";
    assert_eq!(says(model, "place.rbxl"), None);
    assert_eq!(says(model, "a.folder/Place.RBXM"), None);
    assert_eq!(
        says(model, "place.rbxmx").as_deref(),
        Some("the name says a Roblox model or place as XML, the content is a Roblox model or place (.rbxm)")
    );
    // Studio opens it, and programs that go by the name fail.
    assert_eq!(
        says(b"<roblox version=\"4\">", "place.rbxl").as_deref(),
        Some("the name says a Roblox model or place, the content is a Roblox model or place as XML (.rbxlx)")
    );
    assert_eq!(
        says(b"PK\x03\x04", "chair.mesh").as_deref(),
        Some("the name says a Roblox mesh, the content is a ZIP archive (.zip)")
    );
    assert_eq!(says(model, "no ending"), None);
    assert_eq!(says(model, "name.of-no-format"), None);
    assert_eq!(says(b"\x89PNG\r\n\x1a\n", "wood.png.gz"), None);
}

#[test]
fn the_result_is_the_same_as_json() {
    let identity = identify_named(b"version 2.00\n", "a.glb");
    assert_eq!(
        serde_json::to_string(&identity).unwrap(),
        "{\"schema\":\"rezkit.identity/1\",\"format\":\"rbx-mesh\",\"title\":\"a Roblox mesh\",\"family\":\"rbxmesh\",\
         \"version\":\"2.00\",\"wrappers\":[],\"damage\":null,\
         \"disagreement\":\"the name says binary glTF (GLB), the content is a Roblox mesh (.mesh)\"}"
    );
}

/// The formats that a file may have according to its folder and extension, with exceptions for files that are
/// mislabelled on purpose.
fn expected(path: &Path) -> Option<&'static [Format]> {
    let text = path.to_string_lossy();
    // Files that are to show how a reader refuses another format.
    let exceptions: &[(&str, &[Format])] = &[
        ("invalid/other_format.bin", &[Format::Text]),
        ("llsd/invalid/stray.notation", &[Format::Text]),
        ("llsd/invalid/without_root.xml", &[Format::Xml]),
        ("rbxbinary/invalid/xml.rbxm", &[Format::RbxXml]),
        ("rbxmesh/invalid/empty.mesh", &[Format::Empty]),
        ("rbxmesh/invalid/gzip.mesh", &[Format::Compressed]),
        ("rbxmesh/invalid/html.mesh", &[Format::Html]),
        ("rbxmesh/invalid/json.mesh", &[Format::ServerError]),
        ("rbxmesh/invalid/model.mesh", &[Format::RbxBinary]),
        ("rbxmesh/invalid/model_xml.mesh", &[Format::RbxXml]),
        ("rbxmesh/invalid/union_collision_data.mesh", &[Format::CsgPhysics]),
        ("rbxmesh/invalid/union_key.mesh", &[Format::CsgKey]),
        ("rbxmesh/invalid/union_render_data.mesh", &[Format::CsgMesh]),
        ("rbxmesh/invalid/version_letters.mesh", &[Format::Text]),
        ("rbxxml/invalid/binary-model.rbxmx", &[Format::RbxBinary]),
        ("rbxxml/invalid/empty.rbxmx", &[Format::Empty]),
        ("rbxxml/invalid/text.rbxmx", &[Format::Text]),
        ("rbxxml/invalid/utf-16.rbxmx", &[Format::Xml]),
        ("rbxxml/invalid/web-page.rbxmx", &[Format::Html]),
        ("rbxxml/invalid/zstandard.rbxmx", &[Format::Compressed]),
        ("slmesh/invalid/empty.llmesh", &[Format::Empty]),
        ("slmesh/invalid/header_is_an_array.llmesh", &[Format::LlsdBinary]),
        ("slmesh/invalid/other_format.llmesh", &[Format::Glb]),
        // From the corpus.
        // Comments and nothing else.
        ("gltf/blender/chair_sl/chair_PHYS.mtl", &[Format::Text]),
        // A bare asset under the name of a container.
        ("slmesh/real/testslm.slm", &[Format::SlMesh]),
        ("slmesh/malformed/header_not_map.llmesh", &[Format::LlsdBinary]),
    ];
    if let Some((_, formats)) = exceptions.iter().find(|(end, _)| text.ends_with(end)) {
        return Some(formats);
    }
    usual(path)
}

/// The formats of a file extension; `None` for extensions of formats that cannot be identified, such as buffers of
/// glTF, which are only numbers.
fn usual(path: &Path) -> Option<&'static [Format]> {
    Some(match path.extension()?.to_str()? {
        "m3d" => &[Format::M3d],
        "a3d" => &[Format::A3d],
        "rbxm" | "rbxl" => &[Format::RbxBinary],
        "rbxmx" | "rbxlx" => &[Format::RbxXml],
        "mesh" => &[Format::RbxMesh],
        "llmesh" => &[Format::SlMesh],
        "slm" => &[Format::Slm],
        "notation" => &[Format::LlsdNotation],
        "llsd" | "llsdb" => &[Format::LlsdBinary],
        "xml" => &[Format::LlsdXml],
        "glb" => &[Format::Glb],
        "gltf" => &[Format::Gltf],
        "obj" => &[Format::Obj],
        "mtl" => &[Format::Mtl],
        "png" => &[Format::Png],
        "json" => &[Format::Json],
        "md" | "lua" => &[Format::Text],
        "meshdata" | "meshdata5" => &[Format::CsgMesh],
        "data" => &[Format::CsgPhysics, Format::CsgKey],
        _ => return None,
    })
}

#[test]
fn every_file_is_what_its_folder_says() {
    let mut wrong = Vec::new();
    let mut n_files = 0;
    let mut look = |path: PathBuf| {
        let Some(expected) = expected(&path) else { return };
        n_files += 1;
        let bytes = std::fs::read(&path).unwrap();
        let identity = identify_named(&bytes, &path.to_string_lossy());
        if !expected.contains(&identity.format) {
            wrong.push(format!("{}: {:?}, {:?}", path.display(), identity.format, identity.damage));
        } else if let Some(disagreement) = identity.disagreement.filter(|_| Some(expected) == usual(&path)) {
            wrong.push(format!("{}: {disagreement}", path.display()));
        }
    };
    support::files(&support::fixtures()).into_iter().for_each(&mut look);
    if let Some(corpus) = support::corpus() {
        support::files(&corpus).into_iter().for_each(&mut look);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_files > 700);
}

#[test]
fn assets_are_read_by_content() {
    let mut n_read = 0;
    for folder in ["llsd", "m3d", "rbxbinary", "rbxmesh", "rbxxml", "slmesh"] {
        for path in support::files(&support::fixtures().join(folder).join("valid")) {
            let bytes = std::fs::read(&path).unwrap();
            if path.extension().is_some_and(|ending| ending == "md") {
                continue;
            }
            let asset = Asset::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(asset.format().family(), identify(&bytes).family, "{}", path.display());
            n_read += 1;
        }
    }
    assert!(n_read > 50);
}

#[test]
fn any_bytes_are_something() {
    let mut state = 3_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let zstd = ruzstd_of(b"version 2.00\n");
    let samples = EXAMPLES.iter().map(|(.., bytes)| bytes.to_vec()).chain([miniz(b"<llsd></llsd>"), zstd]);
    for sample in samples {
        for end in 0..sample.len() {
            let _ = identify_named(&sample[..end], "a.mesh");
        }
        for _ in 0..50 {
            let mut bytes = sample.repeat(1 + random(3));
            for _ in 0..=random(4) {
                if bytes.is_empty() {
                    break;
                }
                let at = random(bytes.len());
                bytes[at] = random(256) as u8;
            }
            let _ = identify_named(&bytes, "a.gz");
            let _ = Asset::read(&bytes);
        }
    }
}

/// A zstd frame of one raw block.
fn ruzstd_of(plain: &[u8]) -> Vec<u8> {
    let len = u8::try_from(plain.len()).unwrap();
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, len];
    bytes.extend(((u32::from(len) << 3) | 1).to_le_bytes().into_iter().take(3));
    bytes.extend(plain);
    bytes
}

#[test]
fn large_files_are_told_apart_in_linear_time() {
    let deep_json = [b"{\"a\":".repeat(200_000), b"1".to_vec(), b"}".repeat(200_000)].concat();
    let comments = [b"<!-- -->".repeat(200_000), b"<llsd/>".to_vec()].concat();
    let quotes = b"{\"".repeat(1_000_000);
    let bomb = miniz_bomb();
    let formats = [deep_json, comments, quotes, bomb].map(|bytes| identify(&bytes).format);
    assert_eq!(formats, [Format::Json, Format::Xml, Format::Text, Format::Zeros]);
}

/// 64 KB that would become 64 MB.
fn miniz_bomb() -> Vec<u8> {
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    // A fixed block: a zero, then matches of 258 bytes at distance 1, which are 8 + 5 bits each.
    let (mut bits, mut n_bits) = (0_u64, 0);
    let mut put = |value: u64, n: u32, bytes: &mut Vec<u8>| {
        bits |= value << n_bits;
        n_bits += n;
        while n_bits >= 8 {
            bytes.push(bits as u8);
            bits >>= 8;
            n_bits -= 8;
        }
    };
    put(0b011, 3, &mut bytes);
    put(0b0000_1100, 8, &mut bytes); // literal 0, its code from the highest bit
    for _ in 0..40_000 {
        put(0b1010_0011, 8, &mut bytes); // length 258
        put(0, 5, &mut bytes); // distance 1
    }
    bytes
}
