//! The assets that a document uses.

use super::property::PropertyRef;
use super::text::Text;
use super::tree::Document;
use super::value::{ContentId, Font, ItemId, Value};
use crate::common::assets::{asset_id, urls_in};
use std::borrow::Cow;

/// The address of an asset, where it occurs in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Asset<'a> {
    /// The item that uses it.
    pub item: ItemId,
    /// The property that has the address.
    pub property: &'a Text,
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
    /// The addresses of assets in all properties with text: contents, fonts, strings, and the sources of scripts.
    ///
    /// Addresses begin with `rbxassetid://`, `rbxasset://`, `rbxthumb://` or `rbxgameasset://`, or are on the web site of
    /// Roblox. In a text, an address ends before white space, quotes and brackets.
    ///
    /// ```
    /// use rbxxml::{ContentId, Document, Item};
    ///
    /// let mut document = Document::new();
    /// let source = "play('rbxassetid://12') -- http://www.roblox.com/asset/?id=34";
    /// document.add(None, Item::new("Script").with("Source", source))?;
    /// document.add(None, Item::new("Decal").with("Texture", ContentId::Url("rbxasset://a b.png".into())))?;
    /// let urls: Vec<_> = document.assets().map(|asset| (asset.url.to_string(), asset.asset_id())).collect();
    /// assert_eq!(urls[0], ("rbxassetid://12".into(), Some(12)));
    /// assert_eq!(urls[1], ("http://www.roblox.com/asset/?id=34".into(), Some(34)));
    /// assert_eq!(urls[2], ("rbxasset://a b.png".into(), None));
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn assets(&self) -> impl Iterator<Item = Asset<'_>> {
        self.walk().flat_map(|visit| {
            visit.item.properties.iter().flat_map(move |property| {
                let asset = move |url| Asset { item: visit.id, property: property.name(), url };
                urls(property).into_iter().map(asset)
            })
        })
    }
}

fn urls(property: PropertyRef<'_>) -> Vec<Cow<'_, str>> {
    fn whole(content: &ContentId) -> Option<Cow<'_, str>> {
        content.url().filter(|url| !url.is_empty()).map(|url| url.to_string_lossy())
    }
    match property.value {
        Value::Font(font) => {
            let Font { family, cached_face_id, .. } = &**font;
            [Some(family), cached_face_id.as_ref()].into_iter().flatten().filter_map(whole).collect()
        }
        Value::ContentId(content) => whole(content).into_iter().collect(),
        Value::Content(_) => {
            let url = property.value.as_text().filter(|url| !url.is_empty());
            url.map(|url| url.to_string_lossy()).into_iter().collect()
        }
        value => value.as_text().map_or_else(Vec::new, |text| urls_in(text)),
    }
}
