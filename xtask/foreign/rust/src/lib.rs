//! The inputs, which all programs share.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The inputs of a format, each with its path without the extension, sorted.
pub fn inputs(format: &str) -> Vec<(PathBuf, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/foreign").join(format);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let read = |path: PathBuf| {
        let value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
        (path.with_extension(""), value)
    };
    paths.into_iter().map(read).collect()
}

/// Writes `input.program.extension`.
pub fn write(input: &Path, program: &str, extension: &str, bytes: impl AsRef<[u8]>) {
    fs::write(input.with_extension(format!("{program}.{extension}")), bytes).expect("a file");
}

pub fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} of {value}"))
}

/// All numbers of a list.
pub fn numbers<const N: usize>(value: &Value) -> [f32; N] {
    let all: Vec<f32> = value.as_array().into_iter().flatten().map(|it| it.as_f64().expect("a number") as f32).collect();
    all.try_into().unwrap_or_else(|_| panic!("{N} numbers: {value}"))
}

pub fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).expect("ASCII"));
    digits.map(|pair| u8::from_str_radix(pair, 16).expect("hex")).collect()
}
