//! Access to properties by the names that scripts use.

use super::{Document, Position};
use crate::cast::fit;
use crate::classes::{self, Class, KnownProperty};
use crate::equivalent::equivalents;
use crate::error::Error;
use crate::id::Id;
use crate::value::{Kind, Target, Value};
use crate::words::{ScriptOnly, in_files, in_scripts};

impl Document {
    /// The name under which the file stores a property of an instance, such as `size` for `Size`; `None` if
    /// the instance does not have it. Names in files are accepted, too; case is ignored where that is
    /// unambiguous.
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

    /// The value of a property by the name that scripts use, as the engine reads it. `Position`,
    /// `Orientation` and `Rotation` are computed from a CFrame that the file has, `BrickColor` from a colour,
    /// and a property that replaced another, such as `FontFace`, from the older one, such as `Font`, or the
    /// older from the newer, whichever the file has.
    ///
    /// ```
    /// use dom::{Document, Value};
    ///
    /// let model = br#"<roblox version="4"><Item class="Part"><Properties><CoordinateFrame name="CFrame"><X>0</X><Y>5</Y><Z>0</Z>
    ///     <R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22>
    ///     </CoordinateFrame></Properties></Item></roblox>"#;
    /// let mut document = Document::open(model)?;
    /// let part = document.roots()[0];
    /// let Some(Value::Vector3(position)) = document.value(part, "Position") else { panic!() };
    /// assert_eq!(position.to_array(), [0.0, 5.0, 0.0]);
    /// # Ok::<(), dom::Error>(())
    /// ```
    #[must_use]
    pub fn value(&self, id: Id, name: &str) -> Option<Value<'_>> {
        if let Some(stored) = self.stored_name(id, name) {
            return self.get(id, &stored).map(|value| self.as_engine(id, &stored, value));
        }
        let made = || {
            let made = ScriptOnly::like(name)?;
            made.compute(&self.value(id, made.source())?)
        };
        self.equivalent(id, name).or_else(made)
    }

    /// The value of a property, computed from the properties that the file has instead.
    fn equivalent(&self, id: Id, name: &str) -> Option<Value<'static>> {
        let all = equivalents(self.class(id).as_bytes(), name);
        all.iter().find_map(|equivalent| equivalent.read(|name| self.get(id, name)))
    }

    /// The value that the engine uses for a property: the one in the file, or else the default of the class,
    /// if the feature `classes` is enabled. `ClassName`, `Name` and `Parent` are included.
    ///
    /// ```
    /// use dom::{Document, Encoding, Value};
    ///
    /// let mut document = Document::new(Encoding::Xml);
    /// let part = document.add(None, "Part")?;
    /// assert_eq!(document.value(part, "CanCollide"), None);
    /// # #[cfg(feature = "classes")]
    /// assert_eq!(document.value_or_default(part, "CanCollide"), Some(Value::Bool(true)));
    /// # Ok::<(), dom::Error>(())
    /// ```
    #[must_use]
    pub fn value_or_default(&self, id: Id, name: &str) -> Option<Value<'_>> {
        if let found @ Some(_) = self.value(id, name) {
            return found;
        }
        match name {
            "ClassName" => Some(Value::String(self.class(id).into_owned().into_bytes().into())),
            "Name" => Some(Value::String(self.name(id).into_owned().into_bytes().into())),
            "Parent" => Some(Value::Referent(self.parent(id).map_or(Target::None, Target::Instance))),
            _ => {
                let class = classes::class(&self.class(id))?;
                let of_class = |name: &str| class.default(self.known(id, name)?.name);
                let made = || {
                    let made = ScriptOnly::like(name)?;
                    made.compute(&self.value(id, made.source()).or_else(|| of_class(made.source()))?)
                };
                made().or_else(|| of_class(name))
            }
        }
    }

    /// Sets a property by the name that scripts use: one that the instance has, one that is computed, such as
    /// `Position`, or, with the feature `classes`, one that the class has but the file leaves out. `Parent`
    /// moves the instance to the end of its new parent, and `Scale` of a model [scales](Self::scale_to)
    /// everything in it.
    ///
    /// ```
    /// use dom::{Document, Encoding};
    /// use geom::Vec3;
    ///
    /// let mut document = Document::new(Encoding::Binary);
    /// let part = document.create(None, "Part")?;
    /// # #[cfg(feature = "classes")] {
    /// document.assign(part, "Size", Vec3::new(4.0, 8.0, 1.0))?;
    /// document.assign(part, "Position", Vec3::new(0.0, 4.0, 0.0))?;
    /// assert_eq!(document.get(part, "size"), document.value(part, "Size"));
    /// let unknown = document.assign(part, "Sise", 1.0_f32).unwrap_err();
    /// assert_eq!(unknown.message, "files store no property Sise of Part; did you mean Size?");
    /// // What the file leaves out gets the kind that the engine knows.
    /// document.unset(part, "Transparency");
    /// document.assign(part, "Transparency", 0.5_f32)?;
    /// assert_eq!(document.value(part, "Transparency"), Some(0.5_f32.into()));
    /// let wrong = document.assign(part, "Anchored", "yes").unwrap_err();
    /// assert_eq!(wrong.message, "Part.Anchored is of type Bool, and this value is of type String");
    /// # }
    /// # Ok::<(), dom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such property, or the value has the wrong kind.
    pub fn assign<'v>(&mut self, id: Id, name: &str, value: impl Into<Value<'v>>) -> Result<(), Error> {
        self.require(id)?;
        let value = value.into();
        if name.eq_ignore_ascii_case("Scale") && self.is_a(id, "Model") {
            let Some(Value::Float32(scale)) = fit(&value, Kind::Float32, None) else {
                return Err(self.wrong_kind(id, name, &value, Kind::Float32));
            };
            return self.scale_to(id, scale).map(|_| ());
        }
        if let Some(stored) = self.stored_name(id, name) {
            return self.set_known(id, &stored, value);
        }
        if let (true, Value::Referent(target)) = (name.eq_ignore_ascii_case("Parent"), &value) {
            return self.move_to(id, target.id(), Position::Last);
        }
        // Before what the class has: BrickColor is both, and files have a colour instead.
        if let Some(made) = ScriptOnly::like(name)
            && let Some(source) = self.value_or_default(id, made.source()).map(Value::into_owned)
        {
            let new = fit(&value, made.kind(), None).and_then(|value| made.put(&source, &value));
            let new = new.ok_or_else(|| self.wrong_kind(id, name, &value, made.kind()))?;
            return self.set(id, made.source(), new);
        }
        match self.known(id, name) {
            Some(known) => self.set_known(id, known.name, value),
            None => Err(self.no_property(id, name)),
        }
    }

    /// The property of an instance as the engine defines it, by its name in scripts or in files.
    #[doc(hidden)]
    pub fn known(&self, id: Id, name: &str) -> Option<KnownProperty> {
        let class = classes::class(&self.class(id))?;
        class.property(name).or_else(|| in_files(name).find_map(|name| class.property(name)))
    }

    /// The names of the properties that replaced this one in the engine, and the value converted for them.
    #[doc(hidden)]
    pub fn moved(
        &self,
        id: Id,
        name: &str,
        value: &Value<'_>,
    ) -> Option<(Vec<&'static str>, Value<'static>)> {
        let migration =
            Class::from_name(self.class(id).as_bytes())?.property(name.as_bytes())?.migration()?;
        Some((migration.to(), migration.perform(value)?))
    }

    /// Sets a property by its name in files. If the engine has replaced the property, the replacement is set,
    /// since the engine ignores the old one next to it; the old one is set only if the instance has it
    /// without the new one. Likewise, a new property is set through the old one if the instance has only
    /// that, so that other instances of its class need not change.
    #[doc(hidden)]
    pub fn set_known(&mut self, id: Id, name: &str, value: Value<'_>) -> Result<(), Error> {
        let value = self.fitted(id, name, value)?;
        let is_new = self.get(id, name).is_none();
        if let Some((old, value)) = self.in_former(id, name, &value).filter(|_| is_new) {
            return self.set(id, old, value);
        }
        match self.moved(id, name, &value) {
            Some((to, new)) if is_new || to.iter().any(|name| self.get(id, name).is_some()) => {
                to.into_iter().try_for_each(|name| self.set(id, name, new.clone()))
            }
            _ => self.put(id, name, &value),
        }
    }
}

#[cfg(all(test, feature = "classes"))]
mod tests {
    use super::*;
    use crate::encoding::Encoding;

    #[test]
    fn what_files_call_otherwise_has_the_default_of_its_class_and_is_set_by_either_name() {
        let mut document = Document::new(Encoding::Xml);
        let humanoid = document.add(None, "Humanoid").unwrap();
        assert_eq!(document.value_or_default(humanoid, "Health"), Some(Value::Float32(100.0)));
        document.assign(humanoid, "Health", Value::Float32(50.0)).unwrap();
        assert_eq!(document.get(humanoid, "Health_XML"), Some(Value::Float32(50.0)));
        let part = document.add(None, "Part").unwrap();
        assert_eq!(document.value_or_default(part, "Size"), document.value_or_default(part, "size"));
        assert!(document.value_or_default(part, "Size").is_some());
        let script = document.add(None, "Script").unwrap();
        document.assign(script, "Enabled", false).unwrap();
        assert_eq!(document.get(script, "Disabled"), Some(Value::Bool(true)));
    }

    #[test]
    fn a_property_that_is_set_keeps_the_name_of_the_file() {
        for encoding in [Encoding::Binary, Encoding::Xml] {
            let mut made = Document::new(encoding);
            let part = made.add(None, "Part").unwrap();
            made.set_unknown(part, "Size", geom::Vec3::new(1.0, 1.0, 1.0)).unwrap();
            let mut document = Document::open(&made.save().unwrap().bytes).unwrap();
            let size = geom::Vec3::new(4.0, 1.0, 2.0);
            document.set(document.roots()[0], "size", size).unwrap();
            let saved = Document::open(&document.save().unwrap().bytes).unwrap();
            let part = saved.roots()[0];
            assert_eq!((saved.get(part, "size"), saved.get(part, "Size")), (None, Some(size.into())));
        }
    }
}
