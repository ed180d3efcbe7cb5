//! Pictures of models.

use super::assets::Assets;
use super::losses;
use super::misnamed;
use crate::Code;
use crate::args::{Common, Thumb};
use crate::inputs::one;
use crate::output::{Out, save};
use crate::show::{self, BOLD, clean, counted, size};
use rezkit::exchange::{self, SceneOptions};
use rezkit::scene::Scene;
use rezkit::thumb::{ThumbOptions, draw_with_losses};
use rezkit::usual_memory;
use std::path::Path;

pub(crate) fn run(verb: &Thumb, common: &Common, out: &mut Out) -> Code {
    let Some(input) = one(&verb.path) else {
        out.tell(&show::error(&verb.path.to_string_lossy(), "this is a folder, and not a file"));
        return Code::Usage;
    };
    let bytes = match input.read(common.max_memory) {
        Ok(bytes) => bytes,
        Err(error) => {
            out.tell(&show::error(&input.name, &error.to_string()));
            return Code::Io;
        }
    };
    let assets = match Assets::of(verb.assets.as_deref(), common) {
        Ok(assets) => assets,
        Err(error) => {
            let folder = verb.assets.as_deref().unwrap_or(Path::new(""));
            out.tell(&show::error(&folder.to_string_lossy(), &error.to_string()));
            return Code::Io;
        }
    };
    let reading = common.max_memory.map_or_else(SceneOptions::default, |memory| {
        // The other half is for drawing.
        SceneOptions::default().max_memory(memory / 2)
    });
    let (mut n_bytes, mut files) = (bytes.len(), assets.beside(&verb.path));
    let read = exchange::read(&bytes, &reading, &mut |name| {
        let found = files.read(name)?;
        n_bytes += found.len();
        Some(found)
    });
    let code = files.tell(out);
    let (scene, mut losses) = match read {
        Ok(read) => read,
        Err(problem) => {
            out.tell(&show::problem(&input.name, &problem));
            return Code::Refused.max(code);
        }
    };
    drop(bytes);
    let memory = common.max_memory.unwrap_or(usual_memory(n_bytes));
    let Some(options) = options(verb, memory / 2, &scene) else {
        let names: Vec<_> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
        let message = match names.is_empty() {
            true => "it has no actions".to_owned(),
            false => format!("it has no such action; it has {}", names.join(", ")),
        };
        out.tell(&show::error(&input.name, &message));
        return Code::Usage;
    };
    let picture = match draw_with_losses(&scene, &options) {
        Ok((picture, more)) => {
            losses.extend(more);
            picture
        }
        Err(problem) => {
            out.tell(&show::problem(&input.name, &problem));
            return Code::Refused;
        }
    };
    out.tell(&losses::shown(&losses, common.verbose));
    let png = picture.to_png();
    if verb.output.as_os_str() == "-" {
        return out.give(&png).max(code);
    }
    if let Some(why) = misnamed(&png, &verb.output) {
        out.tell(&show::error(&verb.output.to_string_lossy(), &why));
        return Code::Usage;
    }
    if let Err(error) = save(&verb.output, &png, verb.force) {
        out.tell(&show::error(&verb.output.to_string_lossy(), &error.to_string()));
        return Code::Io;
    }
    let (name, triangles) = (verb.output.to_string_lossy(), counted(scene.n_triangles(), "triangle"));
    out.mention(&format!("{BOLD}{}{BOLD:#}: {}, {triangles}\n", clean(&name), size(png.len())));
    code
}

/// `None` if there is no action of the name.
fn options(verb: &Thumb, memory: usize, scene: &Scene) -> Option<ThumbOptions> {
    let (width, height) = verb.size;
    let (yaw, pitch) = verb.view;
    let mut options = ThumbOptions::default().size(width, height).level(verb.level).view(yaw, pitch);
    options = options.background(verb.background).max_memory(memory);
    let Some(action) = &verb.action else { return Some(options) };
    let number = scene.animations.iter().position(|animation| animation.name == *action)?;
    Some(options.animation(number, verb.time))
}
