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
    "change-2": super::Line<'_, super::Change>,
    "check-1": super::Line<'_, super::Report>,
    "conflict-1": super::Line<'_, super::Conflict>,
    "content-1": super::Line<'_, super::Content<'_>>,
    "convert-1": super::Line<'_, super::Conversion<'_>>,
    "copies-1": super::Copies,
    "diff-1": super::Line<'_, super::Diff>,
    "dump-1": super::Line<'_, super::DumpLine<'_>>,
    "edit-1": super::Line<'_, super::Edited>,
    "exchange-1": super::Line<'_, super::Exchange<'_>>,
    "formats-1": super::Support,
    "grep-1": super::Line<'_, super::FoundLine>,
    "identity-1": super::Line<'_, super::Identified<'_>>,
    "info-1": super::Line<'_, super::Info>,
    "largest-1": super::Line<'_, super::LargestPart>,
    "list-1": super::Line<'_, super::Listing>,
    "merge-1": super::Line<'_, super::Merge>,
    "part-3": super::Line<'_, super::PrintedPart>,
    "problem-1": super::Line<'_, super::Refusal<'_>>,
    "project-1": super::Line<'_, super::Project>,
    "refs-1": super::Line<'_, super::Refs>,
    "roundtrip-1": super::Line<'_, super::Kept>,
    "rule-1": super::RuleLine,
    "sorted-1": super::Line<'_, super::Sorted<'_>>,
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
    "verdict-1": super::Line<'_, crate::exchange::Verdict>,
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
