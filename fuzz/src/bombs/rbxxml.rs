//! Documents that are expensive to read.

use super::Bomb;
use super::Make::{Fixed, Long};
use super::wrapped::gzip;

const FULL: usize = 4_000_000;

pub(super) const BOMBS: &[Bomb] = &[
    // Indentation and spans have limits of their own.
    Bomb { name: "99,000 items inside each other", make: Fixed(nested_items) },
    Bomb { name: "items, 4,000 levels deep", make: Fixed(deep_items) },
    Bomb { name: "a text with many less-than signs", make: Fixed(|| value("string", &many(FULL, "< "))) },
    Bomb { name: "99,000 items without an end", make: Fixed(|| document(&"<Item>".repeat(99_000))) },
    // The others take memory in proportion to their length.
    Bomb { name: "empty items", make: Long(|share| document(&many(FULL / share, "<Item/>"))) },
    Bomb { name: "items with a class and a referent", make: Long(distinct_items) },
    Bomb {
        name: "items with one referent",
        make: Long(|share| document(&many(FULL / share, "<Item class='A' referent='a'/>"))),
    },
    Bomb {
        name: "items with two lists of properties",
        make: Long(|share| document(&many(FULL / share, TWO_LISTS))),
    },
    Bomb { name: "unknown elements", make: Long(|share| document(&many(FULL / share, "<A/>"))) },
    Bomb { name: "unknown elements with different names", make: Long(distinct_elements) },
    Bomb {
        name: "items with an unknown element",
        make: Long(|share| document(&many(FULL / share, "<Item><A/></Item>"))),
    },
    Bomb { name: "stray text", make: Long(|share| document(&many(FULL / share, "a<!---->"))) },
    Bomb { name: "end tags", make: Long(|share| document(&many(FULL / share, "</a>"))) },
    Bomb { name: "less-than signs", make: Long(|share| document(&many(FULL / share, "<"))) },
    Bomb {
        name: "attributes",
        make: Long(|share| format!("<roblox version='4'{}/>", many(FULL / share, " a=''")).into()),
    },
    Bomb { name: "empty metas", make: Long(|share| document(&many(FULL / share, "<Meta/>"))) },
    Bomb {
        name: "lists of shared strings",
        make: Long(|share| document(&many(FULL / share, "<SharedStrings/>"))),
    },
    Bomb {
        name: "shared strings with one key",
        make: Long(|share| shared(&many(FULL / share, "<SharedString md5=''/>"))),
    },
    Bomb { name: "broken shared strings", make: Long(|share| shared(&many(FULL / share, BROKEN))) },
    Bomb { name: "properties of one name", make: Long(|share| item(&many(FULL / share, "<int name=''/>"))) },
    Bomb { name: "properties with different names", make: Long(distinct_properties) },
    Bomb {
        name: "properties that cannot be read",
        make: Long(|share| item(&many(FULL / share, "<int name='x'>z</int>"))),
    },
    Bomb { name: "properties without a name", make: Long(|share| item(&many(FULL / share, "<A/>"))) },
    Bomb {
        name: "properties without an end",
        make: Long(|share| item(&many(FULL / share, "<int name='x'>"))),
    },
    Bomb {
        name: "references to nothing",
        make: Long(|share| item(&many(FULL / share, "<Ref name=''>a</Ref>"))),
    },
    Bomb { name: "vectors with attributes", make: Long(|share| item(&many(FULL / share, WITH_ATTRIBUTE))) },
    Bomb {
        name: "coordinate frames without numbers",
        make: Long(|share| item(&many(FULL / share, "<CFrame name=''/>"))),
    },
    Bomb {
        name: "a vector with many unknown children",
        make: Long(|share| value("Vector3", &many(FULL / share, "<A/>"))),
    },
    Bomb {
        name: "a text with many ampersands",
        make: Long(|share| value("string", &many(FULL / share, "&"))),
    },
    Bomb {
        name: "a text with many empty CDATA",
        make: Long(|share| value("string", &many(FULL / share, "<![CDATA[]]>"))),
    },
    Bomb {
        name: "a text with many CDATA without an end",
        make: Long(|share| value("string", &many(FULL / share, "<![CDATA["))),
    },
    Bomb {
        name: "a text with many control characters",
        make: Long(|share| value("string", &many(FULL / share, "\u{1}"))),
    },
    Bomb {
        name: "base64 with spaces",
        make: Long(|share| value("BinaryString", &many(FULL / share, "A A\n"))),
    },
    Bomb { name: "keypoints", make: Long(|share| value("NumberSequence", &many(FULL / share, "0 0 0 "))) },
    Bomb { name: "quotes that do not close", make: Long(|share| item(&many(FULL / share, "<a b='<a b=\""))) },
    Bomb { name: "comments", make: Long(|share| document(&many(FULL / share, "<!---->"))) },
    Bomb { name: "document types", make: Long(|share| document(&many(FULL / share, "<!a>"))) },
    Bomb {
        name: "an unknown element with many start tags",
        make: Long(|share| value("Foo", &many(FULL / share, "<Foo>"))),
    },
    // What is made of a file is larger than the file.
    Bomb { name: "20,000 decals inside each other", make: Long(|share| decals(20_000 / share)) },
    Bomb {
        name: "a string of 3 MB that 60,000 share",
        make: Long(|share| owners(60_000, 3_000_000 / share)),
    },
    Bomb { name: "60,000 items, each with a property of its own", make: Long(holes) },
    // In gzip, 60 MB.
    Bomb {
        name: "empty items, in gzip",
        make: Long(|share| gzip(&document(&many(PACKED / share, "<Item/>")))),
    },
    Bomb {
        name: "properties of one name, in gzip",
        make: Long(|share| gzip(&item(&many(PACKED / share, "<int name='a'>1</int>")))),
    },
    Bomb {
        name: "a text with many control characters, in gzip",
        make: Long(|share| gzip(&value("string", &many(PACKED / share, "\u{1}")))),
    },
    Bomb {
        name: "quotes that do not close, in gzip",
        make: Long(|share| gzip(&item(&many(PACKED / share, "<a b='<a b=\"")))),
    },
];

const PACKED: usize = 60_000_000;

const TWO_LISTS: &str = "<Item><Properties/><Properties/></Item>";
const BROKEN: &str = "<SharedString md5='a'>*</SharedString>";
const WITH_ATTRIBUTE: &str = "<Vector3 name=''><X a=''/></Vector3>";

fn many(len: usize, text: &str) -> String {
    text.repeat(len / text.len())
}

/// Texts that are made of their numbers.
fn numbered(len: usize, make: fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= len {
            break;
        }
        text += &make(number);
    }
    text
}

fn document(inside: &str) -> Vec<u8> {
    format!("<roblox version='4'>{inside}</roblox>").into()
}

fn item(properties: &str) -> Vec<u8> {
    document(&format!("<Item class='A'><Properties>{properties}</Properties></Item>"))
}

fn value(element: &str, inside: &str) -> Vec<u8> {
    item(&format!("<{element} name='x'>{inside}</{element}>"))
}

fn shared(strings: &str) -> Vec<u8> {
    document(&format!("<SharedStrings>{strings}</SharedStrings>"))
}

fn distinct_items(share: usize) -> Vec<u8> {
    document(&numbered(FULL / share, |number| format!("<Item class='{number}' referent='{number}'/>")))
}

fn nested_items() -> Vec<u8> {
    document(&("<Item>".repeat(99_000) + &"</Item>".repeat(99_000)))
}

fn deep_items() -> Vec<u8> {
    const DEPTH: usize = 4_000;
    document(&["<Item>".repeat(DEPTH), many(FULL, "<Item/>"), "</Item>".repeat(DEPTH)].concat())
}

fn decals(n: usize) -> Vec<u8> {
    const DECAL: &str =
        "<Item class='Decal'><Properties><Content name='Texture'><url>http://a</url></Content></Properties>";
    document(&[DECAL.repeat(n), "</Item>".repeat(n)].concat())
}

fn owners(n: usize, len: usize) -> Vec<u8> {
    let owner = "<Item class='A'><Properties><SharedString name='S'>k</SharedString></Properties></Item>";
    let string =
        format!("<SharedStrings><SharedString md5='k'>{}</SharedString></SharedStrings>", "A".repeat(len));
    document(&[&owner.repeat(n), &*string].concat())
}

fn holes(share: usize) -> Vec<u8> {
    let item = |i: usize| format!("<Item class='A'><Properties><int name='{i}'>1</int></Properties></Item>");
    document(&(0..60_000 / share).map(item).collect::<String>())
}

fn distinct_elements(share: usize) -> Vec<u8> {
    document(&numbered(FULL / share, |number| format!("<a{number}/>")))
}

fn distinct_properties(share: usize) -> Vec<u8> {
    item(&numbered(FULL / share, |number| format!("<int name='{number}'/>")))
}
