//! Contents of containers.

use crate::recorder::Recorder;
use crate::support;
use slmesh::{ReadOptions, Same, slm};

#[test]
fn containers_hold_assets() {
    let bytes = support::fixture("slmesh/containers/two_parts.slm");
    let (container, warnings) = slm::read_with(&bytes, &ReadOptions::default()).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert!(slm::detect(&bytes) && !slmesh::detect(&bytes[..100]));
    assert_eq!(
        (container.version, container.name.as_ref().unwrap().as_bytes()),
        (Some(3), &b"Two parts"[..])
    );
    let parts: Vec<_> = container.assets().map(|asset| (asset.submodel_id, asset.blocks().len())).collect();
    assert_eq!(parts, [(None, 6), (Some(1), 6)]);
    let instances = container.instance.as_ref().unwrap();
    assert_eq!(instances[1].label.as_ref().unwrap(), &"lid");
    assert_eq!(instances[1].mesh_id, Some(1));
    assert_eq!(instances[0].transform.unwrap()[15], 1.0);
    assert_eq!(slm::write(&container).as_ref(), Ok(&bytes));
    assert_eq!(slm::write_onto(&container, &bytes).as_ref(), Ok(&bytes));
    let recorder = Recorder::default();
    let (traced, _) = slm::trace(&bytes, &ReadOptions::default(), &recorder);
    assert_eq!(traced.unwrap().difference(&container), None);
    assert_eq!(recorder.check(&bytes, "two_parts.slm"), 1.0);
    // An edit of one asset leaves the other unchanged.
    let mut edited = container.clone();
    let slm::Item::Asset(asset) = &mut edited.mesh.as_mut().unwrap()[1] else { panic!("an asset") };
    asset.skin = None;
    let written = slm::write_onto(&edited, &bytes).unwrap();
    assert_eq!(slm::read(&written).unwrap().difference(&edited), None);
    let asset = |bytes: &[u8]| crate::locate(bytes, "asset").unwrap();
    let first = |bytes: &[u8]| asset(bytes).1.end;
    assert_eq!(written[..first(&bytes)], bytes[..first(&bytes)]);
    // A damaged asset does not affect the others.
    let at = bytes.windows(9).position(|word| word == b"\x08high_lod").unwrap();
    let mut broken = bytes.clone();
    broken[at - 4] = b'x';
    let (rest, warnings) = slm::read_with(&broken, &ReadOptions::default()).unwrap();
    assert_eq!(rest.assets().count(), 1);
    assert_eq!(warnings[0].path().collect::<Vec<_>>()[..3], ["mesh", "[0]", "asset"], "{warnings:?}");
    assert_eq!(slm::write_onto(&rest, &broken).as_ref(), Ok(&broken));
}
