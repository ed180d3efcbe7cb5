//! `scriptsN`: ReplicatedStorage > one Folder per 100 > N ModuleScripts.

use super::parts::UniqueId;
use super::random::Random;

/// The number of scripts in a folder.
pub const PER_FOLDER: usize = 100;

/// One ModuleScript.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptRow {
    pub name: String,
    /// 2048 bytes of something that looks like Lua.
    pub source: String,
    pub script_guid: String,
    pub unique_id: UniqueId,
}

/// `count` scripts, in the order of the file; the recipe's `scripts20k` has 20,000.
pub fn scripts(count: u32) -> Vec<ScriptRow> {
    let mut random = Random::new(77);
    (0..count)
        .map(|index| ScriptRow {
            name: format!("Module{index}"),
            source: source(&mut random),
            script_guid: guid(random.uuid()),
            unique_id: UniqueId::new(index + 1, &mut random),
        })
        .collect()
}

/// A script of `count` functions with types, interpolated strings, and tables.
pub fn functions(count: u32) -> String {
    (0..count).map(|index| FUNCTION.replace("INDEX", &index.to_string())).collect()
}

const FUNCTION: &str = r#"local function updateINDEX(self, player: Player, amount: number?): boolean
	local stats = player:FindFirstChild("leaderstats")
	if not stats or amount == nil then
		return false
	end
	for index, value in ipairs(self.values) do
		self.values[index] = math.clamp(value + amount * 0.5, 0, 100)
	end
	self.remote:FireClient(player, { kind = "update", name = `{player.Name} {amount}`, [1] = "x" .. #self.values })
	return true
end

"#;

fn source(random: &mut Random) -> String {
    const BYTES: usize = 2048;
    let mut text = String::with_capacity(BYTES + 16);
    while text.len() < BYTES {
        for _ in 0..random.below(3) {
            text.push('\t');
        }
        for _ in 0..4 + random.below(6) {
            if random.chance(10) {
                text += &random.below(10_000).to_string();
            } else {
                text += random.pick(&WORDS);
            }
            text.push(random.pick(&[' ', ' ', '.', '(']));
        }
        text.push('\n');
    }
    text.truncate(BYTES);
    text
}

/// A GUID as Studio writes it: `{01234567-89AB-CDEF-0123-456789ABCDEF}`.
fn guid(bytes: [u8; 16]) -> String {
    let hex = format!("{:032X}", u128::from_be_bytes(bytes));
    format!("{{{}-{}-{}-{}-{}}}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

#[rustfmt::skip]
const WORDS: [&str; 42] = [
    "local", "function", "end", "if", "then", "else", "elseif", "for", "in", "pairs", "ipairs", "do", "while",
    "return", "nil", "true", "false", "not", "and", "or", "self", "game", "workspace", "script", "Parent",
    "require", "Instance", "new", "Vector3", "CFrame", "Position", "player", "Character", "Humanoid", "Connect",
    "wait", "print", "table", "insert", "string", "format", "math",
];

#[cfg(test)]
mod tests {
    use super::scripts;
    use crate::data::checksum;

    #[test]
    fn scripts_have_the_size_of_the_recipe() {
        let scripts = scripts(20_000);
        assert_eq!(scripts.len(), 20_000);
        assert!(scripts.iter().all(|script| script.source.len() == 2048 && script.script_guid.len() == 38));
        assert_eq!(checksum(format!("{:?}", &scripts[..100]).as_bytes()), 0x5cca_43d6_34aa_1b18);
    }
}
