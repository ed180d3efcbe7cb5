//! The verb `thumb`: pictures of models.

use crate::args::{Common, Paths, destination, examples};
use crate::assets::{Assets, AssetsArgs};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::inputs::{FoundInput, Input};
use crate::output::{Out, misnamed};
use crate::show::{self, BOLD, clean, counted, losses, size};
use crate::{batch, results};
use clap::Args;
use rezkit::exchange::{Drawn, SceneOptions, converts, draw, draw_interface};
use rezkit::thumb::{ACTION, Cell, Picture, Sight, ThumbOptions, check_sheet, sheet};
use rezkit::{Format, Problem, ProblemKind, identify};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use store::{make_room, save};

/// Draws pictures of models.
///
/// Meshes of Roblox, Second Life and Model 3D, Roblox models and places, glTF, OBJ, Collada and STL can be drawn. The same file
/// gives the same pixels on every machine. Of several files or a folder, all pictures are on one sheet, with names; if
/// the output is a folder, or its name has no ending, there is a picture of each file in it. Parts that lie far away from all
/// others are left out, and named. A Roblox file without parts shows its interfaces. If there is nothing to see, nothing
/// is written, and the exit status is 1.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez thumb robot.m3d -o robot.png" => "512 x 512 pixels on a transparent background"
    "rez thumb robot.m3d --action walk --time 0.5 --size 256x128 -o walk.png" => "a pose, in another size"
    "rez thumb robot.m3d chair.glb models -o sheet.png" => "files and folders on one sheet, with names"
    "rez thumb models -o pictures/" => "a picture of each file"
})]
pub(super) struct ThumbArgs {
    #[command(flatten)]
    paths: Paths,
    /// Output file in PNG, or a folder for one of each file; `-` is stdout.
    #[arg(short, long, value_name = "PATH", value_parser = destination())]
    output: PathBuf,
    /// Size in pixels, 1 to 4,096 each way: 512, or 640x480; by default 512, and 192 on a sheet, or less if there are
    /// many.
    #[arg(long, value_name = "SIZE", value_parser = pixels)]
    size: Option<(u32, u32)>,
    /// The level of detail; 0 is the finest.
    #[arg(long, value_name = "N", default_value_t = 0)]
    level: u8,
    /// The pose of this action or animation.
    #[arg(long, value_name = "NAME")]
    action: Option<String>,
    /// The time in the action, or in the first one, in seconds.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f32>,
    /// Point of view: `saved` (the camera in a place), `about` (where most parts lie together), `all`, `top`,
    /// `front`, `back`, `left`, `right`, or two angles in degrees: around the model from its front (-Z of Roblox, +X
    /// of Second Life, otherwise +Z) to its left, and up. By default models are seen as by 30,20, and places by their
    /// camera or as by `about`.
    #[arg(long, value_name = "VIEW", allow_hyphen_values = true)]
    view: Option<Sight>,
    /// Turn the model to the left by this many degrees.
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, allow_hyphen_values = true)]
    turn: f32,
    #[command(flatten)]
    assets: AssetsArgs,
    /// Draw the interfaces of a Roblox file as on a screen of 1280 by 720 pixels, which is then the default size.
    #[arg(long, conflicts_with_all = ["view", "level", "action", "time"])]
    gui: bool,
    /// Draw parts of Roblox places outside of the workspace, too.
    #[arg(long)]
    all_parts: bool,
    /// The colour behind the model, such as ffffff; by default nothing, and light grey on a sheet.
    #[arg(long, value_name = "RRGGBB", value_parser = colour)]
    background: Option<[u8; 4]>,
    /// Overwrite the output.
    #[arg(short, long)]
    force: bool,
}

/// Parses a size such as `512` or `640x480`.
fn pixels(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|pixels| (1..=4096).contains(pixels));
    number(width).zip(number(height)).ok_or_else(|| {
        format!(
            "a picture must have 1 to 4,096 pixels in each direction, as in 512 or 640x480, not {width} by \
             {height}"
        )
    })
}

/// Parses a colour such as `ffffff`.
fn colour(text: &str) -> Result<[u8; 4], String> {
    let number = u32::from_str_radix(text.trim_start_matches('#'), 16).ok().filter(|_| text.len() >= 6);
    let [_, red, green, blue] =
        number.filter(|number| *number <= 0xff_ffff).ok_or("expected a colour such as ff8000")?.to_be_bytes();
    Ok([red, green, blue, 255])
}

/// The size of a picture of an interface in pixels.
const SCREEN: (u32, u32) = (1280, 720);

/// The side of a picture in pixels, and the sides on a sheet: the first one with which all pictures fit is used.
const SIDE: u32 = 512;
const SIDES_ON_SHEET: [u32; 4] = [192, 128, 96, 64];

pub(super) fn run(verb: &ThumbArgs, common: &Common, out: &mut Out) -> Ending {
    let assets = verb.assets.open(common)?;
    let inputs = verb.paths.inputs().list;
    let painter = Painter { verb, common, assets };
    let is_folder = verb.output.is_dir() || verb.output.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
    // A name without an extension, such as `-o pictures`, is a folder.
    let is_named = verb.output.extension().is_some() || verb.output == Path::new("-");
    match &inputs[..] {
        _ if is_folder => Ok(painter.folder(&inputs, out)),
        [Ok(input)] if !input.is_found => painter.one(input, out),
        _ if !is_named => Ok(painter.folder(&inputs, out)),
        _ => Ok(painter.sheet(&inputs, out)),
    }
}

/// The options for drawing files.
struct Painter<'v> {
    verb: &'v ThumbArgs,
    common: &'v Common,
    assets: Assets,
}

impl Painter<'_> {
    fn one(&self, input: &Input, out: &mut Out) -> Ending {
        let bytes = done::read(input, self.common)?;
        let (done, drawn) = self.drawn::<()>(input, &bytes, SIDE);
        drop(bytes);
        out.tell(&done.err);
        let Ok(Drawn { picture, losses, n_triangles, .. }) = drawn else { return Ok(done.code) };
        out.tell(&losses::shown(&losses, self.common.verbose));
        let what =
            if n_triangles == 0 { "an interface".to_owned() } else { counted(n_triangles, "triangle") };
        Ok(self.give(&picture, &what, out).max(done.code))
    }

    /// Saves a picture of each file in a folder.
    fn folder(&self, inputs: &[FoundInput], out: &mut Out) -> Code {
        let paths = results::paths(&self.verb.output, inputs.iter().flatten(), |_| "png".to_owned());
        let batch = batch::for_each_input(inputs, self.common, false, out, |input, bytes| {
            self.refuse_others(input, bytes)?;
            let (mut done, drawn) = self.drawn(input, bytes, SIDE);
            let (Ok(drawn), Some(path)) = (drawn, paths.get(input)) else { return Ok(done) };
            done.err.push_str(&self.lost(input, &drawn));
            let png = drawn.picture.to_png();
            match make_room(path).and_then(|()| save(path, &png, self.verb.force)) {
                Ok(()) => done.rest = Some(()),
                Err(error) => return Err(Done::io(&path.to_string_lossy(), &error)),
            }
            Ok(done)
        });
        batch.tell(&counted(batch.rest.len(), "picture"), out);
        batch.code
    }

    /// Skips files that were found in a folder and have a format that cannot be drawn.
    fn refuse_others(&self, input: &Input, bytes: &[u8]) -> Result<(), Done<()>> {
        let format = identify(bytes).format;
        let is_drawn = |format| converts(format, Format::Glb);
        match done::is_foreign(input, format, is_drawn) && !is_drawn(format) {
            true => Err(Done::skipped(input, format)),
            false => Ok(()),
        }
    }

    /// The losses of one of several files, under its name.
    fn lost(&self, input: &Input, drawn: &Drawn) -> String {
        match losses::shown(&drawn.losses, self.common.verbose) {
            losses if losses.is_empty() => losses,
            losses => format!("{BOLD}{}{BOLD:#}\n{losses}", clean(&input.name)),
        }
    }

    /// Saves one sheet with a picture of each file and their names. A file that cannot be drawn leaves its cell empty.
    fn sheet(&self, inputs: &[FoundInput], out: &mut Out) -> Code {
        let fits = |side: &u32| check_sheet(inputs.len(), &self.options(*side)).is_ok();
        let side = SIDES_ON_SHEET.into_iter().find(fits).unwrap_or(SIDES_ON_SHEET[3]);
        let options = self.options(side);
        let n_cells = AtomicUsize::new(0);
        let batch = batch::for_each_input(inputs, self.common, false, out, |input, bytes| {
            let is_full = || {
                let n_cells = n_cells.fetch_add(1, Ordering::Relaxed);
                check_sheet(n_cells.saturating_add(1), &options).is_err()
            };
            self.refuse_others(input, bytes)?;
            Ok(self.cell(input, bytes, side, is_full))
        });
        if inputs.len() != 1 || batch.n_skipped > 0 {
            batch.tell("", out);
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
        let name = input.relative.to_string_lossy().into_owned();
        if is_full() {
            let picture = Err(String::new());
            return Done { rest: Some(Cell { name, picture }), ..Done::new(String::new(), Code::Fine) };
        }
        let (mut done, drawn) = self.drawn(input, bytes, side);
        let picture = match drawn {
            Ok(drawn) => {
                done.err.push_str(&self.lost(input, &drawn));
                Ok(drawn.picture)
            }
            Err(problem) if problem.path == ACTION => Err("no such action".to_owned()),
            Err(problem) if problem.kind == ProblemKind::Empty => Err("nothing to see".to_owned()),
            Err(_) => Err("not readable".to_owned()),
        };
        done.rest = Some(Cell { name, picture });
        done
    }

    /// Draws a file. The result holds the messages and the code.
    fn drawn<T>(&self, input: &Input, bytes: &[u8], side: u32) -> (Done<T>, Result<Drawn, Problem>) {
        let usual = SceneOptions::default().all_parts(self.verb.all_parts);
        let granted = self.common.memory(input.is_found, bytes.len());
        let reading = granted.map_or(usual.clone(), |memory| usual.max_memory(memory));
        let mut files = self.assets.beside(input.path());
        let mut find = |name: &str| files.read(name);
        let size = self.verb.size.unwrap_or(if side == SIDE { SCREEN } else { (side, side) });
        let drawn = match self.verb.gui {
            true => draw_interface(bytes, &reading, size.into(), &mut find),
            false => draw(bytes, &reading, &self.options(side), &mut find).or_else(|problem| {
                let is_empty = problem.kind == ProblemKind::Empty && identify(bytes).format.is_roblox();
                let interface = || draw_interface(bytes, &reading, size.into(), &mut find).ok();
                is_empty.then(interface).flatten().ok_or(problem)
            }),
        };
        let done = match &drawn {
            Ok(_) => Done::new(String::new(), Code::Fine),
            Err(problem) if problem.path == ACTION => Done::misused(&input.name, &problem.message),
            Err(problem) => Done::refused(&input.name, problem.clone(), false),
        };
        (files.add_to(done), drawn)
    }

    /// The options for a picture, with this side in pixels by default.
    fn options(&self, side: u32) -> ThumbOptions {
        let verb = self.verb;
        let (width, height) = verb.size.unwrap_or((side, side));
        let options = ThumbOptions::default().size(width, height).level(verb.level);
        let options = options.sight(verb.view.unwrap_or_default()).turn(verb.turn);
        let options = options.background(verb.background);
        match (&verb.action, verb.time) {
            (Some(action), time) => options.action(action, time.unwrap_or_default()),
            (None, Some(time)) => options.animation(0, time),
            (None, None) => options,
        }
    }

    fn give(&self, picture: &Picture, what: &str, out: &mut Out) -> Code {
        let given = give(picture, what, &self.verb.output, self.verb.force, out);
        given.unwrap_or_else(|done| done.tell(out))
    }
}

/// Saves a picture, and reports its content; `-` is stdout.
pub(super) fn give(picture: &Picture, what: &str, path: &Path, force: bool, out: &mut Out) -> Ending {
    let png = picture.to_png();
    if path.as_os_str() == "-" {
        return Ok(out.give(&png));
    }
    let name = path.to_string_lossy();
    if let Some(why) = misnamed(&png, path) {
        return Err(Done::misused(&name, &why));
    }
    save(path, &png, force).map_err(|error| Done::io(&name, &error))?;
    out.mention(&format!("{BOLD}{}{BOLD:#}: {}, {what}\n", clean(&name), size(png.len())));
    Ok(Code::Fine)
}
