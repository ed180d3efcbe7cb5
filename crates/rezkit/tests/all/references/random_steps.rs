//! Random steps, compared with what they should do to who refers to whom.
//!
//! `REZKIT_EDITS` says how many steps are made.

use super::walker::{Lead, World, walk};
use crate::random::Random;
use rbxbinary::{Attribute, Attributes, Item, Referent};
use rezkit::roblox::{Content, Document, Id, Position, Target, Value};
use rezkit::{ConvertOptions, Edit, File, Format, OpenOptions, convert, edit, merge, restore};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Classes with their properties that are references.
const CLASSES: &[(&str, &[&str])] = &[
    ("Part", &[]),
    ("Model", &["PrimaryPart"]),
    ("Motor6D", &["Part0", "Part1"]),
    ("ObjectValue", &["Value"]),
    ("ImageLabel", &["ImageContent"]),
    ("StyleRule", &[]),
];

/// The reference in the property of a StyleRule that holds attributes, too. XML has no place for it.
const OF_RULE: &str = "s";

/// A document, and what is in it.
#[derive(Clone)]
struct Case {
    document: Document,
    world: World,
    classes: BTreeMap<String, &'static str>,
}

fn open(bytes: &[u8]) -> File<'_> {
    File::open(bytes, &OpenOptions::default()).unwrap()
}

fn other(format: Format) -> Format {
    if format == Format::RbxBinary { Format::RbxXml } else { Format::RbxBinary }
}

/// New names.
struct Names(usize);

impl Names {
    fn next(&mut self) -> String {
        self.0 += 1;
        format!("n{}", self.0)
    }
}

impl Case {
    fn ids(&self) -> HashMap<String, Id> {
        let document = &self.document;
        document.ids().into_iter().map(|id| (document.name(id).into_owned(), id)).collect()
    }

    fn any(&self, random: &mut Random) -> Option<String> {
        let names: Vec<_> = self.world.keys().cloned().collect();
        random.pick(&names)
    }

    /// An instance and its descendants.
    fn within(&self, name: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::from([name.to_owned()]);
        loop {
            let is_new = |(name, seen): &(&String, &super::walker::WalkedInstance)| {
                !found.contains(*name) && seen.parent.as_ref().is_some_and(|parent| found.contains(parent))
            };
            let more: Vec<_> = self.world.iter().filter(is_new).map(|(name, _)| name.clone()).collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    fn set(&mut self, name: &str, slot: &str, to: Option<&str>) {
        let ids = self.ids();
        let target = Target::from(to.map(|to| ids[to]));
        match slot.strip_prefix('@') {
            Some(attribute) => {
                self.document.set_attribute(ids[name], attribute, Value::Referent(target)).unwrap();
            }
            None if slot == "ImageContent" => {
                let content = if to.is_some() { Content::Object(target) } else { Content::None };
                self.document.set(ids[name], slot, Value::Content(content)).unwrap();
            }
            None => self.document.set(ids[name], slot, Value::Referent(target)).unwrap(),
        }
        let lead = to.map_or(Lead::None, |to| Lead::To(to.to_owned()));
        self.world.get_mut(name).unwrap().leads.insert(slot.to_owned(), lead);
    }

    fn add(&mut self, name: &str, parent: Option<&str>, random: &mut Random) {
        let (class, slots) = random.one_of(&CLASSES[..5]);
        let parent_id = parent.map(|parent| self.ids()[parent]);
        let id = self.document.add(parent_id, class).unwrap();
        self.document.set(id, "Name", name).unwrap();
        self.classes.insert(name.to_owned(), class);
        self.world.entry(name.to_owned()).or_default().parent = parent.map(str::to_owned);
        for slot in slots {
            self.set(name, slot, None);
        }
    }

    /// A slot of an instance that can be set.
    fn slot(&self, name: &str, random: &mut Random) -> String {
        let (_, slots) = CLASSES.iter().find(|(class, _)| *class == self.classes[name]).unwrap();
        let all: Vec<_> = ["@a", "@b", "@a"].iter().chain(*slots).collect();
        (*random.one_of(&all)).to_owned()
    }

    fn remove(&mut self, name: &str) {
        let gone = self.within(name);
        self.document.remove(self.ids()[name]);
        self.world.retain(|name, _| !gone.contains(name));
        for seen in self.world.values_mut() {
            for lead in seen.leads.values_mut() {
                if matches!(lead, Lead::To(to) if gone.contains(to)) {
                    *lead = Lead::None;
                }
            }
        }
    }

    /// Gives an instance a tag, or takes it away.
    fn tag(&mut self, name: &str, random: &mut Random) {
        let (id, tag) = (self.ids()[name], random.one_of(&["x", "y"]));
        let leads = &mut self.world.get_mut(name).unwrap().leads;
        let key = format!("#{tag}");
        if leads.remove(&key).is_some() {
            assert!(self.document.remove_tag(id, tag).unwrap());
        } else {
            assert!(self.document.add_tag(id, tag).unwrap());
            leads.insert(key, Lead::None);
        }
    }

    /// Doubles or halves a model with everything in it.
    fn scale(&mut self, name: &str, random: &mut Random) {
        let id = self.ids()[name];
        let sizes = |case: &Self| -> Vec<_> {
            let within = case.document.within(id).into_iter();
            within.map(|id| case.document.value_or_default(id, "Size").map(Value::into_owned)).collect()
        };
        let Some(Value::Float32(old)) = self.document.value_or_default(id, "Scale").map(Value::into_owned)
        else {
            return;
        };
        let (before, new) = (sizes(self), random.one_of(&[0.5, 2.0]));
        if let Err(problem) = self.document.set_text(id, "Scale", &new.to_string()) {
            return assert!(problem.message.ends_with("would be longer than 2048 studs"), "{problem:?}");
        }
        for (before, after) in before.into_iter().zip(sizes(self)) {
            if let Some(Value::Vector3(size)) = before {
                // Powers of two are exact.
                assert_eq!(after, Some(Value::Vector3(size * (new / old))));
            }
        }
    }

    /// Names the copies of instances of a world, and notes them.
    fn adopt(
        &mut self,
        copied: &[(String, Id)],
        of: (&World, &BTreeMap<String, &'static str>),
        parent: Option<&str>,
        is_crossing: bool,
        names: &mut Names,
    ) {
        let new: HashMap<_, _> = copied.iter().map(|(old, _)| (old.clone(), names.next())).collect();
        for (old, id) in copied {
            self.document.set(*id, "Name", &*new[old]).unwrap();
            let mut seen = of.0[old].clone();
            let above = seen.parent.as_ref().and_then(|parent| new.get(parent)).cloned();
            seen.parent = above.or_else(|| parent.map(str::to_owned));
            for (slot, lead) in &mut seen.leads {
                if let Lead::To(to) = lead
                    && let Some(new) = new.get(to)
                {
                    to.clone_from(new);
                }
                if is_crossing && slot == OF_RULE {
                    *lead = Lead::None;
                }
            }
            self.world.insert(new[old].clone(), seen);
            self.classes.insert(new[old].clone(), of.1[old]);
        }
    }

    fn copy(&mut self, name: &str, parent: Option<&str>, names: &mut Names) {
        let ids = self.ids();
        let copy = self.document.copy(ids[name], parent.map(|parent| ids[parent])).unwrap();
        let old = self.document.within(ids[name]).into_iter();
        let old: Vec<_> = old.map(|id| self.document.name(id).into_owned()).collect();
        // What is copied into itself is in the original now, and not in the copy.
        let new = self.document.within(copy);
        let old = old.into_iter().filter(|name| self.world.contains_key(name)).take(new.len());
        let copied: Vec<_> = old.zip(new).collect();
        let (world, classes) = (self.world.clone(), self.classes.clone());
        self.adopt(&copied, (&world, &classes), parent, false, names);
    }

    /// Copies instances of another document.
    fn insert(&mut self, other: &Self, which: &[String], parent: Option<&str>, names: &mut Names) {
        let ids = other.ids();
        let chosen: Vec<_> = which.iter().map(|name| ids[name]).collect();
        let parent_id = parent.map(|parent| self.ids()[parent]);
        let inserted = self.document.insert(&other.document, &chosen, parent_id).unwrap();
        let mut copied = BTreeMap::new();
        for (from, to) in chosen.iter().zip(&inserted.ids) {
            let old = other.document.within(*from).into_iter().map(|id| other.document.name(id).into_owned());
            copied.extend(old.zip(self.document.within(*to)));
        }
        let is_crossing = self.document.format() != other.document.format();
        let set: BTreeSet<_> = copied.keys().cloned().collect();
        // What is not copied is not referred to, even if something here has its name.
        let world: World = other
            .world
            .iter()
            .map(|(name, seen)| {
                let mut seen = seen.clone();
                for lead in seen.leads.values_mut() {
                    if matches!(lead, Lead::To(to) if !set.contains(to)) {
                        *lead = Lead::None;
                    }
                }
                (name.clone(), seen)
            })
            .collect();
        let copied: Vec<_> = copied.into_iter().collect();
        self.adopt(&copied, (&world, &other.classes), parent, is_crossing, names);
    }

    /// Written, judged, and read again.
    fn checked(self, bytes: Vec<u8>, step: &str) -> Self {
        let found = walk(&bytes);
        assert_eq!(found, self.world, "after {step}");
        Self { document: Document::open(&bytes).unwrap(), ..self }
    }

    fn cross(&mut self) {
        for seen in self.world.values_mut() {
            if let Some(lead) = seen.leads.get_mut(OF_RULE) {
                *lead = Lead::None;
            }
        }
    }
}

/// A model with all kinds of references, of which some attributes are behind others of unknown types.
fn first(random: &mut Random, names: &mut Names) -> Case {
    let mut document = rbxbinary::Document::new();
    let (mut world, mut classes, mut ids) = (World::new(), BTreeMap::new(), Vec::<(String, Referent)>::new());
    for _ in 0..8 {
        let name = names.next();
        let (class, _) = random.one_of(CLASSES);
        let parent = random.pick(&ids).filter(|_| !random.once_in(3));
        let item = Item::new(class).with("Name", &*name);
        let id = document.add(parent.as_ref().map(|(_, id)| *id), item).unwrap();
        world.entry(name.clone()).or_default().parent = parent.map(|(name, _)| name);
        classes.insert(name.clone(), class);
        ids.push((name, id));
    }
    for (name, id) in &ids {
        let mut lead = |slot: &str| {
            let to = random.pick(&ids).filter(|_| !random.once_in(4));
            let lead = to.as_ref().map_or(Lead::None, |(name, _)| Lead::To(name.clone()));
            world.get_mut(name).unwrap().leads.insert(slot.to_owned(), lead);
            to.map_or(Referent::NONE, |(_, id)| id)
        };
        let class = classes[name];
        let (_, slots) = CLASSES.iter().find(|(one, _)| *one == class).unwrap();
        for slot in *slots {
            let target = lead(slot);
            let value = match *slot {
                "ImageContent" if target.is_none() => rbxbinary::Value::Content(rbxbinary::Content::None),
                "ImageContent" => rbxbinary::Value::Content(rbxbinary::Content::Object(target)),
                _ => rbxbinary::Value::Referent(target),
            };
            document.set(*id, *slot, value).unwrap();
        }
        let mut entries =
            vec![("Number".into(), Attribute::Float64(1.0)), ("a".into(), Attribute::Ref(lead("@a")))];
        if class == "StyleRule" {
            let entries = vec![(OF_RULE.into(), Attribute::Ref(lead(OF_RULE)))];
            let string = Attributes { entries, ..Attributes::default() }.write().unwrap();
            document.set(*id, "PropertiesSerialize", string).unwrap();
        }
        entries.push(("c".into(), Attribute::TweenInfo(rbxbinary::TweenInfo::default())));
        let mut attributes = Attributes { entries, ..Attributes::default() };
        if random.once_in(3) {
            (attributes.n_undecoded, attributes.undecoded) = (1, b"\x01\0\0\0z\x7f\x01\x02".to_vec());
        }
        let string = attributes.write().unwrap();
        if random.once_in(3) {
            let shared = document.share(&string);
            document.set(*id, "AttributesSerialize", shared).unwrap();
        } else {
            document.set(*id, "AttributesSerialize", string).unwrap();
        }
    }
    let bytes = rbxbinary::write(&document.to_model().unwrap()).unwrap();
    let case = Case { document: Document::open(&bytes).unwrap(), world, classes };
    case.checked(bytes, "building")
}

/// Merges changes from THEIRS into OURS, to which instances were added.
fn merged(case: &Case, random: &mut Random, names: &mut Names) -> Case {
    let base = case.document.clone().save().unwrap().bytes;
    let case = case.clone().checked(base.clone(), "saving");
    let (mut ours, mut theirs) = (case.clone(), case);
    for _ in 0..random.below(4) {
        match random.below(4) {
            0 => {
                let parent = theirs.any(random).filter(|_| !random.once_in(3));
                let name = names.next();
                theirs.add(&name, parent.as_deref(), random);
            }
            1 if theirs.world.len() > 4 => {
                let name = theirs.any(random).unwrap();
                theirs.remove(&name);
            }
            2 => {
                let (name, parent) = (theirs.any(random), theirs.any(random));
                if let Some(name) = name.filter(|_| theirs.world.len() < 30) {
                    let parent = parent.filter(|parent| !theirs.within(&name).contains(parent));
                    theirs.copy(&name, parent.as_deref(), names);
                }
            }
            _ => {
                if let Some(name) = theirs.any(random) {
                    let (slot, to) = (theirs.slot(&name, random), theirs.any(random));
                    theirs.set(&name, &slot, to.as_deref());
                }
            }
        }
    }
    // What OURS refers to and is in is still there in THEIRS.
    let stays: Vec<_> = ours.world.keys().filter(|name| theirs.world.contains_key(*name)).cloned().collect();
    let mut added = Vec::new();
    for _ in 0..random.below(3) {
        let name = names.next();
        let parent = random.pick(&stays);
        ours.add(&name, parent.as_deref(), random);
        let (slot, to) = (ours.slot(&name, random), random.pick(&stays));
        ours.set(&name, &slot, to.as_deref());
        added.push(name);
    }
    let [of_ours, of_theirs] =
        [&ours, &theirs].map(|case| case.document.clone().save_onto(&base).unwrap().bytes);
    assert_eq!((walk(&of_ours), walk(&of_theirs)), (ours.world.clone(), theirs.world.clone()));
    let merge = merge(Some(&open(&base)), &open(&of_ours), &open(&of_theirs)).unwrap();
    assert_eq!(merge.conflicts, []);
    for name in added {
        theirs.world.insert(name.clone(), ours.world[&name].clone());
        theirs.classes.insert(name.clone(), ours.classes[&name]);
    }
    theirs.checked(merge.bytes, "merging")
}

/// Restores an instance that was removed or changed, by the verb.
fn restored(case: &Case, random: &mut Random, names: &mut Names) -> Case {
    let base = case.document.clone().save().unwrap().bytes;
    let case = case.clone().checked(base.clone(), "saving");
    let mut now = case.clone();
    let Some(top) = now.any(random) else { return case };
    let path = case.document.path(case.ids()[&top]);
    let within = now.within(&top);
    // Strings with several references come back only with the instance that they belong to.
    let is_string = |slot: &str| slot.starts_with('@') || slot == OF_RULE;
    let leads_in = |seen: &super::walker::WalkedInstance| {
        seen.leads
            .iter()
            .any(|(slot, lead)| is_string(slot) && matches!(lead, Lead::To(to) if within.contains(to)))
    };
    let is_referred = now.world.iter().any(|(name, seen)| !within.contains(name) && leads_in(seen));
    let one = random.pick(&within.iter().cloned().collect::<Vec<_>>()).unwrap();
    match random.below(5) {
        0 if !is_referred => now.remove(&top),
        1 => now.tag(&one, random),
        2 => now.add(&names.next(), Some(&one), random),
        3 if one != top => {
            let ids = now.ids();
            now.document.move_to(ids[&one], None, Position::Last).unwrap();
            now.world.get_mut(&one).unwrap().parent = None;
        }
        _ => {
            let (slot, to) = (now.slot(&one, random), now.any(random));
            now.set(&one, &slot, to.as_deref());
        }
    }
    let changed = now.document.clone().save_onto(&base).unwrap().bytes;
    assert_eq!(walk(&changed), now.world);
    let restored = restore(&open(&changed), &open(&base), &path, false).unwrap();
    case.checked(restored.bytes, "restoring")
}

/// By the verb, which takes paths.
fn edited(case: Case, pool: &Case, random: &mut Random, names: &mut Names) -> Case {
    let Case { document, mut world, mut classes } = case;
    let (Some(name), Some(to)) = (random.pick(&document.ids()), random.pick(&document.ids())) else {
        return Case { document, world, classes };
    };
    let path = |id| document.path(id);
    let set = Edit::Set {
        path: format!("{}.@b", path(name)),
        value: format!("-> {}", path(to)),
        kind: Some("Referent".into()),
    };
    let add = Edit::Add { parent: path(to), model: pool.document.clone().save().unwrap().bytes };
    let lead = Lead::To(document.name(to).into_owned());
    let (name, to) = (document.name(name).into_owned(), document.name(to).into_owned());
    world.get_mut(&name).unwrap().leads.insert("@b".into(), lead);
    let format = document.format();
    let bytes = document.save().unwrap().bytes;
    let bytes = edit(&open(&bytes), &[set, add]).unwrap().bytes;
    // All names are unique again, before anything looks at them.
    let mut document = Document::open(&bytes).unwrap();
    let n_new = pool.world.len();
    let ids = document.ids();
    let parent = ids.iter().copied().find(|id| document.name(*id) == to).unwrap();
    let n_roots = pool.world.values().filter(|seen| seen.parent.is_none()).count();
    let children = document.children(parent);
    let new: Vec<_> =
        children[children.len() - n_roots..].iter().flat_map(|id| document.within(*id)).collect();
    assert_eq!(new.len(), n_new);
    let fresh: HashMap<_, _> = new.iter().map(|id| (document.name(*id).into_owned(), names.next())).collect();
    for id in new {
        let new_name = fresh[&*document.name(id)].clone();
        document.set(id, "Name", new_name).unwrap();
    }
    for (old, seen) in &pool.world {
        let mut seen = seen.clone();
        seen.parent = Some(seen.parent.map_or_else(|| to.clone(), |parent| fresh[&parent].clone()));
        for (slot, lead) in &mut seen.leads {
            if let Lead::To(to) = lead {
                *to = fresh[to].clone();
            }
            if slot == OF_RULE && pool.document.format() != format {
                *lead = Lead::None;
            }
        }
        world.insert(fresh[old].clone(), seen);
        classes.insert(fresh[old].clone(), pool.classes[old]);
    }
    let case = Case { document, world, classes };
    let bytes = case.document.clone().save_onto(&bytes).unwrap().bytes;
    case.checked(bytes, "editing")
}

fn step(mut case: Case, pool: &[Case], random: &mut Random, names: &mut Names) -> Case {
    let (one, two) = (case.any(random), case.any(random));
    let two = two.filter(|_| !random.once_in(4));
    if case.world.len() > 30 {
        case.remove(&one.unwrap());
        return case;
    }
    let Some(one) = one else { return first(random, names) };
    match random.below(15) {
        0 | 1 => {
            let name = names.next();
            case.add(&name, two.as_deref(), random);
        }
        2..=4 => {
            let slot = case.slot(&one, random);
            case.set(&one, &slot, two.as_deref());
        }
        5 => {
            let name = random.one_of(&["a", "b"]);
            case.document.unset_attribute(case.ids()[&one], name).unwrap();
            case.world.get_mut(&one).unwrap().leads.remove(&format!("@{name}"));
        }
        6 => {
            let parent = two.filter(|two| !case.within(&one).contains(two));
            let ids = case.ids();
            let position = random.one_of(&[Position::First, Position::Last]);
            case.document.move_to(ids[&one], parent.as_ref().map(|parent| ids[parent]), position).unwrap();
            case.world.get_mut(&one).unwrap().parent = parent;
        }
        7 => {
            let parent = two.filter(|two| !case.within(&one).contains(two));
            case.copy(&one, parent.as_deref(), names);
        }
        8 => case.remove(&one),
        9 => {
            let from = &pool[random.below(pool.len())];
            let mut which: Vec<_> = (0..2).filter_map(|_| from.any(random)).collect();
            // One inside another that comes later is copied twice.
            which.dedup();
            if let [first, second] = &which[..]
                && from.within(second).contains(first)
            {
                which.truncate(1);
            }
            if which.iter().map(|name| from.within(name).len()).sum::<usize>() < 20 {
                case.insert(&from.clone(), &which, two.as_deref(), names);
            }
        }
        10 => return merged(&case, random, names),
        11 => return restored(&case, random, names),
        12 => case.tag(&one, random),
        13 => case.scale(&one, random),
        _ => {
            let from = pool[random.below(pool.len())].clone();
            if from.world.len() < 15 {
                return edited(case, &from, random, names);
            }
        }
    }
    case
}

/// Saved in one of the ways that there are.
fn saved(mut case: Case, random: &mut Random, names: &mut Names) -> Case {
    let before = case.document.clone();
    let bytes = case.document.clone().save().unwrap().bytes;
    match random.below(4) {
        0 => {
            let onto = before.save_onto(&bytes).unwrap().bytes;
            case.checked(onto, "saving onto")
        }
        1 => {
            let to = other(case.document.format());
            let converted = convert(&open(&bytes), &ConvertOptions::to(to)).unwrap();
            case.cross();
            case.checked(converted.bytes, "converting")
        }
        2 => {
            // Into a new document, which numbers anew.
            let format = random.one_of(&[Format::RbxBinary, Format::RbxXml]);
            let mut new = Case {
                document: Document::new(format).unwrap(),
                world: World::new(),
                classes: BTreeMap::new(),
            };
            let roots = case.world.iter().filter(|(_, seen)| seen.parent.is_none());
            let roots: Vec<_> = roots.map(|(name, _)| name.clone()).collect();
            new.insert(&case, &roots, None, names);
            let bytes = new.document.clone().save().unwrap().bytes;
            new.checked(bytes, "inserting all")
        }
        _ => case.checked(bytes, "saving"),
    }
}

#[test]
fn references_lead_where_they_should_after_random_steps() {
    let n_steps = std::env::var("REZKIT_EDITS").map_or(2000, |n| n.parse().expect("a number of steps"));
    let (mut random, mut names) = (Random::new(57), Names(0));
    let (mut n_written, mut n_leads) = (0_usize, 0_usize);
    let mut pool: Vec<_> = (0..4).map(|_| first(&mut random, &mut names)).collect();
    let mut case = pool[0].clone();
    for number in 0..n_steps {
        case = step(case, &pool, &mut random, &mut names);
        if random.once_in(3) {
            case = saved(case, &mut random, &mut names);
            n_written += 1;
            n_leads += case.world.values().map(|seen| seen.leads.len()).sum::<usize>();
            // Others later insert what it is now.
            if random.once_in(4) {
                let at = random.below(pool.len());
                pool[at] = case.clone();
            }
        }
        if number % 100 == 99 {
            case = first(&mut random, &mut names);
        }
    }
    eprintln!("{n_steps} steps, {n_written} files written, {n_leads} references in them, 0 lead elsewhere");
}
