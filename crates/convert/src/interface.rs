//! Pictures of interfaces as on a screen.

use super::{Drawn, SceneOptions, roblox};
use files::Asset;
use scene::loss::Losses;
use scene::thumb::Picture;
use scene::{Problem, ProblemKind};

/// The size of the screen for which interfaces are laid out, in pixels: that of a usual window.
const SCREEN: [f32; 2] = [1280.0, 720.0];

/// Draws the interfaces of a Roblox model or place as on a screen of 1280 by 720 pixels, in the middle of a picture of
/// this size. An interface that is not enabled is drawn only if no interface is enabled.
///
/// # Errors
///
/// If the file cannot be read, or has no interfaces with anything visible.
pub fn draw_interface(
    bytes: &[u8],
    options: &SceneOptions,
    [width, height]: [u32; 2],
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Drawn, Problem> {
    let asset = Asset::read_within(bytes, options.max_memory)?;
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    let scale = (width as f32 / SCREEN[0]).min(height as f32 / SCREEN[1]);
    let mut losses = Losses::default();
    let nothing = || Problem::new(ProblemKind::Empty, "there is nothing to see: the file has no interfaces");
    let screen = roblox::interface(&asset, SCREEN, scale, files, &mut losses).ok_or_else(nothing)?;
    Ok(Drawn { picture: centred(&screen, width, height), n_triangles: 0, losses: losses.0 })
}

/// Places a picture in the middle of a larger one.
fn centred(inner: &Picture, width: u32, height: u32) -> Picture {
    let [left, top] = [(width, inner.width), (height, inner.height)]
        .map(|(all, own)| (all.saturating_sub(own) / 2) as usize);
    let [stride, own] = [width, inner.width].map(|n_pixels| (n_pixels as usize).saturating_mul(4));
    let mut rgba = vec![0; stride.saturating_mul(height as usize)];
    let rows = rgba.chunks_exact_mut(stride.max(4)).skip(top);
    for (row, from) in rows.zip(inner.rgba.chunks_exact(own.max(4))) {
        let into = row.get_mut(left.saturating_mul(4)..).and_then(|row| row.get_mut(..own));
        into.into_iter().for_each(|into| into.copy_from_slice(from));
    }
    Picture { width, height, rgba }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_in_the_middle_of_a_larger_one() {
        let inner = Picture { width: 2, height: 1, rgba: vec![1, 2, 3, 4, 5, 6, 7, 8] };
        let outer = centred(&inner, 4, 3);
        let expected: Vec<u8> =
            (0..48).map(|at: u8| at.checked_sub(19).filter(|n| *n <= 8).unwrap_or(0)).collect();
        assert_eq!((outer.width, outer.height, outer.rgba), (4, 3, expected));
    }
}
