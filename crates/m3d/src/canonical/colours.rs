//! Removal of duplicate colours, and sorting by brightness.

use crate::model::{Chunk, ColourMap, ColourRef, Model, Width};
use crate::visit::{Visitor, visit};
use geom::Rgba8;
use std::collections::HashMap;

/// Makes all colours inline; dangling ones become 0.
pub(crate) fn inline(model: &mut Model) {
    let map = model.colour_map_mut().map(std::mem::take).unwrap_or_default();
    let has_map = model.types.has_colour_map();
    visit(model, &mut Inline { map: has_map.then_some(&map.colours) });
    model.chunks.retain(|chunk| !matches!(chunk, Chunk::ColourMap(_)));
    model.types.colour = Width::Four;
    if let Some(vertices) = model.vertices_mut() {
        vertices.colours.resize(vertices.len(), ColourRef(0));
    }
}

/// Replaces colour indices by inline colours.
pub(crate) struct Inline<'a> {
    /// The colour map; `None` if colours are inline already.
    map: Option<&'a [Rgba8]>,
}

impl<'a> Inline<'a> {
    /// A visitor that makes the colours of this model inline.
    pub(crate) fn new(model: &'a Model) -> Self {
        let map = || model.colour_map().map_or(&[][..], |map| &map.colours);
        Self { map: model.types.has_colour_map().then(map) }
    }
}

impl Visitor for Inline<'_> {
    fn colour(&mut self, colour: &mut ColourRef) {
        if let Some(map) = self.map {
            *colour = map.get(colour.0 as usize).copied().map_or(ColourRef(0), ColourRef::inline);
        }
    }
}

/// Moves all colours to a map sorted by brightness, if there are any and they fit into a map.
pub(crate) fn map(model: &mut Model) {
    let mut found = DistinctColours::default();
    visit(model, &mut found);
    let mut all = found.all;
    // A map with more colours than two bytes can number would be longer than the inline colours.
    if all.keys().all(|colour| *colour == 0) || Width::for_count(all.len()) == Width::Four {
        return;
    }
    let mut colours: Vec<[u8; 4]> = all.keys().map(|colour| colour.to_le_bytes()).collect();
    // Brightness is the largest of red, green and blue. Format document, section 6.1.
    colours.sort_unstable_by_key(|[r, g, b, a]| (r.max(g).max(b).to_owned(), [*r, *g, *b, *a]));
    for (colour, number) in colours.iter().zip(0..) {
        all.insert(u32::from_le_bytes(*colour), number);
    }
    visit(model, &mut Renumber(all));
    let colours = colours.into_iter().map(|[r, g, b, a]| Rgba8::new(r, g, b, a)).collect();
    model.chunks.insert(0, Chunk::ColourMap(ColourMap { colours, surplus: Vec::new() }));
    model.types.colour = Width::Two;
}

/// The colours in use, up to the capacity of a map; beyond it, the exact number does not matter.
#[derive(Default)]
struct DistinctColours {
    all: HashMap<u32, u32>,
    /// The colour of the last reference. Consecutive references often have the same colour, so this saves
    /// most look-ups.
    last: Option<u32>,
}

impl Visitor for DistinctColours {
    fn colour(&mut self, colour: &mut ColourRef) {
        if self.last != Some(colour.0) && self.all.len() < 65534 {
            self.all.entry(colour.0).or_default();
            self.last = Some(colour.0);
        }
    }
}

struct Renumber(HashMap<u32, u32>);

impl Visitor for Renumber {
    fn colour(&mut self, colour: &mut ColourRef) {
        colour.0 = self.0.get(&colour.0).copied().unwrap_or_default();
    }
}
