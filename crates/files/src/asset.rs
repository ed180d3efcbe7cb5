//! A model of any format, as an enum.

use super::codec::Codec;
use super::identify::identify;
use super::options::Options;
use super::wrapper::within;
use super::{Format, rbxcsg};
use scene::problem::{Problem, ProblemKind};

/// The model of a file of any format.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Asset {
    /// LLSD in any encoding.
    Llsd(llsd::Value),
    /// A mesh asset of Second Life.
    SlMesh(Box<slmesh::MeshAsset>),
    /// A viewer's saved upload, with the meshes in it.
    Slm(slmesh::slm::Container),
    /// An animation of Second Life's avatar.
    SlAnim(slmesh::anim::Animation),
    /// A Roblox mesh of any version.
    RbxMesh(rbxmesh::Mesh),
    /// The render or collision data of a Roblox union.
    RbxCsg(Box<rbxmesh::csg::Csg>),
    /// A Roblox model or place, binary.
    RbxBinary(rbxbinary::Model),
    /// A Roblox model or place, XML.
    RbxXml(rbxxml::Document),
    /// Model 3D.
    M3d(m3d::Model),
}

impl Asset {
    /// Reads a file of any of the formats, also inside gzip or zstd.
    ///
    /// # Errors
    ///
    /// If the format of the content, which the message names, has no model, or if the file cannot be read.
    ///
    /// ```
    /// use files::Asset;
    ///
    /// let asset = Asset::read(b"{'name': 'chair'}")?;
    /// assert!(matches!(asset, Asset::Llsd(_)));
    ///
    /// let problem = Asset::read(b"<!doctype html><title>404</title>").unwrap_err();
    /// assert_eq!(problem.message, "this is an HTML page, which cannot be read here");
    /// # Ok::<(), files::Problem>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read_within(bytes, None)
    }

    /// Reads like [`read`](Self::read), within approximately this many bytes of memory.
    #[doc(hidden)]
    pub fn read_within(bytes: &[u8], memory: Option<usize>) -> Result<Self, Problem> {
        let of_element = |plain: &[u8]| identify(plain).family.reader().map_or(1, |it| it.bytes_of_element);
        let (plain, limits) = within(bytes, memory, of_element)?;
        let options = Options { limits, ..Options::default() };
        fn model<T: Codec>(plain: &[u8], options: Options) -> Result<T, Problem> {
            T::read(plain, options).map(|(model, _)| model)
        }
        match identify(&plain).format {
            Format::LlsdBinary | Format::LlsdXml | Format::LlsdNotation => {
                model(&plain, options).map(Self::Llsd)
            }
            Format::SlMesh => model(&plain, options).map(Box::new).map(Self::SlMesh),
            Format::Slm => model(&plain, options).map(Self::Slm),
            Format::SlAnim => model(&plain, options).map(Self::SlAnim),
            Format::RbxMesh => model(&plain, options).map(Self::RbxMesh),
            Format::CsgMesh | Format::CsgSolid | Format::CsgPhysics | Format::CsgKey => {
                model(&plain, options).map(Box::new).map(Self::RbxCsg)
            }
            Format::RbxBinary => model(&plain, options).map(Self::RbxBinary),
            Format::RbxXml => model(&plain, options).map(Self::RbxXml),
            Format::M3d | Format::A3d => model(&plain, options).map(Self::M3d),
            format => Err(Problem::new(
                ProblemKind::Unsupported,
                format!("this is {}, which cannot be read here", format.in_words()),
            )),
        }
    }

    /// The format of the model; for LLSD, the binary encoding.
    #[must_use]
    pub fn format(&self) -> Format {
        match self {
            Self::Llsd(_) => Format::LlsdBinary,
            Self::SlMesh(_) => Format::SlMesh,
            Self::Slm(_) => Format::Slm,
            Self::SlAnim(_) => Format::SlAnim,
            Self::RbxMesh(_) => Format::RbxMesh,
            Self::RbxCsg(model) => rbxcsg::format_of(model),
            Self::RbxBinary(_) => Format::RbxBinary,
            Self::RbxXml(_) => Format::RbxXml,
            Self::M3d(_) => Format::M3d,
        }
    }
}
