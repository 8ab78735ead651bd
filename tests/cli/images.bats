#!/usr/bin/env bats
# Pictures that code shows: from the worker through the checks of the host to the model, to events
# and to files. The python executor runs them all; only the charts need matplotlib.
load helper

setup_file() { export BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-180}; }

needs_matplotlib() {
    needs python
    run_split "$BIN" python --no-config -e python --max-memory 1G -c 'import matplotlib.pyplot'
    [ "$status" = 0 ] || skip "the host's python3 has no matplotlib"
}

# A cell that defines png(width, height) and show(png): a worker of its own making. It speaks where
# ours in python3 does, so that the host gets frames that ours would not send.
frames='import base64, json, os, struct, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
def png(width, height, more=b""):
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more
            + chunk(b"IDAT", zlib.compress(bytes((1 + width) * height))) + chunk(b"IEND", b""))
def show(png, **more):
    data = {"t": "image", "media": "image/png", "data": base64.b64encode(png).decode(), **more}
    data = json.dumps(data).encode()
    data = struct.pack(">I", len(data)) + data
    while data: data = data[os.write(3, data):]'
imports=base64,json,os,struct,zlib

# shown OPTION...: a run of the replies in r.jsonl.
shown() {
    run_split "$BIN" run --no-config -m replay:r.jsonl -e python --imports "$imports" "$@" task
    echo "$status: $output $errors"
}

# case_of CELL...: a case file whose model answers with these cells, in order.
case_of() {
    local cell
    for cell in "$@"; do printf '== reply\n<code>\n%s\n</code>\n' "$cell"; done
}

@test "a picture goes to the model behind the text of its observation" {
    needs python
    { case_of "$frames
show(png(2, 1))
print('look')" 'final_answer(1)'
    cat <<END
== command
"\$BIN" run --model m --base-url "\$URL" -q -e python --imports $imports --save-files pics task && stat -c '%a %s' pics/* && sha256sum pics/step-1-1.png
== stdout~
1
600 68
== exit 0
== requests 2
== request 2
{"role":"user","content":[{"type":"text","text":"Observation:\nlook"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAA
VORK5CYII="}}]}
! {"role":"user","content":[{"type":"text","text":"Task
END
    } >x.case
    "$HELPERS/modelserver" test x.case
}

@test "pictures of every cell of a reply go to the model, and into files of their own" {
    needs python
    printf '%s\n' "$frames" 'show(png(2, 1))' >cell.py
    one=$("$BIN" python --no-config --file cell.py -c 'import json; print(json.dumps({"code": open("cell.py").read()}))')
    cat >x.case <<END
== call python id=a1
$one
== call python id=a2
{"code": "show(png(3, 1))"}
== reply
== call final_answer id=z1
{"answer": 1}
== reply
== command
"\$BIN" run --agent tool_calling --tools python --model m --base-url "\$URL" -q -e python --imports $imports --save-files pics task && (cd pics && echo *)
== stdout
1
step-1-1.png step-1-2.png
== exit 0
== request 2
{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAAB
{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAAB
END
    "$HELPERS/modelserver" test x.case
}

@test "a model that refuses images gets the text from then on" {
    needs python
    for answer in 'status=400 type=application/json|{"error":{"message":"Invalid content type. image_url is only supported by certain models."}}' \
        'status=404|{"error":{"message":"No endpoints found that support image input"}}' \
        'status=422|{"detail":"messages[2].content must be a string"}' 'status=413|too large'; do
        { case_of "$frames
show(png(2, 1))"
        printf '== reply %s\n%s\n' "${answer%%|*}" "${answer#*|}"
        case_of 'show(png(1, 2))' 'final_answer(1)'
        cat <<END
== command
"\$BIN" run --model m --base-url "\$URL" -q -e python --imports $imports task
== stdout
1
== exit 0
== requests 4
== request 2
data:image/png
== request 3
{"role":"user","content":"Observation:\n(no output)"}
! image_url
== request 4
! image_url
END
        } >x.case
        "$HELPERS/modelserver" test x.case
    done
}

@test "an error that is not about images stays one" {
    needs python
    { case_of "$frames
show(png(2, 1))"
    cat <<END
== reply status=400
{"error":{"message":"no such model"}}
== command
"\$BIN" run --model m --base-url "\$URL" -q -e python --imports $imports task
== stderr~
no such model
== exit 9
== requests 3
END
    } >x.case
    "$HELPERS/modelserver" test x.case
}

@test "--keep-images: of the older pictures a line of text is left" {
    needs python
    { case_of "$frames
show(png(2, 1))" 'show(png(3, 1))' 'final_answer(1)'
    cat <<END
== command
"\$BIN" run --model m --base-url "\$URL" -q -e python --imports $imports --keep-images 1 task
== stdout~
1
== exit 0
== requests 3
== request 2
"url":"data:image/png;base64,
! was here]"
== request 3
{"role":"user","content":"Observation:\\n(no output)\\n[an image of 2x1 pixels was here]"}
"url":"data:image/png;base64,
! iVBORw0KGgoAAAANSUhEUgAAAAIAAAABC
END
    } >x.case
    "$HELPERS/modelserver" test x.case
}

@test "--no-images sends none" {
    needs python
    { case_of "$frames
show(png(2, 1))" 'final_answer(1)'
    cat <<END
== command
"\$BIN" run --model m --base-url "\$URL" -q -e python --imports $imports --no-images task
== stdout
1
== requests 2
== request 2
{"role":"user","content":"Observation:\n(no output)"}
END
    } >x.case
    "$HELPERS/modelserver" test x.case
}

@test "events carry the picture, or where it was saved; the audit its hash" {
    needs python
    replies r.jsonl "$frames
show(png(2, 1))" 'final_answer(1)'
    shown -q --output jsonl
    grep '"type":"image"' <<<"$output" | grep '"step":1,"media":"image/png","width":2,"height":1,"bytes":68,"sha256":"[0-9a-f]*","data":"iVBORw0KGgo'
    shown -q --output jsonl --save-files pics --audit trail
    grep '"type":"image"' <<<"$output" | grep '"file":"pics/step-1-1.png"}'
    ! grep '"data"' <<<"$output" || false
    grep '"what":"image"' trail | grep "\"sha256\":\"$(sha256sum <pics/step-1-1.png | cut -c-64)\",\"file\""
    shown --save-files pics
    [[ $errors == *"[image of 2 x 1, saved as pics/step-1-1.png]"* ]]
}

@test "pictures are never saved through a symbolic link" {
    needs python
    replies r.jsonl "$frames
show(png(2, 1))" 'final_answer(1)'
    mkdir pics && echo mine >other && ln -s ../other pics/step-1-1.png
    shown -q --save-files pics
    [ "$status" = 10 ]
    [[ $errors == *"--save-files: cannot write pics/step-1-1.png: not a regular file"* ]]
    [ "$(cat other)" = mine ]
    shown -q --save-files other
    [ "$status" = 10 ]
    [[ $errors == *"other is not a folder"* ]]
}

@test "attack: what is no picture ends the worker, and nothing of it is seen" {
    needs python
    for attack in 'show(b"")' 'show(b"\x89PNG\r\n\x1a\n")' 'show(png(2, 1)[:-1])' 'show(png(2, 1) + b"#!/bin/sh")' \
        'show(png(5000, 1))' 'show(png(2, 1)[:40] + b"X" + png(2, 1)[41:])' 'show(b"GIF89a")' \
        'show(png(2, 1), media="image/svg+xml")' 'show(png(2, 1), media="text/html")' 'show(png(2, 1), media=None)' \
        'show(png(2, 1), data="no base64!")' 'show(png(2, 1), data=7)' \
        'show(png(2, 1, chunk(b"tEXt", bytes(4 << 20))))' 'show(png(2, 1, chunk(b"EVIL", b"")))' \
        'show(png(1, 1).replace(struct.pack(">II", 1, 1), struct.pack(">II", 1, 2)))' \
        'for i in range(9): show(png(i + 1, 1))'; do
        replies r.jsonl "$frames" "$attack
while True: pass" 'final_answer(len(png(1, 1)))'
        rm -rf pics
        shown -vv --step-timeout 20 --save-files pics
        echo "$attack"
        [ "$output" = 67 ]
        [[ $errors == *"WorkerError: the sandbox worker broke the protocol ("*"a fresh worker ran the 1 earlier cells again"* ]]
        [ "$(ls pics | wc -l)" -le 8 ]
        [ ! -e pics/step-2-9.png ]
    done
}

@test "extras of a picture stay behind" {
    needs python
    replies r.jsonl "$frames
show(png(2, 1, chunk(b'tEXt', b'Comment' + bytes(1) + b'smuggled')))" 'final_answer(1)'
    shown -q --save-files pics
    [ "$output" = 1 ]
    [ "$(wc -c <pics/step-1-1.png)" = 68 ]
    ! grep -q smuggled pics/step-1-1.png || false
}

@test "a worker's state comes back without its pictures" {
    needs python
    replies r.jsonl "$frames
show(png(2, 1))" 'os._exit(3)' 'show(png(3, 1))
final_answer(1)'
    shown -q --save-files pics
    [ "$output" = 1 ]
    [ "$(ls pics)" = $'step-1-1.png\nstep-3-1.png' ]
}

@test "charts live as in a notebook: open or closed ones of a cell are shown once, at plt.show(), at its end, when it fails" {
    needs_matplotlib
    imports='matplotlib.*'
    replies r.jsonl 'import matplotlib.pyplot as plt
plt.plot([1, 2, 4]); plt.savefig("/tmp/a.png"); plt.close()
figure, axes = plt.subplots()
axes.pie([1, 2])' '1' 'axes.set_title("changed")' 'for i in range(9): plt.figure(); plt.plot([i])' 'plt.close("all")' \
        'plt.figure(figsize=(40, 2)); plt.bar(["a", "b"], [1, 2])
final_answer("done")'
    shown -q --max-memory 1G --save-files pics
    [ "$output" = done ]
    ls pics
    [ "$(ls pics | tr '\n' ' ')" = "step-1-1.png step-1-2.png step-4-1.png step-4-2.png step-4-3.png step-4-4.png step-4-5.png step-4-6.png step-4-7.png step-4-8.png step-6-1.png " ]
    [ "$(od -An -tx1 -j16 -N8 pics/step-6-1.png)" = " 00 00 06 20 00 00 00 4e" ] # 1568 x 78
}

@test "plt.show() ends a figure, a cell that raises shows its own, a figure as the answer is saved once" {
    needs_matplotlib
    imports='matplotlib.*'
    replies r.jsonl 'import matplotlib.pyplot as plt
plt.plot([1, 2]); plt.show(); plt.bar(["a", "b"], [3, 5]); plt.show()' 'plt.plot([3, 4])
1 / 0' 'print("none")' 'figure, axes = plt.subplots()
axes.plot([1, 2])
final_answer(figure)'
    shown -q --max-memory 1G --step-timeout 60 --save-files pics -o out.png
    [ "$(ls pics | tr '\n' ' ')" = "image-1.png step-1-1.png step-1-2.png step-2-1.png " ]
    cmp out.png pics/image-1.png
}

@test "pictures that are values" {
    needs_matplotlib
    imports='matplotlib.*,PIL'
    replies r.jsonl 'from PIL import Image
Image.new("CMYK", (3000, 300))' 'from matplotlib.figure import Figure
figure = Figure()
figure.add_subplot().plot([1, 2])
figure' 'final_answer(Image.new("L", (5, 4)))'
    shown --max-memory 1G --save-files pics
    [[ $errors == *"[image of 1568 x 157, saved as pics/step-1-1.png]"*"[image of 640 x 480, saved as pics/step-2-1.png]"* && ! -e pics/step-3-1.png ]]
    [ "$output" = "image-1 (png, 5x4, $(stat -c %s pics/image-1.png) bytes)" ]
}

@test "a figure that does not draw, or for ever, does not take the answer away" {
    needs_matplotlib
    imports='matplotlib.*'
    for body in '1 / 0' '[0 for i in iter(int, 1)]' 'raise SystemExit(3)'; do
        replies r.jsonl "import matplotlib.pyplot as plt
from matplotlib.lines import Line2D
class Bad(Line2D):
    def draw(self, renderer): $body
figure, axes = plt.subplots()
axes.add_line(Bad([1, 2], [1, 2]))
final_answer('kept')"
        shown --max-memory 1G --step-timeout 10 # within which pyplot is imported
        [ "$output" = kept ]
    done
}

# chart_task EXECUTOR OPTION...: the recorded run of tests/charts; its answer against one that awk
# works out, its chart against what a bar chart of twelve months has to look like.
chart_task() {
    local files=$BATS_TEST_DIRNAME/../charts
    cp "$files/orders.csv" .
    run_split "$BIN" run --no-config -m "replay:$files/orders.jsonl" --imports 'numpy,pandas,matplotlib.*' \
        --max-memory 1G --file orders.csv --save-files charts -e "$@" \
        'Which month of orders.csv had the most revenue? Draw the months.'
    echo "$status: $output $errors"
    awk -F, 'NR > 1 && $4 != "" { split($1, date, "-"); month[date[2] + 0] += $4 * $5; total += $4 * $5 }
        END { for (i in month) if (month[i] > month[best]) best = i
              printf "best_month %d revenue %.2f total %.2f", best, month[best], total }' orders.csv >expected
    [ "$(sed -E "s/[{}',:]//g; s/ grows.*//; s/(\.[0-9])( |$)/\10\2/g" <<<"$output")" = "$(cat expected)" ]
    [ "$(ls charts)" = step-2-1.png ]
    python3 - charts/step-2-1.png orders.csv <<'END'
"""Reads the PNG by itself: twelve blue bars, as high as the months of the table."""
import csv, struct, sys, zlib
data = open(sys.argv[1], "rb").read()
width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
assert (width, height, depth, colour) == (800, 450, 8, 6)
at, packed = 8, b""
while at < len(data):
    size = int.from_bytes(data[at:at + 4], "big")
    packed += data[at + 8:at + 8 + size] if data[at + 4:at + 8] == b"IDAT" else b""
    at += size + 12
pixels, above, rows = zlib.decompress(packed), bytearray(4 * width), []
for y in range(height):
    start = y * (4 * width + 1)
    row, kind = bytearray(pixels[start + 1:start + 1 + 4 * width]), pixels[start]
    for i in range(len(row)):
        a, b, c = (row[i - 4], above[i], above[i - 4]) if i > 3 else (0, above[i], 0)
        p = a + b - c
        paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        row[i] = row[i] + (0, a, b, (a + b) // 2, paeth)[kind] & 255
    above = row
    rows.append([bytes(row[i:i + 3]) == b"\x1f\x77\xb4" for i in range(0, len(row), 4)])
def height(x):
    """Of the blue column that stands on the axis; the trend's line may cross it."""
    blue = [y for y in range(len(rows)) if rows[y][x]][::-1]
    return next((blue[0] - y for y, after in zip(blue, blue[1:] + [-99]) if y - after > 9), 0)
bars, inside = [], False
for x in range(width):
    if height(x) and not inside:
        bars.append(0)
    inside = height(x) > 0
    if inside:
        bars[-1] = max(bars[-1], height(x))
months = [0.0] * 12
for row in csv.DictReader(open(sys.argv[2])):
    months[int(row["date"][5:7]) - 1] += float(row["units"] or 0) * float(row["price"])
print(bars, months)
assert len(bars) == 12
scale = max(bars) / max(months)
assert all(abs(bar - month * scale) < 3 for bar, month in zip(bars, months))
END
}

@test "a data task with numpy and pandas: the right answer and a chart, under python" {
    needs_matplotlib
    chart_task python
}

@test "a data task with numpy and pandas: the right answer and a chart, under docker" {
    needs_matplotlib # the image has what this machine has
    need_image charts
    chart_task docker --image "$image"
}

@test "a data task with numpy and pandas: the right answer and a chart, under e2b's stand-in" {
    /usr/bin/python3 -c 'import numpy, pandas, matplotlib' || skip "/usr/bin/python3 has no pandas or matplotlib"
    start_e2b || skip "no python3 for the server"
    chart_task e2b --python /usr/bin/python3
}
