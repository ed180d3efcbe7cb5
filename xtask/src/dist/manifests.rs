//! The manifests of package managers, from templates with `{{words}}`.

use super::description::PackageDescription;
use crate::workspace::{Workspace, write};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::Write;
use std::path::Path;

/// The output path of each template.
const MANIFESTS: [(&str, &str); 11] = [
    ("aur/PKGBUILD", include_str!("../../manifests/PKGBUILD")),
    ("aur/.SRCINFO", include_str!("../../manifests/SRCINFO")),
    ("homebrew/rezkit.rb", include_str!("../../manifests/homebrew.rb")),
    ("nix/rezkit.nix", include_str!("../../manifests/rezkit.nix")),
    ("roblox/aftman.toml", include_str!("../../manifests/rokit.toml")),
    ("roblox/foreman.toml", include_str!("../../manifests/foreman.toml")),
    ("roblox/rokit.toml", include_str!("../../manifests/rokit.toml")),
    ("scoop/rezkit.json", include_str!("../../manifests/scoop.json")),
    ("winget/rezkit.rezkit.yaml", include_str!("../../manifests/winget.yaml")),
    ("winget/rezkit.rezkit.installer.yaml", include_str!("../../manifests/winget.installer.yaml")),
    ("winget/rezkit.rezkit.locale.en-US.yaml", include_str!("../../manifests/winget.locale.yaml")),
];

/// The path of the conda recipe, which is tested in place.
const RECIPE: &str = "python/conda/recipe.yaml";

/// Writes the manifests for a release, whose files have these checksums.
pub(super) fn run(workspace: &Workspace, sums: &Path, out: &mut dyn Write) -> Result<()> {
    let sums = fs::read_to_string(sums).with_context(|| sums.display().to_string())?;
    let about = PackageDescription::load(workspace)?;
    let folder = workspace.target.join("dist/manifests");
    let _ = fs::remove_dir_all(&folder);
    for (path, template) in MANIFESTS {
        let text = filled(template, &about, &sums).with_context(|| path.to_owned())?;
        write(&folder.join(path), text)?;
    }
    let recipe = recipe(&workspace.read(RECIPE)?, &about, &sums).context(RECIPE)?;
    write(&folder.join("conda/recipe.yaml"), recipe)?;
    writeln!(out, "{}: {} manifests", folder.display(), MANIFESTS.len() + 1)?;
    Ok(())
}

/// Fills in a template: replaces each `{{word}}` by its value.
fn filled(template: &str, about: &PackageDescription, sums: &str) -> Result<String> {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (word, rest) = part.split_once("}}").context("a word does not end")?;
        text += &value(word, about, sums)?;
        text += rest;
    }
    Ok(text)
}

fn value(word: &str, about: &PackageDescription, sums: &str) -> Result<String> {
    let archive = |target: &str| super::archive(&about.version, target);
    Ok(match word.split_once(' ') {
        None if word == "version" => about.version.clone(),
        None if word == "summary" => about.summary.clone(),
        None if word == "repository" => about.repository.clone(),
        None if word == "author" => about.author.clone(),
        None if word == "licence" => about.licences.join(" OR "),
        // With what is between two of them.
        Some(("licences", between)) => about.licences.join(between),
        Some(("url", target)) => about.url(&archive(target)),
        Some(("sha256", target)) => sum(sums, &archive(target))?.to_owned(),
        _ => bail!("nothing is called {word}"),
    })
}

/// Finds the checksum of a file.
fn sum<'s>(sums: &'s str, file: &str) -> Result<&'s str> {
    let mut lines = sums.lines().filter_map(|line| line.split_once(' '));
    let found = lines.find(|(_, name)| name.trim_start_matches([' ', '*']) == file);
    found.map(|(sum, _)| sum).with_context(|| format!("the checksums have no {file}"))
}

/// Fills in the conda recipe with the version and the checksum of a release.
fn recipe(recipe: &str, about: &PackageDescription, sums: &str) -> Result<String> {
    let source = sum(sums, &format!("rezkit-{}.tar.gz", about.version))?;
    let line = |line: &str| match line.split_once(": ") {
        Some((key, _)) if key == "  version" => format!("{key}: \"{}\"\n", about.version),
        Some((key, _)) if key == "  sha256" => format!("{key}: \"{source}\"\n"),
        _ => format!("{line}\n"),
    };
    Ok(recipe.lines().skip_while(|line| line.starts_with('#')).map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGETS: [&str; 7] = [
        "aarch64-apple-darwin",
        "aarch64-unknown-linux-gnu",
        "aarch64-unknown-linux-musl",
        "x86_64-apple-darwin",
        "x86_64-pc-windows-msvc",
        "x86_64-unknown-linux-gnu",
        "x86_64-unknown-linux-musl",
    ];

    fn about() -> PackageDescription {
        let about = PackageDescription::load(&Workspace::load().unwrap()).unwrap();
        PackageDescription { version: "1.2.3".into(), ..about }
    }

    /// Checksums as sha256sum prints them, each consisting of one repeated digit.
    fn sums() -> String {
        let files = TARGETS.map(|target| format!("rez-1.2.3-{target}.zip"));
        let files = files.into_iter().chain(["rezkit-1.2.3.tar.gz".to_owned()]);
        files.enumerate().map(|(i, file)| format!("{}  {file}\n", i.to_string().repeat(64))).collect()
    }

    #[test]
    fn each_checksum_stands_behind_its_file() {
        let (about, sums) = (about(), sums());
        let all: String = MANIFESTS
            .iter()
            .map(|(path, template)| match filled(template, &about, &sums) {
                Ok(text) => text,
                Err(error) => panic!("{path}: {error:#}"),
            })
            .collect();
        for (i, target) in TARGETS.iter().enumerate() {
            let url = format!("/releases/download/v1.2.3/rez-1.2.3-{target}.zip");
            // The next checksum behind an address is its own.
            for after in all.split(&url).skip(1) {
                let found = sums
                    .lines()
                    .map(|line| &line[..64])
                    .min_by_key(|sum| after.find(sum).unwrap_or(usize::MAX));
                assert_eq!(found, Some(&*i.to_string().repeat(64)), "{target}: {after}");
            }
            assert!(all.contains(&url), "{target}");
        }
    }

    #[test]
    fn what_is_not_known_is_said() {
        let error = |template: &str| format!("{:#}", filled(template, &about(), &sums()).unwrap_err());
        assert_eq!(error("{{sha256 riscv}}"), "the checksums have no rez-1.2.3-riscv.zip");
        assert_eq!(error("a {{verison}}"), "nothing is called verison");
        assert_eq!(error("a {{version"), "a word does not end");
    }

    #[test]
    fn a_recipe_is_of_the_source_package() {
        let text = recipe(include_str!("../../../python/conda/recipe.yaml"), &about(), &sums()).unwrap();
        let sum = format!("  sha256: \"{}\"\n", "7".repeat(64));
        assert!(text.starts_with("schema_version: 1\n") && text.contains("  version: \"1.2.3\"\n"), "{text}");
        assert!(text.contains(&sum) && !text.contains("0.1.0"), "{text}");
    }
}
