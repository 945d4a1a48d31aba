//! Posts: their destinations, their order, and the leases of deliveries.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, CHANNEL, CLUB, ELSEWHERE, Fixture, SERVER, assert_conflict};
use tablero::rules::Seat;
use tablero::service::{
    ChallengeId, Changed, Claimant, DeliveryFailure, DuePost, ExternalId, ExternalPlace, LEASE_MS, Lease, LeaseHolder,
    LocationId, MatchId, Millis, Notice, PlatformId, Post, PostId, PostPriority, WorkQueue,
};

fn notice(match_id: MatchId, ply: usize) -> Post {
    Post::Notice { match_id, ply, notice: Notice::DrawOffered, by: Seat::One }
}

fn outage(match_id: MatchId) -> Post {
    Post::Outage { match_id, from: Millis(0), until: Millis(1) }
}

/// What posts say, in the order in which they were claimed.
fn said(posts: &[DuePost]) -> Vec<&Post> {
    posts.iter().map(|due| &due.post).collect()
}

fn failure<'a>(id: PostId, holder: LeaseHolder, now: Millis, again_at: Option<Millis>) -> DeliveryFailure<'a> {
    DeliveryFailure { id, holder, again_at, blocked: true, problem: "refused", posts: &[], now }
}

/// Two matches whose first posts are delivered.
async fn two_games<B: Backend>(fixture: &Fixture<B>) -> [MatchId; 2] {
    let games = [fixture.game().await.id, fixture.game().await.id];
    fixture.deliver().await;
    games
}

/// A match that is also played in a room of another platform.
async fn game_in_two_places<B: Backend>(fixture: &Fixture<B>) -> MatchId {
    let room = ExternalPlace { id: ExternalId("room".to_owned()), parent: None, server: None };
    assert_eq!(fixture.storage.place_of(ELSEWHERE, &room).await.expect("a place").0, 1);
    let game = fixture.game().await.id;
    fixture
        .execute(
            "INSERT INTO match_locations (match, number, channel, delivery_mode, language)
             SELECT id, 2, 1, 'channel', 'it' FROM matches",
        )
        .await;
    fixture.deliver().await;
    game
}

fn lease<B: Backend>(fixture: &Fixture<B>) -> Lease {
    Claimant::new().lease(fixture.now())
}

async fn turns<B: Backend>(fixture: &Fixture<B>, platform: PlatformId) -> (Vec<DuePost>, Lease) {
    let lease = lease(fixture);
    (fixture.posts(platform, PostPriority::Turn, lease).await, lease)
}

pub async fn posts_for_a_location_are_claimed_one_after_another<B: Backend>(fixture: &Fixture<B>) {
    let [one, other] = two_games(fixture).await;
    let posts = [notice(one, 0), notice(one, 1), notice(other, 0), notice(one, 2)];
    fixture.storage.add_posts(&posts, fixture.now()).await.expect("they are stored");
    let mut delivered = Vec::new();
    for expected in [vec![&posts[0], &posts[2]], vec![&posts[1]], vec![&posts[3]], vec![]] {
        let (claimed, lease) = turns(fixture, CLUB).await;
        assert_eq!(said(&claimed), expected);
        let (others, _) = turns(fixture, CLUB).await;
        assert_eq!(others, [], "a post that is being delivered is not claimed, and the next one waits for it");
        for due in claimed {
            fixture.storage.mark_delivered(due.id, lease.holder, fixture.now()).await.expect("it is held");
            delivered.push(due.id);
        }
    }
    assert_eq!(delivered.len(), posts.len());
}

pub async fn a_post_goes_to_each_location_and_a_slow_platform_delays_no_other<B: Backend>(fixture: &Fixture<B>) {
    let game = game_in_two_places(fixture).await;
    let found = fixture.find(game).await;
    assert_eq!(found.locations().map(|location| location.channel.0).collect::<Vec<_>>(), [CHANNEL.0, 1]);
    let posts = [notice(game, 0), notice(game, 1)];
    fixture.storage.add_posts(&posts, fixture.now()).await.expect("they are stored");
    let (slow, _) = turns(fixture, CLUB).await;
    assert_eq!((said(&slow), slow[0].location), (vec![&posts[0]], Some(1)));
    for post in &posts {
        let (claimed, lease) = turns(fixture, ELSEWHERE).await;
        assert_eq!((said(&claimed), claimed[0].location), (vec![post], Some(2)));
        fixture.storage.mark_delivered(claimed[0].id, lease.holder, fixture.now()).await.expect("it is held");
    }
    assert_eq!(turns(fixture, ELSEWHERE).await.0, []);
}

pub async fn a_location_that_refuses_posts_does_not_hold_up_another<B: Backend>(fixture: &Fixture<B>) {
    let game = game_in_two_places(fixture).await;
    fixture.storage.add_posts(&[notice(game, 0)], fixture.now()).await.expect("it is stored");
    let (claimed, lease) = turns(fixture, CLUB).await;
    let tomorrow = fixture.now().plus(86_400_000);
    let told = [notice(game, 9)];
    let refused =
        DeliveryFailure { posts: &told, ..failure(claimed[0].id, lease.holder, fixture.now(), Some(tomorrow)) };
    fixture.storage.record_delivery_failure(&refused).await.expect("it is held");
    let notified = async |number| {
        let location = LocationId { match_id: game, number };
        fixture.storage.has_notified_refusal(location).await.expect("it is read")
    };
    assert_eq!((notified(1).await, notified(2).await), (true, false));
    let (elsewhere, _) = turns(fixture, ELSEWHERE).await;
    assert_eq!(said(&elsewhere), [&notice(game, 0)]);
}

pub async fn a_post_for_a_person_goes_to_an_account_where_the_match_is_played<B: Backend>(fixture: &Fixture<B>) {
    // Her first account, by the name of its platform, is where the match is not played.
    fixture.execute("INSERT INTO accounts (platform, external_id, person) VALUES ('aaa', '1', 1)").await;
    let game = fixture.game().await.id;
    fixture.deliver().await;
    let at = fixture.now();
    let turn = Post::Turn { match_id: game, ply: 0, since: None, person: ADA, direct: true, at };
    fixture.storage.add_posts(&[turn.clone(), Post::Digest { person: BRUNO }], at).await.expect("they are stored");
    let (turns, _) = turns(fixture, CLUB).await;
    assert_eq!((said(&turns), turns[0].location), (vec![&turn], Some(1)));
    let digests = fixture.posts(CLUB, PostPriority::Notice, lease(fixture)).await;
    assert_eq!((said(&digests), digests[0].location), (vec![&Post::Digest { person: BRUNO }], None));
}

pub async fn a_post_for_a_person_with_two_accounts_goes_where_they_play_and_not_where_the_opponent_does<B: Backend>(
    fixture: &Fixture<B>,
) {
    game_in_two_places(fixture).await;
    // Ada plays at the club, Bruno elsewhere, and each has an account at the place of the other, too.
    fixture.execute("UPDATE match_locations SET seat = number").await;
    for account in [
        "INSERT INTO accounts (platform, external_id, person) VALUES ('elsewhere', '@ada', 1)",
        "INSERT INTO accounts (platform, external_id, person) VALUES ('elsewhere', '@bruno', 2)",
    ] {
        fixture.execute(account).await;
    }
    let (game, at) = (MatchId(1), fixture.now());
    for (person, platform, other, location) in [(ADA, CLUB, ELSEWHERE, 1), (BRUNO, ELSEWHERE, CLUB, 2)] {
        let turn = Post::Turn { match_id: game, ply: 0, since: None, person, direct: true, at };
        fixture.storage.add_posts(std::slice::from_ref(&turn), at).await.expect("it is stored");
        assert_eq!(turns(fixture, other).await.0, [], "{person}");
        let (told, lease) = turns(fixture, platform).await;
        assert_eq!((said(&told), told[0].location), (vec![&turn], Some(location)), "{person}");
        fixture.storage.mark_delivered(told[0].id, lease.holder, at).await.expect("it is held");
    }
}

pub async fn what_an_erased_person_wants_removed_is_removed_at_each_location_after_earlier_posts<B: Backend>(
    fixture: &Fixture<B>,
) {
    let game = game_in_two_places(fixture).await;
    let other = fixture.start(fixture.terms(CARLA), BRUNO).await.id;
    let open = fixture.service.propose(fixture.terms(ADA)).await.expect("a challenge").id;
    fixture.deliver().await;
    fixture.service.erase(ADA, true, CHANNEL, None).await.expect("she is deleted");
    // She has resigned, and the result is posted first.
    let removals = async |platform| fixture.posts(platform, PostPriority::Notice, lease(fixture)).await;
    let of_challenges: Vec<Post> = [1, open.0].map(|id| Post::ChallengeRemoval { challenge: ChallengeId(id) }).into();
    let at_club = removals(CLUB).await;
    assert_eq!(said(&at_club), of_challenges.iter().collect::<Vec<_>>());
    assert_eq!(removals(ELSEWHERE).await, []);
    let (club, lease_of_club) = turns(fixture, CLUB).await;
    let (elsewhere, lease_elsewhere) = turns(fixture, ELSEWHERE).await;
    for (due, lease) in
        club.iter().map(|due| (due, lease_of_club)).chain(elsewhere.iter().map(|due| (due, lease_elsewhere)))
    {
        assert!(matches!(due.post, Post::Board { ended: true, .. } | Post::Turn { .. }), "{:?}", due.post);
        fixture.storage.mark_delivered(due.id, lease.holder, fixture.now()).await.expect("it is held");
    }
    for (platform, location) in [(CLUB, 1), (ELSEWHERE, 2)] {
        let closing = removals(platform).await;
        assert_eq!(
            said(&closing),
            [&Post::Closing { match_id: game }],
            "the result is written before everything is removed"
        );
        let marked = fixture.storage.mark_delivered(closing[0].id, closing[0].lease.holder, fixture.now()).await;
        marked.expect("it is held");
        let removed = removals(platform).await;
        assert_eq!((said(&removed), removed[0].location), (vec![&Post::Removal { match_id: game }], Some(location)));
    }
    assert_eq!(fixture.find(other).await.people(), [CARLA, BRUNO]);
}

pub async fn a_person_without_an_account_gets_no_post<B: Backend>(fixture: &Fixture<B>) {
    fixture.execute("DELETE FROM accounts WHERE person = 3").await;
    fixture.storage.add_posts(&[Post::Digest { person: CARLA }], fixture.now()).await.expect("nothing is stored");
    assert_eq!(fixture.number("SELECT COUNT(*) FROM outbox").await, 0);
}

pub async fn notices_and_turns_do_not_wait_for_each_other<B: Backend>(fixture: &Fixture<B>) {
    let [game, _] = two_games(fixture).await;
    // A notice waits for what is more urgent and was there before, and not the other way round.
    let posts = [outage(game), notice(game, 0), outage(game)];
    fixture.storage.add_posts(&posts, fixture.now()).await.expect("they are stored");
    let notices = fixture.posts(CLUB, PostPriority::Notice, lease(fixture)).await;
    assert_eq!(said(&notices), [&posts[0]]);
    let (turns, _) = turns(fixture, CLUB).await;
    assert_eq!(said(&turns), [&posts[1]]);
}

pub async fn of_each_priority_as_many_posts_are_claimed_as_there_is_room_for<B: Backend>(fixture: &Fixture<B>) {
    let [one, other] = two_games(fixture).await;
    let posts = [notice(one, 0), notice(other, 0), Post::Digest { person: ADA }, Post::Digest { person: BRUNO }];
    fixture.storage.add_posts(&posts, fixture.now()).await.expect("they are stored");
    let claim = async |limits: &[(PostPriority, u32)]| {
        let (claimed, next) =
            fixture.storage.claim_posts(CLUB, limits, lease(fixture), fixture.now()).await.expect("posts");
        assert_eq!(next, Some(fixture.now().plus(LEASE_MS)), "the first lease ends");
        claimed
    };
    let first = claim(&[(PostPriority::Turn, 1), (PostPriority::Notice, 1)]).await;
    assert_eq!(said(&first), [&posts[0], &posts[2]]);
    assert_eq!(claim(&[]).await, []);
    assert_eq!(said(&claim(&[(PostPriority::Notice, 9)]).await), [&posts[3]]);
    assert_eq!(said(&claim(&[(PostPriority::Notice, 9), (PostPriority::Turn, 9)]).await), [&posts[1]]);
}

pub async fn a_post_is_not_due_before_its_time<B: Backend>(fixture: &Fixture<B>) {
    let [game, _] = two_games(fixture).await;
    let at = fixture.now().plus(1000);
    let reminder = Post::Reminder { match_id: game, ply: 0, person: ADA, direct: false, at };
    fixture.storage.add_posts(&[reminder.clone(), notice(game, 0)], fixture.now()).await.expect("they are stored");
    let claimed = fixture.storage.claim_posts(CLUB, &[(PostPriority::Turn, 9)], lease(fixture), fixture.now()).await;
    let (due, next) = claimed.expect("posts");
    assert_eq!((said(&due), next), (vec![&notice(game, 0)], Some(at)), "others do not wait for it");
    fixture.advance(1000);
    assert_eq!(said(&turns(fixture, CLUB).await.0), [&reminder]);
}

pub async fn only_the_holder_of_a_lease_stores_the_result_of_a_delivery<B: Backend>(fixture: &Fixture<B>) {
    let [game, _] = two_games(fixture).await;
    fixture.storage.add_posts(&[notice(game, 0)], fixture.now()).await.expect("it is stored");
    let (claimed, slow) = turns(fixture, CLUB).await;
    let id = claimed[0].id;
    fixture.advance(LEASE_MS / 2);
    fixture.storage.renew_post(id, slow.holder, fixture.now().plus(LEASE_MS)).await.expect("it is held");
    fixture.advance(LEASE_MS - 1);
    assert_eq!(turns(fixture, CLUB).await.0, [], "the renewed lease lasts");
    fixture.advance(1);
    let (stolen, thief) = turns(fixture, CLUB).await;
    assert_eq!(stolen[0].id, id);
    let (storage, now) = (&fixture.storage, fixture.now());
    assert_conflict(&storage.mark_delivered(id, slow.holder, now).await);
    assert_conflict(&storage.renew_post(id, slow.holder, now.plus(LEASE_MS)).await);
    let told = [notice(game, 9)];
    let lost = DeliveryFailure { posts: &told, ..failure(id, slow.holder, now, None) };
    assert_conflict(&storage.record_delivery_failure(&lost).await);
    storage.release_post(id, slow.holder).await.expect("it does nothing");
    assert_eq!(turns(fixture, CLUB).await.0, [], "nothing of that has released it, or added posts");
    storage.mark_delivered(id, thief.holder, now).await.expect("it is held");
    assert_conflict(&storage.mark_delivered(id, thief.holder, now).await);
    // What is released is due at once.
    storage.add_posts(&[notice(game, 1)], now).await.expect("it is stored");
    let (claimed, lease) = turns(fixture, CLUB).await;
    storage.release_post(claimed[0].id, lease.holder).await.expect("it is held");
    assert_eq!(said(&turns(fixture, CLUB).await.0), said(&claimed));
}

pub async fn refused_posts_share_the_next_attempt_until_their_place_changes<B: Backend>(fixture: &Fixture<B>) {
    let [game, other] = two_games(fixture).await;
    let posts = [notice(game, 0), notice(game, 1), notice(other, 0)];
    fixture.storage.add_posts(&posts, fixture.now()).await.expect("they are stored");
    let refuse = async |expected: &[&Post], hours: i64| {
        let (claimed, lease) = turns(fixture, CLUB).await;
        assert_eq!(said(&claimed), expected);
        for due in claimed {
            let again_at = Some(fixture.now().plus(hours * 3_600_000));
            let refused = failure(due.id, lease.holder, fixture.now(), again_at);
            fixture.storage.record_delivery_failure(&refused).await.expect("it is held");
        }
    };
    refuse(&[&posts[0], &posts[2]], 1).await;
    // The next one does not wait for a refused one, and takes it along to its own next attempt.
    refuse(&[&posts[1]], 24).await;
    fixture.advance(2 * 3_600_000);
    refuse(&[&posts[2]], 24).await;
    let unblock = async |changed| fixture.storage.unblock(changed, fixture.now()).await.expect("they are due");
    assert!(!unblock(Changed::Place(tablero::service::PlaceId(77))).await, "another place");
    assert!(unblock(Changed::Place(CHANNEL)).await);
    let (claimed, lease) = turns(fixture, CLUB).await;
    assert_eq!(said(&claimed), [&posts[0], &posts[2]], "in their order again");
    for due in claimed {
        let again_at = Some(fixture.now().plus(1));
        let refused = failure(due.id, lease.holder, fixture.now(), again_at);
        fixture.storage.record_delivery_failure(&refused).await.expect("it is held");
    }
    assert!(unblock(Changed::Server(SERVER)).await);
    assert!(!unblock(Changed::Server(SERVER)).await, "they are due already");
    // A change of its thread helps the match that is played there.
    let thread = ExternalPlace { id: ExternalId("thread".to_owned()), parent: Some(CHANNEL), server: None };
    let thread = fixture.storage.place_of(CLUB, &thread).await.expect("a place");
    fixture.storage.set_match_place(LocationId::first(game), thread).await.expect("it is stored");
    refuse(&[&posts[0], &posts[2]], 24).await;
    assert!(unblock(Changed::Place(thread)).await);
    assert_eq!(said(&turns(fixture, CLUB).await.0), [&posts[0]], "the other match is played elsewhere");
}

pub async fn an_abandoned_post_is_not_due_again<B: Backend>(fixture: &Fixture<B>) {
    let [game, _] = two_games(fixture).await;
    fixture.storage.add_posts(&[notice(game, 0), notice(game, 1)], fixture.now()).await.expect("they are stored");
    let (claimed, lease) = turns(fixture, CLUB).await;
    let abandoned = failure(claimed[0].id, lease.holder, fixture.now(), None);
    fixture.storage.record_delivery_failure(&abandoned).await.expect("it is held");
    assert_eq!(said(&turns(fixture, CLUB).await.0), [&notice(game, 1)], "the next one does not wait for it");
    assert!(!fixture.storage.unblock(Changed::Place(CHANNEL), fixture.now()).await.expect("nothing is refused"));
}

pub async fn a_post_whose_attempts_fail_waits_since_it_was_due<B: Backend>(fixture: &Fixture<B>) {
    let [game, other] = two_games(fixture).await;
    let stored_at = fixture.now();
    fixture.storage.add_posts(&[notice(game, 0)], stored_at).await.expect("it is stored");
    let oldest = async || {
        let queue = WorkQueue::Posts(CLUB);
        fixture.storage.oldest_due(queue, fixture.now()).await.expect("it is read")
    };
    for _ in 0..3 {
        fixture.advance(30_000);
        let (claimed, lease) = turns(fixture, CLUB).await;
        let again_at = Some(fixture.now().plus(30_000));
        let failed =
            DeliveryFailure { blocked: false, ..failure(claimed[0].id, lease.holder, fixture.now(), again_at) };
        fixture.storage.record_delivery_failure(&failed).await.expect("it is held");
        assert_eq!(oldest().await, Some(stored_at));
    }
    // One that its place refuses waits for a permission, not for the bot.
    fixture.advance(30_000);
    let (claimed, lease) = turns(fixture, CLUB).await;
    let refused = failure(claimed[0].id, lease.holder, fixture.now(), Some(fixture.now().plus(30_000)));
    fixture.storage.record_delivery_failure(&refused).await.expect("it is held");
    assert_eq!(oldest().await, None);
    fixture.storage.add_posts(&[notice(other, 0)], fixture.now()).await.expect("it is stored");
    assert_eq!(oldest().await, Some(fixture.now()));
}
