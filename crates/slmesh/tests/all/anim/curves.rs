//! Values of keys, and the interpolation between them.

use slmesh::Rounding::{Nearest, Truncate};
use slmesh::Same;
use slmesh::anim::*;
use slmesh::geom::{Quat, Vec3};

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians()).unwrap()
}

/// The angle between two rotations, in degrees.
fn apart(a: Quat, b: Quat) -> f64 {
    let [a, b] = [a, b].map(|of| of.to_array().map(f64::from));
    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    2.0 * dot.abs().min(1.0).acos().to_degrees()
}

#[test]
fn ends_are_exact_and_zero_has_two_codes() {
    let key = |code: u16| Keys::Codes(vec![Key { time: code, value: [code; 3] }]);
    let position = |code| key(code).positions(60.0)[0];
    assert_eq!(position(0), (0.0, Vec3::splat(-5.0)));
    assert_eq!(position(65_535), (60.0, Vec3::splat(5.0)));
    assert_eq!([32_767, 32_768].map(|code| position(code).1), [Vec3::ZERO; 2]);
    assert!(position(32_766).1.x < -1e-4 && position(32_769).1.x > 1e-4);
    let Keys::Codes(zero) = Keys::of_positions(1.0, [(0.5, Vec3::ZERO)], Nearest) else { panic!("codes") };
    assert_eq!(zero[0].value, [32_767; 3]);
    let Keys::Codes(far) = Keys::of_positions(1.0, [(9.0, Vec3::new(9.0, -9.0, f32::NAN))], Nearest) else {
        panic!("codes")
    };
    assert_eq!((far[0].time, far[0].value), (65_535, [65_535, 0, 0]));
    assert_eq!(Keys::of_rotations(0.0, [(0.0, Quat::IDENTITY)], Truncate).times(0.0).next(), Some(0.0));
}

/// Also times, and the lower code of the two for 0.
#[test]
fn all_codes_of_rotations_and_positions_come_back() {
    for axis in 0..3 {
        let keys = |lower_zero: bool| {
            let key = |code| {
                let mut value = [32_767; 3];
                value[axis] = if lower_zero && code == 32_768 { 32_767 } else { code };
                Key { time: code, value }
            };
            Keys::Codes((0..=u16::MAX).map(key).collect())
        };
        let (all, expected) = (keys(false), keys(true));
        assert!(Keys::of_rotations(60.0, all.rotations(60.0), Nearest) == expected, "{axis}");
        assert!(Keys::of_positions(60.0, all.positions(60.0), Nearest) == expected, "{axis}");
    }
}

/// An example shows that the angles of version 0.1 are about fixed axes.
#[test]
fn angles_turn_about_z_first() {
    let keys = Keys::Plain(vec![PlainKey { time: 0.0, value: Vec3::new(10.0, -20.0, 45.0) }]);
    let found = keys.rotations(1.0)[0].1.to_array();
    let expected = [0.013_099, -0.192_666, 0.361_453, 0.912_173];
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 2e-6), "{found:?}");
}

#[test]
fn rotations_come_back_as_exactly_as_codes_are() {
    for degrees in (-175..=175).step_by(10) {
        let rotation = turn(Vec3::new(1.0, -2.0, 0.5), degrees as f32);
        // The negative quaternion is the same rotation.
        let opposite = Quat::from_array(rotation.to_array().map(|part| -part));
        for given in [rotation, opposite] {
            let keys = Keys::of_rotations(1.0, [(0.0, given)], Nearest);
            let found = keys.rotations(1.0)[0].1;
            assert!(apart(found, rotation) < 0.1, "{degrees}: {}", apart(found, rotation));
        }
    }
}

/// Near half a turn, the real part, which is not stored, is small, and half a step of the others moves it far.
#[test]
fn rotations_near_half_a_turn_are_the_nearest_that_can_be_stored() {
    let mut most = 0.0_f64;
    for number in 0..500_u16 {
        let rotation = turn(Vec3::new(1.0, -2.0, 0.5), 179.0 + f32::from(number) * 0.002);
        let keys = Keys::of_rotations(1.0, [(0.0, rotation)], Nearest);
        most = most.max(apart(keys.rotations(1.0)[0].1, rotation));
    }
    // The nearest code of each component alone is off by up to 0.6 degrees.
    assert!(most < 0.2, "{most}");
}

#[test]
fn between_keys_the_shorter_way_is_shown() {
    let keys = Keys::of_rotations(2.0, [(0.0, turn(Vec3::Z, 0.0)), (1.0, turn(Vec3::Z, 60.0))], Nearest);
    let at = |time| keys.rotation_at(2.0, time).unwrap();
    assert!(apart(at(0.5), turn(Vec3::Z, 30.0)) < 0.1);
    assert!(apart(at(1.7), turn(Vec3::Z, 60.0)) < 0.1);
    // 180 is in the middle of -170 and 170 degrees.
    let far = Keys::of_rotations(1.0, [(0.0, turn(Vec3::Z, 170.0)), (1.0, turn(Vec3::Z, -170.0))], Nearest);
    assert!(apart(far.rotation_at(1.0, 0.5).unwrap(), turn(Vec3::Z, 180.0)) < 0.2);
    assert!(apart(far.rotation_at(1.0, 0.25).unwrap(), turn(Vec3::Z, 175.0)) < 0.2);
    assert_eq!(Keys::default().rotation_at(1.0, 0.5), None);
}

#[test]
fn keys_may_be_in_any_order_and_the_last_of_a_time_counts() {
    let place = |x: f32| Vec3::new(x, 0.0, 0.0);
    let keys = Keys::of_positions(
        1.0,
        [(1.0, place(4.0)), (0.0, place(1.0)), (0.5, place(3.0)), (0.5, place(2.0))],
        Nearest,
    );
    let at = |time| keys.position_at(1.0, time).unwrap().x;
    let expected = [(-1.0, 1.0), (0.25, 1.5), (0.5, 2.0), (0.75, 3.0), (1.0, 4.0), (9.0, 4.0)];
    for (time, x) in expected {
        assert!((at(time) - x).abs() < 1e-3, "{time}: {} is not {x}", at(time));
    }
}

#[test]
fn volumes_end_at_a_zero() {
    let volume = Volume(*b"GROUND\0_LEG\0\0\0\0\0");
    assert_eq!((volume.name(), volume.leftover()), (&b"GROUND"[..], &b"_LEG"[..]));
    assert_eq!(Volume::named("L_UPPER_LEG").unwrap().leftover(), b"");
    assert_eq!(Volume(*b"sixteen letters!").name(), b"sixteen letters!");
    assert_eq!((Volume::named("sixteen letters!"), Volume::named("a\0b")), (None, None));
    assert_eq!(volume.difference(&volume), None);
    let other = volume.difference(&Volume::named("GROUND").unwrap());
    assert_eq!(other.as_deref(), Some(": \"GROUND\\x00_LEG\" is not \"GROUND\""));
}
