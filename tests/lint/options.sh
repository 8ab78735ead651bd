#!/bin/sh
# Getters of options have the types of their rows: what reads one as another does not compile. The first
# line is the control.
cc=${CC:-gcc}
try() { # try ok|wrong STATEMENT
    printf '#include "config/config.h"\nvoid f(struct sa_config *c);\nvoid f(struct sa_config *c) { %s }\n' "$2" |
        $cc -std=gnu11 -Isrc -Iinclude -Wall -Wextra -Werror -fsyntax-only -x c - 2>/dev/null && got=ok || got=wrong
    [ "$got" = "$1" ] || echo "src/config/config.h: '$2' must be $1"
}
try ok 'int64_t n = sa_opt_max_steps(c); const char *m = sa_opt_model(c); (void)n; (void)m;'
try wrong 'const char *text = sa_opt_max_steps(c); (void)text;'
try wrong 'const char *text = sa_opt_quiet(c); (void)text;'
try wrong 'int64_t n = sa_opt_model(c); (void)n;'
try wrong 'int64_t n = sa_opt_output(c); (void)n;'
try wrong 'double d = sa_opt_imports(c); (void)d;'
try wrong 'const char *text = sa_opt_header(c); (void)text;'
try wrong 'int64_t ns = sa_opt_no_such_option(c); (void)ns;'
# Nobody goes around them: settings are read as such where tables are walked, or to see whether there is one.
grep -nE -e '->values\[|\.values\[' $(find src -name '*.[ch]' ! -path 'src/config/*' ! -path 'src/py/*') |
    grep -i config | sed 's/$/   <- use sa_opt_ID(config)/'
exit 0
