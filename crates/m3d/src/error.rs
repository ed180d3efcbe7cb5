//! The kinds of error of this format.

crate::common::kinds::kinds! {
    /// The stored checksum does not match the decompressed data.
    Checksum { expected: u32, found: u32 } => "the checksum of the decompressed data is {expected:#010x}, and {found:#010x} is stored";
    /// The compression ratio is higher than that of any real model.
    Inflated { packed: usize, plain: usize } => "{packed} bytes unpack to {plain}, a higher ratio than that of any real model";
    /// A chunk or field exists although the header marks its type as absent.
    AbsentType { what: &'static str } => "the header says that there is no {what}";
    /// A block of voxels is too large to expand within the limits; it is kept as runs.
    VoxelVolume { cells: u64, limit: u64 } => "a block of {cells} voxels exceeds the limit of {limit}";
    /// A value does not fit the width that the header sets for its kind.
    DoesNotFit { what: &'static str, value: String, width: &'static str } => "{what} {value} does not fit {width}";
    /// The vertices have colours or skins that the header's types mark as absent, or lack those that they require.
    Unfitted { what: &'static str, found: usize, expected: usize } => "found {found} {what}, but the header's types require {expected}; `Model::fit` corrects both";
    /// A value that the text form cannot express.
    NotInText { what: &'static str, value: String } => "the text form cannot express {what} {value}";
    /// The surface would have more triangles than the options allow.
    TooManyTriangles { limit: usize } => "there are more than {limit} triangles; raise the limit with `TrimeshOptions::max_triangles`";
    /// Part of the model has no canonical form.
    Ambiguous { what: &'static str } => "{what} has no canonical form";
}
