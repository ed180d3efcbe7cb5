//! The receiver of the members of archives, which enforces the limits of a walk.

use super::work::Work;
use super::{Member, Take};
use scene::allowance::too_much;
use scene::{Problem, size};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// A callback by which an archive reports a member.
pub(super) type Add<'a> = dyn FnMut(Member<'_>, &mut Sink<'_, '_>) -> ControlFlow<()> + 'a;

/// Passes the members of an archive to the caller's callback.
pub(super) struct Sink<'s, 't> {
    /// The path of the enclosing archive, with a slash; empty for the outermost.
    pub(super) before: &'s str,
    /// Upper bound on the size of a member, in bytes.
    pub(super) most: usize,
    pub(super) work: &'s Work,
    pub(super) take: &'s mut Take<'t>,
}

/// Upper bound on the length of a path, which is `PATH_MAX` of Linux. Only the start of a longer path is
/// shown.
const MOST_OF_PATH: usize = 4096;
const SHOWN_OF_LONGER: usize = 200;

/// The cost that each member or problem counts towards the limit in addition to its bytes: the size of a tar
/// header, and its path several times, since callers copy it and may print it as JSON.
const COST: u64 = 512;
const COPIES_OF_PATH: u64 = 4;

impl Sink<'_, '_> {
    /// The path of a member, including those of the enclosing archives.
    pub(super) fn path(&self, path: &str) -> String {
        format!("{}{}", self.before, shown(path))
    }

    /// Reports a problem with the archive itself.
    pub(super) fn fail(&mut self, problem: Problem) -> ControlFlow<()> {
        let path = self.before.trim_end_matches('/').to_owned();
        self.report(path, problem)
    }

    /// Reports a problem with a member.
    pub(super) fn refuse(&mut self, path: &str, at: u64, problem: Problem) -> ControlFlow<()> {
        let problem = problem.on_byte(usize::try_from(at).unwrap_or(usize::MAX));
        self.report(self.path(path), problem)
    }

    /// Passes on a problem; ends the walk if the limit is exceeded.
    fn report(&mut self, path: String, problem: Problem) -> ControlFlow<()> {
        let problem = self.charge_for(&path).err().unwrap_or(problem);
        (self.take)(Err(problem.with_path(path)))?;
        self.work.flow()
    }

    /// Passes on a member.
    pub(super) fn give(&mut self, member: Member<'_>) -> ControlFlow<()> {
        let path = self.path(member.path);
        match self.charge_for(&path) {
            Ok(()) => (self.take)(Ok(Member { path: &path, ..member })),
            Err(problem) => self.fail(problem),
        }
    }

    fn charge_for(&self, path: &str) -> Result<(), Problem> {
        self.work.charge((path.len() as u64).saturating_mul(COPIES_OF_PATH).saturating_add(COST))
    }

    /// The problem for a member of this size, if it is too large.
    pub(super) fn too_large(&self, n_bytes: u64) -> Option<Problem> {
        let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX);
        let message = || format!("the member has {}, and the limit is {}", size(n_bytes), size(self.most));
        (n_bytes > self.most).then(|| too_much(message()))
    }
}

/// A path, abbreviated if it is too long.
fn shown(path: &str) -> Cow<'_, str> {
    if path.len() <= MOST_OF_PATH {
        return path.into();
    }
    let end = path.char_indices().map(|(at, _)| at).take_while(|at| *at <= SHOWN_OF_LONGER).last();
    format!("{}[…]", path.get(..end.unwrap_or_default()).unwrap_or_default()).into()
}
