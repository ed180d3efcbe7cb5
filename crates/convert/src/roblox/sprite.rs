//! Labels that face the camera; particles, flames and smoke at one moment; and beams.

use super::colour::Look;
use super::gui::{BILLBOARD, Interfaces};
use super::instance::Instance;
use super::plume::{Plume, beam};
use super::sequence::{colour, value};
use super::shape::PartShape;
use super::{Becomes, Build, MOST_SIDES, PartKind, placed};
use geom::{Mat3, Pose, Quat, Vec3};
use scene::{Node, Role};

/// The number of straight pieces of a beam that is bent or changes.
const PIECES: u8 = 8;

impl Build<'_, '_> {
    /// The conversion of a label in the world, whose picture faces the camera.
    pub(super) fn billboard(&mut self, index: usize, instance: &Instance<'_>) -> Becomes {
        let Some((_, size)) = self.billboard_place(instance) else { return Becomes::Nothing };
        let Self { interfaces, instances, assets, .. } = self;
        let interfaces = interfaces.get_or_insert_with(|| Interfaces::find(instances));
        let picture = interfaces.sign(instances, index, size, &mut |url| assets.pixels(url));
        let becomes = match picture {
            Some(picture) => assets.embedded(picture.to_png()).map_or(Becomes::Nothing, Becomes::Sprite),
            None if interfaces.is_exhausted() => Becomes::Nothing,
            None => Becomes::Missing,
        };
        self.signs.extend((becomes != Becomes::Nothing).then_some(index));
        becomes
    }

    /// The middle of a label in the world, and its size in studs; `None` if it is attached to nothing, or has no size.
    fn billboard_place(&self, instance: &Instance<'_>) -> Option<(Vec3, [f32; 2])> {
        let above = self.instances.referred(instance, "Adornee").or(instance.parent)?;
        let world = self.world_of(above)?;
        let half = self.instances.get(above)?.vec3("size").unwrap_or(Vec3::ZERO) * 0.5;
        let size = instance.udim2("Size")?.map(|[share, offset]| share + offset / BILLBOARD);
        let [width, height] = size.map(|length| length.clamp(0.0, 1000.0));
        let of = |property| instance.vec3(property).unwrap_or(Vec3::ZERO);
        let (offset, extents) = (of("StudsOffsetWorldSpace"), of("ExtentsOffsetWorldSpace"));
        let high = of("StudsOffset").y
            + of("ExtentsOffset").y * half.y
            + instance.vec2("SizeOffset").map_or(0.0, |share| share.y * height);
        let extents = Vec3::new(extents.x * half.x, extents.y * half.y, extents.z * half.z);
        let middle = world.position + offset + extents + Vec3::Y * high;
        (width > 0.0 && height > 0.0).then_some((middle, [width, height]))
    }

    /// The conversion of an emitter of particles: the picture of those that exist at one moment.
    pub(super) fn plume(&mut self, instance: &Instance<'_>) -> Becomes {
        let Some(plume) = self.plume_of(instance) else { return Becomes::Missing };
        let key = format!("{plume:?}");
        if let Some(known) = self.plumes.get(&key) {
            return known.map_or(Becomes::Missing, Becomes::Sprite);
        }
        if self.plumes.len() >= MOST_PLUMES {
            return Becomes::Nothing;
        }
        let image = plume.url.as_ref().filter(|url| !url.starts_with("rbxasset://"));
        let picture = plume.picture(image.and_then(|url| self.assets.pixels(url)));
        let image = picture.and_then(|picture| self.assets.embedded(picture.to_png()));
        self.plumes.insert(key, image);
        image.map_or(Becomes::Missing, Becomes::Sprite)
    }

    fn plume_of(&self, instance: &Instance<'_>) -> Option<Plume> {
        let part = self.instances.get(instance.parent?)?;
        let size = part.vec3("size").filter(|_| PartKind::from_instance(&part).is_some());
        Plume::from_instance(instance, size.unwrap_or(Vec3::ZERO))
    }

    /// Adds the node of a label or of particles.
    pub(super) fn put_sprite(&mut self, node: Node, instance: &Instance<'_>, image: usize) {
        let look = Look::sprite([255; 3], 0.0, Some(image));
        if instance.class() == b"BillboardGui" {
            let Some((middle, size)) = self.billboard_place(instance) else { return };
            return self.sprite(node, instance, (middle, Quat::IDENTITY), size, look);
        }
        let world = instance.parent.and_then(|parent| self.world_of(parent));
        let Some((plume, world)) = self.plume_of(instance).zip(world) else { return };
        let Some(area) = plume.area() else { return };
        let away = world.transform_vector(plume.direction);
        let middle = world.position + away * ((area.min.y + area.max.y) * 0.5);
        let size = area.size();
        self.sprite(node, instance, (middle, standing(away)), [size.x, size.y], look);
    }

    /// Adds the pieces of a beam.
    pub(super) fn put_beam(&mut self, node: Node, instance: &Instance<'_>) {
        let end = |property| self.world_of(self.instances.referred(instance, property)?);
        let Some((from, to)) = end("Attachment0").zip(end("Attachment1")) else { return };
        let number = |property| instance.number(property).unwrap_or(0.0);
        let bend = |pose: Pose, length: f32| pose.position + pose.transform_vector(Vec3::X) * length;
        // A Bézier curve that leaves both ends along their X axes.
        let points =
            [from.position, bend(from, number("CurveSize0")), bend(to, -number("CurveSize1")), to.position];
        let on = |at: f32| {
            let rest = 1.0 - at;
            points[0] * (rest * rest * rest)
                + points[1] * (3.0 * rest * rest * at)
                + points[2] * (3.0 * rest * at * at)
                + points[3] * (at * at * at)
        };
        let (colours, clear) = (instance.colours("Color"), instance.numbers("Transparency"));
        let width = |at: f32| {
            let [one, other] = ["Width0", "Width1"]
                .map(|property| instance.number(property).unwrap_or(1.0).clamp(0.0, 1000.0));
            one + (other - one) * at
        };
        let url = instance.text("Texture").or_else(|| instance.text("TextureContent"));
        let image =
            url.and_then(|url| self.assets.image(&url).or_else(|| self.assets.embedded(beam().to_png())));
        for piece in 0..PIECES {
            let [start, middle, end] =
                [0.0, 0.5, 1.0].map(|share| (f32::from(piece) + share) / f32::from(PIECES));
            let along = on(end) - on(start);
            let look = Look::sprite(
                colour(colours.as_deref().unwrap_or_default(), middle),
                value(clear.as_deref().unwrap_or_default(), middle, 0.5).clamp(0.0, 1.0),
                image,
            );
            let place = ((on(start) + on(end)) * 0.5, standing(along));
            self.sprite(node.clone(), instance, place, [width(middle), along.length()], look);
        }
    }

    /// Adds a sprite at a position in the world.
    fn sprite(
        &mut self,
        node: Node,
        instance: &Instance<'_>,
        (position, rotation): (Vec3, Quat),
        [width, height]: [f32; 2],
        look: Look,
    ) {
        if self.n_sides >= MOST_SIDES {
            self.n_plain_sides = self.n_plain_sides.saturating_add(1);
            return;
        }
        if !(width > 0.0 && height > 0.0 && position.is_finite()) {
            return;
        }
        self.n_sides = self.n_sides.saturating_add(1);
        let above = instance.parent.and_then(|above| self.worlds.get(&above).copied());
        let world = Pose { position, rotation: rotation.to_mat3() };
        let local = above.and_then(Pose::inverse).map_or(world, |inverse| inverse * world);
        let mesh = self.mesh(PartShape::Sprite);
        let local = placed(local, Vec3::new(width, height, 1.0));
        self.put(Node { local, mesh: Some(mesh), role: Role::Sprite, ..node }, look);
    }

    /// The pose in the world of a part, or of an attachment in one.
    fn world_of(&self, index: usize) -> Option<Pose> {
        let mut pose = Pose::IDENTITY;
        let mut next = Some(index);
        // Attachments and bones are relative to what they are in.
        for _ in 0..MOST_ABOVE {
            let instance = self.instances.get(next?)?;
            pose = instance.pose("CFrame").unwrap_or(Pose::IDENTITY) * pose;
            match instance.class() {
                b"Attachment" | b"Bone" => next = instance.parent,
                _ => return PartKind::from_instance(&instance).map(|_| pose),
            }
        }
        None
    }
}

/// Upper bound on the nesting of attachments and bones.
const MOST_ABOVE: usize = 100;

/// Upper bound on different emitters whose pictures are painted, which takes some milliseconds each.
const MOST_PLUMES: usize = 500;

/// The rotation of Y to a direction.
fn standing(direction: Vec3) -> Quat {
    let up = direction.normalised().unwrap_or(Vec3::Y);
    let aside = if up.z.abs() < 0.9 { Vec3::Z } else { Vec3::X };
    let right = up.cross(aside).normalised().unwrap_or(Vec3::X);
    Quat::from_mat3(Mat3::from_cols([right, up, right.cross(up)])).unwrap_or(Quat::IDENTITY)
}
