//! The table of causes, docs/data/peers.csv.

use super::outcome::Class;
use crate::check::fits;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

const HEAD: &str = "peer,class,cause,executions,bytes,right,why";

/// A line: all executions of a class, without a cause, or those with a cause, in which `*` is any text.
struct Line {
    peer: String,
    class: String,
    cause: String,
    executions: u64,
    /// The length of the shortest file.
    bytes: usize,
    /// Who is right: we, it, either.
    right: String,
    why: String,
}

pub(super) struct Causes(Vec<Line>);

impl Causes {
    pub(super) fn parse(table: &str) -> Result<Self, Box<dyn Error>> {
        let line = |line: &str| -> Result<Line, Box<dyn Error>> {
            let mut cells = line.splitn(7, ',').map(str::to_owned);
            let mut next = || cells.next().ok_or_else(|| format!("docs/data/peers.csv: {line}"));
            Ok(Line {
                peer: next()?,
                class: next()?,
                cause: next()?,
                executions: next()?.parse()?,
                bytes: next()?.parse()?,
                right: next()?,
                why: next()?.trim_matches('"').to_owned(),
            })
        };
        table.lines().skip(1).map(line).collect::<Result<_, Box<dyn Error>>>().map(Self)
    }

    /// Replaces the numbers of a peer, and adds lines for causes that no line explains.
    pub(super) fn replace(
        &mut self,
        peer: &str,
        counts: &BTreeMap<Class, u64>,
        found: &BTreeMap<(Class, String), (u64, (usize, u64))>,
    ) {
        let is_other = |line: &Line| line.peer != peer || !line.right.is_empty();
        self.0.retain(is_other);
        for line in self.0.iter_mut().filter(|line| line.peer == peer) {
            (line.executions, line.bytes) = (0, usize::MAX);
        }
        let totals = counts.iter().map(|(class, n)| (*class, "", *n, 0));
        let listed = found.iter().filter(|((class, _), _)| class.is_listed());
        let listed = listed.map(|((class, cause), (n, (len, _)))| (*class, &**cause, *n, *len));
        for (class, cause, n, len) in totals.chain(listed) {
            let is_explained = |line: &&mut Line| {
                let is_one = !cause.is_empty() && line.peer == peer && line.class == class.title();
                is_one && !line.right.is_empty() && fits(&line.cause, cause)
            };
            // The longest pattern is the most specific one.
            match self.0.iter_mut().filter(is_explained).max_by_key(|line| line.cause.len()) {
                Some(line) => {
                    line.executions += n;
                    line.bytes = line.bytes.min(len);
                }
                None => self.0.push(Line {
                    peer: peer.into(),
                    class: class.title().into(),
                    cause: cause.into(),
                    executions: n,
                    bytes: len,
                    right: String::new(),
                    why: String::new(),
                }),
            }
        }
        for line in self.0.iter_mut().filter(|line| line.bytes == usize::MAX) {
            line.bytes = 0;
        }
        let order = |line: &Line| Class::parse(&line.class);
        self.0.sort_by(|a, b| (&a.peer, order(a), &a.cause).cmp(&(&b.peer, order(b), &b.cause)));
    }

    /// The causes without an explanation.
    pub(super) fn open(&self) -> impl Iterator<Item = String> {
        let open = self.0.iter().filter(|line| !line.cause.is_empty() && line.right.is_empty());
        open.map(|line| format!("{}: {}: {} ({} times)", line.peer, line.class, line.cause, line.executions))
    }
}

impl fmt::Display for Causes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for Line { peer, class, cause, executions, bytes, right, why } in &self.0 {
            let why = if why.is_empty() { String::new() } else { format!("\"{why}\"") };
            writeln!(f, "{peer},{class},{cause},{executions},{bytes},{right},{why}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_replaced_and_explanations_kept() {
        let mut causes = Causes::parse(&format!(
            "{HEAD}\na 1,differ,#*,7,9,it,\"No.\"\na 1,differ,# / *,7,9,we,\"So, it is.\"\na 1,differ,old,7,9,,\n\
             b 1,differ,x,1,1,,\n"
        ))
        .unwrap();
        let found = [("# / 'x'", 2, 30), ("# / #", 3, 20), ("new", 1, 5)];
        let found = found.map(|(cause, n, len)| ((Class::Differ, cause.to_owned()), (n, (len, 0))));
        causes.replace("a 1", &BTreeMap::from([(Class::Differ, 6)]), &found.into());
        let lines = [
            "a 1,differ,,6,0,,",
            "a 1,differ,# / *,5,20,we,\"So, it is.\"",
            "a 1,differ,#*,0,0,it,\"No.\"",
            "a 1,differ,new,1,5,,",
        ];
        assert_eq!(causes.to_string(), format!("{HEAD}\n{}\nb 1,differ,x,1,1,,\n", lines.join("\n")));
        assert_eq!(causes.open().next().as_deref(), Some("a 1: differ: new (1 times)"));
    }
}
