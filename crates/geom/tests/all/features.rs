//! Tests of optional features.

#[cfg(feature = "mint")]
#[test]
fn mint_matrices_keep_their_order() {
    use geom::{Mat3, Mat4, Quat, Vec3};

    let matrix = Mat3::from_rows_array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    let rows = mint::RowMatrix3::from(matrix);
    let cols = mint::ColumnMatrix3::from(matrix);
    assert_eq!((rows.x.y, cols.x.y), (2.0, 4.0));
    assert_eq!((Mat3::from(rows), Mat3::from(cols)), (matrix, matrix));

    let shift = Mat4::from_parts(matrix, Vec3::new(10.0, 11.0, 12.0));
    assert_eq!(mint::ColumnMatrix4::from(shift).w, [10.0, 11.0, 12.0, 1.0].into());
    assert_eq!(Mat4::from(mint::RowMatrix4::from(shift)), shift);

    let quat = mint::Quaternion::from(Quat::new(1.0, 2.0, 3.0, 4.0));
    assert_eq!((quat.v.x, quat.s), (1.0, 4.0));
    assert_eq!(Quat::from(quat), Quat::new(1.0, 2.0, 3.0, 4.0));
}

#[cfg(feature = "serde")]
#[test]
fn serde_goes_field_by_field() {
    use geom::{Aabb, Pose, Quat, Rgba8, TriMesh, Vec2, Vec3};
    use serde::{
        Deserialize, Serialize,
        de::DeserializeOwned,
        de::value::{Error, MapDeserializer},
    };

    let fields = MapDeserializer::<_, Error>::new([("z", 3.0f32), ("x", 1.0), ("y", 2.0)].into_iter());
    assert_eq!(Vec3::deserialize(fields), Ok(Vec3::new(1.0, 2.0, 3.0)));
    // A mesh stored before an attribute existed still reads.
    let fields = MapDeserializer::<_, Error>::new([("uvs", vec![0u8; 0])].into_iter());
    assert_eq!(TriMesh::deserialize(fields), Ok(TriMesh::default()));

    fn check<T: Serialize + DeserializeOwned>() {}
    check::<(Vec2, Quat, Pose, geom::Mat4, Aabb, Rgba8, TriMesh)>();
}
