//! Git with `rez print` as its text conversion, in a repository of its own.

use crate::support::{Scratch, rez, root};
use std::path::Path;
use std::process::{Command, Stdio};

/// The commands that the README shows, which have to be those that are run.
const ATTRIBUTES: &str = "*.rbxl diff=rez\n*.rbxm diff=rez\n";
const CONFIG: [[&str; 2]; 3] = [
    ["diff.rez.textconv", "rez print --textconv"],
    ["diff.rez.xfuncname", r"^\[.*"],
    ["diff.rez.binary", "true"],
];

struct Repository<'s> {
    folder: &'s Path,
}

impl Repository<'_> {
    fn git(&self, arguments: &[&str]) -> String {
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
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {message}");
        String::from_utf8(output.stdout).unwrap().replace('\r', "")
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

#[test]
fn git_shows_what_changed_in_a_binary_place() {
    if Command::new("git").arg("--version").output().is_err() {
        eprintln!("skipped: there is no git");
        return;
    }
    let scratch = Scratch::new("git");
    let repository = Repository { folder: &scratch.0 };
    repository.git(&["init", "-q", "."]);
    for [name, value] in CONFIG {
        repository.git(&["config", name, value]);
    }
    scratch.file(".gitattributes", ATTRIBUTES);
    let place = |size: &str, source: &str| {
        format!(
            "<roblox version=\"4\"><Item class=\"Workspace\"><Properties><string name=\"Name\">Workspace</string></Properties>\
             <Item class=\"Part\"><Properties><string name=\"Name\">Door</string>\
             <Vector3 name=\"size\">{size}</Vector3><bool name=\"Anchored\">true</bool></Properties></Item>\
             <Item class=\"Script\"><Properties><string name=\"Name\">Open</string>\
             <ProtectedString name=\"Source\">{source}</ProtectedString></Properties></Item></Item></roblox>"
        )
    };
    let [small, large] = ["<X>4</X><Y>7</Y><Z>1</Z>", "<X>4</X><Y>7.5</Y><Z>1</Z>"];
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
