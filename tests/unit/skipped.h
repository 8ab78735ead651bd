// Skips a test and prints the reason, which tests/skips.sh lists: "needs LAYER" in the words of
// tests/layers.sh, or one that tests/skips.allow has. Included behind cmocka.h.
#ifndef TEST_SKIPPED_H
#define TEST_SKIPPED_H

#define SKIP(reason) (print_message("skip: %s\n", reason), skip())

#endif
