//! The rigs of a model, and the animations that move each.

use super::instance::Instances;
use super::motion::Motion;
use super::rig::{Rig, is_motor};
use scene::loss::{LossCode, LossSeverity, Losses};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Upper bound on rigs with animations, because each takes a pass over all instances.
const MOST: usize = 64;

/// A rig, and the animations that move it.
pub(super) type Animated = (Rig, Vec<Motion>);

/// The rigs that animations move. The rig of an animation is in the nearest instance above it with a motor, such as the
/// character above `AnimSaves`; if that rig has no part that the animation moves, it is the rig of the file.
pub(super) fn animated(
    instances: &Instances<'_>,
    motions: Vec<Motion>,
    losses: &mut Losses,
) -> Vec<Animated> {
    let homes = homes(instances);
    let mut groups: BTreeMap<Option<usize>, Vec<Motion>> = BTreeMap::from([(None, Vec::new())]);
    for motion in motions {
        let home = homes.get(motion.index).copied().flatten();
        groups.entry(home).or_default().push(motion);
    }
    let mut rigs: Vec<Animated> = Vec::new();
    // For each part, the rig to which it belongs, so that no part belongs to two.
    let mut owners: HashMap<usize, usize> = HashMap::new();
    let mut n_left_out = 0_usize;
    let bones: HashSet<String> =
        instances.iter().filter(|it| it.class() == b"Bone").map(|it| it.name()).collect();
    // Outer instances precede those in them; the first group is that of the file.
    for (number, (home, motions)) in groups.into_iter().enumerate() {
        let rig = Some(home).filter(|_| number <= MOST).map(|home| Rig::from_instances(instances, home));
        let owned = rig.iter().flat_map(Rig::parts).find_map(|part| owners.get(&part).copied());
        let place = owned.unwrap_or_else(|| {
            let place = rigs.len();
            owners.extend(rig.iter().flat_map(Rig::parts).map(|part| (part, place)));
            rigs.extend(rig.map(|rig| (rig, Vec::new())));
            place
        });
        for motion in motions {
            let fits =
                |place: &usize| rigs.get(*place).is_some_and(|(rig, _)| rig.is_moved_by(instances, &motion));
            let moves_bones = || bones.iter().any(|bone| motion.moves(bone)).then_some(place);
            let place = [place, 0].into_iter().find(fits).or_else(moves_bones);
            match place.and_then(|place| rigs.get_mut(place)) {
                Some((_, motions)) => motions.push(motion),
                None => n_left_out = n_left_out.saturating_add(1),
            }
        }
    }
    let what = "animations are left out, because no joint of the file moves their parts: name a model with such joints by --rig=MODEL";
    losses.report(LossCode::AnimResampled, LossSeverity::Lost, what, n_left_out, "");
    rigs.retain(|(_, motions)| !motions.is_empty());
    rigs
}

/// For each instance, the nearest among itself and its ancestors that has a motor as a descendant.
fn homes(instances: &Instances<'_>) -> Vec<Option<usize>> {
    let parents: Vec<Option<usize>> = instances.iter().map(|instance| instance.parent).collect();
    let mut has_motor: Vec<bool> =
        instances.iter().map(|instance| is_motor(&instance) == Some(true)).collect();
    // Parents precede their children, so one pass from the end reaches all ancestors.
    for (index, parent) in parents.iter().enumerate().rev() {
        let has = has_motor.get(index).copied().unwrap_or(false);
        if let Some(place) = parent.and_then(|parent| has_motor.get_mut(parent)).filter(|_| has) {
            *place = true;
        }
    }
    let mut homes: Vec<Option<usize>> = Vec::with_capacity(parents.len());
    for (index, parent) in parents.iter().enumerate() {
        let above = parent.and_then(|parent| homes.get(parent).copied().flatten());
        homes.push(Some(index).filter(|index| has_motor.get(*index) == Some(&true)).or(above));
    }
    homes
}
