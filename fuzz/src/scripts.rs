//! Scripts of any bytes.

use crate::entries::Entry;
use luau::{Op, Step};
use rezkit::roblox::{Document, Value};
use rezkit::{CheckOptions, File, Format, OpenOptions, Profile};
use std::hint::black_box;

/// The entry points of scripts.
pub(crate) const ENTRIES: &[Entry] = &[
    ("syntax", |bytes| drop(black_box(luau::check(bytes)))),
    ("steps", |bytes| drop(black_box(luau::parse(bytes, &mut |step| _ = black_box(step))))),
];

/// Checks that the steps of any script are balanced, and that models with it are checked and followed.
///
/// # Panics
///
/// If not.
pub fn scripts(source: &[u8]) {
    let (mut stack, mut names, mut scopes) = (0_u32, 0_u32, 0_u32);
    let take = |from: &mut u32, n: u32| *from = from.checked_sub(n).expect("as many as there are");
    let parsed = luau::parse(source, &mut |Step { op, at }| {
        assert!(at.start <= at.end && at.end <= source.len());
        match op {
            Op::Constant | Op::Rest | Op::Name | Op::Table => stack += 1,
            Op::Unary | Op::Field | Op::Method | Op::Group => take(&mut stack, 1),
            Op::Binary | Op::Index => take(&mut stack, 2),
            Op::Call(n) => take(&mut stack, n + 1),
            Op::Template(n) => take(&mut stack, n),
            Op::Choice => take(&mut stack, 3),
            Op::Element | Op::Entry => take(&mut stack, 2),
            Op::KeyedEntry => take(&mut stack, 3),
            Op::Condition | Op::Drop => take(&mut stack, 1),
            Op::Change => take(&mut stack, 2),
            Op::Return(n) => take(&mut stack, n),
            Op::Bind => names += 1,
            Op::Declare { names: n, values } | Op::Iterate { names: n, values } => {
                take(&mut names, n);
                take(&mut stack, values);
            }
            Op::Assign { targets, values } => take(&mut stack, targets + values),
            Op::Open | Op::Function => scopes += 1,
            Op::Close | Op::FunctionEnd => take(&mut scopes, 1),
            Op::Itself => {}
        }
        let pushes = [Op::Unary, Op::Field, Op::Method, Op::Group, Op::Binary, Op::Index, Op::Choice];
        let fills = [Op::Element, Op::Entry, Op::KeyedEntry, Op::FunctionEnd];
        if pushes.contains(&op) || fills.contains(&op) || matches!(op, Op::Call(_) | Op::Template(_)) {
            stack += 1;
        }
    });
    assert_eq!(luau::check(source), parsed);
    match parsed {
        Ok(()) => assert_eq!((stack, names, scopes), (0, 0, 0)),
        Err(error) => assert!(error.offset <= source.len() && !error.message.is_empty()),
    }
    followed(source).expect("a model of ours is read");
}

/// Checks a model with a script, and follows it.
fn followed(source: &[u8]) -> Result<(), rezkit::Problem> {
    let mut document = Document::new(Format::RbxBinary)?;
    let script = document.add(None, "Script")?;
    document.set(script, "Source", Value::String(source.into()))?;
    let model = document.save()?.bytes;
    let file = File::open(&model, &OpenOptions::default())?;
    let options = CheckOptions { profiles: vec![Profile::Toolbox], ..CheckOptions::default() };
    let n_broken = rezkit::check(&file, &options)?.findings.iter().filter(|one| one.rule == "SCR001").count();
    assert_eq!(rezkit::uses(&file)?.n_broken, n_broken);
    Ok(())
}
