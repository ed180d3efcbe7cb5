//! Places in our model, from the rows of the test data, in the order in which Studio would write them.

use crate::data::parts::{self, Attributes, Class as Kind, PER_MODEL, PER_TARGET, PartRow, Parts};
use crate::data::scripts::{self, PER_FOLDER, ScriptRow};
use rbxbinary::{
    CFrames, Chunk, Class, ClassId, Coded, Column, Content, Contents, Hierarchy, Model, PhysicalProperties,
    Referent, Rotation, RotationId, SharedIndex, Strings, UniqueId, Values,
};

/// A tree that assigns referents as Studio does, parents before children.
#[derive(Default)]
struct Places {
    parents: Vec<Referent>,
    /// The instances in the order of the file, children before parents.
    order: Vec<Referent>,
}

impl Places {
    fn add(&mut self, parent: Referent) -> Referent {
        let referent = Referent(self.parents.len().try_into().expect("few instances"));
        self.parents.push(parent);
        referent
    }

    fn hierarchy(self) -> Chunk {
        let parents = self.order.iter().map(|one| self.parents[one.0 as usize]).collect();
        Chunk::Hierarchy(Hierarchy { children: self.order, parents, ..Hierarchy::default() })
    }
}

/// A class with its columns, which are sorted when the file is written.
struct Table {
    name: &'static str,
    is_service: bool,
    referents: Vec<Referent>,
    columns: Vec<(&'static str, Values)>,
}

/// The bytes of a file that is created once. A child that measures memory reads it from the disk, because creating it
/// would leave memory on the heap that the contender could use.
fn cached(name: &str, make: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    let path = std::env::temp_dir().join(format!("peers-{name}"));
    if std::env::args().any(|argument| argument == crate::memory::CHILD)
        && let Ok(bytes) = std::fs::read(&path)
    {
        return bytes;
    }
    let bytes = make();
    // Without it the child makes the file anew.
    let _ = std::fs::write(&path, &bytes);
    bytes
}

fn file(shared: Option<Strings>, tables: Vec<Table>, places: Places) -> Vec<u8> {
    let (mut classes, mut columns) = (Vec::new(), Vec::new());
    for (id, mut table) in (0..).map(ClassId).zip(tables) {
        let (format, markers) =
            if table.is_service { (1, vec![1; table.referents.len()]) } else { (0, Vec::new()) };
        let (name, referents) = (table.name.into(), table.referents);
        classes.push(Chunk::Class(Class { id, name, format, referents, markers, surplus: Vec::new() }));
        table.columns.sort_by_key(|(name, _)| *name);
        for (name, values) in table.columns {
            columns.push(Chunk::Column(Column { class: id, name: name.into(), values, surplus: Vec::new() }));
        }
    }
    let shared = shared.map(|strings| Chunk::SharedStrings(strings.into()));
    let chunks = shared.into_iter().chain(classes).chain(columns);
    let chunks = chunks.chain([places.hierarchy(), Chunk::End(b"</roblox>".to_vec())]).collect();
    rbxbinary::write(&Model { chunks, ..Model::default() }).expect("a file")
}

fn strings(all: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Values {
    Values::String(Strings::new(all).expect("less than 4 GiB"))
}

fn unique(id: &parts::UniqueId) -> UniqueId {
    UniqueId { random: id.random.cast_unsigned(), time: id.time, index: id.index }
}

pub(crate) fn parts_file(count: u32) -> Vec<u8> {
    cached(&format!("parts{count}.rbxl"), || make_parts(&parts::parts(count)))
}

fn make_parts(parts: &Parts) -> Vec<u8> {
    let mut places = Places::default();
    let workspace = places.add(Referent::NONE);
    let mut models = Vec::new();
    let mut primaries = Vec::new();
    let mut targets = (Vec::new(), Vec::new());
    let mut rows: [Vec<(Referent, &PartRow)>; 2] = Default::default();
    for (i, row) in parts.rows.iter().enumerate() {
        if i % PER_MODEL == 0 {
            if let Some(model) = models.last() {
                places.order.push(*model);
            }
            models.push(places.add(workspace));
        }
        let part = places.add(*models.last().expect("a model"));
        places.order.push(part);
        if i % PER_MODEL == 0 {
            primaries.push(part);
        }
        rows[usize::from(matches!(row.class, Kind::Part { .. }))].push((part, row));
        if i % PER_TARGET == PER_TARGET - 1 {
            targets.0.push(places.add(*models.last().expect("a model")));
            places.order.push(*targets.0.last().expect("a target"));
            targets.1.push(part);
        }
    }
    places.order.extend(models.last());
    places.order.push(workspace);
    let [meshes, bricks] = rows.map(|rows| table(&rows));
    let model = Table {
        name: "Model",
        is_service: false,
        columns: vec![
            ("Name", strings((0..models.len()).map(|k| format!("Model{k}")))),
            ("PrimaryPart", Values::Referent(primaries)),
            ("UniqueId", Values::UniqueId(parts.models.iter().map(unique).collect())),
        ],
        referents: models,
    };
    let target = Table {
        name: "ObjectValue",
        is_service: false,
        columns: vec![
            ("Name", strings(targets.0.iter().map(|_| "Target"))),
            ("Value", Values::Referent(targets.1)),
        ],
        referents: targets.0,
    };
    let root = Table {
        name: "Workspace",
        is_service: true,
        referents: vec![workspace],
        columns: vec![("Name", strings(["Workspace"]))],
    };
    let blobs = Strings::new(&parts.blobs).expect("less than 4 GiB");
    file(Some(blobs), vec![meshes, model, target, bricks, root], places)
}

fn table(rows: &[(Referent, &PartRow)]) -> Table {
    let each = || rows.iter().map(|(_, row)| *row);
    let bools = |of: fn(&PartRow) -> bool| Values::Bool(each().map(|row| of(row).into()).collect());
    let mut columns = vec![
        ("Anchored", bools(|row| row.anchored)),
        ("AssemblyLinearVelocity", Values::Vector3(each().map(|_| [0.0; 3]).collect())),
        (
            "AttributesSerialize",
            strings(each().map(|row| row.attributes.as_ref().map(attributes).unwrap_or_default())),
        ),
        (
            "CFrame",
            Values::CFrame(
                each()
                    .map(|row| (rotation(row.rotation), geom::Vec3::from_array(row.position)))
                    .collect::<CFrames>(),
            ),
        ),
        ("CanCollide", bools(|row| row.can_collide)),
        ("CanQuery", bools(|row| row.can_query)),
        ("CanTouch", bools(|row| row.can_touch)),
        ("CastShadow", bools(|row| row.cast_shadow)),
        ("CollisionGroup", strings(each().map(|row| &row.collision_group))),
        ("Color3uint8", Values::Color3uint8(each().map(|row| row.color).collect())),
        ("CustomPhysicalProperties", Values::PhysicalProperties(each().map(physical).collect::<Coded<_>>())),
        ("Locked", bools(|row| row.locked)),
        ("Massless", bools(|row| row.massless)),
        ("Material", Values::Enum(each().map(|row| row.material).collect())),
        ("Name", strings(each().map(|row| &row.name))),
        ("Reflectance", Values::Float32(each().map(|row| row.reflectance).collect())),
        ("RootPriority", Values::Int32(each().map(|row| row.root_priority).collect())),
        ("SourceAssetId", Values::Int64(each().map(|row| row.source_asset_id).collect())),
        ("Tags", strings(each().map(|row| row.tags.join("\0")))),
        ("Transparency", Values::Float32(each().map(|row| row.transparency).collect())),
        ("UniqueId", Values::UniqueId(each().map(|row| unique(&row.unique_id)).collect())),
        ("size", Values::Vector3(each().map(|row| row.size).collect())),
    ];
    let is_mesh = matches!(rows.first(), Some((_, PartRow { class: Kind::MeshPart { .. }, .. })));
    if is_mesh {
        let mut contents = Contents::default();
        let (mut sizes, mut blobs) = (Vec::new(), Vec::new());
        for row in each() {
            if let Kind::MeshPart { physical_config_data, mesh_content, initial_size } = &row.class {
                contents.push(Content::Uri(mesh_content.as_bytes())).expect("less than 4 GiB");
                sizes.push(*initial_size);
                blobs.push(SharedIndex((*physical_config_data).try_into().expect("few blobs")));
            }
        }
        columns.push(("InitialSize", Values::Vector3(sizes.into())));
        columns.push(("MeshContent", Values::Content(Box::new(contents))));
        columns.push(("PhysicalConfigData", Values::SharedString(blobs)));
    } else {
        let enums = |of: fn([u32; 3]) -> u32| {
            let value = |row: &PartRow| match row.class {
                Kind::Part { shape, top_surface, bottom_surface } => of([shape, top_surface, bottom_surface]),
                Kind::MeshPart { .. } => 0,
            };
            Values::Enum(each().map(value).collect())
        };
        columns.push(("shape", enums(|[shape, _, _]| shape)));
        columns.push(("TopSurface", enums(|[_, top, _]| top)));
        columns.push(("BottomSurface", enums(|[_, _, bottom]| bottom)));
    }
    let referents = rows.iter().map(|(referent, _)| *referent).collect();
    Table { name: if is_mesh { "MeshPart" } else { "Part" }, is_service: false, referents, columns }
}

fn rotation(numbers: [f32; 9]) -> Rotation {
    let matrix = geom::Mat3::from_rows_array(numbers);
    RotationId::from_matrix(matrix).map_or(Rotation::Free(matrix), Rotation::Id)
}

fn physical(row: &PartRow) -> Result<PhysicalProperties, u8> {
    let [density, friction, elasticity, friction_weight, elasticity_weight] = row.custom_physics.ok_or(0)?;
    let acoustic_absorption = None;
    Ok(PhysicalProperties {
        density,
        friction,
        elasticity,
        friction_weight,
        elasticity_weight,
        acoustic_absorption,
    })
}

/// Three attributes, sorted by name.
fn attributes(of: &Attributes) -> Vec<u8> {
    let name =
        |name: &str| [&u32::try_from(name.len()).expect("short").to_le_bytes(), name.as_bytes()].concat();
    [
        3_u32.to_le_bytes().to_vec(),
        name("Enabled"),
        vec![0x03, of.enabled.into()],
        name("Health"),
        vec![0x06],
        of.health.to_le_bytes().to_vec(),
        name("Kind"),
        vec![0x02],
        name(&of.kind),
    ]
    .concat()
}

pub(crate) fn scripts_file(count: u32) -> Vec<u8> {
    cached(&format!("scripts{count}.rbxl"), || make_scripts(&scripts::scripts(count)))
}

fn make_scripts(scripts: &[ScriptRow]) -> Vec<u8> {
    let mut places = Places::default();
    let storage = places.add(Referent::NONE);
    let (mut folders, mut modules) = (Vec::new(), Vec::new());
    for group in scripts.chunks(PER_FOLDER) {
        let folder = places.add(storage);
        for _ in group {
            let module = places.add(folder);
            places.order.push(module);
            modules.push(module);
        }
        places.order.push(folder);
        folders.push(folder);
    }
    places.order.push(storage);
    let folder = Table {
        name: "Folder",
        is_service: false,
        columns: vec![("Name", strings((0..folders.len()).map(|k| format!("Folder{k}"))))],
        referents: folders,
    };
    let module = Table {
        name: "ModuleScript",
        is_service: false,
        referents: modules,
        columns: vec![
            ("Name", strings(scripts.iter().map(|row| &row.name))),
            ("ScriptGuid", strings(scripts.iter().map(|row| &row.script_guid))),
            ("Source", strings(scripts.iter().map(|row| &row.source))),
            ("UniqueId", Values::UniqueId(scripts.iter().map(|row| unique(&row.unique_id)).collect())),
        ],
    };
    let root = Table {
        name: "ReplicatedStorage",
        is_service: true,
        referents: vec![storage],
        columns: vec![("Name", strings(["ReplicatedStorage"]))],
    };
    file(None, vec![folder, module, root], places)
}
