//! The rules that documents are checked against.

crate::common::rules::rules! {
    LSD001 Error "A date lies in the years 0 to 9999"
        broken "A date lies outside of the years 0 to 9999"
        why "python-llsd rejects a document with any other date, the viewer shows 1970, and text cannot express it."
        fix "Set the date, or store the number as a real.";
    LSD002 Warning "A date is not within 1e-300 seconds of 1970"
        broken "A date is within 1e-300 seconds of 1970, but not 1970"
        why "A date whose eight bytes are in the wrong order reads as such a number: the draft of the LLSD standard \
             has them big-endian, but all programs in use write them little-endian."
        fix "Reverse the bytes of the number, or set the date.";
    LSD003 Warning "Text is UTF-8"
        broken "A text is not UTF-8"
        why "python-llsd rejects binary documents with other text, and XML cannot express it."
        fix "Convert the text, or store the bytes as binary.";
    LSD004 Warning "Text has only characters that XML can express"
        broken "A text has characters that XML cannot express"
        why "Control characters, U+FFFE and U+FFFF are dropped or rejected when the document is written as XML."
        fix "Remove them, or store the bytes as binary.";
    LSD005 Warning "A map has no duplicate keys"
        broken "A map has a key twice"
        why "The viewer takes the first value in binary and notation and the last in XML, and python-llsd always \
             takes the last."
        fix "Keep one value of the key and remove the others.";
    LSD006 Warning "A key is not empty"
        broken "A key is empty"
        why "The viewer skips the value of an empty key when it reads XML."
        fix "Give the value a name.";
    LSD007 Note "A value is nested in at most 95 arrays and maps"
        broken "A value is nested in more than 95 arrays and maps"
        why "The viewer rejects deeper nesting in the compressed blocks of a mesh, and python-llsd everywhere beyond \
             200 levels."
        fix "Reduce the nesting.";
    LSD008 Warning "A real is a number"
        broken "A real is not a number"
        why "The viewer writes infinities and NaN to text in words. It reads them back as 0 in XML, and rejects a \
             document in notation."
        fix "Store another number, or leave the value out.";
    LSD009 Note "Text has no carriage returns"
        broken "A text has carriage returns"
        why "python-llsd writes them to XML as they are, and they are read back as line feeds."
        fix "End lines with line feeds.";
    LSD010 Note "An address has no double quote"
        broken "An address has a double quote"
        why "The viewer writes it to notation without an escape, so the address ends there."
        fix "Write the quote as %22.";
}
