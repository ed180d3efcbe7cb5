//! The assets that a document uses.

use super::Document;
use crate::model::{Content, Font, Name, Referent, Value};
use std::borrow::Cow;

/// The address of an asset, where it occurs in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Asset<'a> {
    /// The item that uses it.
    pub item: Referent,
    /// The property that has the address.
    pub property: &'a Name,
    /// The address, such as `rbxassetid://1234`.
    pub url: Cow<'a, str>,
}

impl Asset<'_> {
    /// The number of the asset, if the address has one: after `rbxassetid://`, or as the parameter `id`.
    #[must_use]
    pub fn asset_id(&self) -> Option<u64> {
        let url = self.url.to_ascii_lowercase();
        let number = match url.strip_prefix("rbxassetid://") {
            Some(number) => number,
            None => {
                // `rbxthumb://type=Asset&id=1` has no path before its parameters.
                let (_, parameters) = url.split_once('?').or_else(|| url.split_once("://"))?;
                parameters.split('&').find_map(|parameter| parameter.strip_prefix("id="))?
            }
        };
        let number = number.trim_start();
        let end = number.find(|character: char| !character.is_ascii_digit()).unwrap_or(number.len());
        number.get(..end)?.parse().ok()
    }
}

impl Document {
    /// The addresses of assets in all properties with text: contents, fonts, strings, shared strings, and the sources of
    /// scripts.
    ///
    /// Addresses begin with `rbxassetid://`, `rbxasset://`, `rbxthumb://` or `rbxgameasset://`, or are on the web site of
    /// Roblox. In a text, an address ends before white space, quotes and brackets.
    ///
    /// ```
    /// use rbxbinary::{Content, Document, Item};
    ///
    /// let mut document = Document::new();
    /// let source = "play('rbxassetid://12') -- http://www.roblox.com/asset/?id=34";
    /// document.add(None, Item::new("Script").with("Source", source))?;
    /// document.add(None, Item::new("Decal").with("TextureContent", Content::Uri(b"rbxasset://a b.png")))?;
    /// let urls: Vec<_> = document.assets().map(|asset| (asset.url.to_string(), asset.asset_id())).collect();
    /// assert_eq!(urls[0], ("rbxassetid://12".into(), Some(12)));
    /// assert_eq!(urls[1], ("http://www.roblox.com/asset/?id=34".into(), Some(34)));
    /// assert_eq!(urls[2], ("rbxasset://a b.png".into(), None));
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn assets(&self) -> impl Iterator<Item = Asset<'_>> {
        self.walk().flat_map(move |visit| {
            visit.item.properties().flat_map(move |(property, value)| {
                let asset = move |url| Asset { item: visit.id, property, url };
                self.urls(value).into_iter().map(asset)
            })
        })
    }

    fn urls<'d>(&'d self, value: Value<'d>) -> Vec<Cow<'d, str>> {
        let whole = |url: &'d [u8]| Some(url).filter(|url| !url.is_empty()).map(String::from_utf8_lossy);
        match value {
            Value::Font(Font { family, cached_face, .. }) => {
                [family, cached_face].into_iter().filter_map(whole).collect()
            }
            Value::Content(Content::Uri(uri)) => whole(uri).into_iter().collect(),
            Value::Bytecode(_) => Vec::new(),
            value => self.bytes_of(value).map_or_else(Vec::new, urls_in),
        }
    }
}

/// The addresses in a text.
fn urls_in(text: &[u8]) -> Vec<Cow<'_, str>> {
    const SCHEMES: [&[u8]; 6] = [b"rbxassetid", b"rbxasset", b"rbxthumb", b"rbxgameasset", b"https", b"http"];
    let mut urls = Vec::new();
    for at in separators(text) {
        let (before, rest) = text.split_at_checked(at).unwrap_or((text, &[]));
        let is_end = |scheme: &&&[u8]| {
            before
                .len()
                .checked_sub(scheme.len())
                .and_then(|start| before.get(start..))
                .is_some_and(|end| end.eq_ignore_ascii_case(scheme))
        };
        let Some(scheme) = SCHEMES.iter().find(is_end) else { continue };
        let is_outside = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`<>()[]{}\\".contains(byte);
        let len = rest.iter().position(is_outside).unwrap_or(rest.len());
        let start = before.len().saturating_sub(scheme.len());
        let url = text.get(start..at.saturating_add(len)).unwrap_or_default();
        if scheme.starts_with(b"rbx") || is_roblox(url) {
            urls.push(String::from_utf8_lossy(url));
        }
    }
    urls
}

/// Whether an address of the web is on the site of Roblox.
fn is_roblox(url: &[u8]) -> bool {
    let start = separators(url).next().map(|at| at.saturating_add(3));
    let host = start.and_then(|start| url.get(start..)).unwrap_or_default();
    let end = host.iter().position(|byte| matches!(byte, b'/' | b'?' | b':' | b'#')).unwrap_or(host.len());
    let host = host.get(..end).unwrap_or_default().to_ascii_lowercase();
    host == b"roblox.com" || host.ends_with(b".roblox.com")
}

/// Where `://` is in a text.
fn separators(text: &[u8]) -> impl Iterator<Item = usize> {
    text.windows(3).enumerate().filter(|(_, three)| *three == b"://").map(|(at, _)| at)
}
