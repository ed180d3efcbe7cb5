//! Git with `rez print` as its text conversion, in a repository of its own.

use crate::support::{Scratch, rez, root};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

/// The commands that the README shows, which have to be those that are run.
const ATTRIBUTES: &str = "*.rbxl diff=rez merge=rez\n*.rbxm diff=rez merge=rez\n*.rbxlx diff=rez merge=rez\n\
    *.rbxmx diff=rez merge=rez\n*.mesh diff=rez\n*.llmesh diff=rez\n*.m3d diff=rez\n";
const MERGETOOL: &str = concat!(
    r#"rez merge --markers --path="$MERGED" -f --output="$MERGED" -- "$BASE" "$LOCAL" "$REMOTE""#,
    r#" || { mv -f -- "$BACKUP" "$MERGED.orig"; cp -- "$MERGED" "$BACKUP"; false; }"#
);
const CONFIG: [[&str; 2]; 7] = [
    ["diff.rez.textconv", "rez print --textconv --"],
    ["diff.rez.xfuncname", r"^\[.*"],
    ["diff.rez.binary", "true"],
    ["merge.rez.name", "models and places"],
    ["merge.rez.driver", "rez merge --path=%P -fo %A -- %O %A %B"],
    ["mergetool.rez.cmd", MERGETOOL],
    ["mergetool.rez.trustExitCode", "true"],
];

struct Repository<'s> {
    folder: &'s Path,
}

impl<'s> Repository<'s> {
    fn git(&self, arguments: &[&str]) -> String {
        let (is_success, out, err) = self.tried(arguments);
        assert!(is_success, "git {arguments:?}: {err}");
        out
    }

    fn tried(&self, arguments: &[&str]) -> (bool, String, String) {
        self.ran("git", arguments)
    }

    /// Runs a program in the repository.
    fn ran(&self, name: &str, arguments: &[impl AsRef<OsStr>]) -> (bool, String, String) {
        let program = Path::new(env!("CARGO_BIN_EXE_rez")).parent().unwrap().to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(program).chain(std::env::split_paths(&path));
        let output = Command::new(name)
            .args(arguments)
            .current_dir(self.folder)
            .env("PATH", std::env::join_paths(paths).unwrap())
            // What the person who runs the tests has set says nothing.
            .env("HOME", self.folder)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("GIT_DIR")
            .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_NAME"), "Someone")))
            .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_EMAIL"), "someone@example.org")))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\r', "");
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    }

    /// A repository with the configuration of the README.
    fn configured(scratch: &'s Scratch) -> Self {
        let repository = Self { folder: &scratch.0 };
        repository.git(&["init", "-q", "-b", "main", "."]);
        for [name, value] in CONFIG {
            repository.git(&["config", name, value]);
        }
        scratch.file(".gitattributes", ATTRIBUTES);
        repository
    }

    /// Saves a place and commits it.
    fn commit(&self, xml: &str, message: &str) {
        std::fs::write(self.folder.join("place.rbxlx"), xml).unwrap();
        let [from, to] = ["place.rbxlx", "place.rbxl"].map(|name| self.folder.join(name));
        let status = rez().arg("convert").arg(from).arg("-fqo").arg(to).status().unwrap();
        assert!(status.success());
        self.git(&["add", "place.rbxl", ".gitattributes"]);
        self.git(&["commit", "-qm", message]);
    }
}

/// A place with a door and a script.
fn place(size: &str, source: &str) -> String {
    format!(
        "<roblox version=\"4\"><Item class=\"Workspace\"><Properties><string name=\"Name\">Workspace</string></Properties>\
         <Item class=\"Part\"><Properties><string name=\"Name\">Door</string>\
         <Vector3 name=\"size\">{size}</Vector3><bool name=\"Anchored\">true</bool></Properties></Item>\
         <Item class=\"Script\"><Properties><string name=\"Name\">Open</string>\
         <ProtectedString name=\"Source\">{source}</ProtectedString></Properties></Item></Item></roblox>"
    )
}

fn has_git() -> bool {
    let has_git = Command::new("git").arg("--version").output().is_ok();
    if !has_git {
        eprintln!("skipped: there is no git");
    }
    has_git
}

const SMALL: &str = "<X>4</X><Y>7</Y><Z>1</Z>";
const LARGE: &str = "<X>4</X><Y>7.5</Y><Z>1</Z>";

#[test]
fn git_shows_what_changed_in_a_binary_place() {
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git");
    let repository = Repository::configured(&scratch);
    let [small, large] = [SMALL, LARGE];
    repository.commit(&place(small, "local door = script.Parent\n\n-- Opens.\nlocal function open()\n\tprint(1)\n\tdoor:Open()\nend\n"), "first");
    repository.commit(&place(large, "local door = script.Parent\n\n-- Opens.\nlocal function open()\n\tprint(1)\n\tdoor:Open()\nend\n"), "A higher door");
    repository.commit(&place(large, "local door = script.Parent\n\n-- Opens.\nlocal function open()\n\tprint(1)\n\tdoor:Open(5)\nend\n"), "Wait");

    let log = repository.git(&["log", "-p", "--format=%s", "--no-color"]);
    let lines: Vec<_> = log.lines().collect();
    for wanted in [
        "-    |\tdoor:Open()",
        "+    |\tdoor:Open(5)",
        "-  Size = Vector3(4, 7, 1)",
        "+  Size = Vector3(4, 7.5, 1)",
    ] {
        assert!(lines.contains(&wanted), "{wanted} is not in\n{log}");
    }
    assert!(
        lines.iter().any(|line| line.starts_with("@@") && line.ends_with("[Script] Workspace/Open")),
        "{log}"
    );
    // One line of each edit, with the file itself in the first commit.
    let diff = repository.git(&["diff", "--no-color", "HEAD~2", "HEAD~1"]);
    let changed = diff
        .lines()
        .filter(|line| line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---"));
    assert_eq!(changed.count(), 2, "{diff}");

    // A file that cannot be read does not end the log.
    std::fs::write(scratch.0.join("place.rbxl"), b"version https://git-lfs.github.com/spec/v1\n").unwrap();
    let diff = repository.git(&["diff", "--no-color"]);
    assert!(diff.contains("\n+[not readable] <43 bytes, "), "{diff}");
}

#[test]
fn git_merges_two_edits_of_one_place() {
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git-merge");
    let repository = Repository::configured(&scratch);
    let source = "print(1)\n\nprint(2)\n";
    repository.commit(&place(SMALL, source), "A door");
    repository.git(&["checkout", "-qb", "higher"]);
    repository.commit(&place(LARGE, source), "A higher door");
    repository.git(&["checkout", "-q", "main"]);
    repository.commit(&place(SMALL, "print(1)\n\nprint(3)\n"), "Another number");
    repository.git(&["merge", "-q", "-m", "Both", "higher"]);
    let (_, text, _) = crate::support::run(&["print", scratch.0.join("place.rbxl").to_str().unwrap()]);
    assert!(text.contains("  Size = Vector3(4, 7.5, 1)\n") && text.contains("    |print(3)\n"), "{text}");
    assert_eq!(repository.git(&["status", "--porcelain", "place.rbxl"]), "");

    // What does not go together stays as on this branch, and git knows.
    repository.git(&["checkout", "-qb", "lower", "HEAD"]);
    repository.commit(&place("<X>4</X><Y>2</Y><Z>1</Z>", "print(1)\n\nprint(3)\n"), "A lower door");
    repository.git(&["checkout", "-q", "main"]);
    repository.commit(&place("<X>4</X><Y>9</Y><Z>1</Z>", "print(0)\n\nprint(3)\n"), "A gate");
    let (is_merged, out, err) = repository.tried(&["merge", "lower"]);
    let all = out + &err;
    assert!(!is_merged && all.contains("CONFLICT (content): Merge conflict in place.rbxl"), "{all}");
    for line in [
        "! [Part] Workspace/Door.Size  changed by both",
        "    base    Vector3(4, 7.5, 1)",
        "    ours    Vector3(4, 9, 1)",
        "    theirs  Vector3(4, 2, 1)",
        "place.rbxl: nothing to take over; 1 conflict, left as in OURS",
    ] {
        assert!(all.lines().any(|found| found == line), "{line} is not in\n{all}");
    }
    assert_eq!(repository.git(&["status", "--porcelain", "place.rbxl"]), "UU place.rbxl\n");
    let (_, text, _) = crate::support::run(&["print", scratch.0.join("place.rbxl").to_str().unwrap()]);
    assert!(text.contains("  Size = Vector3(4, 9, 1)\n") && text.contains("    |print(0)\n"), "{text}");
}

/// The text of the place in a repository.
fn printed(scratch: &Scratch) -> String {
    let (_, text, _) = crate::support::run(&["print", scratch.0.join("place.rbxl").to_str().unwrap()]);
    text
}

#[test]
fn a_repository_is_set_up_and_left_as_it_was() {
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git-install");
    let repository = Repository { folder: &scratch.0 };
    repository.git(&["init", "-q", "-b", "main", "."]);
    let state = || {
        let read = |name: &str| std::fs::read_to_string(scratch.0.join(name)).ok();
        (read(".gitattributes"), read(".git/config"))
    };
    let before = state();
    let rez = |arguments: &[&str]| {
        let (is_fine, out, _) =
            repository.ran(env!("CARGO_BIN_EXE_rez"), &[&["install-git"], arguments].concat());
        (is_fine, out)
    };
    let (is_fine, shown) = rez(&["--dry-run"]);
    assert!(is_fine && shown.contains("+ *.rbxl diff=rez merge=rez\n"), "{shown}");
    assert!(shown.contains("+ diff.rez.textconv = rez print --textconv --\n"), "{shown}");
    // Nobody is there to agree.
    assert_eq!(rez(&[]), (false, shown.clone()));
    assert_eq!(state(), before);
    assert_eq!(rez(&["--yes"]), (true, shown));
    assert_eq!(state().0.as_deref(), Some(ATTRIBUTES));
    for [name, value] in CONFIG {
        assert_eq!(repository.git(&["config", "--local", name]).trim_end(), value);
    }
    assert_eq!(rez(&["--yes"]), (true, String::new()));
    let (is_fine, shown) = rez(&["--undo", "--yes"]);
    assert!(is_fine && shown.contains("- merge.rez.name = models and places\n"), "{shown}");
    assert_eq!(state(), before);
    // What others have set stays theirs.
    repository.git(&["config", "diff.rez.textconv", "mine"]);
    assert!(!rez(&["--yes"]).0 && state().0.is_none());
}

#[test]
fn who_has_no_git_is_told() {
    let output = Command::new(env!("CARGO_BIN_EXE_rez")).arg("install-git").env("PATH", "").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: .: git is not installed, or not in PATH\n");
}

#[test]
fn git_does_not_see_older_versions() {
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git-copies");
    scratch.file(".gitattributes", "");
    let repository = Repository { folder: &scratch.0 };
    repository.git(&["init", "-q", "-b", "main", "."]);
    repository.commit(&place(SMALL, "print(1)"), "A door");
    let file = scratch.path("place.rbxl");
    let old = std::fs::read(&file).unwrap();
    let value = "Workspace/Door.Transparency=0.5";
    let (code, _, err) = crate::support::run(&["set", &file, value, "--type", "Float32", "--in-place"]);
    assert_eq!((code, crate::support::older(&file).len()), (0, 1), "{err}");
    let untracked = "?? place.rbxlx";
    assert_eq!(repository.git(&["status", "--porcelain"]).trim_end(), format!(" M place.rbxl\n{untracked}"));
    assert_eq!(crate::support::run(&["undo", &file]).0, 0);
    assert!(std::fs::read(&file).unwrap() == old);
    assert_eq!(repository.git(&["status", "--porcelain"]).trim_end(), untracked);
}

/// A folder from an archive has a `.git` that names programs. Each would leave a file.
#[cfg(unix)]
#[test]
fn no_program_of_a_repository_runs() {
    use std::os::unix::fs::PermissionsExt;
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git-hostile");
    scratch.file(".gitattributes", "");
    let repository = Repository { folder: &scratch.0 };
    repository.git(&["init", "-q", "-b", "main", "."]);
    repository.commit(&place(SMALL, "print(1)"), "A door");
    let proof = |name: &str| scratch.path(&format!(".git/ran-{name}"));
    let program = |name: &str| {
        let path = scratch
            .file(&format!(".git/programs/{name}"), format!("#!/bin/sh\n: > '{}'\ncat\n", proof(name)));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let settings = [
        "filter.x.clean",
        "filter.x.smudge",
        "filter.x.process",
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "credential.helper",
        "diff.external",
        "diff.x.textconv",
        "diff.x.command",
        "merge.x.driver",
        "pager.config",
        "pager.rev-parse",
        "gpg.program",
        "sequence.editor",
        "uploadpack.packObjectsHook",
    ];
    for setting in settings {
        repository.git(&["config", setting, &program(setting)]);
    }
    for alias in ["rev-parse", "config", "hash-object"] {
        repository.git(&["config", &format!("alias.{alias}"), &format!("!{}", program(alias))]);
    }
    for hook in ["post-index-change", "pre-commit", "reference-transaction", "post-checkout"] {
        let path = scratch.path(&format!(".git/hooks/{hook}"));
        std::fs::create_dir_all(scratch.0.join(".git/hooks")).unwrap();
        std::fs::copy(program(hook), path).unwrap();
    }
    scratch.file(".gitattributes", "* filter=x diff=x merge=x\n");
    let file = scratch.path("place.rbxl");
    let ran = || {
        let names = scratch.tree().into_iter().filter(|path| path.starts_with(".git/ran-"));
        names.collect::<Vec<_>>()
    };
    let folder = scratch.path("");
    let edit = ["set", &file, "Workspace/Door.Anchored=false", "--in-place"];
    for call in [
        &edit[..],
        &["rename", &file, "Workspace/Door", "Gate", "--in-place"],
        &["undo", &file],
        &["undo", &file],
        &["print", "--textconv", &file],
        &["diff", &file, &file],
        &["merge", &file, &file, &file, "-fo", &file],
        &["info", &folder],
        &["check", &folder],
        &["install-git", &folder, "--dry-run"],
        &["install-git", &folder, "--yes"],
        &["install-git", &folder, "--undo", "--yes"],
    ] {
        let (code, out, err) = crate::support::run(call);
        assert!(code == 0 || call[0] == "check", "{call:?}: {code} {out} {err}");
        assert_eq!(ran(), [""; 0], "{call:?}");
    }
    // These settings do run programs.
    let status = std::process::Command::new("git")
        .arg("-C")
        .arg(&scratch.0)
        .args(["hash-object", "place.rbxl"])
        .output();
    assert!(status.is_ok() && !ran().is_empty());
}

#[test]
fn one_of_many_equal_parts_is_renamed_in_a_few_lines() {
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git-equal");
    let repository = Repository::configured(&scratch);
    let place = |renamed: usize| {
        let part = |number| {
            let name = if number == renamed { "Gate" } else { "Part" };
            format!(
                "<Item class=\"Part\"><Properties><string name=\"Name\">{name}</string>\
                 <Vector3 name=\"size\">{SMALL}</Vector3><bool name=\"Anchored\">true</bool></Properties></Item>"
            )
        };
        let parts: String = (0..60).map(part).collect();
        format!(
            "<roblox version=\"4\"><Item class=\"Workspace\"><Properties><string name=\"Name\">Workspace</string>\
             </Properties>{parts}</Item></roblox>"
        )
    };
    repository.commit(&place(60), "Parts");
    repository.commit(&place(20), "A gate");
    let changed = |diff: &str| {
        let lines = diff.lines().filter(|line| line.starts_with(['+', '-']));
        lines
            .filter(|line| !line.starts_with("+++") && !line.starts_with("---"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let diff = repository.git(&["diff", "--no-color", "HEAD~1", "HEAD"]);
    assert_eq!(changed(&diff), ["-[Part] Workspace/Part", "+[Part] Workspace/Gate"], "{diff}");
    // As the program that shows differences, and as a tool.
    repository.git(&["config", "diff.rez.command", "rez diff --color never --"]);
    let renamed = "= [Part] Workspace/Part[21] → Workspace/Gate\n";
    let diff = repository.git(&["diff", "HEAD~1", "HEAD"]);
    assert_eq!(diff, format!("place.rbxl\n{renamed}"));
    repository.git(&["config", "--unset", "diff.rez.command"]);
    let diff = repository.git(&["difftool", "-yx", "rez diff --color never --", "HEAD~1", "HEAD"]);
    assert_eq!(diff, renamed);
    // A file that is new, gone, renamed, or no place.
    repository.git(&["config", "diff.rez.command", "rez diff --color never --"]);
    repository.git(&["mv", "place.rbxl", "other.rbxl"]);
    repository.git(&["commit", "-qm", "Another name"]);
    let diff = repository.git(&["diff", "-M10%", "HEAD~2", "HEAD"]);
    assert_eq!(diff, format!("place.rbxl → other.rbxl\n{renamed}"));
    let diff = repository.git(&["diff", "--no-renames", "HEAD~1", "HEAD"]);
    let lines: Vec<_> = diff.lines().map(|line| line.split(',').next().unwrap()).collect();
    let words = "a Roblox model or place";
    assert_eq!(lines, [format!("+ other.rbxl  {words}"), format!("- place.rbxl  {words}")]);
    std::fs::write(scratch.0.join("other.rbxl"), b"version https://git-lfs.github.com/spec/v1\n").unwrap();
    assert_eq!(repository.git(&["diff"]), "other.rbxl\n");
}

#[test]
fn git_merges_scripts_by_lines() {
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git-lines");
    let repository = Repository::configured(&scratch);
    let source = |first: &str, middle: &str, last: &str| {
        format!("local first = {first}\n\nlocal function middle()\n\treturn {middle}\nend\n\nreturn {last}\n")
    };
    repository.commit(&place(SMALL, &source("1", "1", "1")), "A script");
    repository.git(&["checkout", "-qb", "theirs"]);
    repository.commit(&place(SMALL, &source("1", "3", "3")), "The middle and the end");
    repository.git(&["checkout", "-q", "main"]);
    repository.commit(&place(LARGE, &source("2", "2", "1")), "The start and the middle");
    let (is_merged, out, err) = repository.tried(&["merge", "theirs"]);
    let all = out + &err;
    assert!(!is_merged, "{all}");
    let shown = "! [Script] Workspace/Open.Source  changed by both\n    line 4\n    base   |\treturn 1\n    \
                 ours   |\treturn 2\n    theirs |\treturn 3\n";
    assert!(all.contains(shown), "{all}");
    // The lines that only one side changed are both there.
    let text = printed(&scratch);
    for line in ["local first = 2", "\treturn 2", "return 3"] {
        assert!(text.contains(&format!("    |{line}\n")), "{line} is not in {text}");
    }
    // The tool leaves both versions of the others, for an editor of scripts.
    assert!(!repository.tried(&["mergetool", "-y", "--tool=rez"]).0);
    assert_eq!(repository.git(&["status", "--porcelain", "place.rbxl"]), "UU place.rbxl\n");
    let text = printed(&scratch);
    let marked = [
        "<<<<<<< OURS",
        "\treturn 2",
        "||||||| BASE",
        "\treturn 1",
        "=======",
        "\treturn 3",
        ">>>>>>> THEIRS",
    ];
    let marked: String = marked.iter().map(|line| format!("    |{line}\n")).collect();
    assert!(text.contains(&marked) && text.contains("    |local first = 2\n"), "{text}");
    // Who prefers a side gets it, and no conflict.
    repository.git(&["merge", "--abort"]);
    for (side, middle, y) in [("theirs", "3", "7.5"), ("ours", "2", "7.5"), ("base", "1", "7.5")] {
        let driver = format!("rez merge --path=%P -fo %A --prefer {side} -- %O %A %B");
        repository.git(&["config", "merge.rez.driver", &driver]);
        repository.git(&["merge", "-q", "-m", "Both", "theirs"]);
        let text = printed(&scratch);
        for wanted in [
            "    |local first = 2\n",
            "    |return 3\n",
            &format!("    |\treturn {middle}\n"),
            &format!("  Size = Vector3(4, {y}, 1)\n"),
        ] {
            assert!(text.contains(wanted), "{side}: {wanted} is not in {text}");
        }
        repository.git(&["reset", "-q", "--hard", "HEAD~1"]);
    }
}

#[test]
fn the_merge_tool_resolves_no_conflict_by_itself() {
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git-mergetool");
    let repository = Repository::configured(&scratch);
    repository.commit(&place(SMALL, "print(1)"), "A door");
    repository.git(&["checkout", "-qb", "theirs"]);
    repository.commit(&place("<X>4</X><Y>2</Y><Z>1</Z>", "print(1)"), "A lower door");
    repository.git(&["checkout", "-q", "main"]);
    repository.commit(&place("<X>4</X><Y>9</Y><Z>1</Z>", "print(1)"), "A gate");
    assert!(!repository.tried(&["merge", "theirs"]).0);
    // Somebody has begun to resolve it, and then asks the tool.
    let begun = std::fs::read(scratch.path("place.rbxl")).unwrap();
    let begun = [&begun[..], b"begun"].concat();
    std::fs::write(scratch.path("place.rbxl"), &begun).unwrap();
    let (is_resolved, out, err) = repository.tried(&["mergetool", "--tool=rez", "--no-prompt"]);
    let all = out + &err;
    assert!(!is_resolved && all.contains("    theirs  Vector3(4, 2, 1)\n"), "{all}");
    assert_eq!(repository.git(&["status", "--porcelain", "place.rbxl"]), "UU place.rbxl\n");
    assert!(!repository.tried(&["commit", "-qm", "Both"]).0);
    assert!(printed(&scratch).contains("  Size = Vector3(4, 9, 1)\n"));
    assert_eq!(std::fs::read(scratch.path("place.rbxl.orig")).unwrap(), begun);
    // A merge that a side decides is one.
    let tool = CONFIG[5][1].replace("--markers", "--prefer theirs");
    repository.git(&["config", "mergetool.rez.cmd", &tool]);
    repository.git(&["mergetool", "--tool=rez", "--no-prompt"]);
    assert_eq!(repository.git(&["status", "--porcelain", "-uno"]), "M  place.rbxl\n");
    assert!(printed(&scratch).contains("  Size = Vector3(4, 2, 1)\n"));
}

#[test]
fn a_preferred_side_decides_values() {
    let scratch = Scratch::new("git-prefer");
    let file = |name: &str, height: &str| {
        let size = format!("<X>4</X><Y>{height}</Y><Z>1</Z>");
        scratch.file(name, place(&size, "print(1)"))
    };
    let all = [file("base.rbxlx", "1"), file("ours.rbxlx", "2"), file("theirs.rbxlx", "3")];
    let [base, ours, theirs] = all.each_ref().map(String::as_str);
    for (side, height) in [("base", "1"), ("ours", "2"), ("theirs", "3")] {
        let (code, out, err) =
            crate::support::run(&["merge", base, ours, theirs, "--prefer", side, "-o", "-"]);
        assert!(code == 0 && out.contains(&format!("<Y>{height}</Y>")), "{side}: {code} {out} {err}");
        assert!(err.contains("1 conflict decided"), "{err}");
    }
}

/// Names that are options, commands, several words or lines, or no text.
#[cfg(unix)]
fn hostile_names() -> Vec<OsString> {
    use std::os::unix::ffi::OsStringExt;
    let names: [&[u8]; 9] = [
        b"-x.rbxlx",
        b"--force=.rbxlx",
        b"$(touch hacked).rbxlx",
        b"`touch hacked`;touch hacked&.rbxlx",
        b"two  words.rbxlx",
        b"@list.rbxlx",
        b"%A %P.rbxlx",
        b"it's \"quoted\".rbxlx",
        b"two\nlines.rbxlx",
    ];
    let mut names: Vec<_> = names.iter().map(|name| OsStringExt::from_vec(name.to_vec())).collect();
    if cfg!(target_os = "linux") {
        names.push(OsStringExt::from_vec(b"\xff\xfe.rbxlx".to_vec()));
    }
    names
}

#[cfg(unix)]
#[test]
fn names_of_files_are_no_options_and_no_commands() {
    if !has_git() {
        return;
    }
    let scratch = Scratch::new("git-names");
    let repository = Repository::configured(&scratch);
    let names = hostile_names();
    let commit = |source: &str, message: &str| {
        for name in &names {
            std::fs::write(scratch.0.join(name), place(SMALL, &format!("{source}\nreturn\n"))).unwrap();
        }
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-qm", message]);
    };
    commit("print(1)", "one");
    repository.git(&["checkout", "-qb", "theirs"]);
    commit("print(2)", "two");
    repository.git(&["checkout", "-q", "main"]);
    commit("print(3)", "three");
    let for_each = |text: &str, line: &str| {
        assert_eq!(text.lines().filter(|found| *found == line).count(), names.len(), "{line}: {text}");
    };
    for_each(&repository.git(&["log", "-p", "--no-color"]), "+    |print(3)");
    // Where one side is the file itself, and no copy with a name that git has made.
    for_each(&repository.git(&["diff", "-R", "--no-color", "HEAD~1"]), "-    |print(3)");
    for_each(
        &repository.git(&["difftool", "-yx", "rez diff --color never --", "HEAD~1"]),
        "        1 + print(3)",
    );
    repository.git(&["config", "diff.rez.command", "rez diff --color never --"]);
    for_each(&repository.git(&["diff", "HEAD~1"]), "        1 + print(3)");
    repository.git(&["config", "--unset", "diff.rez.command"]);

    let output = rez().args(hook().1).args(&names).current_dir(&scratch.0).output().unwrap();
    assert_eq!(crate::support::text(&output), (0, String::new(), String::new()));

    let (is_merged, out, err) = repository.tried(&["merge", "theirs"]);
    let merged = out + &err;
    assert!(!is_merged && !merged.contains("error:"), "{merged}");
    for_each(&merged, "! [Script] Workspace/Open.Source  changed by both");
    // Git itself hands no others to its tools.
    let is_handed = |name: &&OsString| {
        let name = name.as_encoded_bytes();
        !name.starts_with(b"-") && !name.iter().any(|byte| b"\"\n".contains(byte))
    };
    for name in names.iter().filter(is_handed) {
        let command = "--literal-pathspecs mergetool -y --tool=rez --".split(' ').map(OsString::from);
        let (_, out, err) = repository.ran("git", &command.chain([name.clone()]).collect::<Vec<_>>());
        let text = std::fs::read_to_string(scratch.0.join(name)).unwrap();
        assert!(text.contains("&lt;&lt;&lt;&lt;&lt;&lt;&lt; OURS\n"), "{name:?}: {out}{err}");
    }
    assert!(!scratch.0.join("hacked").exists());
}

/// The scripts in the steps of the action, which are the lines below `run: |`.
fn steps(action: &str) -> Vec<String> {
    let blocks = action.split("      run: |\n").skip(1);
    let lines = |block: &str| {
        let inside = block.lines().take_while(|line| line.starts_with("        ") || line.is_empty());
        inside.map(|line| format!("{}\n", line.trim_start())).collect()
    };
    blocks.map(lines).collect()
}

#[test]
fn the_action_annotates_what_it_finds() {
    let action = std::fs::read_to_string(root().join("action.yml")).unwrap().replace('\r', "");
    let version = format!("default: \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(action.contains(&version) && !action.contains("uses:"), "{action}");
    let steps = steps(&action);
    assert_eq!(steps.len(), 2);
    if cfg!(windows) || Command::new("bash").arg("--version").output().is_err() {
        eprintln!("skipped: there is no bash");
        return;
    }
    let program = Path::new(env!("CARGO_BIN_EXE_rez")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&path))).unwrap();
    let run = |step: &str, what: &str| {
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", step]).current_dir(root());
        let envs = [
            ("VERSION", env!("CARGO_PKG_VERSION")),
            ("PATHS", what),
            ("PROFILE", "roblox"),
            ("ARGUMENTS", "-q"),
        ];
        let output = command.envs(envs).env("PATH", &paths).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // The program is there already, so nothing is installed.
    assert_eq!(run(&steps[0], ""), (Some(0), String::new()));
    let (code, out) =
        run(&steps[1], "fixtures/rbxmesh/rules/RBM001.fires.mesh fixtures/rbxmesh/valid/v200.mesh");
    let annotation = "::error file=fixtures/rbxmesh/rules/RBM001.fires.mesh,title=RBM001::faces[0]: ";
    assert!(code == Some(1) && out.starts_with(annotation), "{code:?} {out}");
    assert_eq!(run(&steps[1], "fixtures/rbxmesh/valid/v200.mesh"), (Some(0), String::new()));
    // Neither is one on another line passed over.
    let lines = "fixtures/rbxmesh/valid/v200.mesh\n  fixtures/rbxmesh/rules/RBM001.fires.mesh\n";
    assert_eq!(run(&steps[1], lines).0, Some(1));
    // No word of an input is run.
    assert_eq!(run(&steps[1], "$(touch\u{20}hacked)").0, Some(4));
    assert!(!root().join("hacked").exists());
}

/// The files that the hook is for, and the arguments that it gives before their names.
fn hook() -> (String, Vec<String>) {
    let hooks = std::fs::read_to_string(root().join(".pre-commit-hooks.yaml")).unwrap();
    let value = |key: &str| {
        let line = hooks.lines().find_map(|line| line.trim_start().strip_prefix(key)).unwrap();
        line.trim().to_owned()
    };
    let (entry, more) = (value("entry:"), value("args:"));
    let entry = entry.strip_prefix("rez ").unwrap().split(' ');
    let more = more.trim_matches(['[', ']']).split(", ").map(|word| word.trim_matches('"'));
    (value("files:"), entry.chain(more).map(str::to_owned).collect())
}

#[test]
fn the_hook_runs_a_verb_on_the_files_that_it_names() {
    let (files, arguments) = hook();
    let broken = root().join("fixtures/rbxmesh/rules/RBM001.fires.mesh");
    let output = rez().args(arguments).arg(broken).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("RBM001"));
    assert!(files.contains("rbxl|rbxlx|rbxm|rbxmx|mesh"));
}

#[test]
fn the_readme_has_these_commands() {
    let readme =
        std::fs::read_to_string(root().join("crates/rezkit-cli/README.md")).unwrap().replace('\r', "");
    for line in ATTRIBUTES.lines() {
        assert!(readme.contains(line), "{line}");
    }
    for [name, value] in CONFIG {
        let wanted =
            if value.contains([' ', '\\']) { format!("{name} '{value}'") } else { format!("{name} {value}") };
        assert!(readme.contains(&format!("git config {wanted}")), "{wanted}");
    }
}
