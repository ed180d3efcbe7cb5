//! The rules that validation checks.

crate::common::rules::rules! {
    RXX001 Error "Referents are unique"
        broken "Two items have the same referent"
        why "A reference to a referent that two items have points at the first of them."
        fix "Give the later item another referent, and update the references that mean it.";
    RXX002 Error "No referent is a word that means \"no item\""
        broken "A referent is a word that means \"no item\""
        why "A reference to an item whose referent is null, nil or empty points at no item."
        fix "Give the item another referent.";
    RXX003 Note "A reference points at an item of the document"
        broken "A reference points at no item of the document"
        why "Roblox loads a reference to a missing item as empty. Studio writes such references to instances that it does not save, such as the characters of players."
        fix "None is needed, unless the item was removed by mistake.";
    RXX004 Warning "A shared string that a property refers to is defined"
        broken "A shared string that a property refers to is not defined"
        why "Roblox loads the property as empty: a union without its mesh, an instance without its tags."
        fix "Add the definition, or remove the property.";
    RXX005 Error "Shared strings with the same key have the same content"
        broken "Two shared strings with the same key have different content"
        why "The first of them is used for all properties that refer to the key."
        fix "Give one of them another key, and update the properties that mean it.";
    RXX006 Warning "Axes are a number from 0 to 7"
        broken "Axes are not a number from 0 to 7"
        why "There are three axes, and other bits are lost."
        fix "Add up 1 for X, 2 for Y, 4 for Z.";
    RXX007 Warning "Faces are a number from 0 to 63"
        broken "Faces are not a number from 0 to 63"
        why "There are six faces, and other bits are lost."
        fix "Add up 1 for right, 2 top, 4 back, 8 left, 16 bottom, 32 front.";
    RXX008 Warning "The weight of a font is a multiple of 100 from 100 to 900"
        broken "The weight of a font is not a multiple of 100 from 100 to 900"
        why "The enumeration FontWeight has no other items."
        fix "Use the nearest weight.";
    RXX009 Warning "Every element is one that the format defines at its place"
        broken "The format does not define this element at this place"
        why "The value of an unknown element cannot be known without a database of classes."
        fix "Name the element of a property after its type, or remove the element.";
    RXX010 Warning "Meta and SharedStrings are children of the root"
        broken "Meta or SharedStrings is not a child of the root"
        why "They are ignored anywhere else."
        fix "Move them out of the item.";
    RXX011 Warning "An item has one Properties element"
        broken "An item has no Properties element, or several"
        why "The format has exactly one, and other programs read only the first or fail."
        fix "Merge the elements, or add an empty one.";
    RXX012 Error "The version is 4"
        broken "The version is not 4"
        why "Roblox loads a file without a version as an empty one, and refuses other versions."
        fix "Set the attribute version of the root to 4.";
    RXX013 Warning "White space at the start of a text is in CDATA"
        broken "White space at the start of a text is not in CDATA"
        why "Roblox trims other white space at the start when it loads the file."
        fix "Put the text into CDATA, or write the white space as references.";
    RXX014 Error "A binary string is base64"
        broken "A binary string is not base64"
        why "Other text cannot be decoded, and the property is lost."
        fix "Restore the text, or remove the property.";
    RXX015 Error "A value has the form that its element requires"
        broken "A value does not have the form that its element requires"
        why "A value that cannot be read is lost when Roblox loads the file."
        fix "Correct the text of the element.";
    RXX016 Note "A sequence has keypoints at 0 and at 1"
        broken "A sequence lacks the keypoint at 0 or at 1"
        why "The format requires both; Roblox uses the nearest keypoint where one is missing."
        fix "Add a keypoint.";
    RXX017 Warning "The keypoints of a sequence are in the order of time"
        broken "The keypoints of a sequence are not in the order of time"
        why "Roblox refuses to construct a sequence in another order."
        fix "Sort the keypoints by time.";
    RXX018 Note "The envelope of a color keypoint is 0"
        broken "The envelope of a color keypoint is not 0"
        why "Roblox ignores it today, and may use it in the future."
        fix "Set it to 0.";
    RXX019 Warning "An item has each property once"
        broken "An item has a property twice"
        why "Roblox uses the last one, and other programs may use another."
        fix "Remove the earlier ones.";
    RXX020 Note "Content is not of the type binary or hash"
        broken "Content is of the type binary or hash"
        why "Studio from 2007 to 2009 embedded pictures in this way. Current versions load them as empty, and binary files cannot store them."
        fix "None is needed to keep the file. Extract the picture to upload it, and set the address of the upload.";
    RXX021 Note "An item has a referent"
        broken "An item has no referent"
        why "The format requires one, although Roblox loads items without."
        fix "Give it a referent that no other item has.";
    RXX022 Note "There is at least one item"
        broken "There is no item"
        why "A file without items has no content."
        fix "Add an item.";
    RXX023 Warning "The key of a shared string is base64 of 16 bytes"
        broken "The key of a shared string is not base64 of 16 bytes"
        why "Roblox expects a hash of this length, although it does not compare it with the string."
        fix "Insert the string again, which makes such a key.";
    RXX024 Error "An item has a class"
        broken "An item has no class"
        why "Roblox cannot create an instance without a class."
        fix "Set the attribute class.";
    RXX025 Error "An element in Properties has a name"
        broken "An element in Properties has no name"
        why "Only the name tells which property it is."
        fix "Set the attribute name.";
    RXX026 Warning "A Meta element has a name"
        broken "A Meta element has no name"
        why "The name is the key of its value."
        fix "Set the attribute name.";
    RXX027 Warning "No two items have the same UniqueId"
        broken "Two items have the same UniqueId"
        why "Roblox gives one of them a new id, and references to the old id are lost."
        fix "Remove the property from the copy.";
    RXX028 Note "A property refers to each shared string"
        broken "No property refers to a shared string"
        why "An unused string is not loaded, and is lost when Roblox saves the file."
        fix "Remove the string.";
    RXX029 Warning "Items contain no text between their items and properties"
        broken "An item contains text between its items and properties"
        why "Such text is ignored, and is usually the remains of a broken tag."
        fix "Remove the text, or restore the tag.";
    RXX030 Error "No text has conflict markers of git"
        broken "A text has conflict markers of git"
        why "Both branches of a merge are in the text, and a script with them cannot be run."
        fix "Resolve the conflict: keep the lines of one side, or of both, and remove the markers.";
}
