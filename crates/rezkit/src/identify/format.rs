//! The formats that can be told apart.

use serde::Serialize;

/// A table of formats: what each is called, which family it belongs to, and by which endings people name it.
macro_rules! formats {
    ($($(#[$doc:meta])* $Name:ident = $words:literal, $Family:ident, [$($extension:literal),*];)+) => {
        /// What a file can be: the formats of this workspace, and what turns up in their place.
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$doc])* $Name,)+
        }

        impl Format {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$Name),+];

            /// Its name with an article, to be put into a sentence.
            #[must_use]
            pub const fn in_words(self) -> &'static str {
                match self { $(Self::$Name => $words,)+ }
            }

            /// The family, which is the crate that reads it.
            #[must_use]
            pub const fn family(self) -> Family {
                match self { $(Self::$Name => Family::$Family,)+ }
            }

            /// The usual endings of file names, without the dot and the usual one first; empty if there are none.
            #[must_use]
            pub const fn extensions(self) -> &'static [&'static str] {
                match self { $(Self::$Name => &[$($extension),*],)+ }
            }
        }
    };
}

/// Formats that one crate reads.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Family {
    /// Crate `llsd`.
    Llsd,
    /// Crate `slmesh`.
    SlMesh,
    /// Crate `rbxmesh`.
    RbxMesh,
    /// Crate `rbxbinary`.
    RbxBinary,
    /// Crate `rbxxml`.
    RbxXml,
    /// Crate `m3d`.
    M3d,
    /// Models that this crate exchanges scenes with.
    Exchange,
    /// Anything else; no part of the workspace reads it.
    Other,
}

formats! {
    /// LLSD, binary encoding.
    LlsdBinary = "binary LLSD", Llsd, ["llsd", "llsdb"];
    /// LLSD, XML encoding.
    LlsdXml = "LLSD as XML", Llsd, ["llsd", "xml"];
    /// LLSD, notation encoding.
    LlsdNotation = "LLSD notation", Llsd, ["notation", "llsd", "txt"];
    /// A mesh asset of Second Life or OpenSim.
    SlMesh = "a Second Life mesh", SlMesh, ["llmesh", "mesh", "slm"];
    /// A viewer's saved upload.
    Slm = "a Second Life upload (.slm)", SlMesh, ["slm"];
    /// A Roblox mesh, text or binary.
    RbxMesh = "a Roblox mesh", RbxMesh, ["mesh"];
    /// A Roblox model or place, binary.
    RbxBinary = "a Roblox model or place", RbxBinary, ["rbxm", "rbxl"];
    /// A Roblox model or place, XML.
    RbxXml = "a Roblox model or place as XML", RbxXml, ["rbxmx", "rbxlx"];
    /// Model 3D, binary.
    M3d = "Model 3D", M3d, ["m3d"];
    /// Model 3D, text.
    A3d = "Model 3D as text", M3d, ["a3d", "m3d"];

    /// glTF in one binary file.
    Glb = "binary glTF (GLB)", Exchange, ["glb", "vrm"];
    /// glTF as JSON.
    Gltf = "glTF", Exchange, ["gltf"];
    /// Wavefront OBJ.
    Obj = "a Wavefront OBJ model", Exchange, ["obj"];
    /// Materials of a Wavefront OBJ.
    Mtl = "a Wavefront material library", Exchange, ["mtl"];
    /// Stereolithography, text or binary.
    Stl = "an STL model", Exchange, ["stl"];
    /// Polygon file format.
    Ply = "a PLY model", Exchange, ["ply"];

    /// What a server answers instead of an asset: JSON or XML.
    ServerError = "a server's error message", Other, [];
    /// A page for people.
    Html = "an HTML page", Other, ["html", "htm"];
    /// What Git keeps in place of a large file.
    LfsPointer = "a Git LFS pointer, not the file itself", Other, [];
    /// Render data of a Roblox union.
    CsgMesh = "the render data (CSGMDL) of a Roblox union", Other, ["meshdata"];
    /// Collision data of a Roblox union.
    CsgPhysics = "the collision data (CSGPHS) of a Roblox union", Other, [];
    /// The key to the collision data of a Roblox union.
    CsgKey = "the collision key (CSGK) of a Roblox union", Other, [];
    /// Autodesk FBX.
    Fbx = "an FBX model", Other, ["fbx"];
    /// Collada.
    Collada = "a Collada model", Other, ["dae"];
    /// A Blender file.
    Blend = "a Blender file", Other, ["blend"];
    /// Universal scene description.
    Usd = "a USD scene", Other, ["usd", "usda", "usdc"];
    /// Portable network graphics.
    Png = "a PNG image", Other, ["png"];
    /// JPEG.
    Jpeg = "a JPEG image", Other, ["jpg", "jpeg"];
    /// JPEG 2000, the texture format of Second Life.
    Jpeg2000 = "a JPEG 2000 image", Other, ["j2c", "j2k", "jp2"];
    /// GIF.
    Gif = "a GIF image", Other, ["gif"];
    /// Windows bitmap.
    Bmp = "a BMP image", Other, ["bmp"];
    /// WebP.
    WebP = "a WebP image", Other, ["webp"];
    /// DirectDraw surface.
    Dds = "a DDS texture", Other, ["dds"];
    /// Khronos texture, version 1 or 2.
    Ktx = "a KTX texture", Other, ["ktx", "ktx2"];
    /// Ogg.
    Ogg = "an Ogg sound", Other, ["ogg", "oga"];
    /// MP3.
    Mp3 = "an MP3 sound", Other, ["mp3"];
    /// FLAC.
    Flac = "a FLAC sound", Other, ["flac"];
    /// WAVE.
    Wave = "a WAVE sound", Other, ["wav"];
    /// MP4 and its relatives.
    Mp4 = "an MP4 film or sound", Other, ["mp4", "m4a", "mov"];
    /// WebM and Matroska.
    WebM = "a WebM film", Other, ["webm", "mkv"];
    /// A list of streams.
    Playlist = "an M3U playlist", Other, ["m3u", "m3u8"];
    /// TrueType, OpenType, or a collection.
    Typeface = "a font", Other, ["ttf", "otf", "ttc", "woff", "woff2"];
    /// ZIP, and what is built on it.
    Zip = "a ZIP archive", Other, ["zip", "usdz", "jar"];
    /// 7-Zip.
    SevenZip = "a 7-Zip archive", Other, ["7z"];
    /// RAR.
    Rar = "a RAR archive", Other, ["rar"];
    /// A compressed file that is broken from its start.
    Compressed = "a compressed file that is broken", Other, ["gz", "zst"];
    /// Portable document format.
    Pdf = "a PDF document", Other, ["pdf"];
    /// A program of any platform.
    Program = "a program", Other, ["exe", "dll", "so"];
    /// JSON of no known kind.
    Json = "JSON", Other, ["json"];
    /// XML of no known kind.
    Xml = "XML", Other, ["xml"];
    /// Text of no known kind.
    Text = "plain text", Other, ["txt", "md", "lua", "luau", "csv", "mtl"];
    /// Nothing at all.
    Empty = "an empty file", Other, [];
    /// Zeros alone, as after a crash or a failed download.
    Zeros = "a file of zeros", Other, [];
    /// None of these.
    Unknown = "of no known format", Other, [];
}
