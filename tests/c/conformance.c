/*
 * The test data of tests/ through the C interface: legal actions, successors, refusals, perft, hashes, action numbers
 * and records. The data is prepared by vectors.py, which describes the lines.
 *
 *     python3 tests/c/vectors.py > vectors.tsv && conformance vectors.tsv
 */

#include "check.h"

#define MAX_FIELDS 600

static BallRules *rules;
static BallGame *game;
static BallError error;

/* --- Lines --------------------------------------------------------------------------------------------------- */

typedef struct {
    int count;
    char *field[MAX_FIELDS];
} Line;

static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        if (*text == '\\') {
            text++;
            *to++ = *text == 't' ? '\t' : *text == 'n' ? '\n' : '\\';
        } else {
            *to++ = *text;
        }
    }
    *to = '\0';
}

static void split(char *text, Line *line)
{
    line->count = 0;
    for (;;) {
        char *end = strchr(text, '\t');
        if (line->count == MAX_FIELDS) {
            fprintf(stderr, "a line has more than %d fields\n", MAX_FIELDS);
            exit(1);
        }
        line->field[line->count++] = text;
        if (end)
            *end = '\0';
        unescape(text);
        if (!end)
            return;
        text = end + 1;
    }
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text;
    long size;
    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) {
        perror(path);
        exit(1);
    }
    text = malloc((size_t)size + 1);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(1);
    }
    text[size] = '\0';
    fclose(file);
    return text;
}

/* --- Texts --------------------------------------------------------------------------------------------------- */

static char *position_of(const BallGame *which)
{
    static char text[2][BALL_POSITION_TEXT_SIZE];
    static int next;
    next = !next;
    REQUIRE(ball_game_position(which, text[next], sizeof text[next], NULL, NULL));
    return text[next];
}

static char *record_of(const BallGame *which)
{
    size_t length = 0;
    char *text;
    CHECK(ball_game_to_record(which, NULL, 0, &length, NULL) == BALL_STATUS_BUFFER_TOO_SMALL);
    text = malloc(length + 1);
    REQUIRE(ball_game_to_record(which, text, length + 1, &length, NULL));
    CHECK(strlen(text) == length);
    return text;
}

static void append(char *text, const char *more)
{
    CHECK(strlen(text) + strlen(more) < BALL_POSITION_TEXT_SIZE);
    strcat(text, more);
}

static void append_number(char *text, const char *before, unsigned number)
{
    char more[32];
    sprintf(more, "%s%u", before, number);
    append(text, more);
}

static void append_square(char *text, const char *before, BallSquare square)
{
    char more[BALL_SQUARE_TEXT_SIZE];
    REQUIRE(ball_square_to_text(square, more, sizeof more, NULL, NULL));
    append(text, before);
    append(text, more);
}

static void append_cards(char *text, const char *before, unsigned spent)
{
    const char *separator = "";
    unsigned card;
    append(text, before);
    if (!spent)
        append(text, "-");
    for (card = 0; card < BALL_MAX_CARDS; card++) {
        BallCardInfo info;
        if (spent >> card & 1) {
            REQUIRE(ball_rules_card(rules, (BallCard)card, &info, NULL));
            append(text, separator);
            append(text, info.id);
            separator = ",";
        }
    }
}

/* Writes the position text of chapter 10 from what the views say: nothing of a position is missing in them. */
static void write_from_views(char *text)
{
    static const char *const teams[] = {"atk", "def"};
    static const char *const phases[] = {"action", "unlock", "over"};
    static const char *const results[] = {"", "atk", "def", "draw"};
    BallPieceView pieces[BALL_PIECE_COUNT];
    BallGameView view;
    size_t count = 0, i;
    REQUIRE(ball_game_pieces(game, pieces, BALL_PIECE_COUNT, &count, NULL));
    REQUIRE(ball_game_view(game, &view, NULL));
    CHECK(count == BALL_PIECE_COUNT);
    *text = '\0';
    for (i = 0; i < count; i++) {
        const BallPieceView *piece = &pieces[i];
        if (i % 7 == 0) {
            append(text, i ? " " : "");
            append(text, teams[piece->team]);
        }
        append_square(text, i % 7 ? "," : "=", piece->square);
        if (piece->stack == BALL_STACK_TOP)
            append(text, piece->formed_this_turn ? "+" : "^");
        else if (piece->knocked_down)
            append(text, "-");
        append(text, piece->tired ? "*" : "");
    }
    append_square(text, " ball=", view.ball);
    append_number(text, " turn=", view.turn);
    append(text, " move=");
    append(text, teams[view.team]);
    append(text, " phase=");
    append(text, phases[view.phase]);
    append_number(text, " ap=", view.ap);
    if (view.mode == BALL_MODE_CARDS) {
        append_number(text, " ep=", view.ep[BALL_TEAM_ATK]);
        append_number(text, ":", view.ep[BALL_TEAM_DEF]);
        append_cards(text, " spent=", view.spent[BALL_TEAM_ATK]);
        append_cards(text, ":", view.spent[BALL_TEAM_DEF]);
        if (view.pending != BALL_NONE)
            append_cards(text, " pending=", 1u << view.pending);
    }
    if (view.outcome != BALL_OUTCOME_NONE) {
        append(text, " result=");
        append(text, results[view.outcome]);
    }
}

/* --- Checks of every position -------------------------------------------------------------------------------- */

static void check_views(void)
{
    char text[BALL_POSITION_TEXT_SIZE], name[BALL_PIECE_NAME_SIZE], expected[BALL_PIECE_NAME_SIZE];
    BallPieceView pieces[BALL_PIECE_COUNT];
    BallGameView view;
    BallOutcome outcome;
    size_t count, i;
    write_from_views(text);
    CHECK(strcmp(text, position_of(game)) == 0);
    REQUIRE(ball_game_pieces(game, pieces, BALL_PIECE_COUNT, &count, NULL));
    REQUIRE(ball_game_view(game, &view, NULL));
    REQUIRE(ball_game_outcome(game, &outcome, NULL));
    CHECK(view.outcome == outcome && (view.phase == BALL_PHASE_OVER) == (outcome != BALL_OUTCOME_NONE));
    for (i = 0; i < count; i++) {
        const BallPieceView *piece = &pieces[i];
        BallSquare square = BALL_NONE;
        BallPieceInfo info;
        REQUIRE(ball_square_at(piece->column, piece->row, &square, NULL));
        REQUIRE(ball_rules_piece(rules, (BallPiece)i, &info, NULL));
        REQUIRE(ball_rules_piece_name(rules, (BallPiece)i, name, sizeof name, NULL, NULL));
        sprintf(expected, "%s %c%u", piece->team ? "DEF" : "ATK", "XOS"[piece->shape], piece->number % 10u);
        CHECK(strcmp(name, expected) == 0);
        CHECK(info.team == piece->team && info.shape == piece->shape && info.number == piece->number);
        CHECK(square == piece->square && piece->piece == i && piece->team == i / 7);
        CHECK(piece->has_ball == (view.carrier == i) && (!piece->has_ball || view.ball == piece->square));
        CHECK(piece->active == (!piece->knocked_down && piece->stack == BALL_STACK_NONE));
    }
}

static void check_legal_actions(void)
{
    BallAction actions[BALL_MAX_LEGAL_ACTIONS], of_piece[BALL_MAX_LEGAL_ACTIONS], again;
    uint8_t mask[BALL_ACTION_SPACE];
    char text[BALL_ACTION_TEXT_SIZE];
    size_t count, counted, ones = 0, of_pieces = 0, of_none = 0, i;
    unsigned last = 0;
    BallOutcome outcome;
    REQUIRE(ball_game_legal_actions(game, actions, BALL_MAX_LEGAL_ACTIONS, &count, NULL));
    REQUIRE(ball_game_count_legal(game, &counted, NULL));
    REQUIRE(ball_game_legal_mask(game, mask, sizeof mask, &i, NULL));
    REQUIRE(ball_game_outcome(game, &outcome, NULL));
    CHECK(i == BALL_ACTION_SPACE && counted == count && (count == 0) == (outcome != BALL_OUTCOME_NONE));
    for (i = 0; i < count; i++) {
        uint16_t number = 0;
        CHECK(ball_game_check(game, &actions[i], NULL) == BALL_STATUS_OK);
        REQUIRE(ball_game_action_to_text(game, &actions[i], text, sizeof text, NULL, NULL));
        REQUIRE(ball_game_action_from_text(game, text, BALL_NUL_TERMINATED, &again, NULL));
        CHECK(memcmp(&again, &actions[i], sizeof again) == 0);
        REQUIRE(ball_game_action_to_number(game, &actions[i], &number, NULL));
        REQUIRE(ball_game_action_from_number(game, number, &again, NULL));
        CHECK(memcmp(&again, &actions[i], sizeof again) == 0);
        CHECK(mask[number] == 1 && (i == 0 || number > last));
        last = number;
        of_none += actions[i].from == BALL_NONE;
    }
    /* Listed, marked in the mask and not refused are the same, over the whole action space. */
    for (i = 0; i < BALL_ACTION_SPACE; i++) {
        uint16_t number;
        BallStatus status = ball_game_action_from_number(game, (uint16_t)i, &again, NULL);
        ones += mask[i];
        CHECK(status == BALL_STATUS_OK || (status == BALL_STATUS_NO_NUMBER && !mask[i]));
        if (status == BALL_STATUS_OK) {
            int marked = ball_game_action_to_number(game, &again, &number, NULL) == BALL_STATUS_OK && mask[number];
            CHECK((ball_game_check(game, &again, NULL) == BALL_STATUS_OK) == marked);
        }
    }
    CHECK(ones == count);
    for (i = 0; i < BALL_PIECE_COUNT; i++) {
        size_t listed;
        REQUIRE(ball_game_legal_actions_of(game, (BallPiece)i, of_piece, BALL_MAX_LEGAL_ACTIONS, &listed, NULL));
        of_pieces += listed;
    }
    CHECK(of_pieces + of_none == count);
}

/* --- The verbs ----------------------------------------------------------------------------------------------- */

static void do_rules(const Line *line)
{
    BallStatus status;
    ball_rules_free(rules);
    rules = NULL;
    if (strcmp(line->field[1], "standard") == 0)
        status = ball_rules_new_standard(&rules, &error);
    else if (strcmp(line->field[1], "cards") == 0)
        status = ball_rules_new_cards(&rules, &error);
    else
        status = ball_rules_from_json(line->field[1], strlen(line->field[1]), &rules, &error);
    require(status, &error, line->field[1], __LINE__);
}

static void do_position(const Line *line)
{
    BallStatus status;
    ball_game_free(game);
    game = NULL;
    status = ball_game_from_position(rules, line->field[1], strlen(line->field[1]), &game, &error);
    require(status, &error, line->field[1], __LINE__);
    CHECK(strcmp(position_of(game), line->field[1]) == 0);
    check_views();
    check_legal_actions();
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void do_legal(const Line *line)
{
    static char texts[BALL_MAX_LEGAL_ACTIONS][BALL_ACTION_TEXT_SIZE];
    BallAction actions[BALL_MAX_LEGAL_ACTIONS];
    size_t count, i;
    REQUIRE(ball_game_legal_actions(game, actions, BALL_MAX_LEGAL_ACTIONS, &count, NULL));
    for (i = 0; i < count; i++)
        REQUIRE(ball_game_action_to_text(game, &actions[i], texts[i], sizeof texts[i], NULL, NULL));
    qsort(texts, count, sizeof texts[0], compare_texts);
    CHECK(count == (size_t)line->count - 1);
    for (i = 0; i < count && i + 1 < (size_t)line->count; i++)
        CHECK(strcmp(texts[i], line->field[i + 1]) == 0);
}

static void do_can(const Line *line)
{
    BallAction action;
    REQUIRE(ball_game_action_from_text(game, line->field[1], BALL_NUL_TERMINATED, &action, NULL));
    CHECK(ball_game_check(game, &action, NULL) == BALL_STATUS_OK);
}

static int listed(const Line *line, const char *rule)
{
    int i;
    for (i = 2; i < line->count; i++)
        if (strcmp(line->field[i], rule) == 0)
            return 1;
    return line->count == 2;
}

static void do_cannot(const Line *line)
{
    const char *before = position_of(game);
    BallAction action;
    BallStatus status = ball_game_action_from_text(game, line->field[1], BALL_NUL_TERMINATED, &action, &error);
    if (status == BALL_STATUS_OK) {
        CHECK(ball_game_check(game, &action, &error) == BALL_STATUS_ILLEGAL_ACTION && listed(line, error.rule));
        CHECK(ball_game_play(game, &action, &error) == BALL_STATUS_ILLEGAL_ACTION);
        CHECK(error.status == BALL_STATUS_ILLEGAL_ACTION);
        CHECK(strncmp(error.message, error.rule, strlen(error.rule)) == 0);
    } else {
        CHECK(status == BALL_STATUS_BAD_ACTION && error.status == status);
    }
    CHECK(listed(line, error.rule));
    CHECK(strcmp(position_of(game), before) == 0);
}

static void do_after(const Line *line)
{
    BallGame *next = NULL, *same = NULL;
    BallAction action, played;
    BallEvent events[BALL_MAX_EVENTS];
    char text[BALL_EVENT_TEXT_SIZE];
    uint64_t hash = 0, same_hash = 1;
    size_t count = 0, plies = 0, i;
    const char *before = position_of(game);
    REQUIRE(ball_game_clone(game, &next, NULL));
    REQUIRE(ball_game_action_from_text(next, line->field[1], BALL_NUL_TERMINATED, &action, NULL));
    require(ball_game_play_events(next, &action, events, BALL_MAX_EVENTS, &count, &error), &error, line->field[1],
            __LINE__);
    CHECK(strcmp(position_of(next), line->field[2]) == 0);
    CHECK(count > 0);
    for (i = 0; i < count; i++)
        REQUIRE(ball_game_event_to_text(next, &events[i], text, sizeof text, NULL, NULL));
    require(ball_game_from_position(rules, line->field[2], BALL_NUL_TERMINATED, &same, &error), &error, line->field[2],
            __LINE__);
    REQUIRE(ball_game_hash(next, &hash, NULL));
    REQUIRE(ball_game_hash(same, &same_hash, NULL));
    CHECK(hash == same_hash);
    REQUIRE(ball_game_ply_count(next, &plies, NULL));
    REQUIRE(ball_game_action_at(next, 0, &played, NULL));
    CHECK(plies == 1 && memcmp(&played, &action, sizeof action) == 0);
    REQUIRE(ball_game_undo(next, NULL));
    CHECK(strcmp(position_of(next), before) == 0);
    ball_game_free(next);
    ball_game_free(same);
}

static void do_perft(const Line *line)
{
    uint64_t count = 0;
    REQUIRE(ball_game_perft(game, (uint32_t)strtoul(line->field[1], NULL, 10), &count, NULL));
    CHECK(count == strtoull(line->field[2], NULL, 10));
}

static void do_hash(const Line *line)
{
    uint64_t hash = 0;
    REQUIRE(ball_game_hash(game, &hash, NULL));
    CHECK(hash == strtoull(line->field[1], NULL, 16));
}

static void do_number(const Line *line)
{
    BallAction action, same;
    char text[BALL_ACTION_TEXT_SIZE];
    uint16_t number = (uint16_t)strtoul(line->field[1], NULL, 10), again = 0;
    if (strcmp(line->field[2], "-") == 0) {
        CHECK(ball_game_action_from_number(game, number, &action, &error) == BALL_STATUS_NO_NUMBER);
        return;
    }
    require(ball_game_action_from_number(game, number, &action, &error), &error, line->field[2], __LINE__);
    REQUIRE(ball_game_action_to_text(game, &action, text, sizeof text, NULL, NULL));
    CHECK(strcmp(text, line->field[2]) == 0);
    /* Where two pieces share a square, another number may stand for the same action; an action that could only be the
     * other team's, such as a pass of its ball, has none. */
    if (ball_game_action_to_number(game, &action, &again, NULL) == BALL_STATUS_OK) {
        REQUIRE(ball_game_action_from_number(game, again, &same, NULL));
        CHECK(memcmp(&same, &action, sizeof action) == 0);
    }
}

static void do_refuse_rules(const Line *line)
{
    BallRules *refused = NULL;
    error.status = BALL_STATUS_OK;
    CHECK(ball_rules_from_json(line->field[1], strlen(line->field[1]), &refused, &error) == BALL_STATUS_BAD_RULES);
    CHECK(error.status == BALL_STATUS_BAD_RULES && error.message[0] && error.rule[0] && !refused);
}

static void do_refuse_position(const Line *line)
{
    BallGame *refused = NULL;
    size_t length = strlen(line->field[1]);
    error.status = BALL_STATUS_OK;
    CHECK(ball_game_from_position(rules, line->field[1], length, &refused, &error) == BALL_STATUS_BAD_POSITION);
    CHECK(error.status == BALL_STATUS_BAD_POSITION && error.message[0] && error.rule[0] && !refused);
    CHECK(error.offset <= length);
}

static void do_record(const Line *line)
{
    BallGame *original = NULL, *replayed = NULL, *copy = NULL;
    char *text, *text_again, position[BALL_POSITION_TEXT_SIZE];
    size_t plies = 0, ply, tags = 0, i;
    require(ball_game_from_record(line->field[1], strlen(line->field[1]), &original, &error), &error, line->field[1],
            __LINE__);
    text = record_of(original);
    require(ball_game_from_record(text, BALL_NUL_TERMINATED, &copy, &error), &error, text, __LINE__);
    text_again = record_of(copy);
    CHECK(strcmp(text, text_again) == 0);
    REQUIRE(ball_game_tag_count(original, &tags, NULL));
    for (i = 0; i < tags; i++) {
        char key[64], value[64];
        REQUIRE(ball_game_tag_key(original, i, key, sizeof key, NULL, NULL));
        REQUIRE(ball_game_tag_value(original, i, value, sizeof value, NULL, NULL));
        CHECK(strstr(line->field[1], key) && strstr(line->field[1], value));
    }
    /* Back to the start and forward again, decision by decision. */
    REQUIRE(ball_game_ply_count(original, &plies, NULL));
    CHECK(plies > 0);
    REQUIRE(ball_game_clone(original, &replayed, NULL));
    while (ball_game_undo(replayed, NULL) == BALL_STATUS_OK)
        continue;
    for (ply = 0; ply <= plies; ply++) {
        BallAction action;
        REQUIRE(ball_game_position_at(original, ply, position, sizeof position, NULL, NULL));
        CHECK(strcmp(position_of(replayed), position) == 0);
        if (ply < plies) {
            REQUIRE(ball_game_action_at(original, ply, &action, NULL));
            require(ball_game_play(replayed, &action, &error), &error, position, __LINE__);
        }
    }
    CHECK(strcmp(position_of(original), position_of(replayed)) == 0);
    free(text);
    free(text_again);
    ball_game_free(original);
    ball_game_free(replayed);
    ball_game_free(copy);
}

static void do_refuse_record(const Line *line)
{
    BallGame *refused = NULL;
    error.status = BALL_STATUS_OK;
    CHECK(ball_game_from_record(line->field[1], strlen(line->field[1]), &refused, &error) == BALL_STATUS_BAD_RECORD);
    CHECK(error.status == BALL_STATUS_BAD_RECORD && error.message[0] && error.rule[0] && !refused);
}

/* --- The program --------------------------------------------------------------------------------------------- */

static void do_case(const Line *line)
{
    check_context = line->field[1];
}

static struct {
    const char *name;
    int fields;
    void (*act)(const Line *line);
    unsigned long count;
} verbs[] = {
    {"case", 2, do_case, 0},
    {"rules", 2, do_rules, 0},
    {"position", 2, do_position, 0},
    {"legal", 1, do_legal, 0},
    {"can", 2, do_can, 0},
    {"cannot", 2, do_cannot, 0},
    {"after", 3, do_after, 0},
    {"perft", 3, do_perft, 0},
    {"hash", 2, do_hash, 0},
    {"number", 3, do_number, 0},
    {"refuse-rules", 2, do_refuse_rules, 0},
    {"refuse-position", 2, do_refuse_position, 0},
    {"record", 2, do_record, 0},
    {"refuse-record", 2, do_refuse_record, 0},
};

#define VERB_COUNT (sizeof verbs / sizeof verbs[0])

static size_t find_verb(const char *name)
{
    size_t verb;
    for (verb = 0; verb < VERB_COUNT; verb++)
        if (strcmp(verbs[verb].name, name) == 0)
            return verb;
    fprintf(stderr, "unknown verb %s\n", name);
    exit(1);
}

int main(int argc, char **argv)
{
    char *text, *next;
    size_t verb, totals = 0;
    if (argc != 2) {
        fprintf(stderr, "usage: conformance VECTORS\n");
        return EXIT_FAILURE;
    }
    CHECK(ball_abi_version() == BALL_ABI_VERSION && strcmp(ball_version(), BALL_VERSION) == 0);
    text = read_file(argv[1]);
    for (next = text; *next;) {
        static Line line;
        char *end = strchr(next, '\n');
        if (!end) {
            fprintf(stderr, "the last line does not end\n");
            return EXIT_FAILURE;
        }
        *end = '\0';
        split(next, &line);
        next = end + 1;
        if (strcmp(line.field[0], "total") == 0) {
            verb = find_verb(line.field[1]);
            CHECK(verbs[verb].count == strtoul(line.field[2], NULL, 10));
            totals++;
            continue;
        }
        verb = find_verb(line.field[0]);
        if (line.count < verbs[verb].fields) {
            fprintf(stderr, "too few fields after %s\n", line.field[0]);
            return EXIT_FAILURE;
        }
        verbs[verb].act(&line);
        verbs[verb].count++;
    }
    CHECK(totals == VERB_COUNT);
    for (verb = 0; verb < VERB_COUNT; verb++)
        CHECK(verbs[verb].count > 0);
    ball_game_free(game);
    ball_rules_free(rules);
    free(text);
    return report("conformance");
}
