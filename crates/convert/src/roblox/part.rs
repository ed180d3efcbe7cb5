//! Parts: their geometry, placement and appearance.

use super::asset::{self, Assets, Missing};
use super::colour::{Look, PLASTIC, palette};
use super::instance::Instance;
use super::shape::PartShape;
use super::solid::blobs;
use files::roblox::unions::{HULLS, MESHES};
use geom::{Pose, Vec3};
use scene::loss::{LossCode, LossSeverity, Losses};

/// Kinds of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    /// A block, ball, cylinder or wedge, by its property `shape`.
    Shaped,
    Wedge,
    CornerWedge,
    Truss,
    /// A mesh from a file.
    Mesh,
    /// The result of a solid modelling operation.
    Union,
    /// A part that a solid modelling operation subtracts.
    Negated,
}

impl PartKind {
    /// The kind of an instance; `None` if it is not a part.
    pub(super) fn from_instance(instance: &Instance<'_>) -> Option<Self> {
        Some(match instance.class() {
            b"Part"
            | b"Seat"
            | b"VehicleSeat"
            | b"SpawnLocation"
            | b"SkateboardPlatform"
            | b"Platform"
            | b"FlagStand" => Self::Shaped,
            b"WedgePart" => Self::Wedge,
            b"CornerWedgePart" => Self::CornerWedge,
            b"TrussPart" => Self::Truss,
            b"MeshPart" => Self::Mesh,
            b"UnionOperation" | b"IntersectOperation" | b"PartOperation" => Self::Union,
            b"NegateOperation" => Self::Negated,
            // Terrain has a CFrame and a size as well.
            b"Terrain" => return None,
            // An unknown class is a part if it has a CFrame and a size, as all parts have.
            _ if instance.pose("CFrame").is_some() && instance.vec3("size").is_some() => Self::Shaped,
            _ => return None,
        })
    }
}

/// A part with its geometry.
pub(super) struct Part {
    pub(super) pose: Pose,
    pub(super) form: PartShape,
    pub(super) scale: Vec3,
    /// The offset from the pose of the part.
    pub(super) offset: Vec3,
    pub(super) look: Look,
    /// The index of the mesh, if it is not that of the form.
    pub(super) mesh: Option<usize>,
}

/// The size of a part without this property.
const USUAL_SIZE: Vec3 = Vec3::new(4.0, 1.2, 2.0);

/// The palette colour Medium stone grey.
const USUAL_COLOUR: [u8; 3] = [163, 162, 165];

impl Part {
    /// Reads the part from the instance alone.
    pub(super) fn read(kind: PartKind, instance: &Instance<'_>) -> Self {
        let size = size(instance);
        let mut part = Self {
            pose: instance.pose("CFrame").unwrap_or(Pose::IDENTITY),
            form: PartShape::Block,
            scale: size,
            offset: Vec3::ZERO,
            look: look(instance),
            mesh: None,
        };
        match kind {
            // Item 1 is a block.
            PartKind::Shaped => part.shaped(instance.choice("shape").unwrap_or(1), size),
            PartKind::Wedge => part.form = PartShape::Wedge,
            PartKind::CornerWedge => part.form = PartShape::CornerWedge,
            PartKind::Truss => part.form = truss(size),
            PartKind::Negated => part.form = PartShape::Empty,
            PartKind::Mesh | PartKind::Union => {}
        }
        part
    }

    /// Completes the part with its children and with assets.
    pub(super) fn complete(
        &mut self,
        kind: PartKind,
        instance: &Instance<'_>,
        [mesh, dress]: [Option<&Instance<'_>>; 2],
        assets: &mut Assets<'_>,
        losses: &mut Losses,
    ) {
        if self.look.has_finish() {
            let what =
                "parts of wood, metal and other materials get their roughness and shade, but no textures";
            losses.report(LossCode::MaterialProp, LossSeverity::Lost, what, 1, "");
        }
        match kind {
            PartKind::Mesh => {
                self.mesh_part(instance, size(instance), assets, losses);
                match (self.form, dress) {
                    (PartShape::File(_), Some(dress)) => self.dress(dress, assets),
                    (_, Some(dress)) => {
                        let what = "pictures on meshes that were not found are left out";
                        losses.report(LossCode::MaterialProp, LossSeverity::Lost, what, 1, &dress.name());
                    }
                    _ => {}
                }
            }
            PartKind::Union => self.union(instance, size(instance), assets, losses),
            PartKind::Negated => {
                let what = "parts that are cut out of others are not shown";
                losses.report(LossCode::ShapeUndrawn, LossSeverity::Lost, what, 1, &instance.name());
            }
            PartKind::Shaped | PartKind::Wedge | PartKind::CornerWedge | PartKind::Truss => {}
        }
        if let Some(mesh) = mesh {
            self.with_mesh(mesh, size(instance), assets, losses);
        }
    }

    /// Sets the form by a value of the enum `PartType`.
    fn shaped(&mut self, number: u32, size: Vec3) {
        match number {
            0 => {
                self.form = PartShape::Ball;
                self.scale = Vec3::splat(size.x.min(size.y).min(size.z));
            }
            2 => {
                self.form = PartShape::Cylinder;
                let thickness = size.y.min(size.z);
                self.scale = Vec3::new(size.x, thickness, thickness);
            }
            3 => self.form = PartShape::Wedge,
            4 => self.form = PartShape::CornerWedge,
            _ => {}
        }
    }

    fn mesh_part(
        &mut self,
        instance: &Instance<'_>,
        size: Vec3,
        assets: &mut Assets<'_>,
        losses: &mut Losses,
    ) {
        let url = instance.mesh_url();
        let Some(number) = url.as_ref().and_then(|url| assets.mesh(url)) else {
            let has_hulls = self.hulls(instance, size, assets, losses);
            let missing = if has_hulls { Missing::MeshShownByHulls } else { Missing::Mesh };
            return assets.note(missing, url.as_deref(), &instance.name(), losses);
        };
        self.stretch(number, instance, size, assets);
        let url = instance.text("TextureID").or_else(|| instance.text("TextureContent"));
        self.look = self.look.textured(url.and_then(|url| assets.image(&url)), [255; 3]);
    }

    /// Applies the textures of a SurfaceAppearance.
    fn dress(&mut self, dress: &Instance<'_>, assets: &mut Assets<'_>) {
        let mut image = |name: &str| {
            let url = dress.text(name).or_else(|| dress.text(&format!("{name}Content")));
            url.and_then(|url| assets.image(&url))
        };
        let [colour, normal, rough, metal] =
            ["ColorMap", "NormalMap", "RoughnessMap", "MetalnessMap"].map(&mut image);
        // The enum `AlphaMode` decides whether transparent pixels show the colour of the part or what is behind it.
        let is_clear = dress.choice("AlphaMode") == Some(1) && colour.is_some();
        let shown = match colour {
            Some(image) if !is_clear => assets.above(image, self.look.colour()).or(colour),
            _ => colour,
        };
        let tint = dress.colour("Color").unwrap_or([255; 3]);
        if shown.is_some() {
            self.look = self.look.textured(shown, tint);
        }
        self.look = self.look.dressed(normal, assets.rough_metal(rough, metal), is_clear);
    }

    /// Sets the geometry of a union from the first that is available: its own mesh, that of its asset, its collision
    /// hulls, a box.
    fn union(&mut self, instance: &Instance<'_>, size: Vec3, assets: &mut Assets<'_>, losses: &mut Losses) {
        let form = match instance.flag("UsePartColor") {
            Some(true) => asset::SolidForm::Plain,
            _ => asset::SolidForm::Coloured,
        };
        let url = instance.text("AssetId").or_else(|| instance.text("Content"));
        let mut number = None;
        for (property, blob) in blobs(instance, &MESHES) {
            number = number.or_else(|| readable(assets.blob(blob, form), instance, property, losses));
        }
        let of_asset = |url: &String| readable(assets.union(url, form)?, instance, "AssetId", losses);
        match number.or_else(|| url.as_ref().and_then(of_asset)) {
            Some(number) => {
                self.stretch(number, instance, size, assets);
                if assets.is_coloured(number) {
                    self.look = self.look.of_vertices();
                }
            }
            None => {
                let has_hulls = self.hulls(instance, size, assets, losses);
                let missing = if has_hulls { Missing::UnionShownByHulls } else { Missing::Union };
                assets.note(missing, url.as_deref(), &instance.name(), losses);
            }
        }
    }

    /// Shows the collision hulls, if there are any.
    fn hulls(
        &mut self,
        instance: &Instance<'_>,
        size: Vec3,
        assets: &mut Assets<'_>,
        losses: &mut Losses,
    ) -> bool {
        let mut number = None;
        for (property, blob) in blobs(instance, &HULLS).filter(|(_, blob)| !blob.ends_with(b"BLOCK")) {
            let found = assets.blob(blob, asset::SolidForm::Hulls);
            number = number.or_else(|| readable(found, instance, property, losses));
        }
        number.inspect(|number| self.stretch(*number, instance, size, assets)).is_some()
    }

    /// Scales a shape from its initial size to that of the part.
    fn stretch(&mut self, number: usize, instance: &Instance<'_>, size: Vec3, assets: &Assets<'_>) {
        self.form = PartShape::File(number);
        let initial = instance.vec3("InitialSize").filter(|size| size.x * size.y * size.z != 0.0);
        let initial = initial.unwrap_or_else(|| assets.size(number));
        let ratio = |now: f32, then: f32| if then == 0.0 { 1.0 } else { now / then };
        self.scale = Vec3::new(ratio(size.x, initial.x), ratio(size.y, initial.y), ratio(size.z, initial.z));
    }

    /// Applies the geometry of a SpecialMesh, BlockMesh or CylinderMesh.
    fn with_mesh(&mut self, mesh: &Instance<'_>, size: Vec3, assets: &mut Assets<'_>, losses: &mut Losses) {
        let stretch = mesh.vec3("Scale").unwrap_or(Vec3::ONE);
        self.offset = mesh.vec3("Offset").unwrap_or(Vec3::ZERO);
        let stretched = Vec3::new(size.x * stretch.x, size.y * stretch.y, size.z * stretch.z);
        self.scale = stretched;
        // Values of the enum `MeshType`, of which 5 is a file.
        self.form = match (mesh.class(), mesh.choice("MeshType").unwrap_or(0)) {
            (b"BlockMesh", _) => PartShape::Block,
            (b"CylinderMesh", _) => PartShape::Upright,
            (_, 0) => {
                let width = stretched.x.min(stretched.z);
                self.scale = Vec3::new(width, stretched.y, width);
                PartShape::Head
            }
            (_, 2) => PartShape::Wedge,
            (_, 3) => PartShape::Ball,
            (_, 4) => PartShape::Cylinder,
            (_, 5) => {
                let url = mesh.mesh_url();
                let embedded = mesh.embedded("MeshId").and_then(|bytes| assets.embedded_mesh(&bytes));
                let Some(number) = embedded.or_else(|| assets.mesh(url.as_ref()?)) else {
                    assets.note(Missing::Mesh, url.as_deref(), &mesh.name(), losses);
                    self.scale = size;
                    return;
                };
                // A mesh from a file has its own size, whatever that of the part is.
                self.scale = stretch;
                let url = || mesh.text("TextureId").or_else(|| mesh.text("TextureContent"));
                let image = match mesh.embedded("TextureId") {
                    Some(bytes) => assets.embedded(bytes),
                    None => url().and_then(|url| assets.image(&url)),
                };
                let tint = mesh.vec3("VertexColor").map_or([255; 3], bytes);
                self.look = self.look.textured(image, tint);
                PartShape::File(number)
            }
            (_, 6) => PartShape::Block,
            (_, 11) => PartShape::CornerWedge,
            _ => {
                let what = "shapes that Roblox no longer draws are shown as boxes";
                losses.report(LossCode::ShapeUndrawn, LossSeverity::Lost, what, 1, &mesh.name());
                PartShape::Block
            }
        };
    }
}

/// The index of a shape; a failure is reported.
fn readable(
    found: Result<usize, String>,
    instance: &Instance<'_>,
    property: &str,
    losses: &mut Losses,
) -> Option<usize> {
    found
        .inspect_err(|reason| {
            let what = "shapes of unions and meshes that cannot be read";
            let place = format!("{}.{property}: {reason}", instance.name());
            losses.report(LossCode::UnknownData, LossSeverity::Lost, what, 1, &place);
        })
        .ok()
}

/// The factors of a colour as bytes; values above 1 are clamped.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut to 0 to 255 before")]
fn bytes(colour: Vec3) -> [u8; 3] {
    colour.to_array().map(|part| (part * 255.0 + 0.5).clamp(0.0, 255.0) as u8)
}

/// A truss along the longest axis.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut to 1 to 64 before")]
fn truss(size: Vec3) -> PartShape {
    let (axis, length) = if size.x > size.y && size.x >= size.z {
        (0, size.x)
    } else if size.y >= size.z {
        (1, size.y)
    } else {
        (2, size.z)
    };
    PartShape::Truss(axis, (length / 2.0 + 0.5).clamp(1.0, 64.0) as u8)
}

fn size(instance: &Instance<'_>) -> Vec3 {
    instance.vec3("size").unwrap_or(USUAL_SIZE)
}

fn look(instance: &Instance<'_>) -> Look {
    let colour = instance.colour("Color3uint8").or_else(|| instance.colour("Color"));
    let colour = colour.or_else(|| palette(instance.choice("BrickColor")?));
    let material = instance.choice("Material").unwrap_or(PLASTIC);
    let fraction = |property| instance.number(property).unwrap_or(0.0).clamp(0.0, 1.0);
    Look::new(colour.unwrap_or(USUAL_COLOUR), fraction("Transparency"), fraction("Reflectance"), material)
}
