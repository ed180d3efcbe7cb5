//! The rules that [`validate`](crate::validate()) checks.

crate::common::rules::rules! {
    RBX001 Error "Every instance has a unique referent"
        broken "Two instances have the same referent"
        why "Properties and the hierarchy can refer to only one of the instances, and Roblox's loader confuses them."
        fix "Give one of the instances an unused referent.";
    RBX002 Warning "Every instance has a unique UniqueId"
        broken "Two instances have the same UniqueId"
        why "Studio and other tools treat instances with the same id as one instance, and merge or drop changes."
        fix "Set the id of the copy to zeros; the engine then creates a new one.";
    RBX003 Warning "Instances that properties and attributes refer to are in the file"
        broken "An instance that a property or an attribute refers to is not in the file"
        why "The property or the attribute becomes nil when the file is opened."
        fix "Write the null referent, or add the instance.";
    RBX004 Warning "Every class has a Name column"
        broken "A class has no Name column"
        why "Instances without a name get the name of their class, so scripts cannot find them by their original names."
        fix "Add a Name column.";
    RBX005 Error "Every service occurs once"
        broken "A service occurs twice"
        why "The engine keeps one of them and drops the contents of the other."
        fix "Move the children of one to the other, or set its service marker to 0.";
    RBX006 Error "A column has one value for each instance of its class"
        broken "A column has more or fewer values than its class has instances"
        why "Readers assign values to the wrong instances, or run out of values."
        fix "Add the missing values, or remove the surplus ones.";
    RBX007 Note "Chunks are in the order that Studio writes"
        broken "Chunks are not in the order that Studio writes"
        why "Single-pass readers need classes before columns, and a stable order makes files comparable."
        fix "Use this order: META, SSTR, INST by class name, PROP by class and property name, PRNT, END.";
    RBX008 Warning "All attributes have known types"
        broken "Attributes have an unknown type"
        why "The first attribute of an unknown type and all attributes after it cannot be shown or changed."
        fix "Do nothing if a newer engine wrote them; otherwise write the attributes again.";
    RBX009 Note "A script has fewer than 200,000 characters"
        broken "A script has 200,000 characters or more"
        why "Studio's editor does not accept longer scripts."
        fix "Split the script.";
    RBX010 Warning "The size of a part is finite and between 0.001 and 2048"
        broken "The size of a part is not finite, or not between 0.001 and 2048"
        why "The engine clamps other sizes, and drops the part if its size is not finite."
        fix "Set a size within the range.";
    RBX011 Error "The hierarchy lists every instance once, with an existing parent and without cycles"
        broken "The hierarchy misses or repeats an instance, or has an unknown parent or a cycle"
        why "The instance is dropped, or appears elsewhere."
        fix "List each instance once as a child; its parent is an instance in the file or none.";
    RBX012 Error "PropertiesSerialize contains a count"
        broken "PropertiesSerialize has no count"
        why "Since mid-2026, Studio rejects the whole file if one of these strings is empty."
        fix "Write four zero bytes for no properties.";
    RBX013 Warning "A property has only one column"
        broken "A property has two columns"
        why "Readers disagree about which column to use."
        fix "Remove one of the columns.";
    RBX014 Error "Every class id is declared once, and columns use declared ids"
        broken "A class id is declared twice, or a column uses one that is not declared"
        why "Columns are assigned to the wrong class, or dropped."
        fix "Give each class its own id.";
    RBX015 Error "Shared strings that properties refer to are in the file"
        broken "A shared string that a property refers to is not in the file"
        why "The property is lost, and some readers fail."
        fix "Add the shared string, or refer to an existing one.";
    RBX016 Warning "A file has one PRNT, one END, and at most one META and one SSTR"
        broken "PRNT or END is missing, or a chunk that may occur once occurs again"
        why "The web upload searches for the end mark, and of several chunks readers use either the first or the last."
        fix "Merge the chunks of one kind; end the file with </roblox>.";
    RBX017 Note "Every chunk and column can be decoded"
        broken "A chunk or a column cannot be decoded"
        why "Data kept as bytes is written back, but its contents are not checked."
        fix "Do nothing if a newer engine wrote it; otherwise look at the reader's warnings.";
    RBX018 Warning "Terrain can be decoded completely"
        broken "Terrain cannot be decoded completely"
        why "The first chunk of voxels that cannot be decoded and all chunks after it cannot be shown or changed, and the engine drops the terrain."
        fix "Do nothing if a newer engine wrote it; otherwise take the terrain from an earlier version of the file.";
    RBX019 Error "Every chunk of terrain has its own position"
        broken "Two chunks of terrain have the same position"
        why "Readers disagree about which of the chunks to use."
        fix "Remove one of the chunks.";
    RBX020 Error "Chunks of terrain are at most 262,144 chunks from the origin"
        broken "A chunk of terrain is more than 262,144 chunks from the origin"
        why "The engine refuses the terrain."
        fix "Move the terrain closer to the origin.";
    RBX021 Warning "Voxels have known materials"
        broken "A voxel has an unknown material"
        why "Materials above 22 have no name and no colour, and older engines show them as another material."
        fix "Do nothing if a newer engine wrote them; otherwise set one of the materials from 0 to 22.";
    RBX022 Note "A string has the known format of its property"
        broken "A string does not have the known format of its property"
        why "It is written back unchanged, but its values cannot be shown, checked or changed."
        fix "Do nothing if a newer engine wrote it; otherwise set the property again.";
    RBX023 Note "The collision groups of parts are among those of the workspace"
        broken "A part names a collision group that the workspace does not have"
        why "The engine treats the part as one of the group Default, so that it may collide with what it was not meant to. Studio leaves parts so when their group is removed, or when a script adds it."
        fix "None is needed if a script registers the group; otherwise, add the group to CollisionGroupData of the workspace, or set the part to an existing group.";
}
