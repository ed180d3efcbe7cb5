//! Validation of a file by the rules of its format.

mod github;
mod sarif;

pub use github::github;
pub use sarif::sarif;

#[cfg(feature = "scripts")]
use super::scripts::{self, ScriptFinding, ScriptFindings};
use files::Format;
use files::layout::Located;
use files::model::AnyModel;
use files::outline::Paths;
use files::rules::{Findings, RZK001, RZK002, RZK003, Rule, Severity};
use files::{File, Profile};
use scene::{Problem, Warnings};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// Options of [`check`].
#[derive(Debug, Clone, Default)]
pub struct CheckOptions {
    /// The programs whose own requirements are checked as well.
    pub profiles: Vec<Profile>,
    /// The ids of rules that are not reported.
    pub allow: Vec<String>,
}

impl CheckOptions {
    /// Returns true if a rule is not to be reported.
    fn allows(&self, rule: &str) -> bool {
        self.allow.iter().any(|allowed| allowed.eq_ignore_ascii_case(rule))
    }
}

/// The result of [`check`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The shape of this result: `rezkit.check/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.check/1")))]
    pub schema: &'static str,
    /// The format of the file.
    pub format: Format,
    /// The number of errors, including those that are not in the list.
    pub n_errors: usize,
    /// The number of warnings.
    pub n_warnings: usize,
    /// The number of notes.
    pub n_notes: usize,
    /// The findings, of each rule at most a thousand, in the order in which the rules were first broken.
    pub findings: Vec<Finding>,
}

impl Report {
    /// A report without findings.
    pub(crate) const fn new(format: Format) -> Self {
        Self {
            schema: "rezkit.check/1",
            format,
            n_errors: 0,
            n_warnings: 0,
            n_notes: 0,
            findings: Vec::new(),
        }
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, rule: Rule, path: String, found: String) {
        self.n_warnings = self.n_warnings.saturating_add(1);
        self.findings.push(Finding::new(rule, path, found, ""));
    }

    /// Adds the report on another file that belongs to the first one.
    pub(crate) fn add(&mut self, more: Self) {
        self.n_errors = self.n_errors.saturating_add(more.n_errors);
        self.n_warnings = self.n_warnings.saturating_add(more.n_warnings);
        self.n_notes = self.n_notes.saturating_add(more.n_notes);
        self.findings.extend(more.findings);
    }

    /// Adds findings in scripts.
    #[cfg(feature = "scripts")]
    pub(crate) fn add_in_scripts(&mut self, mut found: ScriptFindings) {
        let mut seen = HashSet::new();
        for one in std::mem::take(&mut found.list) {
            // The first finding of a rule carries the number of findings that were counted but not kept.
            let n_more = if seen.insert(one.rule.id) { found.n_more(one.rule.id) } else { 0 };
            let count = match one.rule.severity {
                Severity::Error => &mut self.n_errors,
                Severity::Warning => &mut self.n_warnings,
                Severity::Note => &mut self.n_notes,
            };
            *count = count.saturating_add(1).saturating_add(n_more);
            self.findings.push(Finding { n_more, ..Finding::of_script(one) });
        }
    }

    /// Adds findings without locations in a file.
    pub(crate) fn list(&mut self, found: &Findings, options: &CheckOptions) {
        let mut found = found.clone();
        found.retain(|rule| !options.allows(rule));
        self.n_errors = self.n_errors.saturating_add(found.n_of(Severity::Error));
        self.n_warnings = self.n_warnings.saturating_add(found.n_of(Severity::Warning));
        self.n_notes = self.n_notes.saturating_add(found.n_of(Severity::Note));
        self.list_at(found, Vec::new());
    }

    /// Adds findings, with their locations where these are known.
    fn list_at(&mut self, found: Findings, places: Vec<Option<Located>>) {
        // The first finding of a rule carries the number of findings that were counted but not kept.
        let mut n_more: HashMap<_, _> = found.counts.into_iter().collect();
        for one in &found.list {
            n_more.entry(one.rule.id).and_modify(|n_more| *n_more = n_more.saturating_sub(1));
        }
        n_more.retain(|rule, n_more| *n_more > 0 && self.findings.iter().all(|before| before.rule != *rule));
        for (one, place) in found.list.into_iter().zip(places.into_iter().chain(std::iter::repeat(None))) {
            let mut finding = Finding::new(one.rule, one.path, one.found, one.limit);
            finding.range =
                place.map(|(packed_at, std::ops::Range { start, end })| Range { start, end, packed_at });
            finding.n_more = n_more.remove(finding.rule).unwrap_or_default();
            self.findings.push(finding);
        }
    }
}

/// A violation of a rule, and its location.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The id of the rule.
    pub rule: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The rule in one sentence.
    pub title: &'static str,
    /// The fault, in one sentence.
    pub broken: &'static str,
    /// The part of the file, as `dump` names it.
    pub path: String,
    /// The path of the instance of a model or place that the finding concerns, as `print` shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The value in the file.
    pub found: String,
    /// The allowed values; empty where the title names them.
    pub limit: String,
    /// The remedy.
    pub help: &'static str,
    /// The line of a script, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in that line, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The bytes, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// The number of further violations of a rule that is broken often, at its first finding.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_more: usize,
}

/// A range of bytes of the input, or of the unpacked data of a packed part of it.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// The offset of the packed part in the input, if the range is in its unpacked data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_at: Option<usize>,
}

/// Checks a file by all rules of its format. Recoverable errors count as findings too.
///
/// ```
/// use rezkit::{CheckOptions, File, OpenOptions, check};
///
/// let file = File::open(b"version 1.00\n0\n", &OpenOptions::default())?;
/// let report = check(&file, &CheckOptions::default())?;
/// assert_eq!(report.findings[0].rule, "RBM032");
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read.
pub fn check(file: &File<'_>, options: &CheckOptions) -> Result<Report, Problem> {
    let (model, warnings) = file.read()?;
    let found = model.findings(file.bytes(), file.options(), &options.profiles);
    let found = found.map_err(|problem| file.explained(problem))?;
    let parts = parts(file, &*model, &found);
    #[cfg(feature = "scripts")]
    let mut in_scripts = in_scripts(file, &*model, options)?;
    drop(model);
    #[cfg(feature = "scripts")]
    in_scripts.locate(file);
    let mut report = report(file, &warnings, found, options, true);
    for finding in &mut report.findings {
        finding.part = parts.get(&finding.path).cloned();
    }
    #[cfg(feature = "scripts")]
    report.add_in_scripts(in_scripts);
    Ok(report)
}

/// Checks the scripts of a model or place.
#[cfg(feature = "scripts")]
pub(crate) fn in_scripts(
    file: &File<'_>,
    model: &dyn AnyModel,
    options: &CheckOptions,
) -> Result<ScriptFindings, Problem> {
    let mut found = ScriptFindings::default();
    if file.identity().format.is_roblox() {
        let is_strange = options.profiles.contains(&Profile::Toolbox);
        let memory = file.allowance();
        let shown = model.outline(file.memory(), &mut |outline| {
            scripts::syntax_errors(outline, &mut found);
            if is_strange {
                scripts::disguises(outline, &memory, &mut found);
            }
        });
        shown.and_then(|()| memory.end()).map_err(|problem| file.explained(problem))?;
        found.list.retain(|one| !options.allows(one.rule.id));
    }
    Ok(found)
}

/// Maps the paths of findings to the paths of the instances that they are in.
fn parts(file: &File<'_>, model: &dyn AnyModel, found: &Findings) -> HashMap<String, String> {
    let mut parts = HashMap::new();
    if found.list.is_empty() || !file.identity().format.is_roblox() {
        return parts;
    }
    // If the outline exceeds the memory limit, findings have no instances.
    let _ = model.outline(file.memory(), &mut |outline| {
        let mut paths = None;
        for path in outline.instances().into_iter().flat_map(|_| found.list.iter().map(|one| &one.path)) {
            if let Some(number) = outline.node_at(path) {
                let paths = paths.get_or_insert_with(|| Paths::new(outline));
                parts.insert(path.clone(), paths.path(outline, number));
            }
        }
    });
    parts
}

/// Builds a report from findings and warnings. If `is_placed` is set, the file is read again to locate the findings.
pub(crate) fn report(
    file: &File<'_>,
    warnings: &Warnings,
    mut found: Findings,
    options: &CheckOptions,
    is_placed: bool,
) -> Report {
    judge(&mut found, file.identity().format, &options.profiles);
    // A warning is dropped if a rule of the format has a finding at the same path, which says more.
    let unsaid: Vec<_> = {
        let said: HashSet<_> = found.list.iter().map(|finding| &finding.path).collect();
        warnings.list.iter().filter(|warning| !said.contains(&warning.path)).collect()
    };
    found.retain(|rule| !options.allows(rule));
    let mut report = Report {
        n_errors: found.n_of(Severity::Error),
        n_warnings: found.n_of(Severity::Warning),
        n_notes: found.n_of(Severity::Note),
        ..Report::new(file.identity().format)
    };
    if let Some(disagreement) = file.identity().disagreement.as_ref().filter(|_| !options.allows(RZK002.id)) {
        report.n_notes = report.n_notes.saturating_add(1);
        report.findings.push(Finding::new(RZK002, "", disagreement.as_str(), ""));
    }
    for warning in file.warnings().iter().filter(|_| !options.allows(RZK003.id)) {
        report.warn(RZK003, String::new(), warning.message.clone());
    }
    if !options.allows(RZK001.id) {
        for (i, warning) in unsaid.into_iter().enumerate() {
            let n_more = if i == 0 { warnings.n_more } else { 0 };
            report.n_warnings = report.n_warnings.saturating_add(n_more).saturating_add(1);
            let mut finding = Finding::new(RZK001, warning.path.as_str(), warning.message.as_str(), "");
            finding.n_more = n_more;
            // In decompressed data, `byte` is the start of the packed part, and `inner` the offset in it.
            finding.range = warning.byte.map(|byte| Range {
                start: warning.inner.unwrap_or(byte),
                end: warning.inner.unwrap_or(byte).saturating_add(1),
                packed_at: warning.inner.map(|_| byte),
            });
            report.findings.push(finding);
        }
    }
    let paths: Vec<_> = found.list.iter().map(|one| one.path.as_str()).collect();
    let places = if paths.is_empty() || !is_placed { Vec::new() } else { file.locate(&paths) };
    report.list_at(found, places);
    report
}

/// Raises the severities of the rules whose violations matter more for the programs of the profiles.
fn judge(found: &mut Findings, format: Format, profiles: &[Profile]) {
    for profile in profiles {
        let raised = match (profile, format) {
            // If a level is missing, a simulator charges more than the viewer shows.
            (Profile::SlUpload, Format::SlMesh | Format::Slm) => "SLM008",
            // Studio does not save longer scripts.
            (Profile::Roblox, Format::RbxBinary) => "RBX009",
            _ => continue,
        };
        for finding in found.list.iter_mut().filter(|finding| finding.rule.id == raised) {
            finding.rule.severity = finding.rule.severity.max(Severity::Warning);
        }
        if *profile == Profile::SlUpload {
            // Notes are about features that neither the uploader nor the simulator reads.
            let notes = found.list.iter().filter(|finding| finding.rule.severity == Severity::Note);
            let notes: HashSet<_> = notes.map(|finding| finding.rule.id).collect();
            found.retain(|rule| !notes.contains(rule));
        }
    }
}

impl Finding {
    fn new(rule: Rule, path: impl Into<String>, found: impl Into<String>, limit: impl Into<String>) -> Self {
        let Rule { id, severity, title, broken, fix, .. } = rule;
        Self {
            rule: id,
            severity,
            title,
            broken,
            path: path.into(),
            part: None,
            found: found.into(),
            limit: limit.into(),
            help: fix,
            line: None,
            column: None,
            range: None,
            n_more: 0,
        }
    }

    #[cfg(feature = "scripts")]
    fn of_script(one: ScriptFinding) -> Self {
        let ScriptFinding { rule, path, at, found, range, .. } = one;
        let (line, column) = at.map(|at| (at.line, at.column)).unzip();
        let range = range.map(|range| Range { start: range.start, end: range.end, packed_at: None });
        Self { part: Some(path.clone()), line, column, range, ..Self::new(rule, path, found, "") }
    }

    /// Returns true if `found` is a sentence, and not a value.
    #[doc(hidden)]
    #[must_use]
    pub fn is_sentence(&self) -> bool {
        // The message of the reader, or of the parser of scripts.
        self.rule == RZK001.id || self.rule.starts_with("SCR")
    }

    /// The path of the part, with the line and column of a script.
    #[doc(hidden)]
    #[must_use]
    pub fn place(&self) -> String {
        match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", self.path),
            _ => self.path.clone(),
        }
    }

    /// The problem in one sentence, without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        let Self { broken, found, limit, .. } = self;
        if self.rule == RZK001.id {
            // The message of the reader is a sentence of its own.
            return found.clone();
        }
        match limit.is_empty() {
            _ if self.is_sentence() => format!("{broken}: {found}"),
            true => format!("{broken}; found {found}"),
            false => format!("{broken}; found {found}, limit {limit}"),
        }
    }
}

/// The rule with this id, of any format.
#[must_use]
pub fn rule(id: &str) -> Option<Rule> {
    rules().into_iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
}

/// The rules of all formats, grouped by format.
#[must_use]
pub fn rules() -> Vec<Rule> {
    super::many::rule_lines().into_iter().map(|line| line.rule).collect()
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::fixture;
    use files::OpenOptions;

    fn found(bytes: &[u8], profiles: &[Profile]) -> Vec<(&'static str, Severity)> {
        let file = File::open(bytes, &OpenOptions::default()).unwrap();
        let options = CheckOptions { profiles: profiles.to_vec(), ..CheckOptions::default() };
        let report = check(&file, &options).unwrap();
        report.findings.iter().map(|finding| (finding.rule, finding.severity)).collect()
    }

    #[test]
    fn studio_refuses_large_and_flat_meshes() {
        let mesh = |n_faces: usize, depth: f32| {
            let vertex = |x, y, z| rbxmesh::Vertex {
                position: geom::Vec3::new(x, y, z),
                normal: geom::Vec3::new(0.0, 0.0, 1.0),
                ..rbxmesh::Vertex::default()
            };
            let vertices = [vertex(0.0, 0.0, 0.0), vertex(1.0, 0.0, 0.0), vertex(0.0, 1.0, depth)];
            let faces = vec![[0, 1, 2]; n_faces];
            let mesh = rbxmesh::Mesh { vertices: vertices.into(), faces, ..rbxmesh::Mesh::default() };
            rbxmesh::write(&mesh).unwrap()
        };
        let roblox = [Profile::Roblox];
        let of_studio = |bytes: &[u8], profiles: &[Profile]| -> Vec<_> {
            found(bytes, profiles).into_iter().filter(|(rule, _)| rule.starts_with("RZK01")).collect()
        };
        assert_eq!(of_studio(&mesh(20_000, 1.0), &roblox), []);
        assert_eq!(of_studio(&mesh(20_001, 1.0), &roblox), [("RZK010", Severity::Error)]);
        assert_eq!(of_studio(&mesh(1, 0.0), &roblox), [("RZK011", Severity::Warning)]);
        assert_eq!(of_studio(&mesh(20_001, 0.0), &[Profile::SlUpload]), []);
    }

    #[test]
    fn an_upload_is_judged_by_what_the_uploader_checks() {
        let asset = fixture("slmesh/rules/SLM008.fires.llmesh");
        let all = found(&asset, &[]);
        assert!(all.contains(&("SLM008", Severity::Note)), "{all:?}");
        let upload = found(&asset, &[Profile::SlUpload]);
        assert!(upload.contains(&("SLM008", Severity::Warning)), "{upload:?}");
        assert!(upload.iter().all(|(_, severity)| *severity > Severity::Note), "{upload:?}");
    }

    #[test]
    fn a_text_owes_nothing_that_is_in_files_beside_it() {
        let text = "3dmodel 1.0\nchair\n\n\n\n\nPreview\nchair.png\n\nVertex\n0 0 0 1\n\nTextmap\n0 4\n\nAssets\nseat.png\n\nEnd\n";
        let rules: Vec<_> = found(text.as_bytes(), &[]).into_iter().map(|(rule, _)| rule).collect();
        // The model has no surface; the text form still has a preview and an asset.
        assert_eq!(rules, ["M3D054"]);
    }

    #[test]
    fn a_script_that_studio_does_not_save_is_a_warning_for_roblox() {
        let model = fixture("rbxbinary/rules/RBX009.fires.rbxm");
        assert!(found(&model, &[]).contains(&("RBX009", Severity::Note)));
        assert!(found(&model, &[Profile::Roblox]).contains(&("RBX009", Severity::Warning)));
    }
}
