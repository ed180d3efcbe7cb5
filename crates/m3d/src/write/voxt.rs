//! Writing of VOXT chunks. Format document, section 6.8.

use super::reference::reference;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::{Item, Types, VoxelType, VoxelTypes};

pub(super) fn voxt(out: &mut Output, voxels: &VoxelTypes, types: &Types) -> Result<(), Error> {
    for (number, one) in voxels.types.iter().enumerate() {
        voxel_type(out, one, types).map_err(|error| error.inside(format!("types[{number}]")))?;
    }
    out.bytes(&voxels.surplus);
    Ok(())
}

fn voxel_type(out: &mut Output, voxel: &VoxelType, types: &Types) -> Result<(), Error> {
    let does_not_fit = |what, value: u16, width| {
        Err(Error::model(ErrorKind::DoesNotFit { what, value: value.to_string(), width }))
    };
    reference(out, voxel.colour, types)?;
    reference(out, voxel.name, types)?;
    let [low, high] = voxel.shape.to_le_bytes();
    if high > 1 {
        return does_not_fit("shape", voxel.shape, "nine bits");
    }
    // Bit 6 of the rotation is the ninth bit of the shape.
    if voxel.rotation & 0x40 != 0 {
        return does_not_fit("rotation", voxel.rotation.into(), "bits 0 to 5 and 7");
    }
    out.value(&(voxel.rotation | high << 6));
    out.value(&low);
    out.value(&count::<u8>(voxel.items.len(), "items")?);
    reference(out, voxel.skin, types)?;
    voxel.items.iter().try_for_each(|one| item(out, one, types))
}

fn item(out: &mut Output, item: &Item, types: &Types) -> Result<(), Error> {
    out.value(&item.count);
    reference(out, item.name, types)
}
