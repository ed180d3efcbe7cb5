//! Writes saved uploads of a viewer. Format document, section 9.

use super::llsd::{Entries, document, integer, list, reals, text};
use crate::common::error::Error;
use crate::model::slm::{Container, Instance, Item};
use crate::model::{BlockRef, MeshAsset};
use crate::options::{ReadOptions, WriteOptions};
use crate::read;
use geom::Same;
use llsd::{Text, Value};
use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Writes a saved upload and its assets.
///
/// # Errors
///
/// If an asset cannot be written.
pub fn write(container: &Container) -> Result<Vec<u8>, Error> {
    write_with(container, &WriteOptions::default())
}

/// Writes a saved upload, with options for its assets.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_with(container: &Container, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    self::container(container, each_mesh(container, |_, asset| super::write_with(asset, options))?)
}

/// Writes a saved upload, and copies from `original` every block of an asset whose content is unchanged. If the
/// original is damaged, its readable parts are copied.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_onto(container: &Container, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(container, original, &ReadOptions::default(), &WriteOptions::default())
}

/// Writes like [`write_onto`]. `read` are the options with which the container was read, and `options` are for writing
/// its assets.
///
/// Other reading options might make values of the original seem changed.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_onto_with(
    container: &Container,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let read = &read.for_input(original.len());
    let Some(theirs) = read::slm::original(original, read) else { return write_with(container, options) };
    let meshes = Originals::new(&theirs, read).meshes(container, options)?;
    // The original is returned even if the writer would choose another form.
    let is_same =
        meshes.iter().eq(theirs.mesh.iter().flatten().map(bytes_of)) && has_same_rest(container, &theirs);
    if is_same { Ok(original.to_vec()) } else { self::container(container, meshes) }
}

/// The bytes of an asset that was kept as bytes; empty for others.
fn bytes_of(item: &Item) -> &[u8] {
    match item {
        Item::Raw(bytes) => bytes,
        Item::Asset(_) => &[],
    }
}

/// Returns true if everything except the assets is the same.
fn has_same_rest(ours: &Container, theirs: &Container) -> bool {
    let Container { line, version, name, mesh, instance, other, order, trailing } = ours;
    line.same(&theirs.line)
        && version.same(&theirs.version)
        && name.same(&theirs.name)
        && mesh.is_some() == theirs.mesh.is_some()
        && instance.same(&theirs.instance)
        && other.same(&theirs.other)
        && order.same(&theirs.order)
        && trailing.same(&theirs.trailing)
}

/// The assets of the container onto which another is written.
struct Originals<'a> {
    meshes: Vec<&'a [u8]>,
    read: &'a ReadOptions,
    /// The indices of the assets with each fingerprint, computed on demand.
    alike: OnceCell<HashMap<u64, Vec<usize>>>,
}

impl<'a> Originals<'a> {
    /// The maximum number of assets with the same fingerprint that are compared.
    const TRIED: usize = 4;

    fn new(theirs: &'a Container, read: &'a ReadOptions) -> Self {
        let meshes = theirs.mesh.iter().flatten().map(bytes_of).collect();
        Self { meshes, read, alike: OnceCell::new() }
    }

    /// Writes all assets, and returns the bytes of each.
    fn meshes(&self, container: &Container, options: &WriteOptions) -> Result<Vec<Vec<u8>>, Error> {
        each_mesh(container, |number, asset| {
            let onto = |original: &[u8]| super::write_onto_with(asset, original, self.read, options);
            let own = self.meshes.get(number).copied().unwrap_or_default();
            let written = onto(own)?;
            if written == own {
                return Ok(written);
            }
            // The asset may have had another index, before others were added, removed or moved.
            for number in self.alike(asset).iter().filter(|other| **other != number).take(Self::TRIED) {
                let Some(original) = self.meshes.get(*number) else { continue };
                let moved = onto(original)?;
                if moved == *original {
                    return Ok(moved);
                }
            }
            Ok(written)
        })
    }

    /// The indices of the assets with this fingerprint.
    fn alike(&self, asset: &MeshAsset) -> &[usize] {
        let all = self.alike.get_or_init(|| {
            let mut all: HashMap<u64, Vec<usize>> = HashMap::new();
            for (number, bytes) in self.meshes.iter().enumerate() {
                if let Ok((asset, _)) = read::read_with(bytes, &self.read.clone().strict(false)) {
                    all.entry(fingerprint(&asset)).or_default().push(number);
                }
            }
            all
        });
        all.get(&fingerprint(asset)).map_or(&[], Vec::as_slice)
    }
}

/// A fingerprint that usually distinguishes assets: a hash of the names of their blocks and the numbers of their
/// elements.
fn fingerprint(asset: &MeshAsset) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (name, block) in asset.blocks() {
        name.hash(&mut hasher);
        if let BlockRef::Lod(block) = block {
            let sizes = block.value().map(|lod| (lod.faces.len(), lod.n_vertices(), lod.n_triangles()));
            sizes.hash(&mut hasher);
        }
    }
    (asset.submodel_id, &asset.trailing).hash(&mut hasher);
    asset.material_list.iter().flatten().for_each(|name| name.as_bytes().hash(&mut hasher));
    hasher.finish()
}

/// Writes all assets with `write`, and returns the bytes of each.
fn each_mesh(
    container: &Container,
    write: impl Fn(usize, &MeshAsset) -> Result<Vec<u8>, Error>,
) -> Result<Vec<Vec<u8>>, Error> {
    let one = |(number, item): (usize, &Item)| match item {
        Item::Asset(asset) => {
            let place = |error: Error| error.inside(format!("[{number}]")).inside("mesh");
            write(number, asset).map_err(place)
        }
        Item::Raw(bytes) => Ok(bytes.clone()),
    };
    container.mesh.iter().flatten().enumerate().map(one).collect()
}

/// Writes a container: format document, section 9.
fn container(container: &Container, meshes: Vec<Vec<u8>>) -> Result<Vec<u8>, Error> {
    let mut map = Entries::new(&container.other, &container.order);
    map.known("version", &container.version, integer, read::llsd::integer);
    map.known("name", &container.name, text, read::llsd::text);
    let meshes = Cell::new(meshes);
    let assets = |_: &Vec<Item>| Value::Array(meshes.take().into_iter().map(Text::from).collect());
    map.known("mesh", &container.mesh, assets, read::slm::meshes);
    map.known("instance", &container.instance, list(instance), read::slm::instances);
    let mut bytes = document(&container.line, &map.finish().into())?;
    bytes.extend_from_slice(&container.trailing);
    Ok(bytes)
}

/// Writes an instance: format document, section 9.2.
fn instance(instance: &Instance) -> Value {
    let mut map = Entries::new(&instance.other, &instance.order);
    map.known("mesh_id", &instance.mesh_id, integer, read::llsd::integer);
    map.known("label", &instance.label, text, read::llsd::text);
    map.known("transform", &instance.transform, reals, read::llsd::reals);
    map.known("material", &instance.material, list(Value::clone), read::slm::materials);
    map.finish().into()
}
