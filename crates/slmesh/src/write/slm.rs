//! The viewer's saved upload. Format document, section 9.

use super::llsd::{Entries, document, integer, list, reals, text};
use crate::model::slm::{Container, Instance, Item};
use crate::read;
use crate::{Error, Hashes, ReadOptions, Same, WriteOptions};
use llsd::{Text, Value};
use std::cell::Cell;

/// Writes a container and the assets in it.
///
/// # Errors
///
/// If an asset cannot be written.
pub fn write(container: &Container) -> Result<Vec<u8>, Error> {
    write_with(container, &WriteOptions::default())
}

/// Writes a container, its assets in the form that `options` ask for.
///
/// # Errors
///
/// As [`write()`].
pub fn write_with(container: &Container, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    self::container(container, None, options)
}

/// Writes a container, and takes from `original` each block of an asset that holds the same.
///
/// # Errors
///
/// As [`write()`]. An original that is broken helps as far as it goes.
pub fn write_onto(container: &Container, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(container, original, &ReadOptions::default(), &WriteOptions::default())
}

/// As [`write_onto`], of a container that was read with the options `read`, its assets in the form that `options`
/// ask for.
///
/// Read with others, values of the original would seem to have changed.
///
/// # Errors
///
/// As [`write()`].
pub fn write_onto_with(
    container: &Container,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    match read::slm::read_with(original, &read.clone().strict(false)) {
        // Also where the writer would have chosen another form.
        Ok((theirs, _)) if options.hashes == Hashes::AsRead && theirs.same(container) => {
            Ok(original.to_vec())
        }
        _ => self::container(container, Some((original, read)), options),
    }
}

/// Section 9.
fn container(
    container: &Container,
    original: Option<(&[u8], &ReadOptions)>,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let original = original.and_then(|(original, read)| {
        let (value, ..) = llsd::binary::read_prefix(original, &llsd::ReadOptions::default()).ok()?;
        Some((value, read))
    });
    let mut meshes = Vec::new();
    for (number, item) in container.mesh.iter().flatten().enumerate() {
        let theirs = |(value, read): &(Value, _)| Some((value.get("mesh")?.at(number)?.to_text(), *read));
        let original = original.as_ref().and_then(theirs);
        let bytes = mesh(item, original, options);
        meshes.push(bytes.map_err(|error| error.inside(format!("value {number}")).inside("mesh"))?);
    }
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

/// Section 9.1: an asset, as the bytes of a string.
fn mesh(
    item: &Item,
    original: Option<(Text, &ReadOptions)>,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    match (item, original) {
        (Item::Asset(asset), Some((original, read))) => {
            super::write_onto_with(asset, original.as_bytes(), read, options)
        }
        (Item::Asset(asset), None) => super::write_with(asset, options),
        (Item::Raw(bytes), _) => Ok(bytes.clone()),
    }
}

/// Section 9.2.
fn instance(instance: &Instance) -> Value {
    let mut map = Entries::new(&instance.other, &instance.order);
    map.known("mesh_id", &instance.mesh_id, integer, read::llsd::integer);
    map.known("label", &instance.label, text, read::llsd::text);
    map.known("transform", &instance.transform, reals, read::llsd::reals);
    map.known("material", &instance.material, list(Value::clone), read::slm::materials);
    map.finish().into()
}
