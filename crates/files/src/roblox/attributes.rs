//! Findings about the attributes of XML files.

use crate::codec::Adapted;
use crate::rules::{Finding, Findings};
use rbxbinary::{Holder, Model, rules};

/// Checks the strings of an XML file that may contain references, by the rules of binary files.
pub fn findings(document: &rbxxml::Document) -> Findings {
    let mut findings = Findings::default();
    for (number, visit) in document.walk().enumerate() {
        let class = &visit.item.class;
        for holder in Holder::of_class(class.as_bytes()) {
            let string = document.bytes(visit.id, holder.property()).unwrap_or_default();
            let numbers = holder.references(string).into_iter().map(|(name, referent)| {
                let of = name.map(|name| format!("@{}: ", name.to_string_lossy())).unwrap_or_default();
                (&rules::RBX003, format!("{of}the number {referent}, which has no meaning in XML"))
            });
            let unknown = holder.error(string).map(|error| (&rules::RBX008, error.to_string()));
            findings.extend(numbers.chain(unknown).map(|(rule, found)| {
                let path = format!("items[{number}] {}, {}", class.to_string_lossy(), holder.property());
                Finding { rule: Model::rule(rule), path, found, limit: String::new() }
            }));
        }
    }
    findings
}
