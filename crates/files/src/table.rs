//! What a table of formats becomes.

/// Defines the families and formats by a table: families with the models of those that are read, and of each format
/// what it is called and by which endings people name it, the usual one first.
macro_rules! formats {
    ($(
        $(#[$of:meta])* $Family:ident $(: $Model:ty)? {
            $($(#[$doc:meta])* $Name:ident = $words:literal, [$($extension:literal),*];)+
        }
    )+) => {
        /// Formats that one crate reads.
        #[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
        #[serde(rename_all = "lowercase")]
        #[non_exhaustive]
        pub enum Family {
            $($(#[$of])* $Family,)+
        }

        /// What a file can be: the formats of this workspace, and what turns up in their place.
        #[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Format {
            $($($(#[$doc])* $Name,)+)+
        }

        impl Format {
            /// All of them.
            pub const ALL: &[Self] = &[$($(Self::$Name),+),+];

            /// Its name with an article, to be put into a sentence.
            #[must_use]
            pub const fn in_words(self) -> &'static str {
                match self { $($(Self::$Name => $words,)+)+ }
            }

            /// The family, which is the crate that reads it.
            #[must_use]
            pub const fn family(self) -> Family {
                match self { $($(Self::$Name)|+ => Family::$Family,)+ }
            }

            /// The usual endings of file names, without the dot and the usual one first; empty if there are none.
            #[must_use]
            pub const fn extensions(self) -> &'static [&'static str] {
                match self { $($(Self::$Name => &[$($extension),*],)+)+ }
            }
        }

        /// All families of which there are models, in the order of the table.
        #[doc(hidden)]
        pub static READERS: &[Reader] = &[$($(Reader::of::<$Model>(),)?)+];

        // Apart from the readers, so that a program that reads one family does not contain what reads the others.
        /// What recognises a file of a family by how it begins.
        pub(crate) static RECOGNISE: &[model::Recognise] = &[$($(<$Model as model::Described>::recognise,)?)+];

        /// What recognises a text of a family that has no beginning of its own.
        pub(crate) static GUESS: &[model::Recognise] = &[$($(<$Model as model::Described>::guess,)?)+];

        impl Family {
            /// What reads files of the family, if there are models of it.
            pub fn reader(self) -> Option<&'static Reader> {
                let name = match self {
                    $($(Self::$Family => <$Model as codec::Codec>::NAME,)?)+
                    _ => return None,
                };
                READERS.iter().find(|reader| reader.name == name)
            }
        }

        impl Reader {
            /// Checks the laws, in full if the format's own programs may have written the file.
            ///
            /// Apart from the other functions, so that a program that checks no laws, such as the page, does not
            /// contain what compares models.
            #[must_use]
            pub fn laws(&self, bytes: &[u8], options: Options, in_full: bool) -> Checked {
                $($(if self.name == <$Model as codec::Codec>::NAME {
                    let owed: laws::Owed<$Model> = |model, bytes| model.owed(bytes);
                    return laws::check::<$Model>(bytes, options, in_full.then_some(owed));
                })?)+
                Checked::default()
            }
        }
    };
}
