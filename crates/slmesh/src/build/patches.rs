//! Divides the triangles and vertices of a mesh into faces.

use super::{Builder, Report, SlotFaces, inconsistent_mesh};
use crate::common::error::Error;
use crate::error::ErrorKind;
use geom::{MeshFault, TriMesh};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// The maximum number of vertices of a face. The uploader reserves one index.
const MAX_VERTICES: usize = 65_534;

/// A group of a mesh. It becomes one face, or several if it is too large.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) name: String,
    pub(super) material: Option<String>,
    pub(super) patches: Vec<Patch>,
}

/// The content of one face; a patch without triangles becomes a face without geometry.
#[derive(Debug, Default)]
pub(super) struct Patch {
    /// The indices of the patch's vertices in the mesh, in ascending order.
    pub(super) vertices: Vec<u32>,
    /// The corners of the triangles, as indices into `vertices`.
    pub(super) triangles: Vec<[u16; 3]>,
}

/// The groups of a mesh as slots. All triangles without a group form one more slot.
pub(super) fn slots(mesh: &TriMesh, report: &mut Report) -> Result<Vec<Slot>, Error> {
    let is_wrong = |fault: &MeshFault| !matches!(fault, MeshFault::Triangle(_));
    if let Some(fault) = mesh.check().into_iter().find(is_wrong) {
        return Err(inconsistent_mesh(fault.to_string()));
    }
    let mut ranges: Vec<(String, Option<String>, Vec<Range<usize>>)> = mesh
        .groups
        .iter()
        .map(|group| (group.name.clone(), group.material.clone(), vec![group.triangles.clone()]))
        .collect();
    let outside = gaps(mesh);
    if ranges.is_empty() || !outside.is_empty() {
        ranges.push(("without group".to_owned(), None, outside));
    }
    let mut slots = Vec::new();
    // For each vertex, the number of the last patch that uses it, counted from 1 over all slots.
    let (mut used_by, mut number) = (vec![0; mesh.positions.len()], 0);
    for (name, material, ranges) in ranges {
        let all = ranges.into_iter().flat_map(|range| mesh.indices.get(range).unwrap_or_default()).copied();
        let (sound, left_out): (Vec<_>, Vec<_>) =
            all.partition(|corners| corners.iter().all(|corner| (*corner as usize) < mesh.positions.len()));
        report.n_triangles_left_out = report.n_triangles_left_out.saturating_add(left_out.len());
        let patches = patches(&sound, &mut used_by, &mut number);
        if patches.len() > 1 {
            report.split.push(name.clone());
        }
        slots.push(Slot { name, material, patches });
    }
    Ok(slots)
}

/// The ranges of triangles without a group.
fn gaps(mesh: &TriMesh) -> Vec<Range<usize>> {
    let whole = 0..mesh.indices.len();
    let mut taken: Vec<&Range<usize>> = mesh.groups.iter().map(|group| &group.triangles).collect();
    taken.sort_by_key(|range| range.start);
    let (mut at, mut gaps) = (whole.start, Vec::new());
    for range in taken {
        if at < range.start {
            gaps.push(at..range.start);
        }
        at = at.max(range.end);
    }
    if at < whole.end {
        gaps.push(at..whole.end);
    }
    gaps
}

/// Divides triangles into as many patches as needed, in order. Without triangles there is one patch.
fn patches(triangles: &[[u32; 3]], used_by: &mut [usize], number: &mut usize) -> Vec<Patch> {
    let mut patches = Vec::new();
    *number = number.saturating_add(1);
    let (mut n_used, mut start) = (0_usize, 0_usize);
    for (at, corners) in triangles.iter().enumerate() {
        let is_new = |corner: &&u32| used_by.get(**corner as usize) != Some(&*number);
        if n_used.saturating_add(corners.iter().filter(is_new).count()) > MAX_VERTICES {
            patches.push(patch(triangles.get(start..at).unwrap_or_default()));
            (*number, n_used, start) = (number.saturating_add(1), 0, at);
        }
        for corner in corners {
            let Some(used_by) = used_by.get_mut(*corner as usize).filter(|used_by| **used_by != *number)
            else {
                continue;
            };
            *used_by = *number;
            n_used = n_used.saturating_add(1);
        }
    }
    patches.push(patch(triangles.get(start..).unwrap_or_default()));
    patches
}

fn patch(triangles: &[[u32; 3]]) -> Patch {
    let mut vertices: Vec<u32> = triangles.as_flattened().to_vec();
    vertices.sort_unstable();
    vertices.dedup();
    // A patch has at most 65,534 vertices, so every index fits 16 bits.
    let place = |corner: u32| {
        let place = vertices.binary_search(&corner).unwrap_or_default();
        u16::try_from(place).unwrap_or_default()
    };
    let triangles = triangles.iter().map(|corners| corners.map(place)).collect();
    Patch { vertices, triangles }
}

pub(super) fn shape(slots: &[Slot]) -> SlotFaces<'_> {
    slots.iter().map(|slot| (slot, slot.patches.len())).collect()
}

/// Checks that the faces fit into `n_assets` assets; otherwise the error lists all faces.
pub(super) fn check_count(shape: &SlotFaces<'_>, n_assets: usize) -> Result<(), Error> {
    let n_faces = shape.iter().map(|(_, n_patches)| *n_patches).fold(0, usize::saturating_add);
    if n_faces <= Builder::MAX_FACES.saturating_mul(n_assets) {
        return Ok(());
    }
    let name = |number: usize, slot: &Slot| match (&slot.name, &slot.material) {
        (name, _) if !name.is_empty() => name.clone(),
        (_, Some(material)) if !material.is_empty() => material.clone(),
        _ => format!("number {number}"),
    };
    let names = (1..).zip(shape).flat_map(|(number, (slot, n_patches))| {
        let name = name(number, slot);
        let part = move |part| if *n_patches > 1 { format!("{name} ({part})") } else { name.clone() };
        (1..=*n_patches).map(part)
    });
    Err(Error::model(ErrorKind::TooManyFaces { names: names.collect() }).inside("high_lod"))
}

/// The patches of a level, one for each face of the high level in its order. A patch without a counterpart is empty.
pub(super) fn arranged<'s>(own: &'s [Slot], high: &SlotFaces<'_>) -> Result<Vec<&'s Patch>, Error> {
    const EMPTY: &Patch = &Patch { vertices: Vec::new(), triangles: Vec::new() };
    if own.len() > high.len() {
        let (found, expected) = (own.len(), high.len());
        return Err(Error::model(ErrorKind::Mismatch { what: "faces, or fewer", found, expected }));
    }
    let has_names = own.iter().chain(high.iter().map(|(slot, _)| *slot)).all(|slot| slot.material.is_some());
    // The slots of each material, of which there may be several.
    let mut free: HashMap<&Option<String>, VecDeque<usize>> = HashMap::new();
    for (at, (of, _)) in high.iter().enumerate() {
        free.entry(&of.material).or_default().push_back(at);
    }
    let mut places: Vec<Option<&Slot>> = vec![None; high.len()];
    for (number, slot) in own.iter().enumerate() {
        let at = match has_names {
            true => free.get_mut(&slot.material).and_then(VecDeque::pop_front),
            false => Some(number),
        };
        let Some(place) = at.and_then(|at| places.get_mut(at)) else {
            let name = slot.material.clone().unwrap_or_default();
            return Err(Error::model(ErrorKind::Dangling { what: "material in high_lod", name }));
        };
        *place = Some(slot);
    }
    let mut arranged = Vec::new();
    for (slot, (of, n_patches)) in places.into_iter().zip(high) {
        let patches = slot.map_or(&[][..], |slot| &slot.patches);
        if patches.len() > *n_patches {
            let (found, expected) = (patches.len(), *n_patches);
            let kind = ErrorKind::Mismatch { what: "faces, or fewer", found, expected };
            return Err(Error::model(kind).inside(of.name.clone()));
        }
        let empty = std::iter::repeat_n(EMPTY, n_patches.saturating_sub(patches.len()));
        arranged.extend(patches.iter().chain(empty));
    }
    Ok(arranged)
}
