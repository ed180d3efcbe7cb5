//! Counts the triangles of models: `cargo run -p rezkit-convert --example triangles -- FILE…`.
#![expect(clippy::print_stdout, reason = "a program")]

use convert::{SceneOptions, to_scene};
use files::Asset;
use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    for path in env::args().skip(1) {
        let (scene, _) = to_scene(&Asset::read(&fs::read(&path)?)?, &SceneOptions::default())?;
        println!("{path}: {} triangles", scene.n_triangles());
    }
    Ok(())
}
