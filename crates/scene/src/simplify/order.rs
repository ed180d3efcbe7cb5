//! Orders of triangles and vertices that suit graphics cards.
#![expect(clippy::indexing_slicing, reason = "lists are as long as the largest index")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

/// The assumed size of the vertex cache, which no current hardware falls below.
const CACHE: u32 = 16;

/// The index that stands for no vertex.
const NONE: u32 = u32::MAX;

/// Orders triangles so that a graphics card has most of their vertices in its cache.
///
/// All triangles around a vertex follow each other; the next vertex is a corner of these triangles that will still be
/// in the cache for all its own triangles. The time is linear.
///
/// ```
/// use scene::simplify::order_for_cache;
///
/// let fans = [[0, 1, 2], [7, 8, 9], [0, 2, 3], [7, 9, 10]];
/// assert_eq!(order_for_cache(&fans), [[0, 1, 2], [0, 2, 3], [7, 8, 9], [7, 9, 10]]);
/// ```
#[must_use]
pub fn order_for_cache(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    // A part may use few vertices of a large mesh, so they are renumbered without gaps.
    let mut local = triangles.to_vec();
    let mut numbers: Vec<u32> = triangles.as_flattened().to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    for vertex in local.as_flattened_mut() {
        *vertex = place_of(&numbers, *vertex);
    }
    in_order(&local, numbers.len()).into_iter().map(|index| triangles[index as usize]).collect()
}

fn place_of(numbers: &[u32], vertex: u32) -> u32 {
    u32::try_from(numbers.binary_search(&vertex).unwrap_or_default()).unwrap_or_default()
}

/// The order of the triangles.
fn in_order(triangles: &[[u32; 3]], n_vertices: usize) -> Vec<u32> {
    // One list has the triangles around all vertices; `offsets` has the start of each vertex.
    let mut offsets = vec![0_u32; n_vertices + 1];
    triangles.as_flattened().iter().for_each(|vertex| offsets[*vertex as usize + 1] += 1);
    let mut n_left: Vec<u32> = offsets[1..].to_vec();
    for vertex in 0..n_vertices {
        offsets[vertex + 1] += offsets[vertex];
    }
    let (mut next, mut around) = (offsets.clone(), vec![0_u32; triangles.len() * 3]);
    for (index, triangle) in (0_u32..).zip(triangles) {
        for vertex in triangle {
            around[next[*vertex as usize] as usize] = index;
            next[*vertex as usize] += 1;
        }
    }
    // The time at which each vertex entered the cache; 0 for never. The clock starts late enough that a vertex which
    // never entered is as old as one that has left.
    let (mut came, mut now) = (vec![0_u32; n_vertices], CACHE + 1);
    let (mut is_out, mut ordered) = (vec![false; triangles.len()], Vec::with_capacity(triangles.len()));
    let (mut seen, mut near, mut first): (Vec<u32>, Vec<u32>, usize) = (Vec::new(), Vec::new(), 0);
    let mut vertex = 0;
    while ordered.len() < triangles.len() {
        near.clear();
        for at in offsets[vertex as usize]..offsets[vertex as usize + 1] {
            let index = around[at as usize];
            if std::mem::replace(&mut is_out[index as usize], true) {
                continue;
            }
            ordered.push(index);
            for corner in triangles[index as usize] {
                n_left[corner as usize] -= 1;
                seen.push(corner);
                near.push(corner);
                if now.saturating_sub(came[corner as usize]) > CACHE {
                    came[corner as usize] = now;
                    now = now.saturating_add(1);
                }
            }
        }
        // Of the vertices whose triangles will all find them in the cache, the oldest is next.
        let age = |corner: u32| {
            let age = now.saturating_sub(came[corner as usize]);
            // Each triangle loads at most two other vertices, as in Tipsify (Sander, Nehab and Barczak 2007).
            let stays = age + 2 * n_left[corner as usize] <= CACHE;
            if stays { age } else { 0 }
        };
        let open = near.iter().copied().filter(|corner| n_left[*corner as usize] > 0);
        // In a tie, the first vertex wins.
        let best = open.fold(NONE, |best, corner| match best {
            NONE => corner,
            best if age(corner) > age(best) => corner,
            best => best,
        });
        vertex = if best == NONE { elsewhere(&mut seen, &n_left, &mut first) } else { best };
    }
    ordered
}

/// The most recently seen vertex with remaining triangles, or else the first of all.
fn elsewhere(seen: &mut Vec<u32>, n_left: &[u32], first: &mut usize) -> u32 {
    while let Some(vertex) = seen.pop() {
        if n_left[vertex as usize] > 0 {
            return vertex;
        }
    }
    while *first + 1 < n_left.len() && n_left[*first] == 0 {
        *first += 1;
    }
    u32::try_from(*first).unwrap_or(NONE)
}

/// Numbers vertices in the order in which triangles use them; returns the old index of each.
pub(super) fn renumber(triangles: &mut [[u32; 3]], n_vertices: usize) -> Vec<u32> {
    let (mut numbers, mut old) = (vec![NONE; n_vertices], Vec::new());
    for vertex in triangles.as_flattened_mut() {
        let number = &mut numbers[*vertex as usize];
        if *number == NONE {
            *number = u32::try_from(old.len()).unwrap_or(NONE);
            old.push(*vertex);
        }
        *vertex = *number;
    }
    old
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of vertices that are loaded for each triangle.
    fn loads(triangles: &[[u32; 3]]) -> f64 {
        let (mut cache, mut n_loads) = (std::collections::VecDeque::new(), 0);
        for vertex in triangles.as_flattened() {
            if !cache.contains(vertex) {
                n_loads += 1;
                cache.push_back(*vertex);
                if cache.len() > CACHE as usize {
                    cache.pop_front();
                }
            }
        }
        f64::from(n_loads) / triangles.len() as f64
    }

    #[test]
    fn most_vertices_are_in_the_cache() {
        let square = |at: u32| [[at, at + 101, at + 1], [at + 1, at + 101, at + 102]];
        let grid: Vec<[u32; 3]> = (0..100 * 101).filter(|at| at % 101 < 100).flat_map(square).collect();
        let ordered = order_for_cache(&grid);
        assert!(loads(&grid) > 1.0 && loads(&ordered) < 0.75, "{} {}", loads(&grid), loads(&ordered));
        let (mut all, mut again) = (grid, ordered);
        all.sort_unstable();
        again.sort_unstable();
        assert_eq!(all, again);
        assert_eq!(order_for_cache(&[]), [[0; 3]; 0]);
        assert_eq!(order_for_cache(&[[7, 7, 7], [7, 7, 9]]), [[7, 7, 7], [7, 7, 9]]);
    }

    #[test]
    fn vertices_are_numbered_as_they_are_used() {
        let mut triangles = [[5, 2, 9], [2, 9, 0]];
        assert_eq!(renumber(&mut triangles, 10), [5, 2, 9, 0]);
        assert_eq!(triangles, [[0, 1, 2], [1, 2, 3]]);
    }
}
