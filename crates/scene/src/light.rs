//! Lights and cameras.

use geom::Vec3;

/// A light, which shines from a node along its -Z.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Light {
    /// Its name.
    pub name: String,
    /// How it spreads.
    pub kind: LightKind,
    /// Linear colour.
    pub colour: Vec3,
    /// In candela; of [`LightKind::Directional`], in lux.
    pub intensity: f32,
    /// How far it shines, in units; `None` if that is not limited.
    pub range: Option<f32>,
}

/// How a light spreads.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub enum LightKind {
    /// In parallel, from infinitely far away.
    Directional,
    /// In all directions.
    #[default]
    Point,
    /// In a cone.
    Spot {
        /// The angle from the middle up to which it is as bright as there, in radians.
        inner: f32,
        /// The angle from the middle at which it ends, in radians.
        outer: f32,
    },
}

/// A camera with perspective, which looks along the -Z of a node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Camera {
    /// Its name.
    pub name: String,
    /// The angle between the lower and the upper edge of the picture, in radians.
    pub angle: f32,
    /// The width of the picture for its height, if that is stated.
    pub aspect: Option<f32>,
    /// The nearest that it sees.
    pub near: f32,
    /// The farthest that it sees; `None` if that is not limited.
    pub far: Option<f32>,
}
