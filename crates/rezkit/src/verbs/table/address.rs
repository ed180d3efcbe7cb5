//! Addresses of assets.

/// The number of an asset in an address, such as `rbxassetid://1234` or `http://www.roblox.com/asset/?id=1234`.
pub(super) fn asset_id(uri: &str) -> Option<i64> {
    let (_, rest) = uri.split_once("://")?;
    let digits = |text: &str| {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        text.get(..end).and_then(|digits| digits.parse().ok())
    };
    let whole =
        Some(rest.trim_end_matches('/')).filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    whole.and_then(|rest| rest.parse().ok()).or_else(|| {
        let mut parts = rest.split(['?', '&']);
        parts.find_map(|part| match part.split_once('=') {
            Some((key, value)) if key.eq_ignore_ascii_case("id") => digits(value),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_asset_is_in_its_address() {
        let found = [
            "rbxassetid://1234",
            "http://www.roblox.com/asset/?id=56",
            "https://assetdelivery.roblox.com/v1/asset/?version=2&ID=7&x",
            "rbxthumb://type=Asset&id=89&w=150&h=150",
            "rbxasset://fonts/families/SourceSansPro.json",
            "rbxassetid://",
            "rbxassetid://99999999999999999999",
            "1234",
        ];
        let wanted = [Some(1234), Some(56), Some(7), Some(89), None, None, None, None];
        assert_eq!(found.map(asset_id), wanted);
    }
}
