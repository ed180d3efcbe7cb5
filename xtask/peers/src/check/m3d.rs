//! Comparison of Model 3D files with the SDK in C. It trusts its input, so only files without faults are compared.

use super::{ENDS, Peer, Values, text, warning};
use ::m3d::{ColourRef, Model, Name, PropertyValue, Title, VertexIndex};
use m3d_sdk::{Described, Process, Sound};
use std::cell::RefCell;

pub(super) const PEER: Peer = Peer {
    name: "M3D SDK 1.0.0",
    // Of the text form, it cannot even read all that it writes.
    supports: |bytes| bytes.starts_with(b"3DMO"),
    ours: |bytes| {
        let sound = Sound::new(bytes).ok_or("a fault, with which the SDK does not get the file")?;
        ::m3d::read(sound.bytes()).map(|model| by_us(&model)).map_err(|error| error.kind().to_string())
    },
    theirs: |bytes| {
        let sound = Sound::new(bytes).ok_or("not sound")?;
        let mut model = sound.load().ok_or("it refuses the file")?;
        Ok(values(&model.describe().ok_or("it holds nothing")?))
    },
    warning: warning::<Model>,
};

/// The same library in a process of its own, for files with any fault.
pub(super) const FUZZED: Peer = Peer {
    ours: |bytes| ::m3d::read(bytes).map(|model| by_us(&model)).map_err(|error| error.kind().to_string()),
    theirs: |bytes| {
        thread_local! { static PROCESS: RefCell<Option<Process>> = const { RefCell::new(None) }; }
        PROCESS.with_borrow_mut(|process| {
            let mut running = match process.take() {
                Some(running) => running,
                None => Process::start().map_err(|error| error.to_string())?,
            };
            let described = running.describe(bytes).map_err(|error| error.to_string())?;
            *process = Some(running);
            match described {
                Described::Lines(lines) => Ok(values(&lines)),
                Described::Refused => Err("it refuses the file".into()),
                Described::Ended(how) => Err(format!("{ENDS}{how}")),
            }
        })
    },
    ..PEER
};

/// The values of the lines that describe a model.
fn values(lines: &[u8]) -> Values {
    let lines = String::from_utf8_lossy(lines).into_owned();
    let value = |line: &str| line.split_once('\t').map(|(place, value)| (place.to_owned(), value.to_owned()));
    lines.lines().filter_map(value).collect()
}

/// Formats an index as the SDK represents it: −1 for none.
fn index(number: u32) -> i32 {
    number.cast_signed()
}

fn by_us(model: &Model) -> Values {
    let mut values = Values::new();
    let titles = ["name", "licence", "author", "description"].into_iter().zip(Title::ALL);
    values.extend(
        titles.map(|(place, title)| (place.into(), text(model.strings.title(title).unwrap_or_default()))),
    );
    // It takes 1 for a scale that is not known.
    let scale = if model.scale <= 0.0 { 1.0 } else { model.scale };
    values.insert("scale".into(), bits(&[scale]));
    values.insert("preview".into(), model.preview.as_ref().map_or(0, Vec::len).to_string());
    vertices(model, &mut values);
    bones(model, &mut values);
    materials(model, &mut values);
    voxels(model, &mut values);
    others(model, &mut values);
    values
}

fn bits(numbers: &[f32]) -> String {
    numbers.iter().map(|number| format!(" {:08x}", number.to_bits())).collect()
}

fn name(model: &Model, name: Name) -> String {
    text(model.strings.get(name).unwrap_or_default())
}

fn colour(model: &Model, colour: ColourRef) -> String {
    let number = model.colour(colour).map_or(0, |rgba| u32::from_le_bytes(rgba.to_array()));
    format!("{number:08x}")
}

fn vertices(model: &Model, values: &mut Values) {
    if let Some(map) = model.texture_map() {
        let pairs = (0..map.pairs.len()).filter_map(|at| map.pairs.get(at));
        values.extend(pairs.enumerate().map(|(at, uv)| (format!("uv[{at:06}]"), bits(&uv.to_array()))));
    }
    for (at, vertex) in model.vertices().into_iter().flat_map(|all| all.iter()).enumerate() {
        values.insert(format!("vertex[{at:06}]"), bits(&vertex.position.to_array()));
        values.insert(format!("vertex[{at:06}].colour"), colour(model, vertex.colour));
        let skin = vertex.skin.get().map_or(-1, |_| index(vertex.skin.0));
        values.insert(format!("vertex[{at:06}].skin"), skin.to_string());
    }
    for (at, face) in model.meshes().flat_map(|mesh| mesh.faces()).enumerate() {
        let three = |all: &mut dyn Iterator<Item = u32>| {
            let all: Vec<_> = all.chain([u32::MAX; 3]).take(3).collect();
            all.into_iter().map(|number| format!(" {}", index(number))).collect::<String>()
        };
        let corners = |all: &[VertexIndex]| three(&mut all.iter().map(|of| of.0));
        let tex_coords = three(&mut face.tex_coords.iter().map(|of| of.0));
        let all = [corners(face.vertices), tex_coords, corners(face.normals)].concat();
        values.insert(format!("face[{at:06}]"), all);
        values.insert(format!("face[{at:06}].material"), name(model, face.material));
    }
}

fn bones(model: &Model, values: &mut Values) {
    for (at, bone) in model.skeleton().into_iter().flat_map(|all| &all.bones).enumerate() {
        let [parent, position, orientation] = [bone.parent.0, bone.position.0, bone.orientation.0].map(index);
        let all = format!("{parent} {position} {orientation} {}", name(model, bone.name));
        values.insert(format!("bone[{at:06}]"), all);
    }
    for (at, skin) in model.skeleton().into_iter().flat_map(|all| &all.skins).enumerate() {
        let all = skin.influences().map(|(bone, weight)| format!(" {}:{weight:.5}", index(bone.0)));
        values.insert(format!("skin[{at:06}]"), all.collect());
    }
    for (at, action) in model.actions().enumerate() {
        values
            .insert(format!("action[{at:04}]"), format!("{} {}", action.duration, name(model, action.name)));
        for (number, frame) in action.frames.iter().enumerate() {
            let moves = frame.transforms.iter().map(|of| {
                let [bone, position, orientation] = [of.bone.0, of.position.0, of.orientation.0].map(index);
                format!(" {bone}:{position}:{orientation}")
            });
            let all = moves.fold(frame.time.to_string(), |all, one| all + &one);
            values.insert(format!("action[{at:04}].frame[{number:04}]"), all);
        }
    }
}

fn materials(model: &Model, values: &mut Values) {
    for (at, material) in model.materials().enumerate() {
        values.insert(format!("material[{at:04}]"), name(model, material.name));
        for (number, property) in material.properties.iter().enumerate() {
            let value = match property.value {
                PropertyValue::Colour(of) => colour(model, of),
                PropertyValue::Float(number) => format!("{:08x}", number.to_bits()),
                PropertyValue::Byte(number) => format!("{number:08x}"),
                PropertyValue::Texture(of) => name(model, of),
            };
            values.insert(format!("material[{at:04}].{number:02}"), format!("{} {value}", property.id.0));
        }
    }
}

fn voxels(model: &Model, values: &mut Values) {
    for (at, of) in model.voxel_types().into_iter().flat_map(|all| &all.types).enumerate() {
        let items = of.items.iter().map(|item| format!(" {}*{}", item.count, name(model, item.name)));
        let skin = of.skin.get().map_or(-1, |_| index(of.skin.0));
        let own = format!(
            "{} {} {} {skin} {}",
            colour(model, of.colour),
            of.rotation,
            of.shape,
            name(model, of.name)
        );
        values.insert(format!("voxel type[{at:04}]"), items.fold(own, |all, item| all + &item));
    }
    for (at, block) in model.voxel_blocks().enumerate() {
        let ([x, y, z], [w, h, d]) = (block.position, block.size);
        let (uncertainty, group) = (block.uncertainty, block.group);
        let own = format!("{x} {y} {z} {w} {h} {d} {uncertainty} {group} {}", name(model, block.name));
        values.insert(format!("block[{at:04}]"), own);
        // A few bytes can stand for billions of voxels.
        let all: Vec<_> = block.spread().take(1 << 20).collect();
        for (row, voxels) in all.chunks(w.max(1) as usize).enumerate() {
            let shown =
                voxels.iter().map(|voxel| format!(" {}", voxel.get().map_or(index(voxel.0), |at| at as i32)));
            values.insert(format!("block[{at:04}].row[{row:06}]"), shown.collect());
        }
    }
}

fn others(model: &Model, values: &mut Values) {
    for (at, shape) in model.shapes().enumerate() {
        let all = format!("{} {} {}", index(shape.group.0), shape.commands.len(), name(model, shape.name));
        values.insert(format!("shape[{at:04}]"), all);
    }
    let labels = model.labels().flat_map(|group| group.labels.iter().map(move |label| (group, label)));
    for (at, (group, label)) in labels.enumerate() {
        let names = [group.group, group.language, label.text].map(|of| name(model, of)).join(" ");
        let all = format!("{} {} {names}", colour(model, group.colour), index(label.vertex.0));
        values.insert(format!("label[{at:04}]"), all);
    }
    for (at, asset) in model.assets().enumerate() {
        values.insert(format!("asset[{at:04}]"), format!("{} {}", asset.data.len(), name(model, asset.name)));
    }
    let extra = model.chunks.iter().filter_map(|chunk| match chunk {
        ::m3d::Chunk::Unknown(of) => Some(format!("{:08x} {}", u32::from_be_bytes(of.magic), of.data.len())),
        _ => None,
    });
    values.extend(extra.enumerate().map(|(at, of)| (format!("extra[{at:04}]"), of)));
}
