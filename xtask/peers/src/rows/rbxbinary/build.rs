//! Models that are built from scratch, compared with rbx_dom_weak and rbx_binary.

use super::super::Compare;
use crate::harness::Contender;
use rbx_dom_weak::types::{CFrame, Color3uint8, Matrix3, Variant, Vector3};
use rbx_dom_weak::{InstanceBuilder, WeakDom};
use rbxbinary::geom::{Mat3, Pose, Vec3};
use rbxbinary::{Document, Item, Value};

const N: u16 = 50_000;

/// Compares building 100,000 parts in two models, with seven properties each.
pub(in super::super) fn build_parts(compare: &mut Compare) {
    let (built, theirs) = (ours(), theirs());
    let read = |bytes: &[u8]| rbx_binary::from_reader(bytes).expect("a file");
    // They read the same from both; the root is theirs alone.
    let (one, other) = (read(&built), read(&theirs));
    let shown =
        |dom: &WeakDom| dom.descendants().map(|one| (one.class, one.name.clone())).collect::<Vec<_>>();
    assert_eq!(shown(&one), shown(&other));
    assert_eq!(one.descendants().count(), 2 * usize::from(N) + 3);
    compare(&mut [Contender::new("rbxbinary", ours), Contender::new("rbx_binary", self::theirs)]);
}

fn ours() -> Vec<u8> {
    let mut document = Document::new();
    for model in ["A", "B"] {
        let model = document.add(None, Item::new("Model").with("Name", model)).expect("an id");
        for i in 0..N {
            let position = Vec3::new(f32::from(i) * 4.0, 0.5, 0.0);
            let part = Item::new("Part")
                .with("Name", format!("Part{i}"))
                .with("Anchored", true)
                .with("CFrame", Pose { rotation: Mat3::IDENTITY, position })
                .with("Color3uint8", Value::Color3uint8([i.to_le_bytes()[0], 80, 160]))
                .with("Transparency", f32::from(i % 2))
                .with("Material", Value::Enum(256))
                .with("size", Vec3::new(4.0, 1.0, 2.0));
            document.add(model, part).expect("an id");
        }
    }
    rbxbinary::write(&document.to_model().expect("columns")).expect("a file")
}

fn theirs() -> Vec<u8> {
    let mut dom = WeakDom::new(InstanceBuilder::new("DataModel"));
    let root = dom.root_ref();
    for model in ["A", "B"] {
        let model = dom.insert(root, InstanceBuilder::new("Model").with_name(model));
        for i in 0..N {
            let frame = CFrame::new(Vector3::new(f32::from(i) * 4.0, 0.5, 0.0), Matrix3::identity());
            let part = InstanceBuilder::new("Part")
                .with_name(format!("Part{i}"))
                .with_property("Anchored", true)
                .with_property("CFrame", frame)
                .with_property("Color", Variant::Color3uint8(Color3uint8::new(i.to_le_bytes()[0], 80, 160)))
                .with_property("Transparency", f32::from(i % 2))
                .with_property("Material", rbx_dom_weak::types::Enum::from_u32(256))
                .with_property("Size", Vector3::new(4.0, 1.0, 2.0));
            dom.insert(model, part);
        }
    }
    let mut out = Vec::new();
    rbx_binary::to_writer(&mut out, &dom, dom.root().children()).expect("a file");
    out
}
