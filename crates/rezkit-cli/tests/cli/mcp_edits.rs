//! Edits of `rez mcp`: they belong to the bytes that they were made on, a save is never interrupted, and the processes and
//! questions of a server are limited.

use crate::mcp::{PLACE, Server, with_place};
use crate::support::Scratch;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const DOORS: &str = "ServerScriptService/Doors";

fn line(n: usize, text: &str) -> Value {
    json!({"file": "shop.rbxlx", "path": DOORS, "first_line": n, "last_line": n, "text": text})
}

/// Asks about as many other files as processes are held, so that the process of the first file ends.
fn evict(scratch: &Scratch, server: &mut Server) {
    for number in 0..5 {
        let name = format!("other{number}.rbxlx");
        scratch.file(&name, PLACE);
        server.ask("overview", json!({"file": name}));
    }
}

#[test]
fn an_edit_is_not_made_again_on_another_file() {
    let scratch = with_place("mcp-other-bytes");
    let path = scratch.0.join("shop.rbxlx");
    let mut server = Server::start_in(&scratch, &["--write"]);
    let file = || json!({"file": "shop.rbxlx"});
    server.ask("edit_script", line(7, "\tif true then"));
    evict(&scratch, &mut server);
    let theirs = PLACE.replace("<![CDATA[local Players", "<![CDATA[--\n--\n--\nlocal Players");
    fs::write(&path, &theirs).unwrap();
    let waits = "These changes wait for the file as it was:\n| edit_script {\"first_line\":7,";
    for (tool, arguments) in [("save", file()), ("read_script", json!({"file": "shop.rbxlx", "path": DOORS}))]
    {
        let said = server.refused(tool, arguments);
        assert!(
            said.starts_with("another program changed the file after it was read; nothing was written\n"),
            "{said}"
        );
        assert!(said.contains(waits), "{said}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
    // As it was, the change can go on.
    fs::write(&path, PLACE).unwrap();
    assert!(server.ask("diff", file()).contains("7 + \tif true then"));
    // A process that still has the file as it was can be asked, and its edits be saved elsewhere.
    fs::write(&path, &theirs).unwrap();
    assert!(server.refused("save", file()).contains(waits));
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
    assert!(
        server
            .ask("save", json!({"file": "shop.rbxlx", "to": "mine.rbxlx"}))
            .starts_with("saved as another file")
    );
    assert!(fs::read_to_string(scratch.0.join("mine.rbxlx")).unwrap().contains("\tif true then"));
    let said = server.ask("reload", file());
    assert!(said.contains("1 change dropped:\n| edit_script {"), "{said}");
    assert!(server.ask("read_script", json!({"file": "shop.rbxlx", "path": DOORS})).contains("    1  --\n"));
    server.ask("edit_script", line(10, "\tif true then"));
    server.ask("save", file());
    let mine = theirs.replace(
        "\tif player and Wallet.coins(player) >= door:GetAttribute(\"Cost\") then",
        "\tif true then",
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), mine);
    server.end();
}

#[test]
fn a_model_that_was_added_is_not_replaced_by_another() {
    let scratch = with_place("mcp-other-model");
    let model = |name: &str| {
        format!(
            r#"<roblox version="4"><Item class="Part"><Properties><string name="Name">{name}</string></Properties></Item></roblox>"#
        )
    };
    scratch.file("model.rbxmx", model("Lamp"));
    let mut server = Server::start_in(&scratch, &["--write"]);
    server.ask("add", json!({"file": "shop.rbxlx", "parent": "game.Workspace.Shop", "from": "model.rbxmx"}));
    scratch.file("model.rbxmx", model("Trap"));
    evict(&scratch, &mut server);
    let said = server.refused("save", json!({"file": "shop.rbxlx"}));
    assert!(said.starts_with("another program changed a file that was added\n"), "{said}");
    scratch.file("model.rbxmx", model("Lamp"));
    server.ask("save", json!({"file": "shop.rbxlx"}));
    let saved = fs::read_to_string(scratch.0.join("shop.rbxlx")).unwrap();
    assert!(saved.contains("Lamp") && !saved.contains("Trap"));
    server.end();
}

/// The same verbs as those of the command, on a file that nobody has saved yet.
#[test]
fn instances_are_copied_restored_and_made() {
    let scratch = with_place("mcp-copies");
    scratch.file(
        "old.rbxlx",
        PLACE.replace(
            "<string name=\"Name\">Baseplate",
            "<float name=\"Transparency\">0.5</float><string name=\"Name\">Baseplate",
        ),
    );
    let mut server = Server::start_in(&scratch, &["--write"]);
    let mut ask = |tool: &str, others: Value| {
        let mut all = json!({"file": "shop.rbxlx"});
        all.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
        server.said(tool, all).1
    };
    let said =
        ask("new", json!({"parent": "Workspace", "class": "Script", "properties": {"Source": "print(1)"}}));
    assert_eq!(said, "1 value added; 1 change to save\n| Workspace/Script\n");
    assert!(ask("read_script", json!({"path": "Workspace/Script"})).ends_with("    1  print(1)\n"));
    let said = ask("copy", json!({"paths": ["game.Workspace.Shop.Door"], "parent": "Workspace"}));
    assert!(said.ends_with("; 2 changes to save\n| Workspace/Door\n"), "{said}");
    let said = ask("restore", json!({"path": "Workspace/Baseplate", "from": "old.rbxlx"}));
    assert_eq!(said, "1 value restored; 3 changes to save\n");
    // The file on the disk is older than the changes.
    assert_eq!(
        ask("restore", json!({"path": "Workspace/Baseplate"})),
        "1 value restored; 4 changes to save\n"
    );
    let said = ask("copy", json!({"paths": ["Workspace/Baseplate"], "from": "old.rbxlx"}));
    assert_eq!(said, "1 value copied; 5 changes to save\n");
    let copy = json!({"path": "Workspace/Baseplate[2]", "properties": ["Transparency"]});
    assert!(ask("get", copy).ends_with("Transparency = 0.5\n"));
    assert!(ask("copy", json!({"parent": "Workspace"})).contains("give either paths or selector"));
    let said = ask("diff", json!({}));
    assert!(
        said.starts_with("3 added, 0 removed, 0 moved, 0 renamed, 0 changed in 0 properties\n"),
        "{said}"
    );
    assert!(said.len() < 500 * 3, "{said}");
    for number in 0..60 {
        ask("new", json!({"parent": "Workspace", "class": "Folder", "name": format!("Shelf{number}")}));
    }
    let said = ask("diff", json!({}));
    assert!(said.len() <= 500 * 3 && said.contains(" of 63; offset="), "{said}");
    assert!(ask("diff", json!({"max_tokens": 2000})).contains("Workspace/Shelf59\n"));
    server.end();
}

/// Without a process, the last change is taken back as well.
#[test]
fn changes_are_taken_back_without_a_process() {
    let scratch = with_place("mcp-undo");
    let mut server = Server::start_in(&scratch, &["--write"]);
    server.ask("edit_script", line(1, "-- one"));
    server.ask("edit_script", line(2, "-- two"));
    evict(&scratch, &mut server);
    assert_eq!(server.ask("undo", json!({"file": "shop.rbxlx"})), "taken back; 1 change left to save\n");
    let said = server.ask("read_script", json!({"file": "shop.rbxlx", "path": DOORS, "last_line": 2}));
    assert!(said.starts_with("|    1  -- one\n|    2  local Wallet"), "{said}");
    server.end();
}

/// Saves are cancelled at different moments. Each is made once, and its answer is heard.
#[test]
fn a_cancelled_save_is_made_once() {
    let scratch = with_place("mcp-cancelled-save");
    let path = scratch.0.join("shop.rbxlx");
    let mut server = Server::start_in(&scratch, &["--write"]);
    let n_rounds = if std::env::var_os("REZKIT_ROUNDS").is_some() { 300 } else { 40 };
    let mut n_heard = 0;
    for round in 0..n_rounds {
        let added = json!({"file": "shop.rbxlx", "path": DOORS, "first_line": 1, "last_line": 0, "text": format!("-- round {round}")});
        server.ask("edit_script", added);
        let before = fs::read(&path).unwrap();
        let id = format!("save {round}");
        server.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "save", "arguments": {"file": "shop.rbxlx"}}}));
        match round % 4 {
            0 => {}
            1 => std::thread::sleep(Duration::from_micros(200 * (round as u64 % 32))),
            // When the bytes appear.
            _ => {
                let start = Instant::now();
                while fs::read(&path).is_ok_and(|now| now == before)
                    && start.elapsed() < Duration::from_secs(5)
                {}
            }
        }
        server.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
        );
        let said = server.ask("read_script", json!({"file": "shop.rbxlx", "path": DOORS, "last_line": 2}));
        n_heard +=
            usize::from(said.starts_with("A save was cancelled, but not interrupted. Its answer:\nsaved; "));
        let text = fs::read_to_string(&path).unwrap();
        for round in 0..=round {
            assert_eq!(text.matches(&format!("-- round {round}\n")).count(), 1, "{round}: {said}\n{text}");
        }
        assert_eq!(server.refused("save", json!({"file": "shop.rbxlx"})), "there is no change to save");
    }
    server.end();
    assert!(n_heard > n_rounds / 8, "{n_heard}");
    assert!(scratch.tree().iter().all(|name| !name.contains(".part")), "{:?}", scratch.tree());
}

/// A client that goes away does not take a save along.
#[test]
fn a_save_outlives_its_client() {
    for _ in 0..10 {
        let scratch = with_place("mcp-gone");
        let mut server = Server::start_in(&scratch, &["--write"]);
        server.ask("edit_script", line(1, "-- one"));
        server.send(&json!({"jsonrpc": "2.0", "id": "s", "method": "tools/call", "params": {"name": "save", "arguments": {"file": "shop.rbxlx"}}}));
        server.end();
        let text = fs::read_to_string(scratch.0.join("shop.rbxlx")).unwrap();
        assert!(text == PLACE || text.matches("-- one\n").count() == 1, "{text}");
        assert!(scratch.tree().iter().all(|name| !name.contains(".part")), "{:?}", scratch.tree());
    }
}

/// Process ids of the workers that a server has started and not ended.
#[cfg(target_os = "linux")]
fn workers(server: &Server) -> Vec<String> {
    let id = server.id();
    let children = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).unwrap_or_default();
    let tasks = fs::read_dir(format!("/proc/{id}/task")).unwrap();
    let split = |children: String| children.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    tasks.flat_map(|task| split(children(task.unwrap()))).collect()
}

/// A worker that does not answer is ended. Its changes are kept, and are saved once by the next save.
#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_takes_too_long_is_ended() {
    let scratch = with_place("mcp-time-limit");
    let path = scratch.0.join("shop.rbxlx");
    let mut server = Server::start_in(&scratch, &["--write", "--time-limit=3"]);
    server.ask("edit_script", line(1, "-- one"));
    let late =
        "this took more than 3 s and was stopped; nothing was changed or saved: ask for less at a time";
    for (tool, arguments) in [("edit_script", line(2, "-- two")), ("save", json!({"file": "shop.rbxlx"}))] {
        let old = workers(&server);
        assert_eq!(old.len(), 1);
        assert!(std::process::Command::new("kill").args(["-STOP", &old[0]]).status().unwrap().success());
        assert_eq!(server.refused(tool, arguments), late);
        assert_eq!((workers(&server), fs::read_to_string(&path).unwrap()), (Vec::new(), PLACE.to_owned()));
        let said = server.ask("read_script", json!({"file": "shop.rbxlx", "path": DOORS, "last_line": 2}));
        assert!(said.starts_with("|    1  -- one\n|    2  local Wallet"), "{said}");
    }
    server.ask("save", json!({"file": "shop.rbxlx"}));
    assert_eq!(fs::read_to_string(&path).unwrap().matches("-- one\n").count(), 1);
    server.end();
}

#[cfg(target_os = "linux")]
#[test]
fn busy_processes_count_and_questions_wait() {
    let scratch = Scratch::new("mcp-many");
    let place = crate::mcp::houses(3000);
    (0..150).for_each(|number| _ = scratch.file(&format!("{number}.rbxlx"), &place));
    let mut server = Server::start_in(&scratch, &[]);
    for number in 0..150 {
        server.send(&json!({"jsonrpc": "2.0", "id": format!("q{number}"), "method": "tools/call",
            "params": {"name": "query", "arguments": {"file": format!("{number}.rbxlx"), "selector": "name~House*1", "count_by": "name"}}}));
    }
    let (mut n_answered, mut n_busy, mut most) = (0, 0, 0);
    for _ in 0..150 {
        let reply = server.next();
        let text = reply["result"]["content"][0]["text"].as_str().unwrap();
        match reply["result"]["isError"] == true {
            false => n_answered += usize::from(text.contains("House 1")),
            true => n_busy += usize::from(text.starts_with("busy: ") && text.ends_with("ask again")),
        }
        most = most.max(workers(&server).len());
    }
    assert_eq!(n_answered + n_busy, 150);
    assert!(n_answered >= 36 && most <= 4, "{n_answered} answered, {most} processes");
    // Afterwards, all is as before.
    assert!(server.ask("overview", json!({"file": "7.rbxlx"})).contains("instances: 3,001"));
    server.end();
}

#[cfg(unix)]
#[test]
fn a_file_that_becomes_a_link_shows_nothing_from_outside() {
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};
    let scratch = Scratch::new("mcp-swapped");
    let outside = PLACE.replace("Baseplate", "Secret");
    let secret = scratch.file("secret/shop.rbxlx", &outside);
    scratch.file("places/games/shop.rbxlx", PLACE);
    scratch.file("places/mine.rbxlx", PLACE);
    let (folder, stop) = (scratch.0.join("places"), AtomicBool::new(false));
    let mut server = Server::start(&[folder.to_str().unwrap(), "--write"]);
    let swap = |path: &Path, target: &Path, own: &Path| {
        symlink(target, own.with_extension("link")).unwrap();
        // Each of both takes the place of the other in one step, as far as folders allow.
        let _ = fs::rename(path, own);
        let _ = fs::rename(own.with_extension("link"), path);
        std::thread::yield_now();
        let _ = fs::remove_file(path);
        fs::rename(own, path).unwrap();
    };
    let n_asked = if std::env::var_os("REZKIT_ROUNDS").is_some() { 60_000 } else { 2000 };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                swap(&folder.join("games/shop.rbxlx"), Path::new(&secret), &scratch.0.join("own.rbxlx"));
                swap(&folder.join("games"), &scratch.0.join("secret"), &scratch.0.join("own"));
            }
        });
        let mut n_answers = 0;
        for number in 0..n_asked {
            let (tool, arguments) = match number % 4 {
                0 => ("query", json!({"file": "games/shop.rbxlx", "selector": "Part"})),
                1 => ("diff", json!({"file": "mine.rbxlx", "other": "games/shop.rbxlx"})),
                2 => {
                    ("add", json!({"file": "mine.rbxlx", "parent": "Workspace", "from": "games/shop.rbxlx"}))
                }
                _ => ("list_files", json!({"folder": "games"})),
            };
            let (is_error, text) = server.said(tool, arguments);
            assert!(!text.contains("Secret") && !text.contains("secret"), "{tool}: {text}");
            n_answers += usize::from(!is_error);
            if tool == "add" && !is_error {
                let said = server
                    .ask("query", json!({"file": "mine.rbxlx", "selector": "Part", "max_tokens": 20_000}));
                assert!(!said.contains("Secret"), "{said}");
                server.ask("undo", json!({"file": "mine.rbxlx"}));
            }
        }
        stop.store(true, Ordering::Relaxed);
        assert!(n_answers > 0);
    });
    server.end();
}

#[test]
fn new_files_are_models_by_their_names() {
    let scratch = with_place("mcp-new-files");
    scratch.file("tasks.json", "{\"tasks\": []}");
    for folder in [".vscode", ".git/hooks", "sub/.hidden"] {
        fs::create_dir_all(scratch.0.join(folder)).unwrap();
    }
    let mut server = Server::start_in(&scratch, &["--write"]);
    let mut refused = |file: &str, to: &str| server.refused("save", json!({"file": file, "to": to}));
    for to in [".vscode/tasks.json", ".git/hooks/pre-commit", "sub/.hidden/a.rbxlx", ".a.rbxlx"] {
        let said = refused("shop.rbxlx", to);
        assert_eq!(said, format!("| {to}\nis hidden, or in a hidden folder: use another name"));
    }
    for to in ["a", "a.sh", "a.rbxl", "a.rbxlx.gz", "a.xml", "rbxlx"] {
        let said = refused("shop.rbxlx", to);
        assert!(
            said.contains("is not a valid name for a Roblox model or place as XML, which has the extension .rbxmx or .rbxlx"),
            "{to}: {said}"
        );
    }
    let said = refused("tasks.json", "copy.json");
    assert_eq!(said, "the file is JSON, which rez cannot write and so cannot save under another name");
    assert!(refused("shop.rbxlx", "shop.rbxlx").contains("already exists"));
    assert!(
        server
            .ask("save", json!({"file": "shop.rbxlx", "to": "sub/A.RBXMX"}))
            .starts_with("saved as another")
    );
    assert_eq!(fs::read_to_string(scratch.0.join("sub/A.RBXMX")).unwrap(), PLACE);
    assert_eq!(scratch.tree().len(), 3);
    server.end();
}

#[test]
fn arguments_that_are_no_object_are_invalid_parameters() {
    let scratch = with_place("mcp-arguments");
    let mut server = Server::start_in(&scratch, &["--write"]);
    for parameters in [
        json!({"name": "get", "arguments": [1]}),
        json!({"name": "get", "arguments": "a"}),
        json!({"arguments": {}}),
    ] {
        let said = server.request("tools/call", parameters);
        assert_eq!(said["error"]["code"], -32602, "{said}");
    }
    assert_eq!(server.request("tools/open", json!({}))["error"]["code"], -32601);
    // The protocol has no parameters by position, and the crate that speaks it answers such requests without their id.
    server.send(&json!({"jsonrpc": "2.0", "id": "list", "method": "tools/call", "params": []}));
    assert_eq!(server.next()["error"]["code"], -32600);
    server.end();
}

#[test]
fn paths_of_scripts_and_names_of_items_are_understood() {
    let scratch = with_place("mcp-script-paths");
    let mut server = Server::start_in(&scratch, &["--write"]);
    let door = "game.Workspace.Shop.Door";
    let ask = |server: &mut Server, tool: &str, others: Value| {
        let mut all = json!({"file": "shop.rbxlx"});
        all.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
        server.ask(tool, all)
    };
    assert!(ask(&mut server, "get", json!({"path": door})).starts_with("| [Part] Workspace/Shop/Door\n"));
    assert!(
        ask(&mut server, "tree", json!({"path": "game.Workspace"})).starts_with("| [Workspace] Workspace\n")
    );
    assert!(ask(&mut server, "tree", json!({"path": "game"})).starts_with("the file:\n|   [Workspace]"));
    assert!(
        ask(&mut server, "read_script", json!({"path": "game.ServerScriptService.Doors"}))
            .contains("local Players")
    );
    let said = ask(&mut server, "query", json!({"selector": "inside game.Workspace.Shop and name=Door"}));
    assert_eq!(said, "| [Part] Workspace/Shop/Door\n");
    assert!(ask(&mut server, "picture", json!({"path": door, "size": 64})).starts_with("12 triangles"));
    ask(&mut server, "set", json!({"path": door, "property": "Material", "value": "Neon"}));
    let said = ask(&mut server, "get", json!({"path": door, "properties": ["Material"]}));
    assert_eq!(said, "| [Part] Workspace/Shop/Door\n|   Material = Neon\n");
    ask(&mut server, "set", json!({"path": door, "property": "Parent", "value": "game.Workspace"}));
    assert!(ask(&mut server, "get", json!({"path": "Workspace/Door"})).contains("Door"));
    let lines =
        json!({"path": "game.ServerScriptService.Doors", "first_line": 1, "last_line": 1, "text": "-- one"});
    ask(&mut server, "edit_script", lines);
    ask(&mut server, "new", json!({"parent": "game.Workspace.Shop", "class": "Part", "name": "Lamp"}));
    ask(&mut server, "remove", json!({"path": "game.Workspace.Shop.Lamp"}));
    server.end();
}

#[cfg(unix)]
#[test]
fn a_file_that_is_too_large_is_not_read() {
    let scratch = with_place("mcp-sparse");
    let file = fs::File::create(scratch.0.join("sparse.rbxl")).unwrap();
    file.set_len(1 << 42).unwrap();
    let mut server = Server::start_in(&scratch, &[]);
    let start = Instant::now();
    let said = server.refused("overview", json!({"file": "sparse.rbxl"}));
    assert!(
        said.starts_with("the file has 4")
            && said.ends_with("the server can be started with a higher --max-memory"),
        "{said}"
    );
    assert!(start.elapsed() < Duration::from_secs(5));
    let said = server.refused("diff", json!({"file": "shop.rbxlx", "other": "sparse.rbxl"}));
    assert!(said.starts_with("the file has 4"), "{said}");
    server.end();
}
