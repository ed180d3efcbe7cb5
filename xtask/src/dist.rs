//! The archive of `rez` that is downloaded: the program, its manual pages, completions, licences and bill of materials;
//! and the packages that are built from it for Debian and for package managers.

mod bill;
mod deb;
mod description;
mod desktop;
mod manifests;

use crate::tools::{done, host, run as run_command, said};
use crate::workspace::{Workspace, below, files, read, sha256, write};
use anyhow::{Result, ensure};
use description::PackageDescription;
use miniz_oxide::deflate::compress_to_vec;
use rezkit::READERS;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// The shells with completions, and the names of their files.
const SHELLS: [(&str, &str); 4] =
    [("bash", "rez.bash"), ("zsh", "_rez"), ("fish", "rez.fish"), ("powershell", "_rez.ps1")];

/// The features of the released program that are not enabled by default.
const FEATURES: &str = "mcp,tables";

/// Compiler flags that reduce inlining: the program is a tenth smaller, and as fast as one that `cargo install` builds.
const FLAGS: &str = r#"target."cfg(all())".rustflags=["-C","llvm-args=-inline-threshold=40"]"#;

pub(crate) fn run(
    workspace: &Workspace,
    target: Option<&str>,
    sums: Option<&Path>,
    out: &mut dyn Write,
) -> Result<()> {
    match sums {
        Some(sums) => manifests::run(workspace, sums, out),
        None => pack(workspace, target, out),
    }
}

fn pack(workspace: &Workspace, target: Option<&str>, out: &mut dyn Write) -> Result<()> {
    let host = host()?;
    let wanted = target.unwrap_or(&host);
    // Zig links for the oldest glibc that is named behind a target, as in `x86_64-unknown-linux-gnu.2.17`.
    let (target, build) = match wanted.split_once('.') {
        Some((target, _)) => (target, "zigbuild"),
        None => (wanted, "build"),
    };
    let of_program = format!("--profile shipped --package rezkit-cli --features {FEATURES} --config {FLAGS}");
    run_command(&mut workspace.cargo(&format!("{build} {of_program} --target {wanted}")))?;
    let folder = &workspace.target;
    let name = if target.contains("windows") { "rez.exe" } else { "rez" };
    let program = folder.join(target).join("shipped").join(name);
    let mut here = program.clone();
    if runs(target, &host) {
        smoke_test(workspace, &program)?;
    } else {
        // A program for another machine cannot run here, and its pages and completions are the same.
        run_command(&mut workspace.cargo(&format!("build {of_program}")))?;
        here = folder.join("shipped").join(format!("rez{}", std::env::consts::EXE_SUFFIX));
    }

    let stage = folder.join("dist/stage");
    let _ = fs::remove_dir_all(&stage);
    for (shell, file) in SHELLS {
        let completions = said(Command::new(&here).args(["completions", shell]))?;
        write(&stage.join("completions").join(file), completions)?;
    }
    said(Command::new(&here).args(["man", "--output"]).arg(stage.join("man")))?;
    write(&stage.join(name), read(&program)?)?;
    for from in ["crates/rezkit-cli/README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let file = Path::new(from).file_name().unwrap_or_default();
        write(&stage.join(file), workspace.read(from)?)?;
    }
    // `rez view` looks for it beside the program.
    let page = workspace.root.join("web/dist/rezkit.html");
    let has_page = page.is_file();
    if has_page {
        write(&stage.join("rezkit.html"), read(&page)?)?;
    } else {
        writeln!(out, "without the page, since `cargo xtask web` has not made it")?;
    }
    write(&stage.join("rez.cdx.json"), bill::bill(workspace, target, has_page)?)?;
    // As below `/usr` or `~/.local`.
    write(&stage.join("share/mime/packages/rezkit.xml"), desktop::media_types())?;
    write(&stage.join("share/thumbnailers/rezkit.thumbnailer"), desktop::thumbnailer())?;
    let about = PackageDescription::load(workspace)?;
    let archive = folder.join("dist").join(archive(&about.version, target));
    write(&archive, zip(&stage, name)?)?;
    let mut made = vec![archive];
    match done(deb::pack(workspace, &about, target, &program, &stage))? {
        Ok(package) => made.push(package),
        Err(skipped) => writeln!(out, "{skipped}")?,
    }
    let mut sums = String::new();
    for path in made {
        let bytes = read(&path)?;
        sums += &format!("{}  {}\n", sha256(&bytes), below(&folder.join("dist"), &path));
        writeln!(out, "{}: {} bytes", path.display(), bytes.len())?;
    }
    write(&folder.join("dist/SHA256SUMS"), sums)
}

/// The name of the archive. Rokit finds the system in it, and `cargo binstall` the target.
fn archive(version: &str, target: &str) -> String {
    format!("rez-{version}-{target}.zip")
}

/// Returns true if a program for a target runs on a machine, possibly with another C library.
fn runs(target: &str, host: &str) -> bool {
    let machine = |triple: &str| {
        let system = ["linux", "windows", "darwin"].into_iter().find(|system| triple.contains(system));
        (triple.split('-').next().map(str::to_owned), system)
    };
    target == host || machine(target) == machine(host)
}

/// Checks that the program starts, knows its version, and reads files of every format.
fn smoke_test(workspace: &Workspace, program: &Path) -> Result<()> {
    let version = said(Command::new(program).arg("--version"))?;
    let expected = concat!("rez ", env!("CARGO_PKG_VERSION"), "\n");
    ensure!(version.replace('\r', "") == expected, "rez says another version");
    for reader in READERS {
        let folder = workspace.root.join(format!("fixtures/{}/valid", reader.name));
        let printed = said(Command::new(program).args(["info", "--quiet"]).arg(&folder))?;
        ensure!(!printed.is_empty(), "rez info {} prints nothing", folder.display());
    }
    Ok(())
}

/// A ZIP archive of a folder, sorted, without times: the same files give the same bytes.
fn zip(folder: &Path, program: &str) -> Result<Vec<u8>> {
    let (mut all, mut directory, mut n_files) = (Vec::new(), Vec::new(), 0_u16);
    for file in files(folder)? {
        let name = below(folder, &file);
        let plain = read(&file)?;
        let packed = compress_to_vec(&plain, 9);
        // Deflated, of 1980-01-01, as the reader of the directory has it too.
        let mut head = Vec::new();
        head.extend([20, 0, 0, 8, 8, 0, 0, 0, 0x21, 0]);
        head.extend(crc32fast::hash(&plain).to_le_bytes());
        head.extend(u32::try_from(packed.len())?.to_le_bytes());
        head.extend(u32::try_from(plain.len())?.to_le_bytes());
        head.extend(u16::try_from(name.len())?.to_le_bytes());
        head.extend([0, 0]);
        directory.extend(*b"PK\x01\x02\x14\x03");
        directory.extend(&head);
        directory.extend([0; 6]);
        let mode: u32 = if name == program { 0o100_755 } else { 0o100_644 };
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(u32::try_from(all.len())?.to_le_bytes());
        directory.extend(name.bytes());
        all.extend(*b"PK\x03\x04");
        all.extend(&head);
        all.extend(name.bytes());
        all.extend(packed);
        n_files += 1;
    }
    let (start, len) = (u32::try_from(all.len())?, u32::try_from(directory.len())?);
    all.extend(&directory);
    all.extend(*b"PK\x05\x06\0\0\0\0");
    all.extend(n_files.to_le_bytes().into_iter().chain(n_files.to_le_bytes()));
    all.extend(len.to_le_bytes().into_iter().chain(start.to_le_bytes()));
    all.extend([0, 0]);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn an_archive_is_where_installers_look() {
        let manifest = include_str!("../../crates/rezkit-cli/Cargo.toml");
        let url =
            manifest.lines().find_map(|line| line.strip_prefix("pkg-url = ")).unwrap().trim_matches('"');
        let values = [("version", "1.2.3"), ("target", "x86_64-apple-darwin"), ("archive-suffix", ".zip")];
        let url = values
            .iter()
            .fold(url.to_owned(), |url, (name, value)| url.replace(&format!("{{ {name} }}"), value));
        // Rokit asks for this tag, too.
        let expected = format!("/releases/download/v1.2.3/{}", archive("1.2.3", "x86_64-apple-darwin"));
        assert_eq!(url.strip_prefix("{ repo }"), Some(&*expected));
        let workflow = include_str!("../../.github/workflows/release.yml");
        assert!(workflow.contains("tags: [\"v*\"]"), "{workflow}");
    }

    #[test]
    fn what_runs_here_is_tested_here() {
        let (gnu, musl) = ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl");
        assert!(runs(gnu, gnu) && runs(musl, gnu) && runs("x86_64-pc-windows-gnu", "x86_64-pc-windows-msvc"));
        assert!(runs("aarch64-unknown-linux-musl", "aarch64-unknown-linux-gnu"));
        assert!(!runs("aarch64-unknown-linux-musl", gnu) && !runs("x86_64-pc-windows-msvc", gnu));
        assert!(!runs("x86_64-apple-darwin", "aarch64-apple-darwin"));
    }

    #[test]
    fn an_archive_is_the_same_whenever_it_is_made() {
        let tree = Scratch::new(&[("rez", "program"), ("man/rez.1", "page")]);
        let archive = zip(&tree.0.root, "rez").unwrap();
        assert_eq!(archive, zip(&tree.0.root, "rez").unwrap());
        assert!(archive.starts_with(b"PK\x03\x04"));
        let end = &archive[archive.len() - 22..];
        assert_eq!((&end[..4], &end[8..12]), (&b"PK\x05\x06"[..], &[2, 0, 2, 0][..]));
    }
}
