/*
 * Shows a recorded game move by move: the board, each action, what it does, and at the end the position as text.
 *
 *     cargo build --release -p ball-ffi
 *     cc -Iinclude examples/c/replay.c target/release/libball.a -lpthread -ldl -lm -o replay
 *     ./replay examples/game.jsonl
 *
 * A file has one record per line; the first one is shown. On the board X, O and S are ATK's pieces, x, o and s DEF's.
 * "x-" is knocked down, "Xo" is a stack with X on top, and @ is the ball: on a piece in its possession, alone loose.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ball.h"

static BallError error;

/* Ends the program with what the library says if something fails. */
static void need(BallStatus status)
{
    if (status != BALL_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", ball_status_name(status), error.message);
        exit(EXIT_FAILURE);
    }
}

/* The first line of a file. */
static char *read_line(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t length = 0, capacity = 1024;
    char *line = malloc(capacity);
    int c;
    if (!file || !line) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    while ((c = fgetc(file)) != EOF && c != '\n') {
        line[length++] = (char)c;
        if (length == capacity && !(line = realloc(line, capacity *= 2))) {
            perror(path);
            exit(EXIT_FAILURE);
        }
    }
    line[length] = '\0';
    fclose(file);
    return line;
}

static void print_board(const BallGame *game)
{
    static const char *const phases[] = {"action phase", "unlock phase"};
    static const char *const outcomes[] = {"", "ATK wins", "DEF wins", "a draw"};
    char cells[BALL_ROW_COUNT + 1][BALL_COLUMN_COUNT + 1][4];
    BallPieceView pieces[BALL_PIECE_COUNT];
    BallGameView view;
    BallSquare square;
    size_t count, i;
    int row, column;

    need(ball_game_view(game, &view, &error));
    need(ball_game_pieces(game, pieces, BALL_PIECE_COUNT, &count, &error));
    for (row = 1; row <= BALL_ROW_COUNT; row++)
        for (column = 1; column <= BALL_COLUMN_COUNT; column++) {
            int hatched = ball_square_at((uint8_t)column, (uint8_t)row, &square, NULL) == BALL_STATUS_OK;
            strcpy(cells[row][column], hatched ? ".  " : "   ");
        }
    for (i = 0; i < count; i++) {
        const BallPieceView *piece = &pieces[i];
        char *cell = cells[piece->row][piece->column];
        const char letter = "XOS"[piece->shape];
        cell[piece->stack == BALL_STACK_BOTTOM] = (char)(piece->team == BALL_TEAM_ATK ? letter : tolower(letter));
        if (piece->stack == BALL_STACK_NONE && piece->knocked_down)
            cell[1] = '-';
    }
    if (view.carrier == BALL_NONE)
        cells[view.ball_row][view.ball_column][0] = '@';
    else
        cells[view.ball_row][view.ball_column][cells[view.ball_row][view.ball_column][1] == ' ' ? 1 : 2] = '@';

    printf("turn %u, ", view.turn);
    if (view.outcome != BALL_OUTCOME_NONE)
        fputs(outcomes[view.outcome], stdout);
    else
        printf("%s to move, %s, %u AP", view.team == BALL_TEAM_ATK ? "ATK" : "DEF", phases[view.phase], view.ap);
    if (view.mode == BALL_MODE_CARDS)
        printf(", EP %u:%u", view.ep[BALL_TEAM_ATK], view.ep[BALL_TEAM_DEF]);
    putchar('\n');
    for (row = BALL_ROW_COUNT; row >= 1; row--) {
        printf("%2d ", row);
        for (column = 1; column <= BALL_COLUMN_COUNT; column++)
            fputs(cells[row][column], stdout);
        putchar('\n');
    }
    fputs("   ", stdout);
    for (column = 0; column < BALL_COLUMN_COUNT; column++)
        printf("%c  ", 'A' + column);
    puts("\n");
}

/* Plays an action and prints it with its events. */
static void show_action(BallGame *game, const BallAction *action)
{
    BallEvent events[BALL_MAX_EVENTS];
    char text[BALL_EVENT_TEXT_SIZE];
    size_t count, i;
    need(ball_game_action_to_text(game, action, text, sizeof text, NULL, &error));
    printf("%s\n", text);
    need(ball_game_play_events(game, action, events, BALL_MAX_EVENTS, &count, &error));
    for (i = 0; i < count; i++) {
        need(ball_game_event_to_text(game, &events[i], text, sizeof text, NULL, &error));
        printf("    %s\n", text);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    BallGame *recorded, *game;
    BallAction action;
    char text[BALL_POSITION_TEXT_SIZE], *record = read_line(argc > 1 ? argv[1] : "examples/game.jsonl");
    size_t plies, ply;

    need(ball_game_from_record(record, BALL_NUL_TERMINATED, &recorded, &error));
    free(record);
    need(ball_game_ply_count(recorded, &plies, &error));
    need(ball_game_clone(recorded, &game, &error));
    for (ply = 0; ply < plies; ply++)
        need(ball_game_undo(game, &error));

    print_board(game);
    for (ply = 0; ply < plies; ply++) {
        need(ball_game_action_at(recorded, ply, &action, &error));
        show_action(game, &action);
        print_board(game);
    }
    need(ball_game_position(game, text, sizeof text, NULL, &error));
    puts(text);

    ball_game_free(recorded);
    ball_game_free(game);
    return EXIT_SUCCESS;
}
