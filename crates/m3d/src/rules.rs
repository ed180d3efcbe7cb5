//! What a sound file keeps to. Ids begin with M3D; those of a program's view from 101 are in a module of its name.

crate::mould::rules::rules! {
    M3D001 Error "The string table holds four titles, and its last string has an end"
        why "Programs read strings up to a zero byte, and beyond the table if there is none."
        fix "Write the four titles, empty ones too, and a zero byte after each string.";
    M3D002 Error "The file ends with its end mark"
        why "The reference library refuses a file without, and m3dconv one that goes on behind it."
        fix "End with OMD3, and keep other data in a chunk of their own.";
    M3D003 Error "Chunks consist of whole records"
        why "What is left over is skipped, or costs the chunk."
        fix "Drop the bytes, or complete the record.";
    M3D004 Error "Header, colour map, texture map, vertices, skeleton and voxel types come once"
        why "Readers skip all but the first."
        fix "Put both into one chunk.";
    M3D005 Warning "Chunks come after those that they refer to"
        why "The reference library reads in one pass: bones need vertices, voxels their types, everything its colours."
        fix "Order the chunks CMAP TMAP VRTS BONE MTRL PROC MESH VOXT VOXD SHPE LBLS ACTN ASET.";
    M3D006 Error "Chunks of a known kind can be read"
        why "This one cannot, and is lost to every program."
        fix "Write it anew.";
    M3D007 Warning "Reserved bits are 0"
        why "A later version may give them a meaning."
        fix "Clear them.";
    M3D008 Warning "The scale is positive and finite, or 0 if unknown"
        why "Programs multiply with it."
        fix "Set it to the metres that 1 stands for.";
    M3D009 Warning "There is a colour map exactly if colours are numbers of one"
        why "Without one, colours that are numbers are lost; with inline colours, it is never looked at."
        fix "Add the map, or drop it.";
    M3D010 Error "Strings lie in the string table"
        why "The reference library reads whatever is in memory there."
        fix "Point to a string, or to 0 for none.";
    M3D011 Error "Colours lie in the colour map"
        why "The reference library reads whatever is in memory there."
        fix "Add the colour, or name another.";
    M3D012 Error "Vertices are there"
        why "The reference library does not check, and breaks when it makes normals."
        fix "Add the vertex, or drop what names it.";
    M3D013 Error "Texture coordinates are there"
        why "Programs read beyond the texture map."
        fix "Add the pair, or drop what names it.";
    M3D014 Error "Bones are there"
        why "Programs read beyond the skeleton."
        fix "Add the bone, or name none.";
    M3D015 Error "Skins are there"
        why "Programs read beyond the skins."
        fix "Add the skin, or name none.";
    M3D016 Error "Shapes are there"
        why "Programs read beyond the shapes."
        fix "Add the shape, or drop what includes it.";
    M3D017 Error "Voxel types are there"
        why "Programs leave such voxels out, or read beyond the types."
        fix "Add the type, or use -1 for unset and -2 for empty.";
    M3D018 Error "No bone hangs from itself"
        why "Programs that follow the parents never end."
        fix "Give one bone of the cycle no parent.";
    M3D019 Warning "Bones come after their parents"
        why "Programs place bones in one pass."
        fix "Sort the bones; the canonical form has them sorted.";
    M3D020 Note "Weights of a skin add up to 255"
        why "The format asks for it. Programs divide by the sum, so that little is lost; the reference writer itself is off by a few."
        fix "Round so that the sum is 255, as the canonical form does.";
    M3D021 Warning "Skins have a weight"
        why "A vertex of no bone at all stays behind when the model moves, or the sum of 0 is divided by."
        fix "Give it a bone, or the vertex no skin.";
    M3D022 Warning "Orientations are vertices whose skin is -2, and only they"
        why "Programs tell them from points by it, when they scale a model or draw its points."
        fix "Set the skin of the vertex to -2.";
    M3D023 Warning "Materials have names of their own"
        why "Readers ignore the second of a name."
        fix "Rename it.";
    M3D024 Note "Materials that are used are defined"
        why "They may be in a library, which the program has to find."
        fix "Take them from the library, see `Model::with_materials_of`.";
    M3D025 Warning "A material has each property once"
        why "The format demands it, and which of two counts is open."
        fix "Drop one.";
    M3D026 Note "Properties are those that the format names"
        why "Nothing says what others mean."
        fix "Use a known property, or a chunk of the application.";
    M3D027 Warning "Names have no space, slash, backslash or control character"
        why "The format forbids them, and writers replace them by underscores, so that names change."
        fix "Use underscores.";
    M3D028 Note "Names consist of Latin letters, digits and underscores"
        why "The format asks for it, for programs that use names in file names."
        fix "Use those.";
    M3D029 Warning "Name, licence and author are one line without control characters"
        why "They are shown in one line."
        fix "Put more into the description.";
    M3D030 Note "The description has no empty line and no carriage return"
        why "The format asks for lines that end in a line feed alone."
        fix "Drop them.";
    M3D031 Note "A description of keywords names its generator"
        why "The format demands GENERATOR=name-version in every schema."
        fix "Add the line.";
    M3D032 Warning "The preview is a PNG file"
        why "Thumbnailers read nothing else."
        fix "Convert it.";
    M3D033 Note "The preview is at most 256 pixels wide and high"
        why "The format asks for it."
        fix "Shrink it.";
    M3D034 Note "The preview takes at most 64 KiB"
        why "The format asks for it: thumbnailers load it whole."
        fix "Use a palette.";
    M3D035 Warning "Coordinates are finite"
        why "One that is not spreads through all that is computed from it."
        fix "Repair the model where it was made.";
    M3D036 Note "Points lie in the cube from -1 to 1"
        why "The format demands it; sizes belong in the scale."
        fix "Write the canonical form, normalised.";
    M3D037 Note "The model fills its cube"
        why "The format demands it, so that models of any origin are alike."
        fix "Write the canonical form, normalised.";
    M3D038 Note "The model stands on the ground"
        why "The format recommends that no point is below 0."
        fix "Move it up.";
    M3D039 Note "Faces come by material, those without first, then by falling opacity"
        why "Programs then draw what is transparent over what is not, without sorting."
        fix "Sort the faces; the canonical form has them sorted.";
    M3D040 Note "The colour map is sorted by brightness"
        why "The format demands it; readers do not rely on it."
        fix "Sort it; the canonical form has it sorted.";
    M3D041 Error "Polygons are triangles"
        why "The format has up to fifteen corners, but the reference library stops at the first other than three, and all after it is lost."
        fix "Cut it into triangles.";
    M3D042 Warning "The fourth part of a corner is reserved"
        why "A later version may give it bytes."
        fix "Clear the bit.";
    M3D043 Error "Voxel blocks can be counted in 32 bits"
        why "The reference library multiplies the sides without a check, and writes beyond its memory."
        fix "Split the block.";
    M3D044 Note "The runs of a voxel block hold as many voxels as its sides say"
        why "Missing voxels are unset, and those beyond are ignored."
        fix "Write the runs anew.";
    M3D045 Warning "Voxel types are followed by a block, and blocks come with types"
        why "Neither means anything alone."
        fix "Add the other.";
    M3D046 Warning "A voxel type has a colour or a name"
        why "Without both it has no look."
        fix "Give it one.";
    M3D047 Warning "The uncertainties of a group add up to 255"
        why "They say how likely each is, and exactly one is there."
        fix "Make the sum 255, over two blocks or more.";
    M3D048 Warning "Languages have the form en_US"
        why "Programs look them up in that form."
        fix "Two small letters, an underscore, two capitals.";
    M3D049 Warning "Translations of a group label the same points"
        why "The format demands it; one language would have labels that another lacks."
        fix "Give each the same vertices.";
    M3D050 Warning "Actions have a skeleton, a frame and a duration"
        why "The reference library drops an action without frames, and divides by the duration."
        fix "Add what is missing.";
    M3D051 Warning "Frames come in order of time, within the duration"
        why "Programs stop at the first frame that is later than now."
        fix "Sort the frames.";
    M3D052 Warning "The command mesh is not used"
        why "Three descriptions of it differ, and the reference library breaks when it writes one."
        fix "Keep meshes and shapes apart.";
    M3D053 Warning "A list in a shape is not empty"
        why "The reference library computes with one less, and reads beyond the chunk."
        fix "Drop the command.";
    M3D054 Note "There is a surface, or a material, or an action"
        why "The format demands a surface. Programs take libraries of materials and files of actions too."
        fix "Add a mesh, shapes, voxels or a script.";
    M3D055 Warning "Assets have a name and data"
        why "Nothing can name them otherwise, and readers ignore what is empty."
        fix "Name it, or drop it.";
    M3D056 Warning "The preview comes first, before the header"
        why "Thumbnailers look for it there alone, and do not unpack the file."
        fix "Make it the model's preview.";
    M3D057 Note "Scripts are named with their extension"
        why "The format demands it: the extension says which interpreter runs the script."
        fix "Name it as in surface.lua.";
    M3D058 Note "Textures inside the file are named without extension"
        why "The format demands it; programs look for them by the name that materials give."
        fix "Drop the extension, in the materials too.";
    M3D059 Note "Chunks of applications begin with a small letter"
        why "The format keeps names in capitals for itself."
        fix "Use a name such as blnd.";
    M3D060 Note "Records without corners are of kind 0 or 1"
        why "The format has no others yet; the reference library takes all but 0 for parameters."
        fix "Use 1 for parameters.";
    M3D061 Note "Shapes 18 to 31 of voxels are reserved"
        why "A later version may give them a meaning."
        fix "Use 32 and above for shapes of your own.";
    M3D062 Note "Voxel types that hold items have a name"
        why "The format has items for named voxels only, such as a chest."
        fix "Name the type.";
    M3D063 Note "Illumination models are 0 to 10"
        why "Those are what Wavefront files have, which the format took them from."
        fix "Use one of them, or drop the property.";
    M3D064 Warning "Strings are UTF-8"
        why "Programs show them as that."
        fix "Write them anew in UTF-8.";
    M3D065 Note "How opaque a material is says the alpha of its diffuse colour"
        why "The dissolve is there for old files alone."
        fix "Move it into the alpha of Kd.";
    M3D066 Note "The preview has a palette"
        why "The format asks for it, since it keeps the file small."
        fix "Convert the image to at most 256 colours.";
}

/// What raylib shows of a model; [`validate_for`](crate::validate_for) gives these.
pub mod raylib {
    crate::mould::rules::rules! {
        M3D101 Note "raylib shows these properties of materials"
            why "It reads Kd, Ks, Ns, Ke, Pm, Pr and Ps, and the maps of Kd, Ks, Ke, Km, Ka and Pm."
            fix "Put what matters into those.";
        M3D102 Note "raylib shows triangles and voxels"
            why "Shapes, labels and scripts are not drawn."
            fix "Turn shapes into triangles.";
        M3D103 Note "raylib moves a vertex by four bones"
            why "Those beyond are dropped, and the others share their weight."
            fix "Keep the four that weigh most.";
        M3D104 Note "raylib shows voxels as whole cubes"
            why "Rotation, shape and items are ignored, and material too."
            fix "Turn them into triangles, or accept it.";
        M3D105 Note "raylib reads coordinates as floats"
            why "Doubles are rounded."
            fix "Store floats.";
        M3D106 Note "raylib takes the lower of two points"
            why "Parameters between minimum and maximum vertices are ignored."
            fix "Store the points that are meant.";
    }
}
