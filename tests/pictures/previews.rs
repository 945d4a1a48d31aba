//! Small previews of the themes.

use tablero::catalog::Catalog;
use tablero::chat::Language;
use tablero::chat::views::pictures::{PictureOptions, PictureRenderer};
use tablero::render::Theme;

#[tokio::test]
async fn every_theme_is_previewed_with_every_game() {
    let pictures = PictureRenderer::default();
    for game in Catalog::standard().games().iter().copied() {
        let mut seen = Vec::new();
        for theme in Theme::NAMES {
            let options = PictureOptions::from(Language::En).in_theme(theme);
            let preview = pictures.preview(options, game, theme.to_owned()).await.expect("a picture");
            assert_eq!(preview.name, format!("{}-{theme}.png", game.name()));
            assert!(preview.alt.starts_with(theme), "{}", preview.alt);
            let size = image::load_from_memory(&preview.bytes).expect("a PNG").width();
            assert!(size < 600 && preview.bytes.len() < 30_000, "{theme}: {size} wide, {} bytes", preview.bytes.len());
            assert!(!seen.contains(&preview.bytes), "{theme} looks like another");
            seen.push(preview.bytes);
        }
        let options = PictureOptions::from(Language::En).in_theme("../neon");
        let gone = pictures.preview(options, game, Theme::NAMES[0].to_owned()).await.expect("a picture");
        assert_eq!((gone.name, &gone.bytes), (format!("{}-{}.png", game.name(), Theme::NAMES[0]), &seen[0]));
    }
}
