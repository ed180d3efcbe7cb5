//! The verb `print`: the canonical text of files.

use crate::args::{Common, Many, Paths, examples};
use crate::batch;
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::inputs::{Input, Inputs};
use crate::output::Out;
use crate::show::{self, BOLD, DIM, GOOD, VALUE, clean, csv, json};
use crate::tally::{self, TallyLine};
use anstyle::Style;
use clap::Args;
use rezkit::roblox::{Document, Id, StringForm, Value};
use rezkit::{
    Field, File, PrintKind, PrintLine, PrintOptions, Problem, print, print_parts, print_with, query_fields,
};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::Path;

/// Prints files as text, a property on each line.
///
/// The order is always the same, so that the text can be compared line by line. Binary and XML models of the same
/// content give the same text, and so does LLSD in any encoding. Properties have the names that scripts use. Scripts
/// are shown line by line, other bytes as their number and a hash. After a model or place, the path of an instance prints
/// it alone, and that of a script its source, as it is. The README shows how git uses it for its diffs.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez print place.rbxl" => "instances, and a line for each property"
    "rez print place.rbxl Workspace/Door" => "an instance"
    "rez print place.rbxl ServerScriptService/Main" => "the source of a script"
    "rez print place.rbxl Workspace/Door --get Size,Material" => "values of these properties, a text as it is"
    "rez print settings.llsd --json" => "an object for each map and array, with typed values"
    "git config diff.rez.textconv 'rez print --textconv --'" => "what git compares in files with the attribute diff=rez"
})]
pub(super) struct PrintArgs {
    #[command(flatten)]
    paths: Paths,
    /// After the path of an instance: print the values of these properties alone, each on a line; texts are printed as
    /// they are.
    #[arg(long = "get", value_name = "PROPERTY,…", value_delimiter = ',', conflicts_with_all = ["many", "textconv"])]
    fields: Vec<Field>,
    /// For git: siblings with the same name are not numbered, so that a new one does not change the others; defaults
    /// and unique ids are left out; for files that cannot be read, the size and a hash are printed, and the exit status
    /// is 0.
    #[arg(long, conflicts_with = "many")]
    textconv: bool,
    /// Show the names that properties have in the file, such as size, and not those in scripts.
    #[arg(long, conflicts_with_all = ["json", "summary"])]
    stored: bool,
    #[command(flatten)]
    many: Many,
}

/// Prints one instance: the values of some properties, the source of a script, or all properties.
fn instance(verb: &PrintArgs, file: &Path, path: &str, common: &Common, out: &mut Out) -> Ending {
    let input = done::named(file)?;
    let bytes = done::read(&input, common)?;
    let file = done::opened(&input, &bytes, common, false)?;
    let refused = |problem| Done::refused(&input.name, problem, false);
    let document = Document::read(&file).map_err(refused)?;
    let Some(id) = document.find(path) else {
        let message =
            "this is neither a file nor an instance in the first file; `rez print FILE` lists the paths";
        return Err(Done::misused(path, message));
    };
    if !verb.fields.is_empty() {
        return values(&file, &document, id, &verb.fields, out).map_err(refused);
    }
    if let Some(source) = document.bytes(id, "Source").filter(|_| !verb.stored && verb.many.is_text()) {
        return Ok(out.give(source));
    }
    let (path, mut is_it, styles) = (document.path(id), false, styles(out.terminal.is_plain));
    let is_end = |line: &PrintLine<'_>, is_it: bool| is_it && line.kind == PrintKind::Part;
    let options = PrintOptions::default().stored(verb.stored);
    let printed = match verb.many.json {
        true => print_parts(&file, &mut |part| match part.path == path {
            true => out.flow(&json::line(&input.name, part)),
            false => ControlFlow::Continue(()),
        }),
        false => print_with(&file, options, &mut |line| {
            if is_end(&line, is_it) {
                return ControlFlow::Break(());
            }
            is_it |= line.kind == PrintKind::Part && line.value == path;
            if is_it { out.flow(&styled(&line, &styles)) } else { ControlFlow::Continue(()) }
        }),
    };
    printed.map_err(refused)?;
    Ok(Code::Fine)
}

/// Prints values of an instance, each on a line. Strings have no quotes, and a string that is printed alone
/// has no line end.
fn values(
    file: &File<'_>,
    document: &Document,
    id: Id,
    fields: &[Field],
    out: &mut Out,
) -> Result<Code, Problem> {
    let class = document.class(id);
    let text = |field: &Field| {
        let name = field.to_string();
        // A string with a structure is printed by its parts.
        if name == "Tags" || StringForm::for_property(class.as_bytes(), name.as_bytes()).is_some() {
            return None;
        }
        match document.value_or_default(id, &name) {
            Some(Value::String(text) | Value::ProtectedString(text)) => Some(text.into_owned()),
            _ => None,
        }
    };
    if let [field] = fields
        && let Some(text) = text(field)
    {
        return Ok(out.give(&text));
    }
    let quoted = document.path(id).replace('\\', "\\\\").replace('"', "\\\"");
    query_fields(file, &format!("path=\"{quoted}\"").parse()?, fields, &mut |part| {
        for (index, field) in fields.iter().enumerate() {
            let shown = text(field).map(|text| String::from_utf8_lossy(&text).into_owned());
            out.print(&format!("{}\n", shown.or_else(|| part.field(index)).unwrap_or_default()));
        }
        ControlFlow::Break(())
    })?;
    Ok(Code::Fine)
}

/// Prints line by line, because the text may be many times as long as its file.
pub(super) fn run(verb: &PrintArgs, common: &Common, out: &mut Out) -> Ending {
    if let [file, path] = &verb.paths.paths[..]
        && !path.exists()
        && let Some(path) = path.to_str()
        && file.is_file()
    {
        return instance(verb, file, path, common, out);
    }
    let inputs = verb.paths.inputs();
    if verb.many.summary {
        return Ok(totals(verb, common, &inputs, out));
    }
    if verb.many.csv {
        let names = ["file", "kind", "path", "property", "value"];
        out.print(&csv::row(names));
    }
    let mut code = Code::Fine;
    batch::each(&inputs.list, common, out, &mut |name, read, out| {
        code = code.max(match read {
            Ok((input, bytes)) => one(input, bytes, verb, common, out),
            Err(problem) => Done::<()>::refused(name, problem, verb.many.json).tell(out),
        });
        !out.is_closed()
    });
    Ok(code)
}

/// Prints the number of parts of each class or kind.
fn totals(verb: &PrintArgs, common: &Common, inputs: &Inputs, out: &mut Out) -> Code {
    let batch = batch::read::<()>(inputs, common, verb.many.into(), out, |input, bytes| {
        let file = done::opened(input, bytes, common, false)?;
        let mut kinds = BTreeMap::<String, usize>::new();
        let printed = print(&file, &mut |line| {
            if line.kind == PrintKind::Part {
                *kinds.entry(line.name.to_owned()).or_default() += 1;
            }
            ControlFlow::Continue(())
        });
        printed.map_err(|problem| Done::refused(&input.name, problem, false))?;
        let mut lines = tally::file(&file);
        lines.extend(kinds.into_iter().map(|(kind, n)| TallyLine::inside("class", kind, n)));
        Ok(Done::tallied(lines, Code::Fine))
    });
    batch.code
}

fn one(input: &Input, bytes: &[u8], verb: &PrintArgs, common: &Common, out: &mut Out) -> Code {
    let file = match done::opened(input, bytes, common, verb.many.json) {
        Ok(file) => file,
        Err(done) if verb.textconv && !done.is_skipped => return stand_in(bytes, out),
        Err(done) => return done.tell(out),
    };
    let options = PrintOptions::default().for_diff(verb.textconv).stored(verb.stored);
    if verb.many.csv {
        return rows(&file, input, options, out);
    }
    if (verb.paths.paths.len() > 1 || input.is_found) && !verb.many.json {
        out.print(&format!("{BOLD}{}{BOLD:#}\n", clean(&input.name)));
    }
    let styles = styles(out.terminal.is_plain);
    let printed = match verb.many.json {
        true => print_parts(&file, &mut |part| out.flow(&json::line(&input.name, part))),
        false => print_with(&file, options, &mut |line| out.flow(&styled(&line, &styles))),
    };
    match printed {
        Ok(_) if verb.textconv => Code::Fine,
        Ok(warnings) => {
            out.tell(&show::damage(&input.name, &warnings));
            Code::Fine
        }
        Err(_) if verb.textconv => stand_in(bytes, out),
        Err(problem) => Done::<()>::refused(&input.name, problem, verb.many.json).tell(out),
    }
}

/// Prints a row for each property, and one for a part without any.
fn rows(file: &File<'_>, input: &Input, options: PrintOptions, out: &mut Out) -> Code {
    let (mut part, mut text) = ((String::new(), String::new()), (String::new(), String::new()));
    let row = |part: &(String, String), property: &str, value: &str| {
        csv::row([&input.name as &dyn Display, &part.0, &part.1, &property, &value])
    };
    let printed = print_with(file, options, &mut |line| {
        if line.kind != PrintKind::Line && !text.0.is_empty() {
            let (name, value) = std::mem::take(&mut text);
            out.print(&row(&part, &name, &value));
        }
        match line.kind {
            PrintKind::Part => {
                part = (line.name.to_owned(), line.value.to_owned());
                out.flow(&row(&part, "", ""))
            }
            PrintKind::Property => out.flow(&row(&part, line.name, line.value)),
            PrintKind::Text => {
                text.0 = line.name.to_owned();
                ControlFlow::Continue(())
            }
            _ => {
                if !text.1.is_empty() {
                    text.1.push('\n');
                }
                text.1.push_str(line.value);
                ControlFlow::Continue(())
            }
        }
    });
    if !text.0.is_empty() {
        out.print(&row(&part, &text.0, &text.1));
    }
    match printed {
        Ok(_) => Code::Fine,
        Err(problem) => Done::<()>::refused(&input.name, problem, false).tell(out),
    }
}

/// Prints a replacement for a file that cannot be read. An error would abort git's whole log.
fn stand_in(bytes: &[u8], out: &mut Out) -> Code {
    out.print(&format!("[not readable] {}\n", rezkit::summary(bytes)));
    Code::Fine
}

/// The styles of classes, paths, operators and texts, and the reset sequence; empty where styles are not shown, because
/// stripping them from millions of lines takes time.
fn styles(is_plain: bool) -> ([String; 4], String) {
    let styles = if is_plain { [Style::new(); 4] } else { [VALUE, BOLD, DIM, GOOD] };
    let [first, ..] = styles;
    (styles.map(|style| style.to_string()), format!("{first:#}"))
}

fn styled(line: &PrintLine<'_>, (styles, end): &([String; 4], String)) -> String {
    let ([class, path, sign, text], name, value) =
        (styles.each_ref().map(String::as_str), line.name, line.value);
    match line.kind {
        PrintKind::Part => ["[", class, name, end, "] ", path, value, end, "\n"].concat(),
        PrintKind::Property => ["  ", name, " ", sign, "=", end, " ", value, "\n"].concat(),
        PrintKind::Line => ["    ", sign, "|", end, text, value, end, "\n"].concat(),
        _ => ["  ", name, " ", sign, "=", end, "\n"].concat(),
    }
}
