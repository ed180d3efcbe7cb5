//! The tags of instances of a document.

use super::Document;
use crate::error::{Error, ErrorKind};
use crate::id::Id;

/// The property that holds the tags of an instance, separated by zero bytes.
const TAGS: &str = "Tags";

impl Document {
    /// The tags of an instance, in the order of the file.
    ///
    /// ```
    /// use dom::{Document, Encoding};
    ///
    /// let mut document = Document::new(Encoding::Binary);
    /// let door = document.add(None, "Part")?;
    /// assert!(document.add_tag(door, "Door")? && document.add_tag(door, "Open")?);
    /// assert!(!document.add_tag(door, "Door")?);
    /// assert_eq!(document.tags(door), ["Door", "Open"]);
    /// assert!(document.remove_tag(door, "Door")? && !document.has_tag(door, "Door"));
    /// # Ok::<(), dom::Error>(())
    /// ```
    #[must_use]
    pub fn tags(&self, id: Id) -> Vec<String> {
        self.raw_tags(id).map(|tag| String::from_utf8_lossy(tag).into_owned()).collect()
    }

    /// Returns true if an instance has a tag.
    #[must_use]
    pub fn has_tag(&self, id: Id, tag: &str) -> bool {
        self.raw_tags(id).any(|one| one == tag.as_bytes())
    }

    /// Adds a tag to an instance, as the last; returns `false` if the instance has it already.
    ///
    /// # Errors
    ///
    /// If there is no such instance, or if the tag is empty or contains a zero character, which separates tags in files.
    pub fn add_tag(&mut self, id: Id, tag: &str) -> Result<bool, Error> {
        if tag.is_empty() || tag.contains('\0') {
            let text = format!("{tag:?} cannot be a tag: it is empty or contains a zero character");
            return Err(Error::new(ErrorKind::Value, text));
        }
        self.require(id)?;
        if self.has_tag(id, tag) {
            return Ok(false);
        }
        let all = [self.raw_tags(id).collect(), vec![tag.as_bytes()]].concat().join(&0);
        self.set_bytes(id, TAGS, &all)?;
        Ok(true)
    }

    /// Removes a tag from an instance; returns `false` if the instance does not have it.
    ///
    /// # Errors
    ///
    /// If there is no such instance, or the remaining tags cannot be stored.
    pub fn remove_tag(&mut self, id: Id, tag: &str) -> Result<bool, Error> {
        self.require(id)?;
        if !self.has_tag(id, tag) {
            return Ok(false);
        }
        let all = self.raw_tags(id).filter(|one| *one != tag.as_bytes()).collect::<Vec<_>>().join(&0);
        self.set_bytes(id, TAGS, &all)?;
        Ok(true)
    }

    fn raw_tags(&self, id: Id) -> impl Iterator<Item = &[u8]> {
        let all = self.bytes(id, TAGS).unwrap_or_default();
        all.split(|byte| *byte == 0).filter(|tag| !tag.is_empty())
    }
}
