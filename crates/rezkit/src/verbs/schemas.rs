//! JSON Schemas of the output of `rez --json` and of the rows of tables, generated from the types by a test.

/// Lists all schemas in the order of their names, those of results with their type. The tables list their columns
/// themselves.
macro_rules! schemas {
    ($($name:literal $(: $Result:ty)?,)*) => {
        static SCHEMAS: &[(&str, &str)] = &[
            $((concat!("rezkit.", $name), include_str!(concat!("../../schemas/rezkit.", $name, ".json"))),)*
        ];

        /// The names of the schemas of results, with their texts generated from the types.
        #[cfg(test)]
        fn generated() -> Vec<(String, String)> {
            vec![$($(tests::schema::<$Result>(concat!("rezkit.", $name)),)?)*]
        }
    };
}

schemas! {
    "change-2": crate::Line<'_, crate::Change>,
    "check-1": crate::Line<'_, crate::Report>,
    "conflict-1": crate::Line<'_, crate::Conflict>,
    "content-1": crate::Line<'_, crate::Content<'_>>,
    "convert-1": crate::Line<'_, crate::Conversion<'_>>,
    "copies-1": crate::Copies,
    "diff-1": crate::Line<'_, crate::Diff>,
    "dump-1": crate::Line<'_, crate::DumpLine<'_>>,
    "edit-1": crate::Line<'_, crate::Edited>,
    "exchange-1": crate::Line<'_, crate::Exchange<'_>>,
    "formats-1": crate::Support,
    "grep-1": crate::Line<'_, crate::FoundLine>,
    "identity-1": crate::Line<'_, crate::Identified<'_>>,
    "info-1": crate::Line<'_, crate::Info>,
    "largest-1": crate::Line<'_, crate::LargestPart>,
    "list-1": crate::Line<'_, crate::Listing>,
    "merge-1": crate::Line<'_, crate::Merge>,
    "part-3": crate::Line<'_, crate::PrintedPart>,
    "problem-1": crate::Line<'_, crate::Refusal<'_>>,
    "project-1": crate::Line<'_, crate::Project>,
    "refs-1": crate::Line<'_, crate::Refs>,
    "roundtrip-1": crate::Line<'_, crate::Kept>,
    "rule-1": crate::RuleLine,
    "sorted-1": crate::Line<'_, crate::Sorted<'_>>,
    "table-bones-1",
    "table-contents-1",
    "table-files-1",
    "table-findings-1",
    "table-instances-1",
    "table-meshes-1",
    "table-parts-1",
    "table-properties-1",
    "table-references-1",
    "table-scripts-1",
    "table-textures-1",
    "verdict-1": crate::Line<'_, crate::exchange::Verdict>,
}

/// The names of all schemas, such as `rezkit.check-1`, and their texts.
pub fn schemas() -> impl Iterator<Item = (&'static str, &'static str)> {
    SCHEMAS.iter().copied()
}

/// The schema with the name in the field `schema` of results, such as `rezkit.check/1`; without a version, the newest.
///
/// ```
/// assert!(rezkit::schema("rezkit.check/1").is_some_and(|schema| schema.contains("n_errors")));
/// ```
#[must_use]
pub fn schema(name: &str) -> Option<&'static str> {
    let name = name.trim_start_matches("rezkit.").replace('/', "-");
    let is_named = |found: &str| {
        let found = found.trim_start_matches("rezkit.");
        found == name || found.rsplit_once('-').is_some_and(|(stem, _)| stem == name)
    };
    // The newest of several versions is last.
    SCHEMAS.iter().rev().find(|(found, _)| is_named(found)).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests;
