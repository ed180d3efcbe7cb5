//! Writes values that are a code of one byte, or a code and a larger value. Format document, section 5, 10 and 19.

use crate::common::error::Error;
use crate::common::output::Output;
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{Coded, PhysicalProperties};

pub(super) fn rotations<const N: usize, M: Wire<N> + Copy>(data: &mut Output, all: &Coded<M>) {
    for rotation in all.iter() {
        match rotation {
            Ok(free) => {
                data.value(&0_u8);
                data.value(&free);
            }
            Err(id) => data.value(&id),
        }
    }
}

pub(super) fn physical_properties(data: &mut Output, all: &Coded<PhysicalProperties>) -> Result<(), Error> {
    for (i, one) in all.iter().enumerate() {
        match one {
            Ok(properties) => physical(data, &properties),
            // No numbers follow these; readers expect some after 1 and 3. Format document, section 5, 19.
            Err(flags @ (0 | 2)) => data.value(&flags),
            Err(flags) => {
                let (expected, found) = ("0 or 2 as flags".into(), flags.to_string());
                return Err(
                    Error::model(ErrorKind::Unexpected { expected, found }).inside(format!("values[{i}]"))
                );
            }
        }
    }
    Ok(())
}

fn physical(data: &mut Output, properties: &PhysicalProperties) {
    let PhysicalProperties { density, friction, elasticity, .. } = *properties;
    let PhysicalProperties { friction_weight, elasticity_weight, acoustic_absorption, .. } = *properties;
    data.value(&if acoustic_absorption.is_some() { 3_u8 } else { 1 });
    data.value(&[density, friction, elasticity, friction_weight, elasticity_weight]);
    if let Some(absorption) = acoustic_absorption {
        data.value(&absorption);
    }
}
