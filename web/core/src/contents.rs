//! The files inside a file: scripts and embedded content.

use rezkit::{ContentKind, File, Problem, extract};
use serde::Serialize;
use std::ops::ControlFlow;

/// The files that were extracted from a file.
pub(crate) struct Contents(Vec<Taken>);

struct Taken {
    kind: ContentKind,
    path: String,
    source: String,
    bytes: Vec<u8>,
}

/// A file inside the open file.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Content<'c> {
    kind: ContentKind,
    /// The path below the folder of extraction.
    path: &'c str,
    /// The path in the file.
    source: &'c str,
    n_bytes: usize,
    /// The media type of an image that browsers show.
    mime: Option<&'static str>,
}

/// A line of a script.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Line<'c> {
    index: usize,
    /// The number, counted from 1.
    number: usize,
    text: &'c str,
}

impl Contents {
    pub(crate) fn extract(file: &File<'_>) -> Result<Self, Problem> {
        let mut all = Vec::new();
        extract(file, &mut |content| {
            let (kind, bytes) = (content.kind, content.bytes.to_vec());
            all.push(Taken { kind, path: content.path, source: content.source, bytes });
            ControlFlow::Continue(())
        })?;
        Ok(Self(all))
    }

    pub(crate) fn list<'c>(&'c self) -> Vec<Content<'c>> {
        let content = |taken: &'c Taken| Content {
            kind: taken.kind,
            path: &taken.path,
            source: &taken.source,
            n_bytes: taken.bytes.len(),
            mime: mime(&taken.path),
        };
        self.0.iter().map(content).collect()
    }

    pub(crate) fn bytes(&self, index: usize) -> &[u8] {
        self.0.get(index).map(|taken| &*taken.bytes).unwrap_or_default()
    }

    /// The lines of scripts that contain a text regardless of case, at most `n`.
    pub(crate) fn lines_with(&self, text: &str, n: usize) -> Vec<Line<'_>> {
        const WIDEST: usize = 400;
        let text = text.to_lowercase();
        let scripts = self.0.iter().enumerate().filter(|(_, taken)| taken.kind == ContentKind::Script);
        let lines = scripts.flat_map(|(index, taken)| {
            // What is no text is not searched.
            let source = std::str::from_utf8(&taken.bytes).unwrap_or_default();
            source.lines().zip(1..).map(move |(text, number)| Line { index, number, text })
        });
        let found = lines.filter(|line| line.text.to_lowercase().contains(&text)).take(n);
        found.map(|line| Line { text: cut(line.text, WIDEST), ..line }).collect()
    }
}

/// The beginning of a text, up to this many characters.
fn cut(text: &str, most: usize) -> &str {
    let end = text.char_indices().nth(most).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or_default()
}

fn mime(path: &str) -> Option<&'static str> {
    Some(match path.rsplit('.').next()? {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "bmp" => "image/bmp",
        "webp" => "image/webp",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rezkit::OpenOptions;

    #[test]
    fn scripts_are_listed_and_searched() {
        let place =
            br#"<roblox version="4"><Item class="Script"><Properties><string name="Name">Main</string>
            <ProtectedString name="Source">local a = 1
print(a)
Print(2)</ProtectedString></Properties></Item></roblox>"#;
        let contents = Contents::extract(&File::open(place, &OpenOptions::default()).unwrap()).unwrap();
        let list = contents.list();
        assert_eq!((list[0].path, list[0].source, list[0].n_bytes), ("scripts/Main.server.luau", "Main", 29));
        let lines = contents.lines_with("print", 9);
        assert_eq!(
            lines.iter().map(|line| (line.number, line.text)).collect::<Vec<_>>(),
            [(2, "print(a)"), (3, "Print(2)")]
        );
        assert_eq!(contents.lines_with("print", 1).len(), 1);
        assert_eq!(contents.bytes(0).len(), 29);
        assert_eq!(contents.bytes(9), b"");
    }
}
