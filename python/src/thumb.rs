//! Pictures.

use crate::convert::{Wish, scene_options};
use crate::error::{Failure, interruptible};
use crate::source::{FileSource, Files};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rezkit::Problem;
use rezkit::exchange::draw;
use rezkit::thumb::{Sight, ThumbOptions};

/// The point of view of a picture.
#[derive(FromPyObject)]
pub(crate) enum View {
    Angles(f32, f32),
    #[pyo3(transparent)]
    Name(String),
}

impl View {
    fn sight(self) -> PyResult<Sight> {
        match self {
            Self::Angles(yaw, pitch) => Ok(Sight::Around { yaw, pitch }),
            Self::Name(name) => {
                name.parse().map_err(|problem: Problem| PyValueError::new_err(problem.to_string()))
            }
        }
    }
}

/// The size of a picture: of a square, or width and height.
#[derive(FromPyObject)]
pub(crate) enum Size {
    #[pyo3(transparent)]
    Square(u32),
    Sides(u32, u32),
}

/// Draws a model: the bytes of a PNG.
///
/// size: width and height in pixels, or one number for both
/// level: the level of detail; 0 is the finest
/// view: the angles of the camera in degrees, around the model from its front to its left, and upwards; or "saved",
/// "about", "all", "top", "front", "back", "left" or "right"
/// background: red, green, blue and opacity, each from 0 to 255; by default the picture is transparent
/// animation: the number of an animation, and a time in seconds
/// files: as for convert
///
/// >>> import rezkit
/// >>> png = rezkit.thumb(b"v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n", size=(64, 64))
/// >>> png[:4]
/// b'\x89PNG'
#[pyfunction]
#[pyo3(signature = (source, *, size=Size::Square(256), level=0, view=None, background=None, animation=None, max_memory=None,
                    files=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn thumb<'py>(
    py: Python<'py>,
    source: FileSource,
    size: Size,
    level: u8,
    view: Option<View>,
    background: Option<[u8; 4]>,
    animation: Option<(usize, f32)>,
    max_memory: Option<usize>,
    files: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (width, height) = match size {
        Size::Square(side) => (side, side),
        Size::Sides(width, height) => (width, height),
    };
    let mut options = ThumbOptions::default().size(width, height).level(level).background(background);
    if let Some(view) = view {
        options = options.sight(view.sight()?);
    }
    if let Some((animation, seconds)) = animation {
        options = options.animation(animation, seconds);
    }
    let wish = Wish { max_memory, ..Wish::default() };
    let mut files = Files::new(files, source.folder());
    let (drawn, files) = interruptible(py, move || {
        let mut drawn = || -> Result<_, Failure> {
            let reading = scene_options(&wish, source.path());
            Ok(draw(&source.read()?, &reading, &options, &mut |name| files.find(name))?.picture.to_png())
        };
        Ok((drawn(), files))
    })?;
    files.settle()?;
    Ok(PyBytes::new(py, &drawn?))
}
