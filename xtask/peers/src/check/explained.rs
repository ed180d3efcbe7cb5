//! The differences that docs/peers.md explains.

use super::Difference;

/// A line of a table in that page: the peer that reads other values, the files, and the paths of the values. `*` stands
/// for any text.
struct Explanation {
    peer: String,
    files: String,
    places: String,
    is_used: bool,
}

pub(super) struct Explanations(Vec<Explanation>);

impl Explanations {
    /// Parses the table lines of a page that begin with three cells of code.
    pub(super) fn parse(page: &str) -> Self {
        let explanation = |line: &str| {
            let mut cells = line.strip_prefix("| `")?.split("` | `");
            let (peer, files) = (cells.next()?.to_owned(), cells.next()?.to_owned());
            let places = cells.next()?.split("` |").next()?.to_owned();
            Some(Explanation { peer, files, places, is_used: false })
        };
        Self(page.lines().filter_map(explanation).collect())
    }

    /// Returns true if a line explains a difference, and marks the line as used.
    pub(super) fn explain(&mut self, peer: &str, difference: &Difference) -> bool {
        let explains = |one: &Explanation| {
            let is_process = (one.places == "process") == (difference.place == "process");
            one.peer == peer
                && is_process
                && fits(&one.files, &difference.file)
                && fits(&one.places, &difference.place)
        };
        let mut is_explained = false;
        for one in self.0.iter_mut().filter(|one| explains(one)) {
            one.is_used = true;
            is_explained = true;
        }
        is_explained
    }

    /// Returns true if a line explains that reading a file crashes the peer.
    pub(super) fn ends_process(&mut self, peer: &str, file: &str) -> bool {
        let [file, place] = [file, "process"].map(str::to_owned);
        self.explain(peer, &Difference { file, place, ours: String::new(), theirs: String::new() })
    }

    /// Removes the lines about a peer that is not installed.
    pub(super) fn skip(&mut self, peer: &str) {
        self.0.retain(|one| one.peer != peer);
    }

    /// The lines that have not explained any difference. Without a corpus, lines about its files are not checked.
    pub(super) fn unused(&self, has_corpus: bool) -> impl Iterator<Item = String> {
        let all = self
            .0
            .iter()
            .filter(move |one| !one.is_used && (has_corpus || one.files.starts_with("fixtures/")));
        all.map(|one| format!("{}, {}, {}", one.peer, one.files, one.places))
    }
}

/// Returns true if a text matches a pattern, in which `*` is any text.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit() {
        assert!(fits("a*c", "abc") && fits("a*c", "ac") && fits("*", "") && fits("a", "a"));
        assert!(fits("*.x*.y", "1.x.2.y") && fits("fixtures/*", "fixtures/a/b"));
        assert!(!fits("a", "ab") && !fits("a*c", "ab") && !fits("a*a", "a") && !fits("*b*c", "acb"));
    }

    #[test]
    fn a_line_explains_what_it_says_and_is_used_then() {
        let page = "# Peers\n\n| Peer | Files | Places | Why |\n|---|---|---|---|\n\
                    | `a 1` | `fixtures/*.x` | `*.y` | So. |\n| `b 1` | `corpus/*` | `*` | So. |\n";
        let mut all = Explanations::parse(page);
        let difference = |file: &str, place: &str| {
            let [file, place, ours, theirs] = [file, place, "1", "2"].map(str::to_owned);
            Difference { file, place, ours, theirs }
        };
        assert_eq!(all.unused(false).collect::<Vec<_>>(), ["a 1, fixtures/*.x, *.y"]);
        assert!(!all.explain("b 1", &difference("fixtures/1.x", "1.y")));
        assert!(!all.explain("a 1", &difference("fixtures/1.x", "1.z")));
        assert!(all.explain("a 1", &difference("fixtures/1.x", "1.y")));
        assert_eq!(all.unused(false).count(), 0);
        assert_eq!(all.unused(true).collect::<Vec<_>>(), ["b 1, corpus/*, *"]);
        all.skip("b 1");
        assert_eq!(all.unused(true).count(), 0);
    }
}
