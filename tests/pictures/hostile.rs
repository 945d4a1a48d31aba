//! Hostile text from players.

use tablero::render::fonts::Face;
use tablero::render::scene::Item;
use tablero::render::{ClockLabel, Draw, Header, PlateDisc, Scene, Theme, View, png, svg};
use tablero::rules::Seat;
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;

const NAMES: [&str; 12] = [
    "</text><image href=\"file:///etc/passwd\"/><text>",
    "&lt;&#x41;&amp;&nosuch;",
    "]]><!-- --><![CDATA[<script/>",
    "'\" onload='alert(1)'",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "a\u{0}b\u{1b}[31mc\u{7f}\u{85}\u{fffe}\u{ffff}",
    "\u{202e}drawkcab\u{2066}\u{200f}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "🦊👩‍👩‍👧‍👦🏳️‍🌈",
    "田中さくら",
    "مرحبا بالعالم שלום",
    "",
];

fn drawn<G: Draw>(name: &str) -> Scene {
    let header = Header {
        names: [name.to_owned(), name.repeat(100)],
        active: Some(Seat::One),
        winner: Some(Seat::Two),
        status: name.repeat(20),
        last: name.repeat(3),
        clocks: [true, false].map(|runs| ClockLabel { left: name.repeat(2), runs }),
        ply: Some(usize::MAX),
        discs: [PlateDisc::Initials, PlateDisc::None],
    };
    G::new(&G::Setup::default()).draw(&View::plain(&header, Theme::light()))
}

fn all_games(name: &str) -> [Scene; 3] {
    [drawn::<Zertz>(name), drawn::<Dvonn>(name), drawn::<Barrier>(name)]
}

#[test]
fn names_are_text_and_nothing_else() {
    for name in NAMES {
        for scene in all_games(name) {
            let text = svg(&scene);
            for forbidden in ["<image", "<script", "<!--", "<![CDATA", "onload='"] {
                assert!(!text.contains(forbidden), "{name:?} smuggles in {forbidden}");
            }
            // References point to the shared drawings of the scene and to nothing else.
            let shared = text.matches(r##"<use href="#s"##).count();
            assert_eq!(text.matches("href=\"").count() + text.matches("href='").count(), shared, "{name:?}");
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{name:?}");
            // A well-formed document has the elements of the scene and no others.
            png(&scene).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        }
    }
}

#[test]
fn labels_stay_within_the_picture_and_in_letters_of_the_font() {
    for name in NAMES {
        for scene in all_games(name) {
            for item in scene.parts.iter().flat_map(|part| &part.items) {
                let Item::Label(label) = item else { continue };
                let face = Face::get(label.bold);
                assert!(label.text.chars().all(|c| face.has(c)), "{name:?}: {:?}", label.text);
                assert!(face.width(&label.text, label.size) < scene.width as f32, "{name:?}: {:?}", label.text);
            }
        }
    }
}

#[test]
fn a_long_name_is_shortened() {
    let text = svg(&drawn::<Dvonn>(&"Maximiliane ".repeat(4)));
    assert!(text.contains("Maximilian…") || text.contains("Maximiliane…") || text.contains("Maximiliane M"), "{text}");
    assert!(!text.contains(&"Maximiliane ".repeat(8)));
}
