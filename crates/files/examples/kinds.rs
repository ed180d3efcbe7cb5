//! Says what files are: `cargo run -p rezkit-files --example kinds -- FILE…`.
#![expect(clippy::print_stdout, reason = "a program")]

use files::identify_named;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    for path in env::args().skip(1) {
        println!("{path}: {}", identify_named(&fs::read(&path)?, &path).title);
    }
    Ok(())
}
