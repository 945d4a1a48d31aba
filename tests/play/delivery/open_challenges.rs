//! What two people can have open at once.

use super::{ADA, BRUNO, Fixture, terms};
use tablero::service::lobby::challenge::OPEN_MS;
use tablero::service::{ChallengeError, PlayerId, ServiceError, Side, Terms};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_have_one_challenge_of_a_kind_open() {
    let fixture = Fixture::open().await;
    let back = Terms { challenger: BRUNO, opponent: Some(ADA), side: Side::Second, ..terms() };
    let (one, other) = tokio::join!(fixture.service.propose(terms()), fixture.service.propose(back.clone()));
    let open = [&one, &other].into_iter().filter_map(|proposed| proposed.as_ref().ok()).map(|open| open.id);
    let [open] = open.collect::<Vec<_>>()[..] else { panic!("{one:?}, {other:?}") };
    for same in [terms(), Terms { note: "please".to_owned(), ..terms() }, back.clone()] {
        let refused = fixture.service.propose(same).await;
        assert!(
            matches!(&refused, Err(ServiceError::Challenge(ChallengeError::AlreadyOpen(id))) if *id == open),
            "{refused:?}"
        );
    }
    // A challenge with another game, seat, option or opponent, or an open one, is a different challenge.
    for other in [
        Terms { setup: "variant=5".to_owned(), ..terms() },
        Terms { side: Side::Second, ..terms() },
        Terms { hints: false, ..terms() },
        Terms { opponent: Some(PlayerId(3)), ..terms() },
        Terms { opponent: None, ..terms() },
        Terms { opponent: None, ..terms() },
    ] {
        fixture.service.propose(other).await.expect("a challenge");
    }
    // A challenge that was accepted, declined or has expired blocks nothing.
    fixture.pass(OPEN_MS);
    fixture.service.propose(back).await.expect("a challenge");
    fixture.close().await;
}
