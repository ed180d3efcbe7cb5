//! Documents that are built part by part and written, in our model and in rbx_dom_weak.

use crate::data::parts::PartRow;
use geom::{Mat3, Pose, Vec3};
use rbx_dom_weak::types::{CFrame, Color3uint8, Enum, Matrix3, Vector3};
use rbx_dom_weak::{InstanceBuilder, WeakDom};
use rbxxml::{Document, Item, Value};

pub(super) fn ours(rows: &[PartRow]) -> Vec<u8> {
    let mut document = Document::new();
    let folder = document.add(None, Item::new("Folder").with("Name", "Folder")).expect("the top level");
    for row in rows {
        let rotation = Mat3::from_rows_array(row.rotation);
        let [r, g, b] = row.color;
        let part = Item::new("Part")
            .with("Anchored", row.anchored)
            .with("CFrame", Pose { rotation, position: Vec3::from_array(row.position) })
            .with("CanCollide", row.can_collide)
            .with("Color3uint8", [r, g, b])
            .with("Material", Value::Enum(row.material))
            .with("Name", &*row.name)
            .with("Transparency", row.transparency)
            .with("size", Vec3::from_array(row.size));
        document.add(folder, part).expect("the folder");
    }
    rbxxml::write(&document).expect("a document")
}

pub(super) fn theirs(rows: &[PartRow]) -> Vec<u8> {
    let mut dom = WeakDom::new(InstanceBuilder::new("DataModel"));
    let root = dom.root_ref();
    let folder = dom.insert(root, InstanceBuilder::new("Folder").with_name("Folder"));
    let vector = |[x, y, z]: [f32; 3]| Vector3::new(x, y, z);
    for row in rows {
        let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = row.rotation;
        let rotation = Matrix3::new(vector([xx, xy, xz]), vector([yx, yy, yz]), vector([zx, zy, zz]));
        let [r, g, b] = row.color;
        let part = InstanceBuilder::new("Part")
            .with_name(&*row.name)
            .with_property("Anchored", row.anchored)
            .with_property("CFrame", CFrame::new(vector(row.position), rotation))
            .with_property("CanCollide", row.can_collide)
            .with_property("Color", Color3uint8::new(r, g, b))
            .with_property("Material", Enum::from_u32(row.material))
            .with_property("Size", vector(row.size))
            .with_property("Transparency", row.transparency);
        dom.insert(folder, part);
    }
    super::write_theirs(&dom)
}

#[cfg(test)]
mod tests {
    use crate::data::parts;
    use rbxxml::{Document, Value};

    #[test]
    fn both_build_the_same() {
        let rows = parts::parts(100).rows;
        let [ours, theirs] =
            [super::ours(&rows), super::theirs(&rows)].map(|bytes| rbxxml::read(&bytes).unwrap());
        let values = |document: &Document| {
            let mut all: Vec<_> = document.walk().map(|visit| visit.item.clone()).collect();
            for item in &mut all {
                item.referent = None;
                item.unset("UniqueId");
                item.properties.to_mut().sort_by(|one, other| one.name().cmp(other.name()));
            }
            let property =
                |property: rbxxml::PropertyRef<'_>| (property.name().clone(), property.value.clone());
            let properties = |item: &rbxxml::Item| item.properties.iter().map(property).collect::<Vec<_>>();
            all.iter()
                .map(|item| (item.class.clone(), properties(item)))
                .collect::<Vec<(_, Vec<(_, Value)>)>>()
        };
        assert_eq!(values(&ours), values(&theirs));
    }
}
