//! Uses of scripts, as far as they can be followed.

use super::{TOOLBOX, found, model_with, text};
use rezkit::roblox::Document;
use rezkit::{Edit, File, Format, List, OpenOptions, UseKind, edit, list, list_where, refs, uses};

/// A place with a remote, a module and two scripts.
fn place(server: &str, client: &str) -> Vec<u8> {
    let mut document = Document::new(Format::RbxBinary).unwrap();
    let service = |document: &mut Document, class: &str| {
        let service = document.create(None, class).unwrap();
        document.set(service, "Name", text(class)).unwrap();
        service
    };
    let shared = service(&mut document, "ReplicatedStorage");
    let remotes = document.create(Some(shared), "Folder").unwrap();
    document.set(remotes, "Name", text("Remotes")).unwrap();
    let buy = document.create(Some(remotes), "RemoteEvent").unwrap();
    document.set(buy, "Name", text("Buy")).unwrap();
    let prices = document.create(Some(shared), "ModuleScript").unwrap();
    document.set(prices, "Name", text("Prices")).unwrap();
    document.set(prices, "Source", text("return {}")).unwrap();
    for (class, parent, source) in
        [("Script", "ServerScriptService", server), ("LocalScript", "StarterGui", client)]
    {
        let parent = service(&mut document, parent);
        let script = document.create(Some(parent), class).unwrap();
        document.set(script, "Source", text(source)).unwrap();
    }
    document.save().unwrap().bytes
}

/// The uses of both scripts, as lines.
fn lines(server: &str, client: &str, kinds: &[UseKind]) -> Vec<String> {
    let place = place(server, client);
    let found = uses(&File::open(&place, &OpenOptions::default()).unwrap()).unwrap();
    let wanted = found.uses.iter().filter(|one| kinds.contains(&one.kind));
    wanted.map(|one| format!("{}:{} {} {}", one.script, one.line, one.kind.in_words(), one.target)).collect()
}

const SERVER: &str = r#"local ReplicatedStorage = game:GetService("ReplicatedStorage")
local remotes = ReplicatedStorage:WaitForChild("Remotes")
local prices = require(ReplicatedStorage.Prices)
remotes.Buy.OnServerEvent:Connect(function(player, item)
    player:SetAttribute("Coins", prices[item])
end)
"#;

const CLIENT: &str = r#"local buy = game.ReplicatedStorage.Remotes.Buy
script.Parent.Name = "Shop"
local function clicked()
    buy:FireServer("Sword")
end
"#;

#[test]
fn requires_are_followed_by_paths_and_variables() {
    let cases = [
        ("require(game.ReplicatedStorage.Prices)", "requires ReplicatedStorage/Prices"),
        (
            "local a = game['ReplicatedStorage'] local b = a require(b:FindFirstChild('Prices'))",
            "requires ReplicatedStorage/Prices",
        ),
        (
            "local s, m = game:GetService('ReplicatedStorage'), nil m = s.Prices require(m)",
            "requires ReplicatedStorage/Prices",
        ),
        ("require(script.Parent.Parent.ReplicatedStorage.Prices)", "requires ReplicatedStorage/Prices"),
        (
            "require(game.ReplicatedStorage.Remotes.Parent:WaitForChild('Prices', 5))",
            "requires ReplicatedStorage/Prices",
        ),
        ("require(script.Config)", "requires, not in the file ServerScriptService/Script/Config"),
        ("require(game:GetService('ServerStorage').X)", "requires, not in the file game.ServerStorage.X"),
        ("require(1234)", "requires an asset 1234"),
        ("for _, m in game.ReplicatedStorage:GetChildren() do require(m) end", "requires, computed "),
        ("local function f(m) require(m) end f(game.ReplicatedStorage.Prices)", "requires, computed "),
    ];
    let kinds = [UseKind::Require, UseKind::RequireMissing, UseKind::RequireAsset, UseKind::RequireComputed];
    for (source, used) in cases {
        assert_eq!(lines(source, "", &kinds), [format!("ServerScriptService/Script:1 {used}")], "{source}");
    }
}

#[test]
fn a_variable_ends_with_its_block() {
    let kinds = [UseKind::Require, UseKind::RequireComputed];
    let source = "local m = game.ReplicatedStorage.Prices\ndo local m = f() require(m) end\nrequire(m)";
    assert_eq!(
        lines(source, "", &kinds),
        [
            "ServerScriptService/Script:2 requires, computed ",
            "ServerScriptService/Script:3 requires ReplicatedStorage/Prices"
        ]
    );
}

#[test]
fn remotes_are_fired_and_listened_to() {
    assert_eq!(
        lines(SERVER, CLIENT, &[UseKind::Fires, UseKind::Listens]),
        [
            "ServerScriptService/Script:4 listens ReplicatedStorage/Remotes/Buy",
            "StarterGui/LocalScript:4 fires ReplicatedStorage/Remotes/Buy",
        ]
    );
}

#[test]
fn attributes_tags_and_assets_have_names() {
    let source = "local C = game:GetService('CollectionService')\nx:SetAttribute('A', x:GetAttribute('B'))\n\
                  C:AddTag(x, 'T')\nx:HasTag('U')\nC:GetTagged('V')\ny = 'rbxassetid://1234'";
    let kinds = [
        UseKind::ReadsAttribute,
        UseKind::SetsAttribute,
        UseKind::ReadsTag,
        UseKind::SetsTag,
        UseKind::Asset,
        UseKind::Service,
    ];
    let at = |line: usize, what: &str| format!("ServerScriptService/Script:{line} {what}");
    assert_eq!(
        lines(source, "", &kinds),
        [
            at(1, "service CollectionService"),
            at(2, "reads attribute B"),
            at(2, "sets attribute A"),
            at(3, "sets tag T"),
            at(4, "reads tag U"),
            at(5, "reads tag V"),
            at(6, "asset 1234"),
        ]
    );
}

#[test]
fn refs_of_an_instance_are_the_lines_that_name_it() {
    let place = place(SERVER, CLIENT);
    let file = File::open(&place, &OpenOptions::default()).unwrap();
    let lines = |what: &str| -> Vec<_> {
        let found = refs(&file, what).unwrap().uses;
        found.into_iter().map(|one| (one.path, one.property, one.line.unwrap())).collect()
    };
    let (server, client) = ("ServerScriptService/Script", "StarterGui/LocalScript");
    let at = |script: &str, line| (script.to_owned(), "Source".to_owned(), line);
    assert_eq!(lines("ReplicatedStorage/Remotes/Buy"), [at(server, 4), at(client, 1), at(client, 4)]);
    assert_eq!(lines("ReplicatedStorage/Prices"), [at(server, 3)]);
    assert_eq!(lines("ReplicatedStorage/Remotes"), [at(server, 2), at(server, 4), at(client, 1)]);
}

/// A remote may be moved to where the scripts look for it while the game runs.
#[test]
fn refs_mention_lines_that_look_for_the_name_elsewhere() {
    let source = "workspace.Remotes.Buy:FireServer() game.ReplicatedStorage.Shop.Buy:FireServer(1)\n\
        workspace.Remotes.Buy:FireServer(2) workspace.Sell:FireServer()";
    let place = place("", source);
    let found =
        refs(&File::open(&place, &OpenOptions::default()).unwrap(), "ReplicatedStorage/Remotes/Buy").unwrap();
    assert_eq!(found.uses, []);
    assert_eq!(
        found.notes,
        [
            "scripts look for ReplicatedStorage/Shop/Buy, which the file lacks, in 1 line",
            "scripts look for Workspace.Remotes.Buy, which the file lacks, in 2 lines"
        ]
    );
}

#[test]
fn lists_count_what_cannot_be_followed() {
    let place = place("require(f())\nrequire(g())\nrequire(game.ReplicatedStorage.Prices)", "end");
    let file = File::open(&place, &OpenOptions::default()).unwrap();
    let listing = list(&file, List::Requires).unwrap();
    assert_eq!(listing.items.len(), 3);
    assert_eq!(listing.items[0].value, "require(f())");
    assert_eq!(
        listing.notes,
        [
            "2 of these cannot be followed, because scripts compute the names",
            "1 script with a syntax error may use more; `rez check` lists the errors",
        ]
    );
    let chosen = list_where(&file, List::Requires, &"LocalScript".parse().unwrap()).unwrap();
    assert_eq!(chosen.items, []);
}

/// Chains that would be as deep as they are long, if values held each other.
#[test]
fn long_chains_take_no_stack_and_no_time() {
    for part in [".a", ":b()", "[1]", "'x'", "{}", ".Parent"] {
        let source = format!("local x = script.y{}\nx()", part.repeat(20_000));
        let findings = found(&model_with(&source, |_| ()), TOOLBOX);
        assert!(findings.iter().all(|one| one.rule == "SCR112"), "{part}: {findings:?}");
    }
    let doubled = format!("local s = 'ab' {} print(s)", "s = s .. s\n".repeat(100));
    assert_eq!(found(&model_with(&doubled, |_| ()), TOOLBOX), []);
    let nested = format!("local t = {{}} {} print(t)", "t = {t, t}\n".repeat(10_000));
    assert_eq!(found(&model_with(&nested, |_| ()), TOOLBOX), []);
}

#[test]
fn scripts_that_name_an_instance_are_counted() {
    let place = place("local buy = game.ReplicatedStorage.Remotes.Buy\nbuy:FireAllClients()", "print(1)");
    let file = File::open(&place, &OpenOptions::default()).unwrap();
    let set = |path: &str, value: &str| Edit::Set { path: path.into(), value: value.into(), kind: None };
    let notes = |edits: &[Edit]| edit(&file, edits).unwrap().notes;
    let of_remote = "2 lines of scripts name ReplicatedStorage/Remotes/Buy and may no longer find it: \
                     ServerScriptService/Script:1, ServerScriptService/Script:2";
    let of_folder = "1 line of scripts names ReplicatedStorage/Remotes and may no longer find it: \
                     ServerScriptService/Script:1";
    assert_eq!(notes(&[Edit::rename("ReplicatedStorage/Remotes/Buy", "Sell")]), [of_remote]);
    let both = [
        set("ReplicatedStorage/Remotes/Buy.name", "Sell"),
        set("ReplicatedStorage/Remotes.Parent", "ServerScriptService"),
        set("ServerScriptService/Script.Disabled", "true"),
    ];
    assert_eq!(notes(&both), [of_remote, of_folder]);
    let by_query = |query: &str| Edit::SetAll {
        query: query.parse().unwrap(),
        property: "Name".into(),
        value: "Sell".into(),
        kind: None,
    };
    assert_eq!(notes(&[by_query("name=Buy")]), [of_remote]);
    assert_eq!(notes(&[by_query("Folder or RemoteEvent")]), [of_folder, of_remote]);
    assert_eq!(notes(&[Edit::rename("ReplicatedStorage/Prices", "Costs")]), Vec::<String>::new());
}
