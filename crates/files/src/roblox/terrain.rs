//! Terrain in models and places of both encodings: facts, findings and changes.

use crate::codec::Adapted;
use crate::facts::Facts;
use crate::rules::{Finding, Findings};
use rbxbinary::rules::RBX018;
use rbxbinary::terrain::{Chunk, Grid, Material};
use rbxbinary::{Model, Tree};
use rbxxml::Document;
use scene::counted;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// The property that holds terrain.
pub const GRID: &str = "SmoothGrid";

/// The properties that held terrain before 2015, the latest first.
pub const OLD_GRIDS: [&str; 3] = ["ClusterGridV3", "ClusterGridV2", "ClusterGrid"];

/// Returns true if instances of a class have terrain.
pub fn has_grid(class: &[u8]) -> bool {
    matches!(class, b"Terrain" | b"TerrainRegion")
}

/// The terrain data of a binary file in this property.
pub(crate) fn of_model<'t>(tree: &'t Tree<'_>, property: &str) -> impl Iterator<Item = &'t [u8]> {
    let has_grid = |instance: &rbxbinary::Instance<'_>| has_grid(instance.class_name());
    tree.instances().filter(has_grid).filter_map(move |instance| instance.bytes(property))
}

/// The terrain data of an XML file in this property, each with the index and the class of its item.
pub(crate) fn of_document<'d>(
    document: &'d Document,
    property: &str,
) -> impl Iterator<Item = (usize, &'d str, &'d [u8])> {
    document.walk().enumerate().filter_map(move |(number, visit)| {
        let class = visit.item.class.as_str().filter(|class| has_grid(class.as_bytes()))?;
        let value = visit.item.get(property)?;
        let bytes = match value.shared_key() {
            Some(key) => document.shared_strings.get(key).map(|string| &*string.data),
            None => value.as_bytes(),
        };
        Some((number, class, bytes?))
    })
}

/// Checks the terrain of an XML file.
pub fn findings(document: &Document) -> Findings {
    let (mut findings, mut seen) = (Findings::default(), VisitedStrings::default());
    for (number, class, bytes) in of_document(document, GRID).filter(|(_, _, bytes)| seen.is_new(bytes)) {
        let (grid, error) = Grid::read(bytes);
        let Findings { list, counts } = Model::found(grid.validate());
        let list = list.into_iter().map(|finding| {
            let inner = format!("{}, at {}", finding.found, finding.path);
            // RBX018 only reports that the decoder stopped; the error has the reason.
            let found = if finding.rule.id == RBX018.id { None } else { Some(inner) };
            let error = || error.as_ref().map(ToString::to_string).unwrap_or_default();
            let path = format!("items[{number}] {class}, {GRID}");
            Finding { path, found: found.unwrap_or_else(error), ..finding }
        });
        findings.append(Findings { list: list.collect(), counts });
    }
    findings
}

/// The addresses of strings that were visited, because many instances may share one string.
#[derive(Default)]
pub(super) struct VisitedStrings(HashSet<(usize, usize)>);

impl VisitedStrings {
    pub(super) fn is_new(&mut self, bytes: &[u8]) -> bool {
        self.0.insert((bytes.as_ptr() as usize, bytes.len()))
    }
}

/// Adds facts about terrain; `grids` returns the values of a property.
pub fn facts<'g, I: Iterator<Item = &'g [u8]>>(grids: impl Fn(&'static str) -> I, facts: &mut Facts) {
    let (mut sum, mut seen) = (Sum::default(), VisitedStrings::default());
    let n_old = OLD_GRIDS.into_iter().flat_map(&grids).map(<[u8]>::len).fold(0, usize::saturating_add);
    facts.count("bytes of terrain from before 2015", n_old);
    for bytes in grids(GRID).filter(|bytes| seen.is_new(bytes)) {
        Grid::read(bytes).0.chunks().iter().for_each(|chunk| sum.add(chunk));
    }
    facts.count("terrain chunks", sum.n_chunks);
    let mut materials: Vec<_> = sum.materials.into_iter().collect();
    materials.sort_by_key(|(material, count)| (std::cmp::Reverse(*count), *material));
    let materials = materials.into_iter().map(|(material, count)| format!("{} {count}", material.title()));
    facts.text("terrain voxels", materials.collect::<Vec<_>>().join(", "));
    if let Some([min, max]) = sum.bounds {
        // Without parts, the terrain is all that there is.
        if !facts.list.iter().any(|(name, _)| *name == "extent") {
            let mut sides = max.into_iter().zip(min).map(|(max, min)| max.saturating_sub(min).to_string());
            let size = [(); 3].map(|()| sides.next().unwrap_or_default());
            facts.text("extent", format!("{} studs", size.join(" × ")));
        }
        let [min, max] = [min, max].map(|[x, y, z]| format!("({x}, {y}, {z})"));
        facts.text("terrain extent", format!("{min} to {max} studs"));
    }
}

/// The length of the edge of a voxel, in studs.
const STUDS: i64 = 4;

/// Totals over several chunks.
#[derive(Default)]
struct Sum {
    n_chunks: usize,
    materials: BTreeMap<Material, usize>,
    /// The bounding box of all voxels other than air, in studs.
    bounds: Option<[[i64; 3]; 2]>,
}

impl Sum {
    fn add(&mut self, chunk: &Chunk<'_>) {
        self.n_chunks = self.n_chunks.saturating_add(1);
        // A chunk has 32 voxels in each direction (docs/formats/rbxbinary.md, 6.4).
        let start = chunk.position().map(|axis| i64::from(axis).saturating_mul(32));
        let mut index = 0_usize;
        for run in chunk.runs() {
            let from = index;
            index = index.saturating_add(run.len);
            if run.voxel.is_air() {
                continue;
            }
            let count = self.materials.entry(run.voxel.material).or_default();
            *count = count.saturating_add(run.len);
            for inner in corners(from, index) {
                let mut axes = start.into_iter().zip(inner);
                let place =
                    [(); 3].map(|()| axes.next().map_or(0, |(start, axis)| start.saturating_add(axis)));
                self.include(place);
            }
        }
    }

    fn include(&mut self, place: [i64; 3]) {
        let low = place.map(|axis| axis.saturating_mul(STUDS));
        let high = low.map(|axis| axis.saturating_add(STUDS));
        let [min, max] = self.bounds.unwrap_or([low, high]);
        let both = |one: [i64; 3], other: [i64; 3], choose: fn(i64, i64) -> i64| {
            let mut axes = one.into_iter().zip(other);
            [(); 3].map(|()| axes.next().map_or(0, |(one, other)| choose(one, other)))
        };
        self.bounds = Some([both(min, low, i64::min), both(max, high, i64::max)]);
    }
}

/// The corners of the bounding box of a run of voxels with the indices `from..to`.
fn corners(from: usize, to: usize) -> [[i64; 3]; 2] {
    let last = to.saturating_sub(1);
    // X is in the lowest five bits, then Z, then Y.
    let part = |number: usize, shift: u32| i64::try_from(number >> shift & 31).unwrap_or_default();
    let of = |number| [part(number, 0), part(number, 10), part(number, 5)];
    let [[ax, ay, az], [bx, by, bz]] = [of(from), of(last)];
    // A run that continues in the next row spans the whole row, and one that continues in the next layer spans whole
    // rows.
    let whole = |is_whole: bool, ends: [i64; 2]| if is_whole { [0, 31] } else { ends };
    let [x, z] = [whole(from >> 5 != last >> 5, [ax, bx]), whole(from >> 10 != last >> 10, [az, bz])];
    [[x[0], ay, z[0]], [x[1], by, z[1]]]
}

/// A description of the chunks that differ between two terrains; `None` if either value is not terrain.
pub fn changes(old: &[u8], new: &[u8]) -> Option<String> {
    let [(old, None), (new, None)] = [old, new].map(Grid::read) else { return None };
    let by_place = |grid: &Grid<'_>| -> BTreeMap<[i32; 3], usize> {
        grid.chunks().iter().enumerate().map(|(number, chunk)| (chunk.position(), number)).collect()
    };
    let (olds, news) = (by_place(&old), by_place(&new));
    let [mut added, mut changed] = [Vec::new(), Vec::new()];
    for (place, number) in &news {
        match olds.get(place) {
            None => added.push(*place),
            Some(before) if old.chunks().get(*before) != new.chunks().get(*number) => changed.push(*place),
            Some(_) => {}
        }
    }
    let removed = olds.keys().filter(|place| !news.contains_key(*place)).copied().collect();
    let mut text = String::new();
    for (list, what) in [(changed, "changed"), (added, "added"), (removed, "removed")] {
        list_places(&mut text, &list, what);
    }
    Some(if text.is_empty() { "the same voxels".into() } else { text })
}

/// Upper bound on the positions of chunks that are listed.
const NAMED: usize = 8;

fn list_places(out: &mut String, list: &[[i32; 3]], what: &str) {
    if list.is_empty() {
        return;
    }
    let comma = if out.is_empty() { "" } else { "; " };
    // Writing to a string does not fail.
    _ = write!(out, "{comma}{} {what}: ", counted(list.len(), "chunk"));
    for (number, [x, y, z]) in list.iter().take(NAMED).enumerate() {
        _ = write!(out, "{}({x}, {y}, {z})", if number > 0 { ", " } else { "" });
    }
    if list.len() > NAMED {
        out.push_str(" …");
    }
}
