//! Addresses of assets.

/// Returns true if a text is the address of an asset, in one of the known schemes.
pub fn is_address(text: &str) -> bool {
    let schemes = [
        "rbxassetid://",
        "rbxasset://",
        "rbxthumb://",
        "rbxhttp://",
        "rbxgameasset://",
        "http://",
        "https://",
    ];
    schemes
        .iter()
        .any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}
