//! Arrays of little-endian numbers, to and from bytes at the speed of a copy.
//!
//! ```
//! use geom::{Vec3, le};
//!
//! let points = [Vec3::X, Vec3::splat(0.5)];
//! let mut bytes = b"head".to_vec();
//! le::encode(&points, &mut bytes);
//! assert_eq!(bytes.len(), 4 + 24);
//! assert_eq!(le::decode::<Vec3>(&bytes[4..]), Some(points.to_vec()));
//! assert_eq!(le::decode::<Vec3>(&bytes), None); // 28 bytes are two points and a rest
//! ```

use std::array::from_fn;

use crate::vec::{Vec2, Vec3, Vec4};

/// Decodes the elements in `bytes`; returns `None` if the length of `bytes` is no multiple of an element's.
///
/// Floats keep every bit, including those of a NaN.
pub fn decode<T: Element>(bytes: &[u8]) -> Option<Vec<T>> {
    T::decode(bytes)
}

/// Appends the bytes of all elements.
pub fn encode<T: Element>(elements: &[T], bytes: &mut Vec<u8>) {
    T::encode(elements, bytes);
}

/// Types that [`decode`] and [`encode`] support: `u16`, `u32`, `f32`, the vectors, and triangles of `u32`.
pub trait Element: sealed::Codec {
    /// The size of an element in bytes.
    const SIZE: usize;
}

mod sealed {
    pub trait Codec: Sized {
        fn decode(bytes: &[u8]) -> Option<Vec<Self>>;
        fn encode(elements: &[Self], bytes: &mut Vec<u8>);
    }
}

/// Implements `Element` for a type of a few numbers; the closures convert it from and to an array of them.
macro_rules! element {
    ($Type:ty, $n:literal $Number:ty, |$numbers:pat_param| $from:expr, |$element:pat_param| $into:expr) => {
        impl Element for $Type {
            const SIZE: usize = $n * size_of::<$Number>();
        }

        impl sealed::Codec for $Type {
            fn decode(bytes: &[u8]) -> Option<Vec<Self>> {
                decode_with(bytes, |bytes: &[_; $n]| {
                    let $numbers = bytes.map(<$Number>::from_le_bytes);
                    $from
                })
            }

            fn encode(elements: &[Self], bytes: &mut Vec<u8>) {
                encode_with(elements, bytes, |$element| $into.map(<$Number>::to_le_bytes));
            }
        }
    };
}

element!(u16, 1 u16, |[number]| number, |number| [*number]);
element!(u32, 1 u32, |[number]| number, |number| [*number]);
element!(f32, 1 f32, |[number]| number, |number| [*number]);
element!(Vec2, 2 f32, |numbers| Self::from_array(numbers), |vector| vector.to_array());
element!(Vec3, 3 f32, |numbers| Self::from_array(numbers), |vector| vector.to_array());
element!(Vec4, 4 f32, |numbers| Self::from_array(numbers), |vector| vector.to_array());
element!([u32; 3], 3 u32, |numbers| numbers, |triangle| triangle);

/// The number of elements that are decoded or encoded together. The compiler turns a group of 16 into wide loads and
/// stores, which it does not for a single element of 12 bytes, and not for much larger groups either.
const GROUP: usize = 16;

fn decode_with<T, const WIDTH: usize, const N: usize>(
    bytes: &[u8],
    decode: impl Fn(&[[u8; WIDTH]; N]) -> T,
) -> Option<Vec<T>> {
    let (numbers, no_bytes) = bytes.as_chunks::<WIDTH>();
    let (elements, no_numbers) = numbers.as_chunks::<N>();
    if !no_bytes.is_empty() || !no_numbers.is_empty() {
        return None;
    }
    let (groups, rest) = elements.as_chunks::<GROUP>();
    // Rounded up to whole groups, because the rest is decoded as a group, too, and then cut off.
    let mut decoded = Vec::with_capacity(elements.len().div_ceil(GROUP));
    decoded.extend(groups.iter().map(|group| from_fn::<_, GROUP, _>(|at| decode(&group[at]))));
    let mut decoded = decoded.into_flattened();
    decoded.extend(rest.iter().map(decode));
    Some(decoded)
}

fn encode_with<T, const WIDTH: usize, const N: usize>(
    elements: &[T],
    bytes: &mut Vec<u8>,
    encode: impl Fn(&T) -> [[u8; WIDTH]; N],
) {
    bytes.reserve(size_of_val(elements));
    let (groups, rest) = elements.as_chunks::<GROUP>();
    for group in groups {
        let encoded: [_; GROUP] = from_fn(|at| encode(&group[at]));
        bytes.extend_from_slice(encoded.as_flattened().as_flattened());
    }
    for element in rest {
        bytes.extend_from_slice(encode(element).as_flattened());
    }
}
