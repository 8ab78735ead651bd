#!/bin/sh
# Calls that open or look up files by name, where code runs or tools work (src/exec, src/tool,
# src/jail). A name that was granted is opened in src/tool/files alone, which follows no link that
# code may have made; every other name here needs its line in opens.allow, with the reason.
# usage: opens.sh [FOLDER]
cd "${1:-$(dirname "$0")/../..}" || exit 1
calls='open|openat|openat2|open_tree|creat|fopen|freopen|opendir|scandir|realpath|canonicalize_file_name|stat|lstat|fstatat|statx|access|faccessat|readlink|readlinkat|truncate|mount|chdir|sa_fs_[a-z_]+|sa_jail_walk'
pure='sa_fs_join|sa_fs_xdg|sa_fs_expand|sa_fs_read_fd|sa_fs_read_until|sa_fs_append|sa_fs_write_all|sa_fs_write_until|sa_fs_close_from'
find src/exec src/tool src/jail -name '*.c' ! -path 'src/tool/files/*' | sort | xargs awk -v calls="$calls" -v pure="$pure" '
    FILENAME == allow { if ($1 !~ /^#/ && NF) { if (NF < 3) print allow ":" FNR ": no reason"; else allowed[$1 " " $2] = FNR }; next }
    {
        line = $0
        gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
        sub(/\/\/.*/, "", line)
        gsub("SYS_open_tree,", "open_tree(", line)
        while (match(line, "(^|[^A-Za-z0-9_>.])(" calls ")[ ]*[(]")) {
            name = substr(line, RSTART, RLENGTH)
            rest = substr(line, RSTART + RLENGTH)
            before = substr(line, 1, RSTART)
            line = rest
            gsub(/[^A-Za-z0-9_]/, "", name)
            if (name ~ "^(" pure ")$" || (before ~ /struct $/ && name == "stat")) continue
            used[FILENAME " " name] = 1
            if (!((FILENAME " " name) in allowed))
                print FILENAME ":" FNR ": " name "   <- a granted name is opened in src/tool/files; say in tests/lint/opens.allow why this is none"
        }
    }
    END { for (key in allowed) if (!(key in used)) print allow ":" allowed[key] ": " key " is not there any more" }
' allow=tests/lint/opens.allow tests/lint/opens.allow
exit 0
