//! Lights and cameras.

use geom::Vec3;

/// A light, which shines from a node along its -Z.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Light {
    /// The name of the light.
    pub name: String,
    /// The shape of the light: directional, point or spot.
    pub kind: LightKind,
    /// The linear colour.
    pub colour: Vec3,
    /// The intensity in candela; for [`LightKind::Directional`], the illuminance in lux.
    pub intensity: f32,
    /// The distance beyond which there is no light, in units; `None` if it is unlimited.
    pub range: Option<f32>,
}

/// The shape of a light.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub enum LightKind {
    /// Parallel light from infinitely far away.
    Directional,
    /// Light in all directions.
    #[default]
    Point,
    /// A cone of light.
    Spot {
        /// The angle from the axis up to which the light has full intensity, in radians.
        inner: f32,
        /// The angle from the axis at which the light ends, in radians.
        outer: f32,
    },
}

/// A perspective camera, which looks along the -Z of a node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Camera {
    /// The name of the camera.
    pub name: String,
    /// The vertical field of view, in radians.
    pub angle: f32,
    /// The aspect ratio, width divided by height, if it is stated.
    pub aspect: Option<f32>,
    /// The distance of the near plane.
    pub near: f32,
    /// The distance of the far plane; `None` if it is infinite.
    pub far: Option<f32>,
}
