//! Writes the blocks after the header. Format document, sections 1 and 2.

use super::block::block;
use crate::common::error::Error;
use crate::model::{BlockRef, MeshAsset, Piece};
use crate::options::WriteOptions;
use crate::read::File;
use crate::read::body::Placed;
use crate::wire::shown;
use geom::Same;
use llsd::Text;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The file onto which an asset is written.
pub(crate) struct Original<'a> {
    pub(crate) file: &'a File,
    pub(crate) bytes: &'a [u8],
    same: &'a HashSet<Text>,
    stored: HashMap<&'a [u8], Range<usize>>,
}

impl<'a> Original<'a> {
    /// Takes the blocks of a file. `same` has the names of those that have the same content in the asset.
    pub(crate) fn new(file: &'a File, same: &'a HashSet<Text>, bytes: &'a [u8]) -> Self {
        let stored =
            file.places.iter().filter_map(|place| Some((place.name.as_bytes(), place.range.clone()?)));
        Self { file, bytes, same, stored: stored.collect() }
    }

    /// The body, from the end of the header to the end of the file.
    fn body(&self) -> &'a [u8] {
        self.bytes.get(self.file.body_start..).unwrap_or_default()
    }

    /// The bytes of a block, if its content is unchanged.
    fn same(&self, name: &Text) -> Option<&'a [u8]> {
        self.same.get(name)?;
        self.body().get(self.stored.get(name.as_bytes())?.clone())
    }

    /// Returns true if the body, and with it all offsets, can stay unchanged.
    fn has_same_body(&self, asset: &MeshAsset) -> bool {
        let theirs = &self.file.asset;
        let ours = asset.blocks().into_iter().filter(|(_, block)| block.is_stored());
        let ours: Vec<&[u8]> = ours.map(|(name, _)| name).collect();
        let theirs_stored = theirs.blocks().into_iter().map(|(name, _)| name);
        asset.body.same(&theirs.body)
            && asset.trailing == theirs.trailing
            // The order is compared, too, because unknown blocks are in the asset in the order of the file.
            && theirs_stored.filter(|name| self.stored.contains_key(name)).eq(ours.iter().copied())
            && ours.iter().all(|name| self.same.contains(&Text::from(*name)))
    }
}

/// The positions and bytes of the blocks in the new file.
pub(crate) struct Frames<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    places: HashMap<Text, Range<usize>>,
}

impl<'a> Frames<'a> {
    /// The offset and the bytes of a block; `None` if it is absent.
    pub(crate) fn get(&self, name: &[u8]) -> Option<(Range<usize>, &[u8])> {
        let range = self.places.get(&Text::from(name))?.clone();
        let bytes = self.bytes.get(range.clone())?;
        Some((range, bytes))
    }

    /// Returns true if a block has the same position in the new file as in the header of the original.
    pub(crate) fn has(&self, place: &Placed) -> bool {
        self.places.get(&place.name) == place.in_body_of(self.bytes.len()).as_ref()
    }

    /// The positions of the blocks of an asset as if all were empty.
    pub(crate) fn empty(asset: &MeshAsset) -> Self {
        let stored = asset.blocks().into_iter().filter(|(_, block)| block.is_stored());
        Self { bytes: Cow::default(), places: stored.map(|(name, _)| (name.into(), 0..0)).collect() }
    }

    /// The blocks of a file, unchanged.
    pub(crate) fn of_original(original: &Original<'a>) -> Self {
        let places = original.stored.iter().map(|(name, range)| (Text::from(*name), range.clone())).collect();
        Self { bytes: original.body().into(), places }
    }
}

/// Writes the blocks, and the bytes between and after them, and records their positions.
pub(crate) fn body<'a>(
    asset: &MeshAsset,
    original: Option<&Original<'a>>,
    options: &WriteOptions,
) -> Result<Frames<'a>, Error> {
    if let Some(original) = original.filter(|original| original.has_same_body(asset)) {
        return Ok(Frames::of_original(original));
    }
    let mut out = Vec::new();
    let mut places = HashMap::new();
    let blocks = asset.blocks();
    let find: HashMap<&[u8], BlockRef<'_>> = blocks.iter().copied().collect();
    let fresh = |of: BlockRef<'_>| {
        let mut out = Vec::new();
        block(&mut out, of, options).map(|()| out)
    };
    let mut put = |out: &mut Vec<u8>, name: &Text, other: Option<&(Range<usize>, BlockRef<'_>)>| {
        let Some(found) = find.get(name.as_bytes()).filter(|block| block.is_stored()) else {
            return Ok(None);
        };
        if places.contains_key(name) {
            return Ok(None);
        }
        let start = out.len();
        match original.and_then(|original| original.same(name)) {
            Some(bytes) => out.extend_from_slice(bytes),
            None => block(out, *found, options).map_err(|error| error.inside(shown(name.as_bytes())))?,
        }
        let mut range = start..out.len();
        // Blocks share bytes only as long as their contents are equal. Those of an original may be compressed
        // differently.
        if let Some((shared, of)) = other
            && (out.get(shared.clone()) == out.get(range.clone())
                || (original.is_some() && fresh(*of)? == fresh(*found)?))
        {
            out.truncate(start);
            range = shared.clone();
        }
        places.insert(name.clone(), range.clone());
        Ok::<_, Error>(Some((range, *found)))
    };
    for piece in &asset.body {
        match piece {
            Piece::Gap(bytes) => out.extend_from_slice(bytes),
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
    out.extend_from_slice(&asset.trailing);
    Ok(Frames { bytes: out.into(), places })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Block, Lod};
    use crate::write::header::entries_of;

    /// Miri would have to fill the memory.
    #[test]
    #[cfg(all(target_pointer_width = "64", not(miri)))]
    fn a_block_has_less_than_2_gib() {
        let asset = MeshAsset { high_lod: Some(Block::new(Lod::default())), ..MeshAsset::default() };
        // Zeros that nobody reads take no memory.
        let bytes: Cow<[u8]> = Cow::Owned(vec![0; 1 << 31]);
        let frames = Frames { places: [("high_lod".into(), 0..bytes.len())].into(), bytes };
        let error = entries_of(&asset, &frames, &WriteOptions::default()).unwrap_err();
        let text = "high_lod.size: there are 2147483648, more than the format can count";
        assert_eq!(error.to_string(), text);
    }
}
