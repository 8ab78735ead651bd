#!/bin/sh
# search.sh BEST FOLDER < QUESTION: the best paragraphs of the Markdown files there.
exec awk -v best="$1" -f "$(dirname "$0")/search.awk" - "$2"/*.md
