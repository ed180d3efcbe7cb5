//! Links between bytes, their names, and the node of the tree that they belong to.

use crate::annotate::{Annotations, Named, Place};
use rezkit::{Family, Tree};
use serde::{Deserialize, Serialize};

/// A selection by the user: a node, a path or bytes, from which the others are found.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Chosen {
    node: Option<u32>,
    property: Option<String>,
    /// The path of a node of the tree.
    node_path: Option<String>,
    /// The path of a part of the file, as in findings.
    path: Option<String>,
    place: Option<Place>,
    /// Requests the node of bytes, which requires a tree.
    wants_node: bool,
    /// Requests the bytes of a node, which requires a layout.
    wants_place: bool,
}

impl Chosen {
    /// Returns true if a tree is needed to follow the selection.
    pub(crate) fn needs_tree(&self) -> bool {
        self.wants_node || self.node.is_some() || self.node_path.is_some()
    }
}

/// The node, bytes and names that belong together.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Default, Serialize)]
pub(crate) struct Together {
    pub(crate) node: Option<u32>,
    place: Option<Place>,
    /// The first leaf of the bytes, with its names.
    first: Option<Named>,
    /// The last leaf of the bytes.
    last: Option<Named>,
}

/// Upper bound on the children of a node that are searched for the one to which bytes belong.
const MOST_CHILDREN: usize = 4096;

/// The number of rows of a class that are looked up at a time.
const ROWS: usize = 4096;

pub(crate) fn follow(
    chosen: Chosen,
    family: Family,
    tree: Option<&Tree>,
    annotations: &mut Annotations,
) -> Together {
    let by_its_path = || {
        let (path, tree) = chosen.node_path.as_deref().zip(tree)?;
        tree.nodes_at(&[path]).pop().flatten().or_else(|| by_path(path, tree))
    };
    let mut together = Together { node: chosen.node.or_else(by_its_path), ..Together::default() };
    if !chosen.wants_place && chosen.place.is_none() {
        return together;
    }
    let by_path = |path: &str| annotations.place(path);
    together.place = chosen.place.or_else(|| chosen.path.as_deref().and_then(by_path)).or_else(|| {
        let paths = paths_of(together.node?, chosen.property.as_deref(), family, tree?, annotations);
        paths.iter().find_map(|path| annotations.place(path))
    });
    if let Some(Place { space, start, end }) = together.place {
        together.first = annotations.leaf(space, start);
        together.last = annotations.leaf(space, end.max(start.saturating_add(1)).saturating_sub(1));
        if together.node.is_none()
            && let (Some(tree), Some(first)) = (tree, &together.first)
        {
            together.node = node_of(first, start, family, tree);
        }
    }
    together
}

/// The paths of the bytes of a node or of one of its properties, the best first.
fn paths_of(
    node: u32,
    property: Option<&str>,
    family: Family,
    tree: &Tree,
    annotations: &Annotations,
) -> Vec<String> {
    let whole = match family {
        Family::RbxBinary => return of_binary(node, property, tree, annotations),
        Family::RbxXml => {
            let item = format!("items[{}] {}", node.saturating_sub(1), tree.kind(node));
            let property = property.map(|property| format!("{item}, {property}"));
            return property.into_iter().chain([item]).collect();
        }
        Family::M3d => of_chunk(node, tree, annotations).unwrap_or_else(|| tree.node(node).path),
        Family::RbxMesh if tree.kind(node) == "bone" => format!("bones[{}]", place_in_kind(node, tree)),
        Family::SlMesh if tree.kind(node) == "joint" => {
            format!("skin.joint_names[{}]", place_in_kind(node, tree))
        }
        _ => as_bytes_say(&tree.node(node).path),
    };
    let property = property.map(|property| format!("{whole}.{property}"));
    property.into_iter().chain([whole]).collect()
}

/// Converts a path in the tree to the one in the layout, which has no word for the faces of a Second Life mesh.
fn as_bytes_say(path: &str) -> String {
    path.replace(".face[", "[")
}

/// The number of nodes of the same kind before a node in the same parent.
fn place_in_kind(node: u32, tree: &Tree) -> usize {
    let siblings = tree.parent(node).map(|parent| tree.children(parent)).unwrap_or_default();
    let before = siblings.iter().take_while(|sibling| **sibling != node);
    before.filter(|sibling| tree.kind(**sibling) == tree.kind(node)).count()
}

/// The child of a node, by its kind and its position among the children of that kind.
fn nth_of_kind(of: u32, kind: &str, place: usize, tree: &Tree) -> Option<u32> {
    let same = tree.children(of).iter().filter(|child| tree.kind(**child) == kind);
    same.copied().nth(place)
}

/// The names in the tree of the chunks of Model 3D.
const CHUNKS: &[(&str, &str)] = &[
    ("VRTS", "vertices"),
    ("BONE", "skeleton"),
    ("MTRL", "material"),
    ("MESH", "mesh"),
    ("SHPE", "shape"),
    ("ACTN", "action"),
    ("LBLS", "labels"),
];

/// The path of the chunk or bone of Model 3D to which a node belongs.
fn of_chunk(node: u32, tree: &Tree, annotations: &Annotations) -> Option<String> {
    let around = std::iter::successors(Some(node), |node| tree.parent(*node).filter(|parent| *parent > 0));
    let top = around.last()?;
    let (magic, _) = CHUNKS.iter().find(|(_, kind)| *kind == tree.kind(top))?;
    let chunks = annotations.chunks();
    let (name, _) = chunks.iter().filter(|(name, _)| name.ends_with(magic)).nth(place_in_kind(top, tree))?;
    Some(if tree.kind(node) == "bone" {
        format!("{name}.bones[{}]", place_in_kind(node, tree))
    } else {
        name.clone()
    })
}

/// The paths for a node of a binary model, which has a column for each property of a class, with a row for each
/// instance.
fn of_binary(node: u32, property: Option<&str>, tree: &Tree, annotations: &Annotations) -> Vec<String> {
    let class = tree.kind(node);
    let chunks = annotations.chunks();
    let find = |what: &str, id: Option<u32>, text: &str| {
        chunks.iter().find(|(name, place)| {
            let found = || head_of_chunk(annotations.bytes(place.space, place.start..place.end));
            name.ends_with(what)
                && found().is_some_and(|(of, name)| id.is_none_or(|id| id == of) && name == text.as_bytes())
        })
    };
    let Some((instances, place)) = find("INST", None, class) else { return Vec::new() };
    let id = head_of_chunk(annotations.bytes(place.space, place.start..place.end)).map(|(id, _)| id);
    let instances = format!("{instances} {class}");
    let Some(row) = row_of(node, &instances, tree) else { return vec![instances] };
    let column = property.and_then(|property| {
        let plain = property.split('.').next().unwrap_or(property);
        let (column, _) = find("PROP", id, plain)?;
        Some(format!("{column} {class}.{plain}"))
    });
    let column = column
        .into_iter()
        .flat_map(|column| [format!("{column}, values[{row}]"), format!("{column}, x[{row}]"), column]);
    column.chain([format!("{instances}, referents[{row}]"), instances.clone()]).collect()
}

/// The class number and the name at the start of a chunk of a class or a column.
fn head_of_chunk(data: &[u8]) -> Option<(u32, &[u8])> {
    let (id, rest) = data.split_first_chunk()?;
    let (len, rest) = rest.split_first_chunk()?;
    Some((u32::from_le_bytes(*id), rest.get(..u32::from_le_bytes(*len) as usize)?))
}

/// The row of an instance among those of its class.
fn row_of(node: u32, instances: &str, tree: &Tree) -> Option<usize> {
    let mut first = 0_usize;
    loop {
        let rows = first..first.saturating_add(ROWS);
        let paths: Vec<_> = rows.map(|row| format!("{instances}, x[{row}]")).collect();
        let found = tree.instances(&paths);
        if let Some(at) = found.iter().position(|other| *other == Some(node)) {
            return Some(first.saturating_add(at));
        }
        found.last().copied().flatten()?;
        first = first.saturating_add(ROWS);
    }
}

/// The node to which named bytes belong.
fn node_of(named: &Named, at: usize, family: Family, tree: &Tree) -> Option<u32> {
    let (first, inner) = named.path.split_first()?;
    let number = inner.iter().find_map(|name| number_in(name));
    match family {
        Family::RbxBinary => {
            let row = number.unwrap_or(at.saturating_sub(named.start));
            tree.instances(&[format!("{first}, x[{row}]")]).first().copied().flatten()
        }
        Family::RbxXml => {
            let item = named.path.iter().rfind(|name| name.starts_with("items["))?;
            tree.instances(std::slice::from_ref(item)).first().copied().flatten()
        }
        Family::M3d => {
            let (chunk, magic) = first.split_once(' ')?;
            let (_, kind) = CHUNKS.iter().find(|(known, _)| *known == magic)?;
            // Chunks of other kinds are between those of a kind: the tree has the nearest before.
            let place = number_in(chunk)?;
            let same = (0..=place).rev().find_map(|place| nth_of_kind(0, kind, place, tree))?;
            let bone = number.filter(|_| inner.first().is_some_and(|name| name == "bones"));
            bone.and_then(|bone| bone_at(same, bone, tree)).or(Some(same))
        }
        Family::RbxMesh if first == "bones" => bone_at(nth_of_kind(0, "skin", 0, tree)?, number?, tree),
        Family::SlMesh if first == "skin" && number.is_some() => {
            nth_of_kind(nth_of_kind(0, "skin", 0, tree)?, "joint", number?, tree)
        }
        _ => by_path(&joined(&named.path), tree),
    }
}

fn bone_at(skeleton: u32, place: usize, tree: &Tree) -> Option<u32> {
    nth_of_kind(skeleton, "bone", place, tree)
}

/// The deepest node whose path is a prefix of `path`.
fn by_path(path: &str, tree: &Tree) -> Option<u32> {
    let mut node = 0;
    loop {
        let inside = |child: &&u32| {
            let of_child = as_bytes_say(&tree.node(**child).path);
            let rest = path.strip_prefix(of_child.as_str());
            !of_child.is_empty()
                && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[', ',', ' ', '/']))
        };
        match tree.children(node).iter().take(MOST_CHILDREN).find(inside) {
            Some(child) => node = *child,
            None => return (node > 0).then_some(node),
        }
    }
}

/// Joins names, outermost first, to a path: `high_lod[0].Position.values[3]`.
fn joined(names: &[String]) -> String {
    names.join(".").replace(".[", "[")
}

/// The number in brackets in a name such as `[3]` or `values[3]`.
fn number_in(name: &str) -> Option<usize> {
    name.split_once('[')?.1.split_once(']')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rezkit::{File, OpenOptions};

    /// Follows each node to its bytes, and these back to the node.
    fn there_and_back(path: &str, property: Option<&str>) -> Vec<(String, Option<Place>, Option<u32>)> {
        let bytes = std::fs::read(format!("{}/../../fixtures/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let bytes: &'static [u8] = bytes.leak();
        let file: &'static File<'static> =
            Box::leak(Box::new(File::open(bytes, &OpenOptions::default()).unwrap()));
        let tree = Tree::read(file).unwrap();
        let family = file.identity().format.family();
        let mut annotations = Annotations::new(bytes, Some(file));
        let nodes = 1..u32::try_from(tree.len()).unwrap();
        nodes
            .map(|node| {
                let property = property.map(str::to_owned);
                let chosen = Chosen { node: Some(node), property, wants_place: true, ..Chosen::default() };
                let place = follow(chosen, family, Some(&tree), &mut annotations).place;
                let back = Chosen { place, wants_node: true, ..Chosen::default() };
                let node = place.and_then(|_| follow(back, family, Some(&tree), &mut annotations).node);
                (tree.node(node.unwrap_or(0)).path, place, node)
            })
            .collect()
    }

    #[test]
    fn a_path_leads_to_the_last_of_very_many() {
        let parts: String = (0..MOST_CHILDREN + 900)
            .map(|i| {
                format!(
                    "<Item class='Part'><Properties><string name='Name'>P{i}</string></Properties></Item>"
                )
            })
            .collect();
        let place = format!("<roblox version='4'><Item class='Workspace'>{parts}</Item></roblox>");
        let file = File::open(place.as_bytes(), &OpenOptions::default()).unwrap();
        let tree = Tree::read(&file).unwrap();
        let mut annotations = Annotations::new(b"", None);
        let mut node = |path: &str| {
            let chosen = Chosen { node_path: Some(path.into()), ..Chosen::default() };
            follow(chosen, Family::RbxXml, Some(&tree), &mut annotations).node
        };
        assert_eq!(node("Workspace/P4995").map(|node| tree.name(node)), Some("P4995"));
        // A path that leads nowhere leads to the last node on the way.
        assert_eq!(node("Workspace/P4000/Door").map(|node| tree.name(node)), Some("P4000"));
    }

    #[test]
    fn instances_have_bytes_and_bytes_have_instances() {
        for (path, property) in [
            ("rbxbinary/valid/nested.rbxm", None),
            ("rbxbinary/valid/nested.rbxm", Some("Name")),
            ("rbxxml/valid/all-types.rbxmx", None),
        ] {
            for (i, (name, place, node)) in (1..).zip(there_and_back(path, property)) {
                assert_eq!(node, Some(i), "{path} {name} {place:?}");
            }
        }
    }

    #[test]
    fn parts_of_meshes_have_bytes_and_the_reverse() {
        // Levels of detail of a mesh have their faces in common, and bones of Model 3D their chunk.
        let kept: [(&str, &[u32]); 3] = [
            ("rbxmesh/valid/v400.mesh", &[1, 2, 7, 8]),
            ("slmesh/valid/uploaded.llmesh", &[1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
            ("m3d/valid/rigged.m3d", &[1, 2, 5, 6, 8]),
        ];
        for (path, kept) in kept {
            let all = there_and_back(path, None);
            let same = (1..).zip(&all).filter(|(i, (_, _, node))| *node == Some(*i));
            assert_eq!(same.map(|(i, _)| i).collect::<Vec<_>>(), kept, "{path}: {all:#?}");
        }
    }
}
