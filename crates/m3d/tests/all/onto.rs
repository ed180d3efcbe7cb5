//! `write_onto` writes the model exactly, after any edit, onto any readable original.

use crate::models::edit::Edit;
use crate::models::random::{Random, damaged};
use crate::{models, support};
use m3d::*;

/// The units of a file: preview; header and chunks; trailing bytes. `data` is `None` in a packed file.
struct Units<'a> {
    preview: &'a [u8],
    chunks: Option<Vec<&'a [u8]>>,
    packed: &'a [u8],
}

/// Splits a file that holds this model into units.
fn units<'a>(bytes: &'a [u8], model: &Model) -> Units<'a> {
    let frame = |rest: &'a [u8]| {
        let length = u32::from_le_bytes(rest[4..8].try_into().unwrap()) as usize;
        rest.split_at(length)
    };
    let mut rest = &bytes[8..];
    let mut preview = &bytes[..0];
    if model.preview.is_some() {
        (preview, rest) = frame(rest);
    }
    if model.packing == Packing::Zlib {
        let packed = rest.strip_suffix(&model.trailing[..]).unwrap();
        return Units { preview, chunks: None, packed };
    }
    // The header and each chunk are units.
    let chunks = (0..=model.chunks.len()).map(|_| {
        let (chunk, after) = frame(rest);
        rest = after;
        chunk
    });
    Units { preview, chunks: Some(chunks.collect()), packed: &[] }
}

/// Checks that units without the edit are unchanged.
fn only_edited_units_differ(
    before: &Model,
    original: &[u8],
    after: &Model,
    onto: &[u8],
) -> Result<(), String> {
    let (old, new) = (units(original, before), units(onto, after));
    if before.preview == after.preview && old.preview != new.preview {
        return Err("another preview".into());
    }
    let same_head = (&before.scale, &before.types, &before.strings).difference(&(
        &after.scale,
        &after.types,
        &after.strings,
    ));
    match (old.chunks, new.chunks) {
        (Some(old), Some(new)) => {
            if same_head.is_none() && old[0] != new[0] {
                return Err("another header".into());
            }
            for (number, chunk) in after.chunks.iter().enumerate().filter(|_| before.types == after.types) {
                let of_old = before.chunks.iter().position(|old| old.same(chunk));
                if of_old.is_some_and(|at| old[at + 1] != new[number + 1]) {
                    return Err(format!("another {} #{number}", chunk.magic().escape_ascii()));
                }
            }
        }
        (None, None) => {
            let is_same = same_head.is_none()
                && before.chunks.difference(&after.chunks).is_none()
                && before.end == after.end;
            // The end of a damaged stream is unknown, so bytes after it would become part of it.
            let is_whole = after.trailing.is_empty() || !before.trailing.is_empty();
            if is_same && is_whole && old.packed != new.packed {
                return Err("other packed data".into());
            }
        }
        _ => {}
    }
    Ok(())
}

/// Returns true if the size in the header is right.
fn has_its_size(bytes: &[u8]) -> bool {
    let warnings = read_with(bytes, &ReadOptions::default()).map(|(_, warnings)| warnings);
    warnings.is_ok_and(|warnings| warnings.iter().all(|warning| warning.path().next() != Some("size")))
}

/// Checks the law for one original and one edit of its model; returns true if the edited model can be written.
fn holds(before: &Model, original: &[u8], after: &Model) -> Result<bool, String> {
    let (alone, onto) = match (write(after), write_onto(after, original)) {
        (Ok(alone), Ok(onto)) => (alone, onto),
        (Err(_), Err(_)) => return Ok(false),
        (alone, onto) => return Err(format!("{:?} alone, and {:?}", alone.err(), onto.err())),
    };
    match (read(&alone), read(&onto)) {
        (Ok(one), Ok(other)) => {
            if let Some(difference) = other.difference(&one) {
                return Err(difference);
            }
        }
        (Err(_), Err(_)) => return Ok(true),
        (one, other) => return Err(format!("{:?} alone, and {:?}", one.err(), other.err())),
    }
    if has_its_size(original) && has_its_size(&alone) && !has_its_size(&onto) {
        return Err("another size".into());
    }
    only_edited_units_differ(before, original, after, &onto)?;
    Ok(true)
}

/// The number of edits is `REZKIT_EDITS`, if set, for long runs.
#[test]
fn edits_are_written_and_nothing_else() {
    let n = models::n_edits(4000);
    // Texts have other units: see tests/ascii.rs.
    let is_binary = |(name, _): &support::File| !name.ends_with(".a3d");
    let files: Vec<_> = support::fixtures("m3d").into_iter().filter(is_binary).collect();
    let (mut n_tried, mut n_written) = (0, 0);
    for seed in 0..n.div_ceil(4) {
        let mut random = Random::new(seed);
        let (name, file) = &files[random.below(files.len())];
        let (name, original) = match random.below(5) {
            0 => (name.clone(), file.clone()),
            1 => {
                let model = models::any::seeded(&mut random);
                ("a model".to_owned(), write(&model).unwrap())
            }
            _ => (name.clone(), damaged(file, &mut random)),
        };
        let Ok(before) = read(&original) else { continue };
        assert_eq!(write_onto(&before, &original).as_ref(), Ok(&original), "{name}, seed {seed}");
        for edit in 0..4 {
            let mut after = before.clone();
            (0..=random.below(2)).for_each(|_| after.edit(&mut random));
            if random.once_in(3) {
                after.fit();
            }
            let held = holds(&before, &original, &after);
            n_tried += 1;
            match held {
                Ok(is_written) => n_written += u64::from(is_written),
                Err(error) => panic!("{name}, seed {seed}, edit {edit}: {error}"),
            }
        }
    }
    assert!(n_written * 3 > n_tried, "{n_written} of {n_tried} edits can be written");
}
