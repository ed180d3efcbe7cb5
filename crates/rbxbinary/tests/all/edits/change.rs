//! Random edits of every part of a model.

use super::rows;
use crate::random::Random;
use rbxbinary::{
    Chunk, Class, ClassId, Column, Hierarchy, Metadata, Model, Referent, SharedIndex, SharedStrings,
    Signature, Signatures, Strings, Unknown, Values,
};

/// Makes one edit. After some edits the model can no longer be written.
pub(crate) fn change(model: &mut Model, random: &mut Random) {
    let n_chunks = model.chunks.len();
    let at = random.below(n_chunks);
    match random.below(16) {
        0 => change_file(model, random),
        1 if n_chunks > 0 => drop(model.chunks.remove(at)),
        2 if n_chunks > 0 => model.chunks.swap(at, random.below(n_chunks)),
        3 if n_chunks > 0 => {
            let chunk = model.chunks.remove(at);
            model.chunks.insert(random.below(n_chunks), chunk);
        }
        4 if n_chunks > 0 => {
            let chunk = model.chunks[at].clone();
            model.chunks.insert(at, chunk);
        }
        5 | 6 => model.chunks.insert(at, new_chunk(random)),
        7..=9 => change_rows(model, random),
        _ => model.chunks.get_mut(at).into_iter().for_each(|chunk| change_chunk(chunk, random)),
    }
}

fn change_file(model: &mut Model, random: &mut Random) {
    match random.below(5) {
        0 => model.header.counts = Some((random.below(4) as u32, random.below(4) as u32)),
        1 => model.header.counts = None,
        2 => model.header.reserved[random.below(8)] ^= 1,
        3 => model.trailing = random.bytes(),
        _ => drop(model.trailing.pop()),
    }
}

fn new_chunk(random: &mut Random) -> Chunk {
    match random.below(9) {
        0 => Chunk::Metadata(Metadata { entries: vec![("key".into(), random.bytes())], surplus: vec![] }),
        1 => Chunk::SharedStrings(Strings::new([random.bytes()]).unwrap().into()),
        2 => Chunk::Class(Class {
            id: ClassId(random.below(4) as u32),
            name: "New".into(),
            referents: (0..random.below(3)).map(|_| Referent(random.number())).collect(),
            ..Class::default()
        }),
        3 => Chunk::Hierarchy(Hierarchy {
            children: vec![Referent(random.number())],
            parents: vec![Referent(random.number())],
            ..Hierarchy::default()
        }),
        4 => Chunk::Signatures(Signatures::default()),
        5 => Chunk::Unknown(Unknown { name: *b"NEWS", data: random.bytes() }),
        6 => Chunk::End(b"</roblox>".to_vec()),
        7 => {
            // A payload that the reader may be able to decode.
            let names = [*b"PROP", *b"META", *b"INST", *b"END\0"];
            Chunk::Unknown(Unknown { name: names[random.below(4)], data: vec![0; random.below(14)] })
        }
        _ => Chunk::Column(Column { name: "New".into(), ..Column::default() }),
    }
}

/// Removes, inserts or reorders rows of a class, in all of its columns.
fn change_rows(model: &mut Model, random: &mut Random) {
    let ids: Vec<_> = model.classes().map(|class| class.id).collect();
    let Some(id) = ids.get(random.below(ids.len())).copied() else { return };
    let n = model.classes().find(|class| class.id == id).map_or(0, |class| class.referents.len());
    let mut rows: Vec<_> = (0..n).collect();
    if n > 0 {
        match random.below(4) {
            0 => drop(rows.remove(random.below(n))),
            1 => rows.swap(random.below(n), random.below(n)),
            2 => rows.insert(random.below(n), random.below(n)),
            _ => rows.push(random.below(n)),
        }
    }
    let mut is_first = true;
    for chunk in &mut model.chunks {
        match chunk {
            Chunk::Class(class) if class.id == id && std::mem::take(&mut is_first) => {
                class.referents = rows.iter().map(|row| class.referents[*row]).collect();
                class.markers = rows.iter().filter_map(|row| class.markers.get(*row).copied()).collect();
            }
            Chunk::Column(column) if column.class == id && column.values.len() == n => {
                column.values = rows::pick(&column.values, &rows);
            }
            _ => {}
        }
    }
}

fn change_chunk(chunk: &mut Chunk, random: &mut Random) {
    match chunk {
        Chunk::Metadata(metadata) => change_metadata(metadata, random),
        Chunk::SharedStrings(shared) => change_shared(shared, random),
        Chunk::Class(class) => change_class(class, random),
        Chunk::Column(column) => change_column(column, random),
        Chunk::Hierarchy(hierarchy) => change_hierarchy(hierarchy, random),
        Chunk::Signatures(signatures) => change_signatures(signatures, random),
        Chunk::End(content) => change_bytes(content, random),
        Chunk::Unknown(unknown) if random.once_in(3) => unknown.name[random.below(4)] ^= 1,
        Chunk::Unknown(unknown) => change_bytes(&mut unknown.data, random),
        _ => {}
    }
}

fn change_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    match random.below(3) {
        0 => drop(bytes.pop()),
        1 => bytes.extend(random.bytes()),
        _ => {
            let at = random.below(bytes.len());
            bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= 1 << random.below(8));
        }
    }
}

fn change_metadata(metadata: &mut Metadata, random: &mut Random) {
    let at = random.below(metadata.entries.len());
    match (random.below(5), metadata.entries.get_mut(at)) {
        (0, Some(entry)) => entry.0 = "another".into(),
        (1, Some(entry)) => change_bytes(&mut entry.1, random),
        (2, Some(_)) => drop(metadata.entries.remove(at)),
        (3, _) => change_bytes(&mut metadata.surplus, random),
        _ => metadata.entries.push(("key".into(), random.bytes())),
    }
}

fn change_shared(shared: &mut SharedStrings, random: &mut Random) {
    let at = random.below(shared.strings.len());
    match (random.below(6), shared.hashes.get_mut(at)) {
        (0, Some(hash)) => hash[0] ^= 1,
        (1, _) if !shared.strings.is_empty() => shared.strings.set(at, &random.bytes()).unwrap(),
        // One hash too few, or too many.
        (2, Some(_)) if random.once_in(2) => drop(shared.hashes.remove(at)),
        (2, _) => shared.hashes.push([0; 16]),
        (3, _) => shared.version ^= 1,
        (4, _) => change_bytes(&mut shared.surplus, random),
        _ => {
            shared.strings.push(&random.bytes()).unwrap();
            shared.hashes.push([random.bits() as u8; 16]);
        }
    }
}

fn change_class(class: &mut Class, random: &mut Random) {
    let at = random.below(class.referents.len());
    match (random.below(6), class.referents.get_mut(at)) {
        (0, Some(referent)) => *referent = Referent(random.number()),
        (1, _) => class.name = "Another".into(),
        (2, _) => class.id = ClassId(random.below(4) as u32),
        (3, _) if class.format == 0 => {
            (class.format, class.markers) = (1, vec![1; class.referents.len()]);
        }
        (3, _) => (class.format, class.markers) = (0, vec![]),
        (4, _) => change_bytes(&mut class.markers, random),
        _ => change_bytes(&mut class.surplus, random),
    }
}

fn change_column(column: &mut Column, random: &mut Random) {
    let n = column.values.len();
    match random.below(10) {
        0 => column.class = ClassId(random.below(4) as u32),
        1 => {
            column.name =
                ["Name", "size", "a name that is longer than what lies in place"][random.below(3)].into()
        }
        2 => change_bytes(&mut column.surplus, random),
        3 => {
            column.values = match random.below(7) {
                0 => Values::Absent,
                1 => Values::Bool(vec![1; n]),
                2 => Values::Int32(vec![random.number(); n]),
                3 => Values::String(Strings::new(vec![random.bytes(); n]).unwrap()),
                4 => Values::SharedString(vec![SharedIndex(1); n]),
                5 => Values::Vector3(vec![[random.float(); 3]; n].into()),
                _ => Values::Raw { type_id: random.bits() as u8, data: random.bytes() },
            }
        }
        // Too few or too many for the class.
        4 if random.once_in(4) => {
            let rows: Vec<_> = (0..n).filter(|_| random.once_in(2)).collect();
            column.values = rows::pick(&column.values, &rows);
        }
        _ => rows::change(&mut column.values, random.below(n), random),
    }
}

fn change_hierarchy(hierarchy: &mut Hierarchy, random: &mut Random) {
    let (at, n_parents) = (random.below(hierarchy.children.len()), hierarchy.parents.len());
    match (random.below(7), hierarchy.children.get_mut(at), hierarchy.parents.get_mut(at)) {
        (0, Some(child), _) => *child = Referent(random.number()),
        (1, _, Some(parent)) => *parent = Referent(random.number()),
        (2, Some(_), Some(_)) => {
            let other = random.below(hierarchy.children.len());
            hierarchy.children.swap(at, other);
            hierarchy.parents.swap(at, other.min(n_parents - 1));
        }
        (3, Some(_), Some(_)) => {
            hierarchy.children.remove(at);
            hierarchy.parents.remove(at);
        }
        (4, ..) => hierarchy.version ^= 1,
        (5, ..) => change_bytes(&mut hierarchy.surplus, random),
        _ => {
            hierarchy.children.push(Referent(random.number()));
            hierarchy.parents.push(Referent(random.number()));
        }
    }
}

fn change_signatures(signatures: &mut Signatures, random: &mut Random) {
    let at = random.below(signatures.signatures.len());
    match (random.below(5), signatures.signatures.get_mut(at)) {
        (0, Some(one)) => one.kind ^= 1,
        (1, Some(one)) => one.key ^= 1 << 40,
        (2, Some(one)) => change_bytes(&mut one.data, random),
        (3, Some(_)) => drop(signatures.signatures.remove(at)),
        (4, _) => change_bytes(&mut signatures.surplus, random),
        _ => signatures.signatures.push(Signature { data: random.bytes(), ..Signature::default() }),
    }
}
