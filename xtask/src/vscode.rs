//! The extension of VS Code, which shows the page as an editor: packs it, and tests it in code-server.

use crate::tools::{chromium, found, install, run as run_command, skip};
use crate::web;
use crate::workspace::{Workspace, read, write};
use anyhow::Result;
use std::io::Write;
use std::path::PathBuf;

/// Packs target/dist/rezkit-vscode-VERSION.vsix; if `with_test` is set, also tests it, and fails if code-server or a
/// browser is missing.
pub(crate) fn run(workspace: &Workspace, with_test: bool, out: &mut dyn Write) -> Result<()> {
    let archive = pack(workspace, out)?;
    writeln!(out, "{}", archive.display())?;
    if with_test { test(workspace, out) } else { Ok(()) }
}

fn pack(workspace: &Workspace, out: &mut dyn Write) -> Result<PathBuf> {
    let folder = workspace.root.join("editors/vscode");
    web::need_page(workspace, out)?;
    install(&folder)?;
    let compiler = workspace.root.join("web/node_modules/typescript/bin/tsc");
    run_command(web::node(&folder).arg(compiler).args(["--project", "."]))?;
    write(&folder.join("dist/rezkit.html"), read(&workspace.root.join("web/dist/rezkit.html"))?)?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        write(&folder.join(name), workspace.read(name)?)?;
    }
    let archive = workspace.target.join(concat!("dist/rezkit-vscode-", env!("CARGO_PKG_VERSION"), ".vsix"));
    std::fs::create_dir_all(workspace.target.join("dist"))?;
    let mut pack = web::node(&folder);
    pack.args(["node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--out"]).arg(&archive);
    run_command(&mut pack)?;
    Ok(archive)
}

/// Tests the extension in code-server, with the `rez` of this workspace.
pub(crate) fn test(workspace: &Workspace, out: &mut dyn Write) -> Result<()> {
    let browser = chromium()?;
    let Some(server) = found("CODE_SERVER", &["code-server"]) else {
        return skip("no code-server: install it by npm, or name one in CODE_SERVER");
    };
    let archive = pack(workspace, out)?;
    run_command(&mut workspace.cargo("build --package rezkit-cli"))?;
    let rez = workspace.target.join("debug").join(format!("rez{}", std::env::consts::EXE_SUFFIX));
    let mut command = web::playwright(workspace, &browser);
    run_command(command.envs([
        ("ONLY", "vscode".into()),
        ("CODE_SERVER", server),
        ("REZ", rez),
        ("VSIX", archive),
    ]))
}

#[cfg(test)]
mod tests {
    use rezkit::{Family, Format};
    use serde_json::Value;
    use std::collections::BTreeSet;

    const EXTENSION: &str = include_str!("../../editors/vscode/package.json");
    const PACKAGE: &str = include_str!("../../web/npm/package.json");

    #[test]
    fn all_files_that_are_read_have_an_editor() {
        let manifest: Value = serde_json::from_str(EXTENSION).unwrap();
        let editors = manifest["contributes"]["customEditors"].as_array().unwrap();
        let patterns =
            editors.iter().map(|editor| editor["selector"][0]["filenamePattern"].as_str().unwrap());
        let shown: BTreeSet<_> = patterns
            .flat_map(|pattern| pattern.trim_start_matches("*.{").trim_end_matches('}').split(','))
            .collect();
        let formats = Format::ALL.iter().filter(|format| format.family() != Family::Other);
        // Names of many other files, too.
        let usual = ["json", "mtl", "txt", "xml"];
        let read = formats.flat_map(|format| format.extensions()).filter(|own| !usual.contains(own));
        assert_eq!(shown, read.copied().collect());
    }

    #[test]
    fn all_packages_have_the_same_version() {
        for manifest in [EXTENSION, PACKAGE] {
            let manifest: Value = serde_json::from_str(manifest).unwrap();
            assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
        }
        let blender = include_str!("../../python/blender/blender_manifest.toml");
        assert!(blender.contains(concat!("\nversion = \"", env!("CARGO_PKG_VERSION"), "\"\n")), "{blender}");
        let readme = include_str!("../../crates/rezkit-cli/README.md");
        for line in ["    rev: v", "- uses: rezkit/rezkit@v"] {
            let line = format!("\n{line}{}\n", env!("CARGO_PKG_VERSION"));
            assert!(readme.contains(&line), "no {line:?}");
        }
    }
}
