//! Selecting and changing values of every type.

use crate::random::Random;
use rbxbinary::{
    CFrames, Coded, Content, Contents, Fonts, Lanes, Lists, NumberKeypoint, NumberRange, OptionalCFrames,
    PhysicalProperties, Placements, Ray, Referent, Rotation, RotationId, SharedIndex, Strings, UDim2s, UDims,
    UniqueId, Values,
};

/// The values of the given rows, in the given order; a row may occur more than once.
pub(crate) fn pick(values: &Values, rows: &[usize]) -> Values {
    fn all<T: Clone>(all: &[T], rows: &[usize]) -> Vec<T> {
        rows.iter().map(|row| all[*row].clone()).collect()
    }
    fn lanes<T: Copy, const K: usize>(all: &Lanes<T, K>, rows: &[usize]) -> Lanes<T, K> {
        rows.iter().map(|row| all.get(*row).unwrap()).collect()
    }
    fn strings(all: &Strings, rows: &[usize]) -> Strings {
        Strings::new(rows.iter().map(|row| all.get(*row).unwrap())).unwrap()
    }
    fn frames<M: Copy>(all: &Placements<M>, rows: &[usize]) -> Placements<M> {
        rows.iter().map(|row| all.get(*row).unwrap()).collect()
    }
    fn lists<T: Clone>(all: &Lists<T>, rows: &[usize]) -> Lists<T> {
        rows.iter().map(|row| all.get(*row).unwrap().to_vec()).collect()
    }
    match values {
        Values::String(them) => Values::String(strings(them, rows)),
        Values::Bytecode(them) => Values::Bytecode(strings(them, rows)),
        Values::Bool(them) => Values::Bool(all(them, rows)),
        Values::Int32(them) => Values::Int32(all(them, rows)),
        Values::Float32(them) => Values::Float32(all(them, rows)),
        Values::Float64(them) => Values::Float64(all(them, rows)),
        Values::UDim(UDims { scale, offset }) => {
            Values::UDim(UDims { scale: all(scale, rows), offset: all(offset, rows) })
        }
        Values::UDim2(UDim2s { scale, offset }) => {
            Values::UDim2(UDim2s { scale: lanes(scale, rows), offset: lanes(offset, rows) })
        }
        Values::Ray(them) => Values::Ray(all(them, rows)),
        Values::Faces(them) => Values::Faces(all(them, rows)),
        Values::Axes(them) => Values::Axes(all(them, rows)),
        Values::BrickColor(them) => Values::BrickColor(all(them, rows)),
        Values::Color3(them) => Values::Color3(lanes(them, rows)),
        Values::Vector2(them) => Values::Vector2(lanes(them, rows)),
        Values::Vector3(them) => Values::Vector3(lanes(them, rows)),
        Values::Vector2int16(them) => Values::Vector2int16(all(them, rows)),
        Values::CFrame(them) => Values::CFrame(frames(them, rows)),
        Values::CFrameQuat(them) => Values::CFrameQuat(frames(them, rows)),
        Values::Enum(them) => Values::Enum(all(them, rows)),
        Values::Referent(them) => Values::Referent(all(them, rows)),
        Values::Vector3int16(them) => Values::Vector3int16(all(them, rows)),
        Values::NumberSequence(them) => Values::NumberSequence(lists(them, rows)),
        Values::ColorSequence(them) => Values::ColorSequence(lists(them, rows)),
        Values::NumberRange(them) => Values::NumberRange(all(them, rows)),
        Values::Rect(them) => Values::Rect(lanes(them, rows)),
        Values::PhysicalProperties(them) => {
            let picked = rows.iter().map(|row| them.get(*row).unwrap());
            Values::PhysicalProperties(picked.collect::<Coded<_>>())
        }
        Values::Color3uint8(them) => Values::Color3uint8(lanes(them, rows)),
        Values::Int64(them) => Values::Int64(all(them, rows)),
        Values::SharedString(them) => Values::SharedString(all(them, rows)),
        Values::OptionalCFrame(OptionalCFrames { frames: them, present }) => {
            Values::OptionalCFrame(OptionalCFrames {
                frames: frames(them, rows),
                present: all(present, rows),
            })
        }
        Values::UniqueId(them) => Values::UniqueId(rows.iter().map(|row| them.get(*row).unwrap()).collect()),
        Values::Font(them) => {
            let mut fonts = Fonts::default();
            rows.iter().for_each(|row| fonts.push(them.get(*row).unwrap()).unwrap());
            Values::Font(fonts)
        }
        Values::SecurityCapabilities(them) => Values::SecurityCapabilities(all(them, rows)),
        Values::Content(them) => {
            let mut contents = Contents::default();
            contents.externals = them.externals.clone();
            rows.iter().for_each(|row| contents.push(them.get(*row).unwrap()).unwrap());
            Values::Content(Box::new(contents))
        }
        other => other.clone(),
    }
}

/// Changes a value; or the bytes, where they are not decoded.
pub(crate) fn change(values: &mut Values, row: usize, random: &mut Random) {
    fn random_point(random: &mut Random) -> geom::Vec3 {
        geom::Vec3::new(random.float(), random.float(), random.float())
    }
    fn rotation<M>(random: &mut Random, free: M) -> Rotation<M> {
        match random.below(3) {
            0 => Rotation::Free(free),
            _ => Rotation::Id(RotationId([2, 3, 0x10, 0x23][random.below(4)])),
        }
    }
    fn frame(all: &mut CFrames, row: usize, random: &mut Random) {
        let free = geom::Mat3 { rows: [random_point(random), random_point(random), random_point(random)] };
        assert!(all.set(row, rotation(random, free), random_point(random)));
    }
    if let Values::Raw { type_id, data } = values {
        match random.below(3) {
            0 => *type_id = random.bits() as u8,
            1 => drop(data.pop()),
            _ => data.extend(random.bytes()),
        }
        return;
    }
    if row >= values.len() {
        return;
    }
    match values {
        Values::Absent | Values::Raw { .. } => {}
        Values::String(all) | Values::Bytecode(all) => all.set(row, &random.bytes()).unwrap(),
        Values::Bool(all) | Values::Faces(all) | Values::Axes(all) => all[row] = random.bits() as u8,
        Values::Int32(all) => all[row] = random.number(),
        Values::Float32(all) => all[row] = random.float(),
        Values::Float64(all) => all[row] = random.float().into(),
        Values::UDim(UDims { scale, offset }) => {
            (scale[row], offset[row]) = (random.float(), random.number())
        }
        Values::UDim2(UDim2s { scale, offset }) => {
            assert!(scale.set(row, [random.float(), random.float()]));
            assert!(offset.set(row, [random.number(), random.number()]));
        }
        Values::Ray(all) => all[row] = Ray { origin: random_point(random), direction: random_point(random) },
        Values::BrickColor(all) | Values::Enum(all) => all[row] = random.bits() as u32,
        Values::Color3(all) | Values::Vector3(all) => assert!(all.set(row, random_point(random).to_array())),
        Values::Vector2(all) => assert!(all.set(row, [random.float(), random.float()])),
        Values::Vector2int16(all) => all[row] = [random.number() as i16, random.number() as i16],
        Values::CFrame(all) => frame(all, row, random),
        Values::CFrameQuat(all) => {
            let free = geom::Quat::new(random.float(), random.float(), random.float(), random.float());
            assert!(all.set(row, rotation(random, free), random_point(random)));
        }
        Values::Referent(all) => all[row] = Referent(random.number()),
        Values::Vector3int16(all) => all[row] = [random.number() as i16, 0, random.number() as i16],
        Values::NumberSequence(all) => {
            let point = |time| NumberKeypoint { time, ..NumberKeypoint::default() };
            assert!(all.set(row, (0..random.below(4)).map(|time| point(time as f32))));
        }
        Values::ColorSequence(all) => {
            let points = all.get(row).unwrap().to_vec();
            let n_points = random.below(points.len() + 1);
            assert!(all.set(row, points.into_iter().take(n_points)));
        }
        Values::NumberRange(all) => all[row] = NumberRange { min: random.float(), max: random.float() },
        Values::Rect(all) => assert!(all.set(row, [random.float(), 0.0, random.float(), -0.0])),
        Values::PhysicalProperties(all) => {
            let acoustic_absorption = random.once_in(2).then_some(0.5);
            let own = PhysicalProperties {
                density: random.float(),
                acoustic_absorption,
                ..PhysicalProperties::default()
            };
            // A flag of 1 cannot be written without the fields that it selects.
            let new = [Ok(own), Err(0), Err(2), Err(1)];
            assert!(all.set(row, new[random.below(7).min(3) % 4]));
        }
        Values::Color3uint8(all) => assert!(all.set(row, [random.bits() as u8; 3])),
        Values::Int64(all) => all[row] = random.number().into(),
        Values::SharedString(all) => all[row] = SharedIndex(random.below(4) as u32),
        Values::OptionalCFrame(OptionalCFrames { frames, present }) => {
            frame(frames, row, random);
            present[row] ^= 1;
        }
        Values::UniqueId(all) => {
            let id = UniqueId { random: random.bits(), time: 1, index: random.below(3) as u32 };
            assert!(all.set(row, id));
        }
        Values::Font(all) => {
            let (family, face) = (random.bytes(), random.bytes());
            let font = rbxbinary::Font { family: &family, weight: 400, style: 1, cached_face: &face };
            all.set(row, font).unwrap();
        }
        Values::SecurityCapabilities(all) => all[row] = random.bits(),
        Values::Content(all) => {
            let uri = random.bytes();
            let content = match random.below(4) {
                0 => Content::None,
                1 => Content::Object(Referent(random.number())),
                2 => Content::Other(3 + random.below(3) as i32),
                _ => Content::Uri(&uri),
            };
            assert_eq!(all.set(row, content), Ok(true));
        }
        _ => unreachable!("all types are known here"),
    }
}
