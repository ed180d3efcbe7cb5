//! Scenes that are expensive to write out.

use super::{Bomb, fixed, long};

pub(super) const BOMBS: &[Bomb] = &[
    long("20,000 nodes with 20,000 triangles", |share| glb(20_000 / share, 3, 20_000, "", "")),
    long("20,000 nodes with a material of 3 MB of name", |share| {
        glb(20_000, 3, 1, "", &"m".repeat(3_000_000 / share))
    }),
    long("20,000 nodes with a mesh of 2 MB of name", |share| {
        glb(20_000, 3, 1, &"n".repeat(2_000_000 / share), "")
    })
    .for_verbs(),
    long("20,000 primitives with a material of 3 MB of name", |share| {
        let meshes = meshes("", &"m".repeat(3_000_000 / share), &list(20_000, |_| PRIMITIVE.to_owned()));
        file(&json(3, 1, r#"{"mesh":0}"#, "0", &meshes), 3, 1)
    }),
    long("50,000 nodes inside each other", |share| deep(50_000 / share)),
    long("20,000 primitives of one list of vertices", |share| primitives(20_000 / share)).for_verbs(),
    long("a polygon of 1.5 million corners in OBJ", |share| polygon(1_500_000 / share)),
    long("20,000 names of 1 KB in OBJ", |share| names(20_000 / share)),
    long("600 fans that cross in OBJ", |share| fans(600 / share, 70)),
    long("150,000 groups in OBJ", |share| groups(150_000 / share)),
    long("5,000 nodes with a field of 20,000 triangles", |share| fields(5000 / share, 100, "")),
    long("5,000 nodes with a field of 20,000 triangles of glass", |share| {
        fields(5000 / share, 100, r#"glass","alphaMode":"BLEND"#)
    }),
    long("300,000 triangles in front of each other in OBJ", |share| {
        [&b"v -1 -1 0\nv 1 -1 0\nv 0 1 0\n"[..], &b"f 1 2 3\n".repeat(300_000 / share)].concat()
    }),
    long("20,000 parts on joints", |share| rig(20_000 / share)),
    long("2,000 joints moved by curves, ten minutes between keys", |share| curves(2000 / share, 2, 600, "")),
    long("a joint with a name of 4 MB moved by a curve", |share| {
        curves(1, 2, 600, &"n".repeat(4_000_000 / share))
    }),
    long("all joints of the avatar moved by a curve of 10,000 keys, 20 seconds between them", |share| {
        curves(100, 10_000 / share, 20, "")
    }),
    long("20,000 poses with eases, ten minutes between them", |share| poses(20_000 / share)),
    long("100 views of the same million vertices that meshopt compressed", |share| {
        compressed(1_000_000 / share, 100)
    }),
    long("a million instances, a byte apart", |share| instances(1_000_000 / share)),
    fixed("a JPEG of 2,000 by 2,000 in 60 scans", || textured(&jpeg(2000, 60))),
    fixed("a JPEG of 65,535 by 65,535", || textured(&jpeg(65_535, 1))),
];

/// A part, and others that hang on joints of it.
fn rig(n: usize) -> Vec<u8> {
    let joint = |joint: usize| {
        format!(r#"{{"name":"j","children":[{}],"extras":{{"rezkit":{{"part":"p"}}}}}}"#, n + joint + 1)
    };
    let root = format!(r#"{{"mesh":0,"children":[{}]}}"#, list(n, |joint| (joint + 1).to_string()));
    let parts = list(n, |_| r#"{"name":"p","mesh":0}"#.to_owned());
    let nodes = [root, list(n, joint), parts].join(",");
    file(&json(3, 1, &nodes, "0", &meshes("", "", PRIMITIVE)), 3, 1)
}

/// Nodes that all move by the same keys and their tangents, and have the names of the avatar's joints where none is given.
fn curves(n_nodes: usize, n_keys: usize, seconds: usize, name: &str) -> Vec<u8> {
    let joints: Vec<&str> = slmesh::skeleton::joints().iter().map(|joint| joint.name).collect();
    let named = |node: usize| match name {
        "" => joints.get(node).copied().unwrap_or("n"),
        name => name,
    };
    let nodes = list(n_nodes, |node| format!(r#"{{"name":"{}","mesh":0}}"#, named(node)));
    let channels =
        list(n_nodes, |node| format!(r#"{{"sampler":0,"target":{{"node":{node},"path":"translation"}}}}"#));
    let (times, values) = (4 * n_keys, 36 * n_keys);
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{nodes}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "animations":[{{"samplers":[{{"input":1,"output":2,"interpolation":"CUBICSPLINE"}}],"channels":[{channels}]}}],
        "buffers":[{{"byteLength":{}}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":{times}}},
            {{"buffer":0,"byteOffset":{},"byteLength":{values}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}},
            {{"bufferView":1,"componentType":5126,"count":{n_keys},"type":"SCALAR","min":[0],"max":[{}]}},
            {{"bufferView":2,"componentType":5126,"count":{},"type":"VEC3"}}]}}"#,
        list(n_nodes, |node| node.to_string()),
        36 + times + values,
        36 + times,
        seconds * (n_keys - 1),
        3 * n_keys,
    );
    let corners = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let times = (0..n_keys).map(|key| (key * seconds) as f32);
    let numbers = corners.into_iter().chain(times).chain(vec![1.0; 9 * n_keys]);
    glb_of(&json, &numbers.flat_map(f32::to_le_bytes).collect::<Vec<_>>())
}

/// Keyframes of a model, which move the head of the usual rig.
fn poses(n: usize) -> Vec<u8> {
    let keyframe = |number: usize| {
        format!(
            "<Item class='Keyframe'><Properties><float name='Time'>{}</float></Properties><Item class='Pose'>\
             <Properties><string name='Name'>Head</string><token name='EasingStyle'>5</token><CoordinateFrame \
             name='CFrame'><X>1</X><Y>0</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11>\
             <R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame></Properties></Item></Item>",
            number * 600
        )
    };
    let keyframes: String = (0..n).map(keyframe).collect();
    format!("<roblox version='4'><Item class='KeyframeSequence'>{keyframes}</Item></roblox>").into()
}

/// Views of the same bytes, which say that no vertex differs from the one before.
fn compressed(n_vertices: usize, n_views: usize) -> Vec<u8> {
    let mut data = vec![0xa0];
    data.resize(1 + n_vertices.div_ceil(256) * 48 + 32, 0);
    let (stored, plain) = (data.len(), 12 * n_vertices);
    let view = format!(
        r#"{{"buffer":1,"byteLength":{plain},"extensions":{{"EXT_meshopt_compression":{{"buffer":0,
        "byteLength":{stored},"byteStride":12,"count":{n_vertices},"mode":"ATTRIBUTES"}}}}}}"#
    );
    let accessor =
        |view| format!(r#"{{"bufferView":{view},"componentType":5126,"count":{n_vertices},"type":"VEC3"}}"#);
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{}]}}],"accessors":[{}],"bufferViews":[{}],
        "buffers":[{{"byteLength":{stored}}},
            {{"byteLength":{plain},"extensions":{{"EXT_meshopt_compression":{{"fallback":true}}}}}}]}}"#,
        list(n_views, |view| format!(r#"{{"attributes":{{"POSITION":{view}}}}}"#)),
        list(n_views, accessor),
        list(n_views, |_| view.clone()),
    );
    glb_of(&json, &data)
}

/// A triangle in many places.
fn instances(n_places: usize) -> Vec<u8> {
    let places = n_places + 11;
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0,
        "extensions":{{"EXT_mesh_gpu_instancing":{{"attributes":{{"TRANSLATION":1}}}}}}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],"buffers":[{{"byteLength":{}}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}},
            {{"buffer":0,"byteOffset":36,"byteLength":{places},"byteStride":1}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}},
            {{"bufferView":1,"componentType":5126,"count":{n_places},"type":"VEC3"}}]}}"#,
        36 + places
    );
    let corners = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].map(f32::to_le_bytes).concat();
    glb_of(&json, &[corners, vec![0; places]].concat())
}

/// A triangle with a texture.
fn textured(image: &[u8]) -> Vec<u8> {
    let corners = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let data = [corners.map(f32::to_le_bytes).concat(), image.to_vec()].concat();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],"textures":[{{"source":0}}],
        "images":[{{"bufferView":1,"mimeType":"image/jpeg"}}],"buffers":[{{"byteLength":{}}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":{}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}]}}"#,
        data.len(),
        image.len()
    );
    glb_of(&json, &data)
}

/// A progressive picture in grey, whose first scan ends early, and whose others say for many blocks at once that there is
/// nothing in them.
fn jpeg(side: u16, n_scans: usize) -> Vec<u8> {
    let [high, low] = side.to_be_bytes();
    let mut file = [&b"\xff\xd8\xff\xdb\0\x43\0"[..], &[1; 64], b"\xff\xc2\0\x0b\x08"].concat();
    file.extend([high, low, high, low]);
    file.extend(b"\x01\x01\x11\0");
    // A code of one bit for a difference of 0, and another for a run of 16,384 and more blocks.
    for (table, symbol) in [(0x00, 0x00), (0x10, 0xe0)] {
        file.extend([0xff, 0xc4, 0, 0x14, table, 1]);
        file.extend([0; 15]);
        file.push(symbol);
    }
    let scan = |first: u8, last: u8| [0xff, 0xda, 0, 8, 1, 1, 0, first, last, 0];
    file.extend(scan(0, 0));
    let n_blocks = usize::from(side).div_ceil(8).pow(2).min(1 << 20);
    file.extend(vec![0; n_blocks.div_ceil(8)]);
    for _ in 1..n_scans {
        file.extend(scan(1, 63));
        file.extend([0x3f, 0xfe].repeat(10));
    }
    file.extend(b"\xff\xd9");
    file
}

/// A GLB of JSON, and of lists of vertices and of triangles.
fn file(json: &str, n_vertices: usize, n_triangles: usize) -> Vec<u8> {
    let indices = [[0; 4], [1, 0, 0, 0], [2, 0, 0, 0]].concat().repeat(n_triangles);
    glb_of(json, &[vec![0; 12 * n_vertices], indices].concat())
}

fn glb_of(json: &str, data: &[u8]) -> Vec<u8> {
    let length = |len: usize| u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes();
    let chunk = |kind: &[u8; 4], bytes: &[u8], fill: u8| {
        let mut bytes = bytes.to_vec();
        bytes.resize(bytes.len().next_multiple_of(4), fill);
        [&length(bytes.len())[..], kind, &bytes].concat()
    };
    let chunks = [chunk(b"JSON", json.as_bytes(), b' '), chunk(b"BIN\0", data, 0)];
    let chunks = chunks.concat();
    [&b"glTF\x02\0\0\0"[..], &length(12 + chunks.len()), &chunks].concat()
}

fn json(n_vertices: usize, n_triangles: usize, nodes: &str, roots: &str, meshes: &str) -> String {
    let (points, indices) = (12 * n_vertices, 12 * n_triangles);
    let total = points + indices;
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{roots}]}}],"nodes":[{nodes}],{meshes},
        "buffers":[{{"byteLength":{total}}}],
        "bufferViews":[{{"buffer":0,"byteLength":{points}}},
            {{"buffer":0,"byteOffset":{points},"byteLength":{indices}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":{n_vertices},"type":"VEC3"}},
            {{"bufferView":1,"componentType":5125,"count":{},"type":"SCALAR"}}]}}"#,
        3 * n_triangles
    )
}

const PRIMITIVE: &str = r#"{"attributes":{"POSITION":0},"indices":1,"material":0}"#;

fn meshes(name: &str, material: &str, primitives: &str) -> String {
    format!(
        r#""materials":[{{"name":"{material}"}}],"meshes":[{{"name":"{name}","primitives":[{primitives}]}}]"#
    )
}

/// Repeats an item, separated by commas.
fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(",")
}

fn glb(n_nodes: usize, n_vertices: usize, n_triangles: usize, name: &str, material: &str) -> Vec<u8> {
    let nodes = list(n_nodes, |_| r#"{"mesh":0}"#.to_owned());
    let roots = list(n_nodes, |node| node.to_string());
    let json = json(n_vertices, n_triangles, &nodes, &roots, &meshes(name, material, PRIMITIVE));
    file(&json, n_vertices, n_triangles)
}

fn deep(n_nodes: usize) -> Vec<u8> {
    let node = |node: usize| format!(r#"{{"mesh":0,"children":[{}]}}"#, node + 1);
    let nodes = list(n_nodes - 1, node) + r#",{"mesh":0}"#;
    file(&json(3, 1, &nodes, "0", &meshes("", "", PRIMITIVE)), 3, 1)
}

fn primitives(n: usize) -> Vec<u8> {
    let meshes = meshes("", "", &list(n, |_| PRIMITIVE.to_owned()));
    file(&json(3000, 3000, r#"{"mesh":0}"#, "0", &meshes), 3000, 3000)
}

const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

fn polygon(n_corners: usize) -> Vec<u8> {
    format!("{CORNERS}f {}\n", "1 2 3 4 ".repeat(n_corners / 4)).into()
}

/// Fans around points, over rings of points of which each is in several.
fn fans(n_fans: usize, n_sides: usize) -> Vec<u8> {
    let n_points = 20 * n_fans + n_sides;
    let point = |at: usize| {
        let [x, y, z] = [7919, 104_729, 1_299_709].map(|step| at * step % 9973);
        format!("v {x} {y} {z}\n")
    };
    let points: String = (0..n_points + n_fans).map(point).collect();
    let of_ring = |fan: usize, side: usize| (fan * 31 + side % n_sides * 3571) % n_points + 1;
    let side = |fan: usize, side: usize| {
        format!("f {} {} {}\n", n_points + fan + 1, of_ring(fan, side), of_ring(fan, side + 1))
    };
    let faces: String = (0..n_fans).flat_map(|fan| (0..n_sides).map(move |at| side(fan, at))).collect();
    (points + &faces).into()
}

fn groups(count: usize) -> Vec<u8> {
    let groups: String = (0..count).map(|group| format!("g {group:x}\nf 1 2 3\n")).collect();
    format!("{CORNERS}{groups}").into()
}

/// Nodes next to each other with a hilly field of so many squares a side.
fn fields(n_nodes: usize, n_squares: usize, material: &str) -> Vec<u8> {
    let node = |node: usize| {
        format!(r#"{{"mesh":0,"translation":[{},0,{}]}}"#, node % 70 * n_squares, node / 70 * n_squares)
    };
    let n_corners = n_squares + 1;
    let corner = |at: usize| {
        let (x, z) = (at % n_corners, at / n_corners);
        [x as f32, (x * z % 7) as f32, z as f32].map(f32::to_le_bytes).concat()
    };
    let square = |at: usize| {
        let first = at / n_squares * n_corners + at % n_squares;
        let (right, below) = (first + 1, first + n_corners);
        [first, below, right, right, below, below + 1].map(|corner| (corner as u32).to_le_bytes()).concat()
    };
    let (n_vertices, n_triangles) = (n_corners * n_corners, 2 * n_squares * n_squares);
    let data = [
        (0..n_vertices).flat_map(corner).collect::<Vec<_>>(),
        (0..n_squares * n_squares).flat_map(square).collect(),
    ];
    let roots = list(n_nodes, |node| node.to_string());
    let json = json(n_vertices, n_triangles, &list(n_nodes, node), &roots, &meshes("", material, PRIMITIVE));
    glb_of(&json, &data.concat())
}

fn names(count: usize) -> Vec<u8> {
    let long = "m".repeat(1000);
    let faces: String = (0..count).map(|i| format!("usemtl {long}{i}\nf 1 2 3\n")).collect();
    format!("{CORNERS}{faces}").into()
}
