//! JSON and users' types on documents, and on damaged copies of them.

use fuzz::mutate::mutant;
use llsd::json::{self, JsonForm};
use std::{fs, path::Path};

/// All files of a folder of fixtures.
fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/llsd").join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

const N_MUTANTS: u64 = 300;

#[test]
fn users_types_from_damaged_documents() {
    let all = ["valid", "invalid", "crashers"].map(files).concat();
    assert!(all.len() > 20);
    for file in &all {
        fuzz::serde(file);
        (0..N_MUTANTS).for_each(|seed| fuzz::serde(&mutant(file, seed)));
    }
}

#[test]
fn damaged_json() {
    let mut n_written = 0;
    for file in files("valid") {
        let Ok(value) = llsd::read(&file) else { continue };
        for form in [JsonForm::Plain, JsonForm::Tagged] {
            let Ok(written) = json::write(&value, form) else { continue };
            n_written += 1;
            fuzz::json(&written);
            (0..N_MUTANTS).for_each(|seed| fuzz::json(&mutant(&written, seed)));
        }
    }
    assert!(n_written > 8, "{n_written}");
}
