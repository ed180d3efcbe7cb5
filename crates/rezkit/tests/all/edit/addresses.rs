//! Addresses of assets become others, in every kind of value that has them.

use super::values::{changes, open};
use rezkit::roblox::{Content, Document, Value};
use rezkit::{AssetMap, ConvertOptions, Edit, Edited, Format, ProblemKind, convert, edit};

const PLACE: &[u8] = br#"<roblox version="4"><Item class="Workspace" referent="w"><Properties><string name="Name">Workspace</string></Properties>
    <Item class="MeshPart" referent="a"><Properties><string name="Name">A</string><Content name="MeshId"><url>rbxassetid://11</url></Content>
      <Content name="MeshContent"><uri>http://www.roblox.com/asset/?id=11&amp;v=2</uri></Content><Content name="TextureID"><url>rbxasset://sky.png</url></Content>
      <string name="Other">11</string></Properties></Item>
    <Item class="TextLabel" referent="l"><Properties><string name="Name">L</string><Font name="FontFace"><Family><url>rbxassetid://11</url></Family><Weight>400</Weight><Style>Normal</Style></Font>
      <Content name="Image"><url>rbxthumb://type=AvatarHeadShot&amp;id=11&amp;w=48</url></Content></Properties></Item>
    <Item class="StringValue" referent="v"><Properties><string name="Name">V</string><string name="Value">rbxassetid://112</string></Properties></Item>
    <Item class="Script" referent="s"><Properties><string name="Name">S</string><ProtectedString name="Source">p.Texture = "rbxassetid://11" -- https://roblox.com/library?id=11, 11
print("rbxassetid://112")</ProtectedString></Properties></Item></Item></roblox>"#;

const MAP: &str = "old,new\r\n11,9900\n\n\"rbxasset://sky.png\",77\n";

fn mapped(bytes: &[u8], scripts: bool) -> Edited {
    edit(&open(bytes), &[Edit::MapAssets { map: MAP.parse().unwrap(), scripts }]).unwrap()
}

#[test]
fn addresses_of_all_forms_change_in_both_encodings() {
    let binary = convert(&open(PLACE), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    for place in [PLACE, &binary] {
        let mut before = Document::open(place).unwrap();
        let value = before.find("Workspace/V").unwrap();
        before.set_attribute(value, "Icon", "rbxassetid://11").unwrap();
        let place = before.save_onto(place).unwrap().bytes;
        let edited = mapped(&place, false);
        assert_eq!(edited.n_values, 5, "{:?}", edited.notes);
        let document = Document::open(&edited.bytes).unwrap();
        let at = |path: &str, property: &str| {
            let id = document.find(path).unwrap();
            document.get(id, property).unwrap()
        };
        let text = |path: &str, property: &str| match at(path, property) {
            Value::Content(Content::Uri(uri)) => String::from_utf8(uri.into_owned()).unwrap(),
            Value::Font(font) => String::from_utf8(font.family.into_owned()).unwrap(),
            value => value.as_str().unwrap().to_owned(),
        };
        assert_eq!(text("Workspace/A", "MeshId"), "rbxassetid://9900");
        assert_eq!(text("Workspace/A", "MeshContent"), "http://www.roblox.com/asset/?id=9900&v=2");
        assert_eq!(text("Workspace/A", "TextureID"), "rbxassetid://77");
        assert_eq!(text("Workspace/A", "Other"), "11");
        assert_eq!(text("Workspace/L", "FontFace"), "rbxassetid://9900");
        assert_eq!(text("Workspace/L", "Image"), "rbxthumb://type=AvatarHeadShot&id=11&w=48");
        assert_eq!(text("Workspace/V", "Value"), "rbxassetid://112");
        let icon = document.attribute(document.find("Workspace/V").unwrap(), "Icon").unwrap();
        assert_eq!(icon.as_str(), Some("rbxassetid://9900"));
        assert!(text("Workspace/S", "Source").contains("\"rbxassetid://11\""));
        assert_eq!(changes(&place, &edited.bytes).len(), 3);
        let named = |what: &str| edited.notes.iter().filter(|note| note.contains(what)).count();
        assert_eq!(
            (named("Workspace/A."), named("Workspace/L.FontFace was"), named("Workspace/V.@Icon was")),
            (3, 1, 1)
        );
        assert_eq!(edited.notes[5], "1 script with such addresses in the source left unchanged");
    }
}

#[test]
fn scripts_change_on_request_and_numbers_alone_stay() {
    let edited = mapped(PLACE, true);
    assert_eq!(edited.n_values, 5);
    let document = Document::open(&edited.bytes).unwrap();
    let source = document.bytes(document.find("Workspace/S").unwrap(), "Source").unwrap();
    let expected = "p.Texture = \"rbxassetid://9900\" -- https://roblox.com/library?id=9900, 11\nprint(\"rbxassetid://112\")";
    assert_eq!(std::str::from_utf8(source).unwrap(), expected);
    // What is not there changes nothing, byte by byte.
    let none = edit(&open(PLACE), &[Edit::MapAssets { map: "5,6".parse().unwrap(), scripts: true }]).unwrap();
    assert_eq!((none.n_values, none.is_idle, none.bytes), (0, true, PLACE.to_vec()));
    assert_eq!(none.notes, ["none of these assets is used"]);
}

#[test]
fn wrong_lines_are_refused() {
    for (text, path) in
        [("1,2\n3", "line 2"), ("1,2\n1,3", "line 2"), ("old,new\nx,3", "line 2"), ("1,2,3", "line 1")]
    {
        let problem = text.parse::<AssetMap>().unwrap_err();
        assert_eq!((problem.kind, &*problem.path), (ProblemKind::Value, path), "{text}");
    }
    let map = Edit::MapAssets { map: AssetMap::default(), scripts: false };
    assert_eq!(edit(&open(b"{'a':i1}"), &[map]).unwrap_err().kind, ProblemKind::Unsupported);
}
