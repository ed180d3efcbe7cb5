//! What `rez info` does with a folder, as a plain loop on one thread: to be compared with it.
//!
//! ```sh
//! cargo run --release -p rezkit --example info_folder -- fixtures
//! ```

use rezkit::{File, OpenOptions, info};
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let mut folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let start = Instant::now();
    let (mut n_files, mut n_read) = (0_u32, 0_u32);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = std::fs::read(&path) {
                let name = path.to_string_lossy();
                let file = File::open(&bytes, &OpenOptions::default().name(&name));
                n_files += 1;
                n_read += u32::from(file.and_then(|file| info(&file)).is_ok());
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("{n_files} files, {n_read} of them read, {:.0} files/s", f64::from(n_files) / seconds);
}
