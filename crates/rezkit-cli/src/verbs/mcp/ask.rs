//! The requests and the replies of the server. Each variant of [`Ask`] is a tool of the protocol, with the
//! name, description and parameters of the variant.

use super::arguments;
use crate::show::clean;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A question or a change.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Ask {
    /// Lists the files that can be opened. Start here if the user named no file.
    ListFiles {
        /// Only those in this folder.
        folder: Option<String>,
        /// Number of lines to skip, as the previous answer states.
        #[serde(default)]
        offset: usize,
    },
    /// Says what a file is and holds: classes, scripts, problems, the upper levels of its tree. Ask this first of each
    /// file.
    Overview {
        /// The file, as list_files names it.
        file: String,
    },
    /// Lists what is in a part of the tree, level by level.
    Tree {
        /// The file.
        file: String,
        /// The part, such as Workspace/Map; by default the whole file.
        path: Option<String>,
        /// Number of levels to show; by default 2.
        depth: Option<usize>,
        /// Number of lines to skip.
        #[serde(default)]
        offset: usize,
        /// The budget of the answer, 200 to 20,000; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Finds parts by an expression or a selector: "Part and Transparency>0.5", "name~*Door*", "Material=Neon",
    /// "@Speed>1", "inside Workspace/Map and Script", "Model.Door > BasePart[Anchored = false]".
    Query {
        /// The file.
        file: String,
        /// Expression that chooses parts. A class chooses derived ones, too. Operators: = != < <= > >= ~ (pattern
        /// with *), and, or, not, inside PATH, has CLASS.
        selector: String,
        /// Properties to show of each, such as ["Size.Y", "Material"].
        #[serde(default)]
        properties: Vec<String>,
        /// Only count, by the values of this property, or by "class" or "name".
        count_by: Option<String>,
        /// Number of parts to skip.
        #[serde(default)]
        offset: usize,
        /// The budget of the answer; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Shows the properties, attributes and tags of one part.
    Get {
        /// The file.
        file: String,
        /// The part, by its path.
        path: String,
        /// Only these, in full.
        #[serde(default)]
        properties: Vec<String>,
        /// The budget of the answer; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Lists the scripts with their numbers of lines.
    ListScripts {
        /// The file.
        file: String,
        /// Number of scripts to skip.
        #[serde(default)]
        offset: usize,
        /// The budget of the answer; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Reads lines of a script.
    ReadScript {
        /// The file.
        file: String,
        /// The script, by its path.
        path: String,
        /// The first line; by default 1.
        first_line: Option<usize>,
        /// The last line; by default as many as fit the budget.
        last_line: Option<usize>,
        /// The budget of the answer; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Finds lines in all scripts by a regular expression.
    GrepScripts {
        /// The file.
        file: String,
        /// Regular expression as in ripgrep, without look-around.
        pattern: String,
        /// Ignores case.
        #[serde(default)]
        ignore_case: bool,
        /// Number of lines to skip.
        #[serde(default)]
        offset: usize,
        /// The budget of the answer; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Lists what is wrong with a file: its broken rules, or all findings of one.
    Findings {
        /// The file.
        file: String,
        /// All findings of this rule, such as RBX010.
        rule: Option<String>,
        /// Number of findings to skip.
        #[serde(default)]
        offset: usize,
        /// The budget of the answer; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Lists what differs from another file, part by part and line by line; without one, from the file on the disk: what
    /// is not saved yet.
    Diff {
        /// The file.
        file: String,
        /// The older file.
        other: Option<String>,
        /// Number of changes to skip.
        #[serde(default)]
        offset: usize,
        /// The budget of the answer; by default 500.
        max_tokens: Option<usize>,
    },
    /// Draws the file, or a part of it. Assets that are not in the file are left out.
    Picture {
        /// The file.
        file: String,
        /// The part, by its path; by default the contents of the Workspace.
        path: Option<String>,
        /// saved (the camera in the place), about, all, top, front, back, left, right, or two angles such as "30,20".
        view: Option<String>,
        /// The side in pixels, 64 to 1,024; by default 512.
        size: Option<u32>,
    },
    /// Lists the assets that a file uses by id or address, with what uses them.
    Assets {
        /// The file.
        file: String,
        /// Number of uses to skip.
        #[serde(default)]
        offset: usize,
        /// The budget of the answer; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Lists what scripts use, with lines: modules, services, remotes, attributes, tags, assets; or which lines name one
    /// instance. Nothing is run: what scripts compute is not followed.
    Uses {
        /// The file.
        file: String,
        /// Only uses of this instance, by its path, or by this script.
        path: Option<String>,
        /// Only uses whose kind begins like this: requires, service, fires, listens, reads, sets, asset, names.
        kind: Option<String>,
        /// Number of uses to skip.
        #[serde(default)]
        offset: usize,
        /// The budget of the answer; by default 2,000.
        max_tokens: Option<usize>,
    },
    /// Gives a property another value, of one part or of all that a selector chooses. Nothing is written before save.
    Set {
        /// The file.
        file: String,
        /// The part, by its path.
        path: Option<String>,
        /// Expression that chooses parts instead, as in query.
        selector: Option<String>,
        /// The property, such as Anchored, Position, Name, Parent (a path) or @Speed for an attribute.
        property: String,
        /// The value as get shows it: true, 0.5, "Neon", "Vector3(4, 1, 2)", "#ff8800".
        value: Scalar,
        /// Type of a new property or attribute, such as Bool, Float64, String or Vector3.
        r#type: Option<String>,
    },
    /// Adds an instance of a class, with its defaults. Nothing is written before save.
    New {
        /// The file.
        file: String,
        /// The path of the instance that it goes into; "(file)" for the top.
        parent: String,
        /// The class, such as Part or Script.
        class: String,
        /// Its name; by default that of the class.
        name: Option<String>,
        /// Its properties by name; of scripts also Source.
        #[serde(default)]
        properties: BTreeMap<String, Scalar>,
    },
    /// Adds all instances of another model. Nothing is written before save.
    Add {
        /// The file.
        file: String,
        /// The path of the instance that they go into; "(file)" for the top.
        parent: String,
        /// The model.
        from: String,
    },
    /// Copies instances with their descendants, within the file or from another one. Nothing is written
    /// before save.
    Copy {
        /// The file that the copies go to.
        file: String,
        /// The instances, by their paths.
        #[serde(default)]
        paths: Vec<String>,
        /// Or all instances that this chooses, as in query.
        selector: Option<String>,
        /// The path of the instance that they go into; by default where the originals are.
        parent: Option<String>,
        /// The file that the instances are in, if it is another one.
        from: Option<String>,
    },
    /// Restores an instance and its descendants, with their values and parents, from an older version.
    /// Nothing is written before save.
    Restore {
        /// The file.
        file: String,
        /// The instance, by its path in the older version.
        path: String,
        /// The older version; by default the file on the disk.
        from: Option<String>,
        /// Restores values only: no instance is added, removed or moved.
        #[serde(default)]
        properties_only: bool,
    },
    /// Removes a part with its contents, or all that a selector chooses. Nothing is written before save.
    Remove {
        /// The file.
        file: String,
        /// The part, by its path.
        path: Option<String>,
        /// Expression that chooses parts instead, as in query.
        selector: Option<String>,
    },
    /// Replaces lines of a script. Nothing is written before save.
    EditScript {
        /// The file.
        file: String,
        /// The script, by its path.
        path: String,
        /// The first line that is replaced.
        first_line: usize,
        /// The last line that is replaced; first_line - 1 puts the text before first_line.
        last_line: usize,
        /// The new lines; empty to remove the old ones.
        text: String,
    },
    /// Takes the last change back that was not saved.
    Undo {
        /// The file.
        file: String,
    },
    /// Drops all changes that were not saved, and reads the file from the disk again.
    Reload {
        /// The file.
        file: String,
    },
    /// Writes the changes into the file; all else stays byte for byte. A copy of the old file is kept, which
    /// `rez undo` restores.
    Save {
        /// The file.
        file: String,
        /// A new file to write in its place, of the same format.
        to: Option<String>,
    },
}

/// A value, as a text or as JSON has it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a value is a text, a number, or true or false")]
#[schemars(inline)]
pub(super) enum Scalar {
    Text(String),
    Bool(bool),
    Number(serde_json::Number),
}

impl Scalar {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.to_string(),
        }
    }
}

impl Ask {
    /// Parses the request of a client.
    ///
    /// # Errors
    ///
    /// If there is no such tool, or the arguments do not fit it.
    pub(super) fn read(name: &str, arguments: JsonObject) -> Result<Self, String> {
        let Some(tool) = ALL.iter().find(|tool| tool.name == name) else {
            let names: Vec<_> = ALL.iter().map(|tool| &*tool.name).collect();
            return Err(format!("| {}\nis not a tool; the tools are {}", clean(name), names.join(", ")));
        };
        arguments::check(tool, &arguments)?;
        let ask = Json::Object(JsonObject::from_iter([(name.to_owned(), Json::Object(arguments))]));
        serde_json::from_value(ask).map_err(|error| error.to_string())
    }

    /// The file that the request concerns.
    pub(super) fn file(&self) -> Option<&str> {
        match self {
            Self::ListFiles { .. } => None,
            Self::Overview { file }
            | Self::Tree { file, .. }
            | Self::Query { file, .. }
            | Self::Get { file, .. }
            | Self::ListScripts { file, .. }
            | Self::ReadScript { file, .. }
            | Self::GrepScripts { file, .. }
            | Self::Findings { file, .. }
            | Self::Diff { file, .. }
            | Self::Picture { file, .. }
            | Self::Assets { file, .. }
            | Self::Uses { file, .. }
            | Self::Set { file, .. }
            | Self::New { file, .. }
            | Self::Add { file, .. }
            | Self::Copy { file, .. }
            | Self::Restore { file, .. }
            | Self::Remove { file, .. }
            | Self::EditScript { file, .. }
            | Self::Undo { file }
            | Self::Reload { file }
            | Self::Save { file, .. } => Some(file),
        }
    }

    /// The other file that the request reads.
    pub(super) fn other(&self) -> Option<&str> {
        match self {
            Self::Diff { other, .. } => other.as_deref(),
            Self::Add { from, .. } => Some(from),
            Self::Copy { from, .. } | Self::Restore { from, .. } => from.as_deref(),
            _ => None,
        }
    }

    /// The request without its file, on one line.
    pub(super) fn line(&self) -> String {
        let Ok(Json::Object(call)) = serde_json::to_value(self) else { return String::new() };
        let tool = |(name, mut arguments): (String, Json)| {
            if let Json::Object(arguments) = &mut arguments {
                arguments.retain(|name, value| name != "file" && !value.is_null());
            }
            format!("{name} {arguments}")
        };
        call.into_iter().map(tool).collect()
    }

    /// Returns true if the request changes the file in memory.
    pub(super) fn is_change(&self) -> bool {
        matches!(
            self,
            Self::Set { .. }
                | Self::New { .. }
                | Self::Add { .. }
                | Self::Copy { .. }
                | Self::Restore { .. }
                | Self::Remove { .. }
                | Self::EditScript { .. }
        )
    }

    /// Returns true for a tool that exists only with `--write`.
    pub(super) fn needs_write(&self) -> bool {
        self.is_change() || matches!(self, Self::Undo { .. } | Self::Reload { .. } | Self::Save { .. })
    }
}

/// The tools that exist only with `--write`.
const OF_WRITE: [&str; 10] =
    ["set", "new", "add", "copy", "restore", "remove", "edit_script", "undo", "reload", "save"];

static ALL: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let mut schema = schema_for!(Ask).to_value();
    let variants = schema.get_mut("oneOf").and_then(Json::as_array_mut).map(std::mem::take);
    variants.into_iter().flatten().filter_map(tool).collect()
});

/// All tools, or those that only read.
pub(super) fn tools(can_write: bool) -> Vec<Tool> {
    ALL.iter().filter(|tool| can_write || !is_of_write(tool)).cloned().collect()
}

fn is_of_write(tool: &Tool) -> bool {
    OF_WRITE.contains(&&*tool.name)
}

/// Builds a tool from the schema of a variant of [`Ask`].
fn tool(mut variant: Json) -> Option<Tool> {
    let description = variant.get("description")?.as_str()?.replace('\n', " ");
    let (name, schema) =
        std::mem::take(variant.get_mut("properties")?.as_object_mut()?).into_iter().next()?;
    let Json::Object(schema) = schema else { return None };
    let mut tool = Tool::new(name, description, schema);
    let is_of_write = is_of_write(&tool);
    let hints = ToolAnnotations::new().read_only(!is_of_write).open_world(false);
    tool.annotations =
        Some(if is_of_write { hints.destructive(["reload", "save"].contains(&&*tool.name)) } else { hints });
    Some(tool)
}

/// An answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    Text(String),
    /// A text, and a PNG as base64.
    Picture(String, String),
    /// A description of the error, with advice.
    Error(String),
}

impl Reply {
    pub(super) fn text(&self) -> &str {
        let (Self::Text(text) | Self::Picture(text, _) | Self::Error(text)) = self;
        text
    }

    /// Inserts text at the beginning.
    pub(super) fn begin_with(&mut self, before: &str) {
        let (Self::Text(text) | Self::Picture(text, _) | Self::Error(text)) = self;
        text.insert_str(0, before);
    }
}

impl From<Reply> for CallToolResult {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::Text(text) => Self::success(vec![ContentBlock::text(text)]),
            Reply::Picture(text, png) => {
                Self::success(vec![ContentBlock::text(text), ContentBlock::image(png, "image/png")])
            }
            Reply::Error(text) => Self::error(vec![ContentBlock::text(text)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tools_are_described_and_short() {
        let all = tools(true);
        assert_eq!((all.len(), tools(false).len()), (23, 23 - OF_WRITE.len()));
        for tool in &all {
            let description = tool.description.as_deref().unwrap();
            let is_line = description.ends_with('.') && !description.contains('\n');
            assert!(description.len() < 300 && is_line, "{}: {description}", tool.name);
            for (name, parameter) in tool.input_schema["properties"].as_object().unwrap() {
                assert!(parameter["description"].is_string(), "{}.{name}", tool.name);
            }
            assert!(!json!(tool).to_string().contains("$ref"), "{}", tool.name);
            let arguments = json!({"file": "a", "selector": "Part", "path": "A", "pattern": "a", "property": "Name",
                "value": 1, "parent": "A", "class": "Part", "from": "b", "first_line": 1, "last_line": 1, "text": ""});
            let is_its = |name: &String| tool.input_schema["properties"].get(name).is_some();
            let arguments =
                arguments.as_object().unwrap().clone().into_iter().filter(|(name, _)| is_its(name));
            let ask = Ask::read(&tool.name, arguments.collect()).unwrap();
            assert_eq!(ask.needs_write(), is_of_write(tool), "{}", tool.name);
            assert_eq!(ask.file().is_some(), tool.name != "list_files");
        }
        // What each conversation begins with.
        let n_bytes = serde_json::to_string(&all).unwrap().len();
        assert!(n_bytes < 16_000, "{n_bytes}");
    }

    #[test]
    fn wrong_arguments_are_named() {
        let read = |name: &str, arguments: Json| {
            Ask::read(name, arguments.as_object().unwrap().clone()).unwrap_err()
        };
        let tools = "is not a tool; the tools are list_files, overview, tree, ";
        assert!(read("open", json!({})).starts_with(&format!("| open\n{tools}")));
        let value = "The value as get shows it: true, 0.5, \"Neon\", \"Vector3(4, 1, 2)\", \"#ff8800\".";
        for (tool, arguments, expected) in [
            ("get", json!({"file": "a"}), "path is missing: The part, by its path.".to_owned()),
            ("overview", json!({"file": "a", "path": "b"}), "| path\nis not an argument of overview, which has file".to_owned()),
            ("overview", json!({"file": 5}), "file is another number, but must be a text: The file, as list_files names it.".to_owned()),
            (
                "set",
                json!({"file": "a", "property": "Size", "value": [4, 1, 2]}),
                format!("value is an array, but must be a text or true or false or a number: {value}"),
            ),
            ("set", json!({"file": "a", "property": "Size"}), format!("value is missing: {value}")),
            (
                "new",
                json!({"file": "a", "parent": "b", "class": "Part", "properties": {"Size": {"x": 1}}}),
                "a value in properties is an object, but must be a text or true or false or a number: Its properties by name; of scripts also Source.".to_owned(),
            ),
            (
                "query",
                json!({"file": "a", "selector": "Part", "properties": [1]}),
                "a value in properties is another number, but must be a text: Properties to show of each, such as [\"Size.Y\", \"Material\"].".to_owned(),
            ),
            (
                "tree",
                json!({"file": "a", "depth": -1}),
                "depth is another number, but must be a whole number from 0 on: Number of levels to show; by default 2.".to_owned(),
            ),
        ] {
            assert_eq!(read(tool, arguments), expected);
        }
        assert!(
            Ask::read("tree", json!({"file": "a", "path": null, "depth": 3}).as_object().unwrap().clone())
                .is_ok()
        );
    }
}
