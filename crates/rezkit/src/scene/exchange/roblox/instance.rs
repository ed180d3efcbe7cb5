//! Instances, the same whether the file is binary or XML.

use geom::{Pose, Vec3};
use rbxbinary::{Referent, Tree};
use rbxxml::{Document, Item, ItemId};
use std::collections::HashMap;

/// All instances, parents before their children.
pub(super) struct Instances<'m> {
    pub(super) list: Vec<Instance<'m>>,
    /// The index of each in the list, by its own number in the file.
    by_number: HashMap<Number, usize>,
}

/// How a file calls an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Number {
    Binary(Referent),
    Xml(ItemId),
}

/// An instance, and where its parent stands in the list.
pub(super) struct Instance<'m> {
    pub(super) parent: Option<usize>,
    source: Source<'m>,
}

enum Source<'m> {
    Binary(rbxbinary::Instance<'m>),
    Xml(&'m Item),
}

impl<'m> Instances<'m> {
    pub(super) fn of_binary(tree: &'m Tree<'m>) -> Self {
        let mut all = Self { list: Vec::new(), by_number: HashMap::new() };
        for instance in tree.walk() {
            let number = |instance: rbxbinary::Instance<'_>| Number::Binary(instance.referent());
            let parent = instance.parent().map(number);
            all.add(number(instance), parent, Source::Binary(instance));
        }
        all
    }

    pub(super) fn of_xml(document: &'m Document) -> Self {
        let mut all = Self { list: Vec::new(), by_number: HashMap::new() };
        for visit in document.walk() {
            let parent = document.parent(visit.id).map(Number::Xml);
            all.add(Number::Xml(visit.id), parent, Source::Xml(visit.item));
        }
        all
    }

    fn add(&mut self, number: Number, parent: Option<Number>, source: Source<'m>) {
        let parent = parent.and_then(|parent| self.by_number.get(&parent).copied());
        self.by_number.insert(number, self.list.len());
        self.list.push(Instance { parent, source });
    }

    /// The index of the instance that a property refers to.
    pub(super) fn referred(&self, instance: &Instance<'_>, property: &str) -> Option<usize> {
        let number = match instance.source {
            Source::Binary(it) => Number::Binary(it.get(property)?.as_referent()?),
            Source::Xml(item) => Number::Xml(item.get(property)?.as_item()?),
        };
        self.by_number.get(&number).copied()
    }
}

/// Looks a property up by its accessors, which both formats have by the same names.
macro_rules! get {
    ($self:ident, $property:ident, $accessor:ident) => {
        match $self.source {
            Source::Binary(it) => it.get($property).and_then(|value| value.$accessor()),
            Source::Xml(item) => item.get($property).and_then(|value| value.$accessor()),
        }
    };
}

impl Instance<'_> {
    pub(super) fn class(&self) -> &[u8] {
        match self.source {
            Source::Binary(it) => it.class_name(),
            Source::Xml(item) => item.class.as_bytes(),
        }
    }

    pub(super) fn name(&self) -> String {
        match self.source {
            Source::Binary(it) => it.name_lossy().into_owned(),
            Source::Xml(item) => item.name().to_string_lossy().into_owned(),
        }
    }

    /// A vector without numbers that are not finite.
    pub(super) fn vec3(&self, property: &str) -> Option<Vec3> {
        get!(self, property, as_vec3).filter(|vector| vector.is_finite())
    }

    pub(super) fn pose(&self, property: &str) -> Option<Pose> {
        let pose = get!(self, property, as_pose)?;
        (pose.position.is_finite() && pose.rotation.is_finite()).then_some(pose)
    }

    #[expect(clippy::cast_possible_truncation, reason = "fractions need no more")]
    pub(super) fn number(&self, property: &str) -> Option<f32> {
        get!(self, property, as_f64).map(|number| number as f32).filter(|number| number.is_finite())
    }

    /// The number of an enum item or of a palette colour.
    pub(super) fn choice(&self, property: &str) -> Option<u32> {
        let integer = match self.source {
            Source::Binary(_) => None,
            Source::Xml(item) => item.get(property).and_then(|value| value.as_i64()),
        };
        get!(self, property, as_enum).or_else(|| u32::try_from(integer?).ok())
    }

    /// Red, green and blue as sRGB bytes.
    #[expect(clippy::cast_possible_truncation, reason = "cut to 0 to 255 before")]
    #[expect(clippy::cast_sign_loss, reason = "cut to 0 to 255 before")]
    pub(super) fn colour(&self, property: &str) -> Option<[u8; 3]> {
        let colour = match self.source {
            Source::Binary(it) => it.get(property)?.as_color()?,
            Source::Xml(item) => {
                item.get(property)?.as_color().map(|colour| [colour.r, colour.g, colour.b])?
            }
        };
        Some(colour.map(|part| (part * 255.0 + 0.5).clamp(0.0, 255.0) as u8))
    }

    pub(super) fn text(&self, property: &str) -> Option<&str> {
        get!(self, property, as_str).filter(|text| !text.is_empty())
    }
}
