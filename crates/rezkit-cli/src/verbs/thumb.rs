//! Pictures of models.

use super::assets::Assets;
use super::losses;
use super::{misnamed, summary};
use crate::Code;
use crate::args::{Common, Thumb};
use crate::batch::{self, Done};
use crate::inputs::{Input, inputs};
use crate::output::{Out, save};
use crate::show::{self, BOLD, clean, counted, size};
use rezkit::exchange::{self, SceneOptions};
use rezkit::scene::Scene;
use rezkit::thumb::{Cell, Picture, ThumbOptions, check_sheet, draw_with_losses, sheet};
use rezkit::{Format, Loss, Problem, ProblemKind, identify, usual_memory};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The side of a picture in pixels, and those of one on a sheet: the first with which all are on it.
const SIDE: u32 = 512;
const SIDES_ON_SHEET: [u32; 4] = [192, 128, 96, 64];

pub(crate) fn run(verb: &Thumb, common: &Common, out: &mut Out) -> Code {
    let assets = match Assets::of(verb.assets.as_deref(), common) {
        Ok(assets) => assets,
        Err(error) => {
            let folder = verb.assets.as_deref().unwrap_or(Path::new(""));
            out.tell(&show::error(&folder.to_string_lossy(), &error.to_string()));
            return Code::Io;
        }
    };
    let inputs = inputs(&verb.paths.paths, &verb.paths.stdin_name);
    let painter = Painter { verb, common, assets };
    match &inputs[..] {
        [Ok(input)] if !input.is_found => painter.one(input, out),
        _ => painter.sheet(&inputs, out),
    }
}

/// Draws files.
struct Painter<'v> {
    verb: &'v Thumb,
    common: &'v Common,
    assets: Assets,
}

/// What is drawn of a file.
struct Drawn {
    picture: Picture,
    losses: Vec<Loss>,
    n_triangles: usize,
}

/// Why nothing is drawn.
enum Refusal {
    Problem(Problem),
    /// There is no such action.
    Action(String),
}

impl Painter<'_> {
    fn one(&self, input: &Input, out: &mut Out) -> Code {
        let bytes = match input.read(self.common.max_memory) {
            Ok(bytes) => bytes,
            Err(error) => {
                out.tell(&show::error(&input.name, &error.to_string()));
                return Code::Io;
            }
        };
        let (done, drawn) = self.drawn(input, &bytes, SIDE);
        drop(bytes);
        out.tell(&done.err);
        let Ok(Drawn { picture, losses, n_triangles }) = drawn else { return done.code };
        out.tell(&losses::shown(&losses, self.common.verbose));
        self.give(&picture, &counted(n_triangles, "triangle"), out).max(done.code)
    }

    /// A picture of each file on one, with their names. What cannot be drawn costs its own picture alone.
    fn sheet(&self, inputs: &[crate::inputs::Found], out: &mut Out) -> Code {
        let fits = |side: &u32| check_sheet(inputs.len(), &self.options(*side)).is_ok();
        let side = SIDES_ON_SHEET.into_iter().find(fits).unwrap_or(SIDES_ON_SHEET[3]);
        let options = self.options(side);
        let n_cells = AtomicUsize::new(0);
        let batch = batch::run_on(inputs, self.common, false, out, |input, bytes| {
            let is_full = || {
                let n_cells = n_cells.fetch_add(1, Ordering::Relaxed);
                check_sheet(n_cells.saturating_add(1), &options).is_err()
            };
            self.cell(input, bytes, side, is_full)
        });
        if inputs.len() != 1 || batch.n_skipped > 0 {
            summary(&batch, "", out);
        }
        let name = self.verb.output.to_string_lossy();
        if batch.rest.is_empty() {
            if batch.code == Code::Fine {
                out.tell(&show::error(&name, "there is nothing to see: no file can be drawn"));
            }
            return batch.code.max(Code::Found);
        }
        match sheet(&batch.rest, &options) {
            Ok(picture) => self.give(&picture, &counted(batch.rest.len(), "picture"), out).max(batch.code),
            Err(problem) => {
                out.tell(&show::problem(&name, &problem));
                Code::Refused
            }
        }
    }

    fn cell(&self, input: &Input, bytes: &[u8], side: u32, is_full: impl Fn() -> bool) -> Done<Cell> {
        let format = identify(bytes).format;
        let is_drawn = |format| exchange::converts(format, Format::Glb);
        if batch::is_foreign(input, format, is_drawn) && !is_drawn(format) {
            return Done::skipped(input, format);
        }
        let name = input.relative.to_string_lossy().into_owned();
        if is_full() {
            let picture = Err(String::new());
            return Done { rest: Some(Cell { name, picture }), ..Done::new(String::new(), Code::Fine) };
        }
        let (mut done, drawn) = self.drawn(input, bytes, side);
        let picture = match drawn {
            Ok(drawn) => {
                let losses = losses::shown(&drawn.losses, self.common.verbose);
                if !losses.is_empty() {
                    done.err.push_str(&format!("{BOLD}{}{BOLD:#}\n{losses}", clean(&input.name)));
                }
                Ok(drawn.picture)
            }
            Err(Refusal::Action(_)) => Err("no such action".to_owned()),
            Err(Refusal::Problem(problem)) if problem.kind == ProblemKind::Empty => {
                Err("nothing to see".to_owned())
            }
            Err(Refusal::Problem(_)) => Err("not readable".to_owned()),
        };
        done.rest = Some(Cell { name, picture });
        done
    }

    /// Draws a file; what is to be said of it, and the code, are in what is done.
    fn drawn(&self, input: &Input, bytes: &[u8], side: u32) -> (Done<Cell>, Result<Drawn, Refusal>) {
        let mut files = self.assets.beside(input.path());
        let drawn = self.draw(bytes, side, &mut |name| files.read(name));
        let done = match &drawn {
            Ok(_) => Done::new(String::new(), Code::Fine),
            Err(Refusal::Problem(problem)) => Done::refused(&input.name, problem.clone(), false),
            Err(Refusal::Action(message)) => {
                let mut done = Done::new(String::new(), Code::Usage);
                done.err = show::error(&input.name, message);
                done
            }
        };
        (files.add_to(done), drawn)
    }

    fn draw(
        &self,
        bytes: &[u8],
        side: u32,
        files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Drawn, Refusal> {
        let usual = SceneOptions::default().all_parts(self.verb.all_parts);
        // The other half is for drawing.
        let reading = self.common.max_memory.map_or(usual.clone(), |memory| usual.max_memory(memory / 2));
        let mut n_bytes = bytes.len();
        let read = exchange::read(bytes, &reading, &mut |name| {
            let found = files(name)?;
            n_bytes += found.len();
            Some(found)
        });
        let (scene, mut losses) = read.map_err(Refusal::Problem)?;
        let memory = self.common.max_memory.unwrap_or(usual_memory(n_bytes));
        let options = self.posed(&scene, self.options(side).max_memory(memory / 2))?;
        let (picture, more) = draw_with_losses(&scene, &options).map_err(Refusal::Problem)?;
        losses.extend(more);
        Ok(Drawn { picture, losses, n_triangles: scene.n_triangles() })
    }

    /// With sides of so many pixels, if no others are asked for.
    fn options(&self, side: u32) -> ThumbOptions {
        let verb = self.verb;
        let (width, height) = verb.size.unwrap_or((side, side));
        let (yaw, pitch) = verb.view;
        let options = ThumbOptions::default().size(width, height).level(verb.level).view(yaw, pitch);
        options.background(verb.background)
    }

    /// In the pose that is asked for.
    fn posed(&self, scene: &Scene, options: ThumbOptions) -> Result<ThumbOptions, Refusal> {
        let Some(action) = &self.verb.action else { return Ok(options) };
        let names: Vec<_> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
        match names.iter().position(|name| name == action) {
            Some(number) => Ok(options.animation(number, self.verb.time)),
            None if names.is_empty() => Err(Refusal::Action("it has no actions".to_owned())),
            None => Err(Refusal::Action(format!("it has no such action; it has {}", names.join(", ")))),
        }
    }

    /// Saves a picture, and says what it is of.
    fn give(&self, picture: &Picture, what: &str, out: &mut Out) -> Code {
        let (png, path) = (picture.to_png(), &self.verb.output);
        if path.as_os_str() == "-" {
            return out.give(&png);
        }
        let name = path.to_string_lossy();
        if let Some(why) = misnamed(&png, path) {
            out.tell(&show::error(&name, &why));
            return Code::Usage;
        }
        if let Err(error) = save(path, &png, self.verb.force) {
            out.tell(&show::error(&name, &error.to_string()));
            return Code::Io;
        }
        out.mention(&format!("{BOLD}{}{BOLD:#}: {}, {what}\n", clean(&name), size(png.len())));
        Code::Fine
    }
}
