//! The JSON Schemas of what is printed.

use crate::Code;
use crate::args::Schema;
use crate::output::Out;
use crate::show;
use rezkit::{schema, schemas};

pub(crate) fn run(verb: &Schema, out: &mut Out) -> Code {
    let Some(name) = &verb.name else {
        for (name, _) in schemas() {
            let (stem, version) = name.rsplit_once('-').unwrap_or((name, "1"));
            out.print(&format!("{stem}/{version}\n"));
        }
        return Code::Fine;
    };
    match schema(name) {
        Some(text) => {
            out.print(text);
            Code::Fine
        }
        None => {
            out.tell(&show::error(name, "there is no such schema; `rez schema` lists all of them"));
            Code::Usage
        }
    }
}
