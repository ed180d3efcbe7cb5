//! The tasks of this workspace that cargo alone does not have: `cargo xtask --help`.

mod bench;
mod ci;
mod compare;
mod coverage;
mod dist;
mod fixtures_task;
mod fuzz_task;
mod ksy;
mod messages;
mod outside;
mod package;
mod python;
mod roundtrip;
mod semver;
mod tidy;
mod tools;
mod vscode;
mod web;
mod workspace;

use anyhow::Result;
use clap::Parser;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use workspace::Workspace;

/// The tasks of this workspace that cargo alone does not have.
///
/// Results go to stdout, messages to stderr. The exit code is 0 if all is well,
/// 1 if something was found or failed, and 2 if the arguments are wrong.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    /// Runs all checks that a change has to pass, and reports those that it skipped.
    Ci {
        /// Only this step; may be given several times.
        #[arg(long = "step", value_name = "NAME")]
        steps: Vec<String>,
        /// All steps but this; may be given several times.
        #[arg(long = "skip", value_name = "NAME")]
        skipped: Vec<String>,
    },
    /// Checks rules of the repository that the compiler cannot: dependencies, copied files, fixtures of rules.
    Tidy {
        /// Writes the files that can be derived from others: copies, pages of rules, lists.
        #[arg(long)]
        fix: bool,
    },
    /// Checks files against the laws of docs/laws.md.
    Roundtrip {
        /// Files and folders to check instead of fixtures/ and the folder that REZKIT_CORPUS names.
        paths: Vec<PathBuf>,
    },
    /// Compares the output of two builds of `rez` for files: dump in all forms, info, check, print, list, extract.
    Compare {
        /// The program before the change.
        old: PathBuf,
        /// The program after the change.
        new: PathBuf,
        /// Files and folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Writes the files of fixtures/ that code generates.
    Fixtures {
        /// Writes nothing, and fails if a file differs, is missing, or has no source.
        #[arg(long)]
        check: bool,
    },
    /// Prints all messages of the libraries and of the command, file by file, to be read from top to bottom.
    Messages,
    /// Runs the benches of all crates.
    Bench {
        /// Compares the crates with other libraries instead (xtask/peers).
        #[arg(long)]
        peers: bool,
        /// Compares `rez` with other programs that do the same instead: processor time, time that passes, peak memory,
        /// pages.
        #[arg(long, conflicts_with = "peers")]
        commands: bool,
        /// Arguments that are passed on: `cargo xtask bench --peers -- --filter llsd --memory`.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Compares with other libraries: the values read from all fixtures and the corpus, random assignments, damaged
    /// files, hulls,
    /// levels of detail, or these in poses.
    Peers {
        /// The comparison to run.
        #[arg(value_parser = ["assigns", "check", "differ", "hulls", "levels", "poses", "tail"])]
        task: String,
        /// Models for hulls, levels and poses, with `-v` before them to report each; the number of assignments for
        /// assigns; a folder for tail; --executions N, --peer TEXT and folders for differ.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Runs the fuzz bodies under libFuzzer, for longer than the tests do, and prints the result of each.
    Fuzz {
        /// The seconds to run each body.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// One body, such as `m3d`, `read_m3d` or `gltf`, instead of all.
        target: Option<String>,
    },
    /// Measures the lines and regions of format crates that their tests and the fuzz bodies run, and prints the table of
    /// docs/robustness.md. The places that do not run are in target/coverage.txt.
    Coverage,
    /// Builds and tests the archive of `rez` for downloads, target/dist/rez-VERSION-TARGET.zip; for Linux also the
    /// package for Debian.
    Dist {
        /// The platform, instead of this one.
        #[arg(long, value_name = "TRIPLE")]
        target: Option<String>,
        /// Writes the manifests of package managers for the release with these checksums instead:
        /// target/dist/manifests.
        #[arg(long, value_name = "SHA256SUMS", conflicts_with = "target")]
        manifests: Option<PathBuf>,
    },
    /// Compiles docs/formats/*.ksy, and compares what their parsers find in all files with our traces, part by part.
    /// Skips this if node is not installed.
    Ksy,
    /// Writes GLBs of all fixtures and of the corpus, and checks them with other programs: the Khronos validator,
    /// three.js, glTF-Transform and trimesh. Reports the checks that it skipped because node or Python is not
    /// installed.
    Outside,
    /// Packs the extension of VS Code with the page, target/dist/rezkit-vscode-VERSION.vsix.
    Vscode {
        /// Runs its tests too, which need code-server.
        #[arg(long)]
        test: bool,
    },
    /// Builds the page, web/dist/rezkit.html, and the package for node and browsers, web/dist/npm, and tests them under
    /// node and in a browser.
    Web {
        /// Runs its tests too.
        #[arg(long)]
        test: bool,
        /// Builds the page as it is published: smaller, in twice the time.
        #[arg(long)]
        release: bool,
    },
    /// Builds the Python package and runs its tests. Reports the tests that it skipped because Python or one of its
    /// packages is not installed.
    Python {
        /// Also runs the recipes for DuckDB, Polars, Spark and Ray.
        #[arg(long)]
        engines: bool,
        /// Also packs and tests the extension of Blender: target/python/rezkit-blender.zip.
        #[arg(long)]
        blender: bool,
        /// Also builds the wheel as it is published: target/python/wheels.
        #[arg(long)]
        all: bool,
    },
    /// Packs the published crates as for the registry; unpacks each into an empty folder, and runs the tests inside.
    Package {
        /// The names of the crates to test, instead of all.
        names: Vec<String>,
    },
    /// Builds the site, web/dist/site, and follows its links: the page, all documents, and the API of the crates.
    Site,
}

fn main() -> ExitCode {
    let task = Task::parse();
    let mut out = io::stdout().lock();
    match run(task, &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task, out: &mut dyn Write) -> Result<()> {
    let workspace = Workspace::load()?;
    match task {
        Task::Ci { steps, skipped } => ci::run(&workspace, &steps, &skipped, out),
        Task::Tidy { fix } => tidy::run(&workspace, fix, out),
        Task::Roundtrip { paths } => roundtrip::run(&workspace, &paths, out),
        Task::Compare { old, new, paths } => compare::run(&old, &new, &paths, out),
        Task::Fixtures { check } => fixtures_task::run(&workspace, &fixtures::FORMATS, check, out),
        Task::Messages => messages::run(&workspace, out),
        Task::Bench { peers, commands, arguments } => bench::run(&workspace, peers, commands, &arguments),
        Task::Peers { task, arguments } if task != "check" => bench::run_task(&workspace, &task, &arguments),
        Task::Peers { .. } => bench::check_peers(&workspace),
        Task::Fuzz { seconds, target } => fuzz_task::run(&workspace, seconds, target.as_deref(), out),
        Task::Coverage => tools::tell(coverage::run(&workspace, out), out),
        Task::Dist { target, manifests } => {
            dist::run(&workspace, target.as_deref(), manifests.as_deref(), out)
        }
        Task::Ksy => tools::tell(ksy::run(&workspace, out), out),
        Task::Outside => outside::run(&workspace, out),
        Task::Vscode { test } => vscode::run(&workspace, test, out),
        Task::Web { test, release } => web::run(&workspace, test, release, out),
        Task::Python { engines, blender, all } => {
            let wish = python::Wish { engines: engines || all, blender: blender || all, wheel: all };
            tools::tell(python::run(&workspace, wish, out), out)
        }
        Task::Package { names } => package::run(&workspace, &names),
        Task::Site => web::site(&workspace, out),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_sound() {
        Task::command().debug_assert();
    }
}
