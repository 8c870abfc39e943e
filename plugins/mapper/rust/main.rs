//! A mapper for a stock that counts single pieces. An order for "24 BX" of
//! "Prep pads, 200/bx" becomes one for 4800 pieces, at the price of a piece, and
//! a column says what a pack holds. Rows that are freight are dropped.
//!
//!     rustc --target wasm32-wasi -C opt-level=3 -C lto -C panic=abort -C strip=symbols -o packs.wasm main.rs
//!
//! (The target is called wasm32-wasip1 from Rust 1.84 on.)

mod decimal;
mod json;

use decimal::Decimal;
use json::Reader;
use std::io::{Read, Write};

/// A row's values, by their keys, in order.
type Row = Vec<(String, String)>;

fn get<'a>(row: &'a Row, key: &str) -> &'a str {
    row.iter().find(|(k, _)| k == key).map_or("", |(_, v)| v)
}

fn set(row: &mut Row, key: &str, value: String) {
    if let Some(cell) = row.iter_mut().find(|(k, _)| k == key) {
        cell.1 = value;
    }
}

/// How packs are called: in one row, words for the same kind.
const PACKS: [&[&str]; 6] = [
    &["bx", "box", "boxes", "bte", "boîte"],
    &["pk", "pack", "packs", "pkg", "pak"],
    &["cs", "case", "cases"],
    &["ctn", "carton", "ktn", "karton"],
    &["ds", "doos", "dozen"],
    &["ve"],
];

/// How many pieces the unit of an order line holds, by its description: "200/bx",
/// "100 per box", "boîte de 100", "doos à 100", "VE 50". It has to speak of that
/// unit: "100/bx" does not tell what a case holds. The size is at least 2.
fn pack_size(unit: &str, description: &str) -> Option<i128> {
    let (unit, text) = (unit.to_lowercase(), description.to_lowercase());
    let unit = unit.trim_end_matches('.');
    let names = PACKS.iter().find(|names| names.contains(&unit))?;
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || ",;()".contains(c)).filter(|w| !w.is_empty()).collect();
    let number = |i: usize| words.get(i).and_then(|w| w.parse::<i128>().ok());
    let mut sizes = (0..words.len()).filter_map(|i| match words[i].split_once('/') {
        Some((n, name)) if names.contains(&name) => n.parse().ok(),
        _ if !names.contains(&words[i]) => None,
        _ if i >= 2 && words[i - 1] == "per" => number(i - 2),
        _ => match words.get(i + 1) {
            Some(&("de" | "of" | "à")) => number(i + 2),
            _ => number(i + 1),
        },
    });
    sizes.next().filter(|n| (2..=1_000_000).contains(n))
}

/// Whether a row charges for transport: it has no number of an item, and begins
/// with one of the words that suppliers' systems use for it.
fn is_freight(row: &Row) -> bool {
    const WORDS: [&str; 12] = [
        "freight", "shipping", "delivery charge", "postage", "fracht", "versand", "frais de port", "transport", "portes",
        "spese di trasporto", "gastos de envío", "verzendkosten",
    ];
    let text = get(row, "description").to_lowercase();
    get(row, "item_code").is_empty() && WORDS.iter().any(|w| text.starts_with(w))
}

/// Makes one for single pieces of a row for packs, and tells what a pack holds.
fn unpack(row: &mut Row) -> Option<i128> {
    let size = pack_size(get(row, "unit"), get(row, "description"))?;
    let quantity = Decimal::parse(get(row, "quantity"))?.times(size)?;
    let price = match get(row, "unit_price") {
        "" => String::new(), // not every order tells prices
        text => Decimal::parse(text)?.divided(size)?.to_string(),
    };
    set(row, "quantity", quantity.to_string());
    set(row, "unit_price", price);
    set(row, "unit", "EA".to_string());
    Some(size)
}

fn map(input: &str) -> Result<String, String> {
    let (mut columns, mut rows, mut evidence) = ("[]", Vec::<Row>::new(), Vec::<&str>::new());
    let mut reader = Reader::new(input);
    reader.object(|name, reader| {
        match name.as_str() {
            "columns" => columns = reader.skip()?,
            "rows" => reader.array(|reader| {
                let mut row = Row::new();
                reader.object(|key, reader| {
                    let value = reader.string()?;
                    row.push((key, value));
                    Ok(())
                })?;
                rows.push(row);
                Ok(())
            })?,
            "evidence" => reader.array(|reader| {
                evidence.push(reader.skip()?);
                Ok(())
            })?,
            _ => {
                reader.skip()?;
            }
        }
        Ok(())
    })?;

    // The columns are never empty: ours goes behind them.
    let mut out = String::with_capacity(input.len());
    out += "{\"columns\":";
    out += columns.trim_end_matches(']');
    out += ",{\"key\":\"pack_size\",\"label\":\"Pack size\"}],\"rows\":[";
    let mut kept = Vec::new();
    for (mut row, evidence) in rows.into_iter().zip(evidence) {
        if is_freight(&row) {
            continue;
        }
        let size = unpack(&mut row);
        row.push(("pack_size".to_string(), size.map_or(String::new(), |n| n.to_string())));
        out += if kept.is_empty() { "{" } else { ",{" };
        for (i, (key, value)) in row.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            json::write(&mut out, key);
            out.push(':');
            json::write(&mut out, value);
        }
        out.push('}');
        kept.push(evidence);
    }
    out += "],\"evidence\":[";
    out += &kept.join(",");
    out += "]}\n";
    Ok(out)
}

fn main() {
    let mut input = String::new();
    let answer = match std::io::stdin().read_to_string(&mut input) {
        Ok(_) => map(&input),
        Err(err) => Err(err.to_string()),
    };
    let answer = answer.unwrap_or_else(|reason| {
        let mut out = "{\"error\":".to_string();
        json::write(&mut out, &reason);
        out + "}\n"
    });
    // print! would write line by line.
    if std::io::stdout().lock().write_all(answer.as_bytes()).is_err() {
        std::process::exit(1);
    }
}
