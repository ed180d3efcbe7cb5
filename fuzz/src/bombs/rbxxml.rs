//! Documents that take much.

use super::Bomb;

/// Each input is about this long.
const LEN: usize = 4_000_000;

pub(super) const BOMBS: &[Bomb] = &[
    Bomb { name: "4 MB of empty items", make: || document(&many("<Item/>")) },
    Bomb { name: "4 MB of items with a class and a referent", make: distinct_items },
    Bomb {
        name: "4 MB of items with one referent",
        make: || document(&many("<Item class='A' referent='a'/>")),
    },
    Bomb { name: "4 MB of items with two lists of properties", make: || document(&many(TWO_LISTS)) },
    Bomb { name: "99,000 items inside each other", make: nested_items },
    Bomb { name: "4 MB of items, 4,000 levels deep", make: deep_items },
    Bomb { name: "99,000 items without an end", make: || document(&"<Item>".repeat(99_000)) },
    Bomb { name: "4 MB of unknown elements", make: || document(&many("<A/>")) },
    Bomb { name: "4 MB of unknown elements with different names", make: distinct_elements },
    Bomb { name: "4 MB of items with an unknown element", make: || document(&many("<Item><A/></Item>")) },
    Bomb { name: "4 MB of stray text", make: || document(&many("a<!---->")) },
    Bomb { name: "4 MB of end tags", make: || document(&many("</a>")) },
    Bomb { name: "4 MB of less-than signs", make: || document(&many("<")) },
    Bomb { name: "4 MB of attributes", make: || format!("<roblox version='4'{}/>", many(" a=''")).into() },
    Bomb { name: "4 MB of empty metas", make: || document(&many("<Meta/>")) },
    Bomb { name: "4 MB of lists of shared strings", make: || document(&many("<SharedStrings/>")) },
    Bomb { name: "4 MB of shared strings with one key", make: || shared(&many("<SharedString md5=''/>")) },
    Bomb { name: "4 MB of broken shared strings", make: || shared(&many(BROKEN)) },
    Bomb { name: "4 MB of properties of one name", make: || item(&many("<int name=''/>")) },
    Bomb { name: "4 MB of properties with different names", make: distinct_properties },
    Bomb { name: "4 MB of properties that cannot be read", make: || item(&many("<int name='x'>z</int>")) },
    Bomb { name: "4 MB of properties without a name", make: || item(&many("<A/>")) },
    Bomb { name: "4 MB of properties without an end", make: || item(&many("<int name='x'>")) },
    Bomb { name: "4 MB of references to nothing", make: || item(&many("<Ref name=''>a</Ref>")) },
    Bomb { name: "4 MB of vectors with attributes", make: || item(&many(WITH_ATTRIBUTE)) },
    Bomb { name: "4 MB of coordinate frames without numbers", make: || item(&many("<CFrame name=''/>")) },
    Bomb { name: "a vector with 4 MB of unknown children", make: || value("Vector3", &many("<A/>")) },
    Bomb { name: "a text with 4 MB of less-than signs", make: || value("string", &many("< ")) },
    Bomb { name: "a text with 4 MB of ampersands", make: || value("string", &many("&")) },
    Bomb { name: "a text with 4 MB of empty CDATA", make: || value("string", &many("<![CDATA[]]>")) },
    Bomb { name: "a text with 4 MB of CDATA without an end", make: || value("string", &many("<![CDATA[")) },
    Bomb { name: "a text with 4 MB of control characters", make: || value("string", &many("\u{1}")) },
    Bomb { name: "4 MB of base64 with spaces", make: || value("BinaryString", &many("A A\n")) },
    Bomb { name: "4 MB of keypoints", make: || value("NumberSequence", &many("0 0 0 ")) },
    Bomb { name: "4 MB of quotes that do not close", make: || item(&many("<a b='<a b=\"")) },
    Bomb { name: "4 MB of comments", make: || document(&many("<!---->")) },
    Bomb { name: "4 MB of document types", make: || document(&many("<!a>")) },
    Bomb { name: "an unknown element with 4 MB of start tags", make: || value("Foo", &many("<Foo>")) },
];

const TWO_LISTS: &str = "<Item><Properties/><Properties/></Item>";
const BROKEN: &str = "<SharedString md5='a'>*</SharedString>";
const WITH_ATTRIBUTE: &str = "<Vector3 name=''><X a=''/></Vector3>";

fn many(text: &str) -> String {
    text.repeat(LEN / text.len())
}

/// Texts that are made of their numbers.
fn numbered(make: fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= LEN {
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

fn distinct_items() -> Vec<u8> {
    document(&numbered(|number| format!("<Item class='{number}' referent='{number}'/>")))
}

fn nested_items() -> Vec<u8> {
    document(&("<Item>".repeat(99_000) + &"</Item>".repeat(99_000)))
}

fn deep_items() -> Vec<u8> {
    const DEPTH: usize = 4_000;
    document(&["<Item>".repeat(DEPTH), many("<Item/>"), "</Item>".repeat(DEPTH)].concat())
}

fn distinct_elements() -> Vec<u8> {
    document(&numbered(|number| format!("<a{number}/>")))
}

fn distinct_properties() -> Vec<u8> {
    item(&numbered(|number| format!("<int name='{number}'/>")))
}
