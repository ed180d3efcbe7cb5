//! Many values at once, and instances that are added and removed.

use super::values::{changes, open, set};
use rezkit::roblox::Document;
use rezkit::{
    ConvertOptions, Edit, Format, List, OpenOptions, ProblemKind, Query, convert, edit, extract_where,
    list_where,
};
use std::ops::ControlFlow;

const PLACE: &[u8] = br#"<roblox version="4"><Item class="Workspace" referent="w"><Properties><string name="Name">Workspace</string></Properties>
    <Item class="Part" referent="a"><Properties><string name="Name">A</string><bool name="Anchored">false</bool><float name="T">0.5</float></Properties></Item>
    <Item class="Part" referent="b"><Properties><string name="Name">B</string><bool name="Anchored">true</bool></Properties>
      <Item class="Script" referent="s"><Properties><string name="Name">S</string><ProtectedString name="Source">print(1)</ProtectedString></Properties></Item></Item>
    <Item class="Model" referent="m"><Properties><string name="Name">M</string><Ref name="PrimaryPart">a</Ref></Properties></Item></Item>
    <Item class="Script" referent="t"><Properties><string name="Name">T</string><ProtectedString name="Source">print(2)</ProtectedString></Properties></Item></roblox>"#;

fn query(text: &str) -> Query {
    text.parse().unwrap()
}

/// The place in both encodings.
fn both() -> [Vec<u8>; 2] {
    let binary = convert(&open(PLACE), &ConvertOptions::to(Format::RbxBinary)).unwrap();
    [PLACE.to_vec(), binary.bytes]
}

fn paths(bytes: &[u8]) -> Vec<String> {
    let document = Document::open(bytes).unwrap();
    document.ids().into_iter().map(|id| document.path(id)).collect()
}

#[test]
fn all_that_an_expression_chooses_is_changed() {
    for place in both() {
        let anchor = Edit::SetAll {
            query: query("class=Part and Anchored=false"),
            property: "Anchored".into(),
            value: "true".into(),
            kind: None,
        };
        let edited = edit(&open(&place), &[anchor]).unwrap();
        assert_eq!((edited.n_values, &edited.notes[..]), (1, &[][..]));
        let found = changes(&place, &edited.bytes);
        assert_eq!((found.len(), &*found[0].path), (1, "Workspace/A"));
        let rename =
            Edit::SetAll { query: query("name~?"), property: "Name".into(), value: "x".into(), kind: None };
        assert_eq!(edit(&open(&place), &[rename]).unwrap().n_values, 0);
        let strip = Edit::StripAll { query: query("name=A"), property: "Anchored".into() };
        let edited = edit(&open(&place), &[strip]).unwrap();
        assert_eq!(edited.n_values, 1);
    }
    // Those without the property stay as they are, unless there is none with it.
    let all = |text: &str, kind: Option<&str>| Edit::SetAll {
        query: query(text),
        property: "T".into(),
        value: "0.25".into(),
        kind: kind.map(Into::into),
    };
    let edited = edit(&open(PLACE), &[all("class=Part", None)]).unwrap();
    assert_eq!(edited.n_values, 1);
    assert_eq!(edited.notes, ["1 instance without T left unchanged: --type adds it"]);
    assert_eq!(edit(&open(PLACE), &[all("class=Part", Some("Float32"))]).unwrap().n_values, 2);
    let error = edit(&open(PLACE), &[all("class=Model", None)]).unwrap_err();
    assert_eq!(error.kind, ProblemKind::Reference);
}

#[test]
fn instances_are_added_from_either_encoding_and_removed() {
    let model = br#"<roblox version="4"><Item class="Folder" referent="f"><Properties><string name="Name">House</string></Properties>
        <Item class="Part" referent="d"><Properties><string name="Name">Door</string><bool name="Anchored">true</bool></Properties></Item></Item></roblox>"#;
    for place in both() {
        let add = |parent: &str| Edit::Add { parent: parent.into(), model: model.to_vec() };
        let edited = edit(&open(&place), &[add("Workspace"), add("(file)")]).unwrap();
        assert_eq!(edited.n_values, 4);
        let paths_after = paths(&edited.bytes);
        for path in ["Workspace/House/Door", "House/Door"] {
            assert!(paths_after.iter().any(|found| found == path), "{paths_after:?}");
        }
        let error = edit(&open(&place), &[add("Nowhere")]).unwrap_err();
        assert_eq!(error.to_string(), "there is no part Nowhere");
        let edits = [
            Edit::Remove { path: "Workspace/B".into() },
            Edit::RemoveAll { query: query("class=Script or name=S") },
        ];
        let edited = edit(&open(&place), &edits).unwrap();
        assert_eq!(edited.n_values, 3);
        assert_eq!(paths(&edited.bytes), ["Workspace", "Workspace/A", "Workspace/M"]);
        // A reference to what is gone leads to nothing.
        let edited = edit(&open(&place), &[Edit::Remove { path: "Workspace/A".into() }]).unwrap();
        let document = Document::open(&edited.bytes).unwrap();
        let primary = document.get(document.find("Workspace/M").unwrap(), "PrimaryPart");
        assert_eq!(primary.and_then(|value| value.as_id()), None);
    }
    let broken = Edit::Add { parent: "Workspace".into(), model: b"version 1.00\n0\n".to_vec() };
    assert!(edit(&open(PLACE), &[broken]).is_err());
}

#[test]
fn keys_and_values_of_lists_come_and_go_in_llsd() {
    let file = b"{'chair':{'legs':i4,'parts':[i1,i2,i3]},'table':{'legs':i3}}";
    let new = |path: &str, value: &str, kind: &str| Edit::Set {
        path: path.into(),
        value: value.into(),
        kind: Some(kind.into()),
    };
    let made = |edits: &[Edit]| String::from_utf8(edit(&open(file), edits).unwrap().bytes).unwrap();
    let text = made(&[new("chair.colour", "red", "String"), new("chair.parts.[3]", "4", "Integer")]);
    assert_eq!(text, "{'chair':{'legs':i4,'parts':[i1,i2,i3,i4],'colour':'red'},'table':{'legs':i3}}");
    let text = made(&[new("shelf", "", "Map"), new("boards", "[]", "Array")]);
    assert!(text.contains("'shelf':{}") && text.contains("'boards':[]"), "{text}");
    let remove = |path: &str| Edit::Remove { path: path.into() };
    let text = made(&[remove("chair.parts.[0]"), remove("chair.parts.[2]"), remove("table")]);
    assert_eq!(text, "{'chair':{'legs':i4,'parts':[i2]}}");
    let twice = ["chair.parts.[0]", "chair.parts.[0]", "chair.legs", "chair.legs"].map(remove);
    let edited = edit(&open(file), &twice).unwrap();
    assert_eq!(
        (edited.n_values, made(&twice)),
        (2, "{'chair':{'parts':[i2,i3]},'table':{'legs':i3}}".into())
    );
    let all = Edit::SetAll {
        query: query("class=map and legs>=4"),
        property: "legs".into(),
        value: "5".into(),
        kind: None,
    };
    assert_eq!(made(&[all]), "{'chair':{'legs':i5,'parts':[i1,i2,i3]},'table':{'legs':i3}}");
    let strip = Edit::StripAll { query: query("name=table"), property: "legs".into() };
    assert_eq!(made(&[strip]), "{'chair':{'legs':i4,'parts':[i1,i2,i3]},'table':{}}");
    for wrong in [remove("chair.arms"), remove("(file)"), Edit::RemoveAll { query: query("legs=4") }] {
        assert!(edit(&open(file), std::slice::from_ref(&wrong)).is_err(), "{wrong:?}");
    }
}

#[test]
fn what_has_no_parts_of_this_kind_says_so() {
    let mesh = b"version 1.00\n0\n";
    let error =
        edit(&open(mesh), &[Edit::RemoveAll { query: query("class=Part") }, set("x", "1")]).unwrap_err();
    assert!(error.to_string().contains("x") || error.kind == ProblemKind::Unsupported, "{error}");
    let error = edit(&open(mesh), &[Edit::RemoveAll { query: query("class=Part") }]).unwrap_err();
    assert_eq!(error.kind, ProblemKind::Unsupported);
    assert_eq!(
        list_where(&open(mesh), List::Scripts, &query("a=1")).unwrap_err().kind,
        ProblemKind::Unsupported
    );
    let take = &mut |_: rezkit::Content<'_>| ControlFlow::Continue(());
    assert_eq!(
        extract_where(&open(b"3DMO"), &query("a=1"), take).unwrap_err().kind,
        ProblemKind::Unsupported
    );
}

#[test]
fn lists_and_contents_are_of_what_is_chosen() {
    for place in both() {
        let file = rezkit::File::open(&place, &OpenOptions::default()).unwrap();
        let scripts = |text: &str| -> Vec<String> {
            let listing = list_where(&file, List::Scripts, &query(text)).unwrap();
            listing.items.into_iter().map(|item| item.path).collect()
        };
        assert_eq!(scripts("path~Workspace/*"), ["Workspace/B/S"]);
        assert_eq!(scripts("class=Script"), ["Workspace/B/S", "T"]);
        let classes = list_where(&file, List::Classes, &query("Anchored or class=Model")).unwrap().items;
        let classes: Vec<_> = classes.iter().map(|item| (&*item.kind, item.count)).collect();
        assert_eq!(classes, [("Model", 1), ("Part", 1)]);
        let mut found = Vec::new();
        extract_where(&file, &query("name=T"), &mut |content| {
            found.push((content.path.clone(), content.bytes.to_vec()));
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(found, [("scripts/T.server.luau".to_owned(), b"print(2)".to_vec())]);
    }
}
