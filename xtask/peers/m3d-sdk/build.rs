//! Compiles the header that the model3d crate bundles.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    let include = sources().join("model3d");
    assert!(include.join("m3d.h").is_file(), "{} has no m3d.h", include.display());
    println!("cargo:rerun-if-changed=sdk.c");
    println!("cargo:rerun-if-changed=describe.c");
    cc::Build::new().file("sdk.c").include(&include).opt_level(2).warnings(false).compile("m3d_sdk");
    let program = PathBuf::from(env::var("OUT_DIR").expect("set by cargo")).join("m3d-describe");
    let mut compiler =
        cc::Build::new().include(include).opt_level(1).warnings(false).get_compiler().to_command();
    let built = compiler.args(["-fsanitize=address", "-w", "describe.c", "-lm", "-o"]).arg(&program).status();
    assert!(built.expect("a compiler runs").success(), "m3d-describe was not built");
    println!("cargo:rustc-env=M3D_DESCRIBE={}", program.display());
}

/// Where cargo keeps the crate. It is fetched by asking for it, since nothing builds it.
fn sources() -> PathBuf {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let output = Command::new(env::var("CARGO").expect("set by cargo"))
        .args(["metadata", "--format-version", "1", "--quiet", "--manifest-path"])
        .arg(PathBuf::from(manifest).join("Cargo.toml"))
        .output()
        .expect("cargo metadata runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let path = text.split('"').find(|part| part.ends_with("/model3d-0.0.1/Cargo.toml"));
    PathBuf::from(path.expect("cargo metadata names model3d")).parent().expect("a folder").to_owned()
}
