#!/usr/bin/env bats
# What a person sees of a run: screens of a terminal (screen.bash).
load helper
load screen

@test "an answer stands on the screen, and the run's status is kept" {
    replies r.jsonl 'print("counting")
final_answer(6 * 7)'
    on_screen 60x20 "$BIN" run -m replay:r.jsonl "how many"
    until_ended
    until_shown 42
    [ "$status" = 0 ]
    [[ $screen_seen == *'print("counting")'*counting*42* ]]
}
