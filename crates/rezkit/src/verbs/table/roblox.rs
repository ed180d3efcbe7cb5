//! Rows about instances, their properties, scripts and references.

use super::columns::{InstanceRow, PropertyRow, ReferenceRow, ScriptRow, Table};
use super::sink::{Options, Sink, int32, int64, text};
use dom::address::asset_id;
use dom::names::is_script;
use dom::words::{in_scripts, in_words};
use files::addresses::is_address;
use files::hash::sha256;
use files::model::AnyModel;
use files::outline::{Datum, Label, Outline, Paths};
use files::shapes::Image;
use scene::Problem;
use std::ops::ControlFlow;
use std::sync::Arc;

const TABLES: &[Table] =
    &[Table::Instances, Table::Properties, Table::Scripts, Table::References, Table::Textures];

/// Adds rows for instances.
pub(super) fn instances(model: &dyn AnyModel, memory: usize, sink: &mut Sink<'_>) -> Result<(), Problem> {
    if !sink.options.wants(TABLES) {
        return Ok(());
    }
    model.outline(memory, &mut |outline| {
        let _ = of_outline(outline, sink);
    })
}

fn of_outline(outline: &dyn Outline, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let options = sink.options;
    let has_instances = options.wants(&[Table::Instances]);
    let has_scripts = options.wants(&[Table::Scripts]);
    let has_values = options.wants(&[Table::Properties, Table::References, Table::Textures]);
    let paths = Paths::new(outline);
    let mut depths = vec![0_i32; outline.len()];
    for number in 0..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
        if number > 0 {
            let above = depths.get(outline.parent(number) as usize).copied().unwrap_or_default();
            if let Some(depth) = depths.get_mut(number as usize) {
                *depth = above.saturating_add(1);
            }
            if has_instances {
                // The file itself has no row.
                instance(outline, &paths, number, above, sink)?;
            }
            if has_scripts && is_script(outline.kind(number)) {
                script(outline, &paths, number, sink)?;
            }
        }
        if has_values {
            values(outline, &paths, number, sink)?;
        }
    }
    ControlFlow::Continue(())
}

fn instance(
    outline: &dyn Outline,
    paths: &Paths,
    number: u32,
    depth: i32,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let name = outline.instances().and_then(|view| view.get(number)).map(|instance| instance.name());
    let id = outline.id(number);
    sink.add(InstanceRow {
        sha256: sink.sha256.clone(),
        instance: int32(number),
        class: lossy(outline.kind(number)),
        name: lossy(name.unwrap_or_default()),
        parent: Some(outline.parent(number)).filter(|parent| *parent > 0).map(int32),
        depth,
        path: paths.path(outline, number),
        unique_id: (id != 0).then(|| format!("{id:032x}")),
    })
}

fn script(outline: &dyn Outline, paths: &Paths, number: u32, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let Some(instance) = outline.instances().and_then(|view| view.get(number)) else {
        return ControlFlow::Continue(());
    };
    let source = instance.bytes("Source").unwrap_or_default();
    sink.pay(source.len())?;
    let flag = |name: &str| instance.get(name).and_then(|value| value.as_bool());
    sink.add(ScriptRow {
        sha256: sink.sha256.clone(),
        instance: int32(number),
        class: lossy(instance.class()),
        path: paths.path(outline, number),
        source: lossy(source),
        source_sha256: sha256(source).to_string(),
        n_lines: int32(source.split(|byte| *byte == b'\n').count()),
        enabled: flag("Enabled").or_else(|| flag("Disabled").map(|is_off| !is_off)),
    })
}

/// Visits the properties of an instance once for all tables that need them.
fn values(outline: &dyn Outline, paths: &Paths, number: u32, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let options = sink.options;
    let has_properties =
        options.wants(&[Table::Properties]) && is_named(&options.classes, outline.kind(number));
    let has_references = options.wants(&[Table::References]);
    let has_textures = options.wants(&[Table::Textures]);
    let mut flow = ControlFlow::Continue(());
    outline.properties(number, &mut |label, value| {
        if flow.is_break() {
            return;
        }
        flow = (|| {
            if has_properties && is_wanted(options, label) {
                property(number, label, value, sink)?;
            }
            if has_references {
                reference(number, label, value, sink)?;
            }
            if has_textures {
                picture(outline, paths, number, label, value, sink)?;
            }
            ControlFlow::Continue(())
        })();
    });
    flow
}

/// Returns true if a list of names is empty, or contains this one.
fn is_named(names: &[String], name: &[u8]) -> bool {
    names.is_empty() || names.iter().any(|wanted| wanted.as_bytes() == name)
}

fn is_wanted(options: &Options, label: &Label<'_>) -> bool {
    match label {
        _ if options.properties.is_empty() => true,
        Label::Name(name) => {
            let script = in_words(name);
            is_named(&options.properties, name) || is_named(&options.properties, script)
        }
        label => is_named(&options.properties, label.to_string().as_bytes()),
    }
}

fn property(number: u32, label: &Label<'_>, value: &Datum<'_>, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut row = PropertyRow {
        sha256: sink.sha256.clone(),
        instance: int32(number),
        name: match label {
            Label::Name(name) => lossy(name),
            label => label.to_string(),
        },
        r#type: kind(value),
        text: None,
        bytes: None,
        n_bytes: None,
        value_sha256: None,
        int: None,
        num: None,
        r#ref: None,
        script_name: match label {
            Label::Name(name) => in_scripts(name).map(str::to_owned),
            _ => None,
        },
        num64: None,
    };
    match value {
        Datum::Double(number) => row.num64 = Some(*number),
        Datum::Text(bytes) => row.set_bytes(bytes, value.text(), None, sink)?,
        Datum::Blob(bytes) => row.set_bytes(bytes, None, None, sink)?,
        Datum::Shared(shared) => row.set_bytes(shared.bytes, None, Some(shared.number), sink)?,
        Datum::Bool(is) => row.int = Some((*is).into()),
        Datum::Int(number) => row.int = Some(*number),
        Datum::Unsigned(number) => row.int = i64::try_from(*number).ok(),
        Datum::Word(word) => row.text = Some((*word).to_owned()),
        Datum::Id(id) => row.text = Some(format!("{id:032x}")),
        Datum::Node(node) => row.r#ref = Some(int32(*node)),
        Datum::Call(_, parts) | Datum::List(parts) => {
            row.text = words(parts).filter(|text| text.len() <= sink.options.max_text);
        }
        _ => {}
    }
    let mut numbers = Vec::new();
    value.numbers(&mut numbers);
    row.num = (row.int.is_none() && !numbers.is_empty()).then_some(numbers);
    sink.add(row)
}

/// The texts in a value, such as tags or the names of axes, joined by commas.
fn words(parts: &[Datum<'_>]) -> Option<String> {
    let words = parts.iter().filter_map(|part| match part {
        Datum::Word(word) => Some(*word),
        part => part.text(),
    });
    let words: Vec<_> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

impl PropertyRow {
    /// Stores short text or data; of longer ones, the hash. `shared` is the index of shared data.
    fn set_bytes(
        &mut self,
        bytes: &[u8],
        readable: Option<&str>,
        shared: Option<usize>,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        self.n_bytes = Some(int64(bytes.len()));
        let is_short = bytes.len() <= sink.options.max_text;
        if !is_short || readable.is_none() {
            self.value_sha256 = Some(match shared {
                Some(number) => sink.hash_of_shared(number, bytes),
                None => own_hash(bytes, sink)?,
            });
        }
        if is_short {
            match readable {
                Some(readable) => self.text = Some(readable.to_owned()),
                None => self.bytes = Some(bytes.to_vec()),
            }
        }
        ControlFlow::Continue(())
    }
}

fn own_hash(bytes: &[u8], sink: &Sink<'_>) -> ControlFlow<(), Arc<str>> {
    sink.pay(bytes.len())?;
    ControlFlow::Continue(text(sha256(bytes)))
}

/// The name of the type of a value, which is the same for both encodings.
fn kind(value: &Datum<'_>) -> &'static str {
    match value {
        Datum::Nil => "None",
        Datum::Bool(_) => "Bool",
        Datum::Int(_) | Datum::Unsigned(_) => "Int",
        Datum::Float(_) | Datum::Double(_) | Datum::Real(_) => "Float",
        Datum::Text(_) if value.text().is_some() => "String",
        Datum::Text(_) | Datum::Blob(_) => "Binary",
        Datum::Shared(_) => "SharedString",
        Datum::Word(_) => "Word",
        Datum::Id(_) => "UniqueId",
        Datum::Node(_) => "Ref",
        Datum::Call(name, _) => name,
        Datum::Frame(_) => "CFrame",
        Datum::List(_) => "List",
    }
}

fn reference(number: u32, label: &Label<'_>, value: &Datum<'_>, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let address = match value {
        Datum::Text(_) => value.text(),
        // The family of a font is an asset.
        Datum::Call(_, [first @ Datum::Text(_), ..]) => first.text(),
        _ => None,
    };
    let Some(uri) = address.filter(|text| is_address(text)) else { return ControlFlow::Continue(()) };
    let scheme = uri.split_once("://").map_or("", |(scheme, _)| scheme);
    sink.add(ReferenceRow {
        sha256: sink.sha256.clone(),
        instance: Some(int32(number)),
        property: label.to_string(),
        asset_id: asset_id(uri),
        uri: uri.to_owned(),
        kind: scheme.to_ascii_lowercase(),
    })
}

fn picture(
    outline: &dyn Outline,
    paths: &Paths,
    number: u32,
    label: &Label<'_>,
    value: &Datum<'_>,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let mut embedded = None;
    let bytes = match value {
        Datum::Text(bytes) | Datum::Blob(bytes) => bytes,
        Datum::Shared(shared) => shared.bytes,
        Datum::Call(..) => embedded.insert(value.embedded().unwrap_or_default()),
        _ => return ControlFlow::Continue(()),
    };
    if files::image::media(bytes).is_none() {
        return ControlFlow::Continue(());
    }
    let name = || format!("{}.{label}", paths.path(outline, number)).into();
    super::model::texture(Image { name: &name, bytes }, sink)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
