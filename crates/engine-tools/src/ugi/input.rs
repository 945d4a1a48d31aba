//! Reads lines of arbitrary bytes.

use std::io::{self, BufRead};

/// The maximum length of a line in bytes; longer lines are discarded. No known game comes near this.
pub const LINE_MAX: usize = 1 << 18;

/// One line of input, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Text.
    Text(String),
    /// Bytes that are not UTF-8.
    NotText,
    /// More than [`LINE_MAX`] bytes.
    TooLong,
}

/// Reads the next line, or `None` at the end of the input. Buffers at most [`LINE_MAX`] bytes, however long the line
/// is.
///
/// # Errors
/// Errors of the reader.
pub fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut read_any = false;
    loop {
        let buffer = match reader.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        read_any = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        if line.len() + part.len() > LINE_MAX {
            too_long = true;
            line = Vec::new();
        }
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        reader.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !read_any {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(Input::TooLong));
    }
    Ok(Some(String::from_utf8(line).map_or(Input::NotText, Input::Text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_bytes_and_length_are_read() {
        let mut bytes = b"ugi\r\n\xff\xfe\n".to_vec();
        bytes.extend(vec![b'x'; LINE_MAX + 1]);
        bytes.extend(b"\n\nquit");
        let mut reader = io::BufReader::with_capacity(1000, bytes.as_slice());
        let mut next = || read_line(&mut reader).expect("memory does not fail");
        assert_eq!(next(), Some(Input::Text("ugi\r".to_owned())));
        assert_eq!(next(), Some(Input::NotText));
        assert_eq!(next(), Some(Input::TooLong));
        assert_eq!(next(), Some(Input::Text(String::new())));
        assert_eq!(next(), Some(Input::Text("quit".to_owned())));
        assert_eq!(next(), None);
    }
}
