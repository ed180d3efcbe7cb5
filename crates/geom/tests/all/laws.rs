//! Properties that hold for all numbers.

use geom::{Aabb, Mat3, Mat4, Pose, Quat, Rgba8, TriMesh, Vec2, Vec3, Vec4, le};
use proptest::{array, collection::vec, prelude::*};

const IDENTITY3: [f32; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

fn any_vec3() -> impl Strategy<Value = Vec3> {
    array::uniform3(-100.0f32..100.0).prop_map(Vec3::from_array)
}

fn any_rotation() -> impl Strategy<Value = Quat> {
    (any_vec3(), -10.0f32..10.0)
        .prop_filter_map("no axis", |(axis, angle)| Quat::from_axis_angle(axis, angle))
}

/// A scale that mirrors along each axis in half of the cases.
fn any_scale() -> impl Strategy<Value = Vec3> {
    array::uniform3(prop_oneof![-10.0f32..-0.1, 0.1f32..10.0]).prop_map(Vec3::from_array)
}

/// A matrix that rotates, scales, shears and mirrors, and is well conditioned.
fn any_pose() -> impl Strategy<Value = Pose> {
    (any_rotation(), any_scale(), any_rotation(), any_vec3()).prop_map(|(a, scale, b, position)| Pose {
        rotation: a.to_mat3() * Mat3::from_scale(scale) * b.to_mat3(),
        position,
    })
}

fn assert_near(found: impl AsRef<[f32]>, expected: impl AsRef<[f32]>, tolerance: f32) {
    let (found, expected) = (found.as_ref(), expected.as_ref());
    let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= tolerance);
    assert!(near && found.len() == expected.len(), "{found:?} is not {expected:?}");
}

fn assert_rotation(matrix: Mat3) {
    assert_near((matrix.transposed() * matrix).to_rows_array(), IDENTITY3, 1e-5);
    assert_near([matrix.determinant()], [1.0], 1e-5);
}

proptest! {
    #[test]
    fn inverse_times_matrix_is_identity(pose in any_pose(), numbers in array::uniform16(-1.0f32..1.0)) {
        let product = pose.rotation.inverse().unwrap() * pose.rotation;
        assert_near(product.to_rows_array(), IDENTITY3, 1e-4);

        let matrix = Mat4::from_rows_array(numbers);
        if matrix.determinant().abs() > 0.1 {
            let product = matrix.inverse().unwrap() * matrix;
            assert_near(product.to_rows_array(), Mat4::IDENTITY.to_rows_array(), 1e-4);
        }
    }

    #[test]
    fn rotations_are_orthonormal(rotation in any_rotation(), pose in any_pose()) {
        assert_rotation(rotation.to_mat3());
        assert_rotation(pose.rotation.orthonormalised().unwrap());
    }

    #[test]
    fn quaternion_and_matrix_agree(
        a in any_rotation(), b in any_rotation(), vector in any_vec3(), size in 0.1f32..9.0,
    ) {
        let turned = a * Quat::new(vector.x, vector.y, vector.z, 0.0) * a.conjugate();
        assert_near((a.to_mat3() * vector).extend(0.0).to_array(), turned.to_array(), 1e-3);
        let stretched = Quat::from_array(a.to_array().map(|component| component * size));
        assert_near(stretched.rotate(vector).extend(0.0).to_array(), turned.to_array(), 1e-3);
        assert_near((a * b).to_mat3().to_rows_array(), (a.to_mat3() * b.to_mat3()).to_rows_array(), 1e-5);
        let back = Quat::from_mat3(a.to_mat3()).unwrap();
        assert_near([back.dot(a).abs(), back.length()], [1.0, 1.0], 1e-5);
    }

    #[test]
    fn pose_inverse_undoes_pose(pose in any_pose(), point in any_vec3()) {
        let inverse = pose.inverse().unwrap();
        assert_near(inverse.transform_point(pose.transform_point(point)).to_array(), point.to_array(), 1e-1);
        assert_near((inverse * pose).rotation.to_rows_array(), IDENTITY3, 1e-4);
        assert_near((pose * inverse).position.to_array(), [0.0; 3], 1e-2);
    }

    #[test]
    fn poses_and_matrices_agree(a in any_pose(), b in any_pose(), point in any_vec3()) {
        prop_assert_eq!(a.transform_point(point), Mat4::from(a).transform_point(point));
        prop_assert_eq!(a.transform_vector(point), Mat4::from(a).transform_vector(point));
        let product = Mat4::from(a) * Mat4::from(b);
        assert_near(Mat4::from(a * b).to_rows_array(), product.to_rows_array(), 1e-2);
        let expected = a.rotation.determinant() * b.rotation.determinant();
        assert_near([product.determinant()], [expected], 1e-3 * expected.abs());
    }

    #[test]
    fn translation_rotation_scale_come_back(
        place in any_vec3(), rotation in any_rotation(), scale in any_scale(),
    ) {
        let matrix = Mat4::from_translation_rotation_scale(place, rotation, scale);
        let (place, rotation, scale) = matrix.to_translation_rotation_scale().unwrap();
        let again = Mat4::from_translation_rotation_scale(place, rotation, scale);
        assert_near(again.to_rows_array(), matrix.to_rows_array(), 1e-4);
    }

    #[test]
    fn matrix_arrays_come_back(numbers in array::uniform16(-1.0f32..1.0)) {
        let matrix = Mat4::from_rows_array(numbers);
        prop_assert_eq!(matrix.to_rows_array(), numbers);
        prop_assert_eq!(Mat4::from_cols_array(matrix.to_cols_array()), matrix);
        prop_assert_eq!(Mat4::from_cols(matrix.cols()), matrix);
        prop_assert_eq!(matrix.transposed().to_cols_array(), numbers);
    }

    /// All bit patterns, including NaN, infinities and subnormals.
    #[test]
    fn odd_numbers_give_none_or_finite(bits in array::uniform16(any::<u32>())) {
        let matrix = Mat4::from_rows_array(bits.map(f32::from_bits));
        let pose = Pose { rotation: matrix.linear(), position: matrix.translation() };
        let direction = pose.position.normalised();
        prop_assert_eq!(direction.is_some(), pose.position.is_finite() && pose.position != Vec3::ZERO);
        prop_assert!(direction.is_none_or(|unit| (unit.length() - 1.0).abs() < 1e-6));
        prop_assert!(matrix.inverse().is_none_or(Mat4::is_finite));
        prop_assert!(pose.inverse().is_none_or(|pose| Mat4::from(pose).is_finite()));
        prop_assert!(Quat::from_mat3(pose.rotation).is_none_or(Quat::is_finite));
        let parts = matrix.to_translation_rotation_scale();
        prop_assert!(parts.is_none_or(|(place, rotation, _)| place.is_finite() && rotation.is_finite()));
        assert_rotation(Quat::from_array(matrix.rows[0].to_array()).to_mat3());
        Rgba8::from_vec4(matrix.rows[1]);
    }

    #[test]
    fn bounds_ignore_what_is_not_finite(
        points in vec(any_vec3(), 1..20), odd in vec((any_vec3(), 0..3usize, 0..3usize), 0..20),
    ) {
        let odd = odd.into_iter().map(|(point, at, kind)| {
            let mut components = point.to_array();
            components[at] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][kind];
            Vec3::from_array(components)
        });
        prop_assert_eq!(Aabb::from_points(odd.clone()), None);
        let bounds = Aabb::from_points(points.iter().copied()).unwrap();
        prop_assert_eq!(Aabb::from_points(odd.chain(points.iter().copied())), Some(bounds));
        prop_assert!(points.iter().all(|point| bounds.contains(*point)));
        prop_assert!(points.iter().any(|point| point.x == bounds.min.x));
        prop_assert!(points.iter().any(|point| point.z == bounds.max.z));
        prop_assert_eq!(Aabb::from_points(bounds.corners()), Some(bounds));
    }

    #[test]
    fn bytes_come_back_bit_by_bit(bytes in vec(any::<u8>(), 0..2000)) {
        fn check<T: le::Element>(bytes: &[u8]) {
            let whole = &bytes[..bytes.len() / T::SIZE * T::SIZE];
            let elements = le::decode::<T>(whole).unwrap();
            assert_eq!(elements.len(), whole.len() / T::SIZE);
            let mut encoded = vec![7];
            le::encode(&elements, &mut encoded);
            assert_eq!(encoded[1..], *whole);
            assert_eq!(le::decode::<T>(bytes).is_some(), whole.len() == bytes.len());
        }
        check::<u16>(&bytes);
        check::<u32>(&bytes);
        check::<f32>(&bytes);
        check::<Vec2>(&bytes);
        check::<Vec3>(&bytes);
        check::<Vec4>(&bytes);
        check::<[u32; 3]>(&bytes);
    }

    #[test]
    fn merged_meshes_keep_their_triangles(corners in vec((any_vec3(), 0u32..30), 3..30)) {
        let (positions, indices): (Vec<_>, Vec<_>) = corners.into_iter().unzip();
        let mesh = TriMesh { positions, indices: indices.as_chunks().0.to_vec(), ..TriMesh::default() };
        let drawn = |mesh: &TriMesh| -> Vec<_> {
            mesh.triangles().map(|triangle| triangle.map(|index| mesh.positions[index])).collect()
        };
        // The mesh is merged with itself, so that an index too large for the first copy would hit the second.
        prop_assert_eq!(drawn(&TriMesh::merged([&mesh, &mesh])), drawn(&mesh).repeat(2));
    }

    #[test]
    fn transformed_normals_stay_on_their_side(corners in array::uniform3(any_vec3()), pose in any_pose()) {
        let normal = |[a, b, c]: [Vec3; 3]| (b - a).cross(c - a);
        prop_assume!(normal(corners).length() > 100.0);
        let (positions, normals) = (corners.to_vec(), vec![normal(corners); 3]);
        let mut mesh = TriMesh { positions, normals, indices: vec![[0, 1, 2]], ..TriMesh::default() };
        mesh.transform(pose.into());
        let moved = mesh.indices[0].map(|index| mesh.positions[index as usize]);
        assert_near(mesh.normals[2].to_array(), normal(moved).normalised().unwrap().to_array(), 1e-2);
    }
}
