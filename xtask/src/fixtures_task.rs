//! Writes the files of `fixtures/` that are generated, and checks all of them. The files of other programs are compared
//! with their checksums.

mod foreign;
mod packed;

use crate::workspace::{Workspace, below, counted, files, write};
use anyhow::{Result, bail};
use fixtures::{Fixture, Format};
use std::fs;
use std::io::Write;
use std::path::Path;

pub(crate) fn run(workspace: &Workspace, formats: &[Format], check: bool, out: &mut dyn Write) -> Result<()> {
    let root = workspace.root.join("fixtures");
    if !check {
        let mut n_written = 0;
        for (name, made) in formats {
            for (path, bytes) in made() {
                write(&root.join(name).join(path), bytes)?;
                n_written += 1;
            }
        }
        packed::write_copies(workspace)?;
        writeln!(out, "wrote {}", counted(n_written, "file"))?;
    }
    let mut complaints = complaints(&root, formats)?;
    complaints.extend(packed::complaints(workspace)?);
    for complaint in &complaints {
        writeln!(out, "{complaint}")?;
    }
    match complaints.len() {
        0 => Ok(()),
        n => bail!("{} to mend in fixtures/", counted(n, "thing")),
    }
}

fn complaints(root: &Path, formats: &[Format]) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for (name, made) in formats {
        complaints.extend(of_format(&root.join(name), name, &made())?);
    }
    complaints.extend(foreign::complaints(root)?);
    let names: Vec<_> = files(root)?.iter().map(|file| below(root, file)).collect();
    let is_known = |folder: &str| folder == "foreign" || formats.iter().any(|(name, _)| *name == folder);
    let strays = names.iter().filter(|name| name.split_once('/').is_none_or(|(folder, _)| !is_known(folder)));
    complaints.extend(strays.map(|name| {
        format!("fixtures/{name} is of no format: put it into the folder of one, or take it out.")
    }));
    Ok(complaints)
}

fn of_format(root: &Path, format: &str, made: &[Fixture]) -> Result<Vec<String>> {
    let folder = format!("fixtures/{format}");
    let mut complaints = Vec::new();
    for (path, bytes) in made {
        let flaw = match fs::read(root.join(path)) {
            Ok(found) if found == *bytes => continue,
            Ok(_) => "differs from what the code makes",
            Err(_) => "is missing",
        };
        complaints.push(format!("{folder}/{path} {flaw}: run `cargo xtask fixtures`."));
    }
    let Ok(sources) = fs::read_to_string(root.join("SOURCES.md")) else {
        complaints.push(format!("{folder}/SOURCES.md is missing: write where its files come from."));
        return Ok(complaints);
    };
    for file in files(root)? {
        let path = below(root, &file);
        if path != "SOURCES.md" && !made.iter().any(|(made, _)| *made == path) && !names(&sources, &path) {
            complaints.push(format!(
                "{folder}/{path} is made by no code and named in no line of SOURCES.md: \
                 make it in xtask/fixtures/src/{format}.rs, or say where it comes from."
            ));
        }
    }
    Ok(complaints)
}

/// Returns true if the first column of the table has this file, or a folder that contains it.
fn names(sources: &str, path: &str) -> bool {
    let named = sources.lines().filter_map(|line| line.trim().strip_prefix('|')?.split('|').next());
    named
        .map(|cell| cell.trim().trim_matches('`'))
        .any(|cell| cell == path || (cell.ends_with('/') && path.starts_with(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn every_file_is_made_or_has_a_source() {
        let toy: [Format; 1] = [("llsd", || vec![("valid/a.llsd".into(), b"a".to_vec())])];
        let table =
            "| File | Origin |\n|---|---|\n| `invalid/typed.llsd` | by hand |\n| real/ | a friend |\n";
        let files = [
            ("fixtures/llsd/SOURCES.md", table),
            ("fixtures/llsd/valid/a.llsd", "b"),
            ("fixtures/llsd/invalid/typed.llsd", ""),
            ("fixtures/llsd/real/x.llsd", ""),
            ("fixtures/llsd/unreal/x.llsd", ""),
            ("fixtures/other/x", ""),
        ];
        let tree = Scratch::new(&files);
        let root = tree.0.root.join("fixtures");
        assert_eq!(
            complaints(&root, &toy).unwrap(),
            [
                "fixtures/llsd/valid/a.llsd differs from what the code makes: run `cargo xtask fixtures`.",
                "fixtures/llsd/unreal/x.llsd is made by no code and named in no line of SOURCES.md: \
                 make it in xtask/fixtures/src/llsd.rs, or say where it comes from.",
                "fixtures/other/x is of no format: put it into the folder of one, or take it out.",
            ]
        );
        assert_eq!(
            complaints(&Scratch::new(&[]).0.root, &toy).unwrap(),
            [
                "fixtures/llsd/valid/a.llsd is missing: run `cargo xtask fixtures`.",
                "fixtures/llsd/SOURCES.md is missing: write where its files come from.",
            ]
        );
        assert!(run(&tree.0, &toy, true, &mut Vec::new()).is_err());
        fs::remove_dir_all(root.join("other")).unwrap();
        fs::remove_dir_all(root.join("llsd/unreal")).unwrap();
        assert!(run(&tree.0, &toy, false, &mut Vec::new()).is_ok());
        assert_eq!(tree.0.read("fixtures/llsd/valid/a.llsd").unwrap(), "a");
    }
}
