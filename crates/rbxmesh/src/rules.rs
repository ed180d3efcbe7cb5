//! The rules that [`validate`](crate::validate) checks.

crate::common::rules::rules! {
    RBM001 Error "Every vertex index of a face exists"
        broken "A vertex index of a face does not exist"
        why "A program that does not check the index reads beyond its list of vertices."
        fix "Remove the face, or export the mesh again.";
    RBM002 Error "LOD offsets lie within the faces"
        broken "A LOD offset lies outside of the faces"
        why "A level beyond the last face cannot be drawn, so all faces become one level."
        fix "End the table with the number of faces.";
    RBM003 Error "The parents of a bone exist"
        broken "The parent of a bone does not exist"
        why "A skeleton with a missing parent cannot be posed."
        fix "Use the index of a bone of this mesh, or 65535 for none.";
    RBM004 Error "No bone is its own ancestor"
        broken "A bone is its own ancestor"
        why "A program that follows the parents up to the root never gets there."
        fix "Give one bone of the cycle another parent, or none.";
    RBM005 Error "The name of a bone starts inside the name table"
        broken "The name of a bone starts outside of the name table"
        why "Bones are matched by name, and this one has none."
        fix "Set the offset to the first byte of the name.";
    RBM006 Error "A subset lies within the vertices and faces"
        broken "A subset reaches beyond the vertices or faces"
        why "Its palette would apply to vertices that do not exist."
        fix "Shrink the subset to the vertices and faces of the mesh.";
    RBM007 Error "A subset uses at most 26 bones"
        broken "A subset uses more than 26 bones"
        why "The record has room for 26, and so have the programs that draw it."
        fix "Split the subset.";
    RBM008 Error "Every bone in the palette of a subset exists"
        broken "A bone in the palette of a subset does not exist"
        why "Vertices bound to a missing bone do not move."
        fix "Use the index of a bone of this mesh, or shorten the palette.";
    RBM009 Error "There is one envelope per vertex"
        broken "There are more or fewer envelopes than vertices"
        why "An envelope belongs to the vertex with the same position in the list."
        fix "Add the missing envelopes, or remove all of them.";
    RBM010 Error "An envelope uses entries of its subset's palette"
        broken "An envelope uses an entry that its subset's palette does not have"
        why "The weight has no effect, and the vertex moves too little."
        fix "Use an entry that exists, or set the weight to 0.";
    RBM011 Error "The controls of a corrective exist"
        broken "A control of a corrective does not exist"
        why "The pose can never be activated."
        fix "Refer to controls by their position in the list.";
    RBM012 Warning "The weights of a vertex add up to 255"
        broken "The weights of a vertex do not add up to 255"
        why "With a smaller sum the vertex lags behind its bones, with a larger one it moves too far."
        fix "Scale the weights, and add the rounding error to the largest.";
    RBM013 Warning "LOD offsets start at 0, ascend, and end with the number of faces"
        broken "LOD offsets do not start at 0, decrease, or do not end with the number of faces"
        why "Faces outside all levels are never drawn, and the table ends where it stops ascending."
        fix "Store the first face of each level, and then the number of faces.";
    RBM014 Note "A table of LOD offsets describes levels or is empty"
        broken "A table of LOD offsets describes no levels"
        why "This one describes none, so all faces are one level; Roblox writes an empty table or 0, 0 for that."
        fix "Leave the table empty.";
    RBM015 Warning "Numbers are finite"
        broken "A number is infinite or not a number"
        why "A NaN spreads to bounds, physics and everything else that is computed from it."
        fix "Export the mesh again, or convert it to GLB, which has no such numbers.";
    RBM016 Warning "Normals have length 1"
        broken "The length of a normal is not 1"
        why "Lighting is computed from them, and comes out too bright or too dark."
        fix "Scale the normal to a length of 1.";
    RBM017 Note "A tangent has length 1 and is perpendicular to the normal"
        broken "A tangent has another length than 1, or is not perpendicular to the normal"
        why "Normal maps are lit incorrectly."
        fix "Recompute it from the texture coordinates.";
    RBM018 Warning "The vertices of a face are distinct"
        broken "A face has the same vertex twice"
        why "The face has no area: it costs time, shows nothing and has no normal."
        fix "Remove the face, or export the mesh again.";
    RBM019 Warning "Header and record sizes are those of the version"
        broken "A header or record size is not that of the version"
        why "Readers that check the sizes refuse the file."
        fix "Set `sizes` and `surplus` to their defaults; vertices of 36 bytes are allowed.";
    RBM020 Note "The unused byte of the header is 0"
        broken "The unused byte of the header is not 0"
        why "Some readers treat it as the upper half of the number before it."
        fix "Set `unused` to 0.";
    RBM021 Note "The third texture coordinate is 0"
        broken "The third texture coordinate is not 0"
        why "Nothing uses it."
        fix "Clear `texture_w`.";
    RBM022 Error "The transforms have a row per face bone and a column per pose"
        broken "The transforms lack a row for a face bone or a column for a pose"
        why "Otherwise it is not known which bone and pose a number belongs to."
        fix "Add the missing rows and columns.";
    RBM023 Warning "The numbers of a matrix are finite, and its range ascends"
        broken "A number of a matrix is not finite, or its range does not ascend"
        why "All numbers of the matrix become NaN, or are reversed."
        fix "Quantise the numbers again.";
    RBM024 Note "A face bone is a bone of the mesh"
        broken "A face bone is not a bone of the mesh"
        why "Its transforms move nothing."
        fix "None is needed; exporters leave such bones out.";
    RBM025 Warning "Facial animation is in a known format"
        broken "Facial animation is in an unknown format"
        why "The data is kept as it is, and no program can use it."
        fix "Export it again.";
    RBM026 Note "Chunks are known and have no surplus"
        broken "A chunk is unknown or has a surplus"
        why "Content that is not understood is kept as it is."
        fix "None is needed if the file comes from a newer program.";
    RBM027 Warning "Nothing follows the last part"
        broken "There are bytes after the last part"
        why "The bytes belong to no part, or to one that is broken."
        fix "Clear `trailing`.";
    RBM028 Warning "The version is known"
        broken "The version is unknown"
        why "Programs refuse the file."
        fix "Set the known version that has the same structure.";
    RBM029 Note "A skeleton has one root"
        broken "A skeleton has several roots"
        why "Programs that look for the root use the first one they find."
        fix "Make one bone the ancestor of all others.";
    RBM030 Warning "Subsets are contiguous, cover all vertices, and their faces use their own vertices"
        broken "Subsets have gaps, miss vertices, or have faces that use vertices of others"
        why "A vertex outside all subsets follows no bone, and one in two subsets uses the palette of the first."
        fix "Start each subset where the previous one ends.";
    RBM031 Warning "Each bone has its own name, in the order of the bones"
        broken "A bone shares its name, or names are not in the order of the bones"
        why "Bones are matched by name."
        fix "Store one name per bone, and point each bone to its own.";
    RBM032 Warning "There are faces"
        broken "There are no faces"
        why "There is nothing to draw."
        fix "Add geometry.";
    RBM033 Note "The number of high quality levels is at most the number of levels"
        broken "There are more high quality levels than levels"
        why "The excess has no meaning."
        fix "Lower `n_high_quality_lods`.";
    RBM034 Warning "The geometry is decoded"
        broken "The geometry is not decoded"
        why "Vertices and faces are available as raw bytes only."
        fix "Export the mesh with plain geometry, or as a sequential Draco stream of version 2.2.";
}
