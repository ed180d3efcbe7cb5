//! The properties of an item, which may share memory with those of other items.

use super::property::{Property, PropertyRef};
use super::value::Value;
use geom::Same;
use std::iter::FusedIterator;
use std::ops::Range;
use std::sync::Arc;
use std::{fmt, mem};

/// The properties of an item, in file order. If two have the same name, the last is used.
///
/// Items that were read share the memory of their names and many values with the first item of their class.
/// [`to_mut`](Self::to_mut) makes a separate list.
///
/// ```
/// use rbxxml::{Item, Property};
///
/// let mut item = Item::new("Part").with("Anchored", true).with("Locked", false);
/// item.properties.to_mut().push(Property::new("Size", geom::Vec3::ONE));
/// let names: Vec<_> = item.properties.iter().map(|property| property.name().to_string()).collect();
/// assert_eq!(names, ["Anchored", "Locked", "Size"]);
/// ```
#[derive(Clone)]
pub struct Properties(Storage);

#[derive(Clone)]
enum Storage {
    List(Vec<Property>),
    Packed(Packed),
}

/// Properties that share the names, and some of the values, of a base.
#[derive(Clone)]
struct Packed {
    base: Arc<Vec<Property>>,
    /// A bit for each of the first [`N_COMMON`] properties: set if the value is that of the base.
    in_common: u64,
    /// The values that are not shared, in order.
    own: Box<[Value]>,
}

/// The number of properties of an item, from its first, that may share values with other items: one per bit of a `u64`.
pub(crate) const N_COMMON: usize = 64;

/// The bit that marks the property with this index as shared; 0 if the property cannot be shared.
pub(crate) fn bit(number: usize) -> u64 {
    u32::try_from(number).ok().and_then(|number| 1_u64.checked_shl(number)).unwrap_or_default()
}

impl Packed {
    /// The index of a property's value in `own`; `None` if the value is shared.
    fn place(&self, number: usize) -> Option<usize> {
        Some(self.n_own_before(number)).filter(|_| self.in_common & bit(number) == 0)
    }

    fn n_own_before(&self, number: usize) -> usize {
        // From 64 on, the bit is 0, and 0 minus 1 wraps to all bits.
        let before = self.in_common & bit(number).wrapping_sub(1);
        number.saturating_sub(before.count_ones() as usize)
    }

    /// Sets a value, and returns the previous one.
    fn set(&mut self, number: usize, value: Value) -> Option<Value> {
        if let Some(place) = self.place(number) {
            return Some(mem::replace(self.own.get_mut(place)?, value));
        }
        let usual = self.base.get(number)?.value.clone();
        let place = self.n_own_before(number);
        let mut own = mem::take(&mut self.own).into_vec();
        own.reserve_exact(1);
        own.insert(place, value);
        self.own = own.into();
        self.in_common &= !bit(number);
        Some(usual)
    }

    fn get(&self, number: usize) -> Option<PropertyRef<'_>> {
        let Property { head, value } = self.base.get(number)?;
        let value = match self.place(number) {
            None => value,
            Some(place) => self.own.get(place)?,
        };
        Some(PropertyRef { head, value })
    }

    /// The first `n` properties, as a list that shares nothing.
    fn unpacked(self, n: usize) -> Vec<Property> {
        let mut own = self.own.into_iter();
        let property = |(number, usual): (usize, &Property)| {
            let own = if self.in_common & bit(number) == 0 { own.next() } else { None };
            Property { head: usual.head.clone(), value: own.unwrap_or_else(|| usual.value.clone()) }
        };
        self.base.iter().enumerate().take(n).map(property).collect()
    }
}

impl Properties {
    /// The number of properties.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Storage::List(list) => list.len(),
            Storage::Packed(packed) => packed.base.len(),
        }
    }

    /// Returns true if there are no properties.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The property with this index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<PropertyRef<'_>> {
        match &self.0 {
            Storage::List(list) => list.get(index).map(PropertyRef::from),
            Storage::Packed(packed) => packed.get(index),
        }
    }

    /// All properties, in order.
    #[must_use]
    pub fn iter(&self) -> PropertiesIter<'_> {
        self.range(0..self.len())
    }

    /// Iterates over the properties with these indices, in order.
    pub(crate) fn range(&self, range: Range<usize>) -> PropertiesIter<'_> {
        PropertiesIter { properties: self, range: range.start..range.end.min(self.len()) }
    }

    /// Converts the properties to a plain list, which can be changed freely and shares nothing with other items.
    pub fn to_mut(&mut self) -> &mut Vec<Property> {
        if let Storage::Packed(_) = self.0 {
            *self = mem::take(self).into_vec().into();
        }
        match &mut self.0 {
            Storage::List(list) => list,
            Storage::Packed(_) => unreachable!("it is a list by now"),
        }
    }

    /// The properties as a list.
    #[must_use]
    pub fn into_vec(self) -> Vec<Property> {
        let len = self.len();
        self.into_first(len)
    }

    /// The first `n` properties as a list.
    pub(crate) fn into_first(self, n: usize) -> Vec<Property> {
        match self.0 {
            Storage::List(mut list) => {
                list.truncate(n);
                list
            }
            Storage::Packed(packed) => packed.unpacked(n),
        }
    }

    /// A list of properties with the same names; only the names may be used.
    fn named(&self) -> &[Property] {
        match &self.0 {
            Storage::List(list) => list,
            Storage::Packed(packed) => &packed.base,
        }
    }

    /// The index of the last property with this name.
    pub(super) fn position(&self, name: &[u8]) -> Option<usize> {
        self.named().iter().rposition(|property| **property.name() == *name)
    }

    /// The values that are not shared with other items. References are always among them.
    pub(crate) fn own_values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let (list, own) = match &mut self.0 {
            Storage::List(list) => (&mut **list, &mut [][..]),
            Storage::Packed(packed) => (&mut [][..], &mut *packed.own),
        };
        list.iter_mut().map(|property| &mut property.value).chain(own)
    }

    /// A value, unless it is shared with other items.
    pub(crate) fn own_value_mut(&mut self, index: usize) -> Option<&mut Value> {
        match &mut self.0 {
            Storage::List(list) => list.get_mut(index).map(|property| &mut property.value),
            Storage::Packed(packed) => {
                let place = packed.place(index)?;
                packed.own.get_mut(place)
            }
        }
    }

    /// Sets a value like [`Property::set`].
    pub(super) fn set(&mut self, index: usize, value: Value) -> Option<Value> {
        let is_usual = self.get(index)?.spelling().is_none();
        match &mut self.0 {
            Storage::Packed(packed) if is_usual => packed.set(index, value),
            _ => self.to_mut().get_mut(index).map(|property| property.set(value)),
        }
    }

    /// Makes these properties share the memory of equal names and values with `other`.
    pub(super) fn share(&mut self, other: &mut Self) {
        if let (Storage::Packed(packed), Storage::Packed(other)) = (&self.0, &other.0)
            && Arc::ptr_eq(&packed.base, &other.base)
        {
            return;
        }
        let mut heads = self.named().iter().zip(other.named());
        if self.len() != other.len() || !heads.all(|(one, other)| one.head.is(&other.head)) {
            return self.share_names(other);
        }
        let base = other.base();
        let is_same = |value: &Value, usual: &Value| {
            // Most are different, which `==` finds out without saying where; but to it, 0 is -0.
            can_be_common(value) && value == usual && value.same(usual)
        };
        let mut in_common = 0;
        let both = mem::take(self).into_vec().into_iter().zip(&*base).enumerate();
        let own = both.filter_map(|(number, (property, usual))| match bit(number) {
            bit if bit != 0 && is_same(&property.value, &usual.value) => {
                in_common |= bit;
                None
            }
            _ => Some(property.value),
        });
        let own = own.collect();
        *self = Self::packed(base, in_common, own);
    }

    /// Shares the memory of names that are equal and have the same index.
    fn share_names(&mut self, other: &Self) {
        if let Storage::List(list) = &mut self.0 {
            for (property, other) in list.iter_mut().zip(other.named()) {
                if property.head.is(&other.head) {
                    property.head.clone_from(&other.head);
                }
            }
        }
    }

    /// Properties with the names of `base`. Values whose [`bit`] is set in `in_common` are those of `base`, and `own`
    /// has the others.
    pub(crate) fn packed(base: Arc<Vec<Property>>, in_common: u64, own: Box<[Value]>) -> Self {
        Self(Storage::Packed(Packed { base, in_common, own }))
    }

    /// Turns these properties into a base that others can share.
    pub(crate) fn base(&mut self) -> Arc<Vec<Property>> {
        let mut list = match &mut self.0 {
            Storage::List(list) => mem::take(list),
            Storage::Packed(packed) => return Arc::clone(&packed.base),
        };
        let (mut in_common, mut own) = (0, Vec::new());
        for (number, property) in list.iter_mut().enumerate() {
            match bit(number) {
                bit if bit != 0 && can_be_common(&property.value) => in_common |= bit,
                // The base keeps only the names of the values that are not shared.
                _ => own.push(mem::replace(&mut property.value, Value::Bool(false))),
            }
        }
        let base = Arc::new(list);
        *self = Self::packed(Arc::clone(&base), in_common, own.into());
        base
    }
}

/// Returns true if several items can share a value. References and keys cannot be shared, because each may be changed
/// separately.
pub(crate) fn can_be_common(value: &Value) -> bool {
    value.reference().is_none() && value.shared_key().is_none()
}

impl Default for Properties {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl From<Vec<Property>> for Properties {
    fn from(list: Vec<Property>) -> Self {
        Self(Storage::List(list))
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> Self {
        Vec::from_iter(properties).into()
    }
}

impl<'p> IntoIterator for &'p Properties {
    type Item = PropertyRef<'p>;
    type IntoIter = PropertiesIter<'p>;

    fn into_iter(self) -> PropertiesIter<'p> {
        self.iter()
    }
}

impl fmt::Debug for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl PartialEq for Properties {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other)
    }
}

impl Same for Properties {
    fn difference(&self, other: &Self) -> Option<String> {
        self.len().difference(&other.len()).or_else(|| {
            let mut both = self.iter().zip(other).enumerate();
            both.find_map(|(index, (a, b))| Some(format!("[{index}]{}", a.difference(&b)?)))
        })
    }
}

/// Serializes to a list of [`Property`].
#[cfg(feature = "serde")]
impl serde::Serialize for Properties {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(PropertyRef::to_property))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Properties {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

/// The properties of an item, in order.
#[derive(Debug, Clone)]
pub struct PropertiesIter<'p> {
    properties: &'p Properties,
    range: Range<usize>,
}

impl<'p> Iterator for PropertiesIter<'p> {
    type Item = PropertyRef<'p>;

    fn next(&mut self) -> Option<PropertyRef<'p>> {
        self.properties.get(self.range.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for PropertiesIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.properties.get(self.range.next_back()?)
    }
}

impl ExactSizeIterator for PropertiesIter<'_> {}

impl FusedIterator for PropertiesIter<'_> {}

#[cfg(test)]
mod tests {
    use super::{Properties, Storage, bit};
    use crate::model::{Property, Reference, Value};
    use geom::Same;

    /// Returns 70 properties, of which the third is a reference.
    fn list() -> Vec<Property> {
        let value =
            |number| if number == 2 { Value::Referent(Reference::None) } else { Value::Int32(number) };
        (0..70).map(|number| Property::new(format!("p{number}"), value(number))).collect()
    }

    #[test]
    fn an_item_of_a_place_has_them_in_few_bytes() {
        assert_eq!((size_of::<Properties>(), size_of::<crate::model::Item>()), (32, 64));
    }

    #[test]
    fn a_base_has_the_same_properties_as_before() {
        let mut properties = Properties::from(list());
        let base = properties.base();
        assert_eq!(properties.iter().map(|property| property.to_property()).collect::<Vec<_>>(), list());
        assert_eq!(properties.own_values_mut().count(), 7, "the reference, and those from 64 on");
        assert_eq!(base[2].value, Value::Bool(false));
        assert_eq!(properties.clone().into_vec(), list());
    }

    #[test]
    fn an_item_has_its_own_values_beside_those_of_the_base() {
        let base = Properties::from(list()).base();
        let own: Vec<_> = [2, 5, 64, 65, 66, 67, 68, 69].map(|number| Value::Int32(-number)).into();
        let in_common = !(bit(2) | bit(5));
        let mut properties = Properties::packed(base, in_common, own.into());
        let value = |properties: &Properties, number| properties.get(number).unwrap().value.clone();
        for (number, expected) in [(0, 0), (1, 1), (2, -2), (4, 4), (5, -5), (63, 63), (64, -64), (69, -69)] {
            assert_eq!(value(&properties, number), Value::Int32(expected), "{number}");
        }
        assert_eq!(properties.get(70), None);
        assert_eq!(properties.position(b"p65"), Some(65));
        assert_eq!(properties.own_value_mut(4), None);
        *properties.own_value_mut(65).unwrap() = Value::Int32(1);
        assert_eq!(value(&properties, 65), Value::Int32(1));
        let expected = properties.iter().map(|property| property.to_property()).collect::<Vec<_>>();
        assert_eq!(*properties.to_mut(), expected);
        assert_eq!((value(&properties, 5), value(&properties, 6)), (Value::Int32(-5), Value::Int32(6)));
    }

    #[test]
    fn a_value_is_set_without_a_list() {
        let mut properties = Properties::from(list());
        properties.base();
        for (number, before) in
            [(5, Value::Int32(5)), (69, Value::Int32(69)), (2, Value::Referent(Reference::None))]
        {
            assert_eq!(properties.set(number, Value::Int32(-1)), Some(before), "{number}");
            assert_eq!(properties.set(number, Value::Int32(-2)), Some(Value::Int32(-1)), "{number}");
        }
        assert_eq!(properties.set(70, Value::Int32(0)), None);
        let Storage::Packed(packed) = &properties.0 else { panic!("it has become a list") };
        assert_eq!(packed.own.len(), 8);
        let mut expected = list();
        for number in [2, 5, 69] {
            expected[number].value = Value::Int32(-2);
        }
        assert_eq!(properties.into_vec(), expected);
    }

    #[test]
    fn equal_values_of_two_items_are_the_same_in_memory() {
        let mut list = list();
        list[0].value = Value::Float32(0.0);
        let (mut one, mut other) = (Properties::from(list.clone()), Properties::from(list.clone()));
        other.to_mut()[0].value = Value::Float32(-0.0);
        other.to_mut()[3].value = Value::String("own".into());
        let expected = other.clone();
        other.share(&mut one);
        let same = |number| std::ptr::eq(one.get(number).unwrap().value, other.get(number).unwrap().value);
        let shared: Vec<_> = (0..70).filter(|number| same(*number)).collect();
        let not_shared = [0, 2, 3, 64, 65, 66, 67, 68, 69];
        assert_eq!(shared, (0..70).filter(|number| !not_shared.contains(number)).collect::<Vec<_>>());
        assert_eq!(other.difference(&expected), None);
        assert_eq!(one.difference(&list.into()), None);
        assert!(matches!(other.get(0).unwrap().value, Value::Float32(zero) if zero.is_sign_negative()));
    }

    #[test]
    fn other_names_are_not_shared() {
        let mut one = Properties::from(list());
        let mut other = Properties::from(vec![Property::new("p0", true), Property::new("q", false)]);
        let expected = other.clone();
        other.share(&mut one);
        assert_eq!(other.difference(&expected), None);
        assert!(matches!((&one.0, &other.0), (Storage::List(_), Storage::List(_))));
    }

    #[test]
    fn equality_does_not_depend_on_the_form() {
        let mut packed = Properties::from(list());
        packed.base();
        let mut other = Properties::from(list());
        assert_eq!(packed, other);
        other.to_mut()[69].value = Value::Int32(-1);
        assert_eq!(packed.difference(&other).as_deref(), Some("[69].Int32.0: 69 is not -1"));
        assert_ne!(packed, other);
    }
}
