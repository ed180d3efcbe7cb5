//! The law of edits on any bytes.

use rbxxml::{
    Document, Item, Limits, Position, ReadOptions, Same, WriteOptions, read, read_with, write,
    write_onto_with,
};

/// Checks law 6 of an edit of a document. It is read in two ways: with a table of types, every property is read, and
/// writing does not know which items have been changed.
pub(crate) fn rbxxml(bytes: &[u8]) {
    let usual = ReadOptions::default().limits(Limits::default().depth(64).elements(1 << 18));
    let each = usual.clone().types(|_, _| None);
    let (Ok((one, warnings)), Ok((other, others))) = (read_with(bytes, &usual), read_with(bytes, &each))
    else {
        return;
    };
    assert_eq!((other.difference(&one), others), (None, warnings));
    for (mut model, options) in [(one, usual), (other, each)] {
        edit(&mut model, bytes);
        let Ok(anew) = write(&model) else { continue };
        let anew = read(&anew).expect("what was written");
        let onto =
            write_onto_with(&model, bytes, &options, &WriteOptions::default()).expect("what can be written");
        assert_eq!(read(&onto).map(|again| again.difference(&anew)), Ok(None));
    }
}

/// An edit that depends on the bytes.
fn edit(model: &mut Document, bytes: &[u8]) {
    let seed = bytes.iter().fold(bytes.len(), |sum, byte| sum.wrapping_mul(31).wrapping_add((*byte).into()));
    let ids: Vec<_> = model.walk().map(|visit| visit.id).collect();
    let one = seed.checked_rem(ids.len()).and_then(|number| ids.get(number));
    let (Some(one), Some(last)) = (one.copied(), ids.last().copied()) else { return };
    match seed / 31 % 6 {
        0 => drop(model.remove(one)),
        1 => drop(model.add(one, Item::new("Part").with("Name", "new"))),
        2 => drop(model.move_to(last, one, Position::First)),
        3 => drop(model.rename(one, " a\n<b>")),
        4 => drop(model.set(last, "Value", one)),
        _ => model[one].referent = Some("new".into()),
    }
}
