//! Edits that keep an asset consistent: domains, the order of keys and blocks, the flags of a cache.

mod settle;

use crate::model::{Block, BlockRef, Content, Domain, Face, Level, Lod, MeshAsset, Rounding, Skin};
use geom::{Same, Vec3};

/// The treatment of the domain of positions when vertices are moved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NewDomain {
    /// The domain grows to include all moved vertices. If none leaves it, the other vertices keep their stored
    /// numbers.
    #[default]
    Grown,
    /// The domain stays the same; a vertex outside it is stored at its edge.
    Kept,
    /// The domain becomes the bounds of the positions, as in the uploader.
    Fitted,
}

impl MeshAsset {
    /// The geometry of a level of detail, mutable. If the level shares its bytes with another block, call [`settle`]
    /// after changing it.
    ///
    /// [`settle`]: Self::settle
    ///
    /// ```rust,standalone_crate
    /// use slmesh::{Level, NewDomain, Rounding, Same, geom::Vec3};
    ///
    /// let bytes = include_bytes!("../fixtures/slmesh/valid/sound.llmesh");
    /// let mut asset = slmesh::read(bytes)?;
    /// let high = asset.level_mut(Level::High).unwrap();
    /// let up = |_, _, position| position + Vec3::new(0.0, 0.0, 0.25);
    /// assert_eq!(high.move_vertices(NewDomain::Grown, Rounding::Nearest, up), 0);
    ///
    /// let domain = high.faces[0].position_domain.unwrap();
    /// assert_eq!((domain.min[2], domain.max[2]), (-0.5, 0.75));
    /// assert!(slmesh::read(&slmesh::write_onto(&asset, bytes)?)?.same(&asset));
    /// # Ok::<(), slmesh::Error>(())
    /// ```
    #[must_use]
    pub fn level_mut(&mut self, level: Level) -> Option<&mut Lod> {
        self.level_slot(level).as_mut()?.value_mut()
    }

    /// Replaces or adds a level of detail. The other keys of its entry in the header are kept.
    pub fn set_level(&mut self, level: Level, lod: Lod) {
        let bit = self.flag(level.name().as_bytes());
        match self.level_slot(level) {
            Some(block) => block.content = Content::Value(lod),
            slot => *slot = Some(Block::new(lod)),
        }
        if let Some(preamble) = &mut self.preamble {
            preamble.flags |= bit;
        }
        self.settle();
    }

    /// Removes a level of detail, its entry in the header, and its bit in the flags of a cache.
    pub fn remove_level(&mut self, level: Level) -> Option<Block<Lod>> {
        self.remove(level.name().as_bytes(), |asset| asset.level_slot(level).take())
    }

    /// Removes a block, its entry in the header, and its bit in the flags of a cache. Returns false if the block does
    /// not exist.
    ///
    /// ```rust,standalone_crate
    /// let bytes = include_bytes!("../fixtures/slmesh/valid/sound.llmesh");
    /// let mut asset = slmesh::read(bytes)?;
    /// assert!(asset.remove_block("physics_convex"));
    /// assert!(!asset.remove_block("physics_convex"));
    /// assert_eq!(slmesh::read(&slmesh::write_onto(&asset, bytes)?)?, asset);
    /// # Ok::<(), slmesh::Error>(())
    /// ```
    pub fn remove_block(&mut self, name: impl AsRef<[u8]>) -> bool {
        let name = name.as_ref();
        self.remove(name, |asset| asset.take_block(name).then_some(())).is_some()
    }

    fn take_block(&mut self, name: &[u8]) -> bool {
        match name {
            b"skin" => self.skin.take().is_some(),
            b"physics_convex" => self.physics_convex.take().is_some(),
            b"lowest_lod" => self.lowest_lod.take().is_some(),
            b"low_lod" => self.low_lod.take().is_some(),
            b"medium_lod" => self.medium_lod.take().is_some(),
            b"high_lod" => self.high_lod.take().is_some(),
            b"physics_mesh" => self.physics_mesh.take().is_some(),
            b"physics_shape" => self.physics_shape.take().is_some(),
            b"physics_havok" => self.physics_havok.take().is_some(),
            _ => {
                let at = self.unknown.iter().position(|(of, _)| of.as_bytes() == name);
                at.map(|at| self.unknown.remove(at)).is_some()
            }
        }
    }

    fn remove<T>(&mut self, name: &[u8], take: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let bit = self.flag(name);
        let taken = take(self)?;
        if let Some(preamble) = &mut self.preamble {
            preamble.flags &= !bit;
        }
        self.settle();
        Some(taken)
    }

    /// The bit of a block in the flags of a cache; 0 if it has none. Format document, section 1.3.
    fn flag(&self, name: &[u8]) -> u32 {
        let level = Level::ALL.into_iter().position(|level| level.name().as_bytes() == name);
        let other = OTHER_FLAGS.iter().position(|of| of.as_bytes() == name);
        let bit = level.or_else(|| other?.checked_add(self.first_of_other_flags()));
        bit.and_then(|bit| 1_u32.checked_shl(u32::try_from(bit).ok()?)).unwrap_or_default()
    }

    /// The index of the first flag after those of the levels. Some viewers skip bit 4 and others do not, so the index
    /// is chosen for which the flags match the blocks.
    fn first_of_other_flags(&self) -> usize {
        // Four levels, and bit 4, which is free.
        const USUAL: usize = 5;
        const WITHOUT_FREE_BIT: usize = 4;
        let Some(preamble) = self.preamble else { return USUAL };
        let is_loaded = |name: &&str| self.block(name).is_some_and(BlockRef::is_loaded);
        let fits = |first: usize| {
            let bits = OTHER_FLAGS.iter().zip(first..);
            bits.into_iter().all(|(name, bit)| is_loaded(name) == (preamble.flags >> bit & 1 == 1))
        };
        if fits(WITHOUT_FREE_BIT) && !fits(USUAL) { WITHOUT_FREE_BIT } else { USUAL }
    }

    /// The skin, if it is present and could be read.
    #[must_use]
    pub fn skin(&self) -> Option<&Skin> {
        self.skin.as_ref()?.value()
    }

    /// The skin, mutable.
    #[must_use]
    pub fn skin_mut(&mut self) -> Option<&mut Skin> {
        self.skin.as_mut()?.value_mut()
    }
}

/// The blocks whose flags follow those of the levels in a cache.
const OTHER_FLAGS: [&str; 3] = ["skin", "physics_convex", "physics_mesh"];

impl Lod {
    /// Moves vertices. `to` receives the index of a face, the index of a vertex in the face, and the position of that
    /// vertex, and returns the new position. It is called in the order of these indices.
    ///
    /// Returns the number of moved vertices that could not be stored at their new position, because it is not finite or
    /// is outside a domain that does not change. See [`level_mut`](MeshAsset::level_mut) for an example.
    pub fn move_vertices(
        &mut self,
        domain: NewDomain,
        rounding: Rounding,
        mut to: impl FnMut(usize, usize, Vec3) -> Vec3,
    ) -> usize {
        let mut moved = Vec::with_capacity(self.faces.len());
        for (number, face) in self.faces.iter().enumerate() {
            let positions = face.positions().enumerate();
            let moved_to =
                |(vertex, old): (usize, Vec3)| (old.to_array(), to(number, vertex, old).to_array());
            moved.push(positions.map(moved_to).collect::<Vec<OldAndNew>>());
        }
        let shared = self.new_domain(domain, &moved);
        let mut n_outside: usize = 0;
        for (face, moved) in self.faces.iter_mut().zip(&moved) {
            n_outside = n_outside.saturating_add(face.store_positions(shared, rounding, moved));
            face.settle();
        }
        n_outside
    }

    /// The new domain of all faces; `None` if each face keeps its own.
    fn new_domain(&self, choice: NewDomain, moved: &[Vec<OldAndNew>]) -> Option<Domain<3>> {
        let new = moved.iter().flatten().map(|(_, new)| *new).filter(is_finite);
        match choice {
            NewDomain::Kept => None,
            NewDomain::Fitted => Some(Domain::around(new)),
            NewDomain::Grown => {
                let faces = || self.faces.iter().zip(moved).filter(|(_, moved)| !moved.is_empty());
                let domain = |face: &Face| face.position_domain.unwrap_or_default();
                let stays_inside = |face: &Face, moved: &[OldAndNew]| {
                    let mut new = moved.iter().filter(|(old, new)| is_finite(new) && !old.same(new));
                    new.all(|(_, new)| domain(face).contains(*new))
                };
                if faces().all(|(face, moved)| stays_inside(face, moved)) {
                    return None;
                }
                let corners =
                    faces().flat_map(|(face, _)| [[0; 3], [u16::MAX; 3]].map(|at| domain(face).value(at)));
                Some(Domain::around(corners.filter(is_finite).chain(new)))
            }
        }
    }
}

/// The old and the new position of a vertex.
type OldAndNew = ([f32; 3], [f32; 3]);

fn is_finite(position: &[f32; 3]) -> bool {
    position.iter().all(|number| number.is_finite())
}

impl Domain<3> {
    /// Returns true if a point is inside the domain, computed in the precision of the viewer.
    #[expect(clippy::cast_possible_truncation, reason = "the viewer has single precision")]
    fn contains(&self, point: [f32; 3]) -> bool {
        let bounds = self.min.into_iter().zip(self.max);
        point.into_iter().zip(bounds).all(|(value, (min, max))| (min as f32..=max as f32).contains(&value))
    }
}

impl Face {
    /// Stores positions in a new domain or in the current one. Returns the number of moved vertices outside the domain.
    fn store_positions(
        &mut self,
        domain: Option<Domain<3>>,
        rounding: Rounding,
        moved: &[OldAndNew],
    ) -> usize {
        let Some(stored) = &mut self.position else { return 0 };
        let own = self.position_domain.unwrap_or_default();
        let domain = domain.map_or(own, |domain| Domain { min_first: own.min_first, ..domain });
        let is_own = domain.same(&own);
        let mut n_outside: usize = 0;
        for (stored, (old, new)) in stored.iter_mut().zip(moved) {
            let is_moved = !old.same(new);
            if is_moved && !domain.contains(*new) {
                n_outside = n_outside.saturating_add(1);
            }
            // Only moved vertices are quantised again, because dequantising a number and truncating it may give the
            // number below it.
            if is_moved || !is_own {
                *stored = domain.quantise(*new, rounding);
            }
        }
        if !is_own {
            self.position_domain = Some(domain);
        }
        n_outside
    }
}
