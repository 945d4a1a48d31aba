//! What every implementation of the storage traits must do, run against each database.
//!
//! The contracts in `contract` know the traits and the game service. A [`Backend`](backend::Backend) opens a database;
//! its SQL is for rows that no part of the program writes, and has to mean the same everywhere.

mod backend;
mod backup;
mod backup_command;
mod contract;
mod copy;
mod cut_connection;
mod doctor;
mod failover;
mod fixture;
mod key_store;
mod ownership;
mod pooler;
mod postgres;
mod sqlite;

/// Runs each contract against a backend.
macro_rules! contracts {
    ($backend:ty) => {
        crate::contracts! { $backend:
            changes {
                of_two_changes_of_a_match_one_is_stored
                a_change_set_is_stored_whole_or_not_at_all
                matches_get_their_numbers_when_they_are_stored
                a_thousand_challenges_and_games_at_once_all_get_their_numbers
                a_rating_is_computed_from_the_stored_one_however_many_matches_end_at_once
                a_change_conflicts_when_the_conditional_moves_have_changed
                preferences_and_server_settings_conflict_when_they_have_changed
                each_player_mutes_a_match_for_themselves
                a_challenge_accepted_several_times_at_once_becomes_one_match
                of_several_moves_for_a_ply_at_once_one_is_played
                changes_of_many_matches_at_once_are_all_stored
            }
            inbox {
                an_event_changes_something_once
                an_event_of_a_refused_change_is_not_recorded
                the_same_id_on_another_platform_is_another_event
            }
            outbox {
                posts_for_a_location_are_claimed_one_after_another
                a_post_goes_to_each_location_and_a_slow_platform_delays_no_other
                a_location_that_refuses_posts_does_not_hold_up_another
                a_post_for_a_person_goes_to_an_account_where_the_match_is_played
                what_an_erased_person_wants_removed_is_removed_at_each_location_after_earlier_posts
                a_person_without_an_account_gets_no_post
                a_post_for_a_person_with_two_accounts_goes_where_they_play_and_not_where_the_opponent_does
                notices_and_turns_do_not_wait_for_each_other
                of_each_priority_as_many_posts_are_claimed_as_there_is_room_for
                a_post_is_not_due_before_its_time
                only_the_holder_of_a_lease_stores_the_result_of_a_delivery
                refused_posts_share_the_next_attempt_until_their_place_changes
                a_post_whose_attempts_fail_waits_since_it_was_due
                an_abandoned_post_is_not_due_again
            }
            statistics {
                results_are_counted_by_opponent
                a_level_is_the_best_win_if_it_is_stronger_than_the_people_beaten
                results_against_an_erased_person_stay_without_the_name
                a_person_with_many_opponents_is_erased_from_all
                results_of_linked_people_are_added
                players_whose_rating_is_not_provisional_are_ranked
                the_reader_is_shown_even_at_a_low_rank
                others_see_what_was_played_in_their_server_or_against_them
                results_are_told_apart_by_the_kind_of_opponent
                recent_games_tell_how_a_player_has_played_them
                a_recent_game_that_cannot_be_read_is_left_out
                a_leaderboard_counts_the_games_of_its_server
            }
            work {
                a_job_is_renewed_stolen_and_finished_by_its_holder_alone
                players_take_turns_at_the_engine
                a_change_of_the_match_ends_its_job
                a_failed_job_is_retried_if_its_match_is_the_same
                a_check_is_finished_by_its_holder_unless_it_was_scheduled_anew
                one_outage_is_recorded_once
            }
            clock {
                a_clock_that_was_ahead_for_a_minute_leaves_nothing_planned_by_it
                a_clock_that_is_behind_moves_no_history
                nothing_is_pruned_while_the_clock_may_be_wrong
            }
            coordination {
                one_worker_at_a_time_leads_a_task
                of_several_workers_at_once_one_becomes_the_leader
                slots_keep_their_interval
            }
            people {
                an_account_first_seen_several_times_at_once_is_one_person
                a_place_first_seen_several_times_at_once_is_one_place
                tokens_are_valid_from_the_first_one_on_until_they_are_revoked
                whatever_is_new_of_the_origin_of_a_request_is_stored
                a_lesson_that_is_done_stays_done
                only_the_first_answer_to_a_puzzle_is_rated
                a_puzzle_is_rated_by_the_first_answers_of_all
                an_erased_person_leaves_the_games_to_the_opponents
                an_erasure_conflicts_when_a_game_has_moved_on
                an_export_is_claimed_once_an_hour
                a_block_works_both_ways
            }
            links {
                two_people_become_one_with_all_that_belongs_to_them
                posts_for_a_person_who_becomes_another_go_to_that_one
                a_decision_made_before_two_people_became_one_conflicts
                a_link_is_refused_while_games_keep_the_people_apart
                a_code_is_valid_for_ten_minutes_and_for_one_person
                an_account_that_is_unlinked_starts_from_scratch
                a_challenge_is_accepted_by_its_code_and_played_at_both_places
            }
            lists {
                own_matches_at_a_place_come_first
                running_matches_are_counted_by_server
                open_challenges_are_listed_for_both_players
                finished_matches_are_listed_by_page_last_ended_first
                a_finished_match_that_cannot_be_read_is_left_out_of_the_list
                names_are_found_for_many_people_at_once
                a_name_from_outside_is_one_line_and_turns_no_text_around
            }
            upkeep {
                what_is_obsolete_is_pruned_and_nothing_else
                the_moves_of_an_ended_match_are_read_as_before
                the_session_of_a_platform_is_stored_until_another_one_replaces_it
                the_position_of_a_platform_is_stored_until_another_one_replaces_it
                what_is_not_handled_is_stored_with_the_position_until_it_is
                a_replaced_channel_keeps_its_running_games_and_its_settings
                a_lock_is_news_once_and_running_games_are_found_by_the_channel_of_their_thread
                work_that_could_be_claimed_shows_since_when_it_is_due
            }
            sealed {
                each_new_owner_of_the_records_has_the_next_generation
                of_several_workers_at_once_one_owns_the_records
                a_frozen_owner_stores_nothing_after_another_took_over
                a_position_and_what_belongs_to_it_are_stored_together
                records_are_read_by_the_beginning_of_their_ids
                records_that_matter_for_a_while_are_pruned_after_eight_days_and_no_others
            }
            key_store {
                what_is_held_back_is_read_and_stored_with_the_position
                what_is_held_back_is_stored_before_anything_leaves
                an_owner_that_was_replaced_can_do_nothing_more
                a_store_opens_with_its_own_key_alone
                a_new_device_keeps_the_keys_to_what_was_written
            }
            unknown_words {
                a_match_with_an_unknown_word_is_corrupt_and_the_others_are_read
                a_corrupt_match_can_be_stopped_in_its_server
                a_post_with_an_unknown_word_is_abandoned
                a_check_with_an_unknown_word_is_dropped
                a_job_with_an_unknown_word_is_not_claimed
            }
        }
    };
    ($backend:ty: $($module:ident { $($test:ident)* })*) => {
        $(mod $module {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                if let Some(fixture) = crate::fixture::Fixture::<$backend>::open().await {
                    crate::contract::$module::$test(&fixture).await;
                    fixture.close().await;
                }
            })*
        })*
    };
}
pub(crate) use contracts;
