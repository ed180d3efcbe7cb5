//! The rules that [`validate`](crate::anim::validate) checks: the requirements of viewers when an animation is uploaded
//! or played, and values that viewers probably do not play as intended.

crate::common::rules::rules! {
    SLA001 Error "The duration is between 0 and 60 seconds"
        broken "The duration is not between 0 and 60 seconds"
        why "Viewers reject a longer animation (MAX_ANIM_DURATION), and every rotation key of one with a negative duration."
        fix "Shorten the animation, or split it.";
    SLA002 Error "Numbers are finite"
        broken "A number is infinite or not a number"
        why "Viewers reject the animation."
        fix "Write a finite number.";
    SLA003 Error "The base priority is at least -1"
        broken "The base priority is below -1"
        why "Viewers reject the animation."
        fix "Write a priority from 0 to 4, as the upload dialog does.";
    SLA004 Warning "The base priority is at most 6"
        broken "The base priority is above 6"
        why "Viewers read 6 instead, also for the pose of the hands."
        fix "Write a priority from 0 to 6.";
    SLA005 Error "The priority of a joint is between -1 and 6"
        broken "The priority of a joint is not between -1 and 6"
        why "Viewers reject the animation below -1. Above 6, nothing defines what they do."
        fix "Write -1 for the base priority, or 0 to 6.";
    SLA006 Error "The hand pose is at most 13"
        broken "The hand pose is above 13"
        why "Viewers reject the animation above 14, and ignore 14."
        fix "Write 1, for relaxed hands.";
    SLA007 Error "There are 1 to 216 joints"
        broken "There are no joints, or more than 216"
        why "Viewers reject the animation."
        fix "Add a joint that moves, or drop those that do not.";
    SLA008 Error "Every joint is part of the avatar's skeleton"
        broken "A joint is not part of the avatar's skeleton"
        why "Viewers reject an upload with such a joint. When they play one, they ignore the joint, but reject the animation for mRoot and mScreen."
        fix "Give the joint the name of its bone, collision volume or attachment point, or drop it.";
    SLA009 Note "A joint has its own name"
        broken "A joint has an alias as its name"
        why "Viewers write the joint's own name when the animation is uploaded. Other programs may not know the alias."
        fix "Write the joint's own name.";
    SLA010 Warning "A joint occurs once"
        broken "A joint occurs twice"
        why "Viewers move the joint by the first of both."
        fix "Drop one, or join their keys.";
    SLA011 Note "A joint has keys"
        broken "A joint has no keys"
        why "It does not move."
        fix "Drop the joint, unless a constraint needs it.";
    SLA012 Warning "Keys are in the order of their times"
        broken "Keys are not in the order of their times"
        why "Viewers sort them. Other programs may not."
        fix "Sort the keys.";
    SLA013 Warning "Keys have different times"
        broken "Several keys have the same time"
        why "Viewers use the last of them."
        fix "Drop the others.";
    SLA014 Warning "The times of keys are inside of the animation"
        broken "The time of a key is outside of the animation"
        why "Nothing at that time is ever shown. Only version 0.1 can express it."
        fix "Drop the key, or correct the duration.";
    SLA015 Warning "The quaternion of a rotation has a length of 1"
        broken "The quaternion of a rotation is longer than 1"
        why "Viewers do not correct it. Limbs are stretched or turned too far."
        fix "Divide the quaternion by its length.";
    SLA016 Warning "Positions are within 5 metres on each axis"
        broken "A position is farther than 5 metres"
        why "Viewers read 5 metres instead. Only version 0.1 can express it."
        fix "Move the avatar itself by a script.";
    SLA017 Note "Only mPelvis has positions"
        broken "Another joint than mPelvis has positions"
        why "They replace the joint's place in every avatar that plays it, also in those of another size or shape."
        fix "Drop the positions, unless the animation is meant for one avatar.";
    SLA018 Warning "The points of a loop are inside of the animation, the first one before the second"
        broken "A point of the loop is outside of the animation, or the first one after the second"
        why "The viewer stays at one moment, or jumps."
        fix "Write points from 0 to the duration.";
    SLA019 Warning "A loop ends as it begins"
        broken "A loop does not end as it begins"
        why "Viewers do not blend the end into the beginning: the joint jumps."
        fix "Give both points the same rotation and position.";
    SLA020 Warning "Ease times are not negative"
        broken "An ease time is negative"
        why "Viewers read 0 instead."
        fix "Write 0.";
    SLA021 Warning "An animation that is not looped is as long as it eases in and out"
        broken "An animation that is not looped is shorter than it eases in and out"
        why "It is never shown fully, because it begins to end before it has begun."
        fix "Shorten the ease times.";
    SLA022 Warning "Viewers know the emote"
        broken "Viewers do not know the emote"
        why "They ignore it. They know the emotes that they are shipped with, and other animations by their ids; they also ignore Closed_Mouth."
        fix "Write one that viewers know, such as express_smile, or none.";
    SLA023 Warning "There are at most 10 constraints"
        broken "There are more than 10 constraints"
        why "Viewers ignore all of them (MAX_CONSTRAINTS)."
        fix "Drop some.";
    SLA024 Error "The chain of a constraint has at most 3 joints above the first"
        broken "The chain of a constraint has more than 3 joints above the first"
        why "Viewers have room for four joints, and write past its end."
        fix "Write a chain_length from 0 to 3.";
    SLA025 Error "The type of a constraint is 0 or 1"
        broken "The type of a constraint is neither 0 nor 1"
        why "Viewers reject the animation."
        fix "Write 0 for a point, or 1 for a plane.";
    SLA026 Error "The volumes of a constraint are part of the avatar"
        broken "A volume of a constraint is not part of the avatar"
        why "Viewers reject the animation."
        fix "Name one of the 26 collision volumes; the target may also be GROUND.";
    SLA027 Error "All joints of a constraint's chain are in the animation"
        broken "A joint of a constraint's chain is not in the animation"
        why "Viewers reject the animation."
        fix "Add the joint, which needs no keys, or shorten the chain.";
    SLA028 Warning "A constraint acts at some time"
        broken "A constraint never acts"
        why "It acts only between ease_in_start and ease_out_stop."
        fix "Correct its times, or drop it.";
    SLA029 Warning "The joint of a constraint without a chain has positions"
        broken "The joint of a constraint without a chain has no positions"
        why "Such a constraint only changes the position of its joint, if it is animated."
        fix "Add a position key, or a chain.";
    SLA030 Note "A constraint has no direction"
        broken "A constraint has a direction"
        why "Viewers read target_dir, and never use it."
        fix "Write zeros.";
    SLA031 Note "Nothing follows the name of a volume"
        broken "Bytes follow the name of a volume"
        why "They are remains from the memory of the program that wrote the file."
        fix "Write zeros.";
    SLA032 Error "The file has at most 250,000 bytes"
        broken "The file has more than 250,000 bytes"
        why "Second Life does not accept a larger upload."
        fix "Drop keys that interpolation between their neighbours replaces.";
    SLA033 Note "The version is 1.0"
        broken "The version is 0.1"
        why "Viewers write 1.0 when the animation is uploaded. Some programs misread the angles of version 0.1."
        fix "Write version 1.0.";
    SLA034 Warning "An animation without duration has at most one key a curve"
        broken "An animation without duration has several keys in a curve"
        why "All of them are at the same time, and viewers use the last one."
        fix "Write a duration, or drop the others.";
    SLA035 Note "A curve with several keys changes"
        broken "A curve with several keys does not change"
        why "One key has the same effect, and takes less space."
        fix "Drop all keys but the first.";
    SLA036 Note "Nothing follows the last part"
        broken "There are bytes after the last part"
        why "Viewers ignore them, and drop them when the animation is uploaded."
        fix "Clear the field `trailing`.";
}
