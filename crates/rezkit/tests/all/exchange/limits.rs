//! Limits on reading scene files.

use rezkit::exchange::{ExchangeOptions, SceneOptions, convert, read};
use rezkit::gltf::{WriteOptions, write_glb};
use rezkit::{Format, ProblemKind};

#[test]
fn a_kind_of_warning_has_few_lines() {
    let row = |number: u32| {
        format!("v 0 0 {number}\n{}", if number < 2000 { String::new() } else { format!("foo{number} 1\n") })
    };
    let rows: String = (0..3000).map(row).collect();
    let file = format!("{rows}mtllib {}\nf 1 2 3\nf 1 2 9999\nf 1 2 x\n", "m".repeat(5000));
    let (_, losses) = read(file.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
    assert!(losses.len() < 30, "{}", losses.len());
    assert!(losses.iter().all(|loss| loss.what.chars().count() < 450));
    let more = losses.iter().find(|loss| loss.what == "more of this kind").unwrap();
    assert!(more.count > 50, "{more}");
    let corners = losses.iter().find(|loss| loss.what.starts_with("the position of a corner")).unwrap();
    assert_eq!((corners.count, &*corners.places), (2, &["line 4003".to_owned(), "line 4004".into()][..]));
}

#[test]
fn half_of_the_memory_is_for_the_scene() {
    // 270 KB of text are 1.8 MB of scene.
    let rows: String = (0..10_000).map(|x| format!("v {x} 0 {}\n", x % 7)).collect();
    let faces: String = (1..=10_000).map(|x| format!("f {x} 1 2 {x}\n")).collect();
    let file = (rows + &faces).into_bytes();
    let options = SceneOptions::default().max_memory(400_000);
    assert_eq!(read(&file, &options, &mut |_| None).unwrap_err().kind, ProblemKind::Limit);
    let options = SceneOptions::default().max_memory(8_000_000);
    assert_eq!(read(&file, &options, &mut |_| None).unwrap().0.n_triangles(), 20_000);
}

/// A shape of 400 triangles at many nodes.
fn copies(n_nodes: usize) -> Vec<u8> {
    let rows: String = (0..402).map(|x| format!("v {x} {} {}\n", x % 7, x % 5)).collect();
    let faces: String = (1..=400).map(|x| format!("f {x} {} {}\n", x + 1, x + 2)).collect();
    let (mut scene, _) = read((rows + &faces).as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
    let node = scene.nodes[scene.at_level(0)[0]].clone();
    scene.nodes = vec![node; n_nodes];
    write_glb(&scene, &WriteOptions::default()).unwrap().0
}

#[test]
fn copies_of_a_shape_are_reported_and_then_refused() {
    let (some, many) = (copies(20), copies(1300));
    let made = convert(&some, &ExchangeOptions::to(Format::M3d), &mut |_| None).unwrap();
    let what = "triangles are written instead of 400, because 20 nodes share 1 shape";
    assert!(made.losses.iter().any(|loss| loss.what == what && loss.count == 8000), "{:?}", made.losses);
    let refused = convert(&many, &ExchangeOptions::to(Format::M3d), &mut |_| None).unwrap_err();
    assert_eq!(
        refused.message,
        "1,300 nodes share 1 shape: written as one mesh, the 400 triangles become 520,000, more than 500,000"
    );
    // Formats with nodes have the shape once.
    assert!(convert(&many, &ExchangeOptions::to(Format::Glb), &mut |_| None).is_ok());
}
