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
    pub(crate) file: File,
    pub(crate) bytes: &'a [u8],
}

impl<'a> Original<'a> {
    /// The body, from the end of the header to the end of the file.
    fn body(&self) -> &'a [u8] {
        self.bytes.get(self.file.body_start..).unwrap_or_default()
    }

    /// The bytes of a block, if it holds the same.
    fn same(&self, name: &[u8], block: BlockRef<'_>) -> Option<&'a [u8]> {
        self.file.asset.block(name).filter(|original| original.holds_same(block))?;
        let (_, range) = self.file.places.iter().find(|(of, _)| of.as_bytes() == name)?;
        self.body().get(range.clone())
    }

    /// Whether the body can stay as it is, and with it all places.
    fn has_same_body(&self, asset: &MeshAsset) -> bool {
        let theirs = &self.file.asset;
        let stored = |asset: &MeshAsset| asset.blocks().iter().filter(|(_, block)| block.is_stored()).count();
        let is_same = |(name, block): &(&[u8], BlockRef<'_>)| !block.is_stored() || self.same(name, *block).is_some();
        asset.body.same(&theirs.body)
            && asset.trailing == theirs.trailing
            && stored(asset) == stored(theirs)
            && asset.blocks().iter().all(is_same)
    }
}

/// The blocks as they will be in the file.
#[derive(Default)]
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
    let mut put = |out: &mut Output, name: &[u8]| -> Result<(), Error> {
        let Some(block) = find.get(name).filter(|block| block.is_stored()) else { return Ok(()) };
        if places.contains_key(&Text::from(name)) {
            return Ok(());
        }
        let start = out.0.len();
        match original.and_then(|original| original.same(name, *block)) {
            Some(bytes) => out.bytes(bytes),
            None => {
                let place = |error: Error| error.inside(String::from_utf8_lossy(name).into_owned());
                self::block(out, *block, options).map_err(place)?;
            }
        }
        places.insert(Text::from(name), start..out.0.len());
        Ok(())
    };
    for piece in &asset.body {
        match piece {
            Piece::Gap(bytes) => out.bytes(bytes),
            Piece::Blocks(names) => names.iter().try_for_each(|name| put(&mut out, name.as_bytes()))?,
        }
    }
    blocks.iter().try_for_each(|(name, _)| put(&mut out, name))?;
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
