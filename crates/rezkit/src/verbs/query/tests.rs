use super::*;
use crate::OpenOptions;

const PLACE: &[u8] = br#"<roblox version="4"><Item class="Model" referent="m"><Properties><string name="Name">Old house</string>
    <Ref name="PrimaryPart">d</Ref></Properties>
    <Item class="Part" referent="d"><Properties><string name="Name">Door</string><bool name="Anchored">true</bool>
    <float name="Transparency">0.1</float><token name="Material">256</token><Vector3 name="size"><X>4</X><Y>7</Y><Z>0.5</Z></Vector3>
    <BinaryString name="Tags">RG9vcgBPcGVu</BinaryString><BinaryString name="AttributesSerialize">AQAAAAUAAABTcGVlZAYAAAAAAADwPw==</BinaryString>
    </Properties></Item>
    <Item class="Part" referent="w"><Properties><string name="Name">Wall*1</string><bool name="Anchored">false</bool>
    <float name="Transparency">0.75</float></Properties></Item>
    <Item class="MeshPart" referent="x"><Properties><string name="Name">and</string><int64 name="Id">9007199254740993</int64>
    <string name="class">odd</string></Properties></Item></Item></roblox>"#;

/// The names of what an expression chooses, which is the same by way of a view, of a tree and of a document.
fn names(text: &str) -> Vec<String> {
    let expression: Query = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let file = File::open(PLACE, &OpenOptions::default()).unwrap();
    let tree = Tree::read(&file).unwrap();
    let names: Vec<_> = tree
        .select(&expression, &mut Vec::new())
        .iter()
        .map(|number| tree.name(*number).to_owned())
        .collect();
    let mut paths = Vec::new();
    query(&file, &expression, &mut |part| {
        paths.push(part.path().rsplit('/').next().unwrap().to_owned());
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(names, paths, "{text}");
    let document = Document::open(PLACE).unwrap();
    let ids: Vec<_> = document.select(&expression).iter().map(|id| document.name(*id).into_owned()).collect();
    assert_eq!(names, ids, "{text}");
    names
}

#[test]
fn parts_are_chosen_by_what_they_are() {
    for (text, found) in [
        ("class=Part", &["Door", "Wall*1"][..]),
        ("class!=Part and class != Model", &["and"]),
        ("class~*Part", &["Door", "Wall*1", "and"]),
        ("class !~ *Part", &["Old house"]),
        ("name=\"Old house\"", &["Old house"]),
        ("Name~Wall\\**", &["Wall*1"]),
        ("path=\"Old house/Door\"", &["Door"]),
        ("path~Old*/W*1", &["Wall*1"]),
        ("class=Part and Transparency>0.5", &["Wall*1"]),
        ("Transparency=0.1", &["Door"]),
        ("Transparency<=0.1 or name=and", &["Door", "and"]),
        ("Transparency<0.1", &[]),
        ("Anchored", &["Door"]),
        ("not Anchored", &["Old house", "Wall*1", "and"]),
        ("Anchored=false", &["Wall*1"]),
        ("Anchored!=true", &["Wall*1"]),
        ("Material>=256 and Material<257.5", &["Door"]),
        ("size.Y>6 and size.Z=0.5", &["Door"]),
        ("size=Vector3(4, 7, 0.5)", &["Door"]),
        ("size=(4,7,0.5)", &["Door"]),
        ("size!=(4,7,0.5)", &[]),
        ("Tags=Open", &["Door"]),
        ("Tags~O*", &["Door"]),
        ("Tags!=Open", &[]),
        ("@Speed=1", &["Door"]),
        ("@Speed.X=1", &["Door"]),
        ("@Sleep", &[]),
        ("PrimaryPart=\"Old house/Door\"", &["Old house"]),
        ("PrimaryPart", &["Old house"]),
        ("PrimaryPart~*Door", &["Old house"]),
        ("Id=9007199254740993", &["and"]),
        ("Id<9007199254740993", &[]),
        ("\"class\"=odd", &["and"]),
        ("class=Part and (name=Door or Transparency=0.75) and not (Anchored)", &["Wall*1"]),
        ("class=Model or class=Part and name=Door", &["Old house", "Door"]),
    ] {
        assert_eq!(names(text), found, "{text}");
    }
}

#[test]
fn errors_have_a_column() {
    let error = |text: &str| text.parse::<Query>().unwrap_err().to_string();
    for (text, message) in [
        ("", "column 1: a property is missing, or `class`, `name` or `path`"),
        ("class=", "column 7: a value is missing"),
        ("class=Part and", "column 15: a property is missing, or `class`, `name` or `path`"),
        ("(class=Part", "column 12: a ) is missing"),
        ("class=Part)", "column 11: there is no ( for this )"),
        ("ö=\"a", "column 3: this quote is not closed"),
        ("size=Vector3(1", "column 6: a bracket of this value is not closed; quotes make it a text"),
        ("name=Old house", "column 10: `and`, `or` or the end is expected; texts with spaces are in quotes"),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn depth_is_bounded_and_length_is_not() {
    let deep = |n: usize| format!("{}a{}", "(".repeat(n), ")".repeat(n)).parse::<Query>();
    assert!(deep(63).is_ok());
    assert_eq!(deep(64).unwrap_err().to_string(), "column 65: this is more than 64 levels deep");
    assert!("not ".repeat(100_000).parse::<Query>().is_err());
    assert!("(".repeat(100_000).parse::<Query>().is_err());
    let long = format!("name=x{}", " or name=y and a=1".repeat(20_000));
    assert_eq!(names(&format!("{long} or name=Door")), ["Door"]);
}

#[test]
fn patterns_take_linear_time() {
    let pattern = Pattern::new(&"*a".repeat(5_000));
    let text = format!("{}b", "a".repeat(200_000));
    assert!(!pattern.fits(&Datum::Text(text.as_bytes()), &|_| String::new()));
    let fits = |pattern: &str, text: &str| {
        Pattern::new(pattern).fits(&Datum::Text(text.as_bytes()), &|_| String::new())
    };
    assert_eq!(
        [fits("a*b*c", "aXbYc"), fits("ab*ba", "aba"), fits("*", ""), fits("a", "ab")],
        [true, false, true, false]
    );
}

#[test]
fn values_keep_their_types() {
    let file = File::open(PLACE, &OpenOptions::default()).unwrap();
    let mut lines = Vec::new();
    query(&file, &"name=Door or name=and or PrimaryPart".parse().unwrap(), &mut |found| {
        lines.push(crate::to_json(&found.part(&[]).unwrap().properties));
        lines.extend(found.get("Name"));
        ControlFlow::Continue(())
    })
    .unwrap();
    let door = r#"{"@Speed":1.0,"Anchored":true,"Material":256,"Tags":["Door","Open"],"Transparency":0.1,"size":{"Vector3":[4.0,7.0,0.5]}}"#;
    let odd = r#"{"Id":"9007199254740993","class":"odd"}"#;
    let model = r#"{"PrimaryPart":{"reference":"Old house/Door"}}"#;
    assert_eq!(lines, [model, "\"Old house\"", door, "\"Door\"", odd, "\"and\""]);
}
