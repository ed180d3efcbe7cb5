//! Draws a model: `cargo run --release --example picture -- MODEL PICTURE.png [YAW PITCH] [ANIMATION SECONDS]`

use scene::thumb::{ThumbOptions, draw};
use scene::{LevelOrder, gltf, obj};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [model, picture, numbers @ ..] = &arguments[..] else { return Err("MODEL PICTURE.png".into()) };
    let number = |index: usize| numbers.get(index).and_then(|text| text.parse::<f32>().ok());
    let file = std::fs::read(model)?;
    let beside = Path::new(model).parent().unwrap_or(Path::new("."));
    let mut files = |name: &str| std::fs::read(beside.join(name)).ok();
    let mut scene = match gltf::detect(&file) {
        false => obj::read_with(&file, &obj::ObjOptions::default(), &mut files)?.0,
        true => gltf::read_with(&file, &gltf::ReadOptions::default(), &mut files)?.0,
    };
    scene.recognise_names(LevelOrder::Guess);
    let mut options = ThumbOptions::default().size(512, 512).background(Some([238, 240, 243, 255]));
    options = options.view(number(0).unwrap_or(30.0), number(1).unwrap_or(20.0));
    if let Some(seconds) = number(3) {
        options = options.animation(numbers.get(2).and_then(|text| text.parse().ok()).unwrap_or(0), seconds);
    }
    let start = std::time::Instant::now();
    let drawn = draw(&scene, &options)?;
    eprintln!("{} triangles, {:.1} ms", scene.n_triangles(), start.elapsed().as_secs_f64() * 1000.0);
    std::fs::write(picture, drawn.to_png())?;
    Ok(())
}
