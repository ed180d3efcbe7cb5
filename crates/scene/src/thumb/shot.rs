//! Selection of the camera for a picture.

use super::camera::{Camera, Stand};
use super::frame::{Extent, Frame, Solids, parts, solids};
use super::subject::{Best, FILLED, Sides, Subject, chosen};
use crate::material::{Alpha, Material};
use crate::node::Role;
use crate::pose::{Pose, Worlds};
use crate::problem::{Problem, ProblemKind};
use crate::scene::{Scene, Unit};
use geom::{Aabb, Vec3};
use std::str::FromStr;

/// The viewpoint of a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub enum Sight {
    /// A model is seen from its front, slightly from the side and above. A place, or a model as large as one, is seen
    /// by the saved camera that shows most, or else as with [`About`](Self::About).
    #[default]
    Usual,
    /// The first camera in the scene, whatever it shows; as with [`Usual`](Self::Usual) if there is none.
    Saved,
    /// The main content: the region with most parts, without floors, sky boxes, and parts far away.
    About,
    /// Everything, however small it appears.
    All,
    /// All parts that are close together, or the main content of a place, from a direction.
    Around {
        /// The angle around the model from its [front](Scene::front) to its left, in degrees.
        yaw: f32,
        /// The angle upwards, in degrees.
        pitch: f32,
    },
}

impl Sight {
    /// Viewpoints by name.
    pub const NAMES: [(&'static str, Self); 8] = [
        ("saved", Self::Saved),
        ("about", Self::About),
        ("all", Self::All),
        ("top", Self::Around { yaw: 0.0, pitch: 90.0 }),
        ("front", Self::Around { yaw: 0.0, pitch: 0.0 }),
        ("back", Self::Around { yaw: 180.0, pitch: 0.0 }),
        ("left", Self::Around { yaw: 90.0, pitch: 0.0 }),
        ("right", Self::Around { yaw: -90.0, pitch: 0.0 }),
    ];
}

impl FromStr for Sight {
    type Err = Problem;

    /// Parses a name, or two angles such as `30,20`.
    fn from_str(text: &str) -> Result<Self, Problem> {
        let named = Self::NAMES.iter().find(|(name, _)| *name == text).map(|(_, sight)| *sight);
        let angles = || {
            let (yaw, pitch) = text.split_once(',')?;
            Some(Self::Around { yaw: yaw.trim().parse().ok()?, pitch: pitch.trim().parse().ok()? })
        };
        named.or_else(angles).ok_or_else(|| {
            let names = Self::NAMES.map(|(name, _)| name).join(", ");
            let message = format!("expected one of {names}, or two angles, as in 30,20");
            Problem::new(ProblemKind::Value, message)
        })
    }
}

/// A camera, and the parts that it shows.
#[derive(Debug)]
pub(super) struct Shot {
    /// The camera; `None` if it is placed outside of the frame.
    pub(super) camera: Option<Camera>,
    pub(super) frame: Frame,
    /// The box at which it looks.
    pub(super) focus: Option<Aabb>,
}

impl Shot {
    /// Selects the camera for the parts at a level of detail, moved to the left by `turn` degrees.
    pub(super) fn select(
        scene: &Scene,
        pose: &Pose,
        level: u8,
        sight: Sight,
        turn: f32,
        stand: Stand,
    ) -> Self {
        let parts = parts(scene, pose, level);
        let around = || Frame::among(&parts);
        let is_place = scene.is_place();
        if !is_place && (parts.len() < 2 || matches!(sight, Sight::Around { .. })) {
            return Self::from_outside(around());
        }
        let solid: Vec<_> = parts.iter().copied().filter(|(node, _)| !hides_little(scene, *node)).collect();
        let looked_at = chosen(if solid.is_empty() { &parts } else { &solid });
        let is_map = !is_place && is_map(scene, &parts);
        let subject = Subject::new(scene, &looked_at, is_map);
        let choice =
            Choice { scene, pose, subject: &subject, solids: solids(scene, pose, &looked_at), stand };
        let middle = subject.middle().or_else(|| around().bounds);
        let best = || choice.best().map(|best| (best.camera, best.focus));
        let chosen = match sight {
            Sight::All => Frame::whole(&parts).bounds.map(|whole| (choice.fitted(whole), whole)),
            Sight::Around { .. } => middle.map(|middle| (choice.fitted(middle), middle)),
            Sight::Saved => choice.saved().next().zip(middle).or_else(best),
            Sight::About => best(),
            Sight::Usual if is_place || is_map => choice.usual(middle),
            Sight::Usual => choice.better_than_outside(&around()),
        };
        let Some((camera, focus)) = chosen else { return Self::from_outside(around()) };
        let camera = if turn == 0.0 { camera } else { camera.carried(focus.centre(), turn) };
        // A camera within a place leaves no parts out.
        Self { camera: Some(camera), focus: Some(focus), frame: Frame::whole(&parts) }
    }

    /// The camera that was selected, or else one that is placed outside of the frame. `None` if nothing is visible.
    pub(super) fn camera_of(&self, scene: &Scene, stand: Stand) -> Option<Camera> {
        self.camera.or_else(|| {
            let corners = self.frame.corners().map(|corner| corner.to_array().map(f64::from));
            Some(Camera::towards(corners, self.frame.bounds?, scene.front(), stand))
        })
    }

    /// A shot from outside of a frame.
    fn from_outside(frame: Frame) -> Self {
        Self { camera: None, focus: frame.bounds, frame }
    }
}

/// True for sprites and glass, which are seldom what a scene is about.
fn hides_little(scene: &Scene, node: usize) -> bool {
    let Some(node) = scene.nodes.get(node) else { return false };
    let material = node.material.and_then(|material| scene.materials.get(material));
    let is_glass = |material: &Material| material.alpha == Alpha::Blend && material.base.w < OPAQUE;
    node.role == Role::Sprite || material.is_some_and(is_glass)
}

/// The opacity below which parts are ignored.
const OPAQUE: f32 = 0.5;

/// True if a model is a map rather than an object: Rojo and others store maps as models. Vehicles and houses have as
/// many parts, but are smaller, and their parts are larger in comparison.
fn is_map(scene: &Scene, parts: &[(usize, Extent)]) -> bool {
    let bounds = || parts.iter().map(|(_, extent)| extent.bounds).reduce(Aabb::union);
    let is_wide = |size: Vec3| size.x.min(size.z) >= MAP_WIDTH && size.x.max(size.z) >= 1.5 * MAP_WIDTH;
    scene.unit == Unit::Stud && parts.len() >= MAP_PARTS && bounds().is_some_and(|all| is_wide(all.size()))
}

/// The least number of parts of a map, and its least width, in studs: a street with a few houses.
const MAP_PARTS: usize = 60;
const MAP_WIDTH: f32 = 100.0;

/// A model with at least this many parts is a closed room if less than this share of them is visible from outside, by
/// weight, or less than one in this many.
const ROOM_PARTS: usize = 10;
const HIDDEN: f64 = 0.25;
const HIDDEN_PARTS: usize = 3;

/// Upper bound on the saved cameras that are compared. Scripts of cut scenes leave dozens.
const MOST_SAVED: usize = 8;

/// The least rating of a saved camera, as a share of that of the best computed camera when both are rated as saved ones;
/// it has to exceed the usual rating of that camera as well. This and the next share were set by comparing the two
/// pictures of some fifty places.
const BELIEVED: f64 = 0.8;

/// The least content that a saved camera has to show, as a share of what the best computed camera shows; and the number
/// of parts, if the scene has that many.
const LEAST_CONTENT: f64 = 0.375;
const LEAST_PARTS: usize = 6;

/// The data for the selection.
struct Choice<'s> {
    scene: &'s Scene,
    pose: &'s Pose,
    subject: &'s Subject<'s>,
    solids: Solids,
    stand: Stand,
}

impl Choice<'_> {
    /// The cameras of the scene; the first is that of the editor in a place.
    fn saved(&self) -> impl Iterator<Item = Camera> {
        let nodes = self.scene.nodes.iter().enumerate().filter(|(_, node)| node.camera.is_some());
        let mut worlds = Worlds::new(self.scene, self.pose);
        nodes.filter_map(move |(node, _)| {
            Camera::of_node(self.scene, node, &worlds.get(node), self.stand).filter(|camera| {
                let [x, y, z] = camera.eye();
                // The engine gives cameras without a position the origin, and looks along -Z from there.
                [x, y, z] != [0.0; 3]
            })
        })
    }

    /// The best of the saved cameras that show enough, or else the best computed one.
    fn usual(&self, middle: Option<Aabb>) -> Option<(Camera, Aabb)> {
        let best = self.best();
        let [least, content, uncut] = best.as_ref().map_or([0.0, 0.0, 1.0], |best| {
            let least = best.rating.max(best.most.rating_of_chosen(FILLED) * BELIEVED);
            [least, best.most.content(), best.most.uncut()]
        });
        let enough = self.subject.n_parts().min(LEAST_PARTS);
        let rated = self.saved().take(MOST_SAVED).filter_map(|camera| {
            let seen = self.subject.seen(&self.solids, &camera, self.stand);
            // What is cut off is no fault of a picture that shows more.
            let cut = if seen.content() < content { (seen.uncut() / uncut).min(1.0) } else { 1.0 };
            let rating = seen.rating_of_chosen(FILLED) * cut;
            let is_enough = seen.n_parts >= enough && seen.content() >= content * LEAST_CONTENT;
            (is_enough && rating > least).then_some((rating, camera))
        });
        let saved = rated.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let saved = saved.map(|(_, camera)| camera);
        saved.zip(middle).or(best.map(|best| (best.camera, best.focus)))
    }

    /// The best computed camera, if a picture of the whole frame from outside would show almost nothing: dots far
    /// apart, or walls and a roof around a room.
    fn better_than_outside(&self, frame: &Frame) -> Option<(Camera, Aabb)> {
        let bounds = frame.bounds?;
        let corners = frame.corners().map(|corner| corner.to_array().map(f64::from));
        let camera = Camera::towards(corners, bounds, self.scene.front(), self.stand);
        let seen = |camera| self.subject.seen(&self.solids, camera, self.stand);
        let outside = seen(&camera);
        let n_parts = self.subject.n_parts();
        let is_lost = outside.filled < FILLED / 4.0;
        let is_closed = outside.n_parts.saturating_mul(HIDDEN_PARTS) < n_parts;
        let is_room = n_parts >= ROOM_PARTS && (is_closed || outside.any < HIDDEN);
        if !is_lost && !is_room {
            return None;
        }
        let sides = if is_lost { Sides::Both } else { Sides::Inside };
        let Best { camera, focus, .. } =
            self.subject.best(&self.solids, self.scene.front(), self.stand, sides)?;
        let found = seen(&camera);
        // In a long row of parts, no group stands out.
        let is_better =
            is_lost && found.any >= f64::min(0.5, outside.any * 0.9) && found.filled >= FILLED / 2.0
                || is_room && found.any >= 2.0 * outside.any
                || is_closed && found.n_parts.saturating_mul(3) >= outside.n_parts.saturating_mul(4);
        is_better.then_some((camera, focus))
    }

    /// The computed camera that shows most.
    fn best(&self) -> Option<Best> {
        self.subject.best(&self.solids, self.scene.front(), self.stand, Sides::Both)
    }

    /// A camera that shows a box.
    fn fitted(&self, focus: Aabb) -> Camera {
        let corners = self.subject.corners(focus);
        Camera::towards(corners.iter().copied(), focus, self.scene.front(), self.stand).within()
    }
}

#[cfg(test)]
mod tests {
    use super::super::view::View;
    use super::*;
    use crate::json::Json;
    use crate::mesh::Mesh;
    use crate::node::Node;
    use crate::node::Trs;
    use geom::{Quat, TriMesh};

    const STAND: Stand = Stand { yaw: 30.0, pitch: 20.0, width: 256, height: 256 };

    /// A place of boxes, by their positions and sizes.
    fn place(boxes: impl IntoIterator<Item = ([f32; 3], [f32; 3])>) -> Scene {
        let mut scene = Scene::default();
        let mut own = Json::default();
        own.set("place", true);
        scene.extras.set("rezkit", own);
        let half = geom::Aabb { min: Vec3::splat(-0.5), max: Vec3::splat(0.5) };
        let indices = super::super::frame::SIDES.to_vec();
        let shape = TriMesh { positions: half.corners().to_vec(), indices, ..TriMesh::default() };
        scene.meshes.push(Mesh { shape, ..Mesh::default() });
        for (translation, scale) in boxes {
            let [translation, scale] = [translation, scale].map(Vec3::from_array);
            let local = Trs { translation, scale, ..Trs::IDENTITY };
            scene.nodes.push(Node { local, mesh: Some(0), ..Node::default() });
        }
        scene
    }

    /// Boxes of one to three studs, spread over a width around a centre.
    fn strewn(count: u16, wide: f32, [x, y, z]: [f32; 3]) -> impl Iterator<Item = ([f32; 3], [f32; 3])> {
        (0..count).map(move |number| {
            let at = |factor: u16| f32::from(number.wrapping_mul(factor) % 101) / 101.0 - 0.5;
            let size = 1.0 + f32::from(number % 5) / 2.0;
            ([x + at(37) * wide, y + size / 2.0, z + at(59) * wide], [size; 3])
        })
    }

    /// The default camera, and the fraction of its picture that the content fills.
    fn usual(scene: &Scene) -> (Camera, f64) {
        let shot = Shot::select(scene, &scene.rest(), 0, Sight::Usual, 0.0, STAND);
        let camera = shot.camera.expect("places have one");
        let parts = parts(scene, &scene.rest(), 0);
        let subject = Subject::new(scene, &parts, false);
        (camera, subject.seen(&solids(scene, &scene.rest(), &parts), &camera, STAND).filled)
    }

    #[test]
    fn what_a_place_is_about_fills_an_eighth_of_its_picture() {
        let base = ([0.0, -8.0, 0.0], [2048.0, 16.0, 2048.0]);
        let speck = || strewn(5, 8.0, [300.0, 0.0, -200.0]);
        let lost = [([90_000.0, 0.0, 0.0], [4.0; 3]), ([0.0, -4000.0, 100.0], [2.0; 3])];
        let sky = ([0.0, 0.0, 0.0], [6000.0; 3]);
        let cases = [
            ("a speck on a baseplate", place([base].into_iter().chain(speck()))),
            ("one part on a baseplate", place([base, ([300.0, 1.0, 20.0], [4.0, 2.0, 4.0])])),
            ("lost parts", place(strewn(60, 40.0, [0.0; 3]).chain(lost))),
            ("a sky box", place([sky].into_iter().chain(strewn(40, 60.0, [0.0; 3])))),
            (
                "two villages far apart",
                place(strewn(50, 40.0, [0.0; 3]).chain(strewn(60, 40.0, [9000.0, 0.0, 0.0]))),
            ),
            (
                "so many parts that only some are looked at first",
                place([base].into_iter().chain(strewn(1010, 60.0, [300.0, 0.0, -200.0])).chain(lost)),
            ),
            ("all of it", place([base, sky].into_iter().chain(speck()).chain(lost))),
        ];
        for (name, scene) in cases {
            let (_, filled) = usual(&scene);
            assert!(filled >= FILLED * 0.625, "{name}: {filled}");
        }
    }

    /// A lawn with two objects on it, and a fence of posts along one side.
    fn garden() -> Scene {
        let lawn = ([0.0, -0.5, 0.0], [52.0, 1.0, 24.0]);
        let things = [([-8.0, 3.0, 0.0], [6.0; 3]), ([8.0, 3.0, -2.0], [8.0, 6.0, 10.0])];
        let posts = (0..24_u8).map(|post| ([2.0 * f32::from(post) - 24.0, 2.0, 8.0], [0.5, 4.0, 0.5]));
        place([lawn].into_iter().chain(things).chain(posts))
    }

    #[test]
    fn all_that_a_place_is_about_is_in_the_picture_if_that_leaves_it_large_enough() {
        let scene = garden();
        let (camera, filled) = usual(&scene);
        assert!(filled >= FILLED, "{filled}");
        // The lawn may be cut off.
        for (_, extent) in parts(&scene, &scene.rest(), 0).iter().skip(1) {
            for corner in extent.bounds.corners() {
                let place = camera.place(corner.to_array().map(f64::from));
                let [x, y, _] = place.expect("before the camera");
                assert!((0.0..=256.0).contains(&x) && (0.0..=256.0).contains(&y), "{corner:?}: {x} {y}");
            }
        }
    }

    #[test]
    fn cameras_are_tried_with_bounded_work() {
        use super::super::subject::{MOST_TRIED, N_TRIED};
        let many = (0..3_u8).flat_map(|row| strewn(10_000, 400.0, [0.0, 4.0 * f32::from(row), 0.0]));
        let scene = place(many);
        let before = N_TRIED.get();
        assert!(Shot::select(&scene, &scene.rest(), 0, Sight::Usual, 0.0, STAND).camera.is_some());
        let n_tried = N_TRIED.get() - before;
        assert!((1..=MOST_TRIED).contains(&n_tried), "{n_tried}");
        // Of parts of similar size, the examined ones are spread over the whole place.
        let parts = parts(&scene, &scene.rest(), 0);
        let looked_at = chosen(&parts);
        assert!(looked_at.len() < parts.len() / 3);
        let around = |parts: &[(usize, super::super::frame::Extent)]| {
            parts.iter().map(|(_, extent)| extent.bounds).reduce(Aabb::union)
        };
        assert_eq!(around(&looked_at), around(&parts));
    }

    #[test]
    fn all_of_a_map_is_in_the_picture() {
        let island = ([0.0, -8.0, 0.0], [260.0, 16.0, 220.0]);
        let houses = strewn(80, 160.0, [0.0; 3]).map(|(at, size)| (at, size.map(|size| 8.0 * size)));
        let mut map = place([island].into_iter().chain(houses));
        (map.extras, map.unit) = (Json::default(), Unit::Stud);
        let (camera, _) = usual(&map);
        for corner in map.bounds().expect("parts").corners() {
            let [x, y, _] = camera.place(corner.to_array().map(f64::from)).expect("before the camera");
            assert!((0.0..=256.0).contains(&x) && (0.0..=256.0).contains(&y), "{corner:?}: {x} {y}");
        }
    }

    #[test]
    fn a_long_row_is_seen_as_a_whole() {
        let mut row = place((0..64_u8).map(|number| ([f32::from(number) * 4.0, 0.0, 0.0], [2.0; 3])));
        row.extras = Json::default();
        let shot = Shot::select(&row, &row.rest(), 0, Sight::Usual, 0.0, STAND);
        assert_eq!((shot.camera.is_some(), shot.frame.bounds), (false, row.bounds()));
        // A group of parts close together is seen from near.
        let mut speck = place(strewn(40, 8.0, [300.0, 0.0, 0.0]).chain([([0.0; 3], [2.0; 3])]));
        speck.extras = Json::default();
        assert!(Shot::select(&speck, &speck.rest(), 0, Sight::Usual, 0.0, STAND).camera.is_some());
    }

    #[test]
    fn the_target_of_a_view_is_straight_ahead() {
        let seen_from_inside = place(strewn(60, 40.0, [0.0; 3]).chain([([90_000.0, 0.0, 0.0], [4.0; 3])]));
        for scene in [garden(), seen_from_inside] {
            let view = View::from_scene(&scene).expect("a place has something to see");
            let to = view.target - view.position;
            let ahead = view.rotation.rotate(Vec3::new(0.0, 0.0, -1.0));
            assert!(to.length() > 1.0 && (to.length() - to.dot(ahead)) < 1e-4 * to.length(), "{view:?}");
        }
    }

    #[test]
    fn the_camera_goes_in_where_walls_hide_what_is_inside() {
        let walls = [
            ([0.0, -0.5, 0.0], [60.0, 1.0, 60.0]),
            ([0.0, 20.5, 0.0], [60.0, 1.0, 60.0]),
            ([-30.5, 10.0, 0.0], [1.0, 20.0, 60.0]),
            ([30.5, 10.0, 0.0], [1.0, 20.0, 60.0]),
            ([0.0, 10.0, -30.5], [60.0, 20.0, 1.0]),
            ([0.0, 10.0, 30.5], [60.0, 20.0, 1.0]),
        ];
        // A model that is an empty room with lamps along its edges.
        let ends = [-29.5, 29.5];
        let upright = ends.map(|x| ends.map(|z| ([x, 10.0, z], [0.5, 19.0, 0.5]))).into_iter().flatten();
        let along_x =
            ends.map(|z| [0.5, 19.5].map(|y| ([0.0, y, z], [58.0, 0.5, 0.5]))).into_iter().flatten();
        let along_z =
            ends.map(|x| [0.5, 19.5].map(|y| ([x, y, 0.0], [0.5, 0.5, 58.0]))).into_iter().flatten();
        let mut empty = place(walls.into_iter().chain(upright).chain(along_x).chain(along_z));
        empty.extras = Json::default();
        let full = [30, 200].map(|n_parts| place(walls.into_iter().chain(strewn(n_parts, 40.0, [0.0; 3]))));
        for room in full.into_iter().chain([empty]) {
            let (camera, filled) = usual(&room);
            let [x, y, z] = camera.eye();
            assert!(x.abs() < 30.0 && z.abs() < 30.0 && (0.0..20.0).contains(&y), "{:?}", camera.eye());
            assert!(filled > 0.05, "{filled}");
        }
    }

    #[test]
    fn a_group_of_many_small_parts_does_not_hide_the_rest() {
        let base = ([0.0, -8.0, 0.0], [2048.0, 16.0, 2048.0]);
        let pads = (0..20_u8)
            .map(|pad| ([f32::from(pad % 5) * 30.0, 0.5, f32::from(pad / 5) * 30.0], [10.0, 1.0, 10.0]));
        let scene = place([base].into_iter().chain(pads).chain(strewn(20, 3.0, [60.0, 1.0, 45.0])));
        let (camera, _) = usual(&scene);
        let is_seen = |(_, extent): &&(usize, Extent)| {
            let place = camera.place(extent.bounds.centre().to_array().map(f64::from));
            place.is_some_and(|[x, y, _]| (0.0..=256.0).contains(&x) && (0.0..=256.0).contains(&y))
        };
        let n_seen = parts(&scene, &scene.rest(), 0).iter().skip(1).filter(is_seen).count();
        assert!(n_seen > 30, "{n_seen}");
    }

    /// The lengths of the boxes at which the camera looks.
    fn focus(scene: &Scene) -> [f32; 3] {
        let shot = Shot::select(scene, &scene.rest(), 0, Sight::Usual, 0.0, STAND);
        shot.focus.expect("a focus").size().to_array()
    }

    #[test]
    fn all_of_a_few_parts_are_in_the_picture() {
        let base = ([0.0, -8.0, 0.0], [2048.0, 16.0, 2048.0]);
        let pads = [([0.0, 0.5, 0.0], [12.0, 1.0, 12.0]), ([2.0, 2.0, 0.0], [9.0; 3])];
        let scene = |x| place([base].into_iter().chain(pads).chain([([x, 5.0, 0.0], [10.0; 3])]));
        assert_eq!(focus(&scene(60.0))[0], 71.0);
        // One that is lost is not.
        assert!(focus(&scene(9000.0))[0] < 20.0);
        // A platform is not a floor if there is a far larger one.
        let stage = ([0.0, 0.5, 40.0], [80.0, 1.0, 60.0]);
        assert_eq!(focus(&place([base, pads[0], stage]))[0], 80.0);
    }

    #[test]
    fn two_groups_are_seen_rather_than_one() {
        let base = ([0.0, -8.0, 0.0], [2048.0, 16.0, 2048.0]);
        let groups = strewn(12, 10.0, [0.0; 3]).chain(strewn(12, 20.0, [40.0, 0.0, 20.0]));
        assert!(focus(&place([base].into_iter().chain(groups)))[0] > 50.0);
    }

    #[test]
    fn a_model_of_a_closed_room_is_seen_from_inside() {
        // Thick walls are content as well, but few of all parts.
        for thick in [1.0, 6.0] {
            let slabs = [-0.5, 0.5].into_iter().flat_map(|side: f32| {
                [
                    ([0.0, side * (16.0 + thick), 0.0], [40.0, thick, 30.0]),
                    ([side * (40.0 + thick), 0.0, 0.0], [thick, 16.0, 30.0]),
                    ([0.0, 0.0, side * (30.0 + thick)], [40.0, 16.0, thick]),
                ]
            });
            let mut room = place(slabs.chain(strewn(40, 24.0, [0.0, -8.0, 0.0])));
            room.extras = Json::default();
            let shot = Shot::select(&room, &room.rest(), 0, Sight::Usual, 0.0, STAND);
            let eye = shot.camera.expect("a camera").eye();
            assert!(eye.iter().zip([20.0, 8.0, 15.0]).all(|(at, half)| at.abs() < half), "{eye:?}");
        }
        // The same without walls and a roof is seen from outside.
        let mut floor = place(strewn(40, 24.0, [0.0, -8.0, 0.0]));
        floor.extras = Json::default();
        assert!(Shot::select(&floor, &floor.rest(), 0, Sight::Usual, 0.0, STAND).camera.is_none());
    }

    #[test]
    fn the_camera_in_a_room_has_its_back_to_a_wall() {
        let slabs = [-0.5, 0.5].into_iter().flat_map(|side: f32| {
            [
                ([0.0, side * 24.0, 0.0], [54.0, 4.0, 54.0]),
                ([side * 50.0, 0.0, 0.0], [4.0, 24.0, 54.0]),
                ([0.0, 0.0, side * 50.0], [54.0, 24.0, 4.0]),
            ]
        });
        // A bed of many parts in one corner, and a radio in another.
        let bed = (0..40_u8).map(|n| {
            ([f32::from(n % 8) - 22.0, -9.0 + f32::from(n / 20), f32::from(n % 5) + 17.0], [1.0; 3])
        });
        let radio = strewn(14, 3.0, [13.0, -10.0, -14.0]);
        let mut room = place(slabs.chain(bed).chain(radio));
        room.extras = Json::default();
        let camera = Shot::select(&room, &room.rest(), 0, Sight::Usual, 0.0, STAND).camera.expect("a camera");
        let is_in = |corner: Vec3| {
            let place = camera.place(corner.to_array().map(f64::from));
            place.is_some_and(|[x, y, _]| (0.0..=256.0).contains(&x) && (0.0..=256.0).contains(&y))
        };
        let all = parts(&room, &room.rest(), 0);
        let n_whole = all.iter().filter(|(_, extent)| extent.bounds.corners().into_iter().all(is_in)).count();
        assert!(n_whole >= 40, "{n_whole} {:?}", camera.eye());
        assert!(camera.eye()[0].abs().max(camera.eye()[2].abs()) > 18.0, "{:?}", camera.eye());
    }

    #[test]
    fn the_camera_stays_outside_where_nothing_hides_the_content() {
        let lawn = ([0.0, -0.5, 0.0], [200.0, 1.0, 200.0]);
        let along = (0..3_u8).map(|n| ([0.0, 0.25, 40.0 * f32::from(n) - 40.0], [44.0, 0.5, 4.0]));
        let across = [([20.0, 0.25, -20.0], [4.0, 0.5, 36.0]), ([-20.0, 0.25, 20.0], [4.0, 0.5, 36.0])];
        let path = place([lawn].into_iter().chain(along).chain(across));
        let (camera, _) = usual(&path);
        assert!(camera.eye()[1] > 10.0, "{:?}", camera.eye());
    }

    #[test]
    fn the_camera_that_was_saved_is_taken_if_it_sees_enough() {
        let heap = (0..14_u8).flat_map(|row| strewn(90, 24.0, [0.0, 3.0 * f32::from(row), 0.0]));
        let mut scene = place(heap);
        let hues = [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]];
        let coloured = |base| Material { base: geom::Vec4::from_array(base), ..Material::default() };
        scene.materials.extend(hues.map(coloured));
        scene.nodes.iter_mut().zip((0..3).cycle()).for_each(|(node, hue)| node.material = Some(hue));
        scene.cameras.push(crate::light::Camera { angle: 1.2, near: 0.1, ..crate::light::Camera::default() });
        scene.nodes.push(Node { camera: Some(0), ..Node::default() });
        let mut is_saved = |sight, z: f32, rotation: [f32; 4]| {
            let (translation, rotation) = (Vec3::new(0.0, 20.0, z), Quat::from_array(rotation));
            scene.nodes.last_mut().expect("the camera").local =
                Trs { translation, rotation, ..Trs::IDENTITY };
            let shot = Shot::select(&scene, &scene.rest(), 0, sight, 0.0, STAND);
            shot.camera.expect("a camera").eye() == translation.to_array().map(f64::from)
        };
        let ahead = [0.0, 0.0, 0.0, 1.0];
        assert!(is_saved(Sight::Usual, 36.0, ahead) && !is_saved(Sight::About, 36.0, ahead));
        // Within the heap, it shows a small share of what a camera outside shows; turned away, nothing.
        let away = [0.0, 1.0, 0.0, 0.0];
        for (z, rotation) in [(2.0, ahead), (36.0, away)] {
            assert!(!is_saved(Sight::Usual, z, rotation) && is_saved(Sight::Saved, z, rotation));
        }
    }

    #[test]
    fn a_turn_carries_the_camera_around() {
        let scene = place(strewn(30, 30.0, [100.0, 0.0, 0.0]));
        let eye = |turn| {
            let shot =
                Shot::select(&scene, &scene.rest(), 0, Sight::Around { yaw: 0.0, pitch: 20.0 }, turn, STAND);
            let (camera, focus) = (shot.camera.expect("a camera"), shot.focus.expect("a focus").centre());
            let [x, _, z] = camera.eye();
            [x - f64::from(focus.x), z - f64::from(focus.z)]
        };
        let ([x, z], [turned_x, turned_z]) = (eye(0.0), eye(90.0));
        assert!((turned_x - z).abs() < 1e-6 && (turned_z + x).abs() < 1e-6, "{x} {z} {turned_x} {turned_z}");
    }
}
