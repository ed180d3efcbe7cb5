//! The tools that only read a file.

use super::ask::{Ask, Reply};
use super::opened::{Opened, told};
use super::page::Page;
use crate::show::{changes, clean, counted, grouped, short, size};
use anstream::adapter::strip_str;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rezkit::exchange::{Drawn, SceneOptions, draw};
use rezkit::roblox::Document;
use rezkit::thumb::{Sight, ThumbOptions};
use rezkit::{
    DiffOptions, Fact, Field, File, Finding, Pattern, Query, ScriptUse, Tree, UseKind, diff, info, uses,
};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::ControlFlow;

/// Upper bounds on the characters shown of a value in a list, and on the children shown of a node in the
/// overview.
const MOST_OF_VALUE: usize = 200;
const MOST_OF_CHILDREN: usize = 8;

/// The number of scripts, the longest ones, that the overview names.
const MOST_OF_SCRIPTS: usize = 5;

/// The default size of a difference, in tokens. It is asked for after each change.
const TOKENS_OF_DIFF: usize = 500;

impl Opened {
    pub(super) fn look(&mut self, ask: &Ask, other: &[u8]) -> Result<String, String> {
        match ask {
            Ask::Overview { .. } => {
                let text = self.known.overview.take().map_or_else(|| self.overview(), Ok)?;
                Ok(self.known.overview.insert(text).clone())
            }
            Ask::Tree { path, depth, offset, max_tokens, .. } => {
                let top = self.node(path.as_deref().unwrap_or_default())?;
                let page = Page::new(*max_tokens, *offset);
                Ok(levels(self.tree()?, top, depth.unwrap_or(2), *offset, page))
            }
            Ask::Query { selector, properties, count_by, offset, max_tokens, .. } => {
                let page = Page::new(*max_tokens, *offset);
                match count_by {
                    Some(by) => self.count(selector, by, *offset, page),
                    None => self.query(selector, properties, *offset, page),
                }
            }
            Ask::Get { path, properties, max_tokens, .. } => {
                let page = Page::new(*max_tokens, 0);
                self.get(path, properties, page)
            }
            Ask::ListScripts { offset, max_tokens, .. } => {
                let (scripts, mut page) = (self.scripts()?, Page::new(*max_tokens, *offset));
                _ = scripts.iter().skip(*offset).all(|script| {
                    let lines = script
                        .source
                        .as_deref()
                        .map_or("no text".to_owned(), |source| counted(source.lines().count(), "line"));
                    page.show(&format!("[{}] {}  {lines}", script.kind, script.path))
                });
                Ok(page.end(scripts.len(), "scripts"))
            }
            Ask::ReadScript { path, first_line, last_line, max_tokens, .. } => {
                let first = first_line.unwrap_or(1).max(1);
                let page = Page::new(*max_tokens, 0);
                lines(self.source(path)?, first, last_line.unwrap_or(usize::MAX), page)
            }
            Ask::GrepScripts { pattern, ignore_case, offset, max_tokens, .. } => {
                let pattern = Pattern::new(pattern, *ignore_case).map_err(told)?;
                let page = Page::new(*max_tokens, *offset);
                self.grep(&pattern, *offset, page)
            }
            Ask::Findings { rule, offset, max_tokens, .. } => {
                let page = Page::new(*max_tokens, *offset);
                self.findings(rule.as_deref(), *offset, page)
            }
            Ask::Diff { other: name, offset, max_tokens, .. } => {
                let page = Page::new(Some(max_tokens.unwrap_or(TOKENS_OF_DIFF)), *offset);
                self.diff(name.as_ref().map(|_| other), *offset, page)
            }
            Ask::Uses { path, kind, offset, max_tokens, .. } => {
                let page = Page::new(*max_tokens, *offset);
                self.uses(path.as_deref(), kind.as_deref(), *offset, page)
            }
            Ask::Assets { offset, max_tokens, .. } => {
                let (assets, mut page) = (self.assets()?, Page::new(*max_tokens, *offset));
                _ = assets.items.iter().skip(*offset).all(|item| {
                    let value = short(&item.value, MOST_OF_VALUE);
                    page.show(&format!("{value}  {} {}", item.path, item.kind))
                });
                Ok(page.end(assets.items.len(), "assets"))
            }
            _ => Err("this is not a question".to_owned()),
        }
    }

    /// The overview of a file, with the parts that matter most first, since the rest may not fit.
    fn overview(&mut self) -> Result<String, String> {
        let mut page = Page::new(None, 0);
        let about = info(&self.file()?).map_err(told)?;
        let version = about.version.as_deref().map(|version| format!(", version {version}"));
        page.say(&format!("{}{}, {}", about.title, version.unwrap_or_default(), size(about.n_bytes)));
        if self.bytes != self.original {
            page.say(&format!("with {} that save would write", counted(self.before.len(), "change")));
        }
        for (name, fact) in &about.facts {
            page.show(&match fact {
                Fact::Count(count) => format!("{name}: {}", grouped(*count)),
                Fact::Text(text) => format!("{name}: {}", short(text, MOST_OF_VALUE)),
                _ => continue,
            });
        }
        let classes = about.classes.iter().take(25);
        let classes: Vec<_> =
            classes.map(|class| format!("{} {}", grouped(class.count), short(&class.name, 40))).collect();
        if !classes.is_empty() {
            let more = about.classes.len() - classes.len();
            page.say(&format!(
                "classes{}:",
                if more > 0 { format!(", {more} more of them") } else { String::new() }
            ));
            page.show(&classes.join(", "));
        }
        for remark in &about.remarks {
            page.show(&format!("! {}", remark.text));
        }
        self.of_scripts(&mut page)?;
        let report = self.report()?;
        let counts = [(report.n_errors, "error"), (report.n_warnings, "warning"), (report.n_notes, "note")];
        let counts = counts.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| counted(n, what));
        match counts.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => page.say("no problems were found in it"),
            counts => page.say(&format!("{counts} (findings lists them)")),
        }
        match self.assets()?.items.len() {
            0 => {}
            n => page.say(&format!("{} of assets (assets lists them)", counted(n, "use"))),
        }
        let tree = self.tree()?;
        page.say("the upper levels (tree shows more):");
        upper(tree, &mut page);
        Ok(page.text())
    }

    fn of_scripts(&mut self, page: &mut Page) -> Result<(), String> {
        let scripts = self.scripts()?;
        let n_lines = scripts.iter().filter_map(|script| script.source.as_deref());
        let n_lines = n_lines.map(|source| source.lines().count()).sum();
        if !scripts.is_empty() {
            let (n, n_lines) = (counted(scripts.len(), "script"), counted(n_lines, "line"));
            page.say(&format!(
                "{n} with {n_lines} (list_scripts, grep_scripts, read_script and uses show them)"
            ));
            let mut large: Vec<_> = scripts
                .iter()
                .filter_map(|script| Some((script.source.as_deref()?.lines().count(), &script.path)))
                .collect();
            large.sort_by_key(|(n, _)| Reverse(*n));
            for (n, path) in large.iter().take(MOST_OF_SCRIPTS).filter(|(n, _)| *n > 0) {
                page.show(&format!("{path}: {}", counted(*n, "line")));
            }
        }
        Ok(())
    }

    fn query(
        &mut self,
        selector: &str,
        properties: &[String],
        offset: usize,
        mut page: Page,
    ) -> Result<String, String> {
        let query: Query = selector.parse().map_err(told)?;
        let fields: Vec<Field> =
            properties.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(told)?;
        let (mut n, mut has_room) = (0, true);
        let notes = self.tree()?.query_fields(&query, &fields, &mut |part| {
            n += 1;
            if n > offset && has_room {
                let mut line = format!("[{}] {}", clean(&part.kind()), part.path());
                for (index, name) in properties.iter().enumerate() {
                    let value = part.field(index).unwrap_or_else(|| "—".to_owned());
                    _ = write!(line, "  {name} = {}", short(&value, MOST_OF_VALUE));
                }
                has_room = page.show(&line);
            }
            ControlFlow::Continue(())
        });
        notes.map_err(told)?.iter().for_each(|note| page.remark(&format!("note: {note}")));
        Ok(page.end(n, "parts"))
    }

    fn count(&mut self, selector: &str, by: &str, offset: usize, mut page: Page) -> Result<String, String> {
        let query: Query = selector.parse().map_err(told)?;
        let field: Field = by.parse().map_err(told)?;
        let mut sums = HashMap::<String, usize>::new();
        let counted = self.tree()?.query_fields(&query, &[field], &mut |part| {
            *sums.entry(part.field(0).unwrap_or_else(|| format!("without {by}"))).or_default() += 1;
            ControlFlow::Continue(())
        });
        counted.map_err(told)?;
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_unstable_by(|(a, n), (b, m)| m.cmp(n).then_with(|| a.cmp(b)));
        _ = sums.iter().skip(offset).all(|(value, n)| {
            page.show(&format!("{}  {}", grouped(*n), short(value.trim_matches('"'), MOST_OF_VALUE)))
        });
        Ok(page.end(sums.len(), "values"))
    }

    fn get(&mut self, path: &str, properties: &[String], mut page: Page) -> Result<String, String> {
        let number = self.node(path)?;
        let tree = self.tree()?;
        let node = tree.node(number);
        page.show(&format!("[{}] {}", tree.kind(number), node.path));
        let is_wanted = |name: &str| {
            properties.is_empty() || properties.iter().any(|wanted| wanted.eq_ignore_ascii_case(name))
        };
        let shown = |value: &str| match value.lines().count() {
            n @ 2.. if properties.is_empty() => counted(n, "line"),
            _ if properties.is_empty() => short(value, MOST_OF_VALUE),
            _ => clean(value),
        };
        let wanted: Vec<_> = node.properties.iter().filter(|(name, _)| is_wanted(name)).collect();
        let n_shown = wanted
            .iter()
            .take_while(|(name, value)| page.show(&format!("  {} = {}", clean(name), shown(value))));
        let n_shown = n_shown.count();
        if n_shown < wanted.len() {
            page.say(&format!("{} more: name those that you need", wanted.len() - n_shown));
        }
        if wanted.is_empty() {
            page.say("These properties do not exist: call get without properties to list the existing ones.");
        }
        match tree.children(number).len() {
            0 => {}
            n => page.say(&format!("{} inside (tree lists them)", counted(n, "part"))),
        }
        Ok(page.text())
    }

    fn grep(&mut self, pattern: &Pattern, offset: usize, mut page: Page) -> Result<String, String> {
        let (mut n, mut has_room) = (0, true);
        for script in self.scripts()? {
            let lines = script.source.as_deref().unwrap_or_default().lines().zip(1..);
            for (text, number) in lines.filter(|(text, _)| pattern.fits(text)) {
                n += 1;
                if n > offset && has_room {
                    has_room = page.show(&format!("{}:{number}: {}", script.path, cut(text)));
                }
            }
        }
        Ok(page.end(n, "lines"))
    }

    fn uses(
        &mut self,
        path: Option<&str>,
        kind: Option<&str>,
        offset: usize,
        mut page: Page,
    ) -> Result<String, String> {
        let path = path.map(|path| self.node(path)).transpose()?;
        let path = path.map(|number| Ok::<_, String>(self.tree()?.node(number).path)).transpose()?;
        let found = uses(&self.file()?).map_err(told)?;
        let is_wanted = |one: &&ScriptUse| {
            kind.map_or(one.kind != UseKind::Names || path.is_some(), |kind| {
                one.kind.in_words().starts_with(kind)
            }) && path.as_ref().is_none_or(|path| one.target == *path || one.script == *path)
        };
        let wanted: Vec<_> = found.uses.iter().filter(is_wanted).collect();
        _ = wanted.iter().skip(offset).all(|one| {
            let target = if one.target.is_empty() { cut(&one.text) } else { &one.target };
            page.show(&format!("{}:{} {} {target}", one.script, one.line, one.kind.in_words()))
        });
        if found.n_broken > 0 {
            page.remark(&format!("{} with a syntax error may use more", counted(found.n_broken, "script")));
        }
        Ok(page.end(wanted.len(), "uses"))
    }

    fn findings(&mut self, rule: Option<&str>, offset: usize, mut page: Page) -> Result<String, String> {
        let all = &self.report()?.findings;
        if let Some(rule) = rule {
            let of_rule: Vec<_> = all.iter().filter(|one| one.rule.eq_ignore_ascii_case(rule)).collect();
            if let Some(first) = of_rule.first() {
                page.say(&format!("{} {}: {}. {}.", first.severity, first.rule, first.title, first.help));
            }
            _ = of_rule.iter().skip(offset).all(|one| page.show(&place(one)));
            return Ok(page.end(of_rule.len(), "findings"));
        }
        let mut rules: Vec<(&Finding, usize)> = Vec::new();
        for one in all {
            match rules.iter_mut().find(|(first, _)| first.rule == one.rule) {
                Some((_, n)) => *n += 1,
                None => rules.push((one, 1 + one.n_more)),
            }
        }
        rules.sort_by_key(|(first, _)| Reverse(first.severity));
        _ = rules.iter().skip(offset).all(|(first, n)| {
            let what = format!("{} {}: {}", first.severity, first.rule, first.broken);
            page.show(&format!("{what}  × {}, first {}", grouped(*n), place(first)))
        });
        Ok(page.end(rules.len(), "broken rules"))
    }

    fn diff(&mut self, other: Option<&[u8]>, offset: usize, mut page: Page) -> Result<String, String> {
        let old = other.unwrap_or(&self.original).to_owned();
        if self.known.compared.as_ref().is_none_or(|(before, ..)| *before != old) {
            let mut changes = Vec::new();
            let earlier = File::open(&old, &self.options()).map_err(told)?;
            let compared = diff(&earlier, &self.file()?, &DiffOptions::default(), &mut |change| {
                changes.push(change);
                ControlFlow::Continue(())
            });
            let compared = compared.map_err(told)?;
            self.known.compared = Some((old, compared, changes));
        }
        let Some((_, sums, changes)) = &self.known.compared else { return Ok(String::new()) };
        let (n, n_properties) = (grouped(sums.n_changed), counted(sums.n_properties, "property"));
        page.say(&format!(
            "{} added, {} removed, {} moved, {} renamed, {n} changed in {n_properties}",
            grouped(sums.n_added),
            grouped(sums.n_removed),
            grouped(sums.n_moved),
            grouped(sums.n_renamed),
        ));
        let shown = |change| strip_str(&changes::shown(change, false)).to_string();
        _ = changes.iter().skip(offset).all(|change| page.show(&shown(change)));
        Ok(page.end(changes.len(), "changes"))
    }

    pub(super) fn picture(
        &mut self,
        path: Option<&str>,
        view: Option<&str>,
        size: Option<u32>,
    ) -> Result<Reply, String> {
        let part;
        let (bytes, all_parts) = match path {
            None => (&self.bytes, false),
            Some(path) => {
                self.node(path)?;
                let document = self.document()?;
                let id = document.find(path).ok_or("only instances can be drawn on their own")?;
                // A copy of the part, and not of all that there is.
                let mut alone = Document::new(document.format()).map_err(told)?;
                alone.insert(document, &[id], None).map_err(told)?;
                part = alone.save().map_err(told)?.bytes;
                (&part, true)
            }
        };
        let reading = SceneOptions::default().all_parts(all_parts);
        let reading = self.max_memory.map_or(reading.clone(), |memory| reading.max_memory(memory));
        let side = size.unwrap_or(512).clamp(64, 1024);
        let sight = view.map_or(Ok(Sight::default()), str::parse).map_err(told)?;
        let options = ThumbOptions::default().size(side, side).sight(sight);
        // Nothing else is read for it.
        let drawn = draw(bytes, &reading, &options, &mut |_| None).map_err(told)?;
        let Drawn { picture, n_triangles, losses, .. } = drawn;
        let mut page = Page::new(Some(300), 0);
        page.say(&counted(n_triangles, "triangle"));
        let lost = crate::show::losses::shown(&losses, false);
        _ = strip_str(&lost).to_string().lines().all(|line| page.show(line.trim()));
        Ok(Reply::Picture(page.text(), BASE64_STANDARD.encode(picture.to_png())))
    }
}

/// The location of a finding, and the value there.
fn place(one: &Finding) -> String {
    let place = one.place();
    let part = one.part.as_deref().filter(|_| one.line.is_none()).unwrap_or(&place);
    let found = if one.found.is_empty() { String::new() } else { format!(": {}", short(&one.found, 100)) };
    format!("{part}{found}")
}

/// The first 400 characters of a line of code, which may be megabytes long.
fn cut(text: &str) -> &str {
    let end = text.char_indices().nth(400).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// Lines of a script with their numbers.
pub(super) fn lines(source: &str, first: usize, last: usize, mut page: Page) -> Result<String, String> {
    let n = source.lines().count();
    if n == 0 {
        page.say("The script is empty.");
    }
    if first > n.max(1) {
        return Err(format!("the script has {}: ask for one of them", counted(n, "line")));
    }
    let wanted = last.min(n).saturating_sub(first - 1);
    let numbered = source.lines().zip(1..).skip(first - 1).take(wanted);
    let n_shown =
        numbered.take_while(|(text, number)| page.show(&format!("{number:>4}  {}", cut(text)))).count();
    let end = first + n_shown;
    if n_shown < wanted {
        page.say(&format!("The script has {}; first_line={end} goes on.", counted(n, "line")));
    } else if end <= n {
        page.say(&format!("The script has {}.", counted(n, "line")));
    }
    Ok(page.text())
}

/// The number of descendants of a node. Descendants have consecutive numbers after the node.
fn n_inside(tree: &Tree, node: u32) -> usize {
    let last = std::iter::successors(Some(node), |node| tree.children(*node).last().copied()).last();
    (last.unwrap_or(node) - node) as usize
}

fn row(tree: &Tree, node: u32, level: usize) -> String {
    let inside = match n_inside(tree, node) {
        0 => String::new(),
        n => format!("  {} inside", grouped(n)),
    };
    format!("{:1$}[{2}] {3}{inside}", "", level * 2, tree.kind(node), tree.name(node))
}

/// Lists `depth` levels below a node, indented. The names of a part and its ancestors, joined by `/`, are its
/// path.
fn levels(tree: &Tree, top: u32, depth: usize, offset: usize, mut page: Page) -> String {
    let (mut n, mut has_room) = (0, true);
    let below = |node: u32, level: usize| tree.children(node).iter().rev().map(move |child| (*child, level));
    let mut pending: Vec<_> = below(top, 1).collect();
    page.say(&match top {
        0 => "the file:".to_owned(),
        _ => format!("| [{}] {}", tree.kind(top), tree.node(top).path),
    });
    while let Some((node, level)) = pending.pop() {
        n += 1;
        if n > offset && has_room {
            has_room = page.show(&row(tree, node, level));
        }
        if level < depth {
            pending.extend(below(node, level + 1));
        }
    }
    page.end(n, "parts")
}

/// Adds the first two levels of a tree, with the first few children of each part. Parts without children are
/// listed together.
fn upper(tree: &Tree, page: &mut Page) {
    let (empty, full): (Vec<u32>, Vec<u32>) =
        tree.children(0).iter().partition(|node| tree.children(**node).is_empty());
    for node in full {
        let children = tree.children(node);
        let mut rows = vec![row(tree, node, 0)];
        rows.extend(children.iter().take(MOST_OF_CHILDREN).map(|child| row(tree, *child, 1)));
        if let Some(more @ 1..) = children.len().checked_sub(MOST_OF_CHILDREN) {
            rows.push(format!("  and {} more", grouped(more)));
        }
        if !page.show(&rows.join("\n")) {
            page.say("There are more: tree lists them.");
            return;
        }
    }
    let names: Vec<_> = empty.iter().take(40).map(|node| tree.name(*node)).collect();
    if !names.is_empty() {
        page.show(&format!(
            "{} with nothing inside: {}",
            counted(empty.len(), "part"),
            short(&names.join(", "), 600)
        ));
    }
}
