/* The header alone, before any other and twice, as C and as C++. */

#include "ball.h"
#include "ball.h"

int main(void)
{
    BallRules *rules;
    if (ball_abi_version() != BALL_ABI_VERSION || ball_rules_new_standard(&rules, NULL) != BALL_STATUS_OK)
        return 1;
    ball_rules_free(rules);
    return 0;
}
