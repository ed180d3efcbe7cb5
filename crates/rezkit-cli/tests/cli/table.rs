//! `rez table`: outputs, archives, and jobs that were stopped.

use crate::schemas::check;
use crate::support::{Scratch, rez, root, run, text};
use fuzz::archives::{gzip, tar, warc_record, zip};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const EMPTY: &str = "version 1.00\n0\n";

fn values(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn printed(arguments: &[&str]) -> Vec<Value> {
    let (code, out, err) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {err}");
    values(&out)
}

/// All rows below a folder, by file.
fn rows(folder: &str) -> BTreeMap<String, String> {
    let scratch = Scratch(folder.into());
    let files = scratch.tree().into_iter().map(|path| {
        let text = std::fs::read(scratch.0.join(&path)).unwrap();
        (path, String::from_utf8_lossy(&text).into_owned())
    });
    let files = files.collect();
    std::mem::forget(scratch);
    files
}

#[test]
fn every_row_fits_its_schema() {
    let mut n_rows = BTreeMap::new();
    let names: Vec<_> = rezkit::table::Table::ALL.iter().map(|table| table.name()).collect();
    for name in names {
        let path = root().join(format!("crates/rezkit/schemas/rezkit.table-{name}-1.json"));
        let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        // Numbers of 64 bits are among the properties, which the check refuses.
        let folder = if name == "properties" { "fixtures/rbxmesh" } else { "fixtures" };
        // Some fixtures are damaged.
        let (code, rows, err) = run(&["table", "--table", name, folder, "-o", "-"]);
        assert!(code == 0 || code == 3, "{name}: {err}");
        let rows = values(&rows);
        for row in &rows {
            check(&schema, &schema, row).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        n_rows.insert(name, rows.len());
    }
    assert!(n_rows.iter().all(|(name, n)| *n > 0 || *name == "properties"), "{n_rows:?}");
}

#[test]
fn each_content_is_extracted_once_and_each_file_has_a_row() {
    let scratch = Scratch::new("table-once");
    for i in 0..300 {
        scratch.file(&format!("in/{}/{i}.mesh", i % 3), if i % 2 == 0 { EMPTY } else { "broken" });
    }
    scratch.file("in/notes.txt", "text");
    for threads in ["1", "2"] {
        let folder = scratch.path(&format!("in{threads}"));
        let (code, out, err) = run(&["table", &scratch.path("in"), "-o", &folder, "--threads", threads]);
        assert_eq!((code, &*out, &*err), (0, "", "301 files in 1 shard: 3 new contents, 0 not readable\n"));
        let rows = rows(&folder);
        assert_eq!(values(&rows["files/files-00000.jsonl"]).len(), 301);
        let contents = values(&rows["contents/files-00000.jsonl"]);
        let formats: Vec<_> = contents.iter().map(|row| row["format"].as_str().unwrap()).collect();
        assert_eq!(formats, ["rbx-mesh", "text", "text"]);
        assert_eq!(values(&rows["findings/files-00000.jsonl"])[0]["rule"], "RBM032");
        assert!(!rows.keys().any(|path| path.contains("properties")));
    }
    assert_eq!(rows(&scratch.path("in1")), rows(&scratch.path("in2")));
}

#[test]
fn archives_are_shards_whose_members_are_files() {
    let scratch = Scratch::new("table-archives");
    let members = [("a/b.mesh", EMPTY.as_bytes()), ("c.mesh", b"version 2.00\n\x0c\0")];
    let tarball = tar(&members);
    let answer = b"HTTP/1.1 200 OK\r\n\r\nversion 1.00\n0\n";
    let page =
        [warc_record("response", "http://x/1.mesh?v=2", answer), warc_record("request", "http://x", b"")];
    scratch.file("in/t.tar", &tarball);
    scratch.file("in/t.tar.gz", gzip(&tarball));
    scratch.file("in/z.zip", zip(&[("in.tar", tarball.clone())]));
    scratch.file("in/w.warc.gz", page.map(|record| gzip(&record)).concat());
    scratch.file("in/cut.tar", &tarball[..520]);
    scratch.file("in/plain.mesh", EMPTY);
    // Its name is no matter: it is a mesh.
    scratch.file("in/odd.zip", EMPTY);
    let folder = scratch.path("out");
    let (code, _, err) = run(&["table", &scratch.path("in"), "-o", &folder]);
    assert_eq!(code, 3, "{err}");
    assert!(
        err.contains("t.tar/c.mesh")
            && err.ends_with("10 files in 6 shards: 2 new contents, 2 not readable\n")
    );
    let all = rows(&folder);
    let shards: Vec<_> = all.keys().filter_map(|path| path.strip_prefix("files/")).collect();
    let expected = ["cut.tar", "files-00000", "t.tar.gz", "t.tar", "w.warc.gz", "z.zip"];
    assert_eq!(shards, expected.map(|name| format!("{name}.jsonl")));
    let of = |shard: &str| values(&all[&format!("files/{shard}.jsonl")]);
    let member = |row: &Value| row["member"].as_str().unwrap_or_default().to_owned();
    assert_eq!(of("t.tar").iter().map(member).collect::<Vec<_>>(), ["a/b.mesh", "c.mesh"]);
    assert_eq!(of("z.zip").iter().map(member).collect::<Vec<_>>(), ["in.tar/a/b.mesh", "in.tar/c.mesh"]);
    let web = &of("w.warc.gz")[0];
    assert_eq!(web["path"], format!("{}/http://x/1.mesh?v=2", scratch.path("in/w.warc.gz")));
    assert_eq!((&web["named_as"], &web["mtime"]), (&"mesh".into(), &"2026-11-23T04:08:49Z".into()));
    assert_eq!(web["shard"], scratch.path("in/w.warc.gz"));
    let cut = of("cut.tar");
    assert_eq!(cut.len(), 1);
    assert_eq!(
        (&cut[0]["error"], &cut[0]["error_offset"]),
        (&"the archive is cut short".into(), &520.into())
    );
}

#[test]
fn buffers_of_gltf_are_found_in_its_archive() {
    let scratch = Scratch::new("table-buffers");
    let gltf = |uri: &str| {
        let accessors =
            r#"[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}]"#;
        let meshes = r#"[{"primitives":[{"attributes":{"POSITION":0}}]}]"#;
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"meshes":{meshes},
            "accessors":{accessors},"bufferViews":[{{"buffer":0,"byteLength":36}}],
            "buffers":[{{"uri":"{uri}","byteLength":36}}]}}"#
        )
    };
    let corners = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let buffer: Vec<u8> = corners.iter().flat_map(|number| number.to_le_bytes()).collect();
    let (near, far, none) = (gltf("./a.bin"), gltf("far/b.bin"), gltf("missing.bin"));
    // A group has 256 members, so `b.bin` is in the second.
    let names: Vec<String> = (0..300).map(|number| format!("fill/{number}.txt")).collect();
    let mut members = vec![("x/a.gltf", near.as_bytes()), ("x/a.bin", &buffer)];
    members.push(("x/b.gltf", far.as_bytes()));
    members.push(("x/c.gltf", none.as_bytes()));
    members.extend(names.iter().map(|name| (&**name, b"-".as_slice())));
    members.push(("x/far/b.bin", &buffer));
    let archive = scratch.file("in.tar", tar(&members));
    let folder = scratch.path("out");
    run(&["table", &archive, "-o", &folder]);
    let all = rows(&folder);
    let of = |table: &str| values(&all[&format!("{table}/in.tar.jsonl")]);
    let files = of("files");
    let vertices = |member: &str| {
        let file = files.iter().find(|row| row["member"] == member).expect("a row for each member");
        let contents = of("contents");
        contents.iter().find(|row| row["sha256"] == file["sha256"]).map(|row| row["n_vertices"].clone())
    };
    assert_eq!(vertices("x/a.gltf"), Some(3.into()));
    assert_eq!(vertices("x/b.gltf"), Some(3.into()));
    assert_eq!(vertices("x/c.gltf"), Some(Value::Null));
    assert_eq!(files.len(), members.len());
}

#[test]
fn what_the_system_refuses_is_a_row_and_a_message() {
    let scratch = Scratch::new("table-missing");
    let missing = scratch.path("missing.mesh");
    let (code, out, err) = run(&["table", &missing, "--table", "files", "-o", "-"]);
    let row = &values(&out)[0];
    assert_eq!((code, &row["path"], &row["sha256"]), (4, &missing.into(), &Value::Null));
    assert!(row["error"].as_str().unwrap().contains("No such file"), "{row}");
    assert!(err.contains("No such file") && err.ends_with("0 new contents, 1 not readable\n"), "{err}");
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let mesh = "fixtures/rbxmesh/valid/v200.mesh";
    for (arguments, message) in [
        (&["-o", "-"][..], "can write only one table"),
        (&["-o", "-", "--table", "files", "--resume"], "only a folder can be resumed"),
        (&["-o", "-", "--table", "files", "--format", "parquet"], "Parquet files need a folder"),
        (&["-o", "x", "--compression", "gzip"], "only Parquet files are compressed"),
        (&["-o", "x", "--table", "nothing"], "invalid value"),
        (&["-o", "-", "--table", "all"], "can write only one table"),
        (&["-o", "s3://bucket/out"], "not to addresses such as s3://"),
        (&["-o", "x", "--force", "--resume"], "cannot be used with"),
    ] {
        let (code, _, err) = run(&[&["table", mesh], arguments].concat());
        assert!(code == 2 && err.contains(message), "{arguments:?}: {code} {err}");
    }
    // Assets are references by another name.
    let rows = printed(&["table", "--table", "assets", "fixtures/m3d/valid/rigged.m3d", "-o", "-"]);
    assert!(rows.iter().all(|row| row.get("asset_id").is_some()));
}

/// A model of this many values of 1,000 bytes.
fn long_values(count: usize) -> String {
    let value = |number| {
        let name = "x".repeat(1000);
        format!(
            "<Item class=\"StringValue\" referent=\"{number}\"><Properties>\
             <string name=\"Value\">{number}{name}</string></Properties></Item>"
        )
    };
    format!("<roblox version=\"4\">{}</roblox>", (0..count).map(value).collect::<String>())
}

/// Rows beyond those that are kept in memory are written while they are made, in the same order on any number of
/// threads.
#[test]
fn files_with_many_rows_have_all_of_them() {
    let scratch = Scratch::new("table-long");
    let long = scratch.file("in/b.rbxmx", long_values(6000));
    for name in ["a", "c"] {
        scratch.file(&format!("in/{name}.mesh"), format!("version 1.00\n1\n{name}"));
    }
    let rows = printed(&["table", "--table", "properties", "-o", "-", &long]);
    assert_eq!(rows.len(), 6000);
    assert!(rows.iter().all(|row| row["text"].as_str().is_some_and(|text| text.len() > 1000)));
    let outputs = ["1", "3"].map(|threads| {
        let folder = scratch.path(&format!("out{threads}"));
        let tables = ["--table", "all", "--max-memory", "64M", "--threads", threads];
        let (code, _, err) = run(&[&["table", &scratch.path("in"), "-o", &folder][..], &tables].concat());
        assert_eq!(code, 3, "{err}");
        assert!(err.contains("a.mesh") && err.contains("c.mesh") && !err.contains("b.rbxmx"), "{err}");
        let rows = self::rows(&folder);
        assert_eq!(values(&rows["instances/files-00000.jsonl"]).len(), 6000);
        let contents = values(&rows["contents/files-00000.jsonl"]);
        let of: Vec<_> =
            contents.iter().map(|row| (row["format"].as_str(), row["error"].is_null())).collect();
        let [mesh, model] = [(Some("rbx-mesh"), false), (Some("rbx-xml"), true)];
        assert_eq!(of, [mesh, model, mesh]);
        rows
    });
    assert_eq!(outputs[0], outputs[1]);
}

#[test]
fn a_file_that_cannot_be_read_is_a_message_and_a_status() {
    let scratch = Scratch::new("table-damage");
    let broken = scratch.file("broken.mesh", "version 2.00\n\x0c\0");
    for table in rezkit::table::Table::ALL.iter().map(|table| table.name()) {
        let (code, _, err) = run(&["table", "--table", table, &broken, "-o", "-"]);
        assert!(code == 3 && err.contains("header"), "{table}: {code} {err}");
        assert!(err.ends_with("1 new content, 1 not readable\n"), "{err}");
    }
    let place = std::fs::read(root().join("fixtures/rbxbinary/valid/place.rbxl")).unwrap();
    let cut = scratch.file("cut.rbxl", &place[..place.len() / 2]);
    for table in rezkit::table::Table::ALL.iter().map(|table| table.name()) {
        let (code, _, err) = run(&["table", "--table", table, &cut, "-o", "-"]);
        assert!(code == 1 && err.contains("damaged and w"), "{table}: {code} {err}");
        assert!(err.ends_with("1 new content, 0 not readable, 1 damaged\n"), "{err}");
    }
}

#[test]
fn a_folder_of_results_belongs_to_one_job_at_a_time() {
    let scratch = Scratch::new("table-owner");
    let [one, other] = ["1", "2"].map(|name| scratch.file(&format!("{name}.tar"), tar(&[("a.mesh", EMPTY)])));
    let folder = scratch.path("out");
    let (stdin, source) = (scratch.path("pipe"), scratch.path("in"));
    assert!(Command::new("mkfifo").arg(&stdin).status().unwrap().success());
    scratch.file("in/a.mesh", EMPTY);
    // The first job waits for the pipe, and has the folder meanwhile.
    let mut first = rez().args(["table", &stdin, &source, "-o", &folder, "--quiet"]).spawn().unwrap();
    let (lock, start) = (Path::new(&folder).join("files"), Instant::now());
    while !lock.is_dir() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let (code, _, err) = run(&["table", &one, "-o", &folder]);
    assert!(code == 4 && err.contains("another job is writing to this folder"), "{code} {err}");
    std::fs::write(&stdin, "version 1.00\n0\n ").unwrap();
    assert!(first.wait().unwrap().success());
    // Later jobs with other files repeat no content.
    for (path, n_new) in [(one, 0), (other, 0)] {
        let (code, _, err) = run(&["table", &path, "-o", &folder]);
        assert_eq!(code, 0, "{err}");
        assert!(err.contains(&format!("{n_new} new contents")), "{err}");
    }
    // Other tables have not had it yet.
    let archive = scratch.file("3.tar", tar(&[("b.mesh", EMPTY)]));
    let (_, _, err) = run(&["table", &archive, "-o", &folder, "--table", "meshes", "--table", "contents"]);
    assert!(err.contains("1 new content"), "{err}");
}

#[test]
fn csv_has_a_line_of_names() {
    let (_, out, _) =
        run(&["table", "--format", "csv", "--table", "meshes", "fixtures/rbxmesh/valid", "-o", "-"]);
    let mut lines = out.lines();
    let names: Vec<_> = lines.next().unwrap().split(',').collect();
    assert_eq!((names[0], names.len()), ("sha256", 16));
    assert!(lines.all(|line| line.split(',').count() == 16));
}

/// Ten archives, each with contents of its own and some of the one before.
fn archives(scratch: &Scratch, n_members: usize) -> Vec<String> {
    let archive = |i: usize| {
        let mesh = |k: usize| {
            format!("version 1.00\n1\n[{k},0,0][0,0,1][0,0,0][0,{k},0][0,0,1][0,0,0][0,0,{k}][0,0,1][0,0,0]")
        };
        let members: Vec<_> =
            (0..n_members).map(|k| (format!("{k}.mesh"), mesh(i * n_members / 2 + k))).collect();
        let named: Vec<_> = members.iter().map(|(name, text)| (&**name, text)).collect();
        scratch.file(&format!("in/{i}.tar"), tar(&named))
    };
    (0..10).map(archive).collect()
}

#[test]
fn only_what_is_missing_is_made_again() {
    let scratch = Scratch::new("table-resume");
    archives(&scratch, 8);
    let (source, folder) = (scratch.path("in"), scratch.path("out"));
    let (_, _, err) = run(&["table", &source, "-o", &folder]);
    assert_eq!(err, "80 files in 10 shards: 44 new contents, 0 not readable\n");
    let before = rows(&folder);
    let (code, _, err) = run(&["table", &source, "-o", &folder]);
    assert!(code == 4 && err.contains("--force overwrites it"), "{err}");
    let path = Path::new(&folder).join("contents/3.tar.jsonl");
    let other = Path::new(&folder).join("contents/4.tar.jsonl");
    std::fs::remove_file(path).unwrap();
    let written = || other.metadata().unwrap().modified().unwrap();
    let time = written();
    let (code, _, err) = run(&["table", &source, "-o", &folder, "--resume"]);
    assert_eq!(
        (code, &*err),
        (0, "8 files in 10 shards, 9 of which already existed: 4 new contents, 0 not readable\n")
    );
    assert_eq!(rows(&folder), before);
    assert_eq!(written(), time);
    let (_, _, err) = run(&["table", &source, "-o", &folder, "--force"]);
    assert_eq!(err, "80 files in 10 shards: 44 new contents, 0 not readable\n");
    assert_eq!(rows(&folder), before);
}

#[test]
fn what_could_not_be_read_is_tried_again_and_what_is_damaged_is_not() {
    let scratch = Scratch::new("table-again");
    let [lost, archive, folder] = ["lost.mesh", "lost.tar", "out"].map(|name| scratch.path(name));
    let broken = scratch.file("broken.mesh", "version 2.00\n\x0c\0");
    let other = scratch.file("other.tar", tar(&[("a.mesh", EMPTY)]));
    let damaged = scratch.file("cut.tar", &tar(&[("b.mesh", EMPTY)])[..520]);
    let table = |more: &[&str]| {
        run(&[&["table", &lost, &broken, &archive, &other, &damaged, "-o", &folder], more].concat())
    };
    let (code, _, err) = table(&[]);
    let summary = "5 files in 4 shards: 2 new contents, 4 not readable; --resume tries 2 files again\n";
    assert!(code == 4 && err.ends_with(summary), "{err}");
    let (code, _, err) = table(&["--resume"]);
    let summary = "3 files in 4 shards, 2 of which already existed: 1 new content, 3 not readable; --resume tries 2 files again\n";
    assert!(code == 4 && err.ends_with(summary), "{err}");
    scratch.file("lost.mesh", EMPTY);
    scratch.file("lost.tar", tar(&[("a.mesh", EMPTY), ("c.mesh", "version 1.00\n1\n")]));
    let (code, _, err) = table(&["--resume"]);
    let summary = "4 files in 4 shards, 2 of which already existed: 2 new contents, 2 not readable\n";
    assert!(code == 3 && err.ends_with(summary), "{err}");
    // A content is there once, also where another shard has met it first.
    let contents = rows(&folder).into_iter().filter(|(path, _)| path.starts_with("contents/"));
    assert_eq!(contents.map(|(_, text)| values(&text).len()).sum::<usize>(), 3);
    assert_eq!(
        table(&["--resume"]).2,
        "0 files in 4 shards, 4 of which already existed: 0 new contents, 0 not readable\n"
    );
}

#[test]
fn a_job_that_is_killed_goes_on_with_the_same_rows() {
    let scratch = Scratch::new("table-killed");
    archives(&scratch, 400);
    let [source, whole, folder] = ["in", "whole", "out"].map(|name| scratch.path(name));
    assert_eq!(run(&["table", &source, "-o", &whole]).0, 0);
    let mut child = rez().args(["table", &source, "-o", &folder, "--quiet"]).spawn().unwrap();
    let (done, start) = (Path::new(&folder).join("_done"), Instant::now());
    let n_done = || std::fs::read_dir(&done).map_or(0, |entries| entries.count());
    while n_done() < 3 && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What it had begun goes with the next job, and nothing else: not what is being written, or is not ours.
    let part = |name: &str| scratch.file(&format!("out/contents/{name}"), "");
    let left = part(".rez-1-2.part");
    let others = [".rez-1-3.part", ".rez-a-1.part", "rez-1-2.part", ".rez-1.part"].map(part);
    let written = std::fs::File::open(&others[0]).unwrap();
    written.lock().unwrap();
    let (code, _, err) = text(&rez().args(["table", &source, "-o", &folder, "--resume"]).output().unwrap());
    assert_eq!(code, 0, "{err}");
    assert!(!Path::new(&left).exists());
    for path in others {
        std::fs::remove_file(path).unwrap();
    }
    assert_eq!(rows(&folder), rows(&whole));
}

#[cfg(feature = "tables")]
#[test]
fn parquet_files_are_written_by_shard() {
    let scratch = Scratch::new("table-parquet");
    let folder = scratch.path("out");
    let sizes = ["none", "lz4", "gzip"].map(|method| {
        let arguments = ["--format", "parquet", "--compression", method, "--force", "-o", &folder];
        let (code, _, err) = run(&[&["table", "fixtures", "--table", "findings"][..], &arguments].concat());
        assert_eq!(code, 3, "{err}");
        let bytes = std::fs::read(Path::new(&folder).join("findings/files-00000.parquet")).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        let has = |text: &[u8]| bytes.windows(text.len()).any(|bytes| bytes == text);
        assert!(has(b"rezkit.table") && has(b"rezkit.version"), "{method}");
        bytes.len()
    });
    assert!(sizes.is_sorted_by(|more, less| more > less), "{sizes:?}");
}

/// The questions of docs/tables.md, of fewer files.
#[test]
fn duckdb_answers_the_questions_of_the_documentation() {
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).current_dir(root()).output();
    if !python(&["-c", "import duckdb"]).is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no Python with DuckDB (pip install duckdb)");
        return;
    }
    let script = ["xtask/outside/tables.py", env!("CARGO_BIN_EXE_rez"), "--files", "1000"];
    let formats = if cfg!(feature = "tables") { &["jsonl", "parquet"][..] } else { &["jsonl"] };
    let answers = formats.iter().map(|format| {
        let (code, out, err) = text(&python(&[&script[..], &["--format", *format]].concat()).unwrap());
        assert_eq!(code, 0, "{err}");
        out.replace(format, "")
    });
    let answers: Vec<_> = answers.collect();
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    assert_eq!(answers[0].matches("```sql").count(), 5);
}
