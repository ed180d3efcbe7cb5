//! The ways in which this format fails.

crate::mould::kinds::kinds! {
    /// Bytes of another format, which this one is often taken for.
    OtherFormat { found: &'static str } => "this is {found}, not Roblox XML";
    /// There is no start tag of a `roblox` element.
    NoRoot => "there is no <roblox> element";
    /// The version is missing, no number, or not 4.
    Version { found: String } => "expected version 4, found {found:?}";
    /// An element has no end tag of its own; what follows it was read nevertheless.
    Unclosed { element: String } => "<{element}> is not closed";
    /// An end tag without a start tag.
    StrayEnd { element: String } => "</{element}> ends nothing";
    /// Text where only elements stand; kept as it is.
    StrayText { text: String } => "expected an element, found the text \"{text}\"";
    /// An element that the format does not have here; kept as it is.
    UnknownElement { element: String } => "there is no <{element}> in this place";
    /// Parts of a colour have attributes; it would be written as one number, so it is kept as it is.
    PartAttributes => "the parts of a colour have attributes";
    /// An attribute or a child element is not there.
    Missing { what: &'static str } => "{what} is missing";
    /// The same name, or the same key, a second time.
    Duplicate { what: &'static str, name: String } => "{what} \"{name}\" is there already";
    /// Something is named that the document does not have.
    Dangling { what: &'static str, key: String } => "there is no {what} \"{key}\"";
    /// Something of old files that has no meaning any more; kept as it is.
    Obsolete { element: String } => "<{element}> means nothing today";
    /// A value without content, which is read as the neutral one.
    Empty => "the value is empty";
    /// A number outside its type, which is read as the nearest one inside.
    Clamped { found: String, to: String } => "{found} does not fit its type, and is read as {to}";
    /// An `&` that begins no reference; kept as it is.
    BadReference { text: String } => "\"{text}\" is no character reference";
    /// A document type, which declares nothing here.
    DocumentType => "a document type is not read";
    /// An item is not, or no longer, in the document.
    NoSuchItem => "there is no such item";
    /// An item cannot lie inside itself.
    Cycle => "an item cannot lie inside itself";
    /// A reference cannot be written: another item has the same referent, or it is a word for none.
    AmbiguousReferent { referent: String } => "the referent \"{referent}\" does not tell which item is meant";
    /// A name with characters that end it.
    BadName { name: String } => "\"{name}\" cannot be the name of an element or attribute";
    /// Kept source text that does not stand alone, such as one with an end tag too many.
    BadSource => "this source text would change the elements around it";
}
