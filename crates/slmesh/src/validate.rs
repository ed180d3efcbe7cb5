//! Checks assets against the rules.
//!
//! There is one file for each part of the model, and the comment of each function lists the rules that it checks.
//! Validation never prevents writing.

mod asset;
mod joints;
mod lod;
mod nesting;
mod physics;
mod skin;
pub(crate) mod slm;

use crate::common::kinds::counted;
use crate::common::rules;
use crate::common::rules::Rule;
use crate::model::MeshAsset;
use crate::wire::shown;
use std::fmt::Display;

/// The findings so far.
#[derive(Default)]
struct Findings {
    all: rules::Findings,
    /// The index of the asset in a container.
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

/// Checks an asset against the [rules](crate::rules). The findings are in the order of the parts of the asset.
///
/// All findings are counted, but only the first 1,000 of each rule are kept.
///
/// Errors make the uploader, the simulator or the viewer reject the asset or fail; warnings are about assets that
/// work, but probably not as intended; notes are requirements of public documents that no program enforces.
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
    lod::size(asset, findings);
    for (name, block) in asset.blocks() {
        let path = shown(name);
        nesting::block(&path, block, findings);
        match block {
            crate::model::BlockRef::Lod(block) => {
                let Some(value) = block.value() else { continue };
                lod::lod(&path, value, asset, findings);
            }
            crate::model::BlockRef::Convex(block) => {
                let Some(value) = block.value() else { continue };
                physics::convex(&path, value, findings);
            }
            crate::model::BlockRef::Skin(block) => {
                let Some(value) = block.value() else { continue };
                skin::skin(&path, value, findings);
            }
            crate::model::BlockRef::Value(_) => {}
        }
    }
}

/// Checks SLM030: that all numbers of both corners are finite, and that the first corner is not above the second.
fn domain<const N: usize>(path: &str, min: [f64; N], max: [f64; N], findings: &mut Findings) {
    // The comparison is false for NaN.
    let is_sound = |(min, max): (&f64, &f64)| min <= max && min.is_finite() && max.is_finite();
    let Some(axis) = min.iter().zip(&max).position(|pair| !is_sound(pair)) else { return };
    let is_min = max.get(axis).is_some_and(|max| max.is_finite());
    let corner = if is_min { "Min" } else { "Max" };
    let found = format_args!("{min:?} to {max:?}");
    findings.add(&crate::rules::SLM030, format_args!("{path}.{corner}[{axis}]"), found, "");
}

/// Reports keys of fields whose stored form is kept: incomplete arrays, and values of another type.
fn forms(path: &str, other: &llsd::Map, strides: &[(&'static str, usize)], findings: &mut Findings) {
    use crate::rules::{SLM035, SLM036};
    for (key, stride) in strides {
        let Some(value) = other.get(key) else { continue };
        let path = format!("{path}.{key}");
        let len = value.as_binary().map_or(0, <[u8]>::len);
        let left = len.checked_rem(*stride).unwrap_or_default();
        if value.kind() == llsd::Kind::Binary && left != 0 {
            let (found, limit) = (counted(len, "byte"), format_args!("a multiple of {stride}"));
            findings.add(&SLM035, format_args!("{path}.surplus"), found, limit);
        } else {
            let (inside, value) = unusual(value);
            let found = format!("{:?}", value.kind()).to_lowercase();
            findings.add(&SLM036, format_args!("{path}{inside}"), found, "");
        }
    }
}

/// The first number or text that is stored with another type than the viewer would use, with its path; otherwise the
/// value itself.
fn unusual(value: &llsd::Value) -> (String, &llsd::Value) {
    use llsd::{Kind, Value};
    // Arrays contain reals or texts.
    let of_list = |list: &Value| {
        let is_odd = |one: &&Value| !matches!(one.kind(), Kind::Real | Kind::String | Kind::Array);
        list.values().position(|one| is_odd(&one))
    };
    match value {
        Value::Array(all) => match of_list(value) {
            Some(number) => (format!("[{number}]"), all.get(number).unwrap_or(value)),
            None => (String::new(), value),
        },
        // The map is a domain.
        Value::Map(map) => {
            let odd = map.iter().find_map(|(key, list)| Some((key, list, of_list(list)?)));
            odd.map_or((String::new(), value), |(key, list, number)| {
                let path = format!(".{}[{number}]", shown(key.as_bytes()));
                (path, list.values().nth(number).unwrap_or(value))
            })
        }
        _ => (String::new(), value),
    }
}
