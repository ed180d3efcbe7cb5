//! The camera that sees a scene as pictures show it.

use crate::formats::json::Writer;
use crate::scene::thumb::View;

/// What its node says in its extras, by which it is known again.
pub(in super::super) const ROLE: &str = "camera";

/// The list of cameras.
pub(super) fn list(view: &View) -> String {
    let mut json = Writer::default();
    json.map(|map| {
        map.key("type").text("perspective");
        map.key("perspective").map(|map| {
            map.key("yfov").number(view.angle);
            map.key("znear").number(view.range[0]);
            map.key("zfar").number(view.range[1]);
        });
    });
    json.text
}

/// The node of the first camera.
pub(super) fn node(json: &mut Writer, name: &str, view: &View) {
    json.map(|map| {
        map.key("name").text(name);
        map.key("translation").numbers(&view.position.to_array());
        map.key("rotation").numbers(&view.rotation.to_array());
        map.key("camera").integer(0);
        map.key("extras").map(|map| {
            map.key("rezkit").map(|map| {
                map.key("role").text(ROLE);
                // What three.js and others turn the camera around.
                map.key("target").numbers(&view.target.to_array());
            });
        });
    });
}
