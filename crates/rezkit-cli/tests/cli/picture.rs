//! Terminal output as SVG: what the tour shows as pictures.

use std::fmt::Write;

const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;
const MARGIN: f64 = 16.0;
const PLAIN: &str = "#d6d6d6";

/// The style of text up to the next escape sequence.
#[derive(Clone, Copy, PartialEq)]
struct Style {
    colour: &'static str,
    is_bold: bool,
    is_dim: bool,
}

const START: Style = Style { colour: PLAIN, is_bold: false, is_dim: false };

impl Style {
    /// Applies a sequence such as `1;31`.
    fn apply(&mut self, codes: &str) {
        for code in codes.split(';') {
            match code {
                "" | "0" => *self = START,
                "1" => self.is_bold = true,
                "2" => self.is_dim = true,
                "31" => self.colour = "#ff6e67",
                "32" => self.colour = "#5af78e",
                "33" => self.colour = "#f4d35e",
                "34" => self.colour = "#6fb3ff",
                "36" => self.colour = "#66d9ef",
                other => panic!("the style {other} has no picture"),
            }
        }
    }
}

/// A picture of a terminal where a command was typed.
pub(crate) fn svg(command: &str, output: &str) -> String {
    let mut lines = vec![vec![(START, format!("$ {command}"))]];
    let mut style = START;
    for line in output.lines() {
        let mut runs = Vec::new();
        for (i, part) in line.split("\x1b[").enumerate() {
            let text = if i == 0 {
                part
            } else {
                let (codes, text) = part.split_once('m').unwrap();
                style.apply(codes);
                text
            };
            if !text.is_empty() {
                runs.push((style, text.to_owned()));
            }
        }
        lines.push(runs);
    }
    let columns =
        |runs: &Vec<(Style, String)>| runs.iter().map(|(_, text)| text.chars().count()).sum::<usize>();
    let widest = lines.iter().map(columns).max().unwrap();
    let (width, height) = (widest as f64 * WIDTH + 2.0 * MARGIN, lines.len() as f64 * HEIGHT + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1e1f26\"/>\n"
    );
    for (row, runs) in lines.iter().enumerate() {
        let y = MARGIN + (row as f64 + 0.75) * HEIGHT;
        let mut column = 0;
        for (style, text) in runs {
            let n_columns = text.chars().count();
            if !text.trim().is_empty() {
                write_run(&mut svg, style, text, MARGIN + column as f64 * WIDTH, y, n_columns);
            }
            column += n_columns;
        }
    }
    svg + "</svg>\n"
}

/// A run of text, stretched to its columns, since fonts differ in their widths.
fn write_run(svg: &mut String, style: &Style, text: &str, x: f64, y: f64, n_columns: usize) {
    let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{}\"", style.colour);
    if style.is_bold {
        svg.push_str(" font-weight=\"bold\"");
    }
    if style.is_dim {
        svg.push_str(" opacity=\"0.6\"");
    }
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let length = n_columns as f64 * WIDTH;
    let _ = writeln!(
        svg,
        " textLength=\"{length:.1}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{escaped}</text>"
    );
}

#[test]
fn escape_sequences_become_colours() {
    let picture = svg("rez", "a\x1b[1;31m<b>\x1b[0m c\n");
    assert!(picture.contains(">$ rez</text>"), "{picture}");
    assert!(picture.contains("fill=\"#ff6e67\" font-weight=\"bold\" textLength=\"25.2\""), "{picture}");
    assert!(picture.contains(">&lt;b&gt;</text>") && picture.contains("x=\"49.6\""), "{picture}");
}
