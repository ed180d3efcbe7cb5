//! Collada whose tree is larger than its text, or slow to find one's way in.

use super::{Bomb, fixed, long};

pub(super) const BOMBS: &[Bomb] = &[
    fixed("a node in itself", || of_nodes("<instance_node url='#a'/>", "a", "")),
    fixed("60 nodes that hold the next one twice", doubled).for_verbs(),
    long("100,000 nodes inside each other", |share| deep(100_000 / share)),
    long("50,000 places of a mesh, each in another material", |share| bound(50_000 / share)).for_verbs(),
    long("60,000 places of a node with 60,000 children", |share| {
        of_nodes(&"<extra/>".repeat(60_000 / share), "a", &"<instance_node url='#a'/>".repeat(60_000 / share))
    }),
    long("50,000 joints, looked for below 50,000 nodes", |share| skinned(50_000 / share, 50_000 / share)),
    long("a matrix moved by 30,000 channels", |share| moved(30_000 / share)),
    long("100,000 elements that declare a namespace, inside each other", |share| {
        let (open, close) = ("<a xmlns:b='c'>", "</a>");
        file(&(open.repeat(100_000 / share) + &close.repeat(100_000 / share)))
    }),
    long("a tag of 500,000 attributes", |share| {
        let attributes: String = (0..500_000 / share).map(|number| format!(" a{number}=''")).collect();
        file(&format!("<a{attributes}/>"))
    }),
    long("2 million empty elements", |share| file(&"<a/>".repeat(2_000_000 / share))),
];

const GEOMETRY: &str = "<library_geometries><geometry id='g'><mesh><source id='p'><float_array id='f' count='9'>0 0 0 1 0 \
    0 0 1 0</float_array><technique_common><accessor source='#f' count='3' stride='3'/></technique_common></source>\
    <vertices id='v'><input semantic='POSITION' source='#p'/></vertices><triangles count='1' material='s'><input \
    semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>";

fn file(content: &str) -> Vec<u8> {
    format!("<COLLADA version='1.4.1'>{content}</COLLADA>").into()
}

fn scene(nodes: &str) -> String {
    format!("<library_visual_scenes><visual_scene>{nodes}</visual_scene></library_visual_scenes>")
}

/// A node with this content, and others in the scene.
fn of_nodes(content: &str, id: &str, more: &str) -> Vec<u8> {
    let library = format!("<library_nodes><node id='{id}'>{content}</node></library_nodes>");
    file(&(library + &scene(&format!("<node><instance_node url='#{id}'/>{more}</node>"))))
}

fn doubled() -> Vec<u8> {
    let node = |number: usize| {
        let next = format!("<instance_node url='#n{}'/>", number + 1);
        format!("<node id='n{number}'>{next}{next}</node>")
    };
    let nodes: String = (0..60).map(node).collect();
    file(&format!(
        "<library_nodes>{nodes}</library_nodes>{}",
        scene("<node><instance_node url='#n0'/></node>")
    ))
}

fn deep(n_nodes: usize) -> Vec<u8> {
    let shape = "<instance_geometry url='#g'/>";
    file(&(GEOMETRY.to_owned() + &scene(&("<node>".repeat(n_nodes) + shape + &"</node>".repeat(n_nodes)))))
}

fn bound(n_places: usize) -> Vec<u8> {
    let material = |number: usize| format!("<material id='m{number}'/>");
    let materials: String = (0..n_places).map(material).collect();
    let place = |number: usize| {
        format!(
            "<instance_geometry url='#g'><bind_material><technique_common><instance_material symbol='s' \
             target='#m{number}'/></technique_common></bind_material></instance_geometry>"
        )
    };
    let places: String = (0..n_places).map(place).collect();
    let library = format!("<library_materials>{materials}</library_materials>");
    file(&(GEOMETRY.to_owned() + &library + &scene(&format!("<node>{places}</node>"))))
}

fn skinned(n_joints: usize, n_roots: usize) -> Vec<u8> {
    let controller = format!(
        "<library_controllers><controller id='c'><skin source='#g'><source id='j'><Name_array id='n' count='{n_joints}'>{}\
         </Name_array></source><joints><input semantic='JOINT' source='#j'/></joints></skin></controller>\
         </library_controllers>",
        "j ".repeat(n_joints)
    );
    let skeletons = "<skeleton>#r</skeleton>".repeat(n_roots);
    let nodes = format!(
        "<node id='r'/><node sid='j'/><node><instance_controller url='#c'>{skeletons}</instance_controller></node>"
    );
    file(&(GEOMETRY.to_owned() + &controller + &scene(&nodes)))
}

fn moved(n_channels: usize) -> Vec<u8> {
    let source = |id: &str, values: &str| {
        format!(
            "<source id='{id}'><float_array id='{id}f' count='2'>{values}</float_array><technique_common><accessor \
             source='#{id}f' count='2' stride='1'/></technique_common></source>"
        )
    };
    let channels = "<channel source='#s' target='n/m(3)(0)'/>".repeat(n_channels);
    let animation = format!(
        "<library_animations><animation>{}{}<sampler id='s'><input semantic='INPUT' source='#i'/><input \
         semantic='OUTPUT' source='#o'/></sampler>{channels}</animation></library_animations>",
        source("i", "0 1"),
        source("o", "0 5")
    );
    let node = "<node id='n'><matrix sid='m'>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix></node>";
    file(&(animation + &scene(node)))
}
