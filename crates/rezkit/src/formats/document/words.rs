//! Properties by the names that scripts use.

use super::{Document, Position, no_instance};
use crate::formats::roblox::words::{Made, in_files, in_scripts};
use crate::formats::roblox::{Id, Value};
use scene::{Problem, ProblemKind};

impl Document {
    /// What the file calls a property of an instance, such as `size` for `Size`; `None` if it is not there. The name may
    /// be the one in files, too, and in another case where that is unambiguous.
    #[must_use]
    pub fn stored_name(&self, id: Id, name: &str) -> Option<String> {
        let is_there = |name: &&str| self.get(id, name).is_some();
        if let Some(found) = [name].into_iter().chain(in_files(name)).find(is_there) {
            return Some(found.to_owned());
        }
        let all = self.properties(id);
        let is_it = |known: &&str| {
            let in_scripts = in_scripts(known.as_bytes()).unwrap_or(known);
            known.eq_ignore_ascii_case(name) || in_scripts.eq_ignore_ascii_case(name)
        };
        let mut alike = all.iter().map(|(known, _)| &**known).filter(is_it);
        let found = alike.next()?;
        alike.next().is_none().then(|| found.to_owned())
    }

    /// The value of a property by the name that scripts use. `Position`, `Orientation` and `Rotation` are made of a CFrame
    /// that the file has, and `BrickColor` of a colour.
    ///
    /// ```
    /// use rezkit::roblox::{Document, Value};
    ///
    /// let model = br#"<roblox version="4"><Item class="Part"><Properties><CoordinateFrame name="CFrame"><X>0</X><Y>5</Y><Z>0</Z>
    ///     <R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22>
    ///     </CoordinateFrame></Properties></Item></roblox>"#;
    /// let mut document = Document::open(model)?;
    /// let part = document.roots()[0];
    /// let Some(Value::Vector3(position)) = document.value(part, "Position") else { panic!() };
    /// assert_eq!(position.to_array(), [0.0, 5.0, 0.0]);
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    #[must_use]
    pub fn value(&self, id: Id, name: &str) -> Option<Value<'_>> {
        match self.stored_name(id, name) {
            Some(stored) => self.get(id, &stored),
            None => {
                let made = Made::like(name)?;
                made.of(&self.get(id, made.source())?)
            }
        }
    }

    /// Sets a property that is there, or that is made of one that is there, by the name that scripts use; `Parent` moves
    /// the instance, as the last in its new parent.
    ///
    /// # Errors
    ///
    /// If there is no such property, or the value is not of its kind.
    pub fn assign<'v>(&mut self, id: Id, name: &str, value: impl Into<Value<'v>>) -> Result<(), Problem> {
        let value = value.into();
        if let Some(stored) = self.stored_name(id, name) {
            return self.set(id, &stored, value);
        }
        if let (true, Value::Referent(target)) = (name.eq_ignore_ascii_case("Parent"), &value) {
            return self.move_to(id, target.id(), Position::Last);
        }
        let made = Made::like(name).ok_or_else(no_property)?;
        let source = self.get(id, made.source()).ok_or_else(no_property)?.into_owned();
        let new = made.put(&source, &value);
        let new =
            new.ok_or_else(|| Problem::new(ProblemKind::Value, format!("this is no value of {name}")))?;
        if self.contains(id) { self.set(id, made.source(), new) } else { Err(no_instance()) }
    }
}

#[cold]
fn no_property() -> Problem {
    Problem::new(ProblemKind::Reference, "there is no such property")
}
