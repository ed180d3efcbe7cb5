//! The ways in which this format fails.

crate::mould::kinds::kinds! {
    /// The zlib stream ends early, or is none.
    Inflate { reason: &'static str } => "the zlib stream {reason}";
    /// The zlib stream is whole, and its checksum is not that of its data.
    Checksum { stored: u32, computed: u32 } => "the checksum of the zlib stream is {stored:#010x}, and that of its data {computed:#010x}";
    /// So little unpacks to so much as no model does.
    Inflated { packed: usize, plain: usize } => "{packed} bytes unpack to {plain}, as those of no model do";
    /// A chunk that may occur once comes again. Readers take the first.
    Repeated => "may occur once; readers take the first";
    /// A chunk or field is there whose type the header calls absent.
    AbsentType { what: &'static str } => "the header says that there is no {what}";
    /// A block of voxels is larger than the options let anybody lay out; it is kept as runs.
    VoxelVolume { cells: u64, limit: u64 } => "a block of {cells} voxels is beyond the {limit} elements of the limit";
    /// A value is beyond the width that the header gives to its kind.
    DoesNotFit { what: &'static str, value: String, width: &'static str } => "{what} {value} does not fit {width}";
    /// Lists that belong together have different lengths.
    Uneven { what: &'static str, found: usize, expected: usize } => "there are {found} {what}, and {expected} are needed";
    /// The header's types ask for a colour or skin of each vertex, or for none.
    Unfitted { what: &'static str, found: usize, expected: usize } => "there are {found} {what}, and the types ask for {expected}; `Model::fit` gives both what they need";
    /// It is the text form of the format, which this crate does not read.
    TextForm => "this is the text form (.a3d), and only the binary form (.m3d) is read";
    /// The model holds what its canonical form has no one way to say.
    Ambiguous { what: &'static str } => "{what} has no form that programs agree on";
}
