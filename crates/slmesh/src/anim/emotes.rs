//! Names of emotes in animations.

use llsd::Uuid;

/// Returns true if viewers start an animation for this name: one that they contain, or one with this UUID.
pub(super) fn is_emote(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    BUILT_IN.binary_search(&&*name.to_ascii_lowercase()).is_ok() || name.parse::<Uuid>().is_ok()
}

/// The names of the animations that every viewer contains, sorted. A spelling mistake in one of them is the viewer's.
#[rustfmt::skip]
const BUILT_IN: [&str; 139] = [
    "aim_l_bow", "aim_r_bazooka", "aim_r_handgun", "aim_r_rifle", "angry_fingerwag", "angry_tantrum",
    "away", "backflip", "blowkiss", "bow", "brush", "busy", "clap", "courtbow", "crouch", "crouchwalk",
    "dance1", "dance2", "dance3", "dance4", "dance5", "dance6", "dance7", "dance8", "dead", "drink",
    "express_afraid", "express_afraid_emote", "express_anger", "express_anger_emote", "express_bored",
    "express_bored_emote", "express_cry", "express_cry_emote", "express_disdain", "express_embarrased",
    "express_embarrassed_emote", "express_frown", "express_kiss", "express_laugh", "express_laugh_emote",
    "express_open_mouth", "express_repulsed", "express_repulsed_emote", "express_sad", "express_sad_emote",
    "express_shrug", "express_shrug_emote", "express_smile", "express_surprise", "express_surprise_emote",
    "express_tongue_out", "express_toothsmile", "express_wink", "express_wink_emote", "express_worry",
    "express_worry_emote", "falldown", "female_run_new", "female_walk", "female_walk_new", "fist_pump",
    "fly", "flyslow", "hello", "hold_l_bow", "hold_r_bazooka", "hold_r_handgun", "hold_r_rifle",
    "hold_throw_r", "hover", "hover_down", "hover_up", "impatient", "jump", "jumpforjoy",
    "kick_roundhouse_r", "kissmybutt", "land", "laugh_short", "motorcycle_sit", "musclebeach", "no_head",
    "no_unhappy", "nyanya", "peace", "point_me", "point_you", "prejump", "punch_l", "punch_onetwo",
    "punch_r", "rps_countdown", "rps_paper", "rps_rock", "rps_scissors", "run", "run_new", "salute",
    "shoot_l_bow", "shout", "sit", "sit_female", "sit_generic", "sit_ground", "sit_ground_constrained",
    "sit_to_stand", "sleep", "smoke_idle", "smoke_inhale", "smoke_throw_down", "snapshot", "soft_land",
    "stand", "stand_1", "stand_2", "stand_3", "stand_4", "standup", "stretch", "stride", "surf",
    "sword_strike_r", "talk", "throw_r", "tryon_shirt", "turn_180", "turnback_180", "turnleft", "turnright",
    "type", "walk", "walk_new", "whisper", "whistle", "wink_hollywood", "yes_happy", "yes_head",
    "yoga_float",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_case_and_ids_too() {
        assert!(BUILT_IN.is_sorted());
        assert!(BUILT_IN.iter().all(|name| is_emote(name.as_bytes())));
        let known = ["Express_Frown", "DANCE1", "b7c7c833-e3d3-c4e3-9fc0-131237446312"];
        assert!(known.iter().all(|name| is_emote(name.as_bytes())));
        let unknown = ["", "Closed_Mouth", "smile", "b7c7c833"];
        assert!(!unknown.iter().any(|name| is_emote(name.as_bytes())));
    }
}
