#!/bin/sh
# Functions that have no place here, with what to use instead. banned.allow lists the exceptions, one
# path a line or "path name"; strings and comments do not count.
check() { # check PATTERN INSTEAD FILES...
    pattern=$1 instead=$2
    shift 2
    awk -v pattern="(^|[^A-Za-z0-9_>.])($pattern)[ ]*[(]" -v instead="$instead" '
        FILENAME == "tests/lint/banned.allow" { if ($1 !~ /^#/) allowed[$1 (NF > 1 ? " " $2 : "")] = 1; next }
        {
            line = $0
            gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
            sub(/\/\/.*/, "", line)
            if (!match(line, pattern)) next
            name = substr(line, RSTART, RLENGTH)
            gsub(/[^A-Za-z0-9_]/, "", name)
            if ((FILENAME in allowed) || ((FILENAME " " name) in allowed)) next
            print FILENAME ":" FNR ": " name "   <- use " instead
        }' tests/lint/banned.allow "$@"
}
all=$(find src -name '*.[ch]' ! -path 'src/gen/*')
engine=$(find src/py -name '*.[ch]')
library=$(find src -name '*.[ch]' ! -path 'src/gen/*' ! -path 'src/cli/*')
streams=$(echo "$library" | grep -v -x -e src/base/tty.c -e src/base/tty.h)
# shellcheck disable=SC2086
{
    check 'sprintf|vsprintf|strcpy|strcat|strncat|strncpy|gets|strtok|atoi|atol|atof' 'snprintf, sa_buf, sa_parse_*' $all
    check 'system|popen|tmpnam|mktemp|alloca' 'sa_proc_run, mkstemp, the heap' $all
    check 'fork|vfork|clone|clone3|posix_spawnp?|forkpty|daemon|exec[vl][pe]*|execveat|fexecve|waitid|waitpid|wait[34]' 'base/spawn.h, the one place where processes begin and end' $all
    check 'poll|ppoll|select|pselect|epoll_wait' 'sa_flow_wait' $all
    check 'creat|mkdir|rename|unlink|rmdir|mkdtemp|mkstemp|truncate|symlink' 'base/fs.h, which follows no link that code has made' $all
    # shellcheck disable=SC2086
    grep -nE '(^|[^_a-z])open\(.*O_CREAT' $all | grep -v '^src/cli/cmd_init.c:' | sed 's/$/   <- use sa_fs_open_write/'
    check 'dlopen|dlsym' 'sa_library_open, which tries every name of a library' $all
    check 'setjmp|longjmp|sigsetjmp|siglongjmp' 'return codes' $all
    check 'exit|_exit|quick_exit' 'a return code; only src/cli exits' $library
    check 'printf|vprintf|fprintf|vfprintf|dprintf|puts|fputs|putchar|perror|sa_tty_printf|sa_tty_write' 'sa_log: the standard streams are those of the program that embeds us' $streams
    check 'signal|sigaction' 'a stop flag: signals are for the program that embeds us; only src/cli catches them' $library
    check 'malloc|calloc|realloc|strdup|strndup|asprintf' 'the counted allocator of the isolate' $engine
    check 'mpz_[a-z_0-9]+|mpn_(mul|sqr|tdiv_qr|gcd|gcdext|sqrtrem|[gs]et_str|div_q|divexact)' 'py_mpn_NAME, which counts scratch space' $engine
    check 'qsort|qsort_r|sysconf|sysinfo' 'a sort of your own: it makes system calls, which the jail ends' $engine
    # shellcheck disable=SC2086
    grep -nE '(->|\.)(s|slots)\.[a-z_]+\(' $(echo "$engine" | grep -v obj/slot.h) |
        sed 's/$/   <- use py_slot_NAME, which looks at the stack/'
    check 'printf|fprintf|puts|putchar|fopen|open|socket|getenv|clock_gettime|getrandom|fork|execve' 'a host hook' $engine
}
exit 0
