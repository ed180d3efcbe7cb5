//! Questions that users ask about a place, and the messages for names that do not exist. `REZ_TOUR=write cargo test -p
//! rezkit-cli questions` writes the answers into tests/wrong_questions.txt.

use crate::help::words;
use crate::support::{Scratch, rez, root, text};
use std::fs::read_to_string;

/// A place with a bit of all that is asked.
const PLACE: &str = r#"<roblox version="4">
<Item class="Workspace" referent="w"><Properties><string name="Name">Workspace</string></Properties>
  <Item class="Folder" referent="m"><Properties><string name="Name">Map</string></Properties>
    <Item class="Part" referent="g"><Properties><string name="Name">Ground</string><bool name="Anchored">true</bool>
      <bool name="CanCollide">true</bool><float name="Transparency">0</float><token name="Material">1280</token>
      <Color3uint8 name="Color3uint8">4278255360</Color3uint8><token name="shape">1</token>
      <Vector3 name="size"><X>512</X><Y>20</Y><Z>512</Z></Vector3>
      <CoordinateFrame name="CFrame"><X>0</X><Y>-10</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame></Properties></Item>
    <Item class="Part" referent="l"><Properties><string name="Name">Lamp</string><bool name="Anchored">false</bool>
      <bool name="CanCollide">false</bool><float name="Transparency">0.5</float><token name="Material">288</token>
      <Color3uint8 name="Color3uint8">4294936576</Color3uint8><token name="shape">0</token>
      <BinaryString name="Tags">TGlnaHQ=</BinaryString><BinaryString name="AttributesSerialize">AQAAAAYAAABPbkZpcmUDAQ==</BinaryString>
      <Vector3 name="size"><X>1</X><Y>2</Y><Z>1</Z></Vector3>
      <CoordinateFrame name="CFrame"><X>4</X><Y>8</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame></Properties></Item>
    <Item class="MeshPart" referent="r"><Properties><string name="Name">Rock</string><bool name="Anchored">true</bool>
      <bool name="CanCollide">true</bool><float name="Transparency">0</float><token name="Material">896</token>
      <Color3uint8 name="Color3uint8">4288914085</Color3uint8><Content name="MeshId"><url>rbxassetid://11</url></Content>
      <Vector3 name="size"><X>6</X><Y>5</Y><Z>7</Z></Vector3>
      <CoordinateFrame name="CFrame"><X>30</X><Y>-900</Y><Z>0</Z><R00>0</R00><R01>0</R01><R02>1</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>-1</R20><R21>0</R21><R22>0</R22></CoordinateFrame></Properties></Item>
  </Item>
  <Item class="Model" referent="d"><Properties><string name="Name">Door</string></Properties>
    <Item class="Script" referent="s"><Properties><string name="Name">Open</string><bool name="Disabled">false</bool>
      <ProtectedString name="Source">local http = game:GetService("HttpService")</ProtectedString></Properties></Item></Item>
</Item>
<Item class="StarterGui" referent="u"><Properties><string name="Name">StarterGui</string></Properties>
  <Item class="TextLabel" referent="t"><Properties><string name="Name">Title</string><string name="Text">Hello</string>
    <UDim2 name="Size"><XS>0.5</XS><XO>0</XO><YS>0</YS><YO>40</YO></UDim2></Properties></Item></Item>
</roblox>"#;

/// The cells of a table of two columns below a heading, the first of them a command.
fn rows<'d>(document: &'d str, heading: &str) -> Vec<(&'d str, &'d str)> {
    let (_, rest) = document.split_once(heading).unwrap_or_else(|| panic!("no heading {heading}"));
    let table = rest.split_once("\n| ").unwrap().1;
    let lines = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let cells = |line: &'d str| line.trim_start_matches("| ").trim_end_matches(" |").split_once(" | ");
    lines.map(|line| cells(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

fn document(name: &str) -> String {
    read_to_string(root().join("docs").join(name)).unwrap().replace('\r', "")
}

/// Runs the command in a cell; returns its code and output.
fn run_cell(cell: &str, folder: &Scratch) -> (i32, String, String) {
    let command = cell.trim_matches('`');
    let words = words(command).into_iter().skip(1);
    text(&rez().current_dir(&folder.0).args(words).output().unwrap())
}

#[test]
fn wrong_questions_have_answers() {
    let path = root().join("crates/rezkit-cli/tests/wrong_questions.txt");
    let document = read_to_string(&path).unwrap().replace('\r', "");
    let folder = Scratch::new("questions");
    folder.file("place.rbxlx", PLACE);
    let rows = rows(&document, "Wrong questions");
    assert!(rows.len() >= 60, "{} wrong questions", rows.len());
    let mut fresh = document.clone();
    for (cell, found) in rows {
        let (code, out, err) = run_cell(cell, &folder);
        let (said, _) = err.split_once('\n').unwrap_or((&err, ""));
        let said = said.replacen("error: ", "", 1).replacen("place.rbxlx: ", "", 1);
        assert!(matches!(code, 1 | 2) && out.is_empty() && !said.is_empty(), "{cell}: {code} {out}{err}");
        let said = format!("{code}: {}", said.replace('|', "\\|"));
        fresh = fresh.replace(&format!("| {cell} | {found} |"), &format!("| {cell} | {said} |"));
    }
    if std::env::var_os("REZ_TOUR").is_some() {
        std::fs::write(path, fresh).unwrap();
    } else {
        assert!(document == fresh, "wrong_questions.txt is not what rez answers: run with REZ_TOUR=write");
    }
}

/// The expected output of the commands in the table, in its order.
const ANSWERS: &[&str] = &[
    "Workspace/Map/Lamp\n",
    "2\n",
    "Workspace/Map/Lamp\n",
    "        1  Grass\n        1  Neon\n        1  Rock\n",
    "Workspace/Map/Ground.Size=Vector3(512, 20, 512)\n",
    "Workspace/Map/Rock\n",
    "Workspace/Door/Open\n",
    "Workspace/Map/Lamp\n",
    "Workspace/Door\n",
    "~ [Part] Workspace/Map/Lamp\n    Anchored: false → true\n",
    "~ [Part] Workspace/Map/Lamp\n    CFrame: CFrame(4, 8, 0) → CFrame(0, 10, 0)\n",
    "~ [Part] Workspace/Map/Lamp\n    Color: Color3uint8(255, 136, 0) → Color3uint8(196, 40, 28)\n",
    "~ [Part] Workspace/Map/Ground\n    Material: Grass → Wood\n~ [Part] Workspace/Map/Lamp\n    Material: Neon → Wood\n~ [MeshPart] Workspace/Map/Rock\n    Material: Rock → Wood\n",
    "> [Part] Workspace/Map/Lamp → Workspace/Door/Lamp\n",
    "- [Script] Workspace/Door/Open\n",
    "Workspace/Map/Rock.MeshId  \"rbxassetid://11\"\n",
    "~ [MeshPart] Workspace/Map/Rock\n    MeshId: \"rbxassetid://11\" → \"rbxassetid://12\"\n",
    "Workspace/Door/Open:1:local http = game:GetService(\"HttpService\")\n",
    "= [Part] Workspace/Map/Lamp → Workspace/Map/Lantern\n",
];

#[test]
fn what_people_ask_is_answered_as_they_type_it() {
    let document = document("rez.md");
    let folder = Scratch::new("tasks");
    folder.file("place.rbxlx", PLACE);
    let rows = rows(&document, "## What people ask");
    assert_eq!(rows.len(), ANSWERS.len());
    for ((question, cell), answer) in rows.iter().zip(ANSWERS) {
        let (code, out, err) = run_cell(cell, &folder);
        assert_eq!((code, &*out), (0, *answer), "{question}: {cell}: {err}");
    }
}

#[test]
fn names_in_scripts_are_set_on_what_is_stored() {
    let folder = Scratch::new("words");
    let path = folder.file("place.rbxlx", PLACE);
    let (code, _, err) = text(
        &rez()
            .args(["set", &path, "--in-place", "Workspace/Map/Lamp.Orientation=0,90,0"])
            .args(["Workspace/Map/Lamp.BrickColor=Bright red", "Workspace/Map/Lamp.Shape=Block"])
            .args(["Workspace/Map/Lamp.Size=3,3,3", "Workspace/Map/Lamp.Parent=StarterGui"])
            .output()
            .unwrap(),
    );
    assert_eq!(code, 0, "{err}");
    let print = |options: &[&str]| text(&rez().arg("print").arg(&path).args(options).output().unwrap()).1;
    let lamp = print(&[]).split_once("[Part] StarterGui/Lamp\n").unwrap().1.to_owned();
    for line in [
        "  CFrame = CFrame(4, 8, 0, 0, 0, 1, 0, 1, 0, -1, 0, 0)\n",
        "  Color = Color3uint8(196, 40, 28)\n",
        "  Shape = Block\n",
        "  Size = Vector3(3, 3, 3)\n",
    ] {
        assert!(lamp.contains(line), "{line}{lamp}");
    }
    let stored = print(&["--stored"]);
    assert!(
        stored.contains("  size = Vector3(3, 3, 3)\n") && !stored.contains("  Size = Vector3"),
        "{stored}"
    );
    let (_, out, _) =
        text(&rez().args(["query", &path, "#Lamp", "--get", "Size,Position", "--json"]).output().unwrap());
    assert!(
        out.contains(r#""properties":{"Position":{"Vector3":[4.0,8.0,0.0]},"Size":{"Vector3":[3.0,3.0,3.0]}},"stored":{"Size":"size"}"#),
        "{out}"
    );
}
