//! Addresses of assets.

use std::ops::Range;

/// The range of the asset number in an address, such as `rbxassetid://1234` or
/// `http://www.roblox.com/asset/?id=1234`.
pub fn number(address: &str) -> Option<Range<usize>> {
    let (scheme, rest) = address.split_once("://")?;
    let digits = |text: &str| {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        // The text is a part of the address.
        let at = (text.as_ptr() as usize).saturating_sub(address.as_ptr() as usize);
        (end > 0).then(|| at..at.saturating_add(end))
    };
    let rest = rest.trim_start();
    let is_number = rest.trim_end_matches('/').bytes().all(|byte| byte.is_ascii_digit());
    if is_number || scheme.eq_ignore_ascii_case("rbxassetid") {
        return digits(rest);
    }
    rest.split(['?', '&', '/']).find_map(|part| match part.split_once('=') {
        Some((key, value)) if key.eq_ignore_ascii_case("id") => digits(value.trim_start()),
        _ => None,
    })
}

/// The hash of the content in an address, such as `https://c0.rbxcdn.com/0123456789abcdef0123456789abcdef`: 32 or more
/// hexadecimal digits.
pub fn hash(address: &str) -> Option<&str> {
    address.split(|letter: char| !letter.is_ascii_alphanumeric()).find(|word| is_hash(word))
}

fn is_hash(word: &str) -> bool {
    word.len() >= 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The asset number in an address, such as 1234 in `rbxassetid://1234`; `None` if there is none.
pub fn asset_id(address: &str) -> Option<i64> {
    address.get(number(address)?)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_asset_is_in_its_address() {
        let found = [
            "rbxassetid://1234",
            "rbxassetid:// 1234",
            "http://www.roblox.com/asset/?id=56",
            "https://assetdelivery.roblox.com/v1/asset/?version=2&ID=7&x",
            "rbxthumb://type=Asset&id=89&w=150&h=150",
            "rbxasset://fonts/families/SourceSansPro.json",
            "rbxasset://fonts/head.mesh",
            "rbxassetid://",
            "rbxassetid://99999999999999999999",
            "1234",
        ];
        let wanted = [Some(1234), Some(1234), Some(56), Some(7), Some(89), None, None, None, None, None];
        assert_eq!(found.map(asset_id), wanted);
        assert_eq!(number("rbxthumb://type=Asset&id=89&w=150"), Some(25..27));
    }
}
