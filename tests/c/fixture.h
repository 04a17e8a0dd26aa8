/*
 * What the programs share that call with wrong arguments: rulesets, a game, everything that a call could write into,
 * and the check that a refused call has written nothing and left the game as it was.
 */

#ifndef BALL_TEST_FIXTURE_H
#define BALL_TEST_FIXTURE_H

#include "check.h"

static BallRules *standard, *cards;
static BallGame *game;

static BallError error;
/* What REFUSED passes as out_error: each call is made with and without one. */
static BallError *err;

/* Everything that a refused call could write into. */
static struct {
    BallRules *rules;
    BallGame *game;
    BallAction action;
    BallEvent events[BALL_MAX_EVENTS];
    BallPieceView pieces[BALL_PIECE_COUNT];
    BallGameView view;
    BallRulesInfo info;
    BallCardInfo card;
    BallPieceInfo piece;
    char text[BALL_POSITION_TEXT_SIZE];
    uint8_t mask[BALL_ACTION_SPACE];
    BallAction actions[BALL_MAX_LEGAL_ACTIONS];
    size_t count;
    uint64_t number64;
    uint16_t number16;
    uint8_t byte, other_byte;
} out;

#define UNTOUCHED 0xA5

static inline int untouched(const void *memory, size_t size)
{
    const unsigned char *bytes = memory;
    size_t i;
    for (i = 0; i < size; i++)
        if (bytes[i] != UNTOUCHED)
            return 0;
    return 1;
}

/* The game in one text: ruleset, start, actions and tags. */
static inline char *state(void)
{
    size_t length = 0;
    char *text;
    ball_game_to_record(game, NULL, 0, &length, NULL);
    text = malloc(length + 1);
    REQUIRE(ball_game_to_record(game, text, length + 1, NULL, NULL));
    return text;
}

static char *state_before;

static inline void remember_state(void)
{
    free(state_before);
    state_before = state();
}

static inline int state_unchanged(void)
{
    char *now = state();
    int same = strcmp(now, state_before) == 0;
    free(now);
    return same;
}

static inline void prepare(BallError *out_error)
{
    err = out_error;
    memset(&out, UNTOUCHED, sizeof out);
    memset(&error, UNTOUCHED, sizeof error);
}

static inline int error_tells(BallStatus expected)
{
    return error.status == expected && error.message[0] && memchr(error.message, 0, sizeof error.message) &&
           memchr(error.rule, 0, sizeof error.rule) && error.reserved[0] == 0 && error.reserved[11] == 0;
}

#define REFUSED(expected, call)                                                                                        \
    do {                                                                                                               \
        prepare(&error);                                                                                               \
        CHECK((call) == (expected) && error_tells(expected));                                                          \
        CHECK(untouched(&out, sizeof out) && state_unchanged());                                                       \
        prepare(NULL);                                                                                                 \
        CHECK((call) == (expected));                                                                                   \
        CHECK(untouched(&out, sizeof out) && state_unchanged());                                                       \
    } while (0)

#define NULL_REFUSED(call) REFUSED(BALL_STATUS_NULL_POINTER, call)
#define VALUE_REFUSED(call) REFUSED(BALL_STATUS_INVALID_VALUE, call)

/* The rule that a refused call has given. */
static inline const char *rule_of(BallStatus status)
{
    CHECK(status == error.status);
    return error.rule;
}

static inline BallAction action_of(const char *text)
{
    BallAction action;
    REQUIRE(ball_game_action_from_text(game, text, BALL_NUL_TERMINATED, &action, NULL));
    return action;
}

static inline void play(const char *text)
{
    BallAction action = action_of(text);
    REQUIRE(ball_game_play(game, &action, NULL));
}

static inline void start_from(const BallRules *rules, const char *position)
{
    ball_game_free(game);
    game = NULL;
    if (position)
        REQUIRE(ball_game_from_position(rules, position, BALL_NUL_TERMINATED, &game, NULL));
    else
        REQUIRE(ball_game_new(rules, &game, NULL));
    remember_state();
}

static inline void begin(void)
{
    REQUIRE(ball_rules_new_standard(&standard, NULL));
    REQUIRE(ball_rules_new_cards(&cards, NULL));
    start_from(standard, NULL);
}

static inline int end(const char *program)
{
    free(state_before);
    ball_game_free(game);
    ball_rules_free(standard);
    ball_rules_free(cards);
    return report(program);
}

#endif
