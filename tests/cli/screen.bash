# Screens, for tests of what a person sees: a program in a terminal of its own (tmux, with nobody attached). To be
# loaded after helper.bash, whose teardown ends it. Nothing here waits for a time: only for what is on the screen.

# on_screen COLUMNSxROWS COMMAND...: starts it on a fresh screen, in the test's folder and environment.
on_screen() {
    local size=$1
    shift
    [ -z "${screen:-}" ] || tmux -S "$screen" kill-server || true
    screens=$((${screens:-0} + 1)) # the last one's server may still be going
    screen=$dir/screen$screens
    rm -f "$dir/screen.status"
    # What a screen shows outlives the program, so that it can be looked at: its status is in a file.
    # A leak checker whose terminal goes away while it looks around may never end.
    LC_ALL=C.UTF-8 tmux -u -S "$screen" -f /dev/null new-session -d -x "${size%x*}" -y "${size#*x}" -c "$PWD" \
        env TERM="${SCREEN_TERM:-tmux-256color}" ASAN_OPTIONS=detect_leaks=0 bash -c \
        'trap : INT; status=$1; shift; "$@"; echo $? >"$status.new"; mv "$status.new" "$status"; sleep infinity' \
        - "$dir/screen.status" "$@" 3>&-
}

# keys KEY...: by tmux's names: Enter, Tab, Up, C-c, M-Enter. types TEXT: letter by letter.
# pastes TEXT: bracketed where the program has asked for that.
keys() { tmux -S "$screen" send-keys "$@"; }
types() { tmux -S "$screen" send-keys -l -- "$1"; }
pastes() {
    printf '%s' "$1" | tmux -S "$screen" load-buffer -
    tmux -S "$screen" paste-buffer -p -r
}

# shown: the screen as text, without blanks at the ends of lines. shown -S -: with what has scrolled off it.
# shown -e: with its colours. shown -J: lines that the terminal had to wrap in one piece.
shown() { look "$@" && printf '%s\n' "$screen_seen"; }
look() { screen_seen=$(tmux -S "$screen" capture-pane -p "$@" | sed 's/[[:space:]]*$//'); }

# until_shown TEXT, until_gone TEXT: waits until it is on the screen, and no longer; shows the screen when that does
# not come. $screen_seen is the screen then.
until_shown() { screen_wait yes "$1"; }
until_gone() { screen_wait no "$1"; }
screen_wait() {
    local has left=1500
    while [ $((left -= 1)) -gt 0 ]; do
        [ ! -e "$dir/screen.status" ] || [ $left -lt 50 ] || left=50 # nothing more will come
        look -J
        case $screen_seen in *"$2"*) has=yes ;; *) has=no ;; esac
        [ $has != "$1" ] || return 0
        nap
    done
    printf 'not so, on the screen %s: %s\n%s\n' "$1" "$2" "$screen_seen"
    return 1
}

# resize COLUMNSxROWS
resize() { tmux -S "$screen" resize-window -x "${1%x*}" -y "${1#*x}"; }

# cursor: its column and row, from 0.
cursor() { tmux -S "$screen" display-message -p '#{cursor_x} #{cursor_y}'; }

# until_ended: waits for the end of the program; $status is its status.
until_ended() {
    for _ in $(seq 1500); do
        [ ! -e "$dir/screen.status" ] || { status=$(cat "$dir/screen.status"); return 0; }
        nap
    done
    shown
    return 1
}
