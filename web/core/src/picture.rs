//! A picture of a model or place, as `rez thumb` draws it.

use rezkit::exchange::{SceneOptions, draw, draw_interface};
use rezkit::thumb::{Sight, ThumbOptions};
use rezkit::{Loss, Problem, ProblemKind};
use serde::{Deserialize, Serialize};

/// The options of a picture.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Sitting {
    /// Width and height in pixels; 512 each by default.
    size: [u32; 2],
    level: u8,
    /// The point of view, by its name in `rez thumb --view`.
    view: Option<String>,
    /// The point of view in degrees: around the model to its left, and up.
    angles: Option<[f32; 2]>,
    /// Red, green, blue and opacity up to 255; by default, the background is transparent.
    background: Option<[u8; 4]>,
    /// The memory that the user allows after being asked, in bytes.
    memory: Option<usize>,
}

impl Default for Sitting {
    fn default() -> Self {
        Self { size: [512; 2], level: 0, view: None, angles: None, background: None, memory: None }
    }
}

/// The report on a picture.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
pub(crate) struct Portrait {
    n_triangles: usize,
    losses: Vec<Loss>,
    #[serde(skip)]
    pub(crate) png: Vec<u8>,
}

impl Sitting {
    fn sight(&self) -> Result<Sight, Problem> {
        match (self.angles, &self.view) {
            (Some([yaw, pitch]), _) => Ok(Sight::Around { yaw, pitch }),
            (None, None) => Ok(Sight::Usual),
            (None, Some(name)) => name.parse(),
        }
    }
}

/// Draws a picture, with the files that the model refers to; of a file without a shape, its interface.
pub(crate) fn picture(
    bytes: &[u8],
    name: &str,
    sitting: &Sitting,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Portrait, Problem> {
    let reading = SceneOptions::default().name(name);
    let reading = sitting.memory.map_or(reading.clone(), |memory| reading.max_memory(memory));
    let [width, height] = sitting.size;
    let options = ThumbOptions::default().size(width, height).level(sitting.level).sight(sitting.sight()?);
    let drawn = draw(bytes, &reading, &options.background(sitting.background), files);
    let drawn = drawn.or_else(|problem| match problem.kind {
        ProblemKind::Empty => draw_interface(bytes, &reading, sitting.size, files).map_err(|_| problem),
        _ => Err(problem),
    })?;
    Ok(Portrait { n_triangles: drawn.n_triangles, losses: drawn.losses, png: drawn.picture.to_png() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(json: &str) -> Result<Portrait, Problem> {
        let mesh = include_bytes!("../../../fixtures/rbxmesh/samples/vase.mesh");
        picture(mesh, "vase.mesh", &serde_json::from_str(json).unwrap(), &mut |_| None)
    }

    #[test]
    fn a_picture_has_the_size_that_is_asked_for() {
        let picture = drawn(r#"{"size": [64, 32], "view": "top"}"#).unwrap();
        assert!(picture.png.starts_with(b"\x89PNG") && picture.n_triangles > 0);
        assert_eq!(picture.png.get(16..24), Some(&[0, 0, 0, 64, 0, 0, 0, 32][..]));
        let other = drawn(r#"{"size": [64, 32], "angles": [0, 0]}"#).unwrap();
        assert!(other.png != picture.png);
    }

    #[test]
    fn without_a_shape_the_interface_is_drawn() {
        let of = |inside: &str| {
            let text = format!(r#"<roblox version="4"><Item class="ScreenGui">{inside}</Item></roblox>"#);
            picture(text.as_bytes(), "gui.rbxmx", &Sitting::default(), &mut |_| None)
        };
        let size = "<XS>0.5</XS><XO>0</XO><YS>0.5</YS><YO>0</YO>";
        let frame = format!(
            r#"<Item class="Frame"><Properties><UDim2 name="Size">{size}</UDim2></Properties></Item>"#
        );
        assert!(of(&frame).unwrap().png.starts_with(b"\x89PNG"));
        assert_eq!(of("").unwrap_err().kind, ProblemKind::Empty);
    }

    #[test]
    fn what_cannot_be_drawn_says_why() {
        assert_eq!(drawn(r#"{"size": [0, 9]}"#).unwrap_err().kind, ProblemKind::Limit);
        let unknown = drawn(r#"{"view": "inside"}"#).unwrap_err().message;
        assert!(unknown.starts_with("expected one of saved, "), "{unknown}");
    }
}
