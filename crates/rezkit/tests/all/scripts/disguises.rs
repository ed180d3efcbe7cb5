//! Disguises of scripts, a sample of each family, and ordinary scripts that look alike.

use super::{TOOLBOX, found, model_with, text};
use rezkit::Severity;
use rezkit::roblox::{Document, Value};

/// The rules that a model breaks.
fn rules(model: &[u8]) -> Vec<&'static str> {
    found(model, TOOLBOX).into_iter().map(|one| one.rule).collect()
}

/// Each sample is found by this rule, and maybe by others.
const SOURCES: &[(&str, &str)] = &[
    // Letters as numbers.
    ("SCR101", r#"local x = _G["\114\101\113\117\105\114\101"]"#),
    ("SCR101", r#"local x = "\x48\x74\x74\x70""#),
    ("SCR101", r#"game:GetService("\u{48}\u{74}\u{74}\u{70}Service")"#),
    ("SCR101", r"print('\72\101llo, \119orld')"),
    ("SCR101", r"local x = `\114\101\113`"),
    // Names that are built.
    ("SCR102", r#"local f = getfenv()["req" .. "uire"]"#),
    ("SCR102", r#"game:GetService("Http" .. "Service")"#),
    ("SCR102", r#"local name = string.reverse("eriuqer")"#),
    ("SCR102", r#"local name = ("eriuqer"):reverse()"#),
    ("SCR102", r#"local name = string.char(114, 101, 113, 117, 105, 114, 101)"#),
    ("SCR102", r#"local name = ("r3quir3"):gsub("3", "e")"#),
    ("SCR102", r#"local name = table.concat({"re", "qu", "ire"})"#),
    ("SCR102", r#"local name = string.format("%s%s", "load", "string")"#),
    ("SCR102", r#"local a = "get" local b = "fenv" local c = a .. b"#),
    ("SCR102", r#"local name = ("REQUIRE"):lower()"#),
    ("SCR102", r#"local name = ("xxrequirexx"):sub(3, -3)"#),
    ("SCR102", r#"local name = `{"Insert"}{"Service"}`"#),
    (
        "SCR102",
        r#"local name = string.char(table.unpack({108, 111, 97, 100, 115, 116, 114, 105, 110, 103}))"#,
    ),
    ("SCR102", r#"local c = string.char local name = c(103) .. c(101) .. "tfenv""#),
    ("SCR102", r#"local t = {"HttpSer", "vice"} local name = t[1] .. t[2]"#),
    ("SCR102", r#"local name = "Tele" name = name .. "portService""#),
    ("SCR102", r#"local name = utf8.char(114, 101) .. "quire""#),
    ("SCR102", r#"local name = (("e"):rep(1) .. "riuqer"):reverse()"#),
    ("SCR102", r#"local name = string.char(0x72, 0x65 + 0, 100 + 13) .. "uire""#),
    // Globals from tables.
    ("SCR103", r#"getfenv()["require"](1234)"#),
    ("SCR106", r"local s = '' for _, c in ipairs(t) do s = s .. string.char(c - 3) end getfenv(0)[s](1)"),
    ("SCR106", r#"local e = getfenv() local key = script:GetAttribute("K") e[key]()"#),
    ("SCR103", r#"local e = getfenv() e["load" .. "string"]("x")"#),
    // Numbers that are hidden.
    ("SCR104", "require(0x4F3E2D1)"),
    ("SCR104", "require(1000000 + 234567)"),
    ("SCR104", r#"require(tonumber("4f3e2d1", 16))"#),
    ("SCR104", r#"require(tonumber(script.Name:sub(3)))"#),
    ("SCR104", "local r = require r(0b1010)"),
    ("SCR104", "pcall(require, 0x123)"),
    ("SCR104", "task.spawn(require, 99 * 99)"),
    ("SCR104", "local id = 1e9 require(id)"),
    ("SCR104", "coroutine.wrap(require)(-(-5))"),
    ("SCR104", "rawget(getfenv(), 'require')(0xFF)"),
    ("SCR104", "require(a * 2)"),
    ("SCR104", "delay(60, function() require(0x1) end)"),
    ("SCR104", "getfenv().require(0xABC)"),
    // Code that is not in the script.
    ("SCR105", r#"loadstring(string.reverse(script:GetAttribute("Code")))()"#),
    ("SCR105", r#"loadstring("requ" .. "ire(1)")()"#),
    ("SCR105", r#"loadstring(("\112\114"):reverse() .. "int(1)")()"#),
    ("SCR105", "remote.OnServerEvent:Connect(function(player, code) loadstring(code)() end)"),
    ("SCR105", "remote.OnServerInvoke = function(player, code) return loadstring(code)() end"),
    (
        "SCR105",
        "local function decode(t) return t end local code = decode('cHJpbnQoMSk=') loadstring(code)()",
    ),
    ("SCR105", "loadstring(script.Name:gsub('.', '%0'))()"),
    ("SCR105", "loadstring((code:reverse()))()"),
    ("SCR105", "loadstring(script:GetAttribute('Code'):gsub('#', ''))()"),
    ("SCR105", "loadstring((string.gsub(script.Parent.Name, '_', '')))()"),
    ("SCR105", "local run = loadstring run(game.HttpService:GetAsync('http://example.com'))()"),
    ("SCR121", "require(1234567)"),
    ("SCR121", "local id = 1234567 local m = require(id)"),
];

#[test]
fn disguises_are_found_by_their_rules() {
    for (rule, source) in SOURCES {
        let rules = rules(&model_with(source, |_| ()));
        assert!(rules.contains(rule), "{source}: {rules:?}");
    }
}

#[test]
fn layouts_that_hide_are_found() {
    let right = format!("print(1){}require(script.X)", " ".repeat(200));
    assert_eq!(rules(&model_with(&right, |_| ())), ["SCR111"]);
    let long = format!("x = {}1", "f(1) + ".repeat(2000));
    assert_eq!(rules(&model_with(&long, |_| ())), ["SCR112"]);
    assert!(rules(&model_with("\u{1b}Lua\u{51}", |_| ())).contains(&"SCR113"));
    for name in [" ", "\u{200b}", "\t\u{feff}", "\u{3164}"] {
        let model = model_with("", |document| {
            let script = document.find("Model/Script").unwrap();
            document.set(script, "Name", text(name)).unwrap();
        });
        assert_eq!(rules(&model), ["SCR114"], "{name:?}");
    }
}

/// A model whose StringValue holds a text.
fn holding(value: &str) -> Vec<u8> {
    model_with("", |document| {
        let holder = document.create(None, "StringValue").unwrap();
        document.set(holder, "Value", text(value)).unwrap();
    })
}

#[test]
fn code_in_values_is_found() {
    let attribute = |name: &str, value: &str| {
        model_with("", |document: &mut Document| {
            let script = document.find("Model/Script").unwrap();
            document.set_attribute(script, name, text(value)).unwrap();
        })
    };
    let code = "require(1234567)";
    let base64 = "cmVxdWlyZSgxMjM0NTY3KQ==";
    let backwards = code.chars().rev().collect::<String>();
    let hexadecimal = code.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let numbers = code.bytes().map(|byte| byte.to_string()).collect::<Vec<_>>().join(",");
    for value in [code, base64, &backwards, &hexadecimal, &numbers] {
        assert_eq!(rules(&holding(value)), ["SCR141"], "{value}");
        assert_eq!(rules(&attribute("Data", value)), ["SCR141"], "{value}");
    }
    assert_eq!(rules(&attribute(code, "")), ["SCR141"]);
    let named = model_with("", |document| {
        let part = document.create(None, "Part").unwrap();
        document.set(part, "Name", text(code)).unwrap();
    });
    assert_eq!(rules(&named), ["SCR141"]);
}

/// A number or text of another instance is what a script computes with.
#[test]
fn values_of_the_file_are_followed() {
    let script = "require(script.Parent.Parent.Id.Value)";
    let model = model_with(script, |document| {
        let id = document.create(None, "IntValue").unwrap();
        document.set(id, "Name", text("Id")).unwrap();
        document.set(id, "Value", Value::Int64(1234)).unwrap();
    });
    let findings = found(&model, TOOLBOX);
    assert_eq!(findings[0].rule, "SCR104");
    assert_eq!(findings[0].found, "require of 1234, which the script does not spell in digits");
    let attribute = model_with("require(script:GetAttribute('Id'))", |document| {
        let script = document.find("Model/Script").unwrap();
        document.set_attribute(script, "Id", Value::Float64(99.0)).unwrap();
    });
    assert!(rules(&attribute).contains(&"SCR104"));
}

#[test]
fn what_leaves_the_game_is_a_note() {
    let cases = [
        ("SCR107", "run({ require })"),
        ("SCR107", "local function run(f) f(1) end run(require)"),
        ("SCR107", "_G.load = require"),
        ("SCR121", "require(1234567)"),
        ("SCR122", "loadstring('print(1)')()"),
        ("SCR122", "loadstring('loaded = ' .. 5)()"),
        ("SCR122", "local s = Instance.new('Script') s.Source = 'x'"),
        ("SCR123", "game:GetService('InsertService'):LoadAsset(1234)"),
        ("SCR123", "game:GetObjects('rbxassetid://1')"),
        ("SCR124", "game:GetService('HttpService'):PostAsync('http://example.com', data)"),
        ("SCR124", "local h = game.HttpService h:GetAsync('http://example.com')"),
        ("SCR125", "game:GetService('TeleportService'):Teleport(1234, player)"),
        ("SCR126", "game:GetService('MarketplaceService'):PromptPurchase(player, 1234)"),
        ("SCR131", "if player.UserId == 1234 then f() end"),
        ("SCR131", "if os.time() > 1700000000 then f() end"),
        ("SCR131", "if player:GetRankInGroup(1234) > 200 then f() end"),
    ];
    for (rule, source) in cases {
        let findings = found(&model_with(source, |_| ()), TOOLBOX);
        let one: Vec<_> = findings.iter().map(|one| (one.rule, one.severity)).collect();
        assert_eq!(one, [(rule, Severity::Note)], "{source}");
        assert_eq!(found(&model_with(source, |_| ()), &[]), [], "{source}");
    }
}

/// Scripts that look like a disguise, and are none.
#[test]
fn ordinary_scripts_are_not_suspected() {
    let sources = [
        r#"print("\27[31m" .. "red" .. "\27[0m")"#,
        r#"local dots = "\226\128\166 \u{2026} \n\t\\""#,
        r#"local path = "Workspace." .. name .. "." .. 5"#,
        "local m = require(script.Parent:WaitForChild('Module'))",
        "local function load(m) return require(m) end",
        "for _, m in script:GetChildren() do modules[m.Name] = require(m) end",
        "local e = getfenv() e.print('x')",
        "local e = getfenv() e['ADMINS'] = 1 print(e['ADMINS'])",
        "script.Tool:Clone().Parent = player.Backpack",
        "local m = { f = print, g = f } return pcall(require, script.Module)",
        "--[[\n a\n b ]] local x = 1",
        "local store = game:GetService('DataStoreService'):GetDataStore('x') store:GetAsync('y')",
        "local s = ('abc'):reverse():upper():rep(3)",
        "if count == 1234567890 then f() end",
        "local data = {1, 2, 3, 4, 5, 6, 7, 8, 9}",
        "loadstring2(x) local function run(code) return f(code) end",
        "-- require(0x4F3E2D1)",
        "local doc = [[ require(0x4F3E2D1) \\114\\101\\113 ]]",
        "_G.players = {} shared.x = _G.players",
    ];
    // Administrators type code after a word, which is removed.
    for source in [
        "player.Chatted:connect(function(said) loadstring(said:gsub('^/', '', 1))() end)",
        "player.Chatted:connect(function(said) pcall(loadstring(string.gsub(said, prefix .. 'c ', ''))) end)",
    ] {
        assert_eq!(rules(&model_with(source, |_| ())), ["SCR122"], "{source}");
    }
    for source in sources {
        assert_eq!(found(&model_with(source, |_| ()), TOOLBOX), [], "{source}");
    }
    for value in
        ["You are required (always)", "http://www.roblox.com/asset/?id=1", "eriuqer", "1,2,3,4,5,6,7,8,9"]
    {
        assert_eq!(rules(&holding(value)), [""; 0], "{value}");
    }
}
