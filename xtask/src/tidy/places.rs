//! Checks that lists and maps are complete, and that links are valid.

use super::Complaint;
use crate::tools::said;
use crate::workspace::Workspace;
use anyhow::Result;
use fixtures::FORMATS;
use fuzz::BODIES;
use std::collections::BTreeSet;
use std::process::Command;

/// Reports format crates that xtask or fuzz does not know.
pub(super) fn registered(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let lists = [
        ("xtask/fixtures/src/lib.rs", FORMATS.map(|(name, _)| name).to_vec()),
        ("fuzz/src/lib.rs", BODIES.iter().map(|body| body.name).collect()),
    ];
    let crates = workspace.format_crates();
    let without = crates.flat_map(|package| {
        lists
            .iter()
            .filter(|(_, list)| !list.contains(&package.short_name()))
            .map(|(path, _)| format!("{path} does not name {}: see docs/adding-a-format.md.", package.folder))
    });
    Ok(without.map(Complaint::from).collect())
}

/// The files that git tracks, one on each line.
fn tracked(workspace: &Workspace) -> Result<String> {
    let mut command = Command::new("git");
    said(command.args(["-c", "core.quotePath=off", "ls-files"]).current_dir(&workspace.root))
}

/// Reports files and folders of the root that ARCHITECTURE.md does not name.
pub(super) fn top_level(workspace: &Workspace) -> Result<Vec<Complaint>> {
    Ok(unnamed(&tracked(workspace)?, &workspace.read("ARCHITECTURE.md")?))
}

fn unnamed(tracked: &str, map: &str) -> Vec<Complaint> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || ['.', '-', '_'].contains(&letter);
    let names: BTreeSet<_> =
        map.split(|letter| !is_of_name(letter)).map(|name| name.trim_end_matches('.')).collect();
    let top: BTreeSet<_> = tracked.lines().filter_map(|path| path.split('/').next()).collect();
    let unnamed = top.difference(&names);
    unnamed
        .map(|name| Complaint::from(format!("ARCHITECTURE.md does not name `{name}`: say there what it is.")))
        .collect()
}

/// Reports verbs of `rez` that its tour does not show.
pub(super) fn verbs(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let list = workspace.read("crates/rezkit-cli/src/verbs.rs")?;
    Ok(unshown(&list, &workspace.read("docs/rez.md")?))
}

/// `BugReport` as clap writes it: `bug-report`.
fn kebab(variant: &str) -> String {
    let mut words = String::new();
    for letter in variant.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push('-');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

fn unshown(list: &str, tour: &str) -> Vec<Complaint> {
    let list = list.split_once("\nverbs! {\n").and_then(|(_, list)| list.split_once("\n}\n"));
    let lines = list.map_or("", |(list, _)| list).lines();
    let variants = lines.filter(|line| line.contains("::")).filter_map(|line| line.split_once('('));
    let verbs: Vec<_> = variants.map(|(variant, _)| kebab(variant.trim())).collect();
    if verbs.is_empty() {
        return vec!["crates/rezkit-cli/src/verbs.rs has no list of verbs, `verbs! {`.".to_owned().into()];
    }
    let ends = |rest: &str| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '-');
    let is_shown = |verb: &String| tour.split(&format!("rez {verb}")).skip(1).any(ends);
    let unshown = verbs.iter().filter(|verb| !is_shown(verb));
    unshown
        .map(|verb| {
            Complaint::from(format!("docs/rez.md does not show `rez {verb}`: say there what it is for."))
        })
        .collect()
}

/// Reports broken links in documents, and links in documents of packages that are broken on the page of the registry.
pub(super) fn links(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let tracked = tracked(workspace)?;
    let mut complaints = Vec::new();
    for path in tracked.lines().filter(|path| path.ends_with(".md")) {
        let package = workspace.published().find(|package| path.starts_with(&format!("{}/", package.folder)));
        let text = workspace.read(path)?;
        let dead = dead(path, &text, &tracked, package.map(|package| &*package.folder));
        complaints.extend(dead.into_iter().map(|link| {
            Complaint::from(format!(
                "{path} has a link to {link}, where nothing is: mend it, or take it out."
            ))
        }));
    }
    Ok(complaints)
}

/// Reports actions and tools of workflows without a fixed version, and checkouts that leave the token of the job in
/// `.git/config`, where every later step could read it.
pub(super) fn workflows(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for path in tracked(workspace)?.lines().filter(|path| path.starts_with(".github/workflows/")) {
        let text = workspace.read(path)?;
        complaints.extend(loose(&text).map(|what| {
            Complaint::from(format!("{path}: {what} is not pinned: name its commit, or its version."))
        }));
        complaints.extend(keeping_tokens(&text).into_iter().map(|line| {
            Complaint::from(format!("{path}:{line}: the checkout needs `persist-credentials: false`."))
        }));
    }
    Ok(complaints)
}

/// The lines of checkouts that keep the token.
fn keeping_tokens(workflow: &str) -> Vec<usize> {
    let lines: Vec<&str> = workflow.lines().collect();
    let drops_token = |at: usize| {
        let step = lines.get(at + 1..).unwrap_or_default().iter().map(|line| line.trim());
        step.take_while(|line| !line.starts_with("- ")).any(|line| line == "persist-credentials: false")
    };
    let checkouts = (0..lines.len()).filter(|at| lines[*at].contains("uses: actions/checkout@"));
    checkouts.filter(|at| !drops_token(*at)).map(|at| at + 1).collect()
}

/// Reports folders with dependencies that Dependabot does not watch.
pub(super) fn watched(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let watched = workspace.read(".github/dependabot.yml")?;
    let missing = unwatched(&tracked(workspace)?, &watched);
    Ok(missing
        .into_iter()
        .map(|folder| Complaint::from(format!(".github/dependabot.yml does not list {folder}.")))
        .collect())
}

fn unwatched(tracked: &str, dependabot: &str) -> BTreeSet<String> {
    const LISTS: [&str; 4] = ["Cargo.lock", "package-lock.json", "requirements.txt", "pyproject.toml"];
    let words: BTreeSet<&str> = dependabot.split(['[', ']', ',', ' ', '\n']).collect();
    let folders = tracked.lines().filter_map(|path| {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        LISTS.contains(&name).then(|| format!("/{folder}"))
    });
    folders.filter(|folder| !words.contains(&**folder)).collect()
}

/// Reports code of the page that creates elements from text, which may come from a file.
pub(super) fn injected(workspace: &Workspace) -> Result<Vec<Complaint>> {
    const SINKS: [&str; 4] = ["insertAdjacentHTML", "innerHTML", "outerHTML", "document.write"];
    let mut complaints = Vec::new();
    for path in
        tracked(workspace)?.lines().filter(|path| path.starts_with("web/src/") && path.ends_with(".ts"))
    {
        let text = workspace.read(path)?;
        complaints.extend(SINKS.iter().filter(|sink| text.contains(**sink)).map(|sink| {
            Complaint::from(format!("{path}: {sink} parses text as HTML: make elements with `h` and `svg`."))
        }));
    }
    Ok(complaints)
}

/// Actions without the hash of a commit, and tools without a version.
fn loose(workflow: &str) -> impl Iterator<Item = &str> {
    let is_hash = |hash: &str| hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    workflow.lines().flat_map(move |line| {
        let after = |start: &str| line.split_once(start).map(|(_, rest)| rest.trim());
        let action = after("uses: ").and_then(|rest| rest.split(' ').next());
        let action = action.filter(|action| !action.split_once('@').is_some_and(|(_, hash)| is_hash(hash)));
        let tools = after("cargo install ").or_else(|| after("pip install ")).unwrap_or_default();
        let tools = tools.split(' ').filter(|tool| !tool.is_empty() && !tool.starts_with('-'));
        action.into_iter().chain(tools.filter(|tool| !tool.contains('@') && !tool.contains("==")))
    })
}

/// The prefix of absolute links to files of the repository.
const REPOSITORY: &str = "https://github.com/rezkit/rezkit/blob/main/";

fn dead<'t>(path: &str, text: &'t str, tracked: &str, package: Option<&str>) -> Vec<&'t str> {
    let is_there = |wanted: &str| {
        let rest = |file: &'_ str| {
            file.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        tracked.lines().any(rest)
    };
    let leads = |link: &&str| {
        let target = link.split(['#', ' ']).next().unwrap_or_default();
        match target.strip_prefix(REPOSITORY) {
            Some(file) => is_there(file),
            None if target.is_empty() || target.contains("://") => true,
            None => {
                let mut parts: Vec<_> = path.split('/').collect();
                parts.pop();
                for part in target.trim_end_matches('/').split('/') {
                    if part == ".." { parts.pop().map_or((), drop) } else { parts.push(part) }
                }
                let file = parts.join("/");
                is_there(&file) && package.is_none_or(|package| file.starts_with(&format!("{package}/")))
            }
        }
    };
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    // Such as [`read`]: only rustdoc knows where these lead.
    let items = text.split("[`").skip(1).filter_map(|rest| rest.split_once("`]"));
    let items = items
        .filter(|(item, rest)| package.is_some() && !item.contains('`') && !rest.starts_with(['(', '`']));
    links.filter(|link| !leads(link)).chain(items.map(|(item, _)| item)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn a_format_crate_stands_in_the_lists() {
        let tree = Scratch::new(&[]).member("crates/toy", serde_json::json!({}));
        assert_eq!(
            texts(registered(&tree.0)),
            [
                "xtask/fixtures/src/lib.rs does not name crates/toy: see docs/adding-a-format.md.",
                "fuzz/src/lib.rs does not name crates/toy: see docs/adding-a-format.md.",
            ]
        );
    }

    #[test]
    fn the_tour_shows_every_verb() {
        let list = "mod add;\n\nverbs! {\n    Add(add::AddArgs),\n    #[command(alias = \"git\")]\n    \
                    InstallGit(install_git::InstallGitArgs),\n    Set(set::SetArgs),\n}\n\nfn other() {}\n";
        assert_eq!(
            texts(Ok(unshown(list, "$ rez install-git\n`rez set-up`, `rez added`"))),
            [
                "docs/rez.md does not show `rez add`: say there what it is for.",
                "docs/rez.md does not show `rez set`: say there what it is for.",
            ]
        );
        assert_eq!(texts(Ok(unshown(list, "`rez add`, rez install-git, $ rez set place.rbxl"))).len(), 0);
        assert_eq!(texts(Ok(unshown("", ""))).len(), 1);
    }

    #[test]
    fn the_map_names_all_of_the_root() {
        let tracked = ".ci/run\nCargo.toml\nLICENSE\nsrc/a.rs\nsrc/b.rs\n";
        let complaints = unnamed(tracked, "`.ci`, `Cargo.toml`, LICENSE-MIT, src/a.rs");
        assert_eq!(texts(Ok(complaints)), ["ARCHITECTURE.md does not name `LICENSE`: say there what it is."]);
    }

    #[test]
    fn dead_links_are_found() {
        let tracked = "README.md\ncrates/toy/README.md\ncrates/toy/src/a.rs\ndocs/a.md\n";
        let text = "[a](src/a.rs#L1), [b](src), [c](../../docs/a.md), [d](Model::read), [`e`], [`f`](#f), `[`, \
                    [g](https://github.com/rezkit/rezkit/blob/main/docs/b.md), [h](https://docs.rs)";
        let of_all = ["Model::read", "https://github.com/rezkit/rezkit/blob/main/docs/b.md"];
        assert_eq!(dead("crates/toy/README.md", text, tracked, None), of_all);
        let of_packages = ["../../docs/a.md", of_all[0], of_all[1], "e"];
        assert_eq!(dead("crates/toy/README.md", text, tracked, Some("crates/toy")), of_packages);
    }

    #[test]
    fn what_workflows_take_from_elsewhere_is_pinned() {
        let hash = "11bd71901bbe5b1630ceea73d27597364c9af683";
        let workflow = format!(
            "- uses: a/b@v4\n- uses: a/c@{hash} # v4.2.2\n- run: cargo install --locked d e@1.0\n- run: pip install f g==2"
        );
        assert_eq!(loose(&workflow).collect::<Vec<_>>(), ["a/b@v4", "d", "f"]);
    }

    #[test]
    fn checkouts_drop_their_token() {
        let checkout = "- uses: actions/checkout@1";
        let workflow = format!(
            "{checkout}\n  with:\n    persist-credentials: false\n{checkout}\n- run: a\n  with:\n    persist-credentials: false"
        );
        assert_eq!(keeping_tokens(&workflow), [4]);
    }

    #[test]
    fn dependabot_watches_every_folder_with_dependencies() {
        let tracked = "Cargo.lock\na/package-lock.json\na/b/requirements.txt\nc/package.json";
        assert_eq!(unwatched(tracked, "directories: [/, /a/b]"), BTreeSet::from(["/a".to_owned()]));
        assert!(unwatched(tracked, "directory: /a\ndirectories: [/, /a/b]").is_empty());
    }
}
