//! Documents that are expensive to read.

use super::Bomb;

const FULL: usize = 4_000_000;

/// Inputs whose memory is not in proportion to their length: indentation and spans have limits of their own.
pub(super) const LIMITED: &[Bomb] = &[
    Bomb { name: "99,000 items inside each other", make: nested_items },
    Bomb { name: "items, 4,000 levels deep", make: deep_items::<FULL> },
    Bomb { name: "a text with many less-than signs", make: || value("string", &many::<FULL>("< ")) },
    Bomb { name: "99,000 items without an end", make: || document(&"<Item>".repeat(99_000)) },
];

/// Inputs of about this many bytes, which take memory in proportion to it.
pub(super) struct Long<const LEN: usize>;

impl<const LEN: usize> Long<LEN> {
    pub(super) const BOMBS: &[Bomb] = &[
        Bomb { name: "empty items", make: || document(&many::<LEN>("<Item/>")) },
        Bomb { name: "items with a class and a referent", make: distinct_items::<LEN> },
        Bomb {
            name: "items with one referent",
            make: || document(&many::<LEN>("<Item class='A' referent='a'/>")),
        },
        Bomb { name: "items with two lists of properties", make: || document(&many::<LEN>(TWO_LISTS)) },
        Bomb { name: "unknown elements", make: || document(&many::<LEN>("<A/>")) },
        Bomb { name: "unknown elements with different names", make: distinct_elements::<LEN> },
        Bomb { name: "items with an unknown element", make: || document(&many::<LEN>("<Item><A/></Item>")) },
        Bomb { name: "stray text", make: || document(&many::<LEN>("a<!---->")) },
        Bomb { name: "end tags", make: || document(&many::<LEN>("</a>")) },
        Bomb { name: "less-than signs", make: || document(&many::<LEN>("<")) },
        Bomb { name: "attributes", make: || format!("<roblox version='4'{}/>", many::<LEN>(" a=''")).into() },
        Bomb { name: "empty metas", make: || document(&many::<LEN>("<Meta/>")) },
        Bomb { name: "lists of shared strings", make: || document(&many::<LEN>("<SharedStrings/>")) },
        Bomb { name: "shared strings with one key", make: || shared(&many::<LEN>("<SharedString md5=''/>")) },
        Bomb { name: "broken shared strings", make: || shared(&many::<LEN>(BROKEN)) },
        Bomb { name: "properties of one name", make: || item(&many::<LEN>("<int name=''/>")) },
        Bomb { name: "properties with different names", make: distinct_properties::<LEN> },
        Bomb { name: "properties that cannot be read", make: || item(&many::<LEN>("<int name='x'>z</int>")) },
        Bomb { name: "properties without a name", make: || item(&many::<LEN>("<A/>")) },
        Bomb { name: "properties without an end", make: || item(&many::<LEN>("<int name='x'>")) },
        Bomb { name: "references to nothing", make: || item(&many::<LEN>("<Ref name=''>a</Ref>")) },
        Bomb { name: "vectors with attributes", make: || item(&many::<LEN>(WITH_ATTRIBUTE)) },
        Bomb { name: "coordinate frames without numbers", make: || item(&many::<LEN>("<CFrame name=''/>")) },
        Bomb { name: "a vector with many unknown children", make: || value("Vector3", &many::<LEN>("<A/>")) },
        Bomb { name: "a text with many ampersands", make: || value("string", &many::<LEN>("&")) },
        Bomb { name: "a text with many empty CDATA", make: || value("string", &many::<LEN>("<![CDATA[]]>")) },
        Bomb {
            name: "a text with many CDATA without an end",
            make: || value("string", &many::<LEN>("<![CDATA[")),
        },
        Bomb { name: "a text with many control characters", make: || value("string", &many::<LEN>("\u{1}")) },
        Bomb { name: "base64 with spaces", make: || value("BinaryString", &many::<LEN>("A A\n")) },
        Bomb { name: "keypoints", make: || value("NumberSequence", &many::<LEN>("0 0 0 ")) },
        Bomb { name: "quotes that do not close", make: || item(&many::<LEN>("<a b='<a b=\"")) },
        Bomb { name: "comments", make: || document(&many::<LEN>("<!---->")) },
        Bomb { name: "document types", make: || document(&many::<LEN>("<!a>")) },
        Bomb {
            name: "an unknown element with many start tags",
            make: || value("Foo", &many::<LEN>("<Foo>")),
        },
    ];
}

const TWO_LISTS: &str = "<Item><Properties/><Properties/></Item>";
const BROKEN: &str = "<SharedString md5='a'>*</SharedString>";
const WITH_ATTRIBUTE: &str = "<Vector3 name=''><X a=''/></Vector3>";

fn many<const LEN: usize>(text: &str) -> String {
    text.repeat(LEN / text.len())
}

/// Texts that are made of their numbers.
fn numbered<const LEN: usize>(make: fn(usize) -> String) -> String {
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

fn distinct_items<const LEN: usize>() -> Vec<u8> {
    document(&numbered::<LEN>(|number| format!("<Item class='{number}' referent='{number}'/>")))
}

fn nested_items() -> Vec<u8> {
    document(&("<Item>".repeat(99_000) + &"</Item>".repeat(99_000)))
}

fn deep_items<const LEN: usize>() -> Vec<u8> {
    const DEPTH: usize = 4_000;
    document(&["<Item>".repeat(DEPTH), many::<LEN>("<Item/>"), "</Item>".repeat(DEPTH)].concat())
}

fn distinct_elements<const LEN: usize>() -> Vec<u8> {
    document(&numbered::<LEN>(|number| format!("<a{number}/>")))
}

fn distinct_properties<const LEN: usize>() -> Vec<u8> {
    item(&numbered::<LEN>(|number| format!("<int name='{number}'/>")))
}
