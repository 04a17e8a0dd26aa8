/* What the test programs share. */

#ifndef BALL_TEST_CHECK_H
#define BALL_TEST_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ball.h"

static unsigned long checks, failures;
static const char *check_context = "";

/* Counts a check and says where it fails. */
static void check(int holds, const char *what, const char *file, int line)
{
    checks++;
    if (!holds) {
        failures++;
        fprintf(stderr, "%s:%d: %s\n    %s\n", file, line, what, check_context);
    }
}

#define CHECK(condition) check(!!(condition), #condition, __FILE__, __LINE__)

/* For what must work before anything else can be tested. */
static void require(BallStatus status, const BallError *error, const char *what, int line)
{
    if (status != BALL_STATUS_OK) {
        fprintf(stderr, "line %d: %s: %s: %s\n    %s\n", line, what, ball_status_name(status),
                error ? error->message : "", check_context);
        exit(1);
    }
}

#define REQUIRE(call) require(call, NULL, #call, __LINE__)

/* The end of a test program. */
static int report(const char *program)
{
    printf("%s: %lu checks, %lu failures\n", program, checks, failures);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
