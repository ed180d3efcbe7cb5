//! The Python package: builds it, tests it in a separate environment, and packs it as a wheel and as an extension of
//! Blender.

use crate::tools::{OLDEST, environment, run as run_command, tell};
use crate::workspace::{Workspace, below, files, read, write};
use anyhow::{Context, Result};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Steps in addition to testing the package.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wish {
    /// Tests the recipes for engines that query tables: DuckDB, Polars, Spark, Ray.
    pub(crate) engines: bool,
    /// Packs and tests Blender's extension.
    pub(crate) blender: bool,
    /// Builds the wheel as it is published.
    pub(crate) wheel: bool,
}

/// The Python condition for tests with Blender's module, which supports a single version of Python.
const OF_BLENDER: &str = "import sys; sys.exit(sys.version_info[:2] != (3, 11))";

/// Tests the package, and reports what was skipped.
pub(crate) fn run(workspace: &Workspace, wish: Wish, out: &mut dyn Write) -> Result<()> {
    test(workspace, false)?;
    if wish.engines {
        tell(engines(workspace), out)?;
    }
    if wish.wheel || wish.blender {
        let wheel = wheel(workspace)?;
        writeln!(out, "{}", wheel.display())?;
        if wish.blender {
            let tested = blender(workspace, &wheel, out);
            tell(tested, out)?;
        }
    }
    Ok(())
}

/// Builds the module and runs the tests and the check of the stubs. If `is_whole` is set, the module is built with the
/// tests of the whole workspace, so that their build is reused.
pub(crate) fn test(workspace: &Workspace, is_whole: bool) -> Result<()> {
    let python = environment(workspace, "tests", "python/requirements.txt", OLDEST)?;
    let package = package(workspace, is_whole)?;
    run_command(pytest(&python, workspace, &package).arg("python/tests"))?;
    let mut stubs = Command::new(&python);
    stubs
        .args(["-m", "mypy.stubtest", "rezkit", "--allowlist"])
        .arg(workspace.root.join("python/stubtest.txt"));
    run_command(stubs.current_dir(&package).env("PYTHONPATH", &package))
}

/// Tests the recipes for engines that query tables.
pub(crate) fn engines(workspace: &Workspace) -> Result<()> {
    let python = environment(workspace, "engines", "python/engines.txt", OLDEST)?;
    let package = package(workspace, false)?;
    // Each test skips what is not installed.
    run_command(pytest(&python, workspace, &package).args(["-rs", "python/tests/engines"]))
}

fn pytest(python: &Path, workspace: &Workspace, package: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).current_dir(&workspace.root);
    let rez = workspace.target.join("debug").join(if cfg!(windows) { "rez.exe" } else { "rez" });
    command.env("PYTHONPATH", package).env("PYTHONDONTWRITEBYTECODE", "1").env("REZ", rez);
    command
}

/// The folder of everything that this task makes.
fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root.join("target/python")
}

/// Builds the package as it is imported: its module, compiled for tests, and its Python files. Returns its folder.
fn package(workspace: &Workspace, is_whole: bool) -> Result<PathBuf> {
    run_command(&mut workspace.cargo(if is_whole {
        "build --quiet --workspace --all-features --tests --lib --bins"
    } else {
        "build --quiet --package rezkit-py --package rezkit-cli"
    }))?;
    let package = folder(workspace).join("package");
    let sources = workspace.root.join("python");
    for path in files(&sources.join("rezkit"))? {
        if path
            .extension()
            .is_some_and(|extension| ["py", "pyi", "typed"].iter().any(|own| extension == *own))
        {
            write(&package.join(below(&sources, &path)), read(&path)?)?;
        }
    }
    let (built, name) = match std::env::consts::OS {
        "windows" => ("_native.dll", "_native.pyd"),
        "macos" => ("lib_native.dylib", "_native.abi3.so"),
        _ => ("lib_native.so", "_native.abi3.so"),
    };
    let module = read(&workspace.target.join("debug").join(built))?;
    write(&package.join("rezkit").join(name), module)?;
    Ok(package)
}

/// Builds the wheel as it is published, and returns its path.
fn wheel(workspace: &Workspace) -> Result<PathBuf> {
    let python = folder(workspace).join("tests").join(if cfg!(windows) { "Scripts" } else { "bin" });
    let wheels = folder(workspace).join("wheels");
    let mut build = Command::new(python.join("maturin"));
    build.args(["build", "--release", "--manifest-path", "python/Cargo.toml", "--out"]).arg(&wheels);
    run_command(build.current_dir(&workspace.root))?;
    let latest = files(&wheels)?
        .into_iter()
        .max_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok());
    latest.context("maturin made no wheel")
}

/// The path of the Python in an environment with Blender's module.
pub(crate) fn of_blender(workspace: &Workspace) -> Result<PathBuf> {
    environment(workspace, "blender", "python/blender/requirements.txt", OF_BLENDER)
}

/// Packs the extension of Blender with this wheel, and tests it.
fn blender(workspace: &Workspace, wheel: &Path, out: &mut dyn Write) -> Result<()> {
    let python = of_blender(workspace)?;
    let archive = folder(workspace).join("rezkit-blender.zip");
    let mut pack = Command::new(&python);
    pack.arg("python/blender/pack.py").arg(wheel).arg(&archive).current_dir(&workspace.root);
    run_command(&mut pack)?;
    writeln!(out, "{}", archive.display())?;
    let site = folder(workspace).join("unpacked");
    let mut unpack = Command::new(&python);
    unpack
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--upgrade", "--target"])
        .arg(&site)
        .arg(wheel);
    run_command(&mut unpack)?;
    // The oldest that the manifest names, and a new one.
    let oldest = environment(workspace, "blender-oldest", "python/blender/oldest.txt", OF_BLENDER)?;
    for python in [oldest, python] {
        let mut test = pytest(&python, workspace, &site);
        run_command(test.arg("python/blender/tests").env("REZKIT_EXTENSION", &archive))?;
    }
    Ok(())
}
