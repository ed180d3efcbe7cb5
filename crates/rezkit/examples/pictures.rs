//! Compares pictures with what they must be, and prints nothing if they are: `cargo xtask outside` runs this as wasm32
//! under node, where tests do not run.

#[path = "../tests/all/support/gardens.rs"]
mod gardens;
#[path = "../../scene/tests/all/support/pictures.rs"]
mod pictures;

fn main() {
    pictures::compare(&pictures::cases());
    pictures::compare(&gardens::cases());
}
