//! The laws (docs/laws.md) on generated models and bytes.

use crate::recorder::check_traced;
use proptest::prelude::*;
use rbxbinary::{
    CFrames, Chunk, Class, ClassId, Coded, Column, Compression, Content, Contents, Font, Fonts, Hierarchy,
    Lists, Metadata, Model, NumberKeypoint, NumberRange, OptionalCFrames, PhysicalProperties, ReadOptions,
    Referent, Rotation, RotationId, Same, SharedIndex, SharedStrings, Strings, UDim2s, UDims, UniqueId,
    Unknown, Values, WriteOptions, read, read_with, recompress, write, write_onto, write_with,
};

/// A float of random bits, which may be NaN.
fn float() -> impl Strategy<Value = f32> {
    any::<u32>().prop_map(f32::from_bits)
}

fn vector() -> impl Strategy<Value = [f32; 3]> {
    [float(), float(), float()]
}

fn frames(n: usize) -> impl Strategy<Value = CFrames> {
    let rotation = prop_oneof![
        prop::sample::select(vec![2_u8, 3, 0x10, 0x23]).prop_map(|id| Rotation::Id(RotationId(id))),
        [vector(), vector(), vector()]
            .prop_map(|rows| Rotation::Free(geom::Mat3 { rows: rows.map(geom::Vec3::from_array) })),
    ];
    let one = (rotation, vector().prop_map(geom::Vec3::from_array));
    prop::collection::vec(one, n).prop_map(|all| all.into_iter().collect())
}

fn strings(n: usize) -> impl Strategy<Value = Strings> {
    prop::collection::vec(any::<Vec<u8>>(), n).prop_map(|all| Strings::new(all).unwrap())
}

/// A column's values for `n` instances.
fn values(n: usize) -> BoxedStrategy<Values> {
    fn all<S: Strategy>(one: S, n: usize) -> prop::collection::VecStrategy<S> {
        prop::collection::vec(one, n)
    }
    let physical = prop_oneof![
        Just(Err(0)),
        Just(Err(2)),
        ([float(), float()], prop::option::of(float())).prop_map(
            |([density, friction], acoustic_absorption)| {
                Ok(PhysicalProperties {
                    density,
                    friction,
                    acoustic_absorption,
                    ..PhysicalProperties::default()
                })
            }
        ),
    ];
    let keypoint = [float(), float(), float()].prop_map(|[time, value, envelope]| NumberKeypoint {
        time,
        value,
        envelope,
    });
    let content = prop_oneof![
        Just(None),
        any::<Vec<u8>>().prop_map(|uri| Some(Ok(uri))),
        any::<i32>().prop_map(|object| Some(Err(object))),
    ];
    prop_oneof![
        Just(Values::Absent),
        strings(n).prop_map(Values::String),
        all(any::<u8>(), n).prop_map(Values::Bool),
        all(any::<i32>(), n).prop_map(Values::Int32),
        all(float(), n).prop_map(Values::Float32),
        all(any::<u64>().prop_map(f64::from_bits), n).prop_map(Values::Float64),
        (all(float(), n), all(any::<i32>(), n))
            .prop_map(|(scale, offset)| Values::UDim(UDims { scale, offset })),
        all(([float(), float()], any::<[i32; 2]>()), n).prop_map(|all| {
            let (scale, offset): (Vec<_>, Vec<_>) = all.into_iter().unzip();
            Values::UDim2(UDim2s { scale: scale.into(), offset: offset.into() })
        }),
        all(vector(), n).prop_map(|all| Values::Vector3(all.into())),
        frames(n).prop_map(Values::CFrame),
        (frames(n), all(any::<u8>(), n))
            .prop_map(|(frames, present)| Values::OptionalCFrame(OptionalCFrames { frames, present })),
        all(any::<i32>().prop_map(Referent), n).prop_map(Values::Referent),
        all(any::<u32>().prop_map(SharedIndex), n).prop_map(Values::SharedString),
        all(any::<i64>(), n).prop_map(Values::Int64),
        all(any::<u64>(), n).prop_map(Values::SecurityCapabilities),
        all(any::<[u8; 3]>(), n).prop_map(|all| Values::Color3uint8(all.into())),
        all(any::<(u64, u32, u32)>().prop_map(|(random, time, index)| UniqueId { random, time, index }), n)
            .prop_map(|all| Values::UniqueId(all.into_iter().collect())),
        all(physical, n).prop_map(|all| Values::PhysicalProperties(all.into_iter().collect::<Coded<_>>())),
        all(all(keypoint, 2), n)
            .prop_map(|all| Values::NumberSequence(all.into_iter().collect::<Lists<_>>())),
        all([float(), float()].prop_map(|[min, max]| NumberRange { min, max }), n)
            .prop_map(Values::NumberRange),
        all((any::<Vec<u8>>(), any::<u16>(), any::<u8>()), n).prop_map(|all| {
            let mut fonts = Fonts::default();
            for (text, weight, style) in &all {
                fonts.push(Font { family: text, weight: *weight, style: *style, cached_face: text }).unwrap();
            }
            Values::Font(fonts)
        }),
        all(content, n).prop_map(|all| {
            let mut contents = Contents::default();
            for one in &all {
                let content = match one {
                    None => Content::None,
                    Some(Ok(uri)) => Content::Uri(uri),
                    Some(Err(object)) => Content::Object(Referent(*object)),
                };
                contents.push(content).unwrap();
            }
            Values::Content(Box::new(contents))
        }),
        (0x23..=u8::MAX, any::<Vec<u8>>()).prop_map(|(type_id, data)| Values::Raw { type_id, data }),
    ]
    .boxed()
}

fn chunk(id: u32, n: usize) -> BoxedStrategy<Chunk> {
    let name = || "[A-Za-z]{0,30}";
    prop_oneof![
        8 => (name(), values(n)).prop_map(move |(name, values)| {
            Chunk::Column(Column { class: ClassId(id), name: name.as_str().into(), values, surplus: Vec::new() })
        }),
        1 => prop::collection::vec((name(), any::<Vec<u8>>()), 0..3).prop_map(|entries| {
            let entries = entries.into_iter().map(|(key, value)| (key.as_str().into(), value)).collect();
            Chunk::Metadata(Metadata { entries, surplus: Vec::new() })
        }),
        1 => strings(2).prop_map(|strings| {
            Chunk::SharedStrings(SharedStrings { strings, hashes: vec![[1; 16]; 2], ..SharedStrings::default() })
        }),
        1 => any::<(Vec<u8>, [u8; 3])>().prop_map(|(data, [a, b, c])| {
            Chunk::Unknown(Unknown { name: [b'?', a, b, c], data })
        }),
        1 => prop::collection::vec(any::<(i32, i32)>(), 0..5).prop_map(|pairs| {
            let (children, parents) = pairs.into_iter().map(|(child, parent)| (Referent(child), Referent(parent))).unzip();
            Chunk::Hierarchy(Hierarchy { children, parents, ..Hierarchy::default() })
        }),
    ]
    .boxed()
}

/// A class or two with columns, and other chunks between them.
fn model() -> impl Strategy<Value = Model> {
    (0_usize..5, any::<u32>(), any::<bool>(), any::<[u8; 8]>()).prop_flat_map(
        |(n, id, is_service, reserved)| {
            let class = any::<[i32; 5]>().prop_map(move |referents| {
                let referents = referents.into_iter().take(n).map(Referent).collect();
                let markers = if is_service { vec![1; n] } else { Vec::new() };
                let format = is_service.into();
                Chunk::Class(Class {
                    id: ClassId(id),
                    name: "Thing".into(),
                    format,
                    referents,
                    markers,
                    surplus: vec![],
                })
            });
            (class, prop::collection::vec(chunk(id, n), 0..8), any::<Vec<u8>>()).prop_map(
                move |(class, mut chunks, trailing)| {
                    chunks.insert(chunks.len() / 2, class);
                    chunks.push(Chunk::End(b"</roblox>".to_vec()));
                    let header = rbxbinary::Header { counts: None, reserved };
                    Model { header, chunks, trailing }
                },
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Referents are decoded in blocks, in another way where each is near the one before.
    #[test]
    fn many_referents_come_back(jumps in prop::collection::vec((0_usize..5000, any::<i32>()), 0..4), step in -200..200_i32) {
        let mut sum = 0_i32;
        let referents = (0..5000).map(|number| {
            let jump = jumps.iter().find(|(at, _)| *at == number).map(|(_, jump)| *jump);
            sum = sum.wrapping_add(jump.unwrap_or(step));
            Referent(sum)
        });
        let class = Class { name: "Thing".into(), referents: referents.collect(), ..Class::default() };
        let model = Model { chunks: vec![Chunk::Class(class), Chunk::End(Vec::new())], ..Model::default() };
        let back = read(&write(&model).unwrap()).unwrap();
        prop_assert_eq!(back.difference(&model), None);
    }
}

proptest! {
    /// Laws 1, 3 and 6; also that the model's values are enough, because nothing of the written file is kept.
    #[test]
    fn reading_undoes_writing(model in model()) {
        let bytes = write(&model).unwrap();
        let (again, _) = read_with(&bytes, &ReadOptions::default()).unwrap();
        prop_assert_eq!(again.difference(&model), None);
        prop_assert!(again.same(&model));
        prop_assert!(write(&again).unwrap() == bytes);
        prop_assert!(write_onto(&again, &bytes).unwrap() == bytes);
        check_traced(&bytes);
        let stored = write_with(&model, &WriteOptions::default().compression(Compression::Stored)).unwrap();
        prop_assert_eq!(read(&stored).unwrap().difference(&model), None);
        prop_assert!(write_onto(&model, &stored).unwrap() == stored);
        prop_assert!(recompress(&bytes, Compression::Stored, &ReadOptions::default()).unwrap() == stored);
        prop_assert!(recompress(&stored, Compression::Lz4, &ReadOptions::default()).unwrap() == bytes);
    }

    /// Law 5: strict reading fails inside every prefix; otherwise there is a warning inside it.
    #[test]
    fn a_prefix_is_cut_within_its_bounds(model in model(), cut: prop::sample::Index) {
        let whole = write(&Model { trailing: Vec::new(), ..model }).unwrap();
        let prefix = &whole[..cut.index(whole.len())];
        let strict = read_with(prefix, &ReadOptions::default().strict(true));
        prop_assert!(strict.is_err());
        if let Ok((model, warnings)) = read_with(prefix, &ReadOptions::default()) {
            prop_assert!(warnings.total() > 0);
            prop_assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
        }
        check_traced(prefix);
    }

    /// Strings behave like a vector of strings under any sequence of changes.
    #[test]
    fn strings_can_be_edited(all: Vec<Vec<u8>>, edits: Vec<(prop::sample::Index, Vec<u8>)>) {
        let (mut expected, mut strings) = (all.clone(), Strings::new(&all).unwrap());
        for (at, new) in edits {
            if !expected.is_empty() {
                let at = at.index(expected.len());
                strings.set(at, &new).unwrap();
                expected[at] = new;
            }
            prop_assert!(strings.iter().eq(expected.iter()));
        }
        prop_assert_eq!(strings.set(expected.len(), b"").is_err(), true);
        prop_assert_eq!(&strings, &Strings::new(&expected).unwrap());
    }

    /// The same for contents, whose URIs and objects are lists of their own.
    #[test]
    fn contents_can_be_edited(all: Vec<u8>, edits: Vec<(prop::sample::Index, u8)>) {
        let content = |n: u8| match n % 4 {
            0 => Content::None,
            1 => Content::Uri(if n % 8 == 1 { b"a" } else { b"b" }),
            2 => Content::Object(Referent(n.into())),
            _ => Content::Other(n.into()),
        };
        let mut expected: Vec<_> = all.into_iter().map(content).collect();
        let mut contents = Contents::default();
        expected.iter().for_each(|one| contents.push(*one).unwrap());
        for (at, new) in edits {
            if !expected.is_empty() {
                let at = at.index(expected.len());
                prop_assert_eq!(contents.set(at, content(new)), Ok(true));
                expected[at] = content(new);
            }
            prop_assert!(contents.iter().eq(expected.iter().copied()));
        }
    }

    /// The same for lists and CFrames.
    #[test]
    fn lists_can_be_edited(all: Vec<Vec<u8>>, at: prop::sample::Index, new: Vec<u8>) {
        let mut lists: Lists<u8> = all.iter().cloned().collect();
        let mut expected = all;
        if !expected.is_empty() {
            let at = at.index(expected.len());
            prop_assert!(lists.set(at, new.clone()));
            expected[at] = new.clone();
        }
        prop_assert!(!lists.set(expected.len(), new));
        prop_assert!(lists.iter().eq(expected.iter()));
    }
}
