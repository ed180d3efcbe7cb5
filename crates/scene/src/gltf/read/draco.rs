//! KHR_draco_mesh_compression: primitives whose attributes are in a Draco stream.

use super::super::accessor::{Accessor, Component};
use super::super::buffers::view;
use super::super::context::Context;
use super::super::cursor::At;
use super::super::document::{DRACO, Document, UNPACK};
use super::super::draco::{DracoAttribute, DracoError};
use crate::problem::{GRANT_MORE, Problem, ProblemKind};

/// The values of a primitive, which replace those of its accessors.
pub(super) struct Unpacked {
    n_points: usize,
    /// Three indices for each triangle.
    indices: Vec<u8>,
    /// The attributes, with their names in the primitive.
    attributes: Vec<(String, DracoAttribute)>,
}

/// Decodes the stream of a primitive; `None` if there is none, or its accessors have data as well.
pub(super) fn unpacked(
    document: &Document<'_>,
    context: &mut Context,
    primitive: At<'_>,
) -> Result<Option<Unpacked>, Problem> {
    let Some(at) = primitive.path(["extensions", DRACO]) else { return Ok(None) };
    let accessors = document.root().list("accessors");
    let has_data = |accessor: At<'_>| {
        let accessor = accessor.value.as_usize().and_then(|index| accessors.get(index));
        accessor.is_none_or(|accessor| accessor.get("bufferView").or(accessor.get("sparse")).is_some())
    };
    let position = primitive.path(["attributes", "POSITION"]);
    // Accessors with data are a fallback for readers without the extension, and need no decoder.
    if position.into_iter().chain(primitive.get("indices")).all(has_data) {
        return Ok(None);
    }
    if primitive.maybe_whole("mode")?.unwrap_or(4) != 4 {
        return Err(
            at.fault(ProblemKind::Unsupported, "only lists of triangles can be compressed with Draco")
        );
    }
    if primitive.get("indices").is_none() {
        return Err(primitive.fault(ProblemKind::Value, "\"indices\" is missing"));
    }
    let missing = || at.fault(ProblemKind::Value, "\"bufferView\" is missing");
    let stream = view(document.root(), &document.buffers, at, "bufferView")?.ok_or_else(missing)?.bytes;
    // Any number of primitives may share a stream.
    context.charge::<u8>(&at, stream.len())?;
    let decode = context.draco.ok_or(DracoError::Unsupported);
    let mesh =
        decode.and_then(|decode| decode(stream, context.bytes_left())).map_err(|error| refused(at, error))?;
    for warning in mesh.warnings {
        context.excuse(at.fault(ProblemKind::Framing, format!("the Draco stream: {warning}")))?;
    }
    let n_bytes = mesh.attributes.iter().map(|attribute| attribute.values.len());
    context.charge::<u8>(&at, n_bytes.fold(0, usize::saturating_add))?;
    context.charge::<[u32; 3]>(&at, mesh.faces.len())?;
    let indices = mesh.faces.into_flattened().into_iter().map(u32::to_le_bytes).collect::<Vec<_>>();
    let mut attributes = mesh.attributes;
    let mut taken = Vec::new();
    for (name, id) in at.get("attributes").into_iter().flat_map(At::entries) {
        let whole = id.whole()?;
        let Some(index) = attributes.iter().position(|attribute| attribute.id as usize == whole) else {
            return Err(
                id.fault(ProblemKind::Reference, format!("the Draco stream has no attribute {whole}"))
            );
        };
        taken.push((name.to_owned(), attributes.swap_remove(index)));
    }
    Ok(Some(Unpacked { n_points: mesh.n_points, indices: indices.into_flattened(), attributes: taken }))
}

#[cold]
fn refused(at: At<'_>, error: DracoError) -> Problem {
    let broken = |kind, error| at.fault(kind, format!("the Draco stream: {error}"));
    match error {
        DracoError::Unsupported => {
            let message = "the mesh uses a variant of Draco that cannot be decoded";
            at.fault(ProblemKind::Unsupported, message).help(UNPACK)
        }
        DracoError::Limit(error) => broken(ProblemKind::Limit, error).help(GRANT_MORE),
        DracoError::Broken(error) => broken(ProblemKind::Framing, error),
    }
}

impl Unpacked {
    /// The accessor with the values of this attribute in the stream, if it has them.
    pub(super) fn attribute<'v>(
        &'v self,
        name: &str,
        accessor: Accessor<'v>,
    ) -> Result<Accessor<'v>, Problem> {
        let Some((_, attribute)) = self.attributes.iter().find(|(of, _)| of == name) else {
            return Ok(accessor);
        };
        let no_type = |other: &str| {
            let message = format!("{other} is not an accessor type");
            accessor.at.fault(ProblemKind::Unsupported, message)
        };
        let code = attribute.component.as_ref().map_err(|other| no_type(other))?;
        let component = Component::from_code(*code).ok_or_else(|| no_type(&code.to_string()))?;
        if usize::from(attribute.width) != accessor.width {
            let message = format!("the Draco stream has {} numbers for {}", attribute.width, accessor.width);
            return Err(accessor.at.fault(ProblemKind::Value, message));
        }
        Ok(accessor.with_values(component, self.n_points, &attribute.values))
    }

    /// The accessor with the indices of the stream.
    pub(super) fn indices<'v>(&'v self, accessor: Accessor<'v>) -> Accessor<'v> {
        let count = self.indices.len().div_euclid(size_of::<u32>());
        accessor.with_values(Component::U32, count, &self.indices)
    }
}
