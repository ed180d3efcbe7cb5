//! Checks of the document that an id belongs to.

use super::{Document, Held};
use crate::error::{Error, ErrorKind};
use crate::id::{Id, Owner};
use crate::value::{Content, Target, Value};

impl Document {
    /// Returns true if an instance belongs to this document, and was not removed.
    #[must_use]
    pub fn contains(&self, id: Id) -> bool {
        id.is_of(self.owner)
            && match &self.encoding {
                Held::Binary(document) => document.item(id.referent()).is_some(),
                Held::Xml(document) => id.item().and_then(|id| document.item(id)).is_some(),
            }
    }

    /// Returns an error if the instance is missing.
    pub(super) fn require(&self, id: Id) -> Result<(), Error> {
        if self.contains(id) { Ok(()) } else { Err(missing(id, self.owner)) }
    }

    /// Returns an error if a value refers to a missing instance.
    pub(super) fn require_target(&self, value: &Value<'_>) -> Result<(), Error> {
        match value {
            Value::Referent(Target::Instance(id)) | Value::Content(Content::Object(Target::Instance(id))) => {
                self.require(*id)
            }
            _ => Ok(()),
        }
    }

    /// Panics if the instance is missing, since any answer would be wrong.
    #[track_caller]
    pub(super) fn expect(&self, id: Id) {
        let is_there = self.contains(id);
        assert!(is_there, "{}", missing(id, self.owner).message);
    }

    /// Marks an id as one of this document.
    pub(super) fn own(&self, id: impl Into<Id>) -> Id {
        id.into().with_owner(self.owner)
    }

    /// The target in this document that a reference of the file has.
    pub(super) fn own_target(&self, target: Target) -> Target {
        match target.id().map(|id| self.own(id)) {
            Some(id) if self.contains(id) => Target::Instance(id),
            Some(_) => Target::Missing,
            None => target,
        }
    }

    /// Marks the references in a value as ones of this document.
    pub(super) fn own_value<'v>(&self, mut value: Value<'v>) -> Value<'v> {
        if let Value::Referent(target) | Value::Content(Content::Object(target)) = &mut value {
            *target = self.own_target(*target);
        }
        value
    }
}

#[cold]
fn missing(id: Id, owner: Owner) -> Error {
    let message = if id.is_of(owner) {
        "the instance does not exist: it was removed"
    } else {
        "the instance does not exist: the id belongs to another document"
    };
    Error::new(ErrorKind::Reference, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoding::{Binary, Xml};

    /// Two documents, each with one instance. The ids of both have the same number.
    fn pair(encoding: crate::Encoding) -> [(Document, Id); 2] {
        ["One", "Other"].map(|name| {
            let mut document = Document::new(encoding);
            let id = document.add(None, "ObjectValue").unwrap();
            document.set(id, "Name", name).unwrap();
            (document, id)
        })
    }

    const FOREIGN: &str = "the instance does not exist: the id belongs to another document";
    const REMOVED: &str = "the instance does not exist: it was removed";

    #[test]
    fn documents_refuse_what_is_not_theirs() {
        for encoding in [Binary, Xml] {
            let [(one, a), (mut other, b)] = pair(encoding);
            assert_ne!(a, b);
            assert!(one.contains(a) && !other.contains(a));
            let refused = [
                other.set(a, "Name", "x"),
                other.set_unknown(a, "Name", "x"),
                other.assign(a, "Name", "x"),
                other.set_attribute(a, "x", true),
                other.set(b, "Value", a),
                other.set_unknown(b, "Value", a),
                other.set_attribute(b, "x", a),
                other.add_tag(a, "x").map(drop),
                other.add(Some(a), "Part").map(drop),
                other.copy(a, None).map(drop),
                other.copy(b, Some(a)).map(drop),
                other.move_to(a, None, crate::Position::Last),
                other.move_to(b, None, crate::Position::Before(a)),
                other.insert(&one, &[b], None).map(drop),
                other.insert(&one, &[a], Some(a)).map(drop),
            ];
            for (at, result) in refused.into_iter().enumerate() {
                assert_eq!(result.unwrap_err().message, FOREIGN, "{at}");
            }
            assert_eq!(other.name(b), "Other");
            // A clone has the same instances.
            assert_eq!(one.clone().name(a), "One");
        }
    }

    #[test]
    fn removed_instances_are_refused() {
        for encoding in [Binary, Xml] {
            let [(mut one, a), _] = pair(encoding);
            let b = one.add(None, "Part").unwrap();
            assert_eq!((one.remove(b), one.remove(b)), (1, 0));
            assert!(!one.contains(b));
            assert_eq!(one.set(b, "Name", "x").unwrap_err().message, REMOVED);
            assert_eq!(one.set(a, "Value", b).unwrap_err().message, REMOVED);
            // No id is given twice.
            assert_ne!(one.add(None, "Part").unwrap(), b);
        }
    }

    #[test]
    fn values_lead_to_ids_of_the_document() {
        for encoding in [Binary, Xml] {
            let [(mut one, a), _] = pair(encoding);
            one.set(a, "Value", a).unwrap();
            one.set_attribute(a, "Own", a).unwrap();
            assert_eq!(one.get(a, "Value").unwrap().as_id(), Some(a));
            assert_eq!(one.attribute(a, "Own").unwrap().as_id(), Some(a));
            let child = one.copy(a, Some(a)).unwrap();
            let mut other = Document::new(encoding);
            let copies = other.insert(&one, &[a], None).unwrap().ids;
            assert_eq!(copies, other.roots());
            assert_eq!(other.get(copies[0], "Value").unwrap().as_id(), Some(copies[0]));
            assert_eq!(one.find("One/One"), Some(child));
            assert_eq!((one.parent(child), one.children(a)), (Some(a), vec![child]));
            assert_eq!((one.ids(), one.within(a)), (vec![a, child], vec![a, child]));
        }
    }

    #[test]
    #[should_panic(expected = "the id belongs to another document")]
    fn the_name_of_a_foreign_instance_is_no_answer() {
        let [(_, a), (other, _)] = pair(Binary);
        let _ = other.name(a);
    }

    #[test]
    #[should_panic(expected = "the id belongs to another document")]
    fn a_foreign_instance_is_not_removed() {
        let [(_, a), (mut other, _)] = pair(Xml);
        other.remove(a);
    }

    #[test]
    #[should_panic(expected = "it was removed")]
    fn the_class_of_a_removed_instance_is_no_answer() {
        let [(mut one, a), _] = pair(Xml);
        one.remove(a);
        let _ = one.class(a);
    }
}
