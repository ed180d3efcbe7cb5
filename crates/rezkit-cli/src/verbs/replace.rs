//! The verb `replace`: exchanges assets for others, and text in scripts.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{Done, Ending};
use crate::editing::{self, EditArgs};
use crate::output::Out;
use crate::show;
use clap::Args;
use rezkit::{AssetMap, Edit, Pattern, edit_in_pieces, replace_in_scripts};

/// Replaces assets in a model or place, or text in scripts.
///
/// Everything else stays byte for byte. An asset is a number, which stands for every form of its address, or an address. Properties, attributes and fonts are
/// looked at, and with --scripts also addresses in scripts. `rez refs` says where an asset is used. The exit status is 1
/// if nothing was replaced.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez replace place.rbxl 1234=5678 --dry-run" => "what would change"
    "rez replace place.rbxl 1234=5678 99=rbxassetid://100 --in-place" => "two assets"
    "rez replace place.rbxl --in-scripts wait( task.wait( --dry-run" => "the lines of scripts that would change"
    "rez set place.rbxl --map-assets old-new.csv --in-place" => "the same for a long list"
})]
pub(super) struct ReplaceArgs {
    #[command(flatten)]
    target: EditArgs,
    /// The old asset and the new one, which are numbers or addresses.
    #[arg(value_name = "OLD=NEW", required_unless_present = "in_scripts")]
    pairs: Vec<String>,
    /// Replace addresses in the sources of scripts, too.
    #[arg(long)]
    scripts: bool,
    /// Replace a text by another one in the sources of all scripts, and nothing else.
    #[arg(long, num_args = 2, value_names = ["TEXT", "TEXT"], allow_hyphen_values = true, conflicts_with_all = ["pairs", "scripts"])]
    in_scripts: Vec<String>,
    /// Take the first text of --in-scripts as a regular expression; `$1` in the second one is its first group.
    #[arg(long, requires = "in_scripts")]
    regex: bool,
}

pub(super) fn run(verb: &ReplaceArgs, common: &Common, out: &mut Out) -> Ending {
    if let [old, new] = &verb.in_scripts[..] {
        let pattern = if verb.regex { Pattern::new(old, false) } else { Pattern::literal(old, false) };
        let pattern = pattern.map_err(|problem| Done::failed(Code::Usage, show::problem(old, &problem)))?;
        return editing::edit_file(&verb.target, "text", "replaced", common, out, |file, give| {
            replace_in_scripts(file, &pattern, new, give)
        });
    }
    let mut map = AssetMap::default();
    for pair in &verb.pairs {
        let Some((old, new)) = split(pair) else {
            return Err(Done::misused(pair, "this is not OLD=NEW, such as 1234=5678"));
        };
        map.insert(old, new).map_err(|problem| Done::failed(Code::Usage, show::problem(pair, &problem)))?;
    }
    let edits = [Edit::MapAssets { map, scripts: verb.scripts }];
    editing::edit_file(&verb.target, "value", "replaced", common, out, |file, give| {
        edit_in_pieces(file, &edits, give)
    })
}

/// Splits a pair at `=`. Addresses may contain `=` too, but it is not followed by an address or only digits.
fn split(pair: &str) -> Option<(&str, &str)> {
    let is_asset = |text: &str| {
        text.contains("://") || !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut all = pair.match_indices('=').map(|(at, _)| (&pair[..at], &pair[at + 1..]));
    all.find(|(old, new)| is_asset(old) && is_asset(new)).or_else(|| pair.split_once('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_may_have_the_sign() {
        let address = "http://www.roblox.com/asset/?id=12";
        assert_eq!(split("12=34"), Some(("12", "34")));
        assert_eq!(split("rbxassetid://12=34"), Some(("rbxassetid://12", "34")));
        assert_eq!(split(&format!("7={address}")), Some(("7", address)));
        // If there are two ways to split, the first one counts: the value of `id` is a number.
        assert_eq!(split(&format!("{address}=34")), Some((&address[..address.len()], "34")));
        assert_eq!((split("12"), split("a=b")), (None, Some(("a", "b"))));
    }
}
