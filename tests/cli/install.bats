#!/usr/bin/env bats
# What is installed, and what the program says of what is in it.
load helper

source_folder() { realpath "$BATS_TEST_DIRNAME/../.."; }

@test "make install puts everything in place, without debug information in the program; uninstall takes it away" {
    [ "$BIN" = "$(source_folder)/build/${MODE:-release}/smolagent" ] || skip "not the build of this folder"
    make -s -C "$(source_folder)" MODE="${MODE:-release}" install DESTDIR="$dir/root" PREFIX=/opt/x >log 2>&1
    cd root/opt/x
    for file in bin/smolagent lib/libsmolagent.a lib/pkgconfig/smolagent.pc include/smolagent/{python,agent}.h share/man/man1/smolagent.1 \
        share/doc/smolagent/{guide.md,tools.md,hooks.md,events.md,copyright,smolagent.conf.example} \
        share/bash-completion/completions/smolagent share/zsh/site-functions/_smolagent \
        share/fish/vendor_completions.d/smolagent.fish; do
        [ -s "$file" ] || { echo "$file is missing"; false; }
    done
    [ "$(bin/smolagent python -c 'print(6*7)')" = 42 ]
    ! readelf -S bin/smolagent | grep -q -E '\.symtab|\.debug_info' || false
    id=$(readelf -n bin/smolagent | sed -n 's/.*Build ID: //p')
    readelf -S "lib/debug/.build-id/${id:0:2}/${id:2}.debug" | grep -q debug_info
    make -s -C "$(source_folder)" MODE="${MODE:-release}" uninstall DESTDIR="$dir/root" PREFIX=/opt/x
    [ -z "$(find "$dir/root" -type f)" ]
}

@test "the program starts where there is nothing but the C library" {
    [ "${MODE:-release}" = release ] || skip "the sanitisers have libraries of their own"
    needed=$(readelf -d "$BIN" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v -E '^(libc\.so\.6|libm\.so\.6|ld-linux-.*)$' || true)
    [ "$needed" = "" ] || { echo "$needed"; false; }
    ! readelf --dyn-syms "$BIN" | grep cJSON_ || false
    # The README names the glibc that a binary of Debian 12 needs.
    grep -q '^VERSION_ID="12"' /etc/os-release || return 0
    oldest=$(readelf -V "$BIN" | grep -oE 'GLIBC_[0-9.]+' | sort -V | tail -n 1)
    [ "${oldest#GLIBC_}" = 2.36 ]
    grep -q 'with glibc 2\.36 or later' "$(source_folder)/README.md"
}

@test "--version --verbose names what is linked statically, which is what the linker says" {
    run_split "$BIN" --version --verbose
    [ "$status" = 0 ]
    [ "$("$BIN" --version)" = "$(head -n 1 <<<"$output")" ]
    for name in expat gmp libinih nettle pcre2 utf8proc zlib tree-sitter tree-sitter-python cjson; do
        grep -q "^  $name  *[0-9][^ ]*  *[A-Z]" <<<"$output" || { echo "$name: $output"; false; }
    done
    # No archive of another that the linker took something from is left out.
    trace=$(dirname "$BIN")/linked.trace
    named=$(grep -c '^  ' <<<"$output")
    archives=$(sed -n 's/^(\(.*\.a\)).*/\1/p' "$trace" | grep -v libparts | sort -u | xargs -n 1 realpath |
        xargs dpkg -S 2>/dev/null | sed 's/:.*//' | sort -u | wc -l)
    [ "$named" = $((archives + 3)) ]
    [ "$("$BIN" -V -v)" = "$output" ]
    [ "$("$BIN" --verbose --version)" = "$output" ]
}
