//! Files that are each worked on in a process of its own.

use crate::support::{self, Scratch, rez, root, run, text};

/// The same is printed and said, and the call ends in the same way.
#[test]
fn workers_change_nothing() {
    let scratch = Scratch::new("isolation");
    let members = ["fixtures/rbxmesh/valid/v200.mesh", "fixtures/rbxmesh/invalid/html.mesh"]
        .map(|path| (path.rsplit('/').next().unwrap(), std::fs::read(root().join(path)).unwrap()));
    let archive = scratch.file("a.zip", fuzz::archives::zip(&members));
    let one = "fixtures/rbxmesh/valid/v200.mesh";
    let many = ["fixtures/rbxmesh/valid", "fixtures/llsd/invalid", "no such file", &archive];
    for verb in [
        &["info"][..],
        &["info", "--summary"],
        &["info", "--csv"],
        &["check", "-v"],
        &["check", "--json"],
        &["check", "--summary"],
        &["identify"],
        &["list", "strings", "--summary"],
        &["roundtrip"],
    ] {
        for inputs in [&[one][..], &many] {
            let plain = run(&[verb, inputs].concat());
            assert_eq!(run(&[verb, &["--isolate"], inputs].concat()), plain, "{verb:?}");
        }
    }
    let query =
        |isolate: &[&str]| run(&[&["query"], isolate, &["fixtures/rbxbinary/valid", "class=Part"]].concat());
    assert_eq!(query(&["--isolate"]), query(&[]));
    // Results that are about all files, and stdin, are not for workers.
    for verb in [&["check", "--format", "sarif"][..], &["list", "duplicates"], &["check", "--as", "llmesh"]] {
        let (code, _, err) = run(&[verb, &["--isolate", one]].concat());
        assert!(code == 2 && err.contains("cannot be combined with --isolate"), "{verb:?}: {err}");
    }
    let (code, _, err) = text(&rez().args(["info", "--isolate", "-"]).output().unwrap());
    assert!(code == 4 && err.contains("--isolate cannot read stdin"), "{err}");
}

/// The end of a worker is reported for its file, and the other files are processed.
#[test]
#[cfg(target_os = "linux")]
fn ended_workers_are_told() {
    use std::process::{Command, Stdio};
    let scratch = Scratch::new("ended");
    // Nobody writes into it, so that its worker waits.
    let pipe = scratch.path("b.mesh");
    support::pipe(&pipe);
    let fine = "fixtures/rbxmesh/valid/v200.mesh";
    for (signal, message) in [
        ("XCPU", "the file took more processor time than 3 s plus 3 s for each megabyte"),
        ("ABRT", "the file exceeded the memory limit"),
        ("KILL", "the process for this file failed (signal: 9 (SIGKILL))"),
    ] {
        let mut call = rez();
        call.args(["info", "--isolate=3", "--brief", "--threads", "1", fine, &pipe, fine]);
        let call = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let children = format!("/proc/{0}/task/{0}/children", call.id());
        let is_waiting = |worker: &str| {
            let wait = std::fs::read_to_string(format!("/proc/{worker}/wchan")).unwrap_or_default();
            let name = std::fs::read_to_string(format!("/proc/{worker}/syscall")).unwrap_or_default();
            wait.contains("fifo") || name.starts_with("257 ")
        };
        let worker = (0..2000).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(5));
            let worker = std::fs::read_to_string(&children).unwrap_or_default().trim().to_owned();
            is_waiting(&worker).then_some(worker)
        });
        let worker = worker.unwrap();
        // What has begun, three seconds for the file, and the one in which it is noticed.
        let limits = std::fs::read_to_string(format!("/proc/{worker}/limits")).unwrap();
        let limit = |name| limits.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next());
        assert_eq!(limit("Max cpu time"), Some("5"), "{limits}");
        assert!(limit("Max data size").unwrap().parse::<u64>().unwrap() < 18 << 30, "{limits}");
        let ended = Command::new("kill").args(["-s", signal]).arg(&worker).status().unwrap();
        assert!(ended.success());
        let (code, out, err) = text(&call.wait_with_output().unwrap());
        assert_eq!((code, out.matches("v200.mesh").count()), (3, 2), "{out} {err}");
        assert!(err.contains(&format!("{pipe}: {message}")), "{err}");
    }
}
