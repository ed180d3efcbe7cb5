//! Reading of images, as the bytes of their files.

use super::super::buffers::{follow, view};
use super::super::context::{Context, Files};
use super::super::cursor::At;
use super::super::document::Document;
use super::super::uri::path;
use crate::material::{Image, Mime};
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;

pub(super) fn images(
    document: &Document<'_>,
    context: &mut Context,
    files: &mut Files<'_>,
    scene: &mut Scene,
) -> Result<(), Problem> {
    for at in document.root().list("images").iter() {
        context.charge::<Image>(&at, 1)?;
        let image = image(document, context, files, at);
        // An empty image stands in, so that the others keep their indices.
        let image = context.or_warn(image)?.unwrap_or_else(|| Image {
            name: at.name(),
            uri: path_of(at),
            mime: Mime::Other,
            bytes: Vec::new(),
        });
        scene.images.push(image);
    }
    Ok(())
}

fn image(
    document: &Document<'_>,
    context: &mut Context,
    files: &mut Files<'_>,
    at: At<'_>,
) -> Result<Image, Problem> {
    let uri = at.text("uri");
    let bytes = match (uri, view(document.root(), &document.buffers, at, "bufferView")?) {
        (_, Some(view)) => {
            context.charge::<u8>(&at, view.bytes.len())?;
            view.bytes.to_vec()
        }
        (Some(uri), None) => follow(at, uri, files)?,
        (None, None) => return Err(at.fault(ProblemKind::Value, "the image has neither a view nor a URI")),
    };
    let mime = Mime::detect(&bytes);
    if mime == Mime::Other {
        context.excuse(at.fault(ProblemKind::Value, "the image has an unknown format"))?;
    }
    // An external image without a name is identified by its path.
    let own_name = at.text("name").map(str::to_owned);
    Ok(Image { name: own_name.unwrap_or_default(), mime, bytes, uri: path_of(at) })
}

/// The path of an external image.
fn path_of(at: At<'_>) -> Option<String> {
    at.text("uri").filter(|uri| !uri.starts_with("data:")).map(path)
}
