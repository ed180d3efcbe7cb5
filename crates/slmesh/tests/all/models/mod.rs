//! Generated models.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use slmesh::llsd::{Array, Date, Map, Text, Uuid, Value};
use slmesh::*;

/// Any number, including NaN.
pub(crate) fn number() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(f64::from_bits)
}

pub(crate) fn numbers<const N: usize>() -> impl Strategy<Value = [f64; N]> {
    vec(number(), N).prop_map(|all| all.try_into().expect("so many"))
}

pub(crate) fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Undef),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        number().prop_map(Value::from),
        vec(any::<u8>(), 0..9).prop_map(Value::from),
        ".{0,9}".prop_map(|text: String| Value::from(text.as_str())),
    ];
    leaf.prop_recursive(3, 12, 4, |inside| {
        prop_oneof![
            vec(inside.clone(), 0..4).prop_map(|all| Value::Array(Array::from(all))),
            vec(("[a-z]{1,3}", inside), 0..4).prop_map(|all| Value::Map(all.into_iter().collect())),
        ]
    })
}

/// Keys that the format does not document.
pub(crate) fn other() -> impl Strategy<Value = Map> {
    vec(("x[a-z]{1,3}", value()), 0..3).prop_map(|all| {
        let mut map: Map = all.into_iter().collect();
        map.sort();
        map
    })
}

pub(crate) fn domain<const N: usize>() -> impl Strategy<Value = Domain<N>> {
    (numbers(), numbers(), any::<bool>()).prop_map(|(min, max, min_first)| Domain { min, max, min_first })
}

pub(crate) fn influences() -> impl Strategy<Value = Influences> {
    let one = (0..255_u8, any::<u16>()).prop_map(|(joint, weight)| Influence { joint, weight });
    vec(one, 0..=4).prop_map(|all| Influences::new(&all).expect("four at most, none of joint 255"))
}

pub(crate) fn face() -> impl Strategy<Value = Face> {
    (0..9_usize).prop_flat_map(|n| {
        let arrays = (
            option::of(vec(any::<[u16; 3]>(), n)),
            option::of(vec(any::<[u16; 4]>(), n)),
            option::of(vec(any::<[u16; 2]>(), n)),
            option::of(vec(influences(), n)),
            option::of(vec(any::<[u16; 3]>(), 0..9)),
        );
        let rest =
            (option::of(domain()), option::of(domain()), option::of(numbers()), other(), any::<bool>());
        (vec(any::<[u16; 3]>(), n), arrays, rest, option::of(any::<bool>())).prop_map(
            |(position, (normal, tangent, tex_coord0, weights, triangle_list), rest, no_geometry)| {
                let (position_domain, tex_coord0_domain, normalized_scale, other, is_turned) = rest;
                let mut face = Face {
                    no_geometry,
                    position: Some(position),
                    position_domain,
                    normalized_scale,
                    normal,
                    tangent,
                    tex_coord0,
                    tex_coord0_domain,
                    triangle_list,
                    weights,
                    other,
                    order: Vec::new(),
                };
                if is_turned {
                    face.order = turned(&face);
                    // Undocumented keys are in the order of the file, too.
                    let other: Vec<_> = std::mem::take(&mut face.other).into_iter().collect();
                    face.other = other.into_iter().rev().collect();
                }
                face
            },
        )
    })
}

/// The keys of a face in reverse order.
pub(crate) fn turned(face: &Face) -> Vec<Text> {
    let there = [
        ("NoGeometry", face.no_geometry.is_some()),
        ("Normal", face.normal.is_some()),
        ("NormalizedScale", face.normalized_scale.is_some()),
        ("Position", true),
        ("PositionDomain", face.position_domain.is_some()),
        ("Tangent", face.tangent.is_some()),
        ("TexCoord0", face.tex_coord0.is_some()),
        ("TexCoord0Domain", face.tex_coord0_domain.is_some()),
        ("TriangleList", face.triangle_list.is_some()),
        ("Weights", face.weights.is_some()),
    ];
    let mut keys: Vec<Text> =
        there.iter().filter(|(_, is_there)| *is_there).map(|(key, _)| (*key).into()).collect();
    keys.extend(face.other.keys().cloned());
    keys.sort();
    keys.reverse();
    if keys.is_sorted() { Vec::new() } else { keys }
}

/// A block with a value of its kind, or another content.
pub(crate) fn block<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Block<T>> {
    let content = prop_oneof![
        6 => value.prop_map(Content::Value),
        1 => (1..99_usize).prop_map(Content::NotLoaded),
        1 => Just(Content::Absent),
        1 => vec(Just(0x55_u8), 1..9).prop_map(Content::Raw),
        1 => Just(Content::Other(Value::Undef)),
    ];
    let hash = option::of(prop_oneof![Just(Hash::OfBlock), Just(Hash::Other(vec![7; 16]))]);
    let surplus = (any::<bool>(), vec(any::<u8>(), 0..3), vec(any::<u8>(), 0..3));
    (content, hash, surplus, other()).prop_map(
        |(content, hash, (has_line, after_value, after_stream), other)| {
            let is_packed = matches!(content, Content::Value(_) | Content::Other(_));
            let surplus = match is_packed {
                true => Surplus {
                    line: if has_line { b"<? LLSD/Binary ?>\n".to_vec() } else { Vec::new() },
                    after_value,
                    after_stream,
                },
                false => Surplus::default(),
            };
            // A block without bytes has no hash of them.
            let hash = hash.filter(|hash| !matches!(content, Content::Absent) || *hash != Hash::OfBlock);
            Block { content, hash, surplus, other, order: Vec::new() }
        },
    )
}

/// An undocumented block, which has no expected kind of value.
pub(crate) fn any_block() -> impl Strategy<Value = Block<Value>> {
    block(value()).prop_map(|block| match block.content {
        Content::Other(value) => Block { content: Content::Value(value), ..block },
        _ => block,
    })
}

pub(crate) fn lod() -> impl Strategy<Value = Lod> {
    vec(face(), 0..3).prop_map(|faces| Lod { faces })
}

pub(crate) fn convex() -> impl Strategy<Value = Convex> {
    let points = || option::of(vec(any::<[u16; 3]>(), 0..9));
    (
        option::of(vec(any::<u8>(), 0..4)),
        points(),
        points(),
        option::of(numbers()),
        option::of(numbers()),
        other(),
    )
        .prop_map(|(hull_list, positions, bounding_verts, min, max, other)| Convex {
            hull_list,
            positions,
            bounding_verts,
            min,
            max,
            other,
            order: Vec::new(),
        })
}

pub(crate) fn skin() -> impl Strategy<Value = Skin> {
    let names = option::of(vec("[mL_][A-Za-z]{0,9}".prop_map(|name: String| Text::from(name)), 0..4));
    let matrices = || option::of(vec(numbers(), 0..3));
    (
        names,
        matrices(),
        option::of(numbers()),
        matrices(),
        option::of(number()),
        option::of(any::<bool>()),
        other(),
    )
        .prop_map(
            |(
                joint_names,
                inverse_bind_matrix,
                bind_shape_matrix,
                alternatives,
                pelvis_offset,
                lock,
                other,
            )| Skin {
                joint_names,
                inverse_bind_matrix,
                bind_shape_matrix,
                alt_inverse_bind_matrix: alternatives,
                pelvis_offset,
                lock_scale_if_joint_position: lock,
                other,
                order: Vec::new(),
            },
        )
}

prop_compose! {
    pub(crate) fn asset()(
        flags in option::of(any::<u32>()),
        header in (option::of(any::<i32>()), option::of(any::<[u8; 16]>()), option::of(number()), option::of(any::<i32>())),
        materials in option::of(vec("[a-z]{0,4}".prop_map(|name: String| Text::from(name)), 0..3)),
        cost in option::of(other()),
        levels in (option::of(block(lod())), option::of(block(lod())), option::of(block(lod())), option::of(block(lod()))),
        shapes in (option::of(block(lod())), option::of(block(convex())), option::of(any_block())),
        skin in option::of(block(skin())),
        unknown in option::of(("y[a-z]{1,3}", any_block())),
        other in other(),
        trailing in vec(any::<u8>(), 0..5),
    ) -> MeshAsset {
        MeshAsset {
            preamble: flags.map(|flags| Preamble { flags }),
            version: header.0,
            creator: header.1.map(Uuid),
            date: header.2.map(Date),
            submodel_id: header.3,
            material_list: materials,
            physics_cost_data: cost,
            high_lod: levels.0,
            medium_lod: levels.1,
            low_lod: levels.2,
            lowest_lod: levels.3,
            physics_mesh: shapes.0,
            physics_convex: shapes.1,
            physics_havok: shapes.2,
            skin,
            unknown: unknown.map(|(name, block)| (name.as_str().into(), block)).into_iter().collect(),
            other,
            trailing,
            ..MeshAsset::default()
        }
    }
}
