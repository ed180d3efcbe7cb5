//! The macro that turns a table of formats into types.

/// Defines families and formats by a table. Families that can be read have a model; each format has a description and
/// its file extensions, the usual one first.
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

        /// The format of a file: those of this workspace, and what turns up in their place.
        #[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Format {
            $($($(#[$doc])* $Name,)+)+
        }

        impl Format {
            /// All formats.
            pub const ALL: &[Self] = &[$($(Self::$Name),+),+];

            /// A description with an article, for use in sentences.
            #[must_use]
            pub const fn in_words(self) -> &'static str {
                match self { $($(Self::$Name => $words,)+)+ }
            }

            /// The family, which is the crate that reads it.
            #[must_use]
            pub const fn family(self) -> Family {
                match self { $($(Self::$Name)|+ => Family::$Family,)+ }
            }

            /// The usual file extensions, without a dot and the most usual one first; empty if there are none.
            #[must_use]
            pub const fn extensions(self) -> &'static [&'static str] {
                match self { $($(Self::$Name => &[$($extension),*],)+)+ }
            }
        }

        /// The readers of all families with models, in the order of the table.
        #[doc(hidden)]
        pub static READERS: &[Reader] = &[$($(Reader::for_model::<$Model>(),)?)+];

        // These are separate from the readers, so that a program that reads one family does not link the readers of
        // others.
        /// The functions that identify the files of a family by their start.
        pub(crate) static RECOGNISE: &[model::Recognise] = &[$($(<$Model as model::Described>::recognise,)?)+];

        /// The functions that identify text files of a family that have no distinctive start.
        pub(crate) static GUESS: &[model::Recognise] = &[$($(<$Model as model::Described>::guess,)?)+];

        impl Family {
            /// The reader of the family, if it has a model.
            #[doc(hidden)]
            pub fn reader(self) -> Option<&'static Reader> {
                let name = match self {
                    $($(Self::$Family => <$Model as codec::Codec>::NAME,)?)+
                    _ => return None,
                };
                READERS.iter().find(|reader| reader.name == name)
            }
        }

        impl Reader {
            /// Checks the laws, in full if the file may have been written by the format's own programs.
            ///
            /// This is separate from the other functions, so that a program that does not check laws, such as the page,
            /// does not link the comparison of models.
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
