//! Reads an [`Avatar`] from an untrusted file: a PNG, a JPEG, a WebP or the first frame of a GIF.
//!
//! A malicious file could exhaust memory or time, so its format, length, dimensions and memory use are limited before
//! any pixel is decoded.

use crate::render::Avatar;
use crate::render::avatar::{AVATAR_COLOURS_MAX, AVATAR_SIDE};
use crate::render::palette::Palette;
use image::imageops::{FilterType, crop_imm, resize};
use image::{ImageError, ImageFormat, ImageReader, Limits, RgbaImage};
use std::io::Cursor;

/// The maximum length of a file in bytes.
pub const FILE_BYTES_MAX: usize = 512 * 1024;
/// The maximum width and height in pixels.
pub const FILE_SIDE_MAX: u32 = 1024;
/// The maximum memory that decoding may allocate, in bytes. The largest picture takes 4 MB, or 8 MB with 16 bits per
/// channel.
const MEMORY_MAX: u64 = 16 << 20;
/// The accepted formats.
const FORMATS: [ImageFormat; 4] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif];

/// Why a file cannot be used as an avatar.
#[derive(Debug, thiserror::Error)]
pub enum AvatarFileError {
    /// It is too long.
    #[error("the file has {0} bytes, and at most {FILE_BYTES_MAX} are read")]
    TooLong(usize),
    /// Its format is not accepted.
    #[error("the file is no PNG, JPEG, WebP or GIF")]
    Format,
    /// It is damaged, or exceeds the limits for decoding.
    #[error("the picture cannot be decoded: {0}")]
    Picture(#[from] ImageError),
    /// It has no pixels.
    #[error("the picture is empty")]
    Empty,
}

/// Decodes a file, then crops and scales its picture. Takes a few milliseconds, or a second at worst.
///
/// # Errors
/// See [`AvatarFileError`].
pub fn read(file: &[u8]) -> Result<Avatar, AvatarFileError> {
    if file.len() > FILE_BYTES_MAX {
        return Err(AvatarFileError::TooLong(file.len()));
    }
    let format = image::guess_format(file).ok().filter(|format| FORMATS.contains(format));
    let mut reader = ImageReader::with_format(Cursor::new(file), format.ok_or(AvatarFileError::Format)?);
    let mut limits = Limits::no_limits();
    (limits.max_image_width, limits.max_image_height) = (Some(FILE_SIDE_MAX), Some(FILE_SIDE_MAX));
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    let square = scaled(&reader.decode()?.into_rgba8());
    square.and_then(|square| Avatar::of_square(&few_colours(&square))).ok_or(AvatarFileError::Empty)
}

/// The central square of a picture, scaled to the size of an avatar; `None` if the picture has no pixels.
fn scaled(picture: &RgbaImage) -> Option<RgbaImage> {
    let (width, height) = picture.dimensions();
    let side = width.min(height);
    if side == 0 {
        return None;
    }
    let square = crop_imm(picture, (width - side) / 2, (height - side) / 2, side, side).to_image();
    Some(resize(&square, AVATAR_SIDE as u32, AVATAR_SIDE as u32, FilterType::Triangle))
}

/// The pixels, reduced to a few similar colours.
fn few_colours(picture: &RgbaImage) -> Vec<[u8; 4]> {
    let mut palette = Palette::of_at_most(AVATAR_COLOURS_MAX, &[picture.as_raw()]);
    let indices = palette.apply(picture.as_raw());
    let pixels = indices.iter().zip(picture.pixels());
    pixels
        .map(|(index, pixel)| {
            let [red, green, blue] = palette.colours[usize::from(*index)];
            [red, green, blue, pixel.0[3]]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{DynamicImage, Frame, Rgba};
    use std::collections::HashSet;

    /// A file of this format: a picture with a red and a blue half.
    fn halves(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let colour = |x, _| if x < width / 2 { Rgba([200, 0, 0, 255]) } else { Rgba([0, 0, 200, 255]) };
        let picture = DynamicImage::from(RgbaImage::from_fn(width, height, colour));
        let mut file = Cursor::new(Vec::new());
        let written = match format {
            // JPEG has no transparency.
            ImageFormat::Jpeg => DynamicImage::from(picture.to_rgb8()).write_to(&mut file, format),
            _ => picture.write_to(&mut file, format),
        };
        written.expect("it can be written");
        file.into_inner()
    }

    /// An all-black PNG of this size, which compresses to a thousandth.
    fn png_of_zeros(width: u32, height: u32) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut file, width, height);
        encoder.set_color(::png::ColorType::Grayscale);
        encoder.set_depth(::png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&vec![0; (width * height) as usize]).expect("it is written");
        writer.finish().expect("it is written");
        file
    }

    #[test]
    fn the_four_formats_are_read_and_their_middle_is_shown() {
        for format in FORMATS {
            for (width, height) in [(64, 64), (300, 100), (9, 200), (1, 1), (1024, 1024)] {
                let avatar = read(&halves(width, height, format)).unwrap_or_else(|error| panic!("{format:?}: {error}"));
                let pixels = avatar.pixels();
                let of_row = |x: usize| pixels[AVATAR_SIDE / 2 * AVATAR_SIDE + x];
                if width > 1 {
                    assert!(of_row(2)[0] > 150 && of_row(AVATAR_SIDE - 3)[2] > 150, "{format:?}, {width}×{height}");
                }
                let colours: HashSet<_> = pixels.iter().collect();
                assert!(colours.len() <= AVATAR_COLOURS_MAX + 1, "{format:?}: {}", colours.len());
            }
        }
    }

    #[test]
    fn many_colours_become_few() {
        let colour = |x: u32, y: u32| Rgba([(x * 4) as u8, (y * 4) as u8, (x * y / 16) as u8, 255]);
        let mut file = Cursor::new(Vec::new());
        let picture = DynamicImage::from(RgbaImage::from_fn(64, 64, colour));
        picture.write_to(&mut file, ImageFormat::Png).expect("it can be written");
        let avatar = read(file.get_ref()).expect("a picture");
        let colours: HashSet<_> = avatar.pixels().iter().filter(|pixel| pixel[3] > 0).collect();
        assert!(colours.len() > AVATAR_COLOURS_MAX / 2 && colours.len() <= AVATAR_COLOURS_MAX, "{}", colours.len());
    }

    #[test]
    fn a_small_file_with_many_pixels_is_not_decoded() {
        let bomb = png_of_zeros(9_000, 9_000);
        assert!(bomb.len() < FILE_BYTES_MAX, "{}", bomb.len());
        for file in [bomb, png_of_zeros(1025, 1), png_of_zeros(1, 1025)] {
            assert!(matches!(read(&file), Err(AvatarFileError::Picture(ImageError::Limits(_)))));
        }
        // Only the header claims a huge size.
        let mut file = png_of_zeros(1, 1);
        file[16..24].fill(0x7f);
        assert!(read(&file).is_err());
        let mut file = halves(4, 4, ImageFormat::Gif);
        file[6..10].fill(0xff);
        assert!(read(&file).is_err());
    }

    #[test]
    fn a_compressed_text_in_a_picture_does_not_fill_memory() {
        let mut file = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut file, 1, 1);
        let text = "a".repeat(30 << 20);
        encoder.add_ztxt_chunk("Comment".to_owned(), text).expect("a text");
        encoder.write_header().expect("a header").write_image_data(&[7]).expect("it is written");
        assert!(file.len() < FILE_BYTES_MAX, "{}", file.len());
        // The text is skipped, and the picture is read.
        assert!(read(&file).is_ok_and(|avatar| avatar.pixels().len() == AVATAR_SIDE * AVATAR_SIDE));
    }

    #[test]
    fn only_the_first_picture_of_a_gif_is_read() {
        let mut file = Vec::new();
        {
            let mut encoder = image::codecs::gif::GifEncoder::new(&mut file);
            let frame = |green| Frame::new(RgbaImage::from_pixel(32, 32, Rgba([0, green, 0, 255])));
            encoder.encode_frame(frame(200)).expect("it is written");
            for _ in 0..500 {
                encoder.encode_frame(frame(0)).expect("it is written");
            }
        }
        // The file may even end after its first frame.
        let half = file.len() / 2;
        for file in [&file[..], &file[..half]] {
            let avatar = read(file).expect("a picture");
            assert!(avatar.pixels().iter().all(|pixel| pixel[3] == 0 || pixel[1] > 150));
        }
    }

    #[test]
    fn what_is_no_picture_or_half_of_one_is_refused() {
        for file in [&b""[..], b"GIF89a", b"\x89PNG\r\n\x1a\n", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"BM"] {
            assert!(read(file).is_err(), "{file:?}");
        }
        for format in FORMATS {
            let file = halves(200, 200, format);
            for length in [1, 10, 20, 30, 60] {
                assert!(read(&file[..length.min(file.len() - 1)]).is_err(), "{format:?}, {length} bytes");
            }
        }
        let long = [halves(4, 4, ImageFormat::Png), vec![0; FILE_BYTES_MAX]].concat();
        assert!(matches!(read(&long), Err(AvatarFileError::TooLong(_))));
        let mut tiff = vec![b'I', b'I', 42, 0];
        tiff.resize(100, 0);
        assert!(matches!(read(&tiff), Err(AvatarFileError::Format)));
    }

    #[test]
    fn a_transparent_picture_lets_the_plate_through() {
        let mut pixels = vec![[0, 0, 0, 0]; 46 * 46];
        pixels[23 * 46 + 23] = [255, 255, 255, 255];
        let picture = RgbaImage::from_fn(46, 46, |x, y| Rgba(pixels[(y * 46 + x) as usize]));
        let mut file = Cursor::new(Vec::new());
        DynamicImage::from(picture).write_to(&mut file, ImageFormat::Png).expect("it can be written");
        let avatar = read(file.get_ref()).expect("a picture");
        assert_eq!(avatar.pixels().iter().filter(|pixel| pixel[3] > 0).count(), 1);
    }
}
