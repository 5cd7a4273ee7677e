//! Reads JSON as the referee writes it: well formed, without spaces, and nothing in a text needs an escape.

use std::collections::HashMap;
use std::ops::Index;

#[derive(Debug, PartialEq)]
pub enum Json<'a> {
    /// What a string says.
    Text(&'a str),
    /// A number, true, false or null, as it is written.
    Word(&'a str),
    List(Vec<Json<'a>>),
    Object(HashMap<&'a str, Json<'a>>),
}

#[allow(dead_code)] // a start does not need all of them
impl<'a> Json<'a> {
    pub fn parse(line: &'a str) -> Json<'a> {
        Reader { rest: line }.value()
    }

    /// Of a string, or a number as it is written.
    pub fn text(&self) -> &'a str {
        match self {
            Json::Text(text) | Json::Word(text) => text,
            _ => "",
        }
    }

    pub fn number(&self) -> f64 {
        self.text().parse().expect("a number")
    }

    pub fn items(&self) -> &[Json<'a>] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }
}

impl<'a> Index<&str> for Json<'a> {
    type Output = Json<'a>;

    /// A field of an object.
    fn index(&self, name: &str) -> &Json<'a> {
        match self {
            Json::Object(fields) => &fields[name],
            _ => panic!("no object, so there is no {name}"),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn value(&mut self) -> Json<'a> {
        match self.rest.as_bytes()[0] {
            b'"' => Json::Text(self.text()),
            b'[' => {
                let mut items = Vec::new();
                self.each(b']', |reader| items.push(reader.value()));
                Json::List(items)
            }
            b'{' => {
                let mut fields = HashMap::new();
                self.each(b'}', |reader| {
                    let name = reader.text();
                    reader.skip(); // the colon
                    fields.insert(name, reader.value());
                });
                Json::Object(fields)
            }
            _ => Json::Word(self.until(&[',', ']', '}'])),
        }
    }

    fn each(&mut self, end: u8, mut read: impl FnMut(&mut Self)) {
        self.skip(); // the bracket before the first
        while self.rest.as_bytes()[0] != end {
            read(self);
            if self.rest.starts_with(',') {
                self.skip();
            }
        }
        self.skip(); // the bracket behind the last
    }

    fn text(&mut self) -> &'a str {
        self.skip(); // the quote before it
        let text = self.until(&['"']);
        self.skip(); // and the one behind
        text
    }

    fn until(&mut self, ends: &[char]) -> &'a str {
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (found, rest) = self.rest.split_at(end);
        self.rest = rest;
        found
    }

    fn skip(&mut self) {
        self.rest = &self.rest[1..];
    }
}
