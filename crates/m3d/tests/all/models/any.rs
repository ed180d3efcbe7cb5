//! Strategies for models with all features that the format can represent.

use super::random::Random;
use m3d::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// A reference that fits this width, including −1 and −2.
fn reference(width: Width) -> BoxedStrategy<u32> {
    let sentinels = Just(u32::MAX).boxed().prop_union(Just(u32::MAX - 1).boxed()).boxed();
    let numbers = match width {
        Width::One => (0..254_u32).boxed(),
        Width::Two => (0..65534_u32).boxed(),
        Width::Four => (0..u32::MAX - 2).boxed(),
        Width::Absent => return Just(u32::MAX).boxed(),
    };
    prop_oneof![8 => numbers, 1 => sentinels].boxed()
}

fn colour(width: Width) -> BoxedStrategy<ColourRef> {
    match width {
        Width::One => (0..256_u32).prop_map(ColourRef).boxed(),
        Width::Two => (0..65536_u32).prop_map(ColourRef).boxed(),
        Width::Four => any::<u32>().prop_map(ColourRef).boxed(),
        Width::Absent => Just(ColourRef(0)).boxed(),
    }
}

fn types() -> impl Strategy<Value = Types> {
    let is_read = |bits: &u32| {
        let types = Types::from_bits(*bits);
        types.vertex != Width::Absent && types.string != Width::Absent && types.voxel != Width::Four
    };
    any::<u32>().prop_filter("types that files may have", is_read).prop_map(Types::from_bits)
}

fn scalar(types: &Types) -> BoxedStrategy<Scalar> {
    match types.coordinate {
        CoordinateType::Int8 => any::<i8>().prop_map(Scalar::I8).boxed(),
        CoordinateType::Int16 => any::<i16>().prop_map(Scalar::I16).boxed(),
        CoordinateType::Float => any::<u32>().prop_map(|bits| Scalar::F32(f32::from_bits(bits))).boxed(),
        CoordinateType::Double => any::<u64>().prop_map(|bits| Scalar::F64(f64::from_bits(bits))).boxed(),
    }
}

fn vertices(t: Types) -> impl Strategy<Value = Chunk> {
    (0..5_usize).prop_flat_map(move |n| {
        let coordinates = match t.coordinate {
            CoordinateType::Int8 => vec(any::<[i8; 4]>(), n).prop_map(Coordinates::I8).boxed(),
            CoordinateType::Int16 => vec(any::<[i16; 4]>(), n).prop_map(Coordinates::I16).boxed(),
            CoordinateType::Float => vec(any::<[f32; 4]>(), n).prop_map(Coordinates::F32).boxed(),
            CoordinateType::Double => vec(any::<[f64; 4]>(), n).prop_map(Coordinates::F64).boxed(),
        };
        let n_of = |width| if width == Width::Absent { 0 } else { n };
        let colours = vec(colour(t.colour), n_of(t.colour));
        let skins = vec(reference(t.skin).prop_map(SkinIndex), n_of(t.skin));
        (coordinates, colours, skins).prop_map(|(coordinates, colours, skins)| {
            Chunk::Vertices(Vertices { coordinates, colours, skins, surplus: vec![] })
        })
    })
}

fn texture_map(t: Types) -> impl Strategy<Value = Chunk> {
    let pairs = match t.coordinate {
        CoordinateType::Int8 => vec(any::<[u8; 2]>(), 0..4).prop_map(TexCoords::U8).boxed(),
        CoordinateType::Int16 => vec(any::<[u16; 2]>(), 0..4).prop_map(TexCoords::U16).boxed(),
        CoordinateType::Float => vec(any::<[f32; 2]>(), 0..4).prop_map(TexCoords::F32).boxed(),
        CoordinateType::Double => vec(any::<[f64; 2]>(), 0..4).prop_map(TexCoords::F64).boxed(),
    };
    pairs.prop_map(|pairs| Chunk::TextureMap(TextureMap { pairs, surplus: vec![] }))
}

fn skeleton(t: Types) -> BoxedStrategy<Chunk> {
    let names = reference(t.string).prop_map(Name);
    let vertex = || reference(t.vertex);
    let bone =
        (reference(t.bone), names, vertex(), vertex()).prop_map(|(parent, name, position, orientation)| {
            Bone {
                parent: BoneIndex(parent),
                name,
                position: VertexIndex(position),
                orientation: OrientationIndex(orientation),
            }
        });
    let n_weights = t.weights.get();
    let skin = (any::<[u8; 8]>(), vec(reference(t.bone), 8)).prop_map(move |(mut weights, ids)| {
        weights[n_weights..].fill(0);
        if n_weights == 1 {
            weights[0] = 255;
        }
        let bones =
            std::array::from_fn(|i| if weights[i] == 0 { BoneIndex::NONE } else { BoneIndex(ids[i]) });
        Skin { weights, bones }
    });
    let n_skins = if t.skin == Width::Absent { 0 } else { 4 };
    (vec(bone, 0..4), vec(skin, 0..=n_skins))
        .prop_map(|(bones, skins)| Chunk::Skeleton(Skeleton { bones, skins, surplus: vec![] }))
        .boxed()
}

fn material(t: Types) -> impl Strategy<Value = Chunk> {
    let value = (any::<u8>(), colour(t.colour), any::<f32>(), any::<u8>(), reference(t.string));
    let property = value.prop_filter_map("a known size", |(id, colour, number, byte, name)| {
        let id = PropertyId(id);
        let value = match id.kind()? {
            PropertyKind::Colour => PropertyValue::Colour(colour),
            PropertyKind::Float => PropertyValue::Float(number),
            PropertyKind::Byte => PropertyValue::Byte(byte),
            PropertyKind::Texture => PropertyValue::Texture(Name(name)),
        };
        Some(Property { id, value })
    });
    (reference(t.string), vec(property, 0..6)).prop_map(|(name, properties)| {
        Chunk::Material(Material { name: Name(name), properties, surplus: vec![] })
    })
}

#[derive(Debug, Clone)]
enum Element {
    Face {
        vertices: Vec<u32>,
        tex_coords: Vec<u32>,
        normals: Vec<u32>,
        max_vertices: Vec<u32>,
        reserved: bool,
    },
    Material(u32),
    Parameter(u8, u32),
}

fn mesh(t: Types) -> impl Strategy<Value = Chunk> {
    let face = (1..16_usize, 0..16_u8).prop_flat_map(move |(sides, parts)| {
        let list = |width, bit| vec(reference(width), if parts & bit == 0 { 0 } else { sides });
        let lists =
            (vec(reference(t.vertex), sides), list(t.tex_coord, 1), list(t.vertex, 2), list(t.vertex, 4));
        lists.prop_map(move |(vertices, tex_coords, normals, max_vertices)| Element::Face {
            vertices,
            tex_coords,
            normals,
            max_vertices,
            reserved: parts & 8 != 0,
        })
    });
    let step = prop_oneof![
        4 => face,
        1 => reference(t.string).prop_map(Element::Material),
        1 => (1..16_u8, reference(t.string)).prop_map(|(kind, name)| Element::Parameter(kind, name)),
    ];
    vec(step, 0..8).prop_map(|steps| {
        let mut mesh = Mesh::default();
        for step in steps {
            match step {
                Element::Material(name) => mesh.records.push(Record::Material(Name(name))),
                Element::Parameter(kind, name) => {
                    mesh.records.push(Record::Parameter { kind, name: Name(name) })
                }
                Element::Face { vertices, tex_coords, normals, max_vertices, reserved } => {
                    let points = |list: Vec<u32>| list.into_iter().map(VertexIndex).collect::<Vec<_>>();
                    mesh.push(&Face {
                        material: Name::NONE,
                        parameter: Name::NONE,
                        parts: Parts(if reserved { 8 } else { 0 }),
                        vertices: &points(vertices),
                        tex_coords: &tex_coords.into_iter().map(TexCoordIndex).collect::<Vec<_>>(),
                        normals: &points(normals),
                        max_vertices: &points(max_vertices),
                    })
                    .unwrap();
                }
            }
        }
        Chunk::Mesh(mesh)
    })
}

fn voxel_types(t: Types) -> impl Strategy<Value = Chunk> {
    let item = (any::<u16>(), reference(t.string)).prop_map(|(count, name)| Item { count, name: Name(name) });
    let one =
        (colour(t.colour), reference(t.string), any::<u8>(), 0..512_u16, reference(t.skin), vec(item, 0..3));
    let one = one.prop_map(|(colour, name, rotation, shape, skin, items)| VoxelType {
        colour,
        name: Name(name),
        rotation: rotation & 0xbf,
        shape,
        skin: SkinIndex(skin),
        items,
    });
    vec(one, 0..4).prop_map(|types| Chunk::VoxelTypes(VoxelTypes { types, surplus: vec![] }))
}

fn voxel_block(t: Types) -> BoxedStrategy<Chunk> {
    if t.voxel == Width::Absent || t.voxel_size == Width::Absent {
        return Just(Chunk::Unknown(Unknown { magic: *b"gxlr", data: vec![1] })).boxed();
    }
    let (position, size) = match t.voxel_size {
        Width::One => (any::<i8>().prop_map(i32::from).boxed(), any::<u8>().prop_map(u32::from).boxed()),
        Width::Two => (any::<i16>().prop_map(i32::from).boxed(), any::<u16>().prop_map(u32::from).boxed()),
        _ => (any::<i32>().boxed(), any::<u32>().boxed()),
    };
    let voxels = vec(prop_oneof![reference(t.voxel), Just(0_u32)], 0..20);
    let sides = (vec(position, 3), vec(size, 3));
    (reference(t.string), sides, any::<(u8, u8)>(), voxels, 0..300_usize)
        .prop_map(|(name, (position, size), (uncertainty, group), mut voxels, again)| {
            voxels.extend(std::iter::repeat_n(0, again));
            let voxels = voxels.into_iter().map(VoxelIndex);
            let position = [position[0], position[1], position[2]];
            let block = VoxelBlock::from_voxels(position, [size[0], size[1], size[2]], voxels);
            Chunk::VoxelBlock(VoxelBlock { name: Name(name), uncertainty, group, ..block })
        })
        .boxed()
}

fn shape(t: Types) -> impl Strategy<Value = Chunk> {
    let values = (
        reference(t.string),
        reference(t.shape),
        vec(reference(t.vertex), 3),
        vec(reference(t.tex_coord), 2),
        vec(scalar(&t), 2),
        vec(reference(Width::One), 2),
        vec(reference(Width::Two), 4),
        reference(t.face).prop_map(FaceIndex),
    );
    let command = (0..38_u16, values, 1..4_usize).prop_map(|(id, values, n)| {
        let (name, shape, points, pairs, scalars, bytes, parts, face) = values;
        let (name, shape) = (Name(name), ShapeIndex(shape));
        let point = |i: usize| VertexIndex(points[i]);
        let turned = |i: usize| OrientationIndex(points[i]);
        let pair = |i: usize| TexCoordIndex(pairs[i]);
        let part = |i: usize| PartIndex(parts[i]);
        let [x, y] = [scalars[0], scalars[1]];
        let byte = |i: usize| Byte(bytes[i]);
        let list = vec![point(0); n];
        match id {
            0 => Command::Use { material: name },
            1 => Command::Include { shape, position: point(0), orientation: turned(1) },
            2 => Command::Mesh { part: MeshArguments::Face { face } },
            3 => Command::Divide { rate: y },
            4 => Command::Subdivide { u: x, v: y },
            5 => Command::EdgeLength { length: x },
            6 => Command::Distance { distance: x, angle: y },
            7 => Command::DegreeU { u: byte(0) },
            8 => Command::Degrees { u: byte(0), v: byte(1) },
            9 => Command::RangeU { u: pair(0) },
            10 => Command::Range { u: pair(0), v: pair(1) },
            11 => Command::ParametersU { values: vec![x; n] },
            12 => Command::ParametersV { values: vec![y; n] },
            13 => Command::Trim { curves: vec![(pair(0), part(0)); n] },
            14 => Command::Hole { curves: vec![(pair(0), part(0)); n] },
            15 => Command::SpecialCurves { curves: vec![(pair(0), part(0)); n] },
            16 => Command::SpecialPoints { points: list },
            17 => Command::BezierCurve { points: list },
            18 => Command::BSplineCurve { points: list },
            19 => Command::RationalBezierCurve { points: list },
            20 => Command::RationalBSplineCurve { points: list },
            21 => Command::BezierUvNormal { points: vec![(point(0), pair(0), point(1)); n] },
            22 => Command::BezierUv { points: vec![(point(0), pair(0)); n] },
            23 => Command::BezierNormal { points: vec![(point(0), point(1)); n] },
            24 => Command::Bezier { points: list },
            25 => Command::NurbsUvNormal { points: vec![(point(0), pair(0), point(1)); n] },
            26 => Command::NurbsUv { points: vec![(point(0), pair(0)); n] },
            27 => Command::NurbsNormal { points: vec![(point(0), point(1)); n] },
            28 => Command::Nurbs { points: list },
            29 => {
                Command::Connect { first: (part(0), pair(0), part(1)), second: (part(2), pair(1), part(3)) }
            }
            30 => Command::Line { points: list },
            31 => Command::Polygon { points: list },
            32 => Command::Circle { centre: point(0), orientation: turned(1), radius: x },
            33 => Command::Cylinder { bottom: (point(0), turned(1), x), top: (point(1), turned(2), y) },
            34 => Command::Sphere { centre: point(0), radius: x },
            35 => Command::Torus { centre: point(0), orientation: turned(1), radius: x, tube_radius: y },
            36 => Command::Cone { first: point(0), second: point(1), third: point(2) },
            _ => Command::Cube { first: point(0), second: point(1), third: point(2) },
        }
    });
    (reference(t.string), reference(t.bone), vec(command, 0..6)).prop_map(|(name, group, commands)| {
        Chunk::Shape(Shape { name: Name(name), group: BoneIndex(group), commands, surplus: vec![] })
    })
}

fn labels(t: Types) -> impl Strategy<Value = Chunk> {
    let label = (reference(t.vertex), reference(t.string))
        .prop_map(|(vertex, text)| Label { vertex: VertexIndex(vertex), text: Name(text) });
    (reference(t.string), reference(t.string), colour(t.colour), vec(label, 0..4)).prop_map(
        |(group, language, colour, labels)| {
            Chunk::Labels(Labels {
                group: Name(group),
                language: Name(language),
                colour,
                labels,
                surplus: vec![],
            })
        },
    )
}

fn action(t: Types) -> impl Strategy<Value = Chunk> {
    let transform = (reference(t.bone), reference(t.vertex), reference(t.vertex)).prop_map(
        |(bone, position, orientation)| Transform {
            bone: BoneIndex(bone),
            position: VertexIndex(position),
            orientation: OrientationIndex(orientation),
        },
    );
    let most = if t.transforms == Width::Absent { 0 } else { 3 };
    let frame =
        (any::<u32>(), vec(transform, 0..=most)).prop_map(|(time, transforms)| Frame { time, transforms });
    (reference(t.string), any::<u32>(), vec(frame, 0..4)).prop_map(|(name, duration, frames)| {
        Chunk::Action(Action { name: Name(name), duration, frames, surplus: vec![] })
    })
}

fn chunk(t: Types) -> impl Strategy<Value = Chunk> {
    let rgba = any::<[u8; 4]>().prop_map(|[r, g, b, a]| geom::Rgba8::new(r, g, b, a));
    let colour_map =
        vec(rgba, 0..4).prop_map(|colours| Chunk::ColourMap(ColourMap { colours, surplus: vec![] }));
    let procedure = reference(t.string)
        .prop_map(|script| Chunk::Procedure(Procedure { script: Name(script), surplus: vec![] }));
    let asset = (reference(t.string), any::<Vec<u8>>())
        .prop_map(|(name, data)| Chunk::Asset(Asset { name: Name(name), data }));
    let unknown = any::<Vec<u8>>().prop_map(|data| Chunk::Unknown(Unknown { magic: *b"blnd", data }));
    let bones = if t.bone == Width::Absent { asset.clone().boxed() } else { skeleton(t) };
    prop_oneof![
        colour_map,
        texture_map(t),
        vertices(t),
        bones,
        material(t),
        procedure,
        mesh(t),
        voxel_types(t),
        voxel_block(t),
        shape(t),
        labels(t),
        action(t),
        asset,
        unknown,
    ]
}

pub(crate) fn model() -> impl Strategy<Value = Model> {
    types().prop_flat_map(|types| {
        let packing = prop_oneof![Just(Packing::Plain), Just(Packing::Zlib)];
        let parts =
            (any::<Option<Vec<u8>>>(), packing, any::<u32>(), any::<Vec<u8>>(), vec(chunk(types), 0..6));
        let end = (any::<Vec<u8>>(), any::<Vec<u8>>());
        (parts, end).prop_map(move |((preview, packing, scale, bytes, chunks), (behind, trailing))| Model {
            preview,
            packing,
            scale: f32::from_bits(scale),
            types,
            strings: Strings { bytes },
            chunks,
            end: [&b"OMD3"[..], &behind].concat(),
            trailing: if packing == Packing::Plain { vec![] } else { trailing },
        })
    })
}

/// The model generated from this seed.
pub(crate) fn seeded(random: &mut Random) -> Model {
    let seed = [random.bits().to_le_bytes(), random.bits().to_le_bytes()].concat();
    let rng = TestRng::from_seed(RngAlgorithm::XorShift, &seed);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
    model().new_tree(&mut runner).expect("a model").current()
}
