//! Code that comes from elsewhere, reaches elsewhere, or waits.

use super::{Add, quoted};
use crate::verbs::scripts::instances::Instances;
use crate::verbs::scripts::machine::Event;
use crate::verbs::scripts::rules::{SCR121, SCR122, SCR123, SCR124, SCR125, SCR126, SCR127, SCR131};
use crate::verbs::scripts::value::{Member, Value};
use files::rules::Rule;
use luau::Token;

/// The first number that is a date: seconds since 1970 have ten digits from 2001 on.
const FIRST_DATE: f64 = 1e9;

pub(super) fn check(event: &Event<'_>, instances: &Instances<'_>, script: u32, at: Token, add: &mut Add<'_>) {
    match event {
        Event::Call { function, arguments, .. } => match function {
            Value::Library(name) => of_library(name, arguments, at, add),
            Value::Member(member) => {
                let is_script = matches!(member.owner, Value::Instance(number) if number == script);
                if is_script && matches!(&*member.name, "Clone" | "clone") {
                    add(&SCR127, at.start, "the script copies itself".to_owned());
                }
                of_member(member, arguments, instances, at, add);
            }
            _ => {}
        },
        Event::Set(member) if &*member.name == "Source" => {
            add(&SCR122, at.start, "sets the source of a script".to_owned());
        }
        Event::Compared(one, other) => {
            for (one, other) in [(one, other), (other, one)] {
                let is_id = match other {
                    Value::Member(member) => matches!(&*member.name, "UserId" | "userId"),
                    Value::Library(name) => name.ends_with(".UserId") || name.ends_with(".userId"),
                    _ => false,
                };
                match one.as_number() {
                    Some(id) if is_id => {
                        add(&SCR131, at.start, format!("compares a player’s id with {id:.0}"))
                    }
                    Some(second) if second >= FIRST_DATE && matches!(other, Value::SomeNumber) => {
                        add(&SCR131, at.start, format!("compares a time with {second:.0} seconds"));
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn of_library(name: &str, arguments: &[Value], at: Token, add: &mut Add<'_>) {
    match (name, arguments) {
        ("require", [Value::Number(number), ..]) => {
            add(&SCR121, at.start, format!("require of the asset {:.0}", number.value));
        }
        ("loadstring", [Value::Text(text), ..]) => {
            add(&SCR122, at.start, format!("loadstring runs {}", quoted(&text.bytes)));
        }
        ("loadstring", _) => add(&SCR122, at.start, "loadstring runs a text as a script".to_owned()),
        ("setfenv", _) => add(&SCR122, at.start, "setfenv replaces the globals of a function".to_owned()),
        _ => {}
    }
}

fn of_member(member: &Member, arguments: &[Value], instances: &Instances<'_>, at: Token, add: &mut Add<'_>) {
    let is_of = |service: &str| match &member.owner {
        Value::Instance(number) => instances.class(*number) == service.as_bytes(),
        Value::Absent(path) => path.strip_prefix("game.") == Some(service),
        // What it is called on is not known.
        _ => true,
    };
    let of_asset = || {
        let number = arguments.iter().find_map(Value::as_number);
        number.map_or(String::new(), |number| format!(" of {number:.0}"))
    };
    let is_known = matches!(member.owner, Value::Instance(_) | Value::Absent(_));
    let name = &*member.name;
    let mut found = |rule: &'static Rule, text: String| add(rule, at.start, text);
    match name {
        "LoadAsset" | "LoadAssetVersion" if is_of("InsertService") => {
            found(&SCR123, format!("{name}{}", of_asset()));
        }
        "GetObjects" => found(&SCR123, name.to_owned()),
        "PostAsync" | "RequestAsync" | "HttpGet" | "HttpGetAsync" | "HttpPost" | "HttpPostAsync" => {
            found(&SCR124, format!("{name}{}", address(arguments)));
        }
        // Data stores have a method of this name, too.
        "GetAsync" if is_known && is_of("HttpService") => {
            found(&SCR124, format!("{name}{}", address(arguments)))
        }
        "Teleport" | "TeleportAsync" | "TeleportToPlaceInstance" | "TeleportToPrivateServer"
            if is_of("TeleportService") =>
        {
            found(&SCR125, format!("{name}{}", of_asset()));
        }
        name if name.starts_with("Prompt") && name.contains("Purchase") => {
            found(&SCR126, format!("{name}{}", of_asset()));
        }
        "GetRankInGroup" | "GetRoleInGroup" | "IsInGroup" if member.is_method => {
            found(&SCR131, format!("asks for the group{}", of_asset()));
        }
        _ => {}
    }
}

/// The address that a request goes to, if it is known.
fn address(arguments: &[Value]) -> String {
    let text = arguments.iter().find_map(Value::as_text);
    text.map_or(String::new(), |text| format!(" of {}", quoted(&text.bytes)))
}
