//! The most important facts about a model or place.

use crate::addresses::is_address;
use crate::facts::Facts;
use dom::names::is_script;
use dom::{Content, Instance, Value, View};
use geom::{Aabb, Vec3};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Adds the numbers of parts, scripts and assets, and the box around all parts.
pub fn facts(view: &View<'_>, facts: &mut Facts) {
    let (mut n_parts, mut n_scripts) = (0_usize, 0_usize);
    let mut bounds: Option<Aabb> = None;
    let mut assets: HashSet<Vec<u8>> = HashSet::new();
    let shown = VisibleInstances::from_view(view);
    for (number, instance) in view.iter() {
        n_scripts = n_scripts.saturating_add(usize::from(is_script(instance.class())));
        let own = extent(instance);
        n_parts = n_parts.saturating_add(usize::from(own.is_some() || is_part(instance.class())));
        if let Some(own) = own.filter(|_| shown.has(number)) {
            bounds = Some(bounds.map_or(own, |bounds| bounds.union(own)));
        }
        let _ = instance.each(&mut |_, value| {
            let (Value::ContentId(Some(text)) | Value::Content(Content::Uri(text)) | Value::String(text)) =
                value
            else {
                return ControlFlow::Continue(());
            };
            if std::str::from_utf8(&text).is_ok_and(is_address) && !assets.contains(&*text) {
                assets.insert(text.into_owned());
            }
            ControlFlow::Continue(())
        });
    }
    facts.count("parts", n_parts);
    facts.count("scripts", n_scripts);
    if let Some(bounds) = bounds {
        let size = bounds.size().to_array().map(|length| match length {
            0.0..100.0 => ((length * 10.0).round() / 10.0).to_string(),
            _ => length.round().to_string(),
        });
        facts.text("extent", format!("{} studs", size.join(" × ")));
    }
    facts.count("assets", assets.len());
    for (class, what) in WRAPS {
        facts.text(what, wrapped(view, class));
    }
}

/// Classes with cages of layered clothing, and the descriptions of their parts.
const WRAPS: [(&[u8], &str); 2] =
    [(b"WrapTarget", "bodies with cages"), (b"WrapLayer", "garments with cages")];

/// Upper bound on the names of parts in a fact.
const MOST_NAMES: usize = 5;

/// The names of the parts that have cages of a class.
fn wrapped(view: &View<'_>, class: &[u8]) -> String {
    let wraps = || view.iter().filter(|(_, instance)| instance.class() == class);
    let part = |(number, _): (u32, Instance<'_>)| view.get(view.parent(number));
    let name = |part: Instance<'_>| String::from_utf8_lossy(part.name()).into_owned();
    let mut names: Vec<String> = wraps().filter_map(part).take(MOST_NAMES).map(name).collect();
    if let Some(more) = wraps().count().checked_sub(MOST_NAMES).filter(|more| *more > 0) {
        names.push(format!("{more} more"));
    }
    names.join(", ")
}

/// Determines the visible instances: those in the workspace of a place, or all instances of a model.
struct VisibleInstances(Option<Vec<bool>>);

impl VisibleInstances {
    fn from_view(view: &View<'_>) -> Self {
        let is_workspace = |(number, instance): (u32, Instance<'_>)| {
            view.parent(number) == 0 && instance.class() == b"Workspace"
        };
        if !view.iter().any(is_workspace) {
            return Self(None);
        }
        // Parents come before their children.
        let mut all = vec![false];
        for (number, instance) in view.iter() {
            let above = all.get(view.parent(number) as usize).copied().unwrap_or_default();
            all.push(above || is_workspace((number, instance)));
        }
        Self(Some(all))
    }

    fn has(&self, number: u32) -> bool {
        self.0.as_ref().is_none_or(|all| all.get(number as usize).copied().unwrap_or_default())
    }
}

/// Returns true if instances of a class are parts, judged by the name of the class.
fn is_part(class: &[u8]) -> bool {
    class.ends_with(b"Part")
        || class.ends_with(b"Operation")
        || matches!(class, b"Seat" | b"VehicleSeat" | b"SpawnLocation")
}

/// The bounding box of a part; `None` for other instances, and for Terrain, whose size has no meaning.
fn extent(instance: Instance<'_>) -> Option<Aabb> {
    let half = instance.find("size")?.as_vec3()? * 0.5;
    let pose = instance.get("CFrame")?.as_pose()?;
    if instance.class() == b"Terrain" || !pose.position.is_finite() || !half.is_finite() {
        return None;
    }
    // The extent of the rotated box along each axis.
    let reach = pose.rotation.rows.map(|row| {
        let [x, y, z] = row.to_array().map(f32::abs);
        Vec3::new(x, y, z).dot(half)
    });
    let reach = Vec3::from_array(reach);
    Aabb::from_points([pose.position - reach, pose.position + reach])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Fact;

    #[test]
    fn a_place_is_as_large_as_what_is_in_its_workspace() {
        let part = |x: f32, size: &str| {
            format!(
                r#"<Item class="Part"><Properties><Vector3 name="{size}"><X>4</X><Y>1</Y><Z>2</Z></Vector3>
                <CoordinateFrame name="CFrame"><X>{x}</X><Y>0</Y><Z>0</Z><R00>0</R00><R01>0</R01><R02>1</R02><R10>0</R10>
                <R11>1</R11><R12>0</R12><R20>-1</R20><R21>0</R21><R22>0</R22></CoordinateFrame>
                <Content name="TextureID"><url>rbxassetid://7</url></Content></Properties></Item>"#
            )
        };
        let text = format!(
            r#"<roblox version="4"><Item class="Workspace"><Properties></Properties>{}{}</Item>
            <Item class="ServerStorage"><Properties></Properties>{}<Item class="Script"><Properties></Properties></Item></Item></roblox>"#,
            part(0.0, "size"),
            part(10.0, "Size"),
            part(900.0, "size")
        );
        let document = rbxxml::read(text.as_bytes()).unwrap();
        let mut found = Facts::default();
        facts(&View::of_xml(&document), &mut found);
        let text = Fact::Text("12 × 1 × 4 studs".into());
        assert_eq!(
            found.list,
            [
                ("parts", Fact::Count(3)),
                ("scripts", Fact::Count(1)),
                ("extent", text),
                ("assets", Fact::Count(1))
            ]
        );
    }

    #[test]
    fn parts_with_cages_are_named() {
        let part = |name: &str| {
            format!(
                r#"<Item class="MeshPart"><Properties><string name="Name">{name}</string></Properties>
                <Item class="WrapTarget"><Properties></Properties></Item></Item>"#
            )
        };
        let parts: String = ["Head", "A", "B", "C", "D", "E", "F"].map(part).concat();
        let document = rbxxml::read(format!(r#"<roblox version="4">{parts}</roblox>"#).as_bytes()).unwrap();
        let view = View::of_xml(&document);
        assert_eq!(wrapped(&view, b"WrapTarget"), "Head, A, B, C, D, 2 more");
        assert_eq!(wrapped(&view, b"WrapLayer"), "");
    }
}
