//! What follows the header: the blocks. Format document, sections 1 and 2.

use super::llsd::document;
use super::zlib::deflate;
use super::{lod, physics, skin};
use crate::model::{Block, BlockRef, Content, MeshAsset, Piece};
use crate::mould::output::Output;
use crate::read::File;
use crate::{Error, Same, WriteOptions};
use llsd::{Text, Value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// The file that is written onto.
pub(crate) struct Original<'a> {
    pub(crate) file: &'a File,
    pub(crate) bytes: &'a [u8],
    blocks: HashMap<&'a [u8], (BlockRef<'a>, Range<usize>)>,
}

impl<'a> Original<'a> {
    pub(crate) fn new(file: &'a File, bytes: &'a [u8]) -> Self {
        let blocks: HashMap<_, _> = file.asset.blocks().into_iter().collect();
        let stored = file.places.iter().filter_map(|(name, range)| {
            Some((name.as_bytes(), (*blocks.get(name.as_bytes())?, range.clone())))
        });
        Self { file, bytes, blocks: stored.collect() }
    }

    /// The body, from the end of the header to the end of the file.
    fn body(&self) -> &'a [u8] {
        self.bytes.get(self.file.body_start..).unwrap_or_default()
    }

    /// The bytes of a block, if it holds the same.
    fn same(&self, name: &[u8], block: BlockRef<'_>) -> Option<&'a [u8]> {
        let (original, range) = self.blocks.get(name)?;
        original.holds_same(block).then(|| self.body().get(range.clone())).flatten()
    }

    /// Whether the body can stay as it is, and with it all places.
    fn has_same_body(&self, asset: &MeshAsset) -> bool {
        let theirs = &self.file.asset;
        let blocks = asset.blocks();
        let mut stored = blocks.iter().filter(|(_, block)| block.is_stored());
        asset.body.same(&theirs.body)
            && asset.trailing == theirs.trailing
            && stored.clone().count() == self.blocks.len()
            && stored.all(|(name, block)| self.same(name, *block).is_some())
    }
}

/// The blocks as they will be in the file.
pub(crate) struct Frames<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    places: HashMap<Text, Range<usize>>,
}

impl<'a> Frames<'a> {
    /// Where a block lies, and its bytes; `None` if it is absent.
    pub(crate) fn get(&self, name: &[u8]) -> Option<(Range<usize>, &[u8])> {
        let range = self.places.get(&Text::from(name))?.clone();
        let bytes = self.bytes.get(range.clone())?;
        Some((range, bytes))
    }

    /// As if all were empty.
    pub(crate) fn empty(asset: &MeshAsset) -> Self {
        let stored = asset.blocks().into_iter().filter(|(_, block)| block.is_stored());
        Self { bytes: Cow::default(), places: stored.map(|(name, _)| (name.into(), 0..0)).collect() }
    }

    /// Those of a file, as they are.
    pub(crate) fn of_original(original: &Original<'a>) -> Self {
        let places = original.file.places.iter().cloned().collect();
        Self { bytes: original.body().into(), places }
    }
}

/// Places the blocks, and all that is between and after them.
pub(crate) fn body<'a>(
    asset: &MeshAsset,
    original: Option<&Original<'a>>,
    options: &WriteOptions,
) -> Result<Frames<'a>, Error> {
    if let Some(original) = original.filter(|original| original.has_same_body(asset)) {
        return Ok(Frames::of_original(original));
    }
    let mut out = Output::default();
    let mut places = HashMap::new();
    let blocks = asset.blocks();
    let find: HashMap<&[u8], BlockRef<'_>> = blocks.iter().copied().collect();
    let mut put = |out: &mut Output, name: &Text, shared: Option<&Range<usize>>| {
        let Some(block) = find.get(name.as_bytes()).filter(|block| block.is_stored()) else {
            return Ok(None);
        };
        if places.contains_key(name) {
            return Ok(None);
        }
        let start = out.0.len();
        match original.and_then(|original| original.same(name.as_bytes(), *block)) {
            Some(bytes) => out.bytes(bytes),
            None => self::block(out, *block, options).map_err(|error| error.inside(name.to_string()))?,
        }
        let mut range = start..out.0.len();
        // What shares its bytes with another does so only while they are the same.
        if let Some(shared) = shared.filter(|shared| out.0.get((*shared).clone()) == out.0.get(range.clone()))
        {
            out.0.truncate(start);
            range = shared.clone();
        }
        places.insert(name.clone(), range.clone());
        Ok::<_, Error>(Some(range))
    };
    for piece in &asset.body {
        match piece {
            Piece::Gap(bytes) => out.bytes(bytes),
            Piece::Blocks(names) => {
                let mut shared = None;
                for name in names {
                    shared = put(&mut out, name, shared.as_ref())?.or(shared);
                }
            }
        }
    }
    for (name, _) in &blocks {
        put(&mut out, &Text::from(*name), None)?;
    }
    out.bytes(&asset.trailing);
    Ok(Frames { bytes: out.0.into(), places })
}

fn block(out: &mut Output, block: BlockRef<'_>, options: &WriteOptions) -> Result<(), Error> {
    match block {
        BlockRef::Lod(block) => content(out, block, options, lod::lod),
        BlockRef::Convex(block) => content(out, block, options, physics::convex),
        BlockRef::Skin(block) => content(out, block, options, skin::skin),
        BlockRef::Value(block) => content(out, block, options, Value::clone),
    }
}

/// Section 2.
fn content<T>(
    out: &mut Output,
    block: &Block<T>,
    options: &WriteOptions,
    write: impl Fn(&T) -> Value,
) -> Result<(), Error> {
    let value = match &block.content {
        Content::Value(value) => &write(value),
        Content::Other(value) => value,
        Content::Raw(bytes) => {
            out.bytes(bytes);
            return Ok(());
        }
        Content::NotLoaded(n_bytes) => {
            out.0.resize(out.0.len().saturating_add(*n_bytes), 0);
            return Ok(());
        }
        Content::Absent => return Ok(()),
    };
    let mut plain = document(&block.leftovers.line, value)?;
    plain.extend_from_slice(&block.leftovers.after_value);
    out.bytes(&deflate(&plain, options)?);
    out.bytes(&block.leftovers.after_stream);
    Ok(())
}
