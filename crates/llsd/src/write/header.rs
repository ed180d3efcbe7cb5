//! Writing the header line. Format document, section 7.

use crate::options::{Encoding, Header, WriteOptions};

/// Writes the header line.
pub(crate) fn header(out: &mut Vec<u8>, encoding: Encoding, options: &WriteOptions) {
    let line: &[u8] = match (options.header, encoding) {
        (Header::None, _) => return,
        (Header::Usual | Header::Viewer, Encoding::Binary) => b"<? LLSD/Binary ?>\n",
        (Header::Usual | Header::Viewer, Encoding::Notation) => b"<? llsd/notation ?>\n",
        // XML parsers reject the viewer's line. Format document, section 7.
        (Header::Usual | Header::Python, Encoding::Xml) => b"<?xml version=\"1.0\" ?>\n",
        (Header::Viewer, Encoding::Xml) => b"<? LLSD/XML ?>\n",
        (Header::Python, Encoding::Binary) => b"<?llsd/binary?>\n",
        (Header::Python, Encoding::Notation) => b"<?llsd/notation?>\n",
    };
    out.extend_from_slice(line);
}
