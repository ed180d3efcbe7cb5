//! Tests that the checked-in schemas match the types. `REZ_SCHEMAS=write cargo test -p rezkit schemas` updates them.

use crate::*;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use std::path::Path;

fn schema<T: JsonSchema>(name: &str) -> (String, String) {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    schema.insert("title".into(), name.into());
    let text = serde_json::to_string_pretty(&schema).unwrap();
    (name.to_owned(), text + "\n")
}

#[test]
fn the_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let schemas = [
        schema::<Line<'_, Identified<'_>>>("rezkit.identity-1"),
        schema::<Line<'_, Info>>("rezkit.info-1"),
        schema::<Line<'_, Report>>("rezkit.check-1"),
        schema::<Line<'_, PrintedPart>>("rezkit.part-3"),
        schema::<Line<'_, Change>>("rezkit.change-2"),
        schema::<Line<'_, Diff>>("rezkit.diff-1"),
        schema::<Line<'_, Content<'_>>>("rezkit.content-1"),
        schema::<Line<'_, Conflict>>("rezkit.conflict-1"),
        schema::<Line<'_, Merge>>("rezkit.merge-1"),
        schema::<Line<'_, Project>>("rezkit.project-1"),
        schema::<Line<'_, DumpLine<'_>>>("rezkit.dump-1"),
        schema::<Line<'_, Conversion<'_>>>("rezkit.convert-1"),
        schema::<Line<'_, Exchange<'_>>>("rezkit.exchange-1"),
        schema::<Line<'_, Edited>>("rezkit.edit-1"),
        schema::<Line<'_, LargestPart>>("rezkit.largest-1"),
        schema::<Line<'_, Listing>>("rezkit.list-1"),
        schema::<Line<'_, Kept>>("rezkit.roundtrip-1"),
        schema::<Line<'_, Refs>>("rezkit.refs-1"),
        schema::<Line<'_, FoundLine>>("rezkit.grep-1"),
        schema::<Line<'_, exchange::Verdict>>("rezkit.verdict-1"),
        schema::<Line<'_, Refusal<'_>>>("rezkit.problem-1"),
        schema::<Support>("rezkit.formats-1"),
        schema::<RuleLine>("rezkit.rule-1"),
        schema::<Line<'_, Sorted<'_>>>("rezkit.sorted-1"),
        schema::<Copies>("rezkit.copies-1"),
    ];
    let schemas: Vec<_> = schemas.into_iter().chain(table::listing::schemas()).collect();
    for (name, text) in &schemas {
        let path = folder.join(format!("{name}.json"));
        if std::env::var_os("REZ_SCHEMAS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(path, text).unwrap();
            continue;
        }
        let found = std::fs::read_to_string(path).unwrap_or_default().replace('\r', "");
        assert!(found == *text, "{name}.json is not current: run with REZ_SCHEMAS=write");
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), schemas.len());
    // The library offers the same schemas.
    assert_eq!(super::schemas().count(), schemas.len());
    let mut names: Vec<_> = super::schemas().map(|(name, _)| name).collect();
    assert!(names.is_sorted(), "{names:?}");
    names.dedup();
    assert_eq!(names.len(), schemas.len());
    let check = super::schema("rezkit.check/1").unwrap();
    assert!(check.contains("\"title\": \"rezkit.check-1\""), "{check}");
    assert_eq!((super::schema("rezkit.check-1"), super::schema("check")), (Some(check), Some(check)));
    assert_eq!(super::schema("rezkit.check/9"), None);
}
