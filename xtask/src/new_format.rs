//! The skeleton of a format crate, and its places in the lists.

use crate::tidy::{self, COMMON};
use crate::workspace::{Workspace, below, cargo, files, run as run_command, write};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(Args, Debug, Default)]
pub(crate) struct Options {
    /// What the library and the folders are called, such as rbxmesh.
    name: String,
    /// What the registry calls the package, if that has another crate of the name.
    #[arg(long)]
    package: Option<String>,
    /// What people call the format.
    #[arg(long)]
    title: Option<String>,
    /// What the ids of its rules begin with, such as RBM.
    #[arg(long)]
    rules: Option<String>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options, out: &mut dyn Write) -> Result<()> {
    let new = NewCrate::new(options)?;
    let NewCrate { name, package, prefix, .. } = &new;
    ensure!(!workspace.root.join("crates").join(name).exists(), "crates/{name} is there already");
    // All is made before anything is written: what cannot be done leaves no trace.
    let mut written = new.files(workspace)?;
    written.extend(new.lists(workspace)?);
    for (path, contents) in &written {
        write(&workspace.root.join(path), contents)?;
        writeln!(out, "wrote {path}")?;
    }
    // Names have other lengths and another order than those of the template.
    run_command(&mut cargo(
        &workspace.root,
        &["fmt", "--package", package, "--package", "xtask", "--package", "fuzz"],
    ))?;
    tidy::fix_edges(&Workspace::load()?)?;
    writeln!(
        out,
        "\nNext:\n\
         1. Write docs/formats/{name}.md with numbered sections, and crates/{name}/src/model.rs and wire.rs from it.\n\
         2. Section by section: read/x.rs, write/x.rs, and a strategy in tests/laws.rs.\n\
         3. Make fixtures in xtask/src/fixtures/{name}.rs; `cargo xtask fixtures` writes them.\n\
         4. Rules {prefix}001, {prefix}002 … in src/rules.rs, each with its two fixtures in rules/.\n\
         5. In xtask/src/formats.rs, say which extensions the format has and what its files owe; \
         in docs/laws.md, which exceptions there are.\n\
         6. `cargo xtask ci`."
    )?;
    Ok(())
}

/// What the crate is called, in all forms.
struct NewCrate {
    name: String,
    model: String,
    package: String,
    title: String,
    prefix: String,
}

type Files = BTreeMap<String, String>;

impl NewCrate {
    fn new(options: &Options) -> Result<Self> {
        let name = options.name.clone();
        let is_letter =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        let is_name =
            name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.chars().all(is_letter);
        ensure!(is_name, "{name:?} is no name for a library: use lower-case letters, digits and _");
        let capital = |word: &str| match word.split_at_checked(1) {
            Some((first, rest)) => format!("{}{rest}", first.to_uppercase()),
            None => String::new(),
        };
        Ok(Self {
            model: name.split('_').map(capital).collect(),
            package: options.package.clone().unwrap_or_else(|| name.clone()),
            title: options.title.clone().unwrap_or_else(|| capital(&name)),
            prefix: options.rules.clone().unwrap_or_else(|| name[..name.len().min(3)].to_uppercase()),
            name,
        })
    }

    /// The template's files under the crate's names.
    fn files(&self, workspace: &Workspace) -> Result<Files> {
        let Self { name, .. } = self;
        let template = workspace.root.join("xtask/template");
        let mut written = Files::new();
        for file in files(&template)? {
            let path = below(&template, &file);
            let to = match path.split_once('/') {
                // The common part's own tests.
                Some(("tests" | "benches", rest)) if rest.contains("mould") => continue,
                Some(("extra", "format.md")) => format!("docs/formats/{name}.md"),
                Some(("extra", "fuzz_target.rs")) => format!("fuzz/fuzz_targets/{name}.rs"),
                Some(("extra", rest)) => match rest.strip_prefix("fixtures/") {
                    Some(rest) => format!("fixtures/{name}/{rest}"),
                    None => continue,
                },
                // Examples of one name in several packages would overwrite each other.
                Some(("examples", "dump.rs")) => format!("crates/{name}/examples/dump_{name}.rs"),
                _ => format!("crates/{name}/{path}"),
            };
            let text = workspace.read(&file)?;
            let is_common = COMMON.iter().any(|folder| path.starts_with(folder));
            let text = match &*path {
                "Cargo.toml" => self.manifest(&text)?,
                _ if is_common => text,
                _ => self.renamed(&text),
            };
            written.insert(to, text);
        }
        written.insert(
            format!("xtask/src/fixtures/{name}.rs"),
            format!(
                "//! The fixtures of {name}.\n\n\
                 use crate::formats::Fixture;\n\n\
                 pub(crate) fn files() -> Vec<Fixture> {{\n    Vec::new()\n}}\n"
            ),
        );
        Ok(written)
    }

    fn renamed(&self, text: &str) -> String {
        let Self { name, model, package, title, prefix } = self;
        text.replace("/extra/fixtures", &format!("/../../fixtures/{name}"))
            .replace("xtask/template", &format!("crates/{name}"))
            .replace("-p template", &format!("-p {package}"))
            .replace("--example dump", &format!("--example dump_{name}"))
            .replace(
                "What a sound file keeps to.",
                &format!("What a sound file keeps to. Ids begin with {prefix}."),
            )
            .replace("template format", &format!("{title} format"))
            .replace("template", name)
            .replace("Template", model)
    }

    fn manifest(&self, text: &str) -> Result<String> {
        let Self { name, package, title, .. } = self;
        let mut text = text.to_owned();
        let library = if package == name { String::new() } else { format!("[lib]\nname = \"{name}\"\n\n") };
        for (from, to) in [
            ("name = \"template\"", format!("name = \"{package}\"")),
            (
                "\"What every format crate starts from\"",
                format!("\"Reads, writes and checks {title} files\""),
            ),
            ("publish = false\n", String::new()),
            ("[[bench]]\nname = \"mould\"\nharness = false\n\n", String::new()),
            ("[dependencies]\n", format!("{library}[dependencies]\n")),
        ] {
            ensure!(
                text.contains(from),
                "xtask/template/Cargo.toml has no {from:?}, which new-format replaces"
            );
            text = text.replacen(from, &to, 1);
        }
        Ok(text)
    }

    /// The files that name all formats, with this one.
    fn lists(&self, workspace: &Workspace) -> Result<Files> {
        let Self { name, model, package, title, .. } = self;
        let alias = if package == name { String::new() } else { format!("package = \"{package}\", ") };
        let dependency = format!("{name}.workspace = true");
        let member = format!("{name} = {{ {alias}version = \"0.1.0\", path = \"crates/{name}\" }}");
        let format = format!(
            "        Format::new::<{name}::{model}>({title:?}, &[{name:?}], \
             crate::fixtures::{name}::files, |_, _| laws::Exact::Bytes),"
        );
        let in_readme = format!("| {title} | `.{name}` | [`{package}`](crates/{name}) | nothing yet |");
        let lists = [
            ("Cargo.toml", "[workspace.dependencies]", "", member),
            ("xtask/Cargo.toml", "# The formats; ", "", dependency.clone()),
            ("xtask/src/fixtures.rs", "// One for each format; ", "", format!("pub(crate) mod {name};")),
            ("xtask/src/formats.rs", "// By name; ", "        Format::new", format),
            ("fuzz/Cargo.toml", "# The formats; ", "", dependency),
            ("fuzz/src/lib.rs", "// By name; ", "", format!("    codec! {name}: {model};")),
            ("ARCHITECTURE.md", "| crates/", "", format!("| crates/{name} | {title} | nothing |")),
            ("README.md", "| Format | Files |", "| ", in_readme),
            ("docs/laws.md", "| Format | Law 2 |", "| ", format!("| {name} | | | |")),
        ];
        let mut written = Files::new();
        for (path, anchor, sister, line) in lists {
            let text = inserted(&workspace.read(path)?, anchor, sister, &line);
            written.insert(path.into(), text.with_context(|| format!("{path} has no line with `{anchor}`"))?);
        }
        written.entry("fuzz/Cargo.toml".into()).and_modify(|text| *text = with_target(text, name));
        Ok(written)
    }
}

/// Puts a line into the list below the line with `anchor`, before the first sister that it sorts before.
///
/// The list ends where a line is blank, or less indented, or where a table does.
fn inserted(text: &str, anchor: &str, sister: &str, line: &str) -> Option<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let ends = |other: &str| {
        other.trim().is_empty()
            || indent(other) < indent(line)
            || other.starts_with('|') != line.starts_with('|')
    };
    let mut lines: Vec<_> = text.lines().collect();
    let first = lines.iter().position(|line| line.contains(anchor))? + 1;
    let list = lines[first..].iter().take_while(|other| !ends(other)).count();
    let comes_after = |other: &&str| other.starts_with(sister) && **other > *line;
    let before = lines[first..first + list].iter().position(comes_after).unwrap_or(list);
    lines.insert(first + before, line);
    Some(lines.join("\n") + "\n")
}

/// The fuzz targets are the last tables of their manifest.
fn with_target(manifest: &str, name: &str) -> String {
    const HEAD: &str = "\n[[bin]]\n";
    let target = format!(
        "name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\ntest = false\ndoc = false\nbench = false\n"
    );
    let mut tables: Vec<_> = manifest.split(HEAD).collect();
    let place = 1 + tables[1..].iter().take_while(|table| **table < target.as_str()).count();
    tables.insert(place, &target);
    tables.join(HEAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(name: &str) -> Options {
        Options { name: name.into(), ..Options::default() }
    }

    #[test]
    fn a_crate_has_all_names_in_place_of_the_templates() {
        let workspace = Workspace::load().unwrap();
        let options = Options {
            package: Some("rezkit-demo".into()),
            title: Some("Demo mesh".into()),
            rules: Some("DMO".into()),
            ..options("demo_mesh")
        };
        let files = NewCrate::new(&options).unwrap().files(&workspace).unwrap();
        let text = |path: &str| files.get(path).unwrap_or_else(|| panic!("{path} in {:?}", files.keys()));
        assert!(text("crates/demo_mesh/src/model.rs").contains("pub struct DemoMesh {"));
        assert!(text("crates/demo_mesh/tests/golden.rs").contains("\"/../../fixtures/demo_mesh\""));
        assert!(text("crates/demo_mesh/src/rules.rs").contains("Ids begin with DMO."));
        assert!(text("crates/demo_mesh/src/mould/mod.rs").contains("xtask/template"));
        assert!(text("docs/formats/demo_mesh.md").starts_with("# The Demo mesh format\n"));
        assert!(text("fuzz/fuzz_targets/demo_mesh.rs").contains("fuzz::demo_mesh(data)"));
        assert!(text("fixtures/demo_mesh/SOURCES.md").starts_with("# Fixtures of demo_mesh\n"));
        let manifest = text("crates/demo_mesh/Cargo.toml");
        assert!(
            manifest.contains(
                "name = \"rezkit-demo\"\ndescription = \"Reads, writes and checks Demo mesh files\""
            )
        );
        assert!(manifest.contains("[lib]\nname = \"demo_mesh\"\n"));
        assert!(!manifest.contains("publish") && !manifest.contains("mould"));
        let is_left = |(path, text): (&String, &String)| {
            let is_common = COMMON.iter().any(|folder| path.contains(folder));
            !is_common && text.to_lowercase().contains("template")
        };
        assert!(!files.iter().any(is_left));
        assert!(!files.keys().any(|path| path.ends_with("mould.rs") || path.contains("extra")));
    }

    #[test]
    fn names_are_those_of_libraries() {
        assert_eq!(NewCrate::new(&options("a_bc2")).unwrap().model, "ABc2");
        assert!(["", "Demo", "2d", "a-b", "a/b"].iter().all(|name| NewCrate::new(&options(name)).is_err()));
    }

    #[test]
    fn lines_go_between_their_sisters() {
        let list = |text: &str, line| inserted(text, "list", "", line).unwrap();
        assert_eq!(list("# list\nb\nd\n\na\n", "c"), "# list\nb\nc\nd\n\na\n");
        assert_eq!(list("# list\n", "c"), "# list\nc\n");
        assert_eq!(list("list! {\n    b;\n}\n", "    c;"), "list! {\n    b;\n    c;\n}\n");
        let code = "[ // list\n  new(b, {\n    x\n  }),\n  new(d),\n]\n";
        let with = |line| inserted(code, "list", "  new", line).unwrap();
        assert_eq!(with("  new(c),"), "[ // list\n  new(b, {\n    x\n  }),\n  new(c),\n  new(d),\n]\n");
        assert_eq!(with("  new(e),"), "[ // list\n  new(b, {\n    x\n  }),\n  new(d),\n  new(e),\n]\n");
        let table = "| list |\n|---|\n| b |\n<!-- -->\n";
        assert_eq!(
            inserted(table, "list", "| ", "| c |").unwrap(),
            "| list |\n|---|\n| b |\n| c |\n<!-- -->\n"
        );
        assert_eq!(inserted("", "list", "", "c"), None);
    }

    #[test]
    fn targets_are_sorted() {
        let (a, b, c) = (with_target("[package]\n", "a"), with_target("", "b"), with_target("", "c"));
        assert_eq!(with_target(&with_target(&a, "c"), "b"), format!("{a}{b}{c}"));
    }
}
