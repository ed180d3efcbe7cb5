//! Analysis of scripts: syntax errors, uses, and known disguises.

mod blind;
mod disguises;
mod syntax;
mod uses;

use rezkit::roblox::{Document, Value};
use rezkit::{CheckOptions, File, Finding, Format, OpenOptions, Profile, check};

const TOOLBOX: &[Profile] = &[Profile::Toolbox];

/// A model with a script, and with what else is made of it.
fn model_with(source: &str, more: impl FnOnce(&mut Document)) -> Vec<u8> {
    let mut document = Document::new(Format::RbxBinary).unwrap();
    let model = document.create(None, "Model").unwrap();
    let script = document.create(Some(model), "Script").unwrap();
    document.set(script, "Source", text(source)).unwrap();
    more(&mut document);
    document.save().unwrap().bytes
}

fn text(text: &str) -> Value<'static> {
    Value::String(text.as_bytes().to_vec().into())
}

/// The findings of a check in the scripts of a model.
fn found(model: &[u8], profiles: &[Profile]) -> Vec<Finding> {
    let file = File::open(model, &OpenOptions::default()).unwrap();
    let options = CheckOptions { profiles: profiles.to_vec(), ..CheckOptions::default() };
    let mut findings = check(&file, &options).unwrap().findings;
    findings.retain(|one| one.rule.starts_with("SCR"));
    findings
}
