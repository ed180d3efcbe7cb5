//! Kinds of avatar items, and the sizes that the documentation allows.

use scene::{Problem, ProblemKind};
use std::str::FromStr;

/// The avatar item that a model is to become.
///
/// ```
/// use convert::creator::{AccessoryKind, Purpose};
///
/// assert_eq!("rigid:hat".parse(), Ok(Purpose::Rigid(Some(AccessoryKind::Hat))));
/// assert!("rigid:shoe".parse::<Purpose>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// A rigid accessory, of a kind if it is known.
    Rigid(Option<AccessoryKind>),
    /// A layered accessory, such as a jacket.
    Layered,
    /// A character body of 15 parts.
    Body,
    /// A head with facial animation.
    Head,
    /// Eyebrows or eyelashes.
    Eyes,
}

/// A kind of accessory, which determines its largest size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AccessoryKind {
    /// A hat.
    Hat,
    /// Hair.
    Hair,
    /// On the face.
    Face,
    /// Eyebrows or eyelashes.
    Eyes,
    /// Around the neck.
    Neck,
    /// On shoulders.
    Shoulder,
    /// The front of the body.
    Front,
    /// On the back.
    Back,
    /// Around the waist.
    Waist,
    /// Clothing that stretches over a body.
    Layered,
}

/// The largest sides of an accessory in studs.
type Sides = [f32; 3];

impl AccessoryKind {
    /// All kinds of rigid accessories.
    pub(super) const ALL: &[Self] = &[
        Self::Hat,
        Self::Hair,
        Self::Face,
        Self::Neck,
        Self::Shoulder,
        Self::Front,
        Self::Back,
        Self::Waist,
    ];

    /// A list of only this kind.
    pub(super) const fn only(self) -> &'static [Self] {
        match self {
            Self::Hat => &[Self::Hat],
            Self::Hair => &[Self::Hair],
            Self::Face => &[Self::Face],
            Self::Eyes => &[Self::Eyes],
            Self::Neck => &[Self::Neck],
            Self::Shoulder => &[Self::Shoulder],
            Self::Front => &[Self::Front],
            Self::Back => &[Self::Back],
            Self::Waist => &[Self::Waist],
            Self::Layered => &[Self::Layered],
        }
    }

    /// The names of the attachments of which an accessory has one, by its kind or its `AccessoryType`. From «Attachment
    /// points» of the specifications of rigid and layered accessories.
    pub(super) const fn attachments(self) -> &'static [&'static str] {
        match self {
            Self::Hat => &["HatAttachment"],
            Self::Hair => &["HairAttachment"],
            Self::Face | Self::Eyes => &["FaceFrontAttachment", "FaceCenterAttachment"],
            Self::Neck => &["NeckAttachment"],
            Self::Shoulder => &[
                "RightShoulderAttachment",
                "RightCollarAttachment",
                "NeckAttachment",
                "LeftCollarAttachment",
                "LeftShoulderAttachment",
            ],
            Self::Front => &["BodyFrontAttachment"],
            Self::Back => &["BodyBackAttachment"],
            Self::Waist => &["WaistFrontAttachment", "WaistCenterAttachment", "WaistBackAttachment"],
            // Tops and bottoms.
            Self::Layered => &["BodyFrontAttachment", "WaistCenterAttachment"],
        }
    }

    /// The kind that a value of the enum `AccessoryType` stands for; shoes have no attachment in the documentation.
    pub(super) const fn of_type(number: u32) -> Option<Self> {
        match number {
            1 => Some(Self::Hat),
            2 => Some(Self::Hair),
            3 => Some(Self::Face),
            4 => Some(Self::Neck),
            5 => Some(Self::Shoulder),
            6 => Some(Self::Front),
            7 => Some(Self::Back),
            8 => Some(Self::Waist),
            9..=14 | 17 => Some(Self::Layered),
            18 | 19 => Some(Self::Eyes),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Hat => "hat",
            Self::Hair => "hair",
            Self::Face => "face",
            Self::Eyes => "eyes",
            Self::Neck => "neck",
            Self::Shoulder => "shoulder",
            Self::Front => "front",
            Self::Back => "back",
            Self::Waist => "waist",
            Self::Layered => "layered",
        }
    }

    /// The largest sizes, each for one or several of the body scales Normal, Slender and Classic. Sizes for shoulders
    /// depend on the attachment, too. From «Mesh Size» of the specifications of rigid and layered accessories.
    pub(super) const fn limits(self) -> &'static [Sides] {
        match self {
            Self::Hat => &[[1.87, 2.5, 1.87], [1.78, 2.5, 1.78], [3.0, 4.0, 3.0]],
            Self::Hair => &[[1.87, 3.12, 2.18], [1.78, 3.12, 2.08], [3.0, 5.0, 3.5]],
            Self::Face => &[[1.87, 1.25, 1.25], [1.78, 1.25, 1.18], [3.0, 2.0, 2.0]],
            Self::Eyes => &[[1.5, 0.5, 0.5]],
            Self::Neck => &[[2.95, 3.68, 2.16], [2.59, 3.39, 1.92], [3.0, 3.0, 2.0]],
            Self::Shoulder => &[
                [6.9, 3.68, 3.24],
                [2.95, 3.68, 3.24],
                [2.67, 4.4, 3.09],
                [6.05, 3.39, 2.88],
                [2.59, 3.39, 2.88],
                [2.37, 3.96, 2.75],
                [7.0, 3.0, 3.0],
                [3.0, 3.0, 3.0],
            ],
            Self::Front => &[[2.95, 3.68, 3.24], [2.59, 3.39, 2.88], [3.0, 3.0, 3.0]],
            Self::Back => &[[9.86, 8.59, 4.87], [8.64, 7.91, 4.32], [10.0, 7.0, 4.5]],
            Self::Waist => &[[3.94, 4.29, 7.57], [3.76, 3.29, 6.73], [4.0, 3.5, 7.0]],
            Self::Layered => &[[8.0, 8.0, 8.0]],
        }
    }
}

/// Parses `rigid`, a kind such as `rigid:hat`, `layered`, `body`, `head` or `eyes`.
impl FromStr for Purpose {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let kind = |name: &str| AccessoryKind::ALL.iter().find(|kind| kind.name() == name).copied();
        match (text, text.strip_prefix("rigid:").and_then(kind)) {
            ("rigid", _) => Ok(Self::Rigid(None)),
            (_, Some(kind)) => Ok(Self::Rigid(Some(kind))),
            ("layered", _) => Ok(Self::Layered),
            ("body", _) => Ok(Self::Body),
            ("head", _) => Ok(Self::Head),
            ("eyes", _) => Ok(Self::Eyes),
            _ => {
                let kinds: Vec<_> = AccessoryKind::ALL.iter().map(|kind| kind.name()).collect();
                let message = format!(
                    "{text:?} is not one of rigid, layered, body, head, eyes, or rigid:TYPE (types: {})",
                    kinds.join(", ")
                );
                Err(Problem::new(ProblemKind::Value, message))
            }
        }
    }
}
