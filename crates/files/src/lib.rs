#![doc = include_str!("../README.md")]
// Lints against panics on untrusted input. The same in every format crate.
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

pub mod archive;
mod asset;
#[doc(hidden)]
#[macro_use]
pub mod codec;
#[doc(hidden)]
pub mod documents;
#[doc(hidden)]
pub mod excerpt;
#[doc(hidden)]
pub mod facts;
#[doc(hidden)]
pub mod fault;
#[doc(hidden)]
pub mod file;
#[doc(hidden)]
pub mod hash;
#[doc(hidden)]
pub mod identify;
#[doc(hidden)]
pub mod image;
mod instances;
#[doc(hidden)]
pub mod items;
mod kin;
#[doc(hidden)]
pub mod laws;
#[doc(hidden)]
pub mod layout;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod outline;
#[doc(hidden)]
pub mod roblox;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod shapes;
#[macro_use]
mod table;
mod timestamp;
#[doc(hidden)]
pub mod wrapper;

#[doc(hidden)]
pub mod addresses;
mod anim;
#[doc(hidden)]
pub mod llsd;
mod m3d;
mod rbxbinary;
#[doc(hidden)]
pub mod rbxcsg;
mod rbxmesh;
mod rbxxml;
#[doc(hidden)]
pub mod slmesh;

pub use asset::Asset;
pub use dom::StringKind;
pub use facts::{Fact, StreamingCost};
pub use file::{File, OpenOptions};
pub use identify::{Identity, Version, identify, identify_named};
pub use items::{Item, List};
pub use layout::Kind;
pub use roblox::StringKinds;
pub use rules::{
    Profile, RULES, RZK001, RZK002, RZK003, RZK010, RZK011, RZK020, RZK021, RZK022, RZK023, RZK024, RZK030,
    RZK031, RZK032, RZK033, RZK034, RZK035, RZK036, RZK037, RZK038, RZK039, RZK040, RZK041, RZK042, RZK043,
    RZK044, RZK045, RZK046, RZK047, RZK048, RZK049, RZK050, RZK051, RZK052, RZK053, RZK054, RZK055, RZK056,
    RZK057, RZK058, RZK059, RZK060, RZK061, RZK062, RZK063, RZK064, RZK065, RZK066, RZK067, RZK068, RZK069,
    Rule, Severity,
};
pub use timestamp::Timestamp;
pub use wrapper::{Wrapper, unwrapped};

pub use scene::allowance::usual_memory;
pub use scene::file_names::file_key;
pub use scene::problem::{Excerpt, ExcerptLine};
pub use scene::visible::{to_json, visible};
pub use scene::{Json, Loss, LossCode, LossSeverity, Problem, ProblemKind, Warnings};

use laws::Checked;
pub use model::Reader;

use model::AnyModel;
use options::Options;
use slmesh::SecondLife;

/// Items for this workspace's own programs, which are not part of the stable interface.
#[doc(hidden)]
pub mod internal {
    pub use super::codec::Codec;
    pub use super::fault::Fault;
    pub use super::names::{joined, near};
    pub use super::options::{Limits, Options};
    pub use super::rules::{Finding, Findings};
    pub use super::slmesh::SecondLife;
    pub use scene::{counted, grouped, size};
}

formats! {
    /// Crate `llsd`.
    Llsd: ::llsd::Value {
        /// LLSD, binary encoding.
        LlsdBinary = "binary LLSD", ["llsd", "llsdb"];
        /// LLSD, XML encoding.
        LlsdXml = "LLSD as XML", ["llsd", "xml"];
        /// LLSD, notation encoding.
        LlsdNotation = "LLSD notation", ["notation", "llsd", "txt"];
    }
    /// Crate `slmesh`.
    SlMesh: SecondLife {
        /// A mesh asset of Second Life or OpenSim.
        SlMesh = "a Second Life mesh", ["llmesh", "mesh", "slm"];
        /// A viewer's saved upload.
        Slm = "a Second Life upload (.slm)", ["slm"];
    }
    /// Module `anim` of the crate `slmesh`.
    SlAnim: ::slmesh::anim::Animation {
        /// An animation of Second Life's avatar.
        SlAnim = "a Second Life animation", ["anim"];
    }
    /// Crate `rbxmesh`.
    RbxMesh: ::rbxmesh::Mesh {
        /// A Roblox mesh, text or binary.
        RbxMesh = "a Roblox mesh", ["mesh"];
    }
    /// Module `csg` of the crate `rbxmesh`, which writes nothing.
    RbxCsg: ::rbxmesh::csg::Csg {
        /// Render data of a Roblox union.
        CsgMesh = "the render data (CSGMDL) of a Roblox union", ["meshdata", "csg"];
        /// The solid that the render data of a Roblox union are made from.
        CsgSolid = "the source solid (SolidMesh) of a Roblox union", ["csg"];
        /// Collision data of a Roblox union or mesh.
        CsgPhysics = "the collision data (CSGPHS) of a Roblox union", ["csg"];
        /// The key of a Roblox union's data, which are elsewhere.
        CsgKey = "the key (CSGK) of a Roblox union's data", ["csg"];
    }
    /// Crate `rbxbinary`.
    RbxBinary: ::rbxbinary::Model {
        /// A Roblox model or place, binary.
        RbxBinary = "a Roblox model or place", ["rbxm", "rbxl"];
    }
    /// Crate `rbxxml`.
    RbxXml: ::rbxxml::Document {
        /// A Roblox model or place, XML.
        RbxXml = "a Roblox model or place as XML", ["rbxmx", "rbxlx"];
    }
    /// Crate `m3d`.
    M3d: ::m3d::Model {
        /// Model 3D, binary.
        M3d = "Model 3D", ["m3d"];
        /// Model 3D, text.
        A3d = "Model 3D as text", ["a3d", "m3d"];
    }
    /// Models that this crate exchanges scenes with.
    Exchange {
        /// glTF in one binary file.
        Glb = "binary glTF (GLB)", ["glb", "vrm"];
        /// glTF as JSON.
        Gltf = "glTF", ["gltf"];
        /// Wavefront OBJ.
        Obj = "a Wavefront OBJ model", ["obj"];
        /// Materials of a Wavefront OBJ.
        Mtl = "a Wavefront material library", ["mtl"];
        /// Collada.
        Collada = "a Collada model", ["dae"];
        /// Stereolithography, text or binary.
        Stl = "an STL model", ["stl"];
        /// Motion capture of Biovision.
        Bvh = "a BVH animation", ["bvh"];
        /// Polygon file format.
        Ply = "a PLY model", ["ply"];
    }
    /// Anything else; no part of the workspace reads it.
    Other {
        /// An answer of a server instead of an asset, in JSON or XML.
        ServerError = "a server's error message", [];
        /// A page for people.
        Html = "an HTML page", ["html", "htm"];
        /// A pointer that Git keeps in place of a large file.
        LfsPointer = "a Git LFS pointer, not the file itself", [];
        /// Autodesk FBX.
        Fbx = "an FBX model", ["fbx"];
        /// A Blender file.
        Blend = "a Blender file", ["blend"];
        /// Universal scene description.
        Usd = "a USD scene", ["usd", "usda", "usdc"];
        /// Portable network graphics.
        Png = "a PNG image", ["png"];
        /// JPEG.
        Jpeg = "a JPEG image", ["jpg", "jpeg"];
        /// JPEG 2000, the texture format of Second Life.
        Jpeg2000 = "a JPEG 2000 image", ["j2c", "j2k", "jp2"];
        /// GIF.
        Gif = "a GIF image", ["gif"];
        /// Windows bitmap.
        Bmp = "a BMP image", ["bmp"];
        /// WebP.
        WebP = "a WebP image", ["webp"];
        /// DirectDraw surface.
        Dds = "a DDS texture", ["dds"];
        /// Khronos texture, version 1 or 2.
        Ktx = "a KTX texture", ["ktx", "ktx2"];
        /// Ogg.
        Ogg = "an Ogg sound", ["ogg", "oga"];
        /// MP3.
        Mp3 = "an MP3 sound", ["mp3"];
        /// FLAC.
        Flac = "a FLAC sound", ["flac"];
        /// WAVE.
        Wave = "a WAVE sound", ["wav"];
        /// MP4 and its relatives.
        Mp4 = "an MP4 film or sound", ["mp4", "m4a", "mov"];
        /// WebM and Matroska.
        WebM = "a WebM film", ["webm", "mkv"];
        /// A list of streams.
        Playlist = "an M3U playlist", ["m3u", "m3u8"];
        /// TrueType, OpenType, or a collection.
        Typeface = "a font", ["ttf", "otf", "ttc", "woff", "woff2"];
        /// ZIP, and what is built on it.
        Zip = "a ZIP archive", ["zip", "usdz", "jar"];
        /// 7-Zip.
        SevenZip = "a 7-Zip archive", ["7z"];
        /// RAR.
        Rar = "a RAR archive", ["rar"];
        /// A compressed file that is broken from its start.
        Compressed = "a compressed file that is broken", ["gz", "zst"];
        /// Portable document format.
        Pdf = "a PDF document", ["pdf"];
        /// A program of any platform.
        Program = "a program", ["exe", "dll", "so"];
        /// JSON of no known kind.
        Json = "JSON", ["json"];
        /// XML of no known kind.
        Xml = "XML", ["xml"];
        /// Text of no known kind.
        Text = "plain text", ["txt", "md", "lua", "luau", "csv", "mtl"];
        /// Nothing at all.
        Empty = "an empty file", [];
        /// Zeros alone, as after a crash or a failed download.
        Zeros = "a file of zeros", [];
        /// None of these.
        Unknown = "of no known format", [];
    }
}
