//! The assets that a document uses.

use super::Document;
use crate::common::assets::{asset_id, urls_in};
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
        asset_id(&self.url)
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
