#!/usr/bin/env bats
# What is typed at a prompt: editing, several lines, pastes, history, Tab, signals; on screens.
load helper
load screen

python() { on_screen "${1:-60x16}" "$BIN" python --no-config && until_shown '>>>'; }

@test "prompt: a paste of 30 lines with blank ones is one entry, which Enter runs" {
    python 50x12
    pastes "$(for i in $(seq 10); do printf 'def f%d(x):\n\n    return x * %d\n' "$i" "$i"; done)"
    until_shown 'return x * 10'
    [[ $screen_seen == *'... def f10(x):'*'...     return x * 10' ]]
    [ "$(cursor)" = "21 11" ]
    types '  # typed'
    keys Enter Enter
    types 'f3(14)'
    keys Enter
    until_shown 42
    # All of it stands above, also what was taller than the screen.
    [ "$(shown -S - | grep -c 'return x')" = 10 ]
}

@test "prompt: what is pasted is text, whatever it says, and runs when Enter says so" {
    python
    pastes "$(printf 'print("pas" "ted")\rprint("exit" "ed")\r\nexit\r\x03\x04\x1b[A')"
    until_shown 'exit'
    ! shown | grep -E '^(pasted|exited)' || false
    keys C-c
    until_shown KeyboardInterrupt
    types 'print("on")' && keys Enter
    until_shown $'\non'
}

@test "prompt: the cursor goes through text taller and wider than the screen" {
    python 30x6
    pastes "$(printf 'x = [\n%s]' "$(seq -f '  %g,' 1 20)")"
    until_shown '20,]'
    keys C-p C-p C-p C-p C-p C-p C-p C-p C-p C-p C-p C-p
    until_shown '  8,'
    types ' 88,'
    until_shown '...   8, 88,'
    keys C-c && until_shown KeyboardInterrupt
    types 'y = "漢字漢字漢字漢字漢字漢字é"'
    until_shown 'é"'
    keys Left Left BSpace BSpace
    keys Enter
    types 'len(y), y[-1]' && keys Enter
    until_shown "(11, 'é')"
}

@test "prompt: words and lines are cut and come back; Home, End, Ctrl-Left; Alt-Enter" {
    python
    types 'alpha beta'
    keys C-w && until_gone beta
    keys Home C-y
    until_shown '>>> betaalpha'
    keys C-k C-u
    types '"""one'
    keys Enter
    types 'two"""'
    keys C-Left C-Left Up
    keys Home C-Right
    types '!' && until_shown 'one!'
    keys Enter
    until_shown "'one!\\ntwo'"
    types 'x = 5'
    keys M-Enter
    types 'x + 1'
    keys Enter
    until_shown $'\n6'
}

@test "prompt: a screen that gets another size has the text once, with the cursor where it was" {
    python 60x10
    types 'result = "0123456789012345678901234567890123456789"'
    until_shown '9"'
    resize 25x10
    until_shown '>>> result = "012345678'
    types '+"z"' && until_shown 'z"'
    [ "$(shown | grep -c result)" = 1 ]
    resize 70x10
    until_shown '9"+"z"'
    [ "$(shown | grep -c result)" = 1 ]
    keys Enter
    types 'result[-3:]' && keys Enter
    until_shown "'89z'"
}

@test "prompt: history across sessions, Ctrl-R, nothing that begins with a blank" {
    python
    types 'first = 1' && keys Enter
    pastes "$(printf 'second = [\n\n2]')" && keys Enter
    types ' secret = 3' && keys Enter
    types 'exit' && keys Enter && until_ended && [ "$status" = 0 ]
    [ "$(stat -c %a "$dir/.local/state/smolagent/python_history")" = 600 ]
    [ "$(stat -c %a "$dir/.local/state/smolagent")" = 700 ]
    ! grep -q secret "$dir/.local/state/smolagent/python_history" || false
    python
    keys Up Up
    until_shown '... 2]'
    keys C-c && until_shown KeyboardInterrupt
    keys C-r
    types 'irs'
    until_shown '(history: irs) first = 1'
    keys End
    types '+ 1'
    keys Enter
    types 'first' && keys Enter
    until_shown $'\n2'
    keys C-r && types 'seco' && until_shown '(history: seco) second' && keys C-g && until_gone history:
    types quit && keys Enter && until_ended && [ "$status" = 0 ]
}

@test "prompt: Tab knows names, attributes and modules, and nothing inside a string" {
    python
    types 'valueless = {}; import js' && keys Tab && until_shown 'import json' && keys Enter
    types 'print(valu' && keys Tab && until_shown 'print(valueless'
    types '.setd' && keys Tab && until_shown 'valueless.setdefault'
    keys C-u
    types 'json.dum' && keys Tab && until_shown 'json.dump'
    keys Tab && until_shown 'dump   dumps'
    keys C-u
    types 'from collections import Ord' && keys Tab && until_shown 'import OrderedDict' && keys C-u
    types '"valu' && keys Tab && types 'e"' && keys Enter
    until_shown "'value'"
    types 'if 1:' && keys Enter Tab && types 'print("in" "dented")' && keys Enter Enter
    until_shown $'\nindented'
}

@test "prompt: Tab does not run what has effects, nor is it part of the program" {
    python
    types 'print = dir = 7' && keys Enter
    types 'called = []; f = lambda: called.append(1)' && keys Enter
    types 'f().app' && keys Tab && keys C-u
    types 'called.app' && keys Tab && until_shown 'called.append' && keys C-u
    types 'len(called), _' && keys Enter
    until_shown "NameError: name '_' is not defined"
}

@test "prompt: Ctrl-C ends what Tab asks the program for, and the line stays" {
    python
    pastes $'class A:\n    def __dir__(self):\n        while True: pass' && keys Enter
    types 'a = A(); "be" "gun"' && keys Enter && until_shown "'begun'"
    types 'a.' && keys Tab
    pid=$(pgrep -P "$(tmux -S "$screen" display-message -p '#{pane_pid}')")
    for _ in $(seq 1500); do ! grep -q 'State:.R' "/proc/$pid/status" || break; sleep 0.02; done
    keys C-c
    types '__class__' && keys Enter && until_shown "<class '__main__.A'>"
    types 'a.' && keys Tab C-c # before Tab was looked at, perhaps
    types '__module__' && keys Enter && until_shown "'__main__'"
    types exit && keys Enter && until_ended && [ "$status" = 0 ]
}

@test "prompt: Ctrl-Z stops the program, fg draws what was typed" {
    on_screen 60x14 bash --norc -i
    types "PS1='shell> '" && keys Enter
    types "\"$BIN\" python --no-config" && keys Enter
    until_shown '>>>'
    types 'x = "half'
    until_shown 'half'
    keys C-z
    until_shown Stopped
    types 'fg' && keys Enter
    types ' done"' && until_shown '>>> x = "half done"'
    keys Enter && types 'len(x)' && keys Enter && until_shown $'\n9'
    types exit && keys Enter
    types 'stty -a | grep -c " icanon"' && keys Enter && until_shown $'\n1'
    types exit && keys Enter && until_ended
}

@test "prompt: the editor gets the text and gives it back, by Ctrl-X Ctrl-E" {
    printf '#!/bin/sh\nsed -i s/lama/LAMA/ "$1"; echo "y = 1" >>"$1"; stat -c %%a "$1" >mode\n' >ed
    chmod +x ed
    mkdir tmp
    export EDITOR="$dir/ed" TMPDIR="$dir/tmp"
    python
    types 'x = "lama"'
    keys C-x C-e
    until_shown '... y = 1'
    keys Enter
    types 'x, y' && keys Enter
    until_shown "('LAMA', 1)"
    [ "$(cat mode)" = 600 ]
    [ -z "$(ls tmp)" ]
}

@test "prompt: Ctrl-C in the editor is the editor's, as often as it comes" {
    printf '#!/bin/bash\ntrap '\''echo "caught $((n += 1))"'\'' INT\necho opened\nuntil [ -e "%s/go" ]; do sleep 0.1; done\n' "$dir" >ed
    chmod +x ed
    export EDITOR="$dir/ed"
    python
    types '"sta" "yed"' && keys C-x C-e && until_shown opened
    for i in 1 2 3; do keys C-c && until_shown "caught $i"; done
    touch go
    until_shown '>>> "sta" "yed"' && keys Enter && until_shown "'stayed'"
}

@test "prompt: on a terminal that cannot be drawn on lines are read plainly" {
    SCREEN_TERM=dumb python
    types 'x = (1 +' && keys Enter
    until_shown '...'
    types '41)' && keys Enter
    types 'x' && keys Enter
    until_shown $'\n42'
    [[ $(shown) != *'['* ]]
    keys C-c && until_shown KeyboardInterrupt
    keys C-d && until_ended && [ "$status" = 0 ]
}
