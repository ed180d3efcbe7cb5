//! What `rez view` writes.

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
