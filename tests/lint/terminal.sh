#!/bin/sh
# Text gets to standard output and standard error through base/tty.h alone, which makes it printable for
# terminals. terminal.allow lists the exceptions. usage: terminal.sh [FILE...]
# Strings and comments do not count; a call is looked at with the line after it.
[ $# -gt 0 ] || set -- $(find src -name '*.[ch]' ! -path 'src/gen/*')
look() {
    awk '
        FILENAME == "tests/lint/terminal.allow" { if ($1 !~ /^#/) allowed[$1] = 1; next }
        FNR == 1 { before = "" }
        {
            line = $0
            gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
            sub(/\/\/.*/, "", line)
            both = before " " line
            streams = "(std(out|err)|STD(OUT|ERR)_FILENO)"
            writes = "(^|[^A-Za-z0-9_>.])(v?fprintf|v?dprintf|fputs|fputc|putc|fwrite|write|writev|pwrite|sendfile|splice|sa_fs_write_all)[ ]*[(][^;]*"
            bare = "(^|[^A-Za-z0-9_>.])(v?printf|puts|putchar|perror|psignal)[ ]*[(]"
            number = "(^|[^A-Za-z0-9_>.])(v?dprintf|write|writev|sa_fs_write_all)[ ]*[(][ ]*[12][ ]*,"
            opened = "(^|[^A-Za-z0-9_>.])(fdopen|dup|fileno)[ ]*[(][ ]*" streams
            hit = both ~ (writes streams) || line ~ bare || line ~ number || line ~ opened
            before = line ~ /;[ ]*$/ ? "" : line
            if (!hit || (FILENAME in allowed)) next
            before = ""
            print FILENAME ":" FNR ": " $0 "   <- use sa_tty_write, sa_tty_printf or sa_cli_out"
        }' tests/lint/terminal.allow "$@"
}
look "$@"
# The check can fail: each of these lines must be found, the last ones must not.
if [ -z "${TERMINAL_SELF_TEST:-}" ]; then
    sample=$(mktemp -d) || exit 1
    n=0
    while IFS= read -r code; do
        n=$((n + 1))
        printf '%s\n' "$code" | sed 's/@/\n/' >"$sample/$n.c"
        found=$(TERMINAL_SELF_TEST=1 sh tests/lint/terminal.sh "$sample/$n.c")
        case $code in
        *ok*) [ -z "$found" ] || echo "tests/lint/terminal.sh: refuses: $code" ;;
        *) [ -n "$found" ] || echo "tests/lint/terminal.sh: does not see: $code" ;;
        esac
    done <<'CODE'
    fputs(text, stderr);
    fprintf(stderr, "%s", text);
    fwrite(text, 1, len,@           stdout);
    write(STDOUT_FILENO, text, len);
    if (write(1, text, len) < 0) return;
    sa_fs_write_all(STDERR_FILENO, text, len);
    printf("%s", text);
    puts(text);
    dprintf(2, "%s", text);
    vfprintf(stderr, format, args);
    perror(path);
    FILE *f = fdopen(STDERR_FILENO, "w");
    ok_snprintf(stderr_text, size, "%s", text);
    const char *ok = "fputs(text, stderr)";
    bool ok = isatty(STDERR_FILENO);@    write(fd, text, len);
    ok.write(STDOUT_FILENO); // write(1, text, 2)
CODE
    rm -rf "$sample"
fi
exit 0
