//! Days of the calendar, without a clock.

use std::fmt;

/// A day of the Gregorian calendar.
///
/// ```
/// use faultline_core::Date;
///
/// let date = Date::parse("2028-02-28").unwrap().plus(2);
/// assert_eq!((date.to_string().as_str(), date.in_words().as_str()), ("2028-03-01", "1 March 2028"));
/// assert_eq!(date.weekday(), "Wednesday");
/// assert_eq!(Date::parse("2027-02-29"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// Days since 1 March of the year 0.
    days: i32,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKDAYS: [&str; 7] = [
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Monday",
    "Tuesday",
];

impl Date {
    /// The day of these numbers. A month or a day that does not exist runs over into the next, as the thirtieth of
    /// February into March.
    ///
    /// Hinnant's `days_from_civil` ("chrono-compatible low-level date algorithms", 2014), for years from 0.
    pub const fn new(year: u16, month: u8, day: u8) -> Self {
        let month = month as i32 + if month <= 2 { 9 } else { -3 };
        let year = year as i32 - if month >= 10 { 1 } else { 0 };
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * month + 2) / 5 + day as i32 - 1;
        Self {
            days: era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100
                + day_of_year,
        }
    }

    /// The day that a text such as `2031-03-14` names; none where it is written otherwise or does not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let is_written_so = bytes.len() == 10
            && bytes.iter().enumerate().all(|(place, byte)| match place {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !is_written_so {
            return None;
        }
        let date = Self::new(
            text[..4].parse().ok()?,
            text[5..7].parse().ok()?,
            text[8..].parse().ok()?,
        );
        // What ran over is written differently.
        (date.to_string() == text).then_some(date)
    }

    /// The day so many days later, or earlier.
    #[must_use]
    pub const fn plus(self, days: i32) -> Self {
        Self {
            days: self.days.saturating_add(days),
        }
    }

    /// How many days later than another it is.
    pub const fn days_since(self, other: Self) -> i32 {
        self.days.saturating_sub(other.days)
    }

    /// The English name of its day of the week.
    pub fn weekday(self) -> &'static str {
        let place = self.days.rem_euclid(7);
        WEEKDAYS[usize::try_from(place).unwrap_or(0)]
    }

    /// Such as `14 March 2031`.
    pub fn in_words(self) -> String {
        let (year, month, day) = self.civil();
        let month = usize::try_from(month).unwrap_or(1);
        format!("{day} {} {year}", MONTHS[month - 1])
    }

    /// Year, month and day: Hinnant's `civil_from_days`.
    fn civil(self) -> (i32, i32, i32) {
        let (era, day_of_era) = (self.days.div_euclid(146_097), self.days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year_of_era + era * 400 + i32::from(month <= 2);
        (year, month, day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_four_centuries_reads_as_it_is_written() {
        let mut date = Date::new(1900, 1, 1);
        // 1 January 1900 was a Monday.
        let mut weekdays = [
            "Monday",
            "Tuesday",
            "Wednesday",
            "Thursday",
            "Friday",
            "Saturday",
            "Sunday",
        ]
        .into_iter()
        .cycle();
        for _ in 0..146_097 {
            assert_eq!(Date::parse(&date.to_string()), Some(date));
            assert_eq!(Some(date.weekday()), weekdays.next());
            date = date.plus(1);
        }
        assert_eq!(date, Date::new(2300, 1, 1));
        assert_eq!(date.days_since(Date::new(1900, 1, 1)), 146_097);
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "2031-02-29",
            "2031-04-31",
            "2031-13-01",
            "2031-00-10",
            "2031-01-00",
            "2031-1-1",
            "31-01-2031",
            "2031/01/01",
            "2031-01-01 ",
            "2031-01-0é",
            "",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
