/*
 * Every buffer at sizes 0, 1, needed - 1 and needed, between guards: too small is refused and tells what is needed, and
 * nothing is written beyond.
 */

#include "fixture.h"

/* Every function that fills a buffer, with everything else fixed. */
typedef BallStatus (*Fill)(void *buffer, size_t capacity, size_t *out_count, BallError *out_error);

static BallAction sample_action;
static BallEvent sample_event;

static BallStatus fill_rules(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_rules_to_json(cards, buffer, capacity, out_count, out_error);
}

static BallStatus fill_name(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_rules_piece_name(cards, 13, buffer, capacity, out_count, out_error);
}

static BallStatus fill_square(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_square_to_text(109, buffer, capacity, out_count, out_error);
}

static BallStatus fill_position(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_position(game, buffer, capacity, out_count, out_error);
}

static BallStatus fill_position_at(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_position_at(game, 1, buffer, capacity, out_count, out_error);
}

static BallStatus fill_action(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_action_to_text(game, &sample_action, buffer, capacity, out_count, out_error);
}

static BallStatus fill_event(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_event_to_text(game, &sample_event, buffer, capacity, out_count, out_error);
}

static BallStatus fill_record(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_to_record(game, buffer, capacity, out_count, out_error);
}

static BallStatus fill_key(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_tag_key(game, 0, buffer, capacity, out_count, out_error);
}

static BallStatus fill_value(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_tag_value(game, 0, buffer, capacity, out_count, out_error);
}

static BallStatus fill_actions(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_legal_actions(game, buffer, capacity, out_count, out_error);
}

static BallStatus fill_actions_of(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_legal_actions_of(game, 8, buffer, capacity, out_count, out_error);
}

static BallStatus fill_mask(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_legal_mask(game, buffer, capacity, out_count, out_error);
}

static BallStatus fill_pieces(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    return ball_game_pieces(game, buffer, capacity, out_count, out_error);
}

/* Plays when it can, so it is taken back: the game must then be as before. */
static BallStatus fill_events(void *buffer, size_t capacity, size_t *out_count, BallError *out_error)
{
    BallStatus status = ball_game_play_events(game, &sample_action, buffer, capacity, out_count, out_error);
    if (status == BALL_STATUS_OK)
        REQUIRE(ball_game_undo(game, NULL));
    return status;
}

/* One call with guarded memory around the buffer. */
static void fill_guarded(Fill fill, int is_text, size_t capacity, size_t needed, size_t size, int with_count)
{
    const size_t guard = 64, bytes = capacity * size, reported = needed - (is_text ? 1 : 0);
    unsigned char *memory = malloc(bytes + 2 * guard), *buffer = memory + guard;
    size_t count = 12345;
    BallStatus status;
    memset(memory, UNTOUCHED, bytes + 2 * guard);
    memset(&error, UNTOUCHED, sizeof error);
    status = fill(buffer, capacity, with_count ? &count : NULL, &error);
    CHECK(!with_count || count == reported);
    CHECK(untouched(memory, guard) && untouched(buffer + bytes, guard));
    if (capacity < needed) {
        CHECK(status == BALL_STATUS_BUFFER_TOO_SMALL && error_tells(status));
        CHECK(untouched(buffer, bytes));
    } else {
        CHECK(status == BALL_STATUS_OK && untouched(&error, sizeof error));
        CHECK(untouched(buffer + needed * size, bytes - needed * size));
        if (is_text)
            CHECK(strlen((char *)buffer) == reported);
        else
            CHECK(!untouched(buffer + (needed - 1) * size, size));
    }
    CHECK(state_unchanged());
    free(memory);
}

static void check_buffer(Fill fill, int is_text, size_t size)
{
    size_t count = 0, needed, i;
    CHECK(fill(NULL, 0, &count, NULL) == BALL_STATUS_BUFFER_TOO_SMALL);
    needed = count + (is_text ? 1 : 0);
    CHECK(needed > 1);
    {
        const size_t capacities[] = {0, 1, needed - 1, needed, needed + 1, needed + 100};
        for (i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
            fill_guarded(fill, is_text, capacities[i], needed, size, 1);
            if (is_text)
                fill_guarded(fill, is_text, capacities[i], needed, size, 0);
        }
    }
    if (is_text)
        CHECK(fill(NULL, 0, NULL, NULL) == BALL_STATUS_BUFFER_TOO_SMALL);
    CHECK(fill(NULL, needed, &count, NULL) == BALL_STATUS_NULL_POINTER);
    CHECK(state_unchanged());
}

static void buffers(void)
{
    size_t count;
    start_from(standard, NULL);
    REQUIRE(ball_game_set_tag(game, "event", 5, "L\xC3\xB6wen", BALL_NUL_TERMINATED, NULL));
    play("H11-G10");
    sample_action = action_of("G10*G8-F7");
    CHECK(ball_game_check(game, &sample_action, NULL) == BALL_STATUS_ILLEGAL_ACTION);
    sample_action = action_of("end");
    remember_state();
    REQUIRE(ball_game_play_events(game, &sample_action, out.events, BALL_MAX_EVENTS, &count, NULL));
    REQUIRE(ball_game_undo(game, NULL));
    CHECK(count == 3 && out.events[2].kind == BALL_EVENT_TURN_BEGAN);
    sample_event = out.events[2];
    check_buffer(fill_rules, 1, 1);
    check_buffer(fill_name, 1, 1);
    check_buffer(fill_square, 1, 1);
    check_buffer(fill_position, 1, 1);
    check_buffer(fill_position_at, 1, 1);
    check_buffer(fill_action, 1, 1);
    check_buffer(fill_event, 1, 1);
    check_buffer(fill_record, 1, 1);
    check_buffer(fill_key, 1, 1);
    check_buffer(fill_value, 1, 1);
    check_buffer(fill_actions, 0, sizeof(BallAction));
    check_buffer(fill_actions_of, 0, sizeof(BallAction));
    check_buffer(fill_mask, 0, 1);
    check_buffer(fill_pieces, 0, sizeof(BallPieceView));
    check_buffer(fill_events, 0, sizeof(BallEvent));
    /* An empty list fits into no buffer at all. */
    count = 1;
    CHECK(ball_game_legal_actions_of(game, 0, NULL, 0, &count, NULL) == BALL_STATUS_OK && count == 0);
    /* An illegal action is refused before the buffer is looked at. */
    sample_action = action_of("convert");
    REFUSED(BALL_STATUS_ILLEGAL_ACTION, ball_game_play_events(game, &sample_action, NULL, 0, &out.count, err));
    REFUSED(BALL_STATUS_ILLEGAL_ACTION,
            ball_game_play_events(game, &sample_action, out.events, BALL_MAX_EVENTS, &out.count, err));
}

int main(void)
{
    begin();
    buffers();
    return end("buffers");
}
