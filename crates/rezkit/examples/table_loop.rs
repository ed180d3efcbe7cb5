//! How fast one thread makes rows of all files below a folder: what `python/throughput.py` compares with.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rezkit::table::{Options, Rows, Table, batch, extract};
use std::path::PathBuf;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let files = paths.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let options = Options::for_tables([Table::Contents]);
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        for part in files.chunks(500) {
            let mut rows = Rows::default();
            part.iter().for_each(|bytes| rows.append(extract(bytes, &options)));
            batch(&rows, Table::Contents)?;
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{best}");
    Ok(())
}
