//! A board: the drawing, where its cells are and what is on them, and the possible next picks.

use super::access::Viewer;
use super::api_error::ApiError;
use super::board_page::BoardPage;
use super::what_if::{forms, may_explore};
use crate::chat::player_names::names;
use crate::chat::views::cells;
use crate::chat::views::picking::offered_picks;
use crate::render::Theme;
use crate::render::scene::Point;
use crate::render::svg;
use axum::http::StatusCode;
use serde_json::{Value, json};

/// The maximum number of moves that are explored after a position.
const EXPLORED_MAX: usize = 100;
/// The maximum number of picks of a move: a chain of captures.
const PICKS_MAX: usize = 40;

/// Which board is wanted.
#[derive(Debug, Default)]
pub(super) struct BoardQuery {
    pub ply: Option<usize>,
    pub picked: Vec<String>,
    pub theme: Option<String>,
    pub turned: Option<bool>,
    /// The moves after the ply that were never played; `None` for the game as it was.
    pub explored: Option<Vec<String>>,
}

impl BoardQuery {
    /// Reads the query of a request. What it does not know is left out.
    pub fn read(query: &str) -> BoardQuery {
        let mut wanted = BoardQuery::default();
        let list = |value: &str, separator| -> Vec<String> {
            value.split(separator).filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        for (key, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match &*key {
                "ply" => wanted.ply = value.parse().ok(),
                "picked" => wanted.picked = list(&value, ','),
                "theme" => wanted.theme = Some(value.into_owned()).filter(|name| Theme::NAMES.contains(&&**name)),
                "turned" => wanted.turned = value.parse().ok(),
                "explored" => wanted.explored = Some(list(&value, ';')),
                _ => {}
            }
        }
        wanted.picked.truncate(PICKS_MAX);
        wanted
    }
}

pub(super) async fn board_json(page: &BoardPage, viewer: &Viewer, wanted: BoardQuery) -> Result<Value, ApiError> {
    let Viewer { played, person, requester, .. } = viewer;
    let language = requester.language;
    let refused = |code| ApiError::new(language, StatusCode::BAD_REQUEST, code);
    let ply = wanted.ply.unwrap_or(played.ply()).min(played.ply());
    let mut position = match ply == played.ply() {
        true => played.clone(),
        false => played.at_ply(ply, false),
    };
    let is_explored = wanted.explored.is_some();
    if let Some(moves) = &wanted.explored {
        if !may_explore(viewer) || moves.len() > EXPLORED_MAX {
            return Err(refused("not-explored"));
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        position.line.play_all(&moves).map_err(|_| refused("not-explored"))?;
    }
    let is_own_turn = person.is_some_and(|person| played.check_turn(person, Some(ply)).is_ok());
    let may_pick = if is_explored { position.line.ending().is_none() } else { is_own_turn };
    let offered = match may_pick {
        true => offered_picks(language, &*position.line, &wanted.picked)
            .or_else(|| offered_picks(language, &*position.line, &[])),
        false => None,
    };
    let options = requester.picture_options().turned(wanted.turned.unwrap_or(requester.turned_boards));
    let options = match &wanted.theme {
        Some(theme) => options.in_theme(theme),
        None => options,
    };
    let names = names(page.service(), language, played).await;
    let picked = offered.as_ref().map(|offered| &offered.picked[..]);
    let scene = page.pictures.scene(options, &position, &names, picked).await;
    let scene = scene.ok_or_else(|| ApiError::new(language, StatusCode::INTERNAL_SERVER_ERROR, "failed"))?;
    let described = cells::described(language, &*position.line);
    let cell = |(name, at): &(String, Point)| json!({ "name": name, "x": at.x, "y": at.y, "label": described.get(name).unwrap_or(name) });
    let is_cell = |pick: &String| scene.cells.iter().any(|(name, _)| name == pick);
    let picks = offered.as_ref().map_or(&[][..], |offered| &offered.picks);
    let picks: Vec<Value> = picks
        .iter()
        .map(|(pick, label)| json!({ "pick": pick, "cell": Some(pick).filter(|pick| is_cell(pick)), "label": label }))
        .collect();
    let area = scene.board;
    let explored = position.line.moves().split_off(ply);
    let forms = if is_explored { forms(viewer, &position, ply, &explored) } else { Vec::new() };
    Ok(json!({
        "ply": ply,
        "svg": svg(&scene),
        "width": scene.width,
        "height": scene.height,
        "board": { "x": area.corner.x, "y": area.corner.y, "width": area.width, "height": area.height },
        "radius": radius(&scene.cells),
        "cells": scene.cells.iter().map(cell).collect::<Vec<_>>(),
        "picked": offered.as_ref().map_or(&[][..], |offered| &offered.picked),
        "question": offered.as_ref().map_or(String::new(), |offered| offered.question.plain()),
        "picks": picks,
        "back": offered.as_ref().and_then(|offered| offered.back.clone()),
        "complete": offered.as_ref().and_then(|offered| offered.complete.clone()),
        "explored": explored,
        "forms": forms,
    }))
}

/// Half the distance of the closest two cells.
fn radius(cells: &[(String, Point)]) -> f32 {
    let Some((_, first)) = cells.first() else { return 0.0 };
    let distances = cells.iter().skip(1).map(|(_, at)| (at.x - first.x).hypot(at.y - first.y));
    distances.reduce(f32::min).map_or(0.0, |least| least / 2.0)
}
