//! Writes physical properties. Format document, section 6.

use crate::model::PhysicalProperties;
use crate::wire;
use crate::write::Writer;

impl Writer<'_> {
    /// Writes physical properties. `None` means that those of the material apply.
    pub(super) fn physical(&mut self, value: Option<&PhysicalProperties>, depth: usize) {
        let [custom, names @ ..] = wire::PHYSICAL else { return };
        self.child(custom, depth, |writer| writer.bool(value.is_some()));
        // If the properties are not custom, the numbers are absent. Format document, section 6.4.
        if let Some(value) = value {
            let numbers = [
                value.density,
                value.friction,
                value.elasticity,
                value.friction_weight,
                value.elasticity_weight,
            ];
            self.floats(names, numbers, depth);
            if let (Some(absorption), Some(name)) = (value.acoustic_absorption, names.last()) {
                self.child(name, depth, |writer| writer.float(absorption));
            }
        }
    }
}
