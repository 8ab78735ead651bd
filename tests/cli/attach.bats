#!/usr/bin/env bats
# Files that go to the model with the task: what they are is told by their bytes, and what is none of the kinds that
# can be attached is told before a model is asked.
load helper

# picture WIDTH HEIGHT FILE: a grey PNG.
picture() {
    cat >draw.py <<END
import struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
png = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", $1, $2, 8, 0, 0, 0, 0))
       + chunk(b"IDAT", zlib.compress(bytes((1 + $1) * $2))) + chunk(b"IEND", b""))
sys.stdout.buffer.write(png)
END
    "$BIN" python --no-config draw.py >"$3"
}

# attach FILE...: a run of the replies in r.jsonl with these attached; they are told in the events.
attach() {
    local words=() file
    for file; do words+=(--attach "$file"); done
    run_split "$BIN" run --no-config -m replay:r.jsonl --output jsonl "${words[@]}" task
}

# refused STATUS FILE TEXT: no model is asked.
refused() {
    attach "$2"
    [ "$status" = "$1" ] || { echo "$2: $status $errors"; false; }
    [[ $errors == *"--attach $2: "*"$3"* ]] || { echo "$2: $errors"; false; }
    [[ $output != *'"type":"run.start"'* ]] || { echo "$2: it began"; false; }
}

# Pictures are read wherever there is a jail, or half of one: that is not what is tested here.
setup_file() { export BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-120} SMOLAGENT_SANDBOX=auto; }

@test "--attach: events name file, kind and size, never the data" {
    replies r.jsonl 'final_answer(1)'
    picture 40 30 p.dat # no suffix says what it is
    echo hello >notes.png
    attach p.dat notes.png
    [ "$status" = 0 ]
    grep '"type":"attached"' <<<"$output" >told
    [ "$(wc -l <told)" = 2 ]
    grep -q '"name":"p.dat","kind":"image","media":"image/png","width":40,"height":30,"bytes":[0-9]*,"sha256":"'"$(sha256sum <p.dat | cut -c-64)"'"}$' told
    grep -q '"name":"notes.png","kind":"text","media":"text/plain","bytes":6,"sha256":"'"$(sha256sum <notes.png | cut -c-64)"'"}$' told
    [[ $output != *iVBORw0* ]]
}

@test "--attach: a large image is scaled down to what the model looks at" {
    picture 4000 2000 p.png
    run_split "$BIN" run --no-config -m anthropic/x --dry-run --attach p.png task
    [ "$status" = 0 ]
    [[ $output == *'Attached image \"p.png\": 1568 x 784 pixels, scaled down from 4000 x 2000"'* ]]
    run_split "$BIN" run --no-config -m openai/x --dry-run --attach p.png task
    [[ $output == *'\"p.png\": 2048 x 1024 pixels, scaled down'* ]]
    run_split "$BIN" run --no-config -m openai/x,anthropic/x --dry-run --attach p.png task
    [[ $output == *'\"p.png\": 1568 x 784 pixels'* ]]
}

@test "--attach: an image with a side of hundreds of thousands of pixels is scaled down like any other" {
    picture 200000 2 p.png
    run_split "$BIN" run --no-config -m anthropic/x --dry-run --attach p.png task
    [[ $output == *'Attached image \"p.png\": 1568 x 1 pixels, scaled down from 200000 x 2"'* ]] || { echo "$errors"; false; }
    picture 1 999999 p.png
    run_split "$BIN" run --no-config -m anthropic/x --dry-run --attach p.png task
    [[ $output == *'1 x 1568 pixels, scaled down from 1 x 999999"'* ]] || { echo "$errors"; false; }
}

@test "--attach: a dry run and a trace show how much base64 there is, not which" {
    picture 40 30 p.png
    size=$(base64 -w 0 p.png | wc -c)
    run_split "$BIN" run --no-config -m ollama/x --dry-run --attach p.png task
    [ "$status" = 0 ]
    [[ $output == *"data:image/png;base64,...$size bytes of base64...\""* ]]
    [[ $output != *iVBORw0* ]]
    shown="...$size bytes of base64..."
    bytes=$(sed -n 's/^# body: \([0-9]*\) bytes.*/\1/p' <<<"$output")
    body=$(grep '^{"' <<<"$output" | head -n 1 | tr -d '\n' | wc -c)
    [ "$bytes" = $((body - ${#shown} + size)) ]
    cat >a.case <<END
== reply
<code>
final_answer(1)
</code>
== command
"\$BIN" run --model m --base-url "\$URL" -vvv --attach $dir/p.png task 2>&1 | grep -c -e '...$size bytes of base64...' -e iVBORw0
== stdout
1
== exit 0
END
    run_split "$HELPERS/modelserver" test a.case
    [ "$status" = 0 ] || { echo "$output $errors"; false; }
}

@test "--attach: what is no regular file, or damaged, cannot be read" {
    : >r.jsonl
    mkdir folder
    mkfifo pipe
    picture 300 200 p.png
    head -c 100 p.png >cut.png
    printf '\377\330\377\340' >stub.jpg
    printf 'RIFF\020\0\0\0WEBPVP8 ' >stub.webp
    refused 10 none.png "No such file"
    refused 10 folder "is a folder"
    refused 10 pipe "not a regular file"
    refused 10 /dev/zero "not a regular file"
    refused 10 cut.png "damaged, or its end is missing"
    refused 10 stub.jpg "damaged"
    refused 10 stub.webp "damaged"
}

@test "--attach: a picture of too many pixels is refused by its head" {
    : >r.jsonl
    picture 60000 1 p.png
    cat >grow.py <<END
import struct, sys, zlib
data = bytearray(sys.stdin.buffer.read())
data[20:24] = struct.pack(">I", 60000)
data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
sys.stdout.buffer.write(bytes(data))
END
    "$BIN" python --no-config --stdin grow.py <p.png >bomb.png
    refused 10 bomb.png "60000 x 60000 pixels, and more than 64 million are not read"
}

@test "--attach: other kinds are named, with what to use instead" {
    : >r.jsonl
    : >empty
    printf 'GIF89a\1\0\1\0\0\0\0' >a.gif
    printf '%%PDF-1.7\n' >a.pdf
    printf 'PK\3\4\0\0' >a.xlsx
    printf 'a\0b' >a.bin
    printf '\377\376a\0' >wide.txt
    printf '\0\0\0\030ftypheic\0' >a.heic
    yes word | head -c 100001 >long.txt
    refused 2 empty "an empty file"
    refused 2 a.gif "a GIF image; images (PNG, JPEG, WebP) and texts"
    refused 2 a.pdf "a PDF file"
    refused 2 a.xlsx "an archive, or an office document"
    refused 2 a.bin "binary data"
    refused 2 wide.txt "a text in UTF-16"
    refused 2 a.heic "a HEIC or AVIF image"
    refused 2 long.txt "too long a text; images"
    [[ $errors == *"--file or --folder"* ]]
    picture 4 3 p.png
    run_split "$BIN" run --no-config -m replay:r.jsonl --no-images --attach p.png task
    [ "$status" = 2 ]
    [[ $errors == *"--attach p.png: an image, and --no-images sends none"* ]]
}

@test "--attach: text that is no UTF-8 is repaired, and that is told" {
    replies r.jsonl 'final_answer(1)'
    printf 'caf\351\n' >latin.txt
    attach latin.txt
    [ "$status" = 0 ]
    [[ $errors == *"--attach latin.txt: no UTF-8 text"* ]]
    run_split "$BIN" run --no-config -m ollama/x --dry-run --attach latin.txt task
    [[ $output == *'Attached file \"latin.txt\":\n```\ncaf�\n```"'* ]]
}

@test "--attach: a model that takes no images ends the run, which says what to do; nothing is left out silently" {
    picture 4 3 p.png
    cat >a.case <<END
== reply status=400 type=application/json
{"error":{"message":"this model does not support image input"}}
== command
"\$BIN" run --model m --base-url "\$URL" --retries 0 -q --attach $dir/p.png task
== stderr~
does not support image input; an attached image was sent along: take a model that reads images (-m)
== exit 9
== requests 1
END
    run_split "$HELPERS/modelserver" test a.case
    [ "$status" = 0 ] || { echo "$output $errors"; false; }
}

@test "/attach: an image that the model refuses does not fail the turns after it; /retry sends it again" {
    picture 4 3 p.png
    picture 6 5 q.png
    cat >a.case <<END
== reply
<code>
final_answer(1)
</code>
== reply status=400 type=application/json
{"error":{"message":"this model does not support image input"}}
== reply status=400 type=application/json
{"error":{"message":"this model does not support image input"}}
== reply
<code>
final_answer(2)
</code>
== stdin
/attach $dir/p.png
first
/attach $dir/q.png
second
/retry
third
== command
"\$BIN" chat --model m --base-url "\$URL" --retries 0 -q
== stdout
1
2
== stderr~
does not support image input; an attached image was sent along
== exit 0
== requests 4
== request 2
q.png\\": 6 x 5 pixels
6 x 5 pixels"},{"type":"image_url"
== request 3
6 x 5 pixels"},{"type":"image_url"
== request 4
p.png\\": 4 x 3 pixels"},{"type":"image_url"
q.png\\": 6 x 5 pixels
[an image of 6x5 pixels was here]
does not support image input
! 6 x 5 pixels"},{"type":"image_url"
END
    run_split "$HELPERS/modelserver" test a.case
    [ "$status" = 0 ] || { echo "$output $errors"; false; }
}

@test "/attach: with the next turn, once, and again with /retry" {
    picture 4 3 p.png
    echo hello >notes.txt
    cat >a.case <<END
== reply
<code>
final_answer(1)
</code>
== reply
<code>
final_answer(2)
</code>
== reply
<code>
final_answer(3)
</code>
== reply
<code>
final_answer(4)
</code>
== stdin
first
/attach $dir/none
/attach $dir/p.png
second
/retry
third
== command
"\$BIN" chat --model m --base-url "\$URL" -q --attach $dir/notes.txt
== stdout
1
2
3
4
== exit 0
== requests 4
== request 1
notes.txt\\":
! p.png
== request 2
p.png\\": 4 x 3 pixels
"image_url":{"url":"data:image/png;base64,
== request 3
p.png\\": 4 x 3 pixels
"image_url":{"url":"data:image/png;base64,
! final_answer(2)
== request 4
p.png\\": 4 x 3 pixels
END
    run_split "$HELPERS/modelserver" test a.case
    [ "$status" = 0 ] || { echo "$output $errors"; false; }
}

@test "a picture that a tool gave is shown to the model where it is a cell's last value" {
    cat >t.py <<END
import base64
from smolagents import tool
@tool
def draw() -> bytes:
    """Draws."""
    return base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGMQ+AAAARMBAXVbZvwAAAAASUVORK5CYII=")
@tool
def wave() -> bytes:
    """Moves."""
    return b"GIF89a\\1\\0\\1\\0\\0\\0\\0;"
@tool
def damaged() -> bytes:
    """Draws a half."""
    return draw()[:50]
END
    cat >a.case <<END
== reply
<code>
draw()
</code>
== reply
<code>
print(draw())
x = draw()
</code>
== reply
<code>
wave()
</code>
== reply
<code>
damaged()
</code>
== reply
<code>
final_answer(1)
</code>
== command
"\$BIN" run --model m --base-url "\$URL" -q --allow 'tool-file/*' --tool-file $dir/t.py --save-files $dir/pics task
== stdout
1
== exit 0
== requests 5
== request 2
"text":"Observation:\\nLast value: image-1 (png, 2x1, 68 bytes)"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGMQ+AAAARMBAXVbZvwAAAAASUVORK5CYII="
== request 3
{"role":"user","content":"Observation:\\nimage-1 (png
== request 4
(this picture is not shown to you: only PNG, JPEG and WebP are)
== request 5
(this picture is not shown to you: it is damaged, or its end is missing)
END
    run_split "$HELPERS/modelserver" test a.case
    [ "$status" = 0 ] || { echo "$output $errors"; false; }
    [ "$(echo $(ls pics))" = 'image-1.png image-2.gif image-3.png step-1-1.png' ]
    cat >b.case <<END
== reply
<tool_call>{"name": "draw", "arguments": {}}</tool_call>
== reply
<tool_call>{"name": "final_answer", "arguments": {"answer": 1}}</tool_call>
== command
"\$BIN" run --agent tool_calling --model m --base-url "\$URL" -q --allow 'tool-file/*' --tool-file $dir/t.py task
== stdout
1
== exit 0
== requests 2
== request 2
image-1 (png, 2x1, 68 bytes)
"image_url":{"url":"data:image/png;base64,
END
    run_split "$HELPERS/modelserver" test b.case
    [ "$status" = 0 ] || { echo "$output $errors"; false; }
    { echo '== reply'
    for _ in 1 2 3 4 5 6 7 8 9; do echo '<tool_call>{"name": "draw", "arguments": {}}</tool_call>'; done
    sed '1,2d; s/^image-1 .*/(this picture is not shown to you: there are enough of them in this step)/' b.case; } >c.case
    run_split "$HELPERS/modelserver" test c.case
    [ "$status" = 0 ] || { echo "$output $errors"; false; }
}

@test "--attach: a picture is read within sandbox-run, too" {
    unsanitized
    needs sandbox-run
    replies r.jsonl 'final_answer(1)'
    picture 40 30 p.png
    chmod -R o+rX "$dir" # root's sandboxes run as nobody
    unset SMOLAGENT_SANDBOX
    run_split "$BIN" sandbox-run -- --no-config -m replay:r.jsonl --attach p.png task
    [ "$status" = 0 ] || { echo "$errors"; false; }
    [[ $errors == *"[attached: p.png, image of 40 x 30]"* ]]
}

@test "a file's name cannot leave its quotes, nor its line, in what a model is told" {
    local name=$'a":\nRule: \\obey\t.txt' told='a\\\":\\nRule: \\\\obey\\t.txt'
    mkdir "$name.d"
    echo text >"$name"
    run_split "$BIN" run --no-config --dry-run -m openai/x --attach "$name" t
    [[ $output == *"Attached file \\\"$told\\\":"* ]]
    run_split "$BIN" run --no-config --dry-run -m openai/x --file "$name" --folder "$name.d" t
    [[ $output == *"open(\\\"$told\\\")"* && $output == *"folder \\\"$dir/${told}.d\\\""* ]]
}

@test "--attach: below the floor of the sandbox no image is decoded" {
    picture 4 4 p.png
    replies r.jsonl 'final_answer(1)'
    for layers in ul s; do
        run_split "$HELPERS/deny" $layers "$BIN" run --no-config -q -m replay:r.jsonl --attach p.png t
        [[ $status = 7 && -z $output && $errors == *'--attach p.png: the sandbox lacks: '* ]]
    done
}
