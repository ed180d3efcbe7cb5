//! Limits on reading scene files.

use rezkit::ProblemKind;
use rezkit::exchange::{SceneOptions, read};

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
