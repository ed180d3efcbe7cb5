//! The output of the verbs for the fixtures.

use crate::support::{Scratch, run};
use rezkit::visible;

macro_rules! snapshot {
    ($($name:ident: $($argument:literal)*;)*) => { $(
        #[test]
        fn $name() {
            let (code, out, err) = run(&[$($argument),*]);
            insta::assert_snapshot!(format!("exit {code}\n--- stdout\n{out}--- stderr\n{err}"));
        }
    )* };
}

snapshot! {
    identify_names_each_file: "identify" "fixtures/rbxmesh/valid/v401.mesh" "README.md" "fixtures/rbxmesh/invalid/html.mesh";
    info_is_one_screen: "info" "fixtures/slmesh/valid/hulls.llmesh";
    info_counts_classes: "info" "fixtures/rbxbinary/valid/nested.rbxm";
    info_is_json_too: "info" "--json" "fixtures/rbxmesh/valid/v200.mesh";
    check_takes_findings_of_a_rule_together: "check" "fixtures/rbxmesh/rules/RBM001.fires.mesh";
    check_says_nothing_of_what_is_fine: "check" "fixtures/rbxmesh/rules/RBM001.silent.mesh" "fixtures/rbxmesh/valid/v100.mesh";
    check_annotates_on_github: "check" "--format" "github" "fixtures/rbxmesh/rules/RBM001.fires.mesh";
    check_explains_a_rule: "check" "--explain" "slm012";
    dump_shows_the_upper_levels: "dump" "fixtures/rbxmesh/valid/v200.mesh" "--depth" "1";
    dump_shows_what_a_byte_is_in: "dump" "fixtures/rbxmesh/valid/v200.mesh" "--at" "0x11";
    dump_shows_a_part: "dump" "fixtures/rbxmesh/valid/v200.mesh" "--part" "faces[3]";
    print_has_a_line_for_each_property: "print" "fixtures/rbxbinary/valid/nested.rbxm";
    print_is_json_too: "print" "--json" "fixtures/rbxbinary/valid/nested.rbxm";
    diff_shows_what_changed: "diff" "fixtures/rbxbinary/valid/nested.rbxm" "fixtures/rbxbinary/valid/place.rbxl";
    diff_counts_classes: "diff" "--stat" "fixtures/rbxmesh/valid/v400.mesh" "fixtures/rbxmesh/valid/v401_without_bones.mesh";
    diff_is_json_too: "diff" "--json" "fixtures/llsd/valid/by_hand.xml" "fixtures/llsd/valid/by_hand.notation";
    diff_says_that_nothing_changed: "diff" "fixtures/llsd/valid/everything.xml" "fixtures/llsd/valid/everything.llsd";
    list_counts_classes: "list" "classes" "fixtures/rbxxml/valid";
    roundtrip_keeps_everything: "roundtrip" "fixtures/llsd/valid";
    formats_are_a_table: "formats" "--all";
    an_error_shows_the_bytes_around_it: "check" "fixtures/rbxbinary/invalid/signature_damaged_as_text.rbxm";
    an_error_of_a_text_shows_the_line: "check" "fixtures/llsd/invalid/name_spaces.xml";
    an_error_names_what_was_sent_instead: "info" "fixtures/rbxmesh/invalid/html.mesh";
}

#[test]
fn colours_are_asked_for() {
    let (_, plain, _) = run(&["info", "fixtures/rbxmesh/valid/v200.mesh"]);
    let (_, coloured, _) = run(&["info", "--color", "always", "fixtures/rbxmesh/valid/v200.mesh"]);
    assert!(!plain.contains('\x1b'));
    assert!(coloured.contains("\x1b[36ma Roblox mesh, version 2.00\x1b[0m"), "{coloured:?}");
}

#[test]
fn gzip_is_looked_into() {
    let scratch = Scratch::new("gzip");
    // Stored blocks need no encoder.
    let plain = std::fs::read(crate::support::root().join("fixtures/rbxmesh/valid/v200.mesh")).unwrap();
    let len = u16::try_from(plain.len()).unwrap();
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1];
    packed.extend(len.to_le_bytes().into_iter().chain((!len).to_le_bytes()));
    packed.extend(plain.iter().chain(&[0; 8]));
    let file = scratch.file("v200.mesh.gz", packed);
    let (code, out, _) = run(&["identify", &file]);
    assert_eq!((code, out.contains(": a Roblox mesh 2.00 in gzip\n")), (0, true), "{out}");
    let (code, out, _) = run(&["info", &file]);
    assert_eq!((code, out.contains("1,152 bytes in gzip, 1,129 bytes without")), (0, true), "{out}");
}

#[test]
fn sarif_has_the_rules_and_the_places() {
    let (code, out, _) = run(&["check", "--format", "sarif", "fixtures/rbxmesh/rules/RBM001.fires.mesh"]);
    assert_eq!(code, 1);
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let result =
        run["results"].as_array().unwrap().iter().find(|result| result["ruleId"] == "RBM001").unwrap();
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!((&rule["id"], &rule["defaultConfiguration"]["level"]), (&"RBM001".into(), &"error".into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "fixtures/rbxmesh/rules/RBM001.fires.mesh");
    assert!(place["region"]["byteOffset"].as_u64().unwrap() > 0);
}

#[test]
fn sarif_names_the_files_that_cannot_be_read() {
    let broken = "fixtures/rbxbinary/invalid/signature_damaged_as_text.rbxm";
    let fine = "fixtures/rbxmesh/rules/RBM001.silent.mesh";
    let (code, out, _) = run(&["check", "--format", "sarif", broken, fine, "no/such file"]);
    assert_eq!(code, 4);
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notes = invocation["toolExecutionNotifications"].as_array().unwrap();
    let places: Vec<_> = notes.iter().map(|note| &note["locations"][0]["physicalLocation"]).collect();
    assert_eq!(places[0]["artifactLocation"]["uri"], broken);
    assert_eq!(places[0]["region"], serde_json::json!({ "byteOffset": 8, "byteLength": 1 }));
    assert_eq!(places[1]["artifactLocation"]["uri"], "no/such%20file");
    assert_eq!((notes.len(), &notes[0]["level"]), (2, &"error".into()));
    let text = notes[0]["message"]["text"].as_str().unwrap();
    assert!(text.starts_with("header.signature: the signature is damaged"), "{text}");
    let (_, out, _) = run(&["check", "--format", "sarif", fine]);
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

/// A class, names and a script with letters that turn the order of others, end a line, are not seen, or command terminals.
const HIDDEN: &str = "\u{202e}\u{2066}\u{200b}\u{2028}\u{9b}31m\u{feff}";

#[test]
fn hidden_letters_are_escaped_in_every_verb() {
    let scratch = Scratch::new("hidden");
    let place = |size: &str| {
        format!(
            "<roblox version=\"4\"><Item class=\"Part{HIDDEN}\"><Properties><string name=\"Name\">a{HIDDEN}</string>\
             <string name=\"P{HIDDEN}\">{size}{HIDDEN}</string><Thing name=\"New{HIDDEN}\">?</Thing></Properties></Item>\
             <Item class=\"Script\"><Properties><string name=\"Name\">s{HIDDEN}</string>\
             <ProtectedString name=\"Source\">-- {HIDDEN}\nprint({size})</ProtectedString></Properties></Item></roblox>"
        )
    };
    let name = if cfg!(windows) { "a.rbxmx".to_owned() } else { format!("a{HIDDEN}.rbxmx") };
    let (old, new) = (scratch.file(&name, place("1")), scratch.file("b.rbxmx", place("2")));
    let theirs = scratch.file("c.rbxmx", place("3"));
    let text = format!("o a{HIDDEN}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nmtllib q{HIDDEN}.mtl\nf 1 2 3\n");
    let (model, output) = (scratch.file("m.obj", text), scratch.path("out"));
    let mut shown = String::new();
    for arguments in [
        &["identify", &old][..],
        &["info", &old],
        &["info", "--json", &old],
        &["check", "-v", &old],
        &["check", "--format", "github", &old],
        &["check", "--format", "sarif", &old],
        &["print", &old],
        &["print", "--json", &old],
        &["diff", &old, &new],
        &["diff", "--stat", &old, &new],
        &["diff", "--json", &old, &new],
        &["dump", &old],
        &["dump", "--json", &old],
        &["list", "classes", &old],
        &["list", "scripts", &old],
        &["list", "strings", &old],
        &["extract", &old],
        &["extract", &old, "-fvo", &output],
        &["implant", &new, &output, "--dry-run"],
        &["strip", &old, "*.Name", "--dry-run"],
        &["set", &old, &format!("x{HIDDEN}.Name=1"), "--dry-run"],
        &["merge", &old, &new, &theirs],
        &["merge", "--json", &old, &new, &theirs],
        &["roundtrip", &old],
        &["convert", "-v", &old, "--to", "rbxm", "-fo", &scratch.path("a.rbxm")],
        &["convert", "-v", &model, "--to", "mesh", "-fo", &scratch.path("a.mesh")],
        &["check", "--as", "llmesh", "-v", &model],
        &["thumb", &model, "--action", "walk", "-fo", &scratch.path("a.png")],
    ] {
        let (_, out, err) = run(arguments);
        let all = out + &err;
        // Lines and tabs are ours.
        let found = all.lines().flat_map(|line| line.split('\t')).find(|text| visible(text) != *text);
        assert_eq!(found, None, "{arguments:?}");
        shown.push_str(&all);
    }
    // Some form of each letter is there.
    for (escape, json) in [("\\u{202e}", "\\u202e"), ("\\u{9b}", "\\u009b"), ("\\u{200b}", "\\u200b")] {
        assert!(shown.contains(escape) && shown.contains(json), "{escape}");
    }
}

/// By `script`, which gives the program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn nothing_but_text_goes_to_a_terminal() {
    let scratch = Scratch::new("terminal");
    let on_a_terminal = |arguments: &[&str]| {
        let rez = [&[env!("CARGO_BIN_EXE_rez")], arguments].concat().join(" ");
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &rez, "/dev/null"]).current_dir(crate::support::root());
        let output = script.stdin(std::process::Stdio::null()).output().ok()?;
        Some((output.status.code().unwrap(), output.stdout))
    };
    if on_a_terminal(&["formats"]).is_none_or(|(code, _)| code != 0) {
        eprintln!("skipped: there is no `script` that runs commands");
        return;
    }
    let (model, mesh) = ("fixtures/rbxbinary/valid/nested.rbxm", "fixtures/rbxmesh/valid/v300.mesh");
    let folder = scratch.path("");
    for arguments in [
        &["convert", model, "--to", "rbxm", "-o", "-"][..],
        &["convert", mesh, "--to", "glb", "-o", "-"],
        &["set", model, "Outer/Brick.Anchored=true", "-o", "-"],
        &["strip", model, "Part.Anchored", "-o", "-"],
        &["implant", model, &folder, "-o", "-"],
        &["merge", model, model, model, "-o", "-"],
        &["thumb", mesh, "--size", "16", "-o", "-"],
    ] {
        let (code, shown) = on_a_terminal(arguments).unwrap();
        let shown = String::from_utf8(shown).unwrap();
        assert_eq!((code, shown.contains("the result is not text")), (2, true), "{arguments:?}: {shown}");
    }
    let text = scratch.file("a.llsd", "<? llsd/notation ?>\n'a\u{1b}[2J\u{202e}'\n");
    let (code, shown) = on_a_terminal(&["convert", &text, "--to", "llsd-notation", "-o", "-"]).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(code == 0 && !shown.contains(['\u{1b}', '\u{202e}']) && shown.contains("\\u{202e}"), "{shown}");
}
