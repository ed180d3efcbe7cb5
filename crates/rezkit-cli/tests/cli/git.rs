//! Git with `rez print` as its text conversion, in a repository of its own.

use crate::support::{Scratch, rez, root};
use std::path::Path;
use std::process::{Command, Stdio};

/// The commands that the README shows, which have to be those that are run.
const ATTRIBUTES: &str = "*.rbxl diff=rez merge=rez\n*.rbxm diff=rez merge=rez\n";
const CONFIG: [[&str; 2]; 5] = [
    ["diff.rez.textconv", "rez print --textconv"],
    ["diff.rez.xfuncname", r"^\[.*"],
    ["diff.rez.binary", "true"],
    ["merge.rez.name", "models and places"],
    ["merge.rez.driver", "rez merge --path %P %O %A %B -fo %A"],
];

struct Repository<'s> {
    folder: &'s Path,
}

impl Repository<'_> {
    fn git(&self, arguments: &[&str]) -> String {
        let (is_success, out, err) = self.tried(arguments);
        assert!(is_success, "git {arguments:?}: {err}");
        out
    }

    fn tried(&self, arguments: &[&str]) -> (bool, String, String) {
        let program = Path::new(env!("CARGO_BIN_EXE_rez")).parent().unwrap().to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(program).chain(std::env::split_paths(&path));
        let output = Command::new("git")
            .args(["-c", "user.name=Someone", "-c", "user.email=someone@example.org"])
            .args(arguments)
            .current_dir(self.folder)
            .env("PATH", std::env::join_paths(paths).unwrap())
            // What the person who runs the tests has set says nothing.
            .env("HOME", self.folder)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("GIT_DIR")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\r', "");
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    }

    /// A repository with the configuration of the README.
    fn configured(&self, scratch: &Scratch) {
        self.git(&["init", "-q", "-b", "main", "."]);
        for [name, value] in CONFIG {
            self.git(&["config", name, value]);
        }
        scratch.file(".gitattributes", ATTRIBUTES);
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
    let repository = Repository { folder: &scratch.0 };
    repository.configured(&scratch);
    let [small, large] = [SMALL, LARGE];
    repository.commit(&place(small, "local door = script.Parent\n\n-- Opens.\nlocal function open()\n\tprint(1)\n\tdoor:Open()\nend\n"), "first");
    repository.commit(&place(large, "local door = script.Parent\n\n-- Opens.\nlocal function open()\n\tprint(1)\n\tdoor:Open()\nend\n"), "A higher door");
    repository.commit(&place(large, "local door = script.Parent\n\n-- Opens.\nlocal function open()\n\tprint(1)\n\tdoor:Open(5)\nend\n"), "Wait");

    let log = repository.git(&["log", "-p", "--format=%s", "--no-color"]);
    let lines: Vec<_> = log.lines().collect();
    for wanted in [
        "-    |\tdoor:Open()",
        "+    |\tdoor:Open(5)",
        "-  size = Vector3(4, 7, 1)",
        "+  size = Vector3(4, 7.5, 1)",
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
    let repository = Repository { folder: &scratch.0 };
    repository.configured(&scratch);
    let source = "print(1)\n\nprint(2)\n";
    repository.commit(&place(SMALL, source), "A door");
    repository.git(&["checkout", "-qb", "higher"]);
    repository.commit(&place(LARGE, source), "A higher door");
    repository.git(&["checkout", "-q", "main"]);
    repository.commit(&place(SMALL, "print(1)\n\nprint(3)\n"), "Another number");
    repository.git(&["merge", "-q", "-m", "Both", "higher"]);
    let (_, text, _) = crate::support::run(&["print", scratch.0.join("place.rbxl").to_str().unwrap()]);
    assert!(text.contains("  size = Vector3(4, 7.5, 1)\n") && text.contains("    |print(3)\n"), "{text}");
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
        "! [Part] Workspace/Door.size  changed by both",
        "    base    Vector3(4, 7.5, 1)",
        "    ours    Vector3(4, 9, 1)",
        "    theirs  Vector3(4, 2, 1)",
        "place.rbxl: nothing to take over; 1 conflict, left as in OURS",
    ] {
        assert!(all.lines().any(|found| found == line), "{line} is not in\n{all}");
    }
    assert_eq!(repository.git(&["status", "--porcelain", "place.rbxl"]), "UU place.rbxl\n");
    let (_, text, _) = crate::support::run(&["print", scratch.0.join("place.rbxl").to_str().unwrap()]);
    assert!(text.contains("  size = Vector3(4, 9, 1)\n") && text.contains("    |print(0)\n"), "{text}");
}

#[test]
fn the_readme_has_these_commands() {
    let readme =
        std::fs::read_to_string(root().join("crates/rezkit-cli/README.md")).unwrap().replace('\r', "");
    for line in ATTRIBUTES.lines() {
        assert!(readme.contains(line), "{line}");
    }
    for [name, value] in CONFIG {
        let wanted = if value.contains(' ') || value.contains('\\') {
            format!("{name} '{value}'")
        } else {
            format!("{name} {value}")
        };
        assert!(readme.contains(&format!("git config {wanted}")), "{wanted}");
    }
}
