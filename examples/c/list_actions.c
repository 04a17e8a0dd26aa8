/*
 * Starts a game, lists the legal actions, plays one and says what happened.
 *
 *     cargo build --release -p ball-ffi
 *     cc -Iinclude examples/c/list_actions.c target/release/libball.a -lpthread -ldl -lm -o list_actions
 *     ./list_actions
 */

#include <stdio.h>
#include <stdlib.h>

#include "ball.h"

/* Ends the program with what the library says if something fails. */
static void need(BallStatus status, const BallError *error)
{
    if (status != BALL_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", ball_status_name(status), error->message);
        exit(EXIT_FAILURE);
    }
}

int main(void)
{
    BallError error;
    BallRules *rules;
    BallGame *game;
    BallAction legal[BALL_MAX_LEGAL_ACTIONS], action;
    BallEvent events[BALL_MAX_EVENTS];
    char text[BALL_POSITION_TEXT_SIZE];
    size_t count, i;

    need(ball_rules_new_standard(&rules, &error), &error);
    need(ball_game_new(rules, &game, &error), &error);
    ball_rules_free(rules); /* the game has its own copy */

    need(ball_game_legal_actions(game, legal, BALL_MAX_LEGAL_ACTIONS, &count, &error), &error);
    printf("%lu legal actions:", (unsigned long)count);
    for (i = 0; i < count; i++) {
        need(ball_game_action_to_text(game, &legal[i], text, sizeof text, NULL, &error), &error);
        printf(" %s", text);
    }

    puts("\n\nH11-H13?");
    need(ball_game_action_from_text(game, "H11-H13", BALL_NUL_TERMINATED, &action, &error), &error);
    if (ball_game_check(game, &action, &error) == BALL_STATUS_ILLEGAL_ACTION)
        printf("  no, %s\n", error.message);

    puts("H11-G10:");
    need(ball_game_action_from_text(game, "H11-G10", BALL_NUL_TERMINATED, &action, &error), &error);
    need(ball_game_play_events(game, &action, events, BALL_MAX_EVENTS, &count, &error), &error);
    for (i = 0; i < count; i++) {
        need(ball_game_event_to_text(game, &events[i], text, sizeof text, NULL, &error), &error);
        printf("  %s\n", text);
    }

    need(ball_game_position(game, text, sizeof text, NULL, &error), &error);
    puts(text);
    ball_game_free(game);
    return EXIT_SUCCESS;
}
