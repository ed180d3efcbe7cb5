//! Scripts, assets, classes and so on.

use super::summary;
use crate::Code;
use crate::args::{Common, ListVerb};
use crate::batch::{self, Done};
use crate::output::Out;
use crate::show::{BOLD, DIM, VALUE, clean, counted, grouped, json, short};
use rezkit::{Listing, list};
use std::fmt::Write;

pub(crate) fn run(verb: &ListVerb, common: &Common, out: &mut Out) -> Code {
    let batch = batch::run(&verb.paths, common, verb.json, out, |input, bytes| {
        let file = match batch::opened(input, bytes, &batch::options(common, &input.name), verb.json) {
            Ok(file) => file,
            Err(done) => return done,
        };
        match list(&file, verb.what.into()) {
            Err(problem) => Done::refused(&input.name, problem, verb.json),
            Ok(listing) => {
                let text = match verb.json {
                    true => json::line(&input.name, &listing),
                    false => shown(&input.name, &listing, common.verbose),
                };
                Done { rest: Some(listing.items.len()), ..Done::new(text, Code::Fine) }
            }
        }
    });
    if !verb.json {
        summary(&batch, &counted(batch.rest.iter().sum(), "entry"), out);
    }
    batch.code
}

fn shown(name: &str, listing: &Listing, is_verbose: bool) -> String {
    if listing.items.is_empty() && !is_verbose {
        return String::new();
    }
    let mut text = format!("{BOLD}{}{BOLD:#}\n", clean(name));
    let widest = |of: fn(&rezkit::Item) -> &str, most: usize| {
        listing.items.iter().map(|item| of(item).chars().count().min(most)).max().unwrap_or_default()
    };
    let (kinds, paths) = (widest(|item| &item.kind, 24), widest(|item| &item.path, 48));
    let has_counts = listing.items.iter().any(|item| item.count > 0);
    for item in &listing.items {
        let mut line = String::from(" ");
        if has_counts {
            let _ = write!(line, " {:>9}", if item.count > 0 { grouped(item.count) } else { String::new() });
        }
        // Nothing is filled up that nothing stands behind.
        let has_value = !item.value.is_empty();
        let kinds = if item.path.is_empty() && !has_value { 0 } else { kinds };
        let _ = write!(line, "  {VALUE}{:kinds$}{VALUE:#}", clean(&item.kind));
        if paths > 0 && (has_value || !item.path.is_empty()) {
            let _ = write!(line, "  {:width$}", clean(&item.path), width = if has_value { paths } else { 0 });
        }
        if !item.value.is_empty() {
            let _ = write!(line, "  {DIM}{}{DIM:#}", short(&item.value, 100));
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}
