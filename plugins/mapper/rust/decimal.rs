//! Decimal numbers as orders have them: exact, with few places.

use std::fmt;

/// How many places a quotient is rounded to.
const PLACES: u32 = 6;

/// units / 10^places.
pub struct Decimal {
    units: i128,
    places: u32,
}

impl Decimal {
    /// Reads "-12.50"; nothing else is a number. At most 24 digits.
    pub fn parse(text: &str) -> Option<Decimal> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all = format!("{}{}", whole, fraction);
        if whole.is_empty() || all.len() > 24 || !all.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let units: i128 = all.parse().ok()?;
        Some(Decimal { units: if digits == text { units } else { -units }, places: fraction.len() as u32 })
    }

    pub fn times(&self, n: i128) -> Option<Decimal> {
        Some(Decimal { units: self.units.checked_mul(n)?, places: self.places })
    }

    /// The quotient, rounded half away from zero where it does not end.
    pub fn divided(&self, n: i128) -> Option<Decimal> {
        let places = self.places.max(PLACES);
        let units = self.units.checked_mul(10i128.pow(places - self.places))?;
        let half = if units < 0 { -n / 2 } else { n / 2 };
        Some(Decimal { units: (units + half) / n, places })
    }
}

/// Without zeros at the end of the fraction.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let scale = 10u128.pow(self.places);
        let (whole, fraction) = (self.units.unsigned_abs() / scale, self.units.unsigned_abs() % scale);
        if self.units < 0 {
            f.write_str("-")?;
        }
        write!(f, "{}", whole)?;
        if fraction > 0 {
            let digits = format!("{:01$}", fraction, self.places as usize);
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        Ok(())
    }
}
