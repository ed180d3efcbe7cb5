//! Programs that edit one file at the same time, in random schedules: each edit that is reported as made is in the file
//! exactly once, each that is refused is not, and no temporary file is left.
//!
//! `REZKIT_SCHEDULES` says how many schedules are tried, and `REZKIT_SCHEDULE` the number of a single one.

use crate::support::{Scratch, older, rez, run};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

const PLACE: &str = "<roblox version=\"4\">\n<Item class=\"Workspace\" referent=\"w\"><Properties><string name=\"Name\">Workspace</string></Properties>\n</Item>\n</roblox>";

/// A generator of random numbers: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// A program that adds a part to the place.
#[derive(Debug, Clone, Copy)]
enum Writer {
    Plain,
    /// Replaces the file by `-o`, and keeps no copy.
    Output,
    /// Killed after so many microseconds.
    Killed(u64),
    /// May write files of so many blocks of 512 bytes, as on a full disk.
    FullDisk(u64),
    /// Ended by a signal after so many milliseconds, as by a time limit.
    TimeLimit(u64),
    #[cfg(feature = "mcp")]
    Server {
        /// Microseconds until the save is cancelled.
        cancelled: Option<u64>,
        /// Asks about more files than the server holds before it saves.
        evicts: bool,
    },
}

impl Writer {
    fn random(random: &mut Random) -> Self {
        match random.below(if cfg!(feature = "mcp") { 12 } else { 10 }) {
            0..4 => Self::Plain,
            4 => Self::Output,
            5..8 => Self::Killed(random.below(40_000)),
            8 => Self::FullDisk(random.below(6)),
            9 => Self::TimeLimit(random.below(30)),
            #[cfg(feature = "mcp")]
            _ => {
                let cancelled = (random.below(2) == 0).then(|| random.below(20_000));
                Self::Server { cancelled, evicts: random.below(4) == 0 }
            }
            #[cfg(not(feature = "mcp"))]
            _ => Self::Plain,
        }
    }
}

/// The outcome of an edit, as its writer reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Made,
    Refused,
    /// It ended without a word.
    Unknown,
}

struct Schedule {
    scratch: Scratch,
    place: String,
    /// The writers, each with the microseconds that it starts after the first.
    writers: Vec<(Writer, u64)>,
}

impl Schedule {
    fn new(number: u64) -> Self {
        let mut random = Random(number);
        let scratch = Scratch::in_memory(&format!("schedule-{number}"));
        let place = scratch.file("place.rbxmx", PLACE);
        let n_writers = 2 + random.below(3);
        let writers: Vec<_> =
            (0..n_writers).map(|_| (Writer::random(&mut random), random.below(10_000))).collect();
        for part in 0..=n_writers {
            scratch.file(&format!("part{part}.rbxmx"), format!("<roblox version=\"4\"><Item class=\"Part\"><Properties><string name=\"Name\">Edit{part}</string></Properties></Item></roblox>"));
        }
        for other in 0..6 {
            scratch.file(&format!("other{other}.rbxmx"), PLACE);
        }
        Self { scratch, place, writers }
    }

    fn part(&self, part: usize) -> String {
        self.scratch.path(&format!("part{part}.rbxmx"))
    }

    fn outcomes(&self) -> Vec<Outcome> {
        std::thread::scope(|scope| {
            let threads: Vec<_> = self
                .writers
                .iter()
                .enumerate()
                .map(|(part, (writer, delay))| {
                    scope.spawn(move || {
                        std::thread::sleep(Duration::from_micros(*delay));
                        self.edit(part, *writer)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        })
    }

    fn edit(&self, part: usize, writer: Writer) -> Outcome {
        let model = self.part(part);
        let add = ["add", &self.place, "Workspace", &model];
        let in_place = [&add[..], &["--in-place"]].concat();
        let limited = |limit: String| {
            let script = format!("trap '' XFSZ; ulimit {limit} || exit 4; exec \"$0\" \"$@\"");
            let mut command = Command::new("sh");
            command.args(["-c", &script, env!("CARGO_BIN_EXE_rez")]).args(&in_place);
            outcome(&command.stdin(Stdio::null()).output().unwrap())
        };
        match writer {
            Writer::Plain => outcome(&rez().args(&in_place).output().unwrap()),
            Writer::Output => {
                outcome(&rez().args(add).args(["--force", "-o", &self.place]).output().unwrap())
            }
            Writer::Killed(micros) => {
                let mut child = rez();
                child.args(&in_place).stdout(Stdio::null()).stderr(Stdio::null());
                let mut child = child.spawn().unwrap();
                std::thread::sleep(Duration::from_micros(micros));
                let _ = child.kill();
                match child.wait().unwrap().code() {
                    Some(0) => Outcome::Made,
                    Some(_) => Outcome::Refused,
                    None => Outcome::Unknown,
                }
            }
            Writer::FullDisk(blocks) => limited(format!("-f {blocks}")),
            Writer::TimeLimit(millis) => {
                let mut command = Command::new("timeout");
                command.arg(format!("0.{millis:03}")).arg(env!("CARGO_BIN_EXE_rez")).args(&in_place);
                match command.stdin(Stdio::null()).output().unwrap() {
                    output if output.status.code() == Some(124) => Outcome::Unknown,
                    output => outcome(&output),
                }
            }
            #[cfg(feature = "mcp")]
            Writer::Server { cancelled, evicts } => self.serve(part, cancelled, evicts),
        }
    }

    #[cfg(feature = "mcp")]
    fn serve(&self, part: usize, cancelled: Option<u64>, evicts: bool) -> Outcome {
        use crate::mcp::Server;
        use serde_json::json;
        let mut server = Server::start_in(&self.scratch, &["--write", "--quiet"]);
        let new = json!({"file": "place.rbxmx", "parent": "Workspace", "class": "Part", "name": format!("Edit{part}")});
        if server.said("new", new).0 {
            return Outcome::Refused;
        }
        for other in 0..if evicts { 6 } else { 0 } {
            server.said("overview", json!({"file": format!("other{other}.rbxmx")}));
        }
        let save = json!({"name": "save", "arguments": {"file": "place.rbxmx"}});
        server.n_requests += 1;
        let id = server.n_requests;
        server.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": save}));
        if let Some(micros) = cancelled {
            std::thread::sleep(Duration::from_micros(micros));
            let cancel = json!({"requestId": id, "reason": "a test"});
            server.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel}));
            // The next call waits for the save; whether it was made is for the file to say.
            server.said("overview", json!({"file": "place.rbxmx"}));
            return Outcome::Unknown;
        }
        let said = server.reply(id);
        match said["result"]["isError"] == true || said["error"].is_object() {
            true => Outcome::Refused,
            false => Outcome::Made,
        }
    }

    /// Lists what is wrong with the files at the end of a schedule.
    fn faults(&self, outcomes: &[Outcome]) -> Vec<String> {
        let mut faults = Vec::new();
        let text = std::fs::read_to_string(&self.place).unwrap();
        for (part, outcome) in outcomes.iter().enumerate() {
            let (least, most) = match outcome {
                Outcome::Made => (1, 1),
                Outcome::Refused => (0, 0),
                Outcome::Unknown => (0, 1),
            };
            let n = count(&text, part);
            if !(least..=most).contains(&n) {
                faults.push(format!("edit {part} is in the file {n} times: {outcome:?}"));
            }
        }
        let n_parts: usize = (0..outcomes.len()).map(|part| count(&text, part)).sum();
        if text.matches("<Item").count() != n_parts + 1 || text.matches("</Item>").count() != n_parts + 1 {
            faults.push(format!("the file is broken: {text}"));
        }
        // Each version has one edit more than the one before, and none less.
        let mut versions: Vec<_> =
            older(&self.place).iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        versions.push(text);
        for (old, new) in versions.iter().zip(&versions[1..]) {
            let is_lost = (0..outcomes.len()).any(|part| count(old, part) > count(new, part));
            if is_lost {
                faults.push(format!("a version lost an edit: {old} {new}"));
            }
        }
        let is_killed = outcomes.contains(&Outcome::Unknown);
        if !is_killed && !self.parts().is_empty() {
            faults.push(format!("left behind: {:?}", self.parts()));
        }
        faults.extend(self.leftovers_stay(outcomes.len()));
        faults
    }

    /// Edits the file an hour later, which removes what killed programs left.
    fn leftovers_stay(&self, part: usize) -> Option<String> {
        let long_ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
        for name in self.parts() {
            let file = std::fs::File::options().write(true).open(self.scratch.path(&name)).unwrap();
            file.set_modified(long_ago).unwrap();
        }
        let (code, _, err) = run(&["add", &self.place, "Workspace", &self.part(part), "--in-place"]);
        match self.parts() {
            left if code != 0 || !left.is_empty() => Some(format!("the next edit: {code} {err}{left:?}")),
            _ => None,
        }
    }

    /// The temporary files.
    fn parts(&self) -> Vec<String> {
        self.scratch.tree().into_iter().filter(|path| path.ends_with(".part")).collect()
    }
}

fn count(text: &str, part: usize) -> usize {
    text.matches(&format!(">Edit{part}<")).count()
}

fn outcome(output: &Output) -> Outcome {
    match output.status.code() {
        Some(0) => Outcome::Made,
        Some(_) => Outcome::Refused,
        None => Outcome::Unknown,
    }
}

#[test]
fn no_edit_is_lost_or_made_twice() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let only = number("REZKIT_SCHEDULE");
    let end = only.map_or_else(|| number("REZKIT_SCHEDULES").unwrap_or(200), |only| only + 1);
    let next = AtomicU64::new(only.unwrap_or(0));
    let faults = std::thread::scope(|scope| {
        let work = || {
            let mut all = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end {
                    return all;
                }
                let schedule = Schedule::new(number);
                let outcomes = schedule.outcomes();
                let faults = schedule.faults(&outcomes);
                if !faults.is_empty() {
                    all.push(format!("schedule {number}, {:?}, {outcomes:?}: {faults:?}", schedule.writers));
                }
            }
        };
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let shown: String = faults.iter().take(10).map(|fault| format!("{fault}\n")).collect();
    assert!(faults.is_empty(), "{} of {end} schedules:\n{shown}", faults.len());
}

#[test]
fn a_read_only_folder_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    // A number of its own: the folder of a schedule has the number in its name.
    let schedule = Schedule::new(u64::MAX);
    let folder = Path::new(&schedule.place).parent().unwrap();
    let rights = |mode| std::fs::set_permissions(folder, std::fs::Permissions::from_mode(mode)).unwrap();
    rights(0o555);
    if std::fs::write(folder.join("probe"), "").is_ok() {
        eprintln!("skipped: read-only folders, since this user may write into them");
        return;
    }
    let outcome = schedule.edit(0, Writer::Plain);
    rights(0o755);
    assert_eq!(
        (outcome, std::fs::read_to_string(&schedule.place).unwrap()),
        (Outcome::Refused, PLACE.to_owned())
    );
    assert_eq!(schedule.parts(), [""; 0]);
}
