//! Without anything kept for the way back, the report is what differs.

use crate::support::{files, fixtures};
use rezkit::exchange::{ExchangeOptions, convert};
use rezkit::{ChangeKind, DiffOptions, File, Format, LossCode, LossSeverity, OpenOptions, diff, identify};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The paths at which two files differ.
fn differences(was: &[u8], is: &[u8]) -> BTreeSet<String> {
    let open = |bytes| File::open(bytes, &OpenOptions::default()).unwrap();
    let mut paths = BTreeSet::new();
    let options = DiffOptions::default().tolerance(0.0);
    diff(&open(was), &open(is), &options, &mut |change| {
        if matches!(change.kind, ChangeKind::Added | ChangeKind::Removed) {
            paths.insert(change.path);
            return ControlFlow::Continue(());
        }
        let names = change.properties.iter().map(|property| format!(".{}", property.name));
        let names: Vec<_> = if change.properties.is_empty() { vec![String::new()] } else { names.collect() };
        let path = |name: String| format!("{}{name}", change.path).trim_start_matches('.').to_owned();
        paths.extend(names.into_iter().map(path));
        ControlFlow::Continue(())
    })
    .unwrap();
    paths
}

#[test]
fn the_report_is_exactly_what_differs() {
    let mut n_files = 0;
    for path in
        ["rbxmesh/valid", "slmesh/valid", "m3d/valid"].iter().flat_map(|it| files(&fixtures().join(it)))
    {
        let source = std::fs::read(&path).unwrap();
        let mut options = ExchangeOptions::to(Format::Glb);
        options.scene = options.scene.extras(false);
        let Ok(glb) = convert(&source, &options, &mut |_| None) else { continue };
        let format = identify(&source).format;
        let to = if format == Format::A3d { Format::M3d } else { format };
        let back = convert(&glb.bytes, &ExchangeOptions::to(to), &mut |_| None).unwrap();
        let reported = glb
            .losses
            .iter()
            .filter(|loss| loss.code == LossCode::FileFields && loss.severity == LossSeverity::Changed);
        let reported: Vec<_> = reported.collect();
        let paths: BTreeSet<String> = reported.iter().flat_map(|loss| loss.places.iter().cloned()).collect();
        let expected = differences(&source, &back.bytes);
        assert_eq!(paths, expected, "{}", path.display());
        assert_eq!(
            reported.iter().map(|loss| loss.count).sum::<usize>(),
            expected.len(),
            "{}",
            path.display()
        );
        // Nothing else is said of fields that may be lost.
        let others =
            |loss: &&rezkit::Loss| loss.code == LossCode::FileFields && loss.severity == LossSeverity::Lost;
        assert_eq!(glb.losses.iter().find(others), None, "{}", path.display());
        n_files += 1;
    }
    assert!(n_files > 50, "{n_files}");
}
