//! Feature `mint`: conversions between our types and those of the crate mint.

use mint::{ColumnMatrix3, ColumnMatrix4, Quaternion, RowMatrix3, RowMatrix4, Vector2, Vector3, Vector4};

use crate::mat::{Mat3, Mat4};
use crate::quat::Quat;
use crate::vec::{Vec2, Vec3, Vec4};

macro_rules! convert {
    ($($Ours:ty, $Theirs:ty: |$ours:ident| $to:expr, |$theirs:ident| $from:expr;)+) => {$(
        impl From<$Ours> for $Theirs {
            fn from($ours: $Ours) -> Self {
                $to
            }
        }

        impl From<$Theirs> for $Ours {
            fn from($theirs: $Theirs) -> Self {
                $from
            }
        }
    )+};
}

convert! {
    Vec2, Vector2<f32>: |v| v.to_array().into(), |v| Self::from_array(v.into());
    Vec3, Vector3<f32>: |v| v.to_array().into(), |v| Self::from_array(v.into());
    Vec4, Vector4<f32>: |v| v.to_array().into(), |v| Self::from_array(v.into());
    Quat, Quaternion<f32>: |q| q.to_array().into(), |q| Self::from_array(q.into());
    Mat3, RowMatrix3<f32>: |m| m.to_rows_array().into(), |m| Self::from_rows_array(m.into());
    Mat3, ColumnMatrix3<f32>: |m| m.to_cols_array().into(), |m| Self::from_cols_array(m.into());
    Mat4, RowMatrix4<f32>: |m| m.to_rows_array().into(), |m| Self::from_rows_array(m.into());
    Mat4, ColumnMatrix4<f32>: |m| m.to_cols_array().into(), |m| Self::from_cols_array(m.into());
}
