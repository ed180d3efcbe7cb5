//! A model of any format.

use crate::wrapper::unwrapped;
use crate::{Format, Problem, ProblemKind, identify};
use std::fmt;

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
    /// A Roblox mesh of any version.
    RbxMesh(rbxmesh::Mesh),
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
    /// If the content is of a format without a model, which the message names, or if the file cannot be read.
    ///
    /// ```
    /// use rezkit::Asset;
    ///
    /// let asset = Asset::read(b"{'name': 'chair'}")?;
    /// assert!(matches!(asset, Asset::Llsd(_)));
    ///
    /// let problem = Asset::read(b"<!doctype html><title>404</title>").unwrap_err();
    /// assert_eq!(problem.message, "this is an HTML page, not one of the formats that can be read here");
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        // The memory that a reader may use: 64 bytes for each byte of the input.
        let limit = bytes.len().saturating_mul(16).saturating_add(64 << 20);
        let (plain, _) = unwrapped(bytes, limit)?;
        let identity = identify(&plain);
        match identity.format {
            Format::LlsdBinary | Format::LlsdXml | Format::LlsdNotation => {
                llsd::read(&plain).map(Self::Llsd).map_err(of_reader)
            }
            Format::SlMesh => slmesh::read(&plain).map(Box::new).map(Self::SlMesh).map_err(of_reader),
            Format::Slm => slmesh::slm::read(&plain).map(Self::Slm).map_err(of_reader),
            Format::RbxMesh => rbxmesh::read(&plain).map(Self::RbxMesh).map_err(of_reader),
            Format::RbxBinary => rbxbinary::read(&plain).map(Self::RbxBinary).map_err(of_reader),
            Format::RbxXml => rbxxml::read(&plain).map(Self::RbxXml).map_err(of_reader),
            Format::M3d | Format::A3d => m3d::read(&plain).map(Self::M3d).map_err(of_reader),
            format => Err(Problem::new(
                ProblemKind::Unsupported,
                format!("this is {}, not one of the formats that can be read here", format.in_words()),
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
            Self::RbxMesh(_) => Format::RbxMesh,
            Self::RbxBinary(_) => Format::RbxBinary,
            Self::RbxXml(_) => Format::RbxXml,
            Self::M3d(_) => Format::M3d,
        }
    }
}

/// Converts the error of a format crate, which contains its place.
fn of_reader(error: impl fmt::Display) -> Problem {
    Problem::new(ProblemKind::Format, error.to_string())
}
