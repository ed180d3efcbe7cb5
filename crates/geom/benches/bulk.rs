//! Decoding and encoding of arrays, compared with a copy of as many bytes: `cargo bench -p rezkit-geom`.
//!
//! `copy_to_new` is the yardstick of `decode`, which allocates its result; `copy_to_old` that of `encode`, which
//! appends to an existing buffer.

use divan::{Bencher, black_box, counter::BytesCount};
use geom::{Vec2, Vec3, Vec4, le};

/// Both are multiples of the size of every element. One fits a second-level cache twice, the other not at all.
const SIZES: [usize; 2] = [196_608, 64 * 1024 * 1024 / 96 * 96];

fn main() {
    divan::main();
}

#[divan::bench(args = SIZES)]
fn copy_to_new(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = data(size);
    bencher.counter(BytesCount::new(size)).bench_local(|| black_box(&bytes).clone());
}

#[divan::bench(args = SIZES)]
fn copy_to_old(bencher: Bencher<'_, '_>, size: usize) {
    let (bytes, mut copy) = (data(size), data(size));
    bencher.counter(BytesCount::new(size)).bench_local(|| {
        copy.clear();
        copy.extend_from_slice(black_box(&bytes));
        black_box(&copy);
    });
}

#[divan::bench(types = [u16, u32, f32, Vec2, Vec3, Vec4, [u32; 3]], args = SIZES)]
fn decode<T: le::Element>(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = data(size);
    bencher.counter(BytesCount::new(size)).bench_local(|| le::decode::<T>(black_box(&bytes)).unwrap());
}

#[divan::bench(types = [u16, u32, f32, Vec2, Vec3, Vec4, [u32; 3]], args = SIZES)]
fn encode<T: le::Element>(bencher: Bencher<'_, '_>, size: usize) {
    let mut bytes = data(size);
    let elements = le::decode::<T>(&bytes).unwrap();
    bencher.counter(BytesCount::new(size)).bench_local(|| {
        bytes.clear();
        le::encode(black_box(&elements), &mut bytes);
        black_box(&bytes);
    });
}

fn data(size: usize) -> Vec<u8> {
    (0..size).map(|at| at as u8).collect()
}
