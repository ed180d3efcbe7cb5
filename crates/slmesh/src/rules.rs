//! The rules for mesh assets: the checks that the viewer and the simulator make when a model is uploaded, and every
//! requirement of the public page «Mesh/Mesh Asset Format».

crate::common::rules::rules! {
    SLM001 Warning "The header ends within the first 4,096 bytes"
        broken "The header is longer than 4,096 bytes"
        why "The viewer fetches that much of an asset, and expects the whole header in it."
        fix "Shorten or drop keys that the format does not document, and names of materials.";
    SLM002 Error "The version is at most 999"
        broken "The version is above 999"
        why "The viewer treats an asset of a later version as not found. The simulator reports MAV_UNKNOWN_VERSION."
        fix "Drop the key; the simulator sets it.";
    SLM003 Note "Version, creator and date are all present or all absent"
        broken "Of version, creator and date, some are present and some absent"
        why "The simulator sets all three when a model is uploaded. No program checks them."
        fix "Download the asset again, or remove all three.";
    SLM004 Error "The header has no key \"404\""
        broken "The header has the key \"404\""
        why "Clients use this key to mark an asset as not available, and show nothing."
        fix "Fetch the asset again.";
    SLM005 Error "At least one level of detail can be read"
        broken "No level of detail can be read"
        why "The viewer rejects an asset if no level of detail has a size above zero."
        fix "Fetch or export the mesh again: there is nothing to show without a level.";
    SLM006 Error "high_lod is present"
        broken "high_lod is missing"
        why "The public page and upload services (MAV_BLOCK_MISSING) require it. Viewers show the nearest other level instead."
        fix "Add the block; it may be a copy of a lower level.";
    SLM007 Note "A lower level of detail is present only with the one above it"
        broken "A lower level of detail is present without the one above it"
        why "The public page requires it. Viewers show the nearest level instead of a missing one."
        fix "Add the missing level; it may be a copy of a neighbouring one.";
    SLM008 Note "All four levels of detail are present"
        broken "A level of detail is missing"
        why "The uploader always writes four. The viewer shows a cost of 0 for an asset without lowest_lod; the simulator does not."
        fix "Add the missing levels; they may be copies.";
    SLM009 Error "physics_convex is present, with BoundingVerts"
        broken "physics_convex or its BoundingVerts is missing"
        why "The public page and upload services (MAV_BLOCK_MISSING) require it. OpenSim rejects an upload without it."
        fix "Add a hull of at most 256 points around the whole mesh. Parts of a model that was split carry undef instead.";
    SLM010 Error "Every block can be read"
        broken "A block cannot be read"
        why "A block that cannot be read is not shown, or is treated as absent."
        fix "Replace or drop the block; the warnings from reading the file say what is wrong with it.";
    SLM011 Warning "The hash of a block is the MD5 of its bytes"
        broken "The hash of a block is not the MD5 of its bytes"
        why "The simulator uses the hash to detect damaged assets."
        fix "Write the file with hashes recomputed, or dropped.";
    SLM012 Note "Each physics entry of an uploaded asset has a hash"
        broken "A physics entry of an uploaded asset has no hash"
        why "The public page requires it. The simulator sets it; viewers ignore it."
        fix "Before an upload, do nothing.";
    SLM013 Note "physics_mesh is absent where there is a convex decomposition"
        broken "physics_mesh is present in addition to a convex decomposition"
        why "The public page requires it, because the triangles are not used then. Saved uploads keep both."
        fix "Drop physics_mesh, or HullList and Positions.";
    SLM014 Note "The triangles of the physics shape are called physics_mesh"
        broken "The triangles of the physics shape are called physics_shape"
        why "physics_shape is the old name. Of the current programs, only OpenSim and node-metaverse read it."
        fix "Move the block to physics_mesh.";
    SLM015 Warning "No line of text precedes LLSD"
        broken "A line of text precedes LLSD"
        why "Viewers remove too few bytes of the old line <? LLSD/Binary ?>, and then cannot read what follows."
        fix "Drop the line: clear the field `line`.";
    SLM016 Note "Every byte of the file and of its blocks is used"
        broken "There are bytes that nothing uses"
        why "Readers skip gaps, trailing bytes and bytes after a value. They make the file larger, and may contain remains of a capture or an edit."
        fix "Clear the field `trailing`, gaps in `body`, and `surplus` of blocks.";
    SLM017 Error "A level of detail has one to eight faces"
        broken "A level of detail has no faces, or more than eight"
        why "The uploader moves faces beyond eight (MAX_MODEL_FACES) to further assets. Viewers cannot decode a block without faces."
        fix "Split the model, with submodel_id from 1 up in the further parts.";
    SLM018 Error "A lower level of detail has no more faces than high_lod"
        broken "A lower level of detail has more faces than high_lod"
        why "The uploader rejects it: «different number of textureable faces»."
        fix "Use only materials of the high level in lower ones.";
    SLM019 Note "All levels of detail have the same number of faces"
        broken "Levels of detail have different numbers of faces"
        why "The public page requires it. A material without geometry is a face with NoGeometry."
        fix "Add faces with NoGeometry for the missing materials.";
    SLM020 Note "A lower level of detail has fewer triangles"
        broken "A lower level of detail has as many triangles as the one above it, or more"
        why "The public page requires it. No program checks it, and copies of a level can be uploaded."
        fix "Simplify the lower level further.";
    SLM021 Warning "A lower level of detail has no more vertices than the one above it"
        broken "A lower level of detail has more vertices than the one above it"
        why "The uploader warns about too many vertices in a level of detail."
        fix "Simplify the lower level, or swap the two.";
    SLM022 Note "NoGeometry is true, and the only key of its face"
        broken "NoGeometry is not true, or not the only key of its face"
        why "The public page requires both. The viewer only checks whether the key is present; libopenmetaverse requires true. Other keys are ignored."
        fix "Drop NoGeometry or the other keys.";
    SLM023 Error "A face has Position and TriangleList, both not empty"
        broken "A face lacks Position or TriangleList, or has an empty one"
        why "The uploader writes NoGeometry instead; OpenSim rejects an upload without the keys."
        fix "Add vertices and triangles, or NoGeometry.";
    SLM024 Error "Every index names a vertex"
        broken "An index names no vertex"
        why "The uploader rejects it. The viewer does not check a downloaded asset, and may crash."
        fix "Drop the triangle or correct its indices; they count from 0.";
    SLM025 Note "Every vertex is used by a triangle"
        broken "A vertex is used by no triangle"
        why "The public page requires it. No program checks it, but an unused vertex makes the file larger."
        fix "Drop the vertices that no triangle uses.";
    SLM026 Note "The corners of a triangle are three different vertices"
        broken "Two corners of a triangle are the same vertex"
        why "The public page requires it. No program checks it in levels of detail; such a triangle is invisible."
        fix "Drop the triangle.";
    SLM027 Error "No triangle of the physics shape is degenerate"
        broken "A triangle of the physics shape is degenerate"
        why "The uploader and the simulator (MAV_FOUND_DEGENERATE_TRIANGLES) reject it."
        fix "Merge the vertices of thin triangles, or analyse the shape into hulls.";
    SLM028 Error "A face has a PositionDomain"
        broken "A face has no PositionDomain"
        why "Without one, the viewer puts all vertices at one point. The public page and OpenSim assume -0.5 to 0.5."
        fix "Write the domain, even if it is the unit cube.";
    SLM029 Note "A PositionDomain lies within -0.501 to 0.501"
        broken "A PositionDomain reaches beyond -0.501 to 0.501"
        why "The public page requires it. No program checks it, but sizes and collisions become wrong."
        fix "Fit the mesh into the unit cube, and put its size into the object's scale.";
    SLM030 Error "Domains are finite, and their Min is not above their Max"
        broken "A domain is not finite, or its Min is above its Max"
        why "Every vertex is computed from the domain of its face."
        fix "Write the minimum and maximum coordinates.";
    SLM031 Error "TexCoord0 has a TexCoord0Domain"
        broken "TexCoord0 has no TexCoord0Domain"
        why "The public page requires it. Without one, the viewer puts all texture coordinates at one point."
        fix "Write the domain, even if it is 0 to 1.";
    SLM032 Error "There are as many normals and texture coordinates as vertices"
        broken "There are more or fewer normals or texture coordinates than vertices"
        why "The public page requires it. The viewer reads past the end of shorter arrays."
        fix "Write one for each vertex, or drop the key.";
    SLM033 Error "A face has fewer than 65,535 vertices"
        broken "A face has 65,535 vertices or more"
        why "Indices have 16 bits, and the uploader splits faces before they reach this size."
        fix "Split the face by another material, or simplify it.";
    SLM034 Note "A face has at most 21,844 triangles"
        broken "A face has more than 21,844 triangles"
        why "Older viewers support at most 65,532 indices in a face, and exporters still use this limit."
        fix "Split the face by another material, or simplify it.";
    SLM035 Error "Arrays consist of whole elements"
        broken "A list ends in the middle of an entry"
        why "The viewer ignores the incomplete element; the encoder probably miscounted."
        fix "Export the mesh again: the last entry is not complete.";
    SLM036 Note "Values are stored in the form that the viewer writes"
        broken "A value is stored in another form than the viewer writes"
        why "Readers convert whole numbers, short matrices and texts, but not all in the same way."
        fix "Remove the key from `other`; the field has the value.";
    SLM037 Note "A face has Weights if there is a skin"
        broken "A face has no Weights, but there is a skin"
        why "The public page requires it. A viewer shows such a face without skinning."
        fix "Add weights, or drop the skin.";
    SLM038 Warning "There is a skin if a face has Weights"
        broken "A face has Weights, but there is no skin"
        why "Without joints, weights have no effect."
        fix "Add the skin, or drop the weights.";
    SLM039 Error "Every influence names a joint of the skin"
        broken "An influence names no joint of the skin"
        why "Viewers use the last joint instead, or joint 109, depending on whether the CPU or the GPU moves the vertex."
        fix "Correct the number of the joint; it counts from 0.";
    SLM040 Error "Weights has an entry for each vertex"
        broken "Weights has more or fewer entries than there are vertices"
        why "The public page requires it. The viewer warns that the count does not match, and uses what it has read."
        fix "Write influences for each vertex.";
    SLM041 Warning "Every vertex has an influence"
        broken "A vertex has no influence"
        why "The viewer attaches a vertex without influences to the first joint."
        fix "Assign the nearest joint.";
    SLM042 Note "The weights of a vertex add up to 1, and none is 0"
        broken "The weights of a vertex do not add up to 1, or one is 0"
        why "Viewers raise weights to 0.001 and divide by their sum, so a weight of 0 still has an effect."
        fix "Drop influences of 0, and divide the others by their sum.";
    SLM043 Note "A face has no Tangent"
        broken "A face has Tangent"
        why "The viewer's code for tangents is not compiled; they only add size."
        fix "Drop the key.";
    SLM044 Error "A skin has at most 110 joints"
        broken "A skin has more than 110 joints"
        why "With more, the uploader omits the skin (LL_MAX_JOINTS_PER_MESH_OBJECT)."
        fix "Drop joints without influence, or split the mesh.";
    SLM045 Warning "Every joint is part of the avatar's skeleton"
        broken "A joint is not part of the avatar's skeleton"
        why "The viewer replaces an unknown joint by the hip, mPelvis; the uploader omits the skin."
        fix "Give the joint the name of its bone, collision volume or attachment point.";
    SLM046 Error "There is an inverse bind matrix for each joint"
        broken "There are more or fewer inverse bind matrices than joints"
        why "Otherwise the viewer drops all joints."
        fix "Write as many matrices as names.";
    SLM047 Warning "There are as many alternative bind matrices as joints, and a pelvis_offset"
        broken "There are more or fewer alternative bind matrices than joints, or no pelvis_offset"
        why "Otherwise the viewer does not move the joints. The uploader writes both or none."
        fix "Write a matrix for each joint and the offset, 0 if there is none, or drop both.";
    SLM048 Error "Matrices have sixteen numbers, all finite"
        broken "A matrix does not have sixteen finite numbers"
        why "The viewer reads missing numbers as 0, which makes the mesh collapse."
        fix "Write the whole matrix.";
    SLM049 Error "HullList and Positions are both present, and agree on the number of points"
        broken "HullList or Positions is missing, or they disagree on the number of points"
        why "One without the other is ignored. If the counts are too large, the viewer reads past the end of the points."
        fix "Write for each hull the number of its points, 0 for 256.";
    SLM050 Warning "Each hull has four different points"
        broken "A hull has fewer than four different points"
        why "A hull with fewer points has no volume; the simulator rejects or replaces it."
        fix "Add a point outside of the plane of the others, or drop the hull.";
    SLM051 Warning "A hull has at most 256 points"
        broken "A hull has more than 256 points"
        why "The uploader warns about a physics shape with more."
        fix "Simplify the hull.";
    SLM052 Note "Hulls have Min and Max"
        broken "Hulls have no Min or Max"
        why "Without them, readers assume the unit cube."
        fix "Write both.";
    SLM053 Warning "material_list has a name for each face of high_lod"
        broken "material_list lacks a name for a face of high_lod, or has too many"
        why "The viewer matches materials and faces by their order when it loads a saved upload."
        fix "Name each face once.";
    SLM054 Note "The header entry of a block has a valid offset and size"
        broken "The header entry of a block has no valid offset and size"
        why "The public page requires an offset and a size. Readers treat a block as absent if one of them is missing, if the size is 0, or if they lead out of the file."
        fix "Add the block, or drop its entry.";
    SLM055 Warning "An instance refers to a mesh of the saved upload"
        broken "An instance refers to no mesh of the saved upload"
        why "What viewers show instead, if anything, is not documented."
        fix "Give mesh_id the number of a mesh of the container, from 0.";
    SLM056 Error "Values of a block are inside of at most 95 arrays and maps"
        broken "Values of a block are inside of more than 95 arrays and maps"
        why "The viewer rejects a block with deeper nesting, as if it were damaged."
        fix "Drop the key; no documented one is nested so deep.";
    SLM057 Warning "An object with this size is possible: 0.01 to 64 m along each axis"
        broken "An object with this size is not possible"
        why "Objects of Second Life are no smaller and no larger, so that the model would be stretched to fit."
        fix "Scale the model before it is exported; a unit of glTF is a metre.";
}
