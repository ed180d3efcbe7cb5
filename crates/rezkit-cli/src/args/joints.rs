//! The arguments for the joints of a rig.

use clap::Args;

/// The treatment of the joints of a rig.
#[derive(Debug, Args)]
pub(crate) struct Joints {
    /// Give a joint another name, as in mixamorig:Hips=mPelvis; may be given more than once.
    #[arg(long, value_name = "OLD=NEW", value_parser = renaming, hide_short_help = true)]
    map_joint: Vec<(String, String)>,
    /// Take joints for those of Second Life's avatar by the names that they have in a rig: mixamo, ready-player-me, vrm,
    /// blender, rigify, unreal, kaykit, quaternius, makehuman, biovision, r15, r6 or second-life. By default auto.
    ///
    /// `auto` chooses the rig that most names belong to; the report names it. A mesh is refused if more than
    /// 5 % of it hangs on other joints, which are listed: --map-joint assigns them; with the name of a rig,
    /// they move with the next joint above that it knows; and `none` leaves all joints out. Joints that the
    /// avatar lacks, such as those that twist, give their weights to the joint that they belong to.
    #[arg(long, value_name = "RIG", hide_short_help = true)]
    rig_preset: Option<rezkit::exchange::RigPreset>,
    /// Let joints of a mesh of Second Life keep their positions, instead of those that the avatar has.
    ///
    /// Without this option, the report states how far the mesh is moved. `pelvis=0.05` raises the avatar by 0.05 metres
    /// while it wears the mesh, and `lock-scale` keeps the scale of joints that are moved:
    /// --joint-positions=pelvis=0.05,lock-scale
    #[arg(long, value_name = "OPTIONS", num_args = 0..=1, require_equals = true, default_missing_value = "", hide_short_help = true)]
    joint_positions: Option<rezkit::exchange::JointPositions>,
}

impl Joints {
    pub(crate) fn put(&self, options: &mut rezkit::exchange::AssetOptions) {
        options.joint_names.clone_from(&self.map_joint);
        options.rig = self.rig_preset;
        options.joint_positions = self.joint_positions;
    }

    /// Returns true if any of these arguments is given.
    pub(crate) fn has_any(&self) -> bool {
        !self.map_joint.is_empty() || self.rig_preset.is_some() || self.joint_positions.is_some()
    }
}

/// Parses a renaming such as `hips=mPelvis`.
fn renaming(text: &str) -> Result<(String, String), String> {
    let (old, new) = text.split_once('=').ok_or("expected two names, as in hips=mPelvis")?;
    Ok((old.to_owned(), new.to_owned()))
}
