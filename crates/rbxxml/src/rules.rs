//! What a sound file keeps to.

crate::mould::rules::rules! {
    RXX001 Error "Referents are unique"
        why "A reference to one that two items have points at the first of them"
        fix "Give the later item another referent, and change the references that mean it";
    RXX002 Error "No referent is a word for none"
        why "A reference to an item called null, nil or nothing points at no item"
        fix "Give the item another referent";
    RXX003 Warning "A reference points at an item of the document"
        why "Roblox loads one that does not as nothing"
        fix "Add the item, or set the property to null";
    RXX004 Warning "A shared string that a property names is defined"
        why "Roblox loads the property as empty: a union without its mesh, an instance without its tags"
        fix "Add the definition, or remove the property";
    RXX005 Error "Two shared strings with one key are the same string"
        why "The first of them is taken, for all properties that name the key"
        fix "Give one another key, and change the properties that mean it";
    RXX006 Warning "Axes are a number from 0 to 7"
        why "There are three of them, and other bits are lost"
        fix "Add up 1 for X, 2 for Y, 4 for Z";
    RXX007 Warning "Faces are a number from 0 to 63"
        why "There are six of them, and other bits are lost"
        fix "Add up 1 right, 2 top, 4 back, 8 left, 16 bottom, 32 front";
    RXX008 Warning "The weight of a font is 100, 200 and so on to 900"
        why "The enumeration FontWeight has no other items"
        fix "Take the nearest";
    RXX009 Warning "The element of a property is one that the format has"
        why "Nobody can say what the value is without a database of classes"
        fix "Name the element after the type of the property";
    RXX010 Warning "Meta, External and SharedStrings stand in the root"
        why "Elsewhere nothing reads them"
        fix "Move them out of the item";
    RXX011 Warning "An item has one Properties element"
        why "The format has exactly one, and other programs read the first or fail"
        fix "Join them, or add an empty one";
    RXX012 Error "The version is 4"
        why "Roblox loads a file without it as an empty one, and refuses others"
        fix "Set the attribute version of the root to 4";
    RXX013 Warning "White space at the ends of a text is protected"
        why "Roblox loses it when loading"
        fix "Write the text again: the writer puts it into CDATA";
    RXX014 Error "A binary string is base64"
        why "What is none cannot be decoded, and the property is lost"
        fix "Restore the text, or remove the property";
    RXX015 Error "A value is what its element says"
        why "What cannot be read is lost when Roblox loads the file"
        fix "Correct the text of the element";
    RXX016 Note "A sequence has keypoints at 0 and at 1"
        why "The format wants both; Roblox takes the nearest one where there is none"
        fix "Add a keypoint";
    RXX017 Warning "The keypoints of a sequence are in the order of time"
        why "Roblox refuses to construct others"
        fix "Sort them";
    RXX018 Note "The envelope of a keypoint of colour is 0"
        why "It means nothing today, and may some day"
        fix "Set it to 0";
    RXX019 Warning "A property is there once"
        why "Of several, the last counts, and other programs may differ"
        fix "Remove the earlier ones";
    RXX020 Note "Content is no binary or hash"
        why "These are of old times, and are read as none"
        fix "Set it to null, or to the address of the resource";
    RXX021 Note "An item has a referent"
        why "The format wants one; Roblox does without"
        fix "Give it any text that no other item has";
    RXX022 Note "There is at least one item"
        why "A file without items says nothing"
        fix "Add one";
    RXX023 Warning "The key of a shared string is base64 of 16 bytes"
        why "Roblox expects that, though it does not compare them with the string"
        fix "Insert the string anew, which makes such a key";
    RXX024 Error "An item has a class"
        why "Roblox cannot make an instance of none"
        fix "Set the attribute class";
    RXX025 Error "An element in Properties has a name"
        why "It is the name that says which property this is"
        fix "Set the attribute name";
    RXX026 Warning "A Meta element has a name"
        why "It is the key of what it says"
        fix "Set the attribute name";
    RXX027 Warning "No two items have the same UniqueId"
        why "Roblox gives one of them another, and what refers to it by this id is lost"
        fix "Remove the property from the copy";
    RXX028 Note "A shared string is named by a property"
        why "Others are not loaded, and lost when the file is saved again"
        fix "Remove it";
    RXX029 Warning "Only elements stand beside items and properties"
        why "Text between them is read by nobody, and is mostly what is left of a broken tag"
        fix "Remove it, or restore the tag";
}
