//! Laws on generated animations, and on prefixes.

use super::each::fixtures;
use proptest::collection::vec;
use proptest::prelude::*;
use slmesh::anim::*;
use slmesh::geom::Vec3;
use slmesh::llsd::Text;
use slmesh::{Place, ReadOptions, Same};

fn any_float() -> impl Strategy<Value = f32> {
    prop_oneof![0.0_f32..60.0, Just(0.0), any::<f32>(), Just(f32::NAN)]
}

fn any_vector() -> impl Strategy<Value = Vec3> {
    [any_float(), any_float(), any_float()].prop_map(Vec3::from_array)
}

fn any_text() -> impl Strategy<Value = Text> {
    let known = prop::sample::select(vec!["mPelvis", "mHead", "hip", "L_HAND", "Chest", "express_smile", ""]);
    prop_oneof![known.prop_map(Text::from), vec(1..=u8::MAX, 0..20).prop_map(Text::from)]
}

fn any_keys(version: Version) -> BoxedStrategy<Keys> {
    let code = (any::<u16>(), any::<[u16; 3]>()).prop_map(|(time, value)| Key { time, value });
    let plain = (any_float(), any_vector()).prop_map(|(time, value)| PlainKey { time, value });
    match version {
        Version::Old => vec(plain, 0..6).prop_map(Keys::Plain).boxed(),
        _ => vec(code, 0..6).prop_map(Keys::Codes).boxed(),
    }
}

fn any_joint(version: Version) -> impl Strategy<Value = Joint> {
    (any_text(), -2..9_i32, any_keys(version), any_keys(version))
        .prop_map(|(name, priority, rotations, positions)| Joint { name, priority, rotations, positions })
}

fn any_volume() -> impl Strategy<Value = Volume> {
    let known = prop::sample::select(vec!["PELVIS", "L_HAND", "GROUND", "CHEST", ""]);
    prop_oneof![known.prop_map(|name| Volume::named(name).unwrap()), any::<[u8; 16]>().prop_map(Volume)]
}

fn any_constraint() -> impl Strategy<Value = Constraint> {
    let ends = (any_volume(), any_vector(), any_volume(), any_vector(), any_vector());
    let times = [any_float(), any_float(), any_float(), any_float()];
    (0..6_u8, 0..3_u8, ends, times).prop_map(|(chain_length, constraint_type, ends, times)| {
        let (source_volume, source_offset, target_volume, target_offset, target_dir) = ends;
        let [ease_in_start, ease_in_stop, ease_out_start, ease_out_stop] = times;
        Constraint {
            chain_length,
            constraint_type,
            source_volume,
            source_offset,
            target_volume,
            target_offset,
            target_dir,
            ease_in_start,
            ease_in_stop,
            ease_out_start,
            ease_out_stop,
        }
    })
}

pub(super) fn any_animation() -> impl Strategy<Value = Animation> {
    prop_oneof![Just(Version::Old), Just(Version::Current)].prop_flat_map(|version| {
        let head = (-3..9_i32, any_float(), any_text(), any::<i32>(), 0..20_u32);
        let times = [any_float(), any_float(), any_float(), any_float()];
        let lists = (vec(any_joint(version), 0..5), vec(any_constraint(), 0..13), vec(any::<u8>(), 0..4));
        (head, times, lists).prop_map(move |(head, times, (joints, constraints, trailing))| {
            let (base_priority, duration, emote_name, loops, hand_pose) = head;
            let [loop_in_point, loop_out_point, ease_in_duration, ease_out_duration] = times;
            Animation {
                version,
                base_priority,
                duration,
                emote_name,
                loop_in_point,
                loop_out_point,
                loops,
                ease_in_duration,
                ease_out_duration,
                hand_pose,
                joints,
                constraints,
                trailing,
            }
        })
    })
}

proptest! {
    #[test]
    fn reading_undoes_writing(animation in any_animation()) {
        let written = write(&animation).unwrap();
        prop_assert_eq!(written.len(), animation.n_bytes());
        let read = read(&written).unwrap();
        prop_assert_eq!(read.difference(&animation), None);
        prop_assert_eq!(&write_onto(&read, &written).unwrap(), &written);
        for finding in validate(&animation) {
            prop_assert!(super::locate(&written, &finding.path).is_some(), "{}", finding);
        }
    }

    #[test]
    fn an_edited_file_is_what_would_be_written_anew(before in any_animation(), edited in any_animation()) {
        let written = write_onto(&edited, &write(&before).unwrap()).unwrap();
        prop_assert_eq!(read(&written).unwrap().difference(&edited), None);
        prop_assert_eq!(written, write(&edited).unwrap());
    }

    #[test]
    fn every_prefix_is_refused_inside_its_bounds(animation in any_animation(), cut: prop::sample::Index) {
        let whole = write(&Animation { trailing: vec![], ..animation }).unwrap();
        let prefix = &whole[..cut.index(whole.len())];
        let error = read_with(prefix, &ReadOptions::default().strict(true)).unwrap_err();
        prop_assert!(matches!(error.place(), Place::Input(at) if at <= prefix.len()), "{}", error);
    }
}

#[cfg(feature = "serde")]
#[test]
fn animations_come_back_from_json() {
    for (name, bytes) in fixtures("valid") {
        let animation = read(&bytes).unwrap();
        let text = serde_json::to_string(&animation).unwrap();
        let again: Animation = serde_json::from_str(&text).unwrap();
        assert_eq!(again.difference(&animation), None, "{name}");
    }
}

/// After an edit, the file is what `write` returns, and undoing the edit restores the original bytes.
#[test]
fn an_edit_changes_its_own_bytes() {
    for (name, bytes) in fixtures("valid") {
        let mut animation = read(&bytes).unwrap();
        let before = animation.hand_pose;
        animation.hand_pose = 12;
        let written = write_onto(&animation, &bytes).unwrap();
        let changed = written.iter().zip(&bytes).filter(|(new, old)| new != old).count();
        assert_eq!((written.len(), changed), (bytes.len(), 1), "{name}");
        animation.hand_pose = before;
        assert_eq!(write_onto(&animation, &bytes).unwrap(), bytes, "{name}");
    }
}

#[test]
fn what_the_format_cannot_say_is_refused() {
    let with = |joint: Joint| write(&Animation { joints: vec![joint], ..Animation::default() });
    let name = Joint::named("m\0Head");
    assert_eq!(
        with(name).unwrap_err().to_string(),
        "joints[0].name: expected a text without a zero, found \"m\\0Head\""
    );
    let old = Joint { positions: Keys::Plain(vec![]), ..Joint::named("mHead") };
    assert_eq!(
        with(old).unwrap_err().to_string(),
        "joints[0].positions: expected keys of version 1.0, found 0.1"
    );
}

/// An animation has no magic number, so files of other formats must not be recognised as one.
#[test]
fn an_animation_is_recognised() {
    for folder in ["valid", "rules"] {
        assert!(fixtures(folder).iter().all(|(_, bytes)| detect(bytes)), "{folder}");
    }
    for (name, bytes) in fixtures("valid") {
        assert!(detect(&bytes[..bytes.len().min(64)]), "{name}");
    }
    // A Windows icon, numbers, a font, and an empty file.
    let icon = b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x16\0\0\0\x28\0\0\0\x10\0\0\0\x20\0\0\0\x01\0\x20\0\0\0\0\0\0\x04\0\0";
    assert!(
        !detect(icon) && !detect(&[1, 0, 0, 0].repeat(40)) && !detect(b"\0\x01\0\0\0\x10") && !detect(b"")
    );
}

#[test]
fn a_file_that_is_too_large_to_upload_is_found() {
    let sized = |n_bytes: usize| {
        let positions = Keys::Codes(vec![Key::default(); 31_000]);
        let joints = vec![Joint { positions, ..Joint::named("mPelvis") }];
        let mut animation = Animation { joints, ..Animation::default() };
        animation.trailing = vec![0; n_bytes - animation.n_bytes()];
        animation
    };
    for (n_bytes, expected) in [(250_000, None), (250_001, Some(("250001 bytes", "250000")))] {
        let animation = sized(n_bytes);
        assert_eq!(write(&animation).map(|file| file.len()), Ok(n_bytes));
        let findings = validate(&animation);
        let found = findings.iter().find(|finding| finding.rule.id == "SLA032");
        assert_eq!(found.map(|one| (&*one.found, &*one.limit)), expected);
    }
}

/// Values beyond the limits of what viewers show are found exactly at the limits.
#[test]
fn what_is_never_seen_is_found() {
    let ids = |animation: &Animation| validate(animation).iter().map(|one| one.rule.id).collect::<Vec<_>>();
    let acts = |start: f32, stop: f32| {
        let constraint = Constraint { ease_in_start: start, ease_out_stop: stop, ..Constraint::default() };
        let animation = Animation { duration: 2.0, constraints: vec![constraint], ..Animation::default() };
        !ids(&animation).contains(&"SLA028")
    };
    assert_eq!([acts(0.0, 1.0), acts(2.0, 3.0), acts(2.5, 3.0), acts(1.0, 1.0)], [true, true, false, false]);
    let is_seamless = |end: f32| {
        let keys = [(0.0, Vec3::default()), (2.0, Vec3::new(end, 0.0, 0.0))];
        let positions = Keys::of_positions(2.0, keys, slmesh::Rounding::Nearest);
        let joints = vec![Joint { positions, ..Joint::named("mPelvis") }];
        let version = Version::Current;
        let animation = Animation {
            version,
            duration: 2.0,
            loop_out_point: 2.0,
            loops: 1,
            joints,
            ..Animation::default()
        };
        !ids(&animation).contains(&"SLA019")
    };
    assert_eq!([is_seamless(0.0), is_seamless(0.009), is_seamless(0.02)], [true, true, false]);
}

/// A joint of a few bytes takes a hundred in memory.
#[test]
fn joints_draw_on_the_limit_by_their_size() {
    let joints = (0..1000).map(|_| Joint::named("")).collect();
    let bytes = write(&Animation { joints, ..Animation::default() }).unwrap();
    let read =
        |n: usize| read_with(&bytes, &ReadOptions::default().limits(slmesh::Limits::default().elements(n)));
    assert!(matches!(
        read(5000).unwrap_err().kind(),
        slmesh::ErrorKind::LimitExceeded { limit: "elements", .. }
    ));
    assert_eq!(read(50_000).unwrap().0.joints.len(), 1000);
}
