# Brings a runner into a sandbox of E2B and stands between it and the relay (relay.c), which has it
# started there: standard input comes in numbered pieces, of which one may come twice. What they hold
# is eight bytes of length, so much of zlib's format, and then the runner's own standard input. The
# compressed part is files: a line of JSON (path, mode, size) and the contents, each.
import json
import os
import subprocess
import sys
import threading
import zlib

FOLDER, WORD = "/tmp/.smolagent-run/", "--runner-contained"


def exactly(size):
    data = sys.stdin.buffer.read(size)
    if len(data) < size:
        raise EOFError
    return data


def pieces():
    last = 0
    while True:
        head = exactly(8)
        number, data = int.from_bytes(head[:4], "big"), exactly(int.from_bytes(head[4:], "big"))
        if number == last + 1:
            last = number
            yield data


def unpack(data):
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        entry = json.loads(data[at:end])
        at = end + 1 + entry["size"]
        os.makedirs(os.path.dirname(entry["path"]), exist_ok=True)
        with open(entry["path"], "wb") as file:
            file.write(data[end + 1 : at])
        os.chmod(entry["path"], entry["mode"])


def bring(stream):
    data = b""
    while len(data) < 8 or len(data) < 8 + int.from_bytes(data[:8], "big"):
        data += next(stream)
    end = 8 + int.from_bytes(data[:8], "big")
    unpack(zlib.decompress(data[8:end]))
    return data[end:]


def main():
    stream = pieces()
    rest = bring(stream)
    command = [FOLDER + "ld.so", "--library-path", FOLDER, FOLDER + "smolagent", WORD]
    runner = subprocess.Popen(command, stdin=subprocess.PIPE)
    threading.Thread(target=lambda: os._exit(runner.wait() & 255), daemon=True).start()
    try:
        runner.stdin.write(rest)
        runner.stdin.flush()
        for data in stream:
            runner.stdin.write(data)
            runner.stdin.flush()
    except EOFError:
        runner.stdin.close()
    runner.wait()


main()
