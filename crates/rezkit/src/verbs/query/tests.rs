use super::*;
use crate::OpenOptions;
use files::outline::Datum;

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

/// The names of the parts that an expression selects, which must be the same through an outline, a tree and a document.
fn names(text: &str) -> Vec<String> {
    let expression: Query = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let file = File::open(PLACE, &OpenOptions::default()).unwrap();
    let tree = Tree::read(&file).unwrap();
    let names: Vec<_> = tree
        .select(&expression, &mut Vec::new())
        .unwrap()
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
    let (mut paths, class) = (Vec::new(), ["class".parse().unwrap()]);
    tree.query_fields(&expression, &class, &mut |part| {
        assert_eq!(part.field(0).as_deref(), Some(&*format!("\"{}\"", part.kind())), "{text}");
        paths.push(part.path().rsplit('/').next().unwrap().to_owned());
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(names, paths, "{text}");
    let document = Document::open(PLACE).unwrap();
    let ids: Vec<_> =
        document.select(&expression).unwrap().iter().map(|id| document.name(*id).into_owned()).collect();
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
        ("bytes>33", &["Old house", "Door"]),
        ("bytes=11", &["Wall*1"]),
        ("Transparency=0.1", &["Door"]),
        ("Transparency<=0.1 or name=and", &["Door", "and"]),
        ("Transparency<0.1", &["and"]),
        ("Anchored", &["Door"]),
        ("not Anchored", &["Old house", "Wall*1", "and"]),
        // What the file leaves out has the default of its class.
        ("Anchored=false", &["Wall*1", "and"]),
        ("Anchored!=true", &["Wall*1", "and"]),
        ("Material>=256 and Material<257.5", &["Door", "Wall*1", "and"]),
        ("size.Y>6 and size.Z=0.5", &["Door"]),
        ("size=Vector3(4, 7, 0.5)", &["Door"]),
        ("size=(4,7,0.5)", &["Door"]),
        ("size!=(4,7,0.5)", &["Wall*1", "and"]),
        ("Tags=Open", &["Door"]),
        ("Tags~O*", &["Door"]),
        ("Tags!=Open", &["Old house", "Wall*1", "and"]),
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
        ("Size.Y>6", &["Door"]),
        ("SIZE.y>6", &["Door"]),
        ("anchored", &["Door"]),
        ("class=part", &["Door", "Wall*1"]),
        ("ClassName=Part", &["Door", "Wall*1"]),
        ("classname=part", &["Door", "Wall*1"]),
        ("isa=Part", &["Door", "Wall*1"]),
        ("Parent=\"Old house\" and Anchored=TRUE", &["Door"]),
        ("inside \"Old house\" and not Part", &["and"]),
        ("has Part", &["Old house"]),
        ("has (Part and Anchored)", &["Old house"]),
        ("inside (name~Old*)", &["Door", "Wall*1", "and"]),
        ("class=Part, name=and", &["Door", "Wall*1", "and"]),
    ] {
        assert_eq!(names(text), found, "{text}");
    }
}

#[test]
fn errors_have_a_column() {
    let error = |text: &str| text.parse::<Query>().unwrap_err().to_string();
    for (text, message) in [
        ("", "column 1: expected a class, a property, `name` or `path`"),
        ("class=", "column 7: expected a value"),
        ("class=Part and", "column 15: expected a class, a property, `name` or `path`"),
        ("(class=Part", "column 12: expected a )"),
        ("class=Part)", "column 11: this ) has no matching ("),
        ("ö=\"a", "column 3: the quotation mark is not closed"),
        ("Model > ", "column 9: expected a value"),
        ("Model >> ", "column 10: expected a class, a property, `name` or `path`"),
        ("[Anchored = true", "column 17: expected a ]"),
        ("[$a = nil]", "column 7: to find parts without the attribute, use :not([$a])"),
        (":first(Part)", "column 1: only :not(…) and :has(…) begin with a colon"),
        ("#", "column 2: expected a name; put names with spaces or operators in quotes"),
        (
            "size=Vector3(1",
            "column 6: a bracket of this value is not closed; put the value in quotes if it is a text",
        ),
        (
            "name=Old house",
            "column 10: expected `and`, `or`, `>`, `>>` or the end; put texts with spaces in quotes",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn values_of_another_kind_are_refused() {
    let document = Document::open(PLACE).unwrap();
    for (text, message) in [
        ("size>3", "size is several numbers, not 3"),
        ("Anchored=maybe", "Anchored is true or false, not maybe"),
        ("Transparency=high", "Transparency is a number, not high"),
    ] {
        let error = document.select(&text.parse().unwrap()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn depth_is_bounded_and_length_is_not() {
    let deep = |n: usize| format!("{}a{}", "(".repeat(n), ")".repeat(n)).parse::<Query>();
    assert!(deep(63).is_ok());
    assert_eq!(deep(64).unwrap_err().to_string(), "column 65: this is nested more than 64 levels deep");
    assert!("not ".repeat(10_000).parse::<Query>().is_err());
    for deep in ["(", ":not(", ":has(", "has ", "A:has(> "] {
        assert!(deep.repeat(10_000).parse::<Query>().is_err(), "{deep}");
    }
    assert!(format!("Part{}", " > Part".repeat(256)).parse::<Query>().is_ok());
    let error = format!("Part{}", " >> Part".repeat(257)).parse::<Query>().unwrap_err().message;
    assert_eq!(error, "this has more than 256 of `>`, `>>`, `has` and `inside`");
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
    let door = r#"{"@Speed":1.0,"Anchored":true,"Material":256,"Size":{"Vector3":[4.0,7.0,0.5]},"Tags":["Door","Open"],"Transparency":0.1}"#;
    let odd = r#"{"Id":"9007199254740993","class":"odd"}"#;
    let model = r#"{"PrimaryPart":{"reference":"Old house/Door"}}"#;
    assert_eq!(lines, [model, "\"Old house\"", door, "\"Door\"", odd, "\"and\""]);
}

/// The tree in the examples of the engine's documentation of `Instance:QueryDescendants`.
const TREE: &[u8] = br#"<roblox version="4"><Item class="Workspace" referent="0"><Properties><string name="Name">Workspace</string></Properties>
    <Item class="Model" referent="1"><Properties><string name="Name">Tree</string><BinaryString name="Tags">QXBwbGU=</BinaryString>
      <BinaryString name="AttributesSerialize">AwAAAAcAAABWYXJpZXR5AgQAAABGdWppBgAAAEZsYXZvcgYAAAAAAAAQQAYAAABPbkZpcmUDAQ==</BinaryString></Properties>
      <Item class="Part" referent="2"><Properties><string name="Name">RedTree</string><bool name="CanCollide">false</bool></Properties></Item>
      <Item class="MeshPart" referent="3"><Properties><string name="Name">Blade</string><BinaryString name="Tags">U3dvcmRQYXJ0</BinaryString></Properties>
        <Item class="SpotLight" referent="4"><Properties><string name="Name">Lamp</string></Properties></Item></Item></Item>
    <Item class="Folder" referent="5"><Properties><string name="Name">Far</string></Properties>
      <Item class="Tool" referent="6"><Properties><string name="Name">Sword</string></Properties>
        <Item class="MeshPart" referent="7"><Properties><string name="Name">Grip</string></Properties></Item></Item></Item>
    <Item class="Part" referent="8"><Properties><string name="Name">Near</string><BinaryString name="Tags">QXBwbGU=</BinaryString>
      <BinaryString name="AttributesSerialize">AQAAAAYAAABPbkZpcmUDAQ==</BinaryString></Properties></Item></Item></roblox>"#;

#[test]
fn selectors_of_the_engine_are_expressions() {
    let document = Document::open(TREE).unwrap();
    let file = File::open(TREE, &OpenOptions::default()).unwrap();
    let all = ["Workspace", "Tree", "RedTree", "Blade", "Lamp", "Far", "Sword", "Grip", "Near"];
    let but = |gone: &[&str]| all.into_iter().filter(|name| !gone.contains(name)).collect::<Vec<_>>();
    for (text, found) in [
        ("Part", vec!["RedTree", "Near"]),
        (".Apple", vec!["Tree", "Near"]),
        ("#RedTree", vec!["RedTree"]),
        ("#\"RedTree\"", vec!["RedTree"]),
        ("[$OnFire]", vec!["Tree", "Near"]),
        ("[$OnFire = true]", vec!["Tree", "Near"]),
        ("[$Variety = Fuji]", vec!["Tree"]),
        ("[$Flavor = \"4\"]", vec!["Tree"]),
        ("Model.Apple[$Variety = Fuji][$Flavor = 4]", vec!["Tree"]),
        ("Part #RedTree", vec!["RedTree"]),
        ("#RedTree Part", vec!["RedTree"]),
        (".Apple Part", vec!["Near"]),
        ("Model Part", vec![]),
        ("[CanCollide = false]", vec!["RedTree"]),
        ("[ CanCollide=false ]Part", vec!["RedTree"]),
        ("Model . Apple [ $ OnFire = true ]", vec!["Tree"]),
        ("Folder: not (> Part) , Workspace : has( > Model )", vec!["Workspace", "Far"]),
        ("Model > .SwordPart", vec!["Blade"]),
        ("Model>.SwordPart", vec!["Blade"]),
        ("Workspace > Part.Apple", vec!["Near"]),
        ("> Workspace", vec!["Workspace"]),
        ("> Part", vec![]),
        (">> Part.Apple", vec!["Near"]),
        ("Model >> [Name = Lamp]", vec!["Lamp"]),
        ("Workspace > Folder > Tool", vec!["Sword"]),
        ("Workspace >> Tool > MeshPart", vec!["Grip"]),
        ("MeshPart.SwordPart, Model[$OnFire = true]", vec!["Tree", "Blade"]),
        (":not(SpotLight)", but(&["Lamp"])),
        (":not(SpotLight, Part)", but(&["Lamp", "RedTree", "Near"])),
        (":not([$OnFire])", but(&["Tree", "Near"])),
        (":not(Model > .SwordPart)", but(&["Blade"])),
        (":has(Tool)", vec!["Workspace", "Far"]),
        ("Workspace:has(> Tool)", vec![]),
        ("MeshPart:has(> SpotLight)", vec!["Blade"]),
        (":has(> Folder > Tool)", vec!["Workspace"]),
        (":has(> :not(Part, MeshPart, SpotLight)) and not Workspace", vec!["Far"]),
        ("#Tree > (Part or MeshPart)", vec!["RedTree", "Blade"]),
        ("inside Workspace/Far and class=MeshPart", vec!["Grip"]),
        ("not has Part and MeshPart", vec!["Blade", "Grip"]),
    ] {
        let expression: Query = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let chosen = document.select(&expression).unwrap_or_else(|error| panic!("{text}: {error}"));
        let names: Vec<_> = chosen.iter().map(|id| document.name(*id).into_owned()).collect();
        assert_eq!(names, found, "{text}");
        let mut paths = Vec::new();
        query(&file, &expression, &mut |part| {
            paths.push(part.path().rsplit('/').next().unwrap_or_default().to_owned());
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(paths, found, "{text}");
    }
}

#[cfg(feature = "classes")]
#[test]
fn classes_are_known_with_what_is_derived_from_them() {
    let document = Document::open(TREE).unwrap();
    for (text, n) in [
        ("BasePart", 4),
        ("class=BasePart", 4),
        ("isa=basepart", 4),
        ("PVInstance and not BasePart", 3),
        ("BasePart[CanCollide = true]", 3),
        ("Seat", 0),
    ] {
        assert_eq!(document.select(&text.parse().unwrap()).unwrap().len(), n, "{text}");
    }
}

#[test]
fn what_files_do_not_have_is_made_of_what_they_have() {
    let place = br#"<roblox version="4"><Item class="Part" referent="a"><Properties><string name="Name">A</string><CoordinateFrame name="CFrame">
        <X>1</X><Y>5</Y><Z>2</Z><R00>0</R00><R01>0</R01><R02>1</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>-1</R20><R21>0</R21><R22>0</R22>
        </CoordinateFrame><Color3uint8 name="Color3uint8">4294936576</Color3uint8></Properties></Item>
        <Item class="Frame" referent="b"><Properties><string name="Name">B</string><UDim2 name="Size"><XS>0.5</XS><XO>1</XO><YS>0.25</YS><YO>2</YO></UDim2>
        </Properties></Item></roblox>"#;
    let file = File::open(place, &OpenOptions::default()).unwrap();
    for (text, found) in [
        ("Position.Y>4", "A"),
        ("Position=1,5,2", "A"),
        ("position.y<5", ""),
        ("Orientation=0,90,0", "A"),
        ("Rotation.Y=90", "A"),
        ("Color=#ff8800", "A"),
        ("Color.G<0.6 and Color3uint8.G>100", "A"),
        ("Size.Y=0.25", "B"),
    ] {
        let mut names = String::new();
        query(&file, &text.parse().unwrap(), &mut |part| {
            names.push_str(part.path());
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(names, found, "{text}");
    }
}

/// Instances of each kind that store a value under different names.
const RENAMED: &[u8] =
    br#"<roblox version="4"><Item class="Sound"><Properties><string name="Name">Old</string>
    <float name="Pitch">0.25</float><float name="MaxDistance">40</float><float name="MinDistance">3</float>
    <Content name="SoundId"><url>rbxassetid://7</url></Content></Properties></Item>
    <Item class="Sound"><Properties><string name="Name">New</string><float name="PlaybackSpeed">0.25</float>
    <float name="xmlRead_MaxDistance_3">40</float><float name="EmitterSize">3</float>
    <Content name="AudioContent"><uri>rbxassetid://7</uri></Content></Properties></Item>
    <Item class="Sound"><Properties><string name="Name">Plain</string></Properties></Item></roblox>"#;

/// The names of the instances that an expression selects, and the values of a field of them.
fn fields(place: &[u8], expression: &str, field: &str) -> Vec<(String, Option<String>)> {
    let (file, mut found) = (File::open(place, &OpenOptions::default()).unwrap(), Vec::new());
    let (query, fields) = (expression.parse().unwrap(), [field.parse().unwrap()]);
    query_fields(&file, &query, &fields, &mut |part| {
        assert_eq!(part.get(field).is_some(), part.field(0).is_some(), "{field}");
        found.push((part.path().to_owned(), part.field(0)));
        ControlFlow::Continue(())
    })
    .unwrap();
    let ids = Document::open(place).unwrap().select(&query).unwrap();
    assert_eq!(ids.len(), found.len(), "{expression}");
    found
}

#[test]
fn a_value_is_found_by_each_of_its_names() {
    for (names, test, value, default) in [
        (&["Pitch", "PlaybackSpeed", "pitch"][..], "<0.5", "0.25", "1"),
        (
            &["MaxDistance", "RollOffMaxDistance", "xmlRead_MaxDistance_3", "maxdistance"],
            "=40",
            "40",
            "10000",
        ),
        (&["MinDistance", "RollOffMinDistance", "EmitterSize"], "=3", "3", "10"),
        (&["SoundId", "AudioContent", "soundid"], "=rbxassetid://7", "rbxassetid://7", ""),
    ] {
        for name in names {
            let found = fields(RENAMED, &format!("{name}{test}"), name);
            assert_eq!(found.len(), 2, "{name}: {found:?}");
            assert!(
                found.iter().all(|(_, found)| found.as_ref().is_some_and(|it| it.contains(value))),
                "{name}: {found:?}"
            );
            let absent = fields(RENAMED, "name=Plain", name);
            assert!(absent[0].1.as_ref().is_some_and(|it| it.contains(default)), "{name}: {absent:?}");
        }
    }
}

#[cfg(feature = "classes")]
#[test]
fn a_value_of_another_kind_is_found_by_each_of_its_names() {
    let place = br#"<roblox version="4">
        <Item class="TextLabel"><Properties><string name="Name">Old</string><token name="Font">17</token>
        <token name="FontSize">7</token><int name="BackgroundColor">21</int></Properties></Item>
        <Item class="TextLabel"><Properties><string name="Name">New</string><Font name="FontFace">
        <Family><url>rbxasset://fonts/families/GothamSSm.json</url></Family><Weight>400</Weight><Style>Normal</Style></Font>
        <float name="TextSize">24</float><Color3 name="BackgroundColor3"><R>0.76862746</R><G>0.15686275</G><B>0.10980392</B></Color3>
        </Properties></Item>
        <Item class="Part"><Properties><string name="Name">Old</string><int name="BrickColor">21</int></Properties></Item>
        <Item class="Part"><Properties><string name="Name">New</string><Color3uint8 name="Color3uint8">4291045404</Color3uint8></Properties></Item>
        <Item class="UICorner"><Properties><string name="Name">Old</string><UDim name="CornerRadius"><S>0.5</S><O>0</O></UDim></Properties></Item>
        <Item class="UICorner"><Properties><string name="Name">New</string><UDim name="BottomLeftRadius"><S>0.5</S><O>0</O></UDim>
        <UDim name="BottomRightRadius"><S>0.5</S><O>0</O></UDim><UDim name="TopLeftRadius"><S>0.5</S><O>0</O></UDim>
        <UDim name="TopRightRadius"><S>0.5</S><O>0</O></UDim></Properties></Item></roblox>"#;
    for (test, field, value) in [
        ("Font=Gotham", "Font", "Gotham"),
        ("font~Goth*", "font", "Gotham"),
        ("TextLabel and Font=Gotham", "FontFace", "GothamSSm"),
        ("TextSize=24", "TextSize", "24"),
        ("FontSize=Size24", "FontSize", "Size24"),
        ("BackgroundColor3=#c4281c", "BackgroundColor3", "0.76"),
        ("BackgroundColor3.G<0.2", "BackgroundColor", "21"),
        ("Color=#c4281c", "Color", "196"),
        ("Part and Color.R>0.7", "Color.R", "196"),
        ("Part and color.g<0.2", "color.g", "40"),
        ("BrickColor=\"Bright red\"", "BrickColor", "Bright red"),
        ("UICorner", "CornerRadius", "0.5"),
        ("UICorner", "TopLeftRadius", "0.5"),
    ] {
        let found = fields(place, test, field);
        assert_eq!(found.len(), 2, "{test}: {found:?}");
        assert!(
            found.iter().all(|(_, found)| found.as_ref().is_some_and(|it| it.contains(value))),
            "{test}: {found:?}"
        );
    }
}
