//! Pictures.

use crate::convert::{Wish, scene_options};
use crate::error::{Failure, interruptible};
use crate::source::{Files, Source};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rezkit::exchange;
use rezkit::thumb::{ThumbOptions, draw};

/// Draws a model: the bytes of a PNG.
///
/// size: width and height in pixels
/// level: the level of detail; 0 is the finest
/// view: the angles of the camera in degrees, around the model from its front to its left, and upwards
/// background: red, green, blue and opacity, each from 0 to 255; by default the picture is transparent
/// animation: the number of an animation, and a time in seconds
/// files: as for convert
///
/// >>> import rezkit
/// >>> png = rezkit.thumb(b"v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n", size=(64, 64))
/// >>> png[:4]
/// b'\x89PNG'
#[pyfunction]
#[pyo3(signature = (source, *, size=(256, 256), level=0, view=None, background=None, animation=None, max_memory=None,
                    files=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn thumb<'py>(
    py: Python<'py>,
    source: Source,
    size: (u32, u32),
    level: u8,
    view: Option<(f32, f32)>,
    background: Option<[u8; 4]>,
    animation: Option<(usize, f32)>,
    max_memory: Option<usize>,
    files: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut options = ThumbOptions::default().size(size.0, size.1).level(level).background(background);
    if let Some((yaw, pitch)) = view {
        options = options.view(yaw, pitch);
    }
    if let Some((animation, seconds)) = animation {
        options = options.animation(animation, seconds);
    }
    let wish = Wish { max_memory, ..Wish::default() };
    let mut files = Files::new(files, source.folder());
    let (drawn, files) = interruptible(py, move || {
        let drawn = || -> Result<_, Failure> {
            let bytes = source.read()?;
            let memory = max_memory.unwrap_or(rezkit::usual_memory(bytes.len()));
            let options = options.max_memory(memory / 2);
            let reading = scene_options(&wish, source.path());
            let (scene, _) = exchange::read(&bytes, &reading, &mut |name| files.find(name))?;
            Ok(draw(&scene, &options)?.to_png())
        };
        Ok((drawn(), files))
    })?;
    files.settle()?;
    Ok(PyBytes::new(py, &drawn?))
}
