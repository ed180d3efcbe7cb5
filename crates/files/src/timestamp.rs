//! Timestamps of files and records.

use std::fmt;

/// A time in microseconds since 1970-01-01T00:00:00Z.
///
/// ```
/// use files::Timestamp;
///
/// let time = Timestamp::of_text("2026-11-23T04:08:49.5Z").unwrap();
/// assert_eq!((time.0, time.to_string()), (1_795_406_929_500_000, "2026-11-23T04:08:49.5Z".to_owned()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time from seconds since 1970; `None` outside the calendar.
    #[must_use]
    pub fn of_seconds(seconds: f64) -> Option<Self> {
        // The years 0 to 9999, which all database engines support.
        const CALENDAR: std::ops::RangeInclusive<f64> = -62_167_219_200.0..=253_402_300_799.0;
        #[expect(clippy::cast_possible_truncation, reason = "the range is looked at first")]
        CALENDAR.contains(&seconds).then(|| Self((seconds * 1e6).round() as i64))
    }

    /// Parses a time such as `2026-11-23T04:08:49Z`.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        text.parse::<llsd::Date>().ok().and_then(|date| Self::of_seconds(date.0))
    }
}

/// Converts the time of modification that the system reports.
impl From<std::time::SystemTime> for Timestamp {
    fn from(time: std::time::SystemTime) -> Self {
        Self::of_seconds(llsd::Date::from(time).0).unwrap_or(Self(0))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[expect(clippy::cast_precision_loss, reason = "to the microsecond, until the year 2255")]
        let date = llsd::Date(self.0 as f64 / 1e6);
        date.fmt(f)
    }
}
