//! Pictures of interfaces: of a SurfaceGui on its part, and of a ScreenGui on a screen.

mod canvas;
mod layout;
mod text;

use super::instance::{Instance, Instances};
pub(super) use canvas::Canvas;
use geom::Vec2;
use layout::Guides;
pub(super) use layout::{Area, Ink};
use scene::thumb::{Picture, StrokeFont};
use std::collections::HashMap;

/// The least and the greatest length of the longer side of a picture on a part, in pixels, and the number of pixels per
/// stud.
const LONGEST: [f32; 2] = [128.0, 512.0];
const PIXELS_OF_STUD: f32 = 32.0;

/// The number of screen pixels per stud of a BillboardGui, as for a player about twenty studs away.
pub(super) const BILLBOARD: f32 = 25.0;

/// Upper bound on the pixels painted for all pictures of a model, which takes about a second.
const MOST_PAINTED: usize = 1 << 26;

/// Upper bound on the objects of an interface that are drawn.
const MOST_OBJECTS: usize = 20_000;

/// The instances of interfaces by their parents, including layouts and styles.
pub(super) struct Interfaces {
    children: HashMap<usize, Vec<usize>>,
    font: StrokeFont,
    /// The number of pixels that may still be painted.
    n_left: usize,
}

/// Looks an image up by its address.
pub(super) type FindImage<'f> = dyn FnMut(&str) -> Option<(usize, usize, Vec<[u8; 4]>)> + 'f;

/// True if a class is laid out and painted.
fn is_object(class: &[u8]) -> bool {
    matches!(
        class,
        b"Frame"
            | b"ScrollingFrame"
            | b"TextLabel"
            | b"TextButton"
            | b"TextBox"
            | b"ImageLabel"
            | b"ImageButton"
            | b"ViewportFrame"
            | b"VideoFrame"
            | b"CanvasGroup"
    )
}

/// True if a class holds objects without being painted.
fn is_group(class: &[u8]) -> bool {
    matches!(class, b"Folder" | b"Configuration" | b"Model")
}

/// True if a class lays out or styles its parent object.
fn is_style(class: &[u8]) -> bool {
    class.starts_with(b"UI")
}

/// True if a class is only visible as a part of an interface.
pub(super) fn is_part(class: &[u8]) -> bool {
    is_object(class) || is_style(class)
}

impl Interfaces {
    /// Finds the interfaces of a model.
    pub(super) fn find(instances: &Instances<'_>) -> Self {
        let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, instance) in instances.iter().enumerate() {
            let class = instance.class();
            if let Some(parent) =
                instance.parent.filter(|_| is_object(class) || is_style(class) || is_group(class))
            {
                children.entry(parent).or_default().push(index);
            }
        }
        Self { children, font: StrokeFont::default(), n_left: MOST_PAINTED }
    }

    fn children(&self, index: usize) -> &[usize] {
        self.children.get(&index).map_or(&[], Vec::as_slice)
    }

    /// True if an interface has any object.
    fn has_objects(&self, instances: &Instances<'_>, index: usize) -> bool {
        let is_shown = |child: &usize| instances.get(*child).is_some_and(|it| is_object(it.class()));
        self.children(index).iter().any(is_shown)
    }

    /// True if the limit on painted pixels is reached.
    pub(super) fn is_exhausted(&self) -> bool {
        self.n_left == 0
    }

    /// The picture of a SurfaceGui or BillboardGui of this width and height in studs; `None` if nothing of it is visible.
    pub(super) fn sign(
        &mut self,
        instances: &Instances<'_>,
        index: usize,
        side: [f32; 2],
        find: &mut FindImage<'_>,
    ) -> Option<Picture> {
        /// Studio's defaults: pixels per stud for a SurfaceGui that adapts to its part, and the size in pixels of one
        /// that does not.
        const PIXELS_PER_STUD: f32 = 50.0;
        const CANVAS: [f32; 2] = [800.0, 600.0];
        let gui = instances.get(index)?;
        if gui.flag("Enabled") == Some(false) || !self.has_objects(instances, index) {
            return None;
        }
        let is_billboard = gui.class() == b"BillboardGui";
        let size = match gui.choice("SizingMode") {
            _ if is_billboard => side.map(|length| length * BILLBOARD),
            Some(1) => {
                let pixels = gui.number("PixelsPerStud").unwrap_or(PIXELS_PER_STUD).clamp(1.0, 1000.0);
                side.map(|length| length * pixels)
            }
            _ => gui.vec2("CanvasSize").map_or(CANVAS, |size| [size.x, size.y]),
        };
        let [width, height] = size.map(|length| length.clamp(1.0, 100_000.0));
        let longest = (side[0].max(side[1]) * PIXELS_OF_STUD).clamp(LONGEST[0], LONGEST[1]);
        let scale = (longest / width.max(height)).min(if is_billboard { 4.0 } else { 1.0 });
        let mut canvas = self.canvas(width, height, scale)?;
        self.draw(instances, index, &mut canvas, find);
        self.n_left = canvas.n_left();
        canvas.is_painted().then(|| canvas.picture())
    }

    /// The picture of all interfaces for the screen; `None` if there are none.
    pub(super) fn screen(
        &mut self,
        instances: &Instances<'_>,
        [width, height]: [f32; 2],
        scale: f32,
        find: &mut FindImage<'_>,
    ) -> Option<Picture> {
        let mut canvas = self.canvas(width, height, scale)?;
        let numbered = instances.iter().enumerate();
        let mut screens: Vec<_> = numbered
            .filter(|(_, it)| it.class() == b"ScreenGui")
            .map(|(index, it)| (it.flag("Enabled") == Some(false), it.whole("DisplayOrder"), index))
            .collect();
        screens.sort_by_key(|(is_disabled, order, _)| (*is_disabled, *order));
        for (is_disabled, _, index) in screens {
            // Scripts enable the interfaces of many games; if nothing else is visible, these are drawn.
            if is_disabled && canvas.is_painted() {
                break;
            }
            self.draw(instances, index, &mut canvas, find);
        }
        if !canvas.is_painted() {
            // A model may be a part of an interface.
            let is_top = |it: &Instance<'_>| {
                is_object(it.class())
                    && it.parent.is_none_or(|parent| {
                        instances.get(parent).is_some_and(|above| is_group(above.class()))
                    })
            };
            let tops = instances.iter().enumerate().filter(|(_, it)| is_top(it)).map(|(index, _)| index);
            let whole = Area::whole(width, height);
            let tops = tops.map(|index| (index, whole, whole)).collect();
            self.paint(instances, tops, &mut canvas, find);
        }
        self.n_left = canvas.n_left();
        canvas.is_painted().then(|| canvas.picture())
    }

    fn canvas(&mut self, width: f32, height: f32, scale: f32) -> Option<Canvas> {
        let canvas = Canvas::new(width, height, scale, self.n_left);
        self.n_left = canvas.as_ref().map_or(0, Canvas::n_left);
        canvas
    }

    fn draw(
        &mut self,
        instances: &Instances<'_>,
        index: usize,
        canvas: &mut Canvas,
        find: &mut FindImage<'_>,
    ) {
        let whole = canvas.whole();
        let inside = self.inside(instances, index, whole, whole);
        self.paint(instances, inside, canvas, find);
    }

    /// The children of an object that occupies `area`, each with its own area and the area to which it is clipped; the
    /// last is on top.
    fn inside(
        &self,
        instances: &Instances<'_>,
        index: usize,
        area: Area,
        clip: Area,
    ) -> Vec<(usize, Area, Area)> {
        let guides = Guides::from_children(instances, self.children(index));
        let area = guides.padded(area);
        // Groups hold objects of the same area.
        let (mut objects, mut groups) = (Vec::new(), vec![index]);
        while let Some(group) = groups.pop() {
            for child in self.children(group) {
                match instances.get(*child).map(|it| it.class()) {
                    Some(class) if is_object(class) => objects.push(*child),
                    Some(class) if is_group(class) && objects.len() < MOST_OBJECTS => groups.push(*child),
                    _ => {}
                }
            }
        }
        let visible =
            |child: &usize| instances.get(*child).is_some_and(|it| it.flag("Visible") != Some(false));
        objects.retain(visible);
        let mut placed: Vec<_> = guides
            .placed(instances, objects, area)
            .into_iter()
            .map(|(child, area)| (child, area, clip))
            .collect();
        placed.sort_by_key(|(child, ..)| instances.get(*child).map_or(1, |it| it.whole("ZIndex")));
        placed
    }

    /// Paints objects with their descendants.
    fn paint(
        &mut self,
        instances: &Instances<'_>,
        first: Vec<(usize, Area, Area)>,
        canvas: &mut Canvas,
        find: &mut FindImage<'_>,
    ) {
        let mut waiting = first;
        waiting.reverse();
        let mut n_left = MOST_OBJECTS;
        while let Some((index, area, clip)) = waiting.pop() {
            let Some(left) = n_left.checked_sub(1).filter(|_| canvas.n_left() > 0) else { return };
            n_left = left;
            let Some(object) = instances.get(index) else { continue };
            let guides = Guides::from_children(instances, self.children(index));
            let area = guides.scaled(area);
            let shown = area.and(clip);
            object_on(&object, &guides, &self.font, (area, clip), canvas, find);
            let is_clipped = object.flag("ClipsDescendants").unwrap_or(object.class() == b"ScrollingFrame");
            let clip = if is_clipped { shown } else { clip };
            let scrolled = object.vec2("CanvasPosition").filter(|_| object.class() == b"ScrollingFrame");
            let mut inside =
                self.inside(instances, index, area.moved(scrolled.map_or(Vec2::ZERO, |by| -by)), clip);
            inside.reverse();
            waiting.append(&mut inside);
        }
    }
}

/// Paints one object.
fn object_on(
    object: &Instance<'_>,
    guides: &Guides,
    font: &StrokeFont,
    (area, clip): (Area, Area),
    canvas: &mut Canvas,
    find: &mut FindImage<'_>,
) {
    let opacity = |property: &str, usual: f32| 1.0 - object.number(property).unwrap_or(usual).clamp(0.0, 1.0);
    let colour = |property: &str, usual: [u8; 3]| object.colour(property).unwrap_or(usual);
    let radius = guides.radius(area);
    let back = opacity("BackgroundTransparency", 0.0);
    if back > 0.0 {
        // The engine draws borders outside of an object, unless its corners are round.
        let border = object.number("BorderSizePixel").unwrap_or(1.0).clamp(0.0, 100.0);
        if border > 0.0 && radius == 0.0 {
            let edge = colour("BorderColor3", [27, 42, 53]);
            canvas.fill(area.grown(border), clip, 0.0, &|_, _| edge, back);
        }
        let plain = colour("BackgroundColor3", [163, 162, 165]);
        canvas.fill(area, clip, radius, &|x, y| guides.tinted(plain, x, y), back);
    }
    if let Some(url) = object.text("Image").or_else(|| object.text("ImageContent"))
        && let Some((width, height, pixels)) = find(&url)
    {
        let tint = colour("ImageColor3", [255; 3]);
        let tint = Ink { colour: tint, opacity: opacity("ImageTransparency", 0.0) };
        canvas.image(area, clip, radius, (width, height, &pixels), tint);
    }
    if let Some(stroke) = guides.stroke.filter(|stroke| stroke.is_border || !is_text(object.class())) {
        canvas.ring(area, clip, radius, stroke.thickness, stroke.ink);
    }
    if is_text(object.class()) {
        text::write(object, guides, font, (area, clip), canvas);
    }
}

fn is_text(class: &[u8]) -> bool {
    matches!(class, b"TextLabel" | b"TextButton" | b"TextBox")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dom::View;

    const SIGN: &str = r#"<roblox version="4"><Item class="SurfaceGui" referent="a"><Properties>
        <Vector2 name="CanvasSize"><X>200</X><Y>100</Y></Vector2></Properties>
        <Item class="Frame" referent="b"><Properties><UDim2 name="Size"><XS>0.5</XS><XO>0</XO><YS>1</YS><YO>0</YO></UDim2>
        <Color3 name="BackgroundColor3"><R>1</R><G>0</G><B>0</B></Color3><int name="BorderSizePixel">0</int></Properties>
        <Item class="TextLabel" referent="c"><Properties><UDim2 name="Size"><XS>1</XS><XO>0</XO><YS>1</YS><YO>0</YO></UDim2>
        <float name="BackgroundTransparency">1</float><string name="Text">I</string><bool name="TextScaled">true</bool>
        <Color3 name="TextColor3"><R>1</R><G>1</G><B>1</B></Color3></Properties></Item></Item></Item></roblox>"#;

    fn sign(text: &str) -> Option<Picture> {
        let document = rbxxml::read(text.as_bytes()).unwrap();
        let instances = Instances(View::of_xml(&document));
        Interfaces::find(&instances).sign(&instances, 0, [8.0, 4.0], &mut |_| None)
    }

    #[test]
    fn frames_and_text_are_where_the_layout_puts_them() {
        let picture = sign(SIGN).unwrap();
        assert_eq!((picture.width, picture.height), (200, 100));
        let at = |x: usize, y: usize| <[u8; 4]>::try_from(&picture.rgba[(y * 200 + x) * 4..][..4]).unwrap();
        assert_eq!([at(5, 5), at(95, 95)], [[255, 0, 0, 255]; 2]);
        assert_eq!(at(105, 50)[3], 0);
        // The letter stands in the middle of the frame.
        assert_eq!(at(50, 50), [255; 4]);
    }

    #[test]
    fn an_interface_without_visible_objects_has_no_picture() {
        assert!(
            sign(
                &SIGN.replace("<int name=\"BorderSizePixel\">0</int>", "<bool name=\"Visible\">false</bool>")
            )
            .is_none()
        );
        assert!(sign("<roblox version='4'><Item class='SurfaceGui' referent='a'></Item></roblox>").is_none());
    }
}
