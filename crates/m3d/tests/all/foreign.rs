//! Models that the reference library and an exporter of Blender wrote have the values of their inputs.

use crate::support;
use geom::Rgba8;
use m3d::{
    BoneIndex, CoordinateType, Face, Model, OrientationIndex, PropertyValue, ReadOptions, Title, VertexIndex,
    read_with,
};
use serde_json::Value as Json;

fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn text<'j>(json: &'j Json, key: &str) -> &'j str {
    json[key].as_str().unwrap()
}

/// Returns true if numbers are those expected, up to a rounding error.
fn near(found: &[f32], expected: &Json, rounding: f64) -> bool {
    let expected: Vec<f64> = list(expected).iter().map(|number| number.as_f64().unwrap()).collect();
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(found, expected)| (f64::from(*found) - expected).abs() <= rounding)
}

/// Returns true if a colour is `rrggbbaa`, up to a rounding error of one in each byte.
fn is_colour(found: Rgba8, expected: &str) -> bool {
    let expected = u32::from_str_radix(expected, 16).unwrap().to_be_bytes();
    found.to_array().iter().zip(expected).all(|(found, expected)| found.abs_diff(expected) <= 1)
}

/// A file, and the features of its input that it keeps.
struct Found<'m> {
    model: &'m Model,
    /// The rounding error of the type of coordinates. Texture coordinates are truncated, and have no sign.
    position: f64,
    uv: f64,
    /// Set for files of Blender, which computes normals itself. Its exporter has no colours of vertices since Blender
    /// 3.
    is_blenders: bool,
}

impl Found<'_> {
    fn place(&self, index: VertexIndex) -> [f32; 4] {
        self.model.vertices().unwrap().get(index.get().unwrap()).unwrap().position.to_array()
    }

    fn bone(&self, index: BoneIndex) -> String {
        let bone = &self.model.skeleton().unwrap().bones[index.get().unwrap()];
        self.model.text(bone.name).into_owned()
    }

    /// Returns true if the corners of a face have these values, in the same order.
    fn is_face(&self, face: &Face<'_>, values: &Json) -> bool {
        let material = self.model.text(face.material);
        material == text(values, "material")
            && list(&values["corners"])
                .iter()
                .enumerate()
                .all(|(at, corner)| self.is_corner(face, at, corner))
    }

    fn is_corner(&self, face: &Face<'_>, at: usize, values: &Json) -> bool {
        let vertex = self.model.vertices().unwrap().get(face.vertices[at].get().unwrap()).unwrap();
        let uv = self.model.texture_map().unwrap().pairs.get(face.tex_coords[at].get().unwrap()).unwrap();
        near(&vertex.position.to_array()[..3], &values["position"], self.position)
            && near(&uv.to_array(), &values["uv"], self.uv)
            && (self.is_blenders
                || near(&self.place(face.normals[at])[..3], &values["normal"], self.position)
                    && values["colour"]
                        .as_str()
                        .is_none_or(|colour| is_colour(self.model.colour(vertex.colour).unwrap(), colour)))
            && values["skin"].is_null() == vertex.skin.get().is_none()
            && vertex.skin.get().is_none_or(|skin| self.is_skin(skin, &values["skin"]))
    }

    /// Weights have 255 steps, and those of the reference library are truncated.
    fn is_skin(&self, skin: usize, values: &Json) -> bool {
        let skin = &self.model.skeleton().unwrap().skins[skin];
        let mut found: Vec<_> = skin.influences().map(|(bone, weight)| (self.bone(bone), weight)).collect();
        let mut expected: Vec<_> =
            list(values).iter().map(|one| (one[0].as_str().unwrap(), one[1].as_f64().unwrap())).collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        expected.sort_by(|a, b| a.0.cmp(b.0));
        found.len() == expected.len()
            && found.iter().zip(expected).all(|((bone, weight), (name, expected))| {
                bone == name && (f64::from(*weight) - expected).abs() <= 1.0 / 255.0
            })
    }

    fn check_pose(&self, position: VertexIndex, orientation: OrientationIndex, values: &Json, what: &str) {
        let position = self.place(position);
        assert!(near(&position[..3], &values["position"], self.position), "{what}: {position:?}");
        let orientation = self.place(VertexIndex(orientation.0));
        assert!(near(&orientation, &values["orientation"], self.position), "{what}: {orientation:?}");
    }

    fn check(&self, input: &Json, what: &str) {
        let model = self.model;
        let titles = ["name", "licence", "author", "description"];
        for (title, key) in Title::ALL.into_iter().zip(titles) {
            assert_eq!(model.title(title).replace('\r', ""), text(input, key), "{what}");
        }
        assert_eq!(Some(f64::from(model.scale)), input["scale"].as_f64(), "{what}");
        self.check_materials(input, what);
        // Both programs sort the faces in an order of their own.
        let mut faces: Vec<_> = model.meshes().flat_map(m3d::Mesh::faces).collect();
        for expected in list(&input["faces"]) {
            let at = faces.iter().position(|face| self.is_face(face, expected));
            faces.swap_remove(at.unwrap_or_else(|| panic!("{what}: {expected}")));
        }
        assert!(faces.is_empty(), "{what}: {}", faces.len());
        let bones = model.skeleton().map_or(&[][..], |skeleton| &skeleton.bones);
        assert_eq!(bones.len(), list(&input["bones"]).len(), "{what}");
        for (bone, values) in bones.iter().zip(list(&input["bones"])) {
            assert_eq!(model.text(bone.name), text(values, "name"), "{what}");
            let parent = bone.parent.get().map(|_| self.bone(bone.parent));
            assert_eq!(parent.as_deref(), values["parent"].as_str(), "{what}");
            self.check_pose(bone.position, bone.orientation, values, what);
        }
        self.check_actions(input, what);
        self.check_voxels(input, what);
    }

    fn check_materials(&self, input: &Json, what: &str) {
        let model = self.model;
        assert_eq!(model.materials().count(), list(&input["materials"]).len(), "{what}");
        for values in list(&input["materials"]) {
            let material =
                model.materials().find(|one| model.text(one.name) == text(values, "name")).unwrap();
            for (key, value) in values["properties"].as_object().unwrap() {
                // Only the colour comes from the input; Blender sets all other properties itself.
                if self.is_blenders && key != "Kd" {
                    continue;
                }
                let property = material.properties.iter().find(|one| one.id.keyword() == Some(key)).unwrap();
                let is_same = match property.value {
                    PropertyValue::Colour(colour) => {
                        // The exporter overwrites the opacity.
                        let opacity = if self.is_blenders { "ff" } else { &value.as_str().unwrap()[6..] };
                        let expected = format!("{}{opacity}", &value.as_str().unwrap()[..6]);
                        is_colour(model.colour(colour).unwrap(), &expected)
                    }
                    PropertyValue::Float(number) => {
                        value.as_f64() == Some(f64::from(number))
                            || near(&[number], &Json::from(vec![value.clone()]), 1e-6)
                    }
                    PropertyValue::Texture(name) => model.text(name) == value.as_str().unwrap(),
                    _ => false,
                };
                assert!(is_same, "{what}: {key} is {:?}, and not {value}", property.value);
            }
        }
    }

    fn check_actions(&self, input: &Json, what: &str) {
        // The script for Blender exports no actions.
        let expected = if self.is_blenders { &[] } else { list(&input["actions"]) };
        assert_eq!(self.model.actions().count(), expected.len(), "{what}");
        for (action, values) in self.model.actions().zip(expected) {
            assert_eq!(self.model.text(action.name), text(values, "name"), "{what}");
            assert_eq!(Some(u64::from(action.duration)), values["duration"].as_u64(), "{what}");
            assert_eq!(action.frames.len(), list(&values["frames"]).len(), "{what}");
            for (frame, values) in action.frames.iter().zip(list(&values["frames"])) {
                assert_eq!(Some(u64::from(frame.time)), values["time"].as_u64(), "{what}");
                assert_eq!(frame.transforms.len(), list(&values["transforms"]).len(), "{what}");
                for (moved, values) in frame.transforms.iter().zip(list(&values["transforms"])) {
                    assert_eq!(self.bone(moved.bone), text(values, "bone"), "{what}");
                    self.check_pose(moved.position, moved.orientation, values, what);
                }
            }
        }
    }

    fn check_voxels(&self, input: &Json, what: &str) {
        let model = self.model;
        let kinds = model.voxel_types().map_or(&[][..], |types| &types.types);
        assert_eq!(kinds.len(), input["voxel_types"].as_object().map_or(0, |types| types.len()), "{what}");
        for kind in kinds {
            let colour = text(&input["voxel_types"], &model.text(kind.name));
            assert!(is_colour(model.colour(kind.colour).unwrap(), colour), "{what}");
        }
        assert_eq!(model.voxel_blocks().count(), list(&input["voxel_blocks"]).len(), "{what}");
        for (block, values) in model.voxel_blocks().zip(list(&input["voxel_blocks"])) {
            assert_eq!(model.text(block.name), text(values, "name"), "{what}");
            assert_eq!(Json::from(block.position.to_vec()), values["position"], "{what}");
            let layers = list(&values["cells"]);
            let size = [list(&layers[0][0]).len(), layers.len(), list(&layers[0]).len()];
            assert_eq!(block.size.map(|n| n as usize), size, "{what}");
            let cells =
                layers.iter().flat_map(list).flat_map(list).map(|cell| cell.as_str().map(str::to_owned));
            let found =
                block.spread().map(|cell| cell.get().map(|at| model.text(kinds[at].name).into_owned()));
            assert!(found.eq(cells), "{what}: {}", text(values, "name"));
        }
    }
}

#[test]
fn values_are_those_that_went_in() {
    let files = support::foreign("m3d");
    let mut n_files = 0;
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".m3d") || name.ends_with(".a3d")) {
        let input: Json = serde_json::from_slice(support::input(&files, name)).unwrap();
        let (model, warnings) = read_with(bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings.iter().next(), None, "{name}");
        let (position, uv) = match model.vertices().map(|all| all.coordinates.coordinate_type()) {
            Some(CoordinateType::Int8) => (0.5 / 127.0, 1.0 / 255.0),
            Some(CoordinateType::Int16) => (0.5 / 32_767.0, 1.0 / 65_535.0),
            _ => (0.0, 0.0),
        };
        // Inputs are decimal, while models have 32-bit numbers in the reference library, and bones 32-bit matrices in
        // Blender.
        let is_blenders = name.contains(".blender.");
        let decimal = if is_blenders { 1e-5 } else { 1e-6 };
        let found = Found { model: &model, position: position + decimal, uv: uv + 1e-6, is_blenders };
        found.check(&input, name);
        n_files += 1;
    }
    assert_eq!(n_files, 18);
}
