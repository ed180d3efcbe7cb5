//! Writing onto any original after any edit.

use crate::{models, support};
#[path = "../../../../fuzz/src/mutate.rs"]
#[allow(dead_code, unreachable_pub, reason = "of another crate")]
mod mutate;

use crate::models::{asset, convex, face, lod, skin, value};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use slmesh::llsd::{Date, Duplicates, Map, Text, Uuid, Value};
use slmesh::slm::{Container, Instance, Item};
use slmesh::*;
use std::ops::Range;

/// Random choices, and values of the strategies that generate models, which are the same in every run.
struct Random {
    state: u64,
    runner: TestRunner,
}

impl Random {
    fn new() -> Self {
        Self { state: 1, runner: TestRunner::deterministic() }
    }

    /// A number below `bound`, or 0.
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(self.state >> 33).unwrap().checked_rem(bound).unwrap_or_default()
    }

    fn is(&mut self) -> bool {
        self.below(2) == 0
    }

    fn number(&mut self) -> u16 {
        u16::try_from(self.below(1 << 16)).unwrap()
    }

    fn some<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.is().then(|| make(self))
    }

    fn sample<S: Strategy>(&mut self, strategy: &S) -> S::Value {
        strategy.new_tree(&mut self.runner).unwrap().current()
    }

    fn bytes(&mut self) -> Vec<u8> {
        (0..self.below(4)).map(|_| self.number().to_le_bytes()[0]).collect()
    }

    fn line(&mut self) -> Vec<u8> {
        [&b""[..], b"<? LLSD/Binary ?>\n", b"<?llsd/binary?> \n"][self.below(3)].to_vec()
    }

    /// Inserts, removes or changes an item, or swaps two.
    fn list<T>(&mut self, list: &mut Vec<T>, make: impl Fn(&mut Self) -> T) {
        let at = self.below(list.len() + 1);
        match self.below(4) {
            0 => list.insert(at, make(self)),
            1 if at < list.len() => drop(list.remove(at)),
            2 if at < list.len() => list[at] = make(self),
            _ if !list.is_empty() => {
                let (a, b) = (self.below(list.len()), self.below(list.len()));
                list.swap(a, b);
            }
            _ => {}
        }
    }

    /// Edits a list as [`list`](Self::list) does, or adds or removes it.
    fn optional<T>(&mut self, list: &mut Option<Vec<T>>, make: impl Fn(&mut Self) -> T) {
        match (self.below(6), &mut *list) {
            (0, _) => *list = self.some(|_| Vec::new()),
            (_, None) => *list = Some(vec![make(self)]),
            (_, Some(list)) => self.list(list, make),
        }
    }

    fn map(&mut self, map: &mut Map) {
        let key = ["x", "xylem", "Weights", "Position", "hash", "version", "mesh"][self.below(7)];
        if self.is() {
            map.insert(key, self.sample(&value()));
        } else {
            map.remove(key);
        }
    }

    fn order(&mut self, order: &mut Vec<Text>) {
        let keys = ["skin", "high_lod", "x", "size", "offset", "Position", "Weights", "TriangleList"];
        self.list(order, |random| keys[random.below(keys.len())].into());
    }

    fn face(&mut self, face: &mut Face) {
        let row = |random: &mut Self| [(); 3].map(|()| random.number());
        match self.below(12) {
            0 => face.no_geometry = self.some(Self::is),
            1 => self.optional(&mut face.position, row),
            2 => face.position_domain = self.some(|random| random.sample(&models::domain())),
            3 => face.normalized_scale = self.some(|random| random.sample(&models::numbers())),
            4 => self.optional(&mut face.normal, row),
            5 => self.optional(&mut face.tangent, |random| [(); 4].map(|()| random.number())),
            6 => self.optional(&mut face.tex_coord0, |random| [(); 2].map(|()| random.number())),
            7 => face.tex_coord0_domain = self.some(|random| random.sample(&models::domain())),
            8 => self.optional(&mut face.triangle_list, row),
            9 => self.optional(&mut face.weights, |random| random.sample(&models::influences())),
            10 => self.map(&mut face.other),
            _ => self.order(&mut face.order),
        }
    }

    fn lod(&mut self, lod: &mut Lod) {
        if lod.faces.is_empty() || self.below(4) == 0 {
            self.list(&mut lod.faces, |random| random.sample(&face()));
        } else {
            let number = self.below(lod.faces.len());
            self.face(&mut lod.faces[number]);
        }
    }

    fn convex(&mut self, convex: &mut Convex) {
        let row = |random: &mut Self| [(); 3].map(|()| random.number());
        match self.below(7) {
            0 => self.optional(&mut convex.hull_list, |random| random.number().to_le_bytes()[0]),
            1 => self.optional(&mut convex.positions, row),
            2 => self.optional(&mut convex.bounding_verts, row),
            3 => convex.min = self.some(|random| random.sample(&models::numbers())),
            4 => convex.max = self.some(|random| random.sample(&models::numbers())),
            5 => self.map(&mut convex.other),
            _ => self.order(&mut convex.order),
        }
    }

    fn skin(&mut self, skin: &mut Skin) {
        let matrix = |random: &mut Self| random.sample(&models::numbers());
        match self.below(8) {
            0 => self
                .optional(&mut skin.joint_names, |random| ["mPelvis", "", "mTorso"][random.below(3)].into()),
            1 => self.optional(&mut skin.inverse_bind_matrix, matrix),
            2 => skin.bind_shape_matrix = self.some(matrix),
            3 => self.optional(&mut skin.alt_inverse_bind_matrix, matrix),
            4 => skin.pelvis_offset = self.some(|random| f64::from(random.number())),
            5 => skin.lock_scale_if_joint_position = self.some(Self::is),
            6 => self.map(&mut skin.other),
            _ => self.order(&mut skin.order),
        }
    }

    /// Edits a block or its entry in the header, inserts it, or removes it.
    fn block<T>(
        &mut self,
        block: &mut Option<Block<T>>,
        make: impl Fn(&mut Self) -> T,
        edit: impl Fn(&mut Self, &mut T),
    ) {
        let Some(it) = block.as_mut().filter(|_| self.below(9) > 0) else {
            *block = self.some(|random| Block::new(make(random)));
            return;
        };
        match self.below(12) {
            0 => it.hash = [None, Some(Hash::OfBlock), Some(Hash::Other(vec![7; 16]))][self.below(3)].clone(),
            1 => it.surplus.line = self.line(),
            2 => it.surplus.after_value = self.bytes(),
            3 => it.surplus.after_stream = self.bytes(),
            4 => self.map(&mut it.other),
            5 => self.order(&mut it.order),
            6 => {
                it.content = match self.below(5) {
                    0 => Content::Value(make(self)),
                    1 => Content::Other(self.sample(&value())),
                    2 => Content::Raw(self.bytes()),
                    3 => Content::NotLoaded(self.below(9)),
                    _ => Content::Absent,
                }
            }
            _ => match it.value_mut() {
                Some(value) => edit(self, value),
                None => it.content = Content::Value(make(self)),
            },
        }
    }

    fn any_block(&mut self, block: &mut Option<Block<Value>>) {
        self.block(block, |random| random.sample(&value()), |random, old| *old = random.sample(&value()));
    }

    fn pieces(&mut self, asset: &mut MeshAsset) {
        let names: Vec<Text> = asset.blocks().iter().map(|(name, _)| (*name).into()).collect();
        if asset.body.is_empty() && self.is() {
            asset.body = names.iter().map(|name| Piece::Blocks(vec![name.clone()])).collect();
        }
        let at = self.below(asset.body.len());
        match (self.below(4), asset.body.get_mut(at)) {
            (0, Some(Piece::Gap(bytes))) => *bytes = self.bytes(),
            // Blocks that share their bytes.
            (0 | 1, Some(Piece::Blocks(of))) => {
                self.list(of, |random| names.get(random.below(names.len())).cloned().unwrap_or_default())
            }
            (2, _) => asset.body.clear(),
            _ => self.list(&mut asset.body, |random| match random.is() {
                true => Piece::Gap(random.bytes()),
                false => Piece::Blocks(names.get(random.below(names.len())).cloned().into_iter().collect()),
            }),
        }
    }

    fn unknown(&mut self, asset: &mut MeshAsset) {
        let names = ["yes", "you", "yours", "yonder", "yet", "high_lod", "physics_cost_data"];
        let at = self.below(asset.unknown.len());
        match (self.below(3), asset.unknown.get_mut(at)) {
            (0, Some((_, block))) => {
                let mut edited = Some(block.clone());
                self.any_block(&mut edited);
                match edited {
                    Some(edited) => *block = edited,
                    None => drop(asset.unknown.remove(at)),
                }
            }
            _ => self.list(&mut asset.unknown, |random| {
                (names[random.below(names.len())].into(), Block::new(random.sample(&value())))
            }),
        }
    }

    fn asset(&mut self, asset: &mut MeshAsset) {
        let text = |random: &mut Self| ["wall", "", "glass"][random.below(3)].into();
        match self.below(27) {
            0 => asset.preamble = self.some(|random| Preamble { flags: random.number().into() }),
            1 => asset.line = self.line(),
            2 => asset.version = self.some(|random| random.number().into()),
            3 => asset.creator = self.some(|random| Uuid([random.number().to_le_bytes()[0]; 16])),
            4 => asset.date = self.some(|random| Date(random.number().into())),
            5 => asset.submodel_id = self.some(|random| random.number().into()),
            6 => self.optional(&mut asset.material_list, text),
            7 => {
                let mut costs = asset.physics_cost_data.take().unwrap_or_default();
                self.map(&mut costs);
                asset.physics_cost_data = self.some(|_| costs);
            }
            8 => self.map(&mut asset.other),
            9 => self.order(&mut asset.order),
            10 => self.pieces(asset),
            11 | 12 => asset.trailing = self.bytes(),
            13 | 24.. => self.unknown(asset),
            14 => self.any_block(&mut asset.physics_havok),
            15 => self.block(&mut asset.skin, |random| random.sample(&skin()), Self::skin),
            16 => self.block(&mut asset.physics_convex, |random| random.sample(&convex()), Self::convex),
            17 => std::mem::swap(&mut asset.high_lod, &mut asset.low_lod),
            18 => asset.medium_lod = asset.high_lod.clone(),
            number => {
                let levels = [
                    &mut asset.high_lod,
                    &mut asset.medium_lod,
                    &mut asset.low_lod,
                    &mut asset.physics_mesh,
                    &mut asset.physics_shape,
                ];
                let level = levels.into_iter().nth(number - 19).unwrap();
                self.block(level, |random| random.sample(&lod()), Self::lod);
            }
        }
    }

    /// A file with blocks in any order, some of which are compressed in another way than by default.
    fn file(&mut self) -> Vec<u8> {
        let mut model = self.sample(&asset());
        let mut bytes = write_with(&model, &WriteOptions::default().level(0)).unwrap();
        for _ in 0..self.below(20) {
            let mut edited = model.clone();
            self.asset(&mut edited);
            if let Ok(edited_bytes) = write_onto(&edited, &bytes) {
                (model, bytes) = (edited, edited_bytes);
            }
        }
        bytes
    }

    fn instance(&mut self, instance: &mut Instance) {
        match self.below(6) {
            0 => instance.mesh_id = self.some(|random| random.number().into()),
            1 => instance.label = self.some(|_| "label".into()),
            2 => instance.transform = self.some(|random| random.sample(&models::numbers())),
            3 => self.optional(&mut instance.material, |random| random.sample(&value())),
            4 => self.map(&mut instance.other),
            _ => self.order(&mut instance.order),
        }
    }

    fn container(&mut self, container: &mut Container) {
        match self.below(12) {
            0 => container.line = self.line(),
            1 => container.version = self.some(|random| random.number().into()),
            2 => container.name = self.some(|_| "name".into()),
            3 => match container.instance.as_mut().filter(|list| !list.is_empty()) {
                Some(list) if self.is() => {
                    let at = self.below(list.len());
                    self.instance(&mut list[at]);
                }
                _ => self.optional(&mut container.instance, |_| Instance::default()),
            },
            4 => self.map(&mut container.other),
            5 => self.order(&mut container.order),
            6 => container.trailing = self.bytes(),
            7 | 8 => self.optional(&mut container.mesh, |random| match random.is() {
                true => Item::Asset(Box::new(random.sample(&asset()))),
                false => Item::Raw(random.bytes()),
            }),
            _ => {
                let list = container.mesh.get_or_insert_default();
                let at = self.below(list.len());
                match list.get_mut(at) {
                    Some(Item::Asset(asset)) => self.asset(asset),
                    Some(item) => *item = Item::Asset(Box::default()),
                    None => list.push(Item::Raw(self.bytes())),
                }
            }
        }
    }
}

/// The number of edits, one file after the other.
fn n_edits() -> usize {
    std::env::var("REZKIT_EDITS").map_or(1500, |n| n.parse().expect("a number"))
}

/// The files of these folders, unchanged and damaged, in an endless iterator.
fn originals(folders: &[&str]) -> impl Iterator<Item = (String, Vec<u8>)> {
    let files: Vec<_> =
        folders.iter().flat_map(|folder| support::fixtures(format!("slmesh/{folder}"))).collect();
    (0..).flat_map(move |seed| {
        let damaged = move |(name, bytes): (String, Vec<u8>)| match seed {
            0 => (name, bytes),
            _ => (format!("{name}, mutant {seed}"), mutate::mutant(&bytes, seed)),
        };
        files.clone().into_iter().map(damaged)
    })
}

/// The model on which both ways of writing must agree. A wrong hash may be right for the output of one of them.
fn without_wrong_hashes(mut read: MeshAsset, model: &MeshAsset) -> MeshAsset {
    let is_wrong = |name: &[u8]| matches!(model.block(name).and_then(BlockRef::hash), Some(Hash::Other(_)));
    macro_rules! drop_wrong {
        ($($field:ident),*) => { $(
            if let Some(block) = read.$field.as_mut().filter(|_| is_wrong(stringify!($field).as_bytes())) {
                block.hash = None;
            }
        )* };
    }
    drop_wrong!(
        high_lod,
        medium_lod,
        low_lod,
        lowest_lod,
        physics_mesh,
        physics_shape,
        physics_convex,
        physics_havok,
        skin
    );
    for (name, block) in &mut read.unknown {
        if is_wrong(name.as_bytes()) {
            block.hash = None;
        }
    }
    read
}

/// The ranges of blocks in the header of a file.
fn places(bytes: &[u8]) -> Vec<(Text, Range<usize>)> {
    let start = if bytes.starts_with(&[1, 0, 0, 0]) { 12 } else { 0 };
    let options = llsd::ReadOptions::default().duplicates(Duplicates::First);
    let (header, len, _) = llsd::binary::read_prefix(&bytes[start..], &options).unwrap();
    let body = start + len;
    let Value::Map(header) = header else { panic!("a map") };
    let place = |(key, entry): (Text, Value)| {
        let number = |key| entry.get(key).map_or(0, Value::to_integer);
        let (offset, size) = (usize::try_from(number("offset")).ok()?, usize::try_from(number("size")).ok()?);
        let is_there = matches!(entry, Value::Map(_)) && size > 0 && body + offset < bytes.len();
        is_there.then(|| (key, body + offset..bytes.len().min(body + offset + size)))
    };
    header.into_iter().filter_map(place).collect()
}

/// Returns true if both have the same decompressed data.
fn holds_same(a: BlockRef<'_>, b: BlockRef<'_>) -> bool {
    let same_surplus = a.surplus().same(b.surplus());
    same_surplus
        && match (a, b) {
            (BlockRef::Lod(a), BlockRef::Lod(b)) => a.content.same(&b.content),
            (BlockRef::Convex(a), BlockRef::Convex(b)) => a.content.same(&b.content),
            (BlockRef::Skin(a), BlockRef::Skin(b)) => a.content.same(&b.content),
            (BlockRef::Value(a), BlockRef::Value(b)) => a.content.same(&b.content),
            _ => false,
        }
}

/// Checks the law, for an asset that was `read` from `bytes` and then edited.
fn check(what: &str, model: &MeshAsset, read: &MeshAsset, bytes: &[u8]) {
    let (written, onto) = (write(model), write_onto(model, bytes));
    let (written, onto) = match (written, onto) {
        (Ok(written), Ok(onto)) => (written, onto),
        (written, onto) => return assert_eq!(written.err(), onto.err(), "{what}"),
    };
    let expected = without_wrong_hashes(slmesh::read(&written).unwrap(), model);
    let found = slmesh::read(&onto).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(without_wrong_hashes(found, model).difference(&expected), None, "{what}");
    // The units without the edit.
    let (before, after) = (places(bytes), places(&onto));
    for (name, block) in model.blocks() {
        if !block.is_stored() || !read.block(name).is_some_and(|old| holds_same(block, old)) {
            continue;
        }
        let of =
            |places: &[(Text, Range<usize>)]| places.iter().find(|(of, _)| of.as_bytes() == name).cloned();
        let (_, old) = of(&before).unwrap();
        let new = of(&after).map_or(0..0, |(_, new)| new);
        // A block that shares its bytes with another may have the bytes of the other.
        let is_shared =
            model.body.iter().any(|piece| matches!(piece, Piece::Blocks(names) if names.len() > 1));
        assert!(onto[new] == bytes[old] || is_shared, "{what}: {} differs", name.escape_ascii());
    }
}

#[test]
fn an_edited_asset_is_written_onto_any_original() {
    let mut random = Random::new();
    let (mut n, mut originals) = (0, originals(&["valid", "invalid", "rules"]));
    while n < n_edits() {
        let (name, bytes) = match random.below(8) {
            0 | 1 => ("a generated asset".into(), random.file()),
            _ => originals.next().unwrap(),
        };
        let Ok(read) = slmesh::read(&bytes) else { continue };
        assert_eq!(write_onto(&read, &bytes).as_ref(), Ok(&bytes), "{name}");
        let mut model = read.clone();
        for edit in 0..4 {
            // One edit of the model that was read, and one of the result of others.
            if edit == 2 {
                model = read.clone();
            }
            random.asset(&mut model);
            check(&format!("{name}, edit {n}"), &model, &read, &bytes);
            n += 1;
        }
    }
}

/// The bytes of each asset of a container.
fn meshes(bytes: &[u8]) -> Vec<Vec<u8>> {
    let options = llsd::ReadOptions::default().duplicates(Duplicates::First);
    let (value, ..) = llsd::binary::read_prefix(bytes, &options).unwrap();
    let mesh = value.get("mesh").cloned().unwrap_or_default();
    mesh.values().map(|item| item.to_text().into_bytes()).collect()
}

#[test]
fn an_edited_container_is_written_onto_any_original() {
    let mut random = Random::new();
    let files: Vec<_> = ["valid", "invalid"]
        .iter()
        .flat_map(|folder| support::fixtures(format!("slmesh/{folder}")))
        .collect();
    let (mut n, mut originals) = (0, originals(&["containers"]));
    while n < n_edits() / 4 {
        let bytes = if random.is() {
            originals.next().unwrap().1
        } else {
            let item = |_| Item::Raw(files[random.below(files.len())].1.clone());
            slm::write(&Container { mesh: Some((0..5).map(item).collect()), ..Container::default() }).unwrap()
        };
        let Ok(read) = slm::read(&bytes) else { continue };
        assert_eq!(slm::write_onto(&read, &bytes).as_ref(), Ok(&bytes));
        let mut model = read.clone();
        for _ in 0..3 {
            random.container(&mut model);
            n += 1;
            let (written, onto) = (slm::write(&model), slm::write_onto(&model, &bytes));
            let (written, onto) = match (written, onto) {
                (Ok(written), Ok(onto)) => (written, onto),
                (written, onto) => {
                    assert_eq!(written.err(), onto.err());
                    continue;
                }
            };
            let (mut expected, mut found) = (slm::read(&written).unwrap(), slm::read(&onto).unwrap());
            for read in [&mut expected, &mut found] {
                for (item, model) in read.mesh.iter_mut().flatten().zip(model.mesh.iter().flatten()) {
                    if let (Item::Asset(asset), Item::Asset(model)) = (item, model) {
                        **asset = without_wrong_hashes(std::mem::take(asset), model);
                    }
                }
            }
            assert_eq!(found.difference(&expected), None, "edit {n}");
            // Assets that still exist have their bytes, wherever they are now.
            let (before, after) = (meshes(&bytes), meshes(&onto));
            for (item, bytes) in model.mesh.iter().flatten().zip(&after) {
                let theirs: Vec<_> =
                    read.mesh.iter().flatten().zip(&before).filter(|(old, _)| (**old).same(item)).collect();
                assert!(theirs.is_empty() || theirs.iter().any(|(_, old)| *old == bytes), "edit {n}");
            }
        }
    }
}
