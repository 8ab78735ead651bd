#!/bin/sh
# Header lines that carry a key are sent by add_headers of src/http/request.c alone, from a struct sa_http_credential,
# which ties them to the origin that they were given for. Each literal that begins such a line needs its row in
# keys.allow, "path header reason"; the reason says how it gets into a credential, or why it is none.
# usage: keys.sh [FOLDER]
cd "${1:-$(dirname "$0")/../..}" || exit 1
find src -name '*.[ch]' ! -path 'src/py/*' | sort | xargs awk '
    FILENAME == allow { if ($1 !~ /^#/ && NF) { if (NF < 3) print allow ":" FNR ": no reason"; else allowed[$1 " " $2] = FNR }; next }
    {
        line = tolower($0)
        sub(/^[ \t]*\/\/.*/, "", line)
        while (match(line, /"([a-z0-9-]*(authorization|cookie|key|token|secret|auth):|authorization"|cookie"|x-[a-z0-9-]*(key|token|secret|auth)")/)) {
            name = substr(line, RSTART + 1, RLENGTH - 2)
            line = substr(line, RSTART + RLENGTH)
            used[FILENAME " " name] = 1
            if (!((FILENAME " " name) in allowed))
                print FILENAME ":" FNR ": " name "   <- a key header is sent in a struct sa_http_credential; say in tests/lint/keys.allow how"
        }
    }
    END { for (key in allowed) if (!(key in used)) print allow ":" allowed[key] ": " key " is not there any more" }
' allow=tests/lint/keys.allow tests/lint/keys.allow
exit 0
