//! Updates the parts of an asset that depend on the order of the file.

use crate::model::{Block, BlockRef, Content, Convex, Face, Hash, MeshAsset, Piece, Skin, Surplus};
use crate::read::body::is_usual_order;
use crate::write::llsd::Entries;
use crate::write::{block::holds_same_bytes, header, lod, physics, skin};
use llsd::{Map, Text};
use std::collections::{HashMap, HashSet};

impl MeshAsset {
    /// Sets `other`, `order`, `unknown` and `body` to what reading would return, so that `read(write(asset))` is the
    /// same as the asset.
    ///
    /// It removes keys and blocks that no longer exist, adds new ones, and separates blocks that shared their bytes and
    /// are now different. Assets are settled after reading, and after calls of editing methods. Call this after you
    /// have set fields.
    ///
    /// ```rust,standalone_crate
    /// use slmesh::Same;
    ///
    /// let bytes = include_bytes!("../../fixtures/slmesh/valid/insertion_order.llmesh");
    /// let mut asset = slmesh::read(bytes)?;
    /// asset.version = Some(1);
    /// asset.settle();
    /// assert!(slmesh::read(&slmesh::write(&asset)?)?.same(&asset));
    /// # Ok::<(), slmesh::Error>(())
    /// ```
    pub fn settle(&mut self) {
        let levels = [&mut self.lowest_lod, &mut self.low_lod, &mut self.medium_lod, &mut self.high_lod];
        let shapes = [&mut self.physics_mesh, &mut self.physics_shape];
        for block in levels.into_iter().chain(shapes).flatten() {
            block.settle(|lod| lod.faces.iter_mut().for_each(Face::settle));
        }
        self.physics_convex.iter_mut().for_each(|block| block.settle(Convex::settle));
        self.skin.iter_mut().for_each(|block| block.settle(Skin::settle));
        let unknown = self.unknown.iter_mut().map(|(_, block)| block);
        self.physics_havok.iter_mut().chain(unknown).for_each(|block| block.settle(|_| ()));

        let mut header = header::fields(self);
        for (name, _) in self.blocks() {
            header.computed(name, Map::new());
        }
        let (keys, (other, order)) = header.settled();
        (self.other, self.order) = (other, order);
        self.settle_body(&keys.into_iter().zip(0..).collect());
    }

    /// Sorts the blocks into the order in which they are written. Blocks that share bytes are in the order of the
    /// header's `keys`.
    fn settle_body(&mut self, keys: &HashMap<Text, usize>) {
        let mut body = Vec::new();
        {
            let stored: HashMap<&[u8], BlockRef<'_>> =
                self.blocks().into_iter().filter(|(_, block)| block.is_stored()).collect();
            let mut placed = HashSet::new();
            for piece in &self.body {
                match piece {
                    Piece::Gap(bytes) => add_gap(&mut body, bytes),
                    Piece::Blocks(names) => {
                        let is_new = |name: &&Text| {
                            stored.contains_key(name.as_bytes()) && placed.insert(Text::clone(name))
                        };
                        body.extend(divided(names.iter().filter(is_new), &stored));
                    }
                }
            }
            let in_order = self.blocks().into_iter().filter(|(name, _)| stored.contains_key(name));
            let rest = in_order.map(|(name, _)| Text::from(name)).filter(|name| !placed.contains(name));
            body.extend(rest.map(|name| Piece::Blocks(vec![name])));
        }
        // A gap after the last block has become trailing.
        if let Some(Piece::Gap(bytes)) = body.pop_if(|piece| matches!(piece, Piece::Gap(_))) {
            self.trailing.splice(..0, bytes);
        }
        let place_in_header = |name: &Text| keys.get(name).copied().unwrap_or_default();
        let mut places: HashMap<Text, usize> = HashMap::new();
        for piece in &mut body {
            if let Piece::Blocks(names) = piece {
                names.sort_by_key(place_in_header);
                for name in names {
                    places.insert(name.clone(), places.len());
                }
            }
        }
        // Absent blocks come first, the others in order of position, as in the file.
        self.unknown.sort_by_key(|(name, _)| (places.get(name).copied(), place_in_header(name)));
        self.body = if is_usual_order(&body) { Vec::new() } else { body };
    }
}

/// Adds bytes that belong to no block, and merges them with a gap just before.
fn add_gap(body: &mut Vec<Piece>, bytes: &[u8]) {
    match body.last_mut() {
        _ if bytes.is_empty() => {}
        Some(Piece::Gap(before)) => before.extend_from_slice(bytes),
        _ => body.push(Piece::Gap(bytes.to_vec())),
    }
}

/// Divides blocks that shared their bytes into groups that still have the same content.
fn divided<'n>(names: impl Iterator<Item = &'n Text>, stored: &HashMap<&[u8], BlockRef<'_>>) -> Vec<Piece> {
    let mut pieces: Vec<(BlockRef<'_>, Vec<Text>)> = Vec::new();
    for name in names {
        let Some(block) = stored.get(name.as_bytes()) else { continue };
        match pieces.last_mut() {
            Some((of, shared)) if holds_same_bytes(*of, *block) => shared.push(name.clone()),
            _ => pieces.push((*block, vec![name.clone()])),
        }
    }
    pieces.into_iter().map(|(_, names)| Piece::Blocks(names)).collect()
}

impl<T> Block<T> {
    fn settle(&mut self, value: impl FnOnce(&mut T)) {
        let is_packed = matches!(self.content, Content::Value(_) | Content::Other(_));
        if !is_packed {
            self.surplus = Surplus::default();
        }
        if matches!(self.content, Content::Absent) {
            self.hash.take_if(|hash| *hash == Hash::OfBlock);
        }
        if let Some(known) = self.value_mut() {
            value(known);
        }
        let mut entry = Entries::new(&self.other, &self.order);
        let hash = self.hash.as_ref().map(|_| "hash");
        for key in ["offset", "size"].into_iter().chain(hash) {
            entry.computed(key, 0);
        }
        (self.other, self.order) = entry.settled().1;
    }
}

/// Defines methods that set `other` and `order` of a map to what reading would return.
macro_rules! settle {
    ($($ty:ty: $entries:path),*) => { $(
        impl $ty {
            pub(super) fn settle(&mut self) {
                if !self.other.is_empty() || !self.order.is_empty() {
                    (self.other, self.order) = $entries(self).settled().1;
                }
            }
        }
    )* };
}
settle!(Face: lod::face, Convex: physics::convex, Skin: skin::skin);
