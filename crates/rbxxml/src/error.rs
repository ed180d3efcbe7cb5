//! The ways in which this format fails.

crate::common::kinds::kinds! {
    /// There is no start tag of a `roblox` element.
    NoRoot => "there is no <roblox> element";
    /// The version is missing, not a number, or not 4.
    Version { found: String } => "expected version 4, found {found:?}";
    /// An element without a matching end tag; reading continues after it.
    Unclosed { element: String } => "<{element}> is not closed";
    /// An end tag without a start tag; it is ignored.
    StrayEnd { element: String } => "</{element}> has no start tag";
    /// Text where only elements are expected; it is kept unchanged.
    StrayText { text: String } => "expected an element, found the text \"{text}\"";
    /// An element that the format does not define at this position; it is kept unchanged.
    UnknownElement { element: String } => "<{element}> is not allowed here";
    /// A color whose components have attributes. It would be written as one number, without these attributes, so the
    /// source text is kept instead.
    PartAttributes => "the components of a color have attributes";
    /// An element without content, which is read as the default value of its type.
    Empty => "the value is empty";
    /// A number outside the range of its type, which is read as the nearest number in the range.
    Clamped { found: String, to: String } => "{found} is out of range and is read as {to}";
    /// An `&` that does not begin a character reference; it is kept as text.
    BadReference { text: String } => "\"{text}\" is not a character reference";
    /// A document type declaration. Entities declared in it stay unknown.
    DocumentType => "document type declarations are ignored";
    /// Conflict markers, which git leaves where both sides of a merge changed the same lines. The lines before
    /// `=======` are read, and the other side is ignored like a comment.
    ConflictMarkers => "conflict markers of git: the lines after ======= are ignored";
    /// The item was never in the document, or was removed.
    NoSuchItem => "there is no such item";
    /// A name contains characters that would end it in the file.
    BadName { name: String } => "\"{name}\" is not a valid name for an element or attribute";
    /// Source text is not a complete element, for example because it has an extra end tag.
    BadSource => "this source text would change the elements around it";
}
