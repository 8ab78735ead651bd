#!/usr/bin/env bats
# What `make check` does with skipped tests (tests/skips.sh, helper.bash): each is listed with its reason, and no test is
# skipped unnoticed.
load helper

# skips LAYERS: what check.sh reports of the logs in $dir.
skips() { cd "$BATS_TEST_DIRNAME/../.." && run env WORK="$dir" LAYERS="$1" sh tests/skips.sh unit python cli; }

@test "a test skipped for want of a layer fails where the machine has every layer" {
    echo 'ok 1 it runs in the jail # skip needs jail' >"$dir/cli.log"
    skips 'jail user-namespace sandbox-run'
    [ "$status" = 1 ]
    [[ $output == *'> cli it runs in the jail # needs jail'* ]]
    skips 'user-namespace landlock' # a machine of which there is no list
    [ "$status" = 0 ]
}

@test "without namespaces the skipped tests are those of the list, no more and no fewer" {
    list=$BATS_TEST_DIRNAME/../fresh/skips-without-namespaces
    sed -n 's/^cli \(.*\) # /ok 1 \1 # skip /p' "$list" >"$dir/cli.log"
    sed -n 's/^unit \(.*\) # \(.*\)/skip: \2\n[  SKIPPED ] \1/p' "$list" >"$dir/unit.log"
    skips 'landlock seccomp python'
    echo "$output"
    [ "$status" = 0 ]
    sed -i 1d "$dir/cli.log"
    skips 'landlock seccomp python'
    [ "$status" = 1 ]
    [[ $output == *'< cli '* ]]
}

@test "a skip for a reason that is not known fails everywhere" {
    echo 'ok 7 it draws # skip no screen' >"$dir/cli.log"
    echo 'skipped tests/py/a.py # deep on purpose (MODE=gcstress)' >"$dir/python.log"
    skips 'jail sandbox-run'
    [ "$status" = 1 ]
    [[ $output == *'cli it draws # no screen'* && $output != *a.py* ]]
}

@test "a test of which a part was skipped counts as skipped" {
    # the signs keep bats from taking these for tests of this file
    sed 's/^+//' >half.bats <<END
+load $BATS_TEST_DIRNAME/helper
+@test "half" { ran=1; if grants nosuch; then ran=2; fi; [ "\$ran" = 1 ]; }
+@test "whole" { grants seccomp; needs seccomp; }
+@test "none" { needs seccomp nosuch; false; }
+@test "failed" { grants nosuch || false; }
END
    run env LAYERS=seccomp bats --tap half.bats
    echo "$output"
    [ "$(grep -E '^(not )?ok' <<<"$output")" = "ok 1 half # skip needs nosuch; the rest passed
ok 2 whole
ok 3 none # skip needs nosuch
not ok 4 failed" ]
}
