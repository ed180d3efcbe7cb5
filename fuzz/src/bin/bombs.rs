//! Writes the inputs that are made to take memory and time into a folder, to be given to other programs, and
//! prints what each of them is.
//!
//! `cargo run --release -p fuzz --bin bombs -- FOLDER`

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use fuzz::{BODIES, OTHERS, bombs};
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).unwrap_or_else(|| "bombs".into()));
    for format in BODIES.iter().chain(OTHERS).map(|body| body.name).chain(["dae", "scene"]) {
        let folder = folder.join(format);
        fs::create_dir_all(&folder)?;
        for (number, bomb) in bombs::for_format(format).iter().enumerate() {
            let path = folder.join(format!("{number:02}.bin"));
            fs::write(&path, bomb.full())?;
            println!("{}: {}", path.display(), bomb.name);
        }
    }
    Ok(())
}
