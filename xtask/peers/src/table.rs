//! The results as a table in Markdown, aligned so that it reads well in a terminal too.

use crate::rows::{Figure, Row, Target};

/// The values of one contender, one per round.
pub struct Series<'a> {
    pub name: &'a str,
    pub values: Vec<f64>,
}

/// The cells of one line.
pub type Line = [String; 11];

const HEAD: [&str; 11] =
    ["operation", "data", "figure", "ours", "peer", "ratio", "floor", "goal", "met", "spread", "limited by"];

/// The table with its head and these lines.
pub fn markdown(lines: &[Line]) -> String {
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.chain([HEAD[column].len()]).max().unwrap_or(0)
    };
    let print = |cells: &Line| {
        let padded = cells.iter().enumerate().map(|(column, cell)| format!(" {cell:0$} |", width(column)));
        format!("|{}\n", padded.collect::<String>())
    };
    let rule = std::array::from_fn(|column| "-".repeat(width(column)));
    [HEAD.map(str::to_owned), rule].iter().chain(lines).map(print).collect()
}

/// The cells of a line that compares ours with a peer.
pub fn line(row: &Row, figure: Figure, ours: &Series, peer: &Series) -> Line {
    let cell = |series: &Series| format!("{} {}", series.name, amount(figure, median(&series.values)));
    // Round by round, since the contenders of a round met the same machine.
    let ratios: Vec<_> = ours.values.iter().zip(&peer.values).map(|(ours, peer)| peer / ours).collect();
    let ratio = median(&ratios);
    let [floor, goal, met, limit] = match row.target_beside(figure, peer.name) {
        Some(target) => {
            let limit = if ratio < target.goal { row.limit } else { "" };
            [times(target.floor), times(target.goal), met(ratio, target).to_owned(), limit.to_owned()]
        }
        None => ["", "", "", ""].map(str::to_owned),
    };
    [
        row.operation.to_owned(),
        row.data.to_owned(),
        figure.name().to_owned(),
        cell(ours),
        cell(peer),
        times(ratio),
        floor,
        goal,
        met,
        spread(&ratios),
        limit,
    ]
}

/// The median.
fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The quantile: the value below which `share` of all values lie, interpolated between two values.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let place = share * (values.len() - 1) as f64;
    let (below, above) = (values[place.floor() as usize], values[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

fn met(ratio: f64, target: Target) -> &'static str {
    match ratio {
        _ if ratio >= target.goal => "goal",
        _ if ratio >= target.floor => "floor",
        _ => "below",
    }
}

/// The range of the middle half of the ratios, as text.
fn spread(ratios: &[f64]) -> String {
    if ratios.len() == 1 || !ratios.iter().all(|ratio| ratio.is_finite()) {
        return String::new();
    }
    format!("{} to {}", times(quantile(ratios, 0.25)), times(quantile(ratios, 0.75)))
}

fn times(ratio: f64) -> String {
    // Where ours takes nothing, there is nothing to compare.
    if ratio.is_finite() { format!("{}x", three_digits(ratio)) } else { String::new() }
}

fn amount(figure: Figure, value: f64) -> String {
    let units = match figure {
        Figure::Memory => [("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)],
        _ => [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)],
    };
    let (unit, size) = units.into_iter().find(|(_, size)| value >= *size).unwrap_or(units[3]);
    format!("{} {unit}", three_digits(value / size))
}

fn three_digits(value: f64) -> String {
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::{Series, line, markdown, median, quantile};
    use crate::rows::{Figure, Row, Target};

    fn series(name: &str, values: impl Into<Vec<f64>>) -> Series<'_> {
        Series { name, values: values.into() }
    }

    #[test]
    fn median_and_quartiles() {
        assert_eq!(median(&[5.0, 1.0, 3.0]), 3.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 100.0]), 3.0);
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25), 2.0);
        assert_eq!(median(&[7.0]), 7.0);
    }

    #[test]
    fn the_table_is_aligned_markdown() {
        let target = Some(Target { floor: 1.8, goal: 2.2 });
        let targets = [target, None, None, target];
        let row = Row { targets, ..Row::new("read", "64 MB", |_| ()).limited("memory") };
        let ours = series("ours", [0.010, 0.011, 0.012, 0.010, 0.020]);
        let peer = series("peer", [0.022, 0.022, 0.024, 0.023, 0.022]);
        let lines = [
            line(&row, Figure::Time, &ours, &peer),
            line(&row, Figure::Drop, &series("ours", [0.0; 5]), &series("peer", [4.56e-7; 5])),
            line(&row, Figure::TimeAndDrop, &ours, &peer),
            line(&row, Figure::Memory, &series("ours", [64e6]), &series("peer", [128.4e6])),
        ];
        assert_eq!(
            markdown(&lines),
            "\
| operation | data  | figure        | ours         | peer         | ratio | floor | goal  | met   | spread         | limited by |
| --------- | ----- | ------------- | ------------ | ------------ | ----- | ----- | ----- | ----- | -------------- | ---------- |
| read      | 64 MB | time          | ours 11.0 ms | peer 22.0 ms | 2.00x | 1.80x | 2.20x | floor | 2.00x to 2.20x | memory     |
| read      | 64 MB | drop          | ours 0.00 ns | peer 456 ns  |       |       |       |       |                |            |
| read      | 64 MB | time and drop | ours 11.0 ms | peer 22.0 ms | 2.00x |       |       |       | 2.00x to 2.20x |            |
| read      | 64 MB | peak memory   | ours 64.0 MB | peer 128 MB  | 2.01x | 1.80x | 2.20x | floor |                | memory     |
"
        );
    }

    #[test]
    fn a_peer_that_does_less_has_a_target_of_its_own() {
        let row =
            Row::new("read", "text", |_| ()).target(Figure::Time, 20.0, 30.0).beside("markup", 2.0, 3.0);
        let [ours, other] = [series("ours", [1.0]), series("peer", [25.0])];
        assert_eq!(line(&row, Figure::Time, &ours, &other)[6..9], ["20.0x", "30.0x", "floor"]);
        let markup = series("markup alone", [3.0]);
        assert_eq!(line(&row, Figure::Time, &ours, &markup)[6..9], ["2.00x", "3.00x", "goal"]);
        assert_eq!(line(&row, Figure::TimeAndDrop, &ours, &markup)[6..9], ["", "", ""]);
    }

    #[test]
    fn a_target_is_met_from_its_value_on() {
        let target = Target { floor: 1.8, goal: 2.2 };
        assert_eq!(
            [1.79, 1.8, 2.19, 2.2].map(|ratio| super::met(ratio, target)),
            ["below", "floor", "floor", "goal"]
        );
    }
}
