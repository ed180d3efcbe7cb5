//! Files of one format from files of another.

use crate::Code;
use crate::args::{Common, Convert};
use crate::batch;
use crate::inputs::inputs;
use crate::output::{Out, save};
use crate::show::{self, BOLD, DIM, ODD, clean, json, size};
use rezkit::{ConvertOptions, Converted, File, Format, Loss, convert};
use serde::Serialize;
use std::ffi::OsStr;

pub(crate) fn run(verb: &Convert, common: &Common, out: &mut Out) -> Code {
    let Some(Ok(input)) = inputs(std::slice::from_ref(&verb.path), "-").pop() else {
        out.tell(&show::error(&verb.path.to_string_lossy(), "this is a folder, and not a file"));
        return Code::Usage;
    };
    let is_stdout = verb.output.as_os_str() == "-";
    let bytes = match input.read(common.max_memory) {
        Ok(bytes) => bytes,
        Err(error) => {
            out.tell(&show::error(&input.name, &error.to_string()));
            return Code::Io;
        }
    };
    let file = match batch::opened::<()>(&input, &bytes, &batch::options(common, &input.name), verb.json) {
        Ok(file) => file,
        Err(done) => {
            out.tell(&done.err);
            out.print(&done.out);
            return done.code;
        }
    };
    let Some(to) = verb.to.map(Format::from).or_else(|| target(&file, verb.output.extension())) else {
        let message = "its ending names no format that there is a conversion to: say which with --to";
        out.tell(&show::error(&verb.output.to_string_lossy(), message));
        return Code::Usage;
    };
    let converted = match convert(&file, &ConvertOptions::to(to).packing(verb.packing.into())) {
        Ok(converted) => converted,
        Err(problem) => {
            out.tell(&show::problem(&input.name, &problem));
            return Code::Refused;
        }
    };
    if verb.lossless && !converted.losses.is_empty() {
        report(verb, &input.name, bytes.len(), &converted, false, out);
        return Code::Found;
    }
    if is_stdout {
        report(verb, &input.name, bytes.len(), &converted, false, out);
        out.print_bytes(&converted.bytes);
        return Code::Fine;
    }
    if let Err(error) = save(&verb.output, &converted.bytes, verb.force) {
        let message = match error.kind() {
            std::io::ErrorKind::AlreadyExists => "it is there already; --force overwrites it".to_owned(),
            _ => error.to_string(),
        };
        out.tell(&show::error(&verb.output.to_string_lossy(), &message));
        return Code::Io;
    }
    report(verb, &input.name, bytes.len(), &converted, true, out);
    Code::Fine
}

/// The format that an ending stands for.
fn target(file: &File<'_>, extension: Option<&OsStr>) -> Option<Format> {
    let family = file.identity().format.family();
    let Some(extension) = extension else {
        // To be read on the terminal.
        return match family {
            rezkit::Family::Llsd => Some(Format::LlsdNotation),
            rezkit::Family::RbxBinary => Some(Format::RbxXml),
            _ => None,
        };
    };
    match &*extension.to_string_lossy().to_ascii_lowercase() {
        "rbxm" | "rbxl" => Some(Format::RbxBinary),
        "rbxmx" | "rbxlx" => Some(Format::RbxXml),
        "llsd" | "llsdb" => Some(Format::LlsdBinary),
        "xml" => Some(Format::LlsdXml),
        "notation" => Some(Format::LlsdNotation),
        _ => None,
    }
}

/// Sizes before and after, and what is lost.
fn report(verb: &Convert, name: &str, n_before: usize, converted: &Converted, is_saved: bool, out: &mut Out) {
    #[derive(Serialize)]
    struct Report<'r> {
        schema: &'static str,
        output: &'r str,
        is_saved: bool,
        n_bytes_before: usize,
        n_bytes: usize,
        losses: &'r [Loss],
    }
    let output = verb.output.to_string_lossy();
    let (n_bytes, losses) = (converted.bytes.len(), &converted.losses);
    if verb.json {
        let report = Report {
            schema: "rezkit.convert/1",
            output: &output,
            is_saved,
            n_bytes_before: n_before,
            n_bytes,
            losses,
        };
        out.print(&json::line(name, &report));
        return;
    }
    if is_saved {
        let larger = if n_bytes > n_before { " (larger)" } else { "" };
        out.mention(&format!(
            "{BOLD}{}{BOLD:#}: {} {DIM}from {}{DIM:#}{larger}\n",
            clean(&output),
            size(n_bytes),
            size(n_before)
        ));
    }
    for loss in losses {
        out.tell(&format!("{ODD}lost:{ODD:#} {}\n", clean(&loss.to_string())));
    }
    if verb.lossless && !losses.is_empty() {
        out.tell("nothing was written, since something would be lost\n");
    }
}
