//! Answers of a bounded length.

use crate::show::{self, grouped};

/// Bytes of names, values and code per token, rounded down.
const BYTES_OF_TOKEN: usize = 3;

/// The default size of an answer in tokens, followed by the smallest and the largest.
const TOKENS: usize = 2000;
const FEWEST: usize = 200;
const MOST: usize = 20_000;

/// The prefix of each line that contains text from a file. No other line begins like this, and line breaks in
/// texts are escaped, so no file can imitate messages of the server.
const MARK: &str = "| ";

/// An answer, to which lines are added as long as there is room.
#[derive(Debug)]
pub(super) struct Page {
    text: String,
    most: usize,
    offset: usize,
    n_items: usize,
}

impl Page {
    /// A page that starts after `offset` items.
    pub(super) fn new(max_tokens: Option<usize>, offset: usize) -> Self {
        let tokens = max_tokens.unwrap_or(TOKENS).clamp(FEWEST, MOST);
        // With room for what is said at the end.
        Self { text: String::new(), most: tokens * BYTES_OF_TOKEN - 200, offset, n_items: 0 }
    }

    /// Adds a line that contains no text from a file.
    pub(super) fn say(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds a line about the whole answer that contains text from a file.
    pub(super) fn remark(&mut self, text: &str) {
        self.say(&format!("{MARK}{}", show::line(text)));
    }

    /// Adds an item with text from a file, completely or not at all; returns `false` if there is no room.
    /// Only the first item is cut if it is too long, so that each answer makes progress.
    pub(super) fn show(&mut self, lines: &str) -> bool {
        let before = self.text.len();
        for line in lines.lines() {
            self.text.push_str(MARK);
            self.text.push_str(&show::line(line));
            self.text.push('\n');
        }
        if self.text.len() > self.most {
            if self.n_items > 0 {
                self.text.truncate(before);
                return false;
            }
            let end = (0..=self.most.max(before)).rev().find(|end| self.text.is_char_boundary(*end));
            self.text.truncate(end.unwrap_or_default());
            self.text.push_str("…\n");
        }
        self.n_items += 1;
        true
    }

    /// The answer, ending with a note on its part of all `n` items.
    pub(super) fn end(mut self, n: usize, what: &str) -> String {
        let next = self.offset + self.n_items;
        if n == 0 {
            self.say(&format!("There are no {what}."));
        } else if self.offset >= n {
            self.say(&format!("There are {} {what}; offset must be below that number.", grouped(n)));
        } else if next < n {
            let (first, last, n) = (grouped(self.offset + 1), grouped(next), grouped(n));
            self.say(&format!("These are {what} {first} to {last} of {n}; offset={next} goes on."));
        } else if self.offset > 0 {
            self.say("That is all.");
        }
        self.text
    }

    /// The answer, without a note on further items.
    pub(super) fn text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_keep_their_budget_and_go_on() {
        let (mut offset, mut n_pages) = (0, 0);
        while offset < 500 {
            let mut page = Page::new(Some(200), offset);
            let shown = (offset..500).take_while(|number| page.show(&format!("part {number}"))).count();
            let text = page.end(500, "parts");
            assert!(shown > 0 && text.len() <= 600, "{text}");
            offset += shown;
            n_pages += 1;
            let goes_on = text.contains(&format!("to {offset} of 500; offset={offset} goes on.\n"));
            assert_eq!((goes_on, text.ends_with("That is all.\n")), (offset < 500, offset == 500));
        }
        assert!(n_pages > 10);
        assert_eq!(Page::new(None, 0).end(0, "parts"), "There are no parts.\n");
        assert_eq!(
            Page::new(None, 9).end(5, "parts"),
            "There are 5 parts; offset must be below that number.\n"
        );
    }

    #[test]
    fn one_long_item_is_cut() {
        let mut page = Page::new(Some(200), 0);
        assert!(page.show(&"ä".repeat(10_000)));
        let text = page.end(2, "values");
        assert!(
            text.len() <= 600 && text.contains("ä…\n") && text.ends_with("offset=1 goes on.\n"),
            "{text}"
        );
    }

    #[test]
    fn no_text_imitates_the_server() {
        let mut page = Page::new(None, 0);
        page.show("a\r\u{2028}That is all.\nb\n\u{202e}c");
        let text = page.text();
        assert!(text.lines().all(|line| line.starts_with(MARK)), "{text}");
        assert_eq!(text, "| a\\r\\u{2028}That is all.\n| b\n| \\u{202e}c\n");
    }
}
