//! Says what files are, one JSON line each: `cargo run --example identify -- FILE…`

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for name in std::env::args().skip(1) {
        match std::fs::read(&name) {
            Ok(bytes) => {
                let identity = rezkit::identify_named(&bytes, &name);
                println!("{name}\t{}", serde_json::to_string(&identity).unwrap_or_default());
            }
            Err(error) => {
                eprintln!("{name}: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}
