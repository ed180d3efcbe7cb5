//! Random edits of intact and damaged files: `write_onto` writes what the model says, and only what was edited differs
//! from the original.

mod change;
mod rows;

use crate::random::Random;
use crate::support;
use rbxbinary::{
    Chunk, Column, Compression, Document, Model, ModelOptions, Order, Position, RawChunk, ReadOptions,
    Referent, Same, Values, WriteOptions, chunks, read, read_with, recompress, write, write_onto_with,
};
use std::collections::{HashMap, HashSet};

impl Random {
    /// A number that is usually small.
    pub(crate) fn number(&mut self) -> i32 {
        match self.below(8) {
            0 => self.bits() as i32,
            1 => -1,
            _ => self.below(6) as i32,
        }
    }

    /// A float, occasionally of random bits, which may be NaN.
    pub(crate) fn float(&mut self) -> f32 {
        if self.once_in(3) { f32::from_bits(self.bits() as u32) } else { self.below(9) as f32 / 4.0 }
    }

    /// A few bytes.
    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        (0..self.below(6)).map(|_| self.bits() as u8).collect()
    }
}

/// The default number of edits, which takes a few seconds.
const N_EDITS: usize = 6_000;

#[test]
fn write_onto_writes_what_the_model_says() {
    let n_edits = std::env::var("REZKIT_EDITS").map_or(N_EDITS, |n| n.parse().expect("a number of edits"));
    let files = originals();
    let (mut done, mut written) = (0, 0);
    for seed in 0.. {
        let mut random = Random::new(seed);
        let (name, bytes) = &files[random.below(files.len())];
        let original = original(bytes, &mut random);
        let options = options(&mut random);
        let Ok((first, _)) = read_with(&original, &options) else { continue };
        let mut model = first.clone();
        // Edits accumulate, so combinations are tested too.
        for _ in 0..3 {
            change::change(&mut model, &mut random);
            done += 1;
            let title = || format!("{name}, seed {seed}, edit {done}");
            match law(&first, &model, &original, &options) {
                Ok(was_written) => written += usize::from(was_written),
                Err(flaw) => panic!("{}: {flaw}\nfrom {first:?}\nto {model:?}", title()),
            }
            if let Some(flaw) = document(&model, &mut random) {
                panic!("{}: {flaw}\nof {model:?}", title());
            }
        }
        if done >= n_edits {
            break;
        }
    }
    assert!(written * 2 > done, "{written} of {done} edits could be written");
}

/// Checks that a document without edits equals its model, and that any model can be converted to a document and edited.
fn document(model: &Model, random: &mut Random) -> Option<String> {
    let mut document = Document::from(model.clone());
    let mut ids = HashSet::from([Referent::NONE]);
    let has_ids = model.classes().flat_map(|class| &class.referents).all(|referent| ids.insert(*referent));
    let same = document.to_model().expect("nothing was edited");
    // Without classes, it is arranged as a new document.
    if has_ids && model.classes().next().is_some() && !same.same(model) {
        return same.difference(model).map(|difference| format!("as a document, the model{difference}"));
    }
    let all: Vec<_> = document.walk().map(|visit| visit.id).collect();
    for id in &all {
        // Earlier edits may have removed the item, or put the other one inside of it.
        let other = all[random.below(all.len())];
        match random.below(8) {
            0 => drop(document.remove(*id)),
            1 => drop(document.move_to(*id, other, Position::Last)),
            2 => drop(document.copy(*id, None)),
            3 => drop(document.rename(*id, "Named")),
            _ => {}
        }
    }
    let order = if random.once_in(2) { Order::File } else { Order::Studio };
    // Columns that are not decoded cannot get other rows.
    let Ok(edited) = document.to_model_with(&ModelOptions::default().order(order)) else { return None };
    let names =
        |document: &Document| document.walk().map(|visit| visit.item.name().to_vec()).collect::<Vec<_>>();
    let (found, expected) = (names(&Document::from(edited)), names(&document));
    // An index that leads nowhere leads to a string as soon as an edit adds enough of them.
    let dangles = |column: &Column| match &column.values {
        Values::SharedString(all) => all.iter().any(|index| document.shared_string(*index).is_none()),
        _ => false,
    };
    if model.columns().any(dangles) {
        return None;
    }
    // A missing name is the class, or the empty string in a file where other items have one.
    let is_same =
        found.len() == expected.len() && found.iter().zip(&expected).all(|(a, b)| a == b || a.is_empty());
    (!is_same).then(|| format!("edited, its names are {found:?} and not {expected:?}"))
}

/// The fixtures that read without an error, except the largest.
fn originals() -> Vec<support::File> {
    let mut all = support::fixtures("rbxbinary");
    all.retain(|(_, bytes)| bytes.len() < 10_000 && read(bytes).is_ok());
    assert!(all.len() > 80, "{} fixtures", all.len());
    all
}

/// A file that may be edited and rewritten, recompressed, combined from parts, or damaged.
fn original(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.below(3) {
        let mut model = read(&bytes).expect("it was read, or written");
        (0..random.below(20)).for_each(|_| change::change(&mut model, random));
        bytes = write(&model).unwrap_or(bytes);
    }
    let forms: &[Compression] = match cfg!(feature = "zstd") {
        true => &[Compression::Lz4, Compression::Stored, Compression::Zstd],
        false => &[Compression::Lz4, Compression::Stored],
    };
    let form = forms[random.below(forms.len())];
    if random.once_in(2) {
        bytes = recompress(&bytes, form, &ReadOptions::default()).expect("it was read, or written");
    }
    if random.once_in(4) {
        // Set the reserved field in the frames of some chunks.
        let starts: Vec<_> = chunks(&bytes).expect("a file").map(|chunk| chunk.start()).collect();
        starts.iter().for_each(|start| bytes[start + 12] = u8::from(random.once_in(2)));
    }
    if random.once_in(2) {
        (0..=random.below(3)).for_each(|_| damage(&mut bytes, random));
    }
    bytes
}

/// Flips a bit, changes a byte, removes or inserts bytes, or writes a number that is a difficult count.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    // Usually after the file header, because reading stops at a damaged header.
    let at = if random.once_in(8) { random.below(bytes.len()) } else { 16 + random.below(bytes.len() - 16) };
    match random.below(5) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.bits() as u8,
        2 => drop(bytes.drain(at..at + random.below(20).min(bytes.len() - at))),
        3 => drop(bytes.splice(at..at, random.bytes())),
        _ => {
            let worst = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX][random.below(5)].to_le_bytes();
            bytes[at..].iter_mut().zip(worst).for_each(|(byte, new)| *byte = new);
        }
    }
    bytes.resize(bytes.len().max(32), 0);
}

/// Options that decode all columns, or some.
fn options(random: &mut Random) -> ReadOptions {
    match random.below(4) {
        0 => ReadOptions::default().columns(|_, property| property.len() % 2 == 0),
        _ => ReadOptions::default(),
    }
}

/// Checks that the output of `write_onto` reads the same as that of `write`, and reuses every chunk of the original that
/// it can. Returns whether the model can be written at all.
fn law(first: &Model, model: &Model, original: &[u8], options: &ReadOptions) -> Result<bool, String> {
    let alone = write(model);
    let onto = write_onto_with(model, original, options, &WriteOptions::default());
    let (alone, onto) = match (alone, onto) {
        (Ok(alone), Ok(onto)) => (alone, onto),
        (Err(alone), Err(onto)) if alone == onto => return Ok(false),
        (alone, onto) => return Err(format!("one is written: {:?} and {:?}", alone.err(), onto.err())),
    };
    match (read(&alone), read(&onto)) {
        (Ok(alone), Ok(onto)) => match onto.difference(&alone) {
            None => {}
            Some(difference) => return Err(format!("written onto the original, the model{difference}")),
        },
        (alone, onto) => return Err(format!("one reads: {:?} and {:?}", alone.err(), onto.err())),
    }
    if !may_read_otherwise(model)
        && let Some(difference) = read(&alone).unwrap().difference(model)
    {
        return Err(format!("read again, the model{difference}"));
    }
    if first.same(model) && onto != original {
        return Err("an untouched file does not stay".into());
    }
    units(first, model, original, &onto)?;
    Ok(true)
}

/// Returns true for the exceptions to law 1: data kept as bytes may become readable, and header counts that are correct
/// become `None`.
fn may_read_otherwise(model: &Model) -> bool {
    let is_raw = |chunk: &Chunk| match chunk {
        Chunk::Unknown(_) | Chunk::Packed(_) => true,
        Chunk::Column(column) => matches!(column.values, Values::Raw { .. }),
        _ => false,
    };
    let has_end = matches!(model.chunks.last(), Some(Chunk::End(_)));
    let is_trailing = !has_end && !model.trailing.is_empty();
    is_trailing || model.header.counts.is_some() || model.chunks.iter().any(is_raw)
}

/// A chunk including its frame.
type Unit = ([u8; 4], usize, bool, Vec<u8>, [u8; 4]);

fn unit(bytes: &[u8], chunk: &RawChunk<'_>) -> Unit {
    let mut reserved = [0; 4];
    reserved.copy_from_slice(&bytes[chunk.start() + 12..chunk.start() + 16]);
    let is_stored = chunk.compression() == Compression::Stored;
    (chunk.name(), chunk.plain_len(), is_stored, chunk.body().to_vec(), reserved)
}

/// Checks that a payload which occurs n times in the original is copied from there up to n times, and that a chunk that
/// was not edited keeps its payload.
fn units(first: &Model, model: &Model, original: &[u8], onto: &[u8]) -> Result<(), String> {
    let payload = |chunk: &RawChunk<'_>| {
        let plain = chunk.plain(&ReadOptions::default());
        (chunk.name(), plain.map_err(|_| chunk.body().to_vec()))
    };
    let originals: Vec<_> = chunks(original).unwrap().collect();
    let mut units: HashMap<_, Vec<Unit>> = HashMap::new();
    for chunk in &originals {
        units.entry(payload(chunk)).or_default().push(unit(original, chunk));
    }
    let has_packed = model.chunks.iter().any(|chunk| matches!(chunk, Chunk::Packed(_)));
    let texts: Vec<_> = first.chunks.iter().map(|chunk| format!("{chunk:?}")).collect();
    for (number, (chunk, written)) in model.chunks.iter().zip(chunks(onto).unwrap()).enumerate() {
        let payload = payload(&written);
        let text = format!("{chunk:?}");
        if let Some(old) = texts.iter().position(|old| *old == text)
            && first.chunks[old].same(chunk)
            && !units.contains_key(&payload)
        {
            return Err(format!("chunk {number} has another payload than chunk {old} of the original"));
        }
        let Some(same) = units.get_mut(&payload).filter(|same| !same.is_empty()) else { continue };
        let unit = unit(onto, &written);
        let Some(at) = same.iter().position(|old| *old == unit) else {
            // A packed chunk contains its own bytes, even if another chunk reused those of the original.
            if matches!(chunk, Chunk::Packed(_)) || has_packed {
                continue;
            }
            return Err(format!("chunk {number} is none of the original: {unit:?}\nbut {same:?}"));
        };
        same.remove(at);
    }
    Ok(())
}
