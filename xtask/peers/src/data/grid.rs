//! Square grids as plain arrays, for Model 3D and for Second Life.

/// A square of vertices, row by row, with two triangles a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub uvs: Vec<[f32; 2]>,
    pub triangles: Vec<[u32; 3]>,
}

/// The grid of the Model 3D benches: its height depends on the index of the vertex, so that no two rows are alike.
pub fn jagged(side: u32) -> Grid {
    grid(side, |_, _, index| {
        let (phase, swell) = (0.37 * index, 0.013 * index);
        (0.3 * phase.sin() * swell.cos(), [0.0, 0.0])
    })
}

/// The visual mesh of the Second Life benches: a wave, smooth as real surfaces are.
///
/// Side 45 has 2,025 vertices, side 250 has 62,500; a face of that format holds at most 65,536.
pub fn smooth(side: u32) -> Grid {
    grid(side, |x, y, _| {
        let height = 0.3 * (6.0 * x).sin() * (4.0 * y).cos();
        (height, [1.8 * (6.0 * x).cos() * (4.0 * y).cos(), -1.2 * (6.0 * x).sin() * (4.0 * y).sin()])
    })
}

/// The one triangle of the Second Life benches' physics mesh.
pub const PHYSICS: [[f32; 3]; 3] = [[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.0, 0.5, 0.0]];

/// A grid over the unit square; `surface` returns height and slopes for x, y and the index of the vertex.
fn grid(side: u32, surface: impl Fn(f64, f64, f64) -> (f64, [f64; 2])) -> Grid {
    let n_vertices = (side * side) as usize;
    let mut grid = Grid {
        positions: Vec::with_capacity(n_vertices),
        normals: Vec::with_capacity(n_vertices),
        uvs: Vec::with_capacity(n_vertices),
        triangles: Vec::new(),
    };
    for index in 0..side * side {
        let [x, y] = [index % side, index / side].map(|step| f64::from(step) / f64::from(side));
        let (z, [along_x, along_y]) = surface(x, y, f64::from(index));
        let length = (along_x * along_x + along_y * along_y + 1.0).sqrt();
        grid.positions.push([x, y, z].map(|value| value as f32));
        grid.normals.push([-along_x, -along_y, 1.0].map(|value| (value / length) as f32));
        grid.uvs.push([x, y].map(|value| value as f32));
    }
    grid.triangles = (0..side - 1)
        .flat_map(|row| (0..side - 1).map(move |column| row * side + column))
        .flat_map(|corner| {
            let (right, above) = (corner + 1, corner + side);
            [[corner, right, above], [right, above + 1, above]]
        })
        .collect();
    grid
}

#[cfg(test)]
mod tests {
    use super::{jagged, smooth};

    #[test]
    fn grids_have_the_sizes_of_the_recipe() {
        for (grid, side) in [(jagged(100), 100), (jagged(320), 320), (smooth(45), 45), (smooth(250), 250)] {
            assert_eq!(grid.positions.len(), side * side);
            assert_eq!(grid.triangles.len(), 2 * (side - 1) * (side - 1));
            assert!(grid.triangles.iter().flatten().all(|index| (*index as usize) < side * side));
        }
    }

    #[test]
    fn the_jagged_grid_follows_its_formula() {
        let grid = jagged(100);
        let height = 0.3 * (0.37_f64 * 205.0).sin() * (0.013_f64 * 205.0).cos();
        assert_eq!(grid.positions[205], [0.05, 0.02, height as f32]);
        assert_eq!(grid.triangles[..2], [[0, 1, 100], [1, 101, 100]]);
    }

    #[test]
    fn triangles_and_normals_face_up() {
        let grid = smooth(45);
        for triangle in &grid.triangles {
            let [a, b, c] = triangle.map(|index| grid.positions[index as usize]);
            assert!((b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]));
        }
        assert!(grid.normals.iter().all(|normal| normal[2] > 0.0));
    }
}
