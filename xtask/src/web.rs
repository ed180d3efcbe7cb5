//! The page: one HTML file with the module in it, the package for node and browsers, and their tests.

mod samples;

use crate::tools::{chromium, found, install, run as run_command, said, skip};
use crate::workspace::{Member, Workspace, below, corpus, files, grouped, read, registries, write};
use anyhow::{Result, ensure};
use lzma_rust2::{LzmaOptions, LzmaWriter};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target of the page's module.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Upper bound on the size of the published page, in bytes. It does not apply to quick builds, which are larger.
const LARGEST: usize = 2_870_000;

/// Builds web/dist/rezkit.html and web/dist/npm; if `test` is set, also tests them, and fails if there is no browser.
pub(crate) fn run(workspace: &Workspace, test: bool, is_release: bool, out: &mut dyn Write) -> Result<()> {
    let page = build(workspace, is_release)?;
    writeln!(out, "{}", page.display())?;
    if test {
        node_tests(workspace)?;
        browser_tests(workspace, &chromium()?, BrowserTests::Quick)?;
        browser_tests(workspace, &chromium()?, BrowserTests::Slow)?;
    }
    Ok(())
}

/// Builds web/dist/site with the page, all documents, and the API documentation of the published crates, and checks the
/// links.
pub(crate) fn site(workspace: &Workspace, out: &mut dyn Write) -> Result<()> {
    let folder = workspace.root.join("web");
    need_page(workspace, out)?;
    // A folder of its own, since rustdoc keeps what an earlier run wrote of other crates.
    let target = workspace.target.join("site");
    let _ = fs::remove_dir_all(target.join("doc"));
    let mut doc = workspace.cargo("doc --no-deps --all-features --lib --target-dir");
    run_command(doc.arg(&target).args(workspace.libraries().flat_map(Member::chosen)))?;
    run_command(node(&folder).arg("site.mjs").arg(target.join("doc")))
}

/// Builds the page as it is published, unless there is one.
pub(crate) fn need_page(workspace: &Workspace, out: &mut dyn Write) -> Result<()> {
    let is_there = workspace.root.join("web/dist/rezkit.html").is_file();
    if is_there { Ok(()) } else { run(workspace, false, true, out) }
}

/// Skips the current task if Rust's libraries for the target are not installed.
pub(crate) fn need_target() -> Result<()> {
    let folder = said(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    skip(format!("{TARGET} is not installed; `rustup target add {TARGET}` does it"))
}

/// Builds the page, as it is published or more quickly; returns its path.
pub(crate) fn build(workspace: &Workspace, is_release: bool) -> Result<PathBuf> {
    need_target()?;
    let folder = workspace.root.join("web");
    install(&folder)?;
    let (profile, mut command) = if is_release {
        // Not as a library as well, for which every crate would be compiled to machine code before it is linked.
        let mut command =
            workspace.cargo("rustc --package rezkit-web --lib --crate-type cdylib --profile web --target");
        let mut flags: Vec<_> =
            registries()?.iter().map(|folder| format!("--remap-path-prefix={}=", folder.display())).collect();
        // Else each call has five bytes, whatever it calls.
        flags.push("-Clink-arg=--compress-relocations".into());
        command.arg(TARGET).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        ("web", command)
    } else {
        // `.ci/run` has called it.
        ("page", workspace.cargo("page"))
    };
    run_command(&mut command)?;
    run_command(node(&folder).arg("node_modules/typescript/bin/tsc").arg("--noEmit"))?;
    let module = read(&workspace.target.join(TARGET).join(profile).join("rezkit_web.wasm"))?;
    write(&folder.join("dist/core.wasm"), &module)?;
    if is_release {
        // A panic names the file that it is in. Without the folders of this machine, the page is the same on every one.
        let has = |text: &[u8]| module.windows(text.len()).any(|window| window == text);
        let is_named = registries()?.iter().any(|folder| has(folder.as_os_str().as_encoded_bytes()));
        ensure!(!is_named, "the module names a folder of this machine");
        write(&folder.join("dist/core.wasm.lzma"), pack(&module, is_release)?)?;
    }
    package(workspace, &module)?;
    run_command(node(&folder).args(["build.mjs", "scripts"]))?;
    write(&folder.join("dist/page.js.lzma"), pack(&read(&folder.join("dist/page.js"))?, is_release)?)?;
    write(&folder.join("dist/samples.lzma"), pack(&samples::samples(workspace)?, is_release)?)?;
    run_command(node(&folder).args(["build.mjs", "page"]).args((!is_release).then_some("quick")))?;
    let page = folder.join("dist/rezkit.html");
    let len = usize::try_from(fs::metadata(&page)?.len())?;
    ensure!(
        len <= LARGEST || !is_release,
        "the page has {} bytes, more than {}",
        grouped(len),
        grouped(LARGEST)
    );
    Ok(page)
}

/// Builds the package for node and browsers, web/dist/npm, as `npm pack` takes it.
fn package(workspace: &Workspace, module: &[u8]) -> Result<()> {
    let folder = workspace.root.join("web");
    run_command(node(&folder).args(["node_modules/typescript/bin/tsc", "--project", "npm"]))?;
    let to = folder.join("dist/npm");
    write(&to.join("npm/rezkit.wasm"), module)?;
    for path in
        ["web/npm/package.json", "web/npm/README.md", "web/npm/CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]
    {
        let name = Path::new(path).file_name().unwrap_or_default();
        write(&to.join(name), workspace.read(path)?)?;
    }
    Ok(())
}

/// Compresses by LZMA, whose output is a third smaller than that of gzip; `web/src/lzma.ts` decompresses it.
fn pack(plain: &[u8], is_release: bool) -> Result<Vec<u8>> {
    // Neither instructions of WebAssembly nor letters are aligned, so that a position says nothing.
    // Only what is published has to be small.
    let usual = LzmaOptions::with_preset(if is_release { 9 } else { 1 });
    let nice_len = if is_release { LzmaOptions::NICE_LEN_MAX } else { usual.nice_len };
    let options = LzmaOptions { pb: 0, lc: 4, nice_len, ..usual };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(plain.len().try_into()?))?;
    writer.write_all(plain)?;
    Ok(writer.finish()?)
}

/// Tests the module alone, under node.
pub(crate) fn node_tests(workspace: &Workspace) -> Result<()> {
    let folder = workspace.root.join("web");
    write(&folder.join("dist/identities.json"), identities(workspace)?)?;
    run_command(node(&folder).arg("node-tests.mjs"))
}

/// The output of `rez identify --json` for each fixture and each file of the corpus, for comparison.
fn identities(workspace: &Workspace) -> Result<String> {
    let corpus = corpus().map(|corpus| ("corpus", corpus));
    let mut all = serde_json::Map::new();
    for (title, folder) in [("fixtures", workspace.root.join("fixtures"))].into_iter().chain(corpus) {
        for path in files(&folder)? {
            let name = format!("{title}/{}", below(&folder, &path));
            let identity = rezkit::identify_named(&read(&path)?, &name);
            all.insert(name, serde_json::to_value(identity)?);
        }
    }
    Ok(serde_json::to_string(&all)?)
}

/// Tests of the page in a browser.
#[derive(Clone, Copy)]
pub(crate) enum BrowserTests {
    /// The tests without the tag `@slow`.
    Quick,
    /// The tests with the tag `@slow`, which draw a model by the processor or visit every view.
    Slow,
    /// The tests that measure time.
    Timed,
}

/// Tests the behaviour or the speed of the page in a browser.
pub(crate) fn browser_tests(workspace: &Workspace, browser: &Path, tests: BrowserTests) -> Result<()> {
    let mut command = playwright(workspace, browser);
    match tests {
        BrowserTests::Quick => command.args(["--grep-invert", "@slow"]),
        BrowserTests::Slow => command.args(["--grep", "@slow"]),
        BrowserTests::Timed => command.env("ONLY", "speed"),
    };
    if let Some(firefox) = found("FIREFOX", &["firefox-esr", "firefox"]) {
        command.env("FIREFOX", firefox);
    }
    run_command(&mut command)
}

/// The command of Playwright that runs tests in a browser.
pub(crate) fn playwright(workspace: &Workspace, browser: &Path) -> Command {
    let mut command = node(&workspace.root.join("web"));
    command.args(["node_modules/@playwright/test/cli.js", "test"]).env("CHROMIUM", browser);
    command
}

pub(crate) fn node(folder: &Path) -> Command {
    let mut command = Command::new("node");
    command.current_dir(folder);
    command
}
