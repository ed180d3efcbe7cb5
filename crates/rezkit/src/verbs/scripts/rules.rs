//! The rules of scripts.

use files::rules::{Rule, Severity};

/// A script that Luau refuses.
pub(super) static SCR001: Rule = Rule {
    id: "SCR001",
    severity: Severity::Error,
    title: "Luau can read a script",
    broken: "Luau cannot read a script",
    why: "A script with a syntax error does not run at all. Only the first error of a script is reported, since what follows it may be wrong for the same reason.",
    fix: "Correct the line: the message says what is expected there.",
};

/// A string whose characters are written as numbers, with the profile `toolbox`.
pub(super) static SCR101: Rule = Rule {
    id: "SCR101",
    severity: Severity::Warning,
    title: "Strings are written in plain characters",
    broken: "A string writes letters and digits as escapes, so that a search does not find them",
    why: "Escapes such as `\\114` and `\\x72` are for characters that cannot be typed. Written so, a name is hidden from readers and searches.",
    fix: "Read what the string says, which is shown decoded, and where it is used. Remove the script unless you know why it is there.",
};

/// A name that is built from parts, with the profile `toolbox`.
pub(super) static SCR102: Rule = Rule {
    id: "SCR102",
    severity: Severity::Error,
    title: "A script spells the names of functions and services that run or load code",
    broken: "A script builds the name of a function or service, so that a search does not find it",
    why: "Nobody joins, reverses or decodes such a name in order to use it, except to hide that it is used.",
    fix: "Remove the script. If the model needs it, find another model.",
};

/// A global that is reached through a table, with the profile `toolbox`.
pub(super) static SCR103: Rule = Rule {
    id: "SCR103",
    severity: Severity::Warning,
    title: "A script names the globals that it uses",
    broken: "A script takes a global out of a table",
    why: "`getfenv()[name]` is any function at all, and a search for its name does not find it.",
    fix: "Read which name it is. Remove the script unless you know why it is there.",
};

/// A `require` of a number that is not written in plain digits, with the profile `toolbox`.
pub(super) static SCR104: Rule = Rule {
    id: "SCR104",
    severity: Severity::Error,
    title: "A script spells the number of an asset that it requires",
    broken: "A script hides that it requires an asset, or which one",
    why: "The asset is code that the author of the model, or whoever owns the asset, can replace at any time. Numbers in hexadecimal and computed numbers are not found by a search.",
    fix: "Remove the line, and the script if it has no other purpose.",
};

/// A `loadstring` of a text that is not written as such in the script, with the profile `toolbox`.
pub(super) static SCR105: Rule = Rule {
    id: "SCR105",
    severity: Severity::Warning,
    title: "A script spells the code that it runs",
    broken: "A script runs code that it decodes, or takes from elsewhere",
    why: "The code is not in the script, so that nobody can read it.",
    fix: "Find out where the text comes from. Remove the script unless you know why it is there.",
};

/// A global that is computed, with the profile `toolbox`.
pub(super) static SCR106: Rule = Rule {
    id: "SCR106",
    severity: Severity::Note,
    title: "A script names the globals that it uses",
    broken: "A script computes which global it uses",
    why: "`getfenv()[name]` is any function at all. Scripts that let administrators type commands do so on purpose.",
    fix: "Read where the name comes from.",
};

/// A function that runs code and is passed on, with the profile `toolbox`.
pub(super) static SCR107: Rule = Rule {
    id: "SCR107",
    severity: Severity::Note,
    title: "A script calls the functions that run code itself",
    broken: "A script passes on a function that runs code",
    why: "A table or another function holds `require` or `loadstring`, and what it is called with there is not followed.",
    fix: "Look for the calls, and for the numbers and texts in them.",
};

/// Code outside of the window, with the profile `toolbox`.
pub(super) static SCR111: Rule = Rule {
    id: "SCR111",
    severity: Severity::Error,
    title: "Code is in view",
    broken: "Code is out of sight",
    why: "Many blanks or empty lines put it outside of the window of an editor, or it stands between two comments of many lines.",
    fix: "Read the line to its end. Remove the script unless you know why it is there.",
};

/// A line that nobody reads, with the profile `toolbox`.
pub(super) static SCR112: Rule = Rule {
    id: "SCR112",
    severity: Severity::Note,
    title: "Lines of code are short enough to read",
    broken: "A line of code is longer than anybody reads",
    why: "Programs that make code unreadable write it in one line. So do some that make it smaller.",
    fix: "Find out which program wrote the script, and use the original.",
};

/// Compiled code, with the profile `toolbox`.
pub(super) static SCR113: Rule = Rule {
    id: "SCR113",
    severity: Severity::Error,
    title: "A script is a text",
    broken: "A script holds compiled code",
    why: "Nobody can read it, and Roblox has not run it since 2012.",
    fix: "Remove the script.",
};

/// A script without a visible name, with the profile `toolbox`.
pub(super) static SCR114: Rule = Rule {
    id: "SCR114",
    severity: Severity::Warning,
    title: "The name of a script is visible",
    broken: "The name of a script is invisible",
    why: "It is overlooked in the Explorer.",
    fix: "Read the script. Rename or remove it.",
};

/// A module that is an asset, with the profile `toolbox`.
pub(super) static SCR121: Rule = Rule {
    id: "SCR121",
    severity: Severity::Note,
    title: "Required modules are in the file",
    broken: "A script requires a module that is an asset",
    why: "Its owner can replace it at any time, so that nobody knows what it does tomorrow. Many administration tools and some games are loaded like this on purpose.",
    fix: "Look the asset up on the website. Keep the line only if you trust its owner.",
};

/// A text that runs as a script, with the profile `toolbox`.
pub(super) static SCR122: Rule = Rule {
    id: "SCR122",
    severity: Severity::Note,
    title: "Code is in scripts",
    broken: "A script runs a text as code, or replaces the globals of a function",
    why: "Models that do so are hard to judge. `loadstring` works only where a setting of the game allows it, which is off by default.",
    fix: "Read where the text comes from.",
};

/// Assets that are loaded, with the profile `toolbox`.
pub(super) static SCR123: Rule = Rule {
    id: "SCR123",
    severity: Severity::Note,
    title: "A script loads no models",
    broken: "A script loads a model",
    why: "The model may hold scripts, which run, and its owner can replace it.",
    fix: "Look the asset up on the website.",
};

/// Requests over the network, with the profile `toolbox`.
pub(super) static SCR124: Rule = Rule {
    id: "SCR124",
    severity: Severity::Note,
    title: "A script sends no requests",
    broken: "A script sends requests to other computers",
    why: "It can send what it knows about your game and its players, and receive instructions. It works only where a setting of the game allows it.",
    fix: "Look at the address, and at what is sent.",
};

/// Teleports, with the profile `toolbox`.
pub(super) static SCR125: Rule = Rule {
    id: "SCR125",
    severity: Severity::Note,
    title: "A script keeps players in the game",
    broken: "A script teleports players to a place",
    why: "It can take your players to another game.",
    fix: "Look the number of the place up on the website.",
};

/// Prompts to buy something, with the profile `toolbox`.
pub(super) static SCR126: Rule = Rule {
    id: "SCR126",
    severity: Severity::Note,
    title: "A script sells nothing",
    broken: "A script asks players to buy something",
    why: "Whoever made what is sold gets the money.",
    fix: "Look the number up on the website.",
};

/// A script that copies itself, with the profile `toolbox`.
pub(super) static SCR127: Rule = Rule {
    id: "SCR127",
    severity: Severity::Note,
    title: "A script does not copy itself",
    broken: "A script copies itself",
    why: "Scripts that spread through a game do so, and removing one of them does not remove the others. So do scripts that build something anew, or that affect each player.",
    fix: "Find out where the copies go. If they go to instances that have nothing to do with it, remove them all.",
};

/// Code that waits for a date, a player or a group, with the profile `toolbox`.
pub(super) static SCR131: Rule = Rule {
    id: "SCR131",
    severity: Severity::Note,
    title: "A script behaves the same for all players at all times",
    broken: "A script waits for a date, a player or a group",
    why: "What it does then is not seen in a test. Administrators are often recognised like this, too.",
    fix: "Read what the script does if the condition is true.",
};

/// Code in a value, with the profile `toolbox`.
pub(super) static SCR141: Rule = Rule {
    id: "SCR141",
    severity: Severity::Warning,
    title: "Code is in scripts",
    broken: "A value that is no script holds code",
    why: "A script takes it from there and runs it, and whoever reads only scripts does not see it.",
    fix: "Find the script that reads the value. Remove both unless you know why they are there.",
};

/// The rules of scripts.
pub static SCRIPT_RULES: &[&Rule] = &[
    &SCR001, &SCR101, &SCR102, &SCR103, &SCR104, &SCR105, &SCR106, &SCR107, &SCR111, &SCR112, &SCR113,
    &SCR114, &SCR121, &SCR122, &SCR123, &SCR124, &SCR125, &SCR126, &SCR127, &SCR131, &SCR141,
];
