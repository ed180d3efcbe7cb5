//! Writing of texture coordinates, and of vertices with their skins, in the text form. Text format document,
//! section 5.

use super::Text;
use super::line::Lines;
use crate::common::error::Error;
use crate::model::{ColourRef, Coordinates, SkinIndex, TexCoords, TextureMap, Vertices};
use crate::wire::Real;

pub(super) fn textmap(out: &mut Lines, map: &TextureMap) -> Result<(), Error> {
    if map.pairs.is_empty() {
        return Ok(());
    }
    out.line(b"Textmap");
    match &map.pairs {
        TexCoords::U8(list) => pairs(out, list, |number| f32::from(number) / 255.0)?,
        TexCoords::U16(list) => pairs(out, list, |number| f32::from(number) / 65535.0)?,
        TexCoords::F32(list) => pairs(out, list, |number| number)?,
        TexCoords::F64(list) => pairs(out, list, |number| number)?,
    }
    out.end();
    Ok(())
}

fn pairs<N: Copy, T: Real>(out: &mut Lines, list: &[[N; 2]], of: fn(N) -> T) -> Result<(), Error> {
    out.reserve(list.len(), 20);
    for (number, pair) in list.iter().enumerate() {
        for (value, what) in pair.iter().zip(["u", "v"]) {
            out.real(of(*value), what).map_err(|error| error.inside(format!("pairs[{number}]")))?;
        }
        out.end();
    }
    Ok(())
}

pub(super) fn vertex(out: &mut Lines, text: &Text<'_>, vertices: &Vertices) -> Result<(), Error> {
    if vertices.is_empty() {
        return Ok(());
    }
    out.line(b"Vertex");
    match &vertices.coordinates {
        Coordinates::I8(list) => lines(out, text, vertices, list, |number| f32::from(number) / 127.0)?,
        Coordinates::I16(list) => lines(out, text, vertices, list, |number| f32::from(number) / 32767.0)?,
        Coordinates::F32(list) => lines(out, text, vertices, list, |number| number)?,
        Coordinates::F64(list) => lines(out, text, vertices, list, |number| number)?,
    }
    out.end();
    Ok(())
}

fn lines<N: Copy, T: Real>(
    out: &mut Lines,
    text: &Text<'_>,
    vertices: &Vertices,
    list: &[[N; 4]],
    of: fn(N) -> T,
) -> Result<(), Error> {
    out.reserve(list.len(), 40);
    for (number, coordinates) in list.iter().enumerate() {
        for (value, what) in coordinates.iter().zip(["x", "y", "z", "w"]) {
            out.real(of(*value), what).map_err(|error| error.inside(format!("vertices[{number}]")))?;
        }
        let colour = text.colour(vertices.colours.get(number).copied().unwrap_or(ColourRef(0)));
        if colour != 0 {
            out.format(format_args!("#{colour:08x}"));
        }
        influences(out, text, vertices.skins.get(number).copied().unwrap_or_default());
        out.end();
    }
    Ok(())
}

/// Writes the bones of a skin with their weights. The weight of a single bone is left out if it is 1.
pub(super) fn influences(out: &mut Lines, text: &Text<'_>, skin: SkinIndex) {
    let Some(skin) = skin.get().and_then(|skin| text.skins.get(skin)) else { return };
    let slots = skin.bones.iter().zip(skin.weights).filter(|(_, weight)| *weight > 0);
    let is_single = slots.clone().count() == 1 && skin.sum() == 255;
    for (bone, weight) in slots {
        out.reference(text.bone(*bone));
        if !is_single {
            out.attach(":");
            out.attach_weight(weight);
        }
    }
}
