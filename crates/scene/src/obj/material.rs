//! Material libraries of OBJ files.

use super::parse::{Line, Lines, charge};
use crate::file_names::leads_out;
use crate::json::Json;
use crate::loss::LossCode;
use crate::material::{Alpha, Image, Material, Mime, Slot, Texture, Wrap};
use crate::material_json;
use crate::problem::{Problem, ProblemKind, Reports};
use crate::scene::Scene;
use geom::Vec3;
use std::collections::HashMap;

/// A function that returns files by their path relative to the model.
pub(super) type Files<'f> = dyn FnMut(&str) -> Option<Vec<u8>> + 'f;

/// A reader of libraries; of materials with equal names, the first is used.
pub(super) struct Library<'l, 'f> {
    pub(super) files: &'l mut Files<'f>,
    pub(super) reports: &'l mut Reports,
    pub(super) bytes_left: &'l mut usize,
    /// The materials by name, including those that are used but not defined.
    pub(super) names: HashMap<String, usize>,
    images: HashMap<String, usize>,
    /// The image whose green channel is the roughness of the current material, and that whose blue is its metalness.
    packed: [Option<usize>; 2],
}

impl<'l, 'f> Library<'l, 'f> {
    pub(super) fn new(files: &'l mut Files<'f>, reports: &'l mut Reports, bytes_left: &'l mut usize) -> Self {
        Self { files, reports, bytes_left, names: HashMap::new(), images: HashMap::new(), packed: [None; 2] }
    }

    /// Reads the libraries of a `mtllib` line: one file, or several separated by spaces.
    pub(super) fn open(&mut self, line: &str, byte: usize, scene: &mut Scene) -> Result<(), Problem> {
        let whole = self.file(line);
        let parts: Vec<&str> = if whole.is_some() { vec![line] } else { line.split_whitespace().collect() };
        let mut is_found = whole.is_some();
        if let Some(text) = whole {
            self.read(&text, scene)?;
        } else if parts.len() > 1 {
            // A line may have any number of words, and each of them is a request to the caller.
            for part in parts.iter().take(16) {
                if let Some(text) = self.file(part) {
                    is_found = true;
                    self.read(&text, scene)?;
                }
            }
        }
        if is_found {
            return Ok(());
        }
        let message = format!("the material library {line:?} was not found");
        self.reports.excuse(Problem::new(ProblemKind::MissingFile, message).on_byte(byte))
    }

    /// Requests a file next to the model; paths to other locations are not requested.
    fn file(&mut self, path: &str) -> Option<Vec<u8>> {
        let path = path.replace('\\', "/");
        if path.is_empty() || leads_out(&path) {
            return None;
        }
        (self.files)(path.strip_prefix("./").unwrap_or(&path))
    }

    fn charge(&mut self, bytes: usize) -> Result<(), Problem> {
        charge(self.bytes_left, bytes)
    }

    fn read(&mut self, text: &[u8], scene: &mut Scene) -> Result<(), Problem> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut current = None;
        for line in (Lines { file: text, rest: text, number: 0 }) {
            let trimmed = line.text.trim_ascii();
            let keyword = trimmed.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            if keyword == b"newmtl" {
                let name = line.name().unwrap_or_default();
                self.charge(name.len().saturating_mul(2).saturating_add(512))?;
                self.close_packed()?;
                current = (!self.names.contains_key(&name)).then(|| self.add(&name, scene));
            } else if let Some(material) = current {
                self.property(keyword, &line, material, scene)?;
            }
        }
        self.close_packed()
    }

    /// Reports a texture of roughness without one of metalness in the same image, and the reverse.
    fn close_packed(&mut self) -> Result<(), Problem> {
        match std::mem::take(&mut self.packed) {
            [roughness, metalness] if roughness == metalness => Ok(()),
            _ => self.reports.excuse(not_packed()),
        }
    }

    /// Reads a texture of roughness or metalness. Both must be channels of one image, as in glTF.
    fn packed(
        &mut self,
        line: &Line<'_>,
        metal: bool,
        index: usize,
        scene: &mut Scene,
    ) -> Result<(), Problem> {
        let text = line.name().unwrap_or_default();
        if Reference::parse(&text).channel != Some(if metal { "b" } else { "g" }) {
            return self.reports.excuse(not_packed().with_path(format!("line {}", line.number)));
        }
        let Some(texture) = self.texture(line, scene)? else { return Ok(()) };
        let [roughness, metalness] = &mut self.packed;
        *(if metal { metalness } else { roughness }) = Some(texture.image);
        if let [Some(roughness), Some(metalness)] = self.packed
            && roughness == metalness
            && let Some(material) = scene.materials.get_mut(index)
        {
            material.set_texture(Slot::MetallicRoughness, Some(texture));
        }
        Ok(())
    }

    pub(super) fn add(&mut self, name: &str, scene: &mut Scene) -> usize {
        let index = scene.materials.len();
        self.names.insert(name.to_owned(), index);
        scene.materials.push(Material { name: name.to_owned(), ..Material::default() });
        index
    }

    fn property(
        &mut self,
        keyword: &[u8],
        line: &Line<'_>,
        index: usize,
        scene: &mut Scene,
    ) -> Result<(), Problem> {
        match keyword {
            b"map_Pr" | b"map_Pm" => return self.packed(line, keyword == b"map_Pm", index, scene),
            b"#" => {
                let text = line.name().unwrap_or_default();
                let own = text.strip_prefix("rezkit ").and_then(|own| Json::read(own.as_bytes()).ok());
                if let Some((own, material)) = own.as_ref().zip(scene.materials.get_mut(index)) {
                    material_json::put(own, material);
                }
                return Ok(());
            }
            _ => {}
        }
        let slot = match keyword {
            b"map_Kd" => Some(Slot::Base),
            b"map_Bump" | b"map_bump" | b"bump" | b"norm" => Some(Slot::Normal),
            b"map_Ke" => Some(Slot::Emissive),
            _ => None,
        };
        if let Some(slot) = slot {
            let texture = self.texture(line, scene)?;
            if let (Some(material), Some(texture)) = (scene.materials.get_mut(index), texture) {
                material.set_texture(slot, Some(texture));
            }
            return Ok(());
        }
        let Some(material) = scene.materials.get_mut(index) else { return Ok(()) };
        let numbers: Vec<f32> = line
            .name()
            .map(|text| text.split_whitespace().map_while(|it| it.parse().ok()).collect())
            .unwrap_or_default();
        let Some(first) = numbers.first().copied().filter(|number| number.is_finite()) else { return Ok(()) };
        let colour = match numbers[..] {
            [r, g, b, ..] => Vec3::new(r, g, b),
            _ => Vec3::splat(first),
        };
        match keyword {
            b"Kd" => material.base = colour.extend(material.base.w),
            b"Ke" => material.emissive = colour,
            b"d" => set_opacity(material, first),
            b"Tr" => set_opacity(material, 1.0 - first),
            b"Pr" => material.roughness = first.clamp(0.0, 1.0),
            b"Pm" => material.metallic = first.clamp(0.0, 1.0),
            // The roughness that corresponds to a Blinn-Phong exponent.
            b"Ns" => material.roughness = (2.0 / (first.max(0.0) + 2.0)).sqrt(),
            // An index of 1.5 is the default of glTF.
            b"Ni" if first >= 1.0 && first != 1.5 => material.ior = Some(first),
            _ => {}
        }
        Ok(())
    }

    /// The texture of a `map_` line, after its options.
    fn texture(&mut self, line: &Line<'_>, scene: &mut Scene) -> Result<Option<Texture>, Problem> {
        let Some(text) = line.name() else { return Ok(None) };
        let Reference { path, strength, is_clamped, .. } = Reference::parse(&text);
        if path.is_empty() {
            return Ok(None);
        }
        if path.starts_with('*') {
            // assimp writes indices of textures that were embedded in the file it converted.
            let message = format!("the texture {path:?} is inside another file and is left out");
            self.reports.excuse(
                Problem::new(ProblemKind::MissingFile, message).with_path(format!("line {}", line.number)),
            )?;
            return Ok(None);
        }
        let image = match self.images.get(path) {
            Some(known) => *known,
            None => {
                let bytes = self.file(path);
                if bytes.is_none() {
                    let message = format!("the texture {path:?} was not found");
                    let problem = Problem::new(ProblemKind::MissingFile, message);
                    self.reports.excuse(problem.with_path(format!("line {}", line.number)))?;
                }
                self.charge(path.len().saturating_mul(3).saturating_add(128))?;
                let bytes = bytes.unwrap_or_default();
                let file_name = path.rsplit(['/', '\\']).next().unwrap_or(path);
                let name = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem).to_owned();
                let uri = Some(path.replace('\\', "/"));
                scene.images.push(Image { name, mime: Mime::detect(&bytes), bytes, uri });
                self.images.insert(path.to_owned(), scene.images.len().saturating_sub(1));
                scene.images.len().saturating_sub(1)
            }
        };
        let wrap = if is_clamped { [Wrap::Clamp; 2] } else { [Wrap::Repeat; 2] };
        Ok(Some(Texture { strength, wrap, ..Texture::new(image) }))
    }
}

fn set_opacity(material: &mut Material, opacity: f32) {
    material.base.w = opacity.clamp(0.0, 1.0);
    material.alpha = if opacity < 1.0 { Alpha::Blend } else { Alpha::Opaque };
}

fn not_packed() -> Problem {
    let message = "textures of roughness and metalness are left out, unless they are the green and the blue channel of \
        one image (-imfchan g, -imfchan b)";
    Problem::new(ProblemKind::Dropped, message).code(LossCode::MaterialProp)
}

/// A texture as a `map_` line refers to it: options such as `-bm 1.0` and `-s 1 1 1`, and a path.
struct Reference<'t> {
    path: &'t str,
    /// The bump multiplier.
    strength: f32,
    is_clamped: bool,
    channel: Option<&'t str>,
}

impl<'t> Reference<'t> {
    fn parse(text: &'t str) -> Self {
        let mut reference = Self { path: text, strength: 1.0, is_clamped: false, channel: None };
        while reference.path.starts_with('-') {
            let (option, mut rest) = word(reference.path);
            let is_words = matches!(option, "-blendu" | "-blendv" | "-cc" | "-clamp" | "-imfchan" | "-type");
            let most = match option {
                "-o" | "-s" | "-t" => 3,
                "-mm" => 2,
                _ => 1,
            };
            // Trailing numbers of an option may be omitted.
            for _ in 0..most {
                let (value, behind) = word(rest);
                let number = value.parse::<f32>().ok();
                if number.is_none() && !is_words {
                    break;
                }
                match option {
                    "-bm" => reference.strength = number.unwrap_or(reference.strength),
                    "-clamp" => reference.is_clamped = value == "on",
                    "-imfchan" => reference.channel = Some(value),
                    _ => {}
                }
                rest = behind;
            }
            reference.path = rest;
        }
        reference
    }
}

/// Splits off the first word.
fn word(text: &str) -> (&str, &str) {
    let (word, behind) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, behind.trim_start())
}
