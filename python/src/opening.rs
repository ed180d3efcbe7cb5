//! Options for opening files.

use rezkit::OpenOptions;

/// The options for opening a file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Opening<'n> {
    pub(crate) name: Option<&'n str>,
    pub(crate) strict: bool,
    pub(crate) max_memory: Option<usize>,
}

impl Opening<'_> {
    pub(crate) fn with(self, name: Option<&str>) -> OpenOptions<'_> {
        let mut options = OpenOptions::default().strict(self.strict);
        if let Some(name) = name {
            options = options.name(name);
        }
        match self.max_memory {
            Some(max_memory) => options.max_memory(max_memory),
            None => options,
        }
    }
}
