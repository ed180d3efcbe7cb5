//! The verb `lod`: levels of detail of a mesh.

use crate::args::{Common, Levels, examples};
use crate::assets::Assets;
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::editing::{self, EditArgs};
use crate::output::Out;
use crate::show::{ODD, clean};
use crate::verbs::thumb::give;
use clap::Args;
use rezkit::exchange::{self, SceneOptions};
use rezkit::lod::{LodOptions, lines};
use rezkit::scene::allowance::Allowance;
use rezkit::scene::{LevelPlan, Role, Scene};
use rezkit::thumb::{ThumbOptions, levels};
use rezkit::{Edited, File, Format, OpenOptions, Problem, ProblemKind, identify, usual_memory};
use std::path::{Path, PathBuf};

/// Makes levels of detail of a mesh from its finest one.
///
/// It takes meshes of Second Life and Roblox, and leaves everything else in them unchanged. Edges whose collapse
/// changes the shape and its look least are collapsed first: sharp edges, seams of texture coordinates and borders
/// between materials stay where a change would be visible. Each vertex is one of the finest level, with its normal,
/// texture coordinates, colour and weights. A mesh that cannot have so few triangles is reported, with the reason.
///
/// With --picture nothing else is written, and models of other programs can be shown, too: each level below the finest one,
/// both as large as the model is on a screen when the viewer of Second Life changes to that level. A model without levels is
/// shown with those that a conversion to a mesh of Second Life makes.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez lod chair.llmesh --lods 4 --dry-run" => "four levels, each with a third of the one before"
    "rez lod chair.mesh --lods 4000,1000,200,50 -o smaller.mesh" => "levels with so many triangles"
    "rez lod chair.glb --picture sheet.png" => "how its levels look where they are shown"
    "rez lod chair.llmesh --land-impact 2 --scale 1,1,2 -o cheap.llmesh" => "levels that cost no more than 2"
})]
pub(super) struct LodArgs {
    #[command(flatten)]
    target: EditArgs,
    /// Draw the levels of the file, or those requested, and write only this PNG.
    #[arg(long, value_name = "PATH", group = "destination")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    levels: Levels,
}

pub(super) fn run(verb: &LodArgs, common: &Common, out: &mut Out) -> Ending {
    if let Some(path) = &verb.picture {
        return picture(verb, path, common, out);
    }
    let Some(options) = verb.levels.options() else {
        let message = "say which levels to make, with --lods, --error or --land-impact";
        return Err(Done::misused(&verb.target.path.to_string_lossy(), message));
    };
    editing::edit_file(&verb.target, "level", "made", common, out, |file, _| {
        rezkit::lod::lod(file, &options).map(Edited::from)
    })
}

/// Draws the levels side by side.
fn picture(verb: &LodArgs, path: &Path, common: &Common, out: &mut Out) -> Ending {
    let input = done::named(&verb.target.path)?;
    let bytes = done::read(&input, common)?;
    let assets = Assets::none(common);
    let mut files = assets.beside(input.path());
    let memory = common.memory(input.is_found, bytes.len()).unwrap_or(usual_memory(bytes.len()));
    let leveled = leveled(&bytes, verb.levels.options(), memory, &mut |name| files.read(name));
    let done = files.add_to(Done::<()>::new(String::new(), Code::Fine));
    out.tell(&done.err);
    let drawn = leveled.and_then(|(scene, notes)| {
        Ok((levels(&scene, &ThumbOptions::default().max_memory(memory / 2))?, notes))
    });
    let (picture, notes) = drawn.map_err(|problem| Done::refused(&input.name, problem, false))?;
    let code = give(&picture, "the levels", path, verb.target.force, out)?;
    for note in notes {
        out.mention(&format!("{ODD}note:{ODD:#} {}\n", clean(&note)));
    }
    Ok(code.max(done.code))
}

/// The scene with its own or the requested levels, and messages about these.
fn leveled(
    bytes: &[u8],
    asked: Option<LodOptions>,
    memory: usize,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Vec<String>), Problem> {
    let reading = SceneOptions::default().max_memory(memory);
    if let Some(options) = &asked
        && matches!(identify(bytes).format, Format::SlMesh | Format::RbxMesh)
    {
        let file = File::open(bytes, &OpenOptions::default().max_memory(memory))?;
        let made = rezkit::lod::lod(&file, options)?;
        return Ok((exchange::read(&made.bytes, &reading, files)?.0, lines(&made.levels, &made.tried)));
    }
    if asked.as_ref().is_some_and(|options| options.limit.is_some()) {
        let message = "only meshes of Second Life have a land impact";
        return Err(Problem::new(ProblemKind::Unsupported, message));
    }
    let (mut scene, _) = exchange::read(bytes, &reading, files)?;
    let has_levels = scene.nodes.iter().any(|node| matches!(node.role, Role::Lod { .. }));
    let plan = match asked {
        Some(options) => options.plan,
        None if has_levels => return Ok((scene, Vec::new())),
        None => LevelPlan::levels(4),
    };
    let made = scene.make_levels_within(&plan, &Allowance::new(memory))?;
    Ok((scene, lines(&made, &[])))
}
