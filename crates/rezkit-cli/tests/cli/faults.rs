//! Calls of the system that fail, one in each run, or before which the program is killed, or another does the same:
//! nothing is lost, and nothing is said to be done that is not.
//!
//! A program that the kernel asks before it makes them (`faults.c`) has them fail. Every call of each verb fails
//! once, with errors in turn, and one in three has another fate as well; with `REZKIT_FAULTS=1`, all have all.

mod memory;
mod power;

use crate::support::{PLACE, Scratch, root, run, text};
use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// An error of the system, and what it is called; whether it stays, as a full disk does.
const ERRORS: [(i32, &str, bool); 3] = [
    (5, "Input/output error", false),
    (28, "No space left on device", true),
    (4, "Interrupted system call", false),
];
const EINTR: i32 = 4;

const SIGKILL: i32 = 9;
const SIGSTOP: i32 = 19;

const PROGRAM: &str = env!("CARGO_BIN_EXE_rez");

/// The files below a folder, by their paths.
type Files = BTreeMap<String, Vec<u8>>;

/// A call, and what is done after it failed.
struct Verb {
    arguments: Vec<String>,
    /// Additional arguments for the second call, which has to succeed.
    again: &'static [&'static str],
    files: Files,
    /// The folder in which files may record that something could not be read, until it can be.
    drafts: &'static str,
}

/// The result of a call.
struct Done {
    code: i32,
    out: String,
    err: String,
    files: Files,
    n_calls: usize,
    /// The system call that failed.
    failed: String,
}

struct Lab {
    scratch: Scratch,
    /// The program that runs the command and makes its system calls fail.
    runner: String,
}

impl Lab {
    /// `None` without a compiler of C, or where the kernel asks nobody.
    fn new(name: &str) -> Option<Self> {
        let scratch = Scratch::new(&format!("faults-{name}"));
        let runner = scratch.path("faults");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/faults.c");
        let built = Command::new("cc").args(["-O1", "-Wall", "-o", &runner]).arg(source).status();
        if !built.is_ok_and(|status| status.success()) {
            eprintln!(
                "skipped: faults of system calls, since there is no compiler of C for Linux 5.8 or later"
            );
            return None;
        }
        let lab = Self { scratch, runner };
        let arguments = vec!["--version".to_owned()];
        let nothing = Verb { arguments, again: &[], files: Files::new(), drafts: "" };
        if lab.command(&nothing, 0, 0, false).output().unwrap().status.code() == Some(125) {
            eprintln!(
                "skipped: faults of system calls, since the kernel does not let one program answer for another"
            );
            return None;
        }
        Some(lab)
    }

    /// The path of a file of this call.
    fn path(&self, name: &str) -> String {
        self.scratch.path(&format!("work/{name}"))
    }

    fn put(&self, files: &Files) {
        let _ = std::fs::remove_dir_all(self.scratch.0.join("work"));
        for (path, bytes) in files {
            let path = self.scratch.file(&format!("work/{path}"), bytes);
            // Tables say when a file was changed.
            let file = std::fs::File::options().write(true).open(path).unwrap();
            file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
        }
    }

    fn files(&self) -> Files {
        let paths =
            self.scratch.tree().into_iter().filter_map(|path| Some(path.strip_prefix("work/")?.to_owned()));
        let ours = paths.filter(|path| !path.starts_with("repository/.git/"));
        ours.map(|path| (path.clone(), std::fs::read(self.path(&path)).unwrap())).collect()
    }

    /// A call of a verb, of which the call of the system with this number fails, if it is not 0; with a negative number for
    /// the error, it gets a signal.
    fn command(&self, verb: &Verb, at: usize, error: i32, stays: bool) -> Command {
        let mut call = Command::new(&self.runner);
        call.arg(PROGRAM).args(&verb.arguments).args(["--threads", "1"]);
        call.envs([("FAULT_BELOW", &self.path("")), ("FAULT_LOG", &self.scratch.path("log"))]);
        call.env("FAULT_AT", at.to_string()).env("FAULT_ERROR", error.to_string());
        if stays {
            call.env("FAULT_STAYS", "1");
        }
        call
    }

    fn call(&self, verb: &Verb, at: usize, (error, _, stays): (i32, &str, bool)) -> Done {
        let (code, out, err) = text(&self.command(verb, at, error, stays).output().unwrap());
        let log = std::fs::read_to_string(self.scratch.path("log")).unwrap();
        let (n_calls, failed) = log.split_once(' ').unwrap();
        let (n_calls, failed) = (n_calls.parse().unwrap(), failed.to_owned());
        Done { code, out, err, files: self.files(), n_calls, failed }
    }

    /// Has every call of the system fail in turn, or be the last one before the program is killed, or have another program
    /// do the same meanwhile.
    fn check(&self, verb: &Verb) {
        self.put(&verb.files);
        let whole = self.call(verb, 0, ERRORS[0]);
        assert_eq!((whole.code, &*whole.failed), (0, "nothing"), "{:?}: {}", verb.arguments, whole.err);
        assert!(whole.n_calls > 4 && whole.files != verb.files, "{:?}: {}", verb.arguments, whole.n_calls);
        for at in 1..=whole.n_calls {
            for (number, error) in ERRORS.into_iter().enumerate() {
                if !has_all() && at % ERRORS.len() != number {
                    continue;
                }
                self.put(&verb.files);
                let done = self.call(verb, at, error);
                let what = format!(
                    "{:?}, call {at} ({}) failed with {error:?}: {} {}{}",
                    verb.arguments, done.failed, done.code, done.out, done.err
                );
                self.look(verb, &whole.files, &done, error, &what);
            }
            if has_all() || at % 6 == 1 {
                self.kill(verb, &whole.files, at);
            }
            if has_all() || at % 6 == 4 {
                self.race(verb, &whole.files, at);
            }
        }
    }

    fn look(&self, verb: &Verb, whole: &Files, done: &Done, error: (i32, &str, bool), what: &str) {
        let now = &done.files;
        // What could not be removed is left over.
        verb.is_kept(whole, now, done.failed == "unlink", done.code != 0, what);
        if error.0 == EINTR && ["open", "read", "write", "fsync"].contains(&&*done.failed) {
            assert_eq!(done.code, 0, "it is not tried again: {what}");
        }
        for line in done.out.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()) {
            if let Some(path) = line["output"].as_str().filter(|_| line["is_saved"] != false) {
                let path = path.strip_prefix(&self.path("")).unwrap();
                assert!(
                    now.contains_key(path) && now.get(path) == whole.get(path),
                    "{path} is not there: {what}"
                );
            }
        }
        if done.code == 0 {
            return assert!(verb.is_done(whole, now), "it is not done: {what}");
        }
        assert!([&done.out, &done.err].iter().any(|text| text.contains(error.1)), "no error is told: {what}");
        self.again(verb, whole, what);
    }

    /// Calls the command again, which has to give the same result as without a failure.
    fn again(&self, verb: &Verb, whole: &Files, what: &str) {
        let arguments: Vec<_> =
            verb.arguments.iter().map(String::as_str).chain(verb.again.iter().copied()).collect();
        let (code, _, err) = run(&arguments);
        let mut now = self.files();
        now.retain(|path, _| !path.ends_with(".part"));
        assert_eq!(code, 0, "it is not done afterwards: {err} {what}");
        assert!(now == *whole, "it is another afterwards: {what}");
    }

    /// Has the program killed before a call of the system.
    fn kill(&self, verb: &Verb, whole: &Files, at: usize) {
        self.put(&verb.files);
        let ended = self.command(verb, at, -SIGKILL, false).output().unwrap().status;
        let what = format!("{:?}, killed before call {at}", verb.arguments);
        assert_eq!(ended.signal(), Some(SIGKILL), "{what}");
        verb.is_kept(whole, &self.files(), true, true, &what);
        self.again(verb, whole, &what);
    }

    /// Has another program do the same before a call of the system.
    fn race(&self, verb: &Verb, whole: &Files, at: usize) {
        self.put(&verb.files);
        let mut first = self.command(verb, at, -SIGSTOP, false);
        let first = first.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let state = format!("/proc/{}/stat", first.id());
        let has = |state: &str, letters: &[&str]| letters.iter().any(|letter| state.contains(letter));
        while !has(&std::fs::read_to_string(&state).unwrap(), &[") T ", ") Z "]) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let mut second = crate::support::rez();
        second.args(&verb.arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut second = second.spawn().unwrap();
        // It waits if the first has locked the file.
        for _ in 0..200 {
            if second.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(
            Command::new("kill").args(["-s", "CONT", &first.id().to_string()]).status().unwrap().success()
        );
        let (second, _, other) = text(&second.wait_with_output().unwrap());
        let (code, out, err) = text(&first.wait_with_output().unwrap());
        let what =
            format!("{:?}, another before call {at}: {code} {err}, {second} {other}{out}", verb.arguments);
        let now = self.files();
        verb.is_kept(whole, &now, false, code != 0, &what);
        assert!(code == 0 || !(err + &out).is_empty(), "no error is told: {what}");
        // By the one, the other, or both together.
        assert!(verb.is_done(whole, &now), "it is not done: {what}");
    }
}

impl Verb {
    /// Every file is as it was or whole, and nothing is lost.
    fn is_kept(&self, whole: &Files, now: &Files, is_left: bool, is_unfinished: bool, what: &str) {
        for (path, bytes) in now {
            let is_left = path.ends_with(".part") && is_left;
            let is_whole = [&self.files, whole].iter().any(|files| files.get(path) == Some(bytes));
            let is_draft = is_unfinished && !self.drafts.is_empty() && path.starts_with(self.drafts);
            assert!(is_whole || is_left || is_draft, "{path} is broken: {what}");
        }
        // What is there in the end, under whatever name, was there all the time.
        for bytes in self.files.values().filter(|bytes| whole.values().any(|kept| kept == *bytes)) {
            assert!(now.values().any(|found| found == bytes), "something is lost: {what}");
        }
    }

    fn is_done(&self, whole: &Files, now: &Files) -> bool {
        whole.iter().all(|(path, bytes)| now.get(path) == Some(bytes))
            && self.files.keys().all(|path| whole.contains_key(path) || !now.contains_key(path))
    }
}

fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(root().join("fixtures").join(path)).unwrap()
}

fn files<const N: usize>(files: [(&str, Vec<u8>); N]) -> Files {
    files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes)).collect()
}

/// Returns true if all cases are to be run, which takes long.
fn has_all() -> bool {
    std::env::var_os("REZKIT_FAULTS").is_some()
}

/// A verb with paths below `work/`.
fn verb(lab: &Lab, arguments: &str, again: &'static [&'static str], files: &Files) -> Verb {
    let arguments = arguments.split(' ').map(|word| match word.strip_prefix("work/") {
        Some(path) => lab.path(path),
        None => word.to_owned(),
    });
    Verb { arguments: arguments.collect(), again, files: files.clone(), drafts: "" }
}

fn model() -> Vec<u8> {
    fixture("rbxbinary/valid/nested.rbxm")
}

#[test]
fn an_edit_keeps_the_old_file_or_the_new_one() {
    let Some(lab) = Lab::new("set") else { return };
    let both = files([("m.rbxm", model()), ("n.rbxm", b"old".to_vec())]);
    for arguments in ["--in-place --json", "-o work/n.rbxm --force", "-o work/o.rbxm"] {
        let arguments = format!("set work/m.rbxm Outer/Brick.Anchored=true {arguments}");
        let again: &[&str] = if arguments.ends_with("--force") { &[] } else { &["--force"] };
        lab.check(&verb(&lab, &arguments, again, &both));
    }
}

#[test]
fn what_is_converted_is_whole() {
    let Some(lab) = Lab::new("convert") else { return };
    let meshes = files([
        ("in/a.mesh", fixture("rbxmesh/valid/v200.mesh")),
        ("in/b.mesh", fixture("rbxmesh/valid/v300.mesh")),
    ]);
    lab.check(&verb(&lab, "convert work/in -o work/out/ --to glb --json", &["--force"], &meshes));
    lab.check(&verb(&lab, "convert work/in/a.mesh -o work/a.gltf", &["--force"], &meshes));
}

#[test]
fn what_is_moved_is_in_one_place_at_least() {
    let Some(lab) = Lab::new("sort") else { return };
    let mesh = fixture("rbxmesh/valid/v200.mesh");
    let all = files([("in/a.mesh", mesh.clone()), ("in/b.mesh", mesh), ("in/c.rbxm", model())]);
    lab.check(&verb(&lab, "sort work/in --move --into work/out --json", &[], &all));
}

#[test]
fn a_table_is_whole_after_all() {
    let Some(lab) = Lab::new("table") else { return };
    let all = files([
        ("in/a.mesh", fixture("rbxmesh/valid/v200.mesh")),
        ("in/b.tar", fuzz::archives::tar(&[("c.rbxm", model())])),
    ]);
    let verb = verb(&lab, "table work/in -o work/out --table contents", &["--resume"], &all);
    lab.check(&Verb { drafts: "out/", ..verb });
}

#[test]
fn what_is_taken_out_goes_back() {
    let Some(lab) = Lab::new("extract") else { return };
    let place = files([("place.rbxlx", PLACE.into())]);
    lab.check(&verb(&lab, "extract work/place.rbxlx -o work/out --json", &["--force"], &place));
    lab.check(&verb(&lab, "extract work/place.rbxlx --rojo work/game", &["--force"], &place));
    for arguments in ["--rojo", "-o"].into_iter().take(1 + usize::from(has_all())) {
        lab.put(&place);
        let made = run(&["extract", &lab.path("place.rbxlx"), arguments, &lab.path("out")]);
        assert_eq!(made.0, 0, "{}", made.2);
        let mut all = lab.files();
        let script = all.keys().find(|path| path.ends_with("Main.server.luau")).unwrap().clone();
        all.insert(script, b"print(2)".to_vec());
        lab.check(&verb(&lab, "implant work/place.rbxlx work/out --in-place", &["--force"], &all));
    }
}

#[test]
fn a_repository_is_set_up_in_the_end() {
    if Command::new("git").arg("--version").output().is_err() {
        eprintln!("skipped: there is no git");
        return;
    }
    let Some(lab) = Lab::new("git") else { return };
    let repository = files([
        ("repository/.gitattributes", b"*.png binary\n".to_vec()),
        ("repository/.git/HEAD", b"ref: refs/heads/main\n".to_vec()),
        ("repository/.git/config", b"[core]\n\trepositoryformatversion = 0\n".to_vec()),
        ("repository/.git/objects/kept", Vec::new()),
        ("repository/.git/refs/kept", Vec::new()),
    ]);
    lab.check(&verb(&lab, "install-git work/repository --yes", &[], &repository));
    let (code, _, err) = run(&["install-git", &lab.path("repository"), "--dry-run"]);
    assert_eq!((code, &*err), (0, "all of it is set up already, so nothing was changed\n"));
}
