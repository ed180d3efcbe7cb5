//! Positions and sizes of interface objects.

use super::super::instance::{Instance, Instances};
use super::super::sequence;
use super::is_style;
use dom::ColorKeypoint;
use geom::Vec2;

/// A rectangle in the pixels of an interface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct Area {
    pub(in super::super) min: Vec2,
    pub(in super::super) max: Vec2,
}

/// A length: a share of another length, and an offset in pixels that is added.
pub(super) type Share = [f32; 2];

impl Area {
    pub(super) fn whole(width: f32, height: f32) -> Self {
        Self { min: Vec2::ZERO, max: Vec2::new(width, height) }
    }

    pub(in super::super) fn size(self) -> Vec2 {
        Vec2::new((self.max.x - self.min.x).max(0.0), (self.max.y - self.min.y).max(0.0))
    }

    pub(in super::super) fn and(self, other: Self) -> Self {
        Self {
            min: Vec2::new(self.min.x.max(other.min.x), self.min.y.max(other.min.y)),
            max: Vec2::new(self.max.x.min(other.max.x), self.max.y.min(other.max.y)),
        }
    }

    /// The area of one point.
    pub(in super::super) fn from_point(point: Vec2) -> Self {
        Self { min: point, max: point }
    }

    /// The smallest area that contains both.
    pub(in super::super) fn or(self, other: Self) -> Self {
        Self {
            min: Vec2::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Vec2::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    pub(in super::super) fn grown(self, by: f32) -> Self {
        let by = Vec2::new(by, by);
        Self { min: self.min - by, max: self.max + by }
    }

    pub(super) fn moved(self, by: Vec2) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    fn of_size(min: Vec2, size: Vec2) -> Self {
        Self { min, max: min + size }
    }

    /// The area of an object within this area, from its properties for position and size.
    fn of_object(self, object: &Instance<'_>) -> Self {
        let size = self.sized(object);
        let whole = self.size();
        let at = object.udim2("Position").unwrap_or_default();
        let anchor = object.vec2("AnchorPoint").unwrap_or(Vec2::ZERO);
        let place = |[share, offset]: Share, whole: f32, anchor: f32, size: f32| {
            whole * share + offset - size * anchor
        };
        let min = Vec2::new(place(at[0], whole.x, anchor.x, size.x), place(at[1], whole.y, anchor.y, size.y));
        Self::of_size(self.min + min, size)
    }

    fn sized(self, object: &Instance<'_>) -> Vec2 {
        let whole = self.size();
        let [x, y] = object.udim2("Size").unwrap_or_default();
        let along = |[share, offset]: Share, whole: f32| (whole * share + offset).clamp(0.0, 1e6);
        // Both sides may be relative to one side of the whole.
        let (width, height) = match object.choice("SizeConstraint") {
            Some(1) => (whole.x, whole.x),
            Some(2) => (whole.y, whole.y),
            _ => (whole.x, whole.y),
        };
        Vec2::new(along(x, width), along(y, height))
    }
}

/// A colour as sRGB bytes, and its opacity.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Ink {
    pub(in super::super) colour: [u8; 3],
    pub(in super::super) opacity: f32,
}

/// A line around an object or its characters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stroke {
    pub(super) ink: Ink,
    pub(super) thickness: f32,
    /// True if the line is around the object even if it has text.
    pub(super) is_border: bool,
}

/// The layout and style that an object receives from its children.
#[derive(Debug, Default)]
pub(super) struct Guides {
    corner: Option<Share>,
    pub(super) stroke: Option<Stroke>,
    /// Colours along a direction.
    gradient: Option<(Vec<ColorKeypoint>, Vec2)>,
    /// Left, right, top and bottom.
    padding: [Share; 4],
    arrangement: Option<Arrangement>,
    scale: Option<f32>,
    aspect: Option<f32>,
}

/// The placement of objects one after the other, or in cells.
#[derive(Debug)]
struct Arrangement {
    is_vertical: bool,
    gap: [Share; 2],
    /// The size of a cell; `None` for a list.
    cell: Option<[Share; 2]>,
    /// The alignment along each axis: 0 at the start, 0.5 in the middle, 1 at the end.
    align: [f32; 2],
    by_order: bool,
}

impl Guides {
    pub(super) fn from_children(instances: &Instances<'_>, children: &[usize]) -> Self {
        let mut guides = Self::default();
        let styles = children.iter().filter_map(|child| instances.get(*child));
        for style in styles.filter(|style| is_style(style.class())) {
            guides.add(&style);
        }
        guides
    }

    fn add(&mut self, style: &Instance<'_>) {
        let udim = |property: &str| style.udim(property).unwrap_or_default();
        match style.class() {
            b"UICorner" => self.corner = style.udim("CornerRadius").or(Some([0.0, 8.0])),
            b"UIStroke" if style.flag("Enabled") != Some(false) => {
                let opacity = 1.0 - style.number("Transparency").unwrap_or(0.0).clamp(0.0, 1.0);
                self.stroke = Some(Stroke {
                    ink: Ink { colour: style.colour("Color").unwrap_or_default(), opacity },
                    thickness: style.number("Thickness").unwrap_or(1.0).clamp(0.0, 100.0),
                    is_border: style.choice("ApplyStrokeMode") == Some(1),
                });
            }
            b"UIGradient" if style.flag("Enabled") != Some(false) => {
                let angle = style.number("Rotation").unwrap_or(0.0).to_radians();
                let along = Vec2::new(libm::cosf(angle), libm::sinf(angle));
                self.gradient = style.colours("Color").map(|colours| (colours, along));
            }
            b"UIPadding" => {
                self.padding = ["PaddingLeft", "PaddingRight", "PaddingTop", "PaddingBottom"].map(udim)
            }
            b"UIListLayout" | b"UIGridLayout" => {
                let is_grid = style.class() == b"UIGridLayout";
                let align = |property: &str, middle: u32, end: u32, usual: f32| match style.choice(property) {
                    Some(number) if number == middle => 0.5,
                    Some(number) if number == end => 1.0,
                    Some(_) => 0.0,
                    None => usual,
                };
                let gap = if is_grid {
                    style.udim2("CellPadding").unwrap_or([[0.0, 5.0]; 2])
                } else {
                    [udim("Padding"); 2]
                };
                self.arrangement = Some(Arrangement {
                    is_vertical: style.choice("FillDirection").unwrap_or(u32::from(!is_grid)) == 1,
                    gap,
                    cell: is_grid.then(|| style.udim2("CellSize").unwrap_or([[0.0, 100.0]; 2])),
                    align: [align("HorizontalAlignment", 0, 2, 0.0), align("VerticalAlignment", 0, 2, 0.0)],
                    by_order: style.choice("SortOrder").unwrap_or(2) == 2,
                });
            }
            b"UIScale" => self.scale = style.number("Scale").filter(|scale| *scale > 0.0),
            b"UIAspectRatioConstraint" => {
                self.aspect = style.number("AspectRatio").filter(|ratio| *ratio > 0.0).or(Some(1.0))
            }
            _ => {}
        }
    }

    /// The radius of the corners of an area.
    pub(super) fn radius(&self, area: Area) -> f32 {
        let size = area.size();
        let shorter = size.x.min(size.y);
        self.corner.map_or(0.0, |[share, offset]| (shorter * share + offset).clamp(0.0, shorter / 2.0))
    }

    /// A colour multiplied by that of the gradient at a position, from 0 to 1 along each axis.
    pub(super) fn tinted(&self, colour: [u8; 3], x: f32, y: f32) -> [u8; 3] {
        let Some((points, along)) = &self.gradient else { return colour };
        let at = ((x - 0.5) * along.x + (y - 0.5) * along.y + 0.5).clamp(0.0, 1.0);
        let mut mixed = colour;
        for (part, factor) in mixed.iter_mut().zip(sequence::colour(points, at)) {
            #[expect(clippy::cast_possible_truncation, reason = "a product of bytes by 255")]
            let tinted = (u16::from(*part).saturating_mul(factor.into()) / 255) as u8;
            *part = tinted;
        }
        mixed
    }

    /// The area without padding.
    pub(super) fn padded(&self, area: Area) -> Area {
        let size = area.size();
        let [left, right, top, bottom] = self.padding;
        let along = |[share, offset]: Share, whole: f32| whole * share + offset;
        Area {
            min: area.min + Vec2::new(along(left, size.x), along(top, size.y)),
            max: area.max - Vec2::new(along(right, size.x), along(bottom, size.y)),
        }
    }

    /// The area of an object after its UIScale and its UIAspectRatioConstraint.
    pub(super) fn scaled(&self, area: Area) -> Area {
        let (mut size, centre) = (area.size(), (area.min + area.max) * 0.5);
        if let Some(aspect) = self.aspect {
            size = Vec2::new(size.x.min(size.y * aspect), size.y.min(size.x / aspect));
        }
        size = size * self.scale.unwrap_or(1.0);
        Area { min: centre - size * 0.5, max: centre + size * 0.5 }
    }

    /// The areas of objects in an area.
    pub(super) fn placed(
        &self,
        instances: &Instances<'_>,
        mut objects: Vec<usize>,
        area: Area,
    ) -> Vec<(usize, Area)> {
        let Some(arrangement) = &self.arrangement else {
            let place = |object: usize| Some((object, area.of_object(&instances.get(object)?)));
            return objects.into_iter().filter_map(place).collect();
        };
        if arrangement.by_order {
            objects.sort_by_key(|object| instances.get(*object).map_or(0, |it| it.whole("LayoutOrder")));
        } else {
            objects.sort_by_key(|object| instances.get(*object).map(|it| it.name()));
        }
        arrangement.placed(instances, &objects, area)
    }
}

impl Arrangement {
    fn placed(&self, instances: &Instances<'_>, objects: &[usize], area: Area) -> Vec<(usize, Area)> {
        let whole = area.size();
        let along = |[share, offset]: Share, whole: f32| whole * share + offset;
        let gap = Vec2::new(along(self.gap[0], whole.x), along(self.gap[1], whole.y));
        let size = |object: usize| match self.cell {
            Some([x, y]) => Vec2::new(along(x, whole.x), along(y, whole.y)),
            None => instances.get(object).map_or(Vec2::ZERO, |it| area.sized(&it)),
        };
        let (mut placed, mut at, mut line) = (Vec::new(), Vec2::ZERO, 0.0_f32);
        for object in objects {
            let size = size(*object);
            // Cells begin a new line at the end of the area.
            let is_full =
                if self.is_vertical { at.y + size.y > whole.y + 0.5 } else { at.x + size.x > whole.x + 0.5 };
            if self.cell.is_some() && is_full && line > 0.0 {
                at = if self.is_vertical {
                    Vec2::new(at.x + line + gap.x, 0.0)
                } else {
                    Vec2::new(0.0, at.y + line + gap.y)
                };
                line = 0.0;
            }
            placed.push((*object, Area::of_size(area.min + at, size)));
            if self.is_vertical {
                at.y += size.y + gap.y;
                line = line.max(size.x);
            } else {
                at.x += size.x + gap.x;
                line = line.max(size.y);
            }
        }
        let end = placed
            .iter()
            .fold(area.min, |end, (_, area)| Vec2::new(end.x.max(area.max.x), end.y.max(area.max.y)));
        let free = area.max - end;
        for (_, own) in &mut placed {
            // Across a list, each object is aligned for itself.
            let free = match (self.cell, self.is_vertical) {
                (None, true) => Vec2::new(whole.x - own.size().x, free.y),
                (None, false) => Vec2::new(free.x, whole.y - own.size().y),
                (Some(_), _) => free,
            };
            *own = own.moved(Vec2::new(free.x * self.align[0], free.y * self.align[1]));
        }
        placed
    }
}
