//! Writing the text form: the file and its sections. Text format document.

mod bones;
mod header;
mod line;
mod materials;
mod mesh;
mod onto;
mod points;
mod shapes;
mod small;
mod voxels;

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{BoneIndex, Chunk, ColourRef, Model, Name, Skin};
use crate::options::LineEnd;
use crate::views::Colours;
use crate::wire::{MAX_NAME_BYTES, identifier, title};
use line::Lines;
pub(super) use onto::onto;
use std::borrow::Cow;
use std::cell::Cell;

/// The state that the writers of the sections share.
struct Text<'m> {
    model: &'m Model,
    colours: Colours<'m>,
    skins: &'m [Skin],
    /// The number of each bone in the text.
    numbers: Vec<BoneIndex>,
    /// The remaining bytes of names; `None` once the limit is exceeded.
    left: Cell<Option<usize>>,
}

/// Writes a text: text format document, section 1.
pub(super) fn file(model: &Model, line_end: LineEnd) -> Result<Vec<u8>, Error> {
    let mut out = Lines::new(line_end);
    let text = Text::new(model);
    header::header(&mut out, model)?;
    small::preview(&mut out, model);
    let mut n_cells = 0;
    let mut is_after_asset = false;
    for (number, chunk) in model.chunks.iter().enumerate() {
        let start = out.len();
        match chunk {
            // Consecutive files share a section.
            Chunk::Asset(asset) if is_after_asset => small::one_more_asset(&mut out, &text, asset),
            chunk => section(&mut out, &text, number, chunk, &mut n_cells)?,
        }
        if out.len() > start {
            is_after_asset = matches!(chunk, Chunk::Asset(_));
        }
    }
    out.line(b"End");
    Ok(out.into_bytes())
}

/// Writes the section of a chunk, with an empty line after it. Writes nothing if the section is empty, or the text
/// form cannot represent the chunk.
fn section(
    out: &mut Lines,
    text: &Text<'_>,
    number: usize,
    chunk: &Chunk,
    n_cells: &mut u64,
) -> Result<(), Error> {
    let written = match chunk {
        Chunk::ColourMap(_) => Ok(()),
        Chunk::TextureMap(map) => points::textmap(out, map),
        Chunk::Vertices(vertices) => points::vertex(out, text, vertices),
        Chunk::Skeleton(skeleton) => {
            bones::bones(out, text, skeleton);
            Ok(())
        }
        Chunk::Material(material) => materials::material(out, text, material),
        Chunk::Procedure(procedure) => {
            small::procedural(out, text, procedure);
            Ok(())
        }
        Chunk::Mesh(mesh) => mesh::mesh(out, text, mesh),
        Chunk::VoxelTypes(types) => {
            voxels::types(out, text, types);
            Ok(())
        }
        Chunk::VoxelBlock(block) => voxels::block(out, text, block, n_cells),
        Chunk::Shape(shape) => shapes::shape(out, text, shape),
        Chunk::Labels(labels) => {
            small::labels(out, text, labels);
            Ok(())
        }
        Chunk::Action(action) => {
            bones::action(out, text, action);
            Ok(())
        }
        Chunk::Asset(asset) => {
            small::assets(out, text, asset);
            Ok(())
        }
        Chunk::Unknown(unknown) => {
            small::extra(out, unknown);
            Ok(())
        }
    };
    written.and_then(|()| text.end()).map_err(|error| error.inside(title(number, &chunk.magic())))
}

impl<'m> Text<'m> {
    fn new(model: &'m Model) -> Self {
        let skeleton = model.skeleton();
        let bones = skeleton.map(crate::model::Skeleton::walk).unwrap_or_default();
        let mut numbers = vec![BoneIndex::NONE; skeleton.map_or(0, |skeleton| skeleton.bones.len())];
        for ((bone, _), new) in bones.iter().zip(0..) {
            if let Some(number) = bone.get().and_then(|bone| numbers.get_mut(bone)) {
                *number = BoneIndex(new);
            }
        }
        let skins = skeleton.map_or(&[][..], |skeleton| &skeleton.skins);
        Self { model, colours: model.colours(), skins, numbers, left: Cell::new(Some(MAX_NAME_BYTES)) }
    }

    /// The identifier of a name; empty if there is none.
    fn name(&self, name: Name) -> Cow<'m, [u8]> {
        identifier(self.string(name))
    }

    /// The string of a name; empty if there is none, or once the limit on the bytes of all names is exceeded,
    /// which [`end`](Self::end) reports.
    fn string(&self, name: Name) -> &'m [u8] {
        let Some(left) = self.left.get() else { return &[] };
        let string = self.model.strings.get(name).unwrap_or_default();
        self.left.set(left.checked_sub(string.len()));
        string
    }

    fn end(&self) -> Result<(), Error> {
        match self.left.get() {
            Some(_) => Ok(()),
            None => Err(Error::model(ErrorKind::LimitExceeded {
                limit: "bytes of names",
                requested: MAX_NAME_BYTES.saturating_add(1),
                left: MAX_NAME_BYTES,
                option: None,
            })),
        }
    }

    /// The number with which a colour is written; 0 if it does not exist.
    fn colour(&self, colour: ColourRef) -> u32 {
        self.colours.get(colour).map_or(0, |colour| u32::from_le_bytes(colour.to_array()))
    }

    /// The number of a bone in the text, which has bones in depth-first order. A dangling number is unchanged.
    fn bone(&self, bone: BoneIndex) -> BoneIndex {
        bone.get().and_then(|at| self.numbers.get(at)).copied().unwrap_or(bone)
    }
}
