//! What can be read and is yet unsound.
//!
//! One file for each part of the model; each function names the rules that it
//! checks. Nothing here stops anybody from writing.

mod asset;
mod joints;
mod lod;
mod physics;
mod skin;
pub(crate) mod slm;

use crate::mould::rules;
use crate::wire::shown;
use crate::{MeshAsset, Rule};
use std::fmt::Display;

/// What validation has found.
#[derive(Default)]
struct Findings {
    all: rules::Findings,
    /// Which asset of a container this is.
    number: Option<usize>,
}

impl Findings {
    fn add(&mut self, rule: &'static Rule, path: impl Display, found: impl Display, limit: impl Display) {
        match self.number {
            None => self.all.add(rule, path, found, limit),
            Some(number) => self.all.add(rule, format_args!("mesh[{number}].{path}"), found, limit),
        }
    }
}

/// What is wrong with an asset, in the order of its parts; empty if nothing is.
///
/// Of each rule the first 1,000 are listed, and all are counted.
///
/// Errors are what the uploader, the simulator or the viewer refuses or breaks
/// on; warnings are what works and likely not as meant; notes are sentences of
/// the public documents that nobody enforces.
///
/// ```
/// use slmesh::{Block, Face, Lod, MeshAsset, rules};
///
/// let face = Face { triangle_list: Some(vec![[0, 1, 2]]), ..Face::default() };
/// let asset = MeshAsset { high_lod: Some(Block::new(Lod { faces: vec![face] })), ..MeshAsset::default() };
/// let findings = slmesh::validate(&asset);
/// let index = findings.iter().find(|finding| finding.rule == &rules::SLM024).unwrap();
/// assert_eq!(index.path, "high_lod[0].TriangleList.values[0][0]");
/// assert_eq!((index.found.as_str(), index.limit.as_str()), ("index 0", "below 0"));
/// ```
#[must_use]
pub fn validate(asset: &MeshAsset) -> rules::Findings {
    let mut findings = Findings::default();
    self::all(asset, &mut findings);
    findings.all
}

fn all(asset: &MeshAsset, findings: &mut Findings) {
    asset::asset(asset, findings);
    lod::levels(asset, findings);
    for (name, block) in asset.blocks() {
        let path = shown(name);
        match block {
            crate::BlockRef::Lod(block) => {
                let Some(value) = block.value() else { continue };
                lod::lod(&path, value, asset, findings);
            }
            crate::BlockRef::Convex(block) => {
                let Some(value) = block.value() else { continue };
                physics::convex(&path, value, findings);
            }
            crate::BlockRef::Skin(block) => {
                let Some(value) = block.value() else { continue };
                skin::skin(&path, value, findings);
            }
            crate::BlockRef::Value(_) => {}
        }
    }
}

/// Keys that are fields and yet kept as they were stored: what is left of their arrays, or another form.
fn forms(path: &str, other: &llsd::Map, strides: &[(&'static str, usize)], findings: &mut Findings) {
    use crate::rules::{SLM035, SLM036};
    for (key, stride) in strides {
        let Some(value) = other.get(key) else { continue };
        let path = if path.is_empty() { (*key).to_owned() } else { format!("{path}.{key}") };
        let len = value.as_binary().len();
        let left = len.checked_rem(*stride).unwrap_or_default();
        if value.kind() == llsd::Kind::Binary && left != 0 {
            findings.add(&SLM035, path, format_args!("{len} bytes"), format_args!("a multiple of {stride}"));
        } else {
            findings.add(&SLM036, path, format!("{:?}", value.kind()).to_lowercase(), "");
        }
    }
}
