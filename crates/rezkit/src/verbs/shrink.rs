//! Reduction of the size of files.

use super::convert::{ConvertOptions, convert};
use super::edit::Edited;
use super::info::percent;
use files::Family;
use files::File;
use files::codec::Adapted;
use files::fault::refused;
use rbxbinary::{
    Chunk, Class, Column, Compression, ErrorKind, Hierarchy, Metadata, SharedIndex, SharedStrings, Strings,
    Values, WriteOptions,
};
use scene::{Problem, ProblemKind, counted, size, threads};
use std::collections::HashMap;

/// Rewrites a file in fewer bytes, without losing anything that programs read.
///
/// | File | Changes |
/// |---|---|
/// | binary Roblox model or place | shared strings are deduplicated, and unused ones removed; data that the engine does not read are removed: hashes of shared strings, signatures, bytes after the end of a part; LZ4 or Zstandard, whichever is smaller |
/// | XML Roblox model or place | written as Studio writes it |
/// | Model 3D | written with the packing of our writer |
///
/// The notes list the changes. A file that would not become smaller is returned unchanged.
///
/// ```rust,standalone_crate
/// use rezkit::{File, OpenOptions, shrink};
///
/// let place = include_bytes!("../../fixtures/rbxbinary/valid/place.rbxl");
/// let smaller = shrink(&File::open(place, &OpenOptions::default())?)?;
/// assert!(smaller.bytes.len() <= place.len());
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read or written, or is of another format.
pub fn shrink(file: &File<'_>) -> Result<Edited, Problem> {
    let shrunk = match file.identity().format.family() {
        Family::RbxBinary => binary(file),
        Family::RbxXml | Family::M3d => anew(file),
        _ => {
            let message = format!("{} cannot be made smaller", file.identity().format.in_words());
            Err(Problem::new(ProblemKind::Unsupported, message).help(
                "`rez strip` takes parts out, `rez lod` makes levels of detail, and `rez convert --draco` compresses Roblox meshes",
            ))
        }
    };
    let mut edited = shrunk.map_err(|problem| file.explained(problem))?;
    let (before, after) = (file.bytes().len(), edited.bytes.len());
    if after >= before {
        return Ok(Edited::new(
            file.bytes().to_vec(),
            0,
            vec!["the file cannot be made smaller, and is left unchanged".into()],
        ));
    }
    edited.notes.push(format!("{} became {}, {}", size(before), size(after), percent(after, before)));
    Ok(edited)
}

/// Rewrites a file with our writer.
fn anew(file: &File<'_>) -> Result<Edited, Problem> {
    let written = convert(file, &ConvertOptions::to(file.identity().format))?;
    Ok(Edited { losses: written.losses, ..Edited::new(written.bytes, 0, written.notes) })
}

fn binary(file: &File<'_>) -> Result<Edited, Problem> {
    let options = rbxbinary::Model::read_options(file.options());
    let (mut model, warnings) = rbxbinary::read_with(file.bytes(), &options).map_err(refused)?;
    let (mut notes, mut n_dropped) = (Vec::new(), 0);
    let mut smallest: Option<Vec<u8>> = None;
    // Damaged chunks are kept as they are.
    let is_surplus = |error: &rbxbinary::Error| matches!(error.kind(), ErrorKind::Surplus { .. });
    let is_sound = warnings.iter().filter(|error| is_surplus(error)).count() == warnings.total();
    if is_sound {
        leave_unread(&mut model, &mut notes);
        let (n, n_bytes) = share_once(&mut model)?;
        n_dropped = n;
        if n > 0 {
            let what = counted(n, "shared string");
            let which = "that are unused or duplicate";
            notes.push(format!("left out: {what} {which}, {}", size(n_bytes)));
        }
    } else {
        notes.push("parts of the file are damaged, so it is only recompressed".into());
    }
    for (compression, name) in [(Compression::Lz4, "LZ4"), (Compression::Zstd, "Zstandard")] {
        let bytes = if is_sound {
            let options = WriteOptions::default().compression(compression).threads(threads::count());
            rbxbinary::write_with(&model, &options).map_err(refused)?
        } else {
            rbxbinary::recompress(file.bytes(), compression, &options).map_err(refused)?
        };
        if smallest.as_ref().is_none_or(|smallest| bytes.len() < smallest.len()) {
            notes.retain(|note| !note.starts_with("compressed by"));
            notes.push(format!("compressed by {name}"));
            smallest = Some(bytes);
        }
    }
    Ok(Edited::new(smallest.unwrap_or_default(), n_dropped, notes))
}

/// Removes data that the engine does not read. Signatures are among them, as any change of the file invalidates them.
fn leave_unread(model: &mut rbxbinary::Model, notes: &mut Vec<String>) {
    let (mut n_hashes, mut n_signatures) = (0_usize, 0_usize);
    let mut n_surplus = std::mem::take(&mut model.trailing).len();
    model.chunks.retain_mut(|chunk| {
        let surplus = match chunk {
            Chunk::Metadata(Metadata { surplus, .. })
            | Chunk::Class(Class { surplus, .. })
            | Chunk::Column(Column { surplus, .. })
            | Chunk::Hierarchy(Hierarchy { surplus, .. }) => surplus,
            Chunk::SharedStrings(shared) => {
                for hash in shared.hashes.iter_mut().filter(|hash| **hash != [0; 16]) {
                    // Current files have zeros here; no program reads the hash (docs/formats/rbxbinary.md, 3).
                    *hash = [0; 16];
                    n_hashes = n_hashes.saturating_add(1);
                }
                &mut shared.surplus
            }
            Chunk::Signatures(signatures) => {
                n_signatures = n_signatures.saturating_add(signatures.signatures.len());
                return false;
            }
            _ => return true,
        };
        n_surplus = n_surplus.saturating_add(std::mem::take(surplus).len());
        true
    });
    let left_out = [
        (n_hashes, "hash value", "of shared strings, which current files do not have"),
        (n_signatures, "signature", "that any change invalidates"),
        (n_surplus, "byte", "after the end of the file or of a part"),
    ];
    for (n, what, which) in left_out.into_iter().filter(|(n, ..)| *n > 0) {
        notes.push(format!("left out: {} {which}", counted(n, what)));
    }
}

/// Deduplicates shared strings and removes unused ones; returns the number of strings and bytes removed.
fn share_once(model: &mut rbxbinary::Model) -> Result<(usize, usize), Problem> {
    let columns = model.columns().filter_map(|column| match &column.values {
        Values::SharedString(all) => Some(all),
        _ => None,
    });
    let mut used: Vec<SharedIndex> = columns.flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let (mut all, mut hashes) = (Vec::new(), Vec::new());
    for chunk in &model.chunks {
        if let Chunk::SharedStrings(shared) = chunk {
            all.extend(shared.strings.iter());
            hashes.extend(&shared.hashes);
        }
    }
    let (mut kept, mut kept_hashes) = (Vec::<&[u8]>::new(), Vec::new());
    let (mut by_content, mut moved) = (HashMap::new(), HashMap::new());
    for index in used {
        let at = index.0 as usize;
        // If an index is out of range, renumbering could make it valid, so nothing is changed.
        let (Some(content), Some(hash)) = (all.get(at), hashes.get(at)) else { return Ok((0, 0)) };
        let new = *by_content.entry(*content).or_insert_with(|| {
            kept.push(content);
            kept_hashes.push(*hash);
            SharedIndex(u32::try_from(kept.len().saturating_sub(1)).unwrap_or(u32::MAX))
        });
        moved.insert(index, new);
    }
    let n_bytes =
        |strings: &[&[u8]]| strings.iter().map(|string| string.len()).fold(0, usize::saturating_add);
    let dropped = (all.len().saturating_sub(kept.len()), n_bytes(&all).saturating_sub(n_bytes(&kept)));
    if dropped.0 == 0 {
        return Ok(dropped);
    }
    let strings = Strings::new(kept).map_err(refused)?;
    let mut shared = Some(SharedStrings { hashes: kept_hashes, ..SharedStrings::from(strings) });
    model.chunks.retain_mut(|chunk| match chunk {
        // The first chunk gets all strings.
        Chunk::SharedStrings(one) => {
            shared.take().filter(|shared| !shared.strings.is_empty()).is_some_and(|shared| {
                *one = SharedStrings { version: one.version, ..shared };
                true
            })
        }
        _ => true,
    });
    for column in model.columns_mut() {
        if let Values::SharedString(all) = &mut column.values {
            all.iter_mut().for_each(|index| *index = moved.get(index).copied().unwrap_or(*index));
        }
    }
    Ok(dropped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roblox::Document;
    use crate::{DiffOptions, diff};
    use dom::{Shared, Value};
    use files::Format;
    use files::OpenOptions;

    /// Removed data are listed in the notes, and everything else is kept.
    #[test]
    fn what_the_engine_does_not_read_is_left_out() {
        let mut document = Document::new(Format::RbxBinary).unwrap();
        let union = document.add(None, "UnionOperation").unwrap();
        document.set(union, "MeshData2", Value::SharedString(Shared::from(vec![7; 500]))).unwrap();
        let full = document.save().unwrap().bytes;
        let mut model = rbxbinary::read(&full).unwrap();
        for chunk in &mut model.chunks {
            match chunk {
                Chunk::SharedStrings(shared) => shared.hashes[0] = [9; 16],
                Chunk::Hierarchy(hierarchy) => hierarchy.surplus = vec![1; 30],
                _ => {}
            }
        }
        model.trailing = vec![2; 1000];
        let waste = rbxbinary::write(&model).unwrap();
        let shrunk = shrink(&File::open(&waste, &OpenOptions::default()).unwrap()).unwrap();
        let notes = shrunk.notes.join("; ");
        assert!(notes.contains("left out: 1 hash value of shared strings"), "{notes}");
        assert!(notes.contains("left out: 1,030 bytes after the end"), "{notes}");
        let small = rbxbinary::read(&shrunk.bytes).unwrap();
        assert_eq!(small, rbxbinary::read(&full).unwrap());
    }

    /// Unused strings are removed, and equal ones are merged.
    #[test]
    fn shared_strings_are_there_once() {
        let mut document = Document::new(Format::RbxBinary).unwrap();
        let meshes = [[1_u8; 5000], [2; 5000]].map(|bytes| Value::SharedString(Shared::from(bytes.to_vec())));
        for mesh in [&meshes[0], &meshes[1], &meshes[0]] {
            let union = document.add(None, "UnionOperation").unwrap();
            document.set(union, "MeshData2", mesh.clone()).unwrap();
        }
        let full = document.save().unwrap().bytes;
        let (mut model, _) = rbxbinary::read_with(&full, &rbxbinary::ReadOptions::default()).unwrap();
        assert_eq!(share_once(&mut model).unwrap(), (0, 0));
        // This simulates a program that removed the second use and left its string behind.
        for column in model.columns_mut() {
            if let Values::SharedString(all) = &mut column.values {
                all.iter_mut().for_each(|index| *index = SharedIndex(0));
            }
        }
        let waste = rbxbinary::write(&model).unwrap();
        let versions = |model: &mut rbxbinary::Model| {
            let chunks = model.chunks.iter_mut().filter_map(|chunk| match chunk {
                Chunk::SharedStrings(shared) => Some(&mut shared.version),
                _ => None,
            });
            chunks.map(|version| std::mem::replace(version, 7)).collect::<Vec<_>>()
        };
        assert_eq!(versions(&mut model), [0]);
        assert_eq!(share_once(&mut model).unwrap(), (1, 5000));
        assert_eq!(versions(&mut model), [7]);
        let file = File::open(&waste, &OpenOptions::default()).unwrap();
        let shrunk = shrink(&file).unwrap();
        assert!(shrunk.bytes.len() < waste.len(), "{:?}", shrunk.notes);
        assert_eq!(shrunk.n_values, 1);
        let again = File::open(&shrunk.bytes, &OpenOptions::default()).unwrap();
        let same = diff(&file, &again, &DiffOptions::default(), &mut |change| panic!("{change:?}")).unwrap();
        assert_eq!(same.n_changed, 0);
        assert_eq!(shrink(&again).unwrap().bytes, shrunk.bytes);
    }
}
