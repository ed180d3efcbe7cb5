//! What a sound mesh keeps to.

crate::mould::rules::rules! {
    RBM001 Error "A face names vertices that are there"
        why "A program that trusts the number reads beyond its list of vertices"
        fix "Remove the face; `Mesh::sanitize` does";
    RBM002 Error "An LOD offset lies within the faces"
        why "A level that reaches beyond the faces cannot be drawn, and all levels become one"
        fix "End the table with the number of faces";
    RBM003 Error "The parents of a bone are bones"
        why "A skeleton with a missing parent cannot be posed"
        fix "Let it name a bone of the mesh, or 65535 for none";
    RBM004 Error "No bone is among its own ancestors"
        why "A program that walks up to the root never gets there"
        fix "Give one bone of the cycle another parent, or none";
    RBM005 Error "The name of a bone starts inside the table of names"
        why "Bones are matched by their names, and this one has none"
        fix "Point to the first byte of its name";
    RBM006 Error "A subset lies within the vertices and faces"
        why "Its palette would be used for vertices that are not there"
        fix "Cut the subset to the vertices and faces that are there";
    RBM007 Error "A subset has at most 26 bones"
        why "The record has room for 26, and so have the programs that draw it"
        fix "Split the subset";
    RBM008 Error "The palette of a subset names bones that are there"
        why "What is bound to the entry follows no bone"
        fix "Name a bone of the mesh, or shorten the palette";
    RBM009 Error "There is one envelope a vertex"
        why "Which vertex an envelope belongs to is only known by counting"
        fix "Add the missing envelopes, or remove all";
    RBM010 Error "An envelope names an entry of its subset's palette"
        why "The weight goes to no bone, and the vertex stays behind"
        fix "Name an entry that is in use, or make the weight 0";
    RBM011 Error "A corrective names controls that are there"
        why "The pose can never be reached"
        fix "Name controls by their place in the list";
    RBM012 Warning "The weights of a vertex are 255 together"
        why "With less the vertex hangs back, with more it moves too far"
        fix "Scale the weights, and give the rest to the largest";
    RBM013 Warning "LOD offsets begin with 0, ascend, and end with the number of faces"
        why "Faces outside of every level are never drawn, and what descends ends the table"
        fix "Write where each level begins, and the number of faces";
    RBM014 Note "A table of LOD offsets has levels or is empty"
        why "This one says nothing, and all faces are one level; programs write [0, 0] for that"
        fix "Leave the table empty";
    RBM015 Warning "Numbers are finite"
        why "A NaN spreads to bounds, physics and whatever is computed from them"
        fix "Remove the vertex; `Mesh::sanitize` does";
    RBM016 Warning "A normal has length 1"
        why "Light is computed from it, and comes out too bright or too dark"
        fix "Divide it by its length";
    RBM017 Note "A tangent has length 1 and is perpendicular to the normal"
        why "Normal maps are lit from the wrong side"
        fix "Compute it anew from the texture coordinates";
    RBM018 Warning "The vertices of a face differ"
        why "It has no area: it costs time, shows nothing, and has no normal"
        fix "Remove the face; `Mesh::sanitize` does";
    RBM019 Warning "The header names the sizes of its version"
        why "Readers that compare the sizes refuse the file"
        fix "Set `sizes` and `surplus` to their defaults, but for vertices of 36 bytes";
    RBM020 Note "The unused byte of the header is 0"
        why "Some readers take it for the upper half of the number before it"
        fix "Set `unused` to 0";
    RBM021 Note "The third texture coordinate is 0"
        why "Nothing uses it"
        fix "Clear `texture_w`";
    RBM022 Error "The transforms have a row for each face bone and a column for each pose"
        why "A number could not be told to belong to a bone and a pose"
        fix "Add the missing rows and columns";
    RBM023 Warning "A quantised matrix has a finite range that ascends"
        why "All of its numbers become NaN, or are turned round"
        fix "Quantise the numbers anew";
    RBM024 Note "A face bone is a bone of the mesh"
        why "Its transforms move nothing"
        fix "Nothing needs to be done; programs leave such bones out";
    RBM025 Warning "Facial animation is in the format that is known"
        why "It was kept as it is, and nobody can use it"
        fix "Export it anew";
    RBM026 Note "Chunks are known, and hold what they are known for"
        why "What is in it, or behind its content, was kept as it is"
        fix "Nothing needs to be done if it comes from a newer program";
    RBM027 Warning "Nothing follows the last part"
        why "The bytes belong to nothing, or to a part that is broken"
        fix "Clear `trailing`";
    RBM028 Warning "The version is one that is known"
        why "Programs refuse it"
        fix "Name the version that the file is built like";
    RBM029 Note "A skeleton has one root"
        why "Programs that look for the root find the first"
        fix "Hang all bones on one";
    RBM030 Warning "Subsets follow each other and cover all vertices, and their faces use their own vertices"
        why "A vertex outside of every subset follows no bone, and one of two subsets is posed by the first"
        fix "Let each subset begin where the one before ends";
    RBM031 Warning "Each bone has a name of its own, in the order of the bones"
        why "Bones are matched by their names"
        fix "Write one name a bone, and let each bone point to its own";
    RBM032 Warning "There are faces"
        why "There is nothing to see"
        fix "Add geometry";
    RBM033 Note "No more levels are of high quality than there are"
        why "The number means nothing"
        fix "Lower `n_high_quality_lods`";
    RBM034 Warning "The geometry is decoded"
        why "Vertices and faces are kept as bytes, and nothing that asks for them gets any"
        fix "Export the mesh with plain geometry, or as a sequential Draco stream of version 2.2";
}
