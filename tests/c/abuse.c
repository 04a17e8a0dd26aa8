/*
 * What a caller can do wrong: NULL everywhere, foreign numbers, texts that are none, actions at the wrong
 * time. Every call must be refused with the right status, write nothing, and leave the game as it was.
 */

#include "fixture.h"

static const char start_text[] =
    "atk=D7,F7,H7,J7,G4,B7,L7 def=J11,H11,F11,D11,G14,L11,B11 ball=G4 turn=1 move=def phase=action ap=2";

/* --- NULL ---------------------------------------------------------------------------------------------------- */

static void null_rules(void)
{
    const size_t nul = BALL_NUL_TERMINATED;
    ball_rules_free(NULL);
    ball_game_free(NULL);
    NULL_REFUSED(ball_rules_new_standard(NULL, err));
    NULL_REFUSED(ball_rules_new_cards(NULL, err));
    NULL_REFUSED(ball_rules_from_json(NULL, 0, &out.rules, err));
    NULL_REFUSED(ball_rules_from_json(NULL, nul, &out.rules, err));
    NULL_REFUSED(ball_rules_from_json("{}", nul, NULL, err));
    NULL_REFUSED(ball_rules_to_json(NULL, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_rules_to_json(cards, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_rules_clone(NULL, &out.rules, err));
    NULL_REFUSED(ball_rules_clone(cards, NULL, err));
    NULL_REFUSED(ball_rules_info(NULL, &out.info, err));
    NULL_REFUSED(ball_rules_info(cards, NULL, err));
    NULL_REFUSED(ball_rules_card(NULL, 0, &out.card, err));
    NULL_REFUSED(ball_rules_card(cards, 0, NULL, err));
    NULL_REFUSED(ball_rules_piece(NULL, 0, &out.piece, err));
    NULL_REFUSED(ball_rules_piece(cards, 0, NULL, err));
    NULL_REFUSED(ball_rules_piece_name(NULL, 0, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_rules_piece_name(cards, 0, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_rules_ep(NULL, 0, &out.byte, err));
    NULL_REFUSED(ball_rules_ep(cards, 0, NULL, err));
    NULL_REFUSED(ball_rules_is_target(NULL, 0, 0, &out.byte, err));
    NULL_REFUSED(ball_rules_is_target(cards, 0, 0, NULL, err));
    NULL_REFUSED(ball_square_at(2, 1, NULL, err));
    NULL_REFUSED(ball_square_place(0, NULL, &out.byte, err));
    NULL_REFUSED(ball_square_place(0, &out.byte, NULL, err));
    NULL_REFUSED(ball_square_distance(0, 1, NULL, err));
    NULL_REFUSED(ball_square_from_text(NULL, 2, &out.byte, err));
    NULL_REFUSED(ball_square_from_text("G4", 2, NULL, err));
    NULL_REFUSED(ball_square_to_text(0, NULL, 1, &out.count, err));
}

static void null_game(void)
{
    const size_t nul = BALL_NUL_TERMINATED;
    BallAction end = action_of("end");
    BallEvent event;
    memset(&event, 0, sizeof event);
    NULL_REFUSED(ball_game_new(NULL, &out.game, err));
    NULL_REFUSED(ball_game_new(cards, NULL, err));
    NULL_REFUSED(ball_game_from_position(NULL, start_text, nul, &out.game, err));
    NULL_REFUSED(ball_game_from_position(standard, NULL, nul, &out.game, err));
    NULL_REFUSED(ball_game_from_position(standard, start_text, nul, NULL, err));
    NULL_REFUSED(ball_game_from_record(NULL, nul, &out.game, err));
    NULL_REFUSED(ball_game_from_record(state_before, nul, NULL, err));
    NULL_REFUSED(ball_game_clone(NULL, &out.game, err));
    NULL_REFUSED(ball_game_clone(game, NULL, err));
    NULL_REFUSED(ball_game_rules(NULL, &out.rules, err));
    NULL_REFUSED(ball_game_rules(game, NULL, err));
    NULL_REFUSED(ball_game_legal_actions(NULL, out.actions, BALL_MAX_LEGAL_ACTIONS, &out.count, err));
    NULL_REFUSED(ball_game_legal_actions(game, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_game_legal_actions(game, out.actions, BALL_MAX_LEGAL_ACTIONS, NULL, err));
    NULL_REFUSED(ball_game_legal_actions_of(NULL, 0, out.actions, BALL_MAX_LEGAL_ACTIONS, &out.count, err));
    NULL_REFUSED(ball_game_legal_actions_of(game, 0, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_game_legal_actions_of(game, 0, out.actions, BALL_MAX_LEGAL_ACTIONS, NULL, err));
    NULL_REFUSED(ball_game_count_legal(NULL, &out.count, err));
    NULL_REFUSED(ball_game_count_legal(game, NULL, err));
    NULL_REFUSED(ball_game_legal_mask(NULL, out.mask, sizeof out.mask, &out.count, err));
    NULL_REFUSED(ball_game_legal_mask(game, NULL, sizeof out.mask, &out.count, err));
    NULL_REFUSED(ball_game_legal_mask(game, out.mask, sizeof out.mask, NULL, err));
    NULL_REFUSED(ball_game_check(NULL, &end, err));
    NULL_REFUSED(ball_game_check(game, NULL, err));
    NULL_REFUSED(ball_game_play(NULL, &end, err));
    NULL_REFUSED(ball_game_play(game, NULL, err));
    NULL_REFUSED(ball_game_play_events(NULL, &end, out.events, BALL_MAX_EVENTS, &out.count, err));
    NULL_REFUSED(ball_game_play_events(game, NULL, out.events, BALL_MAX_EVENTS, &out.count, err));
    NULL_REFUSED(ball_game_play_events(game, &end, NULL, BALL_MAX_EVENTS, &out.count, err));
    NULL_REFUSED(ball_game_play_events(game, &end, out.events, BALL_MAX_EVENTS, NULL, err));
    NULL_REFUSED(ball_game_undo(NULL, err));
    NULL_REFUSED(ball_game_ply_count(NULL, &out.count, err));
    NULL_REFUSED(ball_game_ply_count(game, NULL, err));
    NULL_REFUSED(ball_game_action_at(NULL, 0, &out.action, err));
    NULL_REFUSED(ball_game_action_at(game, 0, NULL, err));
    NULL_REFUSED(ball_game_position(NULL, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_position(game, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_game_position_at(NULL, 0, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_position_at(game, 0, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_game_outcome(NULL, &out.byte, err));
    NULL_REFUSED(ball_game_outcome(game, NULL, err));
    NULL_REFUSED(ball_game_hash(NULL, &out.number64, err));
    NULL_REFUSED(ball_game_hash(game, NULL, err));
    NULL_REFUSED(ball_game_perft(NULL, 1, &out.number64, err));
    NULL_REFUSED(ball_game_perft(game, 1, NULL, err));
    NULL_REFUSED(ball_game_action_from_text(NULL, "end", nul, &out.action, err));
    NULL_REFUSED(ball_game_action_from_text(game, NULL, nul, &out.action, err));
    NULL_REFUSED(ball_game_action_from_text(game, "end", nul, NULL, err));
    NULL_REFUSED(ball_game_action_to_text(NULL, &end, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_action_to_text(game, NULL, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_action_to_text(game, &end, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_game_action_to_number(NULL, &end, &out.number16, err));
    NULL_REFUSED(ball_game_action_to_number(game, NULL, &out.number16, err));
    NULL_REFUSED(ball_game_action_to_number(game, &end, NULL, err));
    NULL_REFUSED(ball_game_action_from_number(NULL, 511, &out.action, err));
    NULL_REFUSED(ball_game_action_from_number(game, 511, NULL, err));
    NULL_REFUSED(ball_game_action_kind(NULL, &end, &out.byte, err));
    NULL_REFUSED(ball_game_action_kind(game, NULL, &out.byte, err));
    NULL_REFUSED(ball_game_action_kind(game, &end, NULL, err));
    NULL_REFUSED(ball_game_event_to_text(NULL, &event, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_event_to_text(game, NULL, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_pieces(NULL, out.pieces, BALL_PIECE_COUNT, &out.count, err));
    NULL_REFUSED(ball_game_pieces(game, NULL, BALL_PIECE_COUNT, &out.count, err));
    NULL_REFUSED(ball_game_pieces(game, out.pieces, BALL_PIECE_COUNT, NULL, err));
    NULL_REFUSED(ball_game_view(NULL, &out.view, err));
    NULL_REFUSED(ball_game_view(game, NULL, err));
    NULL_REFUSED(ball_game_to_record(NULL, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_to_record(game, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_game_set_tag(NULL, "a", 1, "b", 1, err));
    NULL_REFUSED(ball_game_set_tag(game, NULL, 1, "b", 1, err));
    NULL_REFUSED(ball_game_set_tag(game, "a", 1, NULL, 1, err));
    NULL_REFUSED(ball_game_remove_tag(NULL, "a", 1, err));
    NULL_REFUSED(ball_game_remove_tag(game, NULL, 1, err));
    NULL_REFUSED(ball_game_tag_count(NULL, &out.count, err));
    NULL_REFUSED(ball_game_tag_count(game, NULL, err));
    NULL_REFUSED(ball_game_tag_key(NULL, 0, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_tag_key(game, 0, NULL, 1, &out.count, err));
    NULL_REFUSED(ball_game_tag_value(NULL, 0, out.text, sizeof out.text, &out.count, err));
    NULL_REFUSED(ball_game_tag_value(game, 0, NULL, 1, &out.count, err));
}

/* --- Foreign numbers ----------------------------------------------------------------------------------------- */

static void numbers(void)
{
    unsigned value, column, row;
    start_from(cards, NULL);
    for (value = 0; value < 256; value++) {
        const uint8_t byte = (uint8_t)value;
        if (value >= 2)
            VALUE_REFUSED(ball_rules_is_target(cards, byte, 0, &out.byte, err));
        if (value >= 8) {
            VALUE_REFUSED(ball_rules_card(cards, byte, &out.card, err));
        }
        VALUE_REFUSED(ball_rules_card(standard, byte, &out.card, err));
        if (value >= 13)
            VALUE_REFUSED(ball_rules_ep(cards, byte, &out.byte, err));
        if (value >= BALL_PIECE_COUNT) {
            VALUE_REFUSED(ball_rules_piece(cards, byte, &out.piece, err));
            VALUE_REFUSED(ball_rules_piece_name(cards, byte, out.text, sizeof out.text, &out.count, err));
            VALUE_REFUSED(ball_game_legal_actions_of(game, byte, out.actions, BALL_MAX_LEGAL_ACTIONS, &out.count, err));
        }
        if (value >= BALL_SQUARE_COUNT) {
            VALUE_REFUSED(ball_rules_is_target(cards, 0, byte, &out.byte, err));
            VALUE_REFUSED(ball_square_place(byte, &out.byte, &out.other_byte, err));
            VALUE_REFUSED(ball_square_distance(byte, 0, &out.byte, err));
            VALUE_REFUSED(ball_square_distance(0, byte, &out.byte, err));
            VALUE_REFUSED(ball_square_to_text(byte, out.text, sizeof out.text, &out.count, err));
        }
    }
    for (column = 0; column < 256; column++)
        for (row = 0; row < 256; row++) {
            int exists = column >= 1 && column <= 13 && row >= 1 && row <= 17 && (column + row) % 2 == 1;
            BallSquare square = BALL_NONE;
            BallStatus status = ball_square_at((uint8_t)column, (uint8_t)row, &square, NULL);
            CHECK(status == (exists ? BALL_STATUS_OK : BALL_STATUS_BAD_SQUARE) && exists == (square != BALL_NONE));
        }
    REFUSED(BALL_STATUS_BAD_SQUARE, ball_square_at(1, 1, &out.byte, err));
    for (value = BALL_ACTION_SPACE; value <= 65535; value += 97)
        VALUE_REFUSED(ball_game_action_from_number(game, (uint16_t)value, &out.action, err));
    VALUE_REFUSED(ball_game_action_from_number(game, 65535, &out.action, err));
    VALUE_REFUSED(ball_game_perft(game, BALL_MAX_PERFT_DEPTH + 1, &out.number64, err));
    VALUE_REFUSED(ball_game_perft(game, UINT32_MAX, &out.number64, err));
    VALUE_REFUSED(ball_game_action_at(game, 0, &out.action, err));
    VALUE_REFUSED(ball_game_action_at(game, SIZE_MAX, &out.action, err));
    VALUE_REFUSED(ball_game_position_at(game, 1, out.text, sizeof out.text, &out.count, err));
    VALUE_REFUSED(ball_game_position_at(game, SIZE_MAX, out.text, sizeof out.text, &out.count, err));
    VALUE_REFUSED(ball_game_tag_key(game, 0, out.text, sizeof out.text, &out.count, err));
    VALUE_REFUSED(ball_game_tag_value(game, SIZE_MAX, out.text, sizeof out.text, &out.count, err));
    CHECK(strcmp(ball_status_name(BALL_STATUS_ILLEGAL_ACTION), "BALL_STATUS_ILLEGAL_ACTION") == 0);
    CHECK(strcmp(ball_status_name(12345), "unknown") == 0 && strcmp(ball_status_name(INT32_MIN), "unknown") == 0);
    CHECK(ball_status_message(BALL_STATUS_OK)[0] && ball_status_message(-7)[0]);
}

/* An action of any bytes: all functions agree on whether it is one, and nothing happens but what is legal. */
static void check_any_action(const BallAction *action)
{
    BallAction again;
    char text[BALL_ACTION_TEXT_SIZE];
    uint16_t number;
    uint8_t kind;
    size_t count;
    const BallStatus form = ball_game_action_to_text(game, action, text, sizeof text, NULL, NULL);
    const BallStatus legality = ball_game_check(game, action, NULL);
    CHECK(form == BALL_STATUS_OK || form == BALL_STATUS_INVALID_VALUE);
    CHECK(ball_game_action_kind(game, action, &kind, NULL) == form);
    if (form != BALL_STATUS_OK) {
        CHECK(legality == form && ball_game_play(game, action, NULL) == form);
        CHECK(ball_game_play_events(game, action, NULL, 0, &count, NULL) == form);
        CHECK(ball_game_action_to_number(game, action, &number, NULL) == form);
        return;
    }
    CHECK(legality == BALL_STATUS_OK || legality == BALL_STATUS_ILLEGAL_ACTION);
    if (ball_game_action_from_text(game, text, BALL_NUL_TERMINATED, &again, NULL) == BALL_STATUS_OK)
        CHECK(memcmp(&again, action, sizeof again) == 0);
    else /* a card that the deck does not have */
        CHECK(action->kind == BALL_ACTION_PLAY_CARD && action->card >= 8);
    if (legality == BALL_STATUS_OK) {
        REQUIRE(ball_game_action_to_number(game, action, &number, NULL));
        REQUIRE(ball_game_action_from_number(game, number, &again, NULL));
        CHECK(memcmp(&again, action, sizeof again) == 0);
    } else {
        CHECK(ball_game_play(game, action, NULL) == legality);
        CHECK(ball_game_play_events(game, action, NULL, 0, &count, NULL) == legality);
    }
}

static void check_any_event(const BallEvent *event)
{
    char text[BALL_EVENT_TEXT_SIZE];
    const BallStatus status = ball_game_event_to_text(game, event, text, sizeof text, NULL, NULL);
    CHECK(status == BALL_STATUS_OK || status == BALL_STATUS_INVALID_VALUE);
    if (event->kind == 0 || event->kind > BALL_EVENT_DRAW || event->reserved)
        CHECK(status == BALL_STATUS_INVALID_VALUE);
}

/* Every value in every byte of the legal actions of the position and of their events. */
static unsigned change_every_byte(void)
{
    BallAction actions[BALL_MAX_LEGAL_ACTIONS];
    BallEvent events[BALL_MAX_EVENTS];
    unsigned kinds = 0, events_seen = 0, value;
    size_t count, event_count, i, j, place;
    REQUIRE(ball_game_legal_actions(game, actions, BALL_MAX_LEGAL_ACTIONS, &count, NULL));
    for (i = 0; i < count; i++) {
        if (kinds >> actions[i].kind & 1)
            continue;
        kinds |= 1u << actions[i].kind;
        for (place = 0; place < sizeof(BallAction); place++)
            for (value = 0; value < 256; value++) {
                BallAction changed = actions[i];
                ((unsigned char *)&changed)[place] = (unsigned char)value;
                check_any_action(&changed);
                if (changed.reserved[0] || changed.reserved[1] || !changed.kind || changed.kind > BALL_ACTION_PLAY_CARD)
                    VALUE_REFUSED(ball_game_check(game, &changed, err));
            }
        REQUIRE(ball_game_play_events(game, &actions[i], events, BALL_MAX_EVENTS, &event_count, NULL));
        REQUIRE(ball_game_undo(game, NULL));
        for (j = 0; j < event_count; j++) {
            if (events_seen >> events[j].kind & 1)
                continue;
            events_seen |= 1u << events[j].kind;
            for (place = 0; place < sizeof(BallEvent); place++)
                for (value = 0; value < 256; value++) {
                    BallEvent changed = events[j];
                    ((unsigned char *)&changed)[place] = (unsigned char)value;
                    check_any_event(&changed);
                }
        }
    }
    CHECK(state_unchanged());
    return kinds;
}

static void records_of_foreign_bytes(void)
{
    static const char *const positions[] = {
        /* dodges, tactical dodges, stacks, movements, cards, convert and end */
        "atk=D5,H5,I4,J9,B3,F5,D1 def=E4,G6,L11,D11,F3,H3,C8 ball=F3 turn=16 move=atk phase=action ap=2 ep=9:9 "
        "spent=-:-",
        /* hand-off and passes */
        "atk=F7,G8,H9,I10,J1,I8,D7 def=B17,D17,F17,H17,J17,L17,M16 ball=F7 turn=2 move=atk phase=action ap=2 ep=0:0 "
        "spent=-:-",
        /* knock-down by a card */
        "atk=B1,D1,F1,H1,H9,L1,M4 def=I10,G10,J17,H17,F17,D17,B17 ball=B9 turn=2 move=atk phase=action ap=2 ep=0:0 "
        "spent=tackle:- pending=tackle",
        /* stand-up and release */
        "atk=G8^,G8-,C4-,B1-,A2-,K8+,M8 def=K8,C2,E10-,H11,I12,C12^,C12 ball=G8 turn=14 move=atk phase=unlock ap=0 "
        "ep=0:0 spent=-:-",
    };
    unsigned kinds = 0, kind;
    size_t i;
    for (i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        start_from(cards, positions[i]);
        kinds |= change_every_byte();
    }
    for (kind = BALL_ACTION_MOVE; kind <= BALL_ACTION_PLAY_CARD; kind++)
        CHECK(kinds >> kind & 1);
}

/* --- Texts --------------------------------------------------------------------------------------------------- */

static void texts(void)
{
    static const struct {
        const char *text;
        uint32_t offset;
    } not_utf8[] = {{"\xFF", 0}, {"G\xC0\x80", 1}, {"G4\xE2\x82", 2}, {"end\xED\xA0\x80", 3}, {"\xF8\x88\x80\x80\x80", 0}};
    const size_t nul = BALL_NUL_TERMINATED;
    char long_text[4000];
    size_t i;
    start_from(standard, NULL);
    for (i = 0; i < sizeof not_utf8 / sizeof not_utf8[0]; i++) {
        const char *text = not_utf8[i].text;
        const size_t lengths[] = {BALL_NUL_TERMINATED, strlen(text)};
        size_t j;
        for (j = 0; j < 2; j++) {
            const size_t length = lengths[j];
            REFUSED(BALL_STATUS_BAD_UTF8, ball_rules_from_json(text, length, &out.rules, err));
            REFUSED(BALL_STATUS_BAD_UTF8, ball_game_from_position(standard, text, length, &out.game, err));
            REFUSED(BALL_STATUS_BAD_UTF8, ball_game_from_record(text, length, &out.game, err));
            REFUSED(BALL_STATUS_BAD_UTF8, ball_game_action_from_text(game, text, length, &out.action, err));
            REFUSED(BALL_STATUS_BAD_UTF8, ball_square_from_text(text, length, &out.byte, err));
            REFUSED(BALL_STATUS_BAD_UTF8, ball_game_set_tag(game, text, length, "value", 5, err));
            REFUSED(BALL_STATUS_BAD_UTF8, ball_game_set_tag(game, "key", 3, text, length, err));
            REFUSED(BALL_STATUS_BAD_UTF8, ball_game_remove_tag(game, text, length, err));
        }
        ball_square_from_text(text, nul, &out.byte, &error);
        CHECK(error.offset == not_utf8[i].offset);
    }
    /* Empty, with more than the text, with a NUL inside, of other languages. */
    REFUSED(BALL_STATUS_BAD_RULES, ball_rules_from_json("", 0, &out.rules, err));
    REFUSED(BALL_STATUS_BAD_POSITION, ball_game_from_position(standard, "", nul, &out.game, err));
    REFUSED(BALL_STATUS_BAD_POSITION,
            ball_game_from_position(standard, start_text, sizeof start_text, &out.game, err));
    REFUSED(BALL_STATUS_BAD_POSITION,
            ball_game_from_position(standard, start_text, sizeof start_text - 2, &out.game, err));
    REFUSED(BALL_STATUS_BAD_POSITION, ball_game_from_position(cards, start_text, nul, &out.game, err));
    REFUSED(BALL_STATUS_BAD_RECORD, ball_game_from_record("", 0, &out.game, err));
    REFUSED(BALL_STATUS_BAD_RECORD, ball_game_from_record("{}", 2, &out.game, err));
    REFUSED(BALL_STATUS_BAD_ACTION, ball_game_action_from_text(game, "", 0, &out.action, err));
    REFUSED(BALL_STATUS_BAD_ACTION, ball_game_action_from_text(game, "end\0", 4, &out.action, err));
    REFUSED(BALL_STATUS_BAD_ACTION, ball_game_action_from_text(game, "card:audible", nul, &out.action, err));
    REFUSED(BALL_STATUS_BAD_ACTION, ball_game_action_from_text(game, "D7-\xC3\x84\x37", nul, &out.action, err));
    REFUSED(BALL_STATUS_BAD_SQUARE, ball_square_from_text("", 0, &out.byte, err));
    REFUSED(BALL_STATUS_BAD_SQUARE, ball_square_from_text("G4\0", 3, &out.byte, err));
    REFUSED(BALL_STATUS_BAD_SQUARE, ball_square_from_text("\xC3\x84\x32", nul, &out.byte, err));
    CHECK(strcmp(rule_of(ball_square_from_text("G9", 2, &out.byte, &error)), "B1") == 0);
    /* A length that no text can have. */
    VALUE_REFUSED(ball_rules_from_json("{}", SIZE_MAX - 1, &out.rules, err));
    VALUE_REFUSED(ball_square_from_text("G4", SIZE_MAX / 2 + 1, &out.byte, err));
    /* The place of an error. */
    CHECK(ball_game_action_from_text(game, "D7-F8", nul, &out.action, &error) == BALL_STATUS_BAD_ACTION);
    CHECK(error.offset == 3 && strcmp(error.rule, "B1") == 0);
    CHECK(ball_rules_from_json("{\"mode\": oops}", nul, &out.rules, &error) == BALL_STATUS_BAD_RULES);
    CHECK(error.offset == 9 && strcmp(error.rule, "chapter 9") == 0);
    /* A message that is too long is cut between characters: of two-byte letters, wherever the first one begins. */
    for (i = 0; i < 2; i++) {
        size_t length, letter;
        strcpy(long_text, i ? "{\"x" : "{\"");
        for (letter = 0; letter < 600; letter++)
            strcat(long_text, "\xC3\xA9");
        strcat(long_text, "\": 1}");
        CHECK(ball_rules_from_json(long_text, nul, &out.rules, &error) == BALL_STATUS_BAD_RULES);
        length = strlen(error.message);
        CHECK((length == 510 || length == 511) && (unsigned char)error.message[length - 1] == 0xA9);
    }
}

static void tags(void)
{
    char text[8];
    size_t length = 0, count = 0;
    start_from(standard, NULL);
    REQUIRE(ball_game_set_tag(game, "b", 1, "old", 3, NULL));
    REQUIRE(ball_game_set_tag(game, "b", 1, "new", BALL_NUL_TERMINATED, NULL));
    REQUIRE(ball_game_set_tag(game, "a\0z", 3, "", 0, NULL));
    REQUIRE(ball_game_tag_count(game, &count, NULL));
    CHECK(count == 2);
    REQUIRE(ball_game_tag_key(game, 0, text, sizeof text, &length, NULL));
    CHECK(length == 3 && memcmp(text, "a\0z", 4) == 0);
    REQUIRE(ball_game_tag_value(game, 0, text, sizeof text, &length, NULL));
    CHECK(length == 0 && text[0] == '\0');
    REQUIRE(ball_game_tag_value(game, 1, text, sizeof text, NULL, NULL));
    CHECK(strcmp(text, "new") == 0);
    REQUIRE(ball_game_remove_tag(game, "a\0z", 3, NULL));
    REQUIRE(ball_game_remove_tag(game, "missing", 7, NULL));
    REQUIRE(ball_game_tag_count(game, &count, NULL));
    CHECK(count == 1);
}

/* --- Time and ownership -------------------------------------------------------------------------------------- */

/* A number that stands for no action in the position. */
static uint16_t off_board(void)
{
    BallAction action;
    uint16_t number = 0;
    while (number < BALL_ACTION_SPACE && ball_game_action_from_number(game, number, &action, NULL) == BALL_STATUS_OK)
        number++;
    CHECK(number < BALL_ACTION_SPACE);
    return number;
}

static void wrong_time(void)
{
    BallAction action, end = action_of("end");
    start_from(standard, NULL);
    REFUSED(BALL_STATUS_NOTHING_TO_UNDO, ball_game_undo(game, err));
    action = action_of("D7-F9");
    REFUSED(BALL_STATUS_ILLEGAL_ACTION, ball_game_play(game, &action, err));
    CHECK(strcmp(rule_of(ball_game_play(game, &action, &error)), "P1") == 0);
    action = action_of("H11-H13");
    CHECK(strcmp(rule_of(ball_game_check(game, &action, &error)), "M1") == 0);
    action = action_of("D7-F9");
    REFUSED(BALL_STATUS_NO_NUMBER, ball_game_action_to_number(game, &action, &out.number16, err));
    REFUSED(BALL_STATUS_NO_NUMBER, ball_game_action_from_number(game, off_board(), &out.action, err));
    /* A touchdown ends the game; so does the turn limit. */
    start_from(standard, "atk=B1,D1,F1,F13,H15,L1,M4 def=M14,L17,J17,G14,F17,D17,B17 ball=H15 turn=8 move=atk "
                         "phase=action ap=2");
    play("H15-G16");
    remember_state();
    REFUSED(BALL_STATUS_ILLEGAL_ACTION, ball_game_play(game, &end, err));
    REFUSED(BALL_STATUS_ILLEGAL_ACTION, ball_game_check(game, &end, err));
    CHECK(strcmp(rule_of(ball_game_check(game, &end, &error)), "T7") == 0);
    REQUIRE(ball_game_undo(game, NULL));
    CHECK(ball_game_check(game, &end, NULL) == BALL_STATUS_OK);
    start_from(standard, "atk=B1,D1,F1,F13,H15,L1,M4 def=M14,L17,J17,G14,F17,D17,B17 ball=H15 turn=65535 move=def "
                         "phase=action ap=2");
    play("end");
    remember_state();
    CHECK(strcmp(rule_of(ball_game_play(game, &end, &error)), "T8") == 0);
    REFUSED(BALL_STATUS_ILLEGAL_ACTION, ball_game_play(game, &end, err));
}

static void ownership(void)
{
    BallRules *rules = NULL, *again = NULL;
    BallGame *copy = NULL;
    BallRulesInfo info;
    BallCardInfo card;
    BallPieceInfo piece;
    char json[4096], json_again[4096], position[BALL_POSITION_TEXT_SIZE];
    uint8_t ep = 0, is_target = 0, distance = 0, column = 0, row = 0;
    size_t count = 0;
    /* Rulesets, games and copies live on their own. */
    REQUIRE(ball_rules_clone(cards, &rules, NULL));
    start_from(rules, NULL);
    ball_rules_free(rules);
    REQUIRE(ball_game_rules(game, &again, NULL));
    REQUIRE(ball_game_clone(game, &copy, NULL));
    play("end");
    REQUIRE(ball_game_ply_count(copy, &count, NULL));
    CHECK(count == 0);
    ball_game_free(game);
    game = copy;
    remember_state();
    REQUIRE(ball_game_position(game, position, sizeof position, NULL, NULL));
    CHECK(strncmp(position, start_text, strlen(start_text)) == 0);
    REQUIRE(ball_rules_to_json(again, json, sizeof json, NULL, NULL));
    REQUIRE(ball_rules_to_json(cards, json_again, sizeof json_again, NULL, NULL));
    CHECK(strcmp(json, json_again) == 0);
    ball_rules_free(again);
    REQUIRE(ball_rules_from_json(json, BALL_NUL_TERMINATED, &again, NULL));
    REQUIRE(ball_rules_to_json(again, json_again, sizeof json_again, NULL, NULL));
    CHECK(strcmp(json, json_again) == 0);
    /* What a ruleset says. */
    REQUIRE(ball_rules_info(again, &info, NULL));
    CHECK(info.turn_limit == 65535 && info.mode == BALL_MODE_CARDS && info.first == BALL_TEAM_DEF);
    CHECK(info.end_zone_rows == 2 && info.card_count == 8 && !info.reserved[0] && !info.reserved[1]);
    REQUIRE(ball_rules_card(again, 1, &card, NULL));
    CHECK(strcmp(card.id, "second-effort") == 0 && card.cost == 2 && card.effect == BALL_EFFECT_EXTRA_ACTION);
    CHECK(card.kinds == 1 << BALL_EP_MOVEMENT && card.parameter == 0 && card.after_possession == 1);
    REQUIRE(ball_rules_card(again, 6, &card, NULL));
    CHECK(strcmp(card.id, "bullet-pass") == 0 && card.effect == BALL_EFFECT_DIRECT_PASS && card.parameter == 6);
    CHECK(card.kinds == 0 && card.after_possession == 0);
    REQUIRE(ball_rules_piece(again, 4, &piece, NULL));
    CHECK(piece.team == BALL_TEAM_ATK && piece.shape == BALL_SHAPE_X && piece.number == 5 && piece.has_ball == 1);
    REQUIRE(ball_rules_ep(again, BALL_EP_DODGE, &ep, NULL));
    CHECK(ep == 1);
    REQUIRE(ball_rules_is_target(again, BALL_TEAM_ATK, 109, &is_target, NULL));
    CHECK(is_target == 1);
    REQUIRE(ball_rules_is_target(again, BALL_TEAM_DEF, 109, &is_target, NULL));
    CHECK(is_target == 0);
    REQUIRE(ball_square_distance(0, 109, &distance, NULL));
    REQUIRE(ball_square_place(109, &column, &row, NULL));
    CHECK(distance == 16 && column == 12 && row == 17);
    ball_rules_free(again);
}

int main(void)
{
    begin();
    CHECK(ball_abi_version() == BALL_ABI_VERSION && strcmp(ball_version(), BALL_VERSION) == 0);
    null_rules();
    null_game();
    numbers();
    records_of_foreign_bytes();
    texts();
    tags();
    wrong_time();
    ownership();
    return end("abuse");
}
