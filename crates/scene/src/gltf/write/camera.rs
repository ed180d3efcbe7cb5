//! Writing of cameras, and of the one with the view of rendered pictures.

use super::WriteOptions;
use crate::json::Writer;
use crate::light::Camera;
use crate::scene::Scene;
use crate::thumb::View;

/// The role in the extras of the added camera's node, by which the reader recognises it.
pub(in super::super) const ROLE: &str = "camera";

/// The name of the view of rendered pictures, as viewers list it.
pub(super) const NAME: &str = "First view";

/// The number of cameras that are written before those of the scene: 0 or 1. Viewers start from the first camera of a
/// file.
///
/// The number is known before the view itself, which is chosen while nodes are written: a scene with bounds always has
/// a view.
pub(super) fn n_before(scene: &Scene, options: &WriteOptions) -> usize {
    usize::from(options.camera && !scene.cameras.is_empty() && scene.bounds().is_some())
}

/// Writes the list of cameras; the first is the view of rendered pictures.
pub(super) fn list(cameras: &[Camera], n_before: usize, view: Option<&View>) -> String {
    let mut json = Writer::default();
    let lens_of = |view: &View| Camera {
        name: NAME.into(),
        angle: view.angle,
        near: view.range[0],
        far: Some(view.range[1]),
        ..Camera::default()
    };
    let first = view.map(lens_of);
    // A view that cannot be computed leaves its place in the list to a camera that no node has.
    let unseen = (n_before > 0).then(|| Camera { angle: 1.0, near: 1.0, ..Camera::default() });
    for camera in first.or(unseen).iter().chain(cameras) {
        json.map(|map| {
            if !camera.name.is_empty() {
                map.key("name").text(&camera.name);
            }
            lens(map, camera);
        });
    }
    json.text
}

fn lens(map: &mut Writer, camera: &Camera) {
    map.key("type").text("perspective");
    map.key("perspective").map(|map| {
        if let Some(aspect) = camera.aspect {
            map.key("aspectRatio").number(aspect);
        }
        map.key("yfov").number(camera.angle);
        map.key("znear").number(camera.near);
        if let Some(far) = camera.far {
            map.key("zfar").number(far);
        }
    });
}

/// Writes the node of the view of rendered pictures.
pub(super) fn node(json: &mut Writer, name: &str, view: &View) {
    json.map(|map| {
        map.key("name").text(name);
        map.key("translation").numbers(&view.position.to_array());
        map.key("rotation").numbers(&view.rotation.to_array());
        map.key("camera").integer(0);
        map.key("extras").map(|map| {
            map.key("rezkit").map(|map| {
                map.key("role").text(ROLE);
                // The centre around which three.js and others orbit the camera.
                map.key("target").numbers(&view.target.to_array());
            });
        });
    });
}
