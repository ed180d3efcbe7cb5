//! Conversion of LLSD between encodings, and of JSON to LLSD.

use super::{ConvertOptions, Converted, Losses, cost_of_text, impossible, refused, with};
use files::File;
use files::Format;
use files::codec::{Adapted, Codec};
use files::excerpt::of_text;
use files::llsd::{Walk, shown, visit};
use files::model::Described;
use files::options::{Limits, Options};
use files::wrapper::within;
use llsd::json::JsonForm;
use llsd::{Kind, Place, Value};
use scene::allowance::{Allowance, usual_memory};
use scene::{Problem, ProblemKind};

pub(super) fn convert(file: &File<'_>, options: &ConvertOptions) -> Result<Converted, Problem> {
    file.allowance().take(cost_of_text(file.bytes()))?;
    let (value, warnings) = Value::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    written(&value, file.memory(), options, losses)
}

/// Converts JSON to LLSD.
///
/// JSON is not recognised as LLSD by its content, so [`File::open`] rejects it. Values for which JSON has no type are
/// read in llsd's tagged form, such as `{"$uuid": "…"}`. If an object only happens to have such a key, it stays an object.
///
/// ```
/// use rezkit::{ConvertOptions, Format, convert_json};
///
/// let json = br#"{"id": {"$uuid": "d7f4aeca-88f1-42a1-b385-b97b18abb255"}, "legs": 4}"#;
/// let notation = convert_json(json, &ConvertOptions::to(Format::LlsdNotation))?;
/// assert!(notation.bytes.ends_with(b"{'id':ud7f4aeca-88f1-42a1-b385-b97b18abb255,'legs':i4}"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the bytes are not JSON, or the format to convert to is not LLSD.
pub fn convert_json(bytes: &[u8], options: &ConvertOptions) -> Result<Converted, Problem> {
    let (plain, limits) = within(bytes, None, |_| Value::BYTES_OF_ELEMENT)?;
    let memory = usual_memory(bytes.len());
    Allowance::new(memory).take(cost_of_text(&plain))?;
    let with = Value::read_options(Options { limits, ..Options::default() });
    let read = llsd::json::read_with(&plain, JsonForm::Tagged, &with)
        .or_else(|error| llsd::json::read_with(&plain, JsonForm::Plain, &with).map_err(|_| error));
    let (value, _) = read.map_err(|error| {
        let byte = match error.place() {
            Place::Input(at) => Some(at),
            _ => None,
        };
        let mut problem = Problem::new(ProblemKind::Format, error.kind().to_string());
        problem.byte = byte;
        problem.excerpt = byte.and_then(|at| of_text(&plain, at)).map(Box::new);
        problem
    })?;
    written(&value, memory, options, Losses::default())
}

/// Writes a value, and compares it with the one that is read back.
fn written(
    value: &Value,
    memory: usize,
    options: &ConvertOptions,
    mut losses: Losses,
) -> Result<Converted, Problem> {
    let form = if options.is_plain_json { JsonForm::Plain } else { JsonForm::Tagged };
    let bytes = match options.to {
        Format::LlsdBinary => llsd::binary::write(value),
        Format::LlsdXml => llsd::xml::write(value),
        Format::LlsdNotation => llsd::notation::write(value),
        Format::Json => llsd::json::write_with(value, form, &llsd::WriteOptions::default().lossy(true)),
        to => return Err(impossible(Format::LlsdBinary, to)),
    }
    .map_err(refused)?;
    let options_of_again = Options { limits: left(memory, value, bytes.len()), ..Options::default() };
    let again = match options.to {
        Format::Json => {
            let options = Value::read_options(options_of_again);
            let read = llsd::json::read_with(&bytes, form, &options);
            read.map(|(again, _)| again).map_err(|error| Value::problem(&error))
        }
        _ => Value::read(&bytes, options_of_again).map(|(again, _)| again),
    };
    match again {
        Ok(again) => differences(value, &again, &mut losses),
        Err(problem) if problem.kind == ProblemKind::Limit => return Err(problem),
        Err(problem) => losses.add("values that cannot be read back", || problem.to_string()),
    }
    Ok(with(losses, bytes))
}

/// The limits for a second value in memory, next to the first one and the bytes of the file.
fn left(memory: usize, value: &Value, n_bytes: usize) -> Limits {
    let n_values = Walk::new(value).count();
    let left = memory.saturating_sub(n_values.saturating_mul(size_of::<Value>()));
    // A list that grows exists twice, once with twice the capacity, hence three times the size of a value.
    Limits::within(left, n_bytes, size_of::<Value>().saturating_mul(3))
}

/// Reports each value that differs. All encodings preserve arrays and maps, so both values have the same structure.
fn differences(before: &Value, after: &Value, losses: &mut Losses) {
    let mut after = Walk::new(after);
    visit(before, &mut |path, value| {
        let Some(other) = after.next() else {
            return losses.add("values that the encoding cannot store", || shown(path));
        };
        let (kind, became) = (value.kind(), other.kind());
        if kind != became {
            losses.add(&format!("{}, which become {}", plural(kind), plural(became)), || shown(path));
        } else if !matches!(kind, Kind::Array | Kind::Map) && llsd::Same::difference(value, other).is_some() {
            losses.add(&format!("{} that the encoding rounds", plural(kind)), || shown(path));
        }
    });
}

fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Undef => "undefined values",
        Kind::Boolean => "booleans",
        Kind::Integer => "integers",
        Kind::Real => "reals",
        Kind::Uuid => "UUIDs",
        Kind::String => "strings",
        Kind::Date => "dates",
        Kind::Uri => "URIs",
        Kind::Binary => "binary values",
        Kind::Array => "arrays",
        Kind::Map => "maps",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::convert;
    use files::OpenOptions;

    #[test]
    fn what_is_read_back_takes_what_is_left() {
        let text = format!("[{}!]", "!,".repeat(100_000));
        let converted = |to: Format, memory: usize| {
            let file = File::open(text.as_bytes(), &OpenOptions::default().max_memory(memory)).unwrap();
            convert(&file, &ConvertOptions::to(to)).map(|made| (made.losses, made.bytes.len()))
        };
        for to in [Format::LlsdBinary, Format::LlsdXml, Format::Json] {
            // Such a value can be read, but the limit does not allow writing it and reading it again.
            assert_eq!(converted(to, 9_000_000).unwrap_err().kind, ProblemKind::Limit, "{to:?}");
            let (losses, n_bytes) = converted(to, 16_000_000).unwrap();
            assert!(losses.is_empty() && n_bytes > 100_000, "{to:?} {losses:?}");
        }
    }
}
