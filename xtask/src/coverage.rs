//! The coverage of the format crates: lines and regions by crate that their tests and the fuzz bodies run, and the errors
//! that no test of theirs makes.

use crate::tools::{need_subcommand, run as run_command, said};
use crate::workspace::{Workspace, below, write};
use anyhow::{Context, Result, ensure};
use cargo_metadata::TargetKind;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

/// The packages that are measured: those that read untrusted bytes, and what they depend on.
const PACKAGES: [&str; 8] =
    ["rbxbinary", "rbxmesh", "rbxxml", "rezkit-dom", "rezkit-geom", "rezkit-llsd", "rezkit-m3d", "slmesh"];

/// The crates whose every error has a test.
const FORMATS: [&str; 6] = ["llsd", "m3d", "rbxbinary", "rbxmesh", "rbxxml", "slmesh"];

/// The words by which code that no test runs is recognised as the making of an error, a warning or a finding.
const ERRORS: [&str; 14] = [
    ".inside",
    "Err(",
    "ErrorKind::",
    "Error::",
    "Reason::",
    "custom(",
    "expected(",
    "fatal",
    "findings",
    "other(",
    "refuse",
    "too_long",
    "warn",
    "wrong(",
];

/// The package of the fuzz bodies. Its tests run them on fixtures, on damaged copies, and on fuzz/corpus.
const BODIES: &str = "fuzz";

/// Runs the tests of the packages, and then the fuzz bodies, with counters in the code. Prints the table of
/// docs/robustness.md, writes that of modules to docs/data/coverage.csv, and the lines that did not run to
/// target/coverage.txt. Fails if an error has no test: a body reaches an error without asserting it, so only tests
/// count there.
pub(crate) fn run(workspace: &Workspace, out: &mut dyn Write) -> Result<()> {
    need_subcommand("llvm-cov")?;
    // Counts of an earlier run, of code that may have changed.
    run_command(&mut workspace.cargo("llvm-cov clean --profraw-only"))?;
    let found = missed_errors(workspace, &measured(workspace, &PACKAGES)?)?;
    let files = measured(workspace, &[BODIES])?;
    writeln!(out, "| Crate | Lines | Regions |\n|---|---|---|")?;
    let modules = totals(workspace, &files);
    let mut rows = String::from("crate,module,lines,covered_lines,regions,covered_regions\n");
    let mut crates: BTreeMap<&str, [Ratio; 2]> = BTreeMap::new();
    for ((name, module), both) in &modules {
        let [lines, regions] = both;
        let numbers =
            [lines.all, lines.covered, regions.all, regions.covered].map(|number| number.to_string());
        rows += &format!("{name},{module},{}\n", numbers.join(","));
        for (sum, own) in crates.entry(name).or_default().iter_mut().zip(both) {
            sum.add(*own);
        }
    }
    for (name, [lines, regions]) in crates {
        writeln!(out, "| {name} | {} | {} |", lines.shown(), regions.shown())?;
    }
    write(&workspace.root.join("docs/data/coverage.csv"), rows)?;
    let missed = files.iter().filter_map(|file| missed_lines(workspace, file)).collect::<String>();
    write(&workspace.target.join("coverage.txt"), missed)?;
    let found: Vec<_> = found.into_iter().collect();
    ensure!(found.is_empty(), "no test makes these errors:\n{}", found.join("\n"));
    Ok(())
}

/// Runs the tests of some packages, and returns the files with the counts of all runs so far.
fn measured(workspace: &Workspace, packages: &[&str]) -> Result<Vec<Value>> {
    run_command(workspace.cargo("llvm-cov --no-report --all-features").args(chosen(workspace, packages)))?;
    let report: Value = serde_json::from_str(&said(&mut workspace.cargo("llvm-cov report --json"))?)?;
    report["data"][0]["files"].as_array().cloned().context("cargo-llvm-cov reports no files")
}

/// The arguments of cargo that select the tests of these packages. All packages are built each time, since the counts
/// of a function are not added up if it was compiled with other dependencies.
fn chosen(workspace: &Workspace, packages: &[&str]) -> Vec<String> {
    let mut chosen = Vec::new();
    for package in PACKAGES.iter().chain([&BODIES]) {
        chosen.extend(["--package".to_owned(), (*package).to_owned()]);
    }
    let members = workspace.members.iter().filter(|member| packages.contains(&&**member.name));
    let targets: Vec<_> = members.flat_map(|member| &member.targets).filter(|target| target.test).collect();
    if targets.iter().any(|target| target.kind.contains(&TargetKind::Lib)) {
        chosen.push("--lib".to_owned());
    }
    let tests = targets.iter().filter(|target| target.kind.contains(&TargetKind::Test));
    for name in tests.map(|target| target.name.clone()).collect::<BTreeSet<_>>() {
        chosen.extend(["--test".to_owned(), name]);
    }
    chosen
}

/// The lines of format crates that make an error and that no test runs, each after its module. Code that crates share
/// counts if no crate runs it.
fn missed_errors(workspace: &Workspace, files: &[Value]) -> Result<BTreeSet<String>> {
    // By the path of a module and a line, the number of crates that do not run it; by the path, that of all.
    let (mut missed, mut all) = (BTreeMap::<_, usize>::new(), BTreeMap::<_, usize>::new());
    for file in files {
        let Some(path) = own_path(workspace, file) else { continue };
        let (name, module) = path["crates/".len()..].split_once("/src/").context("no crate")?;
        if !FORMATS.contains(&name) {
            continue;
        }
        let is_shared = module.starts_with("common/");
        let module = if is_shared { module.to_owned() } else { format!("{name}/{module}") };
        *all.entry(module.clone()).or_default() += 1;
        let source = workspace.read(&path)?;
        let lines: Vec<_> = source.lines().take_while(|line| *line != "#[cfg(test)]").collect();
        let segments = file["segments"].as_array().context("no segments")?;
        let place = |segment: &Value| [0, 1].map(|part| segment[part].as_u64().unwrap_or(1) as usize - 1);
        let text = |(at, segment): (usize, &Value)| {
            let [number, start] = place(segment);
            let line = lines.get(number)?;
            let end = segments.get(at + 1).map(place).filter(|[next, _]| *next == number);
            // With the dot before the name of a method.
            let text = line.get(start.saturating_sub(1)..end.map_or(line.len(), |[_, end]| end))?;
            ERRORS.iter().any(|word| text.contains(word)).then(|| line.trim().to_owned())
        };
        let of_file = segments.iter().enumerate().filter(|(_, segment)| is_missed(segment)).filter_map(text);
        for line in of_file.collect::<BTreeSet<_>>() {
            *missed.entry((module.clone(), line)).or_default() += 1;
        }
    }
    missed.retain(|(module, _), n| *n == all[module]);
    Ok(missed.into_keys().map(|(module, line)| format!("{module}: {line}")).collect())
}

/// Returns true for a segment that does not run: line, column, count, whether something is counted, whether a region
/// begins here, and whether it is a gap.
fn is_missed(segment: &Value) -> bool {
    let flag = |index: usize| segment[index] == Value::Bool(true);
    segment[2] == 0 && flag(3) && flag(4) && !flag(5)
}

/// The number of lines or regions, and how many of them run.
#[derive(Clone, Copy, Default)]
struct Ratio {
    all: u64,
    covered: u64,
}

impl Ratio {
    fn new(summary: &Value) -> Self {
        let number = |key: &str| summary[key].as_u64().unwrap_or_default();
        Self { all: number("count"), covered: number("covered") }
    }

    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.covered += other.covered;
    }

    /// The share that runs, rounded down.
    fn shown(self) -> String {
        let tenths = self.covered * 1000 / self.all.max(1);
        format!("{}.{} %", tenths / 10, tenths % 10)
    }
}

/// The lines and the regions by crate and module.
fn totals(workspace: &Workspace, files: &[Value]) -> BTreeMap<(String, String), [Ratio; 2]> {
    let mut totals: BTreeMap<_, [Ratio; 2]> = BTreeMap::new();
    for file in files {
        let Some(path) = own_path(workspace, file) else { continue };
        let mut names = path.split('/').map(|name| name.trim_end_matches(".rs").to_owned());
        let [name, module] = [1, 1].map(|n| names.nth(n).unwrap_or_default());
        let [lines, regions] = totals.entry((name, module)).or_default();
        lines.add(Ratio::new(&file["summary"]["lines"]));
        regions.add(Ratio::new(&file["summary"]["regions"]));
    }
    totals
}

/// The path of a file below the root, if it is in the sources of a package that is measured.
fn own_path(workspace: &Workspace, file: &Value) -> Option<String> {
    let path = Path::new(file["filename"].as_str()?);
    let path = path.starts_with(&workspace.root).then(|| below(&workspace.root, path))?;
    let (name, _) = path.strip_prefix("crates/")?.split_once("/src/")?;
    PACKAGES.iter().any(|package| package.trim_start_matches("rezkit-") == name).then_some(path)
}

/// The places in a file that do not run, one on a line: `crates/m3d/src/read.rs:12`.
fn missed_lines(workspace: &Workspace, file: &Value) -> Option<String> {
    let path = own_path(workspace, file)?;
    let segments = file["segments"].as_array()?.iter().filter(|segment| is_missed(segment));
    Some(segments.map(|segment| format!("{path}:{}\n", segment[0])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;
    use serde_json::json;

    #[test]
    fn a_report_becomes_totals_and_missed_lines() {
        let tree = Scratch::new(&[]);
        let file = |path: &str| {
            json!({
                "filename": tree.0.root.join(path).to_str(),
                "segments": [[3, 1, 2, true, true, false], [7, 5, 0, true, true, false], [9, 1, 0, false, false, false]],
                "summary": { "lines": { "count": 300, "covered": 299 }, "regions": { "count": 8, "covered": 1 } },
            })
        };
        let paths = ["m3d/src/a.rs", "m3d/src/a/b.rs", "m3d/tests/c.rs", "scene/src/a.rs"];
        let files = paths.map(|path| file(&format!("crates/{path}")));
        let totals = totals(&tree.0, &files);
        let shown: Vec<_> = totals.iter().map(|(names, both)| (names, both.map(Ratio::shown))).collect();
        let names = ("m3d".to_owned(), "a".to_owned());
        assert_eq!(shown, [(&names, ["99.6 %".to_owned(), "12.5 %".to_owned()])]);
        assert_eq!(missed_lines(&tree.0, &files[0]).as_deref(), Some("crates/m3d/src/a.rs:7\n"));
        assert_eq!(missed_lines(&tree.0, &files[2]), None);
        assert_eq!(missed_lines(&tree.0, &files[3]), None);
    }

    /// The tests of packages and the bodies run one after the other, and are built in the same way.
    #[test]
    fn tests_and_bodies_are_chosen_apart() {
        let workspace = Workspace::load().unwrap();
        let [tests, bodies] = [&PACKAGES[..], &[BODIES]].map(|packages| chosen(&workspace, packages));
        let [tests, bodies] = [&tests, &bodies].map(|chosen| chosen.split_at(2 * (PACKAGES.len() + 1)));
        assert_eq!(tests.0, bodies.0);
        assert_eq!(tests.1, ["--lib", "--test", "all", "--test", "csg", "--test", "edgebreaker"]);
        assert_eq!(
            bodies.1,
            ["archives", "envelope", "llsd", "mutations", "scripts"].map(|name| ["--test", name]).concat()
        );
    }

    /// Of code that two crates share, a line counts if neither runs it.
    #[test]
    fn errors_without_a_test_are_listed_once() {
        let text =
            "fn a() {\n    Err(1)\n    ErrorKind::\"b\"\n    let c = 1;\n}\n#[cfg(test)]\n    Err(2)\n";
        let paths = ["llsd/src/a.rs", "llsd/src/common/b.rs", "m3d/src/common/b.rs", "dom/src/a.rs"];
        let tree =
            Scratch::new(&paths.map(|path| format!("crates/{path}")).each_ref().map(|path| (&**path, text)));
        let missed = |line: u64| json!([line, 5, 0, true, true, false]);
        let file = |path: &str, lines: &[u64]| {
            let segments: Vec<_> = lines.iter().map(|line| missed(*line)).collect();
            json!({ "filename": tree.0.root.join("crates").join(path).to_str(), "segments": segments })
        };
        let files = [
            file(paths[0], &[2, 3, 4, 7]),
            file(paths[1], &[2, 3]),
            file(paths[2], &[3]),
            file(paths[3], &[2]),
        ];
        let found = missed_errors(&tree.0, &files).unwrap();
        let expected = ["common/b.rs: ErrorKind::\"b\"", "llsd/a.rs: Err(1)", "llsd/a.rs: ErrorKind::\"b\""];
        assert_eq!(found, expected.map(str::to_owned).into());
    }
}
