//! Checks the syntax of scripts: `cargo run -p rezkit-luau --example check -- *.luau`.

#![expect(clippy::print_stdout, reason = "an example")]

use luau::{Position, check};

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let source = std::fs::read(&path)?;
        if let Err(error) = check(&source) {
            println!("{path}:{}: {error}", Position::from_offset(&source, error.offset));
        }
    }
    Ok(())
}
