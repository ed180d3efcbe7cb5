//! Syntax errors of scripts in models.

use super::{found, model_with};
use rezkit::{CheckOptions, File, OpenOptions, Severity, check, github, sarif};

#[test]
fn a_syntax_error_is_found_with_its_line_and_column() {
    let model = model_with("local y = 1\nlocal x = = 3 end", |_| ());
    let findings = found(&model, &[]);
    let [one] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((one.rule, one.severity), ("SCR001", Severity::Error));
    assert_eq!((one.path.as_str(), one.line, one.column), ("Model/Script", Some(2), Some(11)));
    assert_eq!(one.part.as_deref(), Some("Model/Script"));
    assert_eq!(one.message(), "Luau cannot read a script: expected an expression, found `=`");
    assert_eq!(found(&model_with("local x: number? = if y then 1 else 2", |_| ()), &[]), []);
}

#[test]
fn a_syntax_error_in_a_text_has_the_bytes_of_its_script() {
    let script = |source: &str| {
        format!(
            r#"<Item class="Script"><Properties><ProtectedString name="Source">{source}</ProtectedString></Properties></Item>"#
        )
    };
    let text = format!(
        r#"<roblox version="4">{}<Item class="Folder">{}</Item></roblox>"#,
        script("local x = 1"),
        script("<![CDATA[-- &\n=]]>")
    );
    let [one] = &found(text.as_bytes(), &[])[..] else { panic!("one finding") };
    let range = one.range.unwrap();
    assert_eq!((&text[range.start..range.end], one.line, range.packed_at), ("-- &\n=", Some(2), None));
}

#[test]
fn a_syntax_error_is_an_error_of_the_file_unless_it_is_allowed() {
    let model = model_with("end", |_| ());
    let file = File::open(&model, &OpenOptions::default()).unwrap();
    let report = check(&file, &CheckOptions::default()).unwrap();
    assert_eq!(report.n_errors, 1);
    assert_eq!(
        github("a.rbxm", &report).lines().last(),
        Some(
            "::error file=a.rbxm,title=SCR001::Model/Script:1:1: Luau cannot read a script: expected a statement or the end of the script, found `end`"
        )
    );
    let log = sarif([("a.rbxm", &report)], []).to_string();
    assert!(log.contains(r#""fullyQualifiedName":"Model/Script:1:1""#), "{log}");
    let options = CheckOptions { allow: vec!["scr001".into()], ..CheckOptions::default() };
    assert_eq!(check(&file, &options).unwrap().n_errors, 0);
}

#[test]
fn the_first_thousand_errors_are_listed_and_all_counted() {
    let model = model_with("end", |document| {
        for _ in 0..1200 {
            let script = document.create(None, "LocalScript").unwrap();
            document.set(script, "Source", super::text("=")).unwrap();
        }
    });
    let findings = found(&model, &[]);
    assert_eq!((findings.len(), findings[0].n_more), (1000, 201));
}
