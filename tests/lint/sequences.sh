#!/bin/sh
# What is said to a model, byte for byte, in every case and every wire format: a .case with a conversation for each
# pair, of agents that write code and of those that call tools. A new wire format, or a new line here, asks for its cases.
wires=$(sed -n 's/^WIRE(\([a-z]*\))$/\1/p' src/model/wires.def)
[ -n "$wires" ] || echo "src/model/wires.def: no wire format was found there"

look() { # WIRE FILE
    [ -f "$2" ] || { echo "$2 is missing" && return; }
    grep -q -e "--wire $1" -e "wire = $1" "$2" || echo "$2: does not speak $1"
    awk '/^== / { inside = /^== conversation / } inside && /^{"/ { n++ } END { exit !n }' "$2" ||
        echo "$2: expects no conversation"
}

# want START WHAT...: files START, the wire format, WHAT, which may hold a star.
want() {
    start=$1
    shift
    for wire in $wires; do
        for what; do
            # shellcheck disable=SC2086 # the star
            for file in $start${wire}_$what.case; do look "$wire" "$file"; done
        done
    done
}

want tests/agent/sequences/ good_step failing_step parse_failure cut_reply continuation max_steps compaction summary \
    structured stand_in attached_image plan updated_plan structured_plan hook_blocks hook_replaces
want tests/agent/calls/ good_step failing_step two_calls_one_fails no_call cut_in_arguments continuation max_steps \
    compaction summary plan updated_plan 'stands_in_for_*' hook_blocks hook_replaces
want tests/agent/schema/ code_violated_then_met tools_violated_then_met
want tests/agent/sequences/ sub_agent_good sub_agent_failing sub_agent_nested
want tests/agent/calls/ two_sub_agents_one_fails
