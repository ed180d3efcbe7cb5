//! Findings about instances of Roblox, which only its own models have.

use super::{AccessoryKind, Add, Purpose};
use crate::roblox::{Accessory, Item};
use files::rules::{RZK053, RZK057, RZK069};

/// Findings about the instances of an avatar item.
pub(super) fn compare(item: &Item, purpose: Purpose, add: Add<'_>) {
    for name in &item.scripts {
        add(RZK053, name.clone(), "a script".into(), "meshes alone".into());
    }
    for name in &item.not_plastic {
        add(RZK069, name.clone(), "another material".into(), "Plastic".into());
    }
    for name in &item.tinted {
        add(RZK069, name.clone(), "another VertexColor".into(), "1, 1, 1".into());
    }
    let kind = match purpose {
        Purpose::Body | Purpose::Head => return,
        Purpose::Rigid(kind) => kind,
        Purpose::Layered => Some(AccessoryKind::Layered),
        Purpose::Eyes => Some(AccessoryKind::Eyes),
    };
    item.accessories.iter().for_each(|accessory| attached(accessory, kind, add));
}

/// An accessory has an attachment with a name of its kind: the stated one, or that of its `AccessoryType`.
fn attached(accessory: &Accessory, stated: Option<AccessoryKind>, add: Add<'_>) {
    let of_type = AccessoryKind::of_type(accessory.kind);
    let kinds = of_type.or(stated).map_or(AccessoryKind::ALL, AccessoryKind::only);
    let mut names: Vec<_> = kinds.iter().flat_map(|kind| kind.attachments()).copied().collect();
    if accessory.attachments.iter().any(|name| names.contains(&&**name)) {
        return;
    }
    let found = match &*accessory.attachments {
        [] => "no attachment".to_owned(),
        all => format!("only {}", all.join(", ")),
    };
    names.dedup();
    add(RZK057, accessory.name.clone(), found, format!("one of {}", names.join(", ")));
}
