//! Descriptions of meshes in another serde format.

#![cfg(feature = "serde")]

#[test]
fn what_is_said_of_meshes_is_stored_and_loaded() {
    fn is_stored<T: serde::Serialize + serde::de::DeserializeOwned>() {}
    is_stored::<rbxmesh::DracoHeader>();
    is_stored::<(rbxmesh::Info, rbxmesh::Sanitized, rbxmesh::Influence, rbxmesh::PoseOffset)>();
}
