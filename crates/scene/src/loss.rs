//! Losses of conversions.

pub use crate::loss_code::LossCode;

use crate::problem::Warnings;
use crate::visible::cut;
use serde::Serialize;
use std::fmt;

/// A feature that the new file cannot represent, or represents differently.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// The kind of loss.
    pub code: LossCode,
    /// The severity.
    pub severity: LossSeverity,
    /// A description.
    pub what: String,
    /// The number of occurrences.
    pub count: usize,
    /// The places of the first few occurrences.
    pub places: Vec<String>,
    /// Advice on avoiding the loss; empty if that is not possible.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub advice: &'static str,
}

impl Loss {
    /// True if a value is changed or lost.
    #[must_use]
    pub fn is_real(&self) -> bool {
        self.severity > LossSeverity::Note
    }
}

/// The severity of a [`Loss`].
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LossSeverity {
    /// Converting back restores the value, or no value changes.
    Note,
    /// After converting back, a value is different.
    Changed,
    /// A value is lost.
    Lost,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.what, self.count)?;
        match self.places.first() {
            Some(place) if !place.is_empty() && self.count == 1 => write!(f, ", at {place})"),
            Some(place) if !place.is_empty() => write!(f, ", first at {place})"),
            _ => f.write_str(")"),
        }
    }
}

/// Collects losses.
#[derive(Debug, Default)]
pub struct Losses(pub Vec<Loss>);

impl Losses {
    const PLACES: usize = 5;
    /// The number of different descriptions with one code and severity; further ones share one entry.
    const LINES: usize = 20;

    /// Adds a number of losses of one kind, unless it is 0.
    pub fn report(&mut self, code: LossCode, severity: LossSeverity, what: &str, count: usize, place: &str) {
        self.report_at(code, severity, what, count, || place.to_owned());
    }

    /// Adds losses as [`report`](Self::report) does, for a place that takes time to name.
    pub fn report_at(
        &mut self,
        code: LossCode,
        severity: LossSeverity,
        what: &str,
        count: usize,
        place: impl FnOnce() -> String,
    ) {
        let loss = self.counted(code, severity, what, count);
        let Some(loss) = loss.filter(|loss| loss.places.len() < Self::PLACES) else { return };
        let place = place();
        if !place.is_empty() {
            loss.places.push(cut(&place).into_owned());
        }
    }

    /// Adds a value that is lost.
    pub fn add(&mut self, what: &str, place: impl FnOnce() -> String) {
        self.report_at(LossCode::Value, LossSeverity::Lost, what, 1, place);
    }

    /// Adds a note about something that the other file cannot hold, and that is not a value.
    pub fn note(&mut self, what: &str, place: impl FnOnce() -> String) {
        self.report_at(LossCode::Value, LossSeverity::Note, what, 1, place);
    }

    /// Adds lost values whose places are unknown.
    pub fn add_many(&mut self, what: &str, count: usize) {
        self.counted(LossCode::Value, LossSeverity::Lost, what, count);
    }

    /// Adds the warnings of a reader.
    pub fn warnings(&mut self, warnings: &Warnings) {
        const WHAT: &str = "parts with recoverable errors, which may have changed";
        for warning in &warnings.list {
            self.report_at(LossCode::Recovered, LossSeverity::Lost, WHAT, 1, || warning.to_string());
        }
        self.counted(LossCode::Recovered, LossSeverity::Lost, WHAT, warnings.n_more);
    }

    fn counted(
        &mut self,
        code: LossCode,
        severity: LossSeverity,
        what: &str,
        count: usize,
    ) -> Option<&mut Loss> {
        if count == 0 {
            return None;
        }
        let what = cut(what);
        let index = self.line(code, severity, &what).unwrap_or_else(|what| {
            let (places, advice) = (Vec::new(), code.advice());
            self.0.push(Loss { code, severity, what, count: 0, places, advice });
            self.0.len().saturating_sub(1)
        });
        let loss = self.0.get_mut(index)?;
        loss.count = loss.count.saturating_add(count);
        Some(loss)
    }

    /// The index of the entry for these losses, or else the description of a new one.
    fn line(&self, code: LossCode, severity: LossSeverity, what: &str) -> Result<usize, String> {
        const REST: &str = "more of this kind";
        let mut n_lines = 0_usize;
        let mut rest = None;
        for (index, loss) in self.0.iter().enumerate() {
            if (loss.code, loss.severity) == (code, severity) {
                match &*loss.what {
                    known if known == what => return Ok(index),
                    REST => rest = Some(index),
                    _ => n_lines = n_lines.saturating_add(1),
                }
            }
        }
        match rest {
            Some(index) => Ok(index),
            None if n_lines >= Self::LINES => Err(REST.to_owned()),
            None => Err(what.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_loss_has_a_limited_number_of_lines() {
        let mut losses = Losses::default();
        for number in 0..5000 {
            let what = format!("the name {number} of {}", "x".repeat(1000));
            losses.report(LossCode::UnknownData, LossSeverity::Lost, &what, 2, "");
        }
        losses.report(LossCode::UnknownData, LossSeverity::Changed, "another", 1, "");
        assert_eq!(losses.0.len(), Losses::LINES + 2);
        assert!(losses.0[0].what.ends_with("x… (and 614 more)"), "{}", losses.0[0].what);
        let rest = &losses.0[Losses::LINES];
        assert_eq!((&*rest.what, rest.count), ("more of this kind", 2 * (5000 - Losses::LINES)));
        assert_eq!(losses.0.iter().map(|loss| loss.count).sum::<usize>(), 10_001);
    }
}
