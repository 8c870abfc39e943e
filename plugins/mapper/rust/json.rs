//! JSON (RFC 8259) piece by piece, without a tree in memory. Errors are
//! sentences.

/// Reads a text from its beginning on.
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

type Result<T> = std::result::Result<T, String>;

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    fn fail<T>(&self, what: &str) -> Result<T> {
        Err(format!("byte {} of the input: {}", self.at, what))
    }

    /// The next byte that is no white space; 0 at the end.
    fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(self.at) {
            self.at += 1;
        }
        bytes.get(self.at).copied().unwrap_or(0)
    }

    fn take(&mut self, c: u8) -> Result<()> {
        if self.peek() != c {
            return self.fail(&format!("want {:?}", c as char));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads what stands between brackets, with commas between.
    fn list(&mut self, open: u8, close: u8, mut item: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.take(open)?;
        if self.peek() == close {
            return self.take(close);
        }
        loop {
            item(self)?;
            if self.peek() == close {
                return self.take(close);
            }
            self.take(b',')?;
        }
    }

    /// Calls read for each element of an array, which it has to read.
    pub fn array(&mut self, read: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.list(b'[', b']', read)
    }

    /// Calls read for each member of an object, whose value it has to read.
    pub fn object(&mut self, mut read: impl FnMut(String, &mut Self) -> Result<()>) -> Result<()> {
        self.list(b'{', b'}', |reader| {
            let name = reader.string()?;
            reader.take(b':')?;
            read(name, reader)
        })
    }

    /// Passes a string; what stands between its quotes.
    fn quoted(&mut self) -> Result<&'a str> {
        self.take(b'"')?;
        let (bytes, start) = (self.text.as_bytes(), self.at);
        while let Some(&c) = bytes.get(self.at) {
            self.at += 1;
            match c {
                b'"' => return Ok(&self.text[start..self.at - 1]),
                b'\\' => self.at += 1,
                _ => {}
            }
        }
        self.fail("a string does not end")
    }

    pub fn string(&mut self) -> Result<String> {
        let raw = self.quoted()?;
        let mut out = String::with_capacity(raw.len());
        let mut parts = raw.split('\\');
        out += parts.next().unwrap_or("");
        while let Some(part) = parts.next() {
            let c = match part.as_bytes().first() {
                // Two in a row: what follows them is the next part.
                None => {
                    out.push('\\');
                    out += parts.next().unwrap_or("");
                    continue;
                }
                Some(b'u') => {
                    let mut code = self.hex4(part)?;
                    let mut rest = &part[5..];
                    if (0xd800..0xdc00).contains(&code) {
                        let low = parts.next().unwrap_or("");
                        code = 0x10000 + ((code - 0xd800) << 10) + self.hex4(low)?.wrapping_sub(0xdc00);
                        rest = &low[5..];
                    }
                    out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
                    out += rest;
                    continue;
                }
                Some(b'b') => '\u{8}',
                Some(b'f') => '\u{c}',
                Some(b'n') => '\n',
                Some(b'r') => '\r',
                Some(b't') => '\t',
                Some(&c @ (b'"' | b'/')) => c as char,
                _ => return self.fail("an escape that JSON does not know"),
            };
            out.push(c);
            out += &part[1..];
        }
        Ok(out)
    }

    /// The number in "u00e9…".
    fn hex4(&self, part: &str) -> Result<u32> {
        match part.get(1..5).map(|digits| u32::from_str_radix(digits, 16)) {
            Some(Ok(code)) if part.starts_with('u') => Ok(code),
            _ => self.fail("an escape that JSON does not know"),
        }
    }

    /// Any value as it stands.
    pub fn skip(&mut self) -> Result<&'a str> {
        let mut depth = 0;
        self.peek();
        let start = self.at;
        loop {
            match self.peek() {
                0 => return self.fail("the input is cut off"),
                b'"' => {
                    self.quoted()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                _ => {
                    let rest = &self.text.as_bytes()[self.at..];
                    self.at += rest.iter().position(|c| b",:]} \n\r\t".contains(c)).unwrap_or(rest.len());
                }
            }
            if depth <= 0 {
                return Ok(&self.text[start..self.at]);
            }
        }
    }
}

/// Writes a string.
pub fn write(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\0'..='\u{1f}' => *out += &format!("\\u{:04x}", c as u32),
            _ => out.push(c),
        }
    }
    out.push('"');
}
