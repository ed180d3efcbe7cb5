//! Roblox's XML, compared with rbx_xml, and with roxmltree, which returns markup without values.

mod build;
mod places;

use super::Compare;
use crate::data::{parts, scripts};
use crate::harness::Contender;
use rbx_dom_weak::WeakDom;
use rbxxml::Document;
use std::path::Path;

pub(super) fn read_parts(compare: &mut Compare) {
    read(&parts_file(10_000), compare);
}

/// Compares reading a large file, mainly for its memory. Nothing is read before, since memory left on the heap would be
/// used again.
pub(super) fn read_parts_100k(compare: &mut Compare) {
    let bytes = made_once("parts100k.rbxlx", || parts_file(100_000));
    contend(&bytes, compare);
}

/// The bytes of a file next to this program, which is created again if the program is newer.
fn made_once(name: &str, make: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    let program = std::env::current_exe().expect("a program");
    let path = program.with_file_name(name);
    let time = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    if time(&path) < time(&program) {
        std::fs::write(&path, make()).expect("a folder to write to");
    }
    std::fs::read(&path).expect("what was just written")
}

pub(super) fn read_scripts(compare: &mut Compare) {
    read(&by_peer(&places::scripts(&scripts::scripts(20_000))), compare);
}

const BASEPLATE: &str = "places/baseplate-566/xml.rbxlx";

pub(super) fn read_baseplate(compare: &mut Compare) {
    with_sample(BASEPLATE, |bytes| read(bytes, compare));
}

/// Calls `compare_it` with a sample of the corpus; does nothing without a corpus.
fn with_sample(path: &str, compare_it: impl FnOnce(&[u8])) {
    let Some(corpus) = std::env::var_os("REZKIT_CORPUS") else {
        eprintln!("left out: REZKIT_CORPUS is not set");
        return;
    };
    let path = Path::new(&corpus).join("roblox").join(path);
    compare_it(&std::fs::read(path).expect("a sample of the corpus"));
}

fn read(bytes: &[u8], compare: &mut Compare) {
    let (ours, theirs) = (read_ours(bytes), read_theirs(bytes));
    // And the root that only they have.
    assert_eq!(ours.len() + 1, theirs.descendants().count());
    drop((ours, theirs));
    contend(bytes, compare);
}

fn contend(bytes: &[u8], compare: &mut Compare) {
    let text = str::from_utf8(bytes).expect("a text");
    compare(&mut [
        Contender::new("rbxxml", || read_ours(bytes)),
        Contender::new("rbx_xml", || read_theirs(bytes)),
        Contender::new("roxmltree, markup only", || roxmltree::Document::parse(text).expect("XML")),
    ]);
}

pub(super) fn write_parts(compare: &mut Compare) {
    write(&parts_file(10_000), compare);
}

pub(super) fn write_scripts(compare: &mut Compare) {
    write(&by_peer(&places::scripts(&scripts::scripts(20_000))), compare);
}

fn write(bytes: &[u8], compare: &mut Compare) {
    let (ours, theirs) = (read_ours(bytes), read_theirs(bytes));
    compare(&mut [
        Contender::new("rbxxml", || rbxxml::write(&ours).expect("a file")),
        Contender::new("rbx_xml", || write_theirs(&theirs)),
    ]);
}

pub(super) fn write_parts_onto(compare: &mut Compare) {
    write_onto(&parts_file(10_000), compare);
}

/// Compares writing onto a file in the form of Studio, which is also ours.
pub(super) fn write_studios_parts_onto(compare: &mut Compare) {
    let document = places::parts(&parts::parts(10_000));
    write_onto(&rbxxml::write(&document).expect("a file"), compare);
}

pub(super) fn write_edited_parts_onto(compare: &mut Compare) {
    write_edited_onto(&parts_file(10_000), compare);
}

pub(super) fn write_studios_edited_parts_onto(compare: &mut Compare) {
    let document = places::parts(&parts::parts(10_000));
    write_edited_onto(&rbxxml::write(&document).expect("a file"), compare);
}

pub(super) fn write_edited_scripts_onto(compare: &mut Compare) {
    write_edited_onto(&by_peer(&places::scripts(&scripts::scripts(20_000))), compare);
}

pub(super) fn write_edited_baseplate_onto(compare: &mut Compare) {
    with_sample(BASEPLATE, |bytes| write_edited_onto(bytes, compare));
}

/// Compares writing onto a file after renaming the item in the middle.
fn write_edited_onto(bytes: &[u8], compare: &mut Compare) {
    let (mut ours, theirs) = (read_ours(bytes), read_theirs(bytes));
    let id = ours.walk().nth(ours.len() / 2).expect("an item").id;
    ours.rename(id, "Renamed").expect("the item");
    let again = read_ours(&rbxxml::write_onto(&ours, bytes).expect("a file"));
    assert!(again == ours && again != read_ours(bytes));
    compare(&mut [
        Contender::new("rbxxml", || rbxxml::write_onto(&ours, bytes).expect("a file")),
        Contender::new("rbx_xml", || write_theirs(&theirs)),
    ]);
}

fn write_onto(bytes: &[u8], compare: &mut Compare) {
    let (ours, theirs) = (read_ours(bytes), read_theirs(bytes));
    assert!(rbxxml::write_onto(&ours, bytes).expect("a file") == bytes);
    compare(&mut [
        Contender::new("rbxxml", || rbxxml::write_onto(&ours, bytes).expect("a file")),
        Contender::new("rbx_xml", || write_theirs(&theirs)),
    ]);
}

pub(super) fn build_parts(compare: &mut Compare) {
    let rows = parts::parts(100_000).rows;
    compare(&mut [
        Contender::new("rbxxml", || build::ours(&rows)),
        Contender::new("rbx_dom_weak and rbx_xml", || build::theirs(&rows)),
    ]);
}

/// A place of `count` parts, as the peer writes it.
pub(crate) fn parts_file(count: u32) -> Vec<u8> {
    by_peer(&places::parts(&parts::parts(count)))
}

fn by_peer(document: &Document) -> Vec<u8> {
    write_theirs(&read_theirs(&rbxxml::write(document).expect("a file")))
}

fn read_ours(bytes: &[u8]) -> Document {
    rbxxml::read(bytes).expect("a document")
}

fn read_theirs(bytes: &[u8]) -> WeakDom {
    rbx_xml::from_reader_default(bytes).expect("a document")
}

fn write_theirs(dom: &WeakDom) -> Vec<u8> {
    let mut out = Vec::new();
    rbx_xml::to_writer_default(&mut out, dom, dom.root().children()).expect("a file");
    out
}
