//! The package for Debian and its derivatives: the contents of the archive, at the paths where such systems expect
//! them.

use super::description::PackageDescription;
use crate::tools::{run, said, skip, works};
use crate::workspace::{Workspace, below, files, md5, read, write};
use anyhow::{Context, Result};
use miniz_oxide::deflate::compress_to_vec;
use rezkit::READERS;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packs the files that are staged for the archive of a target, and returns the path of the package.
pub(super) fn pack(
    workspace: &Workspace,
    about: &PackageDescription,
    target: &str,
    program: &Path,
    stage: &Path,
) -> Result<PathBuf> {
    let Some(architecture) = architecture(target) else {
        return skip(format!("no package for Debian, which is not for {target}"));
    };
    if !works(Command::new("dpkg-deb").arg("--version")) {
        return skip("no package for Debian, since dpkg-deb is not installed");
    }
    let commit = |format: &str| {
        let mut git = Command::new("git");
        git.args(["log", "-1", format]).current_dir(&workspace.root);
        said(&mut git).map(|text| text.trim().to_owned())
    };
    let dist = stage.parent().context("the stage is in a folder")?;
    let root = dist.join("deb");
    let _ = fs::remove_dir_all(&root);
    for path in files(stage)? {
        let Some(place) = place(&below(stage, &path)) else { continue };
        let contents = read(&path)?;
        let is_page = place.starts_with("usr/share/man/");
        write(&root.join(place), if is_page { gzip(&contents)? } else { contents })?;
    }
    // As it is, with the right to run it.
    let installed = root.join("usr/bin/rez");
    fs::create_dir_all(root.join("usr/bin"))?;
    fs::copy(program, &installed).with_context(|| installed.display().to_string())?;
    let documents = root.join("usr/share/doc/rezkit");
    write(&documents.join("copyright"), copyright(about, &workspace.read("LICENSE-MIT")?))?;
    write(
        &documents.join("changelog.Debian.gz"),
        gzip(changelog(about, &commit("--format=%aD")?).as_bytes())?,
    )?;
    let (mut n_bytes, mut sums) = (0, String::new());
    for path in files(&root)? {
        let contents = read(&path)?;
        n_bytes += contents.len();
        sums += &format!("{}  {}\n", md5(&contents), below(&root, &path));
    }
    write(&root.join("DEBIAN/md5sums"), sums)?;
    write(&root.join("DEBIAN/control"), control(about, architecture, n_bytes))?;

    let package = dist.join(format!("rezkit_{}_{architecture}.deb", about.version));
    let mut build = Command::new("dpkg-deb");
    // The same commit gives the same bytes.
    build.env("SOURCE_DATE_EPOCH", commit("--format=%ct")?);
    run(build.args(["--root-owner-group", "--build"]).arg(&root).arg(&package))?;
    Ok(package)
}

/// Debian's name for the processor of a target.
fn architecture(target: &str) -> Option<&'static str> {
    let processor = target.strip_suffix("-unknown-linux-gnu")?;
    [("x86_64", "amd64"), ("aarch64", "arm64")]
        .into_iter()
        .find(|(name, _)| *name == processor)
        .map(|it| it.1)
}

/// The path at which a file of the archive is installed; `None` if it is not installed.
fn place(name: &str) -> Option<String> {
    Some(match name {
        "rezkit.html" => "usr/share/rezkit/rezkit.html".into(),
        "rez.cdx.json" => "usr/share/doc/rezkit/rez.cdx.json".into(),
        "completions/rez.bash" => "usr/share/bash-completion/completions/rez".into(),
        "completions/_rez" => "usr/share/zsh/vendor-completions/_rez".into(),
        "completions/rez.fish" => "usr/share/fish/vendor_completions.d/rez.fish".into(),
        _ if name.starts_with("share/") => format!("usr/{name}"),
        _ => format!("usr/share/man/man1/{}.gz", name.strip_prefix("man/")?),
    })
}

fn control(about: &PackageDescription, architecture: &str, n_bytes: usize) -> String {
    let titles: String = READERS.iter().map(|reader| format!("  * {}\n", reader.title)).collect();
    format!(
        "Package: rezkit\nVersion: {}-1\nArchitecture: {architecture}\nMaintainer: {}\nInstalled-Size: {}\n\
         Depends: libc6, libgcc-s1 | libgcc1\nSuggests: git\nSection: graphics\nPriority: optional\nHomepage: {}\nDescription: {}\n \
         Has the command rez, and file managers show pictures of models. It reads:\n{titles}",
        about.version,
        about.author,
        n_bytes.div_ceil(1024),
        about.repository,
        about.summary,
    )
}

fn copyright(about: &PackageDescription, mit: &str) -> String {
    let licences = about.licences.join(" or ");
    format!(
        "rezkit, from {}, is under the licence {licences}, at your choice.\n\n{mit}\n\
         On Debian systems, Apache-2.0 is in /usr/share/common-licenses/Apache-2.0.\n",
        about.repository
    )
}

fn changelog(about: &PackageDescription, date: &str) -> String {
    let PackageDescription { version, repository, author, .. } = about;
    format!(
        "rezkit ({version}-1) unstable; urgency=medium\n\n  * {repository}/releases/tag/v{version} says what is new.\n\
         \n -- {author}  {date}\n"
    )
}

/// Compresses by gzip, without a file name and a time.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut file = b"\x1f\x8b\x08\0\0\0\0\0\x02\x03".to_vec();
    file.extend(compress_to_vec(bytes, 9));
    file.extend(crc32fast::hash(bytes).to_le_bytes());
    file.extend(u32::try_from(bytes.len())?.to_le_bytes());
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_archive_are_installed_where_debian_looks() {
        let places =
            ["man/rez-thumb.1", "completions/_rez", "share/mime/packages/rezkit.xml", "rez.cdx.json"]
                .map(place);
        let expected = [
            "usr/share/man/man1/rez-thumb.1.gz",
            "usr/share/zsh/vendor-completions/_rez",
            "usr/share/mime/packages/rezkit.xml",
            "usr/share/doc/rezkit/rez.cdx.json",
        ];
        assert_eq!(places.each_ref().map(|place| place.as_deref()), expected.map(Some));
        assert_eq!(["rez", "README.md", "completions/_rez.ps1"].map(place), [None, None, None]);
        let targets = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-unknown-linux-musl"];
        assert_eq!(targets.map(architecture), [Some("amd64"), Some("arm64"), None]);
    }

    #[test]
    fn a_package_says_what_the_manifest_says() {
        let about = PackageDescription::load(&Workspace::load().unwrap()).unwrap();
        let text = control(&about, "amd64", 2000);
        let lines: Vec<_> = text.lines().collect();
        let version = concat!("Version: ", env!("CARGO_PKG_VERSION"), "-1");
        assert!(lines.contains(&version) && lines.contains(&"Installed-Size: 2"), "{text}");
        let summary = lines.iter().find_map(|line| line.strip_prefix("Description: ")).unwrap();
        // What packages take at most, and Homebrew with the name.
        assert!(summary.len() < 80 && summary.starts_with("Checks") && !summary.ends_with('.'), "{summary}");
        assert!(lines.contains(&"Depends: libc6, libgcc-s1 | libgcc1"), "{text}");
    }

    #[test]
    fn gzip_is_what_others_unpack() {
        let packed = gzip(b"rez").unwrap();
        assert_eq!(rezkit::identify(&packed).wrappers.len(), 1);
        assert_eq!(&packed[packed.len() - 4..], [3, 0, 0, 0]);
    }
}
