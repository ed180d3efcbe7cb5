//! Several threads produce the same result from a large place as one.

use rezkit::exchange::{SceneOptions, read};
use rezkit::gltf::{WriteOptions, write_glb};
use rezkit::scene::Node;
use rezkit::threads::share;
use rezkit::thumb::{ThumbOptions, draw};
use rezkit::{ConvertOptions, File, Format, OpenOptions, convert};
use std::fmt::Write;

fn same<T: PartialEq>(what: &str, made: impl Fn() -> T) -> T {
    let alone = made();
    assert!(share(3, &made) == alone, "{what} on 3 threads");
    alone
}

/// Towers of parts of several shapes, some of wood, some clear, each in a model.
fn towers(n_parts: usize) -> String {
    let mut inside = String::new();
    for number in 0..n_parts {
        let [x, z] = [number % 90, number / 90].map(|place| place * 5);
        let (y, shape, clear) = (number % 7 * 3, number % 3, if number % 11 == 0 { 0.5 } else { 0.0 });
        let (material, colour) = (if number % 5 == 0 { 512 } else { 256 }, 0x0020_4080 * (number % 4));
        _ = write!(
            inside,
            "<Item class='Part'><Properties><string name='Name'>Stone {}</string><Vector3 name='size'><X>4</X><Y>{}</Y><Z>3</Z></Vector3><CoordinateFrame name='CFrame'><X>{x}</X><Y>{y}</Y><Z>{z}</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame><Color3uint8 name='Color3uint8'>{colour}</Color3uint8><token name='shape'>{shape}</token><token name='Material'>{material}</token><float name='Transparency'>{clear}</float></Properties></Item>",
            number % 50,
            1 + y,
        );
        if number % 100 == 99 {
            inside.push_str("</Item><Item class='Model'>");
        }
    }
    format!("<roblox version='4'><Item class='Workspace'><Item class='Model'>{inside}</Item></Item></roblox>")
}

#[test]
fn large_places() {
    // More than three threads may have begun at once.
    let xml = towers(6_500);
    let file = File::open(xml.as_bytes(), &OpenOptions::default()).unwrap();
    let place = same("packed", || convert(&file, &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes);
    let options = SceneOptions::default();
    let (scene, losses) = same("read", || read(&place, &options, &mut |_| None).unwrap());
    // The last model is empty.
    assert_eq!((scene.nodes.len(), losses.len()), (6_500 + 65 + 1, 2));
    let glb = same("written", || write_glb(&scene, &WriteOptions::default()).unwrap().0);
    let nodes = rezkit::gltf::read(&glb).unwrap().nodes;
    let is_same = |(one, other): (&Node, &Node)| {
        (&one.name, one.parent, one.local) == (&other.name, other.parent, other.local)
    };
    assert!(nodes.len() == scene.nodes.len() && nodes.iter().zip(&scene.nodes).all(is_same));
    same("drawn", || draw(&scene, &ThumbOptions::default().size(96, 64)).unwrap());
}
