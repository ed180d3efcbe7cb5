//! The mapping between names of instances and names of files.

/// The kind of a file, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A script, by its class; a plugin has a run context.
    Script(&'static str, Option<u32>),
    /// A model file.
    Model,
    /// The text of a StringValue.
    Text,
    /// A tree of instances as JSON.
    Json,
    /// Properties that belong to another file.
    Meta,
}

/// The file extensions of scripts, with class and run context.
// The empty extension matches all names, so it is last; 3 is `Enum.RunContext.Plugin`.
const SCRIPTS: [(&str, &str, Option<u32>); 4] = [
    (".server", "Script", None),
    (".client", "LocalScript", None),
    (".plugin", "Script", Some(3)),
    ("", "ModuleScript", None),
];

/// The name of the instance in a file, and the kind of the file; `None` for files that Rojo or this program ignores.
pub(super) fn sort(file: &str) -> Option<(&str, Sort)> {
    for ending in [".luau", ".lua"] {
        if let Some(stem) = file.strip_suffix(ending) {
            let found = SCRIPTS.iter().find_map(|(ending, class, context)| {
                Some((stem.strip_suffix(ending)?, Sort::Script(class, *context)))
            });
            return found;
        }
    }
    let others = [
        (".meta.json", Sort::Meta),
        (".model.json", Sort::Json),
        (".rbxm", Sort::Model),
        (".rbxmx", Sort::Model),
    ];
    let others = others.into_iter().chain([(".txt", Sort::Text)]);
    others.into_iter().find_map(|(ending, sort)| Some((file.strip_suffix(ending)?, sort)))
}

/// The file extension of a script.
pub(super) fn ending(class: &str, context: Option<u32>) -> &'static str {
    match (class, context) {
        ("ModuleScript", _) => ".luau",
        ("LocalScript", _) => ".client.luau",
        (_, Some(3)) => ".plugin.luau",
        _ => ".server.luau",
    }
}

/// The reason why a name cannot be that of a file or a folder on some system or in Rojo.
pub(super) fn refusal(name: &str) -> Option<&'static str> {
    const FORBIDDEN: &[char] = &['<', '>', ':', '"', '/', '|', '?', '*', '\\'];
    const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
    let upper = name.to_ascii_uppercase();
    let stem = upper.split('.').next().unwrap_or_default();
    let is_port = |stem: &str| {
        let digit = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
        digit.is_some_and(|digit| matches!(digit.as_bytes(), [b'1'..=b'9']))
    };
    match name {
        "" => Some("an empty name"),
        _ if name.len() > 100 => Some("a name of more than 100 bytes"),
        _ if name.starts_with('.') => Some("a name that begins with a dot"),
        _ if name.ends_with([' ', '.']) => Some("a name that ends in a space or a dot"),
        _ if name.contains(FORBIDDEN) || name.contains(char::is_control) => {
            Some("a character that file names cannot have")
        }
        // Windows opens devices under these names, with any extension.
        _ if DEVICES.contains(&stem) || is_port(stem) => Some("the name of a device"),
        _ if name == "init" || name.starts_with("init.") || name == "default.project" => {
            Some("a name with a special meaning in Rojo")
        }
        _ if name.contains('\u{fffd}') => Some("a name that is not UTF-8"),
        _ => None,
    }
}

/// Returns true if Rojo would read another name from the file of a script.
pub(super) fn is_trap(name: &str) -> bool {
    let endings = [".server", ".client", ".plugin", ".meta", ".model", ".project"];
    endings.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_files_are() {
        assert_eq!(sort("A.server.luau"), Some(("A", Sort::Script("Script", None))));
        assert_eq!(sort("A.b.client.lua"), Some(("A.b", Sort::Script("LocalScript", None))));
        assert_eq!(sort("A.plugin.luau"), Some(("A", Sort::Script("Script", Some(3)))));
        assert_eq!(sort("init.luau"), Some(("init", Sort::Script("ModuleScript", None))));
        assert_eq!(sort("init.meta.json"), Some(("init", Sort::Meta)));
        assert_eq!(sort("A.rbxm"), Some(("A", Sort::Model)));
        assert_eq!(sort("A.png"), None);
        for class in ["Script", "LocalScript", "ModuleScript"] {
            let file = format!("x{}", ending(class, None));
            assert_eq!(sort(&file), Some(("x", Sort::Script(class, None))));
        }
    }

    #[test]
    fn names_that_no_file_can_have_are_refused() {
        for name in ["", ".git", "a/b", "a:b", "dot.", "space ", "con", "COM1.x", "init", "init.server", "\n"]
        {
            assert!(refusal(name).is_some(), "{name:?}");
        }
        for name in ["Part", "a.b", "Käse", "COM10", "initial", "~"] {
            assert_eq!(refusal(name), None, "{name:?}");
        }
        assert!(is_trap("a.server") && !is_trap("a.serve"));
    }
}
