//! Everyday tasks of a developer, each with the words that people type first.

use crate::support::{Scratch, run};

/// A place with a door, a model of two parts, a remote and scripts.
const GAME: &str = r#"<roblox version="4">
<Item class="Workspace" referent="w"><Properties><string name="Name">Workspace</string></Properties>
  <Item class="Part" referent="d"><Properties><string name="Name">Door</string><bool name="Anchored">false</bool>
    <BinaryString name="Tags">TlBD</BinaryString>
    <CoordinateFrame name="CFrame"><X>0</X><Y>4</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame>
    <token name="Material">288</token><Vector3 name="size"><X>4</X><Y>7</Y><Z>1</Z></Vector3></Properties>
    <Item class="ParticleEmitter" referent="e"><Properties><string name="Name">Fire</string></Properties></Item>
    <Item class="Decal" referent="p"><Properties><string name="Name">Poster</string>
      <Content name="Texture"><url>rbxassetid://1234</url></Content></Properties></Item></Item>
  <Item class="Model" referent="h"><Properties><string name="Name">Hut</string></Properties>
    <Item class="Part" referent="r"><Properties><string name="Name">Roof</string><bool name="Anchored">true</bool>
      <CoordinateFrame name="CFrame"><X>10</X><Y>8</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame>
      <token name="Material">256</token><Vector3 name="size"><X>2</X><Y>2</Y><Z>2</Z></Vector3></Properties></Item>
    <Item class="Weld" referent="l"><Properties><string name="Name">Hinge</string><Ref name="Part0">r</Ref>
      <Ref name="Part1">d</Ref></Properties></Item></Item></Item>
<Item class="ReplicatedStorage" referent="s"><Properties><string name="Name">ReplicatedStorage</string></Properties>
  <Item class="RemoteEvent" referent="f"><Properties><string name="Name">Fire</string></Properties></Item></Item>
<Item class="ServerScriptService" referent="c"><Properties><string name="Name">ServerScriptService</string></Properties>
  <Item class="Script" referent="m"><Properties><string name="Name">Main</string>
    <ProtectedString name="Source">wait(1)
game.ReplicatedStorage.Fire:FireAllClients()
</ProtectedString></Properties></Item></Item></roblox>"#;

/// The expected result of a task's first command.
enum Outcome {
    /// The command prints this.
    Prints(&'static str),
    /// The place then answers this to `rez query -q place.rbxl EXPRESSION`.
    Then(&'static str, &'static str),
    /// Another file then holds this.
    Holds(&'static str, &'static str),
    /// The command does not do it, and says this.
    Says(&'static str),
}

use Outcome::{Holds, Prints, Says, Then};

/// The tasks, with the words after `rez`.
const TASKS: [(&str, &str, Outcome); 30] = [
    ("see what a place is", "place.rbxl", Prints("  scripts ")),
    ("list what is in the workspace", "ls place.rbxl Workspace", Prints("Workspace/Door\nWorkspace/Hut\n")),
    ("look at a part", "print place.rbxl Workspace/Door", Prints("  Material = Neon\n")),
    ("read a script", "cat place.rbxl ServerScriptService/Main", Prints("wait(1)\ngame.")),
    ("find parts that fall", "query place.rbxl Part^and^not^Anchored", Prints("Workspace/Door\n")),
    ("count parts by material", "query place.rbxl BasePart --by Material", Prints("        1  Neon\n")),
    ("find old calls", "grep wait( place.rbxl -F", Prints("ServerScriptService/Main:1:wait(1)\n")),
    ("find who uses an asset", "refs place.rbxl 1234", Prints("Workspace/Door/Poster.Texture")),
    (
        "find who uses a remote",
        "refs place.rbxl ReplicatedStorage/Fire",
        Prints("ServerScriptService/Main.Source:2"),
    ),
    ("see what takes the bytes", "du place.rbxl", Prints("ServerScriptService/Main  scripts")),
    ("see what is wrong", "check place.rbxl", Prints("1 file")),
    ("check the syntax of scripts", "check broken.rbxl", Prints("ServerScriptService/Main")),
    ("see what changed", "diff old.rbxl place.rbxl", Prints("    - Transparency: 0.5\n")),
    (
        "set a value",
        "set place.rbxl Workspace/Door.Transparency=0.5 --in-place",
        Then("Transparency=0.5", "Workspace/Door\n"),
    ),
    (
        "colour particles",
        "set place.rbxl Workspace/Door/Fire.Color=#ff0000 --in-place",
        Then("Color~\"*[0, 1, 0, 0, 0]*\"", "Workspace/Door/Fire\n"),
    ),
    (
        "size particles",
        "set place.rbxl Workspace/Door/Fire.Size=2 --in-place",
        Then("ParticleEmitter and Size~*2*", "Workspace/Door/Fire\n"),
    ),
    (
        "add a tag",
        "set place.rbxl Workspace/Door.Tags+=Enemy --in-place",
        Then(".NPC.Enemy", "Workspace/Door\n"),
    ),
    (
        "add an attribute",
        "set place.rbxl Workspace/Door.@Cost=5 --in-place",
        Then("@Cost=5", "Workspace/Door\n"),
    ),
    (
        "name a part",
        "rename place.rbxl Workspace/Door Gate --in-place",
        Then("name=Gate", "Workspace/Gate\n"),
    ),
    (
        "move a part into a model",
        "mv place.rbxl Workspace/Door Workspace/Hut --in-place",
        Then("name=Door", "Workspace/Hut/Door\n"),
    ),
    (
        "duplicate a part",
        "cp place.rbxl Workspace/Door place.rbxl",
        Then("name=Door", "Workspace/Door\nWorkspace/Door[2]\n"),
    ),
    ("take a model out", "copy place.rbxl Workspace/Hut hut.rbxm", Holds("hut.rbxm", "Hut/Roof\n")),
    (
        "put a model in",
        "add place.rbxl Workspace tree.rbxmx --in-place",
        Then("name=Tree", "Workspace/Tree\n"),
    ),
    ("delete a part", "rm place.rbxl Workspace/Door --in-place", Then("name=Door", "")),
    (
        "add a script",
        "new place.rbxl ServerScriptService Script Shop --source shop.luau --in-place",
        Then("Source~*shop*", "ServerScriptService/Shop\n"),
    ),
    (
        "add a folder",
        "new place.rbxl Workspace Folder Enemies --in-place",
        Then("Folder", "Workspace/Enemies\n"),
    ),
    (
        "revert one part",
        "restore place.rbxl Workspace/Door --from old.rbxl --in-place",
        Then("Transparency=0.5", "Workspace/Door\n"),
    ),
    (
        "move a model",
        "set place.rbxl Workspace/Hut.Position.Y=18 --in-place",
        Then("Position.Y=18", "Workspace/Hut/Roof\n"),
    ),
    (
        "replace old calls",
        "replace place.rbxl --in-scripts wait( task.wait( --in-place",
        Then("Source~*task.wait*", "ServerScriptService/Main\n"),
    ),
    ("scale a model", "scale place.rbxl Workspace/Hut 2", Says("rez set scales a model")),
];

#[test]
fn tasks_are_done_at_the_first_command() {
    let mut wrong = Vec::new();
    for (task, words, outcome) in &TASKS {
        let scratch = Scratch::new("task");
        let place = scratch.path("place.rbxl");
        for (name, text) in [
            ("place.rbxl", GAME.to_owned()),
            (
                "old.rbxl",
                GAME.replace(
                    "<token name=\"Material\">288",
                    "<float name=\"Transparency\">0.5</float><token name=\"Material\">288",
                ),
            ),
            ("broken.rbxl", GAME.replace("wait(1)", "wait(1")),
        ] {
            let xml = scratch.file("game.rbxlx", text);
            assert_eq!(run(&["convert", &xml, "-o", &scratch.path(name)]).0, 0);
        }
        scratch.file("shop.luau", "print('shop')\n");
        scratch.file("tree.rbxmx", "<roblox version=\"4\"><Item class=\"Model\"><Properties><string name=\"Name\">Tree</string></Properties></Item></roblox>");
        let is_file = |word: &str| {
            word.rsplit_once('.').is_some_and(|(stem, ending)| {
                !stem.contains('/') && ["rbxl", "rbxm", "rbxmx", "luau"].contains(&ending)
            })
        };
        let words: Vec<_> = words
            .split(' ')
            .map(|word| if is_file(word) { scratch.path(word) } else { word.replace('^', " ") })
            .collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let (code, out, err) = run(&words);
        let asked = |file: &str, expression: &str| run(&["query", "-q", file, expression]).1;
        let (is_done, found) = match outcome {
            Prints(text) => (out.contains(text) || err.contains(text), format!("{out}{err}")),
            Then(expression, answer) => (
                code == 0 && asked(&place, expression) == *answer,
                format!("{}{err}", asked(&place, expression)),
            ),
            Holds(file, answer) => {
                let found = asked(&scratch.path(file), "Part");
                (code == 0 && found == *answer, format!("{found}{err}"))
            }
            Says(text) => (code == 2 && err.contains(text), err),
        };
        if !is_done {
            wrong.push(format!("{task}: rez {}: {code} {found}", words.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let n_done = TASKS.iter().filter(|(.., outcome)| !matches!(outcome, Says(_))).count();
    assert!(n_done >= 27, "{n_done}");
}
