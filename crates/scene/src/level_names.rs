//! Levels of detail, collision shapes and cages, recognised by their names.

use super::{Role, Scene};
use crate::problem::{Problem, ProblemKind};
use std::collections::{BTreeMap, HashMap};

/// The meaning of the numbers of levels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LevelOrder {
    /// The convention of Second Life if there is a name without a number, otherwise that of game engines. If the
    /// numbers of triangles match only the other convention, that one is used, with a warning.
    #[default]
    Guess,
    /// The finest level has no number, and the highest number follows: `_LOD0` is the coarsest.
    SecondLife,
    /// The lowest number is the finest; a name without a number is even finer.
    Engine,
}

/// The number of ancestors whose names are used: exporters make the mesh a child of the node with the name.
const ANCESTORS: usize = 4;

/// The largest length of names that are examined. Longer names follow no convention, and all nodes of a file may share
/// such a name.
const LONGEST_NAME: usize = 1 << 10;

impl Scene {
    /// Assigns roles to nodes without one by their names, or those of their meshes and ancestors: `_LOD0`, `_PHYS`,
    /// `_HULL_0`, `UCX_`, `_BOUND`, `_InnerCage`, `_OuterCage`, `_Att`.
    ///
    /// ```
    /// use scene::{LevelOrder, Role};
    ///
    /// let mut scene = scene::obj::read(b"v 0 0 0\nv 1 0 0\nv 0 1 0\no chair\nf 1 2 3\nf 1 2 3\no chair_LOD0\nf 1 2 3\n")?;
    /// assert!(scene.recognise_names(LevelOrder::Guess).is_empty());
    /// assert_eq!(scene.nodes[1].role, Role::Lod { of: 0, level: 1 });
    /// # Ok::<(), scene::Problem>(())
    /// ```
    pub fn recognise_names(&mut self, order: LevelOrder) -> Vec<Problem> {
        let mut leveled: BTreeMap<String, BTreeMap<u32, Vec<usize>>> = BTreeMap::new();
        let mut plain: HashMap<String, Vec<usize>> = HashMap::new();
        let mut warnings = Vec::new();
        for index in 0..self.nodes.len() {
            let Some(names) = self.names_of(index) else { continue };
            if let Some(role) = names.iter().find_map(|name| role_of(name)) {
                if let Some(node) = self.nodes.get_mut(index) {
                    node.role = role;
                }
                continue;
            }
            match names.iter().find_map(|name| level_of(name)) {
                Some((base, number)) => {
                    leveled.entry(base).or_default().entry(number).or_default().push(index);
                }
                None => {
                    for name in names {
                        plain.entry(name).or_default().push(index);
                    }
                }
            }
        }
        warnings.extend(self.show_lone_collisions());
        for (base, numbers) in leveled {
            // Some exporters add a suffix to the name of each part.
            let with_suffix = || {
                let found: Vec<_> = plain
                    .iter()
                    .filter(|(name, _)| is_part(name, &base))
                    .flat_map(|(_, nodes)| nodes.clone())
                    .collect();
                found
            };
            let mut finest = plain.get(&base).cloned().unwrap_or_default();
            // Each base is compared with all names, which takes quadratic time.
            if finest.is_empty() && plain.len() < 10_000 {
                finest = with_suffix();
            }
            finest.sort_unstable();
            finest.dedup();
            warnings.extend(self.set_levels(&base, finest, numbers, order));
        }
        warnings
    }

    /// Shows collision shapes if there is nothing else: a physics model may be a file of its own.
    fn show_lone_collisions(&mut self) -> Option<Problem> {
        let is_collision = |role: &Role| matches!(role, Role::Physics | Role::Hull | Role::Bounding);
        let shapes = || self.nodes.iter().filter(|node| node.mesh.is_some());
        let n_shapes = shapes().count();
        if n_shapes == 0 || !shapes().all(|node| is_collision(&node.role)) {
            return None;
        }
        for node in self.nodes.iter_mut().filter(|node| node.mesh.is_some()) {
            node.role = Role::Plain;
        }
        let message = "all shapes are named as collision shapes, and are taken as the model";
        Some(Problem::new(ProblemKind::Value, message))
    }

    /// The names by which a node with a mesh may be recognised, its own first; `None` if its role is known.
    fn names_of(&self, index: usize) -> Option<Vec<String>> {
        let node = self.nodes.get(index).filter(|node| node.role == Role::Plain)?;
        let mesh = self.meshes.get(node.mesh?)?;
        let mut names = vec![&node.name, &mesh.name];
        let mut parent = node.parent;
        for _ in 0..ANCESTORS {
            let Some(node) = parent.and_then(|parent| self.nodes.get(parent)) else { break };
            names.push(&node.name);
            parent = node.parent;
        }
        names.retain(|name| (1..=LONGEST_NAME).contains(&name.len()));
        let mut names: Vec<_> = names.into_iter().cloned().collect();
        names.dedup();
        Some(names)
    }

    fn set_levels(
        &mut self,
        base: &str,
        finest: Vec<usize>,
        numbers: BTreeMap<u32, Vec<usize>>,
        order: LevelOrder,
    ) -> Option<Problem> {
        let has_finest = !finest.is_empty();
        let in_order = |order: LevelOrder| -> Vec<Vec<usize>> {
            let mut levels: Vec<_> = numbers.values().cloned().collect();
            if order == LevelOrder::SecondLife {
                levels.reverse();
            }
            if has_finest {
                levels.insert(0, finest.clone());
            }
            levels
        };
        let (usual, other) = match order {
            LevelOrder::Guess if has_finest => (LevelOrder::SecondLife, Some(LevelOrder::Engine)),
            LevelOrder::Guess => (LevelOrder::Engine, Some(LevelOrder::SecondLife)),
            told => (told, None),
        };
        let mut levels = in_order(usual);
        let mut warning = None;
        if !self.gets_coarser(&levels) {
            let others = other.map(in_order).filter(|levels| self.gets_coarser(levels));
            let what = if others.is_some() { "were read in reverse order" } else { "do not get coarser" };
            levels = others.unwrap_or(levels);
            let message = format!("by their numbers of triangles, the levels of {base:?} {what}");
            warning = Some(Problem::new(ProblemKind::Value, message));
        }
        if levels.len() > usize::from(u8::MAX).saturating_add(1) {
            let message =
                format!("{base:?} has more than 255 coarser levels; the others share the last number");
            warning.get_or_insert(Problem::new(ProblemKind::Value, message));
        }
        let mut levels = levels.into_iter();
        let first = levels.next().unwrap_or_default();
        for (level, nodes) in (1_usize..).zip(levels) {
            let level = u8::try_from(level).unwrap_or(u8::MAX);
            for (number, index) in nodes.into_iter().enumerate() {
                // Parts correspond by their order; a surplus part belongs to the last part of the finest level.
                let of = first.get(number).or(first.last()).copied().unwrap_or(index);
                if let Some(node) = self.nodes.get_mut(index) {
                    node.role = Role::Lod { of, level };
                }
            }
        }
        warning
    }

    fn gets_coarser(&self, levels: &[Vec<usize>]) -> bool {
        let count = |nodes: &Vec<usize>| -> usize {
            let meshes = nodes.iter().filter_map(|index| self.meshes.get(self.nodes.get(*index)?.mesh?));
            meshes.map(|mesh| mesh.shape.indices.len()).fold(0, usize::saturating_add)
        };
        levels.iter().map(count).is_sorted_by(|a, b| a >= b)
    }
}

/// The role that a name indicates, except for levels.
fn role_of(name: &str) -> Option<Role> {
    let lower = name.to_ascii_lowercase();
    let has = |word: &str| {
        lower
            .split_once(word)
            .is_some_and(|(_, rest)| !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric()))
    };
    match () {
        // The names are those of Second Life, of Unreal Engine (`UCX_`), and of Studio (cages and attachments).
        () if has("_phys") || lower.starts_with("default_physics_shape") => Some(Role::Physics),
        () if lower.starts_with("ucx_") || lower.contains("_hull_") => Some(Role::Hull),
        () if has("_bound") => Some(Role::Bounding),
        () if has("_innercage") || has("_outercage") => Some(Role::Cage),
        () if has("_att") => Some(Role::Attachment),
        () => None,
    }
}

/// The name without its level, and the number of the level, for names such as `chair_LOD2` and `chair.lod2_1`.
fn level_of(name: &str) -> Option<(String, u32)> {
    let lower = name.to_ascii_lowercase();
    let at = ["_lod", ".lod", "-lod"].iter().filter_map(|mark| lower.rfind(mark)).max()?;
    let rest = name.get(at.checked_add(4)?..)?;
    let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, behind) = rest.split_at_checked(n_digits)?;
    let is_end = !behind.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    let number = digits.parse().ok().filter(|_| is_end)?;
    Some((name.get(..at)?.to_owned(), number))
}

/// True if a name is the base with a number or a short hexadecimal number appended.
fn is_part(name: &str, base: &str) -> bool {
    let suffix = name.strip_prefix(base).and_then(|rest| rest.strip_prefix(['_', '-', '.']));
    suffix.is_some_and(|suffix| {
        (1..=8).contains(&suffix.len()) && suffix.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_follow_no_convention() {
        for (n_letters, role) in [(10, Role::Physics), (LONGEST_NAME, Role::Plain)] {
            let name = "a".repeat(n_letters);
            let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\no chair\nf 1 2 3\no {name}_PHYS\nf 1 2 3\n");
            let mut scene = crate::obj::read(text.as_bytes()).unwrap();
            scene.recognise_names(LevelOrder::Guess);
            assert_eq!(scene.nodes[1].role, role);
        }
    }

    #[test]
    fn names_tell_levels_and_roles() {
        let level = |name: &str| level_of(name).map(|(base, number)| format!("{base} {number}"));
        let levels =
            ["chair_LOD2", "a.lod10", "a_LOD0_6db261", "a_LODE", "LOD1", "a_lod", "a_LOD1x", "ä_LOD3"]
                .map(level);
        let levels = levels.map(Option::unwrap_or_default);
        assert_eq!(levels, ["chair 2", "a 10", "a 0", "", "", "", "", "ä 3"]);
        let roles = [
            "a_PHYS",
            "a_Phys_1",
            "a_physics",
            "UCX_a_01",
            "a_HULL_003",
            "Head_OuterCage",
            "Hat_Att",
            "a_Attic",
        ];
        let plain = Some(Role::Physics);
        assert_eq!(
            roles.map(role_of),
            [
                plain,
                plain,
                None,
                Some(Role::Hull),
                Some(Role::Hull),
                Some(Role::Cage),
                Some(Role::Attachment),
                None
            ]
        );
    }
}
