//! Findings of the uploader on converted models, and their costs.

use crate::code::Code;
use crate::findings::{self, FindingsStyle};
use crate::show::{BOLD, clean, verdict};
use rezkit::Format;
use rezkit::exchange::{Exchanged, Verdict, judge_file};
use std::fmt::Write;
use std::path::Path;

/// Verdicts on a model and its additional models, by name; empty for other files.
pub(super) struct Verdicts<'m>(Vec<(Option<&'m str>, Verdict)>, Format);

impl<'m> Verdicts<'m> {
    /// Checks a result. `scale` is the size in metres for which the cost of a Second Life mesh is computed, instead of
    /// its own.
    pub(super) fn new(made: &'m Exchanged, to: Format, scale: Option<[f32; 3]>) -> Self {
        let is_model =
            matches!(to, Format::SlMesh | Format::Slm | Format::SlAnim | Format::RbxMesh | Format::M3d);
        let is_parts = to.is_roblox();
        let options = verdict::checks(to, &[], &[]);
        let n_more = if is_parts { made.beside.len() } else { made.n_more };
        let more = made.beside.iter().take(n_more).map(|(name, bytes)| (Some(&**name), &**bytes));
        // The additional files of a Roblox model include images.
        let more = more.filter(|(name, _)| !is_parts || name.is_some_and(|name| name.ends_with(".mesh")));
        let files = [(None, &*made.bytes)].into_iter().chain(more).filter(|_| is_model || is_parts);
        let verdicts =
            files.filter_map(|(name, bytes)| Some((name, judge_file(bytes, &options, scale).ok()?)));
        Self(verdicts.collect(), to)
    }

    /// No verdicts, for a file of this format.
    pub(super) fn none(to: Format) -> Self {
        Self(Vec::new(), to)
    }

    /// The exit code: errors in any model count as findings.
    pub(super) fn code(&self) -> Code {
        let has_errors = self.0.iter().any(|(_, verdict)| verdict.report.n_errors > 0);
        if has_errors { Code::Found } else { Code::Fine }
    }

    /// Prints the findings and the cost of each model; `folder` has the additional ones.
    pub(super) fn shown(&self, output: &str, folder: &Path, is_verbose: bool) -> String {
        let mut text = String::new();
        for (number, (beside, verdict)) in self.0.iter().enumerate() {
            let name = beside.map(|name| folder.join(name).to_string_lossy().into_owned());
            let name = name.unwrap_or_else(|| output.to_owned());
            if self.1 == Format::SlMesh || self.is_told(verdict) {
                if number > 0 {
                    let _ = writeln!(text, "{BOLD}{}{BOLD:#}", clean(&name));
                }
                text.push_str(&findings::shown(&name, &verdict.report, FindingsStyle::whole(is_verbose)));
                text.push_str(&verdict::facts(verdict));
            }
        }
        text
    }

    /// Returns true if the findings are shown. For the meshes of a Roblox model, warnings are shown as well.
    fn is_told(&self, verdict: &Verdict) -> bool {
        verdict.report.n_errors > 0 || self.1.is_roblox() && verdict.report.n_warnings > 0
    }
}
