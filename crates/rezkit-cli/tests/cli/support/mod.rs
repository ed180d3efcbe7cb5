//! Runs the real program in the root of the checkout.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the checkout, so that paths in outputs are those that a person would type.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

pub(crate) fn rez() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rez"));
    // What the person who runs the tests has set says nothing.
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// The exit code, stdout and stderr of a call.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    text(&rez().args(arguments).output().unwrap())
}

/// The output of a call that gets bytes on stdin and has to succeed.
pub(crate) fn piped(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = rez();
    child.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

pub(crate) fn text(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap().replace('\r', "");
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// A `.gltf` of one triangle with these images; `1` is the view of a PNG inside.
pub(crate) fn gltf(images: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],
        "materials":[{{"name":"a","pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],
        "textures":[{{"source":0}}],"images":[{images}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":8}}],
        "buffers":[{{"byteLength":44,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAiVBORw0KGgo="}}]}}"#
    )
}

/// A folder that is gone when dropped.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        Self::below(&std::env::temp_dir(), name)
    }

    /// A folder in memory where the system has such a place: waiting for a disk takes most of the time of a save.
    pub(crate) fn in_memory(name: &str) -> Self {
        match Path::new("/dev/shm") {
            memory if memory.is_dir() => Self::below(memory, name),
            _ => Self::new(name),
        }
    }

    fn below(folder: &Path, name: &str) -> Self {
        let path = folder.join(format!("rez-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The path of a file that may not be there.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// All files below it, sorted.
    pub(crate) fn tree(&self) -> Vec<String> {
        let (mut found, mut pending) = (Vec::new(), vec![self.0.clone()]);
        while let Some(path) = pending.pop() {
            if path.is_dir() {
                pending.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            } else {
                found.push(path.strip_prefix(&self.0).unwrap().to_str().unwrap().replace('\\', "/"));
            }
        }
        found.sort();
        found
    }
}

/// The older versions of a file that edits in place have kept, the oldest first.
pub(crate) fn older(path: &str) -> Vec<String> {
    let path = Path::new(path);
    let folder = path.with_file_name(".rez-undo").join(path.file_name().unwrap());
    let number = |path: &String| {
        let name = Path::new(path).file_name().unwrap().to_str().unwrap();
        name.split('-').next().unwrap().parse::<u64>().ok()
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned());
    let mut paths: Vec<_> = paths.filter(|path| number(path).is_some()).collect();
    paths.sort_by_key(number);
    paths
}

/// A pipe of the system, which nobody writes into.
#[cfg(unix)]
pub(crate) fn pipe(path: &str) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A place as people have it.
pub(crate) const PLACE: &str = r#"<roblox version="4">
<Item class="Workspace" referent="w"><Properties><string name="Name">Workspace</string></Properties>
  <Item class="Part" referent="d"><Properties><string name="Name">Door</string><bool name="Anchored">false</bool>
    <float name="Transparency">0.75</float><Vector3 name="size"><X>4</X><Y>7</Y><Z>1</Z></Vector3></Properties>
    <Item class="Decal" referent="p"><Properties><string name="Name">Poster</string>
      <Content name="Texture"><url>rbxassetid://1234</url></Content></Properties></Item></Item>
  <Item class="Part" referent="f"><Properties><string name="Name">Floor</string><bool name="Anchored">true</bool>
    <float name="Transparency">0</float><Vector3 name="size"><X>64</X><Y>1</Y><Z>64</Z></Vector3></Properties></Item></Item>
<Item class="ServerScriptService" referent="s"><Properties><string name="Name">ServerScriptService</string></Properties>
  <Item class="Script" referent="m"><Properties><string name="Name">Main</string>
    <ProtectedString name="Source">print(1)</ProtectedString></Properties></Item></Item></roblox>"#;

/// An animation.
const WALK: &str = "<roblox version=\"4\"><Item class=\"KeyframeSequence\"><Properties><string name=\"Name\">Walk</string></Properties></Item></roblox>";

/// The files that examples are about, by their names: a place, meshes, a model of each format, folders of them.
pub(crate) fn readers_files(scratch: &Scratch) -> Vec<(String, Vec<u8>)> {
    let fixture = |path: &str| std::fs::read(root().join("fixtures").join(path)).unwrap();
    let made = |arguments: &[&str], output: &str| {
        let output = scratch.path(output);
        let (code, _, err) = run(&[arguments, &["-o", &output]].concat());
        assert_eq!(code, 0, "{arguments:?}: {err}");
        std::fs::read(output).unwrap()
    };
    let place = scratch.file("place.rbxlx", PLACE);
    // Nothing in it is on joints, which would be of no rig.
    let chair = root().join("fixtures/rbxmesh/valid/v300.mesh");
    let (chair, mesh) = (chair.to_str().unwrap(), fixture("slmesh/valid/sound.llmesh"));
    let uploaded = root().join("fixtures/slmesh/valid/sound.llmesh");
    let robot = String::from_utf8_lossy(&fixture("m3d/valid/everything.a3d")).replace("bend", "walk");
    let binary = made(&["convert", &place], "place.rbxl");
    let place = scratch.path("place.rbxl");
    let mut files = vec![
        ("place.rbxl", binary.clone()),
        ("old.rbxl", made(&["set", &place, "Workspace/Door.Anchored=true"], "old.rbxl")),
        ("theirs.rbxl", made(&["set", &place, "Workspace/Floor.Transparency=1"], "theirs.rbxl")),
        ("house.rbxm", fixture("rbxbinary/valid/nested.rbxm")),
        ("chair.mesh", fixture("rbxmesh/valid/v401.mesh")),
        ("chair.glb", made(&["convert", chair], "chair.glb")),
        ("chair.llmesh", mesh),
        ("upload.slm", made(&["convert", uploaded.to_str().unwrap()], "upload.slm")),
        ("robot.m3d", robot.into_bytes()),
        ("old-new.csv", b"old,new\n1234,5678\n".to_vec()),
        ("character.rbxm", fixture("rbxbinary/valid/nested.rbxm")),
        ("walk.rbxm", WALK.as_bytes().to_vec()),
        ("settings.llsd", b"{'chair':{'legs':i4,'mass':r2.5}}".to_vec()),
        ("src/scripts/ServerScriptService/Main.server.luau", b"print(2)".to_vec()),
    ];
    for name in ["downloads/1234.mesh", "models/1234.mesh"] {
        files.push((name, fixture("rbxmesh/valid/v200.mesh")));
    }
    for name in ["downloads/5.rbxm", "models/5.rbxm"] {
        files.push((name, binary.clone()));
    }
    let mut files: Vec<_> = files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    // A project of Rojo.
    let (code, _, err) = run(&["extract", &place, "--rojo", &scratch.path("game")]);
    assert_eq!(code, 0, "{err}");
    let mut folders = vec![scratch.0.join("game")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let parts = path.strip_prefix(&scratch.0).unwrap().iter().map(|part| part.to_str().unwrap());
            files.push((parts.collect::<Vec<_>>().join("/"), std::fs::read(&path).unwrap()));
        }
    }
    files
}
