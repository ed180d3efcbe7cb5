//! Pictures of levels of detail at the sizes at which they are shown.

use super::sheet::{BACKGROUND, MARGIN, Paper};
use super::{Picture, ThumbOptions, draw};
use crate::node::Role;
use crate::problem::Problem;
use crate::scene::Scene;

/// The diameter of a model in pixels at which the viewer of Second Life changes to the next level: it does so at
/// distances of 1/0.24, 1/0.06 and 1/0.03 of the model's radius, here on a screen of 1,080 lines with a field of view
/// of 60 degrees.
const SIZES: [u32; 3] = [448, 112, 56];

/// The smallest width of a column, for the text below it.
const LEAST: usize = 96;

/// Draws each coarser level of detail below the finest one, both at the size at which the viewer of Second Life changes
/// to that level. Further levels have the size of its last one. The options define the viewpoint and the background.
///
/// ```
/// use scene::LevelPlan;
/// use scene::thumb::{ThumbOptions, levels};
///
/// let mut scene = scene::obj::read(b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
/// scene.make_levels(&LevelPlan::levels(4))?;
/// let picture = levels(&scene, &ThumbOptions::default())?;
/// assert_eq!((picture.width, picture.height), (688, 944));
/// # Ok::<(), scene::Problem>(())
/// ```
///
/// # Errors
///
/// As [`draw`].
pub fn levels(scene: &Scene, options: &ThumbOptions) -> Result<Picture, Problem> {
    let coarsest = scene.nodes.iter().filter_map(|node| match node.role {
        Role::Lod { level, .. } => Some(level),
        _ => None,
    });
    let sizes = SIZES.into_iter().chain(std::iter::repeat(SIZES[2]));
    let columns: Vec<(u8, u32)> = (1..=coarsest.max().unwrap_or(0).max(1)).zip(sizes).collect();
    let wide = |size: u32| (size as usize).max(LEAST).saturating_add(MARGIN);
    let row = Paper::row(SIZES[0] as usize);
    let width = columns.iter().map(|(_, size)| wide(*size)).fold(MARGIN, usize::saturating_add);
    let background = options.background.unwrap_or(BACKGROUND);
    let mut paper = Paper::new([width, row.saturating_mul(2).saturating_add(MARGIN)], background);
    let n_triangles = |level: u8| {
        let meshes = scene.at_level(level).into_iter().filter_map(|node| scene.nodes.get(node)?.mesh);
        let counts = meshes.filter_map(|mesh| scene.meshes.get(mesh)).map(|mesh| mesh.shape.indices.len());
        counts.fold(0, usize::saturating_add)
    };
    let mut left = MARGIN;
    for (coarser, size) in columns {
        for (level, top) in [(0, MARGIN), (coarser, row.saturating_add(MARGIN))] {
            let options = ThumbOptions { framed: Some(0), ..options.clone().size(size, size).level(level) };
            let picture = draw(scene, &options)?;
            let space = |whole: usize| whole.saturating_sub(size as usize);
            let name = format!("level {level}: {}", n_triangles(level));
            let inner = wide(size).saturating_sub(MARGIN);
            paper.put(
                &picture,
                left.saturating_add(space(inner) / 2),
                top.saturating_add(space(SIZES[0] as usize)),
            );
            paper.write(
                &name,
                [left, top.saturating_add(SIZES[0] as usize).saturating_add(MARGIN / 2)],
                inner,
            );
        }
        left = left.saturating_add(wide(size));
    }
    Ok(paper.picture())
}
