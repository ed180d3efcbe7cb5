//! Where members go, and how many bytes they may have.

use super::{Member, Take};
use scene::Problem;
use scene::allowance::{Allowance, too_much};
use std::ops::ControlFlow;

/// What an archive does with a member.
pub(super) type Add<'a> = dyn FnMut(Member<'_>, &mut Sink<'_, '_>) -> ControlFlow<()> + 'a;

/// Where members go.
pub(super) struct Sink<'s, 't> {
    /// The path of the archive inside of another one, with a slash.
    pub(super) before: &'s str,
    /// How many bytes a member may have.
    pub(super) most: usize,
    /// How many bytes all may have.
    pub(super) left: &'s Allowance,
    pub(super) take: &'s mut Take<'t>,
}

impl Sink<'_, '_> {
    /// The whole path of a member.
    pub(super) fn path(&self, path: &str) -> String {
        format!("{}{path}", self.before)
    }

    /// Reports a problem with the archive itself.
    pub(super) fn fail(&mut self, problem: Problem) -> ControlFlow<()> {
        let path = self.before.trim_end_matches('/').to_owned();
        (self.take)(Err(problem.at(path)))
    }

    /// Reports a problem with a member.
    pub(super) fn refuse(&mut self, path: &str, at: u64, problem: Problem) -> ControlFlow<()> {
        let problem = problem.at(self.path(path));
        (self.take)(Err(problem.on_byte(usize::try_from(at).unwrap_or(usize::MAX))))
    }

    /// Counts the bytes of a member.
    ///
    /// # Errors
    ///
    /// If all members together have too many.
    pub(super) fn count(&self, n_bytes: usize) -> Result<(), Problem> {
        let refused = |_| too_much("the members of this archive have more bytes than are granted");
        self.left.take(n_bytes).map_err(refused)
    }

    /// Why a member is not read that has so many bytes.
    pub(super) fn too_large(&self, n_bytes: u64) -> Option<Problem> {
        let most = self.most;
        (usize::try_from(n_bytes).map_or(true, |n_bytes| n_bytes > most)).then(|| {
            too_much(format!("the member has {n_bytes} bytes, more than the {most} that are granted"))
        })
    }
}
