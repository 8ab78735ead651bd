#!/usr/bin/env bats
# The built-in tools of group "files": what they do in granted folders, and how they refuse.
load helper

# calls GRANT EXECUTOR: runs each line of standard input as code with the tools, and prints what it gave.
calls() {
    local code
    code=$(
        cat <<'P'
def tried(line):
    try:
        print(line, '->', repr(eval(line)))
    except Exception as e:
        print(line, '->', type(e).__name__, e)
P
        while IFS= read -r line; do printf 'tried(%s)\n' "r\"\"\"$line \"\"\""; done
        echo 'final_answer("done")'
    )
    replies r.jsonl "$code"
    run_split "$BIN" run --no-config -q -m replay:r.jsonl -e "$2" --sandbox auto --max-observation 100000 --tools files --approve never ${1:+--folder "$1"} --output jsonl task
    printed=$(grep '"type":"print"' <<<"$output" | sed 's/.*"text":"//; s/"}$//')
    echo "$printed"
}

@test "file tools read, write, edit, list and search in a granted folder, under each executor" {
    for executor in local jail; do
        rm -rf data && mkdir -p data/sub
        printf 'one\ntwo\nthree\n' >data/a.txt
        printf 'x\0y' >data/b.bin
        echo 'two again' >data/sub/c.txt
        calls data:rw $executor <<'P'
read_file('a.txt'), read_file('a.txt', 2, 1), read_file('a.txt', start=3), read_file('a.txt', 9)
write_file('new.txt', 'text'), read_file('new.txt')
edit_file('a.txt', 'two', 'zwei'), read_file('a.txt')
edit_file('a.txt', 'e', 'x')
edit_file('a.txt', 'four', 'x')
edit_file('a.txt', '', 'x')
list_files(), list_files('sub'), list_files(recursive=True), list_files(pattern='*.txt', recursive=True)
search_files('tw.'), search_files('z.ei', 'a.txt'), search_files('(', plain=True)
search_files('(')
read_file('b.bin')
read_file('none')
read_file('sub')
write_file('sub', 'x')
write_file('none/x', 'x')
P
        [ "$status" = 0 ]
        grep -F "('one\\\\ntwo\\\\nthree\\\\n', 'two\\\\n', 'three\\\\n', '')" <<<"$printed"
        grep -F "(4, 'text')" <<<"$printed"
        grep -F "(15, 'one\\\\nzwei\\\\nthree\\\\n')" <<<"$printed"
        grep -F "'x')  -> ValueError old is in 'a.txt' 4 times" <<<"$printed"
        grep -F "ValueError old is not in 'a.txt'" <<<"$printed"
        grep -F "ValueError old is empty" <<<"$printed"
        grep -F "(['a.txt', 'b.bin', 'new.txt', 'sub/'], ['c.txt'], ['a.txt', 'b.bin', 'new.txt', 'sub/', 'sub/c.txt'], ['a.txt', 'new.txt', 'sub/c.txt'])" <<<"$printed"
        grep -F "([{'file': 'sub/c.txt', 'line': 1, 'text': 'two again'}], [{'file': 'a.txt', 'line': 2, 'text': 'zwei'}], [])" <<<"$printed"
        grep -F "ValueError wrong pattern at character 1" <<<"$printed"
        grep -F "ValueError 'b.bin' is no text file" <<<"$printed"
        grep -F "FileNotFoundError No such file or directory: 'none'" <<<"$printed"
        [ "$(grep -cF 'IsADirectoryError' <<<"$printed")" = 2 ]
        [ "$(cat data/new.txt)" = text ]
        [ -z "$(find data -name '*.tmp')" ]
    done
}

@test "file tools stay in the folders that were granted, and write only where they may" {
    mkdir -p data outside
    echo secret >outside/s.txt
    echo text >data/a.txt
    ln -s ../outside/s.txt data/up
    ln -s ../outside data/out
    mkfifo data/fifo
    calls data local <<P
read_file('up')
read_file('../outside/s.txt')
read_file('$PWD/outside/s.txt')
list_files('out')
list_files('..')
search_files('secret', 'out')
read_file('fifo')
write_file('a.txt', 'x')
edit_file('a.txt', 'text', 'x')
write_file('new.txt', 'x')
P
    [ "$(grep -c 'PermissionError' <<<"$printed")" = 10 ]
    [[ $printed == *'this folder was granted for reading only'* ]]
    calls data:rw local <<P
write_file('up', 'x')
write_file('out/new', 'x')
write_file('../outside/new', 'x')
edit_file('up', 'secret', 'x')
write_file('fifo', 'x')
P
    [ "$(grep -c 'PermissionError' <<<"$printed")" = 5 ]
    calls '' local <<<"read_file('a.txt')"
    [[ $printed == *'PermissionError no folder was granted: the user grants one with --folder'* ]]
    [ "$(cat outside/s.txt)" = secret ]
    [ "$(ls outside)" = s.txt ]
    [ "$(cat data/a.txt)" = text ]
}

@test "a file that is replaced keeps its mode, and a link to it stays one; a full disk leaves what was there" {
    mkdir data
    echo old >data/a.txt
    chmod 640 data/a.txt
    ln -s a.txt data/link
    calls data:rw local <<<"write_file('link', 'new')"
    [ -L data/link ]
    [ "$(cat data/a.txt)" = new ]
    [ "$(stat -c %a data/a.txt)" = 640 ]
    [ "$(id -u)" = 0 ] && mkdir tiny && mount -t tmpfs -o size=64k none tiny || skip "no small disk to fill: needs root"
    echo kept >tiny/a.txt
    calls tiny:rw local <<<"write_file('a.txt', 'x' * 1000000)"
    [[ $printed == *'OSError No space left on device'* ]]
    [ "$(cat tiny/a.txt)" = kept ]
    [ "$(ls -A tiny)" = a.txt ]
}

@test "patterns that would take for ever end as an error" {
    mkdir data
    printf 'a%.0s' {1..60} >data/a.txt
    calls data local <<<"search_files('(a+)+\$b|(a|aa)+!')"
    [[ $printed == *"takes too long"* || $printed == *"-> []"* ]]
}

@test "a rule that denies a file tool is about the files that code opens as well" {
    mkdir data
    echo secret >data/secret.conf
    echo fine >data/fine.txt
    replies r.jsonl "import os, shutil
def tried(f, *args):
    try:
        f(*args)
        return 'done'
    except PermissionError as e:
        return 'refused' if 'rules do not allow' in str(e) else str(e)
final_answer(' '.join([tried(open, './secret.conf', 'a'), tried(os.remove, '$dir/data/secret.conf'), tried(os.rename, 'fine.txt', 'secret.conf'),
    tried(shutil.copy, 'fine.txt', 'secret.conf'), tried(open, 'new.txt', 'w'), tried(open, 'secret.conf')]))"
    local each
    for each in local jail; do
        run_split "$BIN" run --no-config -q -m replay:r.jsonl -e $each --sandbox auto --folder data:rw --ask 'write_file(path=secret.conf)' t
        [ "$output" = 'refused refused refused refused done done' ] || { echo "$output $errors"; return 1; }
        run_split "$BIN" run --no-config -q -m replay:r.jsonl -e $each --sandbox auto --folder data:rw --deny 'write_file(path=secret.conf)' t
        [ "$output" = 'refused refused refused refused done done' ] || { echo "$output $errors"; return 1; }
        [ "$(cat data/secret.conf)" = secret ]
    done
    run_split "$BIN" run --no-config -q -m replay:r.jsonl -e local --folder data:rw --approve never --deny 'read_file(path=*.conf)' t
    [[ $output == *' refused' ]] || { echo "$output"; return 1; }
}

# tries RULE OPTION...: what each line of standard input does in the folder data under a rule: "done", what it gave, or
# "refused" where rules refuse it.
tries() {
    local code
    code=$(
        echo 'import glob, os, shutil
from pathlib import Path
said = []
def tried(f):
    try:
        result = f()
    except PermissionError as e:
        said.append("refused" if "rules do not allow" in str(e) else str(e))
    else:
        said.append(result if isinstance(result, list) else "done")'
        while IFS= read -r line; do echo "tried(lambda: ($line))"; done
        echo 'final_answer(said)'
    )
    replies r.jsonl "$code"
    run_split "$BIN" run --no-config -q -m replay:r.jsonl -e "${executor:-local}" --sandbox auto --tools files --folder data:rw "$@" t
    echo "$* -> $output $errors"
}

@test "a rule about one file tool is about all that do the same to the file, and about the code" {
    mkdir -p data/private
    echo secret >data/secret.conf && echo secret >data/private/s.txt && echo fine >data/fine.txt
    local writes rule
    writes='write_file("secret.conf", "x")
edit_file("secret.conf", "secret", "x")
open("secret.conf", "a")
Path("secret.conf").unlink()
read_file("secret.conf")
write_file("new.txt", "x")'
    for rule in 'write_file(path=secret.conf)' 'edit_file(path=*.conf)'; do
        tries --approve never --deny "$rule" <<<"$writes"
        [ "$output" = '["refused", "refused", "refused", "refused", "done", "done"]' ]
        tries --ask "$rule" <<<'open("secret.conf", "a")'
        [ "$output" = '["refused"]' ]
    done
    tries --ask 'write_file(path=secret.conf)' <<<'edit_file("secret.conf", "secret", "x")'
    [ "$status" = 6 ]
    # What reads is refused, whatever else it does; a search leaves the file out.
    tries --deny 'read_file(path=secret.conf)' <<'P'
read_file("secret.conf")
edit_file("secret.conf", "secret", "x")
open("secret.conf")
shutil.copy("secret.conf", "copy")
os.rename("secret.conf", "copy")
search_files("sec", "secret.conf")
[row["file"] for row in search_files("sec")]
write_file("secret.conf", "secret")
P
    [ "$output" = '["refused", "refused", "refused", "refused", "refused", "refused", ["private/s.txt"], "done"]' ]
    tries --deny 'list_files(path=private)' <<'P'
list_files("private")
os.listdir("private")
[e.name for e in os.scandir("private")]
glob.glob("private/*")
list_files(recursive=True)
search_files("sec", "private")
[row["file"] for row in search_files("sec")]
os.rename("private", "public")
open("private/s.txt")
sorted(os.listdir())
P
    [ "$output" = '["refused", "refused", "refused", [], ["fine.txt", "new.txt", "private/", "secret.conf"], "refused", ["secret.conf"], "refused", "done", ["fine.txt", "new.txt", "private", "secret.conf"]]' ]
    # A search that a person was asked about may read what the same rule is about.
    tries --ask read_file --allow 'search_files(path=.)' <<<'[row["file"] for row in search_files("sec")]'
    [ "$output" = '[["private/s.txt", "secret.conf"]]' ]
    tries --deny search_files <<<'open("fine.txt")'
    [ "$output" = '["done"]' ]
}

@test "a file that rules protect does not get another name, nor its name another file, with a folder above it" {
    local executor
    for executor in local jail; do
        rm -rf data && mkdir -p data/a/deep data/d/deep data/empty && echo old >data/d/deep/x.txt
        tries --deny 'write_file(path=a/deep/b.conf),read_file(path=d/deep/*)' <<'P'
os.rename("a", "c")
open("c/deep/b.conf", "w")
os.rename("c", "a")
os.rename("c/deep", "a/deep")
os.rename("d", "e")
os.rename("d/deep", "e")
os.rename("empty", "e")
os.rename("c", "f")
P
        [ "$output" = '["done", "done", "refused", "refused", "refused", "refused", "done", "done"]' ]
    done
}

@test "rules about files hold where code asks for them from afar; where it reaches them itself the start warns" {
    local executor=e2b
    mkdir data && echo secret >data/secret.conf
    if start_e2b; then
        tries --deny 'write_file(path=secret.conf)' <<<'open("secret.conf", "a")'
        [[ $output = '["refused"]' && $errors != *"rules about files"* ]]
    fi
    executor=python
    needs python
    tries --deny 'write_file(path=secret.conf)' <<<'open("secret.conf")'
    [[ $errors == *"rules about files hold for tools alone"* ]]
    tries --deny shell <<<'1'
    [[ $errors != *"rules about files"* ]]
}

@test "a folder of :rw is the consent to writes in it, by tools and by code; rules that allow narrow it for both" {
    mkdir -p data/drafts && echo old >data/final.txt && echo old >data/drafts/a.txt
    tries <<<'write_file("new.txt", "x"), edit_file("new.txt", "x", "y"), open("new.txt", "a")'
    [ "$output" = '["done"]' ]
    tries --allow 'write_file(path=drafts/*)' <<'P'
edit_file("drafts/a.txt", "old", "new")
write_file("drafts/b.txt", "x")
open("drafts/../drafts/a.txt", "a")
open("drafts/../final.txt", "a")
os.rename("drafts/b.txt", "b.txt")
P
    [ "$output" = '["done", "done", "done", "refused", "refused"]' ]
    tries --allow 'edit_file(path=drafts/*)' <<<'write_file("drafts/../final.txt", "x")'
    [[ $status = 6 && $errors == *"'write_file' needs approval"* ]]
    tries --approve never --allow 'write_file(path=drafts/*)' <<<'write_file("final.txt", "y"), open("final.txt", "a")'
    [ "$output" = '["done"]' ]
    tries --approve tools <<<'write_file("final.txt", "y")'
    [ "$status" = 6 ]
    tries --approve tools <<<'open("final.txt", "a")'
    [ "$output" = '["done"]' ]
}

@test "the rules hold for the tools of an agent that is called as well" {
    mkdir data && echo secret >data/secret.conf && echo secret >data/fine.txt
    printf '[agent.clerk]\ndescription = Looks.\ntools = files\nfolder = data:rw\n' >conf
    replies r.jsonl 'final_answer(clerk("Look."))'
    replies one.jsonl 'final_answer([row["file"] for row in search_files("sec")])'
    sed 's/^{/{"agent": "clerk", /' one.jsonl >>r.jsonl
    run_split "$BIN" run --config conf -q -m replay:r.jsonl --deny 'read_file(path=*.conf)' t
    [ "$output" = '["fine.txt"]' ] || { echo "$output $errors"; return 1; }
}

@test "a pattern of names is short, so that no folder takes long to be matched" {
    mkdir data && : >data/"$(printf 'a%.0s' $(seq 250))"
    replies r.jsonl 'for pattern in "*" + "[" * 60000, "*a" * 100 + "b", "*a" * 99 + "*":
    try:
        print(len(list_files(pattern=pattern)))
    except TypeError as e:
        print("refused")
final_answer(1)'
    run_split "$BIN" run --no-config -v -m replay:r.jsonl --tools files --folder data task
    echo "$errors"
    [ "$status" = 0 ]
    [[ $errors == *refused*refused*$'\n1\n'* ]]
}

@test "errors of write_file name the file that was meant" {
    mkdir held
    run_split "$BIN" tools call write_file '{"path":"b.txt","text":"x"}' --tools files --folder held
    [ "$status" = 11 ]
    [[ $errors == *"PermissionError: Permission denied (this folder was granted for reading only): 'b.txt'"* ]]
    run_split "$BIN" tools call write_file '{"path":"none/b.txt","text":"x"}' --tools files --folder held:rw
    [ "$status" = 11 ]
    [[ $errors == *"FileNotFoundError: No such file or directory: 'none/b.txt'"* ]]
}
