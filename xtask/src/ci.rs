//! Everything that a change has to pass.

use crate::tools::{Skipped, chromium, done, need_subcommand, run as run_command, shown, skip, works};
use crate::web::BrowserTests;
use crate::workspace::{Member, Workspace, counted, read, write};
use crate::{fixtures_task, ksy, package, python, roundtrip, semver, tidy, vscode, web};
use anyhow::{Result, bail, ensure};
use std::io::{self, IsTerminal, Write};
use std::process::Command;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

type Step = fn(&Workspace, &mut dyn Write) -> Result<()>;

const STEPS: &[(&str, Step)] = &[
    ("clippy", clippy),
    // Apart from running them, so that each is timed by itself.
    ("build", |workspace, _| plain(workspace, &format!("{TESTS} --tests --no-run"))),
    ("test", |workspace, _| plain(workspace, &format!("{TESTS} --lib --bins --test [a-d]*"))),
    ("trials", |workspace, _| plain(workspace, &format!("{TESTS} --test [!a-d]*"))),
    ("fmt", |workspace, _| plain(workspace, "fmt --all --check")),
    ("doc", doc),
    ("features", features),
    ("web", page),
    ("python", |workspace, _| python::test(workspace, true)),
    // Apart from building the page, as with the tests of the workspace; and from all else, since it waits for pictures.
    ("browser", |workspace, _| browser(workspace, BrowserTests::Quick)),
    ("deny", deny),
    ("tidy", |workspace, out| tidy::run(workspace, false, out)),
    ("fixtures", |workspace, out| fixtures_task::run(workspace, &fixtures::FORMATS, true, out)),
    ("roundtrip", |workspace, out| roundtrip::run(workspace, &[], out)),
    // Not built from what was packed: `features` has compiled each, and `cargo publish` does that again.
    ("package", |workspace, _| package::pack(workspace, &["--allow-dirty", "--no-verify"])),
];

/// Steps that take long and find little, which run only on request.
const NIGHTLY: &[(&str, Step)] = &[
    ("alone", alone),
    ("bare", |workspace, _| plain(workspace, "test --test * --package rezkit")),
    ("engines", |workspace, _| python::engines(workspace)),
    ("envelope", envelope),
    ("ksy", |workspace, out| ksy::run(workspace, out)),
    ("minimal", minimal),
    ("mutants", mutants),
    ("proofs", |workspace, _| plain(workspace, PROOFS)),
    ("semver", |workspace, _| semver::run(workspace)),
    ("slow", |workspace, _| browser(workspace, BrowserTests::Slow)),
    ("speed", |workspace, _| browser(workspace, BrowserTests::Timed)),
    ("usual", usual),
    ("vscode", vscode::test),
];

/// The tests; those of a few targets run in parallel with the others, because they consist of single long tests.
const TESTS: &str = "test --workspace --all-features";

/// Laws on all values of a small domain; docs/laws.md lists them.
const PROOFS: &str = "test --workspace --all-features --lib -- --ignored proof_";

/// Steps that run in parallel with the tests, because each alone leaves some of the machine idle. The page is built in
/// another folder, and the others use what has been built.
const BESIDE_TESTS: [&str; 7] = ["trials", "fmt", "doc", "web", "python", "features", "package"];

/// The duration of a step above which it counts as a defect. Up to eight steps share the machine.
const LONGEST: Duration = Duration::from_secs(600);

/// Runs the steps named in `only`, or all usual steps if there are none, except for those named in `but`.
pub(crate) fn run(workspace: &Workspace, only: &[String], but: &[String], out: &mut dyn Write) -> Result<()> {
    let all: Vec<_> = STEPS.iter().chain(NIGHTLY).collect();
    let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
    for name in only.iter().chain(but) {
        ensure!(names.contains(&name.as_str()), "there is no step {name}; there are {}", names.join(", "));
    }
    let has = |list: &[String], name: &str| list.iter().any(|own| own == name);
    let usual = if only.is_empty() { STEPS.len() } else { all.len() };
    let is_chosen = |name: &str| !has(but, name) && (only.is_empty() || has(only, name));
    let chosen: Vec<_> = all.into_iter().take(usual).filter(|(name, _)| is_chosen(name)).copied().collect();
    // What a step prints at last, and whether it failed.
    let timed = |name: &str, step: Step, out: &mut dyn Write| {
        eprintln!("\n== {name}");
        let start = Instant::now();
        let result = done(step(workspace, out));
        let time = start.elapsed();
        let slow = if time > LONGEST { "; above ten minutes, which is a defect" } else { "" };
        let verdict = match &result {
            Ok(Ok(())) => "fine".into(),
            Ok(Err(skipped)) => format!("skipped: {skipped}"),
            Err(error) => {
                eprintln!("error in {name}: {error:#}");
                "FAILED".into()
            }
        };
        (format!("{name:10} {:7.1} s  {verdict}{slow}", time.as_secs_f64()), result.is_err())
    };
    let mut ended = Vec::new();
    thread::scope(|scope| {
        let mut begun: Vec<(&str, ScopedJoinHandle<'_, _>)> = Vec::new();
        for (name, step) in &chosen {
            if *name == "test" {
                for (name, step) in chosen.iter().filter(|(name, _)| BESIDE_TESTS.contains(name)) {
                    begun.push((name, scope.spawn(|| timed(name, *step, &mut io::sink()))));
                }
            }
            let own = begun.iter().position(|(begun, _)| begun == name).map(|own| begun.remove(own).1);
            let join = |own: ScopedJoinHandle<'_, _>| own.join().expect("steps do not panic");
            ended.push(own.map_or_else(|| timed(name, *step, out), join));
        }
    });
    let lines: Vec<_> = ended.iter().map(|(line, _)| &**line).collect();
    writeln!(out, "\n{}", lines.join("\n"))?;
    let n_failed = ended.iter().filter(|(_, is_failed)| *is_failed).count();
    ensure!(n_failed == 0, "{} failed", counted(n_failed, "step"));
    Ok(())
}

/// A command of cargo with the environment variables of all steps.
fn step(workspace: &Workspace, line: &str) -> Command {
    let mut command = workspace.cargo(line);
    // A snapshot that differs fails, and is not written.
    command.env("INSTA_UPDATE", "no");
    if std::env::var_os("CARGO_TERM_COLOR").is_none() {
        let is_seen = std::io::stderr().is_terminal() || std::env::var_os("CI").is_some();
        command.env("CARGO_TERM_COLOR", if is_seen { "always" } else { "never" });
    }
    command
}

fn plain(workspace: &Workspace, line: &str) -> Result<()> {
    run_command(&mut step(workspace, line))
}

/// Checks all targets with clippy, or builds those that are left where the compiler lints, as `.ci/rustc` does.
fn clippy(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    match std::env::var_os("RUSTC_WORKSPACE_WRAPPER") {
        Some(_) => plain(workspace, "build --workspace --all-features --bins --examples --bench *"),
        None => plain(workspace, "clippy --workspace --all-targets --all-features -- -D warnings"),
    }
}

/// Tests the examples of all libraries, and documents the libraries, which `.ci/rustdoc` has done then.
fn doc(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    plain(workspace, "test --workspace --all-features --doc")?;
    if std::env::var_os("RUSTDOC").is_some() {
        return Ok(());
    }
    let mut command = step(workspace, "doc --workspace --all-features --no-deps");
    run_command(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Checks each format crate without its features, and separately, so that other packages do not enable any. `clippy`
/// compiles it with all features, and `usual` with the default ones.
fn features(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    let is_format = |package: &&Member| package.is_format() && !package.features.is_empty();
    workspace.libraries().filter(is_format).try_for_each(|package| without_features(workspace, package))
}

/// Checks each package with its default features, separately, and all but the format crates without features.
fn usual(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    for package in workspace.published().filter(|package| !package.features.is_empty()) {
        if package.features.get("default").is_some_and(|usual| !usual.is_empty()) {
            plain(workspace, &format!("check --package {}", package.name))?;
        }
        if !package.is_format() {
            without_features(workspace, package)?;
        }
    }
    Ok(())
}

fn without_features(workspace: &Workspace, package: &Member) -> Result<()> {
    plain(workspace, &format!("check --package {} --no-default-features", package.name))
}

/// Returns true if code depends on a feature, which does more than enable features of other crates.
fn has_code(package: &Member, feature: &str) -> bool {
    let switched = &package.features[feature];
    switched.is_empty() || switched.iter().any(|name| !name.contains('/'))
}

/// Runs the integration tests of packages whose features change the behaviour of other code, with their default
/// features. Unit tests are left out, because each package would be compiled once more for them.
fn alone(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    let changes = |package: &&Member| {
        package.more_features().any(|name| has_code(package, name) && !ADDITIONS.contains(&name))
    };
    let names = workspace.published().filter(changes).flat_map(Member::chosen);
    run_command(step(workspace, "test --test *").args(names))
}

/// Features that only add functions, or traits of other crates; and `classes`, because all of rezkit would be compiled
/// once more for it.
const ADDITIONS: &[&str] =
    &["classes", "geom", "mcp", "md5", "mint", "rbx-dom", "schemars", "serde", "tables", "zstd"];

/// Checks the published packages with the lowest versions of dependencies that their manifests allow, because a bound
/// that is too low breaks users with old versions. This needs an unstable option of cargo.
fn minimal(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    let nightly = || {
        let mut command = Command::new("rustup");
        command.args(["run", "nightly", "cargo"]).current_dir(&workspace.root);
        command
    };
    if !works(nightly().arg("--version")) {
        return skip("no nightly toolchain is installed; `rustup toolchain install nightly` does it");
    }
    let lock = workspace.root.join("Cargo.lock");
    let usual = read(&lock)?;
    let checked = run_command(nightly().args(["update", "-Z", "direct-minimal-versions"])).and_then(|()| {
        let names = workspace.published().flat_map(Member::chosen);
        run_command(step(workspace, "check --all-features").args(names))
    });
    write(&lock, usual)?;
    checked
}

/// Checks the memory for inputs that are designed to take much.
fn envelope(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    let run = "run --release --package fuzz --bin envelope -- --check";
    plain(workspace, run)?;
    plain(workspace, &format!("{run} --verbs"))?;
    let mut archives =
        step(workspace, "test --release --package rezkit-cli --test cli archives_do_not_flood");
    run_command(archives.env("REZKIT_BOMBS", "all"))
}

/// Builds the page, and tests its module under node. Without the tools for these, only checks the library for
/// WebAssembly.
fn page(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    let built = web::build(workspace, false).and_then(|_| web::node_tests(workspace));
    if built.as_ref().is_err_and(|error| error.is::<Skipped>()) && web::need_target().is_ok() {
        plain(workspace, &format!("check --lib --package rezkit-web --target {}", web::TARGET))?;
    }
    built
}

/// Tests the page in a browser.
fn browser(workspace: &Workspace, tests: BrowserTests) -> Result<()> {
    let browser = chromium()?;
    web::build(workspace, matches!(tests, BrowserTests::Timed))?;
    web::browser_tests(workspace, &browser, tests)
}

fn deny(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    need_subcommand("deny")?;
    plain(workspace, "deny check bans licenses sources")?;
    let mut command = step(workspace, "deny check advisories");
    eprintln!("$ {}", shown(&command));
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("failed to fetch advisory database") {
        return skip("advisories, since their database cannot be fetched; the rest is fine");
    }
    eprint!("{said}");
    if !output.status.success() {
        bail!("`{}` ended with {}", shown(&command), output.status);
    }
    Ok(())
}

/// Tests mutated files, a hundred times as many as the usual tests.
fn mutants(workspace: &Workspace, _: &mut dyn Write) -> Result<()> {
    let mut command = step(workspace, "test --release --package fuzz --test mutations");
    run_command(command.env("REZKIT_MUTANTS", "100"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn a_step_that_is_not_there_is_said() {
        let error = run(&Scratch::new(&[]).0, &["tests".into()], &[], &mut Vec::new()).unwrap_err();
        assert!(
            error.to_string().starts_with("there is no step tests; there are clippy, build, test, trials,"),
            "{error}"
        );
    }
}
