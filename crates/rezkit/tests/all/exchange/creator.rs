//! Avatar items as models of Roblox, compared with what its documentation for creators requires.

use geom::Vec3;
use rezkit::exchange::{ExchangeOptions, convert, judge};
use rezkit::roblox::{Document, Id, Value};
use rezkit::{CheckOptions, Finding, Format};

struct Hat {
    document: Document,
    accessory: Id,
    handle: Id,
    attachment: Id,
}

fn hat() -> Hat {
    let mut document = Document::new(Format::RbxXml).unwrap();
    let accessory = document.add(None, "Accessory").unwrap();
    document.set(accessory, "Name", "Cap").unwrap();
    document.set(accessory, "AccessoryType", Value::Enum(1)).unwrap();
    let handle = document.add(Some(accessory), "Part").unwrap();
    document.set(handle, "Name", "Handle").unwrap();
    document.set(handle, "size", Value::Vector3(Vec3::new(1.5, 1.0, 1.5))).unwrap();
    let attachment = document.add(Some(handle), "Attachment").unwrap();
    document.set(attachment, "Name", "HatAttachment").unwrap();
    Hat { document, accessory, handle, attachment }
}

fn found(hat: &Hat, purpose: &str) -> Vec<Finding> {
    let mut options = ExchangeOptions::to(Format::RbxMesh);
    options.purpose = Some(purpose.parse().unwrap());
    let bytes = hat.document.save().unwrap().bytes;
    let made = convert(&bytes, &options, &mut |_| None).unwrap();
    let mut findings = judge(&made, &CheckOptions::default(), None).unwrap().report.findings;
    // Rules of the written mesh are not about the item.
    findings.retain(|finding| finding.rule.starts_with("RZK"));
    findings
}

fn rules(hat: &Hat, purpose: &str) -> Vec<(&'static str, String)> {
    found(hat, purpose).into_iter().map(|it| (it.rule, it.path)).collect()
}

#[test]
fn accessories_as_documented_have_no_findings() {
    assert_eq!(found(&hat(), "rigid"), []);
    assert_eq!(found(&hat(), "rigid:hat"), []);
}

#[test]
fn each_requirement_on_instances_is_compared() {
    type Edit = fn(&mut Hat);
    let cases: [(Edit, &str, &str, &str); 6] = [
        (|it| _ = it.document.remove(it.attachment), "RZK057", "Cap", "no attachment"),
        (
            |it| it.document.set(it.attachment, "Name", "NeckAttachment").unwrap(),
            "RZK057",
            "Cap",
            "only NeckAttachment",
        ),
        (
            |it| it.document.set(it.handle, "Material", Value::Enum(288)).unwrap(),
            "RZK069",
            "Handle",
            "another material",
        ),
        (
            |it| _ = it.document.add(Some(it.accessory), "LocalScript").unwrap(),
            "RZK053",
            "LocalScript",
            "a script",
        ),
        (
            |it| {
                let part = it.document.add(Some(it.accessory), "Part").unwrap();
                it.document.set(part, "size", Value::Vector3(Vec3::ONE)).unwrap();
            },
            "RZK053",
            "",
            "2 objects",
        ),
        (
            |it| it.document.set(it.handle, "Transparency", 0.5_f32).unwrap(),
            "RZK055",
            "nodes[1] Handle",
            "opacity 0.5",
        ),
    ];
    for (edit, rule, path, what) in cases {
        let mut hat = hat();
        edit(&mut hat);
        let list = found(&hat, "rigid:hat");
        assert_eq!(rules(&hat, "rigid:hat"), [(rule, path.to_owned())], "{what}");
        assert!(list[0].found.starts_with(what), "{list:?}");
    }
}

/// The type of an accessory decides rather than the kind on the command line.
#[test]
fn the_name_of_the_attachment_follows_the_type() {
    let mut neck = hat();
    neck.document.set(neck.accessory, "AccessoryType", Value::Enum(4)).unwrap();
    assert_eq!(rules(&neck, "rigid"), [("RZK057", "Cap".to_owned())]);
    neck.document.set(neck.attachment, "Name", "NeckAttachment").unwrap();
    assert_eq!(rules(&neck, "rigid"), []);
}

#[test]
fn tints_are_found() {
    let mut hat = hat();
    let mesh = hat.document.add(Some(hat.handle), "SpecialMesh").unwrap();
    hat.document.set(mesh, "MeshType", Value::Enum(6)).unwrap();
    let set = |hat: &mut Hat, blue| {
        hat.document.set(mesh, "VertexColor", Value::Vector3(Vec3::new(1.0, 1.0, blue))).unwrap();
    };
    set(&mut hat, 1.0);
    assert_eq!(rules(&hat, "rigid:hat"), []);
    set(&mut hat, 0.5);
    assert_eq!(rules(&hat, "rigid:hat"), [("RZK069", "SpecialMesh".to_owned())]);
}
