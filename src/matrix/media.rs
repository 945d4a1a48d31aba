//! Pictures as Matrix wants them: with their size and a small version.

use crate::render;
use std::str::FromStr;

/// The longest side of a small version, in pixels.
const THUMBNAIL_SIDE: u32 = 400;
/// The largest picture that is scaled, in pixels; boards are much smaller.
const PIXELS_MAX: u32 = 25_000_000;

/// The address of an uploaded file: `mxc://server/id`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaAddress {
    /// The homeserver that has the file.
    pub server: String,
    /// The id of the file on that homeserver.
    pub id: String,
}

/// The text is not the address of an uploaded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the address of an uploaded file")]
pub struct MediaAddressError;

/// Reads an address. It comes from users, so only the characters that the specification allows are accepted.
impl FromStr for MediaAddress {
    type Err = MediaAddressError;

    fn from_str(address: &str) -> Result<MediaAddress, MediaAddressError> {
        let path = address.strip_prefix("mxc://").ok_or(MediaAddressError)?;
        let (server, id) = path.split_once('/').ok_or(MediaAddressError)?;
        let is_in_server = |c: char| c.is_ascii_alphanumeric() || ['.', '-', ':', '[', ']'].contains(&c);
        let is_in_id = |c: char| c.is_ascii_alphanumeric() || ['-', '_'].contains(&c);
        let is_server = server.contains(|c: char| c.is_ascii_alphanumeric()) && server.chars().all(is_in_server);
        let is_id = !id.is_empty() && id.chars().all(is_in_id);
        let is_short = address.len() <= ADDRESS_MAX;
        let address = MediaAddress { server: server.to_owned(), id: id.to_owned() };
        if is_server && is_id && is_short { Ok(address) } else { Err(MediaAddressError) }
    }
}

/// The maximum length of an address, in bytes.
const ADDRESS_MAX: usize = 512;

/// The width and the height of a PNG or GIF file, in pixels.
pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let four = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let two = |at: usize| Some(u32::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some((four(16)?, four(20)?)),
        [b'G', b'I', b'F', ..] => Some((two(6)?, two(8)?)),
        _ => None,
    }
}

/// A small version of a PNG file, as a PNG file; `None` if it is small already, or no PNG file. Takes some
/// milliseconds.
pub fn thumbnail(bytes: &[u8]) -> Option<Vec<u8>> {
    let (width, height) = size(bytes).filter(|_| bytes.starts_with(b"\x89PNG"))?;
    if width.checked_mul(height)? > PIXELS_MAX {
        return None;
    }
    render::thumbnail(bytes, THUMBNAIL_SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let pixels = [[0, 0, 0, 255]].as_flattened().repeat((width * height) as usize);
        render::png_of_pixels(&pixels, width, height).expect("a picture")
    }

    #[test]
    fn only_addresses_of_files_are_read() {
        let read: MediaAddress = "mxc://matrix.example.org:8448/Ab_c-9".parse().expect("an address");
        assert_eq!((&*read.server, &*read.id), ("matrix.example.org:8448", "Ab_c-9"));
        assert!("mxc://[2001:db8::1]/a".parse::<MediaAddress>().is_ok());
        let long = format!("mxc://a/{}", "b".repeat(ADDRESS_MAX));
        for wrong in [
            "",
            "mxc://",
            "mxc://a",
            "mxc:///b",
            "mxc://a/",
            "mxc://../b",
            "mxc://a/..",
            "mxc://a/b/c",
            "mxc://a/b?c",
            "https://a/b",
            "mxc://a@b/c",
            "mxc://é/b",
            &long,
        ] {
            assert_eq!(wrong.parse::<MediaAddress>(), Err(MediaAddressError), "{wrong}");
        }
    }

    #[test]
    fn a_thumbnail_keeps_the_proportions() {
        let thumbnail = thumbnail(&png(900, 450)).expect("it is large");
        assert_eq!(size(&thumbnail), Some((400, 200)));
    }

    #[test]
    fn what_is_small_or_no_picture_has_none() {
        assert_eq!(thumbnail(&png(400, 300)), None);
        for bytes in [&b""[..], b"\x89PNG", b"GIF89a", b"GIF89a\x10\x27\x10\x27", b"1. e4 e5"] {
            assert_eq!(thumbnail(bytes), None);
        }
        assert_eq!(size(b"GIF89a\x90\x01\x2c\x01"), Some((400, 300)));
    }
}
