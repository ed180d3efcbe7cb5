//! Bytes per second and allocations: `cargo bench -p template`.

use divan::{AllocProfiler, Bencher, counter::BytesCount};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// Rejects bytes of another format.
#[divan::bench]
fn refuse(bencher: Bencher) {
    let bytes = vec![0; 1 << 20];
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| template::read(&bytes));
}
