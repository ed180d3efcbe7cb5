//! What a sound file keeps to.

crate::mould::rules::rules! {
    RBX001 Error "No two instances have one referent"
        why "Properties and the hierarchy mean only one of them; Roblox's loader mixes them up"
        fix "Give one of them a number that is free";
    RBX002 Warning "No two instances have one UniqueId"
        why "Studio and tools take instances with one id for one instance, and merge or drop changes"
        fix "Set the id of the copy to zeros: the engine makes a new one";
    RBX003 Warning "What a property refers to is in the file"
        why "The property becomes nil when the file is opened"
        fix "Write the null referent, or add the instance";
    RBX004 Warning "Every class has a column of names"
        why "Its instances get the name of the class, and nothing finds them by the name they had"
        fix "Add a Name column";
    RBX005 Error "A service is there once"
        why "The engine keeps one and drops what is in the other"
        fix "Move the children of one to the other, or set its service marker to 0";
    RBX006 Error "A column has a value for each instance of its class"
        why "Readers take the values of the wrong instances, or run out of them"
        fix "Add the values that are missing, or remove those too many";
    RBX007 Note "Chunks are in the order of Studio"
        why "Readers that go through a file once need classes before columns, and a stable order makes files comparable"
        fix "Order: META, SSTR, INST by class name, PROP by class and property name, PRNT, END";
    RBX008 Warning "Attributes are of types that are known"
        why "Those from the first other one on cannot be shown or changed"
        fix "Nothing, if a newer engine wrote them; else write them anew";
    RBX009 Note "A script has less than 200,000 characters"
        why "Studio's editor does not take more"
        fix "Split the script";
    RBX010 Warning "The size of a part is finite, and from 0.001 to 2048"
        why "The engine clamps it, or drops the part where it is not finite"
        fix "Set a size within the range";
    RBX011 Error "Every instance is in the hierarchy once, below one that exists, and not inside itself"
        why "The instance is dropped, or appears elsewhere"
        fix "Name each instance once as child, with a parent that is in the file or none";
    RBX012 Error "PropertiesSerialize has a count"
        why "Since the middle of 2026 Studio refuses the whole file if one is empty"
        fix "Write four zero bytes for no properties";
    RBX013 Warning "A property has one column"
        why "Which of two counts, readers do not agree about"
        fix "Remove one";
    RBX014 Error "A class id is declared once, and what columns name is declared"
        why "Columns go to the wrong class, or nowhere"
        fix "Give each class an id of its own";
    RBX015 Error "A shared string that a property refers to is in the file"
        why "The property is lost, and some readers stop"
        fix "Add the string, or refer to one that is there";
    RBX016 Warning "There are one PRNT, one END, and at most one META and SSTR"
        why "The web upload looks for the end mark, and readers take the first or the last of several"
        fix "Join those of a kind; end the file with </roblox>";
    RBX017 Note "Every chunk and column can be decoded"
        why "What is kept as bytes is written back, but nothing in it is checked"
        fix "Nothing, if a newer engine wrote it; else look at the reader's warnings";
}
