#!/usr/bin/env bats
# --folder: what code may do in folders that were granted, that it is as under CPython, and that nothing leads out.
load helper

# A folder for folder/operations.py.
fill() {
    rm -rf "$1" && mkdir -p "$1/sub/deep"
    (
        cd "$1" || exit
        printf 'alpha\nbeta\ngamma\n' >a.txt
        printf 'x,y\r\n1,2\r\n' >crlf.txt
        printf 'caf\351\n' >latin.txt
        echo inner >sub/inner.txt
        echo deep >sub/deep/d.txt
        echo h >sub/.hidden
        echo t >sub/x.tmp
        ln -s sub link
        ln -s nowhere dangling
    )
}

# Code that runs each line of the rest by itself and prints what became of it.
each_line() {
    cat <<'P'
import os, shutil, glob
from pathlib import Path
def tried(line):
    try:
        print(line, '->', repr(eval(line)))
    except Exception as e:
        print(line, '->', type(e).__name__, e)
P
    while IFS= read -r line; do printf 'tried(%s)\n' "r'''$line'''"; done
}

@test "operations in a folder are CPython's, in this process and in the jail" {
    for executor in local jail; do
        fill work
        run_split "$BIN" python -e $executor --sandbox auto --folder work:rw "$BATS_TEST_DIRNAME/folder/operations.py"
        [ "$status" = 0 ]
        [ -z "$errors" ]
        diff "$BATS_TEST_DIRNAME/folder/operations.out" - <<<"$output"
        [ "$(cat work/last.txt)" = "written at the end" ]
    done
    python=$(sh "$BATS_TEST_DIRNAME/../python312.sh") || skip "no CPython 3.12 to compare with: the committed output was"
    fill work
    cd work
    diff "$BATS_TEST_DIRNAME/folder/operations.out" <("$python" "$BATS_TEST_DIRNAME/folder/operations.py" 2>&1)
}

@test "modules that open files themselves do so in a folder as under CPython: io, gzip, zipfile, ElementTree, logging" {
    mkdir work
    run_split "$BIN" python --folder work:rw "$BATS_TEST_DIRNAME/folder/modules.py"
    [ "$status$errors" = 0 ]
    diff "$BATS_TEST_DIRNAME/folder/modules.out" - <<<"$output"
    python=$(sh "$BATS_TEST_DIRNAME/../python312.sh") || skip "no CPython 3.12 to compare with: the committed output was"
    mkdir there && cd there
    diff "$BATS_TEST_DIRNAME/folder/modules.out" <("$python" "$BATS_TEST_DIRNAME/folder/modules.py" 2>&1)
}

@test "without a grant there is nothing, and a folder to be read is not written" {
    mkdir data && echo text >data/a.txt
    each_line >p.py <<'P'
open('data/a.txt')
open('data/b.txt', 'w')
hasattr(os, 'listdir')
os.path.exists('data')
Path('data').mkdir()
glob.glob('*')
shutil.copy('data/a.txt', 'x')
P
    run_split "$BIN" python p.py
    [[ $output == *"open('data/a.txt') -> PermissionError "*"'w') -> PermissionError "*"-> False"*"-> False"*"mkdir() -> PermissionError"*"glob('*') -> PermissionError"*"'x') -> AttributeError"* ]]
    each_line >p.py <<'P'
open('a.txt').read()
open('a.txt', 'a')
open('b.txt', 'w')
os.mkdir('m')
os.remove('a.txt')
os.rename('a.txt', 'b.txt')
os.chmod('a.txt', 0o777)
os.utime('a.txt')
Path('a.txt').write_text('')
os.access('a.txt', os.W_OK), os.access('a.txt', os.R_OK)
P
    for executor in local jail; do
        for grant in data data:ro; do
            run_split "$BIN" python -e $executor --sandbox auto --folder $grant p.py
            echo "$output"
            [ "$(grep -c 'PermissionError .Errno 13. Permission denied (this folder was granted for reading only)' <<<"$output")" = 8 ]
            [[ $output == *"read() -> 'text\n'"*"-> (False, True)"* ]]
        done
    done
    [ "$(ls data)" = a.txt ]
    [ "$(cat data/a.txt)" = text ]
}

@test "nothing leads out of a folder: names, links, special files" {
    mkdir -p data/sub outside
    echo secret >outside/secret.txt
    ln -s ../outside data/out
    ln -s "$PWD/outside/secret.txt" data/abs
    ln -s ../../outside/secret.txt data/sub/up
    ln -s loop data/loop
    ln -s /proc/self/environ data/env
    ln -s / data/root
    ln -s ../outside/new.txt data/new
    mkfifo data/fifo
    each_line >p.py <<P
open('../outside/secret.txt').read()
open('$PWD/outside/secret.txt').read()
open('sub/../../outside/secret.txt').read()
open('$PWD/data/../outside/secret.txt').read()
open('out/secret.txt').read()
open('abs').read()
open('sub/up').read()
open('env').read()
open('root/etc/passwd').read()
open('/proc/self/environ').read()
open('/proc/self/cwd/outside/secret.txt').read()
open('/dev/stdin').read()
open('new', 'w')
open('out/new.txt', 'w')
os.listdir('..')
os.listdir('out')
os.listdir('root')
os.stat('out')
os.rename('sub', '../outside/sub')
os.rename('../outside/secret.txt', 'got')
os.remove('out/secret.txt')
os.mkdir('../outside/m')
os.mkdir('out/m')
os.chmod('abs', 0o777)
os.truncate('abs', 0)
shutil.copy('abs', 'copied')
shutil.rmtree('out/')
open('loop')
open('fifo').read()
open('fifo', 'w')
open('/'.join(['x' * 200] * 30))
glob.glob('../*') + glob.glob('out/*') + glob.glob('root/*') + glob.glob('/*') + list(Path('..').glob('*'))
[at for at, d, f in os.walk('out')] + [at for at, d, f in os.walk('..')]
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder data:rw p.py
        echo "$output"
        [ "$status" = 0 ]
        [ "$(grep -c -- '-> ' <<<"$output")" = 33 ]
        [ "$(grep -c -- '-> PermissionError' <<<"$output")" = 29 ]
        [ "$(grep -c -- '-> \[\]' <<<"$output")" = 2 ]
        [[ $output == *"open('loop') -> OSError [Errno 40]"*"-> OSError [Errno 36] File name too long"* ]]
        [[ $output != *"secret'"* ]]
        [ "$(cat outside/secret.txt)" = secret ]
        [ "$(ls outside)" = secret.txt ]
        [ ! -e data/copied ]
    done
}

@test "who swaps folders for links while code looks gets it no further" {
    mkdir -p data/a data/real outside
    echo inside >data/real/f
    echo secret >outside/f
    ln -s ../outside data/link
    mv data/real data/a/b
    # Until the folder is gone: b is now a folder, now a link that leads out.
    (while [ -e data/go ] || [ ! -e data/started ]; do
        mv -T data/a/b data/a/c && mv -T data/link data/a/b
        mv -T data/a/b data/link && mv -T data/a/c data/a/b
    done) 2>/dev/null 3>&- &
    swapper=$!
    : >data/go
    : >data/started
    cat >p.py <<'P'
import os
seen = set()
for i in range(3000):
    for use in (lambda: open('a/b/f').read(), lambda: open('a/b/../b/f').read(), lambda: str(os.listdir('a/b')),
                lambda: open('a/b/new', 'w').close()):
        try:
            seen.add(use())
        except OSError as e:
            seen.add(type(e).__name__)
print('secret\n' in seen, 'inside\n' in seen, seen - {'inside\n', "['f']", "['f', 'new']", "['new', 'f']", None,
      'PermissionError', 'FileNotFoundError', 'NotADirectoryError', 'OSError'})
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder data:rw p.py
        echo "$output $errors"
        [ "$output" = "False True set()" ]
        [ "$(ls outside)" = f ]
    done
    rm data/go
    wait $swapper || true
}

@test "the names of folders: as given, absolute, the first one's as the current" {
    mkdir -p one two/in
    echo 1 >one/f
    echo 2 >two/f
    echo 3 >two/in/f
    ln -s two byname
    each_line >p.py <<P
open('f').read(), open('$PWD/one/f').read(), open('one/f').read()
open('two/f').read(), open('$PWD/two/f').read(), open('../two/f').read(), open('$PWD/one/../two/f').read()
open('$PWD/byname/f').read(), open('byname/f').read()
(os.getcwd() == '$PWD/one')
open('two/x', 'w')
open('two/in/x', 'w').close(), os.path.exists('$PWD/two/in/x')
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder one:rw --folder byname --folder two/in:rw --folder two p.py
        echo "$output"
        [[ $output == *"('1\n', '1\n', '1\n')"*"('2\n', '2\n', '2\n', '2\n')"*"('2\n', '2\n')"*"-> True"*"-> PermissionError"*"(None, True)"* ]]
    done
}

@test "what is no folder, or not the user's to give, is said before anything runs" {
    : >file
    for bad in none file none:rw /proc /sys; do
        run_split "$BIN" python --folder $bad -c 'print(1)'
        [ "$status" = 10 ]
        [[ $errors == *"--folder ${bad%:rw}: "* ]]
        [ -z "$output" ]
    done
    mkdir d
    printf '[input]\nfolder = /\n' >smolagent.conf
    echo '{"text": "<code>\nprint(open(\"/etc/hostname\").read())\n</code>"}' >r
    run_split "$BIN" run --model replay:r --max-steps 1 --no-input x
    [[ $errors != *"$(cat /etc/hostname)"* ]]
    [ "$status" != 0 ]
}

@test "files larger than memory, a full disk and many operations end as errors, and are counted" {
    mkdir data
    truncate -s 300M data/large
    each_line >p.py <<'P'
len(open('large', 'rb').read())
open('large', 'rb', 0).read(5)
open('large').read(3)
[f := open('large', 'rb'), f.seek(299 << 20), len(f.read())][1:]
(lambda f: [sum(len(piece) for piece in iter(lambda: f.read(1 << 20), b''))])(open('large', 'rb'))
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --max-memory 64M --folder data p.py
        echo "$output $errors"
        [[ $output == *"read()) -> MemoryError"*"read(5) -> b'\x00\x00\x00\x00\x00'"*"read(3) -> '\x00\x00\x00'"*"[313524224, 1048576]"*"-> [314572800]"* ]]
    done
    run_split "$BIN" python --max-operations 20000 --folder data -c 'import os
while True: os.path.exists("large")'
    [ "$status" = 5 ]
    [ "$(id -u)" = 0 ] && mkdir tiny && mount -t tmpfs -o size=64k none tiny || skip "no small disk to fill: needs root"
    each_line >p.py <<'P'
open('a', 'w').write('x' * 1000000)
[f := open('b', 'w'), f.write('y' * 60000), f.write('y' * 60000), f.close()]
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder tiny:rw p.py
        echo "$output"
        [ "$(grep -c 'OSError .Errno 28. No space left on device' <<<"$output")" = 2 ]
        rm -f tiny/*
    done
}

@test "a run's events name what was read and changed, and a run that is cut off has written" {
    mkdir data && echo text >data/a.txt
    replies r "print(open('a.txt').read())
open('b.txt', 'w').write('half')
try:
    open('/etc/passwd')
except PermissionError as e:
    print(e)
final_answer(1)"
    run_split "$BIN" run --model replay:r --no-input --folder data:rw --output jsonl --audit trail task
    echo "$output"
    [ "$status" = 0 ]
    for told in "$output" "$(cat trail)"; do
        [[ $told == *'"kind":"file","target":"a.txt","allowed":true'* ]]
        [[ $told == *'"kind":"write","target":"b.txt","allowed":true'* ]]
        [[ $told == *'"kind":"file","target":"/etc/passwd","allowed":false'* ]]
    done
    [ "$(cat data/b.txt)" = half ]
    run_split "$BIN" python --timeout 1 --folder data:rw -c 'open("c.txt", "w").write("before")
while True: pass'
    [ "$status" = 124 ]
    [ "$(cat data/c.txt)" = before ]
    replies r "for i in range(300):
    open(f'n{i}', 'w').close()
    try: open(f'/no/{i}')
    except OSError: pass
final_answer(1)"
    "$BIN" run --model replay:r --no-input -q --folder data:rw --audit many task
    [ "$(grep -c '"what":"access".*"allowed":true' many)" = 201 ] # the last says how many more
    [ "$(grep -c '"what":"access".*"allowed":false' many)" = 51 ]
    grep -q '"target":"(other files)","allowed":true,"more":[1-9]' many
}

@test "the host's python3 has the folders where they are, and nothing beside them" {
    needs python mount-namespace
    [ -x /usr/bin/python3 ] || skip "there is no /usr/bin/python3"
    mkdir -p data out outside
    chmod 755 "$dir"
    chmod 777 out # root's workers run as nobody
    echo text >data/a.txt
    echo secret >outside/secret.txt
    ln -s ../outside/secret.txt data/up
    each_line >p.py <<P
os.getcwd(), sorted(os.listdir('.'))
open('a.txt').read()
open('$PWD/out/made.txt', 'w').write('made')
open('b.txt', 'w')
open('up').read()
open('$PWD/outside/secret.txt').read()
sorted(os.listdir('$PWD'))
P
    run_split "$BIN" python -e python --python /usr/bin/python3 --sandbox auto --folder data --folder out:rw p.py
    echo "$output $errors"
    [[ $output == *"('$PWD/data', ['a.txt', 'up'])"*"'text\n'"*"-> 4"*"'w') -> OSError"*"-> FileNotFoundError"*"-> FileNotFoundError"*"['data', 'out']"* ]]
    [ "$(cat out/made.txt)" = made ]
}

# as_here PYTHON OPTION...: the operations do elsewhere what they do in a folder of this machine, under the same Python.
# What C opens itself, and a file whose name is gone, stay out of reach there.
as_here() {
    local python=$1
    shift
    fill work
    (cd work && exec "$python" "$BATS_TEST_DIRNAME/folder/operations.py") >expected 2>&1
    fill work
    run_split timeout 120 "$BIN" python --no-config "$@" --folder work:rw "$BATS_TEST_DIRNAME/folder/operations.py"
    echo "$status $errors"
    [ "$status" = 0 ]
    diff <(grep -v -E '^[0-9]+ (TemporaryFile|FileIO) ' expected) - < <(grep -v -E '^[0-9]+ (TemporaryFile|FileIO) ' <<<"$output")
    [ "$(cat work/last.txt)" = "written at the end" ]
}

# What is granted and what is not, where the folders are the host's alone.
nothing_beside() {
    rm -rf data out outside && mkdir -p data out outside
    echo text >data/a.txt
    echo secret >outside/secret.txt
    ln -s ../outside/secret.txt data/up
    ln -s "$PWD/data" byname
    there=/tmp/there-${dir##*/}
    each_line >p.py <<P
os.getcwd(), sorted(os.listdir())
open('a.txt').read(), open('$PWD/byname/a.txt').read(), Path('$PWD/data/a.txt').read_text()
open('$PWD/out/made.txt', 'w').write('made')
shutil.move('$PWD/out/made.txt', '$there'), open('$there').read(), shutil.copy('$there', '$PWD/out/back.txt')
open('b.txt', 'w')
open('up').read()
open('../outside/secret.txt').read()
os.chdir('/')
P
    run_split timeout 120 "$BIN" python --no-config "$@" --folder byname --folder out:rw p.py
    echo "$output $errors"
    [[ $output == *"('$PWD/data', ['a.txt', 'up'])"*"('text\n', 'text\n', 'text\n')"*"-> 4"*"'made', '$PWD/out/back.txt')"* ]]
    [[ $output == *"'w') -> PermissionError [Errno 13] Permission denied (this folder was granted for reading only)"* ]]
    [[ $output == *"('up').read() -> PermissionError"*"secret.txt').read() -> PermissionError"*"chdir('/') -> PermissionError"* ]]
    [ "$(cat out/back.txt)$(ls out)" = madeback.txt ]
}

@test "a container has the folders by the host: the built-in interpreter" {
    grants docker || fake_engine || skip "this build carries no worker for containers"
    fill work
    run_split timeout 120 "$BIN" python --no-config -e docker --folder work:rw "$BATS_TEST_DIRNAME/folder/operations.py"
    echo "$errors"
    diff "$BATS_TEST_DIRNAME/folder/operations.out" - <<<"$output"
    [ "$(cat work/last.txt)" = "written at the end" ]
}

@test "real containers: the image's own Python has the folders by the host, and nothing beside them" {
    need_image
    as_here "$(realpath /usr/bin/python3)" -e docker --image "$image"
    nothing_beside -e docker --image "$image"
    [ ! -e "$there" ]
    run_split timeout 120 "$BIN" python --no-config -e docker --image "$image" --folder data -c "open('$PWD/outside/secret.txt')"
    [[ $errors == *"FileNotFoundError"* ]]
}

@test "a sandbox of E2B has the folders by the host, and nothing beside them" {
    start_e2b || skip "no python3 for the server"
    as_here "$(realpath "$(command -v python3)")" -e e2b
    nothing_beside -e e2b
    rm "$there" # its sandboxes share this machine's files
}

@test "hostile arguments of operations end as errors, the same in this process and in the jail" {
    mkdir work
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder work:rw "$BATS_TEST_DIRNAME/folder/hostile.py"
        [ "$status" = 0 ]
        [ -z "$errors" ]
        [[ $output == *$'\nend' ]]
        [ -z "$(ls work)" ]
        echo "$output" >out.$executor
    done
    diff out.local out.jail
}

@test "a str whose replace() gives no text, or closes the file, is written as the text it is" {
    mkdir work
    cat >p.py <<'P'
class Odd(str):
    def replace(self, *a):
        f.close()
        return 5
with open('x', 'w', newline='\r\n') as f:
    print(f.write(Odd('a\nb')), f.closed)
print(open('x', 'rb').read())
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder work:rw p.py
        echo "$output $errors"
        [ "$output" = $'3 False\nb\'a\\r\\nb\'' ]
    done
}

@test "a place in a file beyond all numbers is an OSError" {
    mkdir work && echo hello >work/a
    cat >p.py <<'P'
for f in open('a'), open('a', 'rb'), open('b', 'wb'):
    f.seek(2)
    for to, whence in (2**63 - 1, 1), (2**63 - 1, 2), (-2**63, 1):
        try:
            print(f.seek(to, whence))
        except (OSError, ValueError) as e:
            print(type(e).__name__)
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder work:rw p.py
        echo "$output $errors"
        [ "$status" = 0 ]
        [ "$(grep -c -x OSError <<<"$output") $(grep -c -x ValueError <<<"$output")" = "6 3" ]
    done
}

@test "a folder to be read within one to be written stays so when what it lies in is renamed" {
    mkdir -p work/a/keep && echo kept >work/a/keep/f
    each_line >p.py <<'P'
os.rename('a', 'b')
open('b/keep/f').read()
open('b/keep/f', 'w')
open('b/keep/new', 'w')
os.remove('b/keep/f')
os.rename('b/keep/f', 'f')
os.rename('b', 'b/keep/b')
os.rename('b/keep', 'c')
os.chmod('b/keep/f', 0o777)
open('b/keep/../new', 'w')
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder work:rw --folder work/a/keep p.py
        echo "$output"
        [ "$(grep -c 'granted for reading only' <<<"$output")" = 7 ]
        [ "$(ls work/b work/b/keep)" = $'work/b:\nkeep\n\nwork/b/keep:\nf' ]
        [ "$(cat work/b/keep/f)" = kept ]
        mv work/b work/a
    done
}

@test "what the kernel shows as files is not even listed where all of the disk is granted" {
    each_line >p.py <<'P'
os.listdir('/proc')
os.listdir('/proc/')
os.listdir('/sys')
os.stat('/proc')
open('/proc/version').read()
open('/dev/fd/0').read()
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder / p.py
        echo "$output"
        [ "$(grep -c -- '-> PermissionError' <<<"$output")" = 6 ]
    done
}

@test "both paths of a rename are told for what they are" {
    mkdir work out && echo x >work/a
    replies r.jsonl 'import os
try: os.rename("a", "../out/a")
except PermissionError: pass
final_answer(1)'
    run_split "$BIN" run -m replay:r.jsonl --no-input --output jsonl --folder work:rw task
    echo "$output"
    [ "$status" = 0 ]
    [[ $output == *'"kind":"write","target":"a","allowed":true'* ]]
    [[ $output == *'"kind":"write","target":"../out/a","allowed":false'* ]]
}

@test "a fresh python3 shows no place that code has put a link to" {
    [ -x /usr/bin/python3 ] || skip "there is no /usr/bin/python3"
    needs python mount-namespace
    mkdir -p work/a/keep victim && echo kept >work/a/keep/f && echo hidden >victim/s
    chmod -R a+rwX "$dir"
    replies r.jsonl "import os
os.chdir('$dir/work')
os.rename('a', 'b')
os.mkdir('a')
os.symlink('$dir/victim', 'a/keep')
os._exit(3)" "import os
def tried(f):
    try: print(f())
    except OSError as e: print(type(e).__name__)
tried(lambda: os.listdir('$dir/victim'))
tried(lambda: open('$dir/work/a/keep/s').read())
tried(lambda: open('$dir/work/b/keep/f', 'w'))
tried(lambda: open('$dir/work/b/keep/f').read())
final_answer(1)"
    run_split "$BIN" run --no-config -v -m replay:r.jsonl -e python --imports os --folder work:rw --folder work/a/keep task
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [[ $errors == *FileNotFoundError*FileNotFoundError*OSError*kept* && $errors != *hidden* ]]
    [ "$(cat work/b/keep/f)" = kept ]
}

@test "a grant that a link in a folder to be written leads out of it is refused" {
    mkdir work out && ln -s ../out work/x && mkdir work/real && ln -s real work/in
    run_split "$BIN" python --folder work:rw --folder work/x -c 'print(1)'
    [ "$status" = 10 ]
    [ "$errors" = "smolagent: --folder work/x: a link leads it out of work, which may be written; name the place itself" ]
    run_split "$BIN" python --folder work --folder work/x -c 'print(1)'
    [ "$status" = 0 ]
    run_split "$BIN" python --folder work:rw --folder work/in -c 'print(1)'
    [ "$status" = 0 ]
}

@test "no file becomes set-user-ID or set-group-ID, whoever holds the interpreter" {
    mkdir out
    echo data >out/f
    echo data >out/marked
    chmod 4711 out/marked
    each='
import os, shutil
for mode in (0o4755, 0o2755, 0o6755):
    try: os.chmod("f", mode)
    except PermissionError as e: print("refused", end=" ")
shutil.copymode("marked", "f")
print(oct(os.stat("f").st_mode))'
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --folder out:rw -c "$each"
        [ "$output" = 'refused refused refused 0o100711' ]
    done
}

@test "attack: a granted file whose name code replaces by a link is not another file" {
    mkdir -p "$dir"/all/out/sub
    chmod -R a+rwX "$dir"
    cd "$dir"/all
    echo private | tee ../private.txt >/dev/null
    for executor in local jail python; do
        rm -rf out && mkdir -p out/sub
        echo data | tee out/data.txt out/sub/data.txt >/dev/null
        chmod -R a+rwX out
        [ "$executor" != python ] || grants python || continue
        cat >p.py <<P
import os
def attempt(path):
    try: return open(path).read().strip()
    except OSError as e: return type(e).__name__
print(attempt("data.txt"), attempt("sub/data.txt"), attempt("$PWD/out/data.txt"))
for target in "$dir/private.txt", "/proc/self/environ", "/etc/passwd", "../../private.txt":
    try:
        os.remove("data.txt")
        os.symlink(target, "data.txt")
    except (OSError, AttributeError): pass
    print(attempt("data.txt"), attempt("$PWD/out/data.txt"), end=" ")
try:
    os.rename("sub", "old")
    os.symlink("$dir", "sub")
except (OSError, AttributeError): pass
print(attempt("sub/data.txt"), attempt("$PWD/out/sub/data.txt"))
P
        run_split "$BIN" python -e $executor --sandbox auto --folder out:rw --file out/data.txt \
            --file out/sub/data.txt p.py
        echo "$executor: $output $errors"
        [[ $output != *private* && $output != *root:* && $output != *PATH=* ]]
        [ "${output%%$'\n'*}" = "data data data" ]
    done
    rm -f out/data.txt && ln -s "$dir/private.txt" out/data.txt # as a run before may have left it
    run_split "$BIN" python --folder out:rw --file out/data.txt -c 1
    [ "$status" = 10 ]
    [[ $errors == *"--file out/data.txt: a link leads it out of out, which may be written"* ]]
    run_split "$BIN" python --file /proc/self/environ -c 1
    [ "$status" = 10 ]
    [[ $errors == *"--file /proc/self/environ: not a file on disk but provided by the kernel"* ]]
}
