//! Meshes of Second Life as Collada, as its uploader looks for their parts, and back.

use crate::support::fixtures;
use ::slmesh::Block;
use rezkit::Format;
use rezkit::exchange::{ExchangeOptions, JointPositions, convert};

fn asset(name: &str) -> Vec<u8> {
    std::fs::read(fixtures().join("slmesh/valid").join(name)).unwrap()
}

fn as_collada(file: &[u8]) -> String {
    let mut options = ExchangeOptions::to(Format::Collada);
    options.scene = options.scene.name("chair");
    String::from_utf8(convert(file, &options, &mut |_| None).unwrap().bytes).unwrap()
}

#[test]
fn the_uploader_finds_levels_shape_and_joints() {
    let text = as_collada(&asset("hulls.llmesh"));
    // A geometry, what stands there, and its node are all called so, and the scene as the finest of them.
    for (name, count) in
        [("chair", 4), ("chair_LOD2", 3), ("chair_LOD1", 3), ("chair_LOD0", 3), ("chair_PHYS", 3)]
    {
        assert_eq!(text.matches(&format!(" name=\"{name}\"")).count(), count, "{name}: {text}");
    }
    let joints = as_collada(&asset("influences.llmesh"));
    for part in [
        "<up_axis>Z_UP</up_axis>",
        "<unit name=\"meter\" meter=\"1\"/>",
        ">mPelvis mTorso mChest mNeck</Name_array>",
        "<skeleton>#mPelvis</skeleton>",
        "<node id=\"mChest\" name=\"mChest\" type=\"JOINT\" sid=\"mChest\"><matrix sid=\"transform\">",
        "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>",
        "<triangles count=\"4\" material=\"face_0\">",
    ] {
        assert!(joints.contains(part), "{part}: {joints}");
    }
}

#[test]
fn a_mesh_of_second_life_comes_back() {
    for name in ["hulls.llmesh", "influences.llmesh"] {
        let file = asset(name);
        let text = as_collada(&file);
        let mut options = ExchangeOptions::to(Format::SlMesh);
        options.asset = options.asset.joint_positions(JointPositions::default());
        let back = convert(text.as_bytes(), &options, &mut |_| None).unwrap();
        let [was, is] = [&file, &back.bytes].map(|bytes| ::slmesh::read(bytes).unwrap());
        for level in ::slmesh::Level::ALL {
            // Vertices are in the order in which triangles use them.
            let [was, is] = [&was, &is].map(|asset| {
                let mesh = asset.to_trimesh(level).unwrap().0;
                let corners = mesh.indices.iter().flatten().map(|corner| mesh.positions[*corner as usize]);
                corners.collect::<Vec<_>>()
            });
            assert_eq!(was.len(), is.len(), "{name} {level:?}");
            for (was, is) in was.iter().zip(&is) {
                assert!((*was - *is).length() < 1e-4, "{name} {level:?}: {was:?} {is:?}");
            }
        }
        let names = [&was, &is].map(|asset| &asset.skin.as_ref().and_then(Block::value).unwrap().joint_names);
        assert_eq!(names[0], names[1]);
    }
}
