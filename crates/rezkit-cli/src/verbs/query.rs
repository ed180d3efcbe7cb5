//! The verb `query`: prints the parts that an expression selects.

use crate::args::{Common, Many, Paths, examples};
use crate::batch::{self, BatchOptions};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::isolation::Isolation;
use crate::output::Out;
use crate::show::{self, BOLD, DIM, VALUE, clean, counted, csv, grouped, json};
use crate::tally::{self, TallyLine};
use clap::Args;
use rezkit::{Field, File, Match, Problem, query_fields};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

/// Finds the parts of files that an expression or a selector chooses.
///
/// Without --get, paths are printed. An expression is:
///
/// - class=Part, isa=BasePart, name=Door, path=Workspace/Door, or with ~ a pattern: name~*Door*
///
/// - a property or an @attribute, and = != < <= > >= or ~: Transparency>0.5, Material=Neon
///
/// - one number of a vector or a colour: Size.Y>10, Position.X<0
///
/// - a class, or a property that is there and not false: Part, Anchored
///
/// - several of these with `and`, `or`, `not` and parentheses; `inside Workspace/Map`, `has Script`
///
/// - what Instance:QueryDescendants takes: 'Model.Door > BasePart[Anchored = true]', #Name, >>, :not(), :has()
///
/// Properties have the names of scripts or of the file, in any case. What the file leaves out has the default of its class. Texts
/// with spaces are in double quotes. In other files than models and places, the parts are those that `rez print`
/// prints. The exit status is 1 if nothing is chosen, and 2 if there is no such class or property; -q prints nothing
/// but results.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez query place.rbxl 'Part and Transparency>0.5'" => "the paths of these parts"
    "rez query place.rbxl BasePart --by Material" => "how many parts there are of each material"
    "rez query place.rbxl class=Part --sort=-Size.Y --limit 10 --get Size,Material" => "the ten highest"
    "rez query place.rbxl 'name~*Door*' --json" => "all properties with their types, as JSON"
})]
pub(super) struct QueryArgs {
    #[command(flatten)]
    paths: Paths,
    /// Expression that chooses parts.
    #[arg(value_name = "EXPRESSION")]
    query: rezkit::Query,
    /// Print these of each part: a table on a terminal, else lines that `rez set --from` takes.
    #[arg(long = "get", value_name = "PROPERTY,…", value_delimiter = ',')]
    fields: Vec<Field>,
    /// Print only how many there are.
    #[arg(long, conflicts_with_all = ["many", "fields", "by"])]
    count: bool,
    /// Print how many there are of each class, name or value of a property.
    #[arg(long, value_name = "class|name|PROPERTY", conflicts_with_all = ["json", "summary", "fields", "sort", "limit"])]
    by: Option<Field>,
    /// Sort by a property, or with `-` before it from high to low: --sort=-Size.Y
    #[arg(long, value_name = "PROPERTY", allow_hyphen_values = true, conflicts_with = "summary")]
    sort: Option<Order>,
    /// Print the first of them only, of each file.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    many: Many,
    #[command(flatten)]
    isolation: Isolation,
}

/// The sort order of parts.
#[derive(Debug, Clone)]
struct Order {
    field: Field,
    is_down: bool,
}

impl FromStr for Order {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (name, is_down) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        Ok(Self { field: name.parse()?, is_down })
    }
}

/// A sort key: numbers come before text, and missing values last.
type Rank = (Option<f64>, Option<String>);

impl Order {
    fn compare(&self, (number, text): &Rank, (other_number, other_text): &Rank) -> Ordering {
        let down = |order: Ordering| if self.is_down { order.reverse() } else { order };
        match (number, other_number) {
            (Some(one), Some(other)) => down(one.total_cmp(other)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => match (text, other_text) {
                (Some(one), Some(other)) => down(one.cmp(other)),
                (one, other) => one.is_none().cmp(&other.is_none()),
            },
        }
    }
}

pub(super) fn run(verb: &QueryArgs, common: &Common, out: &mut Out) -> Ending {
    let inputs = verb.isolation.inputs(|| verb.paths.inputs());
    let has_names = inputs.list.len() != 1;
    if verb.many.csv {
        let names: Vec<_> = verb.fields.iter().map(Field::to_string).collect();
        out.print(&match &verb.by {
            Some(by) => csv::row([&by.to_string() as &dyn Display, &"count"]),
            None => csv::row(["file", "kind", "path"].into_iter().chain(names.iter().map(|it| &**it))),
        });
    }
    let is_table = out.terminal.width.is_some() && verb.many.is_text();
    let how = BatchOptions { isolation: verb.isolation, ..verb.many.into() };
    let batch = batch::read(&inputs, common, how, out, |input, bytes| {
        let file = done::opened(input, bytes, common, verb.many.json)?;
        let asked = Asked { name: &input.name, verb, has_names: has_names || input.is_found, is_table };
        let found =
            asked.find_in(&file).map_err(|problem| Done::refused(&input.name, problem, verb.many.json))?;
        let done = match verb.many.summary {
            true => Done::tallied(found.lines, Code::Fine),
            false => Done { err: found.notes, ..Done::new(found.text, Code::Fine) },
        };
        Ok(Done { rest: Some((found.n, found.by)), ..done })
    });
    let n = batch.rest.iter().map(|(n, _)| n).sum();
    if let Some(by) = &verb.by {
        let all = batch.rest.iter().flat_map(|(_, by)| by.iter());
        let mut sums = BTreeMap::<&str, usize>::new();
        all.for_each(|(value, n)| *sums.entry(value).or_default() += n);
        out.print(&counts(sums, verb.many.csv, &by.to_string()));
    }
    if verb.many.is_text() && !verb.count && batch.code != Code::Usage {
        batch.tell(&counted(n, "part"), out);
    }
    Ok(if n == 0 { batch.code.max(Code::Found) } else { batch.code })
}

/// The number of parts with each value, the most frequent first.
fn counts(sums: BTreeMap<&str, usize>, is_csv: bool, what: &str) -> String {
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by_key(|(value, n)| (std::cmp::Reverse(*n), *value));
    let none = format!("without {what}");
    let shown = |value: &str| if value.is_empty() { none.clone() } else { clean(value) };
    let row = |(value, n): &(&str, usize)| match is_csv {
        true => csv::row([value as &dyn Display, n]),
        false => format!("{:>9}  {VALUE}{}{VALUE:#}\n", grouped(*n), shown(value)),
    };
    sums.iter().map(row).collect()
}

/// A query on one file, and the form of its output.
struct Asked<'a> {
    name: &'a str,
    verb: &'a QueryArgs,
    has_names: bool,
    is_table: bool,
}

/// The results of one file.
#[derive(Default)]
struct FoundParts {
    text: String,
    n: usize,
    by: BTreeMap<String, usize>,
    lines: Vec<TallyLine>,
    /// Notes on an uncertain or empty result.
    notes: String,
}

impl Asked<'_> {
    fn find_in(&self, file: &File<'_>) -> Result<FoundParts, Problem> {
        let (verb, mut found) = (self.verb, FoundParts::default());
        let mut kinds = BTreeMap::<String, usize>::new();
        let mut rows = Vec::<(Rank, Vec<String>)>::new();
        let last = verb.fields.len();
        let order = verb.sort.as_ref();
        let others = order.map(|order| &order.field).into_iter().chain(&verb.by);
        let fields: Vec<_> = verb.fields.iter().chain(others).cloned().collect();
        let (most, mut is_cut) = (verb.limit.unwrap_or(usize::MAX), false);
        let answered = query_fields(file, &verb.query, &fields, &mut |part| {
            is_cut = found.n >= most;
            if order.is_none() && is_cut {
                return ControlFlow::Break(());
            }
            found.n += 1;
            let kept = match () {
                () if verb.many.summary => {
                    *kinds.entry(part.kind().into_owned()).or_default() += 1;
                    None
                }
                () if verb.by.is_some() => {
                    let value = part.field(last).unwrap_or_default();
                    *found.by.entry(bare(&value).to_owned()).or_default() += 1;
                    None
                }
                () if verb.count => None,
                () => Some(self.row(part)),
            };
            match (kept, order) {
                (Some(row), Some(_)) => rows.push(((part.number(last), part.field(last)), row)),
                (Some(row), None) if self.has_table() => rows.push(((None, None), row)),
                (Some(row), None) => found.text.extend(row),
                (None, _) => {}
            }
            ControlFlow::Continue(())
        })?;
        if let Some(order) = order {
            rows.sort_by(|(one, _), (other, _)| order.compare(one, other));
            rows.truncate(most);
            found.n = found.n.min(most);
        }
        let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
        match self.has_table() && !rows.is_empty() {
            true => found.text = self.table(&rows),
            false => found.text.extend(rows.into_iter().flatten()),
        }
        if verb.count {
            let before = self.before();
            let _ = writeln!(found.text, "{before}{}", found.n);
        }
        found.notes = show::damage(self.name, &answered.warnings);
        found.notes.extend(answered.notes.iter().map(|note| show::note(self.name, note)));
        if found.n > 0 {
            found.lines = tally::file(file);
            found.lines.extend(kinds.into_iter().map(|(kind, n)| TallyLine::inside("class", kind, n)));
        }
        if is_cut {
            found.notes.push_str(&show::note(self.name, "more results were left out by --limit"));
        }
        found.lines.extend(tally::unsure(&answered.notes));
        Ok(found)
    }

    fn has_table(&self) -> bool {
        self.is_table && !self.verb.fields.is_empty()
    }

    fn before(&self) -> String {
        if self.has_names { format!("{BOLD}{}{BOLD:#}: ", clean(self.name)) } else { String::new() }
    }

    /// The cells of a row, or the whole line for formats other than tables.
    fn row(&self, part: &Match<'_>) -> Vec<String> {
        let (verb, name) = (self.verb, self.name);
        let fields = &verb.fields;
        if verb.many.json {
            let names: Vec<_> = fields.iter().map(Field::to_string).collect();
            return vec![part.part(&names).map_or(String::new(), |part| json::line(name, &part))];
        }
        let values: Vec<_> = (0..fields.len()).map(|index| part.field(index)).collect();
        if verb.many.csv {
            let (kind, values) = (part.kind(), values.into_iter().map(Option::unwrap_or_default));
            let values: Vec<_> = values.collect();
            let start = [&name as &dyn Display, &kind, &part.path()];
            return vec![csv::row(start.into_iter().chain(values.iter().map(|value| value as &dyn Display)))];
        }
        if self.has_table() {
            let values = values.into_iter().map(|value| bare(&value.unwrap_or_default()).to_owned());
            return [part.path().to_owned()].into_iter().chain(values).collect();
        }
        let before = self.before();
        if fields.is_empty() {
            return vec![format!("{before}{}\n", part.path())];
        }
        // The form that `rez set --from` reads.
        let path = part.path().replace('=', "\\=");
        let values = fields.iter().zip(values).filter_map(|(field, value)| Some((field, value?)));
        let line = |(field, value): (&Field, String)| {
            format!("{before}{path}.{}={value}\n", clean(&field.to_string()))
        };
        vec![values.map(line).collect()]
    }

    /// Formats rows as a table with headings.
    fn table(&self, rows: &[Vec<String>]) -> String {
        let names: Vec<_> =
            [self.name.to_owned()].into_iter().chain(self.verb.fields.iter().map(Field::to_string)).collect();
        table(&names, rows)
    }
}

/// Upper bound on the width of a column.
const WIDEST: usize = 60;

fn table(names: &[String], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(Vec::as_slice).chain([names]).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count().min(WIDEST)).max().unwrap_or_default()
    };
    let widths: Vec<_> = (0..names.len()).map(width).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{:width$}", clean(cell)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let rows = rows.iter().map(|row| line(row) + "\n");
    format!("{DIM}{}{DIM:#}\n{}", line(names), rows.collect::<String>())
}

/// Strips the quotes of a string.
fn bare(value: &str) -> &str {
    value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_columns_and_counts_the_largest_first() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let shown = table(&row(&["a", "Size"]), &[row(&["Workspace/A", "1"]), row(&["B", ""])]);
        let shown = shown.replace(&format!("{DIM}"), "").replace(&format!("{DIM:#}"), "");
        assert_eq!(shown, "a            Size\nWorkspace/A  1\nB\n");
        let sums = BTreeMap::from([("Neon", 2), ("Grass", 1000), ("", 2)]);
        assert_eq!(counts(sums, true, "Material"), "Grass,1000\n,2\nNeon,2\n");
    }

    #[test]
    fn what_has_no_value_is_at_the_end() {
        let orders = ["Size.Y", "-Size.Y"].map(|text| text.parse::<Order>().unwrap());
        let ranks: [Rank; 4] = [(None, None), (Some(1.0), None), (None, Some("a".into())), (Some(2.0), None)];
        let sorted = orders.map(|order| {
            let mut sorted = vec![0, 1, 2, 3];
            sorted.sort_by(|one, other| order.compare(&ranks[*one], &ranks[*other]));
            sorted
        });
        assert_eq!(sorted, [[1, 3, 2, 0], [3, 1, 2, 0]]);
    }
}
