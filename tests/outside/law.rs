//! The law on Matrix: one room, person, call or session misbehaves, as a seed says.

use crate::club::{Club, greeted};
use crate::proxy::{Call, Fault, HttpProxy, Lie, Often};
use crate::seeds::{ANSWERED, FORGETFUL, MADE_UP, seeds};
use crate::turns::timed;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tablero::matrix::places::MATRIX;
use tablero::rules::SeededRng;
use test_support::matrix::bot::{Login, Meeting};
use test_support::matrix::user::{SOON, User};
use tokio::time::timeout;

/// What goes wrong. What concerns a room concerns only the first club.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Misbehaviour {
    /// A stranger's room names a successor on a server that does not answer.
    GoneSuccessor,
    /// No invitation can be accepted.
    RefusedJoins,
    /// Accepting an invitation takes 25 seconds.
    SlowJoins,
    /// A stranger invites the bot a dozen times.
    ManyInvitations,
    /// The homeserver wants no messages in the room.
    LimitedSends,
    /// Messages in the room are received after 25 seconds.
    SlowSends,
    /// Some answers to messages are lost everywhere, and some messages come twice.
    LostAnswers,
    /// The answers to messages in the room cannot be read.
    GarbledSends,
    /// No file is accepted.
    RefusedUploads,
    /// The state of the room cannot be read.
    BrokenState,
    /// The members of the room cannot be read.
    NoMembers,
    /// What the homeserver says of the room's state is nonsense.
    FalseState,
    /// The session ends.
    EndedSession,
    /// The homeserver does not know the position any more.
    UnknownPosition,
    /// What has happened is told again and again, or not readable.
    RepeatedSync,
}

impl Misbehaviour {
    const ALL: [Misbehaviour; 15] = [
        Misbehaviour::GoneSuccessor,
        Misbehaviour::LimitedSends,
        Misbehaviour::RepeatedSync,
        Misbehaviour::RefusedJoins,
        Misbehaviour::BrokenState,
        Misbehaviour::LostAnswers,
        Misbehaviour::SlowJoins,
        Misbehaviour::EndedSession,
        Misbehaviour::NoMembers,
        Misbehaviour::ManyInvitations,
        Misbehaviour::RefusedUploads,
        Misbehaviour::UnknownPosition,
        Misbehaviour::SlowSends,
        Misbehaviour::GarbledSends,
        Misbehaviour::FalseState,
    ];
}

struct Scene {
    meeting: Meeting,
    proxy: HttpProxy,
    /// The first one has the trouble.
    clubs: Vec<Club>,
    stranger: User,
    /// Rooms in which the bot has to say hello in the end, each with a member.
    invitations: Vec<(Arc<User>, String)>,
}

impl Scene {
    /// `None` if there is no homeserver.
    async fn open(seed: u64) -> Option<Scene> {
        let mut meeting = Meeting::without_bot(&[], FORGETFUL).await?;
        let proxy = HttpProxy::before(&meeting.homeserver.address, seed).await;
        meeting.route = proxy.address.clone();
        meeting.login = Login::Password;
        meeting.start_bot().await;
        let mut users = Vec::new();
        for name in ["clara", "dora", "erik", "flora", "gino", "hanna"] {
            users.push(Arc::new(User::register(&meeting.homeserver, name).await));
        }
        let stranger = User::register(&meeting.homeserver, "mallory").await;
        let (pairs, _) = users.as_chunks::<2>();
        let clubs = pairs.iter().map(|[one, other]| Club::open(&meeting.bot, [one, other], json!({})));
        let clubs = join_all(clubs).await;
        Some(Scene { meeting, proxy, clubs, stranger, invitations: Vec::new() })
    }

    /// Invites the bot into this many rooms of a user.
    async fn invite(&self, by: &User, times: usize) -> Vec<String> {
        let mut rooms = Vec::new();
        for _ in 0..times {
            rooms.push(by.create_room(&[&self.meeting.bot.id], json!({})).await);
        }
        rooms
    }

    async fn begin(&mut self, trouble: Misbehaviour, chance: &mut SeededRng) {
        let room = self.clubs[0].room.clone();
        let here = |rest: &str| format!("*/rooms/{room}/{rest}");
        let status = [500, 502, 503, 504][chance.below(4) as usize];
        let fault = |method: &'static str, pattern: &str, often, fault| self.proxy.fault(method, pattern, often, fault);
        match trouble {
            Misbehaviour::GoneSuccessor => {
                let own = self.invite(&self.stranger, 1).await.remove(0);
                greeted(&self.stranger, &self.meeting.bot.id, &own).await;
                let gone = ["#x:gone.invalid", "!x:gone.invalid"][chance.below(2) as usize];
                let content = json!({ "body": "moved", "replacement_room": gone });
                let path = ["rooms", own.as_str(), "state", "m.room.tombstone"];
                self.stranger.call(Method::PUT, &path, "", Some(content)).await;
            }
            Misbehaviour::RefusedJoins | Misbehaviour::SlowJoins => {
                let often = if chance.below(2) == 0 { Often::Always } else { Often::Percent(60) };
                let refusal = if chance.below(2) == 0 {
                    Fault::matrix(status, "M_UNKNOWN")
                } else {
                    Fault::matrix_limit(Duration::from_secs(5))
                };
                let slow = Fault::Delay(Duration::from_secs(25));
                let what = if trouble == Misbehaviour::SlowJoins { slow } else { refusal };
                fault("POST", "*/join/*", often, what);
                // Nobody's invitations are so many that they are rejected.
                let host =
                    Arc::new(User::register(&self.meeting.homeserver, &format!("{trouble:?}").to_lowercase()).await);
                let rooms = self.invite(&host, 3).await.into_iter().map(|room| (Arc::clone(&host), room));
                self.invitations.extend(rooms);
            }
            Misbehaviour::ManyInvitations => drop(self.invite(&self.stranger, 12).await),
            Misbehaviour::LimitedSends => {
                fault("PUT", &here("send/*"), Often::Always, Fault::matrix_limit(Duration::from_secs(4)));
            }
            Misbehaviour::SlowSends => {
                fault("PUT", &here("send/*"), Often::Always, Fault::Delay(Duration::from_secs(25)));
            }
            Misbehaviour::LostAnswers => {
                fault("PUT", "*/send/*", Often::Percent(30), Fault::DropResponse);
                fault("PUT", "*/send/*", Often::Percent(20), Fault::Double);
                fault("POST", "*/upload*", Often::Percent(20), Fault::DropRequest);
            }
            Misbehaviour::GarbledSends => {
                let lie =
                    [Lie::Garbage, Lie::Empty, Lie::Half, Lie::Json(json!([7]))][chance.below(4) as usize].clone();
                fault("PUT", &here("send/*"), Often::Percent(70), Fault::Lie(lie));
            }
            Misbehaviour::RefusedUploads => {
                let (status, code) = [(413, "M_TOO_LARGE"), (400, "M_USER_LIMIT_EXCEEDED"), (403, "M_FORBIDDEN")]
                    [chance.below(3) as usize];
                fault("POST", "*/upload*", Often::Always, Fault::matrix(status, code));
            }
            Misbehaviour::BrokenState => {
                fault("GET", &here("state*"), Often::Always, Fault::matrix(status, "M_UNKNOWN"));
            }
            Misbehaviour::NoMembers => {
                fault("GET", &here("*members*"), Often::Always, Fault::matrix(status, "M_UNKNOWN"));
            }
            Misbehaviour::FalseState => {
                fault("GET", &here("state*"), Often::Percent(70), Fault::Lie(Lie::Garbage));
                fault("GET", &here("*members*"), Often::Percent(70), Fault::Lie(Lie::Json(json!({ "joined": 7 }))));
            }
            Misbehaviour::EndedSession => {
                let service = self.meeting.service();
                let session = service.queries().session(MATRIX).await.expect("it is read").expect("a session");
                self.meeting.bot.call_with(&session.token, Method::POST, &["logout"], Some(json!({}))).await;
            }
            Misbehaviour::UnknownPosition => {
                let called = self.proxy.called();
                fault("GET", "*/sync?*since=*", Often::Times(1), Fault::matrix(400, "M_UNKNOWN_POS"));
                // So that what it waits for comes.
                self.stranger.create_room(&[&self.meeting.bot.id], json!({})).await;
                let starts = |call: &Call| call.is("GET", "*/sync?*", 200) && !call.path.contains("since=");
                let started = timeout(2 * ANSWERED, self.proxy.wait_call(called, starts)).await;
                started.expect("it starts afresh");
            }
            Misbehaviour::RepeatedSync => {
                fault("GET", "*/sync?*", Often::Percent(25), Fault::Lie(Lie::Again));
                fault("GET", "*/sync?*", Often::Percent(15), Fault::Lie(Lie::Half));
                fault("GET", "*/sync?*", Often::Percent(10), Fault::Lie(Lie::Json(json!({ "next_batch": 7 }))));
            }
        }
    }

    /// All but those with the trouble play on.
    async fn others_are_answered(&mut self) {
        let (_, others) = self.clubs.split_first_mut().expect("clubs");
        join_all(others.iter_mut().map(|club| club.play(ANSWERED))).await;
    }

    /// Whatever was held up is made up for, and everything was done once.
    async fn is_whole(&mut self) {
        self.proxy.heal();
        self.clubs[0].wait_board(MADE_UP).await;
        for (host, room) in std::mem::take(&mut self.invitations) {
            let greeted = timeout(MADE_UP, greeted(&host, &self.meeting.bot.id, &room)).await;
            greeted.expect("an invitation is lost");
        }
        join_all(self.clubs.iter_mut().map(|club| club.play(SOON))).await;
        for club in &self.clubs {
            club.check();
            club.check_stored(&self.meeting.service()).await;
        }
        assert!(!self.meeting.has_ended(), "the process goes on");
        self.meeting.stop_bot().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_one_does_every_other_room_is_answered_and_nothing_is_lost_or_doubled() {
    let _turn = timed().await;
    // What was held up in a scene comes while the next one is opened: neither has a time limit.
    let mut last: Option<Scene> = None;
    for seed in seeds(5) {
        let mut chance = SeededRng::new(seed);
        // Each of the first seeds has some of all kinds; later ones mix them.
        let all = Misbehaviour::ALL;
        let first = usize::try_from(seed).expect("a small number") * 3;
        let named = std::env::var("TABLERO_OUTSIDE_TROUBLES").unwrap_or_default();
        let troubles: Vec<Misbehaviour> = match all.get(first..first + 3) {
            _ if !named.is_empty() => {
                all.into_iter().filter(|trouble| named.contains(&format!("{trouble:?}"))).collect()
            }
            Some(troubles) => troubles.to_vec(),
            None => all.into_iter().filter(|_| chance.below(6) == 0).collect(),
        };
        let is_killed = chance.below(2) == 0;
        println!("seed {seed}: {troubles:?}, {}", if is_killed { "killed" } else { "stopped" });
        let mut before = last.take();
        let whole = async {
            if let Some(scene) = &mut before {
                scene.is_whole().await;
            }
        };
        let (opened, ()) = tokio::join!(Scene::open(seed), whole);
        let Some(mut scene) = opened else { return };
        for trouble in troubles {
            scene.begin(trouble, &mut chance).await;
        }
        scene.clubs[0].say_move().await;
        scene.others_are_answered().await;
        if is_killed {
            scene.meeting.kill_bot().await;
        } else {
            scene.meeting.stop_bot().await;
        }
        scene.meeting.start_bot().await;
        let troubled = &scene.clubs[0];
        troubled.players[0].say(&troubled.room, "!tablero about").await;
        scene.others_are_answered().await;
        last = Some(scene);
    }
    if let Some(mut scene) = last {
        scene.is_whole().await;
    }
}
