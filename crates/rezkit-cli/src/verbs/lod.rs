//! Levels of detail of a mesh.

use crate::args::{Common, Levels, examples};
use crate::done::{Done, Ending};
use crate::editing::{self, EditArgs};
use crate::output::Out;
use clap::Args;
use rezkit::Edited;

/// Makes levels of detail of a mesh from its finest one.
///
/// It takes meshes of Second Life and Roblox, and everything else of them stays as it is. Edges are collapsed, those
/// first that change the shape and its looks least: sharp edges, seams of texture coordinates and borders between
/// materials stay where it would be seen if they moved. Each vertex is one of the finest level, with its normal, texture
/// coordinates, colour and weights. A mesh that cannot have so few triangles is reported, with the reason.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez lod chair.llmesh --lods 4 --dry-run" => "four levels, each with a third of the one before"
    "rez lod chair.mesh --lods 4000,1000,200,50 -o smaller.mesh" => "levels with so many triangles"
    "rez lod chair.llmesh --land-impact 2 --scale 1,1,2 -o cheap.llmesh" => "levels that cost no more than 2"
})]
pub(super) struct LodArgs {
    #[command(flatten)]
    target: EditArgs,
    #[command(flatten)]
    levels: Levels,
}

pub(super) fn run(verb: &LodArgs, common: &Common, out: &mut Out) -> Ending {
    let Some(options) = verb.levels.options() else {
        let message = "say which levels to make, with --lods, --error or --land-impact";
        return Err(Done::misused(&verb.target.path.to_string_lossy(), message));
    };
    editing::run(&verb.target, "level", "made", common, out, |file| {
        rezkit::lod::lod(file, &options).map(Edited::from)
    })
}
