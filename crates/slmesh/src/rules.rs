//! The rules for mesh assets: what the viewer and the simulator check when a
//! model is uploaded, and every requirement of the public page «Mesh/Mesh Asset
//! Format».

crate::mould::rules::rules! {
    SLM001 Warning "The header ends within the first 4,096 bytes"
        why "The viewer fetches that much of an asset, and expects the whole header in it."
        fix "Shorten or drop keys that the format does not document, and names of materials.";
    SLM002 Error "The version is at most 999"
        why "The viewer treats an asset of a later version as one that it could not find. The simulator's name for it is MAV_UNKNOWN_VERSION."
        fix "Drop the key; the simulator sets it.";
    SLM003 Note "Version, creator and date are all present or all absent"
        why "The simulator sets all three when a model is uploaded. Nobody checks them."
        fix "Download the asset again, or remove all three.";
    SLM004 Error "The header has no key \"404\""
        why "Clients mark with it that an asset is not available, and then show nothing."
        fix "Fetch the asset again.";
    SLM005 Error "At least one level of detail can be read"
        why "The viewer refuses an asset of which no level of detail has a size above zero."
        fix "Add geometry as high_lod.";
    SLM006 Error "high_lod is present"
        why "The public page demands it, and so do upload services: MAV_BLOCK_MISSING. A viewer shows the next level that there is."
        fix "Add the block; it may be a copy of a lower level.";
    SLM007 Note "A lower level of detail is present only with the one above it"
        why "The public page demands it. Viewers show the nearest level instead of a missing one."
        fix "Add the missing level; it may be a copy of one beside it.";
    SLM008 Note "All four levels of detail are present"
        why "The uploader always writes four. The viewer says that an asset without lowest_lod costs nothing, which the simulator does not."
        fix "Add the missing levels; they may be copies.";
    SLM009 Error "physics_convex is present, with BoundingVerts"
        why "The public page demands it, and so do upload services: MAV_BLOCK_MISSING. OpenSim refuses an upload without it."
        fix "Add a hull of at most 256 points around the whole mesh. Parts of a model that was split carry undef instead.";
    SLM010 Error "Every block can be read"
        why "What cannot be read is not shown, or is taken for nothing."
        fix "Replace or drop the block; reading the file says what is wrong with it.";
    SLM011 Warning "The hash of a block is the MD5 of its bytes"
        why "The simulator checks with it that an asset is sound."
        fix "Write the file with hashes recomputed, or dropped.";
    SLM012 Note "Each physics entry of an uploaded asset has a hash"
        why "The public page demands it. The simulator sets it; viewers do not look at it."
        fix "Nothing, before an upload.";
    SLM013 Note "physics_mesh is absent where there is a convex decomposition"
        why "The public page demands it, since the triangles are never used then. Saved uploads keep both."
        fix "Drop physics_mesh, or HullList and Positions.";
    SLM014 Note "The triangles of the physics shape are called physics_mesh"
        why "physics_shape is the old name; of present programs OpenSim and node-metaverse read it."
        fix "Move the block to physics_mesh.";
    SLM015 Warning "No line of text precedes LLSD"
        why "Viewers strip the old line <? LLSD/Binary ?> by a wrong length, and then fail to read what follows."
        fix "Drop the line: clear the field `line`.";
    SLM016 Note "Every byte of the file and of its blocks is used"
        why "Readers skip gaps, trailing bytes and bytes after a value. They cost size, and hide what a capture or an editor left behind."
        fix "Clear the field `trailing`, gaps in `body`, and `surplus` of blocks.";
    SLM017 Error "A level of detail has one to eight faces"
        why "The viewer's uploader moves more than eight (MAX_MODEL_FACES) to further assets. A block without faces fails to decode."
        fix "Split the model, with submodel_id from 1 up in the further parts.";
    SLM018 Error "A lower level of detail has no more faces than high_lod"
        why "The uploader refuses it: the levels have a different number of textureable faces."
        fix "Use only materials of the high level in lower ones.";
    SLM019 Note "All levels of detail have the same number of faces"
        why "The public page demands it. A material without geometry is a face with NoGeometry."
        fix "Add faces with NoGeometry for the missing materials.";
    SLM020 Note "A lower level of detail has fewer triangles"
        why "The public page demands it. Nobody checks it, and copies of a level upload well."
        fix "Simplify the lower level further.";
    SLM021 Warning "A lower level of detail has no more vertices than the one above it"
        why "The uploader warns of too many vertices in a level of detail."
        fix "Simplify the lower level, or swap the two.";
    SLM022 Note "NoGeometry is true, and the only key of its face"
        why "The public page demands both. The viewer looks only whether the key is there; libopenmetaverse wants true. Other keys are ignored."
        fix "Drop either NoGeometry or the other keys.";
    SLM023 Error "A face has Position and TriangleList, both not empty"
        why "The uploader writes NoGeometry instead; OpenSim refuses an upload without the keys."
        fix "Add vertices and triangles, or NoGeometry.";
    SLM024 Error "Every index names a vertex"
        why "The uploader refuses it. After a download the viewer does not look, and may crash."
        fix "Drop the triangle or correct its indices; they count from 0.";
    SLM025 Note "Every vertex is used by a triangle"
        why "The public page demands it. Nobody checks it; an unused vertex costs size."
        fix "Drop the vertices that no triangle uses.";
    SLM026 Note "The corners of a triangle are three different vertices"
        why "The public page demands it. Nobody checks it in levels of detail; such a triangle is invisible."
        fix "Drop the triangle.";
    SLM027 Error "No triangle of the physics shape is degenerate"
        why "The viewer refuses to upload it, and so does the simulator: MAV_FOUND_DEGENERATE_TRIANGLES."
        fix "Merge the vertices of thin triangles, or analyse the shape into hulls.";
    SLM028 Error "A face has a PositionDomain"
        why "Without one the viewer puts all vertices into one point. The public page and OpenSim take -0.5 to 0.5 for it."
        fix "Write the domain, also where it is the unit cube.";
    SLM029 Note "A PositionDomain lies within -0.501 to 0.501"
        why "The public page demands it. Nobody checks it; sizes and collisions come out wrong."
        fix "Fit the mesh into the unit cube, and put its size into the object's scale.";
    SLM030 Error "Domains are finite, and their Min is not above their Max"
        why "Every vertex is computed from the domain of its face."
        fix "Write the least and the greatest coordinates.";
    SLM031 Error "TexCoord0 has a TexCoord0Domain"
        why "The public page demands it. Without one the viewer puts all texture coordinates into one point."
        fix "Write the domain, also where it is 0 to 1.";
    SLM032 Error "Normals and texture coordinates are as many as vertices"
        why "The public page demands it. The viewer reads past the end of shorter arrays."
        fix "Write one for each vertex, or drop the key.";
    SLM033 Error "A face has fewer than 65,535 vertices"
        why "The uploader splits faces before they reach it; indices have 16 bits."
        fix "Split the face by another material, or simplify it.";
    SLM034 Note "A face has at most 21,844 triangles"
        why "Older viewers count no more indices than 65,532 in a face; exporters still quote the limit."
        fix "Split the face by another material, or simplify it.";
    SLM035 Error "Arrays consist of whole elements"
        why "The viewer ignores the incomplete element; the encoder probably miscounts."
        fix "Rewrite the field with its whole elements.";
    SLM036 Note "Values are stored in the form that the viewer writes"
        why "Readers convert whole numbers, short matrices and texts, but not all in the same way."
        fix "Remove the key from `other`; the field has the value.";
    SLM037 Note "A face has Weights if there is a skin"
        why "The public page demands it. A viewer shows such a face without skinning."
        fix "Add weights, or drop the skin.";
    SLM038 Warning "There is a skin if a face has Weights"
        why "Without joints, weights are read and not used."
        fix "Add the skin, or drop the weights.";
    SLM039 Error "Every influence names a joint of the skin"
        why "Viewers use the last joint instead, or joint 109, depending on whether the CPU or the GPU moves the vertex."
        fix "Correct the number of the joint; it counts from 0.";
    SLM040 Error "Weights are as many as vertices"
        why "The public page demands it. The viewer says that the count does not match, and keeps what it has."
        fix "Write influences for each vertex.";
    SLM041 Warning "Every vertex has an influence"
        why "The viewer attaches a vertex without influences to the first joint."
        fix "Assign the nearest joint.";
    SLM042 Note "The weights of a vertex add up to 1, and none is 0"
        why "Viewers raise weights to 0.001 and divide by their sum, so a weight of 0 is not nothing."
        fix "Drop influences of 0, and divide the others by their sum.";
    SLM043 Note "A face has no Tangent"
        why "The viewer's code for tangents is not compiled; they only add size."
        fix "Drop the key.";
    SLM044 Error "A skin has at most 110 joints"
        why "With more the uploader leaves out the skin (LL_MAX_JOINTS_PER_MESH_OBJECT)."
        fix "Drop joints without influence, or split the mesh.";
    SLM045 Warning "Every joint is one of the avatar's skeleton"
        why "The viewer takes the hip, mPelvis, for a joint that it does not know; the uploader leaves out the skin."
        fix "Rename the joint after the bone, collision volume or attachment point that it stands for.";
    SLM046 Error "There is an inverse bind matrix for each joint"
        why "Otherwise the viewer drops all joints."
        fix "Write as many matrices as names.";
    SLM047 Warning "Alternative bind matrices are as many as joints, and come with a pelvis_offset"
        why "Otherwise the viewer does not move the joints. The uploader writes both or none."
        fix "Write a matrix for each joint and the offset, 0 if there is none, or drop both.";
    SLM048 Error "Matrices have sixteen numbers, all finite"
        why "The viewer takes missing numbers for 0, which makes the mesh collapse."
        fix "Write the whole matrix.";
    SLM049 Error "HullList and Positions are both present, and agree on the number of points"
        why "One without the other is ignored. If the counts are too large, the viewer reads past the end of the points."
        fix "Write for each hull the number of its points, 0 for 256.";
    SLM050 Warning "Each hull has four different points"
        why "A hull with fewer points has no volume; the simulator rejects or replaces it."
        fix "Add a point outside of the plane of the others, or drop the hull.";
    SLM051 Warning "A hull has at most 256 points"
        why "The uploader warns of a physics shape with more."
        fix "Simplify the hull.";
    SLM052 Note "Hulls have Min and Max"
        why "Without them readers take the unit cube."
        fix "Write both.";
    SLM053 Warning "material_list has a name for each face of high_lod"
        why "The viewer pairs materials and faces by their order when it loads a saved upload."
        fix "Name each face once.";
    SLM054 Note "The header entry of a block has a valid offset and size"
        why "The public page demands an offset and a size. Readers take a block for absent whose entry lacks them, is of size 0, or leads out of the file."
        fix "Add the block, or drop its entry.";
    SLM055 Warning "An instance refers to a mesh of the saved upload"
        why "The viewer decides what it shows instead, if anything."
        fix "Give mesh_id the number of a mesh of the container, from 0.";
}
