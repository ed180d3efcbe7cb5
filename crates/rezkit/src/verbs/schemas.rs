//! JSON Schemas of the output of `rez --json` and of the rows of tables, generated from the types by a test.

/// Expands to the name and the text of a schema.
macro_rules! schema {
    ($name:literal) => {
        (concat!("rezkit.", $name), include_str!(concat!("../../schemas/rezkit.", $name, ".json")))
    };
}

static SCHEMAS: &[(&str, &str)] = &[
    schema!("change-2"),
    schema!("check-1"),
    schema!("conflict-1"),
    schema!("content-1"),
    schema!("convert-1"),
    schema!("copies-1"),
    schema!("diff-1"),
    schema!("dump-1"),
    schema!("edit-1"),
    schema!("exchange-1"),
    schema!("formats-1"),
    schema!("grep-1"),
    schema!("identity-1"),
    schema!("info-1"),
    schema!("largest-1"),
    schema!("list-1"),
    schema!("merge-1"),
    schema!("part-3"),
    schema!("problem-1"),
    schema!("project-1"),
    schema!("refs-1"),
    schema!("roundtrip-1"),
    schema!("rule-1"),
    schema!("sorted-1"),
    schema!("table-bones-1"),
    schema!("table-contents-1"),
    schema!("table-files-1"),
    schema!("table-findings-1"),
    schema!("table-instances-1"),
    schema!("table-meshes-1"),
    schema!("table-parts-1"),
    schema!("table-properties-1"),
    schema!("table-references-1"),
    schema!("table-scripts-1"),
    schema!("table-textures-1"),
    schema!("verdict-1"),
];

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
