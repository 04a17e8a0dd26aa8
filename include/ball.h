/**
 * \file ball.h
 * The rules of BALL, a deterministic two-player tactical board game, for C and everything that can call C.
 *
 * Rule ids such as D4 and chapters are those of docs/rules.md. Made by cbindgen from ball-ffi/src; don't edit.
 *
 * Objects
 *   BallRules is a ruleset: the data that the rulebook leaves open. It never changes.
 *   BallGame is a game: its own copy of a ruleset, a position, every action played since the start, and tags.
 *   Both are opaque. Whoever makes one (…_new…, …_from_…, …_clone, ball_game_rules) owns it and passes it once to
 *   ball_rules_free or ball_game_free. Nothing else has to be freed: everything else is written into memory of the
 *   caller. There are no globals and no callbacks.
 *
 * Conventions
 *   - Order of parameters: the object, what goes in, what comes out (out_…), and last out_error.
 *   - Every function that can fail returns a BallStatus, BALL_STATUS_OK (0) on success. out_error may be NULL; if not,
 *     it is filled on failure and left alone on success.
 *   - After a failure no object has changed and nothing has been written but *out_error and the length or count of
 *     BALL_STATUS_BUFFER_TOO_SMALL.
 *   - All other pointers must not be NULL, else BALL_STATUS_NULL_POINTER; exceptions are said. They must point to what
 *     their type says, and nothing that is written may overlap anything else that is passed.
 *   - Every function with an out_error can return BALL_STATUS_NULL_POINTER and, if the library has a bug,
 *     BALL_STATUS_PANIC; what else it can return stands with it.
 *   - Numbers are of fixed width, with named constants. A number that is none of them, or beyond its range, is
 *     BALL_STATUS_INVALID_VALUE. Flags are bytes, 0 or 1.
 *   - A text that goes in is UTF-8: a pointer and a length in bytes, or BALL_NUL_TERMINATED for the length.
 *   - A text that comes out goes into a buffer of capacity bytes and ends with a NUL. *out_length is its length
 *     without the NUL, so that a buffer of *out_length + 1 bytes is needed; out_length may be NULL. Where a size is
 *     named, such as BALL_POSITION_TEXT_SIZE, it is always enough.
 *   - A list goes into a buffer of capacity elements. *out_count is the number of its elements.
 *   - With a buffer that is too small the status is BALL_STATUS_BUFFER_TOO_SMALL and length or count are written all the
 *     same. To ask, pass NULL and 0.
 *
 * Threads
 *   Objects may move between threads. Calls that take an object as const may run at the same time; a call that takes
 *   it without const needs it alone. Different objects are independent.
 *
 * Growth
 *   Within a BALL_ABI_VERSION functions and constants may be added, never changed: a struct keeps its layout, a number
 *   its meaning. reserved fields are written as 0 and must be passed as 0.
 *
 * Linking
 *   cc program.c -Iinclude -Ltarget/release -lball            shared: libball.so, libball.dylib, ball.dll
 *   cc program.c -Iinclude target/release/libball.a -lpthread -ldl -lm       static, on Linux
 *   On Windows, a static library also needs what "cargo rustc -p ball-ffi -- --print native-static-libs" lists.
 *
 * Example: examples/c/list_actions.c and examples/c/replay.c; in short, without looking at the statuses:
 *
 *     BallRules *rules;
 *     BallGame *game;
 *     BallAction action;
 *     BallError error;
 *     ball_rules_new_standard(&rules, NULL);
 *     ball_game_new(rules, &game, NULL);
 *     ball_rules_free(rules);
 *     ball_game_action_from_text(game, "H11-G10", BALL_NUL_TERMINATED, &action, NULL);
 *     if (ball_game_play(game, &action, &error) != BALL_STATUS_OK)
 *         puts(error.message);
 *     ball_game_free(game);
 */


#ifndef BALL_H
#define BALL_H

#include <stddef.h>
#include <stdint.h>

/** Release of the library that this header belongs to. */
#define BALL_VERSION "0.1.0"
#define BALL_VERSION_MAJOR 0
#define BALL_VERSION_MINOR 1
#define BALL_VERSION_PATCH 0

/** As the length of a text: the text ends at its NUL. */
#define BALL_NUL_TERMINATED SIZE_MAX

/**
 * Version of this interface, the one the header was made for.
 *
 * Within a version only functions and constants are added; numbers, structs and parameters never change.
 */
#define BALL_ABI_VERSION 1

/**
 * Stands for "none" wherever a square, piece, card, team or the like may be missing.
 */
#define BALL_NONE 255

/**
 * Number of pieces.
 */
#define BALL_PIECE_COUNT 14

/**
 * Number of squares that are played on.
 */
#define BALL_SQUARE_COUNT 110

/**
 * Number of columns, A to M.
 */
#define BALL_COLUMN_COUNT 13

/**
 * Number of rows.
 */
#define BALL_ROW_COUNT 17

/**
 * No deck has more cards (chapter 9).
 */
#define BALL_MAX_CARDS 16

/**
 * Size of the action space: every action number is below.
 */
#define BALL_ACTION_SPACE 945

/**
 * No position has more legal actions.
 */
#define BALL_MAX_LEGAL_ACTIONS 385

/**
 * No action has more events.
 */
#define BALL_MAX_EVENTS 16

/**
 * A buffer of this many bytes holds every text of a square, its NUL included.
 */
#define BALL_SQUARE_TEXT_SIZE 4

/**
 * A buffer of this many bytes holds every name of a piece, its NUL included.
 */
#define BALL_PIECE_NAME_SIZE 8

/**
 * A buffer of this many bytes holds every text of an action, its NUL included.
 */
#define BALL_ACTION_TEXT_SIZE 38

/**
 * A buffer of this many bytes holds every text of a position, its NUL included.
 */
#define BALL_POSITION_TEXT_SIZE 1265

/**
 * A buffer of this many bytes holds every text of an event, its NUL included.
 */
#define BALL_EVENT_TEXT_SIZE 96

/**
 * Perft counts no deeper than this: 385 actions at most seven times over still fit into 64 bits.
 */
#define BALL_MAX_PERFT_DEPTH 7

/**
 * A game: its own copy of a ruleset, a position, every action played since the start, and tags for its record.
 */
typedef struct BallGame BallGame;

/**
 * A ruleset: the data that the rulebook leaves open (chapter 9). It never changes once it is made.
 */
typedef struct BallRules BallRules;

/**
 * Result of a function: BALL_STATUS_OK or the number of what went wrong.
 *
 * Numbers are never reused. A later release may add some: treat one you don't know as a failure.
 */
typedef int32_t BallStatus;

/**
 * A square by its index, 0 (B1) to 109 (L17), row by row from the south (B3).
 */
typedef uint8_t BallSquare;

/**
 * Details of a failure. A caller that wants none passes NULL for out_error.
 *
 * It is written whenever the status is not BALL_STATUS_OK, and left alone otherwise.
 */
typedef struct {
    /**
     * The status that the function returns.
     */
    BallStatus status;
    /**
     * Byte offset in the text that was passed of what is wrong with it; 0 where no place can be told.
     */
    uint32_t offset;
    /**
     * Id of the broken rule as in docs/rules.md, for example "D4" or "chapter 10"; "" if the failure is not about a
     * rule. NUL-terminated.
     */
    char rule[12];
    /**
     * 0
     */
    uint8_t reserved[12];
    /**
     * What is wrong and what would be right, in English. UTF-8, NUL-terminated, cut between characters to fit.
     */
    char message[512];
} BallError;

/**
 * Mode of a ruleset (C1).
 */
typedef uint8_t BallMode;

/**
 * A team or its coach (P1).
 */
typedef uint8_t BallTeam;

/**
 * What a ruleset says in one number each.
 */
typedef struct {
    /**
     * The game is drawn after this many turns (T8).
     */
    uint16_t turn_limit;
    /**
     * BALL_MODE_STANDARD or BALL_MODE_CARDS.
     */
    BallMode mode;
    /**
     * Team of the first turn.
     */
    BallTeam first;
    /**
     * Rows of an end zone (B4).
     */
    uint8_t end_zone_rows;
    /**
     * Cards in play: the size of the deck, or 0 in standard mode.
     */
    uint8_t card_count;
    /**
     * 0
     */
    uint8_t reserved[2];
} BallRulesInfo;

/**
 * Place of a card in the deck of the ruleset, from 0.
 */
typedef uint8_t BallCard;

/**
 * What a card does (C7).
 */
typedef uint8_t BallEffect;

/**
 * A card (chapter 9).
 */
typedef struct {
    /**
     * Its name in texts, NUL-terminated.
     */
    char id[36];
    /**
     * EP paid when it is played.
     */
    uint16_t cost;
    /**
     * One of BALL_EFFECT_…
     */
    BallEffect effect;
    /**
     * The number that belongs to the effect: AP of extra_ap, distance of run, range of direct_pass; otherwise 0.
     */
    uint8_t parameter;
    /**
     * Kinds of extra_action, bit k for the kind with the number k (BALL_EP_MOVEMENT to BALL_EP_LONG_PASS); else 0.
     */
    uint8_t kinds;
    /**
     * 1 if a tired piece may be its acting piece (C6), else 0.
     */
    uint8_t after_possession;
    /**
     * 0
     */
    uint8_t reserved[2];
} BallCardInfo;

/**
 * A piece: 0 to 6 are ATK's in formation order, 7 to 13 DEF's (P1).
 */
typedef uint8_t BallPiece;

/**
 * Shape of a piece (P1).
 */
typedef uint8_t BallShape;

/**
 * A piece as the ruleset's formation has it.
 */
typedef struct {
    /**
     * Its team.
     */
    BallTeam team;
    /**
     * Its shape.
     */
    BallShape shape;
    /**
     * Its number within the shape, from 1: ATK X5 has 5.
     */
    uint8_t number;
    /**
     * Where it starts.
     */
    BallSquare square;
    /**
     * 1 if it starts with the ball, else 0.
     */
    uint8_t has_ball;
    /**
     * 0
     */
    uint8_t reserved[3];
} BallPieceInfo;

/**
 * An entry of the EP table (C3). The first eight are also the kinds of ordinary action.
 */
typedef uint8_t BallEpSource;

/**
 * Form of an action (chapter 10); says what the fields of BallAction mean. 0 is none, so that a cleared record is no
 * action.
 */
typedef uint8_t BallActionKind;

/**
 * Which piece of a released stack keeps the ball (U4).
 */
typedef uint8_t BallKeeper;

/**
 * An action: 8 bytes without padding, equal exactly when all bytes are equal.
 *
 * Fields that the kind does not use hold what their line says; anything else is BALL_STATUS_INVALID_VALUE.
 */
typedef struct {
    /**
     * One of BALL_ACTION_…
     */
    BallActionKind kind;
    /**
     * Square of the piece, carrier or stack that acts; BALL_NONE for convert, end and cards.
     */
    BallSquare from;
    /**
     * Second square; BALL_NONE for convert, end and cards.
     */
    BallSquare to;
    /**
     * Third square of dodge, tactical dodge and release; otherwise BALL_NONE.
     */
    BallSquare extra;
    /**
     * Who keeps the ball, in a release; otherwise BALL_KEEPER_NOBODY.
     */
    BallKeeper keeper;
    /**
     * The card that is played; otherwise BALL_NONE.
     */
    BallCard card;
    /**
     * 0
     */
    uint8_t reserved[2];
} BallAction;

/**
 * What happened; each line names the fields of BallEvent that are used. Wherever piece is used, team is its team. A
 * later release may add kinds: skip those you don't know.
 */
typedef uint8_t BallEventKind;

/**
 * How a piece came into possession of the ball.
 */
typedef uint8_t BallGain;

/**
 * Part of a turn (T1).
 */
typedef uint8_t BallPhase;

/**
 * How the ball came to lie loose.
 */
typedef uint8_t BallLoss;

/**
 * One step of what an action did: 20 bytes without padding. The events of an action, in order, are enough to animate or
 * log it.
 *
 * Fields that the kind does not use hold BALL_NONE (bytes) or 0 (amount, ep, turn, reserved).
 */
typedef struct {
    /**
     * One of BALL_EVENT_…
     */
    BallEventKind kind;
    /**
     * The coach or the piece's team.
     */
    BallTeam team;
    /**
     * Who.
     */
    BallPiece piece;
    /**
     * The bottom of a stack; who knocked a piece down.
     */
    BallPiece other;
    /**
     * Where it began.
     */
    BallSquare from;
    /**
     * Where it ended or happened.
     */
    BallSquare to;
    /**
     * The square passed over.
     */
    BallSquare over;
    /**
     * Which card.
     */
    BallCard card;
    /**
     * How the ball was gained, one of BALL_GAIN_…
     */
    BallGain gain;
    /**
     * For what EP were earned, one of BALL_EP_…
     */
    BallEpSource source;
    /**
     * Which phase, one of BALL_PHASE_…
     */
    BallPhase phase;
    /**
     * AP after the event.
     */
    uint8_t ap;
    /**
     * How many AP or EP.
     */
    uint16_t amount;
    /**
     * EP of the coach after the event.
     */
    uint16_t ep;
    /**
     * Number of the turn.
     */
    uint16_t turn;
    /**
     * How the ball was lost, one of BALL_LOSS_…
     */
    BallLoss loss;
    /**
     * 0
     */
    uint8_t reserved;
} BallEvent;

/**
 * How a game ended (T7, T8).
 */
typedef uint8_t BallOutcome;

/**
 * Place of a piece in a stack (P3).
 */
typedef uint8_t BallStackPlace;

/**
 * One piece of a position: 16 bytes without padding.
 */
typedef struct {
    /**
     * Which piece it is; also its place in the list.
     */
    BallPiece piece;
    /**
     * Its team.
     */
    BallTeam team;
    /**
     * Its shape.
     */
    BallShape shape;
    /**
     * Its number within the shape, from 1: ATK X5 has 5.
     */
    uint8_t number;
    /**
     * Where it stands.
     */
    BallSquare square;
    /**
     * Column of the square, 1 = A to 13 = M.
     */
    uint8_t column;
    /**
     * Row of the square, 1 = south to 17.
     */
    uint8_t row;
    /**
     * 1 if it is knocked down, else 0; for a bottom, the state to which it will return (U4).
     */
    uint8_t knocked_down;
    /**
     * BALL_STACK_NONE, BALL_STACK_TOP or BALL_STACK_BOTTOM.
     */
    BallStackPlace stack;
    /**
     * 1 if its stack was formed in this turn (U1), else 0.
     */
    uint8_t formed_this_turn;
    /**
     * 1 if it is tired (T3), else 0.
     */
    uint8_t tired;
    /**
     * 1 if it has the ball (P4), else 0.
     */
    uint8_t has_ball;
    /**
     * 1 if it is active (P2): neither knocked down nor in a stack; else 0.
     */
    uint8_t active;
    /**
     * 0
     */
    uint8_t reserved[3];
} BallPieceView;

/**
 * A position without its pieces: 24 bytes without padding. Arrays of two are ATK's value, then DEF's.
 */
typedef struct {
    /**
     * EP of the coaches; 0 in standard mode.
     */
    uint16_t ep[2];
    /**
     * Cards that the coaches have spent: bit c for the card with place c in the deck.
     */
    uint16_t spent[2];
    /**
     * Number of the turn, from 1.
     */
    uint16_t turn;
    /**
     * The game is drawn after this many turns (T8).
     */
    uint16_t turn_limit;
    /**
     * Whose turn it is; at the end, whose turn was the last.
     */
    BallTeam team;
    /**
     * One of BALL_PHASE_…
     */
    BallPhase phase;
    /**
     * AP left.
     */
    uint8_t ap;
    /**
     * The card whose completion must follow (C5), or BALL_NONE.
     */
    BallCard pending;
    /**
     * BALL_OUTCOME_NONE while the game goes on.
     */
    BallOutcome outcome;
    /**
     * Square of the ball.
     */
    BallSquare ball;
    /**
     * Column of the ball, 1 = A to 13 = M.
     */
    uint8_t ball_column;
    /**
     * Row of the ball, 1 = south to 17.
     */
    uint8_t ball_row;
    /**
     * The piece that has the ball, or BALL_NONE while it lies loose.
     */
    BallPiece carrier;
    /**
     * BALL_MODE_STANDARD or BALL_MODE_CARDS.
     */
    BallMode mode;
    /**
     * 0
     */
    uint8_t reserved[2];
} BallGameView;

/**
 * Done.
 */
#define BALL_STATUS_OK 0

/**
 * A pointer that must not be NULL is NULL.
 */
#define BALL_STATUS_NULL_POINTER 1

/**
 * The buffer is too small; the needed length has been reported. Also the answer when a length is asked for.
 */
#define BALL_STATUS_BUFFER_TOO_SMALL 2

/**
 * A text is not UTF-8.
 */
#define BALL_STATUS_BAD_UTF8 3

/**
 * A number is none of the named constants or outside its range.
 */
#define BALL_STATUS_INVALID_VALUE 4

/**
 * A ruleset can't work (chapter 9).
 */
#define BALL_STATUS_BAD_RULES 10

/**
 * A text is no position of the ruleset (chapter 10).
 */
#define BALL_STATUS_BAD_POSITION 11

/**
 * A text is no action (chapter 10).
 */
#define BALL_STATUS_BAD_ACTION 12

/**
 * A text is no game record, or its game can't be replayed (chapter 11).
 */
#define BALL_STATUS_BAD_RECORD 13

/**
 * A text, or a column and a row, name no square that is played on (B1).
 */
#define BALL_STATUS_BAD_SQUARE 14

/**
 * The action is not legal; BallError says which rule forbids it.
 */
#define BALL_STATUS_ILLEGAL_ACTION 20

/**
 * No action has been played that could be taken back.
 */
#define BALL_STATUS_NOTHING_TO_UNDO 21

/**
 * The action has no number in this position, or the number stands for no action in it.
 */
#define BALL_STATUS_NO_NUMBER 22

/**
 * A bug in the library. An object that the call could change must only be freed afterwards.
 */
#define BALL_STATUS_PANIC 99

/**
 * Has the ball at the start; its own end zone is in the south (row 1).
 */
#define BALL_TEAM_ATK 0

/**
 * Has the first turn by default; its own end zone is in the north (row 17).
 */
#define BALL_TEAM_DEF 1

/**
 * X
 */
#define BALL_SHAPE_X 0

/**
 * O
 */
#define BALL_SHAPE_O 1

/**
 * The square piece, S in texts.
 */
#define BALL_SHAPE_S 2

/**
 * No EP, no conversion, no cards.
 */
#define BALL_MODE_STANDARD 0

/**
 * EP, conversion and a deck.
 */
#define BALL_MODE_CARDS 1

/**
 * Actions, conversion and cards.
 */
#define BALL_PHASE_ACTION 0

/**
 * Stand-ups and releases.
 */
#define BALL_PHASE_UNLOCK 1

/**
 * The game is over.
 */
#define BALL_PHASE_OVER 2

/**
 * It goes on.
 */
#define BALL_OUTCOME_NONE 0

/**
 * A touchdown of ATK.
 */
#define BALL_OUTCOME_ATK 1

/**
 * A touchdown of DEF.
 */
#define BALL_OUTCOME_DEF 2

/**
 * Drawn at the turn limit.
 */
#define BALL_OUTCOME_DRAW 3

/**
 * In no stack.
 */
#define BALL_STACK_NONE 0

/**
 * Above; its coach can release the stack.
 */
#define BALL_STACK_TOP 1

/**
 * Below.
 */
#define BALL_STACK_BOTTOM 2

/**
 * The stack has no ball; also in actions that are no release.
 */
#define BALL_KEEPER_NOBODY 0

/**
 * The piece that was on top.
 */
#define BALL_KEEPER_TOP 1

/**
 * The piece that was below.
 */
#define BALL_KEEPER_BOTTOM 2

/**
 * It ended on the loose ball (M3).
 */
#define BALL_GAIN_LOOSE_BALL 0

/**
 * It dodged the carrier (D2).
 */
#define BALL_GAIN_FORCED_FUMBLE 1

/**
 * It formed a stack on the carrier (D7).
 */
#define BALL_GAIN_STACK 2

/**
 * Hand-off (H1).
 */
#define BALL_GAIN_HAND_OFF 3

/**
 * Direct pass (C7).
 */
#define BALL_GAIN_DIRECT_PASS 4

/**
 * The bottom of a released stack keeps the ball (U4).
 */
#define BALL_GAIN_RELEASE 5

/**
 * Short pass (H2).
 */
#define BALL_LOSS_SHORT_PASS 0

/**
 * Long pass (H3).
 */
#define BALL_LOSS_LONG_PASS 1

/**
 * Fumble (D5).
 */
#define BALL_LOSS_FUMBLE 2

/**
 * A movement (M1 to M5).
 */
#define BALL_EP_MOVEMENT 0

/**
 * A stack over an opponent (D6).
 */
#define BALL_EP_BLOCK 1

/**
 * A stack over a teammate (D6).
 */
#define BALL_EP_PROTECTION 2

/**
 * A dodge (D1).
 */
#define BALL_EP_DODGE 3

/**
 * A tactical dodge (D3).
 */
#define BALL_EP_TACTICAL_DODGE 4

/**
 * A hand-off (H1).
 */
#define BALL_EP_HAND_OFF 5

/**
 * A short pass (H2).
 */
#define BALL_EP_SHORT_PASS 6

/**
 * A long pass (H3).
 */
#define BALL_EP_LONG_PASS 7

/**
 * A dodge that took the ball (D2).
 */
#define BALL_EP_FORCED_FUMBLE 8

/**
 * A tactical dodge that made the opponent lose the ball (D5).
 */
#define BALL_EP_FUMBLE 9

/**
 * A loose ball taken, or the ball taken from an opponent by a block.
 */
#define BALL_EP_TAKE_POSSESSION 10

/**
 * A release over an opponent (U4).
 */
#define BALL_EP_UNBLOCK 11

/**
 * A release over a teammate (U4).
 */
#define BALL_EP_UNPROTECT 12

/**
 * AP more in this turn, at once.
 */
#define BALL_EFFECT_EXTRA_AP 0

/**
 * One ordinary action of certain kinds, without AP.
 */
#define BALL_EFFECT_EXTRA_ACTION 1

/**
 * One unlock task, now.
 */
#define BALL_EFFECT_EARLY_UNLOCK 2

/**
 * Two squares diagonally over a piece or stack.
 */
#define BALL_EFFECT_LEAP 3

/**
 * A number of squares diagonally.
 */
#define BALL_EFFECT_RUN 4

/**
 * The ball goes straight to a teammate.
 */
#define BALL_EFFECT_DIRECT_PASS 5

/**
 * An adjacent opponent without the ball is knocked down.
 */
#define BALL_EFFECT_KNOCK_DOWN 6

/**
 * from-to: movement, leap or run.
 */
#define BALL_ACTION_MOVE 1

/**
 * from^to: block or protection; to is the square of the piece below.
 */
#define BALL_ACTION_STACK 2

/**
 * from*to-extra: dodge; to is the opponent's square, extra the exit.
 */
#define BALL_ACTION_DODGE 3

/**
 * from~to/extra: tactical dodge; to is the landing, extra where the opponent is pushed.
 */
#define BALL_ACTION_TACTICAL_DODGE 4

/**
 * from:to: hand-off or direct pass; to is the receiver's square.
 */
#define BALL_ACTION_HAND_OFF 5

/**
 * from>to: short pass.
 */
#define BALL_ACTION_SHORT_PASS 6

/**
 * from>>to: long pass.
 */
#define BALL_ACTION_LONG_PASS 7

/**
 * fromxto: knock-down by a card; to is the opponent's square.
 */
#define BALL_ACTION_KNOCK_DOWN 8

/**
 * from!to: stand-up.
 */
#define BALL_ACTION_STAND_UP 9

/**
 * from|to,extra: release; to is where the top goes, extra where the bottom goes, keeper who has the ball then.
 */
#define BALL_ACTION_RELEASE 10

/**
 * convert: 1 AP becomes 1 EP.
 */
#define BALL_ACTION_CONVERT 11

/**
 * end: the action phase ends.
 */
#define BALL_ACTION_END 12

/**
 * card:ID: the card is played.
 */
#define BALL_ACTION_PLAY_CARD 13

/**
 * An ordinary action used AP (T2): team, amount, ap (left).
 */
#define BALL_EVENT_AP_SPENT 1

/**
 * AP became EP (C4): team, amount, ap (left), ep (now).
 */
#define BALL_EVENT_AP_CONVERTED 2

/**
 * A card was played and paid (C5): team, card, ep (left).
 */
#define BALL_EVENT_CARD_PLAYED 3

/**
 * A card gave AP (C7): team, amount, ap (now).
 */
#define BALL_EVENT_AP_GAINED 4

/**
 * A piece moved, the ball with it if it has it: piece, from, to, over (the square between of a diagonal two, else
 * BALL_NONE). A dodge is two of these: onto the opponent's square, and on to the exit (D1).
 */
#define BALL_EVENT_MOVED 5

/**
 * A piece was knocked down (P2): piece, to (where), other (by whom).
 */
#define BALL_EVENT_KNOCKED_DOWN 6

/**
 * A piece was pushed (D4): piece, from, to. If it had the ball, the ball stays and BALL_EVENT_BALL_LOOSE follows.
 */
#define BALL_EVENT_PUSHED 7

/**
 * The ball left its holder and lies loose (H2, H3, D5): piece (who had it), from, to, loss.
 */
#define BALL_EVENT_BALL_LOOSE 8

/**
 * A piece came into possession of the ball: piece, from (where the ball was), to, gain.
 */
#define BALL_EVENT_POSSESSION 9

/**
 * A piece became tired (T3): piece.
 */
#define BALL_EVENT_TIRED 10

/**
 * A stack was formed (D6): piece (the top), other (the bottom), to (where).
 */
#define BALL_EVENT_STACK_FORMED 11

/**
 * A stack was released (U4): piece (the top), other (the bottom), from (where). The movements of both follow.
 */
#define BALL_EVENT_STACK_RELEASED 12

/**
 * A piece stood up (U3): piece, from, to.
 */
#define BALL_EVENT_STOOD_UP 13

/**
 * EP were earned (C3): team, source, amount, ep (now).
 */
#define BALL_EVENT_EP_GAINED 14

/**
 * The game is won (T7): piece, to (where).
 */
#define BALL_EVENT_TOUCHDOWN 15

/**
 * A phase ended (T5, U2, U5): phase.
 */
#define BALL_EVENT_PHASE_ENDED 16

/**
 * A turn began (T6): turn, team.
 */
#define BALL_EVENT_TURN_BEGAN 17

/**
 * The game is drawn (T8): turn (the last).
 */
#define BALL_EVENT_DRAW 18

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The interface version of the library that is linked or loaded.
 *
 * A program that loads the library at run time compares it with BALL_ABI_VERSION before it calls anything else.
 */
uint32_t ball_abi_version(void);

/**
 * The release of the library that is linked or loaded, for example "0.1.0"; BALL_VERSION is the header's.
 *
 * The text is NUL-terminated and static: it is never freed.
 */
const char *ball_version(void);

/**
 * Name of a status, for example "BALL_STATUS_OK"; "unknown" for a number that is none.
 *
 * The text is NUL-terminated and static: it is never freed.
 */
const char *ball_status_name(BallStatus status);

/**
 * What a status means, in a few words; BallError::message says more about a particular failure.
 *
 * The text is NUL-terminated and static: it is never freed.
 */
const char *ball_status_message(BallStatus status);

/**
 * The square in a column (1 = A to 13 = M) and row (1 = south to 17).
 *
 * Errors: BALL_STATUS_BAD_SQUARE where there is none: off the board, or not hatched (B1).
 */
BallStatus ball_square_at(uint8_t column, uint8_t row, BallSquare *out_square, BallError *out_error);

/**
 * Column (1 = A to 13 = M) and row (1 = south to 17) of a square.
 *
 * Errors: BALL_STATUS_INVALID_VALUE.
 */
BallStatus ball_square_place(BallSquare square, uint8_t *out_column, uint8_t *out_row, BallError *out_error);

/**
 * Distance of two squares in steps, pieces ignored (B2).
 *
 * Errors: BALL_STATUS_INVALID_VALUE.
 */
BallStatus ball_square_distance(BallSquare from, BallSquare to, uint8_t *out_distance, BallError *out_error);

/**
 * Reads a square, for example "G4".
 *
 * Errors: BALL_STATUS_BAD_UTF8, BALL_STATUS_BAD_SQUARE.
 */
BallStatus ball_square_from_text(const char *square,
                                 size_t length,
                                 BallSquare *out_square,
                                 BallError *out_error);

/**
 * A square as text, for example "G4"; BALL_SQUARE_TEXT_SIZE bytes are enough.
 *
 * Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_square_to_text(BallSquare square,
                               char *buffer,
                               size_t capacity,
                               size_t *out_length,
                               BallError *out_error);

/**
 * Makes the ruleset of the standard game.
 *
 * The caller owns *out_rules and passes it to ball_rules_free.
 */
BallStatus ball_rules_new_standard(BallRules **out_rules, BallError *out_error);

/**
 * Makes the ruleset of the card game with the default deck (C8).
 *
 * The caller owns *out_rules and passes it to ball_rules_free.
 */
BallStatus ball_rules_new_cards(BallRules **out_rules, BallError *out_error);

/**
 * Makes a ruleset from JSON (chapter 9); "{}" is the standard game.
 *
 * The caller owns *out_rules and passes it to ball_rules_free.
 *
 * Errors: BALL_STATUS_BAD_UTF8; BALL_STATUS_BAD_RULES, and the message lists every reason as far as it fits.
 */
BallStatus ball_rules_from_json(const char *json, size_t length, BallRules **out_rules, BallError *out_error);

/**
 * The ruleset as one line of JSON, every field written out.
 *
 * Errors: BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_rules_to_json(const BallRules *rules,
                              char *buffer,
                              size_t capacity,
                              size_t *out_length,
                              BallError *out_error);

/**
 * Makes a copy that lives on its own.
 *
 * The caller owns *out_rules and passes it to ball_rules_free.
 */
BallStatus ball_rules_clone(const BallRules *rules, BallRules **out_rules, BallError *out_error);

/**
 * Frees a ruleset; NULL is fine. Games made from it are not affected.
 */
void ball_rules_free(BallRules *rules);

/**
 * Mode, first team, end zones, turn limit and number of cards of a ruleset.
 */
BallStatus ball_rules_info(const BallRules *rules, BallRulesInfo *out_info, BallError *out_error);

/**
 * A card of the deck in play.
 *
 * Errors: BALL_STATUS_INVALID_VALUE where the deck has no such place; in standard mode it has none.
 */
BallStatus ball_rules_card(const BallRules *rules,
                           BallCard card,
                           BallCardInfo *out_card,
                           BallError *out_error);

/**
 * Team, shape, number and start of a piece.
 *
 * Errors: BALL_STATUS_INVALID_VALUE.
 */
BallStatus ball_rules_piece(const BallRules *rules,
                            BallPiece piece,
                            BallPieceInfo *out_piece,
                            BallError *out_error);

/**
 * Name of a piece, for example "ATK X5" (P1); BALL_PIECE_NAME_SIZE bytes are enough.
 *
 * Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_rules_piece_name(const BallRules *rules,
                                 BallPiece piece,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *out_length,
                                 BallError *out_error);

/**
 * EP that something earns by the ruleset's EP table (C3). In standard mode nothing earns any, whatever it says.
 *
 * Errors: BALL_STATUS_INVALID_VALUE.
 */
BallStatus ball_rules_ep(const BallRules *rules,
                         BallEpSource source,
                         uint8_t *out_ep,
                         BallError *out_error);

/**
 * Whether a square is in the end zone that a team has to reach (B4): writes 1 or 0.
 *
 * Errors: BALL_STATUS_INVALID_VALUE.
 */
BallStatus ball_rules_is_target(const BallRules *rules,
                                BallTeam team,
                                BallSquare square,
                                uint8_t *out_is_target,
                                BallError *out_error);

/**
 * Reads an action by the ruleset of a game, for example "D7-F9"; it need not be legal.
 *
 * Errors: BALL_STATUS_BAD_UTF8, BALL_STATUS_BAD_ACTION.
 */
BallStatus ball_game_action_from_text(const BallGame *game,
                                      const char *action,
                                      size_t length,
                                      BallAction *out_action,
                                      BallError *out_error);

/**
 * An action as text, for example "D7-F9"; BALL_ACTION_TEXT_SIZE bytes are enough. It need not be legal.
 *
 * Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_action_to_text(const BallGame *game,
                                    const BallAction *action,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *out_length,
                                    BallError *out_error);

/**
 * The number of an action in the action space, as the coach to move counts it. A number says nothing about legality.
 *
 * The action space has BALL_ACTION_SPACE numbers, the same in every position and release, from the point of view of
 * the coach to move: DEF sees the board turned by half a turn.
 *
 * Errors: BALL_STATUS_INVALID_VALUE; BALL_STATUS_NO_NUMBER if the mover has nothing on the action's first square or
 * if no piece could ever do that.
 */
BallStatus ball_game_action_to_number(const BallGame *game,
                                      const BallAction *action,
                                      uint16_t *out_number,
                                      BallError *out_error);

/**
 * The action with a number of the action space in the position of a game, legal or not.
 *
 * Errors: BALL_STATUS_INVALID_VALUE from BALL_ACTION_SPACE on; BALL_STATUS_NO_NUMBER if it would lead off the board.
 */
BallStatus ball_game_action_from_number(const BallGame *game,
                                        uint16_t number,
                                        BallAction *out_action,
                                        BallError *out_error);

/**
 * The kind of an ordinary action (C3), one of BALL_EP_MOVEMENT to BALL_EP_LONG_PASS, legal or not; BALL_NONE for tasks,
 * convert, end, cards and knock-downs. It tells a block from a protection, for example.
 *
 * Errors: BALL_STATUS_INVALID_VALUE.
 */
BallStatus ball_game_action_kind(const BallGame *game,
                                 const BallAction *action,
                                 BallEpSource *out_kind,
                                 BallError *out_error);

/**
 * An event as a line for a log, for example "DEF X2 moves from H11 to G10"; BALL_EVENT_TEXT_SIZE bytes are enough.
 * Names of pieces and cards come from the ruleset of the game.
 *
 * Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_event_to_text(const BallGame *game,
                                   const BallEvent *event,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *out_length,
                                   BallError *out_error);

/**
 * Makes a game from the formation of a ruleset (P6).
 *
 * The game keeps a copy of the ruleset. The caller owns *out_game and passes it to ball_game_free.
 */
BallStatus ball_game_new(const BallRules *rules, BallGame **out_game, BallError *out_error);

/**
 * Makes a game that starts in a position given as text (chapter 10).
 *
 * The game keeps a copy of the ruleset. The caller owns *out_game and passes it to ball_game_free.
 *
 * Errors: BALL_STATUS_BAD_UTF8; BALL_STATUS_BAD_POSITION, with the reason and its place.
 */
BallStatus ball_game_from_position(const BallRules *rules,
                                   const char *position,
                                   size_t length,
                                   BallGame **out_game,
                                   BallError *out_error);

/**
 * Makes a copy that lives on its own, history and tags included.
 *
 * The caller owns *out_game and passes it to ball_game_free.
 */
BallStatus ball_game_clone(const BallGame *game, BallGame **out_game, BallError *out_error);

/**
 * Frees a game; NULL is fine.
 */
void ball_game_free(BallGame *game);

/**
 * Makes a copy of the ruleset of a game.
 *
 * The caller owns *out_rules and passes it to ball_rules_free.
 */
BallStatus ball_game_rules(const BallGame *game, BallRules **out_rules, BallError *out_error);

/**
 * The legal actions, ascending by number; none exactly when the game is over. BALL_MAX_LEGAL_ACTIONS are enough.
 *
 * Errors: BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_legal_actions(const BallGame *game,
                                   BallAction *actions,
                                   size_t capacity,
                                   size_t *out_count,
                                   BallError *out_error);

/**
 * The legal actions of one piece: those it does itself, as the carrier or as the top of a stack. A user interface
 * in which a piece is chosen first (chapter 12) asks for these. Convert, end and cards belong to no piece.
 *
 * Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_legal_actions_of(const BallGame *game,
                                      BallPiece piece,
                                      BallAction *actions,
                                      size_t capacity,
                                      size_t *out_count,
                                      BallError *out_error);

/**
 * Number of legal actions; 0 exactly when the game is over.
 */
BallStatus ball_game_count_legal(const BallGame *game, size_t *out_count, BallError *out_error);

/**
 * The legal actions as a mask over the action space: BALL_ACTION_SPACE bytes, byte n is 1 if the action with number n
 * is legal and 0 if not.
 *
 * Errors: BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_legal_mask(const BallGame *game,
                                uint8_t *mask,
                                size_t capacity,
                                size_t *out_count,
                                BallError *out_error);

/**
 * Whether an action is legal: BALL_STATUS_OK if it is, BALL_STATUS_ILLEGAL_ACTION if not, and then out_error says which
 * rule forbids it and why.
 *
 * Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_ILLEGAL_ACTION.
 */
BallStatus ball_game_check(const BallGame *game,
                           const BallAction *action,
                           BallError *out_error);

/**
 * Plays an action. Phases and turns that leave nothing to decide end by themselves (T5, U5, T6).
 *
 * Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_ILLEGAL_ACTION; the game is then unchanged.
 */
BallStatus ball_game_play(BallGame *game, const BallAction *action, BallError *out_error);

/**
 * Plays an action and lists what happened, in order. BALL_MAX_EVENTS are enough.
 *
 * Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_ILLEGAL_ACTION, BALL_STATUS_BUFFER_TOO_SMALL; the game is then
 * unchanged. Asking for the number of events with capacity 0 therefore plays nothing.
 */
BallStatus ball_game_play_events(BallGame *game,
                                 const BallAction *action,
                                 BallEvent *events,
                                 size_t capacity,
                                 size_t *out_count,
                                 BallError *out_error);

/**
 * Takes back the last action, with whatever ended by itself after it.
 *
 * Errors: BALL_STATUS_NOTHING_TO_UNDO.
 */
BallStatus ball_game_undo(BallGame *game, BallError *out_error);

/**
 * Number of actions played since the start and not taken back.
 */
BallStatus ball_game_ply_count(const BallGame *game, size_t *out_count, BallError *out_error);

/**
 * An action that has been played; ply counts from 0.
 *
 * Errors: BALL_STATUS_INVALID_VALUE from ball_game_ply_count on.
 */
BallStatus ball_game_action_at(const BallGame *game,
                               size_t ply,
                               BallAction *out_action,
                               BallError *out_error);

/**
 * The position as text (chapter 10); BALL_POSITION_TEXT_SIZE bytes are enough.
 *
 * Errors: BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_position(const BallGame *game,
                              char *buffer,
                              size_t capacity,
                              size_t *out_length,
                              BallError *out_error);

/**
 * The position after a number of actions as text: 0 is the start, ball_game_ply_count the position now.
 *
 * Errors: BALL_STATUS_INVALID_VALUE beyond, BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_position_at(const BallGame *game,
                                 size_t ply,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *out_length,
                                 BallError *out_error);

/**
 * How the game ended: BALL_OUTCOME_NONE while it goes on.
 */
BallStatus ball_game_outcome(const BallGame *game, BallOutcome *out_outcome, BallError *out_error);

/**
 * 64-bit hash of the position, the same in every release and on every machine: equal positions have equal hashes, and
 * different ones nearly always different hashes. It is no protection against forgery.
 */
BallStatus ball_game_hash(const BallGame *game,
                          uint64_t *out_hash,
                          BallError *out_error);

/**
 * Number of sequences of exactly depth decisions from the position (chapter 10), a test of the rules.
 *
 * Every level multiplies the time by about a hundred: depth 4 takes seconds, the deepest years.
 *
 * Errors: BALL_STATUS_INVALID_VALUE beyond BALL_MAX_PERFT_DEPTH.
 */
BallStatus ball_game_perft(const BallGame *game, uint32_t depth, uint64_t *out_count, BallError *out_error);

/**
 * The fourteen pieces, ATK's in formation order, then DEF's. BALL_PIECE_COUNT are enough.
 *
 * Errors: BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_pieces(const BallGame *game,
                            BallPieceView *pieces,
                            size_t capacity,
                            size_t *out_count,
                            BallError *out_error);

/**
 * Turn, phase, AP, ball, EP, cards and outcome of a game.
 */
BallStatus ball_game_view(const BallGame *game, BallGameView *out_view, BallError *out_error);

/**
 * Makes a game from its record, one JSON object (chapter 11): every action is checked and played, and the tags are kept.
 *
 * The caller owns *out_game and passes it to ball_game_free.
 *
 * Errors: BALL_STATUS_BAD_UTF8; BALL_STATUS_BAD_RECORD, and the message names the wrong entry.
 */
BallStatus ball_game_from_record(const char *json,
                                 size_t length,
                                 BallGame **out_game,
                                 BallError *out_error);

/**
 * The record of a game so far, with its tags, as one line of JSON (chapter 11).
 *
 * Errors: BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_to_record(const BallGame *game,
                               char *buffer,
                               size_t capacity,
                               size_t *out_length,
                               BallError *out_error);

/**
 * Sets a tag, anything worth keeping with the record, such as "event" or the name of a coach. A tag of the same key is
 * replaced.
 *
 * Errors: BALL_STATUS_BAD_UTF8.
 */
BallStatus ball_game_set_tag(BallGame *game,
                             const char *key,
                             size_t key_length,
                             const char *value,
                             size_t value_length,
                             BallError *out_error);

/**
 * Removes a tag; it is no error if there is none of this key.
 *
 * Errors: BALL_STATUS_BAD_UTF8.
 */
BallStatus ball_game_remove_tag(BallGame *game, const char *key, size_t key_length, BallError *out_error);

/**
 * Number of tags.
 */
BallStatus ball_game_tag_count(const BallGame *game, size_t *out_count, BallError *out_error);

/**
 * Key of a tag; tags are in the order of their keys, counted from 0. It may hold any character, a NUL too.
 *
 * Errors: BALL_STATUS_INVALID_VALUE from ball_game_tag_count on, BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_tag_key(const BallGame *game,
                             size_t index,
                             char *buffer,
                             size_t capacity,
                             size_t *out_length,
                             BallError *out_error);

/**
 * Value of a tag; counted like ball_game_tag_key. It may hold any character, a NUL too.
 *
 * Errors: BALL_STATUS_INVALID_VALUE from ball_game_tag_count on, BALL_STATUS_BUFFER_TOO_SMALL.
 */
BallStatus ball_game_tag_value(const BallGame *game,
                               size_t index,
                               char *buffer,
                               size_t capacity,
                               size_t *out_length,
                               BallError *out_error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BALL_H */

#ifndef BALL_H_LAYOUT
#define BALL_H_LAYOUT
#if defined(__cplusplus)
#define BALL_ASSERT(name, condition) static_assert(condition, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define BALL_ASSERT(name, condition) _Static_assert(condition, #name)
#else
#define BALL_ASSERT(name, condition) extern const char ball_assert_##name[(condition) ? 1 : -1]
#endif
BALL_ASSERT(status, sizeof(BallStatus) == 4);
BALL_ASSERT(error, sizeof(BallError) == 544 && offsetof(BallError, message) == 32);
BALL_ASSERT(action, sizeof(BallAction) == 8 && offsetof(BallAction, reserved) == 6);
BALL_ASSERT(event, sizeof(BallEvent) == 20 && offsetof(BallEvent, amount) == 12);
BALL_ASSERT(piece_view, sizeof(BallPieceView) == 16 && offsetof(BallPieceView, reserved) == 13);
BALL_ASSERT(game_view, sizeof(BallGameView) == 24 && offsetof(BallGameView, team) == 12);
BALL_ASSERT(rules_info, sizeof(BallRulesInfo) == 8 && offsetof(BallRulesInfo, reserved) == 6);
BALL_ASSERT(card_info, sizeof(BallCardInfo) == 44 && offsetof(BallCardInfo, cost) == 36);
BALL_ASSERT(piece_info, sizeof(BallPieceInfo) == 8 && offsetof(BallPieceInfo, reserved) == 5);
#undef BALL_ASSERT
#endif
