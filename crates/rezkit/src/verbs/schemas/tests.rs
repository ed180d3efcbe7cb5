//! Tests that the checked-in schemas match the types. `REZ_SCHEMAS=write cargo test -p rezkit schemas` updates them.

use crate::*;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use std::path::Path;

pub(super) fn schema<T: JsonSchema>(name: &str) -> (String, String) {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    schema.insert("title".into(), name.into());
    let text = serde_json::to_string_pretty(&schema).unwrap();
    (name.to_owned(), text + "\n")
}

#[test]
fn the_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let schemas: Vec<_> = super::generated().into_iter().chain(table::listing::schemas()).collect();
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
