//! A box of cells.

/// Cells from `min` to before `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) min: [u8; 3],
    pub(super) max: [u8; 3],
}

impl Region {
    pub(super) fn for_each(&self, mut visit: impl FnMut([u8; 3])) {
        let ([_, _, from], [_, _, to]) = (self.min, self.max);
        for [x, y] in self.columns() {
            (from..to).for_each(|z| visit([x, y, z]));
        }
    }

    /// The columns along the last axis.
    pub(super) fn columns(&self) -> impl Iterator<Item = [u8; 2]> + use<> {
        let ([x0, y0, _], [x1, y1, _]) = (self.min, self.max);
        (x0..x1).flat_map(move |x| (y0..y1).map(move |y| [x, y]))
    }

    /// Both sides of a cut before a cell.
    pub(super) fn sides(self, axis: usize, at: u8) -> [Self; 2] {
        let (mut low, mut high) = (self, self);
        low.max.get_mut(axis).into_iter().for_each(|max| *max = at);
        high.min.get_mut(axis).into_iter().for_each(|min| *min = at);
        [low, high]
    }
}

/// From where to where a part reaches along each axis, in units of cells.
pub(super) type Bounds = [[f64; 2]; 3];
