//! Roblox's binary format, compared with rbx_binary.

mod build;
mod places;

use super::Compare;
use crate::harness::Contender;
use rbx_dom_weak::WeakDom;
use rbxbinary::{Instance, Model, ReadOptions, Tree, Value, WriteOptions};
use std::hint::black_box;

pub(super) use build::build_parts;
pub(crate) use places::parts_file;

pub(super) fn read_parts(compare: &mut Compare) {
    read(&places::parts_file(100_000), compare);
}

pub(super) fn read_parts_300k(compare: &mut Compare) {
    read(&places::parts_file(300_000), compare);
}

pub(super) fn read_scripts(compare: &mut Compare) {
    read(&places::scripts_file(20_000), compare);
}

pub(super) fn read_all_instances(compare: &mut Compare) {
    read_sample("places/all-instances-415/binary.rbxl", compare);
}

pub(super) fn read_baseplate(compare: &mut Compare) {
    read_sample("places/baseplate-566/binary.rbxl", compare);
}

pub(super) fn read_folders(compare: &mut Compare) {
    read_sample("bench/folders-100.rbxm", compare);
}

pub(super) fn read_parts_1000(compare: &mut Compare) {
    read_sample("bench/parts-1000.rbxm", compare);
}

/// Compares reading a sample of the corpus; does nothing without a corpus.
fn read_sample(path: &str, compare: &mut Compare) {
    let Some(corpus) = std::env::var_os("REZKIT_CORPUS") else {
        eprintln!("left out: REZKIT_CORPUS is not set");
        return;
    };
    let path = std::path::Path::new(&corpus).join("roblox").join(path);
    read(&std::fs::read(path).expect("a sample of the corpus"), compare);
}

/// Compares reading with every column decoded and checked, and the tree built.
fn read(bytes: &[u8], compare: &mut Compare) {
    // Not where memory is measured, of which this would leave some.
    if !std::env::args().any(|argument| argument == crate::memory::CHILD) {
        let (ours, theirs) = (read_ours(bytes), read_theirs(bytes));
        // And the root that only they have.
        assert_eq!(Tree::new(&ours).len() + 1, theirs.descendants().count());
    }
    compare(&mut [
        Contender::new("rbxbinary", || read_with_tree(bytes)),
        Contender::new("rbx_binary", || read_theirs(bytes)),
    ]);
}

fn read_ours(bytes: &[u8]) -> Model {
    rbxbinary::read(bytes).expect("a place")
}

fn read_theirs(bytes: &[u8]) -> WeakDom {
    rbx_binary::from_reader(bytes).expect("a place")
}

/// Reads a model, and builds its tree. The tree is dropped, because it borrows the model.
fn read_with_tree(bytes: &[u8]) -> Model {
    let model = read_ours(bytes);
    black_box(Tree::new(&model).len());
    model
}

/// Compares reading and then visiting every property of every instance.
pub(super) fn touch_parts(compare: &mut Compare) {
    let bytes = places::parts_file(100_000);
    compare(&mut [
        Contender::new("rbxbinary", || {
            let model = read_ours(&bytes);
            let tree = Tree::new(&model);
            black_box(
                tree.walk()
                    .flat_map(|instance: Instance<'_>| instance.properties())
                    .map(touch)
                    .sum::<usize>(),
            );
            drop(tree);
            model
        }),
        Contender::new("rbx_binary", || {
            let dom = read_theirs(&bytes);
            let all = dom.descendants().flat_map(|instance| &instance.properties);
            black_box(
                all.map(|(name, value)| name.len() + usize::from(black_box(value).ty() as u8)).sum::<usize>(),
            );
            dom
        }),
    ]);
}

fn touch((name, value): (&[u8], Value<'_>)) -> usize {
    black_box(value);
    name.len()
}

/// Compares reading only the tree and the names; the peer can only read everything.
pub(super) fn open_parts(compare: &mut Compare) {
    let bytes = places::parts_file(100_000);
    let options = rbxbinary::ReadOptions::default().columns(|_, _| false).forget_others(true);
    compare(&mut [
        Contender::new("rbxbinary", || {
            let (opened, _) = rbxbinary::open_with(&bytes, &options).expect("a place");
            black_box(opened.tree().walk().count());
            opened
        }),
        Contender::new("rbx_binary", || {
            let dom = read_theirs(&bytes);
            black_box(dom.descendants().count());
            dom
        }),
    ]);
}

/// Compares two threads with one.
fn in_parallel<T>(compare: &mut Compare, run: impl Fn(usize) -> T) {
    compare(&mut [Contender::new("2 threads", || run(2)), Contender::new("1 thread", || run(1))]);
}

pub(super) fn read_parts_in_parallel(compare: &mut Compare) {
    let bytes = places::parts_file(300_000);
    let options = |threads| ReadOptions::default().threads(threads);
    in_parallel(compare, |threads| rbxbinary::read_with(&bytes, &options(threads)).expect("a place").0);
}

pub(super) fn write_parts_in_parallel(compare: &mut Compare) {
    let model = read_ours(&places::parts_file(300_000));
    let options = |threads| WriteOptions::default().threads(threads);
    in_parallel(compare, |threads| rbxbinary::write_with(&model, &options(threads)).expect("a file"));
}

pub(super) fn write_parts(compare: &mut Compare) {
    write(&places::parts_file(100_000), compare);
}

pub(super) fn write_scripts(compare: &mut Compare) {
    write(&places::scripts_file(20_000), compare);
}

fn write(bytes: &[u8], compare: &mut Compare) {
    let (ours, theirs) = (read_ours(bytes), read_theirs(bytes));
    compare(&mut [
        Contender::new("rbxbinary", || rbxbinary::write(&ours).expect("a file")),
        Contender::new("rbx_binary", || write_theirs(&theirs)),
    ]);
}

fn write_theirs(dom: &WeakDom) -> Vec<u8> {
    let mut out = Vec::new();
    rbx_binary::to_writer(&mut out, dom, dom.root().children()).expect("a file");
    out
}

pub(super) fn write_scripts_onto(compare: &mut Compare) {
    let bytes = places::scripts_file(20_000);
    let (ours, theirs) = (read_ours(&bytes), read_theirs(&bytes));
    assert!(rbxbinary::write_onto(&ours, &bytes).expect("a file") == bytes);
    compare(&mut [
        Contender::new("rbxbinary", || rbxbinary::write_onto(&ours, &bytes).expect("a file")),
        Contender::new("rbx_binary", || write_theirs(&theirs)),
    ]);
}
