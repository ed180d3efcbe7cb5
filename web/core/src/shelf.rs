//! The summary of a file in a list, and the files in an archive.

use crate::findings::Findings;
use rezkit::{Fact, Family, File, Identity, Problem, Severity, archive, info};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;

/// A file in a list of files.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
pub(crate) struct Card {
    title: &'static str,
    version: Option<String>,
    /// The reason why the file cannot be read.
    problem: Option<String>,
    /// The number of findings of each severity.
    findings: BTreeMap<Severity, usize>,
    /// The number of triangles of the finest level of a mesh.
    n_triangles: Option<usize>,
}

/// The summary of a file in a list.
pub(crate) fn card(identity: &Identity, file: Result<&File<'_>, Problem>) -> Card {
    let mut card = Card {
        title: identity.title,
        version: identity.version.map(|version| version.to_string()),
        problem: None,
        findings: BTreeMap::new(),
        n_triangles: file.as_ref().ok().and_then(|file| n_triangles(file)),
    };
    match file.and_then(|file| Findings::check(file, Vec::new())) {
        Ok(findings) => card.findings = findings.counts(),
        Err(problem) => card.problem = Some(problem.to_string()),
    }
    card
}

fn n_triangles(file: &File<'_>) -> Option<usize> {
    let is_mesh = matches!(file.identity().format.family(), Family::RbxMesh | Family::SlMesh | Family::M3d);
    let info = is_mesh.then(|| info(file).ok()).flatten()?;
    let counted = info.facts.iter().find(|(name, _)| ["triangles", "faces"].contains(name));
    let counted =
        counted.and_then(|(_, fact)| if let Fact::Count(count) = fact { Some(*count) } else { None });
    info.levels.first().copied().or(counted)
}

/// The files in an archive, each of which is returned once.
#[derive(Debug, Default)]
pub(crate) struct Members {
    files: Vec<Vec<u8>>,
    list: Listed,
}

/// The report on the files in an archive.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Default, Serialize)]
pub(crate) struct Listed {
    members: Vec<Member>,
    /// The problems of members that could not be read.
    problems: Vec<String>,
    /// True if there are more members than listed.
    is_cut: bool,
}

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Member {
    path: String,
    n_bytes: usize,
}

/// Upper bounds on the members and problems that are listed.
const MOST_MEMBERS: usize = 10_000;
const MOST_PROBLEMS: usize = 20;

impl Members {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut all = Self::default();
        archive::walk(Cursor::new(bytes), &archive::Options::default(), &mut |member| {
            if all.files.len() >= MOST_MEMBERS {
                all.list.is_cut = true;
                return ControlFlow::Break(());
            }
            let has_room = all.list.problems.len() < MOST_PROBLEMS;
            match member {
                Ok(member) => {
                    let warning = member.warnings.first().filter(|_| has_room);
                    let warning = warning.map(|warning| format!("{}: {warning}", member.path));
                    all.list.problems.extend(warning);
                    all.list
                        .members
                        .push(Member { path: member.path.to_owned(), n_bytes: member.bytes.len() });
                    all.files.push(member.bytes.to_vec());
                }
                Err(problem) if has_room => all.list.problems.push(problem.to_string()),
                Err(_) => {}
            }
            ControlFlow::Continue(())
        });
        all
    }

    pub(crate) fn list(&self) -> &Listed {
        &self.list
    }

    pub(crate) fn take(&mut self, index: usize) -> Vec<u8> {
        self.files.get_mut(index).map(std::mem::take).unwrap_or_default()
    }
}

/// Returns true if a file contains other files.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    archive::kind(bytes.get(..archive::HEAD).unwrap_or(bytes)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rezkit::{OpenOptions, identify};

    #[test]
    fn a_mesh_has_a_verdict() {
        let bytes = include_bytes!("../../../fixtures/slmesh/rules/SLM013.fires.llmesh");
        let file = File::open(bytes, &OpenOptions::default()).unwrap();
        let card = card(&identify(bytes), Ok(&file));
        assert!(card.findings.values().sum::<usize>() > 0 && card.problem.is_none());
    }

    /// A member of a tar archive, or a link.
    fn member(name: &str, kind: u8, contents: &[u8]) -> Vec<u8> {
        let mut header = [0_u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[124..136].copy_from_slice(format!("{:011o} ", contents.len()).as_bytes());
        header[148..156].fill(b' ');
        header[156] = kind;
        header[157..163].copy_from_slice(b"/etc/x");
        header[257..263].copy_from_slice(b"ustar\0");
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let mut bytes = [&header[..], contents].concat();
        bytes.resize(bytes.len().next_multiple_of(512), 0);
        bytes
    }

    #[test]
    fn links_lead_nowhere_and_what_is_too_many_is_said() {
        let mut tar = [member("link", b'2', b""), member("hard", b'1', b"")].concat();
        (0..=MOST_MEMBERS).for_each(|number| tar.extend(member(&format!("{number}.mesh"), b'0', b"v")));
        tar.extend([0; 1024]);
        assert!(is_archive(&tar));
        let members = Members::read(&tar);
        assert_eq!((members.list().members.len(), members.list().is_cut), (MOST_MEMBERS, true));
        assert_eq!(members.list().members[0].path, "0.mesh");
    }

    #[test]
    fn an_archive_hands_out_its_files() {
        let warc = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/chair.mesh\r\n\
            Content-Length: 15\r\n\r\nversion 1.00\n0\n\r\n\r\n";
        assert!(is_archive(warc) && !is_archive(b"version 1.00"));
        let mut members = Members::read(warc);
        assert_eq!(members.list().members[0].path, "http://a/chair.mesh");
        assert_eq!((members.take(0), members.take(0)), (b"version 1.00\n0\n".to_vec(), Vec::new()));
    }
}
