//! The rules that [`validate`](crate::validate) checks. Ids start with M3D. Rules with ids from 101 belong to
//! one program each, and are in a module with the name of that program.

crate::common::rules::rules! {
    M3D001 Error "The string table has four titles, and its last string is terminated"
        broken "The string table lacks titles, or its last string is not terminated"
        why "Programs read each string up to its zero byte, and past the end of the table if there is none."
        fix "Write all four titles, even empty ones, and end each string with a zero byte.";
    M3D002 Error "The file ends with its end mark"
        broken "The file does not end with its end mark"
        why "The reference library refuses a file without it, and m3dconv refuses a file with data after it."
        fix "End the file with OMD3, and move other data into a chunk of their own.";
    M3D003 Error "Chunks consist of whole records"
        broken "A chunk does not consist of whole records"
        why "Programs skip the remaining bytes, or reject the whole chunk."
        fix "Remove the bytes, or complete the record.";
    M3D004 Error "Header, colour map, texture map, vertices, skeleton and voxel types occur once"
        broken "A chunk that may occur once occurs again"
        why "Readers skip all but the first."
        fix "Merge them into one chunk.";
    M3D005 Warning "Chunks come after the chunks that they refer to"
        broken "A chunk comes before one that it refers to"
        why "The reference library reads in one pass: bones need vertices, voxels need their types, and everything needs its colours."
        fix "Order the chunks CMAP TMAP VRTS BONE MTRL PROC MESH VOXT VOXD SHPE LBLS ACTN ASET.";
    M3D006 Error "Chunks of a known kind can be decoded"
        broken "A chunk of a known kind cannot be decoded"
        why "This one cannot be decoded, so every program loses it."
        fix "Write the chunk again.";
    M3D007 Warning "Reserved bits are 0"
        broken "A reserved bit is not 0"
        why "A later version may give them a meaning."
        fix "Clear them.";
    M3D008 Warning "The scale is positive and finite, or 0 if unknown"
        broken "The scale is neither positive and finite, nor 0"
        why "Programs multiply by it."
        fix "Set it to the length of one unit in metres.";
    M3D009 Warning "A colour map exists if, and only if, colours are indices"
        broken "There is a colour map without colour indices, or the reverse"
        why "Without a map, colour indices have no colour; with inline colours, the map is never used."
        fix "Add the map, or remove it.";
    M3D010 Error "String offsets lie inside the string table"
        broken "A string offset lies outside of the string table"
        why "The reference library reads arbitrary memory there."
        fix "Use the offset of a string, or 0 for none.";
    M3D011 Error "Colour indices are in range"
        broken "A colour index is out of range"
        why "The reference library reads arbitrary memory there."
        fix "Add the colour, or use another index.";
    M3D012 Error "Vertex indices are in range"
        broken "A vertex index is out of range"
        why "The reference library does not check them, and fails when it generates normals."
        fix "Add the vertex, or remove the reference.";
    M3D013 Error "Texture coordinate indices are in range"
        broken "A texture coordinate index is out of range"
        why "Programs read past the end of the texture map."
        fix "Add the coordinates, or remove the reference.";
    M3D014 Error "Bone indices are in range"
        broken "A bone index is out of range"
        why "Programs read past the end of the skeleton."
        fix "Add the bone, or refer to none.";
    M3D015 Error "Skin indices are in range"
        broken "A skin index is out of range"
        why "Programs read past the end of the skins."
        fix "Add the skin, or refer to none.";
    M3D016 Error "Shape indices are in range"
        broken "A shape index is out of range"
        why "Programs read past the end of the shapes."
        fix "Add the shape, or remove the command that includes it.";
    M3D017 Error "Voxel type indices are in range"
        broken "A voxel type index is out of range"
        why "Programs omit such voxels, or read past the end of the types."
        fix "Add the type, or use -1 for unset and -2 for empty.";
    M3D018 Error "Bones do not form a cycle"
        broken "Bones form a cycle"
        why "Programs that follow the parents loop forever."
        fix "Remove the parent of one bone in the cycle.";
    M3D019 Warning "Bones come after their parents"
        broken "A bone comes before its parent"
        why "Programs place bones in one pass."
        fix "Sort the bones; the canonical form does so.";
    M3D020 Note "The weights of a skin add up to 255"
        broken "The weights of a skin do not add up to 255"
        why "The format recommends it. Programs divide by the sum, so the effect is small; the reference writer itself is off by a few."
        fix "Round the weights so that they add up to 255, as the canonical form does.";
    M3D021 Warning "Skins have at least one weight that is not 0"
        broken "All weights of a skin are 0"
        why "A vertex that no bone moves stays behind when the model moves, or the program divides by a sum of 0."
        fix "Give the skin a bone, or remove the skin from the vertex.";
    M3D022 Warning "Orientations are vertices with skin -2, and no other vertex has it"
        broken "An orientation has another skin than -2, or a point has it"
        why "Programs use this to tell orientations from points when they scale a model or draw its points."
        fix "Set the skin of an orientation to -2, and that of a point to another value.";
    M3D023 Warning "Material names are unique"
        broken "Two materials have the same name"
        why "Readers ignore all but the first material of a name."
        fix "Rename one of them.";
    M3D024 Note "Materials that are used are defined"
        broken "A material that is used is not defined"
        why "The material may be in a library, which the program has to find."
        fix "Copy it from the library with `Model::with_materials_of`.";
    M3D025 Warning "A material has each property once"
        broken "A material has a property twice"
        why "The format requires it, and does not say which of two values applies."
        fix "Remove one of them.";
    M3D026 Note "Material properties are defined by the format"
        broken "A material property is not defined by the format"
        why "The meaning of other properties is not specified."
        fix "Use a known property, or a chunk of your application.";
    M3D027 Warning "Names have no space, slash, backslash or control character"
        broken "A name has a space, slash, backslash or control character"
        why "The format forbids them, and writers replace them with underscores, which changes the name."
        fix "Use underscores.";
    M3D028 Note "Names consist of Latin letters, digits and underscores"
        broken "A name has other characters than Latin letters, digits and underscores"
        why "The format recommends this for programs that use names in file names."
        fix "Use only those characters.";
    M3D029 Warning "Name, licence and author are one line without control characters"
        broken "Name, licence or author has several lines or control characters"
        why "Programs show each of them in one line."
        fix "Move longer text into the description.";
    M3D030 Note "The description has no empty line and no carriage return"
        broken "The description has an empty line or a carriage return"
        why "The format recommends lines that end in a line feed alone."
        fix "Remove them.";
    M3D031 Note "A description of keywords names its generator"
        broken "A description of keywords does not name its generator"
        why "The format requires GENERATOR=name-version in every schema."
        fix "Add the line.";
    M3D032 Warning "The preview is a PNG file"
        broken "The preview is not a PNG file"
        why "Thumbnailers read no other format."
        fix "Convert it to PNG.";
    M3D033 Note "The preview is at most 256 pixels wide and high"
        broken "The preview is wider or higher than 256 pixels"
        why "The format recommends it."
        fix "Scale the image down.";
    M3D034 Note "The preview takes at most 64 KiB"
        broken "The preview takes more than 64 KiB"
        why "The format recommends it: thumbnailers load the whole preview."
        fix "Use a palette.";
    M3D035 Warning "Coordinates are finite"
        broken "A coordinate is infinite or not a number"
        why "An infinite or NaN coordinate spreads to everything computed from it."
        fix "Correct the model in the program that made it.";
    M3D036 Note "Points lie in the cube from -1 to 1"
        broken "A point lies outside of the cube from -1 to 1"
        why "The format requires it; the size of a model belongs in the scale."
        fix "Write the canonical form, normalised.";
    M3D037 Note "The model fills its cube"
        broken "The model does not fill its cube"
        why "The format requires it, so that all models have the same size, whatever their source."
        fix "Write the canonical form, normalised.";
    M3D038 Note "The model stands on the ground"
        broken "The model does not stand on the ground"
        why "The format recommends that no point is below 0."
        fix "Move the model up.";
    M3D039 Note "Faces are sorted by material: faces without one first, then by falling opacity"
        broken "Faces are not sorted by material"
        why "Programs can then draw transparent faces over opaque ones without sorting."
        fix "Sort the faces; the canonical form does so.";
    M3D040 Note "The colour map is sorted by brightness"
        broken "The colour map is not sorted by brightness"
        why "The format requires it; readers do not rely on it."
        fix "Sort it; the canonical form does so.";
    M3D041 Error "Polygons are triangles"
        broken "A polygon is not a triangle"
        why "The format allows up to fifteen corners, but the reference library stops at the first polygon that is not a triangle, and loses everything after it."
        fix "Triangulate the polygon.";
    M3D042 Warning "The bit for a fourth field of corners is 0"
        broken "The bit for a fourth field of corners is set"
        why "It is reserved: a later version may add bytes for it."
        fix "Clear the bit.";
    M3D043 Error "The number of voxels in a block fits a signed 32-bit integer"
        broken "The number of voxels in a block exceeds a signed 32-bit integer"
        why "The reference library multiplies the dimensions without an overflow check, and writes past the end of its buffer."
        fix "Split the block.";
    M3D044 Note "The runs of a voxel block have as many voxels as its dimensions"
        broken "The runs of a voxel block do not have as many voxels as its dimensions"
        why "Missing voxels are unset, and surplus voxels are ignored."
        fix "Write the runs again.";
    M3D045 Warning "Voxel types and voxel blocks occur together"
        broken "There are voxel types without voxel blocks, or the reverse"
        why "Neither has a meaning alone."
        fix "Add the missing chunk.";
    M3D046 Warning "A voxel type has a colour or a name"
        broken "A voxel type has neither a colour nor a name"
        why "Without either it has no appearance."
        fix "Give it one of them.";
    M3D047 Warning "The uncertainties of a group add up to 255"
        broken "The uncertainties of a group do not add up to 255"
        why "They say how likely each block is, and exactly one block of a group exists."
        fix "Make the sum 255, over two or more blocks.";
    M3D048 Warning "Languages have the form en_US"
        broken "A language does not have the form en_US"
        why "Programs look them up in that form."
        fix "Write two small letters, an underscore and two capitals.";
    M3D049 Warning "Translations of a group label the same points"
        broken "The translations of a group label different points"
        why "The format requires it; otherwise one language lacks labels that another has."
        fix "Give each translation the same vertices.";
    M3D050 Warning "Actions have a skeleton, a frame and a duration"
        broken "An action lacks a skeleton, a frame or a duration"
        why "The reference library drops an action without frames, and divides by the duration."
        fix "Add what is missing.";
    M3D051 Warning "Frames are in order of time, and within the duration"
        broken "A frame is out of order, or after the end of the action"
        why "Programs stop at the first frame that is later than the current time."
        fix "Sort the frames.";
    M3D052 Warning "The command mesh is not used"
        broken "The command mesh is used"
        why "It has three conflicting descriptions, and the reference library fails when it writes one."
        fix "Keep meshes and shapes apart.";
    M3D053 Warning "Lists in shapes are not empty"
        broken "A list in a shape is empty"
        why "The reference library subtracts one from the length, and reads past the end of the chunk."
        fix "Remove the command.";
    M3D054 Note "There is a surface, a material or an action"
        broken "There is no surface, material or action"
        why "The format requires a surface. Programs also accept material libraries and files of actions."
        fix "Add a mesh, a shape, voxels or a script.";
    M3D055 Warning "Assets have a name and data"
        broken "An asset lacks a name or data"
        why "An asset without a name cannot be referred to, and readers ignore one without data."
        fix "Name it, or remove it.";
    M3D056 Warning "The preview comes first, before the header"
        broken "The preview comes after the header"
        why "Thumbnailers look for it only there, and do not unpack the file."
        fix "Move the image into the preview of the model.";
    M3D057 Note "Script names include their extension"
        broken "The name of a script lacks its extension"
        why "The format requires it: the extension says which interpreter runs the script."
        fix "Use a name such as surface.lua.";
    M3D058 Note "Names of textures inside the file have no extension"
        broken "The name of a texture inside the file has an extension"
        why "The format requires it; programs look textures up by the name that materials use."
        fix "Remove the extension, in the materials too.";
    M3D059 Note "Chunks of applications begin with a small letter"
        broken "A chunk of an application begins with a capital letter"
        why "The format reserves names in capitals for itself."
        fix "Use a name such as blnd.";
    M3D060 Note "Mesh records without corners are of kind 0 or 1"
        broken "A mesh record without corners is of another kind than 0 or 1"
        why "The format defines no others yet; the reference library reads all but 0 as parameters."
        fix "Use 1 for parameters.";
    M3D061 Note "Voxel shapes 18 to 31 are reserved"
        broken "A voxel shape is one of the reserved 18 to 31"
        why "A later version may give them a meaning."
        fix "Use 32 and above for your own shapes.";
    M3D062 Note "Voxel types that hold items have a name"
        broken "A voxel type that holds items has no name"
        why "The format allows items only in named voxels, such as a chest."
        fix "Name the type.";
    M3D063 Note "Illumination models are 0 to 10"
        broken "An illumination model is above 10"
        why "The format takes them from Wavefront files, which have only these."
        fix "Use one of them, or remove the property.";
    M3D064 Warning "Strings are valid UTF-8"
        broken "A string is not UTF-8"
        why "Programs show them as UTF-8."
        fix "Write them again in UTF-8.";
    M3D065 Note "The opacity of a material is the alpha of its diffuse colour"
        broken "The opacity of a material is not the alpha of its diffuse colour"
        why "The dissolve exists only for old files."
        fix "Move it into the alpha of Kd.";
    M3D066 Note "The preview has a palette"
        broken "The preview has no palette"
        why "The format recommends it, since it keeps the file small."
        fix "Convert the image to at most 256 colours.";
}

/// Rules about features that raylib's loader ignores or changes; [`validate_for`](crate::validate_for) checks them.
pub mod raylib {
    crate::common::rules::rules! {
        M3D101 Note "raylib shows these properties of materials"
            broken "raylib does not show a property of a material"
            why "It reads Kd, Ks, Ns, Ke, Pm, Pr and Ps, and the maps of Kd, Ks, Ke, Km, Ka and Pm."
            fix "Use those properties for everything that has to be visible.";
        M3D102 Note "raylib shows triangles and voxels"
            broken "raylib does not show a shape, label or script"
            why "It does not draw shapes, labels and scripts."
            fix "Convert shapes to triangles.";
        M3D103 Note "raylib moves a vertex by at most four bones"
            broken "raylib drops bones beyond the fourth of a vertex"
            why "Further bones are dropped, and the first four share their weight."
            fix "Keep the four bones with the largest weights.";
        M3D104 Note "raylib shows voxels as whole cubes"
            broken "raylib shows voxels as whole cubes that are not"
            why "It ignores their rotation, shape, items and material."
            fix "Convert them to triangles, or accept the difference.";
        M3D105 Note "raylib reads coordinates as floats"
            broken "raylib rounds coordinates, which are doubles"
            why "Doubles are rounded."
            fix "Store floats.";
        M3D106 Note "raylib uses the lower of two points"
            broken "raylib ignores the upper of two points"
            why "It ignores parameters between minimum and maximum vertices."
            fix "Store the intended points.";
    }
}
