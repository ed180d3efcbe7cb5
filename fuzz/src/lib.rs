//! What every format owes to any bytes: one function for each, called by the
//! tests over files and their mutants, by `cargo xtask fuzz`, and by libFuzzer.
//!
//! The same laws, asked in full, are what `cargo xtask roundtrip` checks.

#[macro_use]
pub mod codec;
#[macro_use]
mod old_codec;
pub mod bombs;
mod entries;
pub mod laws;
pub mod mutate;
mod second_life;

pub use entries::Entry;
pub use second_life::SecondLife;

use codec::{Codec, Limits, Options};

/// Small limits keep a run quick; most files stay far below them.
const SMALL: Options =
    Options { strict: false, limits: Some(Limits { output_bytes: 1 << 22, depth: 64, elements: 1 << 18 }) };

/// The body of a format.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// What the format's library and folders are called.
    pub name: &'static str,
    /// Checks the laws on any bytes, and panics if one does not hold.
    pub run: fn(&[u8]),
    /// Whether bytes look like a file of the format.
    pub detect: fn(&[u8]) -> bool,
    /// What users call.
    pub entries: &'static [Entry],
}

/// Writes a body for each format, and the list of all. A format with files of several kinds has them `as` one.
macro_rules! bodies {
    ($($codec:ident! $krate:ident: $model:ident $(as $all:ident)? $(with $info:ident)?;)*) => {
        $(
            $codec!($krate, ::$krate, $model $(, $info)?);

            #[doc = concat!("Checks the laws of ", stringify!($krate), " on any bytes.\n\n# Panics\n\nIf one does not hold.")]
            pub fn $krate(bytes: &[u8]) {
                body::<model!($krate $model $($all)?)>(bytes);
            }
        )*

        /// The bodies of all formats.
        pub static BODIES: &[Body] = &[$(Body {
            name: stringify!($krate),
            run: $krate,
            detect: <model!($krate $model $($all)?)>::detect,
            entries: const { &entries::entries::<model!($krate $model $($all)?)>() },
        }),*];
    };
}

macro_rules! model {
    ($krate:ident $model:ident) => {
        ::$krate::$model
    };
    ($krate:ident $model:ident $all:ident) => {
        $all
    };
}

bodies! {
    // By name.
    codec! llsd: Value;
    old_codec! m3d: Model;
    old_codec! rbxbinary: Model;
    codec! rbxmesh: Mesh with info;
    codec! rbxxml: Document;
    codec! slmesh: MeshAsset as SecondLife;
}

/// Checks the laws of a format on any bytes.
///
/// # Panics
///
/// If one does not hold.
pub fn body<M: Codec>(bytes: &[u8]) {
    M::detect(bytes);
    let checked = laws::check::<M>(bytes, SMALL, None);
    assert!(checked.broken.is_empty(), "{}", checked.broken.join("; "));
}
