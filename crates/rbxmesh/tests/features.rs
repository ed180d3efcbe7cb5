//! What features add.

#[cfg(feature = "serde")]
#[test]
fn models_are_stored_and_loaded() {
    fn is_stored<T: serde::Serialize + serde::de::DeserializeOwned>() {}
    is_stored::<rbxmesh::Mesh>();
    is_stored::<rbxmesh::DracoHeader>();
    is_stored::<(rbxmesh::Info, rbxmesh::Sanitized, rbxmesh::Influence, rbxmesh::PoseOffset)>();
}
