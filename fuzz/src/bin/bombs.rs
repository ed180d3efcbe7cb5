//! Writes the inputs that are made to take memory and time into a folder, to be given to other programs.
//!
//! `cargo run --release -p fuzz --bin bombs -- FOLDER`

use fuzz::{BODIES, bombs};
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).unwrap_or_else(|| "bombs".into()));
    for body in BODIES {
        let folder = folder.join(body.name);
        fs::create_dir_all(&folder)?;
        for (number, bomb) in bombs::of(body.name).iter().enumerate() {
            fs::write(folder.join(format!("{number:02}.bin")), bomb.full())?;
        }
    }
    Ok(())
}
