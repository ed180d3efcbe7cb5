//! Writing of cameras, and of the one with the view of rendered pictures.

use crate::json::Writer;
use crate::light::Camera;
use crate::thumb::View;

/// The role in the extras of its node, by which the reader recognises it.
pub(in super::super) const ROLE: &str = "camera";

/// Writes the list of cameras; the last is the view of rendered pictures.
pub(super) fn list(cameras: &[Camera], view: Option<&View>) -> String {
    let mut json = Writer::default();
    for camera in cameras {
        json.map(|map| {
            if !camera.name.is_empty() {
                map.key("name").text(&camera.name);
            }
            lens(map, camera);
        });
    }
    if let Some(View { angle, range: [near, far], .. }) = view.cloned() {
        json.map(|map| lens(map, &Camera { angle, near, far: Some(far), ..Camera::default() }));
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

/// Writes the node of the view of rendered pictures, which has the camera of this index.
pub(super) fn node(json: &mut Writer, name: &str, view: &View, number: usize) {
    json.map(|map| {
        map.key("name").text(name);
        map.key("translation").numbers(&view.position.to_array());
        map.key("rotation").numbers(&view.rotation.to_array());
        map.key("camera").integer(number);
        map.key("extras").map(|map| {
            map.key("rezkit").map(|map| {
                map.key("role").text(ROLE);
                // The centre around which three.js and others orbit the camera.
                map.key("target").numbers(&view.target.to_array());
            });
        });
    });
}
