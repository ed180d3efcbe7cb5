//! Finds the changes to a model since it was read.

use crate::model::{Document, ItemId, NewReferents, Origin};
use crate::read::markup::start_tag;
use crate::wire::trim;
use std::collections::HashSet;

/// The items whose elements may have to be written again, in order. `bytes` is the file from which the model was read.
pub(super) fn since(
    origin: &Origin,
    bytes: &[u8],
    model: &Document,
    new_referents: &NewReferents,
) -> Vec<ItemId> {
    let mut changed: Vec<_> = origin.changed().collect();
    let is_renamed = |id: &ItemId| {
        let source = origin.places().get(*id).and_then(|place| bytes.get(place)).and_then(start_tag);
        let theirs = source.and_then(|(_, tag)| tag.attribute(b"referent"));
        let ours = model.item(*id).and_then(|item| item.referent.as_deref());
        // A referent with character references seems to differ, which costs only time.
        theirs.map(trim) != ours.map(trim)
    };
    // Items that refer to a renamed one are rewritten with its new referent.
    let renamed: HashSet<_> =
        changed.iter().copied().filter(is_renamed).chain(new_referents.needed()).collect();
    if !renamed.is_empty() {
        let refers = |item: &crate::model::Item| {
            item.references().any(|(_, reference)| reference.item().is_some_and(|id| renamed.contains(&id)))
        };
        changed.extend(model.walk().filter(|visit| refers(visit.item)).map(|visit| visit.id));
    }
    changed.extend(new_referents.needed());
    let n_items = origin.places().len();
    changed.retain(|id| id.index() < n_items);
    changed.sort_unstable();
    changed.dedup();
    changed
}

#[cfg(test)]
mod tests {
    use crate::model::{Document, Item, ItemId, Position, Reference};
    use crate::onto::Original;
    use crate::options::ReadOptions;

    /// Builds a tree of 40 items. Each has up to three children, and refers to the item with the previous number.
    fn file() -> String {
        fn item(number: usize) -> String {
            let inside: String =
                (1..4).map(|child| number * 3 + child).filter(|child| *child < 40).map(item).collect();
            let reference = number.checked_sub(1).map(|before| format!("<Ref name='Before'>r{before}</Ref>"));
            let properties =
                format!("<string name='Name'>{number}</string>{}", reference.unwrap_or_default());
            format!(
                "<Item class='A' referent='r{number}'><Properties>{properties}</Properties>{inside}</Item>\n"
            )
        }
        format!("<roblox version='4'>{}</roblox>", item(0))
    }

    fn known<'a>(bytes: &'a [u8], options: &ReadOptions, model: &Document) -> Option<Original<'a>> {
        Original::known(bytes, options, model, &model.new_referents())
    }

    /// The names of the items that are read again when the model is written after an edit, and the output.
    fn read_again(edit: impl FnOnce(&mut Document)) -> (Vec<usize>, String) {
        let file = file();
        let mut model = crate::read(file.as_bytes()).unwrap();
        edit(&mut model);
        let original = known(file.as_bytes(), &ReadOptions::default(), &model).unwrap();
        let before = crate::read(file.as_bytes()).unwrap();
        let later = original.later.iter().map(|id| &before[*id]);
        let read = original.document.walk().map(|visit| visit.item).chain(later);
        let mut names: Vec<usize> = read.map(|item| item.name().as_str().unwrap().parse().unwrap()).collect();
        names.sort_unstable();
        (names, String::from_utf8(crate::write::write_onto(&model, file.as_bytes()).unwrap()).unwrap())
    }

    #[test]
    fn only_what_has_been_changed_is_read_again() {
        let named = |model: &Document, name: usize| -> ItemId {
            model.walk().find(|visit| *visit.item.name() == *name.to_string()).unwrap().id
        };
        let (read, written) = read_again(|_| ());
        assert_eq!((read, written), (vec![], file()));
        // The surrounding items are read, too. Actual changes are detected then.
        let (read, written) = read_again(|model| _ = model.item_mut(named(model, 14)));
        assert_eq!((read, written), (vec![0, 1, 4, 14], file()));
        let (read, written) = read_again(|model| model.rename(named(model, 14), "new").unwrap());
        assert_eq!((read, written), (vec![0, 1, 4, 14], file().replace("'Name'>14<", "\"Name\">new<")));
        // Items that refer to it are read, too, if its referent changes.
        let (read, written) = read_again(|model| {
            let id = named(model, 14);
            model[id].referent = Some("new".into());
        });
        assert_eq!(read, [0, 1, 4, 14, 15]);
        let tag = "<Item class=\"A\" referent=\"new\">";
        let expected = file().replace("<Item class='A' referent='r14'>", tag);
        assert_eq!(written, expected.replace("<Ref name='Before'>r14<", "<Ref name=\"Before\">new<"));
        // The parents of a moved or removed item are read.
        let (read, _) = read_again(|model| {
            model.move_to(named(model, 4), named(model, 12), Position::First).unwrap();
        });
        assert_eq!(read, [0, 1, 3, 12]);
        let (read, _) = read_again(|model| _ = model.remove(named(model, 39)));
        assert_eq!(read, [0, 3, 12]);
        let (read, _) = read_again(|model| _ = model.remove(named(model, 38)));
        assert_eq!(read, [0, 3, 12, 39], "which referred to it");
        let (read, _) = read_again(|model| _ = model.add(named(model, 2), Item::new("B")).unwrap());
        assert_eq!(read, [0, 2]);
        // A new item before has its referent, so it gets another.
        let (read, written) = read_again(|model| {
            let new = Item { referent: Some("r1".into()), ..Item::new("B") };
            let id = model.add(None, new).unwrap();
            model.move_to(id, None, Position::First).unwrap();
        });
        assert_eq!(read, [0, 1, 2]);
        assert!(
            written.contains("<Ref name=\"Before\">RBX00000000000000000000000000000000</Ref>"),
            "{written}"
        );
        let (read, _) = read_again(|model| {
            let id = named(model, 39);
            model.set(id, "Before", Reference::Unresolved("r0".into())).unwrap();
            model.resolve_references();
            assert_eq!(model.get(id, "Before").unwrap().as_item(), Some(named(model, 0)));
        });
        assert_eq!(read, [0, 3, 12, 39]);
    }

    #[test]
    fn another_file_is_not_taken_for_the_one_that_was_read() {
        let file = file();
        let model = crate::read(file.as_bytes()).unwrap();
        let is_known = |bytes: &[u8], options: &ReadOptions| known(bytes, options, &model).is_some();
        let usual = ReadOptions::default();
        assert!(is_known(file.as_bytes(), &usual) && is_known(file.as_bytes(), &usual.clone().strict(true)));
        for at in 0..file.len() {
            let mut other = file.clone().into_bytes();
            other[at] ^= 1;
            assert!(!is_known(&other, &usual), "{at}");
        }
        assert!(!is_known(&file.as_bytes()[1..], &usual));
        for options in [
            usual.clone().keep_line_ends(true),
            usual.clone().text(crate::options::TextRule::Bytes),
            usual.types(|_, _| None),
        ] {
            assert!(!is_known(file.as_bytes(), &options));
        }
    }
}
