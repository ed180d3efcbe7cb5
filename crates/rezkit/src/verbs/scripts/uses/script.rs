//! The uses of one script, by what happens in it.

use super::target::Target;
use super::{ScriptUse, UseKind};
use crate::verbs::scripts::instances::Instances;
use crate::verbs::scripts::machine::Event;
use crate::verbs::scripts::value::{Member, Value};
use dom::address;
use files::addresses::is_address;
use files::outline::{Outline, Paths};
use scene::visible;

/// A script that is followed.
pub(super) struct Script<'o> {
    pub(super) outline: &'o dyn Outline,
    pub(super) paths: &'o Paths,
    pub(super) instances: &'o Instances<'o>,
    pub(super) number: u32,
    pub(super) path: String,
}

/// Methods that fire a remote or bindable.
const FIRE: [&str; 7] =
    ["FireServer", "FireClient", "FireAllClients", "InvokeServer", "InvokeClient", "Fire", "Invoke"];

/// Events and callbacks of remotes and bindables.
const HEARD: [&str; 6] =
    ["OnServerEvent", "OnClientEvent", "OnServerInvoke", "OnClientInvoke", "Event", "OnInvoke"];

impl Script<'_> {
    pub(super) fn of_event(&self, event: &Event<'_>) -> Option<(UseKind, Target)> {
        match event {
            Event::Instance { number, is_variable } => match self.instances.parent(*number) {
                _ if *number == 0 || *number == self.number => None,
                0 if dom::names::is_service(self.instances.class(*number)) => {
                    if *is_variable {
                        // The line that names it is enough.
                        return None;
                    }
                    let class = String::from_utf8_lossy(self.instances.class(*number));
                    Some((UseKind::Service, Target::Name(class.into_owned())))
                }
                _ => Some((UseKind::Names, Target::Instance(*number))),
            },
            Event::Absent(path) => {
                let service = path.strip_prefix("game.").filter(|name| !name.contains('.'));
                service.map(|name| (UseKind::Service, Target::Name(name.to_owned())))
            }
            Event::Constant(Value::Text(text)) => {
                let text = std::str::from_utf8(&text.bytes).ok()?;
                let number = address::number(text).filter(|_| is_address(text))?;
                Some((UseKind::Asset, Target::Name(text.get(number)?.to_owned())))
            }
            Event::Member(member) if HEARD.contains(&&*member.name) => self.heard(member),
            Event::Call { function, arguments, .. } => self.call(function, arguments),
            _ => None,
        }
    }

    fn heard(&self, member: &Member) -> Option<(UseKind, Target)> {
        let is_bindable = matches!(&*member.name, "Event" | "OnInvoke");
        match &member.owner {
            Value::Instance(number) => {
                let is_it = is_channel(self.instances.class(*number));
                is_it.then_some((UseKind::Listens, Target::Instance(*number)))
            }
            // Many other values have a field of this name.
            _ if is_bindable => None,
            owner => Some((UseKind::Listens, self.target(owner))),
        }
    }

    fn call(&self, function: &Value, arguments: &[Value]) -> Option<(UseKind, Target)> {
        if function.as_library() == Some("require") {
            return Some(self.require(arguments.first()));
        }
        let member = function.as_member().filter(|member| member.is_method)?;
        let first = || Target::from_value(arguments.first().filter(|value| value.as_text().is_some()));
        let second = || Target::from_value(arguments.get(1).filter(|value| value.as_text().is_some()));
        Some(match &*member.name {
            "GetService" | "FindService" if matches!(member.owner, Value::Instance(0)) => match first() {
                // A name that is known is reported where the service is.
                Target::Computed => (UseKind::Service, Target::Computed),
                _ => return None,
            },
            name if FIRE.contains(&name) => match &member.owner {
                Value::Instance(number) if is_channel(self.instances.class(*number)) => {
                    (UseKind::Fires, Target::Instance(*number))
                }
                Value::Instance(_) => return None,
                // `Fire` and `Invoke` are methods of many other things.
                _ if matches!(name, "Fire" | "Invoke") => return None,
                owner => (UseKind::Fires, self.target(owner)),
            },
            "GetAttribute" | "GetAttributeChangedSignal" => (UseKind::ReadsAttribute, first()),
            "SetAttribute" => (UseKind::SetsAttribute, first()),
            // Of an instance itself, or by CollectionService, whose first argument is the instance.
            "HasTag" | "AddTag" | "RemoveTag" => {
                let kind = if &*member.name == "HasTag" { UseKind::ReadsTag } else { UseKind::SetsTag };
                (kind, if arguments.len() > 1 { second() } else { first() })
            }
            "GetTagged" | "GetInstanceAddedSignal" | "GetInstanceRemovedSignal" => {
                (UseKind::ReadsTag, first())
            }
            _ => return None,
        })
    }

    fn require(&self, module: Option<&Value>) -> (UseKind, Target) {
        match module {
            Some(Value::Instance(number)) => (UseKind::Require, Target::Instance(*number)),
            Some(Value::Absent(path)) => (UseKind::RequireMissing, Target::Name(path.to_string())),
            Some(Value::Number(number)) => {
                (UseKind::RequireAsset, Target::Name(format!("{:.0}", number.value)))
            }
            Some(member @ Value::Member(_)) => match self.absent(member) {
                Some(path) => (UseKind::RequireMissing, Target::Name(path)),
                None => (UseKind::RequireComputed, Target::Computed),
            },
            _ => (UseKind::RequireComputed, Target::Computed),
        }
    }

    /// The target that is fired or listened to.
    fn target(&self, value: &Value) -> Target {
        match value {
            Value::Member(_) => self.absent(value).map_or(Target::Computed, Target::Name),
            _ => Target::from_value(Some(value)),
        }
    }

    /// The path of an instance that the file does not have, which looks like a property of one that it has.
    fn absent(&self, value: &Value) -> Option<String> {
        match value {
            Value::Instance(number) => Some(self.path_of(*number)),
            // The machine bounds the number of members in members. An ObjectValue may hold any instance.
            Value::Member(member) if !member.is_method && &*member.name != "Value" => {
                Some(format!("{}/{}", self.absent(&member.owner)?, member.name))
            }
            _ => None,
        }
    }

    fn path_of(&self, number: u32) -> String {
        if number == 0 { "game".to_owned() } else { self.paths.path(self.outline, number) }
    }

    pub(super) fn made(&self, kind: UseKind, target: &Target, line: usize, text: &[u8]) -> ScriptUse {
        let (target, is_in_file) = match target {
            Target::Instance(number) => (self.path_of(*number), true),
            Target::Name(name) => (name.clone(), false),
            Target::Computed => (String::new(), false),
        };
        let text = String::from_utf8_lossy(text);
        ScriptUse {
            script: self.path.clone(),
            class: String::from_utf8_lossy(self.instances.class(self.number)).into_owned(),
            line,
            kind,
            target,
            is_in_file,
            text: visible::cut(text.trim()).into_owned(),
        }
    }
}

/// Returns true for the classes that are fired or invoked.
fn is_channel(class: &[u8]) -> bool {
    matches!(
        class,
        b"RemoteEvent"
            | b"UnreliableRemoteEvent"
            | b"RemoteFunction"
            | b"BindableEvent"
            | b"BindableFunction"
    )
}
