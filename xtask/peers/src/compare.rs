//! Measures a row, and returns its lines of the table, each of which compares a peer with ours, the first contender.

use crate::harness::{Sample, take_turns, thread_clock, wall_clock};
use crate::memory;
use crate::rows::{Figure, ROWS};
use crate::table::{Line, Series, line};
use std::error::Error;

/// Measures the times of a row, given by index, in this many rounds.
pub fn times(row: usize, rounds: usize) -> Vec<Line> {
    let row = &ROWS[row];
    eprintln!("{}", row.title()); // progress, beside the table on stdout
    let mut lines = Vec::new();
    (row.with_contenders)(&mut |contenders| {
        let samples =
            take_turns(contenders, rounds, if row.is_parallel { &wall_clock } else { &thread_clock });
        for peer in 1..contenders.len() {
            let mut add = |figure, value: fn(&Sample) -> f64| {
                let series = |contender: usize| Series {
                    name: contenders[contender].name,
                    values: samples[contender].iter().map(value).collect(),
                };
                lines.push(line(row, figure, &series(0), &series(peer)));
            };
            add(Figure::Time, |sample| sample.work);
            add(Figure::Drop, |sample| sample.drop);
            add(Figure::TimeAndDrop, |sample| sample.work + sample.drop);
        }
    });
    lines
}

/// Measures the peak memory of a row, given by index.
pub fn peaks(row: usize) -> Result<Vec<Line>, Box<dyn Error>> {
    eprintln!("{}", ROWS[row].title());
    let mut names = Vec::new();
    (ROWS[row].with_contenders)(&mut |contenders| {
        names = contenders.iter().map(|contender| contender.name).collect();
    });
    let mut all = Vec::new();
    for (contender, name) in names.into_iter().enumerate() {
        all.push(Series { name, values: vec![memory::in_child(row, contender)? as f64] });
    }
    let (ours, peers) = all.split_first().ok_or("a row without contenders")?;
    Ok(peers.iter().map(|peer| line(&ROWS[row], Figure::Memory, ours, peer)).collect())
}
