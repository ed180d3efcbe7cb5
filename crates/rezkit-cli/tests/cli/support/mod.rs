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

/// What a call prints that gets bytes as its standard input, and is to be fine.
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
        let path = std::env::temp_dir().join(format!("rez-{}-{name}", std::process::id()));
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
