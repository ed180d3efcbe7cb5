//! The targets of conversions, by their names in `rez convert --to`.

use files::Format;
use scene::{Problem, ProblemKind};
use std::fmt;
use std::str::FromStr;

/// Defines targets by a table: name, title, format, and the file extensions that imply the target.
macro_rules! targets {
    ($($Name:ident = $name:literal, $title:literal, $Format:ident, [$($extension:literal),+];)+) => {
        /// A target of conversions: a format, and for JSON one of its two forms.
        ///
        /// ```
        /// use rezkit::{Format, Target};
        ///
        /// let target: Target = "llmesh".parse().unwrap();
        /// assert_eq!((target.format(), target.title()), (Format::SlMesh, "Second Life mesh"));
        /// assert_eq!((Target::of_extension("GLB"), "rbxl".parse()), (Some(Target::Glb), Ok(Target::Rbxm)));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Target {
            $(#[doc = $title] $Name,)+
        }

        impl Target {
            /// All targets.
            pub const ALL: &[Self] = &[$(Self::$Name),+];

            /// The name in `rez convert --to`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Name => $name,)+ }
            }

            /// A description for people.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$Name => $title,)+ }
            }

            /// The format of the resulting files.
            #[must_use]
            pub const fn format(self) -> Format {
                match self { $(Self::$Name => Format::$Format,)+ }
            }

            /// The file extensions that imply the target, without dots, the most common one first.
            #[must_use]
            pub const fn extensions(self) -> &'static [&'static str] {
                match self { $(Self::$Name => &[$($extension),+],)+ }
            }
        }
    };
}

// Of two targets with one extension, the extension implies the first.
targets! {
    Glb = "glb", "glTF, one binary file", Glb, ["glb"];
    Gltf = "gltf", "glTF, with files next to it", Gltf, ["gltf"];
    Obj = "obj", "Wavefront OBJ", Obj, ["obj"];
    Dae = "dae", "Collada", Collada, ["dae"];
    Stl = "stl", "STL", Stl, ["stl"];
    Mesh = "mesh", "Roblox mesh", RbxMesh, ["mesh"];
    Llmesh = "llmesh", "Second Life mesh", SlMesh, ["llmesh"];
    Slm = "slm", "Second Life upload", Slm, ["slm"];
    Anim = "anim", "Second Life animation", SlAnim, ["anim"];
    M3d = "m3d", "Model 3D", M3d, ["m3d"];
    A3d = "a3d", "Model 3D, text", A3d, ["a3d"];
    Rbxm = "rbxm", "Roblox, binary", RbxBinary, ["rbxm", "rbxl"];
    Rbxmx = "rbxmx", "Roblox, XML", RbxXml, ["rbxmx", "rbxlx"];
    LlsdBinary = "llsd-binary", "LLSD, binary", LlsdBinary, ["llsd", "llsdb"];
    LlsdXml = "llsd-xml", "LLSD, XML", LlsdXml, ["xml"];
    LlsdNotation = "llsd-notation", "LLSD, notation", LlsdNotation, ["notation"];
    LlsdJsonTagged = "llsd-json-tagged", "JSON, without loss", Json, ["json"];
    LlsdJson = "llsd-json", "JSON, plain", Json, ["json"];
}

impl Target {
    /// The target that an extension implies, regardless of case.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        let is_of = |own: &&str| own.eq_ignore_ascii_case(extension);
        Self::ALL.iter().find(|target| target.extensions().iter().any(is_of)).copied()
    }

    /// The extension of a file that is converted from one with the extension `before`: a place stays a place.
    #[must_use]
    pub fn extension(self, before: &str) -> &'static str {
        let is_place = ["rbxl", "rbxlx"].iter().any(|place| place.eq_ignore_ascii_case(before));
        match (self, is_place) {
            (Self::Rbxm, true) => "rbxl",
            (Self::Rbxmx, true) => "rbxlx",
            _ => self.extensions().first().copied().unwrap_or_default(),
        }
    }
}

impl FromStr for Target {
    type Err = Problem;

    fn from_str(name: &str) -> Result<Self, Problem> {
        // A file extension is accepted as well, such as `rbxl` for a place.
        named("a format that files can be converted to", Self::ALL, Self::name, name)
            .or_else(|error| Self::of_extension(name).ok_or(error))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Target> for Format {
    fn from(target: Target) -> Self {
        target.format()
    }
}

/// Finds the item with this name; the error lists all names.
pub(super) fn named<T: Copy>(
    what: &str,
    all: &[T],
    of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, Problem> {
    all.iter().copied().find(|one| of(*one) == name).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|one| of(*one)).collect();
        let message = format!("{name:?} is not {what}: use one of {}", names.join(", "));
        Problem::new(ProblemKind::Unsupported, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_extensions_lead_back() {
        for target in Target::ALL {
            assert_eq!(target.name().parse(), Ok(*target));
            assert_eq!(target.to_string(), target.name());
            for extension in target.extensions() {
                let implied = Target::of_extension(extension).unwrap();
                // The two forms of JSON share an extension.
                assert_eq!(implied.format(), target.format(), "{extension}");
            }
        }
        let titles: HashSet<_> = Target::ALL.iter().map(|target| target.title()).collect();
        assert_eq!(titles.len(), Target::ALL.len());
        assert_eq!(Target::of_extension("json"), Some(Target::LlsdJsonTagged));
        assert_eq!(Target::of_extension("zip"), None);
        let message = "collada".parse::<Target>().unwrap_err().to_string();
        assert!(
            message.starts_with(
                "\"collada\" is not a format that files can be converted to: use one of glb, gltf, obj"
            ),
            "{message}"
        );
    }

    #[test]
    fn places_stay_places() {
        let extensions = ["rbxl", "RBXLX", "rbxm", ""].map(|before| Target::Rbxmx.extension(before));
        assert_eq!(extensions, ["rbxlx", "rbxlx", "rbxmx", "rbxmx"]);
        assert_eq!((Target::Rbxm.extension("rbxlx"), Target::Glb.extension("rbxl")), ("rbxl", "glb"));
    }
}
