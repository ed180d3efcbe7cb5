//! Appends a line to a file, or takes the last line back:
//! `cargo run -p rezkit-store --example append -- notes.txt 'a line'`.

use std::io::{self, Write};
use std::path::Path;
use store::{Original, undo};

const LIMIT: u64 = 1 << 30;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or_else(|| io::Error::other("usage: append FILE [LINE]"))?;
    let original = Original::open(Path::new(&path), LIMIT)?;
    let Some(line) = arguments.next() else {
        let undone = undo(&original, LIMIT, false)?;
        return writeln!(io::stdout(), "{} older versions are left", undone.n_left);
    };
    let mut draft = original.draft();
    draft.write(original.bytes());
    draft.write(line.as_bytes());
    draft.write(b"\n");
    let copy = original.replace_keeping_copy(draft)?;
    writeln!(io::stdout(), "the older version is {}", copy.display())
}
