//! The files that `rez view` writes.

use crate::support::{Scratch, run};

const MESH: &str = "fixtures/rbxmesh/valid/v200.mesh";

#[test]
fn a_file_is_put_into_the_page() {
    let scratch = Scratch::new("view");
    let page = scratch.file("rezkit.html", "<body><!--given--></body>");
    let output = scratch.path("mesh.html");
    let (code, out, err) = run(&["view", MESH, "--page", &page, "--no-open", "-o", &output]);
    assert_eq!((code, out, err.as_str()), (0, format!("{output}\n"), ""));
    let html = std::fs::read_to_string(&output).unwrap();
    let start = r#"<body><script type="text/plain" id="given" data-name="v200.mesh">dmVyc2lvbiAyLjAwC"#;
    assert!(html.starts_with(start) && html.ends_with("</script></body>"), "{html}");
}

#[cfg(unix)]
#[test]
fn folders_of_the_day_before_are_removed() {
    let scratch = Scratch::new("view-old");
    let page = scratch.file("rezkit.html", "<body><!--given--></body>");
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(25 * 60 * 60);
    for name in ["rez-view-1-0", "rez-view-1-x", "rez-view-2-0", "other"] {
        scratch.file(&format!("temporary/{name}/a.html"), "mine");
        if name != "rez-view-2-0" {
            let folder = std::fs::File::open(scratch.path(&format!("temporary/{name}"))).unwrap();
            folder.set_modified(long_ago).unwrap();
        }
    }
    std::os::unix::fs::symlink(scratch.path("temporary/other"), scratch.path("temporary/rez-view-3-0"))
        .unwrap();
    let call = |page: &str| {
        let mut call = crate::support::rez();
        call.args(["view", MESH, "--no-open", "--page", page]).env("TMPDIR", scratch.path("temporary"));
        crate::support::text(&call.output().unwrap())
    };
    let (code, out, err) = call(&page);
    assert_eq!((code, std::fs::exists(out.trim_end()).unwrap()), (0, true), "{err}");
    let own = std::path::Path::new(out.trim_end()).parent().unwrap();
    let rights = std::os::unix::fs::PermissionsExt::mode(&own.metadata().unwrap().permissions());
    assert_eq!(rights & 0o777, 0o700);
    let mut names: Vec<_> =
        std::fs::read_dir(scratch.path("temporary")).unwrap().map(|it| it.unwrap().path()).collect();
    names.retain(|path| path != own);
    names.sort();
    let left = ["other", "rez-view-1-x", "rez-view-2-0", "rez-view-3-0"];
    assert_eq!(names, left.map(|name| scratch.0.join("temporary").join(name)));
    assert!(std::fs::exists(scratch.path("temporary/other/a.html")).unwrap());
    // Each call has a folder of its own.
    let (_, another, err) = call(&page);
    assert!(another != out && std::fs::exists(another.trim_end()).unwrap(), "{err}");
}

#[test]
fn without_the_page_there_is_a_glb() {
    let scratch = Scratch::new("view-glb");
    let output = scratch.path("mesh.glb");
    let (code, out, _) = run(&["view", MESH, "-o", &output]);
    assert_eq!((code, out), (0, format!("{output}\n")));
    assert!(std::fs::read(&output).unwrap().starts_with(b"glTF"));
    let (code, _, err) = run(&["view", MESH, "-o", &output]);
    assert!(code == 4 && err.contains("it already exists; --force overwrites it"), "{err}");
    assert_eq!(run(&["view", MESH, "-o", &output, "--force"]).0, 0);
    let mut call = crate::support::rez();
    let call = call.args(["view", MESH]).env("TMPDIR", &scratch.0).output().unwrap();
    let (code, out, err) = crate::support::text(&call);
    assert!(code == 0 && out.ends_with("v200.glb\n"), "{out}");
    assert!(err.starts_with("a GLB, since rezkit.html was not found") && err.contains("--page"), "{err}");
}

#[test]
fn what_cannot_be_shown_is_said() {
    let scratch = Scratch::new("view-none");
    let (code, _, err) = run(&["view", "README.md", "-o", &scratch.path("a.glb")]);
    assert_eq!(code, 3, "{err}");
    let other = scratch.file("other.html", "<body>");
    let (code, _, err) = run(&["view", MESH, "--page", &other, "--no-open", "-o", &scratch.path("a.html")]);
    assert!(code == 4 && err.contains("not the page of rezkit"), "{err}");
    assert_eq!(run(&["view", "fixtures"]).0, 2);
    let (code, _, err) = run(&["view", MESH, "-o", &scratch.path("a.html")]);
    assert!(code == 2 && err.contains("--page"), "{err}");
}
