//! The verb `list`: scripts, assets, classes and other items of files.

use crate::args::{Common, Many, Paths, examples, one_of};
use crate::batch;
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::isolation::Isolation;
use crate::output::{Out, Terminal};
use crate::show::{self, BOLD, DIM, VALUE, clean, counted, csv, grouped, json, short, size};
use crate::tally::{self, TallyLine};
use clap::Args;
use rezkit::table::{Sha256, sha256};
use rezkit::{Copies, File, Item, List, Listing, dot, list, list_where, uses};
use std::collections::{BTreeMap, HashMap};
use std::fmt::{Display, Write};
use std::sync::Mutex;

/// Lists everything of one kind in files, with its location.
///
/// With --where, the exit status is 1 if there is nothing.
#[derive(Debug, Args)]
#[command(name = "list", after_help = examples! {
    "rez list classes place.rbxl" => "the number of instances of each class"
    "rez list requires place.rbxl" => "which script requires which module, as far as they can be followed"
    "rez list assets place.rbxl --where 'class=Decal'" => "asset ids and addresses of decals, and where they are used"
})]
pub(super) struct ListArgs {
    /// Items to list.
    #[arg(value_parser = one_of(LISTS))]
    what: List,
    #[command(flatten)]
    paths: Paths,
    /// Only in the instances that this expression chooses; `rez help query` says how.
    #[arg(long = "where", value_name = "EXPRESSION")]
    query: Option<rezkit::Query>,
    /// Print the graph of requires in the language of Graphviz: `rez list requires place.rbxl --dot | dot -Tsvg`.
    #[arg(long, conflicts_with_all = ["query", "many"])]
    dot: bool,
    #[command(flatten)]
    many: Many,
    #[command(flatten)]
    isolation: Isolation,
}

const LISTS: [(&str, &str, List); 9] = [
    ("scripts", "Scripts, with the length of their source", List::Scripts),
    ("assets", "Asset ids and addresses, and assets inside the file", List::Assets),
    ("classes", "Classes or kinds of parts, with their counts", List::Classes),
    ("strings", "Strings", List::Strings),
    ("duplicates", "Ids and contents that occur more than once", List::Duplicates),
    ("dangling", "References to something that does not exist", List::Dangling),
    ("requires", "Modules that scripts require, with lines", List::Requires),
    ("remotes", "Remotes and bindables that scripts fire and listen to", List::Remotes),
    ("services", "Services that scripts use", List::Services),
];

pub(super) fn run(verb: &ListArgs, common: &Common, out: &mut Out) -> Ending {
    let many = verb.many;
    if verb.dot {
        return graph(verb, common, out);
    }
    if verb.what == List::Duplicates {
        verb.isolation.refuse("a list of duplicates")?;
    }
    if many.csv {
        out.print(&csv::row(["file", "kind", "path", "value", "count"]));
    }
    let copies =
        (verb.what == List::Duplicates && verb.query.is_none()).then(Mutex::<FilesByContent>::default);
    let terminal = out.terminal;
    let batch = batch::for_each_file(&verb.paths, common, many, verb.isolation, out, |input, bytes| {
        let file = done::opened(input, bytes, common, many.json)?;
        let listed = match &verb.query {
            None => list(&file, verb.what),
            Some(query) => list_where(&file, verb.what, query),
        };
        let listing = listed.map_err(|problem| Done::refused(&input.name, problem, many.json))?;
        if let Some(copies) = &copies
            && let Ok(mut copies) = copies.lock()
        {
            copies.add(&input.name, bytes);
        }
        if many.summary {
            let rest = Some(listing.items.len());
            return Ok(Done { rest, ..Done::tallied(lines(&file, &listing), Code::Fine) });
        }
        let mut err = show::damage(&input.name, &listing.warnings);
        err.extend(listing.notes.iter().map(|note| show::note(&input.name, note)));
        let text = match many {
            _ if many.json => json::line(&input.name, &listing),
            _ if many.csv => rows(&input.name, &listing),
            _ => shown(&input.name, &listing, terminal, common.verbose),
        };
        let n_kept = if copies.is_some() { input.name.len() + size_of::<Sha256>() } else { 0 };
        Ok(Done { rest: Some(listing.items.len()), err, n_kept, ..Done::new(text, Code::Fine) })
    });
    let copies = copies.and_then(|copies| copies.into_inner().ok()).unwrap_or_default().end();
    for copy in &copies {
        out.print(&match many {
            _ if many.json => json::object(copy),
            _ if many.csv => copies_row(copy),
            _ if many.summary => String::new(),
            _ => copied(copy),
        });
    }
    if many.summary && !copies.is_empty() {
        out.print(&format!("{} in several files\n", counted(copies.len(), "content")));
    }
    let n = batch.rest.iter().sum();
    if many.is_text() {
        let mut found = counted(n, "entry");
        if !copies.is_empty() {
            found += &format!(", {} in several files", counted(copies.len(), "content"));
        }
        batch.tell(&found, out);
    }
    let is_none = n == 0 && verb.query.is_some();
    Ok(batch.code.max(if is_none { Code::Found } else { Code::Fine }))
}

/// Prints a graph of each file.
fn graph(verb: &ListArgs, common: &Common, out: &mut Out) -> Ending {
    if verb.what != List::Requires {
        return Err(Done::misused("--dot", "--dot works only with requires"));
    }
    let batch: batch::Batch<()> =
        batch::for_each_file(&verb.paths, common, verb.many, verb.isolation, out, |input, bytes| {
            let file = done::opened(input, bytes, common, false)?;
            let found = uses(&file).map_err(|problem| Done::refused(&input.name, problem, false))?;
            let err = show::damage(&input.name, &found.warnings);
            Ok(Done { err, ..Done::new(dot(&found.uses), Code::Fine) })
        });
    Ok(batch.code)
}

/// File names grouped by content.
#[derive(Default)]
struct FilesByContent(HashMap<Sha256, (usize, Vec<String>)>);

impl FilesByContent {
    fn add(&mut self, name: &str, bytes: &[u8]) {
        let (_, names) = self.0.entry(sha256(bytes)).or_insert((bytes.len(), Vec::new()));
        names.push(name.to_owned());
    }

    /// The contents that several files share, the largest first.
    fn end(self) -> Vec<Copies> {
        let several = self.0.into_iter().filter(|(_, (_, names))| names.len() > 1);
        let mut all: Vec<_> = several
            .map(|(hash, (n_bytes, mut names))| {
                names.sort();
                Copies::new(hash.to_string(), n_bytes, names)
            })
            .collect();
        all.sort_by(|one, other| (other.n_bytes, &one.places).cmp(&(one.n_bytes, &other.places)));
        all
    }
}

fn copied(copy: &Copies) -> String {
    let Some((first, rest)) = copy.places.split_first() else { return String::new() };
    let mut text = format!("{BOLD}{}{BOLD:#}  {}\n", clean(first), size(copy.n_bytes));
    for place in rest {
        let _ = writeln!(text, "  {DIM}the same as{DIM:#} {}", clean(place));
    }
    text
}

fn copies_row(copy: &Copies) -> String {
    let (first, rest) = copy.places.split_first().map_or(("", &[][..]), |(first, rest)| (&**first, rest));
    csv::row([&first as &dyn Display, &"content", &"", &rest.join("; "), &copy.n_bytes])
}

fn lines(file: &File<'_>, listing: &Listing) -> Vec<TallyLine> {
    let mut kinds = BTreeMap::<&str, usize>::new();
    for item in &listing.items {
        let n = if item.path.is_empty() && item.count > 0 { item.count } else { 1 };
        *kinds.entry(&item.kind).or_default() += n;
    }
    let kinds = kinds.into_iter().map(|(kind, n)| TallyLine::inside("kind", kind.to_owned(), n));
    tally::file(file).into_iter().chain(kinds).chain(tally::unsure(&listing.notes)).collect()
}

fn rows(name: &str, listing: &Listing) -> String {
    let row =
        |item: &Item| csv::row([&name as &dyn Display, &item.kind, &item.path, &item.value, &item.count]);
    listing.items.iter().map(row).collect()
}

fn shown(name: &str, listing: &Listing, terminal: Terminal, is_verbose: bool) -> String {
    if listing.items.is_empty() && !is_verbose {
        return String::new();
    }
    let mut text = format!("{BOLD}{}{BOLD:#}\n", clean(name));
    let widest = |of: fn(&Item) -> &str, most: usize| {
        listing.items.iter().map(|item| of(item).chars().count().min(most)).max().unwrap_or_default()
    };
    let (kinds, paths) = (widest(|item| &item.kind, 24), widest(|item| &item.path, 48));
    let has_counts = listing.items.iter().any(|item| item.count > 0);
    for item in &listing.items {
        let mut line = String::from(" ");
        if has_counts {
            let _ = write!(line, " {:>9}", if item.count > 0 { grouped(item.count) } else { String::new() });
        }
        // The last column is not padded.
        let has_value = !item.value.is_empty();
        let kinds = if item.path.is_empty() && !has_value { 0 } else { kinds };
        let _ = write!(line, "  {VALUE}{:kinds$}{VALUE:#}", clean(&item.kind));
        if paths > 0 && (has_value || !item.path.is_empty()) {
            let _ = write!(line, "  {:width$}", clean(&item.path), width = if has_value { paths } else { 0 });
        }
        if !item.value.is_empty() {
            // The value is cut to the remaining width, but not below 12 characters.
            let before = line.chars().count().saturating_sub(format!("{VALUE}{VALUE:#}").len());
            let room = terminal.width.map_or(100, |width| width.saturating_sub(before + 2).max(12));
            let _ = write!(line, "  {DIM}{}{DIM:#}", short(&item.value, room));
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}
