//! The addresses of assets of Roblox in texts.

use std::borrow::Cow;

/// The number of an asset, if its address has one: after `rbxassetid://`, or as the parameter `id`.
pub(crate) fn asset_id(url: &str) -> Option<u64> {
    let url = url.to_ascii_lowercase();
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

/// The addresses in a text.
pub(crate) fn urls_in(text: &[u8]) -> Vec<Cow<'_, str>> {
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
