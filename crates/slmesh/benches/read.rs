//! Bytes a second, and allocations: `cargo bench -p slmesh`.

use divan::{AllocProfiler, Bencher, counter::BytesCount};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// What is not of this format, as far as the reader looks.
#[divan::bench]
fn refuse(bencher: Bencher) {
    let bytes = vec![0; 1 << 20];
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| slmesh::read(&bytes));
}
