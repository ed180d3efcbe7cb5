//! Rows about surfaces, bones, images and references of models.

use super::columns::{BoneRow, MeshRow, ReferenceRow, Table, TextureRow};
use super::sink::{Sink, int32, int64};
use super::text::name_of;
use dom::address::asset_id;
use files::hash::{Hasher, sha256};
use files::items::Items;
use files::model::AnyModel;
use files::shapes::{Bone, Image, Shape, Surface};
use files::{List, image};
use geom::{Aabb, Vec3};
use scene::Problem;
use std::ops::ControlFlow;

/// Adds rows for surfaces, bones and images.
pub(super) fn shapes(model: &dyn AnyModel, sink: &mut Sink<'_>) -> ControlFlow<()> {
    if !sink.options.wants(&[Table::Meshes, Table::Bones, Table::Textures]) {
        return ControlFlow::Continue(());
    }
    let mut places = Places::default();
    model.shapes(&mut |one| shape(one, &mut places, sink))
}

/// Adds the row of a shape, if its table is wanted.
pub(super) fn shape(shape: Shape<'_>, places: &mut Places, sink: &mut Sink<'_>) -> ControlFlow<()> {
    match shape {
        Shape::Surface(surface) if sink.options.wants(&[Table::Meshes]) => mesh(surface, places, sink),
        Shape::Bone(of) if sink.options.wants(&[Table::Bones]) => bone(of, places, sink),
        Shape::Image(image) if sink.options.wants(&[Table::Textures]) => texture(image, sink),
        _ => ControlFlow::Continue(()),
    }
}

/// The numbers of surfaces and bones so far.
#[derive(Default)]
pub(super) struct Places {
    /// The number of surfaces of each level.
    surfaces: Vec<usize>,
    bones: usize,
}

fn mesh(surface: Surface<'_>, places: &mut Places, sink: &mut Sink<'_>) -> ControlFlow<()> {
    // Nine 32-bit numbers, which are hashed.
    const BYTES_OF_TRIANGLE: usize = 36;
    sink.pay(surface.n_triangles.saturating_mul(BYTES_OF_TRIANGLE))?;
    let level = surface.level;
    if places.surfaces.len() <= level {
        places.surfaces.resize(level.saturating_add(1), 0);
    }
    let number = places.surfaces.get(level).copied().unwrap_or_default();
    if let Some(next) = places.surfaces.get_mut(level) {
        *next = next.saturating_add(1);
    }
    let (mut hash, mut bounds) = (Hasher::default(), None::<Aabb>);
    for corners in surface.triangles {
        for number in corners.into_iter().flat_map(Vec3::to_array) {
            hash.add(&number.to_le_bytes());
        }
        let own = Aabb::from_points(corners);
        bounds = bounds.map_or(own, |bounds| Some(own.map_or(bounds, |own| bounds.union(own))));
    }
    let [min, max] = [bounds.map(|bounds| bounds.min), bounds.map(|bounds| bounds.max)];
    sink.add(MeshRow {
        sha256: sink.sha256.clone(),
        lod: int32(level),
        surface: int32(number),
        n_vertices: int64(surface.n_vertices),
        n_faces: int64(surface.n_faces),
        min_x: min.map(|min| min.x),
        min_y: min.map(|min| min.y),
        min_z: min.map(|min| min.z),
        max_x: max.map(|max| max.x),
        max_y: max.map(|max| max.y),
        max_z: max.map(|max| max.z),
        has_uv: surface.has_uv,
        has_skin: surface.has_skin,
        has_colour: surface.has_colour,
        material: surface.material.map(|name| name().into_owned()),
        geometry_sha256: hash.end().to_string(),
    })
}

fn bone(bone: Bone<'_>, places: &mut Places, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let number = places.bones;
    places.bones = number.saturating_add(1);
    sink.add(BoneRow {
        sha256: sink.sha256.clone(),
        bone: int32(number),
        name: (bone.name)().into_owned(),
        parent: bone.parent.map(int32),
        x: bone.position.map(|at| at.x),
        y: bone.position.map(|at| at.y),
        z: bone.position.map(|at| at.z),
        n_influenced: int64(bone.n_influenced),
    })
}

/// Adds a row for an image. Other embedded files have none.
pub(super) fn texture(image: Image<'_>, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let Some(media) = image::media(image.bytes) else { return ControlFlow::Continue(()) };
    let size = image::size(image.bytes);
    sink.pay(image.bytes.len())?;
    sink.add(TextureRow {
        sha256: sink.sha256.clone(),
        asset: int32(sink.len(Table::Textures)),
        name: (image.name)().into_owned(),
        media: name_of(&media),
        width: size.map(|[width, _]| int32(width)),
        height: size.map(|[_, height]| int32(height)),
        n_bytes: int64(image.bytes.len()),
        data_sha256: sha256(image.bytes).to_string(),
    })
}

/// The number of images.
pub(super) fn n_images(model: &dyn AnyModel) -> usize {
    let mut n = 0_usize;
    let _ = model.shapes(&mut |shape| {
        if let Shape::Image(image) = shape {
            n = n.saturating_add(usize::from(image::media(image.bytes).is_some()));
        }
        ControlFlow::Continue(())
    });
    n
}

/// Adds rows for the references of a file other than a Roblox model or place.
pub(super) fn references(model: &dyn AnyModel, memory: usize, sink: &mut Sink<'_>) -> Result<(), Problem> {
    if !sink.options.wants(&[Table::References]) {
        return Ok(());
    }
    let mut items = Items::new(memory);
    let _ = model.list(List::Assets, &mut items);
    for item in items.end()? {
        // Embedded files are not references.
        if item.count > 0 {
            continue;
        }
        let scheme = item.value.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        let kind = scheme.unwrap_or_else(|| match &*item.kind {
            "agent" | "uuid" => item.kind.clone(),
            _ => "file".to_owned(),
        });
        let row = ReferenceRow {
            sha256: sink.sha256.clone(),
            instance: None,
            property: item.path,
            asset_id: asset_id(&item.value),
            uri: item.value,
            kind,
        };
        if sink.add(row).is_break() {
            break;
        }
    }
    Ok(())
}
