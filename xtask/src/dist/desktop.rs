//! Files for desktop environments: MIME types, and the thumbnailer for file managers.

use rezkit::Format;
use rezkit::exchange::converts;
use std::fmt::Write;

/// A media type, and the signatures of its files. The description and the extensions are those of the format.
struct MediaType {
    format: Format,
    name: &'static str,
    /// Another name of the type in other programs.
    alias: Option<&'static str>,
    /// A more general type, whose programs can open the file as well.
    parent: Option<&'static str>,
    /// The priority: of several matching types, the one with the highest wins; from 80 on, it takes precedence over the
    /// file extension.
    priority: u8,
    /// The signatures; empty if all desktops know the type.
    magics: &'static [Magic],
}

/// A signature at any offset from `first` to `last`, and further ones of which one must match as well.
struct Magic {
    first: usize,
    last: usize,
    bytes: &'static [u8],
    /// The bits that are compared; all if it is empty.
    mask: &'static [u8],
    and: &'static [Magic],
}

impl Magic {
    const fn within(first: usize, last: usize, bytes: &'static [u8]) -> Self {
        Self { first, last, bytes, mask: &[], and: &[] }
    }

    const fn starts(bytes: &'static [u8]) -> Self {
        Self::within(0, 0, bytes)
    }

    const fn mask(self, mask: &'static [u8]) -> Self {
        Self { mask, ..self }
    }

    const fn and(self, and: &'static [Self]) -> Self {
        Self { and, ..self }
    }
}

const fn media_type(format: Format, name: &'static str, magics: &'static [Magic]) -> MediaType {
    MediaType { format, name, alias: None, parent: None, priority: 80, magics }
}

impl MediaType {
    const fn alias(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    const fn parent(self, parent: &'static str) -> Self {
        Self { parent: Some(parent), ..self }
    }

    const fn priority(self, priority: u8) -> Self {
        Self { priority, ..self }
    }
}

/// The bytes at the start of XML in which declarations and comments may precede the root element.
const DECLARED: usize = 1024;

/// The bytes of a Second Life mesh that are searched for the names of its blocks.
const HEADER: usize = 4096;

/// The signature of a binary LLSD map with fewer than 256 entries, and a first key of fewer than 256 bytes.
const fn map(and: &'static [Magic]) -> Magic {
    Magic::starts(b"{\0\0\0\0k\0\0\0").mask(b"\xff\xff\xff\xff\0\xff\xff\xff\xff").and(and)
}

/// The signatures of a Second Life mesh: names of its blocks.
const BLOCKS: &[Magic] = &[
    Magic::within(0, HEADER, b"_lod{"),
    Magic::within(0, HEADER, b"physics_convex{"),
    Magic::within(0, HEADER, b"physics_mesh{"),
];

/// The signature of an animation: the name of the first joint, such as `mPelvis`, after the name of an emote and
/// counts.
const JOINT: &[Magic] = &[Magic::within(39, 300, b"\0\0m@").mask(b"\xff\xff\xff\xe0")];

/// The signature of XML with one of these elements near the start.
const fn xml(and: &'static [Magic]) -> Magic {
    Magic::starts(b"<").and(and)
}

/// The types of all formats that are read or drawn.
const TYPES: &[MediaType] = &[
    media_type(
        Format::LlsdBinary,
        "application/llsd+binary",
        &[
            Magic::starts(b"<? LLSD/Binary ?>"),
            Magic::starts(b"<? llsd/binary ?>"),
            Magic::starts(b"<?llsd/binary?>"),
            map(&[]),
        ],
    ),
    media_type(
        Format::LlsdXml,
        "application/llsd+xml",
        &[xml(&[
            Magic::within(0, DECLARED, b"<? LLSD/XML ?>"),
            Magic::within(0, DECLARED, b"<llsd>"),
            Magic::within(0, DECLARED, b"<llsd "),
        ])],
    )
    .parent("application/xml"),
    media_type(
        Format::LlsdNotation,
        "application/llsd+notation",
        &[
            Magic::starts(b"<? LLSD/Notation ?>"),
            Magic::starts(b"<? llsd/notation ?>"),
            Magic::starts(b"<?llsd/notation?>"),
        ],
    )
    .parent("text/plain"),
    media_type(
        Format::SlMesh,
        "application/vnd.ll.mesh",
        &[map(BLOCKS), Magic::starts(b"<? LLSD/Binary ?>").and(BLOCKS)],
    )
    .priority(85),
    media_type(
        Format::Slm,
        "application/x-secondlife-upload",
        &[map(&[Magic::within(0, HEADER, b"mesh[\0\0\0\0s").mask(b"\xff\xff\xff\xff\xff\0\0\0\0\xff")])],
    )
    .priority(90),
    media_type(
        Format::SlAnim,
        "application/vnd.ll.animation",
        // Version 1.0 or 0.1, and a priority below 8.
        &[
            Magic::starts(b"\x01\0\0\0\0\0\0\0").mask(b"\xff\xff\xff\xff\xf8\xff\xff\xff").and(JOINT),
            Magic::starts(b"\0\0\x01\0\0\0\0\0").mask(b"\xff\xff\xff\xff\xf8\xff\xff\xff").and(JOINT),
        ],
    ),
    media_type(
        Format::RbxMesh,
        "model/x-roblox-mesh",
        // As in `version 4.00`, and the end of a line.
        &[Magic::starts(b"version 0.00\x08").mask(b"\xff\xff\xff\xff\xff\xff\xff\xff\xf0\xff\xf0\xf0\xf8")],
    ),
    media_type(Format::CsgMesh, "model/x-roblox-csgmdl", &[Magic::starts(b"\x15\x7d\x29\x15\x75\x6c")]),
    media_type(
        Format::CsgSolid,
        "model/x-roblox-solidmesh",
        &[Magic::starts(b"\x03\x01\x01\x04\0\0\0\0\0\0\x01\x04\0\0SolidMesh\0\0\0\0")],
    ),
    media_type(Format::CsgPhysics, "model/x-roblox-csgphs", &[Magic::starts(b"CSGPHS")]),
    media_type(Format::CsgKey, "application/x-roblox-csgk", &[Magic::starts(b"CSGK")]),
    media_type(Format::RbxBinary, "model/x-rbxm", &[Magic::starts(b"<roblox!")])
        .alias("application/x-roblox-rbxl"),
    media_type(
        Format::RbxXml,
        "model/x-rbxmx",
        &[xml(&[Magic::within(0, DECLARED, b"<roblox "), Magic::within(0, DECLARED, b"<roblox>")])],
    )
    .alias("application/x-roblox-rbxlx")
    .parent("application/xml"),
    media_type(Format::M3d, "model/x-3d-model", &[Magic::starts(b"3DMO")]),
    media_type(Format::A3d, "model/x-3d-model-text", &[Magic::starts(b"3dmodel ")]).parent("text/plain"),
    media_type(Format::Collada, "model/vnd.collada+xml", &[xml(&[Magic::within(0, DECLARED, b"<COLLADA")])])
        .parent("application/xml"),
    media_type(Format::Glb, "model/gltf-binary", &[]),
    media_type(Format::Gltf, "model/gltf+json", &[]),
    media_type(Format::Obj, "model/obj", &[]),
    media_type(Format::Stl, "model/stl", &[]),
];

/// The extensions that unrelated files have as often, so that only the content of a file decides.
const SHARED: [&str; 6] = ["anim", "csg", "mesh", "slm", "txt", "xml"];

/// The media types that desktops do not know, as XML for `share/mime/packages`.
pub(super) fn media_types() -> String {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n"
        .to_owned();
    for media_type in TYPES.iter().filter(|media_type| !media_type.magics.is_empty()) {
        describe(media_type, &mut xml);
    }
    xml + "</mime-info>\n"
}

fn describe(media_type: &MediaType, xml: &mut String) {
    let title = media_type.format.in_words();
    let title = ["a ", "an ", "the "].iter().find_map(|article| title.strip_prefix(article)).unwrap_or(title);
    let _ = writeln!(xml, "  <mime-type type=\"{}\">\n    <comment>{title}</comment>", media_type.name);
    if let Some(alias) = media_type.alias {
        let _ = writeln!(xml, "    <alias type=\"{alias}\"/>");
    }
    if let Some(parent) = media_type.parent {
        let _ = writeln!(xml, "    <sub-class-of type=\"{parent}\"/>");
    }
    let _ = writeln!(xml, "    <magic priority=\"{}\">", media_type.priority);
    media_type.magics.iter().for_each(|magic| describe_magic(magic, 6, xml));
    xml.push_str("    </magic>\n");
    for ending in media_type.format.extensions().iter().filter(|ending| !SHARED.contains(ending)) {
        let _ = writeln!(xml, "    <glob pattern=\"*.{ending}\"/>");
    }
    xml.push_str("  </mime-type>\n");
}

fn describe_magic(magic: &Magic, indent: usize, xml: &mut String) {
    let value = magic.bytes.escape_ascii().to_string();
    let value = value.replace("\\'", "'").replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let offset = match (magic.first, magic.last) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}:{last}"),
    };
    let _ = write!(xml, "{:indent$}<match type=\"string\" offset=\"{offset}\" value=\"{value}\"", "");
    if !magic.mask.is_empty() {
        let digits: String = magic.mask.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = write!(xml, " mask=\"0x{digits}\"");
    }
    if magic.and.is_empty() {
        xml.push_str("/>\n");
    } else {
        xml.push_str(">\n");
        magic.and.iter().for_each(|magic| describe_magic(magic, indent + 2, xml));
        let _ = writeln!(xml, "{:indent$}</match>", "");
    }
}

/// The entry for `share/thumbnailers`, with the command that draws a picture of a file.
pub(super) fn thumbnailer() -> String {
    let drawn = TYPES.iter().filter(|media_type| is_drawn(media_type.format));
    let names: String = drawn.map(|media_type| format!("{};", media_type.name)).collect();
    // Tumbler has opened the output before, and would not see a new file in its place.
    let call = r#"sh -c 'rez thumb --quiet --max-memory 1G --size "$1" --output - "$2" > "$3"' rez %s %i %o"#;
    format!("[Thumbnailer Entry]\nTryExec=rez\nExec={call}\nMimeType={names}\n")
}

/// Returns true if files of a format have visible content. Animations have only bones.
fn is_drawn(format: Format) -> bool {
    converts(format, Format::Glb) && !matches!(format, Format::SlAnim | Format::Bvh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::{Workspace, files, read};
    use rezkit::{formats, identify};
    use std::collections::BTreeSet;

    fn is_there(magic: &Magic, bytes: &[u8]) -> bool {
        let mask = |i: usize| magic.mask.get(i).copied().unwrap_or(0xff);
        let is_at = |found: &[u8]| {
            let pairs = found.iter().zip(magic.bytes).enumerate();
            found.len() == magic.bytes.len()
                && pairs.into_iter().all(|(i, (a, b))| a & mask(i) == b & mask(i))
        };
        (magic.first..=magic.last).any(|at| bytes.get(at..at + magic.bytes.len()).is_some_and(is_at))
            && (magic.and.is_empty() || magic.and.iter().any(|magic| is_there(magic, bytes)))
    }

    /// The format of a file according to the media types, by its content alone.
    fn told(bytes: &[u8]) -> Option<Format> {
        let fits = |media_type: &&MediaType| media_type.magics.iter().any(|magic| is_there(magic, bytes));
        TYPES.iter().filter(fits).max_by_key(|media_type| media_type.priority).map(|found| found.format)
    }

    #[test]
    fn every_format_that_is_read_or_drawn_has_one_type() {
        for row in formats().filter(|row| row.is_full || is_drawn(row.format)) {
            let n = TYPES.iter().filter(|media_type| media_type.format == row.format).count();
            assert_eq!(n, 1, "{:?}", row.format);
        }
        let names: BTreeSet<_> = TYPES.iter().flat_map(|one| [Some(one.name), one.alias]).flatten().collect();
        assert_eq!(names.len(), TYPES.len() + 2, "{names:?}");
    }

    #[test]
    fn what_the_types_say_of_a_file_is_what_it_is() {
        let workspace = Workspace::load().unwrap();
        let mut told_of = BTreeSet::new();
        for path in files(&workspace.root.join("fixtures")).unwrap() {
            let bytes = read(&path).unwrap();
            let identity = identify(&bytes);
            let is_sound = identity.format != Format::Unknown && identity.damage.is_none();
            if let Some(found) = told(&bytes).filter(|_| is_sound && identity.wrappers.is_empty()) {
                assert_eq!(found, identity.format, "{}", path.display());
                told_of.insert(found.in_words());
            }
        }
        let ours = TYPES.iter().filter(|one| !one.magics.is_empty());
        assert_eq!(told_of, ours.map(|one| one.format.in_words()).collect());
        assert_eq!(told(b"[MeshSerializer_v1.100]\n"), None);
        assert_eq!(told(b"version https://git-lfs.github.com/spec/v1\n"), None);
    }

    #[test]
    fn the_types_are_written_as_desktops_read_them() {
        let xml = media_types();
        let mesh = "  <mime-type type=\"model/x-roblox-mesh\">\n    <comment>Roblox mesh</comment>\n    \
             <magic priority=\"80\">\n      <match type=\"string\" offset=\"0\" value=\"version 0.00\\x08\" \
             mask=\"0xfffffffffffffffff0fff0f0f8\"/>\n    </magic>\n  </mime-type>\n";
        assert!(xml.contains(mesh), "{xml}");
        assert!(xml.contains("<glob pattern=\"*.rbxl\"/>") && !xml.contains("<glob pattern=\"*.xml\"/>"));
        assert!(xml.contains("value=\"&lt;roblox!\"") && !xml.contains("model/gltf-binary"));
        let entry = thumbnailer();
        assert!(entry.contains("model/x-rbxm;") && entry.contains("model/gltf-binary;"), "{entry}");
        assert!(!entry.contains("llsd") && !entry.contains("animation"), "{entry}");
    }
}
