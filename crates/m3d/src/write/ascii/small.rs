//! Writing of previews, scripts, labels, files and chunks of applications in the text form. Text format
//! document, sections 4, 8, 13 and 14.

use super::Text;
use super::header::one_line;
use super::line::Lines;
use crate::model::{Asset, Labels, Model, Procedure, Unknown};
use crate::wire::{PREVIEW_FILE, is_reserved, text_file};

/// Writes the file name of the preview: text format document, section 4.
pub(super) fn preview(out: &mut Lines, model: &Model) {
    if model.preview.is_some() {
        out.line(b"Preview");
        out.line(PREVIEW_FILE.as_bytes());
        out.end();
    }
}

/// Writes the name of a script: text format document, section 8.
pub(super) fn procedural(out: &mut Lines, text: &Text<'_>, procedure: &Procedure) {
    let name = text.name(procedure.script);
    if !name.is_empty() {
        out.line(b"Procedural");
        out.line(&text_file(&name));
        out.end();
    }
}

/// Writes the file name of an asset: text format document, section 14.
pub(super) fn assets(out: &mut Lines, text: &Text<'_>, asset: &Asset) {
    let name = text.name(asset.name);
    if !name.is_empty() {
        out.line(b"Assets");
        out.line(&text_file(&name));
        out.end();
    }
}

/// Writes another file name to the last section.
pub(super) fn one_more_asset(out: &mut Lines, text: &Text<'_>, asset: &Asset) {
    let name = text.name(asset.name);
    if !name.is_empty() {
        out.drop_empty_line();
        out.line(&text_file(&name));
        out.end();
    }
}

/// Writes labels: text format document, section 13.
pub(super) fn labels(out: &mut Lines, text: &Text<'_>, labels: &Labels) {
    let (colour, language) = (text.colour(labels.colour), text.name(labels.language));
    if labels.labels.is_empty() && colour == 0 && language.is_empty() {
        return;
    }
    out.pair("Labels", &text.name(labels.group));
    if colour != 0 {
        out.format(format_args!("color #{colour:08x}"));
        out.end();
    }
    if !language.is_empty() {
        out.pair("lang", &language);
    }
    for label in &labels.labels {
        out.reference(label.vertex);
        let label = one_line(text.string(label.text));
        out.bytes(label.trim_ascii_start());
        out.end();
    }
    out.end();
}

/// Writes a chunk of an application, 32 bytes per line: text format document, section 14.
pub(super) fn extra(out: &mut Lines, unknown: &Unknown) {
    let can_be_said = unknown.magic.iter().all(u8::is_ascii_graphic) && !is_reserved(unknown.magic);
    if !can_be_said || unknown.data.is_empty() {
        return;
    }
    out.pair("Extra", &unknown.magic);
    for line in unknown.data.chunks(32) {
        line.iter().for_each(|byte| out.format(format_args!("{byte:02x}")));
        out.end();
    }
    out.end();
}
