//! Losses of power before each call of the system: what was not synced is gone, and still no file is damaged.
//!
//! The program is killed before each of its calls, and the files that it leaves are those that the system had in memory.
//! What a disk may have of them is worked out from the calls before: the content of a file only as it was when it was last
//! synced, and of the entries of each folder any beginning of the changes since the folder was synced, in each folder
//! another. A rename between folders is in both or in none.

use super::{Files, Lab, Verb, files, fixture, model, verb};
use crate::support::PLACE;
use std::collections::{BTreeMap, BTreeSet};

const SIGKILL: i32 = 9;

/// A call of the system about a path, or from one to another.
struct Call {
    name: String,
    path: String,
    from: Option<String>,
}

impl Call {
    fn is_between_folders(&self) -> bool {
        self.name == "rename" && self.from.as_ref().is_some_and(|from| folder(from) != folder(&self.path))
    }
}

/// The calls of a verb, and the files before each of them and after the last.
struct Run {
    calls: Vec<Call>,
    states: Vec<Files>,
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Run {
    fn new(lab: &Lab, verb: &Verb) -> Self {
        lab.put(&verb.files);
        let (log, below) = (lab.scratch.path("calls"), lab.path(""));
        let status = lab.command(verb, 0, 0, false).env("FAULT_CALLS", &log).output().unwrap().status;
        assert!(status.success(), "{:?}", verb.arguments);
        let last = lab.files();
        let inside = |path: &str| {
            format!("{path}/").strip_prefix(&below).map(|path| path.trim_end_matches('/').to_owned())
        };
        let call = |line: &str| {
            let mut words = line.split('\t');
            let (name, path) = (words.next()?.to_owned(), inside(words.next()?)?);
            Some(Call { name, path, from: words.next().and_then(inside) })
        };
        let text = std::fs::read_to_string(&log).unwrap();
        let calls: Vec<_> = text.lines().map(|line| call(line).unwrap()).collect();
        let mut states = Vec::new();
        for at in 1..=calls.len() {
            lab.put(&verb.files);
            lab.command(verb, at, -SIGKILL, false).output().unwrap();
            states.push(same_names(lab.files(), &calls));
        }
        states.push(last);
        Self { calls, states }
    }

    /// The contents that are surely on the disk before a call, by the paths that the files have then.
    fn synced(&self, n_calls: usize) -> Files {
        let mut synced = self.states[0].clone();
        for (call, state) in self.calls[..n_calls].iter().zip(&self.states) {
            match (&*call.name, &call.from) {
                ("fsync", _) => {
                    if let Some(bytes) = state.get(&call.path) {
                        synced.insert(call.path.clone(), bytes.clone());
                    }
                }
                ("rename" | "link", Some(from)) => {
                    let moved =
                        if call.name == "link" { synced.get(from).cloned() } else { synced.remove(from) };
                    match moved {
                        Some(bytes) => synced.insert(call.path.clone(), bytes),
                        None => synced.remove(&call.path),
                    };
                }
                ("unlink", _) => _ = synced.remove(&call.path),
                _ => {}
            }
        }
        synced
    }

    /// The number of calls after which a folder was last synced.
    fn synced_folder(&self, folder: &str, n_calls: usize) -> usize {
        let is_sync = |call: &Call| call.name == "fsync" && call.path == folder;
        self.calls[..n_calls].iter().rposition(is_sync).map_or(0, |at| at + 1)
    }

    /// All that a disk may have if the power is lost before a call: of one folder, the entries as they were before some
    /// call since it was synced; of the others, those in memory.
    fn disks(&self, n_calls: usize) -> Vec<(String, Files)> {
        let synced = self.synced(n_calls);
        let mut folders: BTreeSet<_> = self.states.iter().flatten().map(|(path, _)| folder(path)).collect();
        folders.extend(self.calls.iter().map(|call| folder(&call.path)));
        let mut disks = Vec::new();
        for one in folders {
            for cut in self.synced_folder(one, n_calls)..=n_calls {
                let entries = self.entries(one, cut, n_calls);
                for (name, content) in [("nothing", 0), ("half", 2), ("all", 1)] {
                    let bytes = |(path, bytes): (String, Vec<u8>)| {
                        let is_synced =
                            synced.get(&path) == Some(&bytes) || self.states[0].get(&path) == Some(&bytes);
                        let kept = if is_synced {
                            bytes.len()
                        } else {
                            bytes.len().checked_div(content).unwrap_or_default()
                        };
                        (path, bytes[..kept].to_vec())
                    };
                    let disk = entries.clone().into_iter().map(bytes).collect();
                    disks.push((
                        format!("{one}/ as before call {}, {name} of what is not synced", cut + 1),
                        disk,
                    ));
                }
            }
        }
        disks
    }

    /// The files in memory before a call, but in one folder as before an earlier one.
    fn entries(&self, one: &str, cut: usize, n_calls: usize) -> Files {
        let mut cuts = BTreeMap::from([(one, cut)]);
        // What is renamed between folders is in both as it was, or in none.
        loop {
            let of = |folder: &str| cuts.get(folder).copied().unwrap_or(n_calls);
            let calls =
                self.calls[..n_calls].iter().enumerate().filter(|(_, call)| call.is_between_folders());
            let earlier = calls
                .flat_map(|(at, call)| {
                    let [to, from] = [folder(&call.path), call.from.as_deref().map_or("", folder)];
                    [(at, to, from), (at, from, to)]
                })
                .find(|(at, one, other)| of(one) <= *at && of(other) > *at);
            let Some((at, _, other)) = earlier else { break };
            cuts.insert(other, at);
        }
        let of = |folder: &str| cuts.get(folder).copied().unwrap_or(n_calls);
        let mut all = Files::new();
        for (index, state) in self.states[..=n_calls].iter().enumerate() {
            let here = state.iter().filter(|(path, _)| of(folder(path)) == index);
            all.extend(here.map(|(path, bytes)| (path.clone(), bytes.clone())));
        }
        // A folder that was not made has no files.
        let made = self.calls[..n_calls].iter().enumerate().filter(|(_, call)| call.name == "mkdir");
        let lost: Vec<_> =
            made.filter(|(at, call)| of(folder(&call.path)) <= *at).map(|(_, call)| &call.path).collect();
        all.retain(|path, _| !lost.iter().any(|lost| path.starts_with(&format!("{lost}/"))));
        all
    }
}

/// Gives unfinished files the names that they have in the calls: each run has others.
fn same_names(files: Files, calls: &[Call]) -> Files {
    let named =
        |path: &str| calls.iter().map(|call| &call.path).find(|known| same_name(known, path)).cloned();
    files.into_iter().map(|(path, bytes)| (named(&path).unwrap_or(path), bytes)).collect()
}

/// True if two paths are equal, or those of the unfinished file with one number in two processes.
fn same_name(one: &str, other: &str) -> bool {
    let number = |path: &str| Some(path.strip_suffix(".part")?.rsplit_once('-')?.1.to_owned());
    one == other || (folder(one) == folder(other) && number(one).is_some_and(|is| number(other) == Some(is)))
}

/// Has the power fail before each call of a verb, and after the last; returns the number of disks.
fn check(lab: &Lab, verb: &Verb, is_lasting: bool) -> usize {
    let run = Run::new(lab, verb);
    let (n_calls, whole) = (run.calls.len(), run.states.last().unwrap());
    assert!(n_calls > 4 && run.calls.iter().any(|call| call.name == "fsync"), "{:?}", verb.arguments);
    let mut n_disks = 0;
    for before in 0..=n_calls {
        for (how, disk) in run.disks(before) {
            let call = run.calls.get(before).map_or("the end", |call| &call.name);
            let what = format!("{:?}, power lost before call {} ({call}), {how}", verb.arguments, before + 1);
            verb.is_kept(whole, &disk, true, true, &what);
            if before == n_calls && is_lasting {
                assert!(verb.is_done(whole, &disk), "it was done, and is undone: {what}");
            }
            n_disks += 1;
        }
    }
    n_disks
}

// The files are in a folder below, whose syncing counts.

#[test]
fn a_loss_of_power_leaves_the_old_file_or_the_new_one() {
    let Some(lab) = Lab::new("power") else { return };
    let both = files([("d/m.rbxm", model()), ("d/n.rbxm", b"old".to_vec())]);
    for (arguments, is_lasting) in
        [("--in-place", true), ("-o work/d/n.rbxm --force", false), ("-o work/d/o.rbxm", false)]
    {
        let arguments = format!("set work/d/m.rbxm Outer/Brick.Anchored=true {arguments}");
        assert!(check(&lab, &verb(&lab, &arguments, &[], &both), is_lasting) > 30);
    }
    let meshes = files([("d/in/a.mesh", fixture("rbxmesh/valid/v200.mesh"))]);
    check(&lab, &verb(&lab, "convert work/d/in/a.mesh -o work/d/a.gltf", &[], &meshes), false);
    let place = files([("d/place.rbxlx", PLACE.into())]);
    check(&lab, &verb(&lab, "extract work/d/place.rbxlx -o work/d/out", &[], &place), false);
}

#[test]
fn a_loss_of_power_loses_nothing_that_is_moved() {
    let Some(lab) = Lab::new("power-sort") else { return };
    let mesh = fixture("rbxmesh/valid/v200.mesh");
    let all = files([("d/in/a.mesh", mesh.clone()), ("d/in/b.mesh", mesh), ("d/in/c.rbxm", model())]);
    assert!(check(&lab, &verb(&lab, "sort work/d/in --move --into work/d/out", &[], &all), false) > 100);
}

#[test]
fn a_loss_of_power_leaves_shards_whole() {
    let Some(lab) = Lab::new("power-table") else { return };
    let all = files([("d/in/a.mesh", fixture("rbxmesh/valid/v200.mesh")), ("d/in/c.rbxm", model())]);
    let verb = verb(&lab, "table work/d/in -o work/d/out --table contents", &[], &all);
    check(&lab, &Verb { drafts: "d/out/", ..verb }, false);
}
