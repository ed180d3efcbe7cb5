//! Links the module as programs of Python are linked on macOS.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
