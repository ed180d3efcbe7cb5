//! Points in time, and their representation as text.

use crate::common::error::Error;
use crate::error::ErrorKind;
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::time::{Duration, SystemTime};

/// A point in time, in seconds since 1970-01-01T00:00:00Z.
///
/// Any number is allowed, but text can only express the years 0 to 9999.
///
/// ```
/// let date: llsd::Date = "2006-02-01T14:29:53.5Z".parse()?;
/// assert_eq!(date, llsd::Date(1_138_804_193.5));
/// assert_eq!(date.to_string(), "2006-02-01T14:29:53.5Z");
/// # Ok::<(), llsd::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Date(
    /// Seconds since 1970-01-01T00:00:00Z.
    pub f64,
);

const DAY: i64 = 86_400;
/// The seconds of the years 0 to 9999.
const YEARS: std::ops::Range<f64> = -62_167_219_200.0..253_402_300_800.0;

impl Date {
    /// Returns true if the date is in the years 0 to 9999, which text can express.
    #[must_use]
    pub fn is_in_calendar(self) -> bool {
        YEARS.contains(&self.0)
    }

    /// Returns true if the eight bytes were probably written in the wrong order, since the date is much
    /// closer to 1970 than real dates are.
    #[must_use]
    pub fn is_suspicious(self) -> bool {
        self.0 != 0.0 && self.0.abs() < 1e-300
    }

    /// Parses a date, and returns `None` for any other text; the empty text is 1970. Format document, section 2.5.
    pub(crate) fn from_text(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii();
        if text.is_empty() {
            return Some(Self(0.0));
        }
        let (year, rest) = number(text, 4)?;
        let (month, rest) = number(rest.strip_prefix(b"-")?, 2)?;
        let (day, rest) = number(rest.strip_prefix(b"-")?, 2)?;
        let (hour, rest) = number(rest.strip_prefix(b"T")?, 2)?;
        let (minute, rest) = number(rest.strip_prefix(b":")?, 2)?;
        let (second, rest) = number(rest.strip_prefix(b":")?, 2)?;
        let (fraction, rest) = match rest.strip_prefix(b".") {
            Some(rest) => rest.split_at(rest.iter().take_while(|byte| byte.is_ascii_digit()).count()),
            None => (&[][..], rest),
        };
        // Without `Z` or an offset, the time is in UTC as well.
        let offset = match rest {
            b"" | b"Z" => 0,
            [sign @ (b'+' | b'-'), rest @ ..] => {
                let (hours, rest) = number(rest, 2)?;
                // The colon of an offset is optional.
                let (minutes, rest) = number(rest.strip_prefix(b":").unwrap_or(rest), 2)?;
                let seconds = hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?;
                if !rest.is_empty() {
                    return None;
                }
                if *sign == b'-' { seconds.checked_neg()? } else { seconds }
            }
            _ => return None,
        };
        // A second of 60 is a leap second, which does not exist in seconds since 1970.
        let is_sound = (1..=12).contains(&month)
            && (1..=days_of(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second <= 60;
        if !is_sound {
            return None;
        }
        let days = days_since_1970(year, month, day)?;
        let seconds = hour.checked_mul(3600)?.checked_add(minute.checked_mul(60)?)?.checked_add(second)?;
        let whole = days.checked_mul(DAY)?.checked_add(seconds)?.checked_sub(offset)?;
        Some(Self(with_fraction(whole, fraction)?))
    }

    /// Returns true if the text of a date has a `Z` or an offset with a colon, without which the viewer reads
    /// a different date.
    pub(crate) fn has_zone(text: &[u8]) -> bool {
        let time = text.trim_ascii().rsplit(|byte| *byte == b'T').next().unwrap_or_default();
        match time.iter().position(|byte| matches!(byte, b'+' | b'-')) {
            Some(sign) => time.get(sign..).unwrap_or_default().contains(&b':'),
            None => time.is_empty() || time.ends_with(b"Z"),
        }
    }

    /// Formats a date as ISO 8601, which [`from_text`](Self::from_text) parses; `None` outside of the years 0
    /// to 9999.
    ///
    /// The fraction of the second has as many digits as needed, or, as in the viewer, two digits of which the
    /// rest is cut off.
    pub(crate) fn to_iso(self, is_viewer: bool) -> Option<String> {
        if !self.is_in_calendar() {
            return None;
        }
        let (whole, mut fraction) = without_fraction(self.0);
        // Euclidean division, because dates before 1970 are negative.
        let (day, second) = (whole.div_euclid(DAY), whole.rem_euclid(DAY));
        let (year, month, day) = date_of(day)?;
        let (hour, minute, second) =
            (second.checked_div(3600)?, second.checked_div(60)?.checked_rem(60)?, second.checked_rem(60)?);
        let mut text = String::with_capacity("2006-02-01T14:29:53.5Z".len());
        push_two(&mut text, year.checked_div(100)?);
        push_two(&mut text, year.checked_rem(100)?);
        for (before, number) in [('-', month), ('-', day), ('T', hour), (':', minute), (':', second)] {
            text.push(before);
            push_two(&mut text, number);
        }
        if is_viewer && !fraction.is_empty() {
            // The viewer truncates to hundredths, and omits them if they are zero.
            fraction.truncate(2);
            fraction = format!("{fraction:0<2}");
            fraction = if fraction == "00" { String::new() } else { fraction };
        }
        if !fraction.is_empty() {
            write!(text, ".{fraction}").ok()?;
        }
        text.push('Z');
        Some(text)
    }
}

/// Formats a number below 100, several times as fast as `fmt`.
fn push_two(text: &mut String, number: i64) {
    let number = u8::try_from(number).unwrap_or_default();
    for digit in [number / 10, number % 10] {
        text.push(char::from(b'0'.saturating_add(digit)));
    }
}

/// Reads up to `n_digits` digits, and at least one.
fn number(text: &[u8], n_digits: usize) -> Option<(i64, &[u8])> {
    let n = text.iter().take(n_digits).take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(n)?;
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

/// The number nearest to whole seconds plus a fraction given as digits. It is exact, because both are parsed
/// as one decimal number.
fn with_fraction(whole: i64, fraction: &[u8]) -> Option<f64> {
    let fraction = std::str::from_utf8(fraction).ok()?.trim_end_matches('0');
    if whole >= 0 || fraction.is_empty() {
        return format!("{whole}.{fraction}0").parse().ok();
    }
    // A negative number has its fraction towards zero: -1 s and 0.75 s are -0.25 s.
    format!("{}.{}", whole.checked_add(1)?.checked_neg()?, complement(fraction))
        .parse::<f64>()
        .ok()
        .map(|x| -x)
}

/// Splits a number of seconds into the preceding whole second and the shortest digits of the fraction; the
/// inverse of [`with_fraction`].
fn without_fraction(seconds: f64) -> (i64, String) {
    if seconds.fract() == 0.0 {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole, and in the calendar")]
        return (seconds as i64, String::new());
    }
    let mut buffer = zmij::Buffer::new();
    let shortest = buffer.format_finite(seconds.abs());
    // The shortest form of a tiny fraction has an exponent, which dates do not allow.
    let text = if shortest.contains('e') { Cow::from(seconds.abs().to_string()) } else { shortest.into() };
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let fraction = if fraction == "0" { "" } else { fraction };
    let whole: i64 = whole.parse().unwrap_or_default();
    match (seconds < 0.0, fraction.is_empty()) {
        (false, _) => (whole, fraction.into()),
        (true, true) => (whole.saturating_neg(), String::new()),
        (true, false) => (whole.saturating_neg().saturating_sub(1), complement(fraction)),
    }
}

/// The digits of 1 - 0.`fraction`, which must not end in 0.
fn complement(fraction: &str) -> String {
    let last = fraction.len().saturating_sub(1);
    let digit = |(at, byte): (usize, u8)| {
        let full = if at == last { b'9'.saturating_add(1) } else { b'9' };
        char::from(full.saturating_sub(byte).saturating_add(b'0'))
    };
    fraction.bytes().enumerate().map(digit).collect()
}

fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The number of days before this month, in a year that begins in March: the lengths 31, 30, 31, 30, 31
/// repeat.
fn days_before(month_from_march: i64) -> Option<i64> {
    month_from_march.checked_mul(153)?.checked_add(2)?.checked_div(5)
}

/// Days from 0000-03-01 to 1970-01-01. Counted from March 1st, every 400 years have 146,097 days.
const TO_1970: i64 = 719_468;

fn days_since_1970(year: i64, month: i64, day: i64) -> Option<i64> {
    // A year that begins in March has the leap day at its end, where it moves no other day.
    let year = if month <= 2 { year.checked_sub(1)? } else { year };
    let month = month.checked_add(9)?.checked_rem(12)?;
    let in_years = year.checked_mul(365)?.checked_add(year.div_euclid(4))?;
    let in_years = in_years.checked_sub(year.div_euclid(100))?.checked_add(year.div_euclid(400))?;
    in_years.checked_add(days_before(month)?)?.checked_add(day)?.checked_sub(1)?.checked_sub(TO_1970)
}

/// The year, month and day of a number of days since 1970.
fn date_of(days: i64) -> Option<(i64, i64, i64)> {
    // This estimate of the year is at most one too high, because it assumes the longest years.
    let since_march = days.checked_add(TO_1970)?;
    let mut year = since_march.checked_mul(400)?.checked_add(591)?.div_euclid(146_097);
    if days_since_1970(year, 3, 1)? > days {
        year = year.checked_sub(1)?;
    }
    let day_of_year = days.checked_sub(days_since_1970(year, 3, 1)?)?;
    // The inverse of `days_before`.
    let month = day_of_year.checked_mul(5)?.checked_add(2)?.checked_div(153)?;
    let day = day_of_year.checked_sub(days_before(month)?)?.checked_add(1)?;
    let (year, month) = match month {
        0..=9 => (year, month.checked_add(3)?),
        _ => (year.checked_add(1)?, month.checked_sub(9)?),
    };
    Some((year, month, day))
}

impl From<SystemTime> for Date {
    /// Converts a time, rounded to the nearest date that can be represented.
    fn from(time: SystemTime) -> Self {
        Self(match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => after.as_secs_f64(),
            Err(before) => -before.duration().as_secs_f64(),
        })
    }
}

/// Converts a date; fails if it is not a number, or outside the range of the system's times.
impl TryFrom<Date> for SystemTime {
    type Error = Error;

    fn try_from(date: Date) -> Result<Self, Error> {
        let offset = Duration::try_from_secs_f64(date.0.abs()).ok();
        let time = offset.and_then(|offset| match date.0 < 0.0 {
            true => Self::UNIX_EPOCH.checked_sub(offset),
            false => Self::UNIX_EPOCH.checked_add(offset),
        });
        time.ok_or_else(|| {
            Error::model(ErrorKind::Malformed { expected: "a date that the system can express" })
        })
    }
}

impl std::str::FromStr for Date {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        // An empty `<date/>` is 1970, but an empty string is no date.
        let text = Some(text.as_bytes()).filter(|text| !text.trim_ascii().is_empty());
        text.and_then(Self::from_text)
            .ok_or_else(|| Error::model(ErrorKind::Malformed { expected: "a date as of ISO 8601" }))
    }
}

/// Prints the date as ISO 8601, or as 1970 if it is outside the years 0 to 9999, as the viewer does.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_iso(false).unwrap_or_else(|| "1970-01-01T00:00:00Z".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::Date;
    use proptest::prelude::*;

    #[test]
    fn days_of_all_years_come_back() {
        for day in (-719_528..2_932_897).step_by(11) {
            let date = Date(f64::from(day) * 86_400.0);
            let text = date.to_iso(false).unwrap();
            assert_eq!(Date::from_text(text.as_bytes()), Some(date), "{text}");
        }
        assert_eq!(Date(-719_528.0 * 86_400.0).to_string(), "0000-01-01T00:00:00Z");
        assert_eq!(Date(2_932_896.0 * 86_400.0).to_string(), "9999-12-31T00:00:00Z");
    }

    proptest! {
        #[test]
        fn every_fraction_comes_back(seconds in -62_167_219_200.0..253_402_300_800.0, exponent in 0..340) {
            for seconds in [seconds, seconds / 10_f64.powi(exponent)] {
                let text = Date(seconds).to_iso(false).unwrap();
                let again = Date::from_text(text.as_bytes()).unwrap();
                prop_assert_eq!(again.0, seconds, "{}", text);
            }
        }
    }

    #[test]
    fn texts_of_all_writers_are_read() {
        let read = |text: &str| Date::from_text(text.as_bytes()).map(|date| date.0);
        assert_eq!(read("2006-02-01T14:29:53.43Z"), Some(1_138_804_193.43));
        assert_eq!(read("2006-02-01T14:29:53"), Some(1_138_804_193.0));
        assert_eq!(read("2006-02-01T14:29:53-08:00"), Some(1_138_832_993.0));
        assert_eq!(read("2006-02-01T14:29:53+0100"), Some(1_138_800_593.0));
        assert_eq!(read("1969-12-31T23:59:58.5Z"), Some(-1.5));
        assert_eq!(read(""), Some(0.0));
        for wrong in
            ["2006-02-29T00:00:00Z", "2006-13-01T00:00:00Z", "x", "2006-02-01", "2006-02-01T14:29:53Zx"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_viewer_needs_a_zone() {
        let has_zone = |text: &str| Date::has_zone(text.as_bytes());
        let (date, good, bad) =
            ("2006-02-01T14:29:53", ["Z", ".5Z", "+01:00", "-08:00 "], ["", ".5", "+0100"]);
        assert!(good.into_iter().all(|zone| has_zone(&[date, zone].concat())));
        assert!(!bad.into_iter().any(|zone| has_zone(&[date, zone].concat())));
        assert!(has_zone(""));
    }

    #[test]
    fn the_viewer_cuts_hundredths() {
        assert_eq!(Date(0.999).to_iso(true).unwrap(), "1970-01-01T00:00:00.99Z");
        assert_eq!(Date(0.5).to_iso(true).unwrap(), "1970-01-01T00:00:00.50Z");
        assert_eq!(Date(0.001).to_iso(true).unwrap(), "1970-01-01T00:00:00Z");
        assert_eq!(Date(f64::NAN).to_iso(false), None);
    }
}
