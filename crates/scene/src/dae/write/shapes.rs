//! Writing of geometries, and of controllers for skins.

use super::text::{escaped, id, names, number};
use super::{NodeGeometry, Writer};
use crate::affine::Affine;
use crate::mesh::{Mesh, Skin};
use crate::node::Role;
use geom::{Group, TriMesh};
use std::collections::HashMap;
use std::fmt::Write as _;

impl Writer<'_> {
    /// Writes the geometries and controllers of all nodes with meshes.
    pub(super) fn shapes(&mut self) {
        let scene = self.scene;
        let mut known: HashMap<(usize, String), String> = HashMap::new();
        let names = self.names_of_shapes();
        let shown = scene.nodes.iter().enumerate().zip(names);
        let shown = shown.filter_map(|((number, node), name)| {
            Some((number, node, name?, node.mesh?, scene.meshes.get(node.mesh?)?))
        });
        let mut skinned = Vec::new();
        let start = self.text.len();
        for (number, node, name, of, mesh) in shown {
            let key = (of, name);
            let geometry = match known.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let own = self.ids.take(&format!("{}.mesh", id(&key.1, "mesh")));
                    let hulls = (node.role == Role::Hull).then(|| self.hulls());
                    self.geometry(&own, &key.1, hulls.as_ref().unwrap_or(&mesh.shape));
                    known.insert(key.clone(), own.clone());
                    own
                }
            };
            let skin = node.skin.and_then(|skin| scene.skins.get(skin));
            let controller = skin.filter(|_| !mesh.shape.joints.is_empty()).map(|skin| {
                let own = self.ids.take(&format!("{geometry}.skin"));
                skinned.push((own.clone(), geometry.clone(), mesh, skin));
                own
            });
            self.shown.insert(number, NodeGeometry { name: key.1, geometry, controller });
        }
        self.folder("library_geometries", start);
        let start = self.text.len();
        for (own, geometry, mesh, skin) in skinned {
            self.controller(&own, &geometry, mesh, skin);
        }
        self.folder("library_controllers", start);
    }

    /// Wraps the text since `start` in a library element, if there is any.
    pub(super) fn folder(&mut self, name: &str, start: usize) {
        if self.text.len() > start {
            self.text.insert_str(start, &format!("<{name}>\n"));
            let _ = writeln!(self.text, "</{name}>");
        }
    }

    /// Merges all hulls into one shape, in the space of the first.
    fn hulls(&self) -> TriMesh {
        let worlds = self.scene.worlds_at_rest();
        let world = |number: usize| worlds.get(number).copied().unwrap_or(Affine::IDENTITY);
        let hulls = self.scene.nodes.iter().enumerate().filter(|(_, node)| node.role == Role::Hull);
        let mut all = TriMesh::default();
        let mut back = None;
        for (number, node) in hulls {
            let back = *back.get_or_insert_with(|| world(number).inverse().unwrap_or(Affine::IDENTITY));
            let Some(mesh) = node.mesh.and_then(|mesh| self.scene.meshes.get(mesh)) else { continue };
            let (positions, indices) = (mesh.shape.positions.clone(), mesh.shape.indices.clone());
            let mut shape = TriMesh { positions, indices, ..TriMesh::default() };
            shape.transform(back.times(&world(number)).to_mat4());
            all.append(&shape);
        }
        all
    }

    fn geometry(&mut self, own: &str, name: &str, shape: &TriMesh) {
        let n_vertices = shape.positions.len();
        let axes = self.axes;
        let _ = writeln!(self.text, "<geometry id=\"{own}\" name=\"{}\"><mesh>", escaped(name));
        let positions = shape.positions.iter().flat_map(|place| axes.point(*place).to_array());
        self.source(own, "positions", &["X", "Y", "Z"], positions);
        let has = |len: usize| len == n_vertices && len > 0;
        // All inputs have the same offset, so that a corner is one index.
        let mut inputs = format!("<input semantic=\"VERTEX\" source=\"#{own}.vertices\" offset=\"0\"/>");
        if has(shape.normals.len()) {
            let normals = shape.normals.iter().flat_map(|normal| axes.direction(*normal).to_array());
            self.source(own, "normals", &["X", "Y", "Z"], normals);
            let _ = write!(inputs, "<input semantic=\"NORMAL\" source=\"#{own}.normals\" offset=\"0\"/>");
        }
        if has(shape.uvs.len()) {
            // V points up in the file.
            let is_rounded = shape.uvs.iter().filter(|uv| uv.y.is_finite() && 1.0 - (1.0 - uv.y) != uv.y);
            self.counts.n_rounded = self.counts.n_rounded.saturating_add(is_rounded.count());
            self.source(own, "map", &["S", "T"], shape.uvs.iter().flat_map(|uv| [uv.x, 1.0 - uv.y]));
            let _ =
                write!(inputs, "<input semantic=\"TEXCOORD\" source=\"#{own}.map\" offset=\"0\" set=\"0\"/>");
        }
        if has(shape.colours.len()) {
            let colours = shape.colours.iter().flat_map(|colour| colour.to_vec4().to_array());
            self.source(own, "colours", &["R", "G", "B", "A"], colours);
            let _ = write!(inputs, "<input semantic=\"COLOR\" source=\"#{own}.colours\" offset=\"0\"/>");
        }
        let _ = writeln!(
            self.text,
            "<vertices id=\"{own}.vertices\"><input semantic=\"POSITION\" source=\"#{own}.positions\"/></vertices>"
        );
        let whole = [Group { triangles: 0..shape.indices.len(), ..Group::default() }];
        let groups = if shape.groups.is_empty() { &whole[..] } else { &shape.groups };
        for group in groups {
            let triangles = shape.indices.get(group.triangles.clone()).unwrap_or_default();
            let is_sound =
                |triangle: &&[u32; 3]| triangle.iter().all(|corner| (*corner as usize) < n_vertices);
            let n_sound = triangles.iter().filter(is_sound).count();
            let n_dangling = triangles.len().saturating_sub(n_sound);
            self.counts.n_dangling = self.counts.n_dangling.saturating_add(n_dangling);
            if n_sound == 0 {
                continue;
            }
            let material = group.material.as_deref().and_then(|name| self.by_name.get(name).copied());
            let material = self.symbol(material).to_owned();
            let _ = write!(self.text, "<triangles count=\"{n_sound}\" material=\"{material}\">{inputs}<p>");
            for corner in triangles.iter().filter(is_sound).flatten() {
                let _ = write!(self.text, " {corner}");
            }
            self.line("</p></triangles>");
        }
        self.line("</mesh></geometry>");
    }

    /// Writes a source: a table of numbers with a column for each parameter.
    pub(super) fn source(
        &mut self,
        own: &str,
        what: &str,
        params: &[&str],
        values: impl Iterator<Item = f32>,
    ) {
        let mut n_values = 0_usize;
        let mut text = String::new();
        for value in values {
            number(&mut text, value);
            self.counts.n_infinite = self.counts.n_infinite.saturating_add(usize::from(!value.is_finite()));
            n_values = n_values.saturating_add(1);
        }
        let is_matrix = params == ["TRANSFORM"];
        let stride = if is_matrix { 16 } else { params.len() };
        let count = n_values.checked_div(stride).unwrap_or(0);
        let _ = write!(
            self.text,
            "<source id=\"{own}.{what}\"><float_array id=\"{own}.{what}.array\" count=\"{n_values}\">{text}</float_array>\
             <technique_common><accessor source=\"#{own}.{what}.array\" count=\"{count}\" stride=\"{stride}\">"
        );
        let kind = if is_matrix { "float4x4" } else { "float" };
        for param in params {
            let _ = write!(self.text, "<param name=\"{param}\" type=\"{kind}\"/>");
        }
        self.line("</accessor></technique_common></source>");
    }

    fn controller(&mut self, own: &str, geometry: &str, mesh: &Mesh, skin: &Skin) {
        let _ = writeln!(self.text, "<controller id=\"{own}\"><skin source=\"#{geometry}\">");
        // In a scene, the inverse bind matrices include the bind shape.
        self.line("<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>");
        let joints = skin.joints.iter().map(|joint| self.nodes.get(*joint).map_or("none", String::as_str));
        let joints: Vec<&str> = joints.collect();
        let n_joints = joints.len();
        names(&mut self.text, own, "joints", "JOINT", &joints);
        let axes = self.axes;
        let binds = (0..n_joints).flat_map(|joint| {
            let bind = skin.inverse_bind.get(joint).map_or(Affine::IDENTITY, Affine::of_mat4);
            axes.transform(&bind).to_mat4().to_rows_array()
        });
        self.source(own, "binds", &["TRANSFORM"], binds);
        let of_vertex = |vertex| {
            let all = mesh.influences(vertex);
            all.filter(|(joint, weight)| *weight > 0.0 && usize::from(*joint) < n_joints)
        };
        let n_vertices = mesh.shape.positions.len();
        let weights = || (0..n_vertices).flat_map(of_vertex);
        self.source(own, "weights", &["WEIGHT"], weights().map(|(_, weight)| weight));
        let _ = write!(
            self.text,
            "<joints><input semantic=\"JOINT\" source=\"#{own}.joints\"/><input semantic=\"INV_BIND_MATRIX\" \
             source=\"#{own}.binds\"/></joints>\n<vertex_weights count=\"{n_vertices}\"><input semantic=\"JOINT\" \
             source=\"#{own}.joints\" offset=\"0\"/><input semantic=\"WEIGHT\" source=\"#{own}.weights\" \
             offset=\"1\"/>\n<vcount>"
        );
        for vertex in 0..n_vertices {
            let _ = write!(self.text, " {}", of_vertex(vertex).count());
        }
        self.text.push_str("</vcount>\n<v>");
        for (number, (joint, _)) in weights().enumerate() {
            let _ = write!(self.text, " {joint} {number}");
        }
        self.line("</v></vertex_weights></skin></controller>");
    }
}
