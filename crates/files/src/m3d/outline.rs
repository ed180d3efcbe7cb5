//! Outlines of Model 3D.

use crate::outline::Viewer;
use crate::outline::sheet::Sheet;
use ::m3d::{
    Action, BoneIndex, Chunk, ColourRef, Colours, Labels, Material, Mesh, Model, Name, OrientationIndex,
    PropertyValue, Shape, Skeleton, Title, VertexIndex, Vertices, VoxelBlock, VoxelTypes,
};
use scene::Problem;

pub(super) fn of_m3d(model: &Model, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
    let mut sheet = Sheet::new("Model 3D", memory);
    for (name, title) in [
        ("name", Title::Name),
        ("licence", Title::Licence),
        ("author", Title::Author),
        ("description", Title::Description),
    ] {
        sheet.text(0, name, model.strings.title(title).unwrap_or_default());
    }
    sheet.number(0, "scale", model.scale);
    if let Some(preview) = &model.preview {
        sheet.blob(0, "preview", preview);
    }
    let mut parts = Parts { model, points: model.vertices(), colours: model.colours(), sheet };
    let mut n_meshes = 0;
    for chunk in parts.sheet.first(0, &model.chunks) {
        parts.chunk(chunk, &mut n_meshes);
    }
    parts.sheet.blob(0, "trailing", &model.trailing);
    parts.sheet.show(look)
}

/// Upper bound on the number of materials of a mesh that have lines of their own.
const MOST_MATERIALS: usize = 64;

struct Parts<'m> {
    model: &'m Model,
    points: Option<&'m Vertices>,
    /// The decoded colours, which many lookups share.
    colours: Colours<'m>,
    sheet: Sheet<'m>,
}

impl<'m> Parts<'m> {
    fn chunk(&mut self, chunk: &'m Chunk, n_meshes: &mut usize) {
        match chunk {
            // Colours and texture coordinates are shown at the vertices that use them.
            Chunk::ColourMap(_) | Chunk::TextureMap(_) => {}
            Chunk::Vertices(vertices) => self.vertices(vertices),
            Chunk::Skeleton(skeleton) => self.skeleton(skeleton),
            Chunk::Material(material) => self.material(material),
            Chunk::Procedure(procedure) => {
                let name = self.name(procedure.script);
                self.sheet.named(0, "procedure", name);
            }
            Chunk::Mesh(mesh) => {
                self.mesh(mesh, *n_meshes);
                *n_meshes = n_meshes.saturating_add(1);
            }
            Chunk::VoxelTypes(types) => self.voxel_types(types),
            Chunk::VoxelBlock(block) => self.voxel_block(block),
            Chunk::Shape(shape) => self.shape(shape),
            Chunk::Labels(labels) => self.labels(labels),
            Chunk::Action(action) => self.action(action),
            Chunk::Asset(asset) => {
                let name = self.name(asset.name);
                let node = self.sheet.named(0, "asset", name);
                self.sheet.blob(node, "data", &asset.data);
            }
            Chunk::Unknown(unknown) => {
                let magic = unknown.magic.escape_ascii().to_string().into_bytes();
                let node = self.sheet.named(0, "chunk", magic);
                self.sheet.blob(node, "data", &unknown.data);
            }
            _ => {}
        }
    }

    fn name(&self, name: Name) -> &'m [u8] {
        // Finding the end of a long name takes time.
        if self.sheet.is_full() { b"" } else { self.model.strings.get(name).unwrap_or_default() }
    }

    /// The start of a name, for references; the full name is shown with the part that bears it.
    fn start(&self, name: Name) -> &'m [u8] {
        self.model.strings.start(name)
    }

    fn colour(&self, colour: ColourRef) -> String {
        match self.colours.get(colour) {
            Some(colour) => {
                let [r, g, b, a] = colour.to_array();
                format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
            }
            None => "none".into(),
        }
    }

    /// The coordinates of a vertex, since indices may differ between files of equal content.
    fn point(&self, index: Option<usize>) -> Vec<f32> {
        let vertex = index.and_then(|index| self.points?.get(index));
        vertex.map(|vertex| vertex.position.to_array().to_vec()).unwrap_or_default()
    }

    fn position(&self, index: VertexIndex) -> Vec<f32> {
        let mut point = self.point(index.get());
        point.truncate(3);
        point
    }

    fn orientation(&self, index: OrientationIndex) -> Vec<f32> {
        self.point(index.get())
    }

    fn bytes(numbers: Vec<f32>) -> Vec<u8> {
        numbers.into_iter().flat_map(f32::to_le_bytes).collect()
    }

    /// Adds the vertices. Normals and positions of bones are shown at the parts that use them.
    fn vertices(&mut self, vertices: &'m Vertices) {
        let node = self.sheet.named(0, "vertices", b"vertices");
        let points = self.model.points();
        self.sheet.points(node, points.iter().map(|point| point.position.xyz()).collect());
        let colours: Vec<_> = points.iter().map(|point| self.colour(point.colour)).collect();
        if colours.iter().any(|colour| colour != "none") {
            self.sheet.list(node, "colours", colours.len(), colours);
        }
        if points.iter().any(|point| point.skin.get().is_some()) {
            let skins = points.iter().map(|point| point.skin.0.to_le_bytes());
            self.sheet.list(node, "skins", points.len(), skins);
        }
        let uses = self.model.vertex_uses();
        // If no vertex is used as a position, all of them are points of the model.
        let has_positions = uses.iter().any(|of| of.is_position());
        let unused = vertices.iter().zip(&uses).filter(|(_, of)| has_positions && of.is_unused());
        let unused: Vec<_> =
            unused.map(|(vertex, _)| Self::bytes(vertex.position.to_array().to_vec())).collect();
        if !unused.is_empty() {
            self.sheet.list(node, "unused", unused.len(), unused);
        }
    }

    fn skeleton(&mut self, skeleton: &'m Skeleton) {
        let node = self.sheet.named(0, "skeleton", b"skeleton");
        let skins = skeleton.skins.iter().map(|skin| format!("{:?}", (skin.bones, skin.weights)));
        self.sheet.list(node, "skins", skeleton.skins.len(), skins);
        let name =
            |bone: BoneIndex| bone.get().and_then(|index| skeleton.bones.get(index)).map(|bone| bone.name);
        for bone in self.sheet.first(node, &skeleton.bones) {
            let own = self.name(bone.name);
            let (position, orientation) = (self.position(bone.position), self.orientation(bone.orientation));
            let parent = name(bone.parent).map(|name| self.start(name)).unwrap_or_default();
            let bone = self.sheet.named(node, "bone", own);
            self.sheet.text(bone, "parent", parent);
            self.sheet.numbers(bone, "position", position);
            self.sheet.numbers(bone, "orientation", orientation);
        }
    }

    fn material(&mut self, material: &'m Material) {
        let name = self.name(material.name);
        let node = self.sheet.named(0, "material", name);
        for property in &material.properties {
            let keyword = property.id.keyword().unwrap_or("unknown");
            match property.value {
                PropertyValue::Colour(colour) => {
                    let colour = self.colour(colour);
                    self.sheet.word(node, keyword, colour);
                }
                PropertyValue::Float(number) => self.sheet.number(node, keyword, number),
                PropertyValue::Byte(number) => self.sheet.word(node, keyword, number),
                PropertyValue::Texture(name) => {
                    let name = self.name(name);
                    self.sheet.text(node, keyword, name);
                }
            }
        }
    }

    fn mesh(&mut self, mesh: &'m Mesh, index: usize) {
        let node = self.sheet.numbered(0, "mesh", index);
        // Faces are grouped by material, which is how people distinguish the parts of a mesh.
        let mut materials: Vec<(Name, usize)> = Vec::new();
        for face in mesh.faces() {
            let is_full = materials.len() == MOST_MATERIALS;
            match materials.iter_mut().find(|(name, _)| *name == face.material) {
                Some((_, count)) => *count = count.saturating_add(1),
                None if is_full => {}
                None => materials.push((face.material, 1)),
            }
        }
        self.sheet.word(node, "faces", mesh.n_faces());
        let corners: Vec<_> = mesh.vertices.iter().flat_map(|corner| corner.0.to_le_bytes()).collect();
        self.sheet.list(node, "corners", mesh.vertices.len(), [corners]);
        let coordinates = mesh.tex_coords.iter().map(|index| {
            let pair =
                self.model.texture_map().zip(index.get()).and_then(|(map, index)| map.pairs.get(index));
            pair.map(|pair| Self::bytes(pair.to_array().to_vec())).unwrap_or_default()
        });
        let coordinates: Vec<_> = coordinates.flatten().collect();
        self.sheet.list(node, "tex_coords", mesh.tex_coords.len(), [coordinates]);
        let normals: Vec<_> =
            mesh.normals.iter().flat_map(|index| Self::bytes(self.position(*index))).collect();
        self.sheet.list(node, "normals", mesh.normals.len(), [normals]);
        for (material, count) in materials {
            let name = self.start(material);
            let part = self.sheet.named(node, "part", name);
            self.sheet.word(part, "faces", count);
        }
    }

    fn voxel_types(&mut self, types: &'m VoxelTypes) {
        let node = self.sheet.named(0, "voxel types", b"voxel types");
        for (i, of) in self.sheet.first(node, &types.types).enumerate() {
            let (name, colour) = (self.name(of.name), self.colour(of.colour));
            let part = self.sheet.numbered(node, "voxel type", i);
            self.sheet.text(part, "name", name);
            self.sheet.word(part, "colour", colour);
            for item in &of.items {
                let name = self.name(item.name);
                let text = [format!("{} ", item.count).as_bytes(), name].concat();
                self.sheet.text(part, "item", text);
            }
        }
    }

    fn voxel_block(&mut self, block: &'m VoxelBlock) {
        let name = self.name(block.name);
        let node = self.sheet.named(0, "voxel block", name);
        let [position, size] = [format!("{:?}", block.position), format!("{:?}", block.size)];
        self.sheet.word(node, "position", position);
        self.sheet.word(node, "size", size);
        let runs = block.runs.iter().map(|run| [u8::from(run.repeats), run.len]);
        let voxels = block.voxels.iter().flat_map(|voxel| voxel.0.to_le_bytes());
        let bytes: Vec<u8> = runs.flatten().chain(voxels).collect();
        self.sheet.list(node, "voxels", block.voxels.len(), [bytes]);
    }

    fn shape(&mut self, shape: &'m Shape) {
        let name = self.name(shape.name);
        let node = self.sheet.named(0, "shape", name);
        for command in self.sheet.first(node, &shape.commands) {
            self.sheet.text(node, command.keyword(), format!("{command:?}").into_bytes());
        }
    }

    fn labels(&mut self, labels: &'m Labels) {
        let (group, language) = (self.name(labels.group), self.name(labels.language));
        let colour = self.colour(labels.colour);
        let node = self.sheet.named(0, "labels", group);
        self.sheet.text(node, "language", language);
        self.sheet.word(node, "colour", colour);
        for (i, label) in self.sheet.first(node, &labels.labels).enumerate() {
            let (text, position) = (self.name(label.text), self.position(label.vertex));
            let part = self.sheet.numbered(node, "label", i);
            self.sheet.text(part, "text", text);
            self.sheet.numbers(part, "position", position);
        }
    }

    fn action(&mut self, action: &'m Action) {
        let name = self.name(action.name);
        let node = self.sheet.named(0, "action", name);
        self.sheet.word(node, "duration", action.duration);
        for frame in self.sheet.first(node, &action.frames) {
            let transforms = frame.transforms.iter().map(|transform| {
                let mut bytes = transform.bone.0.to_le_bytes().to_vec();
                bytes.extend(Self::bytes(self.position(transform.position)));
                bytes.extend(Self::bytes(self.orientation(transform.orientation)));
                bytes
            });
            let transforms: Vec<_> = transforms.flatten().collect();
            let part = self.sheet.named(node, "frame", frame.time.to_string().into_bytes());
            self.sheet.list(part, "transforms", frame.transforms.len(), [transforms]);
        }
    }
}
