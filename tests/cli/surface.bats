#!/usr/bin/env bats
# Every option, key, variable, command and exit code is in help, man page, completion, example configuration and
# guide, and only if it exists. What is made from tables follows them; here the results are compared.
load helper

ROOT=$BATS_TEST_DIRNAME/../..

texts() {
    "$BIN" help man | sed 's/\\-/-/g; s/\\e/\\/g; s/\\&//g' >man
    "$BIN" help >overview
    "$BIN" help config-example >example
    "$BIN" help environment >environment
    for shell in bash zsh fish; do "$BIN" completion $shell >$shell; done
    commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' overview)
    for command in $commands; do "$BIN" "$command" --help; done >help
    cp "$ROOT/docs/guide.md" guide
    sed '/^<!-- Reference/,$d' guide >prose
    sed -n '/^<!-- Reference/,$p' guide >reference
}

# all KIND FILE... <names: every line of standard input is found in each file, as a word of its own.
all() {
    local kind=$1 name file missing=0
    shift
    while IFS= read -r name; do
        for file; do
            grep -qE -e "(^|[^A-Za-z0-9_-])$name([^A-Za-z0-9_-]|\$)" "$file" ||
                { echo "$kind $name is not in $file"; missing=1; }
        done
    done
    return $missing
}

# The flags of the table, as they are offered.
flags() { sed -nE 's/^  (-[a-zA-Z],|   ) (--[a-z0-9-]+).*/\2/p' help | sort -u; }

# A flag that is offered exists, and so does its opposite where it is a switch; of both forms.
known_flags() { { flags; flags | sed -n 's/^--no-/--/p'; flags | sed 's/^--/--no-/'; } | sort -u; }

@test "every command is in help, man page, completion and guide" {
    texts
    [ "$(echo "$commands" | wc -l)" -ge 12 ]
    echo "$commands" | all command overview man bash zsh fish prose reference
    for command in $commands; do grep -q "^.SH \"${command^^}\"" man; done
    # And no other: what the texts call a command is one.
    for word in $(grep -ohE '(^|[`'"'"' ])smolagent (help )?[a-z][a-z-]*( |`|'"'"')' man overview help prose reference "$ROOT/README.md" |
        sed 's/.*smolagent //; s/^help //; s/[` '"'"']*$//' | sort -u); do
        case $word in
        exit-codes | environment | reference | config-example | man | help) continue ;;
        # words of sentences: "smolagent runs", "smolagent is" and the like are no commands
        esac
        grep -qE "^Pages:.* $word[,.]" overview && continue
        echo "$commands" | grep -qx -- "$word" || { echo "no command: $word"; false; }
    done
}

@test "every flag is in help, man page, completion and guide, and no other is spoken of" {
    texts
    [ "$(flags | wc -l)" -ge 75 ]
    flags | all flag man reference
    flags | all flag bash zsh
    flags | sed 's/^--//' | all flag fish
    known_flags >known
    printf '%s\n' --help --version >>known
    # Flags of other programs that the texts have.
    foreign='--describe|--data|--transport|--upload-pack|--to-command|--flag|--no-modules'
    for file in man overview help example environment bash zsh prose reference "$ROOT/README.md" "$ROOT"/docs/{events,tools,SECURITY,worker-protocol}.md; do
        grep -oE -e '(^|[^A-Za-z0-9-])--[a-z][a-z0-9-]+' "$file" | sed 's/^[^-]//' | sort -u |
            grep -vxE -e "$foreign" | grep -vxF -f known | sed "s|^|$file: |"
    done >wrong
    cat wrong
    [ ! -s wrong ]
}

@test "every variable is in help, man page and guide, and no other is spoken of" {
    texts
    sed -n 's/^VARIABLE("\([^"]*\)".*/\1/p' "$ROOT/src/config/variables.def" | all variable environment man reference
    "$BIN" models --no-config | awk 'NR > 1 && $3 ~ /^[A-Z]/ { print $3 }' | all variable environment man reference
    flags | tr a-z- A-Z_ | sed 's/^__/SMOLAGENT_/' >made
    printf '%s\n' SMOLAGENT_API_KEY SMOLAGENT_URL SMOLAGENT_SHA256 >>made
    # What keys alone set has a variable, too; sandbox-run sets SMOLAGENT_GATE itself.
    grep -oE '`SMOLAGENT_[A-Z0-9_]+`' reference | tr -d '`' | sort -u | tee -a made | all variable man
    echo SMOLAGENT_GATE >>made
    grep -ohE 'SMOLAGENT_[A-Z0-9_]+' man overview help example environment prose "$ROOT/README.md" "$ROOT"/docs/*.md |
        sort -u | grep -vxF -f made >wrong || true
    cat wrong
    [ ! -s wrong ]
}

@test "every key is in example, man page and guide, and those of the example are accepted" {
    texts
    sed -n 's/^\[\(.*\)\]$/[\1]/p; s/^# \([a-z_0-9]*\) =.*/\1/p' example | awk '/^\[/ { s = $0; next } s { print s " " $0 }' |
        sed '/^\[python\] python/d' | sort -u >keys
    [ "$(wc -l <keys)" -ge 70 ]
    while read -r section key; do
        grep -qF "\`$section $key\`" reference || case $section in "[tool."* | "[provider."* | "[prices]" | "[profile."*) ;; *) echo "$section $key"; false ;; esac
    done < <(sed '/^# Tools:/,$d' example | sed -n 's/^\[\(.*\)\]$/[\1]/p; s/^# \([a-z_0-9]*\) =.*/\1/p' | awk '/^\[/ { s = $0; next } { print s, $0 }')
    sed '/^# Tools:/,$d' example | sed -n 's/^# \([a-z_0-9]*\) =.*/\1/p' | sort -u | all key man
    # With the signs of comments taken away it is a file that is understood.
    sed 's/^# \(\[[a-z0-9_.]*\]\)$/\1/; s/^# \([a-z_0-9./-]* = ..*\)/\1/' example >whole.conf
    run_split "$BIN" config --config whole.conf
    echo "$errors"
    [ "$status" = 0 ]
    [[ $output == *"max_steps = 20 "*"# user whole.conf:"* ]]
}

@test "every exit code is in help, man page and guide, and is one that something ends with" {
    texts
    "$BIN" help exit-codes | sed -n 's/^ *\([0-9][0-9]*\)  \(.*\)/\1 \2/p' >codes
    [ "$(wc -l <codes)" -ge 16 ]
    [ "$(sed -n 's/^ *\([0-9][0-9]*\)  \(.*\)/\1 \2/p' man)" = "$(cat codes)" ]
    [ "$(sed -n 's/^| \([0-9][0-9]*\) | \(.*\) |$/\1 \2/p' reference)" = "$(cat codes)" ]
    # Those of the source, each of which some file besides their table uses.
    grep -oE '^ +SA_(OK|E_[A-Z_]+) = [0-9]+' "$ROOT/src/base/err.h" | sort -t = -k 2 -n | sed 's/.*= //' >numbers
    [ "$(cut -d ' ' -f 1 codes | sort -n)" = "$(sort -n numbers)" ]
    for name in $(grep -oE 'SA_E_[A-Z_]+' "$ROOT/src/base/err.h" | sort -u); do
        case $name in SA_E_SIGHUP | SA_E_SIGINT | SA_E_SIGTERM) continue ;; esac # 128 and the signal
        grep -rqw --include='*.[ch]' --exclude='err.[ch]' "$name" "$ROOT/src" || { echo "nothing ends with $name"; false; }
    done
}
