//! Second Life has two kinds of files: mesh assets, and saved uploads, which contain mesh assets.

use super::{Codec, Findings, Options, Rule};
use crate::layout::Layout;
use crate::{Problem, Warnings, codec_recorded};
use slmesh::MeshAsset;
use slmesh::slm::{self, Container};

/// The interface of containers: what both kinds share, and verbs of their own.
mod container {
    pub(super) use slmesh::slm::*;
    pub(super) use slmesh::{
        Buffer, Error, ErrorKind, Finding, Limits, Place, ReadOptions, Rule, Same, Severity, Warnings,
        WriteOptions, rules,
    };
}

codec_recorded!(slm, self::container, Container; output_bytes depth elements);

/// A file of either kind.
#[derive(Debug)]
pub enum SecondLife {
    /// An asset.
    Asset(Box<MeshAsset>),
    /// A container of assets.
    Container(Box<Container>),
}

impl Codec for SecondLife {
    const NAME: &'static str = MeshAsset::NAME;

    fn detect(bytes: &[u8]) -> bool {
        slmesh::detect(bytes) || slm::detect(bytes)
    }

    fn read(bytes: &[u8], options: Options) -> Result<(Self, Warnings), Problem> {
        Ok(if slm::detect(bytes) {
            let (container, warnings) = Container::read(bytes, options)?;
            (Self::Container(Box::new(container)), warnings)
        } else {
            let (asset, warnings) = MeshAsset::read(bytes, options)?;
            (Self::Asset(Box::new(asset)), warnings)
        })
    }

    fn write(&self) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Asset(asset) => asset.write(),
            Self::Container(container) => container.write(),
        }
    }

    fn write_onto(&self, original: &[u8], options: Options) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Asset(asset) => asset.write_onto(original, options),
            Self::Container(container) => container.write_onto(original, options),
        }
    }

    fn difference(&self, other: &Self) -> Option<String> {
        match (self, other) {
            (Self::Asset(asset), Self::Asset(other)) => asset.difference(other),
            (Self::Container(container), Self::Container(other)) => container.difference(other),
            _ => Some(" is of another kind".into()),
        }
    }

    fn validate(&self) -> Findings {
        match self {
            Self::Asset(asset) => asset.validate(),
            Self::Container(container) => container.validate(),
        }
    }

    fn rules() -> Vec<Rule> {
        MeshAsset::rules()
    }

    fn layout(bytes: &[u8], options: Options) -> Layout<'_> {
        if slm::detect(bytes) { Container::layout(bytes, options) } else { MeshAsset::layout(bytes, options) }
    }
}
