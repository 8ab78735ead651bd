#!/bin/sh
# Solves a recorded task with the real agent over HTTP: no key, no network. The replies of TASK.case
# are served by a loopback server on a free port; they hold code, not answers, so other data gives
# another answer:  sh tests/demo/demo.sh BIN HELPERS sales --var
# 'sales=[1,2,3,4,5,6,7,8,9,10,11,12]' usage: demo.sh BIN HELPERS [TASK [smolagent options...]]
set -eu
bin=$1 helpers=$2 task=${3:-orders}
shift 2
[ $# -eq 0 ] || shift
here=$(dirname "$0")
case $task in
orders) text='Which customer spent the most, and how much? The data is in the variable orders.' ;;
sales) text='The variable sales holds twelve monthly sales figures, January to December. Give the
total, the average, the best and the worst month, the quarter-over-quarter growth, and the month
with the highest growth.' ;;
words) text='For the text in the variable text: count each word regardless of case, and give the
three most frequent words, the number of sentences and the average number of words per sentence.' ;;
search) text='Do a binary search in the sorted list numbers for each of the targets, and show every
step.' ;;
*)
    echo "demo: no task '$task'; there are: orders sales words search" >&2
    exit 2
    ;;
esac
# The user's own settings stay out of it.
for name in $(env | sed -n 's/^\(SMOLAGENT_[A-Za-z0-9_]*\)=.*/\1/p'); do unset "$name"; done
export XDG_CONFIG_HOME=/nonexistent NO_PROXY=127.0.0.1 no_proxy=127.0.0.1
"$helpers/modelserver" serve "$here/$task.case" -- \
    "$bin" run --model demo --base-url '{url}' --vars "$here/$task.json" "$@" "$text" || exit
# What a newcomer wants to know next.
[ ! -t 2 ] || echo "
That was $bin, with the replies of a model from a file. 'make install' puts it into /usr/local;
'smolagent help guide' goes through everything once." >&2
