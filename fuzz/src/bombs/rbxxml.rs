//! Documents that are expensive to read.

use super::wrapped::gzip;
use super::{Bomb, fixed, long};

const FULL: usize = 4_000_000;

pub(super) const BOMBS: &[Bomb] = &[
    // Indentation and spans have limits of their own.
    fixed("99,000 items inside each other", nested_items),
    fixed("items, 4,000 levels deep", deep_items),
    fixed("a text with many less-than signs", || value("string", &many(FULL, "< "))),
    fixed("99,000 items without an end", || document(&"<Item>".repeat(99_000))).for_crates(),
    // The others take memory in proportion to their length.
    long("empty items", |share| document(&many(FULL / share, "<Item/>"))).for_crates(),
    long("items with a class and a referent", distinct_items),
    long("items with one referent", |share| document(&many(FULL / share, "<Item class='A' referent='a'/>"))),
    long("items with two lists of properties", |share| document(&many(FULL / share, TWO_LISTS))),
    long("unknown elements", |share| document(&many(FULL / share, "<A/>"))),
    long("unknown elements with different names", distinct_elements),
    long("items with an unknown element", |share| document(&many(FULL / share, "<Item><A/></Item>"))),
    long("stray text", |share| document(&many(FULL / share, "a<!---->"))),
    long("end tags", |share| document(&many(FULL / share, "</a>"))),
    long("less-than signs", |share| document(&many(FULL / share, "<"))),
    long("attributes", |share| format!("<roblox version='4'{}/>", many(FULL / share, " a=''")).into()),
    long("empty metas", |share| document(&many(FULL / share, "<Meta/>"))),
    long("lists of shared strings", |share| document(&many(FULL / share, "<SharedStrings/>"))),
    long("shared strings with one key", |share| shared(&many(FULL / share, "<SharedString md5=''/>"))),
    long("broken shared strings", |share| shared(&many(FULL / share, BROKEN))),
    long("properties of one name", |share| item(&many(FULL / share, "<int name=''/>"))),
    long("properties with different names", distinct_properties),
    long("properties that cannot be read", |share| item(&many(FULL / share, "<int name='x'>z</int>"))),
    long("properties without a name", |share| item(&many(FULL / share, "<A/>"))),
    long("properties without an end", |share| item(&many(FULL / share, "<int name='x'>"))),
    long("references to nothing", |share| item(&many(FULL / share, "<Ref name=''>a</Ref>"))),
    long("vectors with attributes", |share| item(&many(FULL / share, WITH_ATTRIBUTE))),
    long("coordinate frames without numbers", |share| item(&many(FULL / share, "<CFrame name=''/>"))),
    long("a vector with many unknown children", |share| value("Vector3", &many(FULL / share, "<A/>"))),
    long("a text with many ampersands", |share| value("string", &many(FULL / share, "&"))),
    long("a text with many empty CDATA", |share| value("string", &many(FULL / share, "<![CDATA[]]>"))),
    long("a text with many CDATA without an end", |share| value("string", &many(FULL / share, "<![CDATA["))),
    long("a text with many control characters", |share| value("string", &many(FULL / share, "\u{1}"))),
    long("base64 with spaces", |share| value("BinaryString", &many(FULL / share, "A A\n"))),
    long("keypoints", |share| value("NumberSequence", &many(FULL / share, "0 0 0 "))),
    long("quotes that do not close", |share| item(&many(FULL / share, "<a b='<a b=\""))),
    long("comments", |share| document(&many(FULL / share, "<!---->"))),
    long("document types", |share| document(&many(FULL / share, "<!a>"))),
    long("an unknown element with many start tags", |share| value("Foo", &many(FULL / share, "<Foo>"))),
    // What is made of a file is larger than the file.
    long("20,000 decals inside each other", |share| decals(20_000 / share)).for_verbs(),
    long("a string of 3 MB that 60,000 share", |share| owners(60_000, 3_000_000 / share)),
    long("60,000 items, each with a property of its own", holes),
    // In gzip, 60 MB.
    long("empty items, in gzip", |share| gzip(&document(&many(PACKED / share, "<Item/>")))).for_verbs(),
    long("properties of one name, in gzip", |share| {
        gzip(&item(&many(PACKED / share, "<int name='a'>1</int>")))
    }),
    long("a text with many control characters, in gzip", |share| {
        gzip(&value("string", &many(PACKED / share, "\u{1}")))
    }),
    long("quotes that do not close, in gzip", |share| gzip(&item(&many(PACKED / share, "<a b='<a b=\"")))),
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
